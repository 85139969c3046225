"""What of a conversation may be written down?

Secrets are never stored, whoever asks (memory model, Writing, 1): a checkpoint keeps messages masked. The state
of a running graph is not touched.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

from langchain_core.messages import BaseMessage

from langmem_ext.policies.secrets import mask_secrets

_REMEMBERED = 4096
_SPOKEN = frozenset({"messages", "content", "text"})
_ROLES = ("user", "human", "assistant", "ai", "system", "tool", "function")


def _is_pair(value: Any) -> bool:
    """Tell a message written as (role, text)."""
    return len(value) == 2 and value[0] in _ROLES and isinstance(value[1], str)


class Masking:
    """Mask secrets in messages; remembers by digest which texts hold none: histories are written again and again."""

    def __init__(self) -> None:
        self._clean: OrderedDict[bytes, None] = OrderedDict()

    def masked(self, value: Any, *, spoken: bool = False) -> Any:
        """Return a value with the secrets in its messages masked; the same object when there are none.

        Messages are LangChain's, or what stands under a key `messages` or `content`: dicts, (role, text) pairs, texts.
        """
        if isinstance(value, BaseMessage):
            content = self.masked(value.content, spoken=True)
            same = content is value.content
            return value if same else value.model_copy(update={"content": content})
        if isinstance(value, str):
            return self._text(value) if spoken else value
        if type(value) is dict:
            return self._mapping(value)
        if type(value) in (list, tuple):
            spoken = spoken or _is_pair(value)
            items = [self.masked(item, spoken=spoken) for item in value]
            same = all(new is old for new, old in zip(items, value, strict=True))
            return value if same else type(value)(items)
        return value

    def _mapping(self, value: dict[Any, Any]) -> dict[Any, Any]:
        items = {
            # by key, so that ids, tool arguments and images (long, random-looking) stay what they are
            key: self.masked(item, spoken=key in _SPOKEN)
            for key, item in value.items()
        }
        same = all(items[key] is item for key, item in value.items())
        return value if same else items

    def _text(self, text: str) -> str:
        digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
        if digest in self._clean:
            self._clean.move_to_end(digest)
            return text
        masked = mask_secrets(text)
        if masked != text:
            return masked
        self._clean[digest] = None
        if len(self._clean) > _REMEMBERED:
            self._clean.popitem(last=False)
        return text
