-- To whom is an edge shown? Bits: 1 to users alone in their own spaces, 2 to everybody, 4 to agents of few categories as well. Each bit
-- has its own nearest, among what all see who see the memory: so what somebody may not see takes no place. 8 says that it was drawn on
-- purpose. What was drawn before is shown to all.
ALTER TABLE langmem.relations ADD COLUMN shows smallint NOT NULL DEFAULT 15;
