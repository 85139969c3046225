"""Do the books of the memory tables balance, and did anything change at all?"""

from __future__ import annotations

from typing import Any, LiteralString

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

TABLES = (
    "spaces", "memories", "postings", "documents", "relations", "history", "change_log", "cursors", "events",
    "operations", "sessions", "turns", "items", "item_vectors",
)  # fmt: skip

_UNBALANCED: dict[str, LiteralString] = {
    "a space's revision is the number of its changes": """
        SELECT s.space, s.rev, count(c.rev) AS changes
        FROM langmem.spaces s LEFT JOIN langmem.change_log c USING (space)
        GROUP BY s.space, s.rev HAVING s.rev <> count(c.rev)""",
    "revisions run from 1 without gaps": """
        SELECT space, min(rev), max(rev), count(*) FROM langmem.change_log
        GROUP BY space HAVING min(rev) <> 1 OR max(rev) <> count(*)""",
    "each change is in the history": """
        SELECT * FROM langmem.change_log c WHERE NOT EXISTS (
            SELECT FROM langmem.history h WHERE h.space = c.space AND h.rev = c.rev AND h.uid = c.uid)""",
    "each change is an event": """
        SELECT (SELECT count(*) FROM langmem.change_log) AS changes, count(*) AS events FROM langmem.events
        WHERE status = 'ok' AND op NOT IN ('recall', 'classify', 'search')
        HAVING count(*) <> (SELECT count(*) FROM langmem.change_log)""",
    "the corpus counts what is active": """
        SELECT s.space, s.memory_count, count(m.uid) AS active FROM langmem.spaces s
        LEFT JOIN langmem.documents d ON d.space = s.space AND d.corpus = 'm'
        LEFT JOIN langmem.memories m ON m.space = COALESCE(d.home, d.space) AND m.uid = d.uid AND m.state = 'active'
        GROUP BY s.space, s.memory_count HAVING s.memory_count <> count(m.uid)""",
    "the corpus knows its length": """
        SELECT s.space, s.memory_length, COALESCE(sum(p.length), 0) AS length FROM langmem.spaces s
        LEFT JOIN (SELECT DISTINCT space, uid, length FROM langmem.postings WHERE corpus = 'm') p USING (space)
        GROUP BY s.space, s.memory_length HAVING s.memory_length <> COALESCE(sum(p.length), 0)""",
    "only active memories have postings": """
        SELECT p.* FROM langmem.postings p LEFT JOIN langmem.documents d USING (space, corpus, uid)
        LEFT JOIN langmem.memories m ON m.space = COALESCE(d.home, d.space) AND m.uid = d.uid
        WHERE p.corpus = 'm' AND m.state IS DISTINCT FROM 'active'""",
    "the active memories are the documents, as they stand": """
        SELECT m.uid, d.uid AS document FROM (SELECT * FROM langmem.memories WHERE state = 'active') m
        FULL JOIN (SELECT * FROM langmem.documents WHERE corpus = 'm' AND home IS NULL) d USING (space, uid)
        WHERE (m.category, m.sensitivity, m.expires_at, m.subjects)
              IS DISTINCT FROM (d.category, d.sensitivity, d.expires_at, d.subjects)""",
    "what is said of people is found in their spaces": """
        SELECT a.uid, d.uid AS document
        FROM (SELECT m.*, split_part(space, '/', 1) || '/person:' || person AS found_in
              FROM langmem.memories m, unnest(m.subjects) AS person WHERE m.state = 'active' AND m.portable) a
        FULL JOIN (SELECT * FROM langmem.documents WHERE corpus = 'm' AND home IS NOT NULL) d
            ON d.space = a.found_in AND d.home = a.space AND d.uid = a.uid
        WHERE (a.category, a.sensitivity, a.expires_at, a.subjects)
              IS DISTINCT FROM (d.category, d.sensitivity, d.expires_at, d.subjects)""",
    "a slot has one active memory": """
        SELECT space, slot, subjects FROM langmem.memories WHERE state = 'active' AND slot IS NOT NULL
        GROUP BY space, slot, subjects HAVING count(*) > 1""",
}


def rows(uri: str, statement: str, *params: Any) -> list[dict[str, Any]]:
    """Read rows behind the store's back."""
    with psycopg.connect(uri, autocommit=True, row_factory=dict_row) as connection:
        cursor = connection.execute(statement.encode(), params or None)
        return cursor.fetchall() if cursor.description else []


def count(uri: str, table: str) -> int:
    """Count the rows of a table of ours."""
    return int(rows(uri, f"SELECT count(*) AS n FROM langmem.{table}")[0]["n"])


def require_balance(uri: str) -> None:
    """Fail unless revisions, change log, history, events and index rows tell the same story."""
    with psycopg.connect(uri, autocommit=True, row_factory=dict_row) as connection:
        wrong = {
            rule: found
            for rule, statement in _UNBALANCED.items()
            if (found := connection.execute(statement).fetchall())
        }
    assert not wrong


def contents(uri: str, *, without: tuple[str, ...] = ()) -> dict[str, str | None]:
    """Return a digest of each table, to compare before and after."""
    with psycopg.connect(uri, autocommit=True) as connection:
        return {table: _digest(connection, table) for table in TABLES if table not in without}


def _digest(connection: psycopg.Connection[Any], table: str) -> str | None:
    statement = sql.SQL(
        "SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM langmem.{} t"
    ).format(sql.Identifier(table))
    row = connection.execute(statement).fetchone()
    return row[0] if row else None
