-- Some functions look at everything, for whomever the transaction runs: they keep copies in step, tell who is who, and what is no
-- longer there. They open the wall for a moment themselves. That a function is given a setting (ALTER FUNCTION ... SET) Postgres
-- leaves to superusers, where the setting is not its own. An error on the way undoes it with the transaction.

CREATE OR REPLACE FUNCTION langmem.persons(registry text, users text[]) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
    reach CONSTANT text := current_setting('langmem.reach', true);
    found text[];
BEGIN
    PERFORM set_config('langmem.reach', 'all', true);
    found := (SELECT COALESCE(array_agg(DISTINCT p.id), '{}') FROM (
        SELECT unnest(users) AS id
        UNION ALL
        SELECT person FROM langmem.identities WHERE space = registry AND platform = 'user' AND handle = ANY (users)
    ) p);
    PERFORM set_config('langmem.reach', reach, true);
    RETURN found;
END $$;

CREATE OR REPLACE FUNCTION langmem.follow_memory() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    reach CONSTANT text := current_setting('langmem.reach', true);
    open CONSTANT text := current_setting('langmem.open', true);
    tenant CONSTANT text := split_part(NEW.space, '/', 1);
    before CONSTANT text[] := CASE WHEN OLD.portable THEN langmem.person_spaces(tenant, OLD.subjects) ELSE '{}' END;
    now_in CONSTANT text[] := CASE WHEN NEW.portable THEN langmem.person_spaces(tenant, NEW.subjects) ELSE '{}' END;
BEGIN
    PERFORM set_config('langmem.reach', 'all', true), set_config('langmem.open', 'all', true);
    UPDATE langmem.documents
    SET category = NEW.category, sensitivity = NEW.sensitivity, expires_at = NEW.expires_at, subjects = NEW.subjects,
        occasion = langmem.occasion(NEW.event_time, NEW.created_at)
    WHERE space = ANY (NEW.space || before) AND corpus = 'm' AND uid = NEW.uid;
    IF before <> now_in THEN
        PERFORM langmem.move_copies(NEW.space, NEW.uid, ARRAY(SELECT unnest(before) EXCEPT SELECT unnest(now_in)),
                                    ARRAY(SELECT unnest(now_in) EXCEPT SELECT unnest(before)));
    END IF;
    PERFORM set_config('langmem.reach', reach, true), set_config('langmem.open', open, true);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION langmem.is_gone(memory_space text, memory uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
    open CONSTANT text := current_setting('langmem.open', true);
    gone boolean;
BEGIN
    PERFORM set_config('langmem.open', 'all', true);
    gone := NOT EXISTS (SELECT FROM langmem.memories WHERE space = memory_space AND uid = memory);
    PERFORM set_config('langmem.open', open, true);
    RETURN gone;
END $$;

CREATE OR REPLACE FUNCTION langmem.is_gone(memory_space text, memory_id text, memory_category text)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
    open CONSTANT text := current_setting('langmem.open', true);
    gone boolean;
BEGIN
    PERFORM set_config('langmem.open', 'all', true);
    gone := NOT EXISTS (SELECT FROM langmem.memories
                        WHERE space = memory_space AND id = memory_id AND category = memory_category);
    PERFORM set_config('langmem.open', open, true);
    RETURN gone;
END $$;

CREATE OR REPLACE FUNCTION langmem.readable_changes(of_space text, after bigint, upto bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    open CONSTANT text := current_setting('langmem.open', true);
    changes bigint;
BEGIN
    PERFORM set_config('langmem.open', 'all', true);
    changes := (
        SELECT count(*)
        FROM (SELECT langmem.told('me') IS NULL AS trusted, langmem.told('own') AS own, langmem.told('categories') AS categories OFFSET 0) v
        JOIN langmem.change_log l ON l.space = of_space AND l.rev > after AND l.rev <= upto
        LEFT JOIN langmem.memories m ON m.space = l.space AND m.uid = l.uid
        WHERE v.trusted OR of_space = ANY (v.own)
          AND (COALESCE(m.category, l.category) = ANY (v.categories)) IS NOT FALSE
          AND CASE WHEN m.uid IS NULL THEN l.text IS NULL AND l.sensitivity = 'public'
                   WHEN m.sensitivity = 'public' AND l.sensitivity = 'public' AND m.subjects = '{}' THEN true
                   ELSE langmem.shown(m.space, langmem.stricter(m.sensitivity, l.sensitivity), m.subjects,
                                      COALESCE(m.stated_by, m.user_id), m.learned_in) END);
    PERFORM set_config('langmem.open', open, true);
    RETURN changes;
END $$;

CREATE OR REPLACE FUNCTION langmem.hidden_ids(of_space text, made text[], given text[] DEFAULT '{}') RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
    open CONSTANT text := current_setting('langmem.open', true);
    hidden text[];
BEGIN
    IF made = '{}' AND given = '{}' OR current_setting('langmem.me', true) = 'all' THEN
        RETURN '{}';
    END IF;
    PERFORM set_config('langmem.open', 'all', true);
    hidden := COALESCE((SELECT array_agg(id) FROM (
        SELECT m.id FROM langmem.memories m
        WHERE m.space = of_space AND m.id = ANY (made || given) AND (m.id = m.uid::text OR m.id = ANY (made))
        GROUP BY m.id
        HAVING bool_and(langmem.hides(m.space, m.category, m.sensitivity, m.subjects, COALESCE(m.stated_by, m.user_id), m.learned_in))
    ) h), '{}');
    PERFORM set_config('langmem.open', open, true);
    RETURN hidden;
END $$;
