-- Which agents have kept a turn besides the first: each finds it as its own.
ALTER TABLE langmem.turns ADD COLUMN heard_by text[] NOT NULL DEFAULT '{}';
