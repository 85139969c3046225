"""Which line above a list says that its items are to be kept, and what are they of?

"Things to remember about the depot:", "Here's how I want reports from now on:". An item says little without its head:
"no more than two pages" is about reports.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.content import has_verb
from langmem_ext.policies.directive_reading.order_words import ON
from langmem_ext.policies.directive_reading.request import Request, Said

RULE = "remember"

_OURS = (
    r"(?:house|home|flat|apartment|cottage|cabin|garden|kitchen|bathroom|garage|attic|cellar|basement|boiler|car|van"
    r"|bike|boat|truck|depot|office|shop|store|school|classroom|class|nursery|kindergarten|clinic|practice|ward|site"
    r"|warehouse|workshop|studio|lab|farm|stable|barn|field|plant|branch|team|crew|band|choir|club|client|customer"
    r"|patient|tenant|supplier|vendor|project|account|contract|server|cluster|repo|repository|app|codebase|pipeline"
    r"|database|network|printer|kids?|children|boys|girls|twins|baby|dog|cat|puppy|horse|pets?|family|in-laws|trip"
    r"|holiday|wedding|party|move|renovation|course|campaign|venue|restaurant|cafe|bakery|building|landlord|neighbours"
    r"|neighbors|caravan|allotment|greenhouse|aquarium|tank|pool|gym)"
)
_FACTS = re.compile(
    rf"{frames.LEADS}(?:(?:here are|here's|these are|some|a few|the|my|important|key|main|quick|basic|useful|all|other"
    r"|more|two|three|four|five|couple of|list of)\s)*(?:things|facts|info|information|stuff|notes|points|details|bits"
    r"|basics)"
    r"(?: (?:for you|you need|you should|you must|i want you|i need you|i'd like you|worth))?"
    r" (?:to )?(?:remember|keep|note|save|store|remembering|keeping|noting|hold on to|bear)"
    r"(?: (?:in mind|down|for later))?"
    rf" (?:about|on|regarding|concerning|for) (?P<of>(?:the|this) (?:[\w'’-]+ ){{0,3}}?{_OURS})\s*:$",
    re.I,
)
"""A head of facts about something of the user's own that "my" does not mark."""

_WISH = r"(?:i|we)(?:'d| would)? (?:really )?(?:want|like|need|prefer|expect|love)"
_ALL = r"(?:every|each|all|any)\b"
_LASTING_HEADS = tuple(
    re.compile(rf"{frames.LEADS}{each}\s*:$", re.I)
    for each in (
        rf"(?:here(?:'s| is)|this is|that's) (?:how|the way)(?: that)? (?P<of>{_WISH} [^:,;]{{2,60}}?),? {ON}",
        rf"(?:{ON}[\s,]+)(?:here(?:'s| is)|this is|that's) (?:how|the way)(?: that)?"
        rf" (?P<of>{_WISH} [^:,;]{{2,60}}?)",
        rf"(?:here(?:'s| is)|this is) (?:how|the way)(?: that)? {_WISH} you to"
        r" (?P<of>(?:write|talk|speak|reply|respond|answer)(?: (?:to|with|for))?(?: (?:me|us))?"
        r"(?: (?:in|on|about) (?!this|that|the)[\w' -]{2,40}?)?)",
        rf"how (?P<of>(?:i|we) (?:like|prefer) (?:my|our) [^:,;]{{2,40}}?)(?:,? {ON})?",
        rf"how (?P<of>(?:i|we) (?:want|need|expect) [^:,;]{{2,50}}?),? {ON}",
        r"(?P<of>my (?:(?:standing|general|usual|own) )?(?:rules|preferences|wishes|requests|defaults|instructions)"
        rf" (?:for|about|on) (?!this\b|that\b|the\b|today)[^:,;]{{2,40}}?)(?:,? {ON})?",
        rf"what (?P<of>{_WISH} (?:in|from|with|for) {_ALL}[^:,;]{{2,40}}?)(?:,? {ON})?",
        rf"{ON}[\s,]+(?P<every>(?:for|in|with) (?:every|each|all|any|my|our)\b[^:,;]{{2,40}}?)",
        rf"{ON}[\s,]+(?P<of>(?:my|our|all|every) [^:,;]{{2,40}}? (?:should|must|need to|have to)"
        r" (?:have|be|include|contain|follow))",
        r"(?P<when>when(?:ever)? i (?:ask|send|share|paste|write|post|upload|give)\b[^:,;]{2,50}),?"
        rf" (?:please )?(?:always|every time|{ON})",
    )
)
"""Heads of what is wanted for good."""

_ABOUT = re.compile(
    r"\b(?:about|on|regarding|concerning) (?P<of>(?:(?:my|our) (?!own\b)[\w'’ -]{2,40}?|(?-i:[A-Z])[\w'’-]+))\s*:$",
    re.I,
)
_NOBODY = re.compile(r"(?:me|us|myself|ourselves|you|it|this|that|them)$", re.I)
_OWN = re.compile(r"(?:i|we|my|our)\b", re.I)
_HE_OR_SHE = re.compile(r"(?:she|he|it)(?='s\b|’s\b|\s)", re.I)
_ARTICLE = re.compile(r"(?:The|An?|My|Our|No)\b")
_DOES = re.compile(
    r"(?:is|was|has|had|lives|works|likes|loves|hates|eats|drinks|needs|wants|prefers|goes|plays|speaks|picks|faces|opens"
    r"|closes|starts|ends|leaves|sleeps|takes|wears|drives|studies|owns|runs|uses|never|always|only|can|cannot|can't|won't"
    r"|doesn't|isn't)\b(?! (?:is|are)\b)",
    re.I,
)


def list_head(said: Said) -> Request | None:
    """Read a line that announces a list of what is to be kept."""
    text = said.text.rstrip()
    if not text.endswith(":") or not _head_of(text):
        return None
    return Request(RULE, points="on", colon=True, many=True)


def _head_of(text: str) -> re.Match[str] | None:
    return _FACTS.match(text) or next(
        filter(None, (each.match(text) for each in _LASTING_HEADS)), None
    )


def under_head(head: str, item: str) -> str:
    """Return an item of a list with what its head says that it is of."""
    head = head.rstrip()
    found = (_head_of(head) or _ABOUT.search(head)) if head.endswith(":") else None
    if found is None:
        return item
    parts = found.groupdict()
    if when := parts.get("when"):
        return f"{when}, {item}"
    if every := parts.get("every"):
        return f"I want {every}: {item}"
    of = parts["of"].strip()
    if _NOBODY.match(of) or _OWN.match(item):
        return item
    if named := _HE_OR_SHE.match(item):
        return f"{of}{item[named.end() :]}"
    does = _DOES.match(item)
    if not (does or _head_of(head)) and has_verb(item):
        return item
    item = _ARTICLE.sub(lambda found: found[0].lower(), item)
    return f"{of} {item}" if does else f"{of}: {item}"


def with_items(words: str, said: Sequence[language.Sentence], at: int) -> str:
    """Return "to buy" with what is listed below it: "to buy: milk, bread"."""
    listed = takewhile(lambda one: one.bullet, said[at + 1 : at + 11])
    items = [one.raw.strip(" .;,") for one in listed]
    open_ended = said[at].raw.rstrip().endswith(":") and _TO_DO.fullmatch(words)
    return f"{words}: {', '.join(items)}" if items and open_ended else words


_TO_DO = re.compile(r"to \w+(?: \w+){0,3}", re.I)
