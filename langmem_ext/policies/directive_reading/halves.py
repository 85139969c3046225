"""How does an instruction go on in a sentence of its own?

"Call me Dr. Osei in letters; otherwise Kofi", "No emojis. Ever. In any reply."
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.lasting import SETS_A_RULE
from langmem_ext.policies.directive_reading.orders import RULE as ORDER
from langmem_ext.policies.directive_reading.reading import read
from langmem_ext.policies.directive_reading.request import Request
from langmem_ext.policies.directive_reading.standing import NOT_CALLED

INSTRUCTIONS = frozenset({"from_now_on", "instruction", ORDER})
"""Rules whose words say what the assistant is to do."""


def otherwise(said: Sequence[language.Sentence], at: int, request: Request) -> str:
    """Return how an instruction goes on in a sentence of its own: "...; otherwise Kofi"."""
    after = said[at + 1] if at + 1 < len(said) else None
    if request.rule not in INSTRUCTIONS or after is None or after.is_question or read(after):
        return ""
    return tidy(after.raw) if _OTHERWISE.match(after.text) else ""


_OTHERWISE = re.compile(
    r"(?:otherwise|everywhere else|elsewhere|the rest of the time"
    r"|(?:in|for|with) (?:all|any|every)(?:thing|one)? other\b"
    r"|(?:in|for|with) (?:any|every)(?:thing|one) else\b)"
    r",?(?!.*\b(?:was|were|will|would|i|i'm|it|it's)\b) (?:\S+(?: |\W*$)){1,10}$",
    re.I,
)


def name_instead(said: Sequence[language.Sentence], at: int, request: Request) -> str:
    """Return the name that the next sentence gives for one that is not wanted: "Don't call me sir. It's Dr. Holt."."""
    refused = at + 1 < len(said) and NOT_CALLED.match(request.words)
    found = _NAME.fullmatch(said[at + 1].text) if refused else None
    return f"call me {found['name'] or found['titled']}" if found else ""


_TITLE = r"(?:mr|mrs|ms|mx|miss|dr|doctor|prof|professor|sir|lady|frau|herr|captain|rev)\.? "
_CAPITAL = r"(?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)?"
_NAME = re.compile(
    rf"(?:(?:it|the name|my name)(?:'?s| is) (?:just )?(?P<name>(?:{_TITLE})?{_CAPITAL})"
    rf"|i'?m (?P<titled>{_TITLE}{_CAPITAL}))(?: (?:to|for) you)?(?:,? (?:please|thanks|thank you))?[\s.!]*",
    re.I,
)


def scopes_behind(said: Sequence[language.Sentence], at: int) -> str:
    """Return for what an instruction holds that says it in sentences of its own: "No emojis. Ever. In any reply."."""
    scopes = []
    for each in said[at : at + 3]:
        request = read(each)
        if request is None or request.rule != SETS_A_RULE:
            break
        if _SCOPE_ALONE.match(each.text):
            scopes.append(tidy(each.raw))
    return "".join(f", {each[0].lower()}{each[1:]}" for each in scopes)


_SCOPE_ALONE = re.compile(
    r"(?:and )?(?:in|for|to|on|with) (?:any|every|each|all)\b(?!.*\b(?:time|chats?|conversations?"
    r"|sessions?|talks?)\b)",
    re.I,
)
