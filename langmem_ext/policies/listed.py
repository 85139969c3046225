"""What does a memory that names several things or people say without one of them?

"The user lives with two flatmates, Ruby and Theo", without Ruby: "The user lives with one flatmate, Theo".
"""

from __future__ import annotations

import re
from collections.abc import Set

from langmem_ext.command_reading.matching import stems

_ITEM = r"(?:(?:(?:an?|the|their|some) )?[^\W_][\w'’-]*|(?:an?|the|their) [^\W_][\w'’-]*(?: (?!and\b)[\w'’-]+){1,2})"
_HEADED = (
    r"(?:(?P<count>two|three|four|five|six)(?P<kind>(?: [\w-]+)??) (?P<noun>[a-z-]+)"
    r"(?P<link>,| called| named|:| \() ?)"
)
_LISTED = re.compile(
    rf"(?:{_HEADED}|\b(?:with|has|have|owns?|drives?|keeps?|uses?|takes?|grows?|plays?|speaks?|called|named|on) )"
    rf"(?P<items>{_ITEM}(?:, {_ITEM})*,? (?:and|&) {_ITEM})(?=$|[.,;)]| in\b| at\b| on\b| near\b)"
)
_PARTS = re.compile(r",? (?:and|&) |, ")
_LESS = {"two": "one", "three": "two", "four": "three", "five": "four", "six": "five"}
_ONE = {"children": "child", "people": "person", "mice": "mouse"}
_OF_ANOTHER = re.compile(r"(?:their|his|her) ", re.I)


def without(content: str, gone: Set[str]) -> str | None:
    """Return what a memory says without the one whose telling words are `gone`; None where it lists no such one.

    `gone` may say more than the list: "my cat Tofu". Nobody is taken from a list that belongs together: "Jonas and his
    dog".
    """
    listed = _LISTED.search(content)
    items = _PARTS.split(listed["items"]) if listed else []
    kept = [item for item in items if not (stems(item) and stems(item) <= gone)]
    if not listed or len(kept) != len(items) - 1 or _OF_ANOTHER.match(items[-1]):
        return None
    return f"{content[: listed.start()]}{_head(listed)}{_joined(kept)}{content[listed.end() :]}"


def _head(listed: re.Match[str]) -> str:
    """Return what stands before a list, with one fewer: "two cats called" becomes "one cat called"."""
    before = listed[0][: listed.start("items") - listed.start()]
    if listed["count"] is None:
        return before
    less, noun = _LESS[listed["count"]], listed["noun"]
    if less == "one":
        noun = _ONE.get(noun, noun.removesuffix("s"))
    return f"{less}{listed['kind']} {noun}{before[before.index(listed['link']) :]}"


def _joined(items: list[str]) -> str:
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
