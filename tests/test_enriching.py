"""Does maintenance find the names that a quick look overlooks?"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import leases
import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from langchain_core.messages import AIMessage
from scripted_answers import answering, items_in

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal, Settings
from langmem_ext.graphs import daily
from langmem_ext.nodes import enrich
from langmem_ext.settings import EntitySettings
from langmem_ext.stores.operations import due, energy, enriching, runs
from langmem_ext.stores.view import MemoryView

LOWER = "the user's sister maria lives in coimbra"


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


def knowing(**types: str) -> Any:
    """A model that finds these names wherever they stand."""
    found = [{"text": name.replace("_", " "), "type": kind} for name, kind in types.items()]
    return answering(Mentions={"entities": found}, Names=each_of(found))


def each_of(found: Any) -> Any:
    """An answer that finds the same in each text."""
    return lambda texts: {"texts": [{"text": each["n"], "entities": found} for each in texts]}


def plant(view: MemoryView, *trees: str) -> None:
    for tree in trees:
        view.remember(f"the user planted a {tree} in spring", category="knowledge")


def asked_of(model: Any) -> list[list[str]]:
    """Which texts each call was about."""
    found = []
    for call in model.calls:
        text = call["messages"][-1].text
        found.append([item["text"] for item in items_in(text)] or [text.splitlines()[1]])
    return found


def run(store: MemoryStore, model: Any = None, **options: Any) -> dict[str, Any]:
    chosen = {"only": ["enrich"], **options}
    graph = daily.build(chosen.pop("settings", None), model, **chosen)
    result: dict[str, Any] = graph.compile(store=store).invoke({})
    return result


def stamped(store: MemoryStore) -> int:
    found = "SELECT 1 FROM langmem.documents WHERE corpus = 'm' AND enriched_at IS NOT NULL"
    return len(rows(store.conn_string, found))


def test_a_model_names_what_patterns_overlook(store: MemoryStore, ana: MemoryView) -> None:
    memory = ana.remember(LOWER, category="relationships").memory
    assert ana.entity("maria") is None

    result = run(store, knowing(maria="person", coimbra="location"))

    assert result["report"] == {"enrich": 1}
    found = ana.entity("Maria")
    assert memory and found and [each.id for each in found.memories] == [memory.id]
    assert found.entity.type == "person"
    require_balance(store.conn_string)


def test_each_memory_is_looked_through_once_until_it_is_reworded(
    store: MemoryStore, ana: MemoryView
) -> None:
    memory = ana.remember(LOWER, category="relationships").memory
    assert memory
    model = knowing(maria="person", porto="location")

    reports = [run(store, model)["report"]["enrich"] for _ in range(2)]
    ana.correct(memory.id, "the user's sister maria lives in porto")
    reports.append(run(store, model)["report"]["enrich"])

    assert reports == [1, 0, 1]
    assert len(model.calls) == 2
    assert ana.entity("porto")


def test_a_kind_that_was_a_guess_becomes_what_the_model_says(
    store: MemoryStore, ana: MemoryView
) -> None:
    ana.remember("The user works with Rui Costa", category="relationships")
    assert ana.entity("Rui Costa").entity.type == "other"  # type: ignore[union-attr]

    run(store, knowing(Rui_Costa="person"))

    assert ana.entity("Rui Costa").entity.type == "person"  # type: ignore[union-attr]


def test_memories_that_name_more_than_two_and_insights_are_passed_over(
    store: MemoryStore, ana: MemoryView
) -> None:
    ana.remember("Wrote to @rui, @eva and @ada about it", category="relationships")
    ana.remember("The user trusts people slowly", category="relationship_dynamic", kind="insight")
    model = knowing(maria="person")

    assert run(store, model)["report"] == {"enrich": 0}
    assert (model.calls, stamped(store)) == ([], 2)


def test_a_run_looks_through_fifty_and_the_next_one_through_the_rest(
    store: MemoryStore, ana: MemoryView, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enrich, "A_RUN", 3)
    monkeypatch.setattr(enriching, "AT_ONCE", 2)
    for n in range(5):
        clock.advance(timedelta(minutes=1))
        ana.remember(f"the user planted tree number {n}", category="knowledge")
    model = knowing(tree="other")

    first, second = run(store, model), run(store, model)

    assert (first["report"], first["skipped"]) == ({"enrich": 3}, {"enrich": "left"})
    assert (second["report"], second["skipped"]) == ({"enrich": 2}, {})
    newest = model.calls[0]["messages"][-1].text
    assert "number 4" in newest or "number 3" in newest


def test_without_model_and_spacy_it_says_so_and_leaves_them(
    store: MemoryStore, ana: MemoryView
) -> None:
    assert run(store)["skipped"] == {}
    ana.remember(LOWER, category="relationships")

    assert run(store)["skipped"] == {"enrich": "no model"}
    assert stamped(store) == 0


# Several texts a call

TREES = (
    "fig",
    "pear",
    "plum",
    "lime",
    "palm",
    "pine",
    "larch",
    "alder",
    "hazel",
    "olive",
    "cedar",
    "walnut",
)


def test_a_call_is_about_ten_texts_at_most(store: MemoryStore, ana: MemoryView) -> None:
    plant(ana, *TREES)
    model = knowing(fig="other", walnut="other")

    assert run(store, model)["report"] == {"enrich": len(TREES)}

    assert [len(texts) for texts in asked_of(model)] == [10, 2]
    assert ana.entity("fig") and ana.entity("walnut")
    require_balance(store.conn_string)


def test_texts_of_different_spaces_are_never_asked_about_together(
    store: MemoryStore, ana: MemoryView
) -> None:
    plant(ana, "fig", "pear")
    plant(store.bind(Principal(user_id="ben")), "plum", "lime")
    model = knowing(fig="other")

    run(store, model)

    trees = [{text.split()[-3] for text in texts} for texts in asked_of(model)]
    assert sorted(map(sorted, trees)) == [["fig", "pear"], ["lime", "plum"]]


FIG = [{"text": "fig", "type": "other"}]
MALFORMED = [
    [], {"entities": FIG}, {"text": 7, "entities": FIG}, {"text": "1", "entities": "fig"}, "fig",
    {"text": 1, "entities": [{"name": "fig"}]}, {"text": 1},
]  # fmt: skip


@pytest.mark.parametrize("answer", MALFORMED, ids=repr)
def test_a_text_that_an_answer_leaves_out_or_garbles_is_asked_about_alone(
    store: MemoryStore, ana: MemoryView, answer: Any
) -> None:
    plant(ana, "fig", "pear")
    pear = {"text": 2, "entities": [{"text": "pear", "type": "other"}]}
    model = answering(Names={"texts": [answer, pear]}, Mentions={"entities": FIG})

    assert run(store, model)["report"] == {"enrich": 2}

    assert [len(texts) for texts in asked_of(model)] == [2, 1]
    assert "fig" in asked_of(model)[1][0]
    assert ana.entity("pear") and ana.entity("fig")


def test_an_answer_without_sense_costs_each_text_one_more_call_and_no_second_night(
    store: MemoryStore, ana: MemoryView
) -> None:
    plant(ana, "fig", "pear")
    model = answering(Names=AIMessage("I see trees."), Mentions=AIMessage("I see a tree."))

    assert run(store, model)["report"] == {"enrich": 2}
    assert [len(texts) for texts in asked_of(model)] == [2, 1, 1]
    assert run(store, model)["report"] == {"enrich": 0}
    assert len(model.calls) == 3


def test_a_text_names_nothing_that_stands_in_another_only(
    store: MemoryStore, ana: MemoryView
) -> None:
    plant(ana, "fig", "pear")

    run(store, knowing(fig="other"))

    found = ana.entity("fig")
    assert found and len(found.memories) == 1


class Killed(BaseException):
    """The process dies."""


def test_whoever_is_killed_asks_and_pays_nothing_twice(
    store: MemoryStore, ana: MemoryView, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(ana, *TREES)
    model, named, real = knowing(fig="other", walnut="other"), list[str](), enriching.enrich

    def dying(scope: Any, text: Any, recognizer: Any) -> Any:
        if len(named) == 4:
            raise Killed
        named.append(text.text)
        return (yield from real(scope, text, recognizer))

    monkeypatch.setattr(enriching, "enrich", dying)
    with pytest.raises(Killed):
        run(store, model)
    before = store.run(energy.energy(store.scope))
    monkeypatch.setattr(enriching, "enrich", real)
    clock.advance(timedelta(minutes=11))
    plant(ana, "willow")  # comes before the others now

    assert run(store, model)["report"] == {"enrich": len(TREES) - 4 + 1}

    asked = [text for texts in asked_of(model) for text in texts]
    assert len(asked) == len(set(asked)) == len(TREES) + 1
    after = store.run(energy.energy(store.scope))
    assert (before.calls, after.calls, len(model.calls)) == (1, 2, 2)
    assert stamped(store) == len(TREES) + 1
    assert ana.entity("fig") and ana.entity("walnut")


def test_what_is_sensitive_or_gives_orders_is_shown_to_no_model(
    store: MemoryStore, ana: MemoryView
) -> None:
    ana.remember(LOWER, category="relationships", sensitivity="sensitive")
    model = knowing(maria="person")

    assert run(store, model)["report"] == {"enrich": 1}
    assert model.calls == []


def test_a_model_that_is_out_of_order_is_asked_again_the_next_time(
    store: MemoryStore, ana: MemoryView, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(5):
        ana.remember(f"the user planted tree number {n}", category="knowledge")
    broken = answering(Names=OSError())
    monkeypatch.setattr(enrich, "TOGETHER", 2)
    ana.remember("the user planted tree number 5", category="knowledge")

    result = run(store, broken)

    assert len(broken.calls) == enrich.FAILURES
    assert (result["report"], result["skipped"]) == ({"enrich": 0}, {"enrich": "OSError"})
    assert run(store, knowing(tree="other"))["report"] == {"enrich": 6}


def test_what_a_model_invents_is_named_by_nobody(store: MemoryStore, ana: MemoryView) -> None:
    ana.remember(LOWER, category="relationships")

    run(store, knowing(Mallory="person"))

    assert ana.entity("Mallory") is None


def test_its_calls_are_charged(store: MemoryStore, ana: MemoryView) -> None:
    ana.remember(LOWER, category="relationships")

    run(store, knowing(maria="person"))

    (report,) = store.run(runs.latest())
    assert report.units > 0
    assert report.counts == {"memories": 1, "names": 1}


def test_a_space_that_another_run_is_at_is_left_to_it(store: MemoryStore, ana: MemoryView) -> None:
    ana.remember(LOWER, category="relationships")
    leases.of_seconds(store, 0.1)
    assert store.run(due.take(store.scope, "default/user:ana", enriching.KIND))
    model = knowing(maria="person")

    assert run(store, model)["skipped"] == {"enrich": "left"}
    assert model.calls == []


def test_it_can_be_switched_off(store: MemoryStore, ana: MemoryView) -> None:
    ana.remember(LOWER, category="relationships")
    off = Settings(entities=EntitySettings(enrich=False))

    assert run(store, knowing(maria="person"), settings=off)["skipped"] == {"enrich": "off"}


async def test_an_async_store_does_it_too(
    store: MemoryStore, ana: MemoryView, async_store: AsyncMemoryStore
) -> None:
    ana.remember(LOWER, category="relationships")
    graph = daily.build(model=knowing(maria="person"), only=["enrich"])

    await graph.compile(store=async_store).ainvoke({})

    assert ana.entity("maria")


def test_a_spacy_pipeline_needs_no_model(
    store: MemoryStore, ana: MemoryView, tmp_path: Path
) -> None:
    spacy = pytest.importorskip("spacy", reason="the extra `entities` is not installed")
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PERSON", "pattern": "maria"}])
    pipeline.to_disk(tmp_path / "names")
    chosen = Settings(entities=EntitySettings(spacy_model=str(tmp_path / "names")))
    ana.remember(LOWER, category="relationships")

    assert run(store, settings=chosen)["report"] == {"enrich": 1}

    found = ana.entity("maria")
    assert found and found.entity.type == "person"
