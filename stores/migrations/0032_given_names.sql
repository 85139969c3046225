-- Who has given a person a name? Anybody may give names to itself: what is said of the bearer of a name must not reach who only took it.
-- `vouched`: a trusted job gave it. `given_by` is the user who did; null where that is not known.
ALTER TABLE langmem.identities ADD COLUMN vouched boolean NOT NULL DEFAULT false;
ALTER TABLE langmem.identities ADD COLUMN given_by text COLLATE "C";
UPDATE langmem.identities i SET vouched = p.vouched, given_by = CASE WHEN NOT p.vouched THEN p.created_by END
FROM langmem.people p WHERE p.space = i.space AND p.id = i.person;
CREATE INDEX identities_given_by ON langmem.identities (space, given_by) WHERE given_by IS NOT NULL;
