-- name: add_person
-- Register a person; one that is there stays as it is.
INSERT INTO langmem.people (space, id, name, relationship, aliases, created_by, minted, vouched, created_at, updated_at)
VALUES (%(registry)s, %(id)s, %(name)s, %(relationship)s, %(aliases)s::text[], %(created_by)s, %(minted)s, %(vouched)s, %(now)s, %(now)s)
ON CONFLICT (space, id) DO NOTHING RETURNING id

-- name: change_person
-- Write a person as it now stands.
UPDATE langmem.people SET name = %(name)s, relationship = %(relationship)s, aliases = %(aliases)s::text[], updated_at = %(now)s
WHERE space = %(registry)s AND id = %(id)s

-- name: identify
-- Let some names lead to a person. A username that is another person's gives no row. Who gives a name again vouches for it by now,
-- but a trusted job's word stays.
WITH given AS (
    SELECT n.platform, n.handle FROM unnest(%(platforms)s::text[], %(handles)s::text[]) AS n (platform, handle)
), again AS (
    UPDATE langmem.identities i SET vouched = %(vouched)s, given_by = %(given_by)s FROM given g
    WHERE i.space = %(registry)s AND i.platform = g.platform AND i.handle = g.handle AND i.person = %(id)s
      AND NOT i.vouched AND %(by_somebody)s
)
INSERT INTO langmem.identities (space, platform, handle, person, vouched, given_by)
SELECT %(registry)s, g.platform, g.handle, %(id)s, COALESCE(l.vouched, %(vouched)s), COALESCE(l.given_by, %(given_by)s) FROM given g
LEFT JOIN langmem.identities l ON l.space = %(registry)s AND l.platform = g.platform AND l.handle = g.handle AND l.person = %(like)s::text
ON CONFLICT DO NOTHING

-- name: unname
-- Forget some names of a person that are no usernames.
DELETE FROM langmem.identities WHERE space = %(registry)s AND person = %(id)s AND platform = '' AND handle = ANY (%(handles)s::text[])

-- name: whose_username
-- Which person has a username?
SELECT person FROM langmem.identities WHERE space = %(registry)s AND platform = %(platform)s AND handle = %(handle)s

-- name: people_named
-- The people who go by a name, by a username if a platform is given, or who have an id; all people where nothing is asked. What
-- somebody is to who registered it, that user and the person itself are told.
SELECT p.id, p.name, p.aliases, p.created_by, p.merged_into, p.created_at, p.updated_at,
       CASE WHEN (ARRAY[p.id, p.created_by] && langmem.told('me')) IS NOT FALSE THEN p.relationship END AS relationship,
       COALESCE((SELECT jsonb_object_agg(platform, handle) FROM langmem.identities i
                      WHERE i.space = p.space AND i.person = p.id AND platform <> ''), '{}') AS usernames
FROM langmem.people p
WHERE p.space = %(registry)s
  AND (%(id)s::text IS NULL OR p.id = %(id)s)
  AND (%(id)s::text IS NOT NULL OR p.merged_into IS NULL)
  AND (%(handle)s::text IS NULL OR p.id IN (
       SELECT person FROM langmem.identities WHERE space = %(registry)s AND handle = %(handle)s
          AND (%(platform)s::text IS NULL OR platform = %(platform)s)))
ORDER BY p.name, p.id
LIMIT %(limit)s OFFSET %(offset)s

-- name: canonical_persons
-- Who some persons turned out to be, in the end.
WITH RECURSIVE merged (id, merged_into) AS (
    SELECT id, merged_into FROM langmem.people
    WHERE space = %(registry)s AND id = ANY (%(ids)s::text[]) AND merged_into IS NOT NULL
    UNION
    SELECT m.id, p.merged_into FROM merged m JOIN langmem.people p ON p.space = %(registry)s AND p.id = m.merged_into
    WHERE p.merged_into IS NOT NULL
)
SELECT id, merged_into FROM merged m
WHERE NOT EXISTS (SELECT FROM langmem.people p WHERE p.space = %(registry)s AND p.id = m.merged_into AND p.merged_into IS NOT NULL)

-- name: names_of_all
-- The names of a person, and of those that turned out to be it.
WITH RECURSIVE one (id) AS (
    SELECT %(id)s::text COLLATE "C"
    UNION
    SELECT p.id FROM one o JOIN langmem.people p ON p.space = %(registry)s AND p.merged_into = o.id
)
SELECT unnest(p.name || p.aliases) AS name FROM one o JOIN langmem.people p ON p.space = %(registry)s AND p.id = o.id

-- name: persons_by_name
-- Whom does a user mean by some names? Whom the user or a trusted job called so, or who has been in the chat and is called so by
-- whomever (`sure` is false); a name that several of them bear means nobody.
SELECT n.name, min(p.id) AS id, bool_or(i.vouched OR i.given_by IS NOT DISTINCT FROM %(user)s) AS sure FROM unnest(%(names)s::text[], %(handles)s::text[]) AS n (name, handle)
JOIN langmem.identities i ON i.space = %(registry)s AND i.handle = n.handle AND i.platform <> 'user'
JOIN langmem.people p ON p.space = i.space AND p.id = i.person
WHERE i.vouched OR i.given_by = %(user)s OR EXISTS (
      SELECT FROM langmem.attendance a WHERE a.space = %(chat)s AND (a.person = p.id OR EXISTS (
             SELECT FROM langmem.identities u WHERE u.space = p.space AND u.platform = 'user' AND u.handle = a.person AND u.person = p.id)))
GROUP BY n.name HAVING count(DISTINCT p.id) = 1

-- name: persons_spoken_of
-- Who bears one of some words as a name, or as part of one; ids are names of whom they are. `sure` says that the user or a trusted
-- job called that person so, `here` that it has been in the chat. Who turned out to be another is that one.
WITH attending AS MATERIALIZED (
    SELECT person FROM langmem.attendance WHERE space = %(chat)s
    UNION
    SELECT unnest(%(participants)s::text[])
), known AS (
    SELECT i.handle AS name, i.person, i.vouched OR i.given_by IS NOT DISTINCT FROM %(user)s AS sure
    FROM langmem.identities i WHERE i.space = %(registry)s AND i.platform <> 'user' AND string_to_array(i.handle, ' ') && %(words)s::text[]
    UNION ALL
    SELECT p.id, p.id, p.vouched FROM langmem.people p WHERE p.space = %(registry)s AND lower(p.id) = ANY (%(words)s::text[])
    UNION ALL
    SELECT a.person, COALESCE(u.person, a.person), true FROM attending a
    LEFT JOIN langmem.identities u ON u.space = %(registry)s AND u.platform = 'user' AND u.handle = a.person
    WHERE lower(a.person) = ANY (%(words)s::text[])
)
SELECT DISTINCT k.name, COALESCE(p.merged_into, k.person) AS person, k.sure, EXISTS (
    SELECT FROM attending a WHERE a.person = k.person OR EXISTS (
           SELECT FROM langmem.identities u WHERE u.space = %(registry)s AND u.platform = 'user' AND u.handle = a.person AND u.person = k.person)
) AS here
FROM known k LEFT JOIN langmem.people p ON p.space = %(registry)s AND p.id = k.person
ORDER BY 1, 2

-- name: person_of_user
-- Which person is a user, as the application has said: by linking them, or by registering a person under the user's id?
SELECT id FROM (
    SELECT person AS id, 1 AS place FROM langmem.identities WHERE space = %(registry)s AND platform = 'user' AND handle = %(user)s::text
    UNION ALL
    SELECT id, 2 FROM langmem.people WHERE space = %(registry)s AND id = %(user)s::text AND vouched AND merged_into IS NULL
) said ORDER BY place LIMIT 1

-- name: has_space
-- Is there a space of this key?
SELECT FROM langmem.spaces WHERE space = %(space)s

-- name: name_speaker
-- Let what a user said of itself name the person that it is, but where another memory about that person fills the slot.
UPDATE langmem.memories m SET subjects = ARRAY[%(person)s::text]
WHERE m.space = %(user_space)s AND m.subjects = '{}' AND m.portable AND m.stated_by = %(user)s AND m.type = ANY (%(types)s::text[])
  AND (m.slot IS NULL OR NOT EXISTS (SELECT FROM langmem.memories h WHERE h.space = m.space AND h.slot = m.slot
                                     AND h.subjects = ARRAY[%(person)s::text] AND h.state = 'active'))
RETURNING m.space, m.uid, m.sensitivity <> 'public' AS narrows

-- name: hearsay
-- What others than the principal have said of some persons in some spaces, last changed first.
SELECT m.* FROM json_to_recordset(%(rows)s::json) AS g (n int, subjects text[])
CROSS JOIN unnest(%(spaces)s::text[]) AS s (space)
CROSS JOIN LATERAL (SELECT d.space, d.uid FROM langmem.documents d
                    WHERE d.space = s.space AND d.corpus = 'm' AND d.home IS NULL AND d.subjects = g.subjects OFFSET 0) d
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = d.space AND uid = d.uid AND state = 'active' OFFSET 0) m
WHERE COALESCE(COALESCE(m.stated_by, m.user_id) <> ALL (langmem.told('me')), true)
ORDER BY m.updated_at DESC LIMIT %(limit)s

-- name: who_looks
-- The persons that the principal is.
SELECT langmem.told('me') AS me

-- name: memories_about
-- The memories about a person that may be found from anywhere, and those of some spaces; for a trusted job all of the tenant.
SELECT COALESCE(home, space) AS space, uid FROM langmem.documents WHERE space = %(person_space)s AND corpus = 'm'
UNION
SELECT space, uid FROM langmem.memories
WHERE %(person)s = ANY (subjects)
  AND (space = ANY (%(spaces)s::text[]) OR %(trusted)s AND space >= %(tenant)s || '/' AND space < %(tenant)s || '0')  -- 0 follows /

-- name: may_be_users
-- Who of some people is, or may be, a user of the application: the id is the caller's own, or a user signs in as the person.
SELECT p.id FROM langmem.people p WHERE p.space = %(registry)s AND p.id = ANY (%(ids)s::text[])
  AND (NOT p.minted OR EXISTS (SELECT FROM langmem.identities i WHERE i.space = p.space AND i.person = p.id AND i.platform = 'user'))

-- name: mark_merged
-- Note who a person turned out to be, or that it did not.
UPDATE langmem.people SET merged_into = %(into)s, updated_at = %(now)s WHERE space = %(registry)s AND id = %(id)s

-- name: hand_over_identities
-- Let the names of one person lead to another; return those that were moved. A name that both have stays one.
WITH moved AS (
    DELETE FROM langmem.identities WHERE space = %(registry)s AND person = %(id)s
      AND (%(only)s::jsonb IS NULL OR jsonb_build_object('platform', platform, 'handle', handle) IN (SELECT jsonb_array_elements(%(only)s::jsonb)))
    RETURNING platform, handle, vouched, given_by
), given AS (
    INSERT INTO langmem.identities (space, platform, handle, person, vouched, given_by)
    SELECT %(registry)s, platform, handle, %(into)s, vouched, given_by FROM moved ON CONFLICT DO NOTHING
)
SELECT platform, handle FROM moved

-- name: keep_merge
-- Keep what a merge changed.
INSERT INTO langmem.merges (space, id, kept, merged, merged_by, relinked, identities, at)
VALUES (%(registry)s, %(merge)s, %(kept)s, %(merged)s, %(by)s, %(relinked)s, %(identities)s, %(now)s)

-- name: merge_to_undo
-- A merge that has not been undone.
SELECT * FROM langmem.merges WHERE space = %(registry)s AND id::text = %(merge)s AND undone_at IS NULL FOR UPDATE

-- name: merges_since
-- Later merges that stand and have re-linked some of the same memories, in their order.
SELECT l.id::text, l.kept, l.merged, l.relinked FROM langmem.merges l
WHERE l.space = %(registry)s AND l.id > %(merge)s::uuid AND l.undone_at IS NULL
  AND EXISTS (SELECT FROM jsonb_array_elements(l.relinked) r WHERE r ->> 'uid' = ANY (%(uids)s::text[]))
ORDER BY l.id

-- name: keep_relinked
-- Keep what a merge changed as it would have found it without one that was undone.
UPDATE langmem.merges SET relinked = %(relinked)s WHERE space = %(registry)s AND id = %(merge)s::uuid

-- name: unclaim
-- Who signs in under the id of a person that was merged is the kept one no longer.
DELETE FROM langmem.identities WHERE space = %(registry)s AND platform = 'user' AND handle = %(id)s AND person = %(kept)s

-- name: mark_undone
-- Note that a merge was undone.
UPDATE langmem.merges SET undone_at = %(now)s WHERE space = %(registry)s AND id = %(merge)s

-- name: attend
-- Note who is in a chat.
INSERT INTO langmem.attendance (space, person, first_seen)
SELECT %(chat)s, person, %(now)s FROM unnest(%(persons)s::text[]) AS person ORDER BY person COLLATE "C"
ON CONFLICT DO NOTHING

-- name: find_about
-- What may be found about some people, whoever's it is, last changed first.
SELECT m.*, @may_name(m) FROM @viewer CROSS JOIN @indexing
CROSS JOIN LATERAL (SELECT COALESCE(home, space) AS space, uid FROM langmem.documents
                    WHERE i.opened IS NOT NULL AND space = ANY (langmem.person_spaces(%(tenant)s, %(persons)s::text[])) AND corpus = 'm'
                    UNION
                    SELECT space, uid FROM langmem.documents  -- of who is not there only one's own spaces tell
                    WHERE i.opened IS NOT NULL AND space = ANY (%(spaces)s::text[]) AND corpus = 'm' AND subjects && %(persons)s::text[]) d
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = d.space AND uid = d.uid OFFSET 0) m
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s) AND m.portable
  AND m.space IS DISTINCT FROM %(excluded)s
  AND (%(trusted)s OR m.space = ANY (%(spaces)s::text[]) OR m.subjects && v.present) AND @may_see(m)
ORDER BY m.updated_at DESC, m.space, m.uid
LIMIT %(limit)s

-- name: shared_by_id
-- A memory that another keeps about somebody present.
SELECT m.*, @said_by(m) FROM @viewer CROSS JOIN @indexing
CROSS JOIN LATERAL (SELECT DISTINCT home AS space, uid FROM langmem.documents
                    WHERE i.opened IS NOT NULL AND space = ANY (langmem.person_spaces(%(tenant)s, v.present)) AND corpus = 'm' AND uid = %(uid)s::uuid) d
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = d.space AND uid = d.uid AND id = %(id)s OFFSET 0) m
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s) AND m.portable
  AND m.subjects && v.present AND @may_see(m)

-- name: put_aside
-- Let a memory be kept from some of the persons that it is about, or be shown to them again.
UPDATE langmem.memories SET hidden_from = NULLIF(
    ARRAY(SELECT unnest(hidden_from) EXCEPT SELECT unnest(%(persons)s::text[]) ORDER BY 1)
    || CASE WHEN %(aside)s THEN %(persons)s::text[] ELSE '{}' END, '{}')
WHERE space = %(space)s AND uid = %(uid)s

-- name: homes_of
-- The spaces of those who keep a memory about some persons.
SELECT DISTINCT d.home AS space FROM @indexing
CROSS JOIN LATERAL (SELECT home FROM langmem.documents
                    WHERE i.opened IS NOT NULL AND space = ANY (langmem.person_spaces(%(tenant)s, %(persons)s::text[]))
                      AND corpus = 'm' AND uid = %(uid)s::uuid) d

-- name: in_space_by_id
-- An active memory of a space.
SELECT * FROM langmem.memories WHERE space = %(space)s AND category = %(category)s AND id = %(id)s AND state = 'active'

-- name: put_aside_by_id
-- A memory that was put aside by who looks.
SELECT m.* FROM unnest(%(spaces)s::text[]) AS own (space)
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = own.space AND id = %(id)s OFFSET 0) m
WHERE m.hidden_from && %(persons)s::text[]

-- name: count_shared
-- How many memories that other spaces keep about somebody present may be seen.
SELECT count(*) AS shared FROM @viewer
CROSS JOIN LATERAL (SELECT DISTINCT d.home AS space, d.uid FROM unnest(langmem.person_spaces(%(tenant)s, v.present)) AS p (space)
                    CROSS JOIN LATERAL (SELECT home, uid FROM langmem.documents WHERE space = p.space AND corpus = 'm' OFFSET 0) d
                    WHERE d.home <> ALL (%(spaces)s::text[])) d
CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = d.space AND uid = d.uid OFFSET 0) m
WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s) AND m.portable
  AND m.subjects && v.present AND @may_see(m)

-- name: relink
-- Let memories be about another person. Where that fills a slot twice, the later memory keeps it.
WITH given AS MATERIALIZED (
    SELECT m.space, m.uid, m.slot, m.updated_at, m.state, m.subjects AS before,
           ARRAY(SELECT who COLLATE "C" FROM unnest(array_replace(m.subjects, %(person)s, %(into)s)) AS who GROUP BY 1 ORDER BY 1) AS after,
           langmem.hides(m.space, m.category, m.sensitivity, m.subjects, COALESCE(m.stated_by, m.user_id), m.learned_in) AS hidden
    FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS k (space, uid)
    CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = k.space AND uid = k.uid OFFSET 0) m
), held AS MATERIALIZED (
    SELECT g.space, g.uid, g.updated_at AS newcomer, h.uid AS holder, h.updated_at AS holding, h.subjects FROM given g
    CROSS JOIN LATERAL (SELECT uid, updated_at, subjects FROM langmem.memories
                        WHERE space = g.space AND slot = g.slot AND subjects = g.after AND state = 'active' OFFSET 0) h
    WHERE g.state = 'active' AND g.slot IS NOT NULL AND h.uid <> g.uid
), freed AS (
    UPDATE langmem.memories m SET slot = NULL FROM held h
    WHERE m.space = h.space AND m.uid = h.holder AND h.newcomer >= h.holding
)
SELECT g.space, g.uid::text, g.before AS subjects, g.slot, g.after,
       COALESCE(h.newcomer < h.holding, false) AS loses_slot, h.holder::text AS freed, g.hidden
FROM given g LEFT JOIN held h USING (space, uid)

-- name: set_subjects
-- Say whom memories are about, and which slots they fill, unless those are filled by now; `narrows` says that not all see such a one.
UPDATE langmem.memories m SET subjects = k.subjects, slot = CASE WHEN NOT EXISTS (
    SELECT FROM langmem.memories h WHERE h.space = k.space AND h.slot = k.slot AND h.subjects = k.subjects AND h.state = 'active'
       AND h.uid <> k.uid AND m.state = 'active') THEN k.slot END
FROM json_to_recordset(%(rows)s::json) AS k (space text, uid uuid, subjects text[], slot text)
WHERE m.space = k.space AND m.uid = k.uid
RETURNING m.space, m.uid, m.sensitivity <> 'public' OR m.learned_in IS NOT NULL AS narrows
