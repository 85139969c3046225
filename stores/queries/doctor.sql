-- name: server
-- Which Postgres is this, and does it have pgvector: the version that is installed, or could be?
SELECT current_setting('server_version_num')::int AS version, current_database() AS database,
       v.installed_version AS installed, v.default_version AS available
FROM (SELECT) AS one LEFT JOIN pg_available_extensions v ON v.name = 'vector'

-- name: tables_of_ours
-- Which of the tables that tell about a database are there? All, unless it was never set up or is half migrated.
SELECT to_regclass('langmem.migrations') IS NOT NULL AS migrations,
       to_regclass('langmem.metadata') IS NOT NULL AND to_regclass('langmem.documents') IS NOT NULL
       AND to_regclass('langmem.item_vectors') IS NOT NULL AS vectors

-- name: applied_migrations
-- The migrations that have run.
SELECT name FROM langmem.migrations ORDER BY name

-- name: embedder_of_vectors
-- Whose vectors are kept; no row as long as there are none.
SELECT value ->> 'name' AS name FROM langmem.metadata
WHERE key = 'embedder' AND (EXISTS (SELECT FROM langmem.documents WHERE embedding IS NOT NULL)
                            OR EXISTS (SELECT FROM langmem.item_vectors WHERE embedding IS NOT NULL))

-- name: texts_to_embed
-- How many memories, turns and items wait for a vector, of a tenant without items; with `replaced`, also how many have one.
SELECT (SELECT count(*) FROM langmem.documents WHERE (waits OR %(replaced)s AND embedding IS NOT NULL)
              AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s)))
     + (SELECT count(DISTINCT (namespace, key)) FROM langmem.item_vectors
        WHERE %(prefix)s::text IS NULL AND (embedding IS NULL OR %(replaced)s)) AS count
