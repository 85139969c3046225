"""Is everything of specification 000, section 10, there, with its default, and off when it is switched off?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langmem_ext import ConfigurationError, InvalidMemory, MemoryStore, Principal, Settings
from langmem_ext.graphs import daily, hot_path
from langmem_ext.policies.lifecycle import DECAY_RATE, STRENGTH_FLOOR, daily_rate
from langmem_ext.stores.view import MemoryView
from langmem_ext.tools import memory_tools

SECTION_10: dict[str, Any] = {
    "session_persistence": True,
    "long_term_enabled": True,
    "auto_index": True,
    "decision.background_scan_enabled": True,
    "decision.background_threshold": 0.5,
    "decision.session_end_review_enabled": True,
    "decision.consolidation_enabled": True,
    "decision.consolidation_schedule": "0 3 * * 0",
    "decision.decay_enabled": True,
    "decision.decay_rate": 0.05,
    "decision.decay_period_days": 7,
    "decision.min_relevance_score": 0.1,
    "sensitive_data.never_store": ("password", "api_key", "credit_card", "ssn"),
    "sensitive_data.conditional_store": {"health_info": "user_requested_only"},
    "notifications.on_session_end_storage": True,
    "notifications.on_consolidation": True,
    "notifications.max_items_in_notification": 5,
}
"""The keys below `memory` in the specification, and the values that it gives."""

Open = Callable[..., Any]


@pytest.fixture
def opened(database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings) -> Iterator[Open]:
    """Open the database with other settings."""

    @contextmanager
    def with_settings(**given: Any) -> Iterator[MemoryStore]:
        index: Any = {"dims": HASH_DIMS, "embed": hash_embeddings}
        settings = Settings(**given)
        with MemoryStore.from_conn_string(
            database_uri, settings, index=index, clock=clock
        ) as store:
            yield store

    yield with_settings


def say(store: MemoryStore, text: str) -> dict[str, Any]:
    graph = hot_path.build().compile(store=store, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t1"}}
    who: Any = {"user_id": "ana"}
    return graph.invoke({"messages": [HumanMessage(text, id="m1")]}, config, context=who)


def of(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana", thread_id="t1"))


def contents(store: MemoryStore) -> list[str]:
    return sorted(memory.content for memory in of(store).list())


# Defaults


@pytest.mark.parametrize("key", SECTION_10)
def test_a_setting_of_the_specification_has_its_default(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert reduce(getattr, key.split("."), Settings()) == SECTION_10[key]


def test_the_page_shows_each_of_them() -> None:
    page = Path(__file__).parent.parent / "docs" / "how-to" / "decide-what-is-remembered.md"
    text = page.read_text(encoding="utf-8")

    for key in SECTION_10:
        assert f"`{key}`" in text


def test_five_percent_a_week_is_the_rate_of_the_memory_model() -> None:
    decision = Settings().decision

    assert daily_rate(decision.decay_rate, decision.decay_period_days) == DECAY_RATE
    assert decision.min_relevance_score == STRENGTH_FLOOR


@pytest.mark.parametrize(
    "wrong",
    [
        {"decision": {"directive_patterns": ["("]}},
        {"decision": {"decay_rate": 1}},
        {"decision": {"min_relevance_score": 0}},
        {"decision": {"consolidation_schedule": "weekly"}},
        {"sensitive_data": {"classes": {"union": ["[a-"]}}},
        {"sensitive_data": {"conditional_store": {"health_info": "sometimes"}}},
        {"notifications": {"max_items_in_notification": 0}},
    ],
)
def test_what_makes_no_sense_is_refused_at_the_start(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError):
        Settings(**wrong)


# Each part off


def test_without_directives_a_request_is_no_request(opened: Open) -> None:
    with opened(decision={"directives_enabled": False}) as store:
        state = say(store, "Remember that the gate code is on the fridge.")

        assert (contents(store), state["memory_notices"]) == ([], [])


def test_without_the_scanner_what_is_said_in_passing_is_not_kept(opened: Open) -> None:
    with opened(decision={"background_scan_enabled": False}) as store:
        say(store, "I live in Porto. Remember that I prefer tea.")

        assert contents(store) == ["The user prefers tea"]


def test_a_higher_threshold_keeps_less(opened: Open) -> None:
    with opened(decision={"background_threshold": 0.9}) as store:
        say(store, "I live in Porto.")

        assert contents(store) == []


def test_without_long_term_memory_nothing_is_written_and_nothing_is_told(opened: Open) -> None:
    with opened() as store:
        of(store).remember("The user prefers tea", category="preferences")
    with opened(long_term_enabled=False) as store:
        state = say(store, "I live in Porto. Remember that I like jazz. What do I prefer, tea?")

        assert contents(store) == ["The user prefers tea"]
        assert state["memory_context"] == ""
        assert [each.reason for each in state["memory_outcomes"]] == ["off"]
        assert "switched off" in state["memory_notices"][0]
        assert of(store).remember("The user likes jazz").reason == "off"
        with pytest.raises(InvalidMemory, match="switched off"):
            store.put(
                ("memory", "default", "user", "ana", "profile"), "k", {"content": "Likes jazz"}
            )
        store.put(("other",), "k", {"v": 1})


def test_without_long_term_memory_the_user_can_still_look_and_forget(opened: Open) -> None:
    with opened() as store:
        kept = of(store).remember("The user prefers tea", category="preferences").memory
    with opened(long_term_enabled=False) as store:
        assert [each["content"] for each in of(store).export() if "content" in each]
        of(store).forget(kept.id)
        assert contents(store) == []


def test_without_long_term_memory_tools_find_nothing(opened: Open) -> None:
    from langchain_core.messages import AIMessage
    from langgraph.graph import END, START, StateGraph
    from langgraph.prebuilt import ToolNode

    from langmem_ext import MemoryContext, MemoryState

    call: Any = {"name": "memory_query", "args": {"query": "tea"}, "id": "1", "type": "tool_call"}
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("tools", ToolNode(memory_tools()))
    builder.add_edge(START, "tools")
    builder.add_edge("tools", END)
    with opened() as store:
        of(store).remember("The user prefers tea", category="preferences")
    with opened(long_term_enabled=False) as store:
        given: Any = {"messages": [AIMessage("", tool_calls=[call])]}
        who: Any = {"user_id": "ana"}
        state = builder.compile(store=store).invoke(given, context=who)

        assert "prefers" not in state["messages"][-1].content


def test_without_session_persistence_no_turn_is_kept(opened: Open) -> None:
    with opened(session_persistence=False) as store:
        say(store, "I live in Porto.")

        assert of(store).stats().turns == 0
        assert contents(store) == ["The user lives in Porto"]


def test_without_automatic_indexing_maintenance_gives_the_vectors(opened: Open) -> None:
    with opened(auto_index=False) as store:
        of(store).remember("The user lives in Porto", category="profile")
        assert daily.build().compile(store=store).invoke({})["report"]["embed_missing"] == 1
        assert of(store).embed_missing() == 0


def test_without_decay_nothing_fades(opened: Open, clock: FakeClock) -> None:
    with opened() as store:
        of(store).remember("The user lives in Porto", category="profile", importance=5)
    with opened(decision={"decay_enabled": False}) as store:
        new = of(store).remember("The user likes jazz", category="preferences").memory
        assert (new.decay_rate, new.fades_at) == (0, None)

        clock.advance(timedelta(days=3650))
        assert daily.build().compile(store=store).invoke({})["report"]["archive"] == 0
        assert len(contents(store)) == 2
    with opened() as store:
        assert daily.build().compile(store=store).invoke({})["report"]["archive"] == 1


def test_how_fast_and_how_far_memories_fade_can_be_set(opened: Open, clock: FakeClock) -> None:
    fast = {"decay_rate": 0.5, "decay_period_days": 1, "min_relevance_score": 0.5}
    with opened(decision=fast) as store:
        memory = of(store).remember("The user lives in Porto", category="profile").memory

        assert memory.decay_rate == pytest.approx(0.69)
        assert memory.fades_at - clock.now == pytest.approx(
            timedelta(days=1), abs=timedelta(hours=1)
        )


SECRETS = {
    "password": "The user's wifi password is tr0ub4dor&3",
    "api_key": "The user's key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEF",
    "credit_card": "The user pays with card 4111 1111 1111 1111",
    "ssn": "The user's SSN is 078-05-1120",
}


@pytest.mark.parametrize("family", SECRETS)
def test_a_family_of_secrets_can_be_let_in_alone(family: str, opened: Open) -> None:
    others = [name for name in SECRETS if name != family]
    with opened(sensitive_data={"never_store": others}) as store:
        outcomes = {name: of(store).remember(text) for name, text in SECRETS.items()}

        assert [name for name, each in outcomes.items() if each.status == "created"] == [family]


def test_a_secret_that_is_let_in_goes_through_the_hot_path(opened: Open) -> None:
    with opened(sensitive_data={"never_store": ["password", "api_key", "ssn"]}) as store:
        say(store, "Remember that my test card is 4111 1111 1111 1111.")

        assert contents(store) == ["The user's test card is 4111 1111 1111 1111"]


def test_health_can_be_kept_always_or_never(opened: Open) -> None:
    def kept(when: str, **more: Any) -> str:
        settings = {"sensitive_data": {"conditional_store": {"health_info": when}}}
        with opened(**settings) as store:
            return of(store).remember(f"Has asthma ({when})", category="profile", **more).status

    assert kept("always") == "created"
    assert kept("never", user_requested=True) == "rejected"
    assert kept("user_requested_only") == "rejected"


def test_a_class_of_ones_own_is_kept_on_request_only(opened: Open) -> None:
    with opened(sensitive_data={"classes": {"shoes": [r"shoe size"]}}) as store:
        said = say(store, "My shoe size is 43. Remember that my shoe size is 43.")

        assert of(store).remember("The user's shoe size is 43").reason == "shoes"
        assert [each.sensitivity for each in of(store).list()] == ["sensitive"]
        assert said["memory_outcomes"][0].status == "created"


def test_a_class_of_ones_own_can_be_refused_whoever_asks(opened: Open) -> None:
    given = {"classes": {"shoes": [r"shoe size"]}, "never_store": ["shoes"]}
    with opened(sensitive_data=given) as store:
        outcome = of(store).remember("The user's shoe size is 43", user_requested=True)

        assert (outcome.status, outcome.reason) == ("rejected", "shoes")


def test_a_form_of_request_of_ones_own_is_understood(opened: Open) -> None:
    pattern = r"^nota bene[:,]? (?P<what>.+)"
    with opened(decision={"directive_patterns": [pattern]}) as store:
        state = say(store, "Nota bene: my bike is red.")

        assert [each.status for each in state["memory_outcomes"]] == ["created"]
        assert of(store).list()[0].source == "directive"
        assert of(store).list()[0].content == "The user's bike is red"


def test_a_form_of_request_of_ones_own_lets_no_secret_in(opened: Open) -> None:
    pattern = r"^nota bene[:,]? (?P<what>.+)"
    with opened(decision={"directive_patterns": [pattern]}) as store:
        state = say(store, "Nota bene: my password is tr0ub4dor&3.")

        assert [each.reason for each in state["memory_outcomes"]] == ["secret"]
        assert contents(store) == []
