-- What was concluded is as private as what it rests on, whatever its state: what is gone is told by its history.
CREATE INDEX memories_concluded_ever ON langmem.memories (space)
    WHERE source = 'consolidation' AND kind IN ('insight', 'reflection');
