-- The walls again, lighter: most rows that a statement reads lie in the space of who asks, and to compare one text is cheaper than
-- a list.
CREATE OR REPLACE PROCEDURE langmem.wall(name regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('DROP POLICY IF EXISTS wall ON %s', name);
    EXECUTE format($policy$CREATE POLICY wall ON %s USING (
        space = (SELECT current_setting('langmem.mine', true))
        OR (space = ANY ((SELECT langmem.told('reach'))::text[])) IS NOT FALSE)$policy$, name);
END $$;
DO $$
DECLARE walled name;
BEGIN
    FOREACH walled IN ARRAY '{spaces,postings,documents,cursors,events,operations,sessions,entities,aliases,mentions,people,identities,merges,relations}'::name[] LOOP
        EXECUTE format('CALL langmem.wall(%L)', 'langmem.' || walled);
    END LOOP;
END $$;

-- Which of some memories may the viewer see, each once? `ats` says where it stands in the order of the spaces that are searched.
CREATE FUNCTION langmem.disclosed(ats bigint[], homes text[], uids uuid[], in_group boolean, mine text, chats text)
RETURNS TABLE (at bigint, uid uuid) LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE ROWS 100 AS $$
#variable_conflict use_column
DECLARE
    me CONSTANT text[] := langmem.told('me');
    present CONSTANT text[] := langmem.told('present');
BEGIN
    RETURN QUERY
    SELECT min(d.at), d.uid FROM unnest(ats, homes, uids) AS d (at, home, uid)
    CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = d.home AND uid = d.uid OFFSET 0) m
    WHERE langmem.visible(m.space, m.sensitivity, m.subjects, COALESCE(m.stated_by, m.user_id), m.learned_in, in_group, mine, me, present,
          EXISTS (SELECT FROM langmem.attendance WHERE space = chats || m.learned_in AND person = ANY (me) OFFSET 0))
    GROUP BY d.uid;
END $$;
