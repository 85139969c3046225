"""Which forms of words state a fact about the speaker, and which attribute does it fill?

The rules are in facts.yaml, which says how to add one. They are read and compiled on first use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, TypeAlias

import yaml

from langmem_ext.errors import ConfigurationError
from langmem_ext.policies.slots import fills

SlotOf: TypeAlias = Callable[["re.Match[str]"], str | None]


@dataclass(frozen=True, slots=True)
class Fact:
    """A rule and what a matching clause is.

    `slot` names the attribute whose value is certain, or computes it from the match.
    `outright` marks what the scanner may keep at once; the rest waits for a second mention or the
    session review (memory model, Writing; spec 000 section 3).
    """

    rule: str
    pattern: re.Pattern[str]
    category: str
    type: str
    slot: str | SlotOf | None = None
    outright: bool = True
    own: bool = False

    def slot_of(self, match: re.Match[str]) -> str | None:
        """Return the attribute that the clause surely fills; one that denies its value fills none.

        A rule of somebody's `own` is taken at its word.
        """
        if _denies(match):
            return None
        slot = self.slot(match) if callable(self.slot) else self.slot
        return slot if slot and (self.own or fills(slot, match.string)) else None


def match_fact(clause: str) -> tuple[Fact, re.Match[str]] | None:
    """Return the first rule that reads this first-person clause, with its match.

    The match is in the clause with every run of white space as one blank (`match.string`).
    """
    return _match(" ".join(clause.split()))


@lru_cache(maxsize=64)  # a clause is asked about by the scanner more than once
def _match(clause: str) -> tuple[Fact, re.Match[str]] | None:
    for fact in facts():
        if match := fact.pattern.match(clause):
            return fact, match
    return None


def facts() -> tuple[Fact, ...]:
    """Return the rules in the order in which they are tried: those that were added, then those of facts.yaml."""
    return (*_added.values(), *_packaged())


_added: dict[str, Fact] = {}


def add_rule(entry: Mapping[str, Any]) -> Fact:
    """Read clauses by a rule of one's own, in this process, before all others; one of the same name is replaced.

    `entry` is a rule as in facts.yaml: `rule`, `reads`, `is` and `says`.

    Raises:
        ConfigurationError: something is missing, or the rule does not read its own example.
    """
    try:
        fact = replace(_fact(entry, _vocabulary()), own=True)
        example = " ".join(entry["reads"].split())
    except (KeyError, TypeError, AttributeError) as error:
        raise ConfigurationError(f"a rule needs rule, reads, is and says: {error!r}") from None
    except re.error as error:
        raise ConfigurationError(
            f"rule {entry['rule']!r}: no regular expression: {error}"
        ) from None
    if not fact.pattern.match(example):
        raise ConfigurationError(f"rule {fact.rule!r} does not read its own example")
    _added[fact.rule] = fact
    _match.cache_clear()
    return fact


def remove_rule(name: str) -> None:
    """Take back a rule that was added; the rules of facts.yaml stay."""
    _added.pop(name, None)
    _match.cache_clear()


@cache
def _packaged() -> tuple[Fact, ...]:
    return tuple(_fact(entry, _vocabulary()) for entry in table_of_facts()["rules"])


@cache
def _vocabulary() -> dict[str, str]:
    words: dict[str, str] = {}
    for name, pattern in table_of_facts()["words"].items():
        words[name] = f"(?:{_expand(pattern, words)})"
    return words


def words_named(name: str) -> str:
    """Return the regular expression of some words of facts.yaml, as `kin`; case does not count in it."""
    return _vocabulary()[name]


@cache
def table_of_facts() -> dict[str, Any]:
    """Return facts.yaml as it is written."""
    text = files("langmem_ext.policies").joinpath("facts.yaml").read_text(encoding="utf-8")
    # The C loader takes a seventh of the time; PyYAML may come without it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    table: dict[str, Any] = yaml.load(text, Loader=loader)
    return table


def _fact(entry: Mapping[str, Any], words: Mapping[str, str]) -> Fact:
    becomes = entry["is"]
    pattern = re.compile(_expand(entry["says"], words), re.IGNORECASE)
    slot = _COMPUTED[becomes["slot_from"]] if "slot_from" in becomes else becomes.get("slot")
    outright = becomes.get("outright", True)
    return Fact(entry["rule"], pattern, becomes["category"], becomes["type"], slot, outright)


_WORDS = re.compile(r"\{([a-z_]+)\}")
_JOINED = re.compile(r"\\\n\s*")
_GROUP = re.compile(r"(\\.|\[(?:\\.|[^\]\\])+\])|\((?!\?)")
"""An opening bracket, unless it is escaped or stands in a character class."""


def _expand(pattern: str, words: Mapping[str, str]) -> str:
    """Turn the notation of facts.yaml into Python's."""
    folded = " ".join(_JOINED.sub("", pattern).split()).replace(" | ", "|")
    grouped = _GROUP.sub(lambda m: m[1] or "(?:", folded)
    return _WORDS.sub(lambda m: words[m[1]], grouped)


# --- computed slots ------------------------------------------------------------------------------


def _favourite(match: re.Match[str]) -> str:
    """Return e.g. favorite_color: one slot per thing, in one spelling."""
    thing = match["k"].lower().replace("colour", "color").replace("flavour", "flavor")
    return "favorite_" + re.sub(r"\W+", "_", thing.strip())


_KIN = {
    "wife": "spouse",
    "husband": "spouse",
    "spouse": "spouse",
    "boss": "manager",
    "manager": "manager",
    "landlord": "landlord",
    "landlady": "landlord",
}


def _kin(match: re.Match[str]) -> str | None:
    """At most one spouse, one manager and one landlord at a time; friends and siblings may be many."""
    return _KIN.get(match["who"].lower().removeprefix("new "))


_LONG_AGO = re.compile(
    r"\b(?:when|as a (?:kid|child)|ago|back in|in (?:19|20)\d\d"
    r"|for (?:a|two|\w+) (?:weeks?|months?|years?))\b",
    re.IGNORECASE,
)


def _move(match: re.Match[str]) -> str | None:
    """A move long ago says where somebody came to, not where they live."""
    return None if _LONG_AGO.search(match.string, match.end()) else "location"


def _address(match: re.Match[str]) -> str | None:
    """Return e.g. billing_address: where one lives and where parcels go may differ; what it is for has none."""
    if match["w"]:
        return None
    kind = (match["k"] or "").strip().lower()
    return "address" if kind in ("", "home", "street") else f"{kind}_address"


_COMPUTED: Mapping[str, SlotOf] = {
    "favourite": _favourite,
    "kin": _kin,
    "move": _move,
    "address": _address,
}

_NOT = re.compile(r"\b(?:not|no longer|never|rarely|hardly|neither)\b|n't\b", re.IGNORECASE)
_NO_MORE = re.compile(
    r"\b(?:no longer|no more|any ?more|any longer|not (?:now|yet|today))$", re.IGNORECASE
)


def _denies(match: re.Match[str]) -> bool:
    """Find "never", "no longer" and the like before the value, or "no more" at the clause's end."""
    named = match.groupdict()
    value = next((name for name in ("org", "v", "n", "h") if named.get(name)), None)
    start = match.start(value) if value else match.end()
    clause = match.string
    return bool(
        _NOT.search(clause, 0, start) or _NOT.match(clause, start) or _NO_MORE.search(clause)
    )
