-- What is erased is named by nothing that stays.
CREATE FUNCTION langmem.without(ids text[], gone text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT COALESCE(array_agg(id ORDER BY n), '{}') FROM unnest(ids) WITH ORDINALITY AS each (id, n) WHERE id <> ALL (gone)
$$;

-- What the planner samples outlives the rows where a table becomes empty: it samples no texts that it does not need.
ALTER TABLE langmem.versions ALTER COLUMN text SET STATISTICS 0;
ALTER TABLE langmem.history ALTER COLUMN old SET STATISTICS 0, ALTER COLUMN new SET STATISTICS 0, ALTER COLUMN meta SET STATISTICS 0;
ALTER TABLE langmem.change_log ALTER COLUMN text SET STATISTICS 0;
ALTER TABLE langmem.people ALTER COLUMN name SET STATISTICS 0, ALTER COLUMN aliases SET STATISTICS 0,
    ALTER COLUMN relationship SET STATISTICS 0;
ALTER TABLE langmem.identities ALTER COLUMN handle SET STATISTICS 0;
ALTER TABLE langmem.mentions ALTER COLUMN name SET STATISTICS 0;
