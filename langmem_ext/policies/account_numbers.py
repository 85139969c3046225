"""Which numbers are payment cards, bank accounts or identity numbers?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn
from stdnum.es import dni, nie
from stdnum.us import ssn

from langmem_ext.policies.token_forms import Span

_BEFORE = 48
"""Characters before a number in which words decide what it is."""

_CARD = re.compile(
    r"(?<![\w+.#-])(?:\d(?:[ .-]|[-_/,*|·~ ]{1,3}|\n)?){11,18}\d(?![\w-]|\.\d)|(?<=#)(?:\d[ -]?){11,18}\d\b"
)
_CARD_WORDS = re.compile(
    r"\b(?:(?<!gift )(?<!library )(?<!loyalty )(?<!sim )(?<!membership )(?<!business )cards?|visa|master ?card|amex"
    r"|american express|cc|ccn|credit|debit|discover|diners|maestro|kreditkarte|carte(?: bancaire)?|tarjeta|cartao|carta di credito|karta)\b",
    re.I,
)
_CARD_NUMBER_WORDS = re.compile(
    r"\b(?:(?:credit|debit|bank)[ -]?cards?|card (?:number|no|num|#)|visa|master ?card|amex)\b",
    re.I,
)
_NOT_A_CARD = re.compile(
    r"\b(?:order|tracking|track|invoice|ticket|reference|ref|confirmation|booking|parcel|shipment"
    r"|isbn|imei|serial|barcode|ean|upc|phone|tel|mobile|fax|call|timestamp|id|uuid|case|build"
    r"|version|library|loyalty|membership|gift|digits of|constant|account id|customer|policy|claim|meter|iccid|sim|waybill|awb"
    r"|sku|part|model|batch|lot|job|run|session|request|transaction|txn|receipt|number of|population|random|luhn)\b",
    re.I,
)
# Visa, Mastercard, Amex, Discover, JCB: the only prefixes trusted without a word about cards.
_ISSUED = re.compile(
    r"(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|35\d{14})$"
)

_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{1,30}){1,9}(?![A-Za-z0-9])"
)
_ACCOUNT = re.compile(
    r"\b(?:(?:bank|checking|savings|current|chequing|giro|payroll)\s+(?:account|acct|acc)|account\s+(?:number|no\.?|num|#|nr\.?)"
    r"|acct\.?(?:\s+(?:number|no\.?|#))?|a/c(?:\s+(?:number|no\.?))?|(?:aba\s+)?routing(?:\s+(?:number|no\.?|#))?|sort\s*code|bsb"
    r"|clabe|konto(?:nummer|nr\.?)|blz|bankleitzahl|numero de (?:cuenta|compte|conta)|cuenta(?: bancaria)?|compte bancaire|conta(?: corrente)?"
    r"|rekeningnummer|kontonummer|ifsc)"
    r"(?:\s+(?:number|no\.?|#))?(?:\s+(?:for|at|with|of)\s+(?:[\w'&]+\s+){0,3}?[\w'&]+)?\s*(?:is|was|ist|es|est|are|=|:|-|ends up being)?\s*#?"
    r"(\d(?:[ -]?\d){5,19})(?!\d)",
    re.I,
)
_NEXT_ACCOUNT = re.compile(
    r"\b(?:account|acct|acc|a/c|checking|savings|konto)\b[^\d\n]{0,20}(\d(?:[ -]?\d){5,19})(?!\d)",
    re.I,
)
_AT_A_BANK = re.compile(
    r"\b(?:routing|sort\s*code|bank(?:ing)?|checking|savings|iban|bsb|swift|bic|wire|direct deposit|ach|ifsc|aba|transfer|blz)\b",
    re.I,
)
_NOT_AT_A_BANK = re.compile(
    r"\b(?:utility|electric\w*|gas|water|power|customer|frequent|loyalty|reward\w*|internet|phone|user|twitter|aws|steam|game|insurance|membership|student|netflix)\b",
    re.I,
)

_SSN_FORM = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_SSN_WORDS = re.compile(
    r"\b(?:ssn|s\.s\.n\.?|soc(?:ial)?(?:[ -]+sec(?:urity)?)?(?:\s+(?:number|no\.?|num|#))?|ss\s?#|itin)\b[^\d\n]{0,40}?"
    r"(\d{3}[ ./-]{0,3}\d{2}[ ./-]{0,3}\d{4}|\d(?:[ .-]?\d){8})(?!\d)",
    re.I,
)
_NOT_AN_SSN = re.compile(r"\b(?:order|part|model|sku|serial|ticket|case|phone|call|tel)\b", re.I)

_ID_NAMES = (
    r"passport|licen[cs]e\s+(?:no\.?|number|#)|driver'?s?\s+licen[cs]e|drivers?\s+lic\.?|driving\s+licen[cs]e|fuhrerschein|permis de conduire|rijbewijs"
    r"|(?:national|government|federal|state|civil|citizen(?:ship)?|emirates|population|philippine|philsys|south african|sa|voter'?s?|unified|mykad)\s+(?:id(?:entity)?|insurance|registration|register|identification)"
    r"|identity\s+(?:card|document|number|code)|id\s+(?:card|document|kort|kaart|karte)|tax(?:payer)?\s+(?:id|identification|file|reference|number|code)|fiscal\s+(?:code|number)"
    r"|personal\s+(?:identification|identity|code|id\s+code)|citizen\s+(?:card|service)|resident(?:ial|ce)?\s+(?:id|registration|permit|card)|unique\s+taxpayer"
    r"|ni\s+(?:number|no)|nino|utr|dni|nif|nie(?=\s*(?:is|es|:|n))|cpf|curp|rfc|nss|cuil|cuit|rut|cedula(?: de (?:ciudadania|identidad|identidade))?|ruc|nit(?=\s*(?:is|es|:|\d))|aadhaar|aadhar|pan(?=\s+(?:card|number|no|is)|\s*[:=])"
    r"|pesel|nip|dowod(?: osobisty)?|regon|bsn|burgerservice|personnummer|personnr|samordningsnummer|cpr|fodsels|hetu|henkilotunnus|sotu|kennitala|isikukood|asmens kodas|personas kods"
    r"|rodne cislo|rc(?=\s*:)|cnp|cod numeric personal|egn|oib|jmbg|emso|embg|amka|afm|taj|adoazonosito|szemelyi(?: igazolvany| szam)?|teudat zehut|tz(?=\s*:)|hkid|nric|mykad|ic\s+(?:number|no)|cnic|nicop"
    r"|codice\s+fiscale|carta d'identita|tessera sanitaria|medicare|medicaid|nhs|tfn|ird|green\s+card|alien\s+(?:registration\s+)?number|uscis|itin|atin|social\s+insurance|sin(?=\s+(?:number|no|is|#|\d)|:)|nas(?=\s*:)"
    r"|steuer-?\s?(?:id|identifikations?|nummer|nr)|sozialversicherungs|versicherungsnummer|krankenversichert\w*|svnr|sv-nr|ahv|avs|rentenversicherungs|personalausweis|ausweis|reisepass"
    r"|(?:numero|num|no|n°|nr)\.? (?:de )?(?:secu\w*(?: sociale)?|ss|contribuinte|identite|identidad|seguridad social|identificacion|pasaporte|passaporte|documento|bi)"
    r"|securite sociale|secu(?=\s*:|\s+(?:est|c'est|\d))|carte d'identite|insee|numero fiscal|nir|rijksregister|numero national|niss|insz|registre national|rrn|pps(?:n|\s+(?:number|no))?|tin(?=\s+(?:number|no|is)|:)"
    r"|pasaporte|passeport|passaporte|paspoort|pasfoto|carnet de identidad|seguridad social|cartao de cidadao|contribuinte|titulo de eleitor|snils|ktp|nik(?=\s*(?:is|:|\d))|iqama|kimlik(?: no)?|t\.?c\.? ?(?:kimlik|no)|cccd|cmnd"
    r"|инн|снилс|паспорт|егн|身份证(?:号)?|身分證|マイナンバー|주민등록번호|주민번호|तआधार"
)
_ID_TAIL = r"(?:[ -]?(?:card|id|number|num|nummer|nr|no|numero|numer|code|kod|kodas|kood|kort|kaart|karte|szam|cislo|broj|sayi|document|#|n°|nº))*"
_ID_IN_CONTEXT = re.compile(
    rf"(?<!\w)(?:{_ID_NAMES})\w{{0,3}}?{_ID_TAIL}(?!\w)\.?(?:\s+(?:for|of|on|de|da|del|do|van|von)\s+(?:[^\W\d]+\s+){{0,2}}?[^\W\d]+)?"
    r"(?:[\s:=#,(-]+(?!(?:expire|renew|office|cost|issue|since|wait|queue|photo|line|cover|control|check|desk|part|plan|at|by|until|from|has|have|will|was stolen)\w*\b)[^\W\d]{1,10}\b){0,2}"
    r"[\s:=#,(-]*"
    r"((?=[A-Za-z0-9 ./-]{0,24}\d[ ./-]?\w?[ ./-]?\d)[A-Za-z]{0,6}[ -]?\d[A-Za-z0-9]*"
    r"(?:[ ./-][A-Za-z]{0,3}\d[A-Za-z0-9]*|[ ./-][A-Za-z](?![A-Za-z]))*)",
    re.I,
)
_PAN = re.compile(r"\bpan\b[^\n]{0,20}?\b([A-Z]{5}\d{4}[A-Z])\b", re.I)
_YEARS = re.compile(r"(?:19|20)\d\d(?:\s*[-/]\s*(?:19|20)?\d\d)?$|(?:19|20)\d\d[01]\d[0-3]\d$")
_ID_BEFORE = re.compile(
    rf"(?<![\w.-])((?=[\w./-]*\d[\w./-]*\d)[A-Za-z0-9][A-Za-z0-9./-]{{4,22}}(?: [\dA-Z]{{1,6}}){{0,4}}) (?:is|was|=|-) (?:my|his|her|our|the|their)\s+(?:\w+'?s?\s+)?(?:{_ID_NAMES})\b",
    re.I,
)
_DATE = re.compile(
    r"(?:by|in|on|at|from|to|no)?\s*(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19"
    r"|20)\d\d-\d\d-\d\d)(?!\w)",
    re.I,
)
_ID_FORMS = re.compile(
    r"(?<![\w.-])(?:(?P<cpf>\d{3}\.\d{3}\.\d{3}-\d{2})|(?P<ahv>756\.\d{4}\.\d{4}\.\d{2})"
    r"|(?P<nino>(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D])"
    r"|(?P<cf>[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z])|(?P<curp>[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d)"
    r"|(?P<dni>\d{8}-?[A-HJ-NP-TV-Z])|(?P<nie>[XYZ]-?\d{7}-?[A-HJ-NP-TV-Z])|(?P<nric>[STFG]\d{7}[A-Z]))(?![\w-])"
)


def find_account_numbers(text: str) -> Iterator[Span]:
    """Yield card, IBAN, bank account and identity numbers, by checksum, form or context."""
    if len(re.findall(r"\d", text[:100_000])) < 4 and len(text) < 100_000:
        return
    yield from _cards(text)
    yield from _ibans(text)
    yield from _identities(text)
    yield from _accounts(text)


def _accounts(text: str) -> Iterator[Span]:
    for match in _ACCOUNT.finditer(text):
        if not _NOT_AT_A_BANK.search(text[max(0, match.start() - 20) : match.start(1)]):
            yield "bank_account", match.start(1), match.end(1)
    if _AT_A_BANK.search(text):
        for match in _NEXT_ACCOUNT.finditer(text):
            if _AT_A_BANK.search(text[max(0, match.start() - 80) : match.end() + 80]):
                yield "bank_account", match.start(1), match.end(1)


def _cards(text: str) -> Iterator[Span]:
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        grouped = len(digits) < len(match[0])
        if _is_card(digits, before, text[match.end() : match.end() + _BEFORE], grouped):
            yield "credit_card", match.start(), match.end()
            yield from _on_the_card(text, match.end())


_CARD_CODE = re.compile(
    r"[^\n]{0,60}?\b(?:code|cvv2?|cvc2?|csc|cid|security|back|front|digits)\b[^\d\n]{0,30}(\d{3,4})(?![\d/])|[^\n\d]{0,20}\d\d\s?/\s?(?:20)?\d\d\W{1,4}(\d{3,4})(?![\d/])",
    re.I,
)


def _on_the_card(text: str, at: int) -> Iterator[Span]:
    """Yield the code that is given after a card's number."""
    if match := _CARD_CODE.match(text, at):
        yield "pin", match.start(match.lastindex or 1), match.end(match.lastindex or 1)


def _is_card(digits: str, before: str, after: str, grouped: bool) -> bool:
    """Luhn and a word about cards, or Luhn and an issuer's prefix with nothing that denies it."""
    if len(set(digits)) == 1:
        return False
    if _CARD_WORDS.search(before):
        # A mistyped card number still is one when the words before say so.
        typo = len(digits) in (15, 16) and _CARD_NUMBER_WORDS.search(before)
        return bool(typo) or luhn.is_valid(digits)
    if not luhn.is_valid(digits) or _NOT_A_CARD.search(before) or _NAMED_AFTER.match(after):
        return False
    issued = _ISSUED.match(digits) and (grouped or digits[0] != "2")
    return bool(issued or _CARD_WORDS.search(after))


_NAMED_AFTER = re.compile(
    rf"\W*(?:is|was|=|as|for|being|\()?\W*(?:the|my|your|our|a|an)?\s*(?:\w+\s)?{_NOT_A_CARD.pattern}",
    re.I,
)


def _ibans(text: str) -> Iterator[Span]:
    for match in _IBAN.finditer(text):
        end = _iban_end(match[0])
        if end:
            yield "iban", match.start(), match.start() + end
        elif re.search(
            r"\biban\b[^.\n]{0,30}$", text[max(0, match.start() - 40) : match.start()], re.I
        ):
            yield "iban", match.start(), match.start() + len(match[0].split(" ")[0])


def _iban_end(run: str) -> int:
    """Length of the longest valid IBAN at the start of a run of groups; 0 when there is none."""
    ends = [m.start() for m in re.finditer(r"[ -]|$", run)]
    for end in reversed(ends):
        compact = re.sub(r"[ -]", "", run[:end])
        if 15 <= len(compact) <= 34 and iban.is_valid(compact, check_country=False):
            return end
    return 0


def _identities(text: str) -> Iterator[Span]:
    for match in _SSN_WORDS.finditer(text):
        yield "ssn", match.start(1), match.end(1)
    for match in _SSN_FORM.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        if ssn.is_valid(match[0]) and not _NOT_AN_SSN.search(before):
            yield "ssn", match.start(), match.end()
    for match in (*_ID_IN_CONTEXT.finditer(text), *_PAN.finditer(text)):
        enough = 4 if match.re is _PAN else 5
        dated = _DATE.fullmatch(match[1]) or _YEARS.match(match[1])
        if sum(c.isdigit() for c in match[1]) >= enough and not dated:
            yield "national_id", match.start(1), match.end(1)
    for match in _ID_BEFORE.finditer(text):
        if sum(c.isdigit() for c in match[1]) >= 5 and not _DATE.match(match[1]):
            yield "national_id", match.start(1), match.end(1)
    for match in _ID_FORMS.finditer(text):
        if _is_id(match):
            yield "national_id", match.start(), match.end()


def _is_id(match: re.Match[str]) -> bool:
    """Check the digits where the form has check digits; the other forms are nothing else's."""
    if match.lastgroup in ("dni", "nie"):
        number = match[0].replace("-", "").replace(" ", "").upper()
        return bool(dni.is_valid(number) if match.lastgroup == "dni" else nie.is_valid(number))
    return True
