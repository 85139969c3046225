"""Is this number counted, compared, booked or stamped on a thing, rather than typed?

A ledger, a pedometer and a collector's pin have numbers of four and five digits as doors have. What tells them apart is
what else the text counts: a number of about the same size, rows, steps, accounts.
"""

from __future__ import annotations

import re

from langmem_ext.policies.secret_reading.given_outright import is_given_outright

_NUMBER = re.compile(r"\d{3,7}")
_REACH = 120
"""Characters before and after a number in which it may be said what is counted."""
_OPENED = re.compile(
    r"\b(?:pass(?:word|code|phrase|wd)s?|pw|unlock\w*|combo|combination|keypad|padlock|(?:door|gate|entry|alarm|pin|safe"
    r"|access|lock) ?(?:code|number)s?|debit|atm|puk|sim|voice ?mail|my pin|our pin)\b",
    re.IGNORECASE,
)


def is_counted(text: str, start: int, end: int) -> bool:
    """Tell a number with which its text counts or books, or by which collectors and standards know a thing."""
    value = text[start:end]
    if _CHART.fullmatch(value):
        return True
    if _RANGE.fullmatch(value) and _PINS.search(text[max(0, start - 16) : start]):
        return True
    if value.isdigit() and _SEED_OF_A_WORLD.search(text[max(0, start - _REACH) : start]):
        return True
    if not _NUMBER.fullmatch(value):
        return False
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if _PLATE.search(before) and _VEHICLE.search(text) and not _CODED.search(text):
        return True
    if _LAST_OF_A_NUMBER.search(before) and not _CODED.search(before):
        return True
    if _SERVICE_NUMBER.match(after):
        return True
    if _UNIT.match(after) or _STANDARD.search(before) or _REGISTERED.search(before):
        return True
    collected = _COLLECTED.search(text) and not _OF_AN_ACCOUNT.search(text)
    if collected or is_given_outright(before) or _OPENED.search(before + after):
        return bool(collected)
    return bool(
        _NUMBERED.search(before)
        or (_DIALLED.search(before) and not _ENTERED.search(text))
        or _is_compared(value, before, after)
        or _measures_another(value, before)
        or (_ROUND.fullmatch(value) and not _THINGS.search(text))
        or (_BOOKED.search(before + value + after) and not _TURNED.search(before))
    )


_SERVICE_NUMBER = re.compile(
    r" (?:is|was|for|as) (?:the|my|our|your) (?:\w+ )?(?:voice ?mail|operator|helpline|hotline|speaking clock"
    r"|emergency|customer"
    r" service|directory|information) (?:number|line|service)\b",
    re.I,
)
_SEED_OF_A_WORLD = re.compile(
    r"\b(?:minecraft|terraria|valheim|bedrock|java edition|factorio|world|random|numpy"
    r"|torch)\b[^.!?\n]{0,30}\bseeds?\b[^.!?\n\d]{0,12}$",
    re.I,
)
_UNIT = re.compile(
    r" ?(?:mm|cm|k[mgwNJ]|kWh|mAh|[kMG]?Hz|rpm|psi|kcal|dpi|px|sqm|m²|m2|Nm|ml|mg|kPa|hPa|lx|lm|dB|ppm)\b"
    r"| (?:N|V|W|J)(?=\s*(?:[,.;?!)]|$))"
    r"| (?:steps|rows|lines(?! up\b)|columns|views|points(?! to\b)|followers|calories|impressions|subscribers|pieces"
    r"|pcs|pax|lumens?|newtons?)\b"
)
"""What is counted or measured; "n" is a short "and", and "N" before a comma a newton."""
_STANDARD = re.compile(
    r"\b(?:EN|DIN|ISO|IEC|BS|ANSI|ASTM|ÖNORM|VDE|VdS|JIS|ETSI)(?:[ -](?:EN|ISO|IEC))? ?$"
)
_REGISTERED = re.compile(
    r"\b(?:gas safe|corgi|niceic)(?: (?:id|reg\w*|numbers?|no))[.:]? (?:is )?$", re.I
)
"""What a fitter is registered by; a safe for gas has no number."""
_COLLECTED = re.compile(
    r"\b(?:enamel|lapel|trading|collect\w+|scrappers?|brooch|olympics?|souvenir|fantasy) (?:\w+ )?pins?\b"
    r"|\bpins?\b[^.!?\n]{0,60}\b(?:scrappers?|vinted|ebay|worth anything|back ?stamp|limited edition|LE \d+)\b"
    r"|\bcollects?\b[^.!?\n]{0,30}\bpins\b|\bpin (?:badge|trading|trader|collector|collection)s?\b"
)
_OF_AN_ACCOUNT = re.compile(
    r"\b(?:account|profile|cards?|debit|atm|phone|disney ?\+|disney plus|unlock\w*|app|log ?-?in|password|parental)\b",
    re.IGNORECASE,
)

_PLATE = re.compile(r"\b[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} $")
_VEHICLE = re.compile(
    r"\b(?:plates?|cars?|vans?|reg|vehicle|parked|parking|truck|accident)\b", re.I
)
_LAST_OF_A_NUMBER = re.compile(
    r"\blast (?:two|three|four|five|six|[2-6])(?: digits| numbers)?(?: are| is| were| was|:)? $",
    re.I,
)
_CODED = re.compile(r"\b(?:pins?|pass\w*|codes?|combo|combination)\b", re.I)
"""Of which the last digits would give half away."""

_NUMBERED = re.compile(
    r"\b(?:my|our) (?:hotel )?room(?: number)? is $|\b(?:kennziffer|kennzahl|aktenzeichen|numéro|número|numer|n°) $"
    r"|\b(?:location|personnel|staff|payroll|employee|works|zone|sector|bay|access level|bib"
    r"|start(?:ing)?|(?:lego )?set|catalogue|edition|(?:building )?pass|membership|registration|licen[cs]e)"
    r"(?: (?:no|nr|numbers?|id|reg(?:istration)?))[.:]? (?:is |was )?$"
    r"|\b(?:location|zone|sector|access level|lego(?: set)?)(?: of)?,? ['\"]?$|\blego set, $",
    re.IGNORECASE,
)

_RANGE = re.compile(r"\d{1,2} ?[-–] ?\d{1,2}")
_PINS = re.compile(r"\bpins (?:no\.? )?$", re.I)
"""Those of a chip or a plug, from one to another."""
_CHART = re.compile(r"SKR ?0?[347]")
_DIALLED = re.compile(r"\b(?:dial(?:s|led|ed)|rang|rings|phoned|called) $", re.I)
_ENTERED = re.compile(
    r"\b(?:gates?|doors?|open(?:s|ed)?|let|buzz\w*|intercom|locks?|voice ?mail|lobby|entr\w+|keypad|barrier|get in|code"
    r"|pin|in|star|hash|pound|alarm|safe|enter)\b",
    re.IGNORECASE,
)
"""Where a number that is dialled lets somebody in."""
_SHOWN = re.compile(
    r"\b(?:counters?|pedometers?|fit ?bit|garmin|smart ?watch|step\w*|ledgers?|(?:trial )?balances?|spreadsheets?|csv"
    r"|excel|sums?|totals?|lines|rows|records|entries|inventory|stock|stocktake|export\w*|import\w*|odometer|mileage|score[sd]?"
    r"|points|views|followers|likes|votes|kcal|calories|counted|count(?! (?:me|on))|elo|rating|lichess|xp|highscore)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"(?<![\w.,:-])\d{3,7}(?![\w:-]|[.,]\d)")
_SAME_SIZE = 0.35
"""By how much of the larger one two counts that are compared differ at most."""


def _is_compared(value: str, before: str, after: str) -> bool:
    """Tell one of two counts: "has 4012 lines but the ledger says 4009"."""
    if _SHOWN.search(before) is None:
        return False
    one = int(value)
    others = [int(other) for other in _OTHERS.findall(f"{before} | {after}")]
    return any(_are_alike(one, other) for other in others)


def _are_alike(one: int, other: int) -> bool:
    return abs(one - other) <= _SAME_SIZE * max(one, other)


_MEASURE = re.compile(
    r"(?<![\w.,:-])(?P<v>\d{3,5}) ?(?:mm|cm|km|kg|kWh|ml|sqm|euros?|eur|usd|km/h)\b"
)
_MINE = re.compile(
    r"\b(?:mine|ours|his|hers|theirs|it|actual(?:ly)?|only|now|measured|have|has) (?:is |was |at )?$",
    re.I,
)


def _measures_another(value: str, before: str) -> bool:
    """Tell a number that is held against one with a unit: "1070 mm for the handrail, mine is 1065"."""
    if _MINE.search(before) is None:
        return False
    return any(_are_alike(int(value), int(each["v"])) for each in _MEASURE.finditer(before))


_ROUND = re.compile(r"[1-9]\d{1,3}000")
"""Thousands: prices and crowds are round, codes seldom."""
_THINGS = re.compile(
    r"\b(?:pins?|pass\w*|pw|codes?|safe|locks?|locked|lockers?|alarm|gate|doors?|cards?|sim|key ?(?:box|pad|safe)|atm"
    r"|puk|phone|tablet|unlock\w*|opens?|log ?-?in|digits|combo|combination|account|garage|shed|cellar)\b",
    re.IGNORECASE,
)


_BOOKED = re.compile(
    r"\bSKR ?0?[34]\b|\bdatev\b|\b(?:chart of accounts|ledger|postings?|bookkeep\w+|cost cent(?:er|re)s?|debit \d"
    r"|credit \d|depreciat\w+|skonto)\b"
    r"|\b(?:book|post|booked|posted|enter|debit|credit)\b[^.!?\n]{0,40}\b(?:to|on|under|against)(?: account)? \d{3,5}\b"
    r"[^.!?\n]{0,40}\b(?:or|to|by mistake|account|vat|expense|invoice)\b",
    re.IGNORECASE,
)
_TURNED = re.compile(
    r"\b(?:opens?|safe|gate|door|locker|lock|alarm|card|phone|pin|code)\b[^.!?\n\d]{0,24}$",
    re.IGNORECASE,
)
