"""Do the operations on ordinary items keep what LangGraph promises, and what its Postgres store breaks?"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar

import psycopg
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchItem,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore
from psycopg import sql
from psycopg.rows import dict_row

from langmem_ext.errors import InvalidItem
from langmem_ext.stores.operations.items import (
    ItemIndex,
    check_item_put,
    get_items,
    get_statement,
    list_statement,
    parse_get,
    parse_namespaces,
    parse_search,
    put_statements,
    refresh_statement,
    search_items,
    search_order,
    search_statement,
    sweep_items,
    texts_of,
)
from langmem_ext.stores.operations.namespaces_match import cut, matches, page
from langmem_ext.stores.requests import Embed, Fetch, Operation, Post, Statement, embed, fetch

T = TypeVar("T")
Labels = tuple[str, ...]

NS = ("documents", "reports")
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def toy_vector(text: str) -> list[float]:
    """A unit vector over the words tea, coffee and chess; a text may also spell its own: `vector 1 0`."""
    if text.startswith("vector "):
        return [float(part) for part in text.split()[1:]]
    counts = [float(text.count(word)) for word in ("tea", "coffee", "chess")]
    norm = math.hypot(*counts) or 1.0
    return [count / norm for count in counts]


def put_items(ops: Sequence[PutOp], *, now: datetime, index: ItemIndex | None) -> Operation[None]:
    """Store and delete items in the order in which a batch of the store does."""
    for op in ops:
        check_item_put(op)
    vectors = yield from embed(texts_of(ops, index))
    if statements := put_statements(ops, now=now, index=index, vectors=vectors):
        yield from fetch(*statements)


def list_item_namespaces(
    op: ListNamespacesOp, *, now: datetime, omit_expired: bool
) -> Operation[list[Labels]]:
    """List the namespaces of items as a batch of the store does where there are no memories."""
    (rows,) = yield from fetch(list_statement(op, now=now, omit_expired=omit_expired))
    return page(op, parse_namespaces(rows))


@dataclass
class Runner:
    """Drive operations as the stores do, one transaction each, at a time the test sets."""

    connection: psycopg.Connection[dict[str, Any]]
    now: datetime = START
    index: ItemIndex | None = field(default_factory=lambda: ItemIndex(("text",)))
    omit_expired: bool = False
    round_trips: list[int] = field(default_factory=list)
    embedded: list[str] = field(default_factory=list)

    def run(self, operation: Operation[T]) -> T:
        answer: Any = None
        with self.connection.transaction():
            while True:
                try:
                    request = operation.send(answer)
                except StopIteration as stop:
                    return stop.value  # type: ignore[no-any-return]
                answer = self._answer(request)

    def _answer(self, request: object) -> Any:
        if isinstance(request, Embed):
            self.embedded += request.texts
            return [toy_vector(text) for text in request.texts]
        assert isinstance(request, Fetch | Post)
        self.round_trips.append(len(request.statements))
        return [self.send(statement) for statement in request.statements]

    def send(self, statement: Statement) -> list[dict[str, Any]]:
        cursor = self.connection.execute(statement.sql, statement.params)
        return cursor.fetchall() if cursor.description else []

    def batch_puts(self, *ops: PutOp) -> None:
        self.run(put_items(ops, now=self.now, index=self.index))

    def put(self, key: str, value: Any, namespace: Labels = NS, **given: Any) -> None:
        self.batch_puts(PutOp(namespace, key, value, **given))

    def get(self, key: str, namespace: Labels = NS, refresh_ttl: bool = False) -> Item | None:
        ops = [GetOp(namespace, key, refresh_ttl)]
        return self.run(get_items(ops, now=self.now, omit_expired=self.omit_expired))[0]

    def search(
        self, prefix: Labels = NS, query: str | None = None, **given: Any
    ) -> list[SearchItem]:
        given.setdefault("refresh_ttl", False)
        op = SearchOp(prefix, query=query, **given)
        vector = toy_vector(query) if query else None
        return self.run(
            search_items(op, now=self.now, query_vector=vector, omit_expired=self.omit_expired)
        )

    def namespaces(self, *conditions: MatchCondition, **given: Any) -> list[Labels]:
        op = ListNamespacesOp(conditions, **given)
        return self.run(list_item_namespaces(op, now=self.now, omit_expired=self.omit_expired))

    def sweep(self) -> int:
        return self.run(sweep_items(now=self.now))

    def expiry(self, key: str) -> datetime | None:
        row = self.connection.execute(
            "SELECT expires_at FROM langmem.items WHERE key = %s", [key]
        ).fetchone()
        assert row is not None
        return row["expires_at"]  # type: ignore[no-any-return]

    def count(self, table: str) -> int:
        row = self.connection.execute(f"SELECT count(*) AS n FROM langmem.{table}").fetchone()
        assert row is not None
        return int(row["n"])


@pytest.fixture(scope="module")
def items_uri(databases: Any) -> Iterator[str]:
    migrations = files("langmem_ext.stores.migrations")
    with databases.fresh(migrated=False) as uri:
        with psycopg.connect(uri) as connection:
            connection.execute("CREATE SCHEMA langmem")
            for name in ("0001_schema.sql", "0002_items.sql"):
                connection.execute(migrations.joinpath(name).read_bytes())
        yield uri


@pytest.fixture
def connect(items_uri: str) -> Iterator[Callable[[], Runner]]:
    """Open runners, each with its own connection, on tables that are empty when the test begins."""
    opened: list[psycopg.Connection[dict[str, Any]]] = []

    def open_runner() -> Runner:
        opened.append(psycopg.connect(items_uri, autocommit=True, row_factory=dict_row))
        opened[-1].execute("SET lock_timeout = '5s'")
        return Runner(opened[-1])

    open_runner().connection.execute("TRUNCATE langmem.items CASCADE")
    yield open_runner
    for connection in opened:
        connection.close()


@pytest.fixture
def items(connect: Callable[[], Runner]) -> Runner:
    return connect()


def keys(found: Sequence[Item]) -> list[str]:
    return [item.key for item in found]


# Values

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
    | st.sampled_from([1e16, 1e23, -1.5e300, 5e-324, 10**400, "1e+23", '\\"1e+16', "\\u0000"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


def typed(value: Any) -> Any:
    """Make values of different types different: 1, 1.0 and True are equal in Python."""
    if isinstance(value, dict):
        return {key: typed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [typed(inner) for inner in value]
    return (type(value), value)


@given(value=st.dictionaries(st.sampled_from(["a", "$", "a.b", ""]), JSON))
def test_a_json_value_returns_with_the_same_types(items_uri: str, value: dict[str, Any]) -> None:
    with psycopg.connect(items_uri, row_factory=dict_row) as connection:
        items = Runner(connection, index=None)
        items.put("k", value)

        item = items.get("k")

    assert item is not None
    assert typed(item.value) == typed(value)


def holding_itself() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["self"] = value
    return value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a": {"b": ["fine", "a\x00b"]}}, r"a\.b\[1\] has a NUL"),
        ({"a\x00b": 1}, "key with a NUL"),
        ({"a": "\ud800"}, "surrogate"),
        ({"a": datetime(2026, 1, 1, tzinfo=UTC)}, r"a is of type datetime.*isoformat"),
        ({"a": float("nan")}, "a is not a finite number"),
        ({"a": [float("-inf")]}, r"a\[0\] is not a finite number"),
        ({"a": b"bytes"}, "of type bytes"),
        ({"a": {1, 2}}, "of type set"),
        ({"a": 10**5000}, "digits"),
        ({"a": {1: "x"}}, "a has a key that is not a string but int"),
        (holding_itself(), "holds itself"),
        ([("a", 1, 2)], "mapping"),
        ("text", "mapping"),
        (7, "mapping"),
    ],
)
def test_a_value_that_would_not_return_unchanged_is_refused_before_any_sql(
    items: Runner, value: Any, words: str
) -> None:
    items.put("old", {"n": 1})

    with pytest.raises(InvalidItem, match=rf"item 'k' of namespace .*'reports'.*{words}"):
        items.batch_puts(PutOp(NS, "new", {"n": 2}), PutOp(NS, "old", None), PutOp(NS, "k", value))

    assert len(items.round_trips) == 1
    assert keys(items.search()) == ["old"]


@pytest.mark.parametrize(
    ("op", "words"),
    [
        (PutOp(NS, "a\x00b", {}), "NUL"),
        (PutOp(NS, "\udfff", {}), "surrogate"),
        (PutOp((*NS, "\udfff"), "k", {}), "surrogate"),
        (PutOp(NS, 7, {}), "must be a string"),  # type: ignore[arg-type]
        (PutOp(NS, "k" * 2600, {}), "2600 bytes"),
        (PutOp(NS, "k", {}, ttl=-1), "ttl"),
        (PutOp(NS, "k", {}, ttl=math.nan), "ttl"),
        (PutOp(NS, "k", {}, ttl=math.inf), "leave it out"),
        (PutOp(NS, "k", {}, index="text"), "list of paths"),  # type: ignore[arg-type]
        (PutOp(NS, "k", {}, index=True), "list of paths"),  # type: ignore[arg-type]
    ],
)
def test_an_unfit_put_is_refused(op: PutOp, words: str) -> None:
    with pytest.raises(InvalidItem, match=words):
        check_item_put(op)


@pytest.mark.parametrize("namespace", [(), ("langgraph", "x"), ("a.b",), ("a", ""), ("a\x00",)])
def test_a_namespace_that_langgraph_forbids_is_refused(namespace: Labels) -> None:
    with pytest.raises(InvalidNamespaceError):
        check_item_put(PutOp(namespace, "k", {"n": 1}))


def test_a_refusal_repeats_no_value() -> None:
    with pytest.raises(InvalidItem) as refused:
        check_item_put(PutOp(NS, "k", {"note": "hunter2\x00", "pin": float("inf")}))

    assert "hunter2" not in str(refused.value)


def test_the_longest_key_and_any_mapping_are_accepted(items: Runner) -> None:
    letters = random.Random(7)
    key = "".join(chr(letters.randrange(0x20, 0x7F)) for _ in range(2600 - len(".".join(NS))))
    items.put(key, MappingProxyType({"tags": ("a", "b"), "text": "tea"}))

    (item,) = items.search(query="tea")

    assert (item.key, item.value) == (key, {"tags": ["a", "b"], "text": "tea"})


# Puts and gets


def test_a_batch_of_gets_is_one_statement_and_keeps_its_order(items: Runner) -> None:
    items.batch_puts(*(PutOp(NS, f"k{n}", {"n": n}) for n in range(5)))
    asked = ["k3", "absent", "k0", "k3", "nul\x00", "\ud800"]
    items.round_trips.clear()

    ops = [GetOp(NS, key) for key in asked] + [GetOp(("documents",), "k3"), GetOp((), "k3")]
    found = items.run(get_items(ops, now=items.now, omit_expired=False))

    assert items.round_trips == [1]
    assert [item and item.value["n"] for item in found] == [3, None, 0, 3, None, None, None, None]
    assert found[0] is not None and found[3] is not None
    assert found[0].value is not found[3].value
    assert found[0].namespace == NS


def test_a_batch_of_puts_is_one_round_trip_of_at_most_five_statements(items: Runner) -> None:
    items.put("gone", {"text": "tea"})
    items.round_trips.clear()

    puts = [PutOp(NS, f"k{n}", {"text": f"tea {n}"}) for n in range(50)]
    items.batch_puts(*puts, PutOp(NS, "gone", None))

    assert items.round_trips == [5]
    assert (items.count("items"), items.count("item_vectors")) == (50, 50)


def test_nothing_is_sent_for_no_operations(items: Runner) -> None:
    items.batch_puts()
    items.run(get_items([], now=items.now, omit_expired=False))

    assert items.round_trips == []


def test_the_last_put_of_a_key_counts(items: Runner) -> None:
    items.batch_puts(
        PutOp(NS, "a", {"text": "tea"}),
        PutOp(NS, "b", {"text": "tea"}),
        PutOp(list(NS), "a", {"text": "coffee"}),  # type: ignore[arg-type]
        PutOp(NS, "b", None),
        PutOp(NS, "c", None),
        PutOp(NS, "c", {"text": "chess"}),
    )

    assert items.embedded == ["coffee", "chess"]
    assert {item.key: item.value["text"] for item in items.search()} == {
        "a": "coffee",
        "c": "chess",
    }


def test_an_overwrite_keeps_created_at_and_moves_updated_at(items: Runner) -> None:
    items.put("k", {"n": 1})
    items.now += MINUTE
    items.put("k", {"n": 2})

    item = items.get("k")

    assert item is not None
    assert (item.created_at, item.updated_at) == (START, START + MINUTE)
    assert item.value == {"n": 2}


def test_an_item_put_over_an_expired_one_is_new(items: Runner) -> None:
    items.put("k", {"n": 1}, ttl=1)
    items.now += MINUTE
    items.put("k", {"n": 2})

    item = items.get("k")

    assert item is not None and item.created_at == items.now


def test_a_failing_statement_leaves_nothing_of_a_batch(items: Runner) -> None:
    items.put("old", {"n": 1})

    with pytest.raises(psycopg.DataError):  # a vector that no check can foresee
        items.batch_puts(PutOp(NS, "old", None), PutOp(NS, "new", {"text": "vector nan 1"}))

    assert keys(items.search()) == ["old"]


def test_batches_over_the_same_keys_in_opposite_orders_do_not_deadlock(
    connect: Callable[[], Runner],
) -> None:
    names = [f"k{n}" for n in range(40)]
    low = [PutOp(NS, key, {"n": 1} if key < "k2" else None) for key in names]
    high = [PutOp(NS, key, None if key < "k2" else {"n": 2}) for key in names]

    def write(runner: Runner, ops: list[PutOp]) -> None:
        for _ in range(25):
            runner.batch_puts(*ops)

    with ThreadPoolExecutor() as threads:
        writing = [threads.submit(write, connect(), ops) for ops in (low, high)]
    for each in writing:
        each.result()  # raises DeadlockDetected

    assert {item.value["n"] for item in connect().search()} in ({1}, {2})


# Search


def test_without_a_query_the_newest_come_first_then_by_name(items: Runner) -> None:
    items.batch_puts(
        *(PutOp(NS, key, {}) for key in ("b", "a", "B")), PutOp(("documents",), "z", {})
    )
    items.now += MINUTE
    items.put("c", {})

    found = items.search(("documents",))

    assert keys(found) == ["c", "z", "B", "a", "b"]
    assert {item.score for item in found} == {None}
    assert isinstance(found[0], SearchItem)


def test_a_prefix_is_compared_by_whole_labels(items: Runner) -> None:
    labels = [
        "user",
        "user-1",
        "user_1",
        "userX1",
        "user!",
        "user/",
        "user%",
        "User",
        "ušer",
        "use",
    ]
    for label in labels:
        items.put(label, {"text": "tea"}, (label,))
        items.put(f"{label} below", {"text": "tea"}, (label, "notes"))

    for label in labels:
        expected = [label, f"{label} below"]
        assert sorted(keys(items.search((label,)))) == expected
        assert sorted(keys(items.search((label,), "tea"))) == expected
    assert len(items.search((), limit=100)) == 2 * len(labels)
    assert items.search(("user", "note")) == []
    assert items.search(("\ud800",)) == items.search(("nul\x00",), "tea") == []


def test_the_locale_of_the_database_has_no_say_in_a_prefix(items: Runner) -> None:
    # the embedded Postgres knows no other locale than C, so the columns themselves are looked at
    rows = items.send(
        Statement(
            "SELECT table_name, column_name, collation_name FROM information_schema.columns"
            " WHERE table_schema = 'langmem' AND table_name IN ('items', 'item_vectors')"
            " AND column_name IN ('namespace', 'key')"
        )
    )

    assert [row["collation_name"] for row in rows] == ["C"] * 4


def test_a_query_ranks_by_cosine_and_an_item_by_its_best_vector(items: Runner) -> None:
    items.put("mixed", {"l": ["coffee", "tea coffee"]}, index=["l[*]"])
    items.put("tea", {"l": ["chess", "tea"]}, index=["l[*]"])
    items.put("far", {"text": "vector -1 0 0"})
    items.put("unindexed", {"text": "tea"}, index=False)
    items.put("blank", {"text": "  "})

    found = items.search(query="tea")

    assert keys(found) == ["tea", "mixed", "far"]
    assert [item.score for item in found] == pytest.approx([1.0, math.sqrt(0.5), -1.0], abs=1e-3)
    assert all(-1.0 <= item.score <= 1.0 for item in found if item.score is not None)


def test_equal_scores_are_ordered_by_time_then_name(items: Runner) -> None:
    for namespace in (("documents", "z"), NS):
        items.batch_puts(*(PutOp(namespace, key, {"text": "tea"}) for key in "ba"))
    items.now += MINUTE
    items.put("late", {"text": "tea"})

    found = items.search(("documents",), "tea")

    assert [(item.namespace[1], item.key) for item in found] == [
        ("reports", "late"), ("reports", "a"), ("reports", "b"), ("z", "a"), ("z", "b"),
    ]  # fmt: skip
    assert sorted(reversed(found), key=search_order) == found


def test_a_small_namespace_is_not_starved_by_nearer_items_elsewhere(items: Runner) -> None:
    items.batch_puts(*(PutOp(("crowd", f"u{n % 7}"), f"k{n}", {"text": "tea"}) for n in range(300)))
    items.batch_puts(
        *(
            PutOp(NS, f"k{n:02}", {"text": "chess tea" if n % 2 else "chess", "n": n})
            for n in range(40)
        )
    )

    assert len(items.search(query="tea", limit=40)) == 40
    odd = items.search(query="tea", limit=10, filter={"n": {"$gte": 20}})
    assert [item.value["n"] for item in odd] == [21, 23, 25, 27, 29, 31, 33, 35, 37, 39]


@pytest.mark.parametrize("query", [None, "tea"])
def test_pages_cover_every_match_once(items: Runner, query: str | None) -> None:
    items.batch_puts(
        *(
            PutOp(NS, f"k{n:02}", {"l": ["tea", "coffee"], "n": n}, index=["l[*]"])
            for n in range(30)
        )
    )

    pages = [
        items.search(query=query, limit=4, offset=at, filter={"n": {"$lt": 18}})
        for at in range(0, 24, 4)
    ]

    assert [len(found) for found in pages] == [4, 4, 4, 4, 2, 0]
    assert sorted(key for found in pages for key in keys(found)) == [f"k{n:02}" for n in range(18)]
    assert items.search(query=query, limit=0) == []


def test_vectors_of_another_size_are_left_out(items: Runner) -> None:
    items.put("three", {"text": "tea"})
    items.put("two", {"text": "vector 1 0"})
    items.put("both", {"l": ["vector 1 0", "vector 0 1 0"]}, index=["l[*]"])

    assert keys(items.search(query="tea")) == ["three", "both"]
    assert keys(items.search(query="vector 1 0")) == ["both", "two"]
    assert items.search(query="vector 1 0 0 0") == []


def test_long_vectors_are_kept(items: Runner) -> None:
    unit = [1.0] + [0.0] * 3071
    items.put("k", {"text": "vector " + " ".join(map(str, unit))})

    (item,) = items.search(query="vector " + " ".join(map(str, unit)))

    assert item.score == 1.0


def test_a_negative_page_is_refused_before_any_sql(items: Runner) -> None:
    asked: list[dict[str, Any]] = [{"limit": -1}, {"offset": -1}]
    for page_asked in asked:
        with pytest.raises(ValueError, match="negative"):
            items.search(**page_asked)
        with pytest.raises(ValueError, match="negative"):
            items.namespaces(**page_asked)
    with pytest.raises(ValueError, match="negative"):
        items.namespaces(max_depth=-1)

    assert items.round_trips == []


# Vectors


def test_no_vector_outlives_the_text_it_was_made_of(items: Runner) -> None:
    items.put("hidden", {"text": "tea"})
    items.put("hidden", {"text": "redacted"}, index=False)
    items.put("shrunk", {"l": ["chess", "tea"]}, index=["l[*]"])
    items.put("shrunk", {"l": ["chess"]}, index=["l[*]"])
    items.put("moved", {"text": "tea", "other": "chess"})
    items.put("moved", {"text": "tea", "other": "chess"}, index=["other"])
    items.put("deleted", {"text": "tea"})
    items.put("deleted", None)
    items.put("deleted", {"text": "chess"})

    found = items.search(query="tea")

    assert [(item.key, item.score) for item in found] == [
        ("deleted", 0.0), ("moved", 0.0), ("shrunk", 0.0),
    ]  # fmt: skip
    assert items.count("item_vectors") == 3


def test_each_path_is_embedded_and_its_name_kept(items: Runner) -> None:
    ops = [
        PutOp(NS, "default", {"text": "tea", "other": "x"}),
        PutOp(NS, "paths", {"a": {"b": "one"}, "l": [{"t": "two"}, {"t": "three"}], "n": None},
              index=["a.b", "l[*].t", "l[-1].t", "n", "absent"]),
        PutOp(NS, "none", {"text": "tea"}, index=False),
        PutOp(NS, "gone", None),
    ]  # fmt: skip
    items.batch_puts(*ops)

    rows = items.send(Statement("SELECT key, part, field FROM langmem.item_vectors ORDER BY 1, 2"))

    assert texts_of(ops, items.index) == ["tea", "one", "two", "three", "three"]
    assert texts_of(ops, None) == []
    assert [tuple(row.values()) for row in rows] == [
        ("default", 0, "text"),
        ("paths", 0, "a.b"), ("paths", 1, "l[*].t"), ("paths", 2, "l[*].t"), ("paths", 3, "l[-1].t"),
    ]  # fmt: skip


def test_the_whole_value_is_embedded_as_json() -> None:
    ops = [PutOp(NS, "k", {"b": 1, "a": "čaj"})]

    assert texts_of(ops, ItemIndex()) == ['{"a": "čaj", "b": 1}']


def test_a_text_without_a_vector_is_stored_all_the_same(items: Runner) -> None:
    ops = [PutOp(NS, "k", {"text": "tea"})]
    for statement in put_statements(ops, now=START, index=items.index, vectors=[None]):
        items.send(statement)

    assert keys(items.search()) == ["k"]
    assert items.search(query="tea") == []


# Expiry


def test_a_fraction_of_a_minute_is_kept(items: Runner) -> None:
    items.put("k", {}, ttl=0.4)
    assert items.expiry("k") == START + timedelta(seconds=24)

    items.now += timedelta(seconds=10)
    items.get("k", refresh_ttl=True)

    assert items.expiry("k") == START + timedelta(seconds=34)


def test_a_put_decides_the_expiry_anew(items: Runner) -> None:
    items.put("k", {}, ttl=5)
    items.put("k", {}, ttl=2)
    assert items.expiry("k") == START + 2 * MINUTE

    items.put("k", {})
    assert items.expiry("k") is None


def test_only_a_refreshing_read_extends_and_only_what_it_returns(items: Runner) -> None:
    items.batch_puts(*(PutOp(NS, key, {"text": "tea"}, ttl=10) for key in "abcd"))
    items.put("stays", {"text": "tea"})
    items.now += MINUTE

    asked = [GetOp(NS, "a", True), GetOp(NS, "b", False), GetOp(NS, "a", False)]
    items.run(get_items(asked, now=items.now, omit_expired=False))
    items.search(query="tea", limit=1, offset=2, refresh_ttl=True)
    items.search(refresh_ttl=False)

    late = START + 11 * MINUTE
    assert [items.expiry(key) for key in "abcd"] == [
        late,
        START + 10 * MINUTE,
        late,
        START + 10 * MINUTE,
    ]
    assert items.expiry("stays") is None
    item = items.get("a")
    assert item is not None and item.updated_at == START


def test_a_search_can_be_refreshed_afterwards(items: Runner) -> None:
    items.batch_puts(*(PutOp(NS, key, {}, ttl=10) for key in "ab"), PutOp(NS, "c", {}))
    items.now += MINUTE

    items.send(refresh_statement(items.search()[:1], now=items.now))

    assert [items.expiry(key) for key in "abc"] == [START + 11 * MINUTE, START + 10 * MINUTE, None]


def test_expired_items_are_hidden_everywhere_when_asked(items: Runner) -> None:
    items.put("k", {"text": "tea"}, ttl=1)
    items.put("other", {"text": "tea"}, ("documents", "kept"))
    items.now += MINUTE

    assert items.get("k") is not None
    assert keys(items.search()) == keys(items.search(query="tea")) == ["k"]
    assert NS in items.namespaces()

    items.omit_expired = True
    assert items.get("k", refresh_ttl=True) is None
    assert items.search(refresh_ttl=True) == items.search(query="tea", refresh_ttl=True) == []
    assert items.namespaces() == [("documents", "kept")]
    assert items.expiry("k") == START + MINUTE


def test_a_sweep_removes_what_has_expired_and_counts_it(items: Runner) -> None:
    for minutes in range(1, 6):
        items.put(f"k{minutes}", {"text": "tea"}, ttl=minutes)
    items.put("stays", {"text": "tea"})
    items.now += 3 * MINUTE

    assert items.sweep() == 3
    assert items.sweep() == 0
    assert sorted(keys(items.search())) == ["k4", "k5", "stays"]
    assert items.count("item_vectors") == 3


def test_reads_and_sweeps_never_wait_for_a_writer(connect: Callable[[], Runner]) -> None:
    reader, writer = connect(), connect()
    writer.batch_puts(*(PutOp(NS, key, {"text": "tea"}, ttl=1) for key in "ab"))
    reader.now += MINUTE

    with writer.connection.transaction():
        writer.send(Statement("UPDATE langmem.items SET value = '{}' WHERE key = 'a'"))
        assert reader.get("a", refresh_ttl=True) is not None
        assert keys(reader.search(query="tea", refresh_ttl=True)) == ["a", "b"]
        reader.now += MINUTE
        assert reader.sweep() == 1

    assert keys(reader.search()) == ["a"]


# Namespaces

LABELS = st.sampled_from(["a", "b", "a!", "*", "a b", "é"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=4).map(tuple)
PATHS = st.lists(LABELS, max_size=3).map(tuple)
CONDITIONS = st.builds(MatchCondition, st.sampled_from(["prefix", "suffix"]), PATHS)
LISTINGS = st.builds(
    ListNamespacesOp,
    match_conditions=st.none() | st.lists(CONDITIONS, max_size=2).map(tuple),
    max_depth=st.none() | st.integers(0, 4),
    limit=st.integers(0, 5),
    offset=st.integers(0, 3),
)


@settings(max_examples=200)
@given(stored=st.lists(NAMESPACES, max_size=8), op=LISTINGS)
@example(
    stored=[("a", "b"), ("b", "a"), ("b", "b", "a")],
    op=ListNamespacesOp((MatchCondition("prefix", ("*", "b")),)),
)
def test_a_listing_is_that_of_the_in_memory_store(
    items_uri: str, stored: list[Labels], op: ListNamespacesOp
) -> None:
    puts = [PutOp(namespace, "k", {}) for namespace in stored]
    reference = InMemoryStore()
    reference.batch(puts)
    with psycopg.connect(items_uri, row_factory=dict_row) as connection:
        connection.execute("TRUNCATE langmem.items CASCADE")
        items = Runner(connection, index=None)
        items.batch_puts(*puts)

        listed = items.run(list_item_namespaces(op, now=START, omit_expired=True))

    assert listed == reference.batch([op])[0]
    assert page(op, cut(stored, op)) == listed


def test_a_listing_can_be_merged_with_another_source(items: Runner) -> None:
    for namespace in [("a",), ("c", "x"), ("c", "y"), ("e",)]:
        items.put("k", {}, namespace)
    op = ListNamespacesOp((), max_depth=1, limit=2, offset=1)

    rows = items.send(list_statement(op, now=START, omit_expired=False))
    merged = page(op, [tuple(row["namespace"]) for row in rows], cut([("b", "z"), ("c",)], op))

    assert merged == [("b",), ("c",)]


def test_a_condition_takes_labels_literally_and_lists_too(items: Runner) -> None:
    for namespace in [("user_1",), ("userX1",), ("a%b",), ("a.b".replace(".", "\\"),)]:
        items.put("k", {}, namespace)

    for label in ("user_1", "a%b", "a\\b"):
        for kind in ("prefix", "suffix"):
            condition = MatchCondition(kind, [label])  # type: ignore[arg-type]
            assert items.namespaces(condition) == [(label,)]
    assert items.namespaces(MatchCondition("suffix", ("\ud800",))) == []


def test_an_unknown_match_type_is_refused(items: Runner) -> None:
    op = ListNamespacesOp((MatchCondition("middle", ("a",)),))  # type: ignore[arg-type]

    with pytest.raises(ValueError, match="prefix, suffix"):
        matches(("a",), op)
    with pytest.raises(ValueError, match="prefix, suffix"):
        items.namespaces(*op.match_conditions or ())


# A batch of many kinds


def test_gets_searches_lists_and_puts_share_one_round_trip(items: Runner) -> None:
    items.put("k", {"text": "tea"}, ttl=1)
    gets, puts = [GetOp(NS, "k")], [PutOp(NS, "k", {"text": "chess"}), PutOp(NS, "l", {})]
    search = SearchOp(NS, {"text": {"$ne": "chess"}}, query="tea")
    statements = [
        get_statement(gets, now=START, omit_expired=True),
        search_statement(search, now=START, query_vector=toy_vector("tea"), omit_expired=True),
        list_statement(ListNamespacesOp(), now=START, omit_expired=True),
        *put_statements(puts, now=START, index=items.index, vectors=[toy_vector("chess")]),
    ]

    with items.connection.transaction(), items.connection.pipeline():
        cursors = [items.connection.execute(s.sql, s.params) for s in statements]
    got, found, listed = (cursor.fetchall() for cursor in cursors[:3])

    # reads see the state before the puts of their batch
    assert [item and item.value for item in parse_get(gets, got)] == [{"text": "tea"}]
    assert keys(parse_search(found)) == ["k"]
    assert [row["namespace"] for row in listed] == [list(NS)]
    assert sorted(keys(items.search())) == ["k", "l"]
    assert items.search(query="chess")[0].value == {"text": "chess"}


def test_a_small_scope_is_read_through_the_index(items: Runner) -> None:
    items.send(
        Statement(
            "INSERT INTO langmem.items SELECT 'user.' || mod(n, 500), n::text, '{}', %(now)s, %(now)s"
            " FROM generate_series(1, 20000) n",
            {"now": START},
        )
    )
    items.send(Statement("ANALYZE langmem.items"))
    op = SearchOp(("user", "7"), refresh_ttl=False)
    statement = search_statement(op, now=START, query_vector=None, omit_expired=True)

    rows = items.send(Statement(sql.SQL("EXPLAIN ") + statement.sql, statement.params))

    plan = "\n".join(row["QUERY PLAN"] for row in rows)
    assert "items_pkey" in plan and "Seq Scan" not in plan
