"""What does a memory node work on?"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage, convert_to_messages

from langmem_ext.errors import StoreNotSetUp, StoreUnavailable
from langmem_ext.memory import WriteOutcome
from langmem_ext.nodes.asking import digest_of
from langmem_ext.nodes.node import Call, Steps, ask
from langmem_ext.policies.off_the_record import withheld
from langmem_ext.principal import Principal
from langmem_ext.reading.bounds import near, readable
from langmem_ext.runtime import AnyMemoryStore, memory_store, principal_of
from langmem_ext.settings import Settings, require_settings
from langmem_ext.state import NodeState
from langmem_ext.stores.operations import energy
from langmem_ext.stores.operations.conversation import question_of, text_of
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.operations.searching import LONGEST_QUESTION
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.records import new_id
from langmem_ext.stores.view import MemoryView

logger = logging.getLogger(__name__)

LOOKED_BACK = 20
"""Messages of the user's, with the answers to them, that a turn looks at beside the last one."""

OFF_THE_RECORD_FOR = 200
"""Messages of the user's among which one may have said that nothing of the conversation is to be kept."""

UNAVAILABLE = "Memory is not available right now; we can go on without it."


@dataclass(frozen=True)
class Work:
    """Hold one turn of one principal: the state, the store and the settings."""

    state: NodeState
    store: AnyMemoryStore
    principal: Principal
    settings: Settings
    task: str | None = None

    @classmethod
    def of(cls, call: Call, settings: Settings | None = None, *, agent: str | None = None) -> Work:
        """Read a call; settings that are not given are the store's."""
        require_settings(settings)
        store = memory_store(call.runtime)
        principal = principal_of(call.runtime, call.config, agent=agent)
        run = call.runtime.execution_info
        return cls(
            call.state,
            store,
            principal,
            settings or store.scope.settings,
            run.task_id if run else None,
        )

    def view(self, node: str, *, agent: str | None = None) -> MemoryView:
        """Return the store as the principal, or another agent on its behalf, may see it."""
        principal = replace(self.principal, agent=agent) if agent else self.principal
        return self.store.bind(principal).at(node)

    @property
    def in_group(self) -> bool:
        """Tell whether several take part in the conversation."""
        return self.store.bind(self.principal).scope.in_group

    @cached_property
    def messages(self) -> list[AnyMessage]:
        """Return the messages as LangChain's, whatever form the graph keeps them in."""
        return list(convert_to_messages(self.state.get("messages") or []))  # type: ignore[arg-type]

    @cached_property
    def asked(self) -> HumanMessage | None:
        """Return the last thing the user said."""
        said = (message for message in reversed(self.messages) if isinstance(message, HumanMessage))
        return next(said, None)

    @cached_property
    def lately(self) -> list[AnyMessage]:
        """Return what was said last, by the user and the agent: no turn looks further back in a long thread."""
        return _last(self.messages, LOOKED_BACK)

    @property
    def earlier(self) -> list[str]:
        """Return what rules look at of the user's messages before the last one."""
        before = [each for each in self.lately if each.type == "human" and each is not self.asked]
        return [readable(text_of(each)) for each in before]

    def is_off_the_record(self, message: AnyMessage | None) -> bool:
        """Tell whether the user wants a message kept nowhere."""
        return any(off and each is message for each, off in self._withheld)

    @cached_property
    def _withheld(self) -> list[tuple[AnyMessage, bool]]:
        """Tell of the last messages whether to keep them: what holds for a conversation may have been said early."""
        last = _last(self.messages, OFF_THE_RECORD_FOR)
        said = [(each.type == "human", text_of(each)) for each in last]
        return list(zip(last, withheld(said, len(self.lately)), strict=True))

    def answered_by(self, message: AnyMessage | None) -> str:
        """Return what the agent said right before a message of the user's, "" where nobody or somebody else spoke."""
        said = self.lately
        at = next((i for i, each in enumerate(said) if each is message), 0)
        before = said[at - 1] if at else None
        return text_of(before) if before is not None and before.type == "ai" else ""

    @property
    def question(self) -> str:
        """Return the text to search memory with."""
        return near(plain(question_of(self.messages)), LONGEST_QUESTION)

    @property
    def turn(self) -> str:
        """Return what identifies this turn: the user's last message."""
        if self.asked is None:
            return ""
        return self.asked.id or f"#{sum(message.type == 'human' for message in self.messages)}"

    def job(self, name: str) -> str:
        """Return what work on the user's message is known by when it is done again; without an id it is new.

        The text counts too: a message that was edited keeps its id.
        """
        thread, message = self.principal.thread_id or self.task, self.asked and self.asked.id
        if not thread or not message:
            return f"{name}:{new_id()}"
        said = plain(text_of(self.asked)).strip() if self.asked else ""
        return f"{name}:{digest_of(self.principal.user_id or '', thread, message, said)}"

    def asked_just_now(self, turn: str | None) -> bool:
        """Tell whether a turn was the one before this: a question that it asked still waits for the answer."""
        said = [message for message in self.messages if message.type == "human"]
        if turn is None or len(said) < 2:
            return turn is not None
        return turn == (said[-2].id or f"#{len(said) - 1}")

    def failed(
        self, error: Exception, node: str, *notices: str, **changes: Any
    ) -> Steps[dict[str, Any]]:
        """Let the turn go on after a fault, and count its kind in `events`; what cannot be counted was logged."""
        with suppress(Exception):
            yield from self.note_faults([type(error).__name__], node)
        return self.update(*notices, **changes)

    def note_faults(self, kinds: Sequence[str], node: str) -> Steps[None]:
        """Count the kinds of faults in `events`, never any text."""
        view = self.view(node)
        happened = [Happening("fault", "error", kind) for kind in kinds]
        counted = energy.record(view.scope, space_of(view.scope), happened)
        yield from ask(view.store, "run", counted, view.scope)

    @property
    def anew(self) -> dict[str, Any]:
        """Return the update that begins a turn: what the last one left is emptied; nothing within a turn."""
        if self.state.get("memory_turn") == self.turn:
            return {}
        return {
            "memory_turn": self.turn,
            "memory_context": "",
            "memory_header": "",
            "memory_outcomes": [],
            "memory_notices": [],
            "memory_seen": {},
        }

    @property
    def so_far(self) -> dict[str, Any]:
        """Return what this turn's earlier nodes have left in the state."""
        return {**self.state, **self.anew}

    def update(self, *notices: str, **changes: Any) -> dict[str, Any]:
        """Return an update of the state, with notices added to those that the turn has already."""
        told = self.so_far.get("memory_notices") or []
        new = [notice for notice in dict.fromkeys(notices) if notice not in told]
        return {**self.anew, **changes, **({"memory_notices": [*told, *new]} if new else {})}

    def having(self, outcomes: Sequence[WriteOutcome], *notices: str) -> dict[str, Any]:
        """Return an update with what was written, after what earlier nodes of the turn have written."""
        before = self.so_far.get("memory_outcomes") or []
        return self.update(*notices, memory_outcomes=[*before, *outcomes])

    def without_memory(self, error: StoreUnavailable, **changes: Any) -> dict[str, Any]:
        """Let the conversation go on without its memory, and tell the user.

        A database that nobody has set up is raised: it would never get better by itself.
        """
        if isinstance(error, StoreNotSetUp):
            raise error
        logger.warning(
            "memory is unavailable, the turn goes on without it: %s", type(error.__cause__).__name__
        )
        return self.update(UNAVAILABLE, **changes)


def _last(messages: Sequence[AnyMessage], most: int) -> list[AnyMessage]:
    """Return the last messages that were spoken, with at most so many of the user's beside the newest."""
    found: list[AnyMessage] = []
    asked = 0
    for message in reversed(messages):
        if message.type not in ("human", "ai"):
            continue
        asked += message.type == "human"
        if asked > most + 1 or len(found) >= 4 * most:
            break
        found.append(message)
    return found[::-1]


def plain(text: str) -> str:
    """Return a text as Postgres takes it: without NUL characters and halves of characters."""
    return text.replace("\x00", " ").encode("utf-8", "replace").decode()
