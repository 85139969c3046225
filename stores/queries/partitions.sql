-- name: how_partitioned
-- Of the tables that can be partitioned: the parts of each, 0 for none; null for what is no table yet.
SELECT name, (SELECT count(*) FROM pg_inherits i WHERE i.inhparent = c.oid) AS parts
FROM unnest(%(tables)s::text[]) WITH ORDINALITY AS t (name, n)
LEFT JOIN pg_class c ON c.oid = to_regclass('langmem.' || name)
ORDER BY n

-- name: policies
-- Every policy of our tables, as the statements that drop it and make it again: one may ask about tables beside its own.
SELECT format('DROP POLICY %%I ON langmem.%%I', policyname, tablename) AS drop,
       format('CREATE POLICY %%I ON langmem.%%I AS %%s FOR %%s TO %%s', policyname, tablename, permissive, cmd,
              (SELECT string_agg(CASE role WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(role) END, ', ') FROM unnest(roles) AS role))
       || COALESCE(' USING (' || qual || ')', '') || COALESCE(' WITH CHECK (' || with_check || ')', '') AS make
FROM pg_policies WHERE schemaname = 'langmem'

-- name: made_of
-- What LIKE leaves out of a table: its keys and indexes under their names, triggers, walls, rights, what the planner samples.
SELECT c.relowner::regrole::text AS owner, array_to_string(c.reloptions, ', ') AS storage,
       ARRAY(SELECT format('ALTER TABLE langmem.%%I ADD CONSTRAINT %%I %%s', c.relname, conname, pg_get_constraintdef(oid))
             FROM pg_constraint WHERE conrelid = c.oid AND contype IN ('p', 'u'))
       || ARRAY(SELECT pg_get_indexdef(indexrelid) FROM pg_index i
                WHERE indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid))
       || ARRAY(SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal)
       || ARRAY(SELECT format('GRANT %%s ON langmem.%%I TO %%s', privilege_type, c.relname,
                              CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
                       || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
                FROM aclexplode(c.relacl) WHERE grantee <> c.relowner)
       || CASE WHEN c.relrowsecurity THEN ARRAY[format('ALTER TABLE langmem.%%I ENABLE ROW LEVEL SECURITY', c.relname)] END
       || CASE WHEN c.relforcerowsecurity THEN ARRAY[format('ALTER TABLE langmem.%%I FORCE ROW LEVEL SECURITY', c.relname)] END AS parent,
       ARRAY(SELECT format('ALTER TABLE langmem.%%I ALTER COLUMN %%I SET STATISTICS %%s', c.relname, attname, attstattarget)
             FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attstattarget >= 0) AS statistics
FROM pg_class c WHERE c.oid = ('langmem.' || %(table)s)::regclass
