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
-- Drop all vectors: those of another embedder follow.
WITH dropped AS (DELETE FROM langmem.vectors), items AS (DELETE FROM langmem.item_vectors)
INSERT INTO langmem.metadata (key, value) VALUES ('embedder', %(value)s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
