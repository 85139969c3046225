"""How do words that speak to the assistant read in what is kept of them?

A memory is read by others, too: "keep your answers short when you write" becomes "keep its answers short when it
writes".
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.order_words import ON
from langmem_ext.policies.rewriting import third_form

_ITS_NAME = re.compile(
    rf"(?:{ON}[\s,:–—-]+)?(?:you(?:'re| are)(?: now)? (?:called|named)|your (?:new )?name(?:'s| is)(?: now)?)"
    r" (?P<x>\S.*)$",
    re.I,
)


def its_name(statement: str) -> str | None:
    """Return what the user calls the assistant in "from now on you are called Max"; None where no name is given."""
    found = _ITS_NAME.match(statement)
    return found["x"] if found else None


_QUOTED = re.compile(r"(\"[^\"]*\"|“[^”]*”|‘[^’]*’|`[^`]*`|(?<!\w)'[^']*'(?!\w))")
_SHORT = {
    "'re": "it is", "'ve": "it has", "'ll": "it will", "'d": "it would", " are": "it is", " were": "it was",
    " aren't": "it isn't", " weren't": "it wasn't", " have": "it has", " haven't": "it hasn't",
}  # fmt: skip
_AS_SUBJECT = re.compile(
    r"(?P<before>[\w'’]+,? )you(?P<adverbs>(?: (?:really|actually|still|ever|also|just|always|never|only|already|now"
    r"|first|then))*) (?P<verb>[a-z]+(?:'t)?)\b"
)
_NO_SUBJECT = re.compile(
    r"(?:ask|asks|tell|tells|let|lets|help|send|give|show|teach|remind|want|need|to|of|for|with|from|by|about|on|at|thank)"
    r" $",
    re.I,
)
"""Behind which "you" is no subject: "if I ask you nicely"."""

_NO_VERB = frozenset(
    "and or to in on at of for with about by from the a an my their when if but so as not".split()
)
_SHORTENED = re.compile(r"\byou(?P<form>['’](?:re|ve|ll|d)| (?:are|were|have)(?:n't)?)(?!\w)", re.I)
_NAMED = (
    (re.compile(r"\byourself\b"), "itself"),
    (re.compile(r"\byour\b"), "the assistant's"),
    (re.compile(r"\byou\b"), "the assistant"),
)
_OTHERS = (
    (re.compile(r"\byourself\b"), "itself"),
    (re.compile(r"\byours?\b"), "its"),
    (re.compile(r"\byou\b"), "it"),
)


def of_the_assistant(text: str) -> str:
    """Name the assistant in a text that does not yet: "no intros from the assistant"."""
    short = _SHORTENED.search(text)
    if short and "you" not in text[: short.start()].lower():
        named = _SHORT[short["form"].lower().replace("’", "'")].replace("it ", "the assistant ", 1)
        return f"{text[: short.start()]}{named}{to_the_assistant(text[short.end() :])}"
    acts = _AS_SUBJECT.search(text)
    if (
        acts
        and "you" not in text[: acts.start("adverbs") - len("you")].lower()
        and _conjugated(acts) != acts[0]
    ):
        named = f"{acts['before']}the assistant{acts['adverbs']} {third_form(acts['verb'])}"
        return f"{text[: acts.start()]}{named}{to_the_assistant(text[acts.end() :])}"
    for pattern, new in _NAMED:
        text, changed = pattern.subn(new, text, count=1)
        if changed:
            break
    return to_the_assistant(text)


def to_the_assistant(text: str) -> str:
    """Rewrite "you" and "your" where they mean the assistant; what stands in quotes stays."""
    if "you" not in text:
        return text
    parts = _QUOTED.split(text)
    return "".join(part if at % 2 else _rewritten(part) for at, part in enumerate(parts))


def _rewritten(text: str) -> str:
    text = _SHORTENED.sub(lambda found: _SHORT[found["form"].lower().replace("’", "'")], text)
    text = _AS_SUBJECT.sub(_conjugated, text)
    for pattern, new in _OTHERS:
        text = pattern.sub(new, text)
    return text


def _conjugated(found: re.Match[str]) -> str:
    if found["verb"] in _NO_VERB or _NO_SUBJECT.match(found["before"]):
        return found[0]
    return f"{found['before']}it{found['adverbs']} {third_form(found['verb'])}"


def at_its_work(text: str) -> str:
    """Name the assistant where a fact about the user holds for its work: "prefers aisle seats when you book trips"."""
    found = _AT_ITS_WORK.search(text)
    if found is None:
        return text
    named = f"{found['when']} the assistant {third_form(found['verb'])}"
    return f"{text[: found.start()]}{named}{to_the_assistant(text[found.end() :])}"


def in_an_instruction(text: str) -> str:
    """Name the assistant in an instruction that speaks of what "you" write; quoted words stay as they are."""
    if _QUOTED.search(text):
        return text
    named = of_the_assistant(text)
    return f"{named[:1].upper()}{named[1:]}"


_AT_ITS_WORK = re.compile(
    r"(?<=\w )(?P<when>when(?:ever)?) you (?P<verb>plan|suggest|recommend|pick|choose|book|order|find|write|draft"
    r"|answer|explain|talk|speak|reply|give|show|send)\b",
    re.I,
)
