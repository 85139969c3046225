"""How is a LoCoMo file read?

Many dated sessions between two people: `conversation.session_N` holds the turns, `session_N_date_time` says when.
https://github.com/snap-research/locomo
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any

from langmem_ext.errors import Unlocated, UnreadableConversation
from langmem_ext.ingest.conversations import (
    Conversation,
    Faults,
    Message,
    Source,
    attributed,
    check_text,
)

_SESSION = re.compile(r"session_(\d+)")
_MONTHS = (
    "january february march april may june july august september october november december".split()
)
_DATE = re.compile(
    r"\s*(?P<hour>\d{1,2}):(?P<minute>\d\d)\s*(?P<half>[ap])\.?m\.?\s+on\s+"
    r"(?P<day>\d{1,2})\s+(?P<month>[A-Za-z]+),?\s+(?P<year>\d{4})\s*",
    re.IGNORECASE,
)


def is_locomo(value: Any) -> bool:
    """Tell whether parsed JSON is a sample of LoCoMo or a list of them."""
    samples = value if isinstance(value, list) else [value]
    return bool(samples) and all(
        isinstance(each, dict) and isinstance(each.get("conversation"), dict) for each in samples
    )


def read_locomo(
    value: Any,
    *,
    name: str,
    zone: tzinfo,
    user_id: str | None = None,
    chosen: str = "all",
    skip_bad: bool = False,
) -> Source:
    """Read samples; each is a user of its own, called by its `sample_id`, unless `user_id` names one for all.

    Args:
        name: the file, for errors.
        zone: the zone of the dates, which carry none.
        chosen: a sample's id, its number from 1, or `all`.
        skip_bad: leave out what cannot be read, and say what.
    """
    samples = value if isinstance(value, list) else [value]
    named = {_id(sample, number): sample for number, sample in enumerate(samples, 1)}
    faults = Faults(name, skip_bad)
    found = [
        Conversation(
            user_id or id, attributed(_read_sample(id, named[id]["conversation"], zone, faults))
        )
        for id in _choose(list(named), chosen, name)
    ]
    return Source(tuple(found), tuple(faults.skipped))


def _id(sample: Mapping[str, Any], number: int) -> str:
    return str(sample.get("sample_id") or f"conversation-{number}")


def _choose(ids: Sequence[str], chosen: str, name: str) -> Sequence[str]:
    if chosen == "all":
        return ids
    if chosen in ids:
        return [chosen]
    if chosen.isdecimal() and 1 <= int(chosen) <= len(ids):
        return [ids[int(chosen) - 1]]
    raise UnreadableConversation(
        f"{name} has no conversation {chosen!r}; it has {', '.join(ids)} (or 1 to {len(ids)}, or all)"
    )


def _read_sample(
    id: str, conversation: Mapping[str, Any], zone: tzinfo, faults: Faults
) -> list[Message]:
    numbers = sorted(int(found[1]) for key in conversation if (found := _SESSION.fullmatch(key)))
    messages: list[Message] = []
    for number in numbers:
        key = f"session_{number}"
        with faults.at(f"{id}, {key}"):
            start = read_date(conversation.get(f"{key}_date_time"), zone)
            messages += _read_session(f"{id}/{key}", conversation[key], start, faults)
    return messages


def _read_session(
    session_id: str, turns: Any, start: datetime, faults: Faults
) -> Iterator[Message]:
    if not isinstance(turns, list):
        raise Unlocated("expected a list of turns")
    for position, turn in enumerate(turns):
        with faults.at(f"{session_id.replace('/', ', ')}, turn {position + 1}"):
            # The turns have no times of their own: a second apart keeps their order.
            yield _read_turn(session_id, turn, start + timedelta(seconds=position))


def _read_turn(session_id: str, turn: Any, at: datetime) -> Message:
    if not isinstance(turn, dict) or not all(
        isinstance(turn.get(key), str) for key in ("speaker", "dia_id", "text")
    ):
        raise Unlocated("expected an object with the texts speaker, dia_id and text")
    caption = turn.get("blip_caption")
    photo = f"[shares photo: {caption}]" if isinstance(caption, str) and caption else ""
    text = check_text(" ".join(part for part in (turn["text"].strip(), photo) if part))
    return Message(
        check_text(turn["dia_id"]), session_id, "user", text, at, check_text(turn["speaker"])
    )


def read_date(text: Any, zone: tzinfo) -> datetime:
    """Read "1:56 pm on 8 May, 2023"."""
    if not (isinstance(text, str) and (found := _DATE.fullmatch(text))):
        raise Unlocated(
            f"cannot read the date {text!r}; expected one like '1:56 pm on 8 May, 2023'"
        )
    hour = int(found["hour"]) % 12 + (12 if found["half"].lower() == "p" else 0)
    try:
        month = _MONTHS.index(found["month"].lower()) + 1
        return datetime(
            int(found["year"]), month, int(found["day"]), hour, int(found["minute"]), tzinfo=zone
        )
    except ValueError:
        raise Unlocated(f"there is no date {text!r}") from None
