"""What did the user state about themselves?

Precision comes first: a sentence that asks, supposes, jokes, quotes or points at something unnamed
yields nothing, however much it looks like a fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from langmem_ext.learned.reading import LEARNED
from langmem_ext.memory import MemoryType
from langmem_ext.policies.dates import MONTH, WEEKDAY, divided_as, undivided
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.due import due
from langmem_ext.policies.facts import Fact, words_named
from langmem_ext.policies.instructions import trait_of
from langmem_ext.policies.notes import stated_by_notes
from langmem_ext.policies.referents import with_names
from langmem_ext.policies.statement_reading.clauses import stated
from langmem_ext.policies.statement_reading.readings import (
    by_examples,
    content_of,
    fact_in,
    offered,
)
from langmem_ext.policies.topics import keywords_of, lasting_as, title_of
from langmem_ext.policies.writing import MAX_CONTENT, normalise
from langmem_ext.reading.bounds import near, readable, unveiled, veiled
from langmem_ext.reading.parts import own_words

THRESHOLD = 0.5
"""A candidate below it waits for the session review (spec 000 section 10)."""


EXPLICIT, PERSONAL, REPEATED, RELEVANT = 0.4, 0.3, 0.2, 0.1
"""Importance added per signal (spec 000 section 3)."""
PLAIN = 0.3
"""Added for a plain first-person statement: without it "I live in Porto" would score 0.3 and be
missed (memory model, Writing; it is the fact the scanner exists for)."""


@dataclass(frozen=True, slots=True)
class Signal:
    """Name one row of the scoring, what it adds, and whether it did (spec 000, section 3)."""

    name: str
    weight: float
    present: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may become a memory: third-person `content` from the user's `statement`.

    `score` is in 0..1, `rule` names the rule that read the statement, `signals` are the rows of the score. `event_time`
    is when a task or an event is due; `for_group` says that it is of the group in which it was said.
    """

    content: str
    statement: str
    category: str
    type: str
    title: str
    keywords: tuple[str, ...]
    slot: str | None
    score: float
    rule: str
    event_time: datetime | None = None
    signals: tuple[Signal, ...] = ()
    for_group: bool = False


def scan(
    message: str,
    *,
    speaker: str | None = None,
    history: Sequence[str] = (),
    task: str = "",
    now: datetime | None = None,
    learned: bool = True,
) -> list[Candidate]:
    """Return every candidate of one user message with its score, in order of appearance.

    `history` holds earlier messages of the conversation, `task` what the user is working on.
    Dates are read against `now`; without it a candidate has none.
    Candidates below the threshold of the settings are returned too, marked by their score: they wait for the review.
    What the user asked to remember is the business of `find_directives` and is left out here.
    `learned`: where no rule reads a clause, ask the reader that was trained on examples.
    """
    found: dict[str, Candidate] = {}
    looked_at = veiled(own_words(near(message)))
    whole, message = looked_at.text, undivided(with_names(looked_at.text))
    requests = find_directives(message, speaker=speaker, learned=learned)
    asked = [each.statement.lower() for each in requests]
    earlier = [h.lower() for h in map(readable, history) if h != message]
    noted = stated_by_notes(message)
    for clause, explicit in stated(message if noted is None else noted):
        candidate = _read(clause, explicit, speaker, earlier, task, now, learned)
        if candidate and not any(_says_again(candidate.statement, said) for said in asked):
            candidate = _as_written(candidate, whole)
            found.setdefault(candidate.content, candidate)
    own = [each for each in found.values() if not _is_part_of_another(each, found.values())]
    return [replace(each, **unveiled(each, looked_at)) for each in own]


def _as_written(candidate: Candidate, message: str) -> Candidate:
    """Return a candidate with the commas that the message has in its dates."""
    content = divided_as(message, candidate.content)
    if content == candidate.content:
        return candidate
    statement = divided_as(message, candidate.statement)
    return replace(candidate, content=content, statement=statement, title=title_of(content))


def _says_again(statement: str, asked: str) -> bool:
    """Tell what a request said: "please address me as Dr. Hale" asks to "call me Dr. Hale"."""
    statement = _TO_REMEMBER.sub("", statement)
    named = _ADDRESSED.match(statement)
    return (f"call me {named['name']}" if named else statement).lower() in asked


_TO_REMEMBER = re.compile(r"^(?:please |pls )?remember (?:that )?", re.I)
_ADDRESSED = re.compile(
    r"(?:please )?(?:address|call|refer to|greet|name) me (?:as |by )?(?P<name>.+)", re.I
)


def _is_part_of_another(candidate: Candidate, others: Iterable[Candidate]) -> bool:
    """Find a second reading of one fact: another candidate of its slot says all that it says, and more."""
    said = set(candidate.keywords)
    if _is_named_in_another(candidate, others) or _gives_contact_again(candidate, others):
        return True
    return any(
        said < set(other.keywords)
        and candidate.slot in (None, other.slot)
        and _is_of_kin(candidate) == _is_of_kin(other)
        and _same_words(candidate, other)
        and not _is_named_in_another(other, [candidate])
        for other in others
    )


def tells_name_again(candidate: Candidate, message: str) -> bool:
    """Tell a candidate that only gives a name whose bearer the message does not introduce: it was known."""
    named = _NAMED_ALONE.fullmatch(candidate.statement)
    return named is not None and not set(named["who"].lower().split()) <= set(
        _TOLD.findall(message.lower())
    )


_TOLD = re.compile(r"[\w'’-]*\w")


def _is_named_in_another(candidate: Candidate, others: Iterable[Candidate]) -> bool:
    """Find a name told by itself, "my sister is called Mia", that stands beside its relative in another candidate."""
    named = _NAMED_ALONE.fullmatch(candidate.statement)
    if named is None:
        return False
    both = rf"\b{re.escape(named['who'])},? {re.escape(named['name'])}\b"
    beside = re.compile(rf"{both}(?=.*\S)|(?<!^The user's ){both}", re.I)
    return any(
        other is not candidate and other.score >= candidate.score and beside.search(other.content)
        for other in others
    )


_NAMED_ALONE = re.compile(r"(?:my|our) (?P<who>.+) is called (?P<name>[^,]+)", re.I)


def _gives_contact_again(candidate: Candidate, others: Iterable[Candidate]) -> bool:
    """Find other words around an address or number that another candidate gives: "my number changed to 555-0142"."""
    return candidate.rule == LEARNED and any(
        (value := _REACHED_AT.fullmatch(other.content)) and value["at"] in candidate.content
        for other in others
        if other is not candidate
    )


_REACHED_AT = re.compile(r".+ (?:e-mail address|phone number) is (?P<at>\S.*)")


def _is_of_kin(candidate: Candidate) -> bool:
    """Tell what is said of somebody else: "I speak Polish, and my wife speaks Polish" are two facts."""
    return _OF_KIN.match(candidate.statement) is not None


_OF_KIN = re.compile(rf"(?:my|our) (?:[\w-]+ )??{words_named('kin')}\b(?!['’]s)", re.I)


def _same_words(candidate: Candidate, other: Candidate) -> bool:
    """Tell whether one statement holds the other: two statements may say different things in the same words."""
    return all(word in other.content.lower() for word in _WORDS.findall(candidate.content.lower()))


_WORDS = re.compile(r"[^\W_]{3,}")


_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|i (?:think|guess|suppose|believe|feel like)|probably|might"
    r"|kind of|kinda|sort of|sorta"
    r"|not sure|possibly|apparently|hopefully|potentially)\b",
    re.I,
)


_OWNED_UNNAMED = re.compile(r"(?:mine|ours|yours|his|hers|theirs)(?:'?s)?\b(?! and\b)", re.I)
"""What does not say whose which thing it is about: "mine is on the 2nd"."""


_ONLY_NAMED = re.compile(
    r"(?:my|our) [\w'’-]+(?:(?:,| and|, and) (?:my|our|the) [\w'’-]+)+[\s.!]*", re.I
)
"""People of whom nothing is said: "my husband and our twins"."""


def _read(
    clause: str,
    explicit: bool,
    speaker: str | None,
    earlier: Sequence[str],
    task: str,
    now: datetime | None,
    learned: bool,
) -> Candidate | None:
    """Turn one clause into a candidate, if a rule reads it and it stands on its own."""
    if _OWNED_UNNAMED.match(clause) or _ONLY_NAMED.fullmatch(clause):
        return None
    hedged = bool(_HEDGED.search(clause))
    clause = re.sub(
        r"^(?:i (?:think|guess|believe|suppose)|maybe|probably|perhaps)[, ]+(?:that )?"
        r"|^remind me that (?=(?:i|i'?m|i'?ve|my|we|our)\b)",
        "",
        clause,
        flags=re.I,
    )
    clause = _to_do(clause)
    read = fact_in(clause) or (by_examples(clause) if learned else None)
    if not (read := read or (offered(clause) if explicit else None)):
        return None
    clause, (fact, match) = read
    content = normalise(content_of(clause, fact, match, speaker))
    if len(content) > MAX_CONTENT or _BREAKS_OFF.search(content):
        return None
    keywords = keywords_of(content)
    signals = _signals(
        fact,
        hedged,
        explicit,
        _is_repeated(keywords, speaker, earlier),
        _is_relevant(keywords, task),
    )
    slot = None if hedged else fact.slot_of(match) or trait_of(content)
    return Candidate(
        content,
        clause,
        fact.category,
        lasting_as(fact.type, content),
        title_of(content),
        keywords,
        slot,
        _score(signals),
        fact.rule,
        due(clause, MemoryType(fact.type), now) if now else None,
        signals,
    )


_BREAKS_OFF = re.compile(r"\b(?:does|did|do|is|was|ca|wo|has|have|are)n['’]t$", re.I)
"""What says of nothing that it is not so: "my wife doesn't"."""


def _to_do(clause: str) -> str:
    """Return "I need to call Ana on Friday" of "remind me to call Ana on Friday"; one for today passes with it."""
    asked = _REMINDER.fullmatch(clause)
    if asked is None or not (asked["day"] or _ON_A_DAY.search(asked["what"])):
        return clause
    return f"I need to {asked['what']}{' ' if asked['day'] else ''}{asked['day'] or ''}".strip()


_REMINDER = re.compile(
    rf"(?:please )?remind me (?P<day>(?:on {WEEKDAY}s?|tomorrow|next \w+|on (?:the )?\d\S*(?: {MONTH})?) )?"
    r"to (?P<what>\S.*?)(?:,? please)?",
    re.I,
)
_ON_A_DAY = re.compile(
    rf"\b(?:tomorrow|{WEEKDAY}|next (?:week|month|year)|{MONTH} \d|\d(?:st|nd|rd|th)? (?:of )?{MONTH})\b",
    re.I,
)


def _signals(
    fact: Fact, hedged: bool, explicit: bool, repeated: bool, relevant: bool
) -> tuple[Signal, ...]:
    return (
        Signal("offered explicitly", EXPLICIT, explicit),
        Signal("personal information", PERSONAL, True),
        Signal("plain first-person statement", PLAIN, fact.outright and not hedged),
        Signal("mentioned before", REPEATED, repeated),
        Signal("relevant to the task", RELEVANT, relevant),
    )


def _score(signals: Sequence[Signal]) -> float:
    return round(min(1.0, sum(each.weight for each in signals if each.present)), 2)


def _is_repeated(keywords: tuple[str, ...], speaker: str | None, earlier: Sequence[str]) -> bool:
    """Find the same telling words in an earlier message."""
    words = [w for w in keywords if w not in (speaker or "").lower()]
    return bool(words) and any(all(w.rstrip("s") in said for w in words) for said in earlier)


def _is_relevant(keywords: tuple[str, ...], task: str) -> bool:
    """Two words in common with the task (spec 000 section 3)."""
    return len(set(keywords) & set(keywords_of(task))) >= 2
