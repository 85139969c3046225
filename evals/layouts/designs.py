"""Which layouts of words and vectors are compared?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import LiteralString

DIMENSIONS = 384
TOP = 10
K1, B = 0.6, 0.4
"""BM25 for texts of a sentence (docs/decisions/0007-search-rows-and-turn-neighbours.md)."""


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
