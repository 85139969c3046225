"""What did the user state about themselves?

Precision comes first: a sentence that asks, supposes, jokes, quotes or points at something unnamed
yields nothing, however much it looks like a fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.facts import Fact, match_fact
from langmem_ext.policies.rewriting import third_person
from langmem_ext.policies.topics import keywords_of, title_of
from langmem_ext.policies.writing import MAX_CONTENT, normalise

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

    `score` is in 0..1, `rule` names the rule that read the statement, `signals` are the rows of the score.
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
    signals: tuple[Signal, ...] = ()


def scan(
    message: str,
    *,
    speaker: str | None = None,
    history: Sequence[str] = (),
    task: str = "",
    threshold: float = THRESHOLD,
) -> list[Candidate]:
    """Return every candidate of one user message with its score, in order of appearance.

    `history` holds earlier messages of the conversation, `task` what the user is working on.
    Candidates below `threshold` are returned too, marked by their score: they wait for the review.
    What the user asked to remember is the business of `find_directives` and is left out here.
    """
    found: dict[str, Candidate] = {}
    asked = [d.statement.lower() for d in find_directives(message, speaker=speaker)]
    earlier = [h.lower() for h in history if h != message]
    for clause, explicit in _stated(message):
        candidate = _read(clause, explicit, speaker, earlier, task)
        if candidate and not any(candidate.statement.lower() in said for said in asked):
            found.setdefault(candidate.content, candidate)
    return list(found.values())


_GREETED = re.compile(
    r"^(?:hi|hello|hey|yo|good (?:morning|afternoon|evening)|greetings"
    r"|nice to meet you)\b[^.?]{0,30}?[,!.\s-]+"
    r"(?:(?:i'?m|i am|this is|it's)\s+)(?P<v>(?-i:[A-Z][a-z'’-]+"
    r"(?:\s[A-Z][a-z'’-]+){0,2}))(?=$|[,.!]|\s(?:from|here|and)\b)",
    re.I,
)
_LEAD = re.compile(
    r"^(?:(?:hey|hi|hello|yo|yeah|yep|yes|yup|yea|no|nope|nah|well|oh|ah|aw|aww|ok|okay|so"
    r"|and|but|also"
    r"|actually|honestly|tbh|wow|haha|hah|sure|cool|great|nice|awesome|thanks(?: "
    r"(?:so much|a lot|a bunch))?|thank you|anyway|anyways"
    r"|like|see|look|right|plus|sorry|as i said|as you know|you know|i mean|because|since"
    r"|given that"
    r"|basically|personally|good (?:morning|evening|afternoon)|absolutely|definitely"
    r"|totally|exactly|of course|guess what|by the way|btw|fyi"
    r"|just so you know|for your information|for context|context|some background"
    r"|background|important|about me|in fact|to be honest|as for me|for me|currently"
    r"|right now|these days|lately|nowadays|unfortunately|luckily|fortunately"
    r"|speaking of which|same here|me too|true|congrats)"
    r"(?:\s+(?-i:[A-Z][a-z]+))?(?:[,!:.…\s—–-]+|$))+",
    re.I,
)
_VOCATIVE = re.compile(
    r"^[A-Z][a-z]+[,!]\s+(?=I\b|I'|my\b|we\b)|(?<![A-Z]\w{3})(?<![A-Z]\w{4})"
    r"(?<![A-Z]\w{5}), [A-Z][a-z]+$"
)
_FILLER_END = re.compile(
    r"[\s,–—-]+(?:too|as well|though|tho|btw|by the way|actually|haha+|honestly|tbh"
    r"|you know|ya know|right now|now|lately"
    r"|anyway|thanks|thank you|please|so much|a lot|a bunch|fyi|just so you know"
    r"|for what it's worth|for context|after all|in fact|to be honest|yeah|ok|okay"
    r"|of course)$",
    re.I,
)
_EXPLICIT = re.compile(
    r"\b(?:fyi|just so you know|for your information|important:|for context|so you know)\b", re.I
)
_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|i (?:think|guess|suppose|believe|feel like)|probably|might"
    r"|kind of|kinda|sort of|sorta"
    r"|not sure|possibly|apparently|hopefully|potentially)\b",
    re.I,
)
_VAGUE = re.compile(
    r"\b(?:it|it's|this one|that one|these ones|those|these|them|him|you|your|yours|you're"
    r"|you've|y'all|here|there"
    r"|something|anything|everything|someone|stuff|thing|things|such|whatever|same|one of "
    r"(?:them|those|these)|that's|other ones?)\b"
    r"|\b(?:this|that) (?!(?:morning|afternoon|evening|week|weekend|month|year|summer"
    r"|winter|spring|fall|monday"
    r"|tuesday|wednesday|thursday|friday|saturday|sunday|coming|makes?|is|are|has|have|can"
    r"|lets?|offers|sells|builds|deals|works|i)\b)"
    r"|\b(?:to|of|like|for|about|with|love|like|enjoy|hate|want|doing|did|do) (?:this|that"
    r"|her|his|she|he|they)\b",
    re.I,
)
_DANGLING = re.compile(
    r"(?:\s(?:few|few more|some more|even|lot|ton|bit|both|and|or|but|the|a|an|to|of|in"
    r"|with|for|my|at|is|that|so|because|from|on|like|as|about|really|very|more|up to))$"
    r"|\x00|(?<!when)(?<!because)(?<!while)(?<!that)(?<!if)(?<!and)(?<!,)(?<!:)\sI'm\b"
    r"|\ba few more\b",
    re.I,
)


# What follows comments on the fact; the fact stands without it.
_REMARK = re.compile(
    r"\s+[-–—]{1,2}\s+|,\s+(?:(?:and|but|so|cause|because)\s+)?(?=(?:which|it|it's|they"
    r"|they're|he|she|that's|so|such|the \w+ (?:is|are|was|were)"
    r"|had a|just|even|especially when|like|thanks to|you know|what a|and it|haha|lol)\b)"
    r"|\s+(?:because|cause|since|as|so) (?=(?:it|it's|they|they're|he|she|that|you"
    r"|you're)\b)"
    r"|\s+\((?!\w+\)$)|\.{2,}",
    re.I,
)


def _stated(message: str) -> Iterator[tuple[str, bool]]:
    """Yield (clause, explicitly offered) for each thing the user says is so."""
    found = language.sentences(message)
    for i, sentence in enumerate(found):
        if language.brings_foreign_text(sentence.raw):
            return
        following = found[i + 1].text if i + 1 < len(found) else ""
        if language.is_sarcastic(sentence.raw) or _taken_back(following):
            continue
        if (greeting := _GREETED.match(sentence.text)) and not re.search(
            r"(?:ish|ese|ian|can|man|ch)$|^(?:So|Just|Not|Very|Good|Fine|Sorry|Glad|Happy|Back|New"
            r"|Here)",
            greeting["v"],
        ):
            yield f"My name is {greeting['v']}", False
        for clause in _factual(sentence):
            yield clause, bool(_EXPLICIT.search(sentence.text))


def _taken_back(following: str) -> bool:
    """The next sentence says that this one was not meant."""
    return bool(
        re.match(
            r"(?:just kidding|jk\b|kidding|not really|i wish|/s|joking|as if|or not"
            r"|(?:well|but|though|only)?,?\s*(?:not|no) (?:any ?more|longer)\b)",
            following,
            re.I,
        )
    )


def _factual(sentence: language.Sentence) -> Iterator[str]:
    """Yield the clauses of a sentence that neither ask, suppose nor report."""
    text = language.stated_part(sentence)[: language.MAX_SENTENCE]
    if not text or language.is_unreal(text) or language.is_reported(text):
        return
    for clause in language.clauses(_LEAD.sub("", text)):
        yield _trim(clause)


def _trim(clause: str) -> str:
    """Drop greetings in front and filler behind."""
    clause = _REMARK.split(_LEAD.sub("", clause), maxsplit=1)[0]
    clause = _VOCATIVE.sub("", clause)
    while (shorter := _FILLER_END.sub("", clause)) != clause:
        clause = shorter
    return clause.strip(" ,.!;:-–—")


def _read(
    clause: str, explicit: bool, speaker: str | None, earlier: Sequence[str], task: str
) -> Candidate | None:
    """Turn one clause into a candidate, if a rule reads it and it stands on its own."""
    hedged = bool(_HEDGED.search(clause))
    clause = re.sub(
        r"^(?:i (?:think|guess|believe|suppose)|maybe|probably|perhaps)[, ]+(?:that )?",
        "",
        clause,
        flags=re.I,
    )
    found = match_fact(clause)
    if not found or not _stands_alone(clause, found[1]):
        return None
    fact, match = found
    content = normalise(_content(clause, fact, match, speaker))
    if len(content) > MAX_CONTENT:
        return None
    keywords = keywords_of(content)
    signals = _signals(
        fact,
        hedged,
        explicit,
        _is_repeated(keywords, speaker, earlier),
        _is_relevant(keywords, task),
    )
    slot = None if hedged else fact.slot_of(match)
    return Candidate(
        content,
        clause,
        fact.category,
        fact.type,
        title_of(content),
        keywords,
        slot,
        _score(signals),
        fact.rule,
        signals,
    )


def _content(clause: str, fact: Fact, match: re.Match[str], speaker: str | None) -> str:
    if fact.rule == "preferred_name":
        return third_person(f"my preferred name is {match['v']}", speaker=speaker)
    value = next((k for k in ("v", "n") if match.groupdict().get(k)), None)
    if value and clause[: match.start(value)].endswith("'s "):
        clause = f"{clause[: match.start(value) - 3]} is {clause[match.start(value) :]}"
    if fact.rule == "married":
        clause = re.sub(r"^we\b", "I", clause, flags=re.I)
    return third_person(clause, speaker=speaker)


def _stands_alone(clause: str, match: re.Match[str]) -> bool:
    """Refuse fragments and whatever points at something outside the clause."""
    value = next(
        (v for k, v in match.groupdict().items() if v and k in ("v", "n", "h", "org")), clause
    )
    if not value.strip() or _DANGLING.search(clause):
        return False
    return bool(
        match["v"]
        if "pronoun" in clause.lower() and "v" in match.groupdict()
        else not _VAGUE.search(clause)
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
