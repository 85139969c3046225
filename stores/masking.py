"""What of a conversation may be written down?

Secrets are never stored, whoever asks (memory model, Writing, 1): a checkpoint keeps messages masked. The state
of a running graph is not touched.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.checkpoint.serde.types import _DeltaSnapshot
from langgraph.types import Interrupt, Overwrite, Send

from langmem_ext.commands import Command
from langmem_ext.policies.secret_reading.announcements import REACH
from langmem_ext.policies.secret_reading.credential_words import may_announce
from langmem_ext.policies.secrets import REMEMBERED, mask_secrets

_KNOWN = 4096
_SPOKEN = frozenset({"messages", "content", "text"})
_IDS = frozenset({"id", "tool_call_id", "type"})
_HANDED = ("tool_calls", "invalid_tool_calls", "additional_kwargs", "name", "artifact")
_ASIDE = ("tool", "function", "system")
_ROLES = ("user", "human", "assistant", "ai", "system", "tool", "function")


def _is_pair(value: Any) -> bool:
    """Tell a message written as (role, text)."""
    return len(value) == 2 and value[0] in _ROLES and isinstance(value[1], str)


def _is_said(item: Any) -> bool:
    return isinstance(item, str) or says(item)


def says(item: Any) -> bool:
    """Tell whether a value is a message, in whatever form it comes."""
    if isinstance(item, BaseMessage):
        return True
    if type(item) is dict:
        return isinstance(item.get("content"), str)
    return type(item) in (list, tuple) and _is_pair(item)


def text_of(item: Any) -> str:
    """Return what a message says; a text by itself is one."""
    if isinstance(item, BaseMessage):
        return item.content if isinstance(item.content, str) else str(item.text)
    if isinstance(item, str):
        return item
    return str(item["content"] if type(item) is dict else item[1])


class _Known:
    """Remember by digest which texts were looked at, the last ones; several threads may ask at once."""

    def __init__(self) -> None:
        self._digests: OrderedDict[bytes, None] = OrderedDict()

    def __contains__(self, text: str) -> bool:
        try:
            self._digests.move_to_end(_digest(text))
        except KeyError:
            return False
        return True

    def add(self, text: str) -> None:
        self._digests[_digest(text)] = None
        if len(self._digests) > _KNOWN:
            self._digests.popitem(last=False)


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Ending:
    """Hold what the end of a conversation announces, "" for a message that announces nothing; `marks` tell them apart.

    What stands after it is new to the conversation when it is `open`, or repeats a part of it.
    """

    said: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()
    open: bool = True

    def __bool__(self) -> bool:
        return any(self.said)

    def then(self, texts: Sequence[str]) -> Ending:
        """Return the end after more was said that may announce something."""
        said = [text for text in texts if text]
        marks = (*self.marks, *map(hash, said))
        return Ending((*self.said, *said)[-_KEPT:], marks[-_KEPT:], self.open) if said else self

    def before(self, items: Sequence[Any]) -> Ending:
        """Return what was said before messages: before their place, where the first is one of this end.

        What they repeat of it was not said before them.
        """
        if not self or not items or not _is_said(items[0]):
            return self
        marks = [_mark(item) for item in items if _is_said(item)]
        if (at := self._place_of(marks)) is not None:
            earlier = Ending(self.said[:at], self.marks[:at])
            new = self.open and len(marks) == 1 and not any(earlier.said[-REMEMBERED:])
            return self if new else earlier  # the same word may have been said for another reason
        if not self.open:
            return NO_ENDING
        pairs = zip(self.said, self._repeated(marks), strict=True)
        return Ending(tuple("" if repeated else text for text, repeated in pairs), self.marks)

    def _repeated(self, marks: list[int]) -> list[bool]:
        """Tell for each message of this end whether later ones repeat it.

        They do with what follows it here: who says a sentence once more, between others, hands on no history.
        """
        follows = set(pairwise(marks))
        found = [pair in follows for pair in pairwise(self.marks)]
        return [*found, self.marks[-1] in marks]

    def _place_of(self, marks: list[int]) -> int | None:
        """Return where messages begin that are said again and go on from there."""
        for at in reversed(range(len(self.marks))):
            if all(one == other for one, other in zip(self.marks[at:], marks, strict=False)):
                return at
        return None


NO_ENDING = Ending()


def _mark(item: Any) -> int:
    return hash(text_of(item))


Before = Sequence[str] | Ending
"""What was said before, the last one last."""


def _last(after: Before, items: Sequence[Any]) -> Sequence[str]:
    """Return what was said last before messages."""
    return after.before(items).said[-REMEMBERED:] if isinstance(after, Ending) else after


_KEPT = 2 * REMEMBERED
"""Messages of an end: as many may be repeated as are looked back on."""


class Masking:
    """Mask secrets in messages; remembers by digest which texts hold none: histories are written again and again.

    `learned`: where no rule finds a secret, ask trained readers, too (`decision.learned_gates`).
    """

    def __init__(self, *, learned: bool = True) -> None:
        self.learned = learned
        self._clean = _Known()
        self._silent = _Known()  # what announces no secret

    def masked(
        self, value: Any, *, spoken: bool = False, deep: bool = False, after: Before = ()
    ) -> Any:
        """Return a value with the secrets in its messages masked; the same object when there are none.

        Messages are LangChain's, or what stands under a key `messages`, `content` or `text`: dicts, (role, text) pairs,
        texts. With `deep` every text counts, under whatever key. `after` is what was said before it, the last one last.
        """
        if isinstance(value, str):
            return self._text(value, after) if spoken or deep else value
        if isinstance(value, BaseMessage):
            return self._message(value, after)
        if isinstance(value, Send):
            arg = self.masked(value.arg, spoken=spoken, deep=deep, after=after)
            return value if arg is value.arg else Send(value.node, arg)
        if isinstance(value, Interrupt):
            inner = self.masked(value.value, deep=True, after=after)
            return value if inner is value.value else Interrupt(value=inner, id=value.id)
        if isinstance(value, Overwrite | _DeltaSnapshot):
            inner = self.masked(value.value, spoken=spoken, deep=deep, after=after)
            return value if inner is value.value else type(value)(inner)
        if isinstance(value, BaseException):
            return self._error(value, after)
        if isinstance(value, Command):
            argument = self._text(value.argument, after)
            return value if argument == value.argument else replace(value, argument=argument)
        if type(value) is dict:
            return self._mapping(value, deep, after)
        if type(value) in (list, tuple):
            return self._sequence(value, spoken, deep, after)
        return value

    def ending(self, said: Sequence[Any], after: Ending = NO_ENDING) -> Ending:
        """Return how a conversation ends that goes on with messages, of what was said before."""
        if not said:
            return after
        heard: list[tuple[str, Any]] = []
        for item in reversed(said):
            heard += [(text, item) for text in self._heard(item)]
            if len(heard) == _KEPT:
                break
        if not (after or any(text for text, _ in heard)):
            return NO_ENDING
        texts = (*after.said, *(text[-REACH:] for text, _ in reversed(heard)))
        marks = (*after.marks, *(_mark(item) for _, item in reversed(heard)))
        end = Ending(texts[-_KEPT:], marks[-_KEPT:])
        return end if end else NO_ENDING

    def announcing(self, said: Iterable[str]) -> list[str]:
        """Return texts, an empty one for each that announces no secret."""
        return [each if each and self._may_announce(each) else "" for each in said]

    def _heard(self, item: Any) -> list[str]:
        """Return what a message announces, "" for nothing; none at all for an aside that announces nothing.

        Between an announcement and its value any number of tools may be called.
        """
        if not _is_said(item):
            return []
        text = text_of(item)
        if text and self._may_announce(text):
            return [text]
        aside = isinstance(item, BaseMessage) and (not text or item.type in _ASIDE)
        return [] if aside else [""]

    def _message(
        self, message: BaseMessage, after: Before = (), end: Ending | None = None
    ) -> BaseMessage:
        """Mask what a message says, and what it hands to tools and back; that may repeat messages of the end before."""
        said = vars(message)  # asking a message for a field that its kind lacks takes microseconds
        found: dict[str, Any] = {"content": self.masked(said["content"], spoken=True, after=after)}
        end = after if isinstance(after, Ending) else end
        for name in _HANDED:
            if said.get(name):
                repeated = replace(end, open=False) if end else NO_ENDING
                found[name] = self.masked(said[name], deep=True, after=repeated)
        changed = {name: new for name, new in found.items() if new is not said[name]}
        return message.model_copy(update=changed) if changed else message

    def _error(self, error: BaseException, after: Before = ()) -> BaseException:
        text = str(error)
        masked = self._text(text, after)
        return error if masked == text else RuntimeError(f"{type(error).__name__}: {masked}")

    def _sequence(self, value: Any, spoken: bool, deep: bool, after: Before = ()) -> Any:
        spoken, items = spoken or _is_pair(value), list[Any]()
        start = after.before(value) if isinstance(after, Ending) else None
        before = self.announcing(_last(after, value))
        for item in value:
            if isinstance(item, BaseMessage):
                end = self.ending(value[: len(items)], start or NO_ENDING) if any(before) else None
                items.append(self._message(item, before[-REMEMBERED:], end))
            else:
                then = before[-REMEMBERED:] if start is None or _is_said(item) else after
                items.append(self.masked(item, spoken=spoken, deep=deep, after=then))
            before += self._heard(item)
        same = all(new is old for new, old in zip(items, value, strict=True))
        return value if same else type(value)(items)

    def _mapping(self, value: dict[Any, Any], deep: bool, after: Before = ()) -> dict[Any, Any]:
        items = {
            # by key, so that ids and images (long, random-looking) stay what they are
            key: self.masked(
                item, spoken=key in _SPOKEN, deep=deep and key not in _IDS, after=after
            )
            for key, item in value.items()
        }
        same = all(items[key] is item for key, item in value.items())
        return value if same else items

    def _text(self, text: str, after: Before = ()) -> str:
        said = _last(after, [text]) if after else ()
        announced = [each for each in self.announcing(said) if each] if any(said) else []
        read = "\x1f".join((*announced, text)) if announced else text
        if read in self._clean:
            return text
        masked = mask_secrets(text, announced, learned=self.learned)
        if masked == text:
            self._clean.add(read)
        return masked

    def _may_announce(self, text: str) -> bool:
        if text in self._silent:
            return False
        if may_announce(text.lower()):
            return True
        self._silent.add(text)
        return False
