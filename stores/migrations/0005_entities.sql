-- Whom and what the texts of a space name (spec 003, entities).

CREATE TABLE langmem.entities (
    space      text COLLATE "C" NOT NULL,
    key        text COLLATE "C" NOT NULL,          -- the canonical name as names are compared
    name       text NOT NULL,
    type       text NOT NULL,                      -- person project organization location topic email url date other
    first_seen timestamptz NOT NULL,
    PRIMARY KEY (space, key)
);

-- Every name under which an entity may be asked for; its own key among them.
CREATE TABLE langmem.aliases (
    space text COLLATE "C" NOT NULL,
    alias text COLLATE "C" NOT NULL,
    key   text COLLATE "C" NOT NULL,
    PRIMARY KEY (space, alias, key)
);
CREATE INDEX aliases_of ON langmem.aliases (space, key);

CREATE TABLE langmem.mentions (
    space  text COLLATE "C" NOT NULL,
    key    text COLLATE "C" NOT NULL,
    corpus "char" NOT NULL,                        -- m = memories, t = turns
    uid    uuid NOT NULL,
    aliases text[] NOT NULL DEFAULT '{}',          -- by which other names this text calls it
    PRIMARY KEY (space, key, corpus, uid)
);
CREATE INDEX mentions_of ON langmem.mentions (space, corpus, uid);
