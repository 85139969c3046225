-- Writes in sets: what many drafts at once are compared by, and what the planner samples of it.

-- Memories merge with those about the same subjects: one number that an index can hold, however many there are.
CREATE FUNCTION langmem.about(subjects text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN cardinality(subjects) = 0 THEN 0 ELSE hashtextextended(array_to_string(subjects, E'\x1f'), 0) END
$$;
ALTER TABLE langmem.documents ADD COLUMN about bigint GENERATED ALWAYS AS (langmem.about(subjects)) STORED;
-- The day that a memory belongs to: what happened together is asked for together.
ALTER TABLE langmem.documents ADD COLUMN occasion date;

-- In which order the memories of a space were written: what was written side by side is asked for together.
ALTER TABLE langmem.spaces ADD COLUMN placed bigint NOT NULL DEFAULT 0;
ALTER TABLE langmem.documents ADD COLUMN place bigint NOT NULL DEFAULT 0;

DROP INDEX IF EXISTS langmem.documents_scan;     -- made anew with these columns, when a store opens

-- The daily cap counts what came by itself since midnight.
CREATE INDEX memories_automatic ON langmem.memories (space, created_at)
    WHERE source IN ('scan', 'review', 'extraction', 'tool');

-- Plans hardly depend on statistics; a large sample of wide rows would only make ANALYZE slow.
DO $$
DECLARE c record;
BEGIN
    FOR c IN SELECT attrelid::regclass AS home, attname FROM pg_attribute
             WHERE attrelid IN ('langmem.memories'::regclass, 'langmem.postings'::regclass, 'langmem.documents'::regclass,
                                'langmem.relations'::regclass, 'langmem.turns'::regclass, 'langmem.spaces'::regclass)
               AND attnum > 0 AND NOT attisdropped
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS %s', c.home, c.attname,
                       CASE WHEN c.attname IN ('embedding', 'content', 'extra') THEN 0 ELSE 10 END);
    END LOOP;
END $$;

-- May this row of a space that may be read be seen? `readable` asks it with the space.
CREATE FUNCTION langmem.visible(row_category text, row_sensitivity text, categories text[], in_group boolean)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (categories IS NULL OR row_category = ANY (categories)) AND (NOT in_group OR row_sensitivity <> 'sensitive')
$$;
CREATE OR REPLACE FUNCTION langmem.readable(
    row_space text, row_category text, row_sensitivity text, spaces text[], categories text[], in_group boolean
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT row_space = ANY (spaces) AND langmem.visible(row_category, row_sensitivity, categories, in_group)
$$;

CREATE FUNCTION langmem.occasion(event_time timestamptz, created_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (COALESCE(event_time, created_at) AT TIME ZONE 'UTC')::date
$$;
CREATE OR REPLACE FUNCTION langmem.follow_memory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE langmem.documents
    SET category = NEW.category, sensitivity = NEW.sensitivity, expires_at = NEW.expires_at, subjects = NEW.subjects,
        occasion = langmem.occasion(NEW.event_time, NEW.created_at)
    WHERE space = NEW.space AND corpus = 'm' AND uid = NEW.uid;
    RETURN NULL;
END $$;
DROP TRIGGER follow_memory ON langmem.memories;
CREATE TRIGGER follow_memory AFTER UPDATE ON langmem.memories FOR EACH ROW
WHEN ((OLD.category, OLD.sensitivity, OLD.expires_at, OLD.subjects, OLD.event_time)
      IS DISTINCT FROM (NEW.category, NEW.sensitivity, NEW.expires_at, NEW.subjects, NEW.event_time))
EXECUTE FUNCTION langmem.follow_memory();

-- Are the stored vectors of this embedder? A store that was opened before they were replaced must not mix in others.
CREATE FUNCTION langmem.is_embedder(name text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (SELECT FROM langmem.metadata m WHERE m.key = 'embedder' AND m.value ->> 'name' = name)
$$;
