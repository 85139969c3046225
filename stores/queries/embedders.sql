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
-- Let a search read one space from the index alone.
CREATE INDEX IF NOT EXISTS documents_scan
    ON langmem.documents (space, corpus) INCLUDE (uid, category, sensitivity, expires_at, about, open, home, occasion, place, embedding)

-- name: uncover
-- Vectors too long for an index entry.
DROP INDEX IF EXISTS langmem.documents_scan

-- name: items_without_vector
-- Items whose texts wait for a vector, with the paths that are embedded.
SELECT i.namespace, i.key, i.value, array_agg(DISTINCT v.field) AS fields
FROM langmem.item_vectors v JOIN langmem.items i USING (namespace, key)
WHERE v.embedding IS NULL
GROUP BY i.namespace, i.key
LIMIT %(limit)s
