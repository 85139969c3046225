"""How is something now that is said to have changed, or to be new?

"My address changed, it's 4 Mill Lane" and "my new address is 4 Mill Lane" say in other words that my address is 4 Mill
Lane now.
"""

from __future__ import annotations

import re

_WHEN = r"(?: (?:recently|again|yesterday|today|(?:last|this) \w+|a (?:week|month|while) ago))?"
_VALUE = r"(?P<so>(?!n[o']|too\b|so\b|better\b|worse\b|fine\b|great\b|awful\b)(?:[^.!?\n]|\.(?=\S))+?)(?: now)?"
_END = r"(?=[.!](?:\s|$)|\n|$)"
_CHANGED = re.compile(
    r"\b(?P<what>(?:my|our) (?:[\w'’-]+ ){0,3}?[\w-]+)(?: has| have| just| recently)*(?: been)? changed"
    rf"{_WHEN}\s*[,.;:–—-]+\s*(?:so |and |now )?"
    r"(?:(?P<one>it['’]?s|it is|the new one(?:['’]s| is))|they['’]?re|they are) (?:now )?"
    rf"{_VALUE}{_END}",
    re.I,
)
_REACHED_AT = r"(?:(?:mobile |cell ?|work |home |office )?(?:phone )?(?:number|email|e-mail)(?: address)?|address)"
_SEEN = (
    r"(?:boss|line manager|manager|supervisor|advisor|adviser|tutor|landlord|landlady|dentist|doctor|gp|therapist"
    r"|physio|trainer|coach|team lead|tech lead|accountant|hairdresser|barber|cleaner|childminder)"
)
"""People and addresses of which one has one at a time."""
_NAMED = (
    r"(?P<so>(?-i:(?:(?:Dr|Mrs?|Ms|Mx|Prof)\.? )?(?!(?:I|My|We|The|And|But|So)\b)[A-ZÀ-Þ][\w'’-]+"
    r"(?: [A-ZÀ-Þ][\w'’-]+)?))"
)
_IT_IS = r"(?:it['’]?s|it is|(?:his|her|their) name(?:['’]?s| is)|(?:s?he|they)(?:['’]?s| is| are) called|called|named)"
_HAVE = (
    r"(?:(?:i|we)(?:['’]ve| have)?(?: (?:just|recently|finally|now))*(?: got| have| found)?|got|just got)"
    r" (?:an?|my|our) (?:brand[- ])?new"
)
_RENEWED = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b(?P<own>my|our) (?:brand[- ])?new (?P<what>{_SEEN})(?:['’]?s (?:name is|called)"
        rf"| is(?: called| named)?) {_NAMED}",
        rf"\b(?P<own>my|our) (?:brand[- ])?new (?P<what>{_REACHED_AT})(?:['’]s| is) (?:now )?{_VALUE}{_END}",
        rf"\b{_HAVE} (?P<what>{_SEEN})(?:[,:]| [–—-])? (?:{_IT_IS} )?{_NAMED}(?=[,.;!]|$| (?:and|now|who)\b)",
        rf"\b{_HAVE} (?P<what>{_REACHED_AT})(?:[,:]| [–—-])? (?:{_IT_IS} )?"
        r"(?P<so>[^\s@]{1,64}@\S+|\+?\d[\d ()./-]{4,24}\d|\d{1,5}[a-z]? [\w' ]{3,40})(?=[,.;!]?(?:\s|$))",
        rf"\b(?P<own>my|our) (?P<what>{_REACHED_AT}) (?:has |have |just |recently )*changed to {_VALUE}{_END}",
        rf"\b(?:i|we)(?:['’]ve| have)? (?:just )?(?:changed|switched) (?P<what>{_SEEN})s?[,;:]? (?:and )?(?:to|{_IT_IS}"
        rf"|now (?:i'm|i am) with) {_NAMED}(?: now)?",
    )
)


_VALUE_SAID = (
    r"(?:(?:in|at|on|called|named|an?|the) ){0,2}[\w@.+'’-]{1,40}"
    r"(?: (?!(?:but|it|he|she|they)\b)[\w@.+'’-]{1,40}){0,2}"
)
_NOT_SO = re.compile(
    r"\b(?P<what>(?:my|our) [\w'’-]{1,30}(?: (?!(?:is|are|isn|aren)\b)[\w'’-]{1,30}){0,3}|I|we)"
    r" (?P<is>is|are|am)(?:n['’]t| not) "
    rf"(?P<called>(?:called|named|in|at|on) )?(?P<wrong>{_VALUE_SAID}?)"
    r"(?:,? but (?:rather )?"
    r"|[,;.] ?(?:but )?(?:it|he|she|they|I|we)(?:['’](?:s|re|m)| is| are| am) (?:actually |really )?)"
    rf"(?:(?P=called))?(?P<right>{_VALUE_SAID}){_END}",
    re.I,
)
"""What says first what is not so: "my dog isn't called Rex, he's called Max"."""


def _said_first(match: re.Match[str]) -> str:
    called = match["called"] or ""
    return f"{match['what']} {match['is']} {called}{match['right']}, not {match['wrong']}"


def as_it_is_now(message: str) -> str:
    """Return a message that says of what has changed, or is new, in one step how it is now."""
    for renewed in _RENEWED:
        message = renewed.sub(_renewed, message)
    return _NOT_SO.sub(_said_first, _CHANGED.sub(_now, message))


def _now(changed: re.Match[str]) -> str:
    verb = "is" if changed["one"] else "are"
    return f"{changed['what']} {verb} {changed['so']} now"


def _renewed(new: re.Match[str]) -> str:
    own = new.groupdict().get("own") or "my"
    return f"{own} {new['what']} is {new['so'].rstrip(' ,.')} now"
