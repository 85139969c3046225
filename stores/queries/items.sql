-- name: get_items
-- Find the items of a list of keys; `position` says which key, from 1.
SELECT a.position, i.namespace, i.key, i.value, i.created_at, i.updated_at,
       NULL::double precision AS score, a.refresh AND i.ttl_minutes IS NOT NULL AS refresh
FROM unnest(%(namespaces)s::text[], %(keys)s::text[], %(refresh)s::boolean[])
     WITH ORDINALITY AS a (namespace, key, refresh, position)
JOIN langmem.items i ON i.namespace = a.namespace AND i.key = a.key
WHERE NOT %(omit_expired)s OR i.expires_at IS NULL OR i.expires_at > %(now)s

-- name: recent_items
-- Find the items of a scope that a filter keeps, newest first.
SELECT i.namespace, i.key, i.value, i.created_at, i.updated_at,
       NULL::double precision AS score, i.ttl_minutes IS NOT NULL AS refresh
FROM langmem.items i
WHERE {scope} AND {filter}
  AND (NOT %(omit_expired)s OR i.expires_at IS NULL OR i.expires_at > %(now)s)
ORDER BY i.updated_at DESC, i.namespace, i.key
LIMIT %(limit)s OFFSET %(offset)s

-- name: similar_items
-- Find the items of a scope that a filter keeps, nearest first; an item is as near as its nearest vector.
-- Every vector of the scope is compared: an index over all scopes would be filtered afterwards and return too few.
SELECT i.namespace, i.key, i.value, i.created_at, i.updated_at,
       v.score, i.ttl_minutes IS NOT NULL AS refresh
FROM (
    SELECT i.namespace, i.key, max({score}) AS score
    FROM langmem.item_vectors i
    WHERE {scope} AND i.dims = %(dims)s
    GROUP BY i.namespace, i.key
) v
JOIN langmem.items i ON i.namespace = v.namespace AND i.key = v.key
WHERE {scope} AND {filter}
  AND (NOT %(omit_expired)s OR i.expires_at IS NULL OR i.expires_at > %(now)s)
ORDER BY v.score DESC, i.updated_at DESC, i.namespace, i.key
LIMIT %(limit)s OFFSET %(offset)s

-- name: item_cosine
-- Unit vectors: their inner product.
-(i.embedding <#> %(vector)s::halfvec)

-- name: item_inner_product
-- Vectors are kept at length 1, with the length they were given.
-(i.embedding <#> %(vector)s::halfvec) * i.length * %(length)s

-- name: item_l2
-- The Euclidean distance below zero, by that of the unit vectors: so what is the same has none, also at half precision.
-sqrt((i.length - %(length)s) ^ 2 + i.length * %(length)s * (i.embedding <-> %(vector)s::halfvec) ^ 2)

-- name: refresh_found
-- Run one of the queries above and restart the expiry of what it returns.
-- A row that another transaction is changing keeps the expiry which that one gives it, so a read never waits.
WITH found AS (
{found}
), held AS (
    SELECT i.namespace, i.key
    FROM langmem.items i
    JOIN found f ON f.namespace = i.namespace AND f.key = i.key
    WHERE f.refresh
    FOR NO KEY UPDATE OF i SKIP LOCKED
), refreshed AS (
    UPDATE langmem.items i
    SET expires_at = %(now)s + i.ttl_minutes * interval '1 minute'
    FROM held h
    WHERE i.namespace = h.namespace AND i.key = h.key
)
SELECT * FROM found
ORDER BY score DESC, updated_at DESC, namespace, key

-- name: list_item_namespaces
-- List the namespaces that hold items, cut to a depth, in the order of their labels.
SELECT DISTINCT n.labels[:coalesce(%(max_depth)s, cardinality(n.labels))] COLLATE "C" AS namespace
FROM (
    SELECT string_to_array(i.namespace, '.') AS labels
    FROM langmem.items i
    WHERE {scope}
      AND (NOT %(omit_expired)s OR i.expires_at IS NULL OR i.expires_at > %(now)s)
    GROUP BY i.namespace
) n
WHERE {matching}
ORDER BY namespace
LIMIT %(limit)s

-- name: lock_items
-- Lock items in one order, so that two batches that change the same ones wait for each other instead of deadlocking.
SELECT i.key
FROM unnest(%(namespaces)s::text[], %(keys)s::text[]) AS p (namespace, key)
JOIN langmem.items i ON i.namespace = p.namespace AND i.key = p.key
ORDER BY i.namespace, i.key
FOR UPDATE OF i

-- name: delete_items
-- Remove items; their vectors go with them.
DELETE FROM langmem.items i
USING unnest(%(namespaces)s::text[], %(keys)s::text[]) AS p (namespace, key)
WHERE i.namespace = p.namespace AND i.key = p.key

-- name: put_items
-- Store items. An overwritten item keeps its created_at, unless it had expired: then it is a new one.
INSERT INTO langmem.items AS i
    (namespace, key, value, created_at, updated_at, expires_at, ttl_minutes)
SELECT p.namespace, p.key, p.value::jsonb, %(now)s, %(now)s,
       %(now)s + p.ttl_minutes * interval '1 minute', p.ttl_minutes
FROM unnest(%(namespaces)s::text[], %(keys)s::text[], %(values)s::text[], %(ttls)s::double precision[])
     AS p (namespace, key, value, ttl_minutes)
ORDER BY p.namespace COLLATE "C", p.key COLLATE "C"
ON CONFLICT (namespace, key) DO UPDATE
SET value = excluded.value,
    created_at = CASE WHEN i.expires_at <= %(now)s THEN excluded.created_at ELSE i.created_at END,
    updated_at = excluded.updated_at,
    expires_at = excluded.expires_at,
    ttl_minutes = excluded.ttl_minutes

-- name: delete_item_vectors
-- Remove all vectors of some items.
DELETE FROM langmem.item_vectors v
USING unnest(%(namespaces)s::text[], %(keys)s::text[]) AS p (namespace, key)
WHERE v.namespace = p.namespace AND v.key = p.key

-- name: add_item_vectors
-- Store vectors of items that have none; the embedder gave them at length 1.
INSERT INTO langmem.item_vectors (namespace, key, part, field, embedding)
SELECT p.namespace, p.key, p.part, p.field, p.embedding::halfvec
FROM unnest(%(namespaces)s::text[], %(keys)s::text[], %(parts)s::integer[],
            %(fields)s::text[], %(embeddings)s::text[])
     AS p (namespace, key, part, field, embedding)

-- name: add_item_vectors_of_any_length
-- Store vectors of items that have none, with the lengths that the embedder gave them.
INSERT INTO langmem.item_vectors (namespace, key, part, field, embedding, length)
SELECT p.namespace, p.key, p.part, p.field, p.embedding::halfvec, p.length
FROM unnest(%(namespaces)s::text[], %(keys)s::text[], %(parts)s::integer[],
            %(fields)s::text[], %(embeddings)s::text[], %(lengths)s::double precision[])
     AS p (namespace, key, part, field, embedding, length)

-- name: refresh_items
-- Restart the expiry of items that were returned by a search run without refresh.
UPDATE langmem.items i
SET expires_at = %(now)s + i.ttl_minutes * interval '1 minute'
FROM (
    SELECT i.namespace, i.key
    FROM langmem.items i
    JOIN unnest(%(namespaces)s::text[], %(keys)s::text[]) AS p (namespace, key)
      ON i.namespace = p.namespace AND i.key = p.key
    WHERE i.ttl_minutes IS NOT NULL
    FOR NO KEY UPDATE OF i SKIP LOCKED
) held
WHERE i.namespace = held.namespace AND i.key = held.key

-- name: sweep_items
-- Remove what has expired, save what another transaction is changing, and count it.
WITH swept AS (
    DELETE FROM langmem.items WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM langmem.items WHERE expires_at <= %(now)s FOR UPDATE SKIP LOCKED))
    RETURNING 1
)
SELECT count(*) AS swept FROM swept
