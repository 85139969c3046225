"""How is the demo's conversation held, once?

The supervisor graph answers, with the memory store and the Postgres checkpointer. What a thread's checkpoint holds has
been said; a turn that was interrupted is finished. The clock is set back for the earlier sessions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from langmem_ext.demo.script import ANA, Line, Session
from langmem_ext.memory import HistoryEvent, Memory, WriteOutcome
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.principal import Principal
from langmem_ext.settings import Settings

if TYPE_CHECKING:
    from langmem_ext.stores.postgres import MemoryStore


class Calendar:
    """Tell the time, some days ago."""

    def __init__(self) -> None:
        self.days_ago = 0

    def __call__(self) -> datetime:
        """Return the time, with its zone."""
        return datetime.now(UTC) - timedelta(days=self.days_ago)


@dataclass(frozen=True, slots=True)
class TurnShown:
    """Say what happened in one turn; `before` when that was in an earlier run. `said` has its secrets masked."""

    id: str
    said: str
    point: str
    before: bool
    answer: str
    agent: str
    outcomes: tuple[WriteOutcome, ...] = ()
    header: str = ""
    context: str = ""
    seen: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """Say what is remembered in the end, and what maintenance did."""

    maintenance: dict[str, Any]
    memories: tuple[Memory, ...]
    proposals: tuple[Memory, ...]
    history: tuple[HistoryEvent, ...]
    turns: int


class Demo:
    """Hold the conversation, session by session."""

    def __init__(self, store: MemoryStore, checkpointer: Any, calendar: Calendar) -> None:
        from langmem_ext.graphs.supervisor import build

        self.store, self.calendar = store, calendar
        self.graph = build().compile(store=store, checkpointer=checkpointer)

    @property
    def model(self) -> str | None:
        """Return the name of the model that answers, if one is configured."""
        return self.store.scope.settings.model

    def survived(self, user_id: str = ANA) -> tuple[int, int]:
        """Count the memories and the turns that are there already."""
        found = self.store.bind(Principal(user_id=user_id)).stats()
        return found.total, found.turns

    def hold(self, session: Session) -> Iterator[TurnShown]:
        """Say each line of a session, unless it has been said."""
        self.calendar.days_ago = session.days_ago
        for line in session.lines:
            yield self._say(session, line)
        self.calendar.days_ago = 0

    def _say(self, session: Session, line: Line) -> TurnShown:
        config: Any = {"configurable": {"thread_id": session.thread_id}}
        context: Any = {"user_id": session.user_id}
        kept = self.graph.get_state(config)
        said = [message.id for message in kept.values.get("messages", ())]
        if line.id not in said:
            new: Any = {"messages": [{"type": "human", "content": line.text, "id": line.id}]}
            return _shown(line, self.graph.invoke(new, config, context=context), before=False)
        if kept.next:  # the last run was killed in the middle of this turn
            return _shown(line, self.graph.invoke(None, config, context=context), before=False)
        return _shown(line, self._at_the_end_of(line, config), before=True)

    def _at_the_end_of(self, line: Line, config: Any) -> dict[str, Any]:
        """Return the thread's state as the turn left it, from its checkpoints."""
        states = (state.values for state in self.graph.get_state_history(config))
        return next(values for values in states if values.get("memory_turn") == line.id)

    def end(self) -> Ending:
        """Do the daily maintenance and look at what is there."""
        from langmem_ext.graphs.daily import build

        report = build().compile(store=self.store).invoke({})["report"]
        view = self.store.bind(Principal(user_id=ANA))
        memories = tuple(view.list(limit=100))
        work = next((each for each in memories if each.slot == "employer"), None)
        superseded = [id for id in (work.supersedes if work else ())]
        events = [
            event for id in ([work.id] if work else []) + superseded for event in view.history(id)
        ]
        return Ending(
            maintenance=report,
            memories=memories,
            proposals=tuple(view.proposals),
            history=tuple(sorted(events, key=lambda event: event.at)),
            turns=view.stats().turns,
        )


@contextmanager
def demo(settings: Settings) -> Iterator[Demo]:
    """Open everything that the demo needs, on the configured database or the embedded one.

    Raises ConfigurationError for a model that cannot be had, before anything is said.
    """
    from langmem_ext.models import resolve_model
    from langmem_ext.stores.checkpoints import MemoryCheckpointer, MemorySerializer
    from langmem_ext.stores.postgres import MemoryStore

    resolve_model(settings.model)
    calendar = Calendar()
    with ExitStack() as held:
        store = held.enter_context(MemoryStore.open(settings, clock=calendar))
        serde = MemorySerializer.of(settings)
        opening = MemoryCheckpointer.from_conn_string(store.conn_string, serde=serde)
        checkpointer = held.enter_context(opening)
        checkpointer.setup()
        yield Demo(store, checkpointer, calendar)


def _shown(line: Line, state: dict[str, Any], *, before: bool) -> TurnShown:
    answer = _answer_to(line, state["messages"])
    return TurnShown(
        id=line.id,
        said=mask_secrets(line.text),
        point=line.point,
        before=before,
        answer=mask_secrets(str(answer.text)) if answer else "",
        agent=(answer.name if answer else None) or "supervisor",
        **_told(state),
    )


def _told(state: dict[str, Any]) -> dict[str, Any]:
    return {
        "outcomes": tuple(state.get("memory_outcomes") or ()),
        "header": state.get("memory_header") or "",
        "context": state.get("memory_context") or "",
        "seen": tuple(
            (agent, tuple(bullets)) for agent, bullets in (state.get("memory_seen") or {}).items()
        ),
    }


def _answer_to(line: Line, messages: list[Any]) -> Any:
    place = next(i for i, message in enumerate(messages) if message.id == line.id)
    return next((message for message in messages[place + 1 :] if message.type == "ai"), None)
