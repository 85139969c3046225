-- What models are asked, what that costs, and which work for them is due.

-- The ledger: what a tenant has spent on a day (UTC), and how much of it somebody has been told (`polled`).
CREATE TABLE langmem.energy (
    tenant text COLLATE "C" NOT NULL,
    day    date NOT NULL,
    units  double precision NOT NULL DEFAULT 0,
    tokens bigint NOT NULL DEFAULT 0,
    calls  bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    polled double precision NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, day)
) WITH (fillfactor = 50);

-- Each call of a model under the key of its question: a question that was answered is neither asked nor charged again. The
-- answer is kept until the work it belongs to (`job`) has ended.
CREATE TABLE langmem.model_calls (
    space  text COLLATE "C" NOT NULL,
    key    text COLLATE "C" NOT NULL,
    job    text COLLATE "C" NOT NULL,
    node   text NOT NULL,
    prompt text NOT NULL,
    model  text NOT NULL,
    units  double precision NOT NULL,
    input_tokens  integer NOT NULL,
    output_tokens integer NOT NULL,
    error  text,                                   -- the name of what went wrong; null for an answer
    answer jsonb,
    items  integer NOT NULL DEFAULT 0,             -- texts in the answer that are to become memories, and how many of them
    passed integer NOT NULL DEFAULT 0,             -- were well-formed at once
    at     timestamptz NOT NULL,
    PRIMARY KEY (space, key)
);
CREATE INDEX model_calls_at ON langmem.model_calls (at);

-- Work that waits for its time. Whoever takes it holds a lease; what is not finished when that ends is taken again.
CREATE TABLE langmem.work (
    space     text COLLATE "C" NOT NULL,
    kind      text COLLATE "C" NOT NULL,           -- review
    key       text COLLATE "C" NOT NULL,           -- the session
    user_id   text,
    thread_id text,
    due_at    timestamptz NOT NULL,                -- in the year 9999: given up
    lease     uuid,
    leased_until timestamptz,
    attempts  integer NOT NULL DEFAULT 0,
    reason    text,                                -- why it was put off
    created_at timestamptz NOT NULL,
    PRIMARY KEY (space, kind, key)
);
CREATE INDEX work_due ON langmem.work (due_at);

-- Who has learned something lately? A nightly job reads what is new, not what is stored. It is of an expression that no query of
-- one space uses, so that none is answered from what all spaces have in common.
CREATE INDEX memories_new ON langmem.memories ((created_at AT TIME ZONE 'UTC'));

ALTER TABLE langmem.sessions ADD COLUMN reviewed_turns integer NOT NULL DEFAULT 0;
ALTER TABLE langmem.sessions ADD COLUMN summarised_turns integer NOT NULL DEFAULT 0;

CALL langmem.wall('langmem.model_calls');
CALL langmem.wall('langmem.work');
