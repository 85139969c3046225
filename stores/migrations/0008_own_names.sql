-- What a reader may not see must not show through what it may: names are those of the mentions that it may read, and a text of
-- then is as sensitive as it was then. What older schemas did not keep is filled in as far as it is known.

-- The name and the kind by which a text calls an entity; `entities` keeps only that there is one.
ALTER TABLE langmem.mentions ADD COLUMN name text, ADD COLUMN type text;
ALTER TABLE langmem.entities ALTER COLUMN name DROP NOT NULL, ALTER COLUMN type DROP NOT NULL;
UPDATE langmem.entities SET name = NULL, type = NULL;

-- Has a text been looked through for names? Those of older schemas are, bit by bit, by maintenance.
ALTER TABLE langmem.documents ADD COLUMN named boolean NOT NULL DEFAULT false;
ALTER TABLE langmem.documents ALTER COLUMN named SET DEFAULT true, ALTER COLUMN named SET STATISTICS 10;
CREATE INDEX documents_unnamed ON langmem.documents (space, uid) WHERE NOT named;

ALTER TABLE langmem.versions ADD COLUMN sensitivity text COLLATE "C" NOT NULL DEFAULT 'public';

-- Which day a memory belongs to (0004).
UPDATE langmem.documents d SET occasion = langmem.occasion(m.event_time, m.created_at)
FROM langmem.memories m
WHERE d.corpus = 'm' AND d.occasion IS NULL AND m.space = d.space AND m.uid = d.uid;

-- What stood from when to when, by the audit: each event that gave a text, until the next that gave another or none (0006).
CREATE TEMPORARY TABLE stood ON COMMIT DROP AS
SELECT space, uid, new AS text, at AS since, lead(at) OVER next AS until, sensitivity
FROM langmem.history
WHERE uid IS NOT NULL AND old IS DISTINCT FROM new AND event IN ('ADD', 'UPDATE', 'MERGE', 'DELETE', 'TTL', 'RESTORE')
WINDOW next AS (PARTITION BY space, uid ORDER BY at, rev, id);
DELETE FROM stood WHERE text IS NULL;
CREATE INDEX ON stood (space, uid);
ANALYZE stood;

UPDATE langmem.documents d SET since = COALESCE(
    (SELECT s.since FROM stood s WHERE s.space = m.space AND s.uid = m.uid AND s.until IS NULL AND s.text = m.content), m.created_at)
FROM langmem.memories m
WHERE d.corpus = 'm' AND d.since = '-infinity' AND m.space = d.space AND m.uid = d.uid;

UPDATE langmem.versions v SET
    since = COALESCE((SELECT max(s.since) FROM stood s
                      WHERE s.space = v.space AND s.uid = v.uid AND s.text = v.text AND s.since < v.until AND v.since = '-infinity'),
                     NULLIF(v.since, '-infinity'), m.created_at, v.since),
    sensitivity = COALESCE((SELECT s.sensitivity FROM stood s
                            WHERE s.space = v.space AND s.uid = v.uid AND s.text = v.text AND s.since < v.until
                            ORDER BY s.since DESC LIMIT 1), m.sensitivity, v.sensitivity)
FROM langmem.memories m WHERE m.space = v.space AND m.uid = v.uid;

INSERT INTO langmem.versions (space, uid, since, until, text, sensitivity)
SELECT s.space, s.uid, s.since, s.until, s.text, s.sensitivity
FROM stood s JOIN langmem.memories m USING (space, uid)
WHERE s.since < s.until
  AND NOT EXISTS (SELECT FROM langmem.versions v
                  WHERE v.space = s.space AND v.uid = s.uid AND v.since < s.until AND v.until > s.since)
ON CONFLICT (space, uid, until) DO NOTHING;

-- In which order memories were written (0004): those without a place stand before those that have one.
UPDATE langmem.documents d SET place = p.place
FROM (SELECT space, uid, row_number() OVER (PARTITION BY space ORDER BY since, uid) - count(*) OVER (PARTITION BY space) AS place
      FROM langmem.documents WHERE corpus = 'm' AND place = 0) p
WHERE d.corpus = 'm' AND d.space = p.space AND d.uid = p.uid AND d.place <> p.place;
