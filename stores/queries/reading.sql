-- name: search_memories
-- Filters first, then every list exactly: BM25 within each space, cosine, and their fusion; the priors come last.
-- Each step is materialised: the plan must not depend on statistics that a fresh database does not have.
WITH asked AS MATERIALIZED (
    SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms
), corpora AS MATERIALIZED (
    SELECT space, memory_count AS n, GREATEST(1, memory_length)::float8 / GREATEST(1, memory_count) AS mean_length
    FROM langmem.spaces WHERE space = ANY (%(spaces)s::text[])
), matched AS MATERIALIZED (
    SELECT p.space, p.uid, p.term, p.tf, p.length, count(*) OVER (PARTITION BY p.space, p.term) AS df
    FROM langmem.postings p
    WHERE p.space = ANY (%(spaces)s::text[]) AND p.corpus = 'm' AND p.term = ANY ((SELECT terms FROM asked)::text[])
), weighed AS MATERIALIZED (
    SELECT m.*, c.mean_length, ln(1 + (c.n - m.df + 0.5) / (m.df + 0.5)) AS idf FROM matched m JOIN corpora c USING (space)
), asked_weight AS MATERIALIZED (
    -- what a memory that holds every word of the question would cover
    SELECT c.space, sum(ln(1 + (c.n - COALESCE(d.df, 0) + 0.5) / (COALESCE(d.df, 0) + 0.5))) AS total
    FROM corpora c CROSS JOIN unnest((SELECT terms FROM asked)) AS t (term)
    LEFT JOIN (SELECT DISTINCT space, term, df FROM matched) d ON d.space = c.space AND d.term = t.term
    GROUP BY c.space
), signals AS MATERIALIZED (
    SELECT space, uid, max(bm25) AS bm25, max(covered) AS covered, max(cosine) AS cosine
    FROM (
        SELECT space, uid, sum(idf) AS covered, NULL::float8 AS cosine,
               sum(idf * tf * (%(k1)s + 1) / (tf + %(k1)s * (1 - %(b)s + %(b)s * length / mean_length))) AS bm25, false AS visible
        FROM weighed GROUP BY space, uid
        UNION ALL
        SELECT space, uid, NULL, -(embedding <#> %(vector)s::halfvec), NULL, true
        FROM langmem.documents
        WHERE space = ANY (%(spaces)s::text[]) AND corpus = 'm' AND (expires_at IS NULL OR expires_at > %(now)s)
          AND langmem.readable(space, category, sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
    ) each
    GROUP BY space, uid
    HAVING bool_or(visible) AND COALESCE(max(bm25), max(cosine)) IS NOT NULL
), kept AS MATERIALIZED (
    SELECT s.* FROM signals s WHERE {filter}
), ranked AS (
    SELECT k.*, row_number() OVER (ORDER BY bm25 DESC NULLS LAST, uid) AS lexical_rank,
           row_number() OVER (ORDER BY cosine DESC NULLS LAST, uid) AS vector_rank,
           COALESCE(bm25 / NULLIF(max(bm25) OVER (), 0), 0) AS lexical_score,
           COALESCE((cosine - min(cosine) OVER ()) / NULLIF(max(cosine) OVER () - min(cosine) OVER (), 0),
                    CASE WHEN cosine IS NOT NULL THEN 1 ELSE 0 END) AS vector_score,
           COALESCE(cosine, covered / NULLIF(w.total, 0)) AS similarity
    FROM kept k LEFT JOIN asked_weight w USING (space)
), fused AS (
    SELECT r.space, r.uid, r.similarity,
           CASE WHEN %(fusion)s = 'rrf' THEN
                    (CASE WHEN bm25 IS NULL THEN 0 ELSE 1.0 / (%(rrf_k)s + lexical_rank) END
                   + CASE WHEN cosine IS NULL THEN 0 ELSE 1.0 / (%(rrf_k)s + vector_rank) END) * (%(rrf_k)s + 1) / 2
                WHEN %(vector)s::halfvec IS NULL THEN lexical_score
                ELSE %(lexical_weight)s * lexical_score + (1 - %(lexical_weight)s) * vector_score END AS relevance
    FROM ranked r
    WHERE %(threshold)s::float8 IS NULL OR r.similarity >= %(threshold)s
), best AS MATERIALIZED (
    SELECT * FROM fused ORDER BY relevance DESC, uid LIMIT %(candidates)s
), linked AS MATERIALIZED (
    SELECT from_uid AS uid, max(strength) AS strength FROM langmem.relations
    WHERE space = ANY (%(spaces)s::text[]) AND from_uid IN (SELECT uid FROM best) GROUP BY from_uid
)
SELECT m.*, b.similarity,
       (b.relevance
        + %(strength_weight)s * m.strength * exp(-m.decay_rate
              * GREATEST(0, extract(epoch FROM %(now)s::timestamptz - m.strength_at) / 86400))
        + %(importance_weight)s * (m.importance - 1) / 4.0
        + %(recency_weight)s * exp(-GREATEST(0, extract(epoch FROM %(now)s::timestamptz - m.updated_at) / 86400) / 30)
        + %(relation_weight)s * COALESCE(k.strength, 0)
       ) * CASE WHEN m.kind = 'insight' THEN %(insight_weight)s ELSE 1 END AS score
FROM best b
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = b.space AND uid = b.uid OFFSET 0) m
LEFT JOIN linked k ON k.uid = b.uid
ORDER BY score DESC, m.uid
LIMIT %(limit)s OFFSET %(offset)s

-- name: recent_memories
-- The readable active memories that a filter keeps, last changed first.
SELECT m.* FROM langmem.memories m
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND langmem.readable(m.space, m.category, m.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
  AND {filter}
ORDER BY m.updated_at DESC, m.space, m.category, m.id
LIMIT %(limit)s OFFSET %(offset)s

-- name: spaces_under
-- The spaces that hold memories.
SELECT space FROM langmem.spaces ORDER BY space

-- name: always_on
-- What belongs into every context: the categories that are always on, most important first.
SELECT m.* FROM langmem.memories m
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND langmem.readable(m.space, m.category, m.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
ORDER BY m.importance DESC, m.updated_at DESC, m.uid
LIMIT %(limit)s

-- name: latest_reflection
-- The newest reflection that may be read.
SELECT m.* FROM langmem.memories m
WHERE m.state = 'active' AND m.kind = 'reflection'
  AND langmem.readable(m.space, m.category, m.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
ORDER BY m.created_at DESC LIMIT 1

-- name: known_then
-- What was known at a time, by the audit: the last text of each memory that was still there, ranked by the question's words.
WITH then_known AS (
    SELECT DISTINCT ON (h.space, h.uid) h.space, h.uid, h.new
    FROM langmem.history h
    WHERE h.space = ANY (%(spaces)s::text[]) AND h.at <= %(as_of)s AND h.uid IS NOT NULL AND h.event <> 'LINK'
    ORDER BY h.space, h.uid, h.rev DESC, h.id DESC
), asked AS (
    SELECT string_agg(quote_literal(term), ' | ')::tsquery AS question
    FROM unnest(tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s))) AS term
)
SELECT m.*, t.new AS text_then, ts_rank(to_tsvector(%(language)s::regconfig, t.new), question, 1) AS score
FROM then_known t JOIN langmem.memories m USING (space, uid), asked
WHERE t.new IS NOT NULL
  AND (question IS NULL OR to_tsvector(%(language)s::regconfig, t.new) @@ question)
  AND langmem.readable(m.space, m.category, m.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
  AND {filter}
ORDER BY score DESC NULLS LAST, m.uid
LIMIT %(limit)s OFFSET %(offset)s

-- name: start_cursor
-- A thread that looks for the first time starts at the current revision.
INSERT INTO langmem.cursors (space, thread_id, user_id, agent, rev, seen_at)
SELECT space, %(thread_id)s, %(user_id)s, %(agent)s, rev, %(now)s FROM langmem.spaces WHERE space = ANY (%(spaces)s::text[])
ON CONFLICT (space, thread_id, user_id, agent) DO NOTHING

-- name: changes_since
-- What changed since the thread last looked, the newest of each space; holds the cursors that are behind until the
-- transaction ends. A value that was replaced meanwhile is no news. Where there is none nothing is locked.
WITH present AS (
    SELECT c.space, c.rev AS since, s.rev FROM langmem.cursors c JOIN langmem.spaces s USING (space)
    WHERE c.space = ANY (%(spaces)s::text[])
      AND c.thread_id = %(thread_id)s AND c.user_id = %(user_id)s AND c.agent = %(agent)s
), behind AS (
    SELECT c.space, c.rev AS since, s.rev FROM langmem.cursors c JOIN langmem.spaces s USING (space)
    WHERE c.space = ANY (%(spaces)s::text[])
      AND c.thread_id = %(thread_id)s AND c.user_id = %(user_id)s AND c.agent = %(agent)s AND c.rev < s.rev
    FOR UPDATE OF c
)
SELECT p.space, COALESCE(b.since, p.rev) AS since, p.rev AS now_rev,
       c.rev, c.uid, c.memory_id, c.category, c.event, c.text, c.importance
FROM present p
LEFT JOIN behind b USING (space)
LEFT JOIN LATERAL (
    SELECT l.* FROM langmem.change_log l
    WHERE l.space = b.space AND l.rev > b.since AND l.rev <= b.rev
      AND langmem.readable(l.space, l.category, l.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
      AND NOT EXISTS (SELECT FROM langmem.memories m
                      WHERE m.space = l.space AND m.uid = l.uid AND m.state = 'superseded')
    ORDER BY l.rev DESC LIMIT %(limit)s
) c ON true
ORDER BY p.space, c.rev

-- name: move_cursors
-- The thread has been told.
UPDATE langmem.cursors c SET rev = m.rev, seen_at = %(now)s
FROM unnest(%(behind)s::text[], %(revisions)s::bigint[]) AS m (space, rev)
WHERE c.space = m.space AND c.thread_id = %(thread_id)s AND c.user_id = %(user_id)s AND c.agent = %(agent)s AND c.rev < m.rev

-- name: current_revisions
-- The revisions of some spaces.
SELECT space, rev FROM langmem.spaces WHERE space = ANY (%(spaces)s::text[])

-- name: history
-- The audited events of one memory, or of all that may be read; newest first.
SELECT h.event, h.memory_id, h.actor, h.old, h.new, h.meta, h.at FROM langmem.history h
WHERE (%(id)s::text IS NULL OR h.memory_id = %(id)s)
  AND langmem.readable(h.space, h.category, h.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
ORDER BY h.at DESC, h.rev DESC, h.id DESC
LIMIT %(limit)s

-- name: count_memories
-- How many memories there are, by category, kind and state.
SELECT m.category, m.kind, m.state, count(*) AS count, max(m.created_at) AS latest FROM langmem.memories m
WHERE (m.state <> 'active' OR m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND langmem.readable(m.space, m.category, m.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
GROUP BY m.category, m.kind, m.state

-- name: count_turns
-- How many turns and sessions there are.
SELECT COALESCE(sum(turn_count), 0) AS turns, count(*) AS sessions FROM langmem.sessions WHERE space = ANY (%(spaces)s::text[])

-- name: count_events
-- How often each operation ran, by node.
SELECT node, op, status, count(*) AS count FROM langmem.events WHERE space = ANY (%(spaces)s::text[]) GROUP BY node, op, status

-- name: memory_namespaces
-- The (space, category) pairs that hold active memories.
SELECT DISTINCT m.space, m.category FROM langmem.memories m
WHERE m.state = 'active' AND (NOT %(in_group)s OR m.sensitivity <> 'sensitive') AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND (%(spaces)s::text[] IS NULL OR m.space = ANY (%(spaces)s::text[]))
  AND (%(categories)s::text[] IS NULL OR m.category = ANY (%(categories)s::text[]))

-- name: export_memories
-- Everything that is kept about the memories of some spaces.
SELECT m.* FROM langmem.memories m
WHERE langmem.readable(m.space, m.category, m.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
ORDER BY m.created_at, m.uid

-- name: export_history
-- Every audited event that may be read.
SELECT h.event, h.memory_id, h.actor, h.old, h.new, h.meta, h.at FROM langmem.history h
WHERE langmem.readable(h.space, h.category, h.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
ORDER BY h.at, h.rev, h.id

-- name: export_turns
-- Every turn of the spaces; an agent that may not see all categories gets none.
SELECT t.* FROM langmem.turns t
WHERE t.space = ANY (%(spaces)s::text[]) AND %(categories)s::text[] IS NULL
ORDER BY t.at, t.session_id, t.position
