-- name: has_language
-- Can this Postgres stem the words of a language?
SELECT COALESCE(bool_or(cfgname = %(language)s), false) AS found, array_agg(cfgname::text ORDER BY cfgname) AS names
FROM pg_ts_config

-- name: claim_language
-- Record the language that words are indexed in; as long as there are none, the latest one counts.
INSERT INTO langmem.metadata (key, value) VALUES ('language', %(value)s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
    WHERE metadata.value <> excluded.value AND NOT EXISTS (SELECT FROM langmem.postings)

-- name: stored_language
-- The language that words are indexed in.
SELECT value ->> 'name' AS name FROM langmem.metadata WHERE key = 'language'

-- name: vector_type
-- The number under which this database knows the type of vectors.
SELECT 'halfvec'::regtype::oid::int AS oid

-- name: claim_embedder
-- Record the embedder whose vectors are kept; as long as there are none, the latest one counts.
INSERT INTO langmem.metadata (key, value) VALUES ('embedder', %(value)s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
    WHERE NOT EXISTS (SELECT FROM langmem.documents WHERE embedding IS NOT NULL)
      AND NOT EXISTS (SELECT FROM langmem.item_vectors WHERE embedding IS NOT NULL)

-- name: stored_embedder
-- The embedder whose vectors are kept.
SELECT value ->> 'name' AS name FROM langmem.metadata WHERE key = 'embedder'

-- name: replace_embedder
-- Drop all vectors: those of another embedder follow. Items keep which of their paths are embedded.
WITH dropped AS (
    UPDATE langmem.documents SET embedding = NULL, waits = true WHERE embedding IS NOT NULL
), past AS (
    UPDATE langmem.versions SET embedding = NULL WHERE embedding IS NOT NULL
), emptied AS (
    UPDATE langmem.item_vectors SET embedding = NULL
)
INSERT INTO langmem.metadata (key, value) VALUES ('embedder', %(value)s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- name: is_covered
-- Does the index that covers a search exist?
SELECT to_regclass('langmem.documents_scan') IS NOT NULL AS covered

-- name: lock_schema
-- One caller at a time changes indexes.
SELECT pg_advisory_xact_lock(7236401157)

-- name: cover
-- Let a search read one space from the index alone, in the order of writing.
CREATE INDEX IF NOT EXISTS documents_scan
    ON langmem.documents (space, corpus, place, uid) INCLUDE (category, sensitivity, expires_at, about, open, home, occasion, embedding)

-- name: uncover
-- Vectors too long for an index entry.
DROP INDEX IF EXISTS langmem.documents_scan

-- name: take_turns
-- One caller at a time takes what is to be embedded: each finds what those before it have left.
SELECT pg_advisory_xact_lock(7236401158)

-- name: take_items
-- Take items whose texts wait for a vector and whom nobody embeds, with the paths that are embedded. They are in nobody's space.
WITH found AS (
    SELECT i.namespace, i.key, i.value, array_agg(DISTINCT v.field) AS fields
    FROM langmem.item_vectors v JOIN langmem.items i USING (namespace, key)
    WHERE v.embedding IS NULL AND NOT EXISTS (
        SELECT FROM langmem.work w WHERE w.space = '' AND w.kind = 'embed item'
           AND w.key = jsonb_build_array(i.namespace, i.key)::text AND w.leased_until > %(now)s)
    GROUP BY i.namespace, i.key
    LIMIT %(limit)s
), taken AS (
    INSERT INTO langmem.work (space, kind, key, due_at, lease, leased_until, created_at)
    SELECT '', 'embed item', jsonb_build_array(namespace, key)::text, %(now)s, %(lease)s, %(until)s, %(now)s FROM found
    ON CONFLICT (space, kind, key) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until
)
SELECT namespace, key, value, fields, '' AS held_in, jsonb_build_array(namespace, key)::text AS held_as FROM found

-- name: give_back
-- Let go of what one has taken to embed it.
DELETE FROM langmem.work w
USING unnest(%(key_spaces)s::text[], %(kinds)s::text[], %(keys)s::text[], %(leases)s::uuid[]) AS n (space, kind, key, lease)
WHERE w.space = n.space AND w.kind = n.kind AND w.key = n.key AND w.lease = n.lease
