"""How is a conversation with the supervisor held, line by line?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from langmem_ext.errors import LangMemError
from langmem_ext.memory import WriteOutcome
from langmem_ext.nodes.specialists import WITHOUT_MODEL
from langmem_ext.policies.secrets import find_secrets, mask_secrets
from langmem_ext.principal import Principal
from langmem_ext.stores.faults import errors_explained
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.operations.due import end_session
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.records import new_id

if TYPE_CHECKING:
    from langmem_ext.stores.postgres import MemoryStore


@dataclass(frozen=True, slots=True)
class Answer:
    """Hold the answer to one line, and what memory did with the line; secrets of the conversation are masked.

    `withheld` are the kinds of the secrets in the line: they are kept nowhere.
    """

    agent: str
    text: str
    outcomes: tuple[WriteOutcome, ...] = ()
    notices: tuple[str, ...] = ()
    header: str = ""
    withheld: tuple[str, ...] = ()


class Conversation:
    """Say lines to the supervisor, in one thread of one user."""

    def __init__(self, store: MemoryStore, checkpointer: Any, principal: Principal) -> None:
        from langmem_ext.graphs.supervisor import build

        self.store, self.principal = store, principal
        self.graph = build().compile(store=store, checkpointer=checkpointer)
        whose = {
            "user_id": principal.user_id,
            "tenant": principal.tenant,
            "chat_id": principal.chat_id,
            "app_id": principal.app_id,
        }
        self.context: Any = {**whose, "agent": principal.agent or "supervisor"}
        self.config: Any = {"configurable": {**whose, "thread_id": principal.thread_id}}
        self.said = 0
        self.secrets: dict[str, str] = {}

    @property
    def model(self) -> str | None:
        """Return the name of the model that answers, if one is configured."""
        return self.store.scope.settings.model or None

    def left_open(self) -> Answer | None:
        """Return what the thread still owes: the answer to a line that was cut off, or a question that waits."""
        with errors_explained():
            kept = self.graph.get_state(self.config)
            if kept.interrupts:
                return self._answer({**kept.values, "__interrupt__": kept.interrupts})
            return self._go_on(None) if kept.next else None

    def say(self, line: str) -> Answer:
        """Return the answer to a line; to a question that stopped the graph, the line is the reply."""
        from langgraph.types import Command

        with errors_explained():
            kept = self.graph.get_state(self.config)
            withheld = self._note(line, [text_of(each) for each in _spoken(kept.values)])
            given: Any = {"messages": [{"type": "human", "content": line, "id": str(new_id())}]}
            if kept.interrupts:
                given = Command(resume=line)
            return replace(self._go_on(given), withheld=withheld)

    def end(self) -> None:
        """Let the conversation be over: its review is due."""
        scope = self.store.bind(self.principal).at("chat").scope
        with suppress(LangMemError):  # silence ends it, too
            self.store.run(
                end_session(scope, space_of(scope), self.principal.thread_id or ""), scope
            )

    def _go_on(self, given: Any) -> Answer:
        return self._answer(self.graph.invoke(given, self.config, context=self.context))

    def _answer(self, state: dict[str, Any]) -> Answer:
        agent, text = _last(state)
        return Answer(
            agent,
            self._masked(text.replace(WITHOUT_MODEL, "From memory")),
            tuple(state.get("memory_outcomes") or ()),
            tuple(map(self._masked, state.get("memory_notices") or ())),
            self._masked(state.get("memory_header") or ""),
        )

    def _note(self, line: str, before: Sequence[str]) -> tuple[str, ...]:
        """Keep in mind which secrets a line holds, that no answer repeats them; return their kinds."""
        found = find_secrets(line, before, learned=self.learned)
        self.secrets |= {line[each.start : each.end]: each.kind for each in found}
        self.said += 1
        return tuple(dict.fromkeys(_named(each.kind) for each in found))

    def _masked(self, text: str) -> str:
        for value in sorted(self.secrets, key=len, reverse=True):
            text = text.replace(value, f"[{_named(self.secrets[value])} removed]")
        return mask_secrets(text, learned=self.learned)

    @property
    def learned(self) -> bool:
        """Tell whether trained readers look for secrets, too."""
        return self.store.scope.settings.decision.learned_gates


@contextmanager
def conversation(store: MemoryStore, principal: Principal) -> Iterator[Conversation]:
    """Open a conversation in the principal's thread; however it ends, its review is due then.

    Raises ConfigurationError for a model that cannot be had, before anything is said.
    """
    from langmem_ext.models import resolve_model
    from langmem_ext.stores.checkpoints import MemoryCheckpointer, MemorySerializer

    resolve_model(store.scope.settings.model)
    with ExitStack() as held:
        serde = MemorySerializer.of(store.scope.settings)
        opening = MemoryCheckpointer.from_conn_string(store.conn_string, serde=serde)
        saver = held.enter_context(opening)
        saver.setup()
        opened = Conversation(store, saver, principal)
        held.callback(opened.end)
        yield opened


def _last(state: dict[str, Any]) -> tuple[str, str]:
    """Return who spoke last, and what was said: memory, where a question has stopped the graph."""
    if stopped := state.get("__interrupt__"):
        return "memory", str(stopped[0].value["question"])
    message = state["messages"][-1]
    return message.name or "supervisor", str(message.text)


def _spoken(state: dict[str, Any]) -> list[Any]:
    return [each for each in state.get("messages", ()) if each.type in ("human", "ai")]


def _named(kind: str) -> str:
    return kind.replace("_", " ")
