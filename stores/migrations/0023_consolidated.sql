-- When each space was consolidated last: a night that runs out of time leaves those that wait longest to the next one.
ALTER TABLE langmem.spaces ADD COLUMN consolidated_at timestamptz;
