-- The second wall: row-level security. Each transaction says for whom it runs (queries/walls.sql); a statement that forgets to
-- ask who may see a row finds none that it should not. A transaction that says nothing sees nothing.
-- It holds for every role but superusers and those with BYPASSRLS: `langmem-ext doctor` tells. Attendance holds no
-- text and is not walled.

-- A list that the transaction has set: own, reach, open (spaces), me, present (persons), categories. Null is any: trusted jobs say
-- `all`. What is not set is empty.
CREATE FUNCTION langmem.told(what text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN current_setting('langmem.' || what, true) <> 'all'
                THEN COALESCE(NULLIF(current_setting('langmem.' || what, true), ''), '{}')::text[]
                WHEN current_setting('langmem.' || what, true) IS NULL THEN '{}' END
$$;

-- Wall a table of which a principal may see whole spaces.
CREATE PROCEDURE langmem.wall(name regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY wall ON %s USING ((space = ANY ((SELECT langmem.told(''reach''))::text[])) IS NOT FALSE)', name);
END $$;
CALL langmem.wall('langmem.spaces');
CALL langmem.wall('langmem.postings');
CALL langmem.wall('langmem.documents');
CALL langmem.wall('langmem.cursors');
CALL langmem.wall('langmem.events');
CALL langmem.wall('langmem.operations');
CALL langmem.wall('langmem.sessions');
CALL langmem.wall('langmem.entities');
CALL langmem.wall('langmem.aliases');
CALL langmem.wall('langmem.mentions');
CALL langmem.wall('langmem.people');
CALL langmem.wall('langmem.identities');
CALL langmem.wall('langmem.merges');
CALL langmem.wall('langmem.relations');

-- In a chat, what was said elsewhere is not told.
ALTER TABLE langmem.turns ENABLE ROW LEVEL SECURITY;
ALTER TABLE langmem.turns FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON langmem.turns USING ((space = ANY ((SELECT langmem.told('said'))::text[])) IS NOT FALSE);

-- Ordinary items are the application's: a view shows them as the store does.
ALTER TABLE langmem.items ENABLE ROW LEVEL SECURITY;
ALTER TABLE langmem.items FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON langmem.items USING ((SELECT current_setting('langmem.reach', true)) <> '');
ALTER TABLE langmem.item_vectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE langmem.item_vectors FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON langmem.item_vectors USING ((SELECT current_setting('langmem.reach', true)) <> '');

-- Do the privacy tables show a row to whom the transaction runs for? Asked of the few rows that do not tell it themselves.
CREATE FUNCTION langmem.shown(space text, sensitivity text, subjects text[], stated_by text, learned_in text)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT langmem.visible(
        space, sensitivity, subjects, stated_by, learned_in, current_setting('langmem.in_group', true)::boolean,
        current_setting('langmem.mine', true), langmem.told('me'), langmem.told('present'),
        EXISTS (SELECT FROM langmem.attendance a WHERE a.space = split_part(shown.space, '/', 1) || '/chat:' || shown.learned_in
                AND a.person = ANY (langmem.told('me')) OFFSET 0))
$$;

-- Is a memory of another's space about somebody present?
CREATE FUNCTION langmem.shared(space text, subjects text[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT subjects && langmem.told('present') AND split_part(space, '/', 1) = current_setting('langmem.tenant', true)
$$;

-- Memories: those of the principal's spaces, and portable ones of others about the people present, as the privacy tables say.
-- What a transaction has opened for writing it sees whole: a decision looks at everything that the space holds.
ALTER TABLE langmem.memories ENABLE ROW LEVEL SECURITY;
ALTER TABLE langmem.memories FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON langmem.memories USING (
    (space = ANY ((SELECT langmem.told('open'))::text[])) IS NOT FALSE
    OR (space = ANY ((SELECT langmem.told('own'))::text[]) OR portable AND subjects <> '{}' AND langmem.shared(space, subjects))
       AND (category = ANY ((SELECT langmem.told('categories'))::text[])) IS NOT FALSE
       AND (sensitivity = 'public' AND subjects = '{}'
            OR langmem.shown(space, sensitivity, subjects, COALESCE(stated_by, user_id), learned_in))
);

-- What others keep may be read where it is shared, and never changed.
CREATE FUNCTION langmem.may_write(space text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT (space = ANY (langmem.told('open'))) IS NOT FALSE OR space = ANY (langmem.told('own'))
$$;
CREATE POLICY wall_of_inserts ON langmem.memories AS RESTRICTIVE FOR INSERT WITH CHECK (langmem.may_write(space));
CREATE POLICY wall_of_updates ON langmem.memories AS RESTRICTIVE FOR UPDATE USING (langmem.may_write(space));
CREATE POLICY wall_of_deletes ON langmem.memories AS RESTRICTIVE FOR DELETE USING (langmem.may_write(space));

-- Is a memory no longer kept? Asked about what must not be told otherwise, so it looks at all (0020).
CREATE FUNCTION langmem.is_gone(memory_space text, memory uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT NOT EXISTS (SELECT FROM langmem.memories WHERE space = memory_space AND uid = memory)
$$;
CREATE FUNCTION langmem.is_gone(memory_space text, memory_id text, memory_category text)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT NOT EXISTS (SELECT FROM langmem.memories WHERE space = memory_space AND id = memory_id AND category = memory_category)
$$;

-- What tells of memories is seen with them, as they are now and as they were then; what is left of those that are gone has no text.
CREATE PROCEDURE langmem.wall_with_memories(name regclass, has_no_text text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
    EXECUTE format($policy$CREATE POLICY wall ON %1$s USING (
        (space = ANY ((SELECT langmem.told('open'))::text[])) IS NOT FALSE
        OR space = ANY ((SELECT langmem.told('own'))::text[])
           AND (EXISTS (SELECT FROM langmem.memories m WHERE m.space = %1$s.space AND m.uid = %1$s.uid
                        AND (%1$s.sensitivity IN ('public', m.sensitivity)
                             OR langmem.shown(m.space, langmem.stricter(m.sensitivity, %1$s.sensitivity), m.subjects,
                                              COALESCE(m.stated_by, m.user_id), m.learned_in)))
                OR %2$s AND sensitivity = 'public' AND langmem.is_gone(space, uid)
                   AND (category = ANY ((SELECT langmem.told('categories'))::text[])) IS NOT FALSE
          ))$policy$, name, has_no_text);
END $$;
CALL langmem.wall_with_memories('langmem.history', 'old IS NULL AND new IS NULL');
CALL langmem.wall_with_memories('langmem.change_log', 'text IS NULL');
ALTER TABLE langmem.versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE langmem.versions FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON langmem.versions USING (
    (space = ANY ((SELECT langmem.told('open'))::text[])) IS NOT FALSE
    OR space = ANY ((SELECT langmem.told('own'))::text[])
       AND EXISTS (SELECT FROM langmem.memories m WHERE m.space = versions.space AND m.uid = versions.uid
                   AND (versions.sensitivity IN ('public', m.sensitivity)
                        OR langmem.shown(m.space, langmem.stricter(m.sensitivity, versions.sensitivity), m.subjects,
                                         COALESCE(m.stated_by, m.user_id), m.learned_in))));
