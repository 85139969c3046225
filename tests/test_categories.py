"""Does a category file say which categories there are and who may see them, and a bad one where it is wrong?"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext import Categories, MemoryStore, Principal, Settings
from langmem_ext.errors import CategoryNotAllowed, ConfigurationError, UnknownCategory

GOOD = """\
categories:
  system:
    - {name: profile, context: all, type: identity}
    - {name: goals, rag_length: 5}
  custom:
    - {name: pets, type: preference, kind: insight, cap: 3}
allowlists:
  planner: [goals, pets]
  nobody: []
  "*": [profile]
"""


def test_a_file_says_what_each_category_is() -> None:
    categories = Categories.parse(GOOD)

    assert list(categories.by_name) == ["profile", "goals", "pets"]
    goals, pets = categories.get("goals"), categories.get("pets")
    assert (goals.context, goals.rag_length, goals.type, goals.kind, goals.cap) == (
        "rag", 5, "knowledge", "semantic", None,
    )  # fmt: skip
    assert (pets.type, pets.kind, pets.cap) == ("preference", "insight", 3)


def test_an_agent_may_use_what_its_allowlist_names() -> None:
    categories = Categories.parse(GOOD)

    assert categories.allowed("planner") == ("goals", "pets")
    assert categories.allowed("nobody") == ()
    assert categories.allowed("anyone else") == ("profile",)
    assert categories.allowed(None) == ("profile", "goals", "pets")
    assert categories.require("planner", ["pets", "goals", "pets"]) == ("pets", "goals")
    with pytest.raises(
        CategoryNotAllowed, match=r"'planner' asked for profile and may use goals, pets"
    ):
        categories.require("planner", ["goals", "profile"])
    with pytest.raises(UnknownCategory, match="'gossip'; configured are profile, goals, pets"):
        categories.require("planner", ["gossip"])


def test_without_a_star_an_unknown_agent_may_use_nothing() -> None:
    assert Categories.load().allowed("stranger") == ()


def test_the_packaged_file_holds_the_settled_categories_and_allowlists() -> None:
    categories = Categories.load()

    assert {
        "profile", "event", "activity", "goals", "preferences", "relationships", "tasks", "knowledge",
        "relationship_dynamic", "procedural", "projects", "interests", "history", "tone", "style", "recent_activity",
        "constraints",
    } <= set(categories.by_name)  # fmt: skip
    assert set(categories.allowlists) == {
        "supervisor",
        "planner",
        "stylist",
        "researcher",
        "executor",
    }
    assert categories.get("profile").context == "all"


def test_what_was_concluded_and_how_things_are_done_reach_the_packaged_agents(
    store: MemoryStore,
) -> None:
    everyone = store.bind(Principal(user_id="ana"))
    everyone.remember(
        "The user opens up after admitting mistakes",
        category="relationship_dynamic",
        kind="insight",
    )
    everyone.remember("1. Run the tests\n2. Ship it", category="procedural", kind="procedural")

    found = {
        agent: [
            category
            for category in ("relationship_dynamic", "procedural")
            if _finds(store, agent, category)
        ]
        for agent in Categories.load().allowlists
    }

    assert found == {
        "supervisor": ["relationship_dynamic"],
        "planner": ["procedural"],
        "executor": ["procedural"],
        "stylist": [],
        "researcher": [],
    }


def _finds(store: MemoryStore, agent: str, category: str) -> bool:
    view = store.bind(Principal(user_id="ana", agent=agent))
    try:
        return bool(view.query("admitting mistakes, run the tests", categories=[category]).bullets)
    except CategoryNotAllowed:
        return False


def test_a_project_of_the_supervisors_is_filed_as_one(store: MemoryStore) -> None:
    supervisor = store.bind(Principal(user_id="ana", agent="supervisor"))

    for text in ("The API endpoint is /v2/users", "Works with Rui on project Phoenix"):
        assert supervisor.remember(text).memory.category == "projects"


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("categories:\n  system:\n  - {name: a}\n  - {name: b\n", 5, "expected"),
        ("categories:\n\tsystem: []\n", 2, "cannot start any token"),
        ("categories:\n  system:\n    - {name: a}\n    - {name: b, context: sometimes}\n", 4, "context"),
        ("categories:\n  system:\n    - {name: a, type: forever}\n", 3, "type"),
        ("categories:\n  system:\n    - {name: a}\n    - {context: all}\n", 4, "name"),
        ("categories:\n  system:\n    - {name: 'has space'}\n", 3, "name"),
        ("categories:\n  system:\n    - name: a\n      rag_length: 0\n", 4, "rag_length"),
        ("categories:\n  system:\n    - name: a\n      colour: red\n", 4, "colour"),
        ("categories:\n  system:\n    - {name: a}\n  custom:\n    - {name: b}\n    - {name: a}\n", 6, "'a' is defined"),
        ("categories:\n  system:\n    - {name: a}\nallowlists:\n  x: [a]\n  y: [a, b]\n", 6, "'b'"),
        ("categories: []\n", 1, "categories"),
        ("allowlists: {}\n", 1, "categories"),
        ("- a\n- b\n", 1, ""),
        ("", 1, "categories"),
        ("categories:\n  system:\n    - {name: a}\nallowlists:\n  planner: a\n", 5, "planner"),
    ],
)  # fmt: skip
def test_a_broken_file_is_explained_with_its_line(
    tmp_path: Path, text: str, line: int, what: str
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text)

    with pytest.raises(ConfigurationError) as error:
        Categories.load(file)

    assert f"mine.yaml, line {line}:" in str(error.value)
    assert what in str(error.value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("categories: {system: [{name: a}], system: []}\n", 1, id="a key twice"),
        pytest.param(
            "categories:\n  system: [{name: a}]\nallowlists:\n  x: [a]\n  x: []\n",
            5,
            id="an agent twice",
        ),
    ],
)
def test_a_key_given_twice_is_an_error(text: str, line: int) -> None:
    with pytest.raises(ConfigurationError, match=f"line {line}"):
        Categories.parse(text)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"categories: \x00", "categories"),
        (b"caf\xe9: 1", "categories"),
    ],
)
def test_a_file_that_is_no_text_is_a_configuration_error(
    tmp_path: Path, content: bytes, what: str
) -> None:
    file = tmp_path / "categories.yaml"
    file.write_bytes(content)

    with pytest.raises(ConfigurationError, match=what):
        Categories.load(file)


def test_a_file_that_cannot_be_read_is_a_configuration_error(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.yaml", tmp_path):
        with pytest.raises(ConfigurationError, match="cannot read the category file"):
            Categories.load(path)


def test_a_store_with_a_broken_file_does_not_open(database_uri: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("categories:\n  system:\n    - {name: a, cap: none}\n")

    with (
        pytest.raises(ConfigurationError, match="line 3"),
        MemoryStore.from_conn_string(database_uri, settings=Settings(categories_file=file)),
    ):
        pass


def test_custom_categories_work_like_the_others(database_uri: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD)
    settings = Settings(categories_file=file)
    with MemoryStore.from_conn_string(database_uri, settings=settings, index=False) as store:
        planner = store.bind(Principal(user_id="ana", agent="planner"))
        memory = planner.remember("Has a cat", category="pets").memory

        assert (memory.type, memory.kind) == ("preference", "insight")
        assert planner.query("cat").bullets == ("[pets] Has a cat",)
        assert planner.remember("Is called Ana").memory.category in ("goals", "pets")
        assert planner.remember("Is called Ana", category="profile").reason == "category"


def test_one_setting_opens_a_category_to_an_agent(
    database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGMEM_ALLOW", '{"executor": ["history"], "guest": ["event"]}')
    with MemoryStore.from_conn_string(database_uri, index=False) as store:
        categories = store.scope.categories
        store.bind(Principal(user_id="ana")).remember("Opened the tap", category="history")
        executor = store.bind(Principal(user_id="ana", agent="executor"))

        assert categories.allowed("executor") == (
            *Categories.load().allowed("executor"),
            "history",
        )
        assert categories.allowed("guest") == ("event",)
        assert categories.allowed("planner") == Categories.load().allowed("planner")
        assert len(executor.query("tap", categories=["history"]).bullets) == 1


def test_an_agent_without_a_list_keeps_what_everybody_has() -> None:
    guests = Categories.parse(GOOD).allowing({"guest": ["goals"]})

    assert guests.allowed("guest") == ("profile", "goals")


def test_a_category_that_is_none_cannot_be_allowed() -> None:
    with pytest.raises(ConfigurationError, match=r"allow\.planner names 'petz'"):
        Categories.load(allow={"planner": ["petz"]})


_names = st.text("abcdefghij", min_size=1, max_size=3)


@given(
    names=st.lists(_names, unique=True, min_size=1, max_size=8),
    asked=st.lists(_names, max_size=8),
    allowed=st.sets(_names, max_size=8),
)
def test_require_grants_exactly_what_is_configured_and_allowed(
    names: list[str], asked: list[str], allowed: set[str]
) -> None:
    listed = ", ".join(sorted(allowed & set(names)))
    entries = ", ".join(f"{{name: {name}}}" for name in names)
    categories = Categories.parse(
        f"categories: {{system: [{entries}]}}\nallowlists: {{me: [{listed}]}}\n"
    )

    try:
        granted: set[str] | None = set(categories.require("me", asked))
    except (UnknownCategory, CategoryNotAllowed):
        granted = None

    assert set(categories.allowed("me")) == allowed & set(names)
    assert granted == (set(asked) if set(asked) <= allowed & set(names) else None)
