"""Which format is this file, and what does it say?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any

from langmem_ext.errors import Unlocated, UnreadableConversation
from langmem_ext.ingest.conversations import Source
from langmem_ext.ingest.locomo import is_locomo, read_locomo
from langmem_ext.ingest.messages import Defaults, Line, read_messages

OWNER = "me"
"""The user of messages that name none."""


def read_file(
    path: Path,
    *,
    user_id: str | None = None,
    session_id: str | None = None,
    conversation: str = "all",
    zone: tzinfo = UTC,
    skip_bad: bool = False,
    default_user: str = OWNER,
) -> Source:
    """Read a whole file, so that a bad line is found before anything is written.

    Args:
        user_id: whose memories these are, whatever the file says.
        session_id: the session of messages that name none; the file's name otherwise.
        conversation: which LoCoMo sample: its id, its number from 1, or `all`.
        zone: the zone of times that carry none.
        skip_bad: leave out unreadable lines and say which.
        default_user: the user of messages that name none.

    Raises:
        UnreadableConversation: the file cannot be read, names no format that is known, or holds nothing.
    """
    name, text = path.name, _read_text(path)
    whole = _parse(text, name)
    if is_locomo(whole):
        source = read_locomo(
            whole, name=name, zone=zone, user_id=user_id, chosen=conversation, skip_bad=skip_bad
        )
    elif conversation != "all":
        raise UnreadableConversation(
            f"{name} is no LoCoMo file: it holds no conversation to choose"
        )
    else:
        defaults = Defaults(default_user, session_id or path.stem, zone, user_id)
        source = read_messages(_values(whole, text), defaults, name=name, skip_bad=skip_bad)
    if not any(each.messages for each in source.conversations):
        raise UnreadableConversation(_nothing_in(name, source))
    return source


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise UnreadableConversation(f"{path.name}, line {line}: not UTF-8 text") from None
    except OSError as error:
        raise UnreadableConversation(f"cannot read {path}: {error.strerror}") from None


def _parse(text: str, name: str) -> Any:
    """Return the text as one JSON value; None when each line is to be one."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if text.lstrip().startswith("[") and isinstance(error, json.JSONDecodeError):
            raise UnreadableConversation(
                f"{name}, line {error.lineno}: not JSON: {error.msg}"
            ) from None
        return None


def _values(whole: Any, text: str) -> Iterator[Line]:
    if isinstance(whole, list):
        yield from ((f"item {number}", value) for number, value in enumerate(whole, 1))
    elif isinstance(whole, dict):
        yield "line 1", whole
    else:
        lines = ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
        yield from ((f"line {number}", _parse_line(line)) for number, line in lines)


def _parse_line(line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        return Unlocated(f"not JSON: {error.msg} at column {error.colno}")
    except (ValueError, RecursionError):
        return Unlocated("not JSON that can be read: numbers too long, or nested too deeply")


def _nothing_in(name: str, source: Source) -> str:
    if source.skipped:
        return f"{name} has no readable message; {source.skipped[0]}"
    return f"{name} has no messages; give a LoCoMo file or one JSON message a line"
