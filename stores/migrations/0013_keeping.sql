-- What keeps memory in order remembers: which pairs were judged, and what each run did.

-- Pairs of memories that were judged (a < b): they are spared until their similarity has changed, or for a while. What a user has
-- taken apart stays apart.
CREATE TABLE langmem.pairs (
    space      text COLLATE "C" NOT NULL,
    a          uuid NOT NULL,
    b          uuid NOT NULL,
    similarity smallint NOT NULL,                  -- in hundredths
    asked      boolean NOT NULL,                   -- a model judged it: that counts for the day
    apart      boolean NOT NULL DEFAULT false,     -- for good
    at         timestamptz NOT NULL,
    PRIMARY KEY (space, a, b)
);
CREATE INDEX pairs_at ON langmem.pairs (at) WHERE NOT apart;
CALL langmem.wall('langmem.pairs');

-- One row for each step of each run: what, how many, what it cost, how long it took, what was left. Never any text of anybody's.
CREATE TABLE langmem.runs (
    tenant  text COLLATE "C" NOT NULL,
    id      uuid NOT NULL,
    graph   text NOT NULL,
    step    text NOT NULL,
    status  text NOT NULL,                         -- ok, error, busy, left (there is more to do), skipped
    reason  text,
    counts  jsonb NOT NULL,
    units   double precision NOT NULL,
    seconds double precision NOT NULL,
    at      timestamptz NOT NULL,
    PRIMARY KEY (tenant, id)
);
CREATE INDEX runs_at ON langmem.runs (at);
ALTER TABLE langmem.runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE langmem.runs FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON langmem.runs USING ((SELECT langmem.told('reach')) IS NULL);
