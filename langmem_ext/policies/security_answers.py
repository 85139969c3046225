"""What did somebody answer to a security question?

The questions are few (a maiden name, the first pet, a street), and so are the ways to say what was answered. A name in
itself is nothing: some word must say that it opens an account, or that somebody asks for it to let one in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.credential_values import ADJECTIVE, PROSE
from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of
from langmem_ext.policies.token_forms import Span

_HINT = any_of(
    [
        *"maiden,birthplace,nickname,grew up,grow up,parents me,were born,was born,i born,met my,meet my,we met".split(
            ","
        ),
        *"before she married,security q,security ans,secret q,secret ans,recovery q,recovery ans".split(
            ","
        ),
        *"telephone secret,memorable,middle name,best man,code word,codeword".split(","),
        *(
            f"{which} {what}"
            for which in (
                "first",
                "best",
                "childhood",
                "favourite",
                "favorite",
                "fav",
                "fave",
                "primary",
            )
            for what in "pet friend teacher school car street concert job boss film book food cartoon hero".split()
        ),
        *"elementary school,pet's name,pets name,name of my pet,security asked,first phone,childhood toy".split(
            ","
        ),
    ]
)
_FAVOURITE = r"(?:first|childhood|favou?rite|fave?|best|primary|elementary|oldest|high)"
_THEME = re.compile(
    r"\b(?:maiden name|(?:mother|mum|mom|father|dad)'?s birthplace|middle name|pet'?s name|name of my pet"
    rf"|{_FAVOURITE}(?: childhood| ever| school)? (?:pet|friend|teacher|school|car|street|concert|job|boss|film|movie"
    r"|book|food|cartoon|hero|phone|toy|nickname)(?:'s name)?"
    r"|(?:childhood|school) nickname|nickname your \w+ gave you"
    r"|(?:street|road|house|town|city|place|village)(?: \w+){0,2} (?:you|u|i|we|he|she) (?:gr[eo]w up|lived"
    r"|were born|was born)"
    r"(?: (?:on|in|at))?"
    r"|(?:city|town|place|country)(?: where| in which)? (?:you|u|i|he|she|ur|your parents) (?:were "
    r"|was )?(?:born|meet|met)"
    r"(?: in)?|(?:city|town|place) (?:i|you|u) was born"
    r"|(?:city|town|place)\b[^.!?\n]{0,24}\b(?:parents|spouse|husband|wife|partner) (?:meet|met)"
    r"|(?:city|town|place)\b[^.!?\n]{0,24}\b(?:meet|met) (?:my|your|ur) (?:spouse|husband|wife|partner)(?: in)?"
    r"|(?:your|ur|my) parents (?:meet|met)|meet (?:my|your) (?:spouse|husband|wife|partner)(?: in)?"
    r"|called before (?:she|he) married|best man"
    r"|(?:memorable|secret|telephone banking|telephone) (?:word|name|place|secret)|code ?word"
    r"|(?:security|secret|recovery) (?:question|q|answer)s?)\b"
)
_ASKED = re.compile(
    r"\b(?:security|secret|recover\w*|reset (?:question|one|access|link|it|my|password|thing)|verification"
    r"|verify (?:me|my|it|who)|identity|prove|(?:the|my|his|her|your|our|this|telephone) bank(?:'?s)?(?! of)"
    r"|(?<!memory )bank(?: security)? (?:form|file|asks?|q)|online banking|(?:the|tax|visa|pension|insurance"
    r"|payroll) portal"
    r"|helpdesk|helpline|support|registrar|insurer|answers?|answered|reply|case[ -]sensitive|(?:no|not|doesn't) match"
    r"|incorrect|guess\w*|(?:lost|every|the) account|they (?:ask|want)\w*|asks?|asked|login box|hotmail|yahoo"
    r"|paypal|facebook"
    r"|google|apple|hmrc|secure|locked out|wanted|hint)\b"
)
"""What tells that the question opens something."""

_GAP = r"[^.!?\n]{0,60}?"
_SAID = (
    r"(?:(?:(?:i|we|he|she|i've|i'd|it|they)(?: (?:always|just|once|still|had|have|ever|then))?"
    r" (?:put|puts|said|say|answer(?:ed)?|gave|give|typed|type|chose|choose|set|use|used|entered|picked)"
    r"|set|answered|put|typed|gave|say|says)"
    r"(?: (?:that|it|them|down|in|there))?(?: (?:to|as|with|is))?)"
)
_IS = (
    r"(?:(?:[a-z]+ )?(?:answer|reply|response|word|mine|one|real one)(?: (?:they|it) (?:expects?|wants?))?"
    r"(?:'s| is| was| would be|:)(?: still| now| always)?"
    r"|it'?s|that'?s|which (?:is|was)|i\.e\.)"
)
_MARK = r"(?:\s?(?:=|:|->|→|–|-)\s?)"
_CLOSE = r"[?!]?[\"'”’)\]*]{0,3}"
_TITLE = r"(?:mrs?|miss|ms|frau|herr|dr|st|calle|rue|profe?|the|a|sergeant|captain|colonel)\.?"
_WORD = r"[^\W\d_][\w'-]*"
_NAME = (
    rf"(?:(?i:{_TITLE}) )?[A-Z][\w'-]*"
    rf"(?:(?: (?:of|the|de|do|da|del|di|la|le|van|von|and|y))?(?: (?:the|la))? (?:[A-Z][\w'-]*|\d{{1,4}}\b)){{0,4}}"
)
_ANY_WORDS = (
    rf"{_WORD}(?: (?!(?:but|and it|and is|so|n|too|is|was|it|at|on the|for|as a|because"
    rf"|to the)\b)[\w'-]+){{0,5}}"
)
_QUOTED = r"[\"'“](?P<q>[^\"'”\n]{2,60}?)[\"'”](?!\w)"

_FORMS = tuple(
    re.compile(form)
    for form in (
        # "first pet: Rex", "maiden name? -> Kowalczyk", "favourite teacher, Ms Lund,"
        rf"{_CLOSE}(?: [a-z]+)?(?:\s?[:=]|,| -| –)*\s?(?:->|→|=>)?\s?(?:{_QUOTED}|(?P<n>{_NAME}))"
        r"(?(q)|(?<!\?)(?:(?<![?][ \"'”])|(?=\s*(?:[.,;!?(\n]|$))))",
        rf"{_CLOSE}[.:] {_QUOTED}",
        # "... for the bank is Kowalczyk", "... to Ford Escort"
        rf"{_CLOSE}{_GAP}\b(?i:is|was|to|has|with|takes|being|as|did:|file:|concerned:)\s(?:{_QUOTED}"
        rf"|(?P<n>{_NAME}))",
        # "... and I put rex", "the reply is rex"
        rf"{_CLOSE}(?:{_GAP}[?.][\"'”]?\s)??{_GAP}\b(?i:{_SAID}|{_IS})\s(?:{_QUOTED}|(?P<n>{_NAME})"
        rf"|(?P<w>{_ANY_WORDS})"
        r"(?=\s*(?:[,.;!?\n]|$|but\b|and it\b|and is\b|so\b|n\b|is\b|was\b|on the\b|for\b|at\b|because\b)))",
        # "... and since Ms Lund is what I put"
        rf"{_GAP}\b(?P<n>{_NAME}) (?:is|was) (?i:what|the one) (?i:i|we) (?:put|said|gave|typed|used|answered)",
    )
)
_BEFORE = re.compile(
    rf"(?:{_QUOTED}|(?P<n>{_NAME}))[.,;]?\s+(?:[Tt]hat'?s|[Tt]his is|is|was|are)\s+(?:\w+\s)?(?:my|our|the|her"
    rf"|his)\s+"
    r"(?:(?:[a-z]+ ){0,2}(?:recovery|reset|security|secret)(?: question)? (?:answer|reply|question)"
    r"|(?:answer|reply) (?:to|for) (?:the |my )?(?:[a-z]+ )?(?:security|secret|recovery|reset))"
)
_TO_QUESTIONS = re.compile(
    rf"(?<=[a-z] )(?P<n>{_NAME}) (?:to|for|as) (?:the |my |all )?(?:security|secret) questions?\b"
)
_NOBODY = frozenset(
    "I I'm I've I'd My The A An It It's Is Was What Why Who Whom How Where When Which Can Could Should Would Do Does"
    " Did"
    " Will If And But So Or Not No Yes They Their There This That These Those He She We You Your Our His Her In On At"
    " For"
    " From To Of As By With Please Also Then Now Here Any Some Every Answer Question Security Facebook Google Apple"
    " Case"
    " Mother's Mother Maiden First Favourite Favorite Name Yahoo PayPal".split()
)


def find_security_answers(text: str) -> Iterator[Span]:
    """Yield what was answered to a question by which an account is opened: names, and words said to be the answer."""
    low = lowered(text)
    if not _HINT.search(low):
        return
    asked = _ASKED.search(low) is not None
    for theme in _THEME.finditer(low):
        quoted = _QUOTE_ENDS.match(low, theme.end())
        if (asked or quoted) and (found := _answer(text, theme.end())):
            yield "password", *found
    for form in (_BEFORE, _TO_QUESTIONS) if asked else ():
        for match in form.finditer(text):
            if found := _place(match):
                yield "password", *found


_QUOTE_ENDS = re.compile(r"\??[\"'”]")


def _answer(text: str, at: int) -> tuple[int, int] | None:
    for form in _FORMS:
        match = form.match(text, at, at + 200)
        if match and (found := _place(match)):
            return found
    return None


def _place(match: re.Match[str]) -> tuple[int, int] | None:
    """Return where the answer stands, unless it is a word that any sentence has."""
    groups = match.groupdict()
    which = next(name for name in ("q", "n", "w") if groups.get(name))
    value = groups[which]
    first = value.split(" ")[0]
    if which == "n" and (first in _NOBODY or (" " not in value and first.lower() in PROSE)):
        return None
    if which == "w" and first in ("a", "an", "the") and " " in value:
        first = value.split(" ")[1]
    if which != "n" and (
        first.lower() in PROSE or _THEME.search(value.lower()) or ADJECTIVE.search(value)
    ):
        return None
    return match.span(which)
