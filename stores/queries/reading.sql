-- name: search_memories
-- What may be seen first, then every list exactly: BM25 within what may be seen of each space (its counts would tell of the rest),
-- cosine, entities that the question names; their fusion, and the priors last. With what was found comes what edges join to it (`relation` is their strength, null for what was found).
-- Links and priors reorder the best `candidates`, then the next as many, down to `depth`: so a longer answer only continues a
-- shorter one, and the scores fall, as no tier may score above those before it.
-- Each step is materialised and knows the spaces from the first one only: so the plan depends neither on statistics, which a
-- fresh database lacks, nor on the arguments, and is made once per connection.
WITH asked AS MATERIALIZED (
    SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms, %(names)s::text[] AS names,
           %(spaces)s::text[] || CASE WHEN %(shared)s::boolean THEN
               langmem.person_spaces(%(tenant)s, langmem.told('present')) END AS spaces,
           %(now)s::timestamptz AS now,
           CASE WHEN langmem.is_embedder(%(embedder)s) THEN %(vector)s::halfvec END AS vector
), seen AS MATERIALIZED (
    -- `place` counts what may be seen only: a gap would tell of the rest
    SELECT c.space, d.uid, d.home, d.occasion, row_number() OVER (PARTITION BY c.space ORDER BY d.place) AS place, d.cosine,
           true AS visible
    FROM unnest((SELECT spaces FROM asked)) AS c (space) CROSS JOIN asked a
    CROSS JOIN LATERAL (SELECT uid, category, sensitivity, COALESCE(home, c.space) AS home, home AS elsewhere, open, occasion,
                               place, expires_at, about,
                               -(embedding <#> (SELECT vector FROM asked)) AS cosine
                        FROM langmem.documents WHERE space = c.space AND corpus = 'm' OFFSET 0) d
    WHERE (d.expires_at IS NULL OR d.expires_at > a.now) AND {visible}
), hits AS MATERIALIZED (
    -- a full join is hashed or merged whatever the planner believes of the sizes; the condition on `visible` makes it a left one
    SELECT space, uid, term, key, tf, length, (count(*) OVER (PARTITION BY space, term, key))::float8 AS df
    FROM seen s FULL JOIN (
        SELECT space, uid, term, NULL AS key, tf::float8, length::float8 FROM langmem.postings
        WHERE space = ANY ((SELECT spaces FROM asked)::text[]) AND corpus = 'm' AND term = ANY ((SELECT terms FROM asked)::text[])
        UNION ALL
        SELECT e.space, m.uid, NULL, e.key, NULL, NULL
        FROM (SELECT DISTINCT space, key FROM langmem.aliases
              WHERE space = ANY ((SELECT spaces FROM asked)::text[]) AND alias = ANY ((SELECT names FROM asked)::text[]) OFFSET 0) e
        CROSS JOIN LATERAL (SELECT uid FROM langmem.mentions WHERE space = e.space AND key = e.key AND corpus = 'm' OFFSET 0) m
    ) h USING (space, uid)
    WHERE COALESCE(visible, false) AND COALESCE(term, key) IS NOT NULL
), corpora AS MATERIALIZED (
    SELECT space, n, COALESCE(mean_length, 1) AS mean_length
    FROM (SELECT space, count(*)::float8 AS n FROM seen GROUP BY space) s
    FULL JOIN (SELECT space, avg(length) AS mean_length FROM hits GROUP BY space) h USING (space)
), weights AS MATERIALIZED (
    SELECT space, uid, term, tf, ln(1 + (n - df + 0.5::float8) / (df + 0.5::float8)) AS idf,
           %(k1)s::float8 * (1 - %(b)s::float8 + %(b)s::float8 * length / mean_length) AS flat, ln(2 + n) AS most
    FROM hits JOIN corpora USING (space)
), matched AS MATERIALIZED (
    SELECT space, uid, sum(CASE WHEN term IS NOT NULL THEN idf END) AS covered,
           sum(idf * tf * (%(k1)s::float8 + 1) / (tf + flat)) AS bm25, sum(CASE WHEN term IS NULL THEN idf / most END) AS named
    FROM weights GROUP BY space, uid
), kept AS MATERIALIZED (
    -- a full join is hashed or merged whatever the planner believes of the sizes; the condition on `visible` makes it a left one
    SELECT space, uid, home, occasion, place, bm25, covered, cosine, named FROM seen s FULL JOIN matched USING (space, uid)
    WHERE COALESCE(visible, false) AND {among}
), scale AS MATERIALIZED (
    SELECT NULLIF(max(bm25), 0) AS top, min(cosine) AS low, max(cosine) AS high FROM kept
), fused AS MATERIALIZED (
    SELECT space, uid, home, occasion, place, {relevance} AS relevance,
           COALESCE(bm25, cosine, named) IS NOT NULL AND {near} AS hit
    FROM kept CROSS JOIN scale
), bar AS MATERIALIZED (
    -- Who is below cannot be lifted among the best by any neighbour or day, nor can it lift who is above.
    SELECT (1 + lent) * COALESCE((SELECT relevance FROM fused WHERE hit ORDER BY relevance DESC
                                  OFFSET %(depth)s - 1 LIMIT 1), '-infinity') - lent * max(relevance) AS bar
    FROM fused CROSS JOIN (SELECT %(beside_weight)s::float8 + %(day_weight)s::float8 AS lent) w GROUP BY lent
), around AS (
    SELECT space, uid, home, relevance, hit, relevance
           + %(beside_weight)s::float8 * max(relevance) OVER (PARTITION BY space ORDER BY place
                                                              RANGE BETWEEN 2 PRECEDING AND 2 FOLLOWING)
           + %(day_weight)s::float8 * max(relevance) OVER (PARTITION BY space, occasion) AS near
    FROM fused CROSS JOIN bar WHERE relevance >= bar
), best AS MATERIALIZED (
    SELECT space, uid, home, relevance, near, (row_number() OVER (ORDER BY near DESC, uid) - 1) / %(candidates)s AS tier
    FROM around WHERE hit ORDER BY near DESC, uid LIMIT %(depth)s
), edges AS MATERIALIZED (
    SELECT e.space, e.uid, e.tier, e.other, e.strength FROM (
        SELECT b.space, b.uid, b.tier, r.other, r.strength FROM best b CROSS JOIN LATERAL (
            SELECT to_uid AS other, strength FROM langmem.relations WHERE space = b.space AND from_uid = b.uid
            UNION ALL
            SELECT from_uid, strength FROM langmem.relations WHERE space = b.space AND to_uid = b.uid
        ) r
    ) e FULL JOIN seen s ON s.space = e.space AND s.uid = e.other WHERE COALESCE(visible, false) AND COALESCE(e.strength, -1) >= 0
), linked AS MATERIALIZED (
    SELECT e.uid, sum(CASE WHEN o.tier <= e.tier THEN o.relevance ELSE 0 END) / count(*) AS mean
    FROM edges e FULL JOIN best o ON o.uid = e.other GROUP BY e.uid
), worth AS MATERIALIZED (
    SELECT b.space, b.uid, b.home, b.tier,
           (b.near + %(relation_weight)s::float8 * COALESCE(b.mean, 0)
            + %(strength_weight)s::float8 * m.strength
              * exp(-m.decay_rate * GREATEST(0, extract(epoch FROM a.now - m.strength_at)::float8 / 86400))
            + %(importance_weight)s::float8 * (m.importance - 1) / 4
            + %(recency_weight)s::float8 * exp(-GREATEST(0, extract(epoch FROM a.now - m.updated_at)::float8 / 86400) / 30)
           ) * CASE WHEN m.kind = 'insight' THEN %(insight_weight)s::float8 ELSE 1 END AS worth
    FROM (SELECT space, uid, home, tier, near, mean FROM best FULL JOIN linked USING (uid) OFFSET 0) b CROSS JOIN asked a
    CROSS JOIN LATERAL (SELECT strength, decay_rate, strength_at, importance, updated_at, kind, state
                        FROM langmem.memories WHERE space = b.home AND uid = b.uid OFFSET 0) m
    WHERE m.state = 'active'
), found AS MATERIALIZED (
    SELECT space, uid, home, row_number() OVER (ORDER BY tier, worth DESC, uid) AS rank,
           LEAST(worth, min(worth) OVER (ORDER BY tier RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS score
    FROM worth ORDER BY rank LIMIT %(limit)s
), beside AS MATERIALIZED (
    SELECT e.space, e.other AS uid, max(e.strength) AS relation FROM edges e
    WHERE %(related)s > 0 AND e.uid IN (SELECT uid FROM found) AND e.other NOT IN (SELECT uid FROM found)
    GROUP BY e.space, e.other
)
SELECT m.*, f.score, NULL::real AS relation, f.rank, @may_name(m) FROM found f
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = f.home AND uid = f.uid OFFSET 0) m
UNION ALL
(SELECT m.*, NULL, b.relation, NULL, @may_name(m) FROM (SELECT * FROM beside ORDER BY relation DESC, uid) b CROSS JOIN asked a CROSS JOIN @viewer
 CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = b.space AND uid = b.uid OFFSET 0) m
 WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > a.now)
   AND @may_see(m) AND {filter}
 LIMIT %(related)s)
ORDER BY rank, relation DESC, uid

-- name: word_weights
-- What each of the question's words weighs in BM25, for texts of one corpus; `flat` and `slope` say how their length counts.
weights AS MATERIALIZED (
    SELECT space, t.term, ln(1 + (n - df + 0.5::float8) / (df + 0.5::float8)) AS idf,
           %(k1)s::float8 * (1 - %(b)s::float8) AS flat, %(k1)s::float8 * %(b)s::float8 / mean_length AS slope
    FROM (SELECT space, term, count(*)::float8 AS df FROM langmem.postings
          WHERE space = ANY ((SELECT spaces FROM asked)::text[]) AND corpus = '{corpus}' AND term = ANY ((SELECT terms FROM asked)::text[])
          GROUP BY space, term) t
    JOIN corpora USING (space)

-- name: fused_by_score
-- A convex combination of words and vectors, each scaled to 0..1 among what is searched, and a share for entities.
CASE WHEN high IS NULL THEN COALESCE(bm25 / top, 0)
     ELSE %(lexical_weight)s::float8 * COALESCE(bm25 / top, 0)
          + (1 - %(lexical_weight)s::float8) * COALESCE((cosine - low) / NULLIF(high - low, 0), (cosine IS NOT NULL)::int, 0) END
+ %(entity_weight)s::float8 * LEAST(1, COALESCE(named, 0))

-- name: fused_by_rank
-- Reciprocal ranks of the three lists (spec 000), scaled so that to lead two of them counts 1.
(CASE WHEN bm25 IS NULL THEN 0 ELSE 1.0 / (%(rrf_k)s + row_number() OVER (ORDER BY bm25 DESC NULLS LAST, uid)) END
 + CASE WHEN cosine IS NULL THEN 0 ELSE 1.0 / (%(rrf_k)s + row_number() OVER (ORDER BY cosine DESC NULLS LAST, uid)) END
 + CASE WHEN named IS NULL THEN 0 ELSE 1.0 / (%(rrf_k)s + row_number() OVER (ORDER BY named DESC NULLS LAST, uid)) END
) * (%(rrf_k)s + 1) / 2

-- name: of_categories
-- What of the documents a trusted job asks for.
(%(categories)s::text[] IS NULL OR d.category = ANY (%(categories)s::text[]))

-- name: seen_by_viewer
-- What of the documents the viewer may see, each memory once. Most rows tell it themselves; the others are looked up.
-- What is about several people who are present counts in the first of their spaces.
(d.elsewhere IS NULL OR d.elsewhere <> ALL (%(spaces)s::text[])
     AND (d.about = langmem.about(ARRAY[substr(c.space, length(%(tenant)s::text || '/person:') + 1)])
          OR c.space = (SELECT min(p.space COLLATE "C") FROM langmem.memories m
                        CROSS JOIN LATERAL unnest(langmem.person_spaces(%(tenant)s, m.subjects)) AS p (space)
                        WHERE m.space = d.home AND m.uid = d.uid AND p.space = ANY ((SELECT spaces FROM asked)::text[]) OFFSET 0)))
AND (%(categories)s::text[] IS NULL OR d.category = ANY (%(categories)s::text[]))
AND (d.sensitivity = 'public' AND (d.open OR %(in_group)s::boolean)
     OR EXISTS (SELECT FROM langmem.memories m CROSS JOIN @viewer
                WHERE m.space = d.home AND m.uid = d.uid AND @may_see(m) OFFSET 0))

-- name: near_enough
-- The similarity that a threshold is held against: the cosine, else the share of the question's words that a memory covers.
COALESCE(cosine, covered / (
    SELECT sum(COALESCE(w.idf, ln(2 * n + 2)))
    FROM unnest((SELECT terms FROM asked)) AS t (term)
    JOIN corpora c ON c.space = kept.space
    LEFT JOIN (SELECT DISTINCT space, term, idf FROM weights) w ON w.space = c.space AND w.term = t.term), 0) >= %(threshold)s::float8

-- name: recent_memories
-- The readable active memories that a filter keeps, last changed first.
SELECT m.*, @may_name(m) FROM langmem.memories m CROSS JOIN @viewer
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND @may_read(m)
  AND {filter}
ORDER BY m.updated_at DESC, m.space, m.category, m.id
LIMIT %(limit)s OFFSET %(offset)s

-- name: spaces_under
-- The spaces that hold memories.
SELECT space FROM langmem.spaces ORDER BY space

-- name: always_on
-- What belongs into every context: the categories that are always on, most important first.
SELECT m.*, @may_name(m) FROM langmem.memories m CROSS JOIN @viewer
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND @may_read(m)
ORDER BY m.importance DESC, m.updated_at DESC, m.uid
LIMIT %(limit)s

-- name: latest_reflection
-- The newest reflection that may be read.
SELECT m.*, @may_name(m) FROM langmem.memories m CROSS JOIN @viewer
WHERE m.state = 'active' AND m.kind = 'reflection'
  AND @may_read(m)
ORDER BY m.created_at DESC LIMIT 1

-- name: known_then
-- What was known at a time, ranked as a search ranks: the versions that stood then, those that still stand among them. Who may
-- not see the memory now, or might not have seen it then, sees neither.
WITH asked AS MATERIALIZED (
    SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms, %(spaces)s::text[] AS spaces,
           %(as_of)s::timestamptz AS moment,
           CASE WHEN langmem.is_embedder(%(embedder)s) THEN %(vector)s::halfvec END AS vector
), kept AS MATERIALIZED (
    SELECT d.space, d.uid, NULL AS text, d.sensitivity, d.embedding FROM langmem.documents d CROSS JOIN asked a
    WHERE d.space = ANY ((SELECT spaces FROM asked)::text[]) AND d.corpus = 'm' AND d.since <= a.moment
      AND (d.expires_at IS NULL OR d.expires_at > a.moment)
    UNION ALL
    SELECT v.space, v.uid, v.text, v.sensitivity, v.embedding FROM langmem.versions v CROSS JOIN asked a
    WHERE v.space = ANY ((SELECT spaces FROM asked)::text[]) AND v.since <= a.moment AND v.until > a.moment
      AND (v.expires_at IS NULL OR v.expires_at > a.moment)
), standing AS MATERIALIZED (
    -- counts and scales are of what may be seen: others would tell of the rest
    SELECT s.* FROM kept s CROSS JOIN @viewer
    CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = s.space AND uid = s.uid OFFSET 0) m
    WHERE @may_see(m, langmem.stricter(m.sensitivity, s.sensitivity))
), words AS MATERIALIZED (
    SELECT p.space, p.uid, p.term, p.tf::float8 AS tf, p.length::float8 AS length FROM langmem.postings p
    WHERE p.space = ANY ((SELECT spaces FROM asked)::text[]) AND p.corpus = 'm' AND p.term = ANY ((SELECT terms FROM asked)::text[])
      AND p.uid IN (SELECT uid FROM standing WHERE text IS NULL)
    UNION ALL
    SELECT s.space, s.uid, t.lexeme, cardinality(t.positions)::float8, t.length FROM standing s
    CROSS JOIN LATERAL (SELECT *, (sum(cardinality(positions)) OVER ())::float8 AS length
                        FROM unnest(to_tsvector(%(language)s::regconfig, s.text))) t
    WHERE s.text IS NOT NULL AND t.lexeme = ANY ((SELECT terms FROM asked)::text[])
), corpora AS MATERIALIZED (
    SELECT s.space, count(*)::float8 AS n, (SELECT GREATEST(1, avg(length)) FROM words) AS mean_length FROM standing s GROUP BY s.space
), weighed AS MATERIALIZED (
    SELECT w.*, c.mean_length, ln(1 + (c.n - w.df + 0.5::float8) / (w.df + 0.5::float8)) AS idf
    FROM (SELECT *, (count(*) OVER (PARTITION BY space, term))::float8 AS df FROM words) w JOIN corpora c USING (space)
), asked_weight AS MATERIALIZED (
    SELECT c.space, sum(ln(1 + (c.n - COALESCE(d.df, 0) + 0.5::float8) / (COALESCE(d.df, 0) + 0.5::float8))) AS total
    FROM corpora c CROSS JOIN unnest((SELECT terms FROM asked)) AS t (term)
    LEFT JOIN (SELECT DISTINCT space, term, df FROM weighed) d ON d.space = c.space AND d.term = t.term
    GROUP BY c.space
), signals AS MATERIALIZED (
    SELECT space, uid, max(text) AS text, max(sensitivity) AS sensitivity, sum(bm25) AS bm25, sum(covered) AS covered,
           max(cosine) AS cosine
    FROM (
        SELECT space, uid, NULL AS text, NULL AS sensitivity, NULL::float8 AS cosine, idf AS covered,
               idf * tf * (%(k1)s::float8 + 1)
               / (tf + %(k1)s::float8 * (1 - %(b)s::float8 + %(b)s::float8 * length / mean_length)) AS bm25
        FROM weighed
        UNION ALL
        SELECT space, uid, text, sensitivity, -(embedding <#> (SELECT vector FROM asked)), NULL, NULL FROM standing
    ) each
    GROUP BY space, uid
), scored AS (
    SELECT s.*, COALESCE(s.cosine, s.covered / NULLIF(w.total, 0), 0) AS similarity,
           COALESCE(s.bm25 / NULLIF(max(s.bm25) OVER (), 0), 0) AS lexical, max(s.cosine) OVER () AS high, min(s.cosine) OVER () AS low
    FROM signals s LEFT JOIN asked_weight w USING (space) WHERE COALESCE(s.bm25, s.cosine) IS NOT NULL
)
SELECT m.*, @may_name(m), COALESCE(s.text, m.content) AS text_then,
       CASE WHEN s.high IS NULL THEN s.lexical
            ELSE %(lexical_weight)s::float8 * s.lexical
                 + (1 - %(lexical_weight)s::float8) * COALESCE((s.cosine - s.low) / NULLIF(s.high - s.low, 0), (s.cosine IS NOT NULL)::int, 0)
       END AS score
FROM scored s
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = s.space AND uid = s.uid OFFSET 0) m
WHERE (%(threshold)s::float8 IS NULL OR s.similarity >= %(threshold)s::float8) AND {filter}
ORDER BY score DESC, m.uid
LIMIT %(limit)s

-- name: peek_cursors
-- Where a thread stands in some spaces, and where they do; locks nothing. A space or a cursor that is not there yet is null.
SELECT k.space, s.rev, c.rev AS since
FROM unnest(%(spaces)s::text[]) AS k (space)
LEFT JOIN LATERAL (SELECT rev FROM langmem.spaces WHERE space = k.space OFFSET 0) s ON true
LEFT JOIN LATERAL (SELECT rev FROM langmem.cursors WHERE space = k.space AND thread_id = %(thread_id)s AND user_id = %(user_id)s
                                                     AND agent = %(agent)s OFFSET 0) c ON true

-- name: start_cursor
-- A thread that looks for the first time starts at the current revision; it is told of it as `shown`, the number of the changes up
-- to there that it may read.
INSERT INTO langmem.cursors (space, thread_id, user_id, agent, rev, shown, seen_at)
SELECT s.space, %(thread_id)s, %(user_id)s, %(agent)s, s.rev,
       langmem.readable_changes(s.space, 0, s.rev), %(now)s
FROM langmem.spaces s WHERE s.space = ANY (%(spaces)s::text[])
  AND NOT EXISTS (SELECT FROM langmem.cursors c WHERE c.space = s.space AND c.thread_id = %(thread_id)s AND c.user_id = %(user_id)s
                  AND c.agent = %(agent)s OFFSET 0)
ON CONFLICT (space, thread_id, user_id, agent) DO NOTHING

-- name: changes_since
-- What changed since the thread last looked, the newest of each space; holds the cursors that are behind until the
-- transaction ends. A value that was `replaced` meanwhile is no news. Where there is none nothing is locked. `rev` and `shown` count
-- only what the thread may read: a gap would tell of the rest.
WITH present AS (
    SELECT c.space, COALESCE(c.shown, c.rev) AS shown, s.rev FROM langmem.cursors c JOIN langmem.spaces s USING (space)
    WHERE c.space = ANY (%(spaces)s::text[])
      AND c.thread_id = %(thread_id)s AND c.user_id = %(user_id)s AND c.agent = %(agent)s
), behind AS (
    SELECT c.space, c.rev AS since, COALESCE(c.shown, c.rev) AS shown, s.rev FROM langmem.cursors c JOIN langmem.spaces s USING (space)
    WHERE c.space = ANY (%(spaces)s::text[])
      AND c.thread_id = %(thread_id)s AND c.user_id = %(user_id)s AND c.agent = %(agent)s AND c.rev < s.rev
    FOR UPDATE OF c
)
SELECT p.space, p.behind, p.now_rev, p.since, p.shown, p.shown - c.back + 1 AS rev,
       c.uid, c.memory_id, c.category, c.event, c.text, c.importance, c.replaced
FROM (SELECT p.space, b.space IS NOT NULL AS behind, b.since AS after, p.rev AS now_rev, COALESCE(b.shown, p.shown) AS since,
             COALESCE(b.shown + langmem.readable_changes(b.space, b.since, b.rev), p.shown) AS shown
      FROM present p LEFT JOIN behind b USING (space) OFFSET 0) p
LEFT JOIN LATERAL (
    SELECT l.*, row_number() OVER (ORDER BY l.rev DESC) AS back,
           EXISTS (SELECT FROM langmem.memories m WHERE m.space = l.space AND m.uid = l.uid AND m.state = 'superseded') AS replaced
    FROM langmem.change_log l CROSS JOIN @viewer
    WHERE p.behind AND l.space = p.space AND l.rev > p.after AND l.rev <= p.now_rev AND @may_read_change(l)
    ORDER BY l.rev DESC LIMIT %(limit)s
) c ON true
ORDER BY p.space, c.rev

-- name: move_cursors
-- The thread has been told. The whole key comes from one side: a part of it alone would lead to the cursors of all spaces.
UPDATE langmem.cursors c SET rev = m.rev, shown = m.shown, seen_at = %(now)s
FROM (SELECT space, rev, shown, %(thread_id)s::text AS thread_id, %(user_id)s::text AS user_id, %(agent)s::text AS agent
      FROM unnest(%(behind)s::text[], %(revisions)s::bigint[], %(shown)s::bigint[]) AS k (space, rev, shown) OFFSET 0) m
WHERE c.space = m.space AND c.thread_id = m.thread_id AND c.user_id = m.user_id AND c.agent = m.agent AND c.rev < m.rev

-- name: current_revisions
-- The revisions of some spaces, as one is told of them who may not read all changes.
SELECT space, langmem.readable_changes(space, 0, rev) AS shown FROM langmem.spaces WHERE space = ANY (%(spaces)s::text[])

-- name: history
-- The audited events of one memory, or of all that may be read, then and now; newest first.
SELECT h.event, h.memory_id, h.actor, h.old, h.new, @may_tell(h) AS meta, h.at FROM langmem.history h CROSS JOIN @viewer
WHERE (%(id)s::text IS NULL OR h.memory_id = %(id)s)
  AND @may_read_event(h)
ORDER BY h.at DESC, h.space, h.rev DESC, h.id DESC
LIMIT %(limit)s

-- name: count_memories
-- How many memories there are, by category, kind and state.
SELECT m.category, m.kind, m.state, count(*) AS count, max(m.created_at) AS latest FROM langmem.memories m CROSS JOIN @viewer
WHERE (m.state <> 'active' OR m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND @may_read(m)
GROUP BY m.category, m.kind, m.state

-- name: count_turns
-- How many turns and sessions there are.
SELECT COALESCE(sum(turn_count), 0) AS turns, count(*) AS sessions FROM langmem.sessions WHERE space = ANY (%(said_in)s::text[])

-- name: count_said
-- How many turns the users said.
SELECT count(*) AS said FROM langmem.turns WHERE space = ANY (%(spaces)s::text[]) AND role = 'user'

-- name: count_events
-- How often each operation ran, by node, on what may be seen.
SELECT e.node, e.op, e.status, count(*) AS count FROM langmem.events e CROSS JOIN @viewer
WHERE e.space = ANY (%(spaces)s::text[])
  AND (%(categories)s::text[] IS NULL OR e.category = ANY (%(categories)s::text[]))
  AND (e.space = ANY (%(said_in)s::text[]) AND (e.memory_id IS NULL OR langmem.is_gone(e.space, e.memory_id, e.category))
       OR EXISTS (SELECT FROM langmem.memories m
                  WHERE m.space = e.space AND m.id = e.memory_id AND m.category = e.category AND @may_see(m)))
GROUP BY e.node, e.op, e.status

-- name: memory_namespaces
-- The (space, category) pairs that hold active memories.
SELECT DISTINCT m.space, m.category FROM langmem.memories m CROSS JOIN @viewer
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND m.space = ANY (%(spaces)s::text[]) AND @may_see(m)

-- name: export_memories
-- Everything that is kept about the memories of some spaces.
SELECT m.*, @may_name(m) FROM langmem.memories m CROSS JOIN @viewer
WHERE @may_read(m)
ORDER BY m.created_at, m.uid

-- name: export_history
-- Every audited event that may be read.
SELECT h.event, h.memory_id, h.actor, h.old, h.new, @may_tell(h) AS meta, h.at, h.space, h.category, h.sensitivity FROM langmem.history h
CROSS JOIN @viewer
WHERE @may_read_event(h)
ORDER BY h.at, h.space, h.rev, h.id

-- name: export_turns
-- Every turn of the spaces, in a chat those of the chat; an agent that may not see all categories gets none.
SELECT t.* FROM langmem.turns t
WHERE t.space = ANY (%(said_in)s::text[]) AND %(categories)s::text[] IS NULL
ORDER BY t.at, t.session_id, t.position

-- name: export_versions
-- What the memories that may be read said before.
SELECT m.space, m.category, m.id AS memory_id, x.since, x.until, x.expires_at, x.text, x.sensitivity
FROM (SELECT * FROM langmem.versions WHERE space = ANY (%(spaces)s::text[]) OFFSET 0) x CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = x.space AND uid = x.uid OFFSET 0) m
WHERE @may_see(m, langmem.stricter(m.sensitivity, x.sensitivity))
ORDER BY x.until, x.uid

-- name: export_relations
-- The edges between memories that may be read.
SELECT a.space, a.category, a.id AS memory_id, b.category AS to_category, b.id AS to_memory_id, r.relation_type, r.strength, r.created_at
FROM (SELECT * FROM langmem.relations WHERE space = ANY (%(spaces)s::text[]) OFFSET 0) r CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = r.space AND uid = r.from_uid OFFSET 0) a
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = r.space AND uid = r.to_uid OFFSET 0) b
WHERE @may_see(a) AND @may_see(b)
ORDER BY r.created_at, a.space, a.id, b.id, r.relation_type

-- name: export_entities
-- Whom and what the memories that may be read name, and by which other names.
SELECT n.space, n.key, (array_agg(n.name ORDER BY n.name))[1] AS name, (array_agg(n.type ORDER BY n.type = 'other', n.type))[1] AS type,
       ARRAY(SELECT DISTINCT unnest FROM unnest(array_agg(array_to_string(n.aliases, chr(31)))) AS each,
             LATERAL unnest(string_to_array(NULLIF(each, ''), chr(31))) ORDER BY 1) AS aliases
FROM (SELECT * FROM langmem.mentions WHERE space = ANY (%(spaces)s::text[]) AND corpus = 'm' OFFSET 0) n CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = n.space AND uid = n.uid OFFSET 0) m
WHERE @may_see(m)
GROUP BY n.space, n.key ORDER BY n.space, n.key

-- name: export_sessions
-- The conversations of the spaces; an agent that may not see all categories gets none.
SELECT space, session_id, user_id, thread_id, turn_count, first_seen, last_turn, reviewed_at FROM langmem.sessions
WHERE space = ANY (%(said_in)s::text[]) AND %(categories)s::text[] IS NULL
ORDER BY first_seen, session_id

-- name: export_people
-- Who the principal is in the registry.
SELECT p.id, p.name, p.relationship, p.aliases,
       COALESCE((SELECT jsonb_object_agg(platform, handle) FROM langmem.identities i
                 WHERE i.space = p.space AND i.person = p.id AND platform NOT IN ('', 'user')), '{}') AS usernames
FROM langmem.people p CROSS JOIN @viewer
WHERE p.space = %(registry)s AND p.id = ANY (v.me) AND p.merged_into IS NULL
ORDER BY p.id
