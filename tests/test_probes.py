"""Does any answer tell whoever tries that something is there which may not be seen?

Each probe is made in two tenants, alike but for a hidden memory under a key, with a slot, a name and an operation; the
answers must be the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import count, pairwise
from typing import Any

import pytest
from aging import shell
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import GetOp, ListNamespacesOp, PutOp, SearchOp
from langgraph.types import Command
from pydantic_core import to_jsonable_python

from langmem_ext import MemoryContext, MemoryState, MemoryStore, MemoryView, Principal
from langmem_ext.errors import LangMemError
from langmem_ext.graphs import daily
from langmem_ext.nodes import commands, hot_path, load_context, recall, record_turns
from langmem_ext.settings import DecisionSettings, RelationSettings, Settings
from langmem_ext.stores.serializer import MemorySerializer

HIDDEN = "Owes @bo_smith a zebra from Porto"
KEY = "the-key"
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)")
_numbers = count(1)


@pytest.fixture(scope="module")
def shared(databases: Databases) -> Iterator[MemoryStore]:
    options: Any = {
        "index": {"dims": HASH_DIMS, "embed": HashEmbeddings()},
        "clock": FakeClock(),
        "settings": Settings(
            relations=RelationSettings(top_k=1, link_min=0.1),
            decision=DecisionSettings(max_entries=6),
        ),
    }
    with databases.fresh() as uri, MemoryStore.from_conn_string(uri, **options) as store:
        yield store


VIEWERS: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "a user, of what is about another": (
        {"user_id": "ana"},
        {"sensitivity": "sensitive", "subjects": ["bo"]},
    ),
    "an agent, of another category": ({"user_id": "ana", "agent": "planner"}, {"category": "knowledge"}),
    "a user in a chat, of what is sensitive": (
        {"user_id": "ana", "chat_id": "team"},
        {"sensitivity": "sensitive"},
    ),
    "a user beside somebody, of what is about a third": (
        {"user_id": "ana", "participants": ("cy",)},
        {"sensitivity": "personal", "subjects": ["bo"]},
    ),
    "whom it is about, of what is about somebody else as well": (
        {"user_id": "bo"},
        {"sensitivity": "sensitive", "subjects": ["bo", "cy"]},
    ),
    "who is present, of what is about an absent one as well": (
        {"user_id": "bo", "chat_id": "team", "participants": ("ana",)},
        {"sensitivity": "personal", "subjects": ["bo", "cy"]},
    ),
    "a chat, of what is sensitive there": ({"chat_id": "team"}, {"sensitivity": "sensitive"}),
    "a chat, of what is personal of somebody there": (
        {"chat_id": "team"},
        {"sensitivity": "personal", "subjects": ["bo"]},
    ),
    "an app, of what somebody said there of itself": ({"app_id": "shop"}, {"sensitivity": "sensitive"}),
    "an app, of what is about somebody": (
        {"app_id": "shop"},
        {"sensitivity": "personal", "subjects": ["bo"]},
    ),
    "another member of a chat, of what is sensitive there": (
        {"user_id": "cy", "chat_id": "team"},
        {"sensitivity": "sensitive"},
    ),
    "another user of an app, of what somebody said there of itself": (
        {"user_id": "cy", "app_id": "shop"},
        {"sensitivity": "sensitive"},
    ),
    "an agent of an app, of another category": (
        {"app_id": "shop", "agent": "planner"},
        {"category": "knowledge"},
    ),
}  # fmt: skip
"""Who looks, and what makes the hidden memory one that it may not see."""


def place(view: MemoryView, category: str = "tasks") -> tuple[str, ...]:
    return ("memory", view.principal.tenant, *home(view.principal), category)


def home(who: Principal) -> tuple[str, str]:
    """Return whose space it is about: ana's, where the viewer is ana or bo, else the chat's or the application's."""
    if who.user_id in ("ana", "bo"):
        return ("user", "ana")
    return ("chat", "team") if who.chat_id else ("app", "shop")


def hide(store: MemoryStore, viewer: Principal, fields: Mapping[str, Any]) -> None:
    """Keep what the viewer may not see: under a key, then once more as what fills a slot, by an operation."""
    tenant, (kind, owner) = viewer.tenant, home(viewer)
    chat = "team" if kind == "chat" else "elsewhere"
    elsewhere = Principal(user_id="ana", tenant=tenant, chat_id=chat, app_id="shop")
    category = fields.get("category", "tasks")
    value = {"content": HIDDEN, **{name: fields[name] for name in fields if name != "category"}}
    store.put(("memory", tenant, kind, owner, category), KEY, {**value, "stated_by": "ana"})
    more = {"category": category, "space": kind, **fields}
    by = store.bind(elsewhere)
    by.remember(f"{HIDDEN} since May", slot="debt", operation_id="op", **more)
    by.remember(f"{HIDDEN} no more", **more)
    gone = by.remember("Has a yak of Bo Smith", **more).memory
    assert gone
    store.delete(("memory", tenant, kind, owner, category), gone.id)


def stay(view: MemoryView) -> None:
    """Keep what the viewer sees in either world."""
    who = {f"{kind}_id": owner for kind, owner in [home(view.principal)]}
    alone = view.store.bind(Principal(tenant=view.principal.tenant, **who))
    for key, content in (("a", "Feeds a zebra of Porto"), ("b", "Writes to Bo Smith on Monday")):
        alone.put(place(view), key, {"content": content, "importance": 3})


def lines(view: MemoryView, **fields: Any) -> list[dict[str, Any]]:
    """Return an export that names the hidden key, as somebody may make it up."""
    source = view.store.bind(Principal(user_id="ana", tenant=f"{view.principal.tenant}-src"))
    there = ("memory", source.principal.tenant, "user", "ana", "tasks")
    source.put(there, fields.pop("key", KEY), {"content": "Buy milk", **fields})
    return [line for line in source.export() if line["record"] == "memory"]


def imported(view: MemoryView, made: list[dict[str, Any]]) -> Any:
    return [view.import_lines(made), view.list(limit=50)]


def history_line(view: MemoryView, category: str = "tasks") -> dict[str, Any]:
    return {
        "record": "history", "space": "user:ana", "memory_id": KEY, "category": category, "sensitivity": "public",
        "event": "ADD", "old": None, "new": "Buy milk", "actor": "ana", "meta": {}, "at": "2026-01-01T00:00:00Z",
    }  # fmt: skip


def relation_line(view: MemoryView, category: str = "tasks") -> dict[str, Any]:
    return {
        "record": "relation", "space": "user:ana", "memory_id": "a", "category": "tasks", "to_memory_id": KEY,
        "to_category": category, "relation_type": "related_to", "strength": 0.5,
        "created_at": "2026-01-01T00:00:00Z", "shows": 15,
    }  # fmt: skip


def version_line(view: MemoryView, category: str = "tasks") -> dict[str, Any]:
    return {
        "record": "version", "space": "user:ana", "memory_id": KEY, "category": category, "sensitivity": "public",
        "since": "2026-01-01T00:00:00Z", "until": "2026-01-02T00:00:00Z", "expires_at": None, "text": "Buy milk",
    }  # fmt: skip


def say(view: MemoryView, *words: str) -> Any:
    """Talk to the nodes that answer commands and keep what is said, in one conversation; agree to what they ask."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    path = [commands(), hot_path(), load_context(), recall(estimate=True), record_turns()]
    for each in path:
        builder.add_node(each)
    names = [START, *(each.get_name() for each in path), END]
    for one, other in pairwise(names):
        builder.add_edge(one, other)
    graph: Any = builder.compile(
        store=view.store, checkpointer=InMemorySaver(serde=MemorySerializer())
    )
    context = {**asdict(view.principal), "thread_id": "talk"}
    run: Any = {"configurable": {"thread_id": "talk"}}
    told = []
    for number, word in enumerate(words):
        said: Any = {"messages": [HumanMessage(word, id=f"m{number}")]}
        state = graph.invoke(said, run, context=context)
        while asked := state.get("__interrupt__"):
            told.append([each.value for each in asked])
            state = graph.invoke(Command(resume="yes"), run, context=context)
        told.append({name: value for name, value in state.items() if name.startswith("memory_")})
        told.append([each.text for each in state["messages"]])
    return told


def by_command(view: MemoryView) -> Any:
    """Ask the command line, which takes a user and an agent."""
    who = view.principal
    shared = [
        "--user",
        "ana",
        "--tenant",
        who.tenant,
        "--json",
        *(["--agent", who.agent] if who.agent else []),
    ]
    if who.chat_id or who.participants or not who.user_id:
        return None
    lines = [
        ["list"], ["search", "zebra of Bo Smith"], ["history"], ["history", KEY], ["entity", "Bo Smith"],
        ["stats"], ["export"], ["forget", KEY], ["restore", KEY], ["remember", HIDDEN, "--dry-run"],
        ["remember", "Has a boat", "--category", "tasks", "--slot", "debt"], ["forget", "--matching", "zebra"],
        ["list"],
    ]  # fmt: skip
    done = [shell(view.store.conn_string)(*line, *shared) for line in lines]
    return [(each.exit_code, _TIME.sub("TIME", each.stdout), each.stderr) for each in done]


def night(view: MemoryView) -> Any:
    """Let maintenance run, and look at all that is left."""
    daily.build(tenant=view.principal.tenant).compile(store=view.store).invoke({})
    return everything(view)


def everything(view: MemoryView) -> Any:
    wide: Any = {"top_k": 30, "budget_tokens": 10_000, "returns": "full"}
    return [
        view.stats(), view.list(limit=50), view.history(limit=50), list(view.export()), view.delta(),
        view.query("zebra of Bo Smith in Porto", **wide), view.entity("Bo Smith"), view.entity("@bo_smith"),
        view.proposals, [view.related(each.id) for each in view.list(limit=50)],
    ]  # fmt: skip


def twice(view: MemoryView, act: Callable[[MemoryView], Any]) -> Any:
    return [act(view), everything(view)]


NAMING: Any = (
    {"superseded_by": KEY},
    {"to": KEY},
    {"into": KEY},
    {"consolidated_from": [KEY]},
    {"why": [KEY, "x"]},
)
"""What an event may note beside itself, made up by who guesses a key."""

STANDING: Any = {
    "supersedes": [KEY], "superseded_by": [KEY], "source_ids": [KEY], "extra": {"consolidated_from": [KEY]},
}  # fmt: skip

Probe = Callable[[MemoryView], Any]
PROBES: Mapping[str, Probe] = {
    "all that is read": everything,
    "get": lambda v: v.get(place(v), KEY),
    "memory": lambda v: v.memory(KEY),
    "history of it": lambda v: v.history(KEY),
    "related to it": lambda v: v.related(KEY),
    "forget": lambda v: twice(v, lambda v: v.forget(KEY)),
    "restore": lambda v: v.restore(KEY),
    "correct": lambda v: v.correct(KEY, "Owes nothing"),
    "confirm": lambda v: v.confirm(KEY),
    "pin": lambda v: v.pin(KEY),
    "consent": lambda v: v.consent(KEY, True),
    "relate": lambda v: v.relate("a", KEY),
    "relate from it": lambda v: v.relate(KEY, "a"),
    "relate to itself": lambda v: v.relate(KEY, KEY),
    "relate, then look": lambda v: twice(v, lambda v: v.relate("a", "b", "knows", 0.1)),
    "delete": lambda v: twice(v, lambda v: v.delete(place(v), KEY)),
    "put": lambda v: twice(v, lambda v: v.put(place(v), KEY, {"content": "Mine"})),
    "put with its slot": lambda v: twice(
        v, lambda v: v.put(place(v), "x", {"content": "Mine", "slot": "debt"})
    ),
    "put about somebody with its slot": lambda v: twice(
        v, lambda v: v.put(place(v), "x", {"content": "Mine", "slot": "debt", "subjects": ["bo"]})
    ),
    "say the same": lambda v: twice(v, lambda v: v.remember(HIDDEN, category="tasks")),
    "say the same about somebody": lambda v: twice(
        v, lambda v: v.remember(HIDDEN, category="tasks", subjects=["bo"])
    ),
    "say it more fully": lambda v: twice(
        v, lambda v: v.remember(f"{HIDDEN} and Lisbon", category="tasks", subjects=["bo"])
    ),
    "say it by itself": lambda v: twice(
        v, lambda v: v.remember("Has a boat", category="tasks", operation_id="op")
    ),
    "say many": lambda v: twice(
        v, lambda v: v.remember_many([{"content": f"{HIDDEN} on day {n}", "category": "tasks"} for n in range(3)])
    ),
    "fill the space": lambda v: twice(
        v, lambda v: [v.remember(f"Paints wall number {n}", category="tasks", source="scan") for n in range(4)]
    ),
    "forget by words": lambda v: twice(v, lambda v: v.forget_matching("zebra")),
    "name it as a source": lambda v: [
        v.remember("Has a boat", category="tasks", source_ids=[KEY]), v.list(limit=9)
    ],
    "search by what it is named": lambda v: [
        v.list(filters={name: {"$ne": "x"}}) for name in ("source_ids", "supersedes", "superseded_by", "slot")
    ],
    "search items": lambda v: [
        v.search(("memory",), query="zebra", filter={"slot": "debt"}),
        v.search(("memory",), offset=1, limit=1),
        v.list_namespaces(prefix=("memory",), max_depth=5),
        v.list_namespaces(suffix=("knowledge",)),
    ],
    "search as of now": lambda v: v.query("zebra", as_of=v.scope.clock(), returns="full", top_k=9),
    "ask for one category": lambda v: v.query("zebra", categories=["tasks"], threshold=0.01),
    "count few": lambda v: [v.list(limit=1), v.list(limit=1, offset=1), v.list(limit=1, offset=2)],
    "find by subject": lambda v: v.find_memories_by_subject(["bo", "ana", "cy"]),
    "import under its key": lambda v: imported(v, lines(v)),
    "import into its slot": lambda v: imported(v, lines(v, key="x", slot="debt", subjects=["bo"])),
    "import into its slot about nobody": lambda v: imported(v, lines(v, key="x", slot="debt")),
    "import its history": lambda v: imported(v, [history_line(v), history_line(v, "knowledge")]),
    "import an edge to it": lambda v: imported(v, [relation_line(v), relation_line(v, "knowledge")]),
    "import what it said": lambda v: imported(v, [version_line(v), version_line(v, "knowledge")]),
    "draw an edge that is called like it": lambda v: twice(v, lambda v: v.relate("a", "b", KEY)),
    "import an event that names it": lambda v: [
        imported(v, [
            {**history_line(v), "memory_id": "a", "event": str(n), "meta": meta} for n, meta in enumerate(NAMING)
        ]),
        v.history("a"),
    ],
    "import what stood for it": lambda v: imported(v, [{**line, **STANDING} for line in lines(v, key="x")]),
    "put what stood for it": lambda v: twice(v, lambda v: v.put(place(v), "x", {
        "content": "Mine", "consolidated_from": [KEY], "supersedes": [KEY], "source_ids": [KEY]
    })),
    "a night": night,
    "fill the space, and sleep on it": lambda v: [
        v.remember_many([{"content": f"Paints wall number {n}", "category": "tasks"} for n in range(4)]), night(v)
    ],
    "turns": lambda v: [
        v.add_turn("user", HIDDEN, session_id="s", id="m"), v.search_turns("zebra of Bo Smith"),
        v.known_turns("s", ["m"]),
    ],
    "two agents": lambda v: [
        MemoryView(v.store, replace(v.principal, agent=agent)).query("zebra", returns="full", top_k=9)
        for agent in ("stylist", "nobody")
    ],
    "context": lambda v: [v.context("What of the zebra of Bo Smith in Porto?"), v.context([])],
    "people": lambda v: [
        v.people.add("Bo Smith"), v.people.find("Bo Smith"), v.people.list(), v.people.find_memories_by_subject(["bo"])
    ],
    "a set with it": lambda v: v.batch([
        GetOp(place(v), KEY), PutOp(place(v), KEY, None), GetOp(place(v), KEY),
        PutOp(place(v), KEY, {"content": "Mine"}),
        SearchOp(("memory",), filter={"pinned": False}), ListNamespacesOp(max_depth=5),
    ]),
    "refusals": lambda v: twice(v, lambda v: [
        v.remember(text, category="tasks") for text in ("My password is hunter2-Xy9!", "Bo Smith has diabetes", "")
    ]),
    "propose": lambda v: twice(v, lambda v: [
        v.remember("Lives in Porto", category="profile", slot="city", source="scan"), v.proposals
    ]),
    "a slot of two": lambda v: twice(v, lambda v: [
        v.remember("Owes a yak", category="tasks", slot="debt", event_time=datetime(2020, 1, 1, tzinfo=UTC)),
        v.remember("Owes a cow", category="tasks", slot="debt"), v.restore(v.list()[0].id),
    ]),
    "the command line": by_command,
    "a talk": lambda v: say(
        v, "What do you know about me?", "What do you know about Bo Smith?", "Forget what you know about zebras",
        "Undo that", "Why do you know about Bo Smith?", "Remember that I owe Bo Smith a zebra from Porto", "Undo that",
        "Forget everything about Bo Smith", "List my tasks",
    ),
    "who somebody is": lambda v: [v.people.find("Bo Smith"), v.people.list()],
}  # fmt: skip


def answer(view: MemoryView, probe: Probe) -> str:
    """Return what a probe is answered, in words that do not depend on the ids and the tenant of this world."""
    try:
        said = probe(view)
    except LangMemError as error:
        said = f"{type(error).__name__}: {error}"
    if isinstance(said, Iterator):
        said = list(said)
    known: dict[str, str] = {}
    plain = to_jsonable_python(said, fallback=lambda item: item.dict())
    text = json.dumps(_rounded(plain), sort_keys=True)
    text = _UUID.sub(lambda id: known.setdefault(id[0], f"ID{len(known)}"), text)
    return text.replace(view.principal.tenant, "T")


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value, 9) if isinstance(value, float) else value


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("probe", PROBES)
def test_no_answer_tells_that_something_hidden_is_there(
    shared: MemoryStore, viewer: str, probe: str
) -> None:
    who, fields = VIEWERS[viewer]
    number = next(_numbers)
    answers = []
    for kind in ("full", "bare"):
        tenant = f"{kind}{number}"
        view = shared.bind(Principal(**who, tenant=tenant, thread_id="t"))
        view.delta()
        if kind == "full":
            hide(shared, view.principal, fields)
        stay(view)
        answers.append(answer(view, PROBES[probe]))

    assert not difference(*answers)


def difference(one: str, other: str) -> str:
    """Return where two texts part; empty where they are the same."""
    if one == other:
        return ""
    pairs = zip(one, other, strict=False)
    at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 200) : at + 120]}\n{other[max(0, at - 200) : at + 120]}"
