"""Which numbers have a form that only states give to those of persons?

Points, hyphens and letters at places where no other number has them, or a birthday before a hyphen and the right check
digit after it: no word need say what they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from stdnum.es import dni, nie
from stdnum.fi import hetu
from stdnum.se import personnummer

from langmem_ext.policies.secret_reading.identity_checks import is_personal_number
from langmem_ext.policies.secret_reading.token_forms import Span

_ID_FORMS = re.compile(
    r"(?<![\w.-])(?:(?P<cpf>\d{3}\.\d{3}\.\d{3}-\d{2})|(?P<ahv>756\.\d{4}\.\d{4}\.\d{2})"
    r"|(?P<nino>(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D])"
    r"|(?P<cf>[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z])|(?P<curp>[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d)"
    r"|(?P<dni>\d{8}-?[A-HJ-NP-TV-Z])|(?P<nie>[XYZ]-?\d{7}-?[A-HJ-NP-TV-Z])"
    r"|(?P<nric>[STFG]\d{7}[A-Z])|(?P<belgian>\d\d\.[0-3]\d\.[0-3]\d-\d{3}\.\d\d)"
    r"|(?P<thai>\d-\d{4}-\d{5}-\d\d-\d)|(?P<nordic>[0-9]{6}[-+]\d{3}[\dA-Y]))(?![\w-])"
)
_OWN = re.compile(
    r"(?:pesel|bsn|cpf|nif|dni|nie|nhs|nino|ssn|sin|tfn|hetu|cpr|personnummer|egn|cnp|oib|amka|rrn|aadhaa?r"
    r"|kennitala|rut)"
    r"\w*\([\"'](\d[\w ./-]{6,18}[\dA-Za-z])[\"']\)",
    re.IGNORECASE,
)
_MINE = re.compile(r"\b(?:mine|my (?:own|real)|it'?s me|that'?s me)\b", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b(?:order|invoice|ticket|case|ref\w*|batch|lot|serial|booking|parcel|tracking|claim|policy|part"
    r"|model|version|no|nr)"
    r"\b[^.!?\n\d]{0,16}$",
    re.IGNORECASE,
)
"""What is counted through the days, too: "order 240917-0031"."""


def find_identity_forms(text: str) -> Iterator[Span]:
    """Yield numbers whose form is that of a state's, and those of their own with which somebody tries a program."""
    for match in _ID_FORMS.finditer(text):
        if _is_id(match, text):
            yield "national_id", match.start(), match.end()
    for match in _OWN.finditer(text) if "(" in text else ():
        if _MINE.search(text) and is_personal_number(match[1].upper()):
            yield "national_id", *match.span(1)


def _is_id(match: re.Match[str], text: str) -> bool:
    """Check the digits where the form has check digits; the other forms are nothing else's."""
    counted = _NUMBERED.search(text[max(0, match.start() - 30) : match.start()])
    if counted and match.lastgroup in ("nordic", "belgian"):
        return False
    if match.lastgroup == "nordic":
        return bool(hetu.is_valid(match[0]) or personnummer.is_valid(match[0]))
    if SAME.fullmatch(match[0]):
        return False
    check = _CHECKED.get(match.lastgroup or "")
    return check is None or check(re.sub(r"[- ]", "", match[0]).upper())


_CHECKED: dict[str, Callable[[str], bool]] = {"dni": dni.is_valid, "nie": nie.is_valid}
SAME = re.compile(r"\D*(\d)(?:\W?\1)+")
"""A form to fill in, or an example of one: 000.000.000-00."""
