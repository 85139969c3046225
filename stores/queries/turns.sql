-- name: open_session
-- Count a turn into its session and return its position, and the ends of what was said before it; a turn that is already there
-- gives no row.
INSERT INTO langmem.sessions (space, session_id, user_id, thread_id, turn_count, first_seen, last_turn)
SELECT %(space)s, %(session_id)s, %(user_id)s, %(thread_id)s, 1, %(at)s, %(at)s
WHERE NOT EXISTS (SELECT FROM langmem.turns WHERE space = %(space)s AND session_id = %(session_id)s
                  AND (id = %(id)s OR chosen = %(id)s AND %(agent)s::text IS NOT NULL AND @may_hear(turns)))
ON CONFLICT (space, session_id) DO UPDATE
    SET turn_count = sessions.turn_count + 1, last_turn = GREATEST(sessions.last_turn, excluded.last_turn)
RETURNING turn_count AS position,
    ARRAY(SELECT right(t.content, 300) FROM langmem.turns t WHERE t.space = %(space)s AND t.session_id = %(session_id)s
          ORDER BY t.position DESC LIMIT 3) AS before

-- name: add_turn
-- Keep one turn; its text is masked already.
INSERT INTO langmem.turns (space, uid, session_id, id, chosen, position, role, speaker, content, at, recorded_at, user_id, agent_id)
VALUES (%(space)s, %(uid)s, %(session_id)s, %(id)s, %(chosen)s, %(position)s, %(role)s, %(speaker)s, %(content)s, %(at)s, %(now)s,
        %(user_id)s, %(agent_id)s)

-- name: known_turns
-- Which of these turns are already kept, as far as an agent may see them?
SELECT id FROM langmem.turns WHERE space = %(space)s AND session_id = %(session_id)s AND id = ANY (%(ids)s::text[])
    AND (%(agent)s::text IS NULL OR chosen IS NULL AND @may_hear(turns))
UNION ALL
SELECT chosen FROM langmem.turns WHERE space = %(space)s AND session_id = %(session_id)s AND chosen = ANY (%(ids)s::text[])
    AND %(agent)s::text IS NOT NULL AND @may_hear(turns)

-- name: may_hear
-- May an agent see this turn? So it may what it kept itself, and what no agent kept.
({row}.agent_id IS NULL OR {row}.agent_id = %(agent)s OR %(agent)s = ANY ({row}.heard_by))

-- name: turns_of_id
-- The turns that were kept under an id, whether an agent sees them, and the ends of what was said before them.
SELECT k.uid, k.position, k.role, k.content, %(agent)s::text IS NULL OR @may_hear(k) AS heard,
       ARRAY(SELECT right(t.content, 300) FROM langmem.turns t WHERE t.space = k.space AND t.session_id = k.session_id AND t.position < k.position
             ORDER BY t.position DESC LIMIT 3) AS before
FROM langmem.turns k
WHERE k.space = %(space)s AND k.session_id = %(session_id)s AND (k.id = %(id)s OR k.chosen = %(id)s)
ORDER BY k.position

-- name: line_of_turns
-- The turns of a session in their order, and which of them are left behind.
SELECT uid, id, chosen, position, agent_id, left_at FROM langmem.turns
WHERE space = %(space)s AND session_id = %(session_id)s ORDER BY position

-- name: leave_turns
-- A conversation goes on from an earlier message: some of its turns are left behind, others are taken up again.
UPDATE langmem.turns SET left_at = CASE WHEN uid = ANY (%(left)s::uuid[]) THEN %(now)s::timestamptz END
WHERE space = %(space)s AND session_id = %(session_id)s AND uid = ANY (%(left)s::uuid[] || %(back)s::uuid[])

-- name: hear_turn
-- An agent has kept a turn that another kept before.
UPDATE langmem.turns SET heard_by = heard_by || %(agent)s::text WHERE space = %(space)s AND uid = %(uid)s

-- name: search_turns
-- Exact BM25 and cosine over the turns of some spaces. A turn takes a share of its better neighbour's score, of the better one
-- two steps away, of a question that it may answer, and of the best of its session; and something when the question names its
-- speaker. Which turns count, and are found, says one of the two parts after this.
WITH asked AS MATERIALIZED (
    SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms, %(spaces)s::text[] AS spaces,
           CASE WHEN langmem.is_embedder(%(embedder)s) THEN %(vector)s::halfvec END AS vector
    FROM @indexing
), {counted}, signals AS MATERIALIZED (
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
    FROM {said} t
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

-- name: turns_as_kept
-- Words weigh by how often the whole space has them: for who may see all of it.
corpora AS MATERIALIZED (
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
)

-- name: said_as_kept
-- The turns that are searched, with what is asked of each.
(SELECT each.* FROM corpora c CROSS JOIN LATERAL (
     SELECT space, uid, session_id, position, strpos(content, '?') > 0 AS asks, lower(split_part(speaker, ' ', 1)) AS speaker
     FROM langmem.turns
     WHERE space = c.space AND left_at IS NULL AND (%(session_id)s::text IS NULL OR session_id = %(session_id)s) OFFSET 0) each)

-- name: turns_as_seen
-- Words weigh by how often what may be seen has them, and vectors are scaled among those: anything else would tell of the rest. An
-- agent sees the turns that it kept itself, and those that no agent kept.
said AS MATERIALIZED (
    SELECT each.* FROM unnest((SELECT spaces FROM asked)::text[]) AS c (space) CROSS JOIN LATERAL (
        SELECT space, uid, session_id, position, strpos(content, '?') > 0 AS asks, lower(split_part(speaker, ' ', 1)) AS speaker
        FROM langmem.turns WHERE space = c.space AND left_at IS NULL AND @may_hear(turns) OFFSET 0) each
), held AS MATERIALIZED (
    -- full joins are hashed or merged whatever the planner believes of the sizes
    SELECT space, uid, tf, length, (count(*) OVER (PARTITION BY space, term))::float8 AS df
    FROM said FULL JOIN (
        SELECT p.* FROM unnest((SELECT spaces FROM asked)::text[]) AS c (space) CROSS JOIN LATERAL (
            SELECT space, uid, term, tf::float8, length::float8 FROM langmem.postings
            WHERE space = c.space AND corpus = 't' AND term = ANY ((SELECT terms FROM asked)::text[]) OFFSET 0) p
    ) p USING (space, uid)
    WHERE position IS NOT NULL AND term IS NOT NULL
), corpora AS MATERIALIZED (
    SELECT space, n, COALESCE(mean_length, 1) AS mean_length FROM (SELECT space, count(*)::float8 AS n FROM said GROUP BY space) s
    FULL JOIN (SELECT space, avg(length) AS mean_length FROM held GROUP BY space) l USING (space)
), lexical AS MATERIALIZED (
    SELECT space, uid, sum(idf * tf * (%(k1)s::float8 + 1)
           / (tf + %(k1)s::float8 * (1 - %(b)s::float8 + %(b)s::float8 * length / mean_length))) AS bm25
    FROM (SELECT space, uid, tf, length, mean_length, ln(1 + (n - df + 0.5::float8) / (df + 0.5::float8)) AS idf
          FROM held FULL JOIN corpora USING (space) WHERE uid IS NOT NULL) weighed
    GROUP BY space, uid
), seen AS MATERIALIZED (
    SELECT space, uid, cosine FROM said FULL JOIN (
        SELECT d.* FROM unnest((SELECT spaces FROM asked)::text[]) AS c (space) CROSS JOIN LATERAL (
            SELECT space, uid, -(embedding <#> (SELECT vector FROM asked)) AS cosine FROM langmem.documents
            WHERE (SELECT vector FROM asked) IS NOT NULL AND space = c.space AND corpus = 't' AND embedding IS NOT NULL OFFSET 0) d
    ) d USING (space, uid)
    WHERE position IS NOT NULL AND cosine IS NOT NULL
)

-- name: said_as_seen
-- The turns that are found, where one session is asked for those of it.
(SELECT * FROM said WHERE %(session_id)s::text IS NULL OR session_id = %(session_id)s)

-- name: count_turns_seen
-- How many turns and sessions there are that an agent sees, and how many of the turns the users said.
SELECT count(*) AS turns, count(DISTINCT (t.space, t.session_id)) AS sessions, count(*) FILTER (WHERE t.role = 'user') AS said
FROM unnest(%(said_in)s::text[]) AS own (space)
CROSS JOIN LATERAL (SELECT space, session_id, role FROM langmem.turns
                    WHERE space = own.space AND @may_hear(turns) OFFSET 0) t
WHERE %(categories)s::text[] <> '{}'

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

-- name: of_what_is_seen
-- What holds of the rows of some spaces that may be seen: row-level security shows no other memories and turns.
space = ANY (%(spaces)s::text[]) AND CASE corpus
    WHEN 'm' THEN EXISTS (SELECT FROM langmem.memories m WHERE m.space = d.space AND m.uid = d.uid OFFSET 0)
    ELSE EXISTS (SELECT FROM langmem.turns t WHERE t.space = d.space AND t.uid = d.uid AND (%(agent)s::text IS NULL OR @may_hear(t)) OFFSET 0) END

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
