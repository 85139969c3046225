-- Items may be compared by the distance or the inner product of their vectors as the embedder gave them (IndexConfig's distance_type).
-- Vectors stay at length 1; how long they were stands beside them. What is there counts as of length 1 until it is put anew.
ALTER TABLE langmem.item_vectors ADD COLUMN length double precision NOT NULL DEFAULT 1;
