-- The id that an agent chose for a turn under which another agent had kept another text: the turn has an id of its own, and that
-- agent knows it by the one it chose.
ALTER TABLE langmem.turns ADD COLUMN chosen text COLLATE "C";
CREATE INDEX turns_chosen ON langmem.turns (space, session_id, chosen) WHERE chosen IS NOT NULL;
