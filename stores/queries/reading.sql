-- name: search_memories
-- What may be seen, then every list exactly: BM25 within each space, cosine, entities that the question names; their fusion, and
-- the priors last. With what was found comes what edges join to it (`relation` is their strength, null for what was found).
-- Links and priors reorder the best `candidates`, then the next as many, down to `depth`: so a longer answer only continues a
-- shorter one, and the scores fall, as no tier may score above those before it.
-- Each step is materialised and knows the spaces from the first one only: so the plan depends neither on statistics, which a
-- fresh database lacks, nor on the arguments, and is made once per connection. To start a plan costs by its nodes: each table is
-- read in one place, and what is rarely needed stands in a function (`disclosed`) or is left out of the text. Rows are kept short:
-- what exceeds 8 kB Postgres sends in several parts, and each wakes the client.
WITH reached AS MATERIALIZED (
    -- The principal's own spaces, then those of the people present, each with what langmem.about() gives that person.
    SELECT at, space, at > cardinality(%(spaces)s::text[]) AS of_person,
           CASE WHEN at > cardinality(%(spaces)s::text[])
                THEN hashtextextended(substr(space, length(%(tenant)s::text || '/person:') + 1), 0) END AS person
    FROM ({wall} OFFSET 0) w CROSS JOIN @indexing CROSS JOIN LATERAL
         unnest(%(spaces)s::text[] || CASE WHEN %(shared)s::boolean
                                           THEN ARRAY(SELECT %(tenant)s || '/person:' || id FROM unnest(w.present) AS id) END)
         WITH ORDINALITY AS r (space, at)
), {counted}, matched AS MATERIALIZED (
    -- one key, so that the planner knows that each is there once, and hashes these rather than all that is seen; the last digits of
    -- a sum are those of its order
    SELECT uuid_hash_extended(uid, at) AS key, sum(idf) AS covered, round(1e12::float8 * sum(part)) / 1e12 AS bm25,
           round(1e12::float8 * sum(weight)) / 1e12 AS named
    FROM (
        SELECT at, uid, idf, part, weight FROM words
        {named}
    ) each
    GROUP BY 1
), kept AS MATERIALIZED (
    -- a full join is hashed or merged whatever the planner believes of the sizes; that on `plain` makes it a left one
    SELECT s.at, s.uid, home, occasion, place, bm25, covered, cosine, named, plain
    FROM seen s FULL JOIN matched m ON m.key = uuid_hash_extended(s.uid, s.at) WHERE COALESCE(plain IS NOT NULL, false) AND {among}
), scales AS MATERIALIZED (
    SELECT {scales}, NOT bool_and(plain) AS unsure FROM kept
), fused AS MATERIALIZED (
    SELECT at, uid, home, occasion, place, {relevance} AS relevance, COALESCE(bm25, cosine, named) IS NOT NULL AND {near} AS hit
    FROM kept CROSS JOIN scales
), bar AS MATERIALIZED (
    -- Who is far below the best is not lifted by neighbours and days, and lifts nobody who is above: of these only the best are
    -- kept, where too few are above.
    SELECT high, LEAST(high, COALESCE(hits[%(depth)s], '-infinity')) AS bar
    FROM (SELECT hits, %(lifted_from)s::float8 * hits[1] AS high
          FROM (SELECT array_agg(relevance) AS hits FROM (SELECT relevance FROM fused WHERE hit ORDER BY relevance DESC LIMIT %(depth)s) b) h) l
), around AS (
    SELECT at, uid, home, relevance, hit, relevance + CASE WHEN relevance >= (SELECT high FROM bar) THEN
               %(beside_weight)s::float8 * max(relevance) OVER (PARTITION BY at ORDER BY place RANGE BETWEEN 2 PRECEDING AND 2 FOLLOWING)
               + %(day_weight)s::float8 * max(relevance) OVER (PARTITION BY at, occasion) ELSE 0 END AS near
    FROM fused WHERE relevance >= (SELECT bar FROM bar)
), best AS MATERIALIZED (
    SELECT COALESCE(home, (%(spaces)s::text[])[at]) AS home, CASE WHEN home IS NULL THEN (%(spaces)s::text[])[at] END AS own, uid, relevance, near,
           {tier} AS tier
    FROM around WHERE hit ORDER BY near DESC, uid LIMIT %(depth)s
), drawn AS MATERIALIZED (
    -- of copies none; all of them first, so that they are hashed once, whatever the planner believes of the walls
    SELECT e.space, e.uid, e.other, e.strength FROM (
        SELECT b.home AS space, b.uid, r.other, r.strength FROM best b CROSS JOIN LATERAL (
            SELECT to_uid AS other, strength FROM langmem.relations WHERE space = b.own AND from_uid = b.uid AND shows & %(shows)s::int <> 0
            UNION ALL
            SELECT from_uid, strength FROM langmem.relations WHERE space = b.own AND to_uid = b.uid AND shows & %(shows)s::int <> 0
        ) r
        OFFSET 0
    ) e
), edges AS MATERIALIZED (
    -- they lead to few, and much is kept: IS TRUE makes the planner hash the few
    SELECT e.space, e.uid, e.other, e.strength
    FROM drawn e JOIN (SELECT uid FROM kept WHERE (uid IN (SELECT other FROM drawn)) IS TRUE OFFSET 0) k ON k.uid = e.other
), linked AS (
    SELECT b.uid, b.home, b.tier, b.near,
           sum(CASE WHEN o.tier <= b.tier THEN o.relevance ELSE 0 END) / NULLIF(count(e.uid), 0) AS mean
    FROM best b FULL JOIN edges e USING (uid) FULL JOIN best o ON o.uid = e.other
    GROUP BY b.uid, b.home, b.tier, b.near
), worth AS (
    SELECT b.uid, b.home, b.tier,
           (b.near + %(relation_weight)s::float8 * COALESCE(b.mean, 0)
            + %(strength_weight)s::float8 * m.strength
              * exp(-m.decay_rate * GREATEST(0, extract(epoch FROM %(now)s - m.strength_at)::float8 / 86400))
            + %(importance_weight)s::float8 * (m.importance - 1) / 4
            + %(recency_weight)s::float8 * exp(-GREATEST(0, extract(epoch FROM %(now)s - m.updated_at)::float8 / 86400) / 30)
           ) * CASE WHEN m.kind = 'insight' THEN %(insight_weight)s::float8 ELSE 1 END AS worth
    FROM linked b
    CROSS JOIN LATERAL (SELECT strength, decay_rate, strength_at, importance, updated_at, kind
                        FROM langmem.memories WHERE space = b.home AND uid = b.uid AND state = 'active' OFFSET 0) m
), found AS MATERIALIZED (
    SELECT uid, home, row_number() OVER (ORDER BY tier, worth DESC, uid) AS rank,
           {score} AS score
    FROM worth ORDER BY tier, worth DESC, uid LIMIT %(limit)s
)
SELECT {memory}, c.score, @may_name(m), {veiled} AS veiled FROM (
    SELECT home AS space, uid, score, NULL::real AS relation, rank FROM found
    {beside}
    ORDER BY rank, relation DESC, uid
) c
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = c.space AND uid = c.uid {told} OFFSET 0) m
ORDER BY c.rank, c.relation DESC, c.uid

-- name: told_before
-- For whom the transaction runs was said before the search; else the search says it itself (`run_for`).
SELECT langmem.told('present') AS present

-- name: counted_as_read
-- All is counted, and where it turns out that some of it might not be seen, the search is made once more (`searching.search`).
-- Words weigh by how often the whole space has them: for who may see all of it. Copies in a person's space are of others' memories,
-- and not all of them may be seen, so their words weigh as those of one among a hundred, whatever there is.
corpora AS MATERIALIZED (
    SELECT a.at, a.space, a.of_person, CASE WHEN a.of_person THEN 100 ELSE s.n END AS n
    FROM reached a
    CROSS JOIN LATERAL (SELECT memory_count::float8 AS n FROM langmem.spaces WHERE space = a.space OFFSET 0) s
), words AS MATERIALIZED (
    SELECT at, term, uid, idf, idf * tf * (%(k1)s::float8 + 1)
           / (tf + %(k1)s::float8 * (1 - %(b)s::float8 + %(b)s::float8 * length / mean_length)) AS part, NULL::float8 AS weight
    FROM (
        SELECT c.at, p.*, ln(1 + (c.n - p.df + 0.5::float8) / (p.df + 0.5::float8)) AS idf FROM corpora c
        CROSS JOIN LATERAL (SELECT term, uid, tf::float8, length::float8,
                                   CASE WHEN c.of_person THEN 10 ELSE avg(length) OVER () END::float8 AS mean_length,
                                   CASE WHEN c.of_person THEN 1 ELSE count(*) OVER (PARTITION BY term) END::float8 AS df
                            FROM langmem.postings
                            WHERE space = c.space AND corpus = 'm' AND term = ANY ((SELECT {terms})::text[]) OFFSET 0) p
        OFFSET 0
    ) weighed
), seen AS (
    {documents}
)

-- name: beside_whom
-- Memories that were written one after the other stand side by side, what is gone between them left out: else an answer would tell
-- where something is gone, or hidden. Who stands beside a copy may not be told, so nobody does.
CASE WHEN home IS NULL THEN 1 ELSE 10 END * {which}

-- name: number_of_read
-- As the memories of a space are read in the order of writing.
row_number() OVER (ORDER BY d.place, uid)

-- name: number_of_seen
-- What may not be seen is not counted.
row_number() OVER (PARTITION BY at ORDER BY place, uid)

-- name: is_veiled
-- Is there what this user might not be shown, in the own space or among what others have told? Then the counts of all of it would
-- tell of that.
(SELECT unsure FROM scales) OR EXISTS (SELECT FROM langmem.documents WHERE space = %(mine)s AND corpus = 'm' AND home IS NULL AND about <> 0
                                        AND (NOT open OR sensitivity = 'sensitive'))

-- name: counted_as_seen
-- Words weigh by how often what may be seen has them, and who stands beside whom counts that only: anything else would tell of the
-- rest.
documents AS MATERIALIZED (
    {documents}
), seen AS MATERIALIZED (
    SELECT at, uid, home, occasion, {beside_whom} AS place, cosine, true AS plain{held}
    FROM documents s WHERE {visible}
), said AS MATERIALIZED (
    -- a full join is hashed or merged whatever the planner believes of the sizes
    SELECT at, uid, term, key, tf, length, (count(*) OVER (PARTITION BY at, term, key))::float8 AS df,
           COALESCE(bool_or(calls) OVER (PARTITION BY at, key), true) AS called
    FROM seen FULL JOIN (
        SELECT c.at, p.* FROM reached c
        CROSS JOIN LATERAL (SELECT uid, term, NULL AS key, tf::float8, length::float8, NULL::boolean AS calls FROM langmem.postings
                            WHERE space = c.space AND corpus = 'm' AND term = ANY ((SELECT {terms})::text[]) OFFSET 0) p
        UNION ALL
        -- one of the memories must tell that it goes by the name
        SELECT c.at, m.uid, NULL, e.key, NULL, NULL, e.key = ANY (string_to_array(%(names)s, chr(31))) OR m.aliases && string_to_array(%(names)s, chr(31))
        FROM reached c
        CROSS JOIN LATERAL (SELECT DISTINCT key FROM langmem.aliases
                            WHERE space = c.space AND alias = ANY (string_to_array(%(names)s, chr(31))) OFFSET 0) e
        CROSS JOIN LATERAL (SELECT uid, aliases FROM langmem.mentions
                            WHERE space = c.space AND key = e.key AND corpus = 'm' AND shows & %(shows)s::int <> 0 OFFSET 0) m
    ) h USING (at, uid)
    WHERE COALESCE(plain, false) AND COALESCE(term, key) IS NOT NULL
), counts AS MATERIALIZED (
    SELECT at, n, COALESCE(mean_length, 1) AS mean_length FROM (SELECT at, count(*)::float8 AS n FROM seen GROUP BY at) s
    FULL JOIN (SELECT at, avg(length) AS mean_length FROM said GROUP BY at) l USING (at)
), words AS MATERIALIZED (
    SELECT at, term, uid, CASE WHEN key IS NULL THEN idf END AS idf, idf * tf * (%(k1)s::float8 + 1)
           / (tf + %(k1)s::float8 * (1 - %(b)s::float8 + %(b)s::float8 * length / mean_length)) AS part,
           CASE WHEN key IS NOT NULL THEN idf / ln(2 + n) END AS weight
    FROM (SELECT at, n, mean_length, term, key, uid, tf, length, ln(1 + (n - df + 0.5::float8) / (df + 0.5::float8)) AS idf
          FROM said FULL JOIN counts USING (at) WHERE uid IS NOT NULL AND called) weighed
)

-- name: documents_reached
-- What a search reads of each memory, and whether that tells that it may be seen; in each space in the order of writing.
SELECT c.at, d.* FROM reached c
CROSS JOIN LATERAL (
    SELECT uid, {stands} AS place, home, occasion, cosine, plain{holder} FROM (
        SELECT uid, place, home, COALESCE(occasion, '-infinity') AS occasion,
               -(embedding <#> (SELECT %(vector)s::halfvec FROM langmem.metadata WHERE key = 'embedder' AND value ->> 'name' = %(embedder)s)) AS cosine,
               {plain} AS plain
        FROM langmem.documents d
        WHERE space = c.space AND corpus = 'm' AND (expires_at IS NULL OR expires_at > %(now)s::timestamptz)
          AND (%(categories)s::text[] IS NULL OR category = ANY (%(categories)s::text[])) AND {apart}
        ORDER BY d.place, uid OFFSET 0) d
    OFFSET 0
) d

-- name: question_terms
-- The stems of the words that a question holds.
tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s))

-- name: tier_of_many
-- Which of the tiers of candidates a memory is in; the first are all there is of a short answer.
(row_number() OVER (ORDER BY near DESC, uid) - 1) / %(candidates)s

-- name: score_of_many
-- No more than any of a tier before.
LEAST(worth, min(worth) OVER (ORDER BY tier RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))

-- name: named_memories
-- What names whom or what the question names, the rarer the better.
UNION ALL
SELECT c.at, m.uid, NULL, NULL, ln(1 + (c.n - m.df + 0.5::float8) / (m.df + 0.5::float8)) / ln(2 + c.n)
FROM corpora c
CROSS JOIN LATERAL (SELECT uid, CASE WHEN c.of_person THEN 1 ELSE count(*) OVER (PARTITION BY key) END::float8 AS df FROM langmem.mentions
                    WHERE space = c.space AND corpus = 'm' AND shows & %(shows)s::int <> 0 AND key = ANY (ARRAY(
                        SELECT key FROM langmem.aliases WHERE space = c.space AND alias = ANY (string_to_array(%(names)s, chr(31))))) OFFSET 0) m

-- name: related_to_found
-- What edges join to what was found.
UNION ALL
(SELECT space, other, NULL, max(strength) AS relation, NULL FROM edges
 WHERE uid IN (SELECT uid FROM found) AND other NOT IN (SELECT uid FROM found) GROUP BY space, other
 ORDER BY relation DESC, other LIMIT %(related)s)

-- name: told_if_related
-- What is related to what was found was among what is searched, too.
AND (c.rank IS NOT NULL OR state = 'active')

-- name: scaled
-- What a word's and a vector's score are worth, such that the best and the worst of what is searched are 1 and 0.
CASE WHEN max(cosine) IS NULL THEN 1 ELSE %(lexical_weight)s::float8 END / NULLIF(max(bm25), 0) AS lexical,
(1 - %(lexical_weight)s::float8) / CASE WHEN max(cosine) > min(cosine) THEN max(cosine) - min(cosine) ELSE 1 END AS semantic,
CASE WHEN max(cosine) > min(cosine) THEN min(cosine) ELSE min(cosine) - 1 END AS low

-- name: fused_by_score
-- A convex combination of words and vectors, and a share for entities.
COALESCE(bm25 * lexical, 0) + COALESCE((cosine - low) * semantic, 0) + %(entity_weight)s::float8 * LEAST(1, COALESCE(named, 0))

-- name: fused_by_rank
-- Reciprocal ranks of the three lists (spec 000), scaled so that to lead two of them counts 1.
(CASE WHEN bm25 IS NULL THEN 0 ELSE 1.0 / (%(rrf_k)s + row_number() OVER (ORDER BY bm25 DESC NULLS LAST, uid)) END
 + CASE WHEN cosine IS NULL THEN 0 ELSE 1.0 / (%(rrf_k)s + row_number() OVER (ORDER BY cosine DESC NULLS LAST, uid)) END
 + CASE WHEN named IS NULL THEN 0 ELSE 1.0 / (%(rrf_k)s + row_number() OVER (ORDER BY named DESC NULLS LAST, uid)) END
) * (%(rrf_k)s + 1) / 2

-- name: seen_plainly
-- Does a document itself tell that the viewer may see it? What is about nobody and not sensitive may be seen wherever the space is,
-- one's own in a direct message too, unless it is about others and was said elsewhere. A copy in a person's space is public, and
-- about nobody else.
CASE WHEN d.home IS NOT NULL THEN d.sensitivity = 'public' AND (d.open OR %(in_group)s::boolean) AND d.about = c.person
     WHEN d.about = 0 THEN d.sensitivity <> 'sensitive' OR NOT %(in_group)s::boolean AND c.space = %(mine)s
     WHEN %(in_group)s::boolean THEN d.sensitivity = 'public'
     ELSE d.open AND (d.sensitivity = 'public' OR d.sensitivity = 'personal' AND c.space = %(mine)s) END

-- name: kept_elsewhere
-- A memory that the viewer's own spaces hold is not read from the space of a person as well.
(d.home IS NULL OR d.home <> ALL (%(spaces)s::text[]))

-- name: seen_by_viewer
-- What of the documents the viewer may see, each memory once. Most rows tell it themselves; the others are looked up at once.
(plain OR (s.at, s.uid) IN (
    SELECT x.at, x.uid
    FROM (SELECT array_agg(at) AS ats, array_agg(COALESCE(home, (%(spaces)s::text[])[at])) AS homes, array_agg(uid) AS uids
          FROM documents WHERE NOT plain) d
    CROSS JOIN LATERAL langmem.disclosed(d.ats, d.homes, d.uids, %(in_group)s, COALESCE(%(mine)s, ''), %(chats)s) x))

-- name: near_enough
-- The similarity that a threshold is held against: the cosine, else the share of the question's words that a memory covers.
COALESCE(cosine, covered / (
    SELECT sum(COALESCE(w.idf, ln(2 * n + 2)))
    FROM unnest({terms}) AS t (term)
    JOIN {counts} c ON c.at = kept.at
    LEFT JOIN (SELECT DISTINCT at, term, idf FROM words) w ON w.at = c.at AND w.term = t.term), 0) >= %(threshold)s::float8

-- name: recent_memories
-- The readable active memories that a filter keeps, last changed first.
SELECT m.*, @may_name(m) FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND state = 'active' OFFSET 0) m
WHERE (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND @may_read(m)
  AND {filter}
ORDER BY m.updated_at DESC, m.space, m.category, m.id
LIMIT %(limit)s OFFSET %(offset)s

-- name: spaces_under
-- All spaces, whatever they still hold.
SELECT space FROM langmem.spaces ORDER BY space

-- name: always_on
-- What belongs into every context: the categories that are always on, most important first.
SELECT m.*, @may_name(m) FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND state = 'active' OFFSET 0) m
WHERE (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND @may_read(m)
ORDER BY m.importance DESC, m.updated_at DESC, m.uid
LIMIT %(limit)s

-- name: latest_reflection
-- The newest reflection that may be read.
SELECT m.*, @may_name(m) FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND state = 'active' AND kind = 'reflection' OFFSET 0) m
WHERE @may_read(m)
ORDER BY m.created_at DESC LIMIT 1

-- name: known_then
-- What was known at a time, ranked as a search ranks: the versions that stood then, those that still stand among them. Who may
-- not see the memory now, or might not have seen it then, sees neither.
WITH asked AS MATERIALIZED (
    SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms, %(as_of)s::timestamptz AS moment,
           CASE WHEN langmem.is_embedder(%(embedder)s) THEN %(vector)s::halfvec END AS vector
), kept AS MATERIALIZED (
    SELECT d.space, d.uid, NULL AS text, d.sensitivity, d.embedding FROM @searched CROSS JOIN asked a
    CROSS JOIN LATERAL (SELECT * FROM langmem.documents WHERE space = own.space AND corpus = 'm' OFFSET 0) d
    WHERE d.since <= a.moment
      AND (d.expires_at IS NULL OR d.expires_at > a.moment)
    UNION ALL
    SELECT v.space, v.uid, v.text, v.sensitivity, v.embedding FROM @own CROSS JOIN asked a
    CROSS JOIN LATERAL (SELECT * FROM langmem.versions WHERE space = own.space OFFSET 0) v
    WHERE v.since <= a.moment AND v.until > a.moment
      AND (v.expires_at IS NULL OR v.expires_at > a.moment)
), standing AS MATERIALIZED (
    -- counts and scales are of what may be seen: others would tell of the rest
    SELECT s.* FROM kept s CROSS JOIN @viewer
    CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = s.space AND uid = s.uid OFFSET 0) m
    WHERE @may_see(m, langmem.stricter(m.sensitivity, s.sensitivity))
), words AS MATERIALIZED (
    SELECT p.space, p.uid, p.term, p.tf::float8 AS tf, p.length::float8 AS length FROM @searched
    CROSS JOIN LATERAL (SELECT * FROM langmem.postings
                        WHERE space = own.space AND corpus = 'm' AND term = ANY ((SELECT terms FROM asked)::text[]) OFFSET 0) p
    WHERE p.uid IN (SELECT uid FROM standing WHERE text IS NULL)
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
-- transaction ends. A value that was `replaced` meanwhile is no news, that one ended is. Where there is none nothing is locked. `rev` and `shown` count
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
       c.uid, c.memory_id, c.category, c.event, c.text, c.importance, c.replaced, c.said_by, c.about
FROM (SELECT p.space, b.space IS NOT NULL AS behind, b.since AS after, p.rev AS now_rev, COALESCE(b.shown, p.shown) AS since,
             COALESCE(b.shown + langmem.readable_changes(b.space, b.since, b.rev), p.shown) AS shown
      FROM present p LEFT JOIN behind b USING (space) OFFSET 0) p
LEFT JOIN LATERAL (
    SELECT l.*, row_number() OVER (ORDER BY l.rev DESC) AS back,
           COALESCE(k.state = 'superseded' AND k.superseded_by <> '{}', false) AS replaced,
           CASE WHEN k.stated_by <> ALL (v.me) AND l.space <> %(mine)s THEN langmem.voice(l.space, k.stated_by) END AS said_by, k.subjects <> '{}' AS about
    FROM langmem.change_log l CROSS JOIN @viewer
    LEFT JOIN LATERAL (SELECT state, superseded_by, stated_by, subjects FROM langmem.memories
                       WHERE space = l.space AND uid = l.uid OFFSET 0) k ON true
    WHERE p.behind AND l.space = p.space AND l.rev > p.after AND l.rev <= p.now_rev AND @may_read_change(l)
    ORDER BY l.rev DESC LIMIT %(limit)s
) c ON true
ORDER BY p.space, c.rev

-- name: cursors_not_begun
-- Where no cursor can be begun, a thread that looks for the first time is told where it would stand.
UNION ALL
SELECT s.space, langmem.readable_changes(s.space, 0, s.rev), s.rev FROM langmem.spaces s
WHERE s.space = ANY (%(spaces)s::text[])
  AND NOT EXISTS (SELECT FROM langmem.cursors c WHERE c.space = s.space AND c.thread_id = %(thread_id)s AND c.user_id = %(user_id)s
                  AND c.agent = %(agent)s OFFSET 0)

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
SELECT h.event, h.memory_id, h.actor, h.old, h.new, @may_tell(h) AS meta, h.at FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.history
                    WHERE space = own.space AND (%(id)s::text IS NULL OR memory_id = %(id)s) OFFSET 0) h
WHERE @may_read_event(h)
ORDER BY h.at DESC, h.space, h.rev DESC, h.id DESC
LIMIT %(limit)s

-- name: count_memories
-- How many memories there are, by category, kind and state.
SELECT m.category, m.kind, m.state, count(*) AS count, max(m.created_at) AS latest FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space OFFSET 0) m
WHERE (m.state <> 'active' OR m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND @may_read(m)
GROUP BY m.category, m.kind, m.state

-- name: count_turns
-- How many turns and sessions there are.
SELECT COALESCE(sum(turn_count), 0) AS turns, count(*) AS sessions FROM langmem.sessions WHERE space = ANY (%(said_in)s::text[])

-- name: count_said
-- How many turns the users said.
SELECT count(*) AS said FROM @own
CROSS JOIN LATERAL (SELECT FROM langmem.turns WHERE space = own.space AND role = 'user' OFFSET 0) t

-- name: count_events
-- How often each operation ran, by node, on what may be seen.
SELECT e.node, e.op, e.status, count(*) AS count FROM @searched CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.events WHERE space = own.space OFFSET 0) e
WHERE (%(categories)s::text[] IS NULL OR e.category = ANY (%(categories)s::text[]))
  AND (e.space = ANY (%(said_in)s::text[]) AND (e.memory_id IS NULL OR langmem.is_gone(e.space, e.memory_id, e.category)
            AND EXISTS (SELECT FROM langmem.history h WHERE h.space = e.space AND h.memory_id = e.memory_id AND h.category = e.category
                        AND h.sensitivity = 'public' OFFSET 0))
       OR EXISTS (SELECT FROM langmem.memories m
                  WHERE m.space = e.space AND m.id = e.memory_id AND m.category = e.category AND @may_see(m)))
GROUP BY e.node, e.op, e.status

-- name: count_events_over_time
-- How often each operation ran, by hour or day (UTC) and node, on what may be seen.
SELECT date_trunc(%(every)s, e.at, 'UTC') AS at, e.node, e.op, e.status, count(*) AS count FROM @searched CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.events WHERE space = own.space AND (%(since)s::timestamptz IS NULL OR at >= %(since)s) OFFSET 0) e
WHERE (%(categories)s::text[] IS NULL OR e.category = ANY (%(categories)s::text[]))
  AND (e.space = ANY (%(said_in)s::text[]) AND (e.memory_id IS NULL OR langmem.is_gone(e.space, e.memory_id, e.category)
            AND EXISTS (SELECT FROM langmem.history h WHERE h.space = e.space AND h.memory_id = e.memory_id AND h.category = e.category
                        AND h.sensitivity = 'public' OFFSET 0))
       OR EXISTS (SELECT FROM langmem.memories m
                  WHERE m.space = e.space AND m.id = e.memory_id AND m.category = e.category AND @may_see(m)))
GROUP BY 1, e.node, e.op, e.status

-- name: memory_namespaces
-- The (space, category) pairs that hold active memories.
SELECT DISTINCT m.space, m.category FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND state = 'active' OFFSET 0) m
WHERE (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND @may_read(m)

-- name: export_memories
-- Everything that is kept about the memories of some spaces.
SELECT m.*, @may_name(m) FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space OFFSET 0) m
WHERE @may_read(m)
ORDER BY m.created_at, m.uid

-- name: export_history
-- Every audited event that may be read.
SELECT h.event, h.memory_id, h.actor, h.old, h.new, @may_tell(h) AS meta, h.at, h.space, h.category, h.sensitivity FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.history WHERE space = own.space OFFSET 0) h
WHERE @may_read_event(h)
ORDER BY h.at, h.space, h.rev, h.id

-- name: export_turns
-- Every turn of the spaces, in a chat those of the chat; an agent that may not see all categories gets none.
SELECT t.* FROM unnest(%(said_in)s::text[]) AS own (space)
CROSS JOIN LATERAL (SELECT * FROM langmem.turns WHERE space = own.space OFFSET 0) t
WHERE %(categories)s::text[] IS NULL
ORDER BY t.at, t.session_id, t.position

-- name: export_versions
-- What the memories that may be read said before.
SELECT m.space, m.category, m.id AS memory_id, x.since, x.until, x.expires_at, x.text, x.sensitivity
FROM @own CROSS JOIN LATERAL (SELECT * FROM langmem.versions WHERE space = own.space OFFSET 0) x CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = x.space AND uid = x.uid OFFSET 0) m
WHERE @may_see(m, langmem.stricter(m.sensitivity, x.sensitivity))
ORDER BY x.until, x.uid

-- name: export_relations
-- The edges between memories that may be read.
SELECT a.space, a.category, a.id AS memory_id, b.category AS to_category, b.id AS to_memory_id, r.relation_type, r.strength, r.created_at,
       r.shows & CASE %(shows)s::int WHEN 2 THEN 14 WHEN 4 THEN 12 ELSE 15 END AS shows
FROM @own CROSS JOIN LATERAL (SELECT * FROM langmem.relations WHERE space = own.space OFFSET 0) r CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = r.space AND uid = r.from_uid OFFSET 0) a
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = r.space AND uid = r.to_uid OFFSET 0) b
WHERE r.shows & CASE %(shows)s::int WHEN 2 THEN 14 WHEN 4 THEN 12 ELSE 15 END <> 0 AND @may_see(a) AND @may_see(b)
ORDER BY r.created_at, a.space, a.id, b.id, r.relation_type

-- name: export_entities
-- Whom and what the memories that may be read name, and by which other names.
SELECT n.space, n.key, (array_agg(n.name ORDER BY n.name))[1] AS name, (array_agg(n.type ORDER BY n.type = 'other', n.type))[1] AS type,
       ARRAY(SELECT DISTINCT unnest FROM unnest(array_agg(array_to_string(n.aliases, chr(31)))) AS each,
             LATERAL unnest(string_to_array(NULLIF(each, ''), chr(31))) ORDER BY 1) AS aliases
FROM @searched CROSS JOIN LATERAL (SELECT * FROM langmem.mentions
                              WHERE space = own.space AND corpus = 'm' AND shows & %(shows)s::int <> 0 OFFSET 0) n CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = n.space AND uid = n.uid OFFSET 0) m
WHERE @may_see(m)
GROUP BY n.space, n.key ORDER BY n.space, n.key

-- name: export_sessions
-- The conversations of the spaces; an agent that may not see all categories gets none.
SELECT space, session_id, user_id, thread_id, turn_count, first_seen, last_turn, reviewed_at FROM langmem.sessions
WHERE space = ANY (%(said_in)s::text[]) AND %(categories)s::text[] IS NULL
ORDER BY first_seen, session_id

-- name: export_people
-- Who the principal is in the registry, and whom the principal has registered.
SELECT p.id, p.name, p.relationship, p.aliases,
       COALESCE((SELECT jsonb_object_agg(platform, handle) FROM langmem.identities i
                 WHERE i.space = p.space AND i.person = p.id AND platform NOT IN ('', 'user')), '{}') AS usernames,
       p.id = ANY (v.me) AS is_user,
       EXISTS (SELECT FROM langmem.identities i WHERE i.space = p.space AND i.person = p.id
               AND platform = 'user' AND handle = ANY (%(me)s::text[])) AS is_linked
FROM langmem.people p CROSS JOIN @viewer
WHERE p.space = %(registry)s AND (p.id = ANY (v.me) OR p.created_by = ANY (%(me)s::text[])) AND p.merged_into IS NULL
ORDER BY p.id
