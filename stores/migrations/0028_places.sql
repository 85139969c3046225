-- A place among the nearest of a memory (0025) that is free, as what had it is seen by fewer: the edge keeps for whom, as bits 16, 32
-- and 64 for 1, 2 and 4, until another has the place.
CREATE INDEX relations_to_fill ON langmem.relations (space) WHERE shows >= 16;

-- Does a document itself tell that its owner may hear of it, without a look at who said it where? (documents.open) What is sensitive
-- and about nobody is about who keeps it: in the space of a user that is the owner, anywhere else not all see it who reach the space.
CREATE FUNCTION langmem.is_open(space text, sensitivity text, subjects text[], stated_by text, learned_in text)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN subjects = '{}' THEN sensitivity <> 'sensitive' OR strpos(space, '/user:') > 0
                ELSE learned_in IS NULL OR COALESCE(substr(space, strpos(space, '/') + 1) = 'user:' || stated_by, false) END
$$;
UPDATE langmem.documents SET open = false
WHERE corpus = 'm' AND about = 0 AND sensitivity = 'sensitive' AND strpos(space, '/user:') = 0 AND open;

CREATE OR REPLACE FUNCTION langmem.follow_memory() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    reach CONSTANT text := current_setting('langmem.reach', true);
    open CONSTANT text := current_setting('langmem.open', true);
    tenant CONSTANT text := split_part(NEW.space, '/', 1);
    before CONSTANT text[] := CASE WHEN OLD.portable THEN langmem.person_spaces(tenant, OLD.subjects) ELSE '{}' END;
    now_in CONSTANT text[] := CASE WHEN NEW.portable THEN langmem.person_spaces(tenant, NEW.subjects) ELSE '{}' END;
BEGIN
    PERFORM set_config('langmem.reach', 'all', true), set_config('langmem.open', 'all', true);
    UPDATE langmem.documents d
    SET category = NEW.category, sensitivity = NEW.sensitivity, expires_at = NEW.expires_at, subjects = NEW.subjects,
        occasion = langmem.occasion(NEW.event_time, NEW.created_at),
        open = d.home IS NOT NULL OR langmem.is_open(NEW.space, NEW.sensitivity, NEW.subjects, NEW.stated_by, NEW.learned_in)
    WHERE d.space = ANY (NEW.space || before) AND corpus = 'm' AND uid = NEW.uid;
    IF before <> now_in THEN
        PERFORM langmem.move_copies(NEW.space, NEW.uid, ARRAY(SELECT unnest(before) EXCEPT SELECT unnest(now_in)),
                                    ARRAY(SELECT unnest(now_in) EXCEPT SELECT unnest(before)));
    END IF;
    PERFORM set_config('langmem.reach', reach, true), set_config('langmem.open', open, true);
    RETURN NULL;
END $$;
