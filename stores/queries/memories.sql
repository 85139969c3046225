-- name: ensure_space
-- Make sure the row that every write to a space locks is there.
INSERT INTO langmem.spaces (space, created_at)
SELECT space, %(now)s FROM unnest(%(spaces)s::text[]) AS space ORDER BY space COLLATE "C"
ON CONFLICT (space) DO NOTHING

-- name: lock_space
-- Serialise the writes of the spaces: the lock is held until the transaction ends. Those of people come last: who holds
-- a space learns of them only when it has read what it changes.
SELECT space, rev FROM langmem.spaces WHERE space = ANY (%(spaces)s::text[])
ORDER BY split_part(space, '/', 2) LIKE 'person:%%', space FOR UPDATE

-- name: find_operations
-- What did earlier runs of these operations write? What was refused wrote nothing, and is judged anew.
SELECT g.n, o.operation_id, m.*, @may_not_know(m) AS secret
FROM json_to_recordset(%(rows)s::json) AS g (n int, space text, operation_id text)
CROSS JOIN LATERAL (SELECT * FROM langmem.operations
                    WHERE space = g.space AND operation_id = g.operation_id AND uid IS NOT NULL OFFSET 0) o
LEFT JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = o.space AND uid = o.uid OFFSET 0) m ON true

-- name: keep_operation
-- Remember that operations were done, and what they wrote.
INSERT INTO langmem.operations (space, operation_id, uid, at)
SELECT r.space, r.operation_id, m.uid, r.now
FROM json_to_recordset(%(rows)s::json) AS r (space text, operation_id text, category text, id text, now timestamptz)
LEFT JOIN LATERAL (SELECT uid FROM langmem.memories
                   WHERE space = r.space AND category = r.category AND id = r.id OFFSET 0) m ON true
ON CONFLICT (space, operation_id) DO UPDATE SET uid = excluded.uid WHERE operations.uid IS NULL

-- name: note_steps
-- Note what a command is going to do.
INSERT INTO langmem.operations (space, operation_id, uid, at)
SELECT %(space)s, r.operation_id, r.uid, %(now)s FROM json_to_recordset(%(rows)s::json) AS r (operation_id text, uid uuid)
ON CONFLICT (space, operation_id) DO NOTHING

-- name: steps_of
-- What a command was going to do, in its order. (A zero comes after the slash.)
SELECT operation_id, at FROM langmem.operations
WHERE space = %(space)s AND operation_id > %(key)s || '/' AND operation_id < %(key)s || '0'
ORDER BY operation_id

-- name: slot_holders
-- Which active memories fill these slots for these subjects?
SELECT g.n, m.*, @may_not_know(m) AS secret FROM json_to_recordset(%(rows)s::json) AS g (n int, space text, slot text, subjects text[])
CROSS JOIN LATERAL (SELECT * FROM langmem.memories
                    WHERE space = g.space AND slot = g.slot AND subjects = g.subjects AND state = 'active' OFFSET 0) m

-- name: same_proposals
-- What waits for consent or for a second signal and concerns the same: the same slot, or the same category without one.
SELECT g.n, m.*, @may_not_know(m) AS secret
FROM json_to_recordset(%(rows)s::json) AS g (n int, space text, slot text, category text, subjects text[])
CROSS JOIN LATERAL (SELECT * FROM langmem.memories
                    WHERE space = g.space AND state = 'proposed' AND slot IS NOT DISTINCT FROM g.slot
                      AND (g.slot IS NOT NULL OR category = g.category) AND subjects = g.subjects
                      AND expires_at > %(now)s OFFSET 0) m

-- name: neighbours
-- What some drafts come near to, a row for each. `links` are the nearest memories of the space, `siblings` the drafts
-- before it that are no farther; `link_kin` tells which of the links are seen by all who see the draft, as bits (0025), and `more`
-- are the nearest of these beyond. `known` are the active memories that may say the same: of the same category and subjects, and as similar as the
-- bands ask, or with the same normalised text; `twins` are such drafts. `terms` are stemmed words.
WITH asked AS MATERIALIZED (
    SELECT g.*, langmem.about(g.subjects) AS about,
           ARRAY(SELECT jsonb_array_elements_text((SELECT %(common)s::jsonb) -> g.category)) AS common,
           CASE WHEN langmem.is_embedder(%(embedder)s) THEN (%(vectors)s::halfvec[])[g.n + 1] END AS embedding
    FROM json_to_recordset(%(rows)s::json)
         AS g (n int, space text, category text, subjects text[], sensitivity text, open boolean, fingerprint bigint,
               content text, merges boolean)
)
SELECT a.n, near.links, near.link_similarities, near.link_kin, more.more, more.more_similarities, more.more_kin, known.known, before.siblings, before.sibling_similarities, before.twins
FROM asked a
CROSS JOIN LATERAL (
    SELECT array_agg(uid ORDER BY similarity DESC, uid) FILTER (WHERE similarity IS NOT NULL) AS links,
           array_agg(similarity ORDER BY similarity DESC, uid) FILTER (WHERE similarity IS NOT NULL) AS link_similarities,
           array_agg(kin ORDER BY similarity DESC, uid) FILTER (WHERE similarity IS NOT NULL) AS link_kin,
           ARRAY[count(*) FILTER (WHERE kin > 0), count(*) FILTER (WHERE kin > 1), count(*) FILTER (WHERE kin > 3)] AS kin,
           array_agg(uid) FILTER (WHERE same) AS same, array_agg(similarity) FILTER (WHERE same) AS same_similarities,
           CASE WHEN count(*) < %(limit)s THEN '-infinity' ELSE min(similarity) END AS reach
    FROM (SELECT uid, similarity, same, @kin AS kin FROM (
        SELECT uid, similarity, category, about, sensitivity, open,
               category = a.category AND about = a.about AND similarity >= %(same_from)s::float8 AS same
        FROM (SELECT uid, category, about, sensitivity, open, -(embedding <#> a.embedding) AS similarity FROM langmem.documents
              WHERE a.embedding IS NOT NULL AND space = a.space AND corpus = 'm' AND embedding IS NOT NULL
                AND (expires_at IS NULL OR expires_at > %(now)s) OFFSET 0) d
        ORDER BY same DESC, similarity DESC, uid LIMIT %(limit)s
    ) nearest OFFSET 0) nearest
) near
CROSS JOIN LATERAL (
    -- where others have taken the places of what all see
    SELECT array_agg(f.uid) AS more, array_agg(f.similarity) AS more_similarities, array_agg(f.kin) AS more_kin
    FROM unnest('{1,2,4}'::int[], near.kin) AS k (bit, found)
    CROSS JOIN LATERAL (
        SELECT uid, similarity, @kin AS kin
        FROM (SELECT uid, category, about, sensitivity, open, -(embedding <#> a.embedding) AS similarity FROM langmem.documents
              WHERE a.embedding IS NOT NULL AND space = a.space AND corpus = 'm' AND embedding IS NOT NULL
                AND (expires_at IS NULL OR expires_at > %(now)s) OFFSET 0) d
        WHERE k.found < %(linked)s AND similarity BETWEEN %(link_min)s::float8 AND near.reach AND @kin & k.bit <> 0
        ORDER BY similarity DESC, uid LIMIT %(linked)s
    ) f
    WHERE near.reach >= %(link_min)s::float8
) more
CROSS JOIN LATERAL (
    SELECT json_agg(to_jsonb(m) || jsonb_build_object(
               'similarity', c.similarity, 'secret', @may_not_know(m),
               'terms', tsvector_to_array(to_tsvector(%(language)s::regconfig, m.content)),
               'asked_terms', tsvector_to_array(to_tsvector(%(language)s::regconfig, a.content)))
               ORDER BY c.similarity DESC NULLS FIRST, m.uid) AS known
    FROM (
        SELECT uid, max(similarity) AS similarity
        FROM (SELECT unnest(near.same) AS uid, unnest(near.same_similarities) AS similarity
              UNION ALL
              SELECT f.uid, -(d.embedding <#> a.embedding)
              FROM (SELECT uid, space FROM langmem.memories
                    WHERE space = a.space AND fingerprint = a.fingerprint AND state = 'active' AND category = a.category
                      AND subjects = a.subjects AND (expires_at IS NULL OR expires_at > %(now)s) OFFSET 0) f
              LEFT JOIN LATERAL (SELECT embedding FROM langmem.documents
                                 WHERE space = f.space AND corpus = 'm' AND uid = f.uid OFFSET 0) d ON true) either
        GROUP BY uid
    ) c
    CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = a.space AND uid = c.uid OFFSET 0) m
    WHERE a.merges
) known
CROSS JOIN LATERAL (
    SELECT array_agg(n ORDER BY similarity DESC) FILTER (WHERE near_enough) AS siblings,
           array_agg(similarity ORDER BY similarity DESC) FILTER (WHERE near_enough) AS sibling_similarities,
           array_agg(n) FILTER (WHERE same) AS twins
    FROM (
        SELECT n, similarity, similarity >= CASE WHEN more.more IS NULL THEN near.reach ELSE %(link_min)s::float8 END AS near_enough,
               a.merges AND category = a.category AND about = a.about
                              AND (fingerprint = a.fingerprint OR COALESCE(similarity >= %(same_from)s::float8, false)) AS same
        FROM (SELECT n, category, about, fingerprint, -(embedding <#> a.embedding) AS similarity FROM asked
              WHERE n < a.n AND space = a.space OFFSET 0) b
    ) each
) before
ORDER BY a.n

-- name: kin
-- Is a memory seen by whoever sees the draft? So is what is plain, and what is as sensitive as the draft and about the same: by
-- agents too where those of the one category have the other. What is about others, or sensitive, its owner sees alone.
CASE WHEN sensitivity = 'public' AND (about = 0 OR open) OR sensitivity = 'personal' AND about = 0
          OR sensitivity = a.sensitivity AND about = a.about AND open AND a.open
     THEN CASE WHEN category = ANY (a.common) THEN 7 ELSE 3 END
     WHEN about = 0 OR open AND sensitivity <> 'sensitive' THEN 1 ELSE 0 END

-- name: writes_today
-- How many automatic memories have these spaces got since midnight UTC, as far as who writes may know or wrote them itself?
SELECT own.space, m.count FROM @own
CROSS JOIN LATERAL (SELECT count(*) AS count FROM langmem.memories o
                    WHERE space = own.space AND source IN ('scan', 'review', 'extraction', 'tool')
                      AND created_at >= date_trunc('day', %(now)s::timestamptz, 'UTC')
                      AND (user_id IS NOT DISTINCT FROM %(user_id)s AND agent_id IS NOT DISTINCT FROM %(agent)s OR NOT @may_not_know(o))) m
WHERE m.count > 0

-- name: overflow
-- The oldest unpinned memories beyond a cap on the category, and beyond one on the space, one place left for a newcomer, and those
-- that are left to compaction. Who writes counts and pushes out what it may know of; compaction counts all. What a conclusion rests on
-- does not give way to it, and gives way to others last: the conclusion would fall with it.
WITH capped AS (
    SELECT * FROM (VALUES (%(full_category)s::text, %(category_cap)s::bigint), (NULL, %(space_cap)s::bigint)) AS c (category, cap)
    WHERE cap IS NOT NULL
), evidence AS MATERIALIZED (
    SELECT COALESCE(array_agg(DISTINCT s.id), '{}') AS ids FROM langmem.memories i CROSS JOIN unnest(i.source_ids) AS s (id)
    WHERE i.space = %(space)s AND i.state = 'active' AND i.source = 'consolidation' AND i.kind IN ('insight', 'reflection')
      AND NOT @may_not_know(i)
)
SELECT m.* FROM capped c
CROSS JOIN LATERAL (
    SELECT * FROM langmem.memories o
    WHERE space = %(space)s AND (c.category IS NULL OR category = c.category) AND state = 'active' AND NOT pinned
      AND (expires_at IS NULL OR expires_at > %(now)s) AND id <> ALL (%(spared)s::text[]) AND NOT @may_not_know(o)
    ORDER BY id = ANY ((SELECT ids FROM evidence)::text[]), updated_at, uid
    LIMIT GREATEST(0, (SELECT count(*) FROM langmem.memories o
                       WHERE space = %(space)s AND (c.category IS NULL OR category = c.category)
                         AND state = 'active' AND (expires_at IS NULL OR expires_at > %(now)s) AND NOT @may_not_know(o)) - c.cap - %(over)s::bigint + 1)
) m

-- name: release_key
-- Let memories that who writes may not know of give up their keys: what is written under them is another memory.
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json) AS r (space text, uid uuid, category text, id text)
), counted AS (
    UPDATE langmem.events e SET memory_id = g.uid::text FROM given g
    WHERE e.space = g.space AND e.category = g.category AND e.memory_id = g.id
)
UPDATE langmem.memories m SET id = g.uid::text FROM given g WHERE m.space = g.space AND m.uid = g.uid

-- name: save_memory
-- Write memories as they now stand. A read that refreshes a ttl holds no lock of the space: what it gave meanwhile stays.
INSERT INTO langmem.memories
SELECT * FROM json_populate_recordset(NULL::langmem.memories, %(rows)s::json)
ON CONFLICT (space, uid) DO UPDATE SET
    category = excluded.category, kind = excluded.kind, type = excluded.type, title = excluded.title,
    content = excluded.content, keywords = excluded.keywords, tags = excluded.tags, importance = excluded.importance,
    confidence = excluded.confidence, strength = excluded.strength, strength_at = excluded.strength_at,
    decay_rate = excluded.decay_rate, pinned = excluded.pinned, sensitivity = excluded.sensitivity,
    subjects = excluded.subjects, stated_by = excluded.stated_by, learned_in = excluded.learned_in,
    portable = excluded.portable, source = excluded.source, source_ids = excluded.source_ids,
    supersedes = excluded.supersedes, superseded_by = excluded.superseded_by, slot = excluded.slot,
    user_requested = excluded.user_requested, state = excluded.state, event_time = excluded.event_time,
    updated_at = excluded.updated_at, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
    expires_at = CASE WHEN memories.ttl_minutes = excluded.ttl_minutes AND memories.state = 'active' AND excluded.expires_at IS NOT NULL
                      THEN GREATEST(memories.expires_at, excluded.expires_at) ELSE excluded.expires_at END,
    purge_at = excluded.purge_at, fades_at = excluded.fades_at,
    ttl_minutes = excluded.ttl_minutes, extra = excluded.extra, fingerprint = excluded.fingerprint,
    wants_vector = excluded.wants_vector

-- name: memories_by_key
-- The memories under some BaseStore keys, in whatever state.
SELECT g.n, m.*, @may_not_know(m) AS secret FROM json_to_recordset(%(rows)s::json) AS g (n int, space text, category text, id text)
CROSS JOIN LATERAL (SELECT * FROM langmem.memories
                    WHERE space = g.space AND category = g.category AND id = g.id OFFSET 0) m

-- name: memories_by_id
-- Memories with an id that may be read, in the states asked for; an active one first.
SELECT m.*, @said_by(m) FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND id = %(id)s OFFSET 0) m
WHERE m.state = ANY (%(states)s)
  AND (m.state NOT IN ('active', 'proposed') OR m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND (m.state <> 'soft_deleted' OR m.purge_at > %(now)s)
  AND @may_read(m)
ORDER BY m.state = 'active' DESC, m.updated_at DESC

-- name: memories_in_any_state
-- Memories with some ids that may be read, as they are now, until they are purged; of each id an active one.
SELECT DISTINCT ON (k.id) m.* FROM unnest(%(ids)s::text[]) AS k (id) CROSS JOIN @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND id = k.id OFFSET 0) m
WHERE @may_read(m)
ORDER BY k.id, m.state = 'active' DESC, m.updated_at DESC

-- name: active_by_keys
-- The active memories under some (space, category, id) triples.
SELECT m.*, @may_name(m) FROM unnest(%(key_spaces)s::text[], %(key_categories)s::text[], %(key_ids)s::text[]) AS k (space, category, id)
CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories
                    WHERE space = k.space AND category = k.category AND id = k.id OFFSET 0) m
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND (%(spaces)s::text[] IS NULL OR m.space = ANY (%(spaces)s::text[])) AND @may_see(m)

-- name: refresh_ttl
-- Move the expiry of memories that a BaseStore ttl governs. Their index rows are locked first, as a writer that makes a memory
-- unfindable does: the two wait for each other in one order.
WITH asked AS MATERIALIZED (
    SELECT k.* FROM @indexing CROSS JOIN unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS k (space, uid)
), held AS MATERIALIZED (
    SELECT d.space, d.uid FROM asked k
    CROSS JOIN LATERAL (SELECT space, uid FROM langmem.documents WHERE space = k.space AND corpus = 'm' AND uid = k.uid
                        OFFSET 0 FOR UPDATE) d
)
UPDATE langmem.memories m SET expires_at = %(now)s::timestamptz + make_interval(secs => ttl_minutes * 60)
FROM asked k LEFT JOIN held h USING (space, uid)
WHERE m.space = ANY (ARRAY[k.space]) AND m.uid = ANY (ARRAY[k.uid]) AND m.ttl_minutes IS NOT NULL

-- name: boost_accessed
-- Strengthen memories that were used in context; rows that someone is writing are left for next time.
WITH used AS (
    SELECT m.space, m.uid, u.uses FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[], %(uses)s::int[]) AS u (space, uid, uses)
    CROSS JOIN LATERAL (SELECT space, uid, state FROM langmem.memories WHERE space = u.space AND uid = u.uid
                        FOR UPDATE SKIP LOCKED) m
    WHERE m.state = 'active'
)
UPDATE langmem.memories m SET
    strength = boosted.strength, strength_at = %(now)s, last_accessed = %(now)s, access_count = m.access_count + used.uses,
    fades_at = CASE WHEN m.decay_rate = 0 THEN NULL
                    ELSE %(now)s::timestamptz + make_interval(secs => 86400 * ln(boosted.strength / %(floor)s) / m.decay_rate) END
FROM used, LATERAL (
    SELECT LEAST(1.0, %(boost)s + n.strength * exp(-n.decay_rate
               * GREATEST(0, extract(epoch FROM %(now)s::timestamptz - n.strength_at) / 86400))) AS strength
    FROM langmem.memories n WHERE n.space = used.space AND n.uid = used.uid OFFSET 0
) boosted
WHERE m.space = ANY (ARRAY[used.space]) AND m.uid = ANY (ARRAY[used.uid])

-- name: index_document
-- Make texts findable: their stemmed words, their vectors, and the counts that BM25 needs. A vector of another embedder than
-- the stored ones are of is not kept: the text waits for one.
WITH known AS MATERIALIZED (
    SELECT langmem.is_embedder(%(embedder)s) AS embedder
), given AS MATERIALIZED (
    SELECT *, COALESCE(home, space) AS lies_in FROM json_to_recordset(%(rows)s::json)
         AS r (n int, space text, home text, open boolean, corpus text, uid uuid, category text, sensitivity text,
               expires_at timestamptz, subjects text[], text text, further text[], waits boolean, timed boolean,
               happened timestamptz, now timestamptz)
), words AS MATERIALIZED (
    SELECT g.n, g.space, g.corpus, g.uid, t.lexeme AS term, cardinality(t.positions) AS times
    FROM given g CROSS JOIN LATERAL unnest(to_tsvector(%(language)s::regconfig, g.text)) t
), terms AS MATERIALIZED (
    SELECT space, corpus, uid, term, LEAST(times, 255)::smallint AS tf,
           LEAST(sum(times) OVER (PARTITION BY n), 32767)::smallint AS length
    FROM (
        SELECT n, space, corpus, uid, term, times FROM words WHERE n NOT IN (SELECT n FROM given WHERE cardinality(further) > 0)
        UNION ALL
        -- a text too long for one is indexed by its parts
        SELECT n, space, corpus, uid, term, sum(times) FROM (
            SELECT * FROM words
            UNION ALL
            SELECT g.n, g.space, g.corpus, g.uid, t.lexeme, cardinality(t.positions)
            FROM given g CROSS JOIN LATERAL unnest(g.further) p (part)
            CROSS JOIN LATERAL unnest(to_tsvector(%(language)s::regconfig, p.part)) t
        ) parts
        WHERE n IN (SELECT n FROM given WHERE cardinality(further) > 0)
        GROUP BY n, space, corpus, uid, term
    ) counted_words
), posted AS (
    INSERT INTO langmem.postings (space, corpus, term, uid, tf, length)
    SELECT space, corpus::"char", term, uid, tf, length FROM terms
), counted AS (
    SELECT g.space, count(*) FILTER (WHERE g.corpus = 'm') AS memories,
           count(*) FILTER (WHERE g.corpus = 't') AS turns,
           COALESCE(sum(l.length) FILTER (WHERE g.corpus = 'm'), 0) AS memory_length,
           COALESCE(sum(l.length) FILTER (WHERE g.corpus = 't'), 0) AS turn_length
    FROM given g LEFT JOIN (SELECT space, uid, max(length) AS length FROM terms GROUP BY space, uid) l USING (space, uid)
    GROUP BY g.space
), counting AS (
    UPDATE langmem.spaces s SET
        memory_count = s.memory_count + c.memories, memory_length = s.memory_length + c.memory_length,
        turn_count = s.turn_count + c.turns, turn_length = s.turn_length + c.turn_length, placed = s.placed + c.memories
    FROM counted c WHERE s.space = c.space AND s.space = ANY (%(spaces)s::text[])
    RETURNING s.space, s.placed - c.memories AS before
)
INSERT INTO langmem.documents (space, home, open, corpus, uid, category, sensitivity, expires_at, subjects, embedding, waits,
                               since, occasion, place)
SELECT g.space, home, open, corpus::"char", uid, category, sensitivity,
       CASE WHEN timed THEN (SELECT m.expires_at FROM langmem.memories m WHERE m.space = g.lies_in AND m.uid = g.uid)
            ELSE expires_at END, subjects,
       CASE WHEN k.embedder THEN (%(vectors)s::halfvec[])[n + 1] END,
       waits OR NOT k.embedder AND (%(vectors)s::halfvec[])[n + 1] IS NOT NULL, now,
       langmem.occasion(happened, NULL), c.before + row_number() OVER (PARTITION BY g.space ORDER BY g.n)
FROM given g JOIN counting c USING (space) CROSS JOIN known k

-- name: unindex_memory
-- Make memories unfindable; the texts are those that were indexed. What was known is kept as a version. An entity that nothing
-- else mentions goes, and a name by which nothing else calls one.
WITH given AS MATERIALIZED (
    SELECT *, 'm'::"char" AS corpus
    FROM json_to_recordset(%(rows)s::json) AS r (space text, uid uuid, text text, content text, now timestamptz)
), words AS MATERIALIZED (
    SELECT g.space, g.corpus, g.uid, t.lexeme FROM given g CROSS JOIN LATERAL unnest(to_tsvector(%(language)s::regconfig, g.text)) t
), dropped AS (
    -- Not by its place: that of a row in one partition is that of another in the next. By ANY, as an equation could be solved by
    -- going through all rows; so for what follows.
    DELETE FROM langmem.postings p USING words w
    WHERE p.space = ANY (ARRAY[w.space]) AND p.corpus = ANY (ARRAY[w.corpus]) AND p.term = ANY (ARRAY[w.lexeme])
      AND p.uid = ANY (ARRAY[w.uid])
    RETURNING p.space, p.uid, p.length
), forgotten AS (
    DELETE FROM langmem.documents d USING given g
    WHERE d.space = ANY (ARRAY[g.space]) AND d.corpus = ANY (ARRAY[g.corpus]) AND d.uid = ANY (ARRAY[g.uid])
    RETURNING d.space, d.home, d.uid, d.since, d.expires_at, d.sensitivity, d.embedding
), kept AS (
    INSERT INTO langmem.versions (space, uid, since, until, expires_at, text, sensitivity, embedding)
    SELECT f.space, f.uid, f.since, g.now, f.expires_at, g.content, f.sensitivity, f.embedding FROM forgotten f JOIN given g USING (space, uid)
    WHERE f.since < g.now AND f.home IS NULL
    ON CONFLICT (space, uid, until) DO NOTHING
), unmentioned AS (
    -- All of them: the limit is for the planner, which takes them for a hundred.
    DELETE FROM langmem.mentions m USING (SELECT * FROM given LIMIT json_array_length(%(rows)s::json)) g
    WHERE m.space = ANY (ARRAY[g.space]) AND m.corpus = ANY (ARRAY[g.corpus]) AND m.uid = ANY (ARRAY[g.uid])
    RETURNING m.space, m.key, m.aliases
), alone AS MATERIALIZED (
    SELECT u.space, u.key FROM (SELECT DISTINCT space, key FROM unmentioned) u
    WHERE NOT EXISTS (SELECT FROM langmem.mentions m WHERE m.space = u.space AND m.key = u.key
                      AND NOT (m.corpus = 'm' AND m.uid IN (SELECT uid FROM given)))
), disused AS MATERIALIZED (
    SELECT u.space, u.key, u.alias FROM (SELECT DISTINCT space, key, unnest(aliases) AS alias FROM unmentioned) u
    WHERE (SELECT true FROM langmem.mentions m WHERE m.space = u.space AND m.key = u.key AND u.alias = ANY (m.aliases)
           AND NOT (m.corpus = 'm' AND m.uid = ANY (ARRAY(SELECT uid FROM given))) LIMIT 1) IS NULL
), unnamed AS (
    DELETE FROM langmem.aliases n USING (SELECT space, key, NULL AS alias FROM alone UNION ALL SELECT space, key, alias FROM disused) d
    WHERE n.space = ANY (ARRAY[d.space]) AND n.key = ANY (ARRAY[d.key]) AND (d.alias IS NULL OR n.alias = d.alias)
), unknown AS (
    DELETE FROM langmem.entities e USING alone a WHERE e.space = ANY (ARRAY[a.space]) AND e.key = ANY (ARRAY[a.key])
), counted AS (
    SELECT g.space, count(*) AS memories, COALESCE(sum(l.length), 0) AS length
    FROM given g LEFT JOIN (SELECT space, uid, max(length) AS length FROM dropped GROUP BY space, uid) l USING (space, uid)
    GROUP BY g.space
)
UPDATE langmem.spaces s SET memory_count = s.memory_count - c.memories, memory_length = s.memory_length - c.length
FROM counted c WHERE s.space = c.space AND s.space = ANY (%(spaces)s::text[])

-- name: record_change
-- Count, log and audit changes: the revisions of the spaces, what threads will be told, what the audit keeps, an event each.
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json)
         AS r (n int, space text, uid uuid, memory_id text, category text, sensitivity text, audit_sensitivity text,
               importance smallint, change text,
               text text, history_id uuid, event text, old text, new text, actor text, meta jsonb, event_id uuid, user_id text,
               thread_id text, node text, op text, reason text, sim real, now timestamptz)
), bumped AS (
    UPDATE langmem.spaces s SET rev = s.rev + c.changes
    FROM (SELECT space, count(*) AS changes FROM given GROUP BY space) c
    WHERE s.space = c.space AND s.space = ANY (%(spaces)s::text[]) RETURNING s.space, s.rev - c.changes AS before
), numbered AS MATERIALIZED (
    SELECT g.*, b.before + row_number() OVER (PARTITION BY g.space ORDER BY g.n) AS rev FROM given g JOIN bumped b USING (space)
), told AS (
    INSERT INTO langmem.change_log (space, rev, uid, memory_id, category, event, text, importance, sensitivity, at)
    SELECT space, rev, uid, memory_id, category, change, text, importance, sensitivity, now FROM numbered
), kept AS (
    INSERT INTO langmem.history (space, id, rev, uid, memory_id, category, sensitivity, event, old, new, actor, meta, at)
    SELECT space, history_id, rev, uid, memory_id, category, audit_sensitivity, event, old, new, actor, meta, now FROM numbered
)
INSERT INTO langmem.events (space, id, user_id, thread_id, node, op, status, reason, memory_id, category, sim, at)
SELECT space, event_id, user_id, thread_id, node, op, 'ok', reason, memory_id, category, sim, now FROM numbered

-- name: record_history
-- Audit events that change no revision, or second memories that a change touched; `later` changes of the set came after it.
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json)
         AS r (space text, uid uuid, memory_id text, category text, sensitivity text, history_id uuid, event text, old text,
               new text, actor text, meta jsonb, later bigint, now timestamptz)
)
INSERT INTO langmem.history (space, id, rev, uid, memory_id, category, sensitivity, event, old, new, actor, meta, at)
SELECT g.space, history_id, s.rev - COALESCE(later, 0), uid, memory_id, category, sensitivity, event, old, new, actor, meta, now
FROM given g JOIN langmem.spaces s USING (space) WHERE s.space = ANY (%(spaces)s::text[])

-- name: record_refusal
-- Count refused writes; one with an operation id counts once.
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json)
         AS r (space text, event_id uuid, user_id text, thread_id text, node text, op text, status text, reason text,
               category text, operation_id text, now timestamptz)
), first AS (
    INSERT INTO langmem.operations (space, operation_id, at)
    SELECT DISTINCT ON (space, operation_id) space, operation_id, now FROM given WHERE operation_id IS NOT NULL
    ON CONFLICT (space, operation_id) DO NOTHING RETURNING space, operation_id
)
INSERT INTO langmem.events (space, id, user_id, thread_id, node, op, status, reason, category, at)
SELECT space, event_id, user_id, thread_id, node, op, status, reason, category, now FROM given g
WHERE operation_id IS NULL OR EXISTS (SELECT FROM first f WHERE f.space = g.space AND f.operation_id = g.operation_id)

-- name: mention
-- Note whom and what texts name, and how they call it. A mention is of the entity that has its key, else of the one of those
-- that go by it that most memories name, else of a new one. Which there are tell those memories that all see who see the text (0026).
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json)
         AS r (n int, space text, corpus text, uid uuid, key text, name text, type text, aliases text[], now timestamptz)
), resolved AS MATERIALIZED (
    SELECT g.*, e.entity, e.shows FROM given g
    CROSS JOIN LATERAL (SELECT count(*) > 0 AS shared FROM langmem.aliases
                        WHERE g.corpus = 'm' AND space = g.space AND alias = g.key AND key <> g.key OFFSET 0) known
    CROSS JOIN LATERAL (
        SELECT g.key AS entity, 7 AS shows WHERE NOT known.shared
        UNION ALL
        SELECT entity, sum(bit) FROM (
            SELECT bit, COALESCE(CASE WHEN own.uid IS NOT NULL THEN g.key END, other.key, g.key) AS entity
            FROM (SELECT ARRAY(SELECT jsonb_array_elements_text((SELECT %(common)s::jsonb) -> category)) AS common, sensitivity, about, open
                  FROM langmem.documents
                  WHERE space = g.space AND corpus = 'm' AND uid = g.uid OFFSET 0) a
            CROSS JOIN unnest('{1,2,4}'::int[]) AS bit
            LEFT JOIN LATERAL (@called_by AND key = g.key LIMIT 1) own ON true
            LEFT JOIN LATERAL (
                SELECT key FROM (SELECT key FROM langmem.aliases
                                 WHERE own.uid IS NULL AND space = g.space AND alias = g.key AND key <> g.key OFFSET 0) n
                CROSS JOIN LATERAL (SELECT count(*) AS count FROM (@called_by AND key = n.key AND g.key = ANY (aliases) LIMIT 100) c) c
                WHERE c.count > 0 ORDER BY c.count DESC, key LIMIT 1
            ) other ON true
        ) each
        WHERE known.shared GROUP BY entity
    ) e
), known AS (
    INSERT INTO langmem.entities (space, key, first_seen)
    SELECT DISTINCT space, entity, now FROM resolved WHERE entity = key
    ON CONFLICT (space, key) DO NOTHING
), named AS (
    INSERT INTO langmem.aliases (space, alias, key)
    SELECT DISTINCT r.space, n.alias, r.entity FROM resolved r CROSS JOIN LATERAL unnest(r.aliases || r.key) AS n (alias)
    ON CONFLICT (space, alias, key) DO NOTHING
), whole AS (
    -- a name that leads there for some only is none for the others
    SELECT *, bit_or(shows) OVER (PARTITION BY space, entity, corpus, uid) AS bits FROM resolved
)
INSERT INTO langmem.mentions (space, key, corpus, uid, aliases, name, type, shows)
SELECT r.space, r.entity, r.corpus::"char", r.uid,
       COALESCE(array_agg(DISTINCT n.alias ORDER BY n.alias) FILTER (WHERE n.alias <> r.entity AND r.shows = r.bits), '{}'),
       (array_agg(r.name ORDER BY r.shows <> r.bits, r.type = 'other', r.key <> r.entity, r.n))[1],
       (array_agg(r.type ORDER BY r.shows <> r.bits, r.type = 'other', r.key <> r.entity, r.n))[1], r.bits
FROM whole r LEFT JOIN LATERAL unnest(r.aliases || r.key) AS n (alias) ON true
GROUP BY r.space, r.entity, r.corpus, r.uid, r.bits
ON CONFLICT (space, key, corpus, uid) DO NOTHING

-- name: called_by
-- The memories that name something and that all see who see a text.
SELECT key, uid FROM (SELECT key, uid, aliases, shows FROM langmem.mentions WHERE space = g.space AND corpus = 'm') m
CROSS JOIN LATERAL (SELECT category, sensitivity, about, open FROM langmem.documents
                    WHERE space = g.space AND corpus = 'm' AND uid = m.uid OFFSET 0) d
WHERE shows & bit <> 0 AND @kin & bit <> 0

-- name: without_names
-- Texts that nobody has looked through for names yet; seen from everywhere, or from some spaces.
SELECT d.space, d.corpus::text AS corpus, d.uid, COALESCE(m.content, t.content) AS text, d.subjects, t.speaker, t.at
FROM langmem.documents d
LEFT JOIN langmem.memories m ON d.corpus = 'm' AND m.space = d.space AND m.uid = d.uid
LEFT JOIN langmem.turns t ON d.corpus = 't' AND t.space = d.space AND t.uid = d.uid
WHERE NOT d.named AND (%(spaces)s::text[] IS NULL OR d.space = ANY (%(spaces)s::text[]))
  AND (%(prefix)s::text IS NULL OR starts_with(d.space, %(prefix)s))
ORDER BY d.space, d.uid
LIMIT %(limit)s

-- name: unmention
-- Forget whom and what some texts name, to look through them anew; an entity that nothing else mentions goes, and a name by which
-- nothing else calls one.
WITH given AS MATERIALIZED (
    SELECT space, corpus::"char" AS corpus, uid FROM unnest(%(key_spaces)s::text[], %(corpora)s::text[], %(uids)s::uuid[]) AS g (space, corpus, uid)
), noted AS (
    UPDATE langmem.documents d SET named = true FROM given g
    WHERE d.space = ANY (ARRAY[g.space]) AND d.corpus = ANY (ARRAY[g.corpus]) AND d.uid = ANY (ARRAY[g.uid])
), unmentioned AS (
    -- the limit is for the planner, which takes them for a hundred, and for ten where it is not told how many
    DELETE FROM langmem.mentions m USING (SELECT * FROM given LIMIT (SELECT cardinality(%(uids)s::uuid[]))) g
    WHERE m.space = ANY (ARRAY[g.space]) AND m.corpus = ANY (ARRAY[g.corpus]) AND m.uid = ANY (ARRAY[g.uid])
    RETURNING m.space, m.key
), others AS MATERIALIZED (
    SELECT u.space, u.key, array_agg(DISTINCT n.alias) FILTER (WHERE m.uid IS NOT NULL) AS names
    FROM (SELECT DISTINCT space, key FROM unmentioned) u
    LEFT JOIN LATERAL (SELECT key, uid, aliases FROM langmem.mentions o WHERE o.space = u.space AND o.key = u.key
                       AND NOT EXISTS (SELECT FROM given g WHERE g.space = o.space AND g.uid = o.uid AND g.corpus = o.corpus) OFFSET 0) m ON true
    LEFT JOIN LATERAL unnest(m.aliases || m.key) AS n (alias) ON true
    GROUP BY u.space, u.key
), unnamed AS (
    DELETE FROM langmem.aliases n USING others o
    WHERE n.space = ANY (ARRAY[o.space]) AND n.key = ANY (ARRAY[o.key]) AND (o.names IS NULL OR n.alias <> ALL (o.names))
)
DELETE FROM langmem.entities e USING others o WHERE e.space = ANY (ARRAY[o.space]) AND e.key = ANY (ARRAY[o.key]) AND o.names IS NULL

-- name: link
-- Relate memories to others; an edge that is there keeps its greater strength.
INSERT INTO langmem.relations (space, from_uid, to_uid, relation_type, strength, created_at, shows)
SELECT * FROM json_to_recordset(%(rows)s::json)
     AS r (space text, from_uid uuid, to_uid uuid, relation_type text, strength real, created_at timestamptz, shows smallint)
ON CONFLICT (space, from_uid, to_uid, relation_type) DO UPDATE
    SET strength = GREATEST(relations.strength, excluded.strength), shows = relations.shows | excluded.shows

-- name: close_edges
-- Memories are seen by others than when their edges were drawn: those may not see what was near then. What was drawn on purpose stays.
DELETE FROM langmem.relations r USING json_to_recordset(%(rows)s::json) AS g (space text, uid uuid)
WHERE r.space = ANY (ARRAY[g.space]) AND r.from_uid = ANY (ARRAY[g.uid]) AND r.shows & 8 = 0

-- name: related
-- The readable active memories that edges join to some memories, strongest first.
SELECT m.*, @may_name(m), r.strength AS relation_strength, r.other
FROM @own CROSS JOIN LATERAL (
    SELECT to_uid AS uid, strength, from_uid AS other, shows FROM langmem.relations
    WHERE space = own.space AND from_uid = ANY (%(uids)s::uuid[])
    UNION ALL
    SELECT from_uid, strength, to_uid, shows FROM langmem.relations
    WHERE space = own.space AND to_uid = ANY (%(uids)s::uuid[])
) r
CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND uid = r.uid OFFSET 0) m
WHERE m.state = 'active' AND m.uid <> ALL (%(except_uids)s::uuid[]) AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND {filter}
  AND r.shows & %(shows)s::int <> 0 AND @may_read(m)
ORDER BY r.strength DESC, m.uid
LIMIT %(limit)s
