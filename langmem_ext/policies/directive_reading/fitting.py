"""Do the words behind a verb fit it: are they what one keeps, and not what one stores, logs or puts elsewhere?"""

from __future__ import annotations

import re

from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.directive_reading import forms
from langmem_ext.policies.directive_reading.advice import should_do
from langmem_ext.policies.directive_reading.content import has_verb, is_detailed
from langmem_ext.policies.directive_reading.request import TAG, Frame, Points
from langmem_ext.policies.rewriting import speaks_of_self

_COURTESY = re.compile(
    r"(?:^|[\s,])(?:please|pls|kindly|thanks|thank you|will you|would you|could you|can you)[\s.!?]*$|^ for me\b",
    re.I,
)


def is_put_politely(text: str, match: re.Match[str], frame: Frame) -> bool:
    """Tell "save that the club meets on Mondays, would you" from "save that file"."""
    return (
        frame.polite
        or frame.mood in ("asked", "wished")
        or bool(_COURTESY.search(text[match.end() :]))
    )


def is_feat(words: str, text: str) -> bool:
    """ "Can you remember pi to 50 digits?" asks what the assistant can do."""
    asked = bool(
        speaks_of_self(words) or has_verb(words) or TAG.search(text) or " for me" in text.lower()
    )
    able = asked is False or bool(_ONCE_HEARD.search(words))
    return able and text.lower().lstrip().startswith(("can you", "could you", "do you"))


_ONCE_HEARD = re.compile(
    r"\b(?:after|by|from|without) (?:hearing|seeing|reading|listening)\b", re.I
)


def fits(
    head: forms.Head,
    frame: Frame,
    words: str,
    head_word: str,
    *,
    mark: str,
    explicit: bool,
    points: Points,
    frame_words: str = "",
) -> bool:
    """Ask more of verbs that often mean something else."""
    if frame.mood == "thing" and not (explicit or mark or speaks_of_self(words)):
        return False
    if frame.mood == "thing" and head_word.lower() == "noting" and not speaks_of_self(words):
        return False
    if frame.mood == "wished" and not frame.personal and not speaks_of_self(words):
        return False
    if _IMPERSONAL.search(frame_words) and not speaks_of_self(words):
        return False
    if head.rule == "know":
        own = speaks_of_self(words) or should_do(words)
        return (
            own
            and explicit
            and (frame.mood != "plain" or frame.polite or not words.lower().startswith("you"))
        )
    if head.strength == 1:
        if _ELSEWHERE.match(words):
            return False
        if (points in ("on", "either") or frame.mood == "thing") and (
            mark or speaks_of_self(words)
        ):
            return True
        named = _VALUE.match(words) or (_KEPT_THING.match(words) and _KEEPS.match(head_word))
        if mark == ":" and (frame.polite or not _LOGGING.match(head_word)):
            return is_detailed(words)
        if frame.mood == "asked" and _CALLED.match(words):
            return True
        if _TOLD_BEHIND.match(words) and head_word.lower().startswith(("store", "record", "reg")):
            return True
        return bool(named) or (
            explicit and not points and (speaks_of_self(words) or (":" in mark and bool(points)))
        )
    if head.strength == 2:
        return (
            explicit
            or bool(mark)
            or bool(re.match(r"the\b", words, re.I) and is_detailed(words) and has_verb(words))
            or bool(re.match(r"(?:i|i'm|im|i've|we|my|our)\b", words, re.I))
            or bool(points)
            or (head_word.lower() == "note" and is_jotted(words))
        )
    return True


def is_jotted(words: str) -> bool:
    """Tell what one jots down of everyday life, with no article: "library closes at 6 on fridays"."""
    found = _JOTTED.match(words)
    return bool(found and (_EVERYDAY.search(found["who"]) or _BY_WEEKDAY.search(words)))


_JOTTED = re.compile(
    r"(?P<who>(?!(?:taking|cards?|pads?|books?|apps?|left|from|to|for|on|in|by|of|the|an?|this|these|those|that"
    r"|there|it"
    r"|how|what|who|why|where|which|when|whether|if|any|every|all|he|she|they|you)\b)[^\W\d_][\w'’-]*"
    r"(?: (?!(?:that|who|which|from|to|for|on|in|by|of)\b)[^\W\d_][\w'’-]*){0,2}?) "
    r"(?:is|are|has|have|closed?s?|shuts?|opens?|moved|moves|starts?|begins?|ends?|finish(?:es)?|comes?|arrives?"
    r"|leaves?"
    r"|goes|meets?|costs?|takes?|needs?|changed|runs?|works?|broken|cancelled|canceled|full|off|out|back|away|now"
    r"|only"
    r"|never|always|no longer|doesn't|don't|won't|can't)\b(?=\s+(?!with\b|a\b|an\b)\S)",
    re.I,
)
_EVERYDAY = re.compile(
    r"\b(?:shop|supermarket|library|bakery|baker|butcher|market|pharmacy|chemist|clinic|surgery|hospital|doctor|gp"
    r"|dentist|optician|vet|physio|hairdresser|barber|gym|pool|caf[eé]|restaurant|pub|post office|school"
    r"|nursery|kindergarten|daycare|church|club|choir|practice|training|landlord|landlady|janitor|caretaker|plumber"
    r"|electrician|gardener|cleaner|nanny|babysitter|childminder|tutor|mechanic|garage|parking|bins?"
    r"|bin day|rubbish|recycling|ferry|wife|husband|mum|mom|dad|grandma|grandpa|buzzer|doorbell|boiler"
    r"|(?:spare|house|front door) keys?|rent|milkman|neighbou?rs?)$",
    re.I,
)
"""Whom and what one has to do with from day to day, at the end of a phrase."""

_BY_WEEKDAY = re.compile(rf"\b(?:on |every |now |until |till )?{WEEKDAY}s?\W*$", re.I)


_IMPERSONAL = re.compile(
    r"\bit (?:should|must|ought to|needs to|has to|is to|can) (?:\w+ )?be\s*$", re.I
)
"""What is written of a case as often as it is asked: "it should be noted that ..."."""

_TOLD_BEHIND = re.compile(r"(?:my|our) [\w'’ -]{3,40}?, (?:its|it'?s|it is|they'?re) \S", re.I)
"""What is told behind a comma: "store my gamertag, it's frost_99"."""

_KEPT_THING = re.compile(
    r"(?:my|our|the) (?:[\w'’-]+ ){0,3}?(?:sizes?|measurements?|dimensions?|spelling|names?|address|numbers?|codes?"
    r"|dates?"
    r"|times?|hours?|order|pronouns?|colou?rs?|ratio|formula|combination|shifts?|dose|doses|allergies|route|plate"
    r"|ring size)"
    r"(?: (?:for (?:me|us|later)|of \w+(?: \w+)?))?:\s+\S",
    re.I,
)
"""A thing by its name, and what it is: "hold on to my sizes: 14 in tops"."""

_CALLED = re.compile(
    r"(?:my|our) [\w'’ -]{2,40}? (?:is|are)(?: called| named| now)? (?-i:[A-Z]|\d)", re.I
)
"""Somebody or something of the user's, by name: "can you save my manager is Folake"."""

_ELSEWHERE = re.compile(r"(?:to|as|in|into|on|onto|under|with|from)\b", re.I)
_KEEPS = re.compile(r"(?:sav|stor|hold|hang|record|retain|regist)", re.I)
_LOGGING = re.compile(r"(?:log|track|document|learn|put|keep)\b", re.I)
_ATTRIBUTE = (
    r"(?:name|nickname|address|e-?mail|phone|number|birthday|birthdate|job|title|employer|company|preferences?|diet"
    r"|allerg(?:y|ies)|size|time ?zone"
    r"|language|pronouns|location|city|hometown|anniversary|favou?rite|budget|goal|schedule|routine|order"
    r"|coffee|seat"
    r"|airline|contact|blood type|height|weight)"
)
_VALUE = re.compile(
    rf"(?:my|our) [\w'’ -]{{3,50}}?,? (?:which|that) (?:is|are) \S|"
    rf"(?:my|our) (?:[\w'’-]+ ){{0,4}}?{_ATTRIBUTE}\b[\w' -]{{0,30}}?(?:\s(?:is|are|as)\s|:\s*|,\s*|\s=\s)\S",
    re.I,
)
