-- name: trust
-- This transaction is a trusted job's: row-level security lets it see everything.
SELECT set_config('langmem.reach', 'all', true), set_config('langmem.open', 'all', true), set_config('langmem.said', 'all', true),
       set_config('langmem.me', 'all', true)

-- name: trust_within
-- This transaction is a trusted job's, on one space: it sees that one whole, also what its owner may not be told, and no other.
SELECT set_config('langmem.own', a.spaces, true), set_config('langmem.open', a.spaces, true), set_config('langmem.said', a.spaces, true),
       set_config('langmem.reach', (a.spaces::text[] || %(registry)s::text)::text, true),
       set_config('langmem.tenant', %(tenant)s, true), set_config('langmem.mine', %(space)s, true),
       set_config('langmem.in_group', 'false', true), set_config('langmem.present', '{}', true),
       set_config('langmem.me', 'all', true), set_config('langmem.categories', 'all', true)
FROM (SELECT ARRAY[%(space)s::text]::text AS spaces) a

-- name: run_for
-- This transaction runs on behalf of a principal: its spaces, who it is, and who is present. What it opens for writing comes later.
-- The registry is opened first, which tells who the users are.
SELECT p.present, ARRAY[
    set_config('langmem.own', COALESCE(%(spaces)s::text[], '{}')::text, true),
    set_config('langmem.reach', (%(spaces)s::text[] || p.spaces || %(registry)s::text)::text, true),
    set_config('langmem.said', %(said_in)s::text[]::text, true),
    set_config('langmem.tenant', %(tenant)s, true),
    set_config('langmem.mine', COALESCE(%(mine)s::text, ''), true),
    set_config('langmem.in_group', %(in_group)s::boolean::text, true),
    set_config('langmem.me', p.me::text, true),
    set_config('langmem.present', p.present::text, true),
    set_config('langmem.categories', COALESCE(%(categories)s::text[]::text, 'all'), true)
] IS NOT NULL AS told
FROM (
    SELECT COALESCE(array_agg(DISTINCT k.person) FILTER (WHERE k.handle = ANY (%(me)s::text[])), '{}') AS me,
           COALESCE(array_agg(DISTINCT k.person), '{}') AS present,
           COALESCE(array_agg(DISTINCT %(tenant)s || '/person:' || k.person), '{}') AS spaces
    FROM (SELECT set_config('langmem.reach', ARRAY[%(registry)s::text]::text, true) AS reach OFFSET 0) r
    CROSS JOIN LATERAL (
        SELECT handle, handle AS person FROM unnest(%(present)s::text[]) AS handle
        UNION ALL
        SELECT handle, person FROM langmem.identities
        WHERE r.reach IS NOT NULL AND space = %(registry)s AND platform = 'user' AND handle = ANY (%(present)s::text[])
    ) k
    OFFSET 0
) p

-- name: open_spaces
-- This transaction writes to some spaces: it sees them whole.
SELECT set_config('langmem.open', (langmem.told('open') || %(spaces)s::text[])::text, true),
       set_config('langmem.reach', (langmem.told('reach') || %(spaces)s::text[])::text, true),
       set_config('langmem.said', (langmem.told('said') || %(spaces)s::text[])::text, true)
WHERE langmem.told('open') IS NOT NULL

-- name: read_index
-- This transaction reads what is derived from memories on purpose; most statements that do say it themselves (`@indexing`).
SELECT set_config('langmem.index', 'open', true)

-- name: make_ordinary_role
-- Make the role that row-level security holds for, where it does not hold for who sets up, and give it what it lacks. Another
-- database's setup may be making it just now.
DO $$
DECLARE
    vectors CONSTANT oid := (SELECT extnamespace FROM pg_extension WHERE extname = 'vector');
BEGIN
    IF NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'langmem_app') THEN
        BEGIN CREATE ROLE langmem_app NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END;
    END IF;
    IF NOT has_schema_privilege('langmem_app', 'langmem', 'USAGE') OR EXISTS (
        SELECT FROM pg_class WHERE relnamespace = 'langmem'::regnamespace AND relkind IN ('r', 'p')
                               AND NOT has_table_privilege('langmem_app', oid, 'INSERT')) THEN
        GRANT USAGE ON SCHEMA langmem TO langmem_app;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA langmem TO langmem_app;
    END IF;
    IF NOT has_schema_privilege('langmem_app', vectors, 'USAGE') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %s TO langmem_app', vectors::regnamespace);
        IF NOT has_schema_privilege('langmem_app', vectors, 'USAGE') THEN  -- a grant of what is not one's own only warns
            RAISE insufficient_privilege USING MESSAGE =
                format('pgvector lies in the schema %s: have its owner run GRANT USAGE ON SCHEMA %1$s TO langmem_app', vectors::regnamespace);
        END IF;
    END IF;
    IF NOT pg_has_role('langmem_app', CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
        EXECUTE format('GRANT langmem_app TO %I', current_user);  -- who is no superuser has made it, and is not in it
    END IF;
END $$

-- name: become_ordinary
-- Step down from a role that row-level security does not hold for, if that may be: until the transaction ends, or for good.
SELECT set_config('role', app.rolname, %(local)s) FROM pg_roles me, pg_roles app
WHERE me.rolname = current_user AND (me.rolsuper OR me.rolbypassrls) AND app.rolname = 'langmem_app'
  AND pg_has_role(app.oid, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)
  AND to_regnamespace('langmem') IS NOT NULL AND has_schema_privilege(app.oid, to_regnamespace('langmem'), 'USAGE')

-- name: step_up
-- Back to the role that connected, until the transaction ends: for what only the owner of the tables may do.
SELECT set_config('role', 'none', true)

-- name: is_walled
-- Does row-level security hold for who is connected, and is it switched on for all that it is meant for?
SELECT NOT (rolsuper OR rolbypassrls) AS walled, rolname AS role,
       cardinality(gaps) = 0 AS walls, gaps
FROM pg_roles CROSS JOIN LATERAL (
    -- null where nothing is walled yet
    SELECT CASE WHEN to_regprocedure('langmem.told(text)') IS NOT NULL
                THEN COALESCE(array_agg(c.relname::text ORDER BY c.relname), '{}') END AS gaps
    FROM pg_class c
    WHERE c.relnamespace = to_regnamespace('langmem') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity
               AND ARRAY(SELECT p.polname::text FROM pg_policy p WHERE p.polrelid = c.oid)
                   @> CASE c.relname WHEN 'memories' THEN '{wall, wall_of_inserts, wall_of_updates, wall_of_deletes}'::text[]
                           ELSE '{wall}' END
               -- what is searched must follow what becomes more private
               AND (c.relname <> 'memories' OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'follow_memory'
                                                       AND t.tgenabled IN ('O', 'A'))))
) AS w
WHERE rolname = current_user
