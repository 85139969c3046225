"""Which command does a request state?"""

from __future__ import annotations

import re

from langmem_ext.categories import Categories
from langmem_ext.command_reading import forms, frame
from langmem_ext.command_reading.categories import named_category
from langmem_ext.command_reading.kinds import Command
from langmem_ext.command_reading.numbers import is_numbered
from langmem_ext.command_reading.topics import topic_asked
from langmem_ext.command_reading.words import after_words_of_no_matter, closed_command
from langmem_ext.policies.directive_reading.content import VERB


def read_command(said: str, categories: Categories) -> Command | None:
    """Return the command that a request states, bare of manners; None where it states none."""
    if not said:
        return None
    if (closed := closed_command(said)) or (closed := after_words_of_no_matter(said)):
        return Command(closed)
    return (
        _undo(said)
        or _clear(said)
        or _numbered(said)
        or _forget_about(said)
        or _forget(said)
        or _why(said)
        or _list(said, categories)
    )


def _undo(said: str) -> Command | None:
    return Command("undo") if forms.UNDO.fit(said) else None


def _clear(said: str) -> Command | None:
    return Command("clear") if forms.CLEAR.fit(said) else None


def _numbered(said: str) -> Command | None:
    for found in forms.NUMBERED.matches(said):
        phrase = _OFF_THE_LIST.sub("", _WHY_GONE.sub("", found["x"]))
        if is_numbered(phrase) or (" and " in phrase and is_numbered(f"{phrase} one")):
            return Command("forget", phrase)
    return None


_WHY_GONE = re.compile(
    r",? (?:(?:because|since|as|cos|cause) )?(?:it|that|they|those)(?:'s|'re|’s|’re| is| are|s)(?:n't)?\b.*$",
    re.IGNORECASE,
)
"""Why what is counted is to go: "bin 1 and 4, they're ancient"."""

_OFF_THE_LIST = re.compile(
    r"(?: (?:from|on|in|off|of) (?:(?:the|your|that|this|my|those) )?(?:list|memor(?:y|ies)|notes|what you (?:know"
    r"|remember|have|saved)|above|there|results))+"
    r"(?: of (?:memories|facts|things))?(?: (?:about me|above|please|you (?:showed|gave) me))*$",
    re.IGNORECASE,
)
OF_A_TEXT = re.compile(
    r"\b(?:from|in|of|on) (?:this|that|the|my|our|your last) (?:\w+ )?(?:file|code|document|page|text|list|paragraph"
    r"|e?-?mail|repo(?:sitory)?|config|script|essay"
    r"|folder|draft|table|spreadsheet|sheet|function|class|article|report|letter|slide|deck|readme|branch|database"
    r"|cart|basket|query|prompt|sentence|summary|poem"
    r"|story|song|recipe|cv|resume|calendar|inbox|photo|picture|image|chat|conversation|thread)\b",
    re.IGNORECASE,
)
"""Where things are deleted that are no memories."""


def _forget_about(said: str) -> Command | None:
    for found in forms.FORGET_ABOUT.matches(said):
        subject = _REASON_BEHIND.sub("", found["x"]).strip(" \"'")
        if OF_A_TEXT.search(subject) or frame.PLACE.fullmatch(subject):
            return None
        if subject.lower() in ("me", "myself", "us"):
            return Command("clear")
        if not forms.GOES_ON.search(f" {subject}") and not forms.IDIOM.match(subject):
            return Command("forget_about", subject.removeprefix("the fact that "))
    return None


_REASON_BEHIND = re.compile(
    r",\s(?:i|i'd|i'm|it|that|this|we|she|he|they|because|since|as|thanks|please|not)\b.*$",
    re.IGNORECASE,
)


def _forget(said: str) -> Command | None:
    for found in forms.FORGET.matches(said):
        parts = found.groupdict()
        if quoted := parts.get("quoted"):
            return Command("forget", quoted[1:-1].strip())
        stated = forms.REASON.sub("", parts.get("x") or parts.get("other") or "").strip()
        if frame.PLACE.fullmatch(stated) or OF_A_TEXT.search(stated):
            continue
        if parts.get("other") and not _states(stated):
            continue
        if stated and not forms.IDIOM.match(stated) and not forms.GOES_ON.search(f" {stated}"):
            return Command("forget", stated)
    return None


def _states(said: str) -> bool:
    """Tell a statement about somebody from a thing to set aside ("that idea")."""
    named = re.search(
        r"\b(?:my|me|our|i)\b|(?<!^)\b[A-Z]\w+|^[A-Z]\w+ (?:is|has|was|lives|works|likes)\b", said
    )
    return bool(len(said.split()) > 2 and VERB.search(said) and named)


def _why(said: str) -> Command | None:
    for found in forms.WHY.matches(said):
        which = (found.groupdict().get("x") or "").strip()
        if forms.CHIT_CHAT.match(which):
            return None
        return Command("why", "" if forms.POINTING.fullmatch(which) else which)
    return None


def _list(said: str, categories: Categories) -> Command | None:
    if forms.LIST.fit(said):
        return Command("list")
    if (terse := forms.TERSE.fullmatch(said)) and terse["x"].lower() in categories.by_name:
        return Command("list_category", terse["x"].lower())
    for found in forms.CATEGORY.matches(said):
        held = found["held"] and not _ASSISTANTS_OWN.search(found["held"])
        kept = bool(held or forms.OWN.search(found["some"]))
        sure = bool(held or re.search(r"\b(?:stored|saved|remembered|recorded)\b", found["some"]))
        if name := category_named(found["x"], categories, own=kept, sure=sure):
            return Command("list_category", name)
    left = named_category(said)
    if left and (name := category_named(left.phrase, categories, own=left.own, sure=left.sure)):
        return Command("list_category", name)
    topic = topic_asked(said)
    return Command("list_category", category_named(topic, categories) or topic) if topic else None


_ASSISTANTS_OWN = re.compile(r"you(?:'ve)?(?: (?:have|got|had))+$", re.IGNORECASE)
"""What the assistant itself has ("which hobbies do you have?")."""


def category_named(
    phrase: str, categories: Categories, *, own: bool = True, sure: bool = True
) -> str | None:
    """Return the category that a phrase means ("prefs", "what I like"), None when it means none.

    `own`: the phrase is about the user's own things; `sure`: it is certainly about what is kept, so that names which
    mean much else ("events", "plans") count too.
    """
    asked = " ".join(re.findall(r"[\w']+", phrase.lower().replace("_", " ").replace("-", " ")))
    liked = forms.LIKING.fullmatch(asked) and (own or re.search(r"\bi\b", asked))
    for name in categories.by_name:
        loose = name in forms.LOOSE_SYNONYMS and name not in forms.SYNONYMS
        plainly = asked in _spellings(name) and (sure or (own and not loose))
        other = own and asked in forms.SYNONYMS.get(name, ())
        loosely = sure and asked in forms.LOOSE_SYNONYMS.get(name, ())
        if plainly or other or loosely or (liked and name == "preferences"):
            return name
    return None


def _spellings(name: str) -> set[str]:
    plain = name.lower().replace("_", " ").replace("-", " ")
    return {plain, plain.removesuffix("s"), f"{plain}s", f"{plain} category"}
