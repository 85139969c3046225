-- name: entity_profile
-- The memories that name an entity, most important first, each with what is known of it: what those memories tell. A name may be
-- that of several.
WITH meant AS MATERIALIZED (
    SELECT DISTINCT a.space, a.key FROM @searched CROSS JOIN unnest(%(names)s::text[]) AS n (name)
    CROSS JOIN LATERAL (SELECT space, key FROM langmem.aliases WHERE space = own.space AND alias = n.name OFFSET 0) a
), named AS MATERIALIZED (
    SELECT e.key, n.aliases, n.called, n.called_a, m.* FROM meant e CROSS JOIN @viewer
    CROSS JOIN LATERAL (SELECT uid, aliases, name AS called, type AS called_a FROM langmem.mentions
                        WHERE space = e.space AND key = e.key AND corpus = 'm' AND shows & %(shows)s::int <> 0 OFFSET 0) n
    CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = e.space AND uid = n.uid OFFSET 0) m
    WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
      AND @may_see(m)
), chosen AS MATERIALIZED (
    -- one of the memories must tell that it goes by the name
    SELECT key, count(*) AS mentions FROM named
    CROSS JOIN LATERAL (SELECT min(place) AS place FROM unnest(%(names)s::text[]) WITH ORDINALITY AS n (name, place)
                        WHERE n.name = key OR n.name = ANY (aliases)) p
    GROUP BY key HAVING min(p.place) IS NOT NULL
    ORDER BY key = ANY (%(names)s::text[]) DESC, min(p.place), count(*) DESC, key LIMIT 1
), known AS MATERIALIZED (
    SELECT c.key, c.mentions, COALESCE(n.called, c.key) AS name, COALESCE(n.called_a, 'other') AS type FROM chosen c
    CROSS JOIN LATERAL (SELECT called, called_a FROM named WHERE key = c.key
                        ORDER BY called IS NULL, called_a = 'other', uid LIMIT 1) n
)
SELECT n.*, @may_name(n), k.name, k.type AS kind_of_entity, k.mentions,
       ARRAY(SELECT DISTINCT alias FROM named o, unnest(o.aliases) AS alias WHERE o.key = k.key ORDER BY alias) AS known_as
FROM known k JOIN named n USING (key)
ORDER BY n.importance DESC, n.updated_at DESC, n.uid
LIMIT %(limit)s

-- name: unenriched
-- The newest texts of memories that nobody has looked through with care, and whether they name few.
WITH newest AS MATERIALIZED (
    SELECT space, uid, since FROM langmem.documents
    WHERE corpus = 'm' AND home IS NULL AND enriched_at IS NULL
      AND (%(spaces)s::text[] IS NULL OR space = ANY (%(spaces)s::text[]))
      AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))
    ORDER BY since DESC LIMIT %(limit)s
)
SELECT d.space, d.uid, few, CASE WHEN few THEN m.content END AS text, m.sensitivity
FROM newest d
CROSS JOIN LATERAL (SELECT content, sensitivity, kind FROM langmem.memories WHERE space = d.space AND uid = d.uid OFFSET 0) m
CROSS JOIN LATERAL (
    SELECT m.kind = ANY (%(kinds)s::text[])
       AND (SELECT count(*) FROM langmem.mentions WHERE space = d.space AND corpus = 'm' AND uid = d.uid) <= %(few)s AS few
) n
ORDER BY d.since DESC, d.space, d.uid

-- name: still_unenriched
-- A memory that says what it said, and that nobody has looked through with care meanwhile.
SELECT d.space, d.corpus::text AS corpus, d.uid, m.content AS text, d.subjects, NULL AS speaker, NULL AS at
FROM langmem.documents d JOIN langmem.memories m USING (space, uid)
WHERE d.space = %(space)s AND d.corpus = 'm' AND d.uid = %(uid)s AND d.enriched_at IS NULL AND m.content = %(text)s

-- name: stamp_enriched
-- These texts have been looked through with care.
UPDATE langmem.documents d SET enriched_at = %(now)s
FROM json_to_recordset(%(rows)s::json) AS r (space text, uid uuid)
WHERE d.space = r.space AND d.corpus = 'm' AND d.uid = r.uid
