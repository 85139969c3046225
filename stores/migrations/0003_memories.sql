-- Memories, their index rows, and the record of every change.
-- `space` is `tenant/kind:id` and stands first in every key, so that the tables can be partitioned or distributed by it.

CREATE TABLE langmem.spaces (
    space         text COLLATE "C" PRIMARY KEY,
    rev           bigint NOT NULL DEFAULT 0,
    memory_count  bigint NOT NULL DEFAULT 0,   -- indexed memories and the sum of their lengths, for BM25
    memory_length bigint NOT NULL DEFAULT 0,
    turn_count    bigint NOT NULL DEFAULT 0,
    turn_length   bigint NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL
) WITH (fillfactor = 50);                      -- updated by every write: leaves room for in-page updates

CREATE TABLE langmem.memories (
    space          text COLLATE "C" NOT NULL,
    uid            uuid NOT NULL,
    id             text COLLATE "C" NOT NULL,
    category       text COLLATE "C" NOT NULL,
    kind           text NOT NULL,
    type           text NOT NULL,
    title          text NOT NULL,
    content        text NOT NULL,
    keywords       text[] NOT NULL DEFAULT '{}',
    tags           text[] NOT NULL DEFAULT '{}',
    importance     smallint NOT NULL,
    confidence     real NOT NULL,
    strength       real NOT NULL,
    strength_at    timestamptz NOT NULL,
    decay_rate     real NOT NULL,
    pinned         boolean NOT NULL,
    sensitivity    text NOT NULL,
    subjects       text[] NOT NULL DEFAULT '{}',
    stated_by      text,
    learned_in     text,
    portable       boolean NOT NULL,
    source         text NOT NULL,
    source_ids     text[] NOT NULL DEFAULT '{}',
    supersedes     text[] NOT NULL DEFAULT '{}',
    superseded_by  text[] NOT NULL DEFAULT '{}',
    slot           text,
    user_id        text,
    thread_id      text,
    run_id         text,
    agent_id       text,
    actor_id       text,
    role           text,
    user_requested boolean NOT NULL,
    state          text NOT NULL,
    event_time     timestamptz,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    last_accessed  timestamptz,
    access_count   integer NOT NULL DEFAULT 0,
    valid_from     timestamptz,
    valid_until    timestamptz,
    expires_at     timestamptz,
    purge_at       timestamptz,
    fades_at       timestamptz,
    ttl_minutes    double precision,             -- set by BaseStore ttl only; such an expiry is refreshed by reads
    extra          jsonb NOT NULL DEFAULT '{}',
    fingerprint    bigint NOT NULL,              -- of the normalised text: finds certain duplicates without vectors
    wants_vector   boolean NOT NULL DEFAULT true,
    PRIMARY KEY (space, uid),
    UNIQUE (space, id, category)
) WITH (fillfactor = 80, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX memories_fingerprint ON langmem.memories (space, fingerprint) WHERE state = 'active';
CREATE UNIQUE INDEX memories_slot ON langmem.memories (space, slot, subjects) WHERE state = 'active' AND slot IS NOT NULL;
CREATE INDEX memories_recent ON langmem.memories (space, updated_at DESC) WHERE state = 'active';
-- Deadlines: a sweep reads what is due, not what is stored.
CREATE INDEX memories_expire ON langmem.memories (expires_at) WHERE state IN ('active', 'archived', 'proposed');
CREATE INDEX memories_fade ON langmem.memories (fades_at) WHERE state = 'active';
CREATE INDEX memories_unused ON langmem.memories (COALESCE(last_accessed, created_at))
    WHERE state = 'active' AND importance < 3 AND NOT pinned AND kind <> 'reflection';
CREATE INDEX memories_purge ON langmem.memories (purge_at) WHERE state = 'soft_deleted';

-- corpus: m = memories, t = turns.
CREATE TABLE langmem.postings (
    space  text COLLATE "C" NOT NULL,
    corpus "char" NOT NULL,
    term   text COLLATE "C" NOT NULL,
    uid    uuid NOT NULL,
    tf     smallint NOT NULL,
    length smallint NOT NULL,
    PRIMARY KEY (space, corpus, term, uid) INCLUDE (tf, length)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- What a search reads of each active memory and each turn, in one narrow row: its vector, and what decides whether it may be
-- seen. A search in one space scans these rows and touches no others. (`documents_scan` covers them where the vectors are
-- small enough for an index entry; stores/operations/embedders.py.)
CREATE TABLE langmem.documents (
    space       text COLLATE "C" NOT NULL,
    corpus      "char" NOT NULL,
    uid         uuid NOT NULL,
    category    text COLLATE "C" NOT NULL DEFAULT '',
    sensitivity text COLLATE "C" NOT NULL DEFAULT 'public',
    expires_at  timestamptz,
    subjects    text[] NOT NULL DEFAULT '{}',
    embedding   halfvec,                         -- unit length; its size is that of the embedder in langmem.metadata
    waits       boolean NOT NULL,                -- has no vector yet and shall get one
    PRIMARY KEY (space, corpus, uid)
) WITH (toast_tuple_target = 8160,               -- a scan reads long vectors from the row, not from TOAST
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE langmem.documents ALTER COLUMN embedding SET STORAGE EXTERNAL;
CREATE INDEX documents_waiting ON langmem.documents (space) WHERE waits;

-- A memory that stays indexed while it changes takes what a search reads with it.
CREATE FUNCTION langmem.follow_memory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE langmem.documents
    SET category = NEW.category, sensitivity = NEW.sensitivity, expires_at = NEW.expires_at, subjects = NEW.subjects
    WHERE space = NEW.space AND corpus = 'm' AND uid = NEW.uid;
    RETURN NULL;
END $$;
CREATE TRIGGER follow_memory AFTER UPDATE ON langmem.memories FOR EACH ROW
WHEN ((OLD.category, OLD.sensitivity, OLD.expires_at, OLD.subjects)
      IS DISTINCT FROM (NEW.category, NEW.sensitivity, NEW.expires_at, NEW.subjects))
EXECUTE FUNCTION langmem.follow_memory();

CREATE TABLE langmem.relations (
    space         text COLLATE "C" NOT NULL,
    from_uid      uuid NOT NULL,
    to_uid        uuid NOT NULL,
    relation_type text NOT NULL,
    strength      real NOT NULL,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (space, from_uid, to_uid, relation_type)
);
CREATE INDEX relations_to ON langmem.relations (space, to_uid);

CREATE TABLE langmem.history (
    space     text COLLATE "C" NOT NULL,
    id        uuid NOT NULL,
    rev       bigint NOT NULL,                   -- the space's revision after the event
    uid       uuid,
    memory_id text,
    category  text,
    sensitivity text NOT NULL,
    event     text NOT NULL,                     -- ADD UPDATE DELETE MERGE LINK TTL RESTORE
    old       text,                              -- the text before and after; null when there was or is none
    new       text,
    actor     text,
    meta      jsonb NOT NULL DEFAULT '{}',
    at        timestamptz NOT NULL,
    PRIMARY KEY (space, id)
);
CREATE INDEX history_of_memory ON langmem.history (space, memory_id, rev DESC);
CREATE INDEX history_recent ON langmem.history (space, rev DESC);

CREATE TABLE langmem.change_log (
    space     text COLLATE "C" NOT NULL,
    rev       bigint NOT NULL,
    uid       uuid NOT NULL,
    memory_id text NOT NULL,
    category  text NOT NULL,
    event     text NOT NULL,                     -- created updated merged deleted soft_deleted restored
    text      text,
    importance smallint NOT NULL,
    sensitivity text NOT NULL,
    at        timestamptz NOT NULL,
    PRIMARY KEY (space, rev)
);

CREATE TABLE langmem.cursors (
    space     text COLLATE "C" NOT NULL,
    thread_id text NOT NULL,
    user_id   text NOT NULL,                     -- '' for none, so that it can be part of the key
    agent     text NOT NULL,
    rev       bigint NOT NULL,
    seen_at   timestamptz NOT NULL,
    PRIMARY KEY (space, thread_id, user_id, agent)
) WITH (fillfactor = 70);

CREATE TABLE langmem.events (
    space     text COLLATE "C" NOT NULL,
    id        uuid NOT NULL,
    user_id   text,
    thread_id text,
    node      text NOT NULL,
    op        text NOT NULL,
    status    text NOT NULL,
    reason    text,
    memory_id text,
    category  text,
    sim       real,
    at        timestamptz NOT NULL,
    PRIMARY KEY (space, id)
);

-- What a write with an operation id did: a repeated operation finds itself here and changes nothing.
CREATE TABLE langmem.operations (
    space        text COLLATE "C" NOT NULL,
    operation_id text COLLATE "C" NOT NULL,
    uid          uuid,
    at           timestamptz NOT NULL,
    PRIMARY KEY (space, operation_id)
);

CREATE TABLE langmem.sessions (
    space      text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL,
    user_id    text,
    thread_id  text,
    turn_count integer NOT NULL DEFAULT 0,
    first_seen timestamptz NOT NULL,
    last_turn  timestamptz NOT NULL,
    reviewed_at timestamptz,
    PRIMARY KEY (space, session_id)
);

CREATE TABLE langmem.turns (
    space      text COLLATE "C" NOT NULL,
    uid        uuid NOT NULL,
    session_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    position   integer NOT NULL,                 -- 1.. within the session, without gaps
    role       text NOT NULL,
    speaker    text,
    content    text NOT NULL,
    at         timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL,
    user_id    text,
    agent_id   text,
    PRIMARY KEY (space, uid),
    UNIQUE (space, session_id, id),
    UNIQUE (space, session_id, position)
);

-- May this row be read? The one place of the rule; inlined by the planner.
CREATE FUNCTION langmem.readable(
    row_space text, row_category text, row_sensitivity text, spaces text[], categories text[], in_group boolean
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT row_space = ANY (spaces)
       AND (categories IS NULL OR row_category = ANY (categories))
       AND (NOT in_group OR row_sensitivity <> 'sensitive')
$$;
