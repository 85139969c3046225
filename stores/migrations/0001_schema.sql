-- The schema that holds everything of this package, what the vectors need, and what must be known across restarts.
CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE langmem.metadata (
    key text PRIMARY KEY,
    value jsonb NOT NULL
);
