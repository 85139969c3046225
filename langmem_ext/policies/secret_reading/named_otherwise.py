"""Does the sentence call this value something else: an order, a build, a telephone number?

A trained reader goes by how a value is written and by the words around it; what these words are is known here.
"""

from __future__ import annotations

import binascii
import re

from langmem_ext.policies.folding import from_base64
from langmem_ext.policies.secret_reading.credentials import AT_A_HOST
from langmem_ext.policies.secret_reading.digests import follows_name_of_digest, is_part_of_digest
from langmem_ext.policies.secret_reading.keywords import is_postal
from langmem_ext.policies.secret_reading.numbered_names import is_a_numbered_name
from langmem_ext.policies.secret_reading.numbers_of_things import is_of_a_thing


def is_named_otherwise(text: str, start: int, end: int) -> bool:
    """Tell a number that its sentence calls something else: an order, a build, a size; and plain words in base64."""
    value = text[start:end]
    if _is_of_an_address(text, value, start) or _is_a_designation(text, value, start):
        return True
    if _is_a_colour(text, value):
        return True
    if not any(map(str.isdigit, value)):
        talked_of = _is_a_state(text, value, start) or _is_a_program_or_person(text, start, end)
        return talked_of or _is_plain_in_base64(value)
    if _is_part_of_other(text, start, end) or _has_other_form(text, value, start):
        return True
    if is_a_numbered_name(text, start, end) or is_of_a_thing(text, start, end):
        return True
    near = _FIRST_GROUP.sub(" ", text[max(0, start - 60) : start])
    before = (
        _OTHERS_BEFORE.search(near)
        or _FAR_BEFORE.search(near)
        or (_YEAR.fullmatch(value) and _DATED.search(near))
    )
    return bool(before or _OTHERS_AFTER.match(text[end : end + 40])) or _is_plain_in_base64(value)


_FIRST_GROUP = re.compile(r" \d{1,4}[ -]$")
"""The groups of a number before the last one: "kahoot pin 734 2291"."""


def _is_a_program_or_person(text: str, start: int, end: int) -> bool:
    """Tell what opens a file, rather than another, and who is told of further on: "Mrs Dobson, she taught ..."."""
    value, behind = text[start:end], text[end : end + 16]
    if _OPENS_FILES.search(text[max(0, start - 40) : start]):
        return value[:1].isupper() and _RATHER.match(behind) is not None
    return _TITLED.fullmatch(value) is not None and _OF_WHOM.match(behind) is not None


_OPENS_FILES = re.compile(
    r"\b(?:pdf|file|doc|document|page|link|image|photo|video|csv|sheet)s? opens? (?:with|in) $",
    re.I,
)
_RATHER = re.compile(r"[,;]? (?:not|instead|rather)\b", re.I)
_TITLED = re.compile(r"(?:Mrs?|Ms|Miss|Dr|Prof)\.? [A-Z][\w'’-]+")
_OF_WHOM = re.compile(r",? (?:she|he|they|who)\b", re.I)

_STREET = re.compile(r"(?:\d{1,6}[ ,]+){1,2}[^\W\d_a-z][^\W\d_]{2}[\w.'’-]*(?:[\s,].*)?", re.DOTALL)
_HOUSE = re.compile(r"\b(?:suite|apt|apartment|p\.?o\.? box|postbox)\b", re.I)
_LABEL = re.compile(
    r"^\W*(personal info|phone|mobile|desk|office|fax|tel(?:ephone)?|e-?mail|website|web|address)\s*:",
    re.I | re.M,
)
_IN_A_HOUSE = re.compile(r"[^\W\d]{3}\W|^\d{4,6}$")
_AN_ADDRESS = re.compile(
    r"\b\d{1,5} (?:[A-Z][\w'’.-]+ ){1,3}(?:Street|Road|Lane|Avenue|Square|Drive|Close|Way|Place|Terrace|Court|Hill)\b"
)
_AFTER_A_STREET = re.compile(r"\b\d{4,6} [A-Z][\w'’-]{2,} $")
"""A post code, a street, and then the number of the house."""


def _is_of_an_address(text: str, value: str, start: int) -> bool:
    """Tell the number of a house, its street, and what stands among the lines of a letterhead."""
    return bool(
        _STREET.fullmatch(value)
        or _AN_ADDRESS.search(value)
        or (_HOUSE.search(text) and _IN_A_HOUSE.search(value))
        or (value.isdigit() and _AFTER_A_STREET.search(text[max(0, start - 40) : start]))
        or len({label.lower() for label in _LABEL.findall(text)}) >= 2
    )


_NAMES_OF_COLOURS = frozenset(
    "red green blue yellow orange purple violet pink brown black white grey gray teal turquoise beige magenta cyan"
    " gold silver maroon navy lilac indigo crimson".split()
)
_OF_COLOUR = re.compile(r"colou?r|shade|paint", re.I)
_CODE_OF_COLOUR = re.compile(r"#(?=\D*\d)(?:[0-9a-f]{3,4}){1,2};?", re.I)
_OF_DESIGN = re.compile(
    r"\b(?:colou?rs?|hex|shades?|palette|css|theme|gradient|background|ink|hue|tint)\b", re.I
)


def _is_a_colour(text: str, value: str) -> bool:
    """Tell a colour by its name, or by its code, which has a digit, where colours or the like are spoken of."""
    if value.lower() in _NAMES_OF_COLOURS:
        return _OF_COLOUR.search(text) is not None
    return _CODE_OF_COLOUR.fullmatch(value) is not None and _OF_DESIGN.search(text) is not None


def _is_part_of_other(text: str, start: int, end: int) -> bool:
    """Tell a parcel's number, and what stands between the slashes of a path."""
    between = text[max(0, start - 1) : start] == text[end : end + 1] == "/"
    return between or _PARCEL.match(text, max(0, start - 3)) is not None


def _has_other_form(text: str, value: str, start: int) -> bool:
    """Tell a reference, a number of one digit, a short address, and where words say so other things with a form.

    These are telephone numbers, who logs in where, digests, points in time and names of players.
    """
    near = text[max(0, start - 40) : start]
    return bool(
        _REFERENCE.match(value)
        or _is_telephone(near, value)
        or is_postal(text, value)
        or (AT_A_HOST.fullmatch(value) and _LOGGING_IN.search(text))
        or is_part_of_digest(value, near)
        or (_SECONDS.fullmatch(value) and _CLOCKS.search(text))
        or _SHORT_HEX.fullmatch(value)
        or _ONE_DIGIT.fullmatch(value)
        or _PLAYER.search(near)
    )


_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_KEY_NEAR = re.compile(
    r"\b(?:keys?|tokens?|secrets?|pass\w*|pw|bearer|auth\w*|credentials?|licen[cs]e|activation)\b",
    re.I,
)
_GENE = re.compile(r"[A-Z]{1,6}-?\d{1,4}[A-Za-z]{0,2}|[cgp]\.\d+\w*")
_STANDARD = re.compile(r"UUIDv\d|ssh2|SHA\d+")
_SCIENCE = re.compile(
    r"\b(?:genes?|mutations?|proteins?|variants?|alleles?|enzymes?|receptors?|vitamins?|isotopes?)\b",
    re.I,
)
_LOG_LINE = re.compile(r"\bfrom (?:\d{1,3}\.){3}\d{1,3} port \d+")
_TESTED = re.compile(
    r"\b(?:assert\w*|expect|validate\w*|is_?(?:strong|valid)\w*|check_?password)\s*\([^()]{0,30}$"
    r"|\bregexp? (?:should|must|has to)\b",
    re.I,
)
"""A program's test, and what a pattern is to accept."""
_SIM = re.compile(r"89(?:[ -]?\d){16,18}")
_OF_A_SIM = re.compile(r"\b(?:e?sims?|iccid)\b", re.I)
_DIRECTORY = re.compile(r"\b(?:cn|ou|dc|uid)=$", re.I)


def _is_a_designation(text: str, value: str, start: int) -> bool:
    """Tell an id of a record, a model, a gene, a digest with its name before it, and what a log says."""
    near = text[max(0, start - 60) : start]
    return bool(
        (_UUID.fullmatch(value) and not _KEY_NEAR.search(near))
        or (_GENE.fullmatch(value) and _SCIENCE.search(text))
        or _STANDARD.fullmatch(value)
        or follows_name_of_digest(near)
        or _LOG_LINE.search(text)
        or _DIRECTORY.search(near)
        or _TESTED.search(near)
        or (_SIM.fullmatch(value) and _OF_A_SIM.search(text))
    )


_SHORT_HEX = re.compile(
    r"0x[0-9a-f]{1,16}", re.I
)  # addresses, registers, key ids: no key is that short
_ONE_DIGIT = re.compile(r"\D*(\d)(?:\D?\1){5,}\D*")  # 999.999.999-99 shows a form
_STATE = re.compile(r"(?:[A-Z][a-z]+){2,}")
_TOLD_BY_MACHINE = re.compile(
    r"\b(?:shows?|showing|reports?|says|status|state|phase|throws?|raises?|gets?|stuck (?:at|in)"
    r"|error)\W{1,3}$",
    re.I,
)


def _is_a_state(text: str, value: str, start: int) -> bool:
    """Tell what a program says of itself: "argo shows OutOfSync"."""
    near = text[max(0, start - 24) : start]
    return bool(_STATE.fullmatch(value) and _TOLD_BY_MACHINE.search(near))


_PLAYER = re.compile(
    r"\b(?:roblox|minecraft|fortnite|steam|discord|twitch|xbox|psn|tiktok|insta(?:gram)?|snap(?:chat)?"
    r"|reddit|github)"
    r" (?:user ?)?(?:name|tag|id|handle)\W{0,2}(?:is |was )?\W?$",
    re.I,
)


_OTHER = (
    "bleep|pager|beeper|consignment|location"
    "|epic name|profile|phase|realm|teamviewer|anydesk|uid|timeout|consumer|folio|boat|conference id"
    "|creditor identifier|mandate|invite|ext(?:ension)?|grant|chassis"
    "|engine|squawk|tail|hull|frame|course"
    "|module|token count|bearing|seal"
    "|circlip|lot|(?<!first )(?<!second )(?<!other )(?<!last )part|accession"
    "|exp|expir\\w+|serial|sku|model|recall|dose|orcid|spo2"
    "|member(?:ship)?|customer|patient|case|claim|ref(?:erence)?|catalog(?:ue)?|plate|company|registration|vat"
    "|vin|iccid|handle|gamertag|nick(?:name)?|user ?name|timestamp|epoch|po|purchase order|order|tracking"
    "|invoice"
    "|batch|build|commit|diff|revision|block|ray id|postcode|zip code|isbn|row|page"
    "|(?<!first )(?<!second )(?<!other )(?<!last )(?<!next )line"
    "|flight|ticket|parcel|error|port|receipt|pr|mr|issue|bug|public ?key|fingerprint|chip|watch|dvd|device"
    "|product|(?:kahoot|game|quiz) pin"
)
_OTHERS_BEFORE = re.compile(
    rf"\b(?:{_OTHER})(?:'?s)?(?: (?:numbers?|no|ids?|codes?|ref))?[.:#]? ?(?:is |was |are |= ?|# ?)?$"
    r"|\bref(?:erence)? for [^.!?\d]{2,40} (?:is|was) $"
    r"|\b(?:case|file|reference|application|docket|claim|ticket) (?:number|no|id)\b[^.!?\d]{0,40} (?:is|was)"
    r" [\d/-]*$",
    re.I,
)
_FAR_BEFORE = re.compile(
    r"\b(?:chip|reference|vin|iccid|imei|serial|sku|isbn|asin|tracking|invoice|dvd|batch)\b"
    r",?(?: (?!(?:pin|code|pass\w*|pw|log\w*|key|account|wants?|asks?|needs?)\b)[a-z']+){0,3}"
    r" (?:is|was|number|no|reads):? $",
    re.I,
)
_REFERENCE = re.compile(r"RF\d\d[ \d]")
"""How a creditor's reference (ISO 11649) begins; it has an account's check digits and is none."""
_PARCEL = re.compile(r"\b[A-Z]{2} ?\d{3} ?\d{3} ?\d{3} ?[A-Z]{2}\b")
_TELEPHONE = re.compile(
    r"\b(?:tel|telephone|phone|landline|mobile|cell|fax|reach|call|ring)\b", re.I
)


_TELEPHONE_OF = re.compile(
    r"\b(?:tel|(?<!the )(?:tele)?phone|landline|mobile|cell|fax)(?: (?:number"
    r"|no))?(?: of (?:the )?\w+)?(?: is)?"
    r"[.:]? ?$",
    re.I,
)


def _is_telephone(near: str, value: str) -> bool:
    """Tell what is called so, and nine digits or more that begin with 0, where somebody is reached by them."""
    if _FREEPHONE.search(value):
        return True
    digits = re.sub(r"[ ./-]", "", value)
    if not digits.isdigit() or not 7 <= len(digits) <= 13:
        return False
    said = _TELEPHONE_OF.search(near)
    return bool(said or (len(digits) >= 9 and digits[0] == "0" and _TELEPHONE.search(near)))


_FREEPHONE = re.compile(
    r"(?<!\d)(?:\+?1[ .-])?8(?:00|33|44|55|66|77|88)[ .-]\d{3}[ .-]?\d{4}(?!\d)|(?<!\d)0800[ -]?\d{3}"
)
"""What anybody may call without paying."""
_LOGGING_IN = re.compile(r"\b(?:ssh|scp|sftp|rsync|git)\b")
_SECONDS = re.compile(r"1[4-9]\d{8}(?:\d{3})?")
"""Seconds or milliseconds since 1970, in this decade and the one before."""
_CLOCKS = re.compile(r"\b(?:timestamp|epoch|unix)\b", re.I)
_YEAR = re.compile(r"(?:19|20)\d\d")
_DATED = re.compile(
    r"\b(?:in|since|until|till|of|registered|built|born|made|from|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct"
    r"|nov|dec)[a-z]{0,6}\.?,? $",
    re.I,
)
_OTHERS_AFTER = re.compile(
    rf" ?(?:[mck]?m|kg|ml|litres?|liters?|watts?|volts?|hz|px|pixels?|dpi|rpm|kcal|steps|miles|reviews"
    rf"|students|people|pages|words|tokens|reps|sets|laps)\b|,? (?:that|which"
    rf"|it)(?: is"
    rf"|'s) (?:my|the|an?|our) (?:{_OTHER}|booking)\b| (?:is|was) (?:my|the|an?"
    rf"|our) (?:{_OTHER})\b",
    re.I,
)


def _is_plain_in_base64(value: str) -> bool:
    """Tell what is several words under a thin wrapping, of which no rule says that they are a secret."""
    try:
        inner = from_base64(value) if len(value) >= 12 else ""
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return False
    return inner.count(" ") >= 2 and inner.isprintable()
