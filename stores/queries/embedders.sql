-- name: claim_embedder
-- Record the embedder whose vectors are kept; as long as there are none, the latest one counts.
INSERT INTO langmem.metadata (key, value) VALUES ('embedder', %(value)s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
    WHERE NOT EXISTS (SELECT FROM langmem.vectors) AND NOT EXISTS (SELECT FROM langmem.item_vectors)
RETURNING value

-- name: stored_embedder
-- The embedder whose vectors are kept.
SELECT value ->> 'name' AS name FROM langmem.metadata WHERE key = 'embedder'

-- name: replace_embedder
-- Drop all vectors: those of another embedder follow. Items keep which of their paths are embedded.
WITH dropped AS (
    DELETE FROM langmem.vectors
), emptied AS (
    UPDATE langmem.item_vectors SET embedding = NULL
)
INSERT INTO langmem.metadata (key, value) VALUES ('embedder', %(value)s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- name: items_without_vector
-- Items whose texts wait for a vector, with the paths that are embedded.
SELECT i.namespace, i.key, i.value, array_agg(DISTINCT v.field) AS fields
FROM langmem.item_vectors v JOIN langmem.items i USING (namespace, key)
WHERE v.embedding IS NULL
GROUP BY i.namespace, i.key
LIMIT %(limit)s
