-- Whom a trusted job has registered: under the id of a user it is that user.
ALTER TABLE langmem.people ADD COLUMN vouched boolean NOT NULL DEFAULT false;
