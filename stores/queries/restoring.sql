-- name: restore_history
-- Keep audited events that are not there yet, in their order; those of a memory that is gone have no text.
WITH given AS MATERIALIZED (
    SELECT g.*, m.uid FROM json_to_recordset(%(rows)s::json)
         AS g (n int, history_id uuid, space text, memory_id text, category text, sensitivity text, event text, old text, new text,
               actor text, meta jsonb, at timestamptz)
    LEFT JOIN LATERAL (SELECT uid FROM (SELECT * FROM langmem.memories
                       WHERE space = g.space AND category = g.category AND id = g.memory_id OFFSET 0) o WHERE NOT @may_not_know(o)) m ON true
    WHERE NOT EXISTS (SELECT FROM langmem.history h WHERE h.space = g.space AND h.memory_id = g.memory_id AND h.event = g.event
                      AND h.at = g.at)
      AND (m.uid IS NOT NULL OR g.old IS NULL AND g.new IS NULL)
), bumped AS (
    UPDATE langmem.spaces s SET rev = s.rev + c.events
    FROM (SELECT space, count(*) AS events FROM given GROUP BY space) c WHERE s.space = c.space
    RETURNING s.space, s.rev - c.events AS before
), kept AS (
    INSERT INTO langmem.history (space, id, rev, uid, memory_id, category, sensitivity, event, old, new, actor, meta, at)
    SELECT g.space, history_id, b.before + row_number() OVER (PARTITION BY g.space ORDER BY n), g.uid, memory_id, category, sensitivity,
           event, old, new, actor, meta, at
    FROM given g JOIN bumped b USING (space) RETURNING 1
)
SELECT count(*) AS count FROM kept

-- name: restore_versions
-- Keep what memories said before, of those that may be known; what they say now they have said since.
WITH given AS MATERIALIZED (
    SELECT g.*, m.uid FROM json_to_recordset(%(rows)s::json)
         AS g (space text, memory_id text, category text, since timestamptz, until timestamptz, expires_at timestamptz, text text,
               sensitivity text)
    JOIN langmem.memories m ON m.space = g.space AND m.category = g.category AND m.id = g.memory_id
    WHERE NOT @may_not_know(m)
), dated AS (
    UPDATE langmem.documents d SET since = l.until
    FROM (SELECT space, uid, max(until) AS until FROM given GROUP BY space, uid) l
    WHERE d.space = l.space AND d.corpus = 'm' AND d.uid = l.uid AND d.since < l.until
), kept AS (
    INSERT INTO langmem.versions (space, uid, since, until, expires_at, text, sensitivity)
    SELECT space, uid, since, until, expires_at, text, sensitivity FROM given
    ON CONFLICT (space, uid, until) DO NOTHING RETURNING 1
)
SELECT count(*) AS count FROM kept

-- name: restore_relations
-- Draw edges between memories that may be known as they were drawn.
WITH kept AS (
    INSERT INTO langmem.relations (space, from_uid, to_uid, relation_type, strength, created_at, shows)
    SELECT g.space, a.uid, b.uid, g.relation_type, g.strength, g.created_at, COALESCE(g.shows, 15) FROM json_to_recordset(%(rows)s::json)
         AS g (space text, memory_id text, category text, to_memory_id text, to_category text, relation_type text, strength real,
               created_at timestamptz, shows smallint)
    JOIN langmem.memories a ON a.space = g.space AND a.category = g.category AND a.id = g.memory_id
    JOIN langmem.memories b ON b.space = g.space AND b.category = g.to_category AND b.id = g.to_memory_id
    WHERE NOT @may_not_know(a) AND NOT @may_not_know(b)
    ON CONFLICT (space, from_uid, to_uid, relation_type) DO NOTHING RETURNING 1
)
SELECT count(*) AS count FROM kept

-- name: restore_sessions
-- Let conversations have begun when they began, and be reviewed where they were.
WITH kept AS (
    INSERT INTO langmem.sessions (space, session_id, user_id, thread_id, turn_count, first_seen, last_turn, reviewed_at)
    SELECT space, session_id, user_id, thread_id, 0, first_seen, last_turn, reviewed_at FROM json_to_recordset(%(rows)s::json)
         AS g (space text, session_id text, user_id text, thread_id text, first_seen timestamptz, last_turn timestamptz,
               reviewed_at timestamptz)
    ON CONFLICT (space, session_id) DO NOTHING RETURNING 1
)
SELECT count(*) AS count FROM kept
