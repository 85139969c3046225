"""What does a memory ask of the assistant, and which trait of its answers does it set?"""

from __future__ import annotations

import re
from dataclasses import dataclass

from langmem_ext.policies.facts import words_named


@dataclass(frozen=True, slots=True)
class Instruction:
    """Hold what the assistant is to do, or, where it is `refused`, is not to do."""

    what: str
    refused: bool


def instruction_in(content: str) -> Instruction | None:
    """Return the instruction that a memory holds: "The user wants the assistant to never use emojis"."""
    if found := _ASKED.fullmatch(content):
        return Instruction(found["what"].rstrip(" .!"), bool(found["no"] or found["never"]))
    return None


_ASKED = re.compile(
    r"The user (?:(?:wants|would like|asks|prefers)(?: the assistant)?|(?P<no>(?:does not|doesn't) want the assistant"
    r"|wants no))(?: to)? (?:(?:always|please|only|just) )*"
    r"(?P<never>(?:never|not|stop|avoid|skip|drop|leave out|no|don't|refrain from)\b )?(?P<what>.+?)"
    r"(?:,? (?:always|at all times|every time))*[.!]*",
    re.DOTALL,
)


def trait_of(content: str) -> str | None:
    """Return the slot of the trait that an instruction sets for all answers, of which there is one at a time.

    None where it sets none, or sets it for some of them only: "in French on Fridays".
    """
    asked = instruction_in(content)
    if asked is None or asked.refused:
        return None
    return next((slot for slot, form in _TRAITS if form.fullmatch(asked.what)), None)


_WITH = r"(?: (?:to|with) (?:them|the user))?"
_TRAITS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (slot, re.compile(pattern, re.IGNORECASE))
    for slot, pattern in (
        (
            "language",
            rf"(?:answer|reply|respond|write|speak|talk|chat|communicate){_WITH}(?: back| everything)?(?: only)?"
            rf" in (?:plain |simple )?{words_named('language')}(?: only)?|(?:use|switch to) {words_named('language')}",
        ),
        (
            "answer_units",
            r"(?:use|stick to|work in|give \w+ in|convert to|switch to|answer in)(?: only)?(?: the)? (?:metric|imperial"
            r"|si|us customary)(?: units?| measure(?:ment)?s?| system)*(?: only)?",
        ),
        ("answer_temperature", r"(?:use|give|show)(?: \w+){0,2}?(?: in)? (?:celsius|fahrenheit)"),
        (
            "answer_spelling",
            r"(?:use|write(?: in)?|stick to|switch to)(?: \w+)? ?\b(?:british|american|australian|canadian|uk|us)"
            r"(?: english)?(?: spellings?)?",
        ),
        (
            "answer_formality",
            r"(?:be|stay|sound|speak|talk|write)(?: (?:more|very|really|always))? (?:formal|informal|casual)(?:ly)?"
            rf"{_WITH}",
        ),
        (
            "answer_length",
            r"(?:keep|make) (?:(?:its|the|all) )*(?:answers|replies|responses|messages)"
            r" (?:very |really )?(?:short|shorter|brief|concise|long|longer|detailed)(?: and \w+)?"
            r"|(?:(?:give|write)(?: them)? |use )?(?:very |really |much )?(?:short|shorter|brief|briefer|concise|long"
            r"|longer|detailed|more detailed) (?:answers|replies|responses|messages)"
            r"|(?:answer|reply|respond)(?: \w+)? (?:briefly|concisely"
            r"|in detail|at length)",
        ),
        (
            "answer_clock",
            r"(?:use|give times in|write times in)(?: the| a)? (?:24|12|twenty-four|twelve)[- ]?h(?:ou)?r?s?"
            r"(?: clock| format| times?)*",
        ),
        (
            "answer_currency",
            r"(?:use|give|quote|show)(?: \w+){0,2}?(?: in)? (?:euros?|dollars|pounds|usd|eur|gbp|yen|francs)",
        ),
    )
)
