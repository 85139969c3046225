-- Sweeps, within the walls. Row-level security lets an index answer only what tells nothing of a row when it fails: comparisons, also
-- within GREATEST, but neither COALESCE nor AT TIME ZONE. The indexes that were of these were not used by the role that stores step
-- down to, and the sweeps read everything.

-- Who has changed something lately? Of all states, and of an expression that no query of one space uses: see 0011 and 0017.
CREATE INDEX memories_lately ON langmem.memories ((GREATEST(created_at, updated_at)));
DROP INDEX langmem.memories_changed;

-- What has nobody used for long?
CREATE INDEX memories_idle ON langmem.memories ((GREATEST(created_at, last_accessed)))
    WHERE state = 'active' AND importance < 3 AND NOT pinned AND kind <> 'reflection';
DROP INDEX langmem.memories_unused;
