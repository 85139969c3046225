"""Which numbers say who someone is to a state?

By check digits, else by the name of the number beside it, in its country's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum.us import ssn

from langmem_ext.policies.secret_reading.identity_checks import digits_of, is_personal_number
from langmem_ext.policies.secret_reading.identity_forms import SAME, find_identity_forms
from langmem_ext.policies.secret_reading.token_forms import Span

_BEFORE = 48
"""Characters before a number in which words decide what it is."""

_SSN_FORM = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_SSN_WORDS = re.compile(
    r"\b(?:ssn|s\.s\.n\.?|soc(?:ial)?(?:[ -]+sec(?:urity)?)?(?:\s+(?:number|no\.?|num|#))?|ss\s?#"
    r"|itin)\b[^\d\n]{0,40}?"
    r"(\d{3}[ ./-]{0,3}\d{2}[ ./-]{0,3}\d{4}|\d(?:[ .-]?\d){8})(?!\d)"
)
_NOT_AN_SSN = re.compile(r"\b(?:order|part|model|sku|serial|ticket|case|phone|call|tel)\b")

_STATES = (
    "albanian|american|argentin\\w+|australian|austrian|belgian|brazilian|british|bulgarian|canadian"
    "|chilean|chinese"
    "|colombian|croatian|cuban|cypriot|czech|danish|dutch|ecuador\\w*|egyptian|emirati|uae|estonian"
    "|ethiopian|filipino"
    "|philippine|finnish|french|georgian|german|ghana\\w*|greek|guatemalan|hungarian|iceland\\w*"
    "|indian|indonesian|iranian"
    "|iraqi|irish|israeli|italian|jamaican|japan\\w*|jordanian|kazakh|kenyan?|korean|kuwaiti|latvian"
    "|lebanese|lithuanian"
    "|luxembourg|malaysian?|maltese|mexican|moldovan|moroccan|nepali|nigerian?|norwegian|omani"
    "|pakistani|peruvian|polish"
    "|portuguese|qatari|qatar|romanian|russian|rwandan|saudi|senegalese|serbian|singapore\\w*|slovak"
    "|slovenian|south african"
    "|spanish|sri lankan?|swedish|swiss|taiwan\\w*|thai|tunisian|turkish|ugandan|uk|ukrainian"
    "|uruguayan?|us|venezuelan"
    "|vietnam\\w*|zambian|zimbabwean|nz|new zealand|eu|hong kong|macau|jersey|california|texas"
    "|florida|ny|new york|nevada"
    "|state"
)
_ID_NAMES = (
    r"passport|licen[cs]e\s+(?:no\.?|number|#)|driver'?s?\s+licen[cs]e|drivers?\s+lic\.?|driving\s+licen[cs]e"
    r"|fuhrerschein|permis de conduire|rijbewijs"
    r"|(?:national|government|federal|state|civil|citizen(?:ship)?|emirates|population|philippine|philsys"
    r"|south african|sa|voter'?s?|unified|mykad)\s+(?:id(?:entity)?|insurance|registration|register"
    r"|identification)"
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
    r"(?:registration\s+)?number|uscis|itin|atin|social\s+insurance|sin(?=\s+(?:number|no|is|#|\d)|:)"
    r"|nas(?=\s*:)"
    r"|steuer-?\s?(?:id|identifikations?|nummer|nr)|sozialversicherungs|versicherungsnummer"
    r"|krankenversichert\w*|svnr|sv-?n(?:umme)?r|carte vitale|(?<!order )(?<!employee )(?<!student )"
    r"(?<!ticket )(?<!customer )(?<!user )(?<!member )id\s+(?:number|no)(?=\W+(?:is\W+)?\d{9,})|ahv|avs"
    r"|rentenversicherungs|personalausweis|ausweis|reisepass"
    r"|(?:numero|num|no|n°|nr)\.? (?:de )?(?:secu\w*(?: sociale)?|ss|contribuinte|identite|identidad"
    r"|seguridad social|identificacion|pasaporte|passaporte|documento|bi)"
    r"|securite sociale|secu(?=\s*:|\s+(?:est|c'est|\d))|carte d'identite|insee|numero fiscal|nir|rijksregister"
    r"|numero national|niss|insz|registre national|rrn|pps(?:n|\s+(?:number|no))?|tin(?=\s+(?:number|no|is)|:)"
    r"|pasaporte|passeport|passaport[eo]|passid|carta di identita|sozialvers\w*|cdl|paspoort|pasfoto"
    r"|carnet de identidad|seguridad social|cartao de cidadao"
    r"|contribuinte|titulo de eleitor|snils|ktp|nik(?=\s*(?:is|:|\d))|iqama|kimlik(?: no)?|t\.?c\.? ?(?:kimlik"
    r"|no)|cccd|cmnd"
    r"|residence\s+(?:card|permit)|residen(?:ce|t)\s+permit|brp|a-number|alien\s+(?:no\.?|#)"
    r"|health\s+(?:card|insurance)"
    r"|ehic|philsys|philhealth|pag-?ibig|ghana\s+card|huduma|omang|bvn|my\s?number(?=\s*\(jap|\s+card)"
    r"|naija\s+nin"
    r"|known\s+traveler|ktn|redress|sevis|dod\s+id|military\s+id|service\s+member"
    r"|birth\s+(?:certificate|number)"
    r"|npwp|bpjs|kitas|kitap|abha|epic|ration\s+card|sofi-?nummer|krankenkassen\w*|svnummer|rvnr"
    r"|matricula\s+consular"
    r"|dni-?e|documento(?:\s+(?:nacional|de\s+identidad))?|tarjeta\s+de\s+identidad"
    r"|carteira\s+de\s+(?:identidade"
    r"|motorista)|permis(?:\s+b)?|patente|patentino|prawo\s+jazdy|kepka|korkort\w*|korekort\w*"
    r"|forerkort\w*|ajokortti"
    rf"|(?:{_STATES})\s+(?:(?:national|resident|citizen|personal|identity|id|tax|social|voter|driving"
    rf"|drivers?'?s?|foreigner"
    r"|insurance|security|registration|health)\s+){0,3}(?:id|identity|identification|licen[cs]e"
    r"|passport|(?:insurance|security"
    r"|tax|permit|registration|health)(?=\s+(?:id|number|no|nr|code|card|num|#)))"
    r"|(?:nin|bvn|rg|cnh|nid|nic|cin|cni|cui|dui|dpi|uan|epf|dl|sss|gsis|tax\s+no|tc|pid|kic|rsid|egn"
    r"|vnr|idnr|fin|bi|ci"
    r"|esi|dic|rc|ic|cc|ce|ti|oib|nuip|nup|rtn|cuil|did|pin(?=\s+kra)|kra)(?!-)(?=(?:\s+(?:no\.?|num|number"
    r"|card|is|es|e))*"
    r"[\s:=#.-]*[a-z]{0,3}-?\d[\d./ -]{5})"
    r"|рнокпп|іпн|ипн|идентификационн\w+|водительск\w+|посвідчення|αφμ|αμκα|ταυτοτητα\w*|ת\.?ז\.?"
    r"|תעודת זהות|מספר זהות"
    r"|الرقم القومي|رقم الهوية|الهوية|جواز|บัตรประชาชน|เลขบัตรประชาชน|เลขประจำตัวประชาชน|can cuoc|護照"
    r"|护照|外国人登録|運転免許"
    r"|在留カード|여권|운전면허|पैन|मतदाता"
    r"|инн|снилс|паспорт|егн|身份证(?:号)?|身分證|マイナンバー|주민등록번호|주민번호|आधार"
)
_ID_TAIL = (
    r"(?:[ -]?(?:card|id|number|num|nummer|nr|no|numero|numer|code|kod|kodas|kood|kort|kaart|karte"
    r"|szam|cislo|broj|sayi"
    r"|document|#|n°|nº|nr|n))*"
)
_ID_IN_CONTEXT = re.compile(
    rf"(?<!\w)(?:{_ID_NAMES})\w{{0,3}}?{_ID_TAIL}(?!\w)\.?(?:\s+(?:for|of|on|de|da|del|do|van|von)\s+"
    rf"(?:[^\W\d]+\s+){{0,2}}?[^\W\d]+)?"
    r"(?:[\s:=#,()-]+(?!(?:expire|renew|office|cost|issue|since|wait|queue|photo|line|cover|control|check|desk"
    r"|part|plan|at|by|until|from|has|have|will|was stolen)\w*\b)[^\W\d]{1,10}\b){0,2}"
    r"[\s:=#,()\"'*`>]*-?[\s>]*"
    r"((?!offic|hotlin|helplin|desk|expir|valid|issue|renew|dated?\b|due\b|since|until|till\b"
    r"|\s?\d{1,4}[lmnptk]\b)(?=[A-Za-z0-9 ./-]{0,24}\d[ ./-]?\w?[ ./-]?\d)[A-Za-z]{0,8}[ -]?\d[A-Za-z0-9]*"
    r"(?:[ ./-][A-Za-z]{0,3}\d[A-Za-z0-9]*|[ ./-][A-Za-z](?![A-Za-z]))*)"
)
_PAN = re.compile(r"\bpan\b[^\n]{0,20}?\b([a-z]{5}\d{4}[a-z])\b")
_YEARS = re.compile(r"(?:19|20)\d\d(?:\s*[-/]\s*(?:19|20)?\d\d)?$|(?:19|20)\d\d[01]\d[0-3]\d$")
_ID_BEFORE = re.compile(
    rf"(?<![\w.-])((?=[\w./-]*\d[\w./-]*\d)[A-Za-z0-9][A-Za-z0-9./-]{{4,22}}(?: [\da-z]{{1,6}}){{0,4}}) (?:is"
    rf"|was|=|-) (?:my|his|her|our|the|their)\s+(?:\w+'?s?\s+)?(?:{_ID_NAMES})\b"
)
_DOCUMENTS = (
    r"passport|passeport|pasaporte|reisepass|licen[cs]e|national id\w*|identity card|id card|social"
    r" security|ssn|pesel|bsn|cpf"
    r"|aadhaar|aadhar|nhs|nino|personnummer|green card|tax id|social insurance|tfn|nif|dni|nie|ausweis"
    r"|curp|cedula|rut|nric"
)
_FAR_ID = re.compile(
    rf"\b(?:{_DOCUMENTS})\b[^.!?\n\d]{{0,60}}?\b(?:number|numero|nummer|no|nr|num|is|was|it'?s|es|ist"
    rf"|as|to)\b[\s:=#]{{1,4}}"
    r"(?:is |now |was |\")?((?:[a-z]{1,3}\d{6,9}|\d{3}[ .-]?\d{2,3}[ .-]?\d{2,5}[a-z]?|\d{8,14}))(?![\w-])"
)
_NUMBER_FOR = re.compile(
    rf"\b(?:number|no\.?|num)\s+(?:is\s+)?((?=\w*\d\w*\d)[a-z]{{0,3}}\d{{5,12}}[a-z]?)\s+(?:for|on|in"
    rf"|of|from)\s+(?:my|the|his|her"
    rf"|our)\s+(?:{_DOCUMENTS})\b"
)
_LAST_FOUR = re.compile(
    r"\blast\s+(?:four|4)(?:\s+digits)?\s+of\s+(?:my|his|her|the|our|their)\s+(?:social(?:"
    r" security)?(?: number)?|ssn|tax id)"
    r"[\s:=]*(?:is|are|was)?[\s:=]*(\d{4})\b"
)
_SHORT_NAMES = (
    r"sin|nif|nie|dni|bsn|cpf|pesel|egn|cnp|oib|tfn|ird|utr|nino|nhs|ahv|avs|ssn|itin|nric|cnic"
    r"|aadhaar|aadhar|pan|rut|rfc|curp|amka"
    r"|afm|taj|hetu|cpr|pps|ppsn|jmbg|emso|nir|insee|kimlik|personnummer|passport|licen[cs]e"
)
_BY_NAME = re.compile(rf"\b(?:{_SHORT_NAMES})\b")
_ABOUT_PERSONS = re.compile(
    rf"\b(?:{_SHORT_NAMES}|(?:my|his|her|their|our|national|government|state|photo|personal|citizen|gov|legal"
    rf"|{_STATES}) id|identity|identif\w+|citizen\w*|tax\w*|(?:social|national) (?:security|insurance|number|no|id)"
    r"|personal (?:number|code)|fiscal\w*|birth number|identidad|identite|ausweis|steuer\w*"
    r"|skatteverket|finanzamt|belastingdienst|hacienda|hmrc|irs|agenzia delle entrate)\b"
)
_CALLED = re.compile(
    r"\b(?:(?<!tax )office|helpline|hotline|line|agency|agent'?s?|desk|enquiries|call\w*|phone\w*|tel|reach\w*|worker"
    r"|fax|dial\w*|ring|text"
    r"|whatsapp|paid|pays|costs?|refund|owed?|euros?|dollars?|pounds)\b"
)
_PHONE = re.compile(r"0\d{2,5}[ -]?\d{3,4}[ -]?\d{0,4}|\d?[ -]?\d{3}-\d{3}-\d{4}")
_ABOUT_THINGS = re.compile(
    r"\b(?:order|employee|customer|client|student|ticket|library|tracking|vat|company|business|invoice"
    r"|member\w*|user|account"
    r"|booking|case|claim|policy|phone|tel|mobile|call|serial|imei|isbn|part|model|product|item|sku"
    r"|transaction|request"
    r"|message|session|device|game|player|team|build|job|process|apple|vehicle|car|plate|dog|chip"
    r"|store|event|meeting|zoom|conference|webinar|teams"
    r"|document|doc|row|object|commit|patient|post|listing|property|parcel|article|form|reference|ref"
    r"|ein|charity|match|steam|discord|twitch|lobby|replay|video|tweet|song"
    r"|photo|image|channel|guild|server|flight|train|room|tv|stream|podcast|profile|friend)\b"
)
_LONG = re.compile(
    r"(?<![\w.,/+@#$€£=-])(?:[a-z]{1,2}-?)?\d(?:[ ./-]?\d){7,17}(?:[ -]?[a-z])?(?![\w@%]|[.,]\d)"
)
_DATE = re.compile(
    r"(?:by|in|on|at|from|to|no)?\s*(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19"
    r"|20)\d\d-\d\d-\d\d)(?!\w)"
)


def find_identity_numbers(text: str, low: str) -> Iterator[Span]:
    """Yield social security, passport, licence, tax and other personal numbers; `low` is the text in lower case."""
    digits = len(_DIGIT.findall(low))
    if digits < 3 or not (
        (digits >= 5 and _DIGITS.search(low)) or _SHORT_NUMBER.search(low) or _CODE.search(text)
    ):
        return
    yield from _social_security(low)
    for form in _NAMED:
        for match in form.finditer(low):
            dated = _DATE.fullmatch(match[1]) or _YEARS.match(match[1])
            called = match.re is _FAR_ID and _CALLED.search(match[0])
            if (
                not dated
                and SAME.fullmatch(match[1]) is None
                and not called
                and _long_enough(match, text[match.start(1) : match.end(1)])
            ):
                yield "national_id", match.start(1), match.end(1)
    if _ABOUT_PERSONS.search(low):
        yield from _checked(low)
    yield from find_identity_forms(text)


_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d(?:\D{0,60}?\d){4}")
_SHORT_NUMBER = re.compile(r"pan\b|last\s+(?:four|4)\b")
_CODE = re.compile(r"(?<![^\W_])(?=(?:[A-Z]*\d){3})[A-Z\d]{8}")
"""What a text must have: the digits of a number, or what stands for some of them."""


_CJK_ID = re.compile(
    r"(?:マイナンバー|個人番号|運転免許証?番?号?|在留カード番?号?|身份证号?码?|身分證字?號?碼?|护照号?码?|護照號?碼?|주민등록번호|주민번호|여권번호?|운전면허번호?"
    r"|パスポート番?号?)[^\da-z\n]{0,12}([a-z]{0,2}\d[\d -]{5,20}[\dx])"
)
_FOR_THE_FORM = re.compile(
    r"\bid\b (?:number )?(?:for|on) (?:the |my )?(?:[\w-]+ ){0,2}?(?:form|kyc|hotel|check-?in|visa"
    r"|rental|bank|flight|booking|airline)"
    r"[^.!?\n\d]{0,12}?[:=] ?([a-z]{0,3}\d{6,12}[a-z]?)\b"
)
_NAMED = (
    _FOR_THE_FORM,
    _CJK_ID,
    _ID_IN_CONTEXT,
    _PAN,
    _ID_BEFORE,
    _FAR_ID,
    _NUMBER_FOR,
    _LAST_FOUR,
)


def _long_enough(match: re.Match[str], written: str) -> bool:
    """Five digits, or three in a long run of capital letters and digits."""
    digits = digits_of(written)
    code = len(written) >= 8 and written.isupper() and written.isalnum() and digits >= 3
    return code or digits >= (4 if match.re in (_PAN, _LAST_FOUR) else 5)


_AADHAAR = re.compile(r"\baadhaa?r\b")
_IN_FOURS = re.compile(r"[2-9]\d{3} \d{4} \d{4}")
"""How India writes the number of a resident, which is no telephone's."""


def _checked(low: str) -> Iterator[Span]:
    """Yield numbers with some country's check digits, where the words before are about who someone is."""
    for match in _LONG.finditer(low):
        before = low[max(0, match.start() - _BEFORE) : match.start()]
        around = before + low[match.end() : match.end() + 16]
        if not _ABOUT_PERSONS.search(before):
            continue
        if _CALLED.search(around) and not (
            _AADHAAR.search(before) and _IN_FOURS.fullmatch(match[0])
        ):
            continue
        if before[-1:] == "+" or _PHONE.fullmatch(match[0]) or SAME.fullmatch(match[0]):
            continue
        if _ABOUT_THINGS.search(around) and not _BY_NAME.search(before):
            continue
        if not _DATE.fullmatch(match[0]) and is_personal_number(match[0].upper()):
            yield "national_id", match.start(), match.end()


def _social_security(text: str) -> Iterator[Span]:
    for match in _SSN_WORDS.finditer(text):
        yield "ssn", match.start(1), match.end(1)
    for match in _SSN_FORM.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        if ssn.is_valid(match[0]) and not _NOT_AN_SSN.search(before):
            yield "ssn", match.start(), match.end()
