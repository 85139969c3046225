-- When a turn was left behind: its conversation went on from an earlier message (an edited question, another answer).
ALTER TABLE langmem.turns ADD COLUMN left_at timestamptz;
