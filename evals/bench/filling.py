"""How does a database come to hold many memories within a minute?

By SQL, past the gates, as rows that the store would have written: with their words, a vector, a name and an entry in
the audit. What changes them later finds everything in its place.
"""

from __future__ import annotations

from typing import LiteralString

import psycopg

from evals.bench.timing import Progress

PER_USER = 500
"""Memories of a user."""

BATCH = 20_000
VECTORS = 1_000
"""Different vectors, the same in each run; their values do not matter to maintenance, their size does."""

UID: LiteralString = "('00000000-0000-7000-8000-' || lpad(to_hex({n}), 12, '0'))::uuid"
"""The key of the memory with a number, from 0."""

_PREPARE: tuple[LiteralString, ...] = (
    "SELECT setseed(0.5)",
    """CREATE TEMPORARY TABLE vectors AS
    SELECT v, array_agg(random() - 0.5)::vector::halfvec AS embedding
    FROM generate_series(0, %(vectors)s - 1) v, generate_series(1, %(dims)s) GROUP BY v""",
    "CREATE INDEX ON vectors (v)",
    """INSERT INTO langmem.spaces (space, rev, placed, memory_count, created_at)
    SELECT 'default/user:user-' || u, %(per_user)s, %(per_user)s, %(per_user)s, now()
    FROM generate_series(0, (%(memories)s - 1) / %(per_user)s) u ON CONFLICT DO NOTHING""",
)

_FILL: LiteralString = f"""
WITH given AS MATERIALIZED (
    SELECT n, 'default/user:user-' || n / %(per_user)s AS space, {UID.format(n="n")} AS uid,
           1 + n %% %(per_user)s AS place, now() - interval '20 days' + n %% 100 * interval '1 hour' AS at,
           'The user keeps box ' || n || ' of ' || (ARRAY['letters', 'maps', 'records', 'seeds', 'stamps'])[1 + n %% 5]
           || ' from ' || (ARRAY['Porto', 'Ghent', 'Riga', 'Lima', 'Fez', 'Pune', 'Cork'])[1 + n %% 7] AS content
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n
), kept AS (
    INSERT INTO langmem.memories (
        space, uid, id, category, kind, type, title, content, importance, confidence, strength, strength_at,
        decay_rate, pinned, sensitivity, portable, source, user_requested, state, created_at, updated_at, expires_at,
        fades_at, fingerprint)
    SELECT space, uid, uid::text, 'knowledge', 'semantic', 'context', 'Box', content, 3, 1, 1, at, 0.0073,
           false, 'public', true, 'api', false, 'active', at, at, at + interval '900 days', at + interval '315 days', n
    FROM given
), posted AS (
    INSERT INTO langmem.postings (space, corpus, term, uid, tf, length)
    SELECT space, 'm', t.lexeme, uid, cardinality(t.positions), 8
    FROM given CROSS JOIN LATERAL unnest(to_tsvector('english', content)) t
), named AS (
    INSERT INTO langmem.mentions (space, key, corpus, uid, name, type)
    SELECT space, lower(split_part(content, ' from ', 2)), 'm', uid, split_part(content, ' from ', 2), 'other'
    FROM given
), audited AS (
    INSERT INTO langmem.history (space, id, rev, uid, memory_id, category, sensitivity, event, new, actor, at)
    SELECT space, uid, place, uid, uid::text, 'knowledge', 'public', 'ADD', content, 'system', at FROM given
), logged AS (
    INSERT INTO langmem.change_log (space, rev, uid, memory_id, category, event, text, importance, sensitivity, at)
    SELECT space, place, uid, uid::text, 'knowledge', 'created', content, 3, 'public', at FROM given
), noted AS (
    INSERT INTO langmem.events (space, id, node, op, status, memory_id, category, at)
    SELECT space, uid, 'api', 'create', 'ok', uid::text, 'knowledge', at FROM given
)
INSERT INTO langmem.documents (space, corpus, uid, category, expires_at, embedding, waits, since, occasion, place)
SELECT g.space, 'm', g.uid, 'knowledge', g.at + interval '900 days', v.embedding, false, g.at,
       (g.at AT TIME ZONE 'UTC')::date, g.place
FROM given g JOIN vectors v ON v.v = g.n %% %(vectors)s"""

_FINISH: tuple[LiteralString, ...] = (
    """INSERT INTO langmem.entities (space, key, first_seen)
    SELECT DISTINCT space, key, now() FROM langmem.mentions ON CONFLICT DO NOTHING""",
    """INSERT INTO langmem.aliases (space, alias, key)
    SELECT space, key, key FROM langmem.entities ON CONFLICT DO NOTHING""",
    """UPDATE langmem.spaces s SET memory_length = 8 * c.memories, memory_count = c.memories, rev = c.memories
    FROM (SELECT space, count(*) AS memories FROM langmem.memories GROUP BY space) c WHERE c.space = s.space""",
)


def fill(uri: str, memories: int, *, dims: int) -> None:
    """Fill a database that is set up with so many memories, all of them far from every deadline."""
    progress = Progress("filled", memories)
    shared = {"per_user": PER_USER, "vectors": VECTORS, "dims": dims, "memories": memories}
    with psycopg.connect(uri, autocommit=True) as connection:
        for statement in _PREPARE:
            connection.execute(statement, shared)
        for first in range(0, memories, BATCH):
            last = min(first + BATCH, memories) - 1
            connection.execute(_FILL, {**shared, "first": first, "last": last})
            progress.add(last - first + 1)
        for statement in _FINISH:
            connection.execute(statement)
        connection.execute("VACUUM ANALYZE")
