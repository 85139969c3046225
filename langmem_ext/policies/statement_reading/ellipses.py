"""What does the second of two statements leave out?

"My parents live in Krakow and my sister in Lodz", "I'm vegetarian, my husband isn't": each is read by itself later.
"""

from __future__ import annotations

import re

_AND = r"(?:,? (?:and|but|while|whereas)|,|;) "
_WHO = r"(?:my|our) (?!own\b)(?:[^\W\d_][\w'’-]*,? ){0,2}?[^\W\d_][\w-]*"
_VERB = (
    r" (?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|wants?|needs?|gets?|got)\b"
)
_PLACED = re.compile(
    r"\b(?P<verb>(?:live|work|stud[iy]|train|serve|teach|volunteer)(?:s|es|ed)?|taught|(?:am|is|are|was|were|['’]m|['’]re|['’]s)"
    r" (?:born|based|buried|from)|(?:come|came|hail)s?)(?:(?: \w+ly| still| now)? )?"
    r"(?:(?<=from )|(?P<prep>in|at|for|from|near|as) )(?P<where>[^,;.!?]{2,40}?)"
    rf"(?P<and>{_AND})(?P<who>{_WHO}) (?P<again>in|at|for|from|near|as) (?P<there>(?:(?!{_VERB})[^,;.!?]){{2,40}}?)"
    r"(?=[.!]*$|[,;] | (?:and|but) )",
    re.I,
)
_BEING = re.compile(
    rf"\b(?:I['’]?m|I am|we['’]re|we are) (?P<what>(?!not\b)[^\W\d_][\w-]*(?: [\w-]+){{0,3}}?)(?P<and>{_AND})"
    rf"(?P<who>{_WHO}) (?P<verb>is|are|isn['’]?t|aren['’]?t|is not|are not)(?P<too>,? too|,? as well)?(?=[.!]*$)",
    re.I,
)
_DOING = re.compile(
    rf"\bI (?P<what>(?!am\b|was\b|have\b|do\b|don|can|will)[^\W\d_]+ [^,;.!?]{{2,40}}?)(?P<and>{_AND})"
    rf"(?P<who>{_WHO}) (?P<verb>does|do|doesn['’]?t|don['’]?t|does not|do not)(?P<too>,? too|,? as well)?(?=[.!]*$)",
    re.I,
)

_OWN = re.compile(r"\b(?:my|our) ", re.I)
_REACHED = re.compile(
    r"^(?P<first>my (?:e-?mail|phone|mobile|cell|number)\b[^,;]{0,20}(?:is|:) [^,;]{6,60}?)"
    r"(?:,| and|, and|;| /) (?P<how>phone(?: number)?|mobile|cell|e-?mail)(?: is|:)? "
    r"(?P<at>\+?\d[\d ()-]{5,}\d|[\w.+-]+@[\w-]+\.[\w.-]*\w)",
    re.I,
)


def filled_in(text: str) -> str:
    """Return a sentence with what its second statement leaves out of the first."""
    if not _OWN.search(text):
        return text
    text = _REACHED.sub(r"\g<first> and my \g<how> is \g<at>", _PLACED.sub(_placed, text))
    return _DOING.sub(_shared, _BEING.sub(_shared, text))


def _placed(found: re.Match[str]) -> str:
    prep, again = found["prep"] or "from", found["again"]
    if prep.lower() != again.lower():
        return found[0]
    first = found[0][: found.start("and") - found.start()]
    verb = _agreeing(found["verb"].lower(), found["who"])
    verb = verb.removesuffix(" from") if not found["prep"] else verb
    return f"{first}{found['and']}{found['who']} {verb} {again} {found['there']}"


def _shared(found: re.Match[str]) -> str:
    denied = re.search(r"n['’]?t$|\bnot$", found["verb"], re.I)
    if not (denied or found["too"]):
        return found[0]
    first = found[0][: found.start("and") - found.start()]
    verb, what = found["verb"], found["what"]
    if verb.lower() in ("do", "does"):
        verb, _, what = what.partition(" ")
        verb = _agreeing(verb.lower(), found["who"])
    return f"{first}{found['and']}{found['who']} {verb} {what}"


_FORMS = {"am": "is", "are": "is", "'m": "is", "'re": "is", "'s": "is", "were": "was"}


def _agreeing(verb: str, who: str) -> str:
    """Return a verb as it goes with another subject: "live" with a sister, "lives" with parents."""
    first, *rest = verb.replace("’", "'").split(" ")
    if first in _FORMS or first in ("is", "was"):
        one = _FORMS.get(first, first)
        many = {"is": "are", "was": "were"}[one]
        return " ".join([many if _is_many(who) else one, *rest])
    if first.endswith("ed") or first in ("taught", "came"):
        return verb
    base = _BASES.get(first, first.removesuffix("s"))
    return base if _is_many(who) else _with_s(base)


_BASES = {"studies": "study", "teaches": "teach"}


def _with_s(verb: str) -> str:
    if re.search(r"(?:s|sh|ch|x|z|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def _is_many(who: str) -> bool:
    return re.search(r"(?:[^s]s|children|people|women|men)$", who, re.I) is not None
