-- What somebody does not want to be told of itself, and who says what is told.

-- Whom a memory is about may put it aside: it is not shown to these persons, and stays as it is for who keeps it. Null is nobody.
ALTER TABLE langmem.memories ADD COLUMN hidden_from text[];
CREATE POLICY put_aside ON langmem.memories AS RESTRICTIVE FOR SELECT USING (
    hidden_from IS NULL OR (space = ANY ((SELECT langmem.told('open'))::text[])) IS NOT FALSE
    OR (hidden_from && (SELECT langmem.told('me'))::text[]) IS NOT TRUE
);

-- By which name is somebody known who says something: that of the person, where the registry knows who it is?
CREATE FUNCTION langmem.voice(memory_space text, said text) RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    registry CONSTANT text := split_part(memory_space, '/', 1) || '/people';
BEGIN
    RETURN COALESCE((SELECT p.name FROM langmem.people p WHERE p.space = registry AND p.id = COALESCE(
        (SELECT i.person FROM langmem.identities i WHERE i.space = registry AND i.platform = 'user' AND i.handle = said), said)), said);
END $$;
