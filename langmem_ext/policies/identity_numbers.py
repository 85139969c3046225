"""Which numbers say who someone is to a state?

By check digits or a form that nothing else has, else by the name of the number beside it, in its country's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum.es import dni, nie
from stdnum.us import ssn

from langmem_ext.policies.token_forms import Span

_BEFORE = 48
"""Characters before a number in which words decide what it is."""

_SSN_FORM = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_SSN_WORDS = re.compile(
    r"\b(?:ssn|s\.s\.n\.?|soc(?:ial)?(?:[ -]+sec(?:urity)?)?(?:\s+(?:number|no\.?|num|#))?|ss\s?#|itin)\b[^\d\n]{0,40}?"
    r"(\d{3}[ ./-]{0,3}\d{2}[ ./-]{0,3}\d{4}|\d(?:[ .-]?\d){8})(?!\d)"
)
_NOT_AN_SSN = re.compile(r"\b(?:order|part|model|sku|serial|ticket|case|phone|call|tel)\b")

_ID_NAMES = (
    r"passport|licen[cs]e\s+(?:no\.?|number|#)|driver'?s?\s+licen[cs]e|drivers?\s+lic\.?|driving\s+licen[cs]e"
    r"|fuhrerschein|permis de conduire|rijbewijs"
    r"|(?:national|government|federal|state|civil|citizen(?:ship)?|emirates|population|philippine|philsys"
    r"|south african|sa|voter'?s?|unified|mykad)\s+(?:id(?:entity)?|insurance|registration|register|identification)"
    r"|identity\s+(?:card|document|number|code)|id\s+(?:card|document|kort|kaart|karte)|tax(?:payer)?\s+(?:id"
    r"|identification|file|reference|number|code)|fiscal\s+(?:code|number)"
    r"|personal\s+(?:identification|identity|code|id\s+code)|citizen\s+(?:card|service)|resident(?:ial|ce)?\s+"
    r"(?:id|registration|permit|card)|unique\s+taxpayer"
    r"|ni\s+(?:number|no)|nino|utr|dni|nif|nie(?=\s*(?:is|es|:|n))|cpf|curp|rfc|nss|cuil|cuit|rut|cedula(?: de "
    r"(?:ciudadania|identidad|identidade))?|ruc|nit(?=\s*(?:is|es|:|\d))|aadhaar|aadhar|pan(?=\s+(?:card|number"
    r"|no|is)|\s*[:=])"
    r"|pesel|nip|dowod(?: osobisty)?|regon|bsn|burgerservice|personnummer|personnr|samordningsnummer|cpr"
    r"|fodsels|hetu|henkilotunnus|sotu|kennitala|isikukood|asmens kodas|personas kods"
    r"|rodne cislo|rc(?=\s*:)|cnp|cod numeric personal|egn|oib|jmbg|emso|embg|amka|afm|taj|adoazonosito"
    r"|szemelyi(?: igazolvany| szam)?|teudat zehut|tz(?=\s*:)|hkid|nric|mykad|ic\s+(?:number|no)|cnic|nicop"
    r"|codice\s+fiscale|carta d'identita|tessera sanitaria|medicare|medicaid|nhs|tfn|ird|green\s+card|alien\s+"
    r"(?:registration\s+)?number|uscis|itin|atin|social\s+insurance|sin(?=\s+(?:number|no|is|#|\d)|:)|nas(?=\s*:)"
    r"|steuer-?\s?(?:id|identifikations?|nummer|nr)|sozialversicherungs|versicherungsnummer"
    r"|krankenversichert\w*|svnr|sv-?n(?:umme)?r|carte vitale|(?<!order )(?<!employee )(?<!student )"
    r"(?<!ticket )(?<!customer )(?<!user )(?<!member )id\s+(?:number|no)(?=\W+(?:is\W+)?\d{9,})|ahv|avs"
    r"|rentenversicherungs|personalausweis|ausweis|reisepass"
    r"|(?:numero|num|no|n°|nr)\.? (?:de )?(?:secu\w*(?: sociale)?|ss|contribuinte|identite|identidad"
    r"|seguridad social|identificacion|pasaporte|passaporte|documento|bi)"
    r"|securite sociale|secu(?=\s*:|\s+(?:est|c'est|\d))|carte d'identite|insee|numero fiscal|nir|rijksregister"
    r"|numero national|niss|insz|registre national|rrn|pps(?:n|\s+(?:number|no))?|tin(?=\s+(?:number|no|is)|:)"
    r"|pasaporte|passeport|passaporte|paspoort|pasfoto|carnet de identidad|seguridad social|cartao de cidadao"
    r"|contribuinte|titulo de eleitor|snils|ktp|nik(?=\s*(?:is|:|\d))|iqama|kimlik(?: no)?|t\.?c\.? ?(?:kimlik"
    r"|no)|cccd|cmnd"
    r"|инн|снилс|паспорт|егн|身份证(?:号)?|身分證|マイナンバー|주민등록번호|주민번호|आधार"
)
_ID_TAIL = (
    r"(?:[ -]?(?:card|id|number|num|nummer|nr|no|numero|numer|code|kod|kodas|kood|kort|kaart|karte|szam|cislo|broj|sayi"
    r"|document|#|n°|nº))*"
)
_ID_IN_CONTEXT = re.compile(
    rf"(?<!\w)(?:{_ID_NAMES})\w{{0,3}}?{_ID_TAIL}(?!\w)\.?(?:\s+(?:for|of|on|de|da|del|do|van|von)\s+"
    rf"(?:[^\W\d]+\s+){{0,2}}?[^\W\d]+)?"
    r"(?:[\s:=#,(-]+(?!(?:expire|renew|office|cost|issue|since|wait|queue|photo|line|cover|control|check|desk"
    r"|part|plan|at|by|until|from|has|have|will|was stolen)\w*\b)[^\W\d]{1,10}\b){0,2}"
    r"[\s:=#,(-]*"
    r"((?=[A-Za-z0-9 ./-]{0,24}\d[ ./-]?\w?[ ./-]?\d)[A-Za-z]{0,6}[ -]?\d[A-Za-z0-9]*"
    r"(?:[ ./-][A-Za-z]{0,3}\d[A-Za-z0-9]*|[ ./-][A-Za-z](?![A-Za-z]))*)"
)
_PAN = re.compile(r"\bpan\b[^\n]{0,20}?\b([a-z]{5}\d{4}[a-z])\b")
_YEARS = re.compile(r"(?:19|20)\d\d(?:\s*[-/]\s*(?:19|20)?\d\d)?$|(?:19|20)\d\d[01]\d[0-3]\d$")
_ID_BEFORE = re.compile(
    rf"(?<![\w.-])((?=[\w./-]*\d[\w./-]*\d)[A-Za-z0-9][A-Za-z0-9./-]{{4,22}}(?: [\da-z]{{1,6}}){{0,4}}) (?:is"
    rf"|was|=|-) (?:my|his|her|our|the|their)\s+(?:\w+'?s?\s+)?(?:{_ID_NAMES})\b"
)
_DATE = re.compile(
    r"(?:by|in|on|at|from|to|no)?\s*(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19"
    r"|20)\d\d-\d\d-\d\d)(?!\w)"
)
_ID_FORMS = re.compile(
    r"(?<![\w.-])(?:(?P<cpf>\d{3}\.\d{3}\.\d{3}-\d{2})|(?P<ahv>756\.\d{4}\.\d{4}\.\d{2})"
    r"|(?P<nino>(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D])"
    r"|(?P<cf>[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z])|(?P<curp>[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d)"
    r"|(?P<dni>\d{8}-?[A-HJ-NP-TV-Z])|(?P<nie>[XYZ]-?\d{7}-?[A-HJ-NP-TV-Z])|(?P<nric>[STFG]\d{7}[A-Z]))(?![\w-])"
)


def find_identity_numbers(text: str, low: str) -> Iterator[Span]:
    """Yield social security, passport, licence, tax and other personal numbers; `low` is the text in lower case."""
    yield from _social_security(low)
    for match in (*_ID_IN_CONTEXT.finditer(low), *_PAN.finditer(low), *_ID_BEFORE.finditer(low)):
        enough = 4 if match.re is _PAN else 5
        dated = _DATE.fullmatch(match[1]) or _YEARS.match(match[1])
        if sum(char.isdigit() for char in match[1]) >= enough and not dated:
            yield "national_id", match.start(1), match.end(1)
    for match in _ID_FORMS.finditer(text):
        if _is_id(match):
            yield "national_id", match.start(), match.end()


def _social_security(text: str) -> Iterator[Span]:
    for match in _SSN_WORDS.finditer(text):
        yield "ssn", match.start(1), match.end(1)
    for match in _SSN_FORM.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        if ssn.is_valid(match[0]) and not _NOT_AN_SSN.search(before):
            yield "ssn", match.start(), match.end()


def _is_id(match: re.Match[str]) -> bool:
    """Check the digits where the form has check digits; the other forms are nothing else's."""
    if match.lastgroup in ("dni", "nie"):
        number = match[0].replace("-", "").replace(" ", "").upper()
        return bool(dni.is_valid(number) if match.lastgroup == "dni" else nie.is_valid(number))
    return True
