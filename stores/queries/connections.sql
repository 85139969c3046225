-- name: look_at_database
-- What does a first connection find: our schema, or somebody else's of its name; a database that can hold memories and takes writes?
SELECT to_regclass('langmem.documents') IS NOT NULL AND ours.there AS ready, pg_backend_pid() AS process,
       current_setting('server_encoding') AS encoding, current_database()::text AS name,
       pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only,
       CASE WHEN ours.there THEN '{}' ELSE ARRAY(
           SELECT relname::text FROM pg_class WHERE relnamespace = to_regnamespace('langmem') AND relkind IN ('r', 'p', 'v', 'm', 'f')
           ORDER BY relname LIMIT 5) END AS strange
FROM (SELECT count(*) = 2 AS there FROM pg_attribute
      WHERE attrelid = to_regclass('langmem.migrations') AND attname IN ('name', 'applied_at') AND NOT attisdropped) AS ours

-- name: pin_settings
-- Whatever a role or a database is set to, statements read and write alike; until the transaction ends, or for good. The types of
-- vectors are found wherever the extension lies.
SELECT set_config(name, value, %(local)s) FROM (
    VALUES ('DateStyle', 'ISO'), ('IntervalStyle', 'postgres'), ('TimeZone', 'UTC'), ('bytea_output', 'hex'),
           ('extra_float_digits', '1'), ('standard_conforming_strings', 'on'), ('array_nulls', 'on'),
           ('transform_null_equals', 'off'), ('row_security', 'on'), ('default_transaction_isolation', 'read committed')
    UNION ALL
    SELECT 'search_path', concat_ws(', ', NULLIF(current_setting('search_path'), ''), quote_ident(n.nspname))
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE %(vectors)s AND e.extname = 'vector' AND n.nspname <> ALL (current_schemas(true))
) AS pinned (name, value)

-- name: lift_limits
-- A migration may take longer than the role is allowed for a statement; until the transaction ends.
SELECT set_config(name, '0', true) FROM pg_settings
WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')

-- name: vector_extension
-- Which pgvector has this database, in which schema, may whoever is connected use it, and could there be one? The last: is there a
-- schema to create it in?
SELECT e.extversion AS version, n.nspname::text AS schema, COALESCE(has_schema_privilege(n.oid, 'USAGE'), false) AS usable,
       current_user::text AS role, current_database()::text AS database, current_schema() IS NOT NULL AS placed,
       EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') AS available
FROM (SELECT) AS one
LEFT JOIN pg_extension e ON e.extname = 'vector'
LEFT JOIN pg_namespace n ON n.oid = e.extnamespace
