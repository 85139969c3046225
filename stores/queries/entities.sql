-- name: entity_profile
-- The memories that name an entity, most important first, each with what is known of it: what those memories tell. A name may be
-- that of several.
WITH asked AS MATERIALIZED (
    SELECT %(spaces)s::text[] AS spaces
), meant AS MATERIALIZED (
    SELECT a.space, a.key, min(n.place) AS place, bool_or(a.key = n.name) AS exact
    FROM unnest(%(names)s::text[]) WITH ORDINALITY AS n (name, place)
    CROSS JOIN LATERAL (SELECT space, key FROM langmem.aliases
                        WHERE space = ANY ((SELECT spaces FROM asked)::text[]) AND alias = n.name OFFSET 0) a
    GROUP BY a.space, a.key
), named AS MATERIALIZED (
    SELECT e.exact, e.place, e.key, n.aliases, n.called, n.called_a, m.* FROM meant e CROSS JOIN @viewer
    CROSS JOIN LATERAL (SELECT uid, aliases, name AS called, type AS called_a FROM langmem.mentions WHERE space = e.space AND key = e.key AND corpus = 'm' OFFSET 0) n
    CROSS JOIN LATERAL (SELECT * FROM langmem.memories WHERE space = e.space AND uid = n.uid OFFSET 0) m
    WHERE m.state = 'active' AND (m.expires_at IS NULL OR m.expires_at > %(now)s)
      AND @may_read(m)
), chosen AS MATERIALIZED (
    SELECT key, count(*) AS mentions FROM named GROUP BY key ORDER BY bool_or(exact) DESC, min(place), count(*) DESC, key LIMIT 1
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
