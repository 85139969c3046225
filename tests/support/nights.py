"""What does maintenance find in the night on which it is killed, and what is left of it in the end?

`python -c "import nights; nights.wait()"` has each line of JSON that it reads done by a process that dies of it:
`["postgresql://...", "2027-05-01T03:00:00+00:00", "compact", 7]`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Generator, Sequence
from datetime import datetime, timedelta
from typing import Any

from books import rows
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from scripted_answers import answering

from langmem_ext import MemoryStore, Principal, Settings
from langmem_ext.graphs import daily
from langmem_ext.settings import DecisionSettings, MergeSettings

BANDS = MergeSettings(auto=0.99, update=0.93, check=0.925, fallback=0.2)
KEPT = 3
SETTINGS = Settings(merge=BANDS, decision=DecisionSettings(max_entries=KEPT))
BEFORE = Settings(merge=BANDS)
"""So that nothing is pushed out on writing already."""

WITHOUT_VECTORS = Settings(merge=BANDS, auto_index=False)
"""So that what is certainly the same does not merge on writing already."""

CATS = (
    "The user's cat Rex sleeps on the sofa",
    "The user's cat Rex sleeps on the sofa all day",
    "The user's cat Rex sleeps on the green sofa",
)
ONE_CAT = "The user's cat Rex sleeps on the green sofa all day"
TEA = ("The user drinks green tea", "The user drinks the green tea")
MANY = (
    "Collects antique maps",
    "Builds wooden boats near porto",
    "Plays chess weekly",
    "Bakes sourdough bread",
    "Studies marine biology",
    "Repairs bicycles cheaply",
)

PORTO = [{"text": "porto", "type": "location"}]

STATE = {
    "memories": "SELECT space, content, state, source, importance, pinned, cardinality(supersedes) AS stands_for "
    "FROM langmem.memories",
    "history": "SELECT space, event, old, new, rev FROM langmem.history",
    "changes": "SELECT space, rev, event, text FROM langmem.change_log",
    "spaces": "SELECT space, rev, memory_count, memory_length FROM langmem.spaces",
    "documents": "SELECT space, corpus::text, waits, embedding::text FROM langmem.documents",
    "postings": "SELECT space, term, count(*) AS texts FROM langmem.postings GROUP BY space, term",
    "mentions": "SELECT space, key, count(*) AS texts FROM langmem.mentions GROUP BY space, key",
    "pairs": "SELECT p.space, p.similarity, p.apart FROM langmem.pairs p WHERE p.asked AND 2 = "
    "(SELECT count(*) FROM langmem.memories m WHERE m.space = p.space AND m.uid IN (p.a, p.b) AND m.state = 'active')",
    "held": "SELECT space, kind, key FROM langmem.work WHERE lease IS NOT NULL",
}
"""What is there in the end, but for ids and times, and what was judged of memories that have gone."""


def opened(uri: str, clock: FakeClock, settings: Settings = SETTINGS) -> Any:
    """A store with the settings of the night."""
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    return MemoryStore.from_conn_string(uri, index=index, clock=clock, settings=settings)


def live(uri: str, clock: FakeClock) -> None:
    """Write what is due in the end: to consolidate, to fade, to expire, to give up, to purge."""
    with opened(uri, clock, BEFORE) as store:
        for user in ("ana", "bo"):
            view = store.bind(Principal(user_id=user))
            view.remember("The user liked trams once", category="preferences")
            gone = view.remember("The user owned a kite", category="knowledge").memory
            view.forget(gone.id)
        clock.advance(timedelta(days=350))
        for user in ("ana", "bo"):
            view = store.bind(Principal(user_id=user))
            for n in range(2):
                view.remember(f"The user waits for parcel {n}", category="event")
        clock.advance(timedelta(days=29, hours=12))
        remember(store, clock, "ana", CATS)
        remember(store, clock, "bo", MANY)
    with opened(uri, clock, WITHOUT_VECTORS) as store:
        remember(store, clock, "ana", TEA)
        clock.advance(timedelta(days=1))


def remember(store: MemoryStore, clock: FakeClock, user: str, texts: Sequence[str]) -> None:
    """Write texts of a user, a minute apart."""
    view = store.bind(Principal(user_id=user))
    for text in texts:
        clock.advance(timedelta(minutes=1))
        view.remember(text, category="knowledge")


def model() -> Any:
    """A model that decides by what it reads, and so says the same whenever it is asked."""

    def one(groups: list[dict[str, Any]]) -> dict[str, Any]:
        cats = [each["n"] for each in groups if any("Rex" in text for text in each["statements"])]
        return {"groups": [{"group": n, "content": ONE_CAT} for n in cats]}

    def give_up(memories: list[dict[str, Any]]) -> dict[str, Any]:
        last = sorted(memories, key=lambda each: each["text"])[-2:]
        return {"decisions": [{"action": "delete", "id": each["id"]} for each in last]}

    return answering(
        Consolidated=one,
        SameFacts=lambda pairs: {"answers": [{"pair": each["n"], "same": False} for each in pairs]},
        Compacted=give_up,
        Names=lambda texts: {"texts": [{"text": each["n"], "entities": PORTO} for each in texts]},
        Mentions={"entities": PORTO},
    )


class Counted:
    """Count what the steps ask of the database, and die of a request before it is answered."""

    def __init__(self, store: MemoryStore, step: str = "", at: int = 0) -> None:
        self.store, self.step, self.at = store, step, at
        self.requests: dict[str, int] = {}
        self.run, store.run = store.run, self._run  # type: ignore[method-assign]

    def night(self) -> None:
        """Do step after step."""
        for self.doing in daily.ORDER:
            self.requests[self.doing] = 0
            graph = daily.build(model=model(), only=[self.doing]).compile(store=self.store)
            result = graph.invoke({})
            assert result["skipped"] == {}, result
            assert list(result["report"]) == [self.doing], result

    def _run(self, operation: Any, scope: Any = None) -> Any:
        return self.run(self._counted(operation), scope)

    def _counted(self, operation: Any) -> Generator[Any, Any, Any]:
        answer = None
        while True:
            try:
                request = operation.send(answer)
            except StopIteration as done:
                return done.value
            self.requests[self.doing] += 1
            if (self.doing, self.requests[self.doing]) == (self.step, self.at):
                os.kill(os.getpid(), signal.SIGKILL)
            answer = yield request


def die(uri: str, time: str, step: str, at: int) -> None:
    """Do the night until a request of a step, and end there as a process that is killed."""
    with opened(uri, FakeClock(datetime.fromisoformat(time))) as store:
        Counted(store, step, at).night()


def wait() -> None:
    """Die as each line says, in a process of its own, and tell how that ended; all imports have been made before."""
    for line in sys.stdin:
        process = os.fork()
        if not process:
            try:
                die(*json.loads(line))
            finally:
                traceback.print_exc()
                os._exit(1)
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)


def state(uri: str) -> dict[str, list[str]]:
    """What is left in the end, to be compared."""
    return {
        name: sorted(str(tuple(row.values())) for row in rows(uri, found))
        for name, found in STATE.items()
    }
