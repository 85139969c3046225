-- Deadlines are for sweeps, that look at all spaces: their indexes hold only what has one, and so cannot be what a query of one
-- space is answered from.
DROP INDEX langmem.memories_expire, langmem.memories_fade;
CREATE INDEX memories_expire ON langmem.memories (expires_at)
    WHERE state IN ('active', 'archived', 'proposed') AND expires_at IS NOT NULL AND NOT pinned;
CREATE INDEX memories_fade ON langmem.memories (fades_at) WHERE state = 'active' AND fades_at IS NOT NULL;
-- What waits for consent is asked for with every change to a field that needs it.
CREATE INDEX memories_proposed ON langmem.memories (space, slot) WHERE state = 'proposed';
-- Items that wait for a vector: none, unless the embedder was replaced.
CREATE INDEX item_vectors_waiting ON langmem.item_vectors (namespace, key) WHERE embedding IS NULL;
