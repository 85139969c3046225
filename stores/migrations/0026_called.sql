-- To whom is a text under the name of this entity? Bits as those of edges (0025): what it means by a name may be told by what not
-- all see who see the text.
ALTER TABLE langmem.mentions ADD COLUMN shows smallint NOT NULL DEFAULT 7;
