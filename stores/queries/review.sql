-- name: withdrawn_since
-- What was forgotten, corrected or replaced since a time: the texts that must not come back.
SELECT h.old, h.at FROM langmem.history h
WHERE h.space = %(space)s AND h.at >= %(since)s AND h.old IS NOT NULL
  AND (h.event = 'DELETE' AND COALESCE(h.meta->>'reason', '') NOT IN ('cap', 'unfounded')
       OR h.event = 'UPDATE' AND (h.meta->>'op' = 'correct' OR h.meta ? 'superseded_by'))
ORDER BY h.rev DESC LIMIT 1000

-- name: alike_by_words
-- The active memories that hold three quarters of a draft's words, the likeliest first; the words themselves are compared later.
WITH asked AS MATERIALIZED (
    SELECT g.n, tsvector_to_array(to_tsvector(%(language)s::regconfig, g.content)) AS terms
    FROM @indexing CROSS JOIN json_to_recordset(%(rows)s::json) AS g (n int, content text)
)
SELECT a.n, m.* FROM asked a
CROSS JOIN LATERAL (
    SELECT uid FROM langmem.postings
    WHERE space = %(space)s AND corpus = 'm' AND term = ANY (a.terms)
    GROUP BY uid HAVING count(*) >= %(alike)s::float8 * cardinality(a.terms)
    ORDER BY count(*) DESC, uid LIMIT 5
) p
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = %(space)s AND uid = p.uid AND state = 'active' OFFSET 0) m
ORDER BY a.n

-- name: texts_of
-- Some memories as far as they are still there.
SELECT * FROM langmem.memories WHERE space = %(space)s AND id = ANY (%(ids)s::text[]) AND state = 'active'

-- name: foundations
-- Insights that have lost their evidence: one piece of it forgotten, corrected or replaced, or none of it left.
SELECT i.* FROM langmem.memories i
CROSS JOIN LATERAL (
    SELECT count(*) AS held, count(*) FILTER (WHERE m.state = 'active' OR m.merged) AS living,
           bool_or(m.state = 'superseded' AND NOT m.merged OR m.updated_at > i.created_at AND EXISTS (
               SELECT FROM langmem.history h
               WHERE h.space = i.space AND h.memory_id = m.id AND h.at >= i.created_at
                 AND (h.event = 'DELETE' OR h.meta->>'op' = 'correct'))) AS fallen
    FROM (SELECT id, state, updated_at,
                 -- what became one with others still holds
                 state = 'superseded' AND EXISTS (SELECT FROM langmem.memories w
                                                  WHERE w.space = o.space AND w.id = o.superseded_by[1] AND w.state = 'active'
                                                    AND w.extra ? 'consolidated_from') AS merged
          FROM langmem.memories o WHERE o.space = i.space AND o.id = ANY (i.source_ids)) m
) e
WHERE i.space = %(space)s AND i.kind = 'insight' AND i.state = 'active' AND i.source = 'consolidation' AND NOT i.pinned
  AND cardinality(i.source_ids) > 0
  AND (e.fallen OR e.living = 0 OR e.held < cardinality(i.source_ids))

-- name: any_concluded
-- Was anything concluded in a space that still counts?
SELECT 1 FROM langmem.memories WHERE space = %(space)s AND source = 'consolidation' AND kind IN ('insight', 'reflection') LIMIT 1

-- name: resting_on
-- What was concluded from some memories, or from what became one of them. (The index holds what was concluded, a few rows of a space.)
WITH RECURSIVE gone (space, id) AS (
    SELECT space COLLATE "C", id COLLATE "C" FROM unnest(%(key_spaces)s::text[], %(ids)s::text[]) AS k (space, id)
    UNION
    SELECT g.space, part.id COLLATE "C" FROM gone g
    CROSS JOIN LATERAL (SELECT supersedes FROM langmem.memories
                        WHERE space = g.space AND id = g.id AND extra ? 'consolidated_from' OFFSET 0) m
    CROSS JOIN LATERAL unnest(m.supersedes) AS part (id)
)
SELECT i.*
FROM (SELECT space, array_agg(id) AS ids FROM gone GROUP BY space) g
CROSS JOIN LATERAL (
    SELECT * FROM langmem.memories
    WHERE space = g.space AND state = 'active' AND source = 'consolidation' AND kind IN ('insight', 'reflection')
      AND NOT pinned AND source_ids && g.ids OFFSET 0
) i

-- name: more_public
-- Conclusions of some spaces that are more public than something that they rest on, or than what that became part of: `private` where
-- it is kept from groups, `about` whom it is where its owner may not see it, and `apart` where agents have the category of the
-- conclusion and not its.
WITH RECURSIVE concluded AS MATERIALIZED (
    SELECT i.* FROM unnest(%(spaces)s::text[]) AS k (space)
    CROSS JOIN LATERAL (SELECT space, uid, category, sensitivity, subjects, source_ids, state, pinned FROM langmem.memories
                        WHERE space = k.space AND source = 'consolidation' AND kind IN ('insight', 'reflection') OFFSET 0) i
), grounds (space, uid, id) AS (
    SELECT space, uid, source.id COLLATE "C" FROM concluded CROSS JOIN LATERAL unnest(source_ids) AS source (id)
    UNION
    SELECT g.space, g.uid, whole.id COLLATE "C" FROM grounds g
    CROSS JOIN LATERAL (SELECT superseded_by FROM langmem.memories
                        WHERE space = g.space AND id = g.id AND state = 'superseded' OFFSET 0) m
    CROSS JOIN LATERAL unnest(m.superseded_by) AS heir (id)
    CROSS JOIN LATERAL (SELECT id FROM langmem.memories
                        WHERE space = g.space AND id = heir.id AND extra ? 'consolidated_from' OFFSET 0) whole
), strict AS MATERIALIZED (
    SELECT c.space, c.uid, bool_or(m.closed AND (c.sensitivity <> 'sensitive' OR NOT m.about <@ c.subjects)) AS private,
           bool_or(NOT m.shared AND c.state = 'active' AND NOT c.pinned) AS apart,
           ARRAY(SELECT DISTINCT unnest FROM jsonb_array_elements(jsonb_agg(to_jsonb(m.about))) e
                 CROSS JOIN LATERAL jsonb_array_elements_text(e) AS unnest) AS about
    FROM concluded c JOIN grounds g USING (space, uid)
    CROSS JOIN LATERAL (
        SELECT sensitivity = 'sensitive' OR sensitivity = 'personal' AND subjects <> '{}' AS closed,
               CASE WHEN sensitivity = 'sensitive' THEN subjects ELSE '{}' END AS about,
               COALESCE(%(common)s::jsonb -> c.category ? category, false) AS shared
        FROM langmem.memories WHERE space = g.space AND id = g.id OFFSET 0) m
    WHERE m.closed OR NOT m.shared
    GROUP BY c.space, c.uid
)
SELECT s.private, s.about, m.* FROM strict s
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = s.space AND uid = s.uid OFFSET 0) m
WHERE s.private OR s.apart

-- name: recent_of_kinds
-- The newest active memories of some kinds, of some categories.
SELECT m.* FROM langmem.memories m
WHERE m.space = %(space)s AND m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND m.kind = ANY (%(kinds)s::text[]) AND m.created_at >= %(since)s AND m.sensitivity <> 'sensitive'
  AND m.category = ANY (%(categories)s::text[])
ORDER BY m.created_at DESC, m.uid DESC LIMIT %(limit)s

-- name: latest_of_kind
-- When a memory of a kind was last made, in whatever state it is now.
SELECT max(created_at) AS at FROM langmem.memories WHERE space = %(space)s AND kind = %(kind)s

-- name: spaces_due
-- The users' spaces in which enough was learned lately, and in which this work is not done yet. (The index is of the time of the
-- last change, which is none before a memory was made.)
WITH changed AS MATERIALIZED (
    SELECT space, state, kind, created_at FROM langmem.memories
    WHERE GREATEST(created_at, updated_at) >= %(since)s::timestamptz
)
SELECT m.space FROM changed m
WHERE m.state = 'active' AND m.kind IN ('semantic', 'episodic') AND m.space > %(after)s AND m.created_at >= %(since)s
  AND strpos(m.space, '/user:') > 0
  AND NOT EXISTS (SELECT FROM langmem.work w
                  WHERE w.space = m.space AND w.kind = %(kind)s AND w.key = ''
                    AND (w.due_at > %(now)s OR w.leased_until > %(now)s))
GROUP BY m.space HAVING count(*) >= %(least)s ORDER BY m.space LIMIT %(limit)s
