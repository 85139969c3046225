-- name: persons_of_user
-- The persons that only this user is, and those that turned out to be one of them.
WITH RECURSIVE me (id) AS (
    SELECT p.id COLLATE "C" FROM unnest(langmem.persons(%(registry)s, ARRAY[%(user)s::text])) AS p (id)
    WHERE NOT EXISTS (SELECT FROM langmem.identities i WHERE i.space = %(registry)s AND i.platform = 'user' AND i.person = p.id
                      AND i.handle <> %(user)s)
    UNION
    SELECT other.id FROM me JOIN langmem.people other ON other.space = %(registry)s AND other.merged_into = me.id
)
SELECT array_agg(id::text ORDER BY id) AS persons FROM (SELECT id FROM me UNION SELECT %(user)s::text COLLATE "C") every

-- name: tables_of_people
-- The tables whose rows belong to a space or name a user, whatever a later schema adds.
SELECT c.relname::text AS name, bool_or(a.attname = 'space') AS has_space, bool_or(a.attname = 'user_id') AS has_user
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'langmem'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND a.attname IN ('space', 'user_id') AND c.relname <> 'spaces'
GROUP BY c.relname HAVING bool_or(a.attname = 'space')
ORDER BY c.relname IN ('memories', 'turns', 'sessions'), c.relname

-- name: said_elsewhere
-- What a user said in the spaces of others, and what was concluded from it or from what the user's own space holds; the latest
-- first. A statement that somebody else made stays theirs, unless the user has put its words. An id that is no UUID means
-- something in its own space only.
WITH RECURSIVE put AS MATERIALIZED (
    SELECT DISTINCT h.space, h.uid, h.new AS text FROM langmem.events e
    JOIN langmem.history h ON h.space = e.space AND h.memory_id = e.memory_id AND h.at = e.at
    WHERE e.user_id = %(user)s AND starts_with(e.space, %(tenant)s) AND e.space <> %(space)s
      AND h.event IN ('UPDATE', 'MERGE') AND h.new IS NOT NULL
), resting AS MATERIALIZED (
    SELECT m.space, m.uid, m.id, r.id AS rests_on FROM langmem.memories m
    CROSS JOIN LATERAL unnest(m.source_ids || m.supersedes || CASE WHEN jsonb_typeof(m.extra -> 'consolidated_from') = 'array'
        THEN ARRAY(SELECT jsonb_array_elements_text(m.extra -> 'consolidated_from')) ELSE '{}' END) AS r (id)
    WHERE starts_with(m.space, %(tenant)s) AND m.space <> %(space)s
      AND (m.source IN ('consolidation', 'review', 'extraction') OR m.kind IN ('insight', 'reflection', 'episodic')
           OR COALESCE(m.stated_by, m.user_id) IS NULL)
), gone (space, id, corpus, uid) AS (
    (SELECT space, id, 'm', uid FROM langmem.memories WHERE space = %(space)s
     UNION ALL
     SELECT space, session_id, 's', NULL FROM langmem.sessions WHERE space = %(space)s
     UNION ALL
     SELECT space, id, 't', uid FROM langmem.turns
     WHERE starts_with(space, %(tenant)s) AND (space = %(space)s OR user_id = %(user)s OR speaker = ANY (%(me)s::text[]))
     UNION ALL
     SELECT m.space, m.id, 'm', m.uid FROM langmem.memories m
     WHERE starts_with(m.space, %(tenant)s) AND m.space <> %(space)s
       AND (COALESCE(m.stated_by, m.user_id) = ANY (%(me)s::text[])
            OR (m.space, m.uid, m.content) IN (SELECT space, uid, text FROM put)))
    UNION
    SELECT r.space, r.id, 'm', r.uid FROM gone g JOIN resting r ON r.rests_on = g.id
    WHERE r.space = g.space OR g.id ~* '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}'
)
SELECT space, corpus, uid FROM gone WHERE space <> %(space)s ORDER BY uid DESC, space

-- name: texts_to_erase
-- Some memories or turns as they stand, under the lock of their spaces.
SELECT 'm' AS corpus, to_jsonb(m) AS row FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS k (space, uid)
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = k.space AND uid = k.uid OFFSET 0) m
UNION ALL
SELECT 't', to_jsonb(t) FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS k (space, uid)
CROSS JOIN LATERAL (SELECT * FROM langmem.turns WHERE space = k.space AND uid = k.uid OFFSET 0) t

-- name: erase_indexed
-- Take texts out of the search, wherever they are found.
WITH given AS MATERIALIZED (
    SELECT s.space, g.corpus::"char" AS corpus, g.uid, g.text
    FROM json_to_recordset(%(rows)s::json) AS g (corpus text, uid uuid, text text, lies_in text[])
    CROSS JOIN LATERAL unnest(g.lies_in) AS s (space)
), terms AS MATERIALIZED (
    SELECT g.space, g.corpus, g.uid, t.lexeme FROM given g CROSS JOIN LATERAL unnest(to_tsvector(%(language)s::regconfig, g.text)) t
), words AS (
    DELETE FROM langmem.postings p USING terms t
    WHERE p.space = ANY (ARRAY[t.space]) AND p.corpus = ANY (ARRAY[t.corpus]) AND p.term = ANY (ARRAY[t.lexeme])
      AND p.uid = ANY (ARRAY[t.uid])
    RETURNING p.space, p.corpus, p.uid, p.length
), dropped AS (
    DELETE FROM langmem.documents d USING given g
    WHERE d.space = ANY (ARRAY[g.space]) AND d.corpus = ANY (ARRAY[g.corpus]) AND d.uid = ANY (ARRAY[g.uid])
    RETURNING d.space, d.corpus, d.uid
), counted AS (
    SELECT d.space, count(*) FILTER (WHERE d.corpus = 'm') AS memories, count(*) FILTER (WHERE d.corpus = 't') AS turns,
           COALESCE(sum(w.length) FILTER (WHERE d.corpus = 'm'), 0) AS memory_length,
           COALESCE(sum(w.length) FILTER (WHERE d.corpus = 't'), 0) AS turn_length
    FROM dropped d LEFT JOIN (SELECT space, corpus, uid, max(length) AS length FROM words GROUP BY 1, 2, 3) w USING (space, corpus, uid)
    GROUP BY d.space
), counting AS (
    UPDATE langmem.spaces s SET
        memory_count = memory_count - c.memories, memory_length = s.memory_length - c.memory_length,
        turn_count = turn_count - c.turns, turn_length = s.turn_length - c.turn_length
    FROM counted c WHERE s.space = c.space
)
SELECT (SELECT count(*) FROM words) AS postings, (SELECT count(*) FROM dropped) AS documents

-- name: erase_texts
-- Remove memories and turns with all that tells of them.
WITH given AS MATERIALIZED (
    SELECT * FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS g (space, uid)
), memories AS (
    DELETE FROM langmem.memories m USING given g WHERE m.space = g.space AND m.uid = g.uid RETURNING m.space, m.id
), turns AS (
    DELETE FROM langmem.turns t USING given g WHERE t.space = g.space AND t.uid = g.uid RETURNING 1
), versions AS (
    DELETE FROM langmem.versions v USING given g WHERE v.space = g.space AND v.uid = g.uid RETURNING 1
), relations AS (
    DELETE FROM langmem.relations r USING given g WHERE r.space = g.space AND g.uid IN (r.from_uid, r.to_uid) RETURNING 1
), history AS (
    DELETE FROM langmem.history h USING given g WHERE h.space = g.space AND h.uid = g.uid RETURNING h.space, h.memory_id
), change_log AS (
    DELETE FROM langmem.change_log c USING given g WHERE c.space = g.space AND c.uid = g.uid RETURNING 1
), operations AS (
    DELETE FROM langmem.operations o USING given g WHERE o.space = g.space AND o.uid = g.uid RETURNING 1
), mentions AS (
    SELECT count(*) AS count FROM langmem.mentions n JOIN given g ON n.space = g.space AND n.uid = g.uid
), unchained AS (
    -- what stays does not name them: an id may be a word of the caller's
    UPDATE langmem.memories s SET source_ids = langmem.without(s.source_ids, m.ids), supersedes = langmem.without(s.supersedes, m.ids),
                                  superseded_by = langmem.without(s.superseded_by, m.ids)
    FROM (SELECT space, array_agg(id::text) AS ids FROM memories GROUP BY space) m
    WHERE s.space = m.space AND (s.source_ids && m.ids OR s.supersedes && m.ids OR s.superseded_by && m.ids)
      AND NOT EXISTS (SELECT FROM given g WHERE g.space = s.space AND g.uid = s.uid)
)
SELECT (SELECT count(*) FROM memories) AS memories, (SELECT count(*) FROM turns) AS turns, (SELECT count(*) FROM versions) AS versions,
       (SELECT count(*) FROM relations) AS relations, (SELECT count(*) FROM history) AS history,
       (SELECT count(*) FROM change_log) AS change_log, (SELECT count(*) FROM operations) AS operations,
       (SELECT count FROM mentions) AS mentions

-- name: erase_answers
-- Empty what models have answered about some spaces: it may repeat what was said there. Work that has not ended asks again.
WITH emptied AS (
    UPDATE langmem.model_calls SET answer = NULL WHERE space = ANY (%(key_spaces)s::text[]) AND answer IS NOT NULL RETURNING 1
)
SELECT count(*) AS answers FROM emptied

-- name: erase_put
-- Remove the words that a user has put into memories of others, where they stand no more.
WITH put AS MATERIALIZED (
    SELECT DISTINCT h.space, h.uid, h.new AS text FROM langmem.events e
    JOIN langmem.history h ON h.space = e.space AND h.memory_id = e.memory_id AND h.at = e.at
    WHERE e.user_id = %(user)s AND starts_with(e.space, %(tenant)s) AND e.space <> %(space)s
      AND h.event IN ('UPDATE', 'MERGE') AND h.new IS NOT NULL
), history AS (
    DELETE FROM langmem.history h USING put p WHERE h.space = p.space AND h.uid = p.uid AND p.text IN (h.old, h.new) RETURNING 1
), change_log AS (
    DELETE FROM langmem.change_log c USING put p WHERE c.space = p.space AND c.uid = p.uid AND c.text = p.text RETURNING 1
), versions AS (
    DELETE FROM langmem.versions v USING put p WHERE v.space = p.space AND v.uid = p.uid AND v.text = p.text RETURNING 1
)
SELECT (SELECT count(*) FROM history) AS history, (SELECT count(*) FROM change_log) AS change_log,
       (SELECT count(*) FROM versions) AS versions

-- name: spaces_of_copies
-- The spaces where others find what the user keeps about them.
SELECT DISTINCT split_part(%(space)s, '/', 1) || '/person:' || s.person AS space
FROM langmem.memories m CROSS JOIN LATERAL unnest(m.subjects) AS s (person) WHERE m.space = %(space)s ORDER BY 1

-- name: erase_copies
-- Take some of what a space holds out of the space of a person.
WITH due AS MATERIALIZED (
    SELECT uid FROM langmem.documents WHERE space = %(about)s AND corpus = 'm' AND home = %(space)s LIMIT %(limit)s
), words AS (
    DELETE FROM langmem.postings WHERE space = %(about)s AND corpus = 'm' AND uid IN (SELECT uid FROM due) RETURNING uid, length
), dropped AS (
    DELETE FROM langmem.documents WHERE space = %(about)s AND corpus = 'm' AND home = %(space)s AND uid IN (SELECT uid FROM due)
    RETURNING uid
), counting AS (
    UPDATE langmem.spaces SET
        memory_count = memory_count - (SELECT count(*) FROM dropped),
        memory_length = memory_length - (SELECT COALESCE(sum(length), 0) FROM (SELECT max(length) AS length FROM words GROUP BY uid) w)
    WHERE space = %(about)s
)
SELECT (SELECT count(*) FROM dropped) AS documents, (SELECT count(*) FROM words) AS postings

-- name: erase_of_space
-- Remove some rows of a space from a table.
WITH gone AS (
    DELETE FROM langmem.{table} WHERE space = %(space)s
       AND ctid = ANY (ARRAY(SELECT ctid FROM langmem.{table} WHERE space = %(space)s LIMIT %(limit)s)) RETURNING 1
)
SELECT count(*) AS count FROM gone

-- name: erase_of_user
-- Remove some rows that a user left in the spaces of others from a table. A place is one of each partition, so that what is found
-- there is asked once more.
WITH gone AS (
    DELETE FROM langmem.{table} WHERE user_id = %(user)s AND starts_with(space, %(tenant)s) AND space <> %(space)s
       AND ctid = ANY (ARRAY(SELECT ctid FROM langmem.{table}
                             WHERE user_id = %(user)s AND starts_with(space, %(tenant)s) AND space <> %(space)s LIMIT %(limit)s))
    RETURNING 1
)
SELECT count(*) AS count FROM gone

-- name: count_of_space
-- How many rows of a space does a table hold?
SELECT count(*) AS count FROM langmem.{table} WHERE space = %(space)s

-- name: forget_user
-- Take the user's id out of a column of what stays.
WITH changed AS (
    UPDATE langmem.{table} SET {column} = NULL
    WHERE {column} = ANY (%(me)s::text[]) AND starts_with(space, %(tenant)s) AND space <> %(space)s
       AND ctid = ANY (ARRAY(SELECT ctid FROM langmem.{table} WHERE {column} = ANY (%(me)s::text[])
                             AND starts_with(space, %(tenant)s) AND space <> %(space)s LIMIT %(limit)s))
    RETURNING 1
)
SELECT count(*) AS count FROM changed

-- name: erase_sessions
-- Remove the sessions of others' spaces that the user began and in which nothing is left.
WITH gone AS (
    DELETE FROM langmem.sessions s WHERE s.user_id = %(user)s AND starts_with(s.space, %(tenant)s) AND s.space <> %(space)s
       AND NOT EXISTS (SELECT FROM langmem.turns t WHERE t.space = s.space AND t.session_id = s.session_id)
    RETURNING 1
)
SELECT count(*) AS sessions FROM gone

-- name: erase_person
-- Remove who the user is, where the user was, and whom only the user knew; whom others know stays, without what the user said.
WITH known_only AS MATERIALIZED (
    SELECT p.id FROM langmem.people p WHERE p.space = %(registry)s AND p.created_by = %(user)s
      AND NOT EXISTS (SELECT FROM langmem.identities i WHERE i.space = p.space AND i.person = p.id AND i.platform = 'user')
      AND NOT EXISTS (SELECT FROM langmem.documents d WHERE d.space = %(tenant)s || 'person:' || p.id)
), erased AS MATERIALIZED (
    SELECT id FROM known_only UNION SELECT unnest(%(me)s::text[])
), people AS (
    DELETE FROM langmem.people p USING erased e WHERE p.space = %(registry)s AND p.id = e.id RETURNING 1
), others AS (
    UPDATE langmem.people p SET relationship = NULL
    WHERE p.space = %(registry)s AND p.created_by = %(user)s AND p.id NOT IN (SELECT id FROM erased)
), identities AS (
    DELETE FROM langmem.identities i WHERE i.space = %(registry)s
       AND (i.person IN (SELECT id FROM erased) OR i.platform = 'user' AND i.handle = %(user)s) RETURNING 1
), merges AS (
    DELETE FROM langmem.merges m WHERE m.space = %(registry)s
       AND (m.kept IN (SELECT id FROM erased) OR m.merged IN (SELECT id FROM erased)) RETURNING 1
), attendance AS (
    DELETE FROM langmem.attendance a WHERE starts_with(a.space, %(tenant)s) AND a.person = ANY (%(me)s::text[]) RETURNING 1
)
SELECT (SELECT count(*) FROM people) AS people, (SELECT count(*) FROM identities) AS identities,
       (SELECT count(*) FROM merges) AS merges, (SELECT count(*) FROM attendance) AS attendance

-- name: leave_tombstone
-- An empty space, and the one event that says so.
WITH emptied AS (
    UPDATE langmem.spaces SET memory_count = 0, memory_length = 0, turn_count = 0, turn_length = 0 WHERE space = %(space)s
)
INSERT INTO langmem.events (space, id, node, op, status, reason, at)
VALUES (%(space)s, %(id)s, %(node)s, 'erase', 'ok', %(reason)s, %(now)s)

-- name: sample_anew
-- Let the planner's samples of a table hold nothing that is gone.
ANALYZE langmem.{table}
