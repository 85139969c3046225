"""On whose behalf does a call run?"""

from __future__ import annotations

from dataclasses import dataclass

from langmem_ext.errors import ConfigurationError

SPACE_KINDS = ("user", "chat", "app")

MAX_IDENTIFIER = 256
"""Bytes of a user, chat, app, tenant or thread id: ids are part of every key, and a b-tree entry has 2,704."""


@dataclass(frozen=True, slots=True)
class Principal:
    """Name the user, the agent and the conversation that a call runs for (memory model, Words).

    `agent` decides which categories are seen; None means no agent's allowlist applies.
    A direct message is `chat_id=None`. Ids may hold any character but NUL.
    """

    user_id: str | None = None
    agent: str | None = None
    tenant: str = "default"
    chat_id: str | None = None
    participants: tuple[str, ...] = ()
    thread_id: str | None = None
    run_id: str | None = None
    app_id: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.participants, str):
            raise ConfigurationError("participants is a list of user ids, not one text")
        object.__setattr__(self, "participants", tuple(self.participants))
        for participant in self.participants:
            _check_identifier("participants", participant)
        _check_identifier("tenant", self.tenant)
        for name in ("user_id", "agent", "chat_id", "thread_id", "run_id", "app_id"):
            if (value := getattr(self, name)) is not None:
                _check_identifier(name, value)

    def owned(self) -> dict[str, str]:
        """Return the id of each space this principal may reach, by space kind."""
        ids = {"user": self.user_id, "chat": self.chat_id, "app": self.app_id}
        return {kind: owner for kind, owner in ids.items() if owner is not None}


def _check_identifier(name: str, value: object) -> None:
    if not isinstance(value, str) or not value or "\x00" in value:
        raise ConfigurationError(
            f"{name} must be a non-empty string without NUL characters, not {value!r}"
        )
    if len(value.encode("utf-8", "replace")) > MAX_IDENTIFIER:
        raise ConfigurationError(
            f"{name} is longer than {MAX_IDENTIFIER} bytes; shorten or hash it"
        )
