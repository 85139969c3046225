"""What of a conversation may be written down?

Secrets are never stored, whoever asks (memory model, Writing, 1): a checkpoint keeps messages masked. The state
of a running graph is not touched.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.types import Interrupt, Send

from langmem_ext.commands import Command
from langmem_ext.policies.credential_words import may_announce
from langmem_ext.policies.secrets import REMEMBERED, mask_secrets

_KNOWN = 4096
_SPOKEN = frozenset({"messages", "content", "text"})
_IDS = frozenset({"id", "tool_call_id", "type"})
_HANDED = ("tool_calls", "invalid_tool_calls", "additional_kwargs", "name", "artifact")
_ROLES = ("user", "human", "assistant", "ai", "system", "tool", "function")


def _is_pair(value: Any) -> bool:
    """Tell a message written as (role, text)."""
    return len(value) == 2 and value[0] in _ROLES and isinstance(value[1], str)


def _said(item: Any) -> list[str]:
    """Return what a message of a list says, in whatever form it comes."""
    if isinstance(item, BaseMessage):
        return [str(item.text)]
    if type(item) is dict and isinstance(item.get("content"), str):
        return [item["content"]]
    if type(item) in (list, tuple) and _is_pair(item):
        return [item[1]]
    return []


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


class Masking:
    """Mask secrets in messages; remembers by digest which texts hold none: histories are written again and again."""

    def __init__(self) -> None:
        self._clean = _Known()
        self._silent = _Known()  # what announces no secret

    def masked(
        self, value: Any, *, spoken: bool = False, deep: bool = False, after: Sequence[str] = ()
    ) -> Any:
        """Return a value with the secrets in its messages masked; the same object when there are none.

        Messages are LangChain's, or what stands under a key `messages`, `content` or `text`: dicts, (role, text) pairs,
        texts. With `deep` every text counts, under whatever key. `after` is what was said before it.
        """
        if isinstance(value, str):
            return self._text(value, after) if spoken or deep else value
        if isinstance(value, BaseMessage):
            return self._message(value, after)
        if isinstance(value, Send):
            arg = self.masked(value.arg, spoken=spoken, deep=deep)
            return value if arg is value.arg else Send(value.node, arg)
        if isinstance(value, Interrupt):
            inner = self.masked(value.value, deep=True)
            return value if inner is value.value else Interrupt(value=inner, id=value.id)
        if isinstance(value, BaseException):
            return self._error(value)
        if isinstance(value, Command):
            argument = self._text(value.argument)
            return value if argument == value.argument else replace(value, argument=argument)
        if type(value) is dict:
            return self._mapping(value, deep, after)
        if type(value) in (list, tuple):
            return self._sequence(value, spoken, deep, after)
        return value

    def _message(self, message: BaseMessage, after: Sequence[str] = ()) -> BaseMessage:
        """Mask what a message says, and what it hands to tools and back."""
        said = vars(message)  # asking a message for a field that its kind lacks takes microseconds
        found: dict[str, Any] = {"content": self.masked(said["content"], spoken=True, after=after)}
        for name in _HANDED:
            if said.get(name):
                found[name] = self.masked(said[name], deep=True)
        changed = {name: new for name, new in found.items() if new is not said[name]}
        return message.model_copy(update=changed) if changed else message

    def _error(self, error: BaseException) -> BaseException:
        text = str(error)
        masked = self._text(text)
        return error if masked == text else RuntimeError(f"{type(error).__name__}: {masked}")

    def _sequence(self, value: Any, spoken: bool, deep: bool, after: Sequence[str] = ()) -> Any:
        spoken, before, items = spoken or _is_pair(value), self._announcing(after), []
        for item in value:
            items.append(self.masked(item, spoken=spoken, deep=deep, after=before[-REMEMBERED:]))
            before += self._announcing(_said(item))
        same = all(new is old for new, old in zip(items, value, strict=True))
        return value if same else type(value)(items)

    def _mapping(
        self, value: dict[Any, Any], deep: bool, after: Sequence[str] = ()
    ) -> dict[Any, Any]:
        items = {
            # by key, so that ids and images (long, random-looking) stay what they are
            key: self.masked(
                item, spoken=key in _SPOKEN, deep=deep and key not in _IDS, after=after
            )
            for key, item in value.items()
        }
        same = all(items[key] is item for key, item in value.items())
        return value if same else items

    def _text(self, text: str, after: Sequence[str] = ()) -> str:
        after = [said for said in self._announcing(after) if said]
        read = "\x1f".join((*after, text))
        if read in self._clean:
            return text
        masked = mask_secrets(text, after)
        if masked == text:
            self._clean.add(read)
        return masked

    def _announcing(self, said: Iterable[str]) -> list[str]:
        """Return messages, an empty text for each that announces no secret."""
        return [each if each and self._may_announce(each) else "" for each in said]

    def _may_announce(self, text: str) -> bool:
        if text in self._silent:
            return False
        if may_announce(text.lower()):
            return True
        self._silent.add(text)
        return False
