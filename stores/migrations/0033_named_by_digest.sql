-- Operations are known by digests: what callers chose as an id could hold anything. Those in clear are found by nothing any more, as
-- the text counts too now; what says the same again is merged. What commands were cut off at stays.
DELETE FROM langmem.operations
WHERE operation_id !~ '^[0-9a-f]{32}$' AND operation_id !~ '^command:[0-9a-f-]+/[0-9]{6}/';
