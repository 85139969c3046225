"""Which memories does "delete those" take up?

What "those memories" are has been said before: places of the list ("the second and fifth ones are wrong"), a subject
("the ones about my ex"), or a statement ("I no longer fence"). All that is kept is never meant by it.
"""

from __future__ import annotations

import re
from itertools import islice

from langmem_ext.command_reading.kinds import Command
from langmem_ext.command_reading.numbers import is_numbered

AWAY = (
    r"(?:forget|delete|remove|erase|drop|scrub|purge|discard|strike|bin|scrap|ditch|expunge|scratch|wipe|clear|lose"
    r"|get rid of|take|throw|pull|cross)"
)
_MEMORIES = r"(?:memor(?:y|ies)|entr(?:y|ies)|notes?|facts?|items?|records?|ones?|things?)"
_THOSE = (
    rf"(?:(?:those|these|that|this)(?: (?:two|three|four|five|six|few|\d{{1,2}}|last|old|wrong|false)){{0,2}}"
    rf"(?: {_MEMORIES})?|them|it|both)"
)
_TAKEN_UP = re.compile(
    rf"\b{AWAY} (?:(?:out|off|away) )?(?P<all>(?:all|both|each)(?: of)? )?"
    rf"(?:(?:one|two|three|some|half|most|part|any|a few) of )?(?P<x>{_THOSE})(?P<too> (?:all|both))?"
    r"(?=\W*$|[,.;!?)]|\s(?:please|pls|now|then|too|as|right|again|thanks|for me|from|off|out|away|and|because|since"
    r"|so|entirely|completely|for good|permanently)\b)",
    re.IGNORECASE,
)
_TAKEN_OUT = re.compile(
    rf"\b(?P<all>(?:all|both|each)(?: of)? )?(?P<x>(?:those|these) {_MEMORIES})(?P<too> (?:all|both))?"
    r"(?: (?:to be|be))?"
    r" (?:gone|deleted|removed|erased|forgotten|wiped|cleared|dropped|purged)\b",
    re.IGNORECASE,
)
"""The same with what is to go before it: "I want those memories gone"."""
_ALL_KEPT = re.compile(
    r"\b(?:everything|anything|whatever|all (?!of (?:them|those|these)\b)|(?:about|on|of) (?:me|myself)\b|whole"
    r"|entire)",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\s(?:is|are|was|were|isn['’]?t|aren['’]?t|wasn['’]?t|has|have|no longer|never|doesn['’]?t|don['’]?t|does|do|can"
    r"|should|must|needs?|wrong|incorrect|mistaken)\b(?P<right> (?:(?:all|quite|still|perfectly) )?(?:right|correct"
    r"|fine|true|good|accurate|ok(?:ay)?)\b)?",
    re.IGNORECASE,
)
_LEADING_IN = frozenset(
    "and but so that got have had think thought believe say said because since as guess afraid looks".split()
)
_ORDINAL = re.compile(
    r"(?:first|second|third|fourth|(?:fif|six|seven|eigh|nin|ten|\d)th|\dst|\dnd|\drd)$",
    re.IGNORECASE,
)
_MOST_WORDS, _MOST_LETTERS, _MOST_CLAUSES = 10, 100, 8
_ABOUT = re.compile(
    rf"\b(?:two|three|four|bits?|stuff|part|{_MEMORIES})(?: you (?:have|keep|saved|stored|kept|noted))?"
    r" (?:about|on|regarding|concerning) (?P<x>(?!me\b|that\b|this\b|it\b)[^,.;:!?]{2,40}?)"
    r" (?:is|are|was|were|isn['’]?t|aren['’]?t|no longer|has|have|can|should|must)\b",
    re.IGNORECASE,
)


def taken_up(said: str, message: str) -> Command | None:
    """Return what a sentence puts away that names it by "those memories", "them", "that one"; None for any other."""
    found = _TAKEN_UP.search(said) or _TAKEN_OUT.search(said)
    if found is None or ((found["all"] or found["too"]) and not _is_several(found)):
        return None
    earlier, inside, _ = message.partition(said)
    before = f"{earlier if inside else ''} {said[: found.start()]}"
    if places := _places_named(before, several=_is_several(found)):
        return Command("forget", places)
    if about := _ABOUT.search(before):
        return Command("forget_about" if _is_several(found) else "forget", about["x"].strip())
    if _ALL_KEPT.search(before) or _ALL_KEPT.search(said[found.end() :]):
        return None
    return Command("forget", f"{found['all'] or ''}{found['x']}")


def counted_before(message: str) -> Command | None:
    """Read "Entry 7 is false. Erase it.": the places of a list that a message names before it puts them away."""
    found = next(
        (each for each in _TAKEN_UP.finditer(message) if _ASKED.search(message[: each.start()])),
        None,
    )
    if found is None or _ELSEWHERE.match(message, found.end()) or not _FALSE.search(message):
        return None
    places = _places_named(message[: found.start()], several=_is_several(found))
    return Command("forget", places) if places else None


_ASKED = re.compile(
    r"(?:[,.;:!?–—-]|\b(?:so|and|then))\s*(?:(?:so|and|then|please|pls|kindly|just|now|can you|could you|would you"
    r"|you can|i want you to|i'd like you to)\s+)*$",
    re.IGNORECASE,
)
"""What ends before a request of the user's own begins."""

_ELSEWHERE = re.compile(
    r"\s(?:from|off|out of|in|on)\s(?!(?:your|memory|(?:the|that|this) (?:list|memor))\b)",
    re.IGNORECASE,
)
_FALSE = re.compile(
    r"\b(?:wrong|false|untrue|incorrect|mistaken|outdated|out of date|obsolete|stale|old|nonsense|rubbish|no longer"
    r"|any ?more|(?:not|n['’]t) (?:\w+ )?(?:true|right|correct|me|mine|accurate|valid))\b",
    re.IGNORECASE,
)


def _is_several(found: re.Match[str]) -> bool:
    return re.match(r"(?:those|these|them|both)\b", found["x"], re.IGNORECASE) is not None


def _places_named(before: str, *, several: bool) -> str:
    """Return the places of a list of which something is said that is not "right"; the last alone for "that one"."""
    named = [
        places
        for says in islice(_SAYS.finditer(before), _MOST_CLAUSES)
        if not says["right"] and (places := _places_at_the_end(before[: says.start()]))
    ]
    return " and ".join(named if several else named[-1:])


def _places_at_the_end(clause: str) -> str:
    """Return the longest end of a clause that is nothing but places: "I think [the sixth one]"."""
    words = clause[-_MOST_LETTERS:].split()[-_MOST_WORDS:]
    for at in range(len(words)):
        phrase = " ".join(words[at:])
        if is_numbered(numbered := f"{phrase} one" if _ORDINAL.search(phrase) else phrase):
            before = words[at - 1] if at else "."
            return numbered if before[-1] in ",.;:!?–—-" or before.lower() in _LEADING_IN else ""
    return ""


# --- what "it" is ---------------------------------------------------------------------------------

_SAID_OF = (
    r"(?:(?:i|we)(?:'ve|’ve| have)?(?: \w+)? (?:told you|said|mentioned)|you(?:'ve|’ve| have| still)?(?: \w+)?"
    r" (?:remember|noted|saved|stored|wrote(?: down)?|think|believe|claim|say|hold))(?: (?:a|some|last"
    r"|the other|two|three)"
    r" \w+(?: ago)?| once| before)?"
)
_NOT_SO = (
    r"(?:(?:(?:is|are|was|isn't|isn’t|aren't|'s)(?: \w+)? )?(?:(?:no longer|not|n't) )?(?:(?:actually"
    r"|really|quite) )?"
    r"(?:no longer (?:true|right|correct|valid|the case|current)|not (?:true|right|correct|valid|the case|current)"
    r"|true any ?more|true any longer|right any ?more|wrong|untrue|false|outdated|out of date|stale|nonsense|old news"
    r"|history)|no longer (?:holds|applies)|doesn't (?:hold|apply)(?: any ?more)?)"
)
_ANTECEDENTS = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        r"(?:no longer|not|n't|never) true(?: any ?more| any longer)?(?: that|:)? (?P<x>[^,.;!?:\n]{4,90})",
        rf"{_SAID_OF} (?:that )?(?P<x>(?:i|i'm|i’m|im|i've|my|we|our)\b[^,.;!?\n]{{3,90}})",
        rf"(?:^|[.!?;,:\n]\s*|\b(?:so|and|but) )(?P<x>(?:(?:i|i'm|i’m|im|my|we|our)\b|(?-i:[A-Z])\w+ (?:is|was|has))"
        rf"[^,.;!?\n]{{2,90}}?) {_NOT_SO}",
        r"(?:^|[.!?;:\n]\s*|\b(?:so|and|but) )(?P<x>(?:i|we|my|our)\b[^,.;!?:\n]{2,60}?) any ?(?:more|longer)\b",
        r"\bno longer (?:with|at|in|into|on) (?P<x>(?-i:[A-Z])\w+(?: (?:&|(?-i:[A-Z])\w+)){0,3})",
    )
)


def spoken_of(message: str) -> str | None:
    """Return the statement that "it" takes up: what is said to be no longer true, or to have been told."""
    for form in _ANTECEDENTS:
        if found := form.search(message):
            return found["x"].strip(" \"'“”,")
    return None
