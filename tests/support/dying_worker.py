"""Which process dies in the middle of its work?

`python -c "import dying_worker; dying_worker.wait()"` has each line of JSON that it reads done by a process of its own,
all imports made before: `["postgresql://...", "insights", "conclude", "within", "2027-05-01T03:00:00+00:00"]`.

That runs a graph on a database and kills itself at one of the graph's database operations: within its transaction, or
after its end. It is `SIGKILL`: the process closes nothing, rolls nothing back and says nothing.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from datetime import datetime
from typing import Any

from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from scripted_answers import answering, fact, finding
from scripted_model import ScriptedChatModel

from langmem_ext import MemoryStore, Principal
from langmem_ext.graphs import insights, session_review, weekly
from langmem_ext.stores.operations.turns import NewTurn

INDEX: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
GRAPHS: dict[str, Any] = {
    "session_review": session_review,
    "insights": insights,
    "weekly": weekly,
}
ANA = Principal(user_id="ana", thread_id="t1")
SAID = (
    "I live in Porto right now.",
    "My sister Eva plays the violin.",
    "Correction: I moved to Lisbon last year.",
)
KNOWN = (
    {"said": "live in Porto", **fact("The user lives in Porto", category="profile")},
    {"said": "sister Eva", **fact("The user's sister Eva plays the violin")},
    {"said": "moved to Lisbon", **fact("The user moved to Lisbon", category="profile")},
)


def prepare(store: MemoryStore) -> None:
    """A conversation that waits for its review, and notes from which something can be concluded."""
    view = store.bind(ANA)
    for text in ("The user builds boats", "The user sold a boat in May", "The user likes harbours"):
        view.remember(text, category="knowledge")
    view.add_turns([NewTurn("user", text, id=f"m{n}") for n, text in enumerate(SAID)])


def model() -> ScriptedChatModel:
    def cities(pairs: list[dict[str, Any]]) -> dict[str, Any]:
        found = [p["n"] for p in pairs if {"Porto", "Lisbon"} <= set(f"{p['a']} {p['b']}".split())]
        return {"verdicts": [{"pair": n, "verdict": "contradicts"} for n in found]}

    insight = {"summary": "The user lives for boats and harbours.", "evidence": [1, 2, 3]}
    return answering(
        Facts=finding(*KNOWN),
        Verdicts=cities,
        Episode={"summary": "The user moved to Lisbon and talked about Eva."},
        Insights={"insights": [insight]},
        Reflection={"content": "The user builds boats and likes harbours.", "evidence": [1, 2, 3]},
    )


def work(store: MemoryStore, graph: str) -> None:
    GRAPHS[graph].build(model=model()).compile(store=store).invoke({})


def within(operation: Any) -> Any:
    """The operation up to its second request: what the first one asked has been done in its transaction by then."""
    answer = yield next(operation)
    try:
        request = operation.send(answer)
    except StopIteration as done:
        return done.value
    yield request
    os.kill(os.getpid(), signal.SIGKILL)


def main(uri: str, graph: str, at: str, moment: str, now: str) -> None:
    real = MemoryStore.run

    def run(self: MemoryStore, operation: Any, scope: Any = None) -> Any:
        if operation.__name__ != at:
            return real(self, operation, scope)
        result = real(self, within(operation) if moment == "within" else operation, scope)
        if moment == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    MemoryStore.run = run  # type: ignore[method-assign,assignment]
    clock = FakeClock(datetime.fromisoformat(now))
    with MemoryStore.from_conn_string(uri, index=INDEX, clock=clock) as store:
        work(store, graph)


def wait() -> None:
    """Die as each line says, and tell how that ended."""
    for line in sys.stdin:
        process = os.fork()
        if not process:
            status = 1
            try:
                main(*json.loads(line))
                status = 0
            except Exception:
                traceback.print_exc()
            os._exit(status)
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
