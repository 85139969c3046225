-- Ordinary LangGraph items: everything a graph or a server keeps outside the memory namespaces.

-- A namespace is its labels joined by periods (no label holds one). The "C" collation makes "everything below a prefix" a
-- range of the primary key, whatever the locale of the database.
CREATE TABLE langmem.items (
    namespace   text COLLATE "C" NOT NULL,
    key         text COLLATE "C" NOT NULL,
    value       jsonb            NOT NULL,
    created_at  timestamptz      NOT NULL,
    updated_at  timestamptz      NOT NULL,
    expires_at  timestamptz,      -- NULL: never
    ttl_minutes double precision, -- what a read adds to its own time to get the next expires_at
    PRIMARY KEY (namespace, key),
    CHECK ((expires_at IS NULL) = (ttl_minutes IS NULL))
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05); -- items are overwritten in place, and refreshed by reads

CREATE INDEX items_expiring ON langmem.items (expires_at) WHERE expires_at IS NOT NULL;

-- The unit vectors of an item's texts; all of them are replaced by each put. No fixed dimension: another embedder's vectors
-- stay readable and are left out of a search. `field` is the path the text came from, so that an item can be embedded anew.
CREATE TABLE langmem.item_vectors (
    namespace text COLLATE "C" NOT NULL,
    key       text COLLATE "C" NOT NULL,
    part      integer          NOT NULL, -- position among the texts of the item
    field     text             NOT NULL,
    embedding halfvec,                   -- NULL: waits for a new embedder
    dims      smallint         GENERATED ALWAYS AS (vector_dims(embedding)) STORED, -- the planner counts them
    PRIMARY KEY (namespace, key, part),
    FOREIGN KEY (namespace, key) REFERENCES langmem.items (namespace, key) ON DELETE CASCADE
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05); -- a scan reads long vectors from the row, not from TOAST
