-- name: standing
-- What a question was answered earlier, if it was, and what its tenant has spent today.
SELECT c.answer, c.answer IS NOT NULL AS answered, COALESCE(e.units, 0) AS spent
FROM (SELECT) AS always
LEFT JOIN langmem.model_calls c ON c.space = %(space)s AND c.key = %(key)s AND c.error IS NULL
LEFT JOIN langmem.energy e ON e.tenant = %(tenant)s AND e.day = %(day)s

-- name: keep_call
-- Keep what a model was asked, and charge it to its tenant's day. A question that has its answer is not charged again; one
-- whose answer was forgotten when its work had ended has been asked anew.
WITH kept AS (
    INSERT INTO langmem.model_calls (space, key, job, node, prompt, model, units, input_tokens, output_tokens, error, answer,
                                     items, passed, at)
    VALUES (%(space)s, %(key)s, %(job)s, %(node)s, %(prompt)s, %(model)s, %(units)s, %(input_tokens)s, %(output_tokens)s,
            %(error)s, %(answer)s::text::jsonb, %(items)s, %(passed)s, %(now)s)
    ON CONFLICT (space, key) DO UPDATE
        SET answer = excluded.answer, units = excluded.units, input_tokens = excluded.input_tokens,
            output_tokens = excluded.output_tokens, items = excluded.items, passed = excluded.passed, at = excluded.at
        WHERE model_calls.answer IS NULL
    RETURNING units, input_tokens + output_tokens AS tokens, error
)
INSERT INTO langmem.energy (tenant, day, units, tokens, calls, failed)
SELECT %(tenant)s, %(day)s, units, tokens, 1, (error IS NOT NULL)::int FROM kept
ON CONFLICT (tenant, day) DO UPDATE
    SET units = energy.units + excluded.units, tokens = energy.tokens + excluded.tokens,
        calls = energy.calls + 1, failed = energy.failed + excluded.failed

-- name: forget_answers
-- The work is done: its answers, which hold what was said, are no longer needed.
UPDATE langmem.model_calls SET answer = NULL WHERE space = %(space)s AND job = %(job)s AND answer IS NOT NULL

-- name: poll_energy
-- What was spent since somebody last asked; asking twice tells it once.
WITH open AS MATERIALIZED (
    SELECT tenant, day, units - polled AS spent FROM langmem.energy
    WHERE tenant = %(tenant)s AND units > polled FOR UPDATE
), told AS (
    UPDATE langmem.energy e SET polled = e.units FROM open o WHERE e.tenant = o.tenant AND e.day = o.day
)
SELECT COALESCE(sum(spent), 0) AS spent FROM open

-- name: energy_of_day
-- The ledger of a tenant's day.
SELECT units, tokens, calls, failed FROM langmem.energy WHERE tenant = %(tenant)s AND day = %(day)s

-- name: calls_of_spaces
-- What the models were asked on behalf of some spaces, by node.
SELECT node, count(*) AS calls, count(*) FILTER (WHERE error IS NOT NULL) AS failed, sum(units) AS units,
       sum(items)::float8 AS items, sum(passed)::float8 AS passed
FROM langmem.model_calls WHERE space = ANY (%(spaces)s::text[]) GROUP BY node ORDER BY node

-- name: forget_calls
-- Forget calls of long ago, whose sums the ledger keeps, and answers that no work came back for.
WITH gone AS (
    DELETE FROM langmem.model_calls WHERE at < %(before)s RETURNING 1
), emptied AS (
    UPDATE langmem.model_calls SET answer = NULL
    WHERE at >= %(before)s AND at < %(answered_before)s AND answer IS NOT NULL RETURNING 1
)
SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM emptied) AS forgotten

-- name: record_events
-- Count what a node did beside writing: calls that failed, work that was put off, texts that were refused.
INSERT INTO langmem.events (space, id, user_id, thread_id, node, op, status, reason, at)
SELECT %(space)s, r.event_id, %(user_id)s, %(thread_id)s, %(node)s, r.op, r.status, r.reason, %(now)s
FROM json_to_recordset(%(rows)s::json) AS r (event_id uuid, op text, status text, reason text)
