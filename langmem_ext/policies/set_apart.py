"""Which facts stand in one clause?

"I'm 34 and single", "I live in Leeds and work at Acme": each may change without the other, and fills a slot of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.policies import sentences as language
from langmem_ext.policies.facts import Fact, match_fact

_BEING = re.compile(r"(?P<am>I(?:'m| am)) (?P<what>\S.{3,120})", re.I)
_LISTED = re.compile(r",? and (?:also )?|, ")
MOST = 4
"""Facts of one clause; a longer list is one thing."""


def each_of(clause: str) -> list[str]:
    """Set apart what somebody says they are, where a rule reads each part, and each another."""
    match = _BEING.fullmatch(clause)
    parts = _LISTED.split(match["what"]) if match else []
    if match is None or any(part[:1].isupper() for part in parts[1:]):
        return [clause]
    each = [f"{match['am']} {part}" for part in parts]
    return each if _are_facts(each) else [clause]


def set_apart(statement: str) -> list[str]:
    """Return the facts of a statement that fills a slot and says more, else the statement as it is."""
    each = [fact for clause in language.clauses(statement) for fact in each_of(clause)]
    found = match_fact(statement)
    return each if found and _slot(*found) and _are_facts(each) else [statement]


def _slot(fact: Fact, match: re.Match[str]) -> str | None:
    return fact.slot_of(match)


def _are_facts(clauses: Sequence[str]) -> bool:
    if not 2 <= len(clauses) <= MOST:
        return False
    rules = {found[0].rule for clause in clauses if (found := match_fact(clause))}
    return len(rules) == len(clauses)
