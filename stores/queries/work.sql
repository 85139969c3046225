-- name: note_sessions
-- Sessions with turns that nobody has reviewed wait: for their end, which silence tells, or until they are long enough. What is
-- being reviewed right now is left to whoever reviews it, and looked at again then.
INSERT INTO langmem.work (space, kind, key, user_id, thread_id, due_at, created_at)
SELECT s.space, 'review', s.session_id, s.user_id, s.thread_id,
       CASE WHEN %(over)s OR s.turn_count - s.reviewed_turns >= %(turn_limit)s THEN %(now)s::timestamptz
            ELSE s.last_turn + make_interval(secs => %(idle)s) END, %(now)s
FROM langmem.sessions s
WHERE s.space = %(space)s AND s.session_id = ANY (%(session_ids)s::text[]) AND s.turn_count > s.reviewed_turns
ON CONFLICT (space, kind, key) DO UPDATE
    SET due_at = excluded.due_at, attempts = CASE WHEN work.due_at < '9000-01-01' THEN work.attempts ELSE 0 END
    WHERE work.due_at <> excluded.due_at
RETURNING key

-- name: end_others
-- Another session of the space begins: those before it are over. (CASE: the index of what is due leads to other spaces.)
UPDATE langmem.work SET due_at = %(now)s
WHERE space = %(space)s AND kind = 'review' AND key <> ALL (%(session_ids)s::text[])
  AND CASE WHEN due_at < '9000-01-01' THEN due_at > %(now)s END

-- name: claim_work
-- Take work that is due and that nobody holds; those who ask at once get different work.
WITH due AS (
    SELECT space, kind, key FROM langmem.work
    WHERE kind = %(kind)s AND due_at <= %(now)s AND (leased_until IS NULL OR leased_until <= %(now)s)
      AND (%(spaces)s::text[] IS NULL OR space = ANY (%(spaces)s::text[])) AND (%(key)s::text IS NULL OR key = %(key)s)
      AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))
    ORDER BY due_at, space, key LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE langmem.work w SET lease = %(lease)s, leased_until = %(until)s, attempts = w.attempts + 1
FROM due d WHERE w.space = d.space AND w.kind = d.kind AND w.key = d.key
RETURNING w.space, w.kind, w.key, w.user_id, w.thread_id, w.attempts, w.lease

-- name: waiting_work
-- How much work of a kind is due?
SELECT count(*) AS waiting FROM langmem.work
WHERE kind = %(kind)s AND due_at <= %(now)s AND (%(spaces)s::text[] IS NULL OR space = ANY (%(spaces)s::text[]))
  AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))

-- name: hold_work
-- Go on holding work, as long as nobody else has taken it. That is a sign of life, even where a clock stands still.
UPDATE langmem.work SET leased_until = GREATEST(%(until)s, leased_until + interval '1 microsecond')
WHERE space = %(space)s AND kind = %(kind)s AND key = %(key)s AND lease = %(lease)s
RETURNING attempts

-- name: held_work
-- Which work of these kinds does somebody hold, and until when? (What is held is due; the index is of that.)
SELECT space, kind, key, leased_until FROM langmem.work
WHERE kind = ANY (%(kinds)s::text[]) AND due_at <= %(now)s AND leased_until > %(now)s
  AND (%(spaces)s::text[] IS NULL OR space = ANY (%(spaces)s::text[]))
  AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))

-- name: put_off
-- Give work back, to be done later.
UPDATE langmem.work SET lease = NULL, leased_until = NULL, due_at = %(due_at)s, attempts = %(attempts)s, reason = %(reason)s
WHERE space = %(space)s AND kind = %(kind)s AND key = %(key)s AND lease = %(lease)s
RETURNING attempts

-- name: drop_work
-- The work is done.
DELETE FROM langmem.work WHERE space = %(space)s AND kind = %(kind)s AND key = %(key)s AND lease = %(lease)s RETURNING key

-- name: drop_abandoned
-- Work of a kind that is found by what there is to do, not by its row: no row is left of who has died at it.
DELETE FROM langmem.work WHERE kind = %(kind)s AND due_at <= %(now)s AND leased_until <= %(now)s
  AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))

-- name: drop_reviewed
-- A session waits no longer, if all of it has been reviewed and nobody is at it.
DELETE FROM langmem.work w USING langmem.sessions s
WHERE w.space = %(space)s AND w.kind = 'review' AND w.key = %(session_id)s
  AND s.space = w.space AND s.session_id = w.key AND s.reviewed_turns >= s.turn_count
  AND (w.leased_until IS NULL OR w.leased_until <= %(now)s)

-- name: begin_period
-- Take work that is done once in a while; nothing when it is not yet time, or somebody is at it.
INSERT INTO langmem.work (space, kind, key, user_id, due_at, lease, leased_until, attempts, created_at)
VALUES (%(space)s, %(kind)s, %(key)s, %(user_id)s, %(now)s, %(lease)s, %(until)s, 1, %(now)s)
ON CONFLICT (space, kind, key) DO UPDATE
    SET lease = excluded.lease, leased_until = excluded.leased_until, attempts = work.attempts + 1
    WHERE work.due_at <= %(now)s AND (work.leased_until IS NULL OR work.leased_until <= %(now)s)
RETURNING space, kind, key, user_id, thread_id, attempts, lease

-- name: lock_session
-- What of a session is waiting; nobody adds to it while this is looked at.
SELECT turn_count, reviewed_turns, summarised_turns, last_turn FROM langmem.sessions
WHERE space = %(space)s AND session_id = %(session_id)s FOR UPDATE

-- name: session
-- What of a session is waiting.
SELECT last_turn, turn_count, reviewed_turns, summarised_turns FROM langmem.sessions
WHERE space = %(space)s AND session_id = %(session_id)s

-- name: mark_reviewed
-- The turns up to here have been reviewed.
UPDATE langmem.sessions SET reviewed_turns = GREATEST(reviewed_turns, %(upto)s), reviewed_at = %(now)s
WHERE space = %(space)s AND session_id = %(session_id)s

-- name: mark_summarised
-- The turns up to here have been summed up.
UPDATE langmem.sessions SET summarised_turns = GREATEST(summarised_turns, %(upto)s)
WHERE space = %(space)s AND session_id = %(session_id)s

-- name: turns_between
-- The turns of a session after one position, up to another, without those that the conversation has left behind.
SELECT id, session_id, role, content, at, speaker, position FROM langmem.turns
WHERE space = %(space)s AND session_id = %(session_id)s AND position > %(after)s AND position <= %(upto)s AND left_at IS NULL
ORDER BY position

-- name: latest_turns
-- The newest turns of a space.
SELECT id, session_id, role, content, at, speaker, position FROM langmem.turns
WHERE space = %(space)s AND (%(session_id)s::text IS NULL OR session_id = %(session_id)s) AND left_at IS NULL
ORDER BY recorded_at DESC, session_id, position DESC LIMIT %(limit)s
