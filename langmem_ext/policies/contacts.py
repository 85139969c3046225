"""Where can the user be reached?

An address or a number is theirs when the sentence says so: "my e-mail is ...", "reach me at ...", "call me on ...".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

ADDRESS = re.compile(r"(?<![\w.+@/-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![\w@])")
NUMBER = re.compile(r"(?<![\w@.:/#-])\+?\(?\d[\d\s().-]{5,18}\d(?![\w@%]|[.:/-]\d)")

_MINE_ADDRESS = re.compile(
    r"\bi (?:just |have |'ve )*(?:changed|switched|moved) (?:it|that|mine|my \w+)\b|\bis mine\b|\bthat'?s (?:me"
    r"|mine)\b|\bput me down\b|\bmy (?:\w+ ){0,2}?(?:e-?mail|mail|gmail|inbox|address"
    r"|contact|outlook)\b"
    r"|\b(?:reach|contact|e-?mail|mail|write(?: to)?|ping|message|find|invite|cc|add|drop"
    r"|send|forward|get hold of|get in touch with|notify)\b(?: \w+){0,4}? (?:me|my)\b"
    r"|\bi(?:'m| am| can (?:now )?be)? (?:at|use|check|reached|reachable|available|contactable)\b"
    r"|\b(?:i have|i've got|i made|i set up|i switched to|i go by)\b.{0,30}\b(?:e-?mail"
    r"|address|mail)\b"
    r"|\b(?:please|just|better|always) use (?=[\w.+-]+@)|^(?:new |here'?s (?:my"
    r"|the) (?:new )?)?(?:gmail|outlook|protonmail|e-?mail|mail|contact"
    r"|address)(?: address)?(?: me)?\s*(?:[:=]|is|at)",
    re.I,
)
_MINE_NUMBER = re.compile(
    r"\bis mine\b|\bthat'?s (?:me|mine)\b|\b(?:number|phone|line) for me\b|\bmy (?:(?:new|work|office|home|mobile"
    r"|cell|phone|private|personal"
    r"|current|direct"
    r"|business|whatsapp|uk|us|own|actual|contact|telephone|other|second"
    r"|backup) ){0,3}?(?:phone|cell|mobile|cellphone|telephone|number|whatsapp|landline"
    r"|digits|line|signal|contact|handy)\b"
    r"|\b(?:call|text|ring|reach|phone|whatsapp|message|sms|ping|hit|contact|dial|get|try"
    r"|find|get hold of|get in touch with|buzz)(?: \w+){0,2}? me\b"
    r"|\bi(?:'m| am| can (?:now )?be) (?:reachable |reached |available |contactable )?(?:at|on"
    r"|under|by phone)\b|^(?:new |here'?s (?:my|the) (?:new )?)?(?:phone|cell|mobile|tel"
    r"|number|whatsapp)(?: number)?\s*(?:[:=.]|is)",
    re.I,
)
_ELSES = re.compile(
    r"\b(?:his|her|their|your|its|the (?:support|customer|office's|company's|number for)"
    r"|(?:my|our) (?:\w+ ){0,2}?(?:wife|husband|partner|boss|manager|mom|mum|mother|dad"
    r"|father|sister|brother|son|daughter|friend|colleague|assistant|landlord|doctor"
    r"|dentist|lawyer|accountant|client|customer|neighbou?r|girlfriend|boyfriend|roommate"
    r"|bank|company)(?:'s|s')?)"
    r" (?:\w+ ){0,2}?(?:e-?mail|mail|address|phone|number|cell|mobile|contact|is|at)\b"
    r"|\bsupport@|\bno-?reply@|\binfo@",
    re.I,
)
_NO_LONGER = re.compile(
    r"\b(?:old|former|previous|no longer|not|isn'?t|wasn'?t|don'?t|never|used to|stopped"
    r"|anymore|any more|wrong|dead|fake|example|was)\b",
    re.I,
)
_QUALIFIED = re.compile(
    r"\b(?P<kind>work|office|business|company|school|university|uni|home|second|other"
    r"|backup)\b",
    re.I,
)
_CHANGED = re.compile(r"\b(?:to|now|new)\b[^@\d]{0,20}$|\b(?:is|it'?s)[: ]*$", re.I)


@dataclass(frozen=True, slots=True)
class Contact:
    """Hold one address or number of the user: `slot` is `email` or `phone`, None for a second one (work, school)."""

    content: str
    rule: str
    slot: str | None


def contacts(sentence: str) -> Iterator[Contact]:
    """Yield the addresses and numbers that a sentence says are the user's."""
    if "@" in sentence and _MINE_ADDRESS.search(sentence):
        yield from _of(sentence, ADDRESS, "email", "e-mail address")
    if _MINE_NUMBER.search(sentence):
        yield from _of(sentence, NUMBER, "phone", "phone number")


def _of(sentence: str, pattern: re.Pattern[str], rule: str, called: str) -> Iterator[Contact]:
    if _ELSES.search(sentence):
        return
    for match in list(pattern.finditer(sentence))[:3]:
        around = sentence[: match.start()]
        if _NO_LONGER.search(around[-60:]) and not _CHANGED.search(around):
            continue
        if rule == "phone" and not 7 <= sum(c.isdigit() for c in match[0]) <= 15:
            continue
        kind = _QUALIFIED.search(sentence.replace(match[0], " "))
        name = f"{kind['kind'].lower()} {called}" if kind else called
        yield Contact(f"my {name} is {match[0].strip(' .-')}", rule, None if kind else rule)
