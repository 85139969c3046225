-- name: open_session
-- Count a turn into its session and return its position, and the ends of what was said before it; a turn that is already there
-- gives no row.
INSERT INTO langmem.sessions (space, session_id, user_id, thread_id, turn_count, first_seen, last_turn)
SELECT %(space)s, %(session_id)s, %(user_id)s, %(thread_id)s, 1, %(at)s, %(at)s
WHERE NOT EXISTS (SELECT FROM langmem.turns WHERE space = %(space)s AND session_id = %(session_id)s AND id = %(id)s)
ON CONFLICT (space, session_id) DO UPDATE
    SET turn_count = sessions.turn_count + 1, last_turn = GREATEST(sessions.last_turn, excluded.last_turn)
RETURNING turn_count AS position,
    ARRAY(SELECT right(t.content, 300) FROM langmem.turns t WHERE t.space = %(space)s AND t.session_id = %(session_id)s
          ORDER BY t.position DESC LIMIT 3) AS before

-- name: add_turn
-- Keep one turn; its text is masked already.
INSERT INTO langmem.turns (space, uid, session_id, id, position, role, speaker, content, at, recorded_at, user_id, agent_id)
VALUES (%(space)s, %(uid)s, %(session_id)s, %(id)s, %(position)s, %(role)s, %(speaker)s, %(content)s, %(at)s, %(now)s,
        %(user_id)s, %(agent_id)s)

-- name: known_turns
-- Which of these turns are already kept?
SELECT id FROM langmem.turns WHERE space = %(space)s AND session_id = %(session_id)s AND id = ANY (%(ids)s::text[])

-- name: search_turns
-- Exact BM25 and cosine over the turns of some spaces. A turn takes a share of its better neighbour's score, of the better one
-- two steps away, of a question that it may answer, and of the best of its session; and something when the question names its
-- speaker.
WITH asked AS MATERIALIZED (
    SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms, %(spaces)s::text[] AS spaces,
           CASE WHEN langmem.is_embedder(%(embedder)s) THEN %(vector)s::halfvec END AS vector
), corpora AS MATERIALIZED (
    SELECT space, turn_count::float8 AS n, GREATEST(1, turn_length)::float8 / GREATEST(1, turn_count) AS mean_length
    FROM langmem.spaces WHERE space = ANY ((SELECT spaces FROM asked)::text[])
), weights AS MATERIALIZED (
    SELECT space, t.term, ln(1 + (n - df + 0.5::float8) / (df + 0.5::float8)) AS idf,
           %(k1)s::float8 * (1 - %(b)s::float8) AS flat, %(k1)s::float8 * %(b)s::float8 / mean_length AS slope
    FROM corpora
    CROSS JOIN LATERAL (SELECT term, count(*)::float8 AS df FROM langmem.postings
                        WHERE space = corpora.space AND corpus = 't' AND term = ANY ((SELECT terms FROM asked)::text[])
                        GROUP BY term OFFSET 0) t
), lexical AS MATERIALIZED (
    SELECT w.space, p.uid, sum(idf * tf * (%(k1)s::float8 + 1) / (tf + flat + slope * length)) AS bm25
    FROM weights w
    CROSS JOIN LATERAL (SELECT uid, tf::float8, length::float8 FROM langmem.postings
                        WHERE space = w.space AND corpus = 't' AND term = w.term OFFSET 0) p
    GROUP BY w.space, p.uid
), seen AS MATERIALIZED (
    SELECT c.space, d.uid, d.cosine FROM corpora c
    CROSS JOIN LATERAL (SELECT uid, -(embedding <#> (SELECT vector FROM asked)) AS cosine FROM langmem.documents
                        WHERE (SELECT vector FROM asked) IS NOT NULL AND space = c.space AND corpus = 't'
                          AND embedding IS NOT NULL OFFSET 0) d
), signals AS MATERIALIZED (
    SELECT space, uid, bm25, cosine FROM seen FULL JOIN lexical USING (space, uid)
), scale AS MATERIALIZED (
    SELECT NULLIF(max(bm25), 0) AS top, min(cosine) AS low, NULLIF(max(cosine) - min(cosine), 0) AS spread FROM signals
), fused AS MATERIALIZED (
    SELECT space, uid,
           CASE WHEN spread IS NULL THEN COALESCE(bm25 / top, 0)
                ELSE %(lexical_weight)s::float8 * COALESCE(bm25 / top, 0)
                     + (1 - %(lexical_weight)s::float8) * COALESCE((cosine - low) / spread, 0) END AS score
    FROM signals CROSS JOIN scale
), placed AS MATERIALIZED (
    -- a full join is hashed whatever the planner believes of the sizes
    SELECT t.space, t.uid, t.session_id, t.position, t.asks, t.speaker, COALESCE(f.score, 0) AS score
    FROM (SELECT each.* FROM corpora c CROSS JOIN LATERAL (
              SELECT space, uid, session_id, position, strpos(content, '?') > 0 AS asks, lower(split_part(speaker, ' ', 1)) AS speaker
              FROM langmem.turns
              WHERE space = c.space AND (%(session_id)s::text IS NULL OR session_id = %(session_id)s)
                AND (%(agent)s::text IS NULL OR agent_id IS NULL OR agent_id = %(agent)s) OFFSET 0) each) t
    FULL JOIN fused f USING (space, uid)
), beside AS (
    SELECT *, lag(score) OVER near AS before, lead(score) OVER near AS after, lag(score, 2) OVER near AS before2,
           lead(score, 2) OVER near AS after2, lag(asks) OVER near AS answers, max(score) OVER (PARTITION BY space, session_id) AS best
    FROM placed WHERE COALESCE(position, 0) > 0 WINDOW near AS (PARTITION BY space, session_id ORDER BY position)
), total AS MATERIALIZED (
    SELECT space, uid,
           score + %(next)s::float8 * GREATEST(before, after, 0) + %(second)s::float8 * GREATEST(before2, after2, 0)
           + CASE WHEN answers THEN %(answer)s::float8 * before ELSE 0 END + %(session)s::float8 * best
           + CASE WHEN speaker = ANY (%(words)s::text[]) THEN %(speaker)s::float8 ELSE 0 END AS score
    FROM beside
)
SELECT t.*, b.score FROM (SELECT * FROM total WHERE score > 0 ORDER BY score DESC, uid LIMIT %(limit)s) b
CROSS JOIN LATERAL (SELECT * FROM langmem.turns WHERE space = b.space AND uid = b.uid OFFSET 0) t
ORDER BY b.score DESC, b.uid

-- name: take_texts
-- Take what waits for a vector and whom nobody embeds, of some spaces, a tenant's or all.
WITH found AS (
    SELECT d.space, COALESCE(d.home, d.space) AS home, d.corpus, d.uid
    FROM langmem.documents d
    WHERE waits AND {scope} AND NOT EXISTS (
        SELECT FROM langmem.work w WHERE w.space = d.space AND w.kind = 'embed' AND w.key = d.corpus::text || d.uid
           AND w.leased_until > %(now)s)
    LIMIT %(limit)s
), taken AS (
    INSERT INTO langmem.work (space, kind, key, due_at, lease, leased_until, created_at)
    SELECT space, 'embed', corpus::text || uid, %(now)s, %(lease)s, %(until)s, %(now)s FROM found
    ON CONFLICT (space, kind, key) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until
)
SELECT d.space, d.corpus::text AS corpus, d.uid, COALESCE(m.content, t.content) AS text, t.speaker, t.at,
       d.space AS held_in, d.corpus::text || d.uid AS held_as
FROM found d
LEFT JOIN LATERAL (SELECT content FROM langmem.memories WHERE d.corpus = 'm' AND space = d.home AND uid = d.uid OFFSET 0) m ON true
LEFT JOIN LATERAL (SELECT content, speaker, at FROM langmem.turns
                   WHERE d.corpus = 't' AND space = d.space AND uid = d.uid OFFSET 0) t ON true

-- name: of_some_spaces
-- What holds of the rows of some spaces.
space = ANY (%(spaces)s::text[])

-- name: of_a_tenant
-- What holds of the rows of a tenant's spaces.
starts_with(space, %(prefix)s)

-- name: add_vectors
-- Give vectors to what waits for them, null to a text that has none; what has gone meanwhile stays as it is, and all does
-- where the stored vectors are another embedder's by now. Rows are found by their keys: `waits` as it is would lead to all that
-- wait.
WITH added AS (
    UPDATE langmem.documents d SET embedding = n.embedding, waits = false
    FROM unnest(%(key_spaces)s::text[], %(corpora)s::text[], %(uids)s::uuid[], %(vectors)s::halfvec[]) AS n (space, corpus, uid, embedding)
    WHERE d.space = n.space AND d.corpus = n.corpus::"char" AND d.uid = n.uid AND d.waits::int = 1 AND langmem.is_embedder(%(embedder)s)
    RETURNING 1
)
SELECT count(*) AS added FROM added
