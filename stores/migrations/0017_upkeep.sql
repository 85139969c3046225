-- What maintenance looks for: what has changed lately, and what was not looked through with care.

-- Who has changed something lately? What was made lately has changed lately, too: one index instead of the one before (0011). It
-- holds all states, so that a question about none of them has no other index to be answered from.
CREATE INDEX memories_changed ON langmem.memories ((updated_at AT TIME ZONE 'UTC'));
DROP INDEX langmem.memories_new;

-- When was a text last looked through for names with care? Null: not yet, as whoever writes has no time for it. A text that is
-- written anew is a new row.
ALTER TABLE langmem.documents ADD COLUMN enriched_at timestamptz;
CREATE INDEX documents_unenriched ON langmem.documents (since) WHERE corpus = 'm' AND home IS NULL AND enriched_at IS NULL;
