-- What is erased is named by nothing that stays.
CREATE FUNCTION langmem.without(ids text[], gone text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT COALESCE(array_agg(id ORDER BY n), '{}') FROM unnest(ids) WITH ORDINALITY AS each (id, n) WHERE id <> ALL (gone)
$$;
