-- name: due_to_expire
-- Memories whose time is up.
SELECT * FROM langmem.memories
WHERE state IN ('active', 'archived') AND expires_at <= %(now)s AND NOT pinned
  AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))
ORDER BY expires_at LIMIT %(limit)s

-- name: expired_proposals
-- What waited for consent until its time was up.
SELECT * FROM langmem.memories
WHERE state = 'proposed' AND expires_at <= %(now)s AND NOT pinned
  AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))
ORDER BY expires_at LIMIT %(limit)s

-- name: due_to_fade
-- Memories whose strength has just crossed the floor.
SELECT * FROM langmem.memories
WHERE state = 'active' AND fades_at <= %(now)s AND NOT pinned
  AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))
ORDER BY fades_at LIMIT %(limit)s

-- name: due_unused
-- Unimportant memories that nobody has used for long.
SELECT * FROM langmem.memories
WHERE state = 'active' AND importance < 3 AND importance < %(unused_below)s AND NOT pinned AND kind <> 'reflection'
  AND GREATEST(created_at, last_accessed) <= %(unused_since)s
  AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))
ORDER BY GREATEST(created_at, last_accessed) LIMIT %(limit)s

-- name: due_to_purge
-- Soft-deleted memories that can no longer be restored.
SELECT space, uid FROM langmem.memories
WHERE state = 'soft_deleted' AND purge_at <= %(now)s
  AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))
ORDER BY purge_at LIMIT %(limit)s

-- name: reread
-- Some memories as they stand, under the lock of their spaces, in the order of their keys.
SELECT m.* FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) WITH ORDINALITY AS k (space, uid, n)
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = k.space AND uid = k.uid OFFSET 0) m
ORDER BY k.n

-- name: purge
-- Remove memories; the audit keeps their events without their text.
WITH due AS MATERIALIZED (
    SELECT m.* FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS k (space, uid)
    CROSS JOIN LATERAL (SELECT space, uid, id, state, purge_at FROM langmem.memories
                        WHERE space = k.space AND uid = k.uid OFFSET 0) m
    WHERE m.state = 'soft_deleted' AND m.purge_at <= %(now)s
), edges AS MATERIALIZED (
    SELECT DISTINCT d.space, e.from_uid, e.to_uid FROM due d CROSS JOIN LATERAL (
        SELECT from_uid, to_uid FROM langmem.relations WHERE space = d.space AND from_uid = d.uid
        UNION ALL
        SELECT from_uid, to_uid FROM langmem.relations WHERE space = d.space AND to_uid = d.uid
    ) e
), audited AS MATERIALIZED (
    -- the audit and the log number a change alike; the index of the audit is in the database's own collation
    SELECT d.space, d.uid, h.id, h.rev FROM due d
    CROSS JOIN LATERAL (SELECT id, rev, uid FROM langmem.history
                        WHERE space = d.space AND memory_id = d.id COLLATE "default" OFFSET 0) h
    WHERE h.uid = d.uid
), gone AS (
    DELETE FROM langmem.memories m USING due d WHERE m.space = d.space AND m.uid = d.uid
), unversioned AS (
    DELETE FROM langmem.versions v USING due d WHERE v.space = d.space AND v.uid = d.uid
), unlinked AS (
    DELETE FROM langmem.relations r USING edges e WHERE r.space = e.space AND r.from_uid = e.from_uid AND r.to_uid = e.to_uid
), silenced AS (
    UPDATE langmem.history h SET old = NULL, new = NULL, meta = meta - 'title' FROM audited a WHERE h.space = a.space AND h.id = a.id
), untold AS (
    UPDATE langmem.change_log c SET text = NULL FROM (SELECT DISTINCT space, uid, rev FROM audited) a
    WHERE c.space = a.space AND c.rev = a.rev AND c.uid = a.uid
)
SELECT count(*) AS purged FROM due

-- name: proposals
-- Changes that wait for the user's consent and are not too old.
SELECT m.*, @may_name(m) FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND state = 'proposed' OFFSET 0) m
WHERE m.expires_at > %(now)s
  AND @may_read(m)
ORDER BY m.created_at, m.uid

-- name: refresh_statistics
-- Let the planner know how much there is where that is news: autovacuum does so too, but up to a minute later.
DO $$
DECLARE stale regclass;
BEGIN
    FOR stale IN
        SELECT c.oid::regclass
        FROM unnest('{langmem.spaces, langmem.memories, langmem.postings, langmem.documents, langmem.relations,
                      langmem.turns, langmem.mentions, langmem.aliases}'::regclass[]) AS t (oid)
        JOIN pg_class whole ON whole.oid = t.oid
        LEFT JOIN pg_inherits part ON part.inhparent = t.oid AND whole.reltuples >= 0
        JOIN pg_class c ON c.oid = COALESCE(part.inhrelid, t.oid)
        WHERE c.reltuples < 0 OR pg_relation_size(c.oid) > 2 * c.relpages * current_setting('block_size')::bigint
    LOOP
        EXECUTE format('ANALYZE %s', stale);
    END LOOP;
END $$

-- name: memories_saying
-- The memories that hold every content word of a text, those that were replaced or have faded among them.
WITH asked AS MATERIALIZED (
    SELECT tsvector_to_array(to_tsvector(%(language)s::regconfig, %(text)s)) AS terms
), holding AS (
    SELECT own.space, p.uid FROM @searched CROSS JOIN asked
    CROSS JOIN LATERAL (SELECT uid FROM langmem.postings WHERE space = own.space AND corpus = 'm' AND term = ANY (asked.terms) OFFSET 0) p
    GROUP BY own.space, p.uid, asked.terms HAVING count(*) = cardinality(asked.terms)
)
SELECT m.* FROM @own CROSS JOIN @viewer
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND state IN ('active', 'archived', 'superseded') OFFSET 0) m
WHERE CASE m.state WHEN 'active' THEN (m.space, m.uid) IN (SELECT * FROM holding)
           -- what is not searched has no postings: read it
           ELSE cardinality((SELECT terms FROM asked)) > 0
                AND tsvector_to_array(to_tsvector(%(language)s::regconfig, m.content)) @> (SELECT terms FROM asked) END
  AND @may_read(m)
ORDER BY m.space, m.uid
