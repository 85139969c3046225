-- What was known at a time: the versions of memories that are no longer found, with what ranked them then.

ALTER TABLE langmem.documents ADD COLUMN since timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE langmem.documents ALTER COLUMN since SET STATISTICS 10;

CREATE TABLE langmem.versions (
    space      text COLLATE "C" NOT NULL,
    uid        uuid NOT NULL,
    since      timestamptz NOT NULL,
    until      timestamptz NOT NULL,               -- when it went out of sight, or took another text
    expires_at timestamptz,                        -- of the version: it may have expired before a sweep came by
    text       text NOT NULL,
    embedding  halfvec,
    PRIMARY KEY (space, uid, until)
);
ALTER TABLE langmem.versions ALTER COLUMN embedding SET STORAGE EXTERNAL;
