-- name: seen_as
-- What decides who sees a memory, whether it is found or not (documents tell it of those that are).
category, sensitivity, langmem.about(subjects) AS about,
langmem.is_open(space, sensitivity, subjects, stated_by, learned_in) AS open

-- name: give_up_places
-- Some memories are seen by fewer: who sees them no longer sees others in their places, and others beside them.
WITH given AS MATERIALIZED (
    SELECT DISTINCT space, uid FROM json_to_recordset(%(rows)s::json) AS r (space text, uid uuid)
), edges AS MATERIALIZED (
    SELECT r.* FROM given g CROSS JOIN LATERAL (
        SELECT space, from_uid, to_uid, relation_type, shows FROM langmem.relations WHERE space = g.space AND to_uid = g.uid
        UNION
        SELECT space, from_uid, to_uid, relation_type, shows FROM langmem.relations WHERE space = g.space AND from_uid = g.uid
    ) r
)
@closing

-- name: give_up_places_in
-- As agents may use other categories now, some see beside what they see what was chosen when they could not.
WITH edges AS MATERIALIZED (
    SELECT r.* FROM unnest(%(spaces)s::text[]) AS k (space)
    CROSS JOIN LATERAL (SELECT space, from_uid, to_uid, relation_type, shows FROM langmem.relations WHERE space = k.space OFFSET 0) r
)
@closing

-- name: closing
-- Close edges to those who do not see both ends; what was drawn on purpose (8) stays. Whose they were is kept, times 16.
UPDATE langmem.relations r SET shows = (r.shows & ~l.bits) | (l.bits * 16) FROM (
    SELECT e.*, (e.shows & 7 & ~k.kin)::smallint AS bits FROM edges e
    CROSS JOIN LATERAL (SELECT ARRAY(SELECT jsonb_array_elements_text((SELECT %(common)s::jsonb) -> m.category)) AS common, m.*
                        FROM (SELECT @seen_as FROM langmem.memories WHERE space = e.space AND uid = e.from_uid OFFSET 0) m) a
    CROSS JOIN LATERAL (SELECT @kin AS kin FROM (SELECT @seen_as FROM langmem.memories
                                                 WHERE space = e.space AND uid = e.to_uid OFFSET 0) m) k
    WHERE e.shows & 8 = 0
) l
WHERE l.bits > 0 AND r.space = ANY (ARRAY[l.space]) AND r.from_uid = ANY (ARRAY[l.from_uid]) AND r.to_uid = ANY (ARRAY[l.to_uid])
  AND r.relation_type = ANY (ARRAY[l.relation_type])

-- name: places_to_fill
-- Spaces where places are free.
SELECT DISTINCT space FROM (SELECT space FROM langmem.relations WHERE shows >= 16 AND (%(prefix)s::text IS NULL OR starts_with(space, %(prefix)s))
                            LIMIT %(limit)s) r ORDER BY space

-- name: fill_places
-- Give the free places of some memories to the nearest that have none, of what stood when the edges were drawn: also of what is
-- gone since, else it would show that there was a place to fill.
WITH given_up AS MATERIALIZED (
    SELECT r.* FROM unnest(%(spaces)s::text[]) AS k (space)
    CROSS JOIN LATERAL (SELECT * FROM langmem.relations WHERE space = k.space AND shows >= 16 OFFSET 0) r
), due AS MATERIALIZED (
    SELECT space, from_uid, max(created_at) AS drawn,
           ARRAY[count(*) FILTER (WHERE shows & 16 <> 0), count(*) FILTER (WHERE shows & 32 <> 0), count(*) FILTER (WHERE shows & 64 <> 0)] AS free
    FROM given_up GROUP BY space, from_uid LIMIT %(limit)s
), settled AS MATERIALIZED (
    SELECT g.* FROM given_up g JOIN due d USING (space, from_uid)
), asked AS MATERIALIZED (
    SELECT d.*, a.*, ARRAY(SELECT jsonb_array_elements_text((SELECT %(common)s::jsonb) -> a.category)) AS common,
           COALESCE((SELECT embedding FROM langmem.versions WHERE space = d.space AND uid = d.from_uid AND since <= d.drawn AND until > d.drawn LIMIT 1),
                    (SELECT embedding FROM langmem.documents WHERE space = d.space AND corpus = 'm' AND uid = d.from_uid)) AS embedding
    FROM due d
    CROSS JOIN LATERAL (SELECT supersedes, @seen_as FROM langmem.memories WHERE space = d.space AND uid = d.from_uid OFFSET 0) a
), near AS MATERIALIZED (
    SELECT a.space, a.from_uid, a.drawn, a.free, c.uid, c.similarity, k.kin FROM asked a
    CROSS JOIN LATERAL (
        SELECT uid, similarity FROM (
            SELECT uid, -(embedding <#> a.embedding) AS similarity FROM langmem.documents
            WHERE space = a.space AND corpus = 'm' AND embedding IS NOT NULL OFFSET 0) d
        WHERE similarity >= %(link_min)s::float8 AND uid <> a.from_uid
          AND EXISTS (SELECT FROM langmem.documents s WHERE s.space = a.space AND s.corpus = 'm' AND s.uid = d.uid
                      AND (s.since < a.drawn OR s.since = a.drawn AND s.uid < a.from_uid)
                      AND (s.expires_at IS NULL OR s.expires_at > a.drawn) OFFSET 0)
        UNION
        SELECT uid, similarity FROM (
            SELECT uid, since, expires_at, -(embedding <#> a.embedding) AS similarity FROM langmem.versions
            WHERE space = a.space AND since <= a.drawn AND until > a.drawn AND embedding IS NOT NULL OFFSET 0) v
        WHERE similarity >= %(link_min)s::float8 AND uid <> a.from_uid
          AND (since < a.drawn OR uid < a.from_uid) AND (expires_at IS NULL OR expires_at > a.drawn)
    ) c
    CROSS JOIN LATERAL (SELECT id, @kin AS kin FROM (SELECT id, @seen_as FROM langmem.memories
                                                     WHERE space = a.space AND uid = c.uid OFFSET 0) m) k
    WHERE a.embedding IS NOT NULL AND k.id <> ALL (a.supersedes)
), chosen AS MATERIALIZED (
    SELECT space, from_uid, uid, drawn, similarity, sum(bit) AS bits FROM (
        SELECT n.*, b.bit, b.free AS places, row_number() OVER (PARTITION BY n.space, n.from_uid, b.bit ORDER BY n.similarity DESC, n.uid) AS place
        FROM near n CROSS JOIN LATERAL unnest('{1,2,4}'::int[], n.free) AS b (bit, free)
        WHERE b.free > 0 AND n.kin & b.bit <> 0
          AND (SELECT true FROM langmem.relations r WHERE r.space = n.space AND r.from_uid = n.from_uid AND r.to_uid = n.uid
               AND r.relation_type = 'related_to' AND (r.shows & (b.bit | 8) <> 0 OR r.shows >= 16) LIMIT 1) IS NULL
    ) ranked
    WHERE place <= places GROUP BY space, from_uid, uid, drawn, similarity
), drawn AS (
    INSERT INTO langmem.relations (space, from_uid, to_uid, relation_type, strength, created_at, shows)
    SELECT space, from_uid, uid, 'related_to', similarity, drawn, bits FROM chosen
    ON CONFLICT (space, from_uid, to_uid, relation_type) DO UPDATE SET shows = relations.shows | excluded.shows
), dropped AS (
    DELETE FROM langmem.relations r USING settled s
    WHERE s.shows & 15 = 0 AND r.space = ANY (ARRAY[s.space]) AND r.from_uid = ANY (ARRAY[s.from_uid])
      AND r.to_uid = ANY (ARRAY[s.to_uid]) AND r.relation_type = ANY (ARRAY[s.relation_type])
), cleared AS (
    UPDATE langmem.relations r SET shows = r.shows & 15 FROM settled s
    WHERE s.shows & 15 <> 0 AND r.space = ANY (ARRAY[s.space]) AND r.from_uid = ANY (ARRAY[s.from_uid])
      AND r.to_uid = ANY (ARRAY[s.to_uid]) AND r.relation_type = ANY (ARRAY[s.relation_type])
)
SELECT count(*) AS filled FROM due

-- name: sharing_names
-- The texts that name what some memories name, or are known to have named, by any name that leads there, as they were written: what
-- a name means is told by those before.
WITH RECURSIVE given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json) AS r (space text, uid uuid, names text[])
), keys (space, key) AS (
    SELECT t.* FROM given g CROSS JOIN LATERAL (
        SELECT space, key FROM langmem.mentions WHERE space = g.space AND corpus = 'm' AND uid = g.uid
        UNION
        SELECT space, key FROM langmem.aliases WHERE space = g.space AND alias = ANY (g.names)
    ) t
    UNION
    SELECT n.space, n.key FROM keys k
    CROSS JOIN LATERAL (SELECT alias FROM langmem.aliases WHERE space = k.space AND key = k.key OFFSET 0) a
    CROSS JOIN LATERAL (SELECT space, key FROM langmem.aliases WHERE space = k.space AND alias = a.alias OFFSET 0) n
), touched AS MATERIALIZED (
    SELECT DISTINCT m.space, m.uid FROM keys k
    CROSS JOIN LATERAL (SELECT space, uid FROM langmem.mentions WHERE space = k.space AND key = k.key AND corpus = 'm' OFFSET 0) m
)
SELECT d.space, 'm' AS corpus, d.uid, m.content AS text, d.subjects, NULL AS speaker, NULL AS at FROM touched t
CROSS JOIN LATERAL (SELECT space, uid, subjects, place FROM langmem.documents WHERE space = t.space AND corpus = 'm' AND uid = t.uid OFFSET 0) d
CROSS JOIN LATERAL (SELECT content FROM langmem.memories WHERE space = t.space AND uid = t.uid OFFSET 0) m
ORDER BY d.space, d.place, d.uid

-- name: told_names
-- The names of what some memories call by several, where others name it as well.
SELECT n.space, n.uid, n.key, n.name, n.aliases || n.key AS names
FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS k (space, uid)
CROSS JOIN LATERAL (SELECT space, uid, key, name, aliases FROM langmem.mentions
                    WHERE space = k.space AND corpus = 'm' AND uid = k.uid AND aliases <> '{}' OFFSET 0) n
WHERE EXISTS (SELECT FROM langmem.mentions o WHERE o.space = n.space AND o.key = n.key AND o.corpus = 'm' AND o.uid <> ALL (%(uids)s::uuid[])
              OFFSET 0)

-- name: name_later
-- Texts that are still to be looked through for names.
WITH given AS MATERIALIZED (
    SELECT *, 'm'::"char" AS corpus FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS k (space, uid)
)
UPDATE langmem.documents d SET named = false FROM given g
WHERE d.space = ANY (ARRAY[g.space]) AND d.corpus = ANY (ARRAY[g.corpus]) AND d.uid = ANY (ARRAY[g.uid])

-- name: look_again_with_care
-- What a careful look has found in some texts is to be found again.
WITH given AS MATERIALIZED (
    SELECT *, 'm'::"char" AS corpus FROM unnest(%(key_spaces)s::text[], %(uids)s::uuid[]) AS k (space, uid)
)
UPDATE langmem.documents d SET enriched_at = NULL FROM given g
WHERE d.space = ANY (ARRAY[g.space]) AND d.corpus = ANY (ARRAY[g.corpus]) AND d.uid = ANY (ARRAY[g.uid]) AND d.enriched_at IS NOT NULL

-- name: claim_allowlists
-- Keep which categories agents have together; as long as there is no memory, the latest counts.
INSERT INTO langmem.metadata (key, value) SELECT 'allowlists', %(value)s WHERE NOT EXISTS (SELECT FROM langmem.memories)
ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE metadata.value <> excluded.value

-- name: stored_allowlists
-- Under which allowlists edges and names were chosen, and how far the choice has been made again.
SELECT value FROM langmem.metadata WHERE key = 'allowlists'

-- name: note_allowlists
-- Keep under which allowlists edges and names are chosen.
INSERT INTO langmem.metadata (key, value) VALUES ('allowlists', %(value)s) ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- name: spaces_after
-- The next spaces that hold memories of their own.
SELECT space FROM langmem.spaces WHERE space > %(after)s AND strpos(space, '/person:') = 0 ORDER BY space LIMIT %(limit)s

-- name: told_across
-- The memories that name what memories of a category name that not all their agents have.
WITH named AS MATERIALIZED (
    SELECT m.space, m.key, m.uid, d.category FROM unnest(%(spaces)s::text[]) AS k (space)
    CROSS JOIN LATERAL (SELECT space, key, uid FROM langmem.mentions WHERE space = k.space AND corpus = 'm' OFFSET 0) m
    CROSS JOIN LATERAL (SELECT category FROM langmem.documents WHERE space = m.space AND corpus = 'm' AND uid = m.uid OFFSET 0) d
), across AS MATERIALIZED (
    SELECT space, key FROM (SELECT space, key, array_agg(DISTINCT category) AS categories FROM named GROUP BY space, key) n
    WHERE EXISTS (SELECT FROM json_to_recordset(%(rows)s::json) AS p (category text, other text)
                  WHERE p.category = ANY (n.categories) AND p.other = ANY (n.categories))
)
SELECT DISTINCT space, uid FROM named JOIN across USING (space, key)
