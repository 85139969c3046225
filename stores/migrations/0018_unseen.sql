-- Who may not see something cannot tell that it is there.

-- The revision that a thread is told: it counts the changes that the thread may read. Threads that looked before this go on from
-- the number that they know.
ALTER TABLE langmem.cursors ADD COLUMN shown bigint;

-- How many changes of a space, after one revision and up to another, may be read by whom the transaction runs for? The rule of
-- `may_read_change` (queries/privacy.sql), asked of all at once: as the memories are now and as they were then.
CREATE FUNCTION langmem.readable_changes(of_space text, after bigint, upto bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT count(*)
    FROM (SELECT langmem.told('me') IS NULL AS trusted, langmem.told('own') AS own, langmem.told('categories') AS categories OFFSET 0) v
    JOIN langmem.change_log l ON l.space = of_space AND l.rev > after AND l.rev <= upto
    LEFT JOIN langmem.memories m ON m.space = l.space AND m.uid = l.uid
    WHERE v.trusted OR of_space = ANY (v.own)
      AND (COALESCE(m.category, l.category) = ANY (v.categories)) IS NOT FALSE
      AND CASE WHEN m.uid IS NULL THEN l.text IS NULL AND l.sensitivity = 'public'
               WHEN m.sensitivity = 'public' AND l.sensitivity = 'public' AND m.subjects = '{}' THEN true
               ELSE langmem.shown(m.space, langmem.stricter(m.sensitivity, l.sensitivity), m.subjects,
                                  COALESCE(m.stated_by, m.user_id), m.learned_in) END
$$;

-- May a memory not be known to whom the transaction runs for? For what a write has to look at and must not tell of: the rule of the
-- wall around memories (0010), but for what a write has opened.
CREATE FUNCTION langmem.hides(space text, category text, sensitivity text, subjects text[], stated_by text, learned_in text)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT langmem.told('me') IS NOT NULL AND NOT (
        (space = ANY (langmem.told('own')) OR langmem.shared(space, subjects))
        AND (category = ANY (langmem.told('categories'))) IS NOT FALSE
        AND langmem.shown(space, sensitivity, subjects, stated_by, learned_in))
$$;

-- Which of some ids are those of memories of a space that whom the transaction runs for may not know of? `made` are such as the
-- store wrote down. Of those that callers have `given` only the ids that nobody can guess are told apart: else a guess could be
-- confirmed by giving it.
CREATE FUNCTION langmem.hidden_ids(of_space text, made text[], given text[] DEFAULT '{}') RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF made = '{}' AND given = '{}' OR current_setting('langmem.me', true) = 'all' THEN
        RETURN '{}';
    END IF;
    RETURN COALESCE((SELECT array_agg(id) FROM (
        SELECT m.id FROM langmem.memories m
        WHERE m.space = of_space AND m.id = ANY (made || given) AND (m.id = m.uid::text OR m.id = ANY (made))
        GROUP BY m.id
        HAVING bool_and(langmem.hides(m.space, m.category, m.sensitivity, m.subjects, COALESCE(m.stated_by, m.user_id), m.learned_in))
    ) h), '{}');
END $$;

-- The ids without those.
CREATE FUNCTION langmem.known_ids(of_space text, made text[], given text[] DEFAULT '{}') RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN made = '{}' AND given = '{}' THEN '{}'
                ELSE ARRAY(SELECT id FROM unnest(made || given) WITH ORDINALITY AS i (id, place)
                           WHERE id <> ALL (langmem.hidden_ids(of_space, made, given)) ORDER BY place) END
$$;

-- What the audit notes beside an event, without them.
CREATE FUNCTION langmem.known_meta(of_space text, meta jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
    hidden text[] := langmem.hidden_ids(of_space, ARRAY(SELECT v #>> '{}' FROM jsonb_path_query(meta, 'strict $.**') v
                                                        WHERE jsonb_typeof(v) = 'string'));
BEGIN
    IF hidden = '{}' THEN
        RETURN meta;
    END IF;
    RETURN (SELECT COALESCE(jsonb_object_agg(key, CASE WHEN jsonb_typeof(value) = 'array' THEN value - hidden ELSE value END), '{}')
            FROM jsonb_each(meta) WHERE jsonb_typeof(value) <> 'string' OR value #>> '{}' <> ALL (hidden));
END $$;
