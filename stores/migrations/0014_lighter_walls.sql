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

-- Was the viewer in the chat where something was learned?
CREATE FUNCTION langmem.attended(space text, learned_in text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (SELECT FROM langmem.attendance a WHERE a.space = split_part(attended.space, '/', 1) || '/chat:' || attended.learned_in
                   AND a.person = ANY (langmem.told('me')))
$$;

-- The rule of who may see what, asked of each row that does not tell it itself: in a language that plans it once.
CREATE OR REPLACE FUNCTION langmem.shown(space text, sensitivity text, subjects text[], stated_by text, learned_in text)
RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    RETURN subjects = '{}' AND sensitivity <> 'sensitive' OR langmem.visible(
        space, sensitivity, subjects, stated_by, learned_in, current_setting('langmem.in_group', true)::boolean,
        current_setting('langmem.mine', true), langmem.told('me'), langmem.told('present'),
        learned_in IS NOT NULL AND langmem.attended(space, learned_in));
END $$;
