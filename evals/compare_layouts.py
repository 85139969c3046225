"""Which layout of words and vectors answers a question inside one space soonest, and what does a write pay for it?

    python -m evals.compare_layouts --memories 100k --users 200 [--only L1,V2] [--json]

Invented texts and vectors, a Postgres of its own, plain SQL: the store is not involved. What came out, and what was
chosen for it: docs/decisions/0008-lexical-and-vector-layouts.md.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Annotated, Any, LiteralString
from uuid import UUID

import numpy as np
import psycopg
import typer
from pgvector import HalfVector
from pgvector.psycopg import register_vector

from langmem_ext.stores.embedded import embedded_postgres

DIMENSIONS = 384
VOCABULARY = 30_000
FLATNESS = 2.0
"""Mandelbrot's shift of Zipf's law: the commonest term is then in about a third of the texts."""

SHORTEST, LONGEST = 10, 14
"""Terms in a text, after stemming and without stop words."""

ASKED_TERMS = 5
TOP = 10
BATCH = 500
K1, B = 0.6, 0.4
"""BM25 for texts of a sentence (docs/decisions/0007-search-rows-and-turn-neighbours.md)."""

Params = dict[str, Any]
Connection = psycopg.Connection[tuple[Any, ...]]
Scores = np.ndarray[Any, np.dtype[np.float64]]


# The layouts


@dataclass(frozen=True, slots=True)
class Layout:
    """Describe a layout: its tables, how a batch of memories is written, and the ways to ask for the best ten.

    `asks` maps a way's name to (settings, statement); the name "" is the layout's own.
    """

    name: str
    says: str
    schema: LiteralString
    write: LiteralString
    asks: dict[str, tuple[LiteralString, LiteralString]]
    tables: tuple[str, ...]
    exact: bool = True
    after_load: LiteralString = ""


GIVEN: LiteralString = """
WITH given AS MATERIALIZED (
    SELECT * FROM unnest(%(spaces)s::text[], %(nos)s::int[], %(docs)s::int[], %(uids)s::uuid[], %(texts)s::text[])
                  AS g (space, no, doc, uid, text)
), words AS MATERIALIZED (
    SELECT space, no, doc, uid, lexeme AS term, LEAST(cardinality(positions), 255)::smallint AS tf,
           LEAST(sum(cardinality(positions)) OVER (PARTITION BY uid), 32767)::smallint AS length
    FROM given, unnest(to_tsvector('simple', text))
)"""

ASKED: LiteralString = """
WITH asked AS MATERIALIZED (SELECT tsvector_to_array(to_tsvector('simple', %(text)s)) AS terms),
corpus AS MATERIALIZED (SELECT n::float8, total::float8 / n AS mean FROM spaces WHERE space = %(space)s)"""

# All in float8: numeric, which is what bigint and 0.5 make, costs more than the reading.
IDF: LiteralString = "ln(1 + (n - count(*) + 0.5) / (count(*)::float8 + 0.5))"
SCORE: LiteralString = (
    f"sum(idf * tf * {K1 + 1} / (tf + {K1 * (1 - B)} + {K1 * B}::float8 * length / mean))"
)

# What a row of `matched (id, term, tf, length)` adds up to, with document frequencies counted on the way.
SUMMED: LiteralString = f""", weights AS MATERIALIZED (
    SELECT term, {IDF} AS idf FROM matched, corpus GROUP BY term, n
)
SELECT id, {SCORE} AS score
FROM matched JOIN weights USING (term), corpus GROUP BY id ORDER BY score DESC, id LIMIT {TOP}"""

NO_AUTOVACUUM: LiteralString = "WITH (autovacuum_enabled = false)"


def _counted_then_read(table: LiteralString) -> LiteralString:
    """Write the statement's part that reads the postings twice: for df, and then term by term for the scores."""
    return f""", weights AS MATERIALIZED (
    SELECT term, {IDF} AS idf FROM {table}, corpus
    WHERE space = %(space)s AND corpus = 'm' AND term = ANY ((SELECT terms FROM asked)::text[]) GROUP BY term, n
), words AS MATERIALIZED (
    SELECT id, {SCORE} AS score
    FROM corpus, weights w CROSS JOIN LATERAL (
        SELECT uid AS id, tf, length FROM {table} WHERE space = %(space)s AND corpus = 'm' AND term = w.term OFFSET 0) p
    GROUP BY id
)"""


def _postings_as_today() -> Layout:
    matched: LiteralString = """, matched AS MATERIALIZED (
    SELECT uid AS id, term, tf, length FROM l1
    WHERE space = %(space)s AND corpus = 'm' AND term = ANY ((SELECT terms FROM asked)::text[])
)"""
    window: LiteralString = """, matched AS MATERIALIZED (
    SELECT uid AS id, tf, length, count(*) OVER (PARTITION BY term) AS df FROM l1
    WHERE space = %(space)s AND corpus = 'm' AND term = ANY ((SELECT terms FROM asked)::text[])
), weighed AS MATERIALIZED (
    SELECT id, tf, length, mean, ln(1 + (n - df + 0.5) / (df::{type} + 0.5)) AS idf
    FROM matched, (SELECT n::{type}, mean FROM corpus) AS corpus
)
SELECT id, {score} AS score FROM weighed GROUP BY id ORDER BY score DESC, id LIMIT 10"""
    twice = (
        _counted_then_read("l1") + "SELECT id, score FROM words ORDER BY score DESC, id LIMIT 10"
    )
    return Layout(
        "L1",
        "postings (space, corpus, term, uid) INCLUDE (tf, length); df counted by GROUP BY",
        f"""CREATE TABLE l1 (space text COLLATE "C", corpus "char", term text COLLATE "C", uid uuid,
            tf smallint NOT NULL, length smallint NOT NULL,
            PRIMARY KEY (space, corpus, term, uid) INCLUDE (tf, length)) {NO_AUTOVACUUM}""",
        GIVEN + "INSERT INTO l1 SELECT space, 'm', term, uid, tf, length FROM words",
        {
            "": ("", ASKED + matched + SUMMED),
            "twice": ("", ASKED + twice),
            "window": ("", ASKED + window.replace("{type}", "float8").replace("{score}", SCORE)),
            "numeric": (
                "",
                ASKED + window.replace("{type}", "bigint::numeric").replace("{score}", SCORE),
            ),
        },
        ("l1",),
    )


def _narrow_postings(name: str, key: LiteralString, hashed: LiteralString) -> Layout:
    table: LiteralString = "l2" if key == "bigint" else "l2s"
    matched: LiteralString = f""", matched AS MATERIALIZED (
    SELECT doc AS id, term, tf, length FROM {table}
    WHERE no = %(no)s AND term = ANY (ARRAY(SELECT {hashed} FROM unnest((SELECT terms FROM asked)) AS t (term)))
)"""
    return Layout(
        name,
        f"postings (space number, {key} hash of the term, document number) INCLUDE (tf, length)",
        f"""CREATE TABLE {table} (no int, term {key}, doc int, tf smallint NOT NULL, length smallint NOT NULL,
            PRIMARY KEY (no, term, doc) INCLUDE (tf, length)) {NO_AUTOVACUUM}""",
        GIVEN + f"INSERT INTO {table} SELECT no, {hashed}, doc, tf, length FROM words",
        {"": ("", ASKED + matched + SUMMED)},
        (table,),
    )


def _posting_lists() -> Layout:
    matched: LiteralString = """, matched AS MATERIALIZED (
    SELECT p.doc AS id, l.term, p.tf, p.length FROM l3 l, unnest(l.docs, l.tfs, l.lengths) AS p (doc, tf, length)
    WHERE l.no = %(no)s
      AND l.term = ANY (ARRAY(SELECT hashtextextended(term, 0) FROM unnest((SELECT terms FROM asked)) AS t (term)))
)"""
    return Layout(
        "L3",
        "one row per (space, term) with arrays of postings, updated in place",
        """CREATE TABLE l3 (no int, term bigint, docs int[] NOT NULL, tfs smallint[] NOT NULL,
           lengths smallint[] NOT NULL, PRIMARY KEY (no, term))
           WITH (fillfactor = 70, autovacuum_enabled = false)""",
        GIVEN
        + """INSERT INTO l3 SELECT no, hashtextextended(term, 0), array_agg(doc), array_agg(tf), array_agg(length)
             FROM words GROUP BY no, term
             ON CONFLICT (no, term) DO UPDATE SET docs = l3.docs || excluded.docs, tfs = l3.tfs || excluded.tfs,
                                                  lengths = l3.lengths || excluded.lengths""",
        {"": ("", ASKED + matched + SUMMED)},
        ("l3",),
    )


def _tsvectors() -> Layout:
    matched: LiteralString = """, matched AS MATERIALIZED (
    SELECT d.uid AS id, w.lexeme AS term, cardinality(w.positions) AS tf, d.length
    FROM l4 d, unnest(d.words) AS w
    WHERE d.space = %(space)s AND d.corpus = 'm'
      AND d.words @@ (SELECT string_agg(quote_literal(t), ' | ') FROM unnest((SELECT terms FROM asked)) AS t)::tsquery
      AND w.lexeme = ANY ((SELECT terms FROM asked)::text[])
)"""
    return Layout(
        "L4",
        "a tsvector per document in a covering index (space, corpus); the space is read whole, df counted",
        f"""CREATE TABLE l4 (space text COLLATE "C", corpus "char", uid uuid, length smallint NOT NULL,
            words tsvector NOT NULL) {NO_AUTOVACUUM};
            CREATE INDEX l4_scan ON l4 (space, corpus) INCLUDE (uid, length, words)""",
        GIVEN
        + """INSERT INTO l4 SELECT g.space, 'm', g.uid, max(w.length), to_tsvector('simple', g.text)
             FROM given g JOIN words w USING (uid) GROUP BY g.space, g.uid, g.text""",
        {"": ("", ASKED + matched + SUMMED)},
        ("l4",),
    )


# A memory's terms as a sparsevec of what BM25 adds up, but for idf; the space's mean length is that of today, for good.
SPARSE: LiteralString = f""", weighed AS (
    SELECT w.space, uid, 1 + (hashtextextended(term, 0) & 536870911) AS place,
           sum(tf * {K1 + 1} / (tf + {K1 * (1 - B)} + {K1 * B} * length / (s.total::float8 / s.n))) AS weight
    FROM words w JOIN spaces s ON s.space = w.space GROUP BY w.space, uid, place
), sparse AS (
    SELECT space, uid, ('{{' || string_agg(place || ':' || weight, ',') || '}}/536870912')::sparsevec AS weights
    FROM weighed GROUP BY space, uid
)"""

COUNTED: LiteralString = """
INSERT INTO l5_df SELECT no, hashtextextended(term, 0), count(*) FROM words GROUP BY no, term
ON CONFLICT (no, term) DO UPDATE SET df = l5_df.df + excluded.df"""

FREQUENCIES: LiteralString = """question AS MATERIALIZED (
    SELECT ('{' || string_agg(1 + (term & 536870911) || ':' || ln(1 + (n - df + 0.5) / (df::float8 + 0.5)), ',')
            || '}/536870912')::sparsevec AS idf
    FROM l5_df, corpus WHERE no = %(no)s
     AND term = ANY (ARRAY(SELECT hashtextextended(term, 0) FROM unnest((SELECT terms FROM asked)) AS t (term)))
)"""


def _sparse_vectors() -> Layout:
    ask: LiteralString = f"""
SELECT id, score FROM (
    SELECT uid AS id, -(weights <#> (SELECT idf FROM question)) AS score FROM l5
    WHERE space = %(space)s AND corpus = 'm' OFFSET 0) each
WHERE score > 0 ORDER BY score DESC, id LIMIT {TOP}"""
    return Layout(
        "L5",
        "a sparsevec of term weights per document in a covering index, and a table of df; the mean length is frozen",
        f"""CREATE TABLE l5 (space text COLLATE "C", corpus "char", uid uuid, weights sparsevec NOT NULL)
            {NO_AUTOVACUUM};
            CREATE INDEX l5_scan ON l5 (space, corpus) INCLUDE (uid, weights);
            CREATE TABLE l5_df (no int, term bigint, df int NOT NULL, PRIMARY KEY (no, term))
            WITH (fillfactor = 70, autovacuum_enabled = false)""",
        f"{GIVEN}{SPARSE}, stored AS (INSERT INTO l5 SELECT space, 'm', uid, weights FROM sparse){COUNTED}",
        {"": ("", f"{ASKED}, {FREQUENCIES}{ask}")},
        ("l5", "l5_df"),
    )


def _packed_terms() -> Layout:
    matched: LiteralString = """, hashes AS MATERIALIZED (
    SELECT ARRAY(SELECT hashtext(term) FROM unnest((SELECT terms FROM asked)) AS t (term)) AS asked
), matched AS MATERIALIZED (
    SELECT d.uid AS id, w.term, w.tf, d.length
    FROM l6 d, unnest(d.terms, d.tfs) AS w (term, tf)
    WHERE d.space = %(space)s AND d.corpus = 'm' AND d.terms && (SELECT asked FROM hashes)
      AND w.term = ANY ((SELECT asked FROM hashes)::int[])
)"""
    return Layout(
        "L6",
        "two arrays per document, hashes and tf, in a covering index (space, corpus); the space is read whole",
        f"""CREATE TABLE l6 (space text COLLATE "C", corpus "char", uid uuid, length smallint NOT NULL,
            terms int[] NOT NULL, tfs smallint[] NOT NULL) {NO_AUTOVACUUM};
            CREATE INDEX l6_scan ON l6 (space, corpus) INCLUDE (uid, length, terms, tfs)""",
        GIVEN
        + """INSERT INTO l6 SELECT space, 'm', uid, max(length), array_agg(hashtext(term)), array_agg(tf)
             FROM words GROUP BY space, uid""",
        {"": ("", ASKED + matched + SUMMED)},
        ("l6",),
    )


ROWS: LiteralString = """
SELECT * FROM unnest(%(spaces)s::text[], %(nos)s::int[], %(docs)s::int[], %(uids)s::uuid[], %(vectors)b::halfvec[])
              AS g (space, no, doc, uid, embedding)"""

COVER: LiteralString = "(space, corpus) INCLUDE (uid, category, sensitivity, expires_at, embedding)"

DOCUMENT: LiteralString = """ (space text COLLATE "C", corpus "char", uid uuid, category text COLLATE "C" NOT NULL,
    sensitivity text COLLATE "C" NOT NULL, expires_at timestamptz, embedding halfvec NOT NULL,
    PRIMARY KEY (space, corpus, uid)"""

IN_THE_ROW: LiteralString = "WITH (toast_tuple_target = 8160, autovacuum_enabled = false)"


def _documents(name: str, says: str, covering: LiteralString, keyed: LiteralString) -> Layout:
    """Describe `documents` as it is, apart from what covers it."""
    table: LiteralString = {"V1": "v1", "V2": "v2", "V2k": "v2k"}[name]
    return Layout(
        name,
        says,
        f"CREATE TABLE {table}{DOCUMENT} {keyed}) {IN_THE_ROW};"
        f"ALTER TABLE {table} ALTER COLUMN embedding SET STORAGE EXTERNAL; {covering}",
        f"WITH given AS ({ROWS}) INSERT INTO {table} "
        "SELECT space, 'm', uid, 'preference', 'public', NULL, embedding FROM given",
        {
            "": (
                "",
                f"""SELECT uid AS id, -(embedding <#> %(vector)b::halfvec) AS score FROM {table}
                    WHERE space = %(space)s AND corpus = 'm' AND (expires_at IS NULL OR expires_at > now())
                      AND (%(categories)s::text[] IS NULL OR category = ANY (%(categories)s::text[]))
                      AND sensitivity <> 'sensitive'
                    ORDER BY embedding <#> %(vector)b::halfvec LIMIT {TOP}""",
            )
        },
        (table,),
    )


def _narrow_documents() -> Layout:
    return Layout(
        "V3",
        "narrow: an index (space number) INCLUDE (document number, embedding), beside the primary key; no other column",
        f"""CREATE TABLE v3 (no int, doc int, embedding halfvec NOT NULL, PRIMARY KEY (no, doc))
            {IN_THE_ROW}; ALTER TABLE v3 ALTER COLUMN embedding SET STORAGE EXTERNAL;
            CREATE INDEX v3_scan ON v3 (no) INCLUDE (doc, embedding)""",
        f"WITH given AS ({ROWS}) INSERT INTO v3 SELECT no, doc, embedding FROM given",
        {
            "": (
                "",
                f"""SELECT doc AS id, -(embedding <#> %(vector)b::halfvec) AS score FROM v3 WHERE no = %(no)s
                    ORDER BY embedding <#> %(vector)b::halfvec LIMIT {TOP}""",
            )
        },
        ("v3",),
    )


def _graph() -> Layout:
    ask: LiteralString = f"""SELECT uid AS id, -(embedding <#> %(vector)b) AS score FROM v4 WHERE space = %(space)s
                             ORDER BY embedding <#> %(vector)b LIMIT {TOP}"""
    off: LiteralString = "SET enable_seqscan = off; SET enable_sort = off"
    return Layout(
        "V4",
        "HNSW over all spaces, filtered by space afterwards",
        f"""CREATE TABLE v4 (space text COLLATE "C", uid uuid PRIMARY KEY, embedding halfvec({DIMENSIONS}) NOT NULL)
            {IN_THE_ROW}; ALTER TABLE v4 ALTER COLUMN embedding SET STORAGE EXTERNAL""",
        f"WITH given AS ({ROWS}) INSERT INTO v4 SELECT space, uid, embedding FROM given",
        {
            "": (f"{off}; SET hnsw.iterative_scan = off", ask),
            "iterative": (f"{off}; SET hnsw.iterative_scan = strict_order", ask),
        },
        ("v4",),
        exact=False,
        after_load="SET maintenance_work_mem = '1GB';"
        "CREATE INDEX v4_graph ON v4 USING hnsw (embedding halfvec_ip_ops)",
    )


def _bits() -> Layout:
    # In a sub-query of its own: else each row would quantise the question anew.
    first: LiteralString = f"(SELECT binary_quantize(%(vector)b::halfvec)::bit({DIMENSIONS}))"
    return Layout(
        "V5",
        "one bit per dimension in a covering index; the nearest 100 compared by their halfvec",
        f"""CREATE TABLE v5 (no int, doc int, bits bit({DIMENSIONS}) NOT NULL, embedding halfvec NOT NULL,
            PRIMARY KEY (no, doc)) {IN_THE_ROW};
            ALTER TABLE v5 ALTER COLUMN embedding SET STORAGE EXTERNAL;
            CREATE INDEX v5_scan ON v5 (no) INCLUDE (doc, bits)""",
        f"""WITH given AS ({ROWS})
            INSERT INTO v5 SELECT no, doc, binary_quantize(embedding)::bit({DIMENSIONS}), embedding FROM given""",
        {
            "": (
                "",
                f"""WITH near AS MATERIALIZED (
                        SELECT no, doc FROM v5 WHERE no = %(no)s ORDER BY bits <~> {first} LIMIT 100
                    )
                    SELECT v.doc AS id, -(v.embedding <#> %(vector)b::halfvec) AS score FROM near
                    CROSS JOIN LATERAL (SELECT * FROM v5 WHERE no = near.no AND doc = near.doc OFFSET 0) v
                    ORDER BY v.embedding <#> %(vector)b::halfvec LIMIT {TOP}""",
            )
        },
        ("v5",),
        exact=False,
    )


def _chunks() -> Layout:
    return Layout(
        "V7",
        "one row per 64 documents with an array of vectors, appended to",
        """CREATE TABLE v7 (no int, chunk int, docs int[] NOT NULL, embeddings halfvec[] NOT NULL,
           PRIMARY KEY (no, chunk)) WITH (fillfactor = 70, autovacuum_enabled = false);
           ALTER TABLE v7 ALTER COLUMN embeddings SET STORAGE EXTERNAL""",
        f"""WITH given AS ({ROWS})
            INSERT INTO v7 SELECT no, doc / 64, array_agg(doc), array_agg(embedding) FROM given GROUP BY no, doc / 64
            ON CONFLICT (no, chunk) DO UPDATE SET docs = v7.docs || excluded.docs,
                                                  embeddings = v7.embeddings || excluded.embeddings""",
        {
            "": (
                "",
                f"""SELECT doc AS id, -(embedding <#> %(vector)b::halfvec) AS score
                    FROM v7, unnest(docs, embeddings) AS d (doc, embedding) WHERE no = %(no)s
                    ORDER BY embedding <#> %(vector)b::halfvec LIMIT {TOP}""",
            )
        },
        ("v7",),
    )


SCALED: LiteralString = "(COALESCE(words / NULLIF(most, 0), 0) + (cosine - low) / (high - low)) / 2"


def _postings_beside_vectors() -> Layout:
    near: LiteralString = """
    SELECT uid AS id, -(embedding <#> %(vector)b::halfvec) AS cosine FROM h1_documents
    WHERE space = %(space)s AND corpus = 'm' AND (expires_at IS NULL OR expires_at > now())
      AND (%(categories)s::text[] IS NULL OR category = ANY (%(categories)s::text[])) AND sensitivity <> 'sensitive'"""
    joined: LiteralString = f""", near AS MATERIALIZED ({near}
), bounds AS MATERIALIZED (
    SELECT min(cosine) AS low, max(cosine) AS high, (SELECT max(score) FROM words) AS most FROM near
)
SELECT id, {SCALED} AS score FROM near LEFT JOIN (SELECT id, score AS words FROM words) w USING (id), bounds
ORDER BY score DESC, id LIMIT {TOP}"""
    grouped: LiteralString = f""", signals AS MATERIALIZED (
    SELECT id, max(words) AS words, max(cosine) AS cosine
    FROM (SELECT id, score AS words, NULL::float8 AS cosine FROM words
          UNION ALL SELECT id, NULL, cosine FROM ({near}) n) each
    GROUP BY id HAVING max(cosine) IS NOT NULL
), ranked AS (
    SELECT id, words, cosine, max(words) OVER () AS most, min(cosine) OVER () AS low, max(cosine) OVER () AS high,
           row_number() OVER (ORDER BY words DESC NULLS LAST, id) AS lexical_rank,
           row_number() OVER (ORDER BY cosine DESC NULLS LAST, id) AS vector_rank
    FROM signals
)
SELECT id, {SCALED} AS score, lexical_rank, vector_rank FROM ranked ORDER BY score DESC, id LIMIT {TOP}"""
    words = ASKED + _counted_then_read("h1_postings")
    return Layout(
        "H1",
        "L1 and V2 in one question: scores scaled and averaged",
        f"""CREATE TABLE h1_postings (space text COLLATE "C", corpus "char", term text COLLATE "C", uid uuid,
            tf smallint NOT NULL, length smallint NOT NULL,
            PRIMARY KEY (space, corpus, term, uid) INCLUDE (tf, length)) {NO_AUTOVACUUM};
            CREATE TABLE h1_documents{DOCUMENT}) {IN_THE_ROW};
            ALTER TABLE h1_documents ALTER COLUMN embedding SET STORAGE EXTERNAL;
            CREATE INDEX h1_scan ON h1_documents {COVER}""",
        GIVEN
        + f""", posted AS (INSERT INTO h1_postings SELECT space, 'm', term, uid, tf, length FROM words)
        INSERT INTO h1_documents SELECT space, 'm', uid, 'preference', 'public', NULL, embedding FROM ({ROWS}) d""",
        {
            "": ("", words + joined),
            "grouped": ("", words + grouped),
        },
        ("h1_postings", "h1_documents"),
    )


def _sparse_beside_vectors() -> Layout:
    one_pass: LiteralString = f""", {FREQUENCIES.replace("l5_df", "h5_df")}, near AS MATERIALIZED (
    SELECT uid AS id, -(weights <#> (SELECT idf FROM question)) AS words, -(embedding <#> %(vector)b::halfvec) AS cosine
    FROM h5 WHERE space = %(space)s AND corpus = 'm' AND (expires_at IS NULL OR expires_at > now())
      AND (%(categories)s::text[] IS NULL OR category = ANY (%(categories)s::text[])) AND sensitivity <> 'sensitive'
), bounds AS MATERIALIZED (SELECT min(cosine) AS low, max(cosine) AS high, max(words) AS most FROM near)
SELECT id, {SCALED} AS score FROM near, bounds ORDER BY score DESC, id LIMIT {TOP}"""
    return Layout(
        "H5",
        "L5's sparsevec beside the vector in the document row and its covering index: one pass",
        f"""CREATE TABLE h5{DOCUMENT.replace("PRIMARY KEY", "weights sparsevec NOT NULL, PRIMARY KEY")})
            {IN_THE_ROW}; ALTER TABLE h5 ALTER COLUMN embedding SET STORAGE EXTERNAL;
            CREATE INDEX h5_scan ON h5 {COVER.replace("embedding", "embedding, weights")};
            CREATE TABLE h5_df (no int, term bigint, df int NOT NULL, PRIMARY KEY (no, term))
            WITH (fillfactor = 70, autovacuum_enabled = false)""",
        GIVEN
        + f"""{SPARSE}, stored AS (
            INSERT INTO h5 SELECT s.space, 'm', uid, 'preference', 'public', NULL, embedding, weights
            FROM sparse s JOIN ({ROWS}) d USING (uid)
        ){COUNTED.replace("l5_df", "h5_df")}""",
        {"": ("", ASKED + one_pass)},
        ("h5", "h5_df"),
    )


LAYOUTS = [
    _postings_as_today(),
    _narrow_postings("L2", "bigint", "hashtextextended(term, 0)"),
    _narrow_postings("L2s", "int", "hashtext(term)"),
    _posting_lists(),
    _tsvectors(),
    _sparse_vectors(),
    _packed_terms(),
    _documents("V1", "documents, vector in the row, no covering index", "", ""),
    _documents("V2", f"the same with an index {COVER}", f"CREATE INDEX v2_scan ON v2 {COVER}", ""),
    _documents(
        "V2k",
        "the same, covered by the primary key: (space, corpus, uid) INCLUDE (category, sensitivity, ...)",
        "",
        "INCLUDE (category, sensitivity, expires_at, embedding)",
    ),
    _narrow_documents(),
    _graph(),
    _bits(),
    _chunks(),
    _postings_beside_vectors(),
    _sparse_beside_vectors(),
]


# The data


@dataclass(frozen=True, slots=True)
class Memory:
    """Hold one invented memory; `no` is its space's number, `doc` its own within the space."""

    no: int
    doc: int
    uid: UUID
    terms: tuple[int, ...]
    vector: np.ndarray[Any, np.dtype[np.float16]]

    @property
    def space(self) -> str:
        """The space's key, as long as a real one."""
        return f"acme/user:u{self.no:06d}"

    @property
    def text(self) -> str:
        """The terms as words."""
        return " ".join(word(term) for term in self.terms)


@dataclass(frozen=True, slots=True)
class Question:
    """Ask for words of a memory of the space, and for a vector near its own."""

    no: int
    space: str
    terms: tuple[int, ...]
    vector: np.ndarray[Any, np.dtype[np.float16]]

    def params(self) -> Params:
        """Return what the statements name."""
        return {
            "space": self.space,
            "no": self.no,
            "text": " ".join(word(term) for term in self.terms),
            "vector": HalfVector(self.vector),
            "categories": None,
        }


def word(term: int) -> str:
    """Spell a term: one to four syllables, common ones the shortest."""
    syllables = []
    rest = term + 1
    while rest:
        rest, each = divmod(rest, 60)
        syllables.append("bdfgklmnprst"[each // 5] + "aeiou"[each % 5])
    return "".join(syllables)


class World:
    """Draw memories as they come in: to a user at random, or one user after the other; space 0 is the large one."""

    def __init__(self, memories: int, users: int, large: int, *, sorted_by_user: bool) -> None:
        self.rng = np.random.default_rng(8)
        counts = 1 / (np.arange(VOCABULARY) + 1 + FLATNESS)
        self.cumulated = np.cumsum(counts / counts.sum())
        self.topics = self._unit(self.rng.standard_normal((64, DIMENSIONS)).astype(np.float32))
        self.users = users
        nos = np.concatenate([self.rng.integers(1, users + 1, memories), np.zeros(large, int)])
        self.arriving = np.sort(nos) if sorted_by_user else self.rng.permutation(nos)
        self.memories: dict[int, list[Memory]] = {no: [] for no in range(users + 1)}
        self._made = 0

    @staticmethod
    def _unit(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True))

    def batches(self) -> Iterator[list[Memory]]:
        """Draw all memories, a batch at a time, in the order of their arrival."""
        for start in range(0, len(self.arriving), BATCH):
            yield self.draw(self.arriving[start : start + BATCH])

    def draw(self, nos: Sequence[int] | np.ndarray[Any, Any]) -> list[Memory]:
        """Draw one more memory for each of the spaces."""
        noise = self._unit(self.rng.standard_normal((len(nos), DIMENSIONS)).astype(np.float32))
        topics = self.topics[self.rng.integers(0, len(self.topics), len(nos))]
        vectors = self._unit(0.6 * topics + 0.8 * noise).astype(np.float16)
        return [self._memory(int(no), vector) for no, vector in zip(nos, vectors, strict=True)]

    def _memory(self, no: int, vector: np.ndarray[Any, Any]) -> Memory:
        here = self.memories[no]
        terms = np.searchsorted(
            self.cumulated, self.rng.random(self.rng.integers(SHORTEST, LONGEST + 1))
        )
        memory = Memory(no, len(here), self._uid(), tuple(terms.tolist()), vector)
        here.append(memory)
        return memory

    def _uid(self) -> UUID:
        """Make a UUID of version 7: ordered by its time."""
        self._made += 1
        tail = int(self.rng.integers(0, 1 << 62))
        return UUID(int=((1_800_000_000_000 + self._made) << 80) | (7 << 76) | (2 << 62) | tail)

    def questions(self, number: int, *, large: bool) -> list[Question]:
        """Draw questions to different users, or to the large space."""
        nos = (
            np.zeros(number, int)
            if large
            else self.rng.choice(np.arange(1, self.users + 1), number, replace=number > self.users)
        )
        return [self._question(int(no)) for no in nos]

    def _question(self, no: int) -> Question:
        about = self.memories[no][int(self.rng.integers(len(self.memories[no])))]
        noise = self._unit(self.rng.standard_normal(DIMENSIONS).astype(np.float32))
        vector = self._unit(about.vector.astype(np.float32) + 0.7 * noise).astype(np.float16)
        terms = tuple(random.Random(about.doc).sample(about.terms, ASKED_TERMS))
        return Question(no, about.space, terms, vector)


def given(memories: Sequence[Memory]) -> Params:
    """Return what a write statement names: one array for each column."""
    return {
        "spaces": [m.space for m in memories],
        "nos": [m.no for m in memories],
        "docs": [m.doc for m in memories],
        "uids": [m.uid for m in memories],
        "texts": [m.text for m in memories],
        "vectors": [HalfVector(m.vector) for m in memories],
    }


def scores_by_words(memories: Sequence[Memory], question: Question) -> Scores:
    """Compute BM25 of every memory of a space, without Postgres."""
    asked = set(question.terms)
    mean = sum(len(m.terms) for m in memories) / len(memories)
    df = {t: sum(t in m.terms for m in memories) for t in asked}
    idf = {t: np.log(1 + (len(memories) - d + 0.5) / (d + 0.5)) for t, d in df.items()}
    scores = np.zeros(len(memories))
    for m in memories:
        norm = K1 * (1 - B + B * len(m.terms) / mean)
        found = [(t, m.terms.count(t)) for t in asked if t in m.terms]
        scores[m.doc] = sum(idf[t] * tf * (K1 + 1) / (tf + norm) for t, tf in found)
    return scores


def scores_by_vector(memories: Sequence[Memory], question: Question) -> Scores:
    """Compute the cosine of every memory of a space, without Postgres."""
    vectors = np.stack([m.vector for m in memories]).astype(np.float32)
    return np.asarray(vectors @ question.vector.astype(np.float32), dtype=np.float64)


def scores_by_both(memories: Sequence[Memory], question: Question) -> Scores:
    """Compute the mean of both, each scaled to 0..1 within the space."""
    words, cosine = scores_by_words(memories, question), scores_by_vector(memories, question)
    scaled = (cosine - cosine.min()) / (cosine.max() - cosine.min())
    return np.asarray((words / words.max() + scaled) / 2)


COMPUTE = {"L": scores_by_words, "V": scores_by_vector, "H": scores_by_both}
"""What a layout is checked against, by its first letter."""


# The measurements


@dataclass(slots=True)
class Asked:
    """Collect what one way of asking cost: milliseconds per round, buffers, and how much of the best ten it found."""

    p50: list[float] = field(default_factory=list)
    p95: list[float] = field(default_factory=list)
    buffers: float = 0.0
    server_ms: float = 0.0
    recall: float = 0.0

    def as_dict(self) -> dict[str, float]:
        """Return the best round, the median round, and the rest."""
        return {
            "p50": round(min(self.p50), 3),
            "p50_median": round(median(self.p50), 3),
            "p95": round(min(self.p95), 3),
            "buffers": round(self.buffers, 1),
            "server_ms": round(self.server_ms, 3),
            "recall": round(self.recall, 4),
        }


@dataclass(slots=True)
class Found:
    """Collect what one layout cost."""

    layout: Layout
    load_rate: float = 0.0
    bytes_each: float = 0.0
    hot: float | None = None
    asked: dict[tuple[str, str], Asked] = field(default_factory=dict)
    writes: list[float] = field(default_factory=list)
    wal_each: float = 0.0
    sizes: dict[str, float] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON; times in ms, sizes in bytes per memory."""
        return {
            "layout": self.layout.name,
            "says": self.layout.says,
            "load_rows_per_s": round(self.load_rate),
            "bytes": round(self.bytes_each),
            **({} if self.hot is None else {"hot_updates": round(self.hot, 3)}),
            "write_p50": round(min(self.writes), 3),
            "write_p50_median": round(median(self.writes), 3),
            "write_wal_bytes": round(self.wal_each),
            "asked": {
                f"{way or 'own'}/{where}": a.as_dict() for (way, where), a in self.asked.items()
            },
        }


def load(connection: Connection, found: Found, batches: Sequence[Sequence[Memory]]) -> None:
    """Write all memories in batches of 500, each its own transaction, into tables that have their indexes."""
    layout = found.layout
    connection.execute(layout.schema)
    rows = [given(batch) for batch in batches]
    started = time.perf_counter()
    for params in rows:
        connection.execute(layout.write, params)
    if layout.after_load:
        connection.execute(layout.after_load)
    number = sum(len(batch) for batch in batches)
    found.load_rate = number / (time.perf_counter() - started)
    found.bytes_each = _size(connection, layout) / number
    found.hot = _hot(connection, layout)
    connection.execute("ANALYZE " + ", ".join(layout.tables))


def _size(connection: Connection, layout: Layout) -> int:
    sizes = [
        connection.execute("SELECT pg_total_relation_size(%s::regclass)", (table,)).fetchone()
        for table in layout.tables
    ]
    return sum(int(row[0]) for row in sizes if row)


def _hot(connection: Connection, layout: Layout) -> float | None:
    connection.execute("SELECT pg_stat_force_next_flush()")
    row = connection.execute(
        "SELECT sum(n_tup_hot_upd)::float8 / NULLIF(sum(n_tup_upd), 0) FROM pg_stat_user_tables "
        "WHERE relname = ANY (%s)",
        (list(layout.tables),),
    ).fetchone()
    return None if row is None or row[0] is None else float(row[0])


def ask_round(
    connection: Connection, found: Found, questions: dict[str, list[Question]], suffix: str = ""
) -> None:
    """Ask every question in every way twice, and keep the times of the second pass."""
    for way, (settings, statement) in found.layout.asks.items():
        connection.execute("RESET ALL")
        if settings:
            connection.execute(settings)
        for where, asked in questions.items():
            times = [_timed(connection, statement, q.params()) for _ in "12" for q in asked]
            entry = found.asked.setdefault((way, where + suffix), Asked())
            kept = times[len(asked) :]
            entry.p50.append(float(np.percentile(kept, 50)))
            entry.p95.append(float(np.percentile(kept, 95)))
    connection.execute("RESET ALL")


def _timed(connection: Connection, statement: LiteralString, params: Params) -> float:
    with connection.cursor(binary=True) as cursor:
        started = time.perf_counter()
        cursor.execute(statement, params, prepare=True)
        cursor.fetchall()
        return (time.perf_counter() - started) * 1000


def write_round(connection: Connection, found: Found, memories: Sequence[Memory]) -> None:
    """Write memories one by one, each in its own transaction."""
    layout = found.layout
    before = _wal(connection)
    times = [_timed_write(connection, layout.write, given([m])) for m in memories]
    found.wal_each = (_wal(connection) - before) / len(memories)
    found.writes.append(float(np.percentile(times, 50)))


def _timed_write(connection: Connection, statement: LiteralString, params: Params) -> float:
    started = time.perf_counter()
    connection.execute(statement, params, prepare=True)
    return (time.perf_counter() - started) * 1000


def _wal(connection: Connection) -> int:
    row = connection.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").fetchone()
    assert row
    return int(row[0])


def explain(connection: Connection, found: Found, questions: dict[str, list[Question]]) -> None:
    """Read the buffers and the server's own time from EXPLAIN (ANALYZE, BUFFERS), of twenty questions at most."""
    for (way, where), entry in found.asked.items():
        settings, statement = found.layout.asks[way]
        connection.execute("RESET ALL")
        if settings:
            connection.execute(settings)
        plans = [
            _plan(connection, statement, q.params())
            for _ in "12"
            for q in questions.get(where, [])[:20]
        ]
        plans = plans[len(plans) // 2 :]
        if plans:
            entry.buffers = sum(b for b, _ in plans) / len(plans)
            entry.server_ms = median(ms for _, ms in plans)
    connection.execute("RESET ALL")


def _plan(connection: Connection, statement: LiteralString, params: Params) -> tuple[float, float]:
    row = connection.execute(
        "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) " + statement, params
    ).fetchone()
    assert row
    plan = row[0][0]
    blocks = plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"]
    return blocks, plan["Execution Time"]


def check(
    connection: Connection, found: Found, world: World, questions: dict[str, list[Question]]
) -> None:
    """Compare the scores with those computed outside Postgres; raise where an exact layout differs."""
    compute = COMPUTE[found.layout.name[0]]
    for (way, where), entry in found.asked.items():
        settings, statement = found.layout.asks[way]
        connection.execute(settings or "RESET ALL")
        shares = []
        for question in questions.get(where, [])[:30]:
            scores = compute(world.memories[question.no], question)
            wanted = sorted((float(score) for score in scores if score), reverse=True)[:TOP]
            got = [float(row[1]) for row in connection.execute(statement, question.params())]
            shares.append(_share(wanted, got))
        entry.recall = sum(shares) / len(shares) if shares else entry.recall
        if shares and found.layout.exact and entry.recall < 1:
            print(f"{found.layout.name}: not exact, {entry.recall:.4f}", file=sys.stderr)
    connection.execute("RESET ALL")


def _share(wanted: list[float], got: list[float]) -> float:
    """Say which share of the best ten was found, by score: equal scores are interchangeable."""
    if not wanted:
        return float(not got)
    return sum(score >= wanted[-1] - 1e-4 for score in got[: len(wanted)]) / len(wanted)


def compare(
    uri: str, layouts: Sequence[Layout], world: World, *, rounds: int, tell: Callable[[str], None]
) -> list[Found]:
    """Load every layout, ask in interleaved rounds before and after VACUUM, then write one by one."""
    found = [Found(layout) for layout in layouts]
    batches = list(world.batches())
    with psycopg.connect(uri, autocommit=True) as connection:
        prepare(connection, world)
        questions = {"space": world.questions(60, large=False)}
        if world.memories[0]:
            questions["large"] = world.questions(20, large=True)
        for each in found:
            load(connection, each, batches)
            ask_round(connection, each, questions, suffix=" fresh")
            connection.execute("VACUUM (ANALYZE) " + ", ".join(each.layout.tables))
            tell(f"{each.layout.name} loaded, {each.load_rate:.0f} memories/s")
        for _ in range(rounds):
            for each in random.sample(found, len(found)):
                ask_round(connection, each, questions)
        for each in found:
            explain(connection, each, questions)
            check(connection, each, world, questions)
        for _ in range(rounds):
            nos = world.rng.integers(1, world.users + 1, 150)
            memories = world.draw(nos)
            for each in random.sample(found, len(found)):
                write_round(connection, each, memories)
    return found


def prepare(connection: Connection, world: World) -> None:
    """Make what all layouts share: the extension and the counts of each space."""
    connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    register_vector(connection)
    connection.execute(
        'CREATE TABLE spaces (space text COLLATE "C" PRIMARY KEY, no int UNIQUE, n bigint, total bigint)'
    )
    rows = [
        (here[0].space, no, len(here), sum(len(m.terms) for m in here))
        for no, here in world.memories.items()
        if here
    ]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO spaces VALUES (%s, %s, %s, %s)", rows)
    connection.execute("ANALYZE spaces")


# The command


def as_table(found: Sequence[Found]) -> str:
    """Lay the figures out, one line per layout and way of asking."""
    head = (
        f"{'':<14}{'load/s':>8}{'bytes':>7}{'write ms':>9}{'WAL':>7}{'where':>13}{'p50':>8}{'median':>8}{'p95':>8}"
        f"{'server':>8}{'buffers':>9}{'recall':>8}"
    )
    return "\n".join([head, *(line for each in found for line in _lines(each))])


def _lines(found: Found) -> Iterator[str]:
    facts = found.as_dict()
    for (way, where), asked in found.asked.items():
        a = asked.as_dict()
        yield (
            f"{found.layout.name + (' ' + way if way else ''):<14}{facts['load_rows_per_s']:>8}{facts['bytes']:>7}"
            f"{facts['write_p50']:>9}{facts['write_wal_bytes']:>7}{where:>13}{a['p50']:>8}{a['p50_median']:>8}"
            f"{a['p95']:>8}{a['server_ms']:>8}{a['buffers']:>9}{a['recall']:>8}"
        )


def read_number(text: str) -> int:
    """Read 100k or 1M as a number."""
    scale = {"k": 1_000, "m": 1_000_000}.get(text[-1:].lower(), 1)
    return int(text[:-1] if scale > 1 else text) * scale


def compare_layouts(
    memories: Annotated[str, typer.Option(help="How many, besides the large space.")] = "100k",
    users: Annotated[int, typer.Option(min=1, help="Spaces that share them.")] = 200,
    large: Annotated[str, typer.Option(help="Memories in one more, large space.")] = "10k",
    only: Annotated[str, typer.Option(help="Names, as in L1,V2; else all.")] = "",
    arrival: Annotated[str, typer.Option(help="interleaved, or sorted by user.")] = "interleaved",
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    json_output: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare ways to store words and vectors for an exact search inside one space."""
    names = {name for name in only.split(",") if name}
    layouts = [layout for layout in LAYOUTS if not names or layout.name in names]
    world = World(
        read_number(memories), users, read_number(large), sorted_by_user=arrival == "sorted"
    )
    with embedded_postgres() as uri:
        found = compare(
            uri, layouts, world, rounds=rounds, tell=lambda text: print(text, file=sys.stderr)
        )
    about = {"memories": memories, "users": users, "large": large, "arrival": arrival}
    if json_output:
        print(json.dumps({**about, "layouts": [each.as_dict() for each in found]}, indent=2))
    else:
        print(as_table(found))


if __name__ == "__main__":
    typer.run(compare_layouts)
