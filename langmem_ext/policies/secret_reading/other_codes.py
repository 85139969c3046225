"""Does the sentence say that this code is one of a trade, a post office, a payment or a program?

"HSN code 6109", "which PIN code is Indiranagar, 560038", "UTR 412309887761" and `Field(min_length=12)` stand where a
secret could. This is asked of what was found, so that texts without a finding pay nothing.
"""

from __future__ import annotations

import re

from langmem_ext.policies.secret_reading.digests import is_digest

_REACH = 60
"""Characters before a value in which its name stands."""

_TRADE = re.compile(
    r"(?:\b(?:(?:hsn|hts|hs|ocr|urn|oe|taric|nace|naics|isic|unspsc|mcc|icd(?:-?\d+)?|cpt|hcpcs|ndc|atc|snomed"
    r"|gtin|ean|upc"
    r"|plu|asin|iso"
    r"|iec|ansi|astm|din|nfpa|osha|ral|pantone|ncs|cas)(?: ?/ ?\w+)?(?: (?:codes?|class|nos?\.?|numbers?))?"
    r"|(?:(?:tv|universal|sky|dvd|samsung|lg|sony|bar) remote|trainer|friend|sac|sic|cpv|un|obd(?:-?ii)?|dtc"
    r"|iata|icao|fips|nec|ibc|irc|rgb|cmyk|dmc|jacs|ucas|isco|anzsic"
    r"|gics|oem|ascii"
    r"|unicode|loinc|drg|rto|commodity|tariff|customs|occupation|industry|merchant(?: category)?|electrical"
    r"|plumbing"
    r"|fire|fault|trouble|paint|allerg\w+|subject|module|stop|species|tree|plant|fabric|reason"
    r"|model) (?:codes?|nos?\.?|numbers?))"
    r"|\b(?:roll|photo|mix|stitch|thread|yarn|wallpaper|school|college|cent(?:re|er)|exam|dealer|vendor|shade"
    r"|style|design|article|recipe|menu|booth|polling"
    r"|zip|post|postal|area|country|dialling|error|status|exit|promo|coupon|voucher|gift|referral"
    r"|tracking|booking|airport"
    r"|course|class|tax|currency|language|bar|qr|product|item|sku|colou?r|hex|dress|source|swift|bic|cost|project"
    r"|department|job|pay|stock|crew|state|region|dispensing|billing|procedure|service|return|refund|reorder) codes?"
    r"|(?:\b(?:codice|c[oó]digo|code|num[eé]ro|n[uú]mero)|\bn°) (?:de |du |di |do |da |del |dell'|della |d')?"
    r"(?:err(?:eur|ore|or|o)|cliente?"
    r"|r[eé]serva\w*"
    r"|commande|dossier|facture|contrat|abonn\w+|pedido|factura|ordine|prenotazione|postal\w*"
    r"|promo\w*|sconto|descuento|producto|produto|prodotto|curso|corso|barras|artigo|articulo"
    r"|matr[ií]cula)[\"']?|\b(?:kunden|bestell|artikel|klant)nummer"
    r"|\b(?:artikel|produkt|fehler|farb|rabatt|gutschein|aktions|l[äa]nder|flughafen|buchungs|fout|kortings|kleur"
    r"|product|land|felj?|rabat)-?codes?|\bpostleitzahl"
    r"|\b(?:horse|dog|cat|pet|equine|animal) passport|\b(?:mmsi|callsign|vehicle rc|thumbprint)"
    r")(?: (?:for|of) [\w' -]{1,24}?)?(?:[,?]? (?:it|that|which)(?:'?s| is| was)"
    r"| is| was| are| ist| lautet| est| es| [eé]| è| jest| er| [äa]r|,)?[.:#]? ?[\"'(]?$"
    r"|\b(?:booking|order|tracking|parcel|member(?:ship)?|customer|invoice|ticket|reservation|case|claim"
    r"|policy|serial|part|article|item|model|stock|batch|lot"
    r"|student|employee|roll|confirmation|reference) (?:numbers?|nos?\.?|ids?|ref)"
    r"(?: (?:of|for|on) (?:the |my |our |this )?[\w'-]+(?: [\w'-]+)?)?(?: is| was|:)? ?[\"'(]?$",
    re.IGNORECASE,
)
"""The codes and numbers by which trades call goods, faults, colours and places."""
_ALTERNATIVE = re.compile(r"[\w.]{2,20},? or (?:is it )?$")
_MEASURE = re.compile(r"\d{1,5}(?:[.,]\d)?(?:[mck]m|[mk]g|ml|mph|kwh)")
_COLOURED = re.compile(r"\b(?:RAL|NCS|Pantone|BS) ?\d{3,4}\b")
_LAW = re.compile(
    r"\b(?:(?:national|international|residential|commercial|uniform|model|state|city"
    r"|local) building codes?\b[^.!?\n]{0,24}"
    r"|building code(?:s|,)? (?:of|from|section|chapter|part|table|§)[^.!?\n]{0,16}|\bbuilding codes? )$",
    re.IGNORECASE,
)
_SECTION = re.compile(r"(?:19|20)\d\d|[A-Z]?\d{1,4}(?:\.\d+){1,3}")

_PAID = re.compile(
    r"\b(?:auth(?:ori[sz]ation)?|approval|appr) (?:code|no|number)\b[^.!?\n]{0,12}$", re.I
)
_RECEIPT = re.compile(
    r"\b(?:receipt|slip|terminal|merchant|charged|statement|transaction|refund\w*|card machine|till|pos)\b",
    re.I,
)
_CONFIRMED = re.compile(
    r"\b(?:confirmation|reservation|itinerary) (?:code|no|number)\b[^.!?\n]{0,12}$", re.I
)
_BOOKED = re.compile(
    r"\b(?:airbnb|booking|hotel|hostel|flight|airline|check-?in|reservation|itinerary|guests|nights|room"
    r"|train|ferry)\b",
    re.I,
)
_TRANSFERRED = re.compile(r"\b(?P<name>utr|rrn)\b[^\d\n]{0,16}$", re.I)
_DIGITS_OF = {"utr": 10, "rrn": 13}
"""What a taxpayer's and a resident's number have; what banks call so has twelve or more."""
_PUBLIC = re.compile(r"\bpublic[ _-]?key[ _-]?tokens?\b[^!?\n]{0,40}$", re.I)
_SETTING = re.compile(
    r"\w*(?:length|size|min|max|len|exponent|count|cost|rounds|bits|limit|ttl|expir\w+|timeout|port)\w*=\d+"
    r"|-{0,2}[a-z][a-z_-]*=(?:\d{1,2}|true|false)|[a-z][\w-]*(?:\[\w,]+\])?[=~><!]=\d[\w.]*",
    re.I,
)
"""What a call, a command or a list of requirements sets: `max_length=128`, `--no-verify=1`, `requests==2.31.0`."""
_OF_TOKENS = re.compile(
    r"(?<![A-Za-z])\w{0,24}_?tokens[\"'`]? ?[=:] ?$|\btokens? (?:limit|count)[=: ]+$", re.I
)
"""How many tokens a model may read or write."""
_RESOURCE = re.compile(r"\barn:aws[\w-]*:[^\s\"']{0,56}$|\bsealed ?secrets?\W{1,3}$", re.I)
_FAILS = re.compile(r",? (?:and )?(?:\d+ )?(?:failed|failing|failures?|skip\w*)\b", re.I)
_PROJECT = re.compile(
    r"\bcode ?(?:word|name)s? for (?:the |our |a )?(?:strategy|project|operation|launch|campaign|merger|product|concept"
    r"|principle)\b[^.!?\n]{0,12}$|\b(?:event|marketing|project|strategy) code ?word\b[^.!?\n]{0,12}$",
    re.I,
)
_HANDLE = re.compile(
    r"\b(?:my|our|his|her) (?:github|gitlab|insta\w*|twitter|linkedin|twitch|reddit|discord|tiktok"
    r"|snap\w*|steam|psn|xbox"
    r"|roblox|minecraft|strava|duolingo|telegram|skype|bluesky|mastodon|youtube)"
    r"(?: (?:name|handle|id|tag|user ?name))? is [\"'“]?$",
    re.I,
)
_NAME_LIKE = re.compile(r"[\w.-]+")
_RELEASED = re.compile(
    r"(?<![A-Za-z])(?!\w*pass)\w{0,30}(?:release|commit|sha\d{0,3}|hash|digest|build|version|etag|checksum"
    r"|fingerprint|trace"
    r"|request|host(?:name)?|region|branch)(?:_?id)?=[\"']?$"
    r"|\b(?:idempotency-key|traceparent|etag|kid|jti|x-[\w-]{1,30}-id|cf-ray):? [\"']?$"
    r"|\b(?:gclid|fbclid|msclkid|utm_\w{1,20}|max-age|[\w-]{1,20}-site-verification)=$"
    r"|\b(?:DS \d{1,5} \d{1,2} \d|NO_PUBKEY|(?:archive|signing|gpg|pgp|apt|repository) key(?: id)?) (?:0x)?$"
    r"|\bHK(?:LM|CU|EY_\w+)\\\S*(?: \S+)?$",
    re.I,
)
_GIVEN_AWAY = re.compile(
    r"0x[0-9a-fA-F]{40}|pk_(?:live|test)_\w+|6L[\w-]{38}|(?:age1|npub1)[a-z0-9]{58}"
    r"|(?:MIGfMA0|MIIBIjAN|MIICIjAN|MFkwEwYH|MCowBQYDK2Vw)[\w+/=]*"
)
"""Addresses on a chain and publishable keys: they are made to be shown."""
_OF_MANY = re.compile(r" (?:of (?:these|those|them|the)|times|attempts|tries)\b", re.I)
_ERROR = re.compile(r"[A-Z]{2,6}-?\d{3,6}[A-Z]?")
_TRACED = re.compile(r"\b(?:correlation|trace|request|activity) ?id\b", re.I)
_ERRS = re.compile(r":? (?:invalid|error|warning|fatal|failed|denied|cannot|not|unknown)\b", re.I)


_CALLED = re.compile(
    r"\b(?:called|named|nicknamed|titled|entitled|renamed)(?: (?:it|(?:the|my|our|his|her"
    r"|this) (?:[\w-]+ )?[\w-]+))?(?: to)?"
    r" [\"'“]?$"
    r"|\b(?:ssid|(?:network|wi-?fi|hotspot|router)(?:'s)? name|name of (?:the|my|our) (?:wi-?fi|network"
    r"|hotspot|router))"
    r"(?: is| was| says|:|=)? ?[\"'“]?$"
    r"|\b(?:server|host|machine|node|cluster|container|repo|branch|vault|bucket|group|team"
    r"|channel)s? names?(?: is| are|:)?"
    r" (?:\S{1,20}, ){0,2}[\"'“]?$",
    re.I,
)
_SECRET = re.compile(r"pass|code|word|\bpins?\b|secret|\bkeys?\b|phrase|log-?in|\bpw", re.I)


_BRANCH = re.compile(r"\b(?:which|what) (?:bank|branch)|\blook ?up\b|\bbranch(?:es)?\b", re.I)
_SORT_CODE = re.compile(r"\d\d-\d\d-\d\d")


def is_other_code(text: str, start: int, end: int) -> bool:
    """Tell what its sentence calls the code of goods, of a place, of a payment, a setting or an error."""
    value, before = text[start:end], text[max(0, start - _REACH) : start]
    return bool(
        value.lower() in _WORDS_FOR_IT
        or _is_of_a_trade(text, value, before)
        or _is_of_a_payment(text, value, before)
        or is_postal_code(text, start, end)
        or _is_of_a_program(value, before, text[end : end + 16])
        or _is_a_name(value, before)
    )


def _is_of_a_trade(text: str, value: str, before: str) -> bool:
    coloured = (re.fullmatch(r"\d{4}", value) and _COLOURED.search(text)) or (
        _HEX.fullmatch(value) and _is_a_colour(text, value)
    )
    named = _TRADE.search(_ALTERNATIVE.sub("", before))
    return bool(
        named
        or coloured
        or _MEASURE.fullmatch(value)
        or (_SECTION.fullmatch(value) and _LAW.search(before))
    )


def _is_a_colour(text: str, value: str) -> bool:
    """Tell "#222222 for the text" from "the gate is #222222"."""
    others = text.replace(value, "")
    return bool(_DESIGN.search(others)) and not _SECRET.search(_DESIGN.sub("", others))


_HEX = re.compile(r"#\d{6}")
_DESIGN = re.compile(
    r"#(?=[\da-f]*[a-f])[\da-f]{6}\b|\b(?:colou?rs?|hex)(?: codes?)?\b|\b(?:back|fore)ground\b|\b(?:text|fonts?"
    r"|headers?|headings?|footers?|borders?|buttons?|css|themes?|palettes?|shades?|fill|stroke|gradients?"
    r"|accents?|navbar"
    r"|sidebar|logo|paint|pixels?)\b",
    re.I,
)
"""What is coloured, and how colours are written."""


def _is_of_a_payment(text: str, value: str, before: str) -> bool:
    transferred = _TRANSFERRED.search(before)
    digits = sum(map(str.isdigit, value))
    asked = _SORT_CODE.fullmatch(value) and _BRANCH.search(text)
    return bool(
        (asked and not re.search(r"\d{6}", text))
        or (_PAID.search(before) and _RECEIPT.search(text))
        or (_CONFIRMED.search(before) and _BOOKED.search(text) and not value.isdigit())
        or (transferred and digits != _DIGITS_OF[transferred["name"].lower()])
    )


def _is_of_a_program(value: str, before: str, after: str) -> bool:
    return bool(
        is_digest(value, before)
        or _PUBLIC.search(before)
        or _GIVEN_AWAY.fullmatch(value)
        or _RELEASED.search(before)
        or _SETTING.fullmatch(value)
        or _RESOURCE.search(before)
        or (value.isdigit() and (_FAILS.match(after) or _OF_TOKENS.search(before)))
        or (value.isdigit() and _OF_MANY.match(after))
        or (_ERROR.fullmatch(value) and (_ERRS.match(after) or _TRACED.search(before)))
    )


def _is_a_name(value: str, before: str) -> bool:
    """Tell what a network, a server or a boat is called."""
    called = _CALLED.search(before)
    if called is not None:
        return not _SECRET.search(before, max(0, called.start() - 30))
    handle = _HANDLE.search(before) and _NAME_LIKE.fullmatch(value)
    return bool(handle or _PROJECT.search(before))


_WORDS_FOR_IT = frozenset(
    "password passwort kennwort wachtwoord contraseña contrasena senha passord adgangskode lösenord salasana"
    " hasło haslo heslo parola jelszo şifre пароль clave".split()
)


_OF_A_PLACE = re.compile(
    r" (?:of|in|for|from) (?:my|our|his|her|their) (?:native |own |home ?)*(?:place|village|town|city|area"
    r"|street|locality"
    r"|neighbou?rhood|district|colony|hometown)\b",
    re.I,
)
_SERVED = re.compile(
    r"[,)]? (?:\w+ )?(?:is |shows |says )?(?:as )?(?:not |un|non-?)?(?:serviceable|deliverable)\b",
    re.I,
)
_SIX_DIGITS = re.compile(r"[1-8]\d\d ?\d{3}")
_PIN_CODE = re.compile(r"(?i:\bpin[ -]?codes?\b)|\b(?:PIN|pin) (?:of|for) [A-Z][a-z]{3,}")
_ASKED = re.compile(
    r"\b(?:which|what(?:'?s| is)?|is that|serviceable|deliver\w*|couriers?|post(?:al| office)?|district"
    r"|locality|city"
    r"|village|nearest|areas?|address|state|speed post)\b",
    re.I,
)
_ADDRESS = re.compile(
    r"\b(?:street|road|nagar|colony|lane|sector|marg|layout|phase|block|dist(?:rict)?|taluk|village|po|post"
    r"|puram|pur"
    r"|bazaar|chowk|society|apartments?)\b[^.!?\n]{0,40}\bpin\b[ :-]{0,3}$",
    re.I,
)
_PLACE_AFTER = re.compile(r"[,)]? (?:is |in |at |for |= )?[A-Z][a-z]{3,}")
_PLACE_BEFORE = re.compile(r"\b[A-Z][a-z]{3,},? (?:is |- |– )?[(\"']?$")
_OPENED = re.compile(
    r"\b(?:cards?|atm|sim|phone|mobile|doors?|gate|safe|lock\w*|alarm|app|upi|account|wallet|log-?in"
    r"|unlock\w*|debit|credit|tablet|till|bank\w*)\b",
    re.I,
)
_OWNED = re.compile(r"\b(?:my|our|his|her)\b", re.I)
_SENT_TO = re.compile(
    r"\b(?:offices?|branch(?:es)?|stores?|shops?|warehouse|factory|clinic|address|letter ?head|invoices?|moved"
    r"|relocat\w*"
    r"|shift(?:ed|ing)|couriers?|parcels?|deliver\w*|shipping|billing|streets?|locality|city|district|village|town)\b",
    re.I,
)
"""Whose place it is does not matter where letters are sent to it."""


def is_postal_code(text: str, start: int, end: int) -> bool:
    """Tell what India calls a PIN: six digits of a place, where nothing is said of what they would open."""
    if not _SIX_DIGITS.fullmatch(text[start:end]):
        return False
    before, after = text[max(0, start - 90) : start], text[end : end + 60]
    before, after = (
        _OF_A_PLACE.sub(" of the village", before),
        _OF_A_PLACE.sub(" of the village", after),
    )
    if _SERVED.match(after):
        return True
    around = f"{before} {after}"
    if _OPENED.search(around) or (_OWNED.search(around) and not _SENT_TO.search(around)):
        return False
    if _ADDRESS.search(before) or (_SENT_TO.search(around) and _PIN_CODE.search(around)):
        return True
    placed = (
        _PLACE_AFTER.match(after) or _PLACE_BEFORE.search(before) or _ASKED.search(before + after)
    )
    return bool(_PIN_CODE.search(before + after) and placed)
