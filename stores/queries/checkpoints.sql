-- name: create_checkpoint_threads
-- Whose thread is kept under which key, and when was it last written? The other tables are LangGraph's own; their
-- thread_id is this key. A key is the thread's id, or "\x1f owner \x1f id" where the thread has an owner.
CREATE TABLE IF NOT EXISTS checkpoint_threads (
    key        text COLLATE "C" PRIMARY KEY,
    owner      text COLLATE "C" NOT NULL GENERATED ALWAYS AS
                   (CASE WHEN starts_with(key, chr(31)) THEN split_part(key, chr(31), 2) ELSE '' END) STORED,
    thread_id  text COLLATE "C" NOT NULL GENERATED ALWAYS AS
                   (CASE WHEN starts_with(key, chr(31)) THEN substr(key, length(split_part(key, chr(31), 2)) + 3)
                         ELSE key END) STORED,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
)

-- name: index_checkpoint_owners
-- A user's threads.
CREATE INDEX IF NOT EXISTS checkpoint_threads_owner_idx ON checkpoint_threads (owner) WHERE owner <> ''

-- name: index_checkpoint_thread_ids
-- The threads of an id, whoever owns them.
CREATE INDEX IF NOT EXISTS checkpoint_threads_thread_id_idx ON checkpoint_threads (thread_id)

-- name: index_checkpoint_ages
-- What is due for pruning.
CREATE INDEX IF NOT EXISTS checkpoint_threads_updated_at_idx ON checkpoint_threads (updated_at)

-- name: drop_unfinished_index
-- An index that was being made concurrently when the process died would stay as it is: unused, and there by name.
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('checkpoints_run_id_idx') AND NOT indisvalid) THEN
        DROP INDEX checkpoints_run_id_idx;
    END IF;
END $$

-- name: index_checkpoint_runs
-- What a run has written.
CREATE INDEX CONCURRENTLY IF NOT EXISTS checkpoints_run_id_idx ON checkpoints ((metadata ->> 'run_id'))

-- name: has_checkpoint_threads
-- Has this database been set up for threads with owners?
SELECT to_regclass('checkpoint_threads') IS NOT NULL AS there

-- name: tables_out_of_reach
-- From which of the tables of checkpoints may whoever is connected not read and delete? Those that are not there are not named.
SELECT current_user::text AS role, array_agg(t.name ORDER BY t.n) AS names
FROM unnest('{checkpoints, checkpoint_blobs, checkpoint_writes, checkpoint_threads}'::text[]) WITH ORDINALITY AS t (name, n)
WHERE to_regclass('checkpoint_threads') IS NOT NULL AND to_regclass(t.name) IS NOT NULL
  AND NOT (has_table_privilege(to_regclass(t.name), 'SELECT') AND has_table_privilege(to_regclass(t.name), 'DELETE'))
HAVING count(*) > 0

-- name: schemas_out_of_reach
-- In which schemas do tables of checkpoints lie that whoever is connected does not find? Where some are found, those of others count
-- only if they were to be found before them.
SELECT quote_ident(n.nspname) AS name, has_schema_privilege(n.oid, 'USAGE') AS usable, quote_ident(current_user) AS role
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname = 'checkpoint_threads' AND c.relkind IN ('r', 'p')
  AND (to_regclass('checkpoint_threads') IS NULL
       OR NOT has_schema_privilege(n.oid, 'USAGE')
          AND n.nspname = ANY (SELECT btrim(each, ' "') FROM regexp_split_to_table(current_setting('search_path'), ',') AS each))
ORDER BY 1

-- name: has_checkpoint_tables
-- Is everything there that setup makes? Whoever may only use the tables need not make them.
SELECT to_regclass('checkpoint_threads') IS NOT NULL AND to_regclass('checkpoint_migrations') IS NOT NULL
       AND (SELECT count(*) = 4 FROM pg_index WHERE indisvalid AND indexrelid = ANY (ARRAY[
                to_regclass('checkpoint_threads_owner_idx'), to_regclass('checkpoint_threads_thread_id_idx'),
                to_regclass('checkpoint_threads_updated_at_idx'), to_regclass('checkpoints_run_id_idx')])) AS whole

-- name: checkpoint_version
-- Which of LangGraph's migrations has run last?
SELECT max(v) AS version FROM checkpoint_migrations

-- name: note_old_threads
-- List the threads that LangGraph's saver wrote before there was a list.
INSERT INTO checkpoint_threads (key, created_at, updated_at)
SELECT thread_id, min(at), max(at) FROM (
    SELECT thread_id,
           CASE WHEN checkpoint ->> 'ts' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d' THEN (checkpoint ->> 'ts')::timestamptz
                ELSE now() END AS at
    FROM checkpoints
) written GROUP BY thread_id
ON CONFLICT (key) DO NOTHING

-- name: put_checkpoint
-- Keep a checkpoint and note when its thread was written, to the second: LangGraph's statement, with its parameters.
WITH given (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata) AS (
    VALUES (%s::text, %s::text, %s::text, %s::text, %s::jsonb, %s::jsonb)
), thread AS (
    INSERT INTO checkpoint_threads (key) SELECT thread_id FROM given
    ON CONFLICT (key) DO UPDATE SET updated_at = clock_timestamp()
    WHERE checkpoint_threads.updated_at < clock_timestamp() - interval '1 second'
)
INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
SELECT thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata FROM given
ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id)
DO UPDATE SET checkpoint = EXCLUDED.checkpoint, metadata = EXCLUDED.metadata

-- name: thread_key
-- Under which key is the thread of this id? Nobody's comes first, then the one last written.
SELECT key FROM checkpoint_threads WHERE thread_id = %(thread_id)s ORDER BY owner <> '', updated_at DESC LIMIT 1

-- name: thread_keys
-- The keys of these threads, whoever owns them.
SELECT key FROM checkpoint_threads WHERE thread_id = ANY (%(thread_ids)s::text[])

-- name: take_thread
-- Let one user at a time take over a thread of this id.
SELECT pg_advisory_xact_lock(hashtextextended('adopt ' || %(thread_id)s::text, 7236401156))

-- name: adopt_thread
-- Give a thread of nobody's to an owner, unless its runs were another user's.
INSERT INTO checkpoint_threads (key, created_at)
SELECT %(key)s, coalesce((SELECT created_at FROM checkpoint_threads WHERE key = %(thread_id)s), now())
WHERE EXISTS (SELECT FROM checkpoints WHERE thread_id = %(thread_id)s)
  AND NOT EXISTS (
      SELECT FROM checkpoints WHERE thread_id = %(thread_id)s
         AND coalesce(metadata ->> 'user_id', metadata ->> 'langgraph_user_id', metadata ->> 'langgraph_auth_user_id',
                      %(user_id)s::text) <> %(user_id)s::text)
ON CONFLICT (key) DO NOTHING
RETURNING key

-- name: move_thread
-- Keep what is under one key under another.
WITH checkpoint AS (
    UPDATE checkpoints SET thread_id = %(key)s WHERE thread_id = %(thread_id)s
), blob AS (
    UPDATE checkpoint_blobs SET thread_id = %(key)s WHERE thread_id = %(thread_id)s
), write AS (
    UPDATE checkpoint_writes SET thread_id = %(key)s WHERE thread_id = %(thread_id)s
)
DELETE FROM checkpoint_threads WHERE key = %(thread_id)s

-- name: threads_of
-- The threads of an owner, of everybody where none is named; the one last written first.
SELECT key, owner, thread_id, created_at, updated_at FROM checkpoint_threads
WHERE (%(owner)s::text IS NULL OR owner = %(owner)s::text)
  AND (%(before)s::timestamptz IS NULL OR updated_at < %(before)s::timestamptz)
ORDER BY updated_at DESC, key LIMIT %(limit)s::int

-- name: threads_left_alone
-- The threads not written since a time, in the order of their keys, after a key.
SELECT key FROM checkpoint_threads
WHERE updated_at < %(before)s AND key > %(after)s AND (%(owner)s::text IS NULL OR owner = %(owner)s::text)
ORDER BY key LIMIT %(limit)s

-- name: count_left_alone
-- How many threads were not written since a time?
SELECT count(*) AS threads FROM checkpoint_threads
WHERE updated_at < %(before)s AND (%(owner)s::text IS NULL OR owner = %(owner)s::text)

-- name: delete_threads
-- Remove what is kept under these keys; the keys that were listed come back.
WITH checkpoint AS (
    DELETE FROM checkpoints WHERE thread_id = ANY (%(keys)s::text[]) RETURNING thread_id
), blob AS (
    DELETE FROM checkpoint_blobs WHERE thread_id = ANY (%(keys)s::text[])
), write AS (
    DELETE FROM checkpoint_writes WHERE thread_id = ANY (%(keys)s::text[])
), thread AS (
    DELETE FROM checkpoint_threads WHERE key = ANY (%(keys)s::text[]) RETURNING key
)
SELECT thread_id AS key FROM checkpoint UNION SELECT key FROM thread

-- name: keys_of_user
-- Under which keys is what a user said? Its own threads, and nobody's whose runs say that they were this user's.
SELECT key FROM checkpoint_threads WHERE owner = %(owner)s AND owner <> ''
UNION
SELECT thread_id FROM checkpoints
WHERE NOT starts_with(thread_id, chr(31)) AND metadata ->> 'user_id' = %(user_id)s
  AND coalesce(metadata ->> 'tenant', 'default') = %(tenant)s

-- name: is_thread_kept
-- Is there a checkpoint under this key?
SELECT EXISTS (SELECT FROM checkpoints WHERE thread_id = %(key)s) AS kept

-- name: copy_thread
-- Keep what is under one key under another, too.
WITH checkpoint AS (
    INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
    SELECT %(target)s, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint,
           CASE WHEN metadata ? 'thread_id' THEN jsonb_set(metadata, '{thread_id}', to_jsonb(%(thread_id)s::text))
                ELSE metadata END
    FROM checkpoints WHERE thread_id = %(source)s RETURNING thread_id
), blob AS (
    INSERT INTO checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
    SELECT %(target)s, checkpoint_ns, channel, version, type, blob FROM checkpoint_blobs WHERE thread_id = %(source)s
), write AS (
    INSERT INTO checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, blob)
    SELECT %(target)s, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, blob
    FROM checkpoint_writes WHERE thread_id = %(source)s
)
INSERT INTO checkpoint_threads (key) SELECT DISTINCT thread_id FROM checkpoint
ON CONFLICT (key) DO UPDATE SET updated_at = now()

-- name: delete_runs
-- Remove the checkpoints of some runs, in an owner's threads where one is named.
DELETE FROM checkpoints WHERE metadata ->> 'run_id' = ANY (%(run_ids)s::text[])
  AND (%(owner)s::text IS NULL OR thread_id IN (SELECT key FROM checkpoint_threads WHERE owner = %(owner)s::text))
RETURNING thread_id, checkpoint_ns, checkpoint_id, checkpoint -> 'channel_versions' AS versions

-- name: delete_writes_of
-- Remove the writes of checkpoints that are gone.
DELETE FROM checkpoint_writes w
USING unnest(%(keys)s::text[], %(namespaces)s::text[], %(ids)s::text[]) AS gone (key, namespace, id)
WHERE w.thread_id = gone.key AND w.checkpoint_ns = gone.namespace AND w.checkpoint_id = gone.id

-- name: orphan_children_of
-- Let no checkpoint name a parent that is gone.
UPDATE checkpoints c SET parent_checkpoint_id = NULL
FROM unnest(%(keys)s::text[], %(namespaces)s::text[], %(ids)s::text[]) AS gone (key, namespace, id)
WHERE c.thread_id = gone.key AND c.checkpoint_ns = gone.namespace AND c.parent_checkpoint_id = gone.id

-- name: delete_blobs_unused
-- Remove the values that only checkpoints used which are gone: sets are subtracted, not joined, as threads are long.
DELETE FROM checkpoint_blobs b
USING (
    SELECT key, namespace, channel, version
    FROM unnest(%(keys)s::text[], %(namespaces)s::text[], %(versions)s::jsonb[]) AS gone (key, namespace, versions),
         jsonb_each_text(gone.versions) AS freed (channel, version)
    EXCEPT
    SELECT c.thread_id, c.checkpoint_ns, used.channel, used.version
    FROM checkpoints c, jsonb_each_text(c.checkpoint -> 'channel_versions') AS used (channel, version)
    WHERE c.thread_id = ANY (%(keys)s::text[])
) freed
WHERE b.thread_id = freed.key AND b.checkpoint_ns = freed.namespace AND b.channel = freed.channel
  AND b.version = freed.version

-- name: forget_empty_threads
-- Take threads without checkpoints from the list.
DELETE FROM checkpoint_threads t WHERE key = ANY (%(keys)s::text[])
  AND NOT EXISTS (SELECT FROM checkpoints WHERE thread_id = t.key)

-- name: key_of_checkpoint
-- Under which of a thread's keys is this checkpoint?
SELECT c.thread_id AS key FROM checkpoint_threads t JOIN checkpoints c ON c.thread_id = t.key
WHERE t.thread_id = %(thread_id)s AND c.checkpoint_ns = %(namespace)s AND c.checkpoint_id = %(id)s LIMIT 1

-- name: stored_threads
-- The keys of all threads with checkpoints.
SELECT DISTINCT thread_id AS key FROM checkpoints ORDER BY 1

-- name: stored_checkpoints
-- Which checkpoints has a thread, the oldest first?
SELECT checkpoint_ns, checkpoint_id FROM checkpoints WHERE thread_id = %(key)s ORDER BY checkpoint_id, checkpoint_ns

-- name: stored_writes
-- The writes of a checkpoint as they are kept.
SELECT task_id, task_path, idx, channel, type, blob FROM checkpoint_writes
WHERE thread_id = %(key)s AND checkpoint_ns = %(namespace)s AND checkpoint_id = %(id)s ORDER BY task_id, idx

-- name: which_checkpoints
-- What tells the tables of one database from those of another?
SELECT current_database() AS database, pg_postmaster_start_time() AS started, 'checkpoints'::regclass::oid AS id
