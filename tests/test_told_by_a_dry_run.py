"""Does it tell of what may not be seen, when it is asked what would become of a statement?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from aging import shell

from langmem_ext import MemoryDraft, MemoryStore, Principal
from langmem_ext.stores.operations.explaining import explain

HIDDEN = "The user keeps bees in Porto"
ANA = Principal(user_id="ana")


def explained(uri: str, text: str, *options: str) -> Any:
    done = shell(uri)("remember", text, "--dry-run", "--json", "--user", "ana", *options)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("agent", "fields"),
    [
        ("planner", {"category": "knowledge"}),
        (None, {"sensitivity": "sensitive", "subjects": ["bo"]}),
    ],
)
@pytest.mark.parametrize("text", [HIDDEN, "The user keeps bees in Lisbon", "The user has bees"])
def test_a_dry_run_tells_the_same_whether_something_hidden_is_there_or_not(
    store: MemoryStore, agent: str | None, fields: Any, text: str
) -> None:
    options = ("--category", "tasks", *(("--agent", agent) if agent else ()))
    before = explained(store.conn_string, text, *options)

    store.bind(ANA).remember(HIDDEN, **{"category": "tasks", "slot": "hobby", **fields})

    assert explained(store.conn_string, text, *options) == before
    slot = ("--slot", "hobby")
    told = json.dumps(explained(store.conn_string, text, *options, *slot))
    assert "filled" not in told and "Porto" not in told.replace(text, "")


@pytest.mark.parametrize("text", [HIDDEN, "The user keeps bees in Lisbon", "The user has bees"])
@pytest.mark.parametrize("near", [(), ("The user keeps wasps in Porto",)])
def test_what_comes_near_is_the_nearest_that_may_be_seen(
    store: MemoryStore, text: str, near: tuple[str, ...]
) -> None:
    told = []
    for tenant, hidden in (("with", (HIDDEN,)), ("without", ())):
        alone = store.bind(Principal(user_id="ana", tenant=tenant))
        for each in near:
            alone.remember(each, category="tasks")
        for each in hidden:
            alone.remember(each, category="tasks", sensitivity="sensitive", subjects=["bo"])
        draft = MemoryDraft(content=text, category="tasks")
        found = store.run(explain(alone.scope, draft), alone.scope)
        kept = [found.neighbour and found.neighbour.content, found.similarity]
        told.append((found.status, found.reason, found.gates, *kept))

    assert told[0] == told[1]
