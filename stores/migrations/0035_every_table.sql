-- No table is without a wall.

-- Who was in a chat: those who reach the chat are told, and everybody of themselves.
ALTER TABLE langmem.attendance ENABLE ROW LEVEL SECURITY;
ALTER TABLE langmem.attendance FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON langmem.attendance USING ((space = ANY ((SELECT langmem.told('reach'))::text[])) IS NOT FALSE);
CREATE POLICY wall_of_ones_own ON langmem.attendance FOR SELECT USING (
    person = ANY ((SELECT langmem.told('me'))::text[]) AND split_part(space, '/', 1) = (SELECT current_setting('langmem.tenant', true)));

-- What a tenant's models have cost is for that tenant.
ALTER TABLE langmem.energy ENABLE ROW LEVEL SECURITY;
ALTER TABLE langmem.energy FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON langmem.energy USING (
    replace(replace(replace(tenant, '%', '%25'), '.', '%2E'), '/', '%2F') = (SELECT current_setting('langmem.tenant', true))
    OR (SELECT langmem.told('reach')) IS NULL);

-- What holds of the whole database, each transaction may read that says for whom it runs, and trusted jobs alone may write.
DO $$
DECLARE walled name;
BEGIN
    FOREACH walled IN ARRAY '{metadata,migrations}'::name[] LOOP
        EXECUTE format('ALTER TABLE langmem.%I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE langmem.%I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format('CREATE POLICY wall ON langmem.%I USING ((SELECT langmem.told(''reach'')) IS NULL)', walled);
        EXECUTE format('CREATE POLICY wall_of_reads ON langmem.%I FOR SELECT USING ((SELECT langmem.is_told()))', walled);
    END LOOP;
END $$;
