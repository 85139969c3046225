-- name: open_session
-- Count a turn into its session and return its position; a turn that is already there gives no row.
INSERT INTO langmem.sessions (space, session_id, user_id, thread_id, turn_count, first_seen, last_turn)
SELECT %(space)s, %(session_id)s, %(user_id)s, %(thread_id)s, 1, %(at)s, %(at)s
WHERE NOT EXISTS (SELECT FROM langmem.turns WHERE space = %(space)s AND session_id = %(session_id)s AND id = %(id)s)
ON CONFLICT (space, session_id) DO UPDATE
    SET turn_count = sessions.turn_count + 1, last_turn = GREATEST(sessions.last_turn, excluded.last_turn)
RETURNING turn_count AS position

-- name: add_turn
-- Keep one turn; its text is masked already.
INSERT INTO langmem.turns (space, uid, session_id, id, position, role, speaker, content, at, recorded_at, user_id, agent_id)
VALUES (%(space)s, %(uid)s, %(session_id)s, %(id)s, %(position)s, %(role)s, %(speaker)s, %(content)s, %(at)s, %(now)s,
        %(user_id)s, %(agent_id)s)

-- name: known_turns
-- Which of these turns are already kept?
SELECT id FROM langmem.turns WHERE space = %(space)s AND session_id = %(session_id)s AND id = ANY (%(ids)s::text[])

-- name: search_turns
-- Exact BM25 and cosine over the turns of some spaces; a turn takes a share of its better neighbour's score.
WITH asked AS MATERIALIZED (
    SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms
), corpora AS MATERIALIZED (
    SELECT space, turn_count AS n, GREATEST(1, turn_length)::float8 / GREATEST(1, turn_count) AS mean_length
    FROM langmem.spaces WHERE space = ANY (%(spaces)s::text[])
), matched AS MATERIALIZED (
    SELECT p.space, p.uid, p.tf, p.length, count(*) OVER (PARTITION BY p.space, p.term) AS df
    FROM langmem.postings p
    WHERE p.space = ANY (%(spaces)s::text[]) AND p.corpus = 't' AND p.term = ANY ((SELECT terms FROM asked)::text[])
), signals AS MATERIALIZED (
    SELECT space, uid, max(bm25) AS bm25, max(cosine) AS cosine
    FROM (
        SELECT space, uid, NULL::float8 AS cosine,
               sum(ln(1 + (n - df + 0.5) / (df + 0.5)) * tf * (%(k1)s + 1)
                   / (tf + %(k1)s * (1 - %(b)s + %(b)s * length / mean_length))) AS bm25
        FROM matched JOIN corpora USING (space) GROUP BY space, uid
        UNION ALL
        SELECT space, uid, -(embedding <#> %(vector)s::halfvec), NULL
        FROM langmem.documents WHERE %(vector)s::halfvec IS NOT NULL AND space = ANY (%(spaces)s::text[]) AND corpus = 't'
          AND embedding IS NOT NULL
    ) each
    GROUP BY space, uid
), scaled AS (
    SELECT space, uid, COALESCE(bm25 / NULLIF(max(bm25) OVER (), 0), 0) AS lexical_score,
           COALESCE((cosine - min(cosine) OVER ()) / NULLIF(max(cosine) OVER () - min(cosine) OVER (), 0), 0) AS vector_score
    FROM signals
), fused AS MATERIALIZED (
    SELECT space, uid,
           CASE WHEN %(vector)s::halfvec IS NULL THEN lexical_score
                ELSE %(lexical_weight)s * lexical_score + (1 - %(lexical_weight)s) * vector_score END AS score
    FROM scaled
), placed AS MATERIALIZED (
    SELECT t.space, t.uid, t.session_id, t.position, f.score
    FROM fused f JOIN langmem.turns t USING (space, uid)
    WHERE (%(session_id)s::text IS NULL OR t.session_id = %(session_id)s)
      AND (%(agent)s::text IS NULL OR t.agent_id IS NULL OR t.agent_id = %(agent)s)
), spread AS (
    SELECT space, session_id, position, score AS own, 0 AS share FROM placed
    UNION ALL SELECT space, session_id, position + 1, 0, score * %(before)s FROM placed
    UNION ALL SELECT space, session_id, position - 1, 0, score * %(after)s FROM placed
), total AS MATERIALIZED (
    SELECT space, session_id, position, sum(own) + max(share) AS score FROM spread GROUP BY space, session_id, position
)
SELECT t.*, total.score
FROM total JOIN langmem.turns t USING (space, session_id, position)
WHERE %(agent)s::text IS NULL OR t.agent_id IS NULL OR t.agent_id = %(agent)s
ORDER BY total.score DESC, t.uid
LIMIT %(limit)s

-- name: without_vector
-- What waits for a vector; seen from everywhere, or from some spaces. What is locked is another job's work.
SELECT d.space, d.corpus::text AS corpus, d.uid, COALESCE(m.content, t.content) AS text, t.speaker, t.at
FROM langmem.documents d
LEFT JOIN langmem.memories m ON d.corpus = 'm' AND m.space = d.space AND m.uid = d.uid
LEFT JOIN langmem.turns t ON d.corpus = 't' AND t.space = d.space AND t.uid = d.uid
WHERE d.waits AND (%(spaces)s::text[] IS NULL OR d.space = ANY (%(spaces)s::text[]))
LIMIT %(limit)s

-- name: add_vectors
-- Give vectors to what waits for them, null to a text that has none; what has gone meanwhile stays as it is.
UPDATE langmem.documents d SET embedding = n.embedding, waits = false
FROM unnest(%(key_spaces)s::text[], %(corpora)s::text[], %(uids)s::uuid[], %(vectors)s::halfvec[]) AS n (space, corpus, uid, embedding)
WHERE d.space = n.space AND d.corpus = n.corpus::"char" AND d.uid = n.uid AND d.waits
