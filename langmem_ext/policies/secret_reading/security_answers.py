"""What did somebody answer to a security question?

The questions are few (a maiden name, the first pet, a street), and so are the ways to say what was answered. A name in
itself is nothing: some word must say that it opens an account, or that somebody asks for it to let one in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.credential_values import ADJECTIVE, PROSE
from langmem_ext.policies.secret_reading.token_forms import Span

_HINT = any_of(
    [
        *"maiden,birthplace,nickname,grew up,grow up,parents me,were born,was born,i born,met my,meet my,we met".split(
            ","
        ),
        *"before she married,security q,security ans,secret q,secret ans,recovery q,recovery ans".split(
            ","
        ),
        *"telephone secret,hint is,hint was,memorable,middle name,best man,code word,codeword,interac,is born".split(
            ","
        ),
        *"verification ans,verification q,question of sec,question secret,security word,security phrase".split(
            ","
        ),
        *'?" ,?” '.split(","),
        *"of birth,i married,you married,duress word,pickup word,pick-up word,were you born,was i born".split(
            ","
        ),
        *"name of my first,name of your first,name of ur first,first name,middle name".split(","),
        *'question ",question “,question, “,question, "'.split(","),
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
                "dream",
                "primary",
            )
            for what in "pet friend teacher school car street concert job boss film book food cartoon"
            " hero dish meal animal aunt uncle".split()
        ),
        *"elementary school,pet's name,pets name,name of my pet,security asked,first phone,childhood toy".split(
            ","
        ),
    ]
)
_FAVOURITE = r"(?:first|childhood|favou?rite|fave?|best|primary|elementary|oldest|high|dream)"
_THEME = re.compile(
    r"\b(?:maiden name|(?:mother|mum|mom|father|dad)'?s birthplace|middle name|pet'?s name|name of my pet"
    rf"|{_FAVOURITE}(?: childhood| ever| school)? (?:pet|friend|teacher|school|car|street|concert|job|boss|film|movie"
    r"|book|food|cartoon|hero|dish|meal|animal|aunt|uncle|phone|toy|nickname)(?:'s name)?"
    r"|(?:childhood|school) nickname|nickname your \w+ gave you"
    r"|(?:street|road|house|town|city|place|village)(?: \w+){0,2} (?:you|u|i|we|he|she) (?:gr[eo]w up|lived"
    r"|were born|was born)"
    r"(?: (?:on|in|at))?"
    r"|(?:city|town|place|country)(?: where| in which)? (?:you|u|i|he|she|ur|your parents) (?:were "
    r"|was )?(?:born|meet|met)"
    r"(?: in)?|(?:city|town|place) (?:i|you|u) was born"
    r"|(?:city|town|place|country)(?: where| in which)? (?:your|ur|my|his|her) (?:mother|father|mum|mom|dad|spouse"
    r"|wife|husband)"
    r" (?:is|was|were) born"
    r"|(?:city|town|place)\b[^.!?\n]{0,24}\b(?:parents|spouse|husband|wife|partner) (?:meet|met)"
    r"|(?:city|town|place)\b[^.!?\n]{0,24}\b(?:meet|met) (?:my|your|ur) (?:spouse|husband|wife|partner)(?: in)?"
    r"|(?:your|ur|my) parents (?:meet|met)|(?:did (?:you|i) )?meet (?:my|your) (?:spouse|husband|wife|partner)(?: in)?"
    r"|called before (?:she|he) married|best man"
    r"|(?:memorable|secret|telephone banking|telephone) (?:word|name|place|secret)|code ?word"
    r"|interac (?:question|q|answer|word)|(?:security|secret|recovery|verification) (?:question|q|answer)s?"
    r"|(?:security|duress|pick-?up) (?:word|phrase)|where (?:were|was) (?:you|u|i) (?:born|married)"
    r"|(?:city|town|place|country) of birth"
    r"|name of (?:your|my|ur) first [a-z]+(?: animal| toy| job)?"
    r"|(?:grand(?:mother|father|ma|pa)|gran|nan|aunt|uncle|sister|brother|sibling|cousin)'?s (?:first|middle"
    r"|maiden) name)\b"
)
_ASKED = re.compile(
    r"\b(?:security|secret|recover\w*|reset (?:question|one|access|link|it|my|password|thing)|verification"
    r"|verify (?:me|my|it|who)|identity|prove|(?<!works at )(?<!work at )(?<!worked at )(?<!works for )(?<!job at"
    r" )(?:the|my|his|her|your|our|this|telephone) bank(?:'?s)?(?! (?:of|clerk|holiday|manager|robbery|job)\b)"
    r"|(?<!memory )bank(?: security)? (?:form|file|asks?|asked|rang|called|phoned|wants?|wanted|q)|online banking"
    r"|(?:the|tax|visa|pension|insurance"
    r"|payroll) portal"
    r"|helpdesk|helpline|support|registrar|insurer|answers?|answered|reply|case[ -]sensitive|(?:no|not|doesn't) match"
    r"|incorrect|guess\w*|should i (?:put|write|say)|account (?:wants|needs|asks)|identity check|reset page|backup"
    r" question|q(?=:)|(?:lost|every|the) account|they (?:ask|want)\w*|asks?|asked|login box|hotmail|yahoo"
    r"|paypal|facebook"
    r"|google|apple|hmrc|secure|locked out|wanted|hint|reset form|registry|interac)\b"
)
"""What tells that the question opens something."""
_REFUSED = re.compile(
    r"\b(?:accept\w*|reject\w*|refus\w*|(?:i|we) (?:registered|signed up)|everywhere)\b"
)
"""What tells it of an answer that somebody says to have given."""

_GAP = r"[^.!?\n]{0,60}?"
_SAID = (
    r"(?:(?:(?:i|we|he|she|i've|i'd|it|they)(?: (?:always|just|once|still|had|have|ever|then))?"
    r" (?:put|puts|supplied|said|say|answer(?:ed)?|gave|give|typed|type|chose|choose|set|use|used|entered|picked|wrote"
    r"|told (?:them|him|her|it|the \w+))|set|answered|put|typed|wrote|gave|say|says)"
    r"(?: (?:that|it|them|down|in|there))?(?: (?:to|as|with|is))?)"
)
_IS = (
    r"(?:(?:[a-z]+ )?(?:answer(?: on file)?|mine(?='s)|reply|response|word|mine|one|real one)(?: (?:they|it)"
    r" (?:expects?|wants?))?"
    r"(?:'s| is| was| would be|:)(?: still| now| always)?|ans:?|answer(?= (?-i:[A-Z]))"
    r"|it'?s|that'?s|which (?:is|was)|i\.e\.)"
)
_CLOSE = r"[?!]?[\"'”’)\]*]{0,3}"
_TITLE = r"(?:mrs?|miss|ms|frau|herr|dr|st|calle|rue|profe?|the|a|sergeant|captain|colonel)\.?"
_WORD = r"[^\W\d_][\w'-]*"
NAME = (
    rf"(?:(?i:{_TITLE}) )?[A-Z][\w'-]*"
    rf"(?:(?: (?:of|on|upon|under|in|at|the|de|des|do|dos|da|das|del|della|di|du|la|le|les|sur|der|den|zu|am|van"
    rf"|von|and|y))?"
    rf"(?: (?:the|la|las|los|der))? (?:[A-Z][\w'-]*|\d{{1,4}}\b)){{0,4}}"
)
_ANY_WORDS = (
    rf"{_WORD}(?: (?!(?:but|and it|and is|so|n|too|is|was|it|at(?! [A-Z])|on the|for|as a|because"
    rf"|to the)\b)[\w'-]+){{0,5}}"
)
_QUOTED = r"[\"'“](?P<q>[^\"'”\n]{2,60}?)[\"'”](?!\w)"

_FORMS = tuple(
    re.compile(form)
    for form in (
        # "first car → a beige Volvo", "Q: first pet", and "A: rex" below it
        rf"{_CLOSE}\s?(?:->|→|=>|=)\s?(?P<w>{_ANY_WORDS})(?=\s*(?:[,.;\n]|$))",
        rf"{_CLOSE}[.:]?\s*\n?\s*\b(?:A(?:nswer)?|Me):\s?(?P<w>{_ANY_WORDS})(?=\s*(?:[,.;\n]|$))",
        rf"{_CLOSE} they have (?P<n>{NAME})",
        # "first pet: Rex", "maiden name? -> Kowalczyk", "favourite teacher, Ms Lund,"
        rf"{_CLOSE}(?: [a-z]+)?(?:\s?[:=]|,| -| –)*\s?(?:->|→|=>)?\s?\(?(?:{_QUOTED}|(?P<n>{NAME}))"
        r"(?(q)|(?<!\?)(?:(?<![?][ \"'”])|(?=\s*(?:[.,;!?(\n]|$))))",
        rf"{_CLOSE}[.:] {_QUOTED}",
        rf"{_CLOSE}[.] (?P<n>{NAME})(?=[.!?\n]|$|,? (?i:obviously|of course|naturally|i said|i put)\b)",
        rf"{_CLOSE},? so (?P<n>{NAME})(?= (?:obviously|of course|naturally|then)\b|[.,!]|$)",
        rf"{_CLOSE}{_GAP}[.?!]?{_GAP}\b(?i:my|the|her|his|our) (?:reply|answer|response), (?P<n>{NAME}),",
        rf"{_CLOSE},? [^.!?:\n]{{1,40}}: (?P<n>{NAME})(?=[.,;\n]|$)",
        # "... fave food pierogi ruskie and it let me in"
        rf"{_CLOSE} (?P<w>{_ANY_WORDS})(?=,? (?:and|n|then) (?:it|they|that|he|she) (?:let|worked|took|opened"
        rf"|accepted|passed))",
        # "... for the bank is Kowalczyk", "... to Ford Escort"
        rf"{_CLOSE}{_GAP}\b(?i:is|was|to|has|with|takes|being|as|did:|file:|concerned:)\s(?:{_QUOTED}"
        rf"|(?P<n>{NAME}))",
        # "... and I put rex", "the reply is rex"
        rf"{_CLOSE}(?:{_GAP}[?.][\"'”]?\s)??{_GAP}\b(?i:{_SAID}|{_IS})\s(?:{_QUOTED}|(?P<n>{NAME})"
        rf"|(?P<w>{_ANY_WORDS})"
        r"(?=\s*(?:[,.;!?\n]|$|but\b|and it\b|and is\b|so\b|n\b|is\b|was\b|on the\b|for\b|at\b|because\b|years"
        r" ago\b|ages ago\b|back then\b|when i\b|and (?:support|they|the)\b)))",
        # "... and since Ms Lund is what I put"
        rf"{_GAP}\b(?P<n>{NAME}) (?:is|was) (?i:what|the one) (?i:i|we) (?:put|said|gave|typed|used|answered)",
    )
)
_BEFORE = re.compile(
    rf"(?:{_QUOTED}|(?P<n>{NAME}))[.,;]?\s+(?:[Tt]hat'?s|[Tt]his is|is|was|are)\s+(?:\w+\s)?(?:my|our|the|her"
    rf"|his)\s+"
    r"(?:(?:[a-z]+ ){0,2}(?:recovery|reset|security|secret)(?: question)? (?:answer|reply|question)"
    r"|(?:answer|reply) (?:to|for) (?:the |my )?(?:[a-z]+ )?(?:security|secret|recovery|reset)|answer(?=\s*(?:$"
    r"|[.,]|and\b)))"
)
_TO_QUESTIONS = re.compile(
    rf"(?<=[a-z] )(?P<n>{NAME}) (?:to|for|as) (?:the |my |all )?(?:(?:security|secret) questions?\b"
    rf"|(?:answer|place|city|town|street|school|name|year)\b(?=[^.!?\n]{{0,40}}\b(?:met|born|grew|pet|maiden|first"
    rf"|asks?|question)\b))"
)
_PAIRED = re.compile(
    rf"\b(?i:pet|school|street|teacher|city|town|birthplace|maiden name|mother|car|nickname|book|film|movie|best"
    rf" friend)"
    rf"(?:'s name)? ?(?:[-–:=]|->|→) ?(?P<n>{NAME})"
)
"""What a list of questions pairs with its answers."""
_QUESTIONS = re.compile(
    r"\b(?:security|secret|recovery|reset|verification|backup) (?:questions?|answers?|qs?)\b"
)
_MEMORABLE = re.compile(rf"\b[Mm]emorable (?:word|name|place|person) (?P<n>{NAME})")
_NOBODY = frozenset(
    "I I'm I've I'd My The A An It It's Is Was What Why Who Whom How Where When Which Can Could Should Would Do Does"
    " Did"
    " Will If And But So Or Not No Yes They Their There This That These Those He She We You Your Our His Her In On At"
    " For"
    " From To Of As By With Please Also Then Now Here Any Some Every Answer Question Security Facebook Google Apple"
    " Case"
    " Mother's Mother Maiden First Favourite Favorite Name Yahoo PayPal".split()
)


def is_a_question(value: str) -> bool:
    """Tell the name of what is asked for from an answer: "mother's maiden name"."""
    low = value.lower()
    theme = _THEME.search(low)
    return theme is not None and len(theme[0]) * 2 > len(low)


def may_be_answered(low: str) -> bool:
    """Tell whether a text in lower case speaks of a question by which an account is opened."""
    if not _HINT.search(low) or (_SMALL_TALK.search(low) and not _OPENS_ACCOUNTS.search(low)):
        return False
    asked = _THEME.search(low) and _ASKED.search(low)
    return bool(asked or _QUESTIONS.search(low))


def find_security_answers(text: str) -> Iterator[Span]:
    """Yield what was answered to a question by which an account is opened: names, and words said to be the answer."""
    low = lowered(text)
    if not _HINT.search(low):
        return
    if _SMALL_TALK.search(low) and not _OPENS_ACCOUNTS.search(low):
        return
    asked = _ASKED.search(low) is not None
    refused = asked or _REFUSED.search(low) is not None
    kept = refused or _KEPT.search(low) is not None
    for theme in (*_THEME.finditer(low), *_QUOTED_QUESTION.finditer(low)):
        if _OF_FORMS.search(theme[0]) and not _SECURE.search(low):
            continue
        quoted = _QUOTE_ENDS.match(low, theme.end())
        forms = _FORMS if asked or quoted else _FORMS[-2:] if refused else ()
        found = _answer(text, theme.end(), forms)
        if found := found or (_ahead(text, theme.start()) if kept else None):
            yield "password", *found
    for set_so in (_QUOTED_AND_SET, _HINTED):
        if match := set_so.search(text):
            yield "password", *match.span("n")
    listed = (_PAIRED,) if _QUESTIONS.search(low) else ()
    for form in (*((_BEFORE, _TO_QUESTIONS) if asked else ()), *listed, _MEMORABLE):
        for match in form.finditer(text):
            if found := _place(match):
                yield "password", *found


_QUOTED_AND_SET = re.compile(
    rf"[\"“][^\"“”\n]{{8,70}}\?[\"”],? (?P<n>{NAME})[.,;]? (?i:that'?s|this is|it'?s|is) (?:the one|what"
    rf"|the answer|my answer)"
    r"\b[^.!?\n]{0,20}\b(?:set|gave|put|chose|use|picked|registered|answered)\b"
)
_HINTED = re.compile(
    rf"\b(?:(?:my|our|his|her|their|the account'?s?) |security |secret |password |login )(?:hint"
    rf"|question) (?:is|was|says|reads|:) ?[\"'“‘][^\"'”’\n]{{2,40}}[\"'”’],? (?:and )?(?:the "
    rf"|my )?answer(?: is|:|,)?"
    rf" (?P<n>{NAME}|[a-z]{{4,20}}(?=\s*(?:[,.;!]|$)))"
)
_SMALL_TALK = re.compile(
    r"\b(?:(?:job )?interview\w*|ice-?breakers?|surveys?|quiz\w*|trivia|weddings?|podcast|biograph\w+"
    r"|memoirs?|essay|homework"
    r"|(?:gave|give) (?:us|me) (?:the|a) loan|works? (?:now )?(?:at|for)|now works)\b"
)
_OPENS_ACCOUNTS = re.compile(
    r"\b(?:security|secret|recover\w*|reset|verif\w+|refused|rejected|accounts?|log ?in|identity|helpdesk"
    r"|portal|hint)\b"
)
"""Such things are asked and told in company, too, where no account is opened by them."""
_OF_FORMS = re.compile(r"of birth|married")
_SECURE = re.compile(
    r"\b(?:security|secret|recover\w*|reset|verif\w+|bank|refused|rejected|accounts?|log ?in|identity"
    r"|checks?(?!-?in))\b"
)
"""What any form asks is an answer only where something is secured by it."""
_QUOTED_QUESTION = re.compile(
    r"\b(?:security|secret|recovery)? ?(?:questions?|q)(?: secret)?\b[^.!?\n\"“”]{0,16}[\"“][^\"“”\n]{6,70}(?=[\"”])"
)
"""A question that is quoted as such, whatever it asks."""
_QUOTE_ENDS = re.compile(r"\??[\"'”]")


def _answer(text: str, at: int, forms: Sequence[re.Pattern[str]]) -> tuple[int, int] | None:
    for form in forms:
        match = form.match(text, at, at + 200)
        if match and (found := _place(match)):
            return found
    return None


_KEPT = re.compile(r"\b(?:accounts?|insurance|pension|form|portal|file|bank|hint)\b")
_AHEAD = re.compile(
    r"\b(?i:put|wrote(?: down)?|gave|give|set|chose|typed|entered|use|used|uses|answered|said|answer (?:was|is)"
    r"|reply (?:was|is)) "
    rf"(?:{_QUOTED}|(?P<n>{NAME})) (?:for|as|under|to|in) (?:(?:the|my|her|his|your|our) )?[\"'“]?$"
)
"""What was put as the answer before the question is named."""


def _ahead(text: str, at: int) -> tuple[int, int] | None:
    match = _AHEAD.search(text, max(0, at - 90), at)
    return _place(match) if match else None


def _place(match: re.Match[str]) -> tuple[int, int] | None:
    """Return where the answer stands, unless it is a word that any sentence has."""
    groups = match.groupdict()
    which = next(name for name in ("q", "n", "w") if groups.get(name))
    value = groups[which]
    first = value.split(" ")[0]
    if "__" in value or _GOES_ON.match(value) or _COMPARED.search(value):  # "__": to be filled in
        return None
    if which == "n" and (first in _NOBODY or (" " not in value and first.lower() in PROSE)):
        return None
    if which == "w" and first in ("a", "an", "the") and " " in value:
        first = value.split(" ")[1]
    if which != "n" and (
        first.lower() in PROSE or _THEME.search(value.lower()) or ADJECTIVE.search(value)
    ):
        return None
    return match.span(which)


_GOES_ON = re.compile(
    r"(?:Seems|Sounds|Looks|Feels|Sure|Surely|Thought|Thinking|Wondering|Asking|Everyone|Everybody|Half"
    r"|Most|Someone|Maybe"
    r"|Because|Since|After|Before|Even|Just|Only|Still|Got|Trying|Need|Want|Wants|Tell|Give|Write|Make|Explain|Suggest"
    r"|Help|Let|Thanks|Thank|Anything|Nothing|Something|Ideas|Like|Have|Has|Are|Am|Stupid|Silly|Weird|Same|Other|Better"
    r"|Never|Always|Hard|Easy|Funny|Honestly|Apparently)\b"
)
"""How a sentence begins that goes on after a question, and no name."""
_COMPARED = re.compile(
    r"^(?:\w+er|more \w+|less \w+|as \w+|different|other|worse) (?:than|as|from)\b"
)
