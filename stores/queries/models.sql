-- name: answer_of
-- What a question was answered earlier, if it was.
SELECT answer FROM langmem.model_calls WHERE space = %(space)s AND key = %(key)s AND error IS NULL AND answer IS NOT NULL

-- name: answers_of
-- What the questions of a job were answered that has not ended.
SELECT answer FROM langmem.model_calls
WHERE space = %(space)s AND job = %(job)s AND error IS NULL AND answer IS NOT NULL ORDER BY at, key

-- name: reserve
-- Set units of a tenant's day aside, as long as they are there. The row is locked and read as it stands: those who ask at once are
-- answered one after the other. What was reserved and has run out goes.
INSERT INTO langmem.energy AS e (tenant, day, reserved)
SELECT %(tenant)s, %(day)s, jsonb_build_object(%(id)s::text, jsonb_build_array(%(units)s::float8, %(until)s::float8))
WHERE %(units)s::float8 <= %(ceiling)s::float8
ON CONFLICT (tenant, day) DO UPDATE
    SET reserved = excluded.reserved || (SELECT COALESCE(jsonb_object_agg(h.key, h.value), '{}') FROM jsonb_each(e.reserved) h
                                         WHERE (h.value->>1)::float8 > %(now)s::float8)
    WHERE (SELECT e.units + COALESCE(sum((h.value->>0)::float8), 0) FROM jsonb_each(e.reserved) h
           WHERE (h.value->>1)::float8 > %(now)s::float8 AND h.key <> %(id)s::text)
          + %(units)s::float8 <= %(ceiling)s::float8
      AND (%(free)s::float8 IS NULL OR (
           SELECT e.units + COALESCE(sum((h.value->>0)::float8), 0) FROM jsonb_each(e.reserved) h
           WHERE (h.value->>1)::float8 > %(now)s::float8 AND h.key <> %(id)s::text) < %(free)s::float8)
RETURNING 1

-- name: keep_call
-- Keep what a model was asked, and charge it to its tenant's day in place of what was reserved. A question that has its answer is not charged again; one
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
SELECT %(tenant)s, %(day)s, COALESCE(sum(units), 0), COALESCE(sum(tokens), 0), count(*), count(error) FROM kept
ON CONFLICT (tenant, day) DO UPDATE
    SET units = energy.units + excluded.units, tokens = energy.tokens + excluded.tokens,
        calls = energy.calls + excluded.calls, failed = energy.failed + excluded.failed, reserved = energy.reserved - %(reserved)s::text

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
    DELETE FROM langmem.model_calls WHERE at < %(before)s
        AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s)) RETURNING 1
), emptied AS (
    UPDATE langmem.model_calls SET answer = NULL
    WHERE at >= %(before)s AND at < %(answered_before)s AND answer IS NOT NULL
      AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s)) RETURNING 1
)
SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM emptied) AS forgotten

-- name: record_noted
-- Count what was noted since the last write, but for what belongs to a space that was erased since.
INSERT INTO langmem.events (space, id, user_id, thread_id, node, op, status, reason, category, sim, at)
SELECT r.space, r.event_id, r.user_id, r.thread_id, r.node, r.op, r.status, r.reason, r.category, r.sim, r.at
FROM json_to_recordset(%(rows)s::json) AS r (space text, event_id uuid, user_id text, thread_id text, node text, op text,
                                             status text, reason text, category text, sim real, at timestamptz)
-- OFFSET keeps the planner from reading the events of all spaces at once
WHERE NOT EXISTS (SELECT FROM langmem.events e WHERE e.space = r.space AND e.id > r.event_id AND e.op = 'erase' OFFSET 0)
ON CONFLICT (space, id) DO NOTHING

-- name: record_events
-- Count what a node did beside writing: calls that failed, work that was put off, texts that were refused.
INSERT INTO langmem.events (space, id, user_id, thread_id, node, op, status, reason, at)
SELECT %(space)s, r.event_id, %(user_id)s, %(thread_id)s, %(node)s, r.op, r.status, r.reason, %(now)s
FROM json_to_recordset(%(rows)s::json) AS r (event_id uuid, op text, status text, reason text)
