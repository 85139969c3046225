-- name: ensure_space
-- Make sure the row that every write to a space locks is there.
INSERT INTO langmem.spaces (space, created_at)
SELECT space, %(now)s FROM unnest(%(spaces)s::text[]) AS space ORDER BY space COLLATE "C"
ON CONFLICT (space) DO NOTHING

-- name: lock_space
-- Serialise the writes of the spaces: the lock is held until the transaction ends.
SELECT space, rev FROM langmem.spaces WHERE space = ANY (%(spaces)s::text[]) ORDER BY space FOR UPDATE

-- name: find_operation
-- What did an earlier run of this operation write?
SELECT o.operation_id, m.*
FROM langmem.operations o LEFT JOIN langmem.memories m ON m.space = o.space AND m.uid = o.uid
WHERE o.space = %(space)s AND o.operation_id = %(operation_id)s

-- name: keep_operation
-- Remember that an operation was done.
INSERT INTO langmem.operations (space, operation_id, uid, at)
SELECT %(space)s, %(operation_id)s,
       (SELECT uid FROM langmem.memories WHERE space = %(space)s AND category = %(category)s AND id = %(id)s), %(now)s
ON CONFLICT (space, operation_id) DO NOTHING

-- name: slot_holder
-- Which active memory fills this slot for these subjects?
SELECT * FROM langmem.memories
WHERE space = %(space)s AND slot = %(slot)s AND subjects = %(subjects)s::text[] AND state = 'active'

-- name: same_proposal
-- The same change of this slot, waiting for consent already.
SELECT * FROM langmem.memories
WHERE space = %(space)s AND slot = %(slot)s AND subjects = %(subjects)s::text[] AND state = 'proposed'
  AND fingerprint = %(fingerprint)s AND expires_at > %(now)s

-- name: neighbours
-- The nearest active memories of a space: the first few of the same category and subjects (for merging), the first few of
-- any (for relations), and any with the same normalised text. `terms` are their stemmed words.
WITH near AS MATERIALIZED (
    SELECT uid, (category = %(category)s AND subjects = %(subjects)s::text[]) AS comparable,
           -(embedding <#> %(vector)s::halfvec) AS similarity
    FROM langmem.documents
    WHERE %(vector)s::text IS NOT NULL AND space = %(space)s AND corpus = 'm' AND embedding IS NOT NULL
      AND (expires_at IS NULL OR expires_at > %(now)s)
), same AS (
    SELECT uid FROM langmem.memories
    WHERE space = %(space)s AND fingerprint = %(fingerprint)s AND state = 'active'
      AND category = %(category)s AND subjects = %(subjects)s::text[] AND (expires_at IS NULL OR expires_at > %(now)s)
), chosen AS (
    (SELECT uid, similarity, comparable FROM near WHERE comparable ORDER BY similarity DESC LIMIT %(limit)s)
    UNION
    (SELECT uid, similarity, comparable FROM near ORDER BY similarity DESC LIMIT %(links)s)
    UNION
    SELECT uid, near.similarity, true FROM same LEFT JOIN near USING (uid)
)
SELECT m.*, c.similarity, c.comparable,
       tsvector_to_array(to_tsvector(%(language)s::regconfig, m.content)) AS terms
FROM chosen c JOIN langmem.memories m ON m.space = %(space)s AND m.uid = c.uid
WHERE NOT (m.category = %(category)s AND m.id = %(except_id)s::text) OR %(except_id)s::text IS NULL
ORDER BY c.similarity DESC NULLS FIRST, m.uid

-- name: terms_of
-- The stemmed words of a text.
SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms

-- name: writes_today
-- How many automatic memories has this user got since midnight UTC?
SELECT count(*) AS count FROM langmem.memories
WHERE space = %(space)s AND source IN ('scan', 'review', 'extraction', 'tool')
  AND created_at >= date_trunc('day', %(now)s::timestamptz, 'UTC')

-- name: overflow
-- The oldest unpinned memories beyond a cap on a category (or, without one, on the space), one place left for a newcomer.
SELECT * FROM langmem.memories
WHERE space = %(space)s AND (%(full_category)s::text IS NULL OR category = %(full_category)s) AND state = 'active' AND NOT pinned
  AND (expires_at IS NULL OR expires_at > %(now)s)
ORDER BY updated_at, uid
LIMIT GREATEST(0, (SELECT count(*) FROM langmem.memories
                   WHERE space = %(space)s AND (%(full_category)s::text IS NULL OR category = %(full_category)s)
                     AND state = 'active' AND (expires_at IS NULL OR expires_at > %(now)s)) - %(cap)s + 1)

-- name: save_memory
-- Write a memory as it now stands.
INSERT INTO langmem.memories (
    space, uid, id, category, kind, type, title, content, keywords, tags, importance, confidence, strength, strength_at,
    decay_rate, pinned, sensitivity, subjects, stated_by, learned_in, portable, source, source_ids, supersedes,
    superseded_by, slot, user_id, thread_id, run_id, agent_id, actor_id, role, user_requested, state, event_time,
    created_at, updated_at, last_accessed, access_count, valid_from, valid_until, expires_at, purge_at, fades_at,
    ttl_minutes, extra, fingerprint, wants_vector
) VALUES (
    %(space)s, %(uid)s, %(id)s, %(category)s, %(kind)s, %(type)s, %(title)s, %(content)s, %(keywords)s, %(tags)s,
    %(importance)s, %(confidence)s, %(strength)s, %(strength_at)s, %(decay_rate)s, %(pinned)s, %(sensitivity)s,
    %(subjects)s, %(stated_by)s, %(learned_in)s, %(portable)s, %(source)s, %(source_ids)s, %(supersedes)s,
    %(superseded_by)s, %(slot)s, %(user_id)s, %(thread_id)s, %(run_id)s, %(agent_id)s, %(actor_id)s, %(role)s,
    %(user_requested)s, %(state)s, %(event_time)s, %(created_at)s, %(updated_at)s, %(last_accessed)s, %(access_count)s,
    %(valid_from)s, %(valid_until)s, %(expires_at)s, %(purge_at)s, %(fades_at)s, %(ttl_minutes)s, %(extra)s,
    %(fingerprint)s, %(wants_vector)s
)
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
    expires_at = excluded.expires_at, purge_at = excluded.purge_at, fades_at = excluded.fades_at,
    ttl_minutes = excluded.ttl_minutes, extra = excluded.extra, fingerprint = excluded.fingerprint,
    wants_vector = excluded.wants_vector

-- name: memory_by_key
-- The memory under a BaseStore key, in whatever state.
SELECT * FROM langmem.memories WHERE space = %(space)s AND category = %(category)s AND id = %(id)s

-- name: memories_by_id
-- Memories with an id that may be read, in the states asked for; an active one first.
SELECT * FROM langmem.memories m
WHERE m.id = %(id)s AND m.state = ANY (%(states)s)
  AND (m.state NOT IN ('active', 'proposed') OR m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND (m.state <> 'soft_deleted' OR m.purge_at > %(now)s)
  AND langmem.readable(m.space, m.category, m.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
ORDER BY m.state = 'active' DESC, m.updated_at DESC

-- name: active_by_keys
-- The active memories under some (space, category, id) triples.
SELECT m.* FROM langmem.memories m
JOIN unnest(%(key_spaces)s::text[], %(key_categories)s::text[], %(key_ids)s::text[]) AS k (space, category, id)
  ON m.space = k.space AND m.category = k.category AND m.id = k.id
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND langmem.readable(m.space, m.category, m.sensitivity, COALESCE(%(spaces)s::text[], ARRAY[m.space]),
                       %(categories)s::text[], %(in_group)s)

-- name: refresh_ttl
-- Move the expiry of memories that a BaseStore ttl governs.
UPDATE langmem.memories SET expires_at = %(now)s::timestamptz + make_interval(secs => ttl_minutes * 60)
WHERE (space, uid) IN (SELECT * FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[])) AND ttl_minutes IS NOT NULL

-- name: boost_accessed
-- Strengthen memories that were used in context; rows that someone is writing are left for next time.
WITH used AS (
    SELECT m.space, m.uid, u.uses FROM langmem.memories m
    JOIN unnest(%(key_spaces)s::text[], %(uids)s::uuid[], %(uses)s::int[]) AS u (space, uid, uses) USING (space, uid)
    WHERE m.state = 'active' FOR UPDATE OF m SKIP LOCKED
)
UPDATE langmem.memories m SET
    strength = boosted.strength, strength_at = %(now)s, last_accessed = %(now)s, access_count = m.access_count + used.uses,
    fades_at = CASE WHEN m.decay_rate = 0 THEN NULL
                    ELSE %(now)s::timestamptz + make_interval(secs => 86400 * ln(boosted.strength / %(floor)s) / m.decay_rate) END
FROM used, LATERAL (
    SELECT LEAST(1.0, %(boost)s + n.strength * exp(-n.decay_rate
               * GREATEST(0, extract(epoch FROM %(now)s::timestamptz - n.strength_at) / 86400))) AS strength
    FROM langmem.memories n WHERE n.space = used.space AND n.uid = used.uid
) boosted
WHERE m.space = used.space AND m.uid = used.uid

-- name: index_document
-- Make a text findable: its stemmed words, its vector, and the counts that BM25 needs.
WITH terms AS (
    SELECT lexeme AS term, LEAST(cardinality(positions), 255)::smallint AS tf,
           LEAST(sum(cardinality(positions)) OVER (), 32767)::smallint AS length
    FROM unnest(to_tsvector(%(language)s::regconfig, %(text)s))
), posted AS (
    INSERT INTO langmem.postings (space, corpus, term, uid, tf, length)
    SELECT %(space)s, %(corpus)s::"char", term, %(uid)s, tf, length FROM terms
), embedded AS (
    INSERT INTO langmem.documents (space, corpus, uid, category, sensitivity, expires_at, subjects, embedding, waits)
    VALUES (%(space)s, %(corpus)s::"char", %(uid)s, %(category)s, %(sensitivity)s, %(expires_at)s, %(subjects)s,
            %(vector)s::halfvec, %(waits)s)
)
UPDATE langmem.spaces SET
    memory_count  = memory_count  + CASE %(corpus)s WHEN 'm' THEN 1 ELSE 0 END,
    memory_length = memory_length + CASE %(corpus)s WHEN 'm' THEN COALESCE((SELECT max(length) FROM terms), 0) ELSE 0 END,
    turn_count    = turn_count    + CASE %(corpus)s WHEN 't' THEN 1 ELSE 0 END,
    turn_length   = turn_length   + CASE %(corpus)s WHEN 't' THEN COALESCE((SELECT max(length) FROM terms), 0) ELSE 0 END
WHERE space = %(space)s

-- name: unindex_memory
-- Make a memory unfindable; the text is the one that was indexed.
WITH dropped AS (
    DELETE FROM langmem.postings
    WHERE space = %(space)s AND corpus = 'm' AND uid = %(uid)s
      AND term IN (SELECT lexeme FROM unnest(to_tsvector(%(language)s::regconfig, %(text)s)))
    RETURNING length
), forgotten AS (
    DELETE FROM langmem.documents WHERE space = %(space)s AND corpus = 'm' AND uid = %(uid)s
)
UPDATE langmem.spaces SET memory_count = memory_count - 1,
       memory_length = memory_length - COALESCE((SELECT max(length) FROM dropped), 0)
WHERE space = %(space)s

-- name: record_change
-- Count, log and audit one change: the space's revision, what threads will be told, what the audit keeps, one event.
WITH bumped AS (
    UPDATE langmem.spaces SET rev = rev + 1 WHERE space = %(space)s RETURNING rev
), told AS (
    INSERT INTO langmem.change_log (space, rev, uid, memory_id, category, event, text, importance, sensitivity, at)
    SELECT %(space)s, rev, %(uid)s, %(memory_id)s, %(category)s, %(change)s, %(text)s, %(importance)s, %(sensitivity)s, %(now)s
    FROM bumped
), kept AS (
    INSERT INTO langmem.history (space, id, rev, uid, memory_id, category, sensitivity, event, old, new, actor, meta, at)
    SELECT %(space)s, %(history_id)s, rev, %(uid)s, %(memory_id)s, %(category)s, %(sensitivity)s, %(event)s, %(old)s, %(new)s,
           %(actor)s, %(meta)s, %(now)s
    FROM bumped
), counted AS (
    INSERT INTO langmem.events (space, id, user_id, thread_id, node, op, status, reason, memory_id, category, sim, at)
    SELECT %(space)s, %(event_id)s, %(user_id)s, %(thread_id)s, %(node)s, %(op)s, 'ok', %(reason)s, %(memory_id)s,
           %(category)s, %(sim)s, %(now)s
)
SELECT rev FROM bumped

-- name: record_history
-- Audit an event that changes no revision, or a second memory that one change touched.
INSERT INTO langmem.history (space, id, rev, uid, memory_id, category, sensitivity, event, old, new, actor, meta, at)
SELECT %(space)s, %(history_id)s, rev, %(uid)s, %(memory_id)s, %(category)s, %(sensitivity)s, %(event)s, %(old)s, %(new)s,
       %(actor)s, %(meta)s, %(now)s
FROM langmem.spaces WHERE space = %(space)s

-- name: record_refusal
-- Count a refused write; one with an operation id counts once.
WITH first AS (
    INSERT INTO langmem.operations (space, operation_id, at)
    SELECT %(space)s, %(operation_id)s, %(now)s WHERE %(operation_id)s::text IS NOT NULL
    ON CONFLICT (space, operation_id) DO NOTHING RETURNING 1
)
INSERT INTO langmem.events (space, id, user_id, thread_id, node, op, status, reason, memory_id, category, sim, at)
SELECT %(space)s, %(event_id)s, %(user_id)s, %(thread_id)s, %(node)s, %(op)s, %(status)s, %(reason)s, %(memory_id)s,
       %(category)s, %(sim)s, %(now)s
WHERE %(operation_id)s::text IS NULL OR EXISTS (SELECT FROM first)

-- name: link
-- Relate a memory to others; an edge that is there keeps its greater strength.
INSERT INTO langmem.relations (space, from_uid, to_uid, relation_type, strength, created_at)
SELECT %(space)s, %(uid)s, to_uid, %(relation_type)s, strength, %(now)s
FROM unnest(%(to_uids)s::uuid[], %(strengths)s::real[]) AS edge (to_uid, strength)
ON CONFLICT (space, from_uid, to_uid, relation_type) DO UPDATE SET strength = GREATEST(relations.strength, excluded.strength)

-- name: related
-- The readable active memories that edges join to some memories, strongest first.
SELECT m.*, r.strength AS relation_strength, r.other
FROM (
    SELECT space, to_uid AS uid, strength, from_uid AS other FROM langmem.relations
    WHERE space = ANY (%(spaces)s::text[]) AND from_uid = ANY (%(uids)s::uuid[])
    UNION ALL
    SELECT space, from_uid, strength, to_uid FROM langmem.relations
    WHERE space = ANY (%(spaces)s::text[]) AND to_uid = ANY (%(uids)s::uuid[])
) r
JOIN langmem.memories m ON m.space = r.space AND m.uid = r.uid
WHERE m.state = 'active' AND m.uid <> ALL (%(except_uids)s::uuid[]) AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
  AND {filter}
  AND langmem.readable(m.space, m.category, m.sensitivity, %(spaces)s::text[], %(categories)s::text[], %(in_group)s)
ORDER BY r.strength DESC, m.uid
LIMIT %(limit)s
