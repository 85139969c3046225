"""What does a question or request say by the way of who asks it?

"As a vegetarian, what do I order?", "for a night-shift worker like me", "now that we have a dog": facts that no clause
of their own states.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.statement_reading.opening_states import asks_for_oneself, state_at_opening

_AS = re.compile(
    r"^(?:(?:hi|hey|hello|ok|so|well|and|but),? )*(?:(?:as|being)|(?P<sure>(?:speaking|coming from"
    r"|talking) (?:as )?)) ?"
    r"(?:(?P<one>an?|the|one of) (?!(?:rule|test|result|joke|consequence|start|whole|side|matter|last|first|second|next"
    r"|reminder|bonus|gift|treat|backup|workaround|child|kid|boy|girl|baby|user|reader|human|person|team|group|general"
    r"|final|way|bit|sign|present|surprise|snack|main|starter|dessert|substitute|guide|default|couple|beginner|newbie"
    r"|customer|citizen|family of)\b)(?P<role>[^,?.!]{3,60}?)"
    r"|(?P<post>(?:[\w-]+ ){0,2}?(?:treasurer|secretary|chair\w*|head|captain|president|director|manager|lead|editor"
    r"|coordinator|organi[sz]er|coach|owners?|founders?|co-founder|mother|father|parents?|trustee|caretaker|deputy)"
    r" (?:of|at|for) [^,?.!]{3,50}?)"
    r"|some(?:one|body) (?:who(?P<has>'s| has)(?= been)|who (?P<does>[\w']+)|who(?P<be>'s)"
    r"|(?P<with>with)) (?P<what>[^,?.!]{2,50}?))(?:,\s*|\s+(?=(?:i|i'?m|we|my)\b))"
    r"(?P<rest>.*)",
    re.I,
)
_LIKE_ME = re.compile(
    r"\b(?P<role>an? (?!(?:person|guy|man|woman|girl|boy|someone|bloke|chap|lad|lady|idiot|fool|beginner|newbie|noob"
    r"|dummy|mortal|human|few|lot|bit) (?:like|such)\b)(?:[\w'-]+ ){1,5}?)(?:like|such as) (?:me|myself)\b(?! to\b)",
    re.I,
)
_NOW = re.compile(
    r"^(?:(?:hi|hey|ok|so|well|and|but),? )*now (?:that )?(?P<told>(?:i'?m|i am|i have|i'?ve got|i live|i work|i own"
    r"|i drive|we have"
    r"|we'?ve got|we live|we own|we'?re|we are|my \w+ (?:is|are|has|have)) [^,?.!]{3,60}),",
    re.I,
)


def described(sentence: str) -> Iterator[str]:
    """Yield as statements what the asker calls themselves; in "as a lawyer, would you..." it is the listener's part."""
    if (called := _AS.match(sentence)) and (called["sure"] or asks_for_oneself(called["rest"])):
        yield _statement(called)
    if state := state_at_opening(sentence):
        yield state[0]
    if like := _LIKE_ME.search(sentence):
        yield f"I'm {like['role'].strip()}"
    if now := _NOW.match(sentence):
        yield now["told"]
    if (here := _HERE_IN.search(sentence)) and not _VISITS.search(sentence):
        yield f"I live in {here['place']}"


_HERE_IN = re.compile(
    r"(?<!say )(?<!says )(?<!said )(?<!written )(?<!error )\bhere in (?P<place>(?:the )?"
    r"(?:(?:southern|northern|eastern|western|central|rural|sunny|rainy|north|south|east|west|upstate|downtown) )?"
    r"(?!(?:Chapter|Section|Line|Figure|Step|Table|Word|Excel|Part|Unit|Python|Level|Room|Slack|Teams|Paragraph|Act|Scene"
    r"|Stage|Windows|Chrome|Java|January|February|March|April|May|June|July|August|September|October|November"
    r"|December)\b)[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2})"
)
_VISITS = re.compile(
    r"\b(?:holiday|vacation|trip|visit\w*|tourists?|weekend|hotel|airbnb|hostel|layover|conference|(?:for"
    r"|in) (?:an?|one|two"
    r"|three|\d) (?:days?|nights?|weeks?)|until|till)\b|\b(?:s?he|they|brother|sister|friend|people)\b[^,]* here in\b",
    re.I,
)
"""Words with which somebody is where they do not live, or somebody else is there."""


_OWN_FORM = {
    "is": "I'm",
    "has": "I have",
    "does": "I do",
    "goes": "I go",
    "can": "I can",
    "can't": "I can't",
    "doesn't": "I don't",
    "hasn't": "I haven't",
    "isn't": "I'm not",
    "lives": "I live",
    "loves": "I love",
}


def _statement(called: re.Match[str]) -> str:
    if called["role"]:
        return f"I'm {called['one']} {called['role']}"
    if called["post"]:
        return f"I'm the {called['post']}"
    if called["with"]:
        return f"I have {called['what']}"
    if called["be"]:
        return f"I'm {called['what']}"
    if called["has"]:
        return f"I've been {called['what'].removeprefix('been ')}"
    return first_person(called["does"], called["what"])


def first_person(verb: str, rest: str) -> str:
    """Put "someone who works nights" in the first person."""
    if own := _OWN_FORM.get(verb.lower()):
        return f"{own} {rest}"
    if verb.endswith("ies"):
        return f"I {verb[:-3]}y {rest}"
    return f"I {re.sub(r'(?<=[cs][hs])es$|s$', '', verb)} {rest}"


def one_who(clause: str) -> str:
    """Say "I write the songs" for "I'm the one who writes the songs"."""
    return _ONE_WHO.sub(lambda m: first_person(m["does"], m["what"]), clause)


_ONE_WHO = re.compile(
    r"^(?:I'?m|I am) (?:always |usually |often )?the (?:one|person) (?:who|that) (?P<does>(?!(?:was|did|said|is"
    r"|has)\b)[a-z]+s) "
    r"(?P<what>\S.*)",
    re.I,
)
