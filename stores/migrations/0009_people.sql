-- People: who is who, who was there, and where memories about them are found by others (spec 001).
-- The registry of a tenant is a space of its own, `tenant/people`; what is said of a person elsewhere is indexed once more in the
-- space `tenant/person:id`, so that a search reads it from there as from any other space.

CREATE TABLE langmem.people (
    space       text COLLATE "C" NOT NULL,
    id          text COLLATE "C" NOT NULL,
    name        text NOT NULL,
    relationship text,
    aliases     text[] NOT NULL DEFAULT '{}',
    created_by  text,
    minted      boolean NOT NULL DEFAULT false,    -- the id is ours: no user can be called so
    merged_into text COLLATE "C",                  -- the person that this one turned out to be
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (space, id)
);

-- Every name under which a person is known: names and aliases as they are compared, usernames of a platform, user ids ('user').
CREATE TABLE langmem.identities (
    space    text COLLATE "C" NOT NULL,
    platform text COLLATE "C" NOT NULL,            -- '' for names
    handle   text COLLATE "C" NOT NULL,
    person   text COLLATE "C" NOT NULL,
    PRIMARY KEY (space, platform, handle, person)
);
CREATE INDEX identities_of ON langmem.identities (space, person);
-- A username belongs to one person; names may be shared.
CREATE UNIQUE INDEX identities_once ON langmem.identities (space, platform, handle) WHERE platform <> '';

-- What a merge of two people changed, so that it can be undone.
CREATE TABLE langmem.merges (
    space      text COLLATE "C" NOT NULL,
    id         uuid NOT NULL,
    kept       text NOT NULL,
    merged     text NOT NULL,
    merged_by  text,
    relinked   jsonb NOT NULL,                     -- the memories as they were: [{"space", "uid", "subjects", "slot"}]
    identities jsonb NOT NULL,                     -- [{"platform", "handle"}] that were the merged person's
    at         timestamptz NOT NULL,
    undone_at  timestamptz,
    PRIMARY KEY (space, id)
);

-- Who has been in a chat: what was said there may be repeated to them.
CREATE TABLE langmem.attendance (
    space      text COLLATE "C" NOT NULL,          -- of the chat
    person     text COLLATE "C" NOT NULL,
    first_seen timestamptz NOT NULL,
    PRIMARY KEY (space, person)
);

-- `home` is the space of the memory where that is another one; `open` says that a direct message may disclose it without a look
-- at who said it where.
ALTER TABLE langmem.documents ADD COLUMN home text COLLATE "C";
ALTER TABLE langmem.documents ADD COLUMN open boolean NOT NULL DEFAULT true;
ALTER TABLE langmem.documents ALTER COLUMN home SET STATISTICS 10;
UPDATE langmem.documents d SET open = false
FROM langmem.memories m
WHERE d.corpus = 'm' AND d.about <> 0 AND m.space = d.space AND m.uid = d.uid
  AND m.learned_in IS NOT NULL AND m.space <> split_part(m.space, '/', 1) || '/user:' || COALESCE(m.stated_by, '');
DROP INDEX IF EXISTS langmem.documents_scan;       -- made anew with these columns, when a store opens

-- The ids under which some users are known: their own, and those of the persons that they are.
CREATE FUNCTION langmem.persons(registry text, users text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT COALESCE(array_agg(DISTINCT p.id), '{}') FROM (
        SELECT unnest(users) AS id
        UNION ALL
        SELECT person FROM langmem.identities WHERE space = registry AND platform = 'user' AND handle = ANY (users)
    ) p
$$;

-- The spaces in which memories about some persons are found: `default/person:ana`.
CREATE FUNCTION langmem.person_spaces(tenant text, persons text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT COALESCE(array_agg(tenant || '/person:' || id), '{}') FROM unnest(persons) AS id
$$;

-- What a search reads of a memory, taken out of the spaces of some people, and put into those of others.
CREATE FUNCTION langmem.move_copies(memory_space text, memory uuid, gone text[], added text[]) RETURNS void LANGUAGE sql AS $$
    WITH words AS (
        DELETE FROM langmem.postings WHERE space = ANY (gone) AND corpus = 'm' AND uid = memory RETURNING space, length
    ), dropped AS (
        DELETE FROM langmem.documents WHERE space = ANY (gone) AND corpus = 'm' AND uid = memory RETURNING space
    )
    UPDATE langmem.spaces s SET
        memory_count = memory_count - 1,
        memory_length = memory_length - COALESCE((SELECT max(length) FROM words w WHERE w.space = s.space), 0)
    FROM dropped d WHERE s.space = d.space;

    INSERT INTO langmem.spaces (space, created_at) SELECT unnest(added), now() ON CONFLICT DO NOTHING;
    WITH words AS (
        INSERT INTO langmem.postings (space, corpus, term, uid, tf, length)
        SELECT a, 'm', term, uid, tf, length FROM langmem.postings CROSS JOIN unnest(added) AS a
        WHERE space = memory_space AND corpus = 'm' AND uid = memory
        RETURNING space, length
    ), copied AS (
        INSERT INTO langmem.documents (space, home, corpus, uid, category, sensitivity, expires_at, subjects, embedding, waits,
                                       since, occasion, place)
        SELECT s.space, memory_space, 'm', d.uid, d.category, d.sensitivity, d.expires_at, d.subjects, d.embedding, d.waits,
               d.since, d.occasion, s.placed + 1
        FROM langmem.documents d CROSS JOIN langmem.spaces s
        WHERE d.space = memory_space AND d.corpus = 'm' AND d.uid = memory AND s.space = ANY (added)
        RETURNING space
    )
    UPDATE langmem.spaces s SET
        memory_count = memory_count + 1, placed = placed + 1,
        memory_length = memory_length + COALESCE((SELECT max(length) FROM words w WHERE w.space = s.space), 0)
    FROM copied c WHERE s.space = c.space;
$$;

-- A memory that stays indexed while it changes takes what a search reads with it, in its own space and in those of the people
-- it is about.
CREATE OR REPLACE FUNCTION langmem.follow_memory() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    tenant text := split_part(NEW.space, '/', 1);
    before text[] := CASE WHEN OLD.portable THEN langmem.person_spaces(tenant, OLD.subjects) ELSE '{}' END;
    now_in text[] := CASE WHEN NEW.portable THEN langmem.person_spaces(tenant, NEW.subjects) ELSE '{}' END;
BEGIN
    UPDATE langmem.documents
    SET category = NEW.category, sensitivity = NEW.sensitivity, expires_at = NEW.expires_at, subjects = NEW.subjects,
        occasion = langmem.occasion(NEW.event_time, NEW.created_at)
    WHERE space = ANY (NEW.space || before) AND corpus = 'm' AND uid = NEW.uid;
    IF before <> now_in THEN
        PERFORM langmem.move_copies(NEW.space, NEW.uid, ARRAY(SELECT unnest(before) EXCEPT SELECT unnest(now_in)),
                                    ARRAY(SELECT unnest(now_in) EXCEPT SELECT unnest(before)));
    END IF;
    RETURN NULL;
END $$;

DROP FUNCTION langmem.readable(text, text, text, text[], text[], boolean);
DROP FUNCTION langmem.visible(text, text, text[], boolean);

-- May the table of spec 001 show a row to a viewer, in a space or of a person that the viewer reaches? `me` are the ids of who
-- asks, `present` those of everybody there, `mine` the space of who asks; `attended` says that who asks was in the chat where
-- the row was learned. Where the specification's tables disagree the stricter one holds (docs/decisions/0011).
CREATE FUNCTION langmem.visible(
    space text, sensitivity text, subjects text[], stated_by text, learned_in text,
    in_group boolean, mine text, me text[], present text[], attended boolean
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN in_group THEN CASE sensitivity
            WHEN 'public' THEN true
            WHEN 'personal' THEN subjects = '{}' OR subjects && me AND subjects <@ present
            ELSE false END
        WHEN subjects = '{}' THEN sensitivity IN ('public', 'personal') OR space = mine OR COALESCE(stated_by = ANY (me), false)
        WHEN subjects && me THEN sensitivity IN ('public', 'personal') OR subjects <@ me
        ELSE (sensitivity = 'public' OR sensitivity = 'personal' AND space = mine)
             AND (learned_in IS NULL OR COALESCE(stated_by = ANY (me), false) OR attended)
    END
$$;

CREATE FUNCTION langmem.stricter(a text, b text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN a = 'public' THEN b WHEN b = 'public' THEN a WHEN a = 'personal' THEN b ELSE a END
$$;

-- What was written before is found by the people it is about as well.
WITH about AS MATERIALIZED (
    SELECT DISTINCT split_part(m.space, '/', 1) || '/person:' || s.person AS space, m.space AS home, m.uid
    FROM langmem.memories m CROSS JOIN LATERAL unnest(m.subjects) AS s (person)
    WHERE m.state = 'active' AND m.portable AND m.subjects <> '{}'
), words AS MATERIALIZED (
    SELECT a.space, p.uid, p.term, p.tf, p.length FROM about a
    JOIN langmem.postings p ON p.space = a.home AND p.corpus = 'm' AND p.uid = a.uid
), opened AS (
    INSERT INTO langmem.spaces (space, memory_count, memory_length, placed, created_at)
    SELECT a.space, count(*), COALESCE(sum(l.length), 0), count(*), now()
    FROM about a LEFT JOIN (SELECT space, uid, max(length) AS length FROM words GROUP BY space, uid) l USING (space, uid)
    GROUP BY a.space
), worded AS (
    INSERT INTO langmem.postings (space, corpus, term, uid, tf, length) SELECT space, 'm', term, uid, tf, length FROM words
)
INSERT INTO langmem.documents (space, home, corpus, uid, category, sensitivity, expires_at, subjects, embedding, waits, since,
                               occasion, place)
SELECT a.space, a.home, 'm', d.uid, d.category, d.sensitivity, d.expires_at, d.subjects, d.embedding, d.waits, d.since, d.occasion,
       row_number() OVER (PARTITION BY a.space ORDER BY d.uid)
FROM about a JOIN langmem.documents d ON d.space = a.home AND d.corpus = 'm' AND d.uid = a.uid;
