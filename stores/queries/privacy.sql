-- name: viewer
-- Who looks, in one row, to be joined where rows are tested: the persons that the principal is, and those who are present, as the
-- transaction has found them (walls.sql).
(SELECT langmem.told('me') AS me, langmem.told('present') AS present OFFSET 0) v

-- name: own
-- The spaces of the principal, one a row. Rows are read of each (`WHERE space = own.space OFFSET 0`): that leads to the partition
-- which holds it, as a list in an argument would not, and to no other space, whatever the planner believes.
unnest(%(spaces)s::text[]) AS own (space)

-- name: indexing
-- Says that a statement reads what is derived from memories: words, vectors, categories, names (migrations/0036_closed_index.sql). What
-- reads those must depend on this, so that it is said before: else it finds none.
(SELECT set_config('langmem.index', 'open', true) AS opened OFFSET 0) i

-- name: searched
-- The spaces of the principal, one a row, for a statement that reads there what is derived from memories.
(SELECT unnest(%(spaces)s::text[]) AS space FROM @indexing OFFSET 0) own

-- name: may_see
-- May the viewer see this memory, wherever it lies? Says nothing of spaces.
({row}.hidden_from && v.me) IS NOT TRUE AND (%(categories)s::text[] IS NULL OR {row}.category = ANY (%(categories)s::text[]))
AND (%(trusted)s::boolean OR langmem.visible({row}.space, {sensitivity}, {row}.subjects, COALESCE({row}.stated_by, {row}.user_id),
     {row}.learned_in, %(in_group)s, %(mine)s, v.me, v.present,
     EXISTS (SELECT FROM langmem.attendance WHERE space = %(chats)s || {row}.learned_in AND person = ANY (v.me) OFFSET 0)))

-- name: may_read
-- May the viewer see this memory of a space of its own?
{row}.space = own.space AND @may_see({row}, {sensitivity})

-- name: may_name
-- The ids that a memory names and that the viewer may not know of (records.py leaves them out).
CASE WHEN {row}.source_ids = '{}' AND {row}.supersedes = '{}' AND {row}.superseded_by = '{}' THEN NULL
     ELSE langmem.hidden_ids({row}.space, {row}.supersedes || {row}.superseded_by, {row}.source_ids) END AS hidden, @said_by({row})

-- name: said_by
-- Who says it, where that is somebody else than the viewer. In a user's own space nobody else speaks.
CASE WHEN {row}.stated_by <> ALL ((SELECT langmem.told('me'))::text[]) AND {row}.space <> (SELECT current_setting('langmem.mine', true)) THEN langmem.voice({row}.space, {row}.stated_by) END AS said_by

-- name: hidden_names
-- The ids that some memories name and that the viewer may not know of, a row for each memory.
SELECT langmem.hidden_ids(g.space, g.made, g.given) AS hidden
FROM ROWS FROM (json_to_recordset(%(rows)s::json) AS (space text, made text[], given text[])) WITH ORDINALITY AS g (space, made, given, n)
ORDER BY g.n

-- name: may_not_know
-- Is this a memory that a write has to look at, and must not tell of? Most rows tell it themselves.
(NOT ({row}.sensitivity = 'public' AND {row}.subjects = '{}' AND {row}.space = ANY ((SELECT langmem.told('own'))::text[])
      AND ({row}.category = ANY ((SELECT langmem.told('categories'))::text[])) IS NOT FALSE)
 AND langmem.hides({row}.space, {row}.category, {row}.sensitivity, {row}.subjects, COALESCE({row}.stated_by, {row}.user_id), {row}.learned_in))

-- name: may_tell
-- What the audit notes beside an event, without the ids that the viewer may not know of.
CASE WHEN {row}.meta = '{}' THEN {row}.meta ELSE langmem.known_meta({row}.space, {row}.meta) END

-- name: may_follow
-- May the viewer know of what happened to a memory? As the memory is now, and as it was then: the stricter counts.
EXISTS (SELECT FROM langmem.memories m WHERE m.space = {row}.space AND m.uid = {row}.uid
        AND @may_see(m, langmem.stricter(m.sensitivity, {row}.sensitivity)))

-- name: may_read_event
-- May the viewer read this row of the audit, of a space of its own? What is gone left events without a text.
{row}.space = own.space AND (@may_follow({row}) OR {row}.old IS NULL AND {row}.new IS NULL AND {row}.sensitivity = 'public'
    AND langmem.is_gone({row}.space, {row}.uid) AND (%(categories)s::text[] IS NULL OR {row}.category = ANY (%(categories)s::text[])))

-- name: may_read_change
-- May the viewer be told of this change? What is gone left changes without a text.
{row}.space = ANY (%(spaces)s::text[]) AND (@may_follow({row}) OR {row}.text IS NULL AND {row}.sensitivity = 'public'
    AND langmem.is_gone({row}.space, {row}.uid) AND (%(categories)s::text[] IS NULL OR {row}.category = ANY (%(categories)s::text[])))
