-- name: spaces_to_consolidate
-- The spaces in which something was recorded or has changed lately, or whose turn it is; those that wait longest come first. (The
-- index is of this expression, and asked for nothing else: no other may seem as good.)
WITH changed AS MATERIALIZED (
    SELECT space, state FROM langmem.memories
    WHERE GREATEST(created_at, updated_at) >= %(changed)s::timestamptz
)
SELECT due.space, t.at FROM (
    SELECT space FROM changed WHERE state = 'active'
    UNION
    SELECT w.space FROM langmem.work w WHERE w.kind = 'consolidate' AND w.due_at <= %(now)s
) due
LEFT JOIN LATERAL (SELECT consolidated_at FROM langmem.spaces WHERE space = due.space OFFSET 0) s ON true
CROSS JOIN LATERAL (SELECT COALESCE(s.consolidated_at, to_timestamp(0)) AS at) t
WHERE t.at <= %(until)s AND (%(after_at)s::timestamptz IS NULL OR (t.at, due.space) > (%(after_at)s, %(after)s))
  AND (%(spaces)s::text[] IS NULL OR due.space = ANY (%(spaces)s::text[]))
  AND (%(prefix)s::text IS NULL OR starts_with(due.space, %(prefix)s))
ORDER BY t.at, due.space LIMIT %(limit)s

-- name: had_its_turn
-- A space has been consolidated, or has failed.
UPDATE langmem.spaces SET consolidated_at = %(now)s WHERE space = %(space)s

-- name: take_space
-- Take the work of a kind on a space, unless somebody is at it; what is held is due: whoever holds it may die.
INSERT INTO langmem.work (space, kind, key, due_at, lease, leased_until, attempts, created_at)
VALUES (%(space)s, %(kind)s, '', %(now)s, %(lease)s, %(until)s, 1, %(now)s)
ON CONFLICT (space, kind, key) DO UPDATE
    SET lease = excluded.lease, leased_until = excluded.leased_until, attempts = work.attempts + 1,
        due_at = LEAST(work.due_at, excluded.due_at)
    WHERE work.leased_until IS NULL OR work.leased_until <= %(now)s
RETURNING space, kind, key, user_id, thread_id, attempts, lease

-- name: near_pairs
-- Pairs of a space that are near and that nobody has judged lately. One of each has changed lately, matters, or is often read
-- (top decile); both are statements of the same category about the same people, said by the same person in the same chat, and seen
-- by the same: who sees one of two only would miss it when they become one. What a caller has its own key or time for, what is pinned and what fills a slot stays out of it.
WITH live AS MATERIALIZED (
    SELECT m.uid, m.content, m.category, m.sensitivity, m.portable, m.subjects, m.stated_by, m.learned_in, m.importance, m.access_count, m.updated_at, d.embedding
    FROM langmem.memories m
    LEFT JOIN LATERAL (SELECT embedding FROM langmem.documents
                       WHERE space = m.space AND corpus = 'm' AND uid = m.uid AND langmem.is_embedder(%(embedder)s) OFFSET 0) d ON true
    WHERE m.space = %(space)s AND m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
      AND m.kind = 'semantic' AND NOT m.pinned AND m.slot IS NULL AND m.ttl_minutes IS NULL AND m.id = m.uid::text
      AND GREATEST(m.updated_at, m.last_accessed) >= %(recent)s
), often AS (
    SELECT percentile_disc(0.9) WITHIN GROUP (ORDER BY access_count) AS least FROM live
), candidates AS MATERIALIZED (
    SELECT l.* FROM live l CROSS JOIN often o
    WHERE l.updated_at >= %(changed)s OR l.importance >= 3 OR l.access_count > 0 AND l.access_count >= o.least
    ORDER BY l.updated_at < %(changed)s, hashtextextended(l.uid::text, %(day)s) LIMIT %(candidates)s
), near AS (
    SELECT DISTINCT ON (a, b) LEAST(c.uid, n.uid) AS a, GREATEST(c.uid, n.uid) AS b, n.similarity
    FROM candidates c CROSS JOIN LATERAL (
        SELECT l.uid, l.similarity FROM (
            SELECT uid, -(embedding <#> c.embedding) AS similarity FROM live
            WHERE uid <> c.uid AND category = c.category AND subjects = c.subjects
              AND stated_by IS NOT DISTINCT FROM c.stated_by AND learned_in IS NOT DISTINCT FROM c.learned_in
              AND CASE WHEN subjects = '{}' THEN (sensitivity = 'sensitive') = (c.sensitivity = 'sensitive')
                       ELSE sensitivity = c.sensitivity AND portable = c.portable END OFFSET 0
        ) l
        WHERE COALESCE(l.similarity, 1) >= %(nearest)s::float8
          AND NOT EXISTS (SELECT FROM langmem.pairs p
                          WHERE p.space = %(space)s AND p.a = LEAST(c.uid, l.uid) AND p.b = GREATEST(c.uid, l.uid)
                            AND (p.apart OR p.at > %(spared)s AND p.similarity = round(COALESCE(l.similarity, 1) * 100)))
        ORDER BY l.similarity DESC NULLS LAST, l.uid LIMIT %(neighbours)s
    ) n
)
SELECT n.a, n.b, n.similarity,
       tsvector_to_array(to_tsvector(%(language)s::regconfig, ma.content)) AS terms_a,
       tsvector_to_array(to_tsvector(%(language)s::regconfig, mb.content)) AS terms_b
FROM near n JOIN live ma ON ma.uid = n.a JOIN live mb ON mb.uid = n.b
ORDER BY n.similarity DESC NULLS LAST, n.a, n.b

-- name: chosen_today
-- The pairs of a space that a model was to judge since midnight UTC, and which of them have no answer.
SELECT a, b, similarity = %(unanswered)s AS unanswered FROM langmem.pairs
WHERE space = %(space)s AND asked AND at >= date_trunc('day', %(now)s::timestamptz, 'UTC')

-- name: oldest_pair
-- When was a model asked about the pair of a space that has been spared longest?
SELECT min(at) AS at FROM langmem.pairs WHERE space = %(space)s AND asked AND NOT apart

-- name: note_pairs
-- These pairs have been judged; `apart` for good.
INSERT INTO langmem.pairs (space, a, b, similarity, asked, apart, at)
SELECT %(space)s, r.a, r.b, r.similarity, %(asked)s, %(apart)s, %(now)s
FROM json_to_recordset(%(rows)s::json) AS r (a uuid, b uuid, similarity smallint)
ON CONFLICT (space, a, b) DO UPDATE
    SET similarity = excluded.similarity, asked = excluded.asked, apart = pairs.apart OR excluded.apart, at = excluded.at

-- name: forget_pairs
-- Pairs that are no longer spared.
WITH gone AS (DELETE FROM langmem.pairs WHERE NOT apart AND at <= %(spared)s
              AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s)) RETURNING 1)
SELECT count(*) AS forgotten FROM gone

-- name: begin_step
-- Is this step ours, for all tenants? Locks are held until the transaction ends; the seeds keep them apart from other locks.
SELECT pg_try_advisory_xact_lock(hashtextextended(%(tenant)s || ':' || %(step)s, 7020726)) AS ours

-- name: wait_for_tenants
-- Let those end who are at a part of this step for one tenant; who comes now leaves it to us.
SELECT pg_advisory_xact_lock(hashtextextended(%(step)s, 7020727))

-- name: begin_step_of_tenant
-- Is this step ours, for one tenant? It is not while another run is at it for this tenant, or for all.
SELECT CASE WHEN pg_try_advisory_xact_lock_shared(hashtextextended(%(step)s, 7020727))
            THEN pg_try_advisory_xact_lock(hashtextextended(%(tenant)s || ':' || %(step)s, 7020726)) ELSE false END AS ours

-- name: record_run
-- Keep what a step of a run did, what the models cost it, and forget runs of long ago.
WITH forgotten AS (
    DELETE FROM langmem.runs WHERE at < %(before)s
)
INSERT INTO langmem.runs (tenant, id, graph, step, status, reason, counts, units, seconds, at)
SELECT %(tenant)s, %(id)s, %(graph)s, %(step)s, %(status)s, %(reason)s, %(counts)s::text::jsonb,
       (SELECT COALESCE(sum(units), 0) FROM langmem.model_calls WHERE at >= %(began)s AND node = %(step)s
        AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))),
       %(seconds)s, %(now)s

-- name: latest_runs
-- What each step did when it ran last, for all tenants or for one.
SELECT DISTINCT ON (graph, step) graph, step, status, reason, counts, units, seconds, at FROM langmem.runs
WHERE tenant = %(tenant)s ORDER BY graph, step, at DESC, id DESC

-- name: last_whole_run
-- When did the last run of a step begin, of one for these, that came to its end? What it left in single spaces is work of theirs.
SELECT max(at - make_interval(secs => seconds)) AS began FROM langmem.runs
WHERE tenant = ANY (%(tenants)s::text[]) AND graph = 'daily' AND step = %(step)s AND status IN ('ok', 'left', 'skipped')
  AND COALESCE(reason, '') NOT IN ('time', 'stopped', 'off')

-- name: full_spaces
-- The spaces that hold more than they may, with what is full of each: a category, or the space itself (null), and its cap.
SELECT s.space, array_agg(c.category) AS categories, array_agg(c.cap) AS caps FROM langmem.spaces s
CROSS JOIN LATERAL (
    SELECT NULL::text AS category, CASE WHEN strpos(s.space, '/app:') > 0 THEN %(app_cap)s ELSE %(space_cap)s END::bigint AS cap
    UNION ALL
    SELECT r.category, r.cap FROM json_to_recordset(%(rows)s::json) AS r (category text, cap bigint)
) c
WHERE s.memory_count > c.cap AND strpos(s.space, '/person:') = 0
  AND s.space > %(after)s AND (%(spaces)s::text[] IS NULL OR s.space = ANY (%(spaces)s::text[]))
  AND (%(prefix)s::text IS NULL OR starts_with(s.space, %(prefix)s))
  AND c.cap < (SELECT count(*) FROM langmem.memories m
               WHERE m.space = s.space AND (c.category IS NULL OR m.category = c.category) AND m.state = 'active'
                 AND (m.expires_at IS NULL OR m.expires_at > %(now)s))
GROUP BY s.space ORDER BY s.space LIMIT %(limit)s

-- name: held_memories
-- All active memories of a space, or of a category of it, the longest unchanged first; those that a conclusion rests on last.
SELECT * FROM langmem.memories
WHERE space = %(space)s AND (%(category)s::text IS NULL OR category = %(category)s) AND state = 'active'
  AND (expires_at IS NULL OR expires_at > %(now)s)
ORDER BY id = ANY (ARRAY(SELECT unnest(source_ids) FROM langmem.memories
                         WHERE space = %(space)s AND state = 'active' AND source = 'consolidation' AND kind IN ('insight', 'reflection'))),
         updated_at, uid
