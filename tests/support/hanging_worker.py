"""Which process does maintenance with a model that does not answer before it is told to?

`python -c "import hanging_worker; hanging_worker.wait()"` has each line of JSON that it reads done by a process of its
own, all imports made before: `["postgresql://...", "consolidate", "folder"]`. That writes a line to `asked` in the
folder for each question, answers once there is a file `go`, and leaves its report in `report.json`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from fix_embeddings import HASH_DIMS, HashEmbeddings
from nights import BANDS, CATS, MANY, ONE_CAT, PORTO
from scripted_answers import answering, fact, finding

from langmem_ext import MemoryStore, Principal, Settings
from langmem_ext.graphs import daily, session_review, weekly
from langmem_ext.settings import DecisionSettings, ReviewSettings

KEPT = 3
LEASE = 2.5
"""Seconds."""

REVIEW = ReviewSettings(lease_minutes=LEASE / 60, idle_minutes=0)
SETTINGS = Settings(merge=BANDS, review=REVIEW, decision=DecisionSettings(max_entries=KEPT))
BEFORE = Settings(merge=BANDS, review=REVIEW)
ANA = Principal(user_id="ana", thread_id="t1")
SAID = ("Hello!", "I moved to Porto last year", "Nice, isn't it", "And I play the cello")
MOVED = fact("The user lives in Porto", said="moved to Porto", category="knowledge")

BOATS = ("The user builds boats", "The user sold a boat in May", "The user likes harbours")
WEEK = "The user builds boats and likes harbours."

STEPS = ("enrich", "review", "consolidate", "compact")
GRAPHS = {"session_review": session_review, "weekly": weekly}


def opened(uri: str, settings: Settings = SETTINGS) -> Any:
    """A store with a real clock, whose leases are short."""
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    return MemoryStore.from_conn_string(uri, index=index, settings=settings)


def prepare(uri: str, step: str) -> None:
    """Write what the step finds."""
    with opened(uri, BEFORE) as store:
        view = store.bind(ANA)
        if "review" in step:
            for n, text in enumerate(SAID):
                view.add_turn("assistant" if n % 2 == 0 else "user", text)
            return
        for text in {"consolidate": CATS, "weekly": BOATS}.get(step, MANY):
            view.remember(text, category="knowledge")


def model(folder: Path) -> Any:
    """A model that says the same to everybody who asks, as soon as it may."""

    def slowly(answer: Any) -> Any:
        def said(items: list[dict[str, Any]]) -> Any:
            with (folder / "asked").open("a") as asked:
                asked.write("asked\n")
            while not (folder / "go").exists():
                time.sleep(0.05)
            return answer(items) if callable(answer) else answer

        return said

    def one(groups: list[dict[str, Any]]) -> dict[str, Any]:
        return {"groups": [{"group": each["n"], "content": ONE_CAT} for each in groups]}

    def give_up(memories: list[dict[str, Any]]) -> dict[str, Any]:
        last = sorted(memories, key=lambda each: each["text"])[-3:]
        return {"decisions": [{"action": "delete", "id": each["id"]} for each in last]}

    return answering(
        Consolidated=slowly(one),
        Compacted=slowly(give_up),
        Facts=slowly(finding(MOVED)),
        Names=slowly(
            lambda texts: {"texts": [{"text": each["n"], "entities": PORTO} for each in texts]}
        ),
        Reflection=slowly({"content": WEEK, "evidence": [1, 2, 3]}),
        SameFacts={"answers": []},
        Conflicts={},
        Episode={},
    )


def work(uri: str, step: str, folder: Path) -> dict[str, Any]:
    """Do the step; return the report."""
    with opened(uri, BEFORE if step in GRAPHS else SETTINGS) as store:
        if step in GRAPHS:
            graph: Any = GRAPHS[step].build(BEFORE, model(folder))
        else:
            graph = daily.build(SETTINGS, model(folder), only=[step])
        report: dict[str, Any] = graph.compile(store=store).invoke({})
    return report


def wait() -> None:
    """Have each line done by a process, tell its id, and at the next line how it ended."""
    for line in sys.stdin:
        process = os.fork()
        if not process:
            uri, step, folder = json.loads(line)
            Path(folder, "report.json").write_text(json.dumps(work(uri, step, Path(folder))))
            os._exit(0)
        print(process, flush=True)
        sys.stdin.readline()
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
