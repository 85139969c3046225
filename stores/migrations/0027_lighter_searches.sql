-- A search reads a space in the order in which its memories were written, from the index alone: it numbers them without sorting.
DROP INDEX IF EXISTS langmem.documents_scan;       -- made anew with this order, when a store opens

-- Of these tables a statement reads few rows of a space: to compare each with a list costs less than to ask for the own space, too,
-- before the first (0014).
DO $$
DECLARE walled name;
BEGIN
    FOREACH walled IN ARRAY '{spaces,postings,aliases,mentions,identities,relations}'::name[] LOOP
        EXECUTE format($policy$ALTER POLICY wall ON langmem.%I USING ((space = ANY ((SELECT langmem.told('reach'))::text[])) IS NOT FALSE)$policy$,
                       walled);
    END LOOP;
END $$;
