-- The walls fail closed, whatever a setting holds.

-- A list that the transaction has set (0010). Null is any: trusted jobs say `all`. What is not set is empty, and so is a list of nulls:
-- to be compared with a null is neither true nor false, and must not count as true.
CREATE OR REPLACE FUNCTION langmem.told(what text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN current_setting('langmem.' || what, true) <> 'all'
                THEN array_remove(COALESCE(NULLIF(current_setting('langmem.' || what, true), ''), '{}')::text[], NULL)
                WHEN current_setting('langmem.' || what, true) IS NULL THEN '{}' END
$$;

-- Who does not say whether others read along is in a group, where less is shown.
CREATE OR REPLACE FUNCTION langmem.shown(space text, sensitivity text, subjects text[], stated_by text, learned_in text)
RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    RETURN subjects = '{}' AND sensitivity <> 'sensitive' OR langmem.visible(
        space, sensitivity, subjects, stated_by, learned_in,
        COALESCE(NULLIF(current_setting('langmem.in_group', true), ''), 'true')::boolean,
        current_setting('langmem.mine', true), langmem.told('me'), langmem.told('present'),
        learned_in IS NOT NULL AND langmem.attended(space, learned_in));
END $$;

-- Does a transaction say for whom it runs, be it for a trusted job?
CREATE FUNCTION langmem.is_told() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT COALESCE(cardinality(langmem.told('reach')) > 0, true)
$$;

ALTER POLICY wall ON langmem.items USING ((SELECT langmem.is_told()));
ALTER POLICY wall ON langmem.item_vectors USING ((SELECT langmem.is_told()));
