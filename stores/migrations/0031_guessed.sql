-- A key that somebody has guessed is not confirmed where ids of hidden memories are left out (0018): who gives it, in an import or as the
-- name of an edge, reads it back alike whether there is such a memory or not.

-- Which of some ids are not to be told? Of those that the store wrote down (`made`) the ones of memories that whom the transaction runs
-- for may not know of, and keys that lead to none that it may know of. Of those that callers have `given` only the ids that nobody can
-- guess.
CREATE OR REPLACE FUNCTION langmem.hidden_ids(of_space text, made text[], given text[] DEFAULT '{}') RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
    open CONSTANT text := current_setting('langmem.open', true);
    hidden text[];
BEGIN
    IF made = '{}' AND given = '{}' OR current_setting('langmem.me', true) = 'all' THEN
        RETURN '{}';
    END IF;
    PERFORM set_config('langmem.open', 'all', true);
    hidden := ARRAY(
        SELECT n.id FROM (SELECT DISTINCT unnest(made || given) COLLATE "C" AS id) n
        CROSS JOIN LATERAL (
            SELECT count(*) > 0 AS is_there, COALESCE(bool_or(m.id = m.uid::text), false) AS is_ours, COALESCE(bool_or(NOT langmem.hides(
                       m.space, m.category, m.sensitivity, m.subjects, COALESCE(m.stated_by, m.user_id), m.learned_in)), false) AS is_known
            FROM langmem.memories m WHERE m.space = of_space AND m.id = n.id
        ) f
        WHERE NOT f.is_known AND CASE
            WHEN n.id = ANY (made) THEN f.is_there OR n.id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
            ELSE f.is_ours END);
    PERFORM set_config('langmem.open', open, true);
    RETURN hidden;
END $$;

-- What the audit notes beside an event, without them; only where the store notes ids.
CREATE OR REPLACE FUNCTION langmem.known_meta(of_space text, meta jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
    naming CONSTANT text[] := '{superseded_by,supersedes,into,to,replaces,consolidated_from}';
    hidden text[] := langmem.hidden_ids(of_space, ARRAY(
        SELECT v #>> '{}' FROM jsonb_each(meta) e CROSS JOIN LATERAL jsonb_path_query(e.value, 'strict $.**') v
        WHERE e.key = ANY (naming) AND jsonb_typeof(v) = 'string'));
BEGIN
    IF hidden = '{}' THEN
        RETURN meta;
    END IF;
    RETURN (SELECT COALESCE(jsonb_object_agg(key, CASE WHEN key = ANY (naming) AND jsonb_typeof(value) = 'array' THEN value - hidden
                                                       ELSE value END), '{}')
            FROM jsonb_each(meta)
            WHERE NOT (key = ANY (naming) AND jsonb_typeof(value) = 'string' AND value #>> '{}' = ANY (hidden)));
END $$;
