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

-- name: spaces_in_use
-- The spaces that hold memories or turns. What was erased, or only asked about, leaves a row in `spaces` and neither.
SELECT space FROM langmem.spaces s
WHERE EXISTS (SELECT FROM langmem.memories m WHERE m.space = s.space)
   OR EXISTS (SELECT FROM langmem.turns t WHERE t.space = s.space)
ORDER BY space

-- name: compare_walls
-- Note which tables have other policies than the migrations give them (0010, 0011, 0013, 0014, 0027, 0034 to 0036). Until the transaction ends there are
-- tables with these: so the server itself writes both down alike, whichever version it is. What was made of what it wrote, as by a
-- restored dump, it may write otherwise: so that is made, too. A policy more that only restricts weakens nothing.
DO $reference$
DECLARE
    space_of CONSTANT text := '(space = ANY ((SELECT langmem.told(''%s''))::text[])) IS NOT FALSE';
    mine CONSTANT text := 'space = (SELECT current_setting(''langmem.mine'', true)) OR ';
    index_of CONSTANT text := '(space = ANY ((SELECT langmem.indexed())::text[])) IS NOT FALSE';
    own CONSTANT text := 'space = ANY ((SELECT langmem.told(''own''))::text[])';
    allowed CONSTANT text := '(category = ANY ((SELECT langmem.told(''categories''))::text[])) IS NOT FALSE';
    followed CONSTANT text := 'EXISTS (SELECT FROM langmem.memories m WHERE m.space = %1$I.space AND m.uid = %1$I.uid
        AND (%1$I.sensitivity IN (''public'', m.sensitivity)
             OR langmem.shown(m.space, langmem.stricter(m.sensitivity, %1$I.sensitivity), m.subjects, COALESCE(m.stated_by, m.user_id),
                              m.learned_in)))';
    walled record;
    policy record;
    wanted jsonb := '[]';
BEGIN
    FOR walled IN
        SELECT t.name, t.rule FROM (
            SELECT unnest('{cursors, operations, sessions, people, merges}'::name[]), mine || format(space_of, 'reach')
            UNION ALL SELECT unnest('{spaces, identities, relations, model_calls, work, pairs, attendance}'::name[]), format(space_of, 'reach')
            UNION ALL SELECT unnest('{documents, entities}'::name[]), 'space = (SELECT langmem.indexed_own()) OR ' || index_of
            UNION ALL SELECT unnest('{postings, aliases, mentions, events}'::name[]), index_of
            UNION ALL SELECT 'turns', format(space_of, 'said')
            UNION ALL SELECT unnest('{items, item_vectors}'::name[]), '(SELECT langmem.is_told())'
            UNION ALL SELECT unnest('{runs, metadata, migrations}'::name[]), '(SELECT langmem.told(''reach'')) IS NULL'
            UNION ALL SELECT 'energy', 'replace(replace(replace(tenant, ''%%'', ''%%25''), ''.'', ''%%2E''), ''/'', ''%%2F'')
                             = (SELECT current_setting(''langmem.tenant'', true)) OR (SELECT langmem.told(''reach'')) IS NULL'
            UNION ALL SELECT 'versions', format(space_of, 'open') || ' OR ' || own || ' AND ' || format(followed, 'versions')
            UNION ALL SELECT v.name, format(space_of, 'open') || ' OR ' || own || ' AND (' || format(followed, v.name) || ' OR '
                             || v.has_no_text || ' AND sensitivity = ''public'' AND langmem.is_gone(space, uid) AND ' || allowed || ')'
                      FROM (VALUES ('history'::name, 'old IS NULL AND new IS NULL'), ('change_log', 'text IS NULL')) v (name, has_no_text)
            UNION ALL SELECT 'memories', format(space_of, 'open') || ' OR (' || own || ' OR portable AND subjects <> ''{}''
                             AND langmem.shared(space, subjects)) AND ' || allowed || ' AND (sensitivity = ''public'' AND subjects = ''{}''
                             OR langmem.shown(space, sensitivity, subjects, COALESCE(stated_by, user_id), learned_in))'
        ) AS t (name, rule)
    LOOP
        EXECUTE format('CREATE TEMP TABLE %1$I (LIKE langmem.%1$I) ON COMMIT DROP', walled.name);
        EXECUTE format('CREATE POLICY wall ON pg_temp.%I USING (%s)', walled.name, walled.rule);
    END LOOP;
    EXECUTE format('ALTER POLICY wall ON pg_temp.events WITH CHECK (%s)', mine || format(space_of, 'reach'));
    CREATE POLICY wall_of_ones_own ON pg_temp.attendance FOR SELECT USING (
        person = ANY ((SELECT langmem.told('me'))::text[]) AND split_part(space, '/', 1) = (SELECT current_setting('langmem.tenant', true)));
    CREATE POLICY wall_of_reads ON pg_temp.metadata FOR SELECT USING ((SELECT langmem.is_told()));
    CREATE POLICY wall_of_reads ON pg_temp.migrations FOR SELECT USING ((SELECT langmem.is_told()));
    CREATE POLICY wall_of_inserts ON pg_temp.memories AS RESTRICTIVE FOR INSERT WITH CHECK (langmem.may_write(space));
    CREATE POLICY wall_of_updates ON pg_temp.memories AS RESTRICTIVE FOR UPDATE USING (langmem.may_write(space));
    CREATE POLICY wall_of_deletes ON pg_temp.memories AS RESTRICTIVE FOR DELETE USING (langmem.may_write(space));
    FOR generation IN 1..2 LOOP
        FOR policy IN SELECT * FROM pg_policies WHERE generation = 2 AND schemaname = pg_my_temp_schema()::regnamespace::text LOOP
            EXECUTE format('DROP POLICY %I ON pg_temp.%I', policy.policyname, policy.tablename);
            EXECUTE format('CREATE POLICY %I ON pg_temp.%I AS %s FOR %s', policy.policyname, policy.tablename, policy.permissive, policy.cmd)
                    || COALESCE(' USING (' || policy.qual || ')', '') || COALESCE(' WITH CHECK (' || policy.with_check || ')', '');
        END LOOP;
        wanted := wanted || (SELECT jsonb_agg(jsonb_build_array(tablename, policyname, permissive, cmd, roles, qual, with_check))
                             FROM pg_policies WHERE schemaname = pg_my_temp_schema()::regnamespace::text);
    END LOOP;
    PERFORM set_config('langmem.weaker', ARRAY(
        WITH kept AS MATERIALIZED (
            SELECT tablename, permissive, jsonb_build_array(tablename, policyname, permissive, cmd, roles, qual, with_check) AS rule
            FROM pg_policies WHERE schemaname = 'langmem'
        ), expected AS MATERIALIZED (SELECT rule FROM jsonb_array_elements(wanted) AS rule)
        SELECT rule ->> 0 FROM expected GROUP BY rule ->> 0, rule ->> 1 HAVING NOT bool_or(rule IN (SELECT rule FROM kept))
        UNION
        SELECT tablename FROM kept WHERE permissive = 'PERMISSIVE' AND rule NOT IN (SELECT rule FROM expected)
    )::text, true);
EXCEPTION
    WHEN insufficient_privilege OR read_only_sql_transaction THEN NULL;
END $reference$

-- name: weaker_walls
-- What was noted; null where nothing could be compared.
SELECT NULLIF(current_setting('langmem.weaker', true), '')::text[] AS names

-- name: functions_of_ours
-- What the functions say that policies and statements ask; `altered` ones run with other rights or settings than who calls them.
SELECT proname::text AS name, pronargs::int AS arity, prosrc AS body, prosecdef OR proconfig IS NOT NULL AS altered
FROM pg_proc WHERE pronamespace = to_regnamespace('langmem') AND prokind = 'f'
