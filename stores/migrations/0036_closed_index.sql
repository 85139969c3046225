-- What is derived from memories (words, vectors, categories, names) lies in rows that cannot tell by themselves who may see the
-- memory: so it is closed to statements that do not say that they read it. Those that do return memories, which have their own wall.

-- The spaces whose derived rows a transaction may see: all that it reaches where it reads them on purpose (`langmem.index`), else
-- those that it writes to.
CREATE FUNCTION langmem.indexed() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT langmem.told(CASE WHEN current_setting('langmem.index', true) = 'open' THEN 'reach' ELSE 'open' END)
$$;
CREATE FUNCTION langmem.indexed_own() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN current_setting('langmem.index', true) = 'open' THEN current_setting('langmem.mine', true) END
$$;

-- In the forms of before (0014, 0027), as they are the lightest for each table.
ALTER POLICY wall ON langmem.documents USING (
    space = (SELECT langmem.indexed_own()) OR (space = ANY ((SELECT langmem.indexed())::text[])) IS NOT FALSE);
ALTER POLICY wall ON langmem.entities USING (
    space = (SELECT langmem.indexed_own()) OR (space = ANY ((SELECT langmem.indexed())::text[])) IS NOT FALSE);
DO $$
DECLARE walled name;
BEGIN
    FOREACH walled IN ARRAY '{postings,aliases,mentions}'::name[] LOOP
        EXECUTE format($policy$ALTER POLICY wall ON langmem.%I USING ((space = ANY ((SELECT langmem.indexed())::text[])) IS NOT FALSE)$policy$,
                       walled);
    END LOOP;
END $$;
-- What happened to memories names their categories; everybody may note what happens.
ALTER POLICY wall ON langmem.events USING ((space = ANY ((SELECT langmem.indexed())::text[])) IS NOT FALSE)
    WITH CHECK (space = (SELECT current_setting('langmem.mine', true)) OR (space = ANY ((SELECT langmem.told('reach'))::text[])) IS NOT FALSE);
