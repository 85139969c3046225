"""How are messages read, as OpenAI and LangChain write them?

One JSON object a line: `{"role": "user", "content": "..."}`, `{"type": "human", "content": "..."}`, what LangChain's
`messages_to_dict` and `dumpd` give, or a whole conversation, `{"messages": [...]}`. `session_id`, `user_id`,
`timestamp`, `name` and `id` may stand beside; what a conversation says there holds for its messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

from langmem_ext.errors import Unlocated
from langmem_ext.ingest.conversations import (
    Conversation,
    Faults,
    Message,
    Role,
    Source,
    attributed,
    check_text,
    identified,
)

_ROLES: dict[str, Role | None] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    # Said by nobody in the conversation: left out.
    "system": None,
    "developer": None,
    "tool": None,
    "function": None,
    "remove": None,
}
_CHUNK = "MessageChunk"
_MILLISECONDS_FROM = 1e11
"""Epoch seconds reach this in the year 5138: a larger number counts milliseconds."""

Line = tuple[str, Any]
"""Where a value stands ("line 3"), and the value; an Unlocated where it could not even be parsed."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """Say what holds for a message that does not say so itself; `owner` holds whatever it says."""

    user_id: str
    session_id: str
    zone: tzinfo = UTC
    owner: str | None = None


def read_messages(
    lines: Iterable[Line], defaults: Defaults, *, name: str, skip_bad: bool = False
) -> Source:
    """Read all lines, or raise UnreadableConversation for the first bad one, unless it is to be skipped."""
    said: dict[str, list[Message]] = {}
    faults = Faults(name, skip_bad)
    for where, value in lines:
        with faults.at(where):
            for user_id, message in list(_read_line(value, defaults, where)):
                said.setdefault(defaults.owner or user_id, []).append(message)
    found = (
        Conversation(user_id, attributed(identified(messages)))
        for user_id, messages in said.items()
    )
    return Source(tuple(found), tuple(faults.skipped))


def _read_line(value: Any, defaults: Defaults, where: str) -> Iterator[tuple[str, Message]]:
    if isinstance(value, Unlocated):
        raise value
    if not isinstance(value, dict):
        raise Unlocated("expected a JSON object with role (or type) and content")
    if isinstance(value.get("messages"), list) and "content" not in value:
        session = (
            _text(value, "session_id") or _text(value, "id") or f"{defaults.session_id}:{where}"
        )
        inherited = {key: value[key] for key in ("user_id", "timestamp") if key in value}
        for each in value["messages"]:
            if not isinstance(each, dict):
                raise Unlocated("messages must hold objects with role (or type) and content")
            yield from _read_message({"session_id": session, **inherited, **each}, defaults)
    else:
        yield from _read_message(value, defaults)


def _read_message(value: Mapping[str, Any], defaults: Defaults) -> Iterator[tuple[str, Message]]:
    role, inner = _unwrap(value)
    text = check_text(_content(inner.get("content")))
    if role is None or not text:
        return
    own = ("id", "name") if inner is value.get("kwargs") else ()  # dumpd's are those of the class
    both = {**inner, **{key: each for key, each in value.items() if key not in own}}
    message = Message(
        id=_text(both, "id"),
        session_id=_text(both, "session_id") or _text(both, "thread_id") or defaults.session_id,
        role=role,
        text=text,
        at=_time(both.get("timestamp", both.get("created_at")), defaults.zone),
        speaker=_text(both, "name") or None,
    )
    yield _text(both, "user_id") or defaults.user_id, message


def _unwrap(value: Mapping[str, Any]) -> tuple[Role | None, Mapping[str, Any]]:
    """Return the role of a message, None for one that nobody said, and the object that holds its content."""
    inner, named = value, value.get("role") or value.get("type")
    if value.get("type") == "constructor" and isinstance(
        value.get("kwargs"), dict
    ):  # langchain_core.load.dumpd
        inner = value["kwargs"]
        named = inner.get("type") or str((value.get("id") or [""])[-1])
    elif isinstance(value.get("data"), dict):  # langchain_core.messages.messages_to_dict
        inner = value["data"]
        named = value.get("type") or inner.get("type")
    role = str(named or "").removesuffix(_CHUNK).removesuffix("Message").lower()
    if role == "chat":
        role = str(inner.get("role", "")).lower()
    if role not in _ROLES:
        known = ", ".join(_ROLES)
        raise Unlocated(
            f"unknown role {named!r}; known are {known}" if named else "no role and no type"
        )
    if "content" not in inner:
        raise Unlocated("no content")
    return _ROLES[role], inner


def _content(content: Any) -> str:
    """Return the text of a content: a text, nothing, or a list of parts of which the texts count."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        raise Unlocated("content must be a text or a list of parts")
    return "\n".join(part for part in map(_part, content) if part).strip()


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        raise Unlocated("a part of the content must be a text or an object")
    said = part.get("text")  # images, audio and tool calls have none
    return said if isinstance(said, str) else ""


def _text(value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    if found is None:
        return ""
    if isinstance(found, bool) or not isinstance(found, (str, int)):
        raise Unlocated(f"{key} must be a text or a whole number")
    return check_text(str(found))


def _time(value: Any, zone: tzinfo) -> datetime | None:
    """Read an ISO time or seconds (or milliseconds) since 1970; a time without zone is in `zone`."""
    if value is None or value == "":
        return None
    try:
        if isinstance(value, str) and not _is_number(value):
            read = datetime.fromisoformat(value.strip())
            return read if read.tzinfo else read.replace(tzinfo=zone)
        if not isinstance(value, bool):
            seconds = float(value)
            return datetime.fromtimestamp(
                seconds / 1000 if abs(seconds) > _MILLISECONDS_FROM else seconds, UTC
            )
    except (ValueError, TypeError, OverflowError, OSError):
        pass
    raise Unlocated(f"cannot read the timestamp {value!r}; give an ISO time or seconds since 1970")


def _is_number(text: str) -> bool:
    """Tell epoch seconds written as text from an ISO date such as 20230508."""
    return text.strip().replace(".", "", 1).isdecimal() and len(text.strip()) > 8
