"""Does the message say what this number is: a score, an hour, a reading, an extension, a port, a year, an error?

Where doors, phones and accounts are spoken of, any number may open one. Each of these is told by two things at least:
how the number is written, and what is said of it.
"""

from __future__ import annotations

import re

_DIGITS = re.compile(r"\d{1,5}(?:[ -]\d{1,5})?|\d{6,8}")
_CODED = re.compile(
    r"\b(?:pins?|(?<!dress )(?:pass)?codes?|pass\w*|combos?|combination|unlock\w*|disarm\w*|chang\w+|reset"
    r"|switch\w*|swap\w*)\b",
    re.IGNORECASE,
)
"""What makes a number one that opens something, or that took the place of one."""


def is_explained(text: str, start: int, end: int) -> bool:
    """Tell a number of which the words around say that it opens nothing."""
    value = text[start:end]
    if not _DIGITS.fullmatch(value):
        return False
    before, after = text[max(0, start - 60) : start], text[end : end + 60]
    return bool(
        _is_an_error(before)
        or _is_a_score(text, value, before, after)
        or _is_an_hour(text, value, before, after)
        or _is_a_reading(text, value, before)
        or _is_dialled(text, value, before, after)
        or _is_a_port(text, value, before, after)
        or _is_a_prefix(text, value, before, after)
        or _is_a_year(text, value, before, after)
        or _is_a_mode(text, value, before)
    )


_FAILS = (
    r"(?:ERR|ERROR|FAIL\w*|DENIED|DECLINED|INVALID|NOT|TIMEOUT|BLOCKED|OFFLINE|EXPIRED|MISSING|UNKNOWN|REJECTED"
    r"|REFUSED|EXCEEDED|ABORT\w*|UNAVAILABLE|FORBIDDEN|UNAUTHORI[SZ]ED|MISMATCH|CONFLICT|FATAL|EXCEPTION|FAULT)"
)
_AFTER_AN_ERROR = re.compile(
    rf"\b(?:(?:[A-Z\d]+_)*{_FAILS}(?:_[A-Z\d]+)*(?<=_[A-Z]{{2}}|[A-Z]{{3}})|(?:ORA|TNS|PLS)-\d+\b[^.!?\n]{{0,30}})"
    r"[^\w\n]{0,4}(?:(?:error )?(?:code|error|err|number|no)\b\.?:? ?)?[(\"]?$"
    r"|(?i:\b(?:fault|error|errno|warning|trouble)(?: (?:code|no\.?|number))?:? $)"
)


def _is_an_error(before: str) -> bool:
    """Tell what stands beside the name of an error: "CARD_DECLINED (code 2044)"."""
    return _AFTER_AN_ERROR.search(before) is not None


_AGAINST = r"\s?(?:to|:|vs?\.?|against|-|–)\s?"
_SCORED_BEFORE = re.compile(rf"(?<![\d.])\d{{2,5}}{_AGAINST}$", re.IGNORECASE)
_SCORED_AFTER = re.compile(rf"{_AGAINST}\d{{2,5}}(?![\d.])", re.IGNORECASE)
_CONTEST = re.compile(
    r"\b(?:won(?!')|lost|beat(?:en)?|wins?|lose|score[ds]?|league|match|tournament|points|bowling|skittles"
    r"|darts|pinball"
    r"|cricket|quiz|skat|rummy|scrabble|snooker|canasta|championship)\b",
    re.IGNORECASE,
)


def _is_a_score(text: str, value: str, before: str, after: str) -> bool:
    paired = "-" in value or _SCORED_BEFORE.search(before) or _SCORED_AFTER.match(after)
    return bool(paired and _CONTEST.search(text) and not _CHANGED.search(before))


_CHANGED = re.compile(
    r"\b(?:chang\w+|reset|switch\w*|swap\w*|went from|code|pin|password|combo)\b", re.IGNORECASE
)

_CLOCK = r"(?:[01]\d|2[0-3])[0-5][05]"
_HOURS = re.compile(r"(?P<one>\d{1,2})[-–](?P<two>\d{1,2})")
_OF_DAYS = re.compile(
    r"\b(?:mon|tue|wed|thu|fri|sat|sun)(?:s|rs?|nes|urs?|ur)?(?:days?)?\b|\b(?:daily|weekdays?|weekends?|open(?:ing)?"
    r"|hours|closed|holidays)\b",
    re.IGNORECASE,
)
_AT_AN_HOUR = re.compile(
    r"\b(?:closes?|closing|shuts?|boarding|departs?|departure|arrives?|arrival|leaves|starts?|begins|ends|last entry"
    r"|kick-?off|curfew|check-?(?:in|out)|hrs?|hours)(?: at| from| is| by|:)? $",
    re.IGNORECASE,
)
_OPENS_AT = re.compile(r"\b(?:opens?|doors)(?: at| from)? $", re.IGNORECASE)
_EVENING = re.compile(
    r"\b(?:dress code|gig|concert|show|party|support act|premiere|matinee)\b", re.IGNORECASE
)
_OTHER_HOUR = re.compile(
    r"\b(?:closes?|shuts?|closing|till|until|mass|train|support|boarding|service)(?: (?:is|at|from))?"
    rf" {_CLOCK}\b"
    rf"|\b{_CLOCK} ?(?:hrs?|hours|h)\b",
    re.IGNORECASE,
)
_TO_AN_HOUR = re.compile(rf" ?(?:-|–|to|till|til|until) ?{_CLOCK}(?!\d)", re.IGNORECASE)
_FROM_AN_HOUR = re.compile(rf"(?<!\d){_CLOCK} ?(?:-|–|to|till|til|until) ?$", re.IGNORECASE)
_ON_DUTY = re.compile(
    r"\b(?:open|hours|from|closed|daily|maintenance|reception|shifts?|works?|working|duty|bar|quiet|between|lunch)\b",
    re.IGNORECASE,
)


def _is_an_hour(text: str, value: str, before: str, after: str) -> bool:
    """Tell "saturdays 9-13", "gate closes 0710" and "open 1100 till 2330"."""
    if hours := _HOURS.fullmatch(value):
        ordered = int(hours["one"]) < int(hours["two"]) <= 24
        return ordered and _OF_DAYS.search(before) is not None and not _CODED.search(before)
    if not re.fullmatch(_CLOCK, value) or _CODED.search(before):
        return False
    lasts = _TO_AN_HOUR.match(after) or _FROM_AN_HOUR.search(before)
    opens = _OPENS_AT.search(before) and (_OTHER_HOUR.search(text) or _EVENING.search(text))
    return bool(_AT_AN_HOUR.search(before) or opens or (lasts and _ON_DUTY.search(text)))


_METER = re.compile(
    r"\b(?:meters?(?! (?:cupboard|cabinet|room|box(?! says)))|odometer|mileage|kwh|(?:gas|water|heat|solar) (?:counter"
    r"|app|panels?|display)|counter on the|electricity (?:box|display))\b",
    re.IGNORECASE,
)
_METER_SAYS = re.compile(
    r"\b(?:meter|odometer|counter|electricity (?:box|display))\b(?! (?:cupboard|cabinet|room))"
    r"[^.!?\n\d]{0,24}\b(?:says?|said|reads?|shows?|showed|at|stands? at|stood at):? $",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"\b(?:now|then|last (?:year|month|week|time|bill|winter)|yesterday|today|this (?:winter|year|month|week)|went"
    r"|jan(?:uary)?|feb(?:ruary)?|march|april|in may|june?|july?|august|sept\w*|oct\w*|nov\w*|dec(?:ember)?)\b",
    re.IGNORECASE,
)
_SAME_SORT = 0.25
"""By how much of the larger one two readings of a meter differ at most."""


def _is_a_reading(text: str, value: str, before: str) -> bool:
    """Tell what a meter shows: it is said so, or another number of the text is about as large."""
    if not value.isdigit() or len(value) < 4 or _CODED.search(before) or not _METER.search(text):
        return False
    return bool(_METER_SAYS.search(before)) or any(
        _SINCE.search(text)
        and abs(int(other) - int(value)) <= _SAME_SORT * max(int(other), int(value))
        for other in _others(text, value)
    )


def _others(text: str, value: str) -> list[str]:
    """Return the numbers with as many digits that the text gives beside this one."""
    given = re.findall(r"\d+", text)
    return [each for each in given if len(each) == len(value) and each != value]


_TELEPHONES = re.compile(
    r"\bext(?:ensions?|ns?)?\b\.?|\bx\d{3,5}\b|\b(?:internal (?:numbers?|phones?)|switchboard|rings? out|desk phones?"
    r"|phone (?:sheet|list|tree|book|magnet))\b|\b(?:ring|dial) \d{3,5} (?:for|if)\b",
    re.IGNORECASE,
)
_REACHED = re.compile(r"\b(?:dial|ring|call) $", re.IGNORECASE)
_FOR_WHOM = re.compile(
    r" (?:for|if)\b(?! (?:the |a |an )?(?:door|gate|lift|barrier|entr\w+|access|voice ?mail|buzzer))",
    re.IGNORECASE,
)
_HELP = re.compile(r"(?:112|911|999|000|1[01][0-9]|1[1-4][45]|1471|116[ -]?\d{3})")
_CALLED_FOR_HELP = re.compile(
    r"\b(?:emergenc(?:y|ies)|police|ambulance|fire (?:brigade|service)|helplines?|hot ?lines?|samaritans"
    r"|poison|last caller)\b",
    re.IGNORECASE,
)


def _is_dialled(text: str, value: str, before: str, after: str) -> bool:
    """Tell an extension, alone or in a list of them, and the number of those who come to help."""
    if _REACHED.search(before) and _FOR_WHOM.match(after):
        return True
    if _HELP.fullmatch(value) and _CALLED_FOR_HELP.search(text):
        return not (_CODED.search(before[-24:]) or _LOCKED.search(before))
    if _HELP.fullmatch(value) and _REACHED.search(before):
        return True
    if _CODED.search(before) or _LOCKED.search(before):
        return False
    listed = any(other[0] == value[0] for other in _others(text, value))
    return bool(listed and _TELEPHONES.search(text))


_LOCKED = re.compile(
    r"\b(?:gate|doors?|safe|alarm|locker|key ?(?:box|safe)|garage|lock|shed|keypad)\b[^.,;!?\n]{0,12}$",
    re.IGNORECASE,
)


_AT_A_PORT = re.compile(
    r"(?:\b(?:ssh|scp|sftp|nc|netcat|docker run|npx|serve|flask|rails|ng|telnet)\b[^\n|;]{0,30}\s-[pPl]|--port|\bports?"
    r"|\blisten(?:s|ing)? on|\bhttp\.server|\blocalhost:|\b127\.0\.0\.1:|0\.0\.0\.0:|\s-S \S+:)[ =]?$"
    r"|\b(?:redis|postgres\w*|mysql|mongo\w*|nginx|vite|jupyter|flask|uvicorn|gunicorn|webpack|wireguard|app:app)"
    r"(?: (?:is|runs|listens|picked|now))?(?: on)? $",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"\bforward(?:s|ed|ing)?(?: ports?)?(?: \d{2,5},?(?: and)?)? $", re.IGNORECASE
)
_NETWORK = re.compile(
    r"\b(?:router|nat|xbox|playstation|tcp|udp|wireguard|docker|firewall|server|localhost)\b",
    re.IGNORECASE,
)


def _is_a_port(text: str, value: str, before: str, after: str) -> bool:
    if not re.fullmatch(r"\d{2,5}", value) or int(value) > 65535 or after.startswith("@"):
        return False
    forwarded = _FORWARDED.search(before) and _NETWORK.search(text)
    return bool(_AT_A_PORT.search(before) or forwarded)


_BEGINS = re.compile(
    r"\b(?:BIN|IIN)(?:s| is|:|,)? $|(?i:\b(?:(?:first|leading) (?:four|five|six|eight|[4-8])(?: digits| numbers)?\b"
    r"|(?:starts?|starting|begins?|beginning) (?:with )?|prefix )[^.!?\n\d]{0,24}$)"
)
_BEGINS_AFTER = re.compile(
    r" (?:as|for|are|is) (?:the |its )?first (?:four|five|six|eight|[4-8])\b|, the first (?:four|six|[46])\b",
    re.IGNORECASE,
)
_OF_CARDS = re.compile(r"\b(?:cards?|visa|master ?card|amex|banks?|issuers?)\b", re.IGNORECASE)


def _is_a_prefix(text: str, value: str, before: str, after: str) -> bool:
    """Tell the first digits of cards, which say whose they are; a whole number is longer."""
    if len(re.sub(r"\D", "", value)) not in range(4, 9) or not _OF_CARDS.search(text):
        return False
    begins = _BEGINS.search(before) or _BEGINS_AFTER.match(after)
    return bool(begins) and not _CODED.search(before)


_YEAR = re.compile(r"(?:1\d|20)\d\d")
_DATED = re.compile(
    r"\b(?:dated|copyright|anno|edition|vintage|timetable|circa|©)(?: in| from)? ?$", re.I
)
_MADE = re.compile(r" (?:made|built|model|vintage)\b", re.I)
_OF_THE_PAST = re.compile(
    r"\b(?:history|historic\w*|treat(?:y|ies)|homework|teacher|museum|plaque|carved|engraved|jubilee|centur(?:y|ies)"
    r"|syllabus|photo of|on the back)\b",
    re.IGNORECASE,
)


def _is_a_year(text: str, value: str, before: str, after: str) -> bool:
    if not _YEAR.fullmatch(value):
        return False
    told = _OF_THE_PAST.search(text) and not _CODED.search(text) and not _OPENED.search(text)
    return bool(_DATED.search(before) or _MADE.match(after) or told)


_OPENED = re.compile(r"\b(?:lock(?:ed)?|safe|alarm|keypad|padlock|log ?-?in|wi-?fi|cards?)\b", re.I)


_MODE = re.compile(r"0?[0-7]{3}")
_MODES = re.compile(
    r"\b(?:chmod|chown|umask|permissions?|(?:file|access) modes?|octal|world-readable|readable|stat -c)\b"
    r"|[r-][w-][xs-][r-]",
    re.IGNORECASE,
)
_OF_A_DOOR = re.compile(
    r"\b(?:gates?|doors?|alarm|safe|pins?|panel|keypad|lockers?|pass ?codes?)\b", re.I
)


def _is_a_mode(text: str, value: str, before: str) -> bool:
    """Tell who may read a file: "permissions are 0644 and ssh wants 0600"."""
    if not _MODE.fullmatch(value) or _OF_A_DOOR.search(text):
        return False
    return _MODES.search(text) is not None
