-- What was concluded from other memories falls with them: it is looked up whenever one goes.
CREATE INDEX memories_concluded ON langmem.memories (space)
    WHERE state = 'active' AND source = 'consolidation' AND kind IN ('insight', 'reflection');
