"""Which value does a sentence show somebody typing, spell out, or put beside a name to log in with?

Nothing calls it a password. It is typed, it follows who logs in, or the sentence says how it is spelled: "all lower
case", "one word".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.credential_values import (
    ADJECTIVE,
    PROSE,
    clean,
    is_value,
    mixed,
    strong,
)
from langmem_ext.policies.secret_reading.credentials import AT_A_HOST
from langmem_ext.policies.secret_reading.plain_passwords import is_rare
from langmem_ext.policies.secret_reading.token_forms import Span
from langmem_ext.policies.secret_reading.unnamed_passwords import SERVICES, unlike_words

_VALUE = r"[\"'`“(]?(?P<v>[^\s,;\"'`()”]{5,64})"
_WI_FI = r"(?:wi-?fi|wireless|hotspot|guest network|wlan|ssid)"
_SPELLED = (
    r"(?:(?:all |everything )?(?:in )?(?:lower[ -]?case|small letters|small caps|upper[ -]?case)|(?:all )?(?:in"
    r" )?one word"
    r"|no (?:spaces|capitals|caps|gaps)|with(?:out)? (?:an? )?(?:capital|spaces|gaps)|capital [a-z]\b|big [a-z]\b)"
)
_ABOUT_LOGINS = re.compile(
    rf"\b(?:{_WI_FI}|passw\w*|pass ?phrase|pw|log-?ins?|log in|sign in|account|router|laptop|tablet|vault|zip|pdf"
    rf"|computer|pc|windows|one at work|{SERVICES})\b"
)


def _unlike(value: str) -> bool:
    """Letters run together with two digits or a sign; no product, and nobody's address."""
    return (
        unlike_words(value)
        and not AT_A_HOST.fullmatch(value)
        and re.search(r"\d.*\d|[!#$%^&*_+=~?@]|-|[a-z]{2}\d[a-z]{2}", value) is not None
    )


def _signed(value: str) -> bool:
    """Two words with a sign between them, capitals among digits or signs, or what no word looks like."""
    all_sorts = is_value(value) and strong(value) and re.search(r"[A-Z]", value)
    two = re.fullmatch(r"[A-Za-z]{3,}[&=+*~#%$][A-Za-z]{3,}", value)
    return bool(two or all_sorts or _unlike(value))


def _run_together(value: str) -> bool:
    """One run of letters that is nothing said about a network."""
    plain = value.isalpha() or re.fullmatch(r"[A-Za-z]+(?:-[A-Za-z]+)+", value) is not None
    return plain and is_value(value) and len(value) >= 6 and not ADJECTIVE.search(value)


def _spelled(value: str) -> bool:
    return is_value(value) and not ADJECTIVE.search(value) and value.lower() not in _SHAPES


def _phrase(value: str) -> bool:
    """Words of which hardly any is one of prose."""
    words = re.split(r"[ -]", value.lower())
    return sum(word in PROSE for word in words) * 3 <= len(words)


def _four_words(value: str) -> bool:
    """Words of which none is said about a password; a number or a word of place may be among them."""
    words = value.lower().split()
    told = [
        word
        for word in words[1:]
        if word not in ("at", "in", "on", "by", "of", "to", "with", "and")
    ]
    return not any(word in PROSE or ADJECTIVE.search(word) for word in told) and len(words) >= 4


def _coded(value: str) -> bool:
    """Groups with letters and digits in them, no date."""
    first = value.split(",")[0]
    return (
        mixed(value)
        and sum(map(str.isalnum, first)) >= 8
        and not re.match(r"(?:19|20)\d\d-|covid|utf-|sha-|iso-|rfc-", value.lower())
    )


_SHAPES = frozenset(
    "letters word words text spaces capitals caps password passwords name names written typed everything network upper"
    " lower characters digits".split()
)
_FILED = re.compile(r"\b(?:file|folder|path|column|name|title|hashtag|url|number|iban)\b", re.I)
"""What else is written with blanks."""
_DEMANDS = re.compile(
    r"\b(?:must|contains?|containing|requires?|at least|allowed|mix|should (?:be|have))\b"
)
"""What is said about passwords in general."""
_CODE = r"(?=[\w-]*\d)(?=[\w-]*[a-z])[a-z0-9]{2,6}(?:-[a-z0-9]{2,6}){1,4}"


@dataclass(frozen=True, slots=True)
class Form:
    """One way to show a value: what a text in lower case must have one of, the pattern for it, which values count."""

    needs: re.Pattern[str]
    pattern: re.Pattern[str]
    fits: Callable[[str], bool]
    about_logins: bool = False


def _form(
    needs: str, pattern: str, fits: Callable[[str], bool], *, about_logins: bool = False
) -> Form:
    return Form(any_of(needs.split(",")), re.compile(pattern), fits, about_logins)


_SPELLINGS = (
    "lowercase,lower case,lower-case,small letter,uppercase,upper case,upper-case,one word,no space"
    ",no cap,capital,big "
)
_FIRST_PERSON = (
    "i chose,i pick,i typed,i put,i wrote,i went,we chose,we pick,he chose,they chose,they pick"
)
_PLAIN = (
    _form(
        _SPELLINGS,
        r"(?:(?<!name )\bis|\b(?:it'?s|was|be|to|with|by|then|wants|takes|uses|says|enter|type)|[=:,])"
        rf" [\"'“]?(?P<v>[^\s,;\"'`()”:]{{5,40}})[\"'”]?,? \(?{_SPELLED}",
        _spelled,
        about_logins=True,
    ),
    _form(
        _SPELLINGS,
        rf"\b{_SPELLED}(?:, {_SPELLED})*[:,] [\"'“]?(?P<v>[^\s,;\"'`()”]{{5,40}})[\"'”]?(?=\s*(?:[.!?\n]|$))",
        _spelled,
        about_logins=True,
    ),
    _form(
        _SPELLINGS,
        rf"\b(?:it'?s|its|is|be) (?:all )?{_SPELLED}(?:,? {_SPELLED})* (?P<v>[a-z]{{5,40}})(?=\s*(?:$|[.,;!?\n]"
        rf"|no\b|and\b))",
        is_rare,
        about_logins=True,
    ),
    _form(
        "space",
        r"(?:\b(?:it'?s|is|then|be)|[:,=]| and) (?P<v>[^\s,.;:!?()][^,.;:!?()\n]{4,40}?),? \(?(?:capital [a-z],? )?"
        r"(?:with (?:the |a |all (?:the )?)?spaces?|spaces? (?:and all|included|in it))\b",
        lambda value: not _FILED.search(value) and _spelled(value.split(" ")[0]),
        about_logins=True,
    ),
    _form(
        "=,->,→",
        rf"\b{_WI_FI}(?: pass\w*)?\s?(?:=|->|→)\s?(?P<v>[a-z-]{{6,40}})(?=\s*(?:[.,!?;\n]|$))",
        _run_together,
    ),
    _form(
        "get on,get in,log on,join,connect",
        rf"\b{_WI_FI}\b[^.!?\n]{{0,50}}\b(?:u|you|we|i) (?:get on|get in|log on|join|connect)(?: to)?(?: it)?"
        r" (?:w/?|with|using) (?P<v>[a-z-]{6,40})(?=\s*(?:[.,!?;\n]|$|[^\x00-\x7f]))",
        _run_together,
    ),
    _form(
        "internet is called,internet is named",
        r"\binternet is (?:called|named)\b[^.!?\n]{0,30}\b(?:u|you|we|i|they) (?:get on|get in|log on|join"
        r"|connect)(?: to it)? (?:w/?|with|using) (?P<v>[a-z-]{5,40})(?=\s*(?:[.,!?;\n]|$|[^\x00-\x7f]))",
        _run_together,
    ),
    _form(
        "opens with,unlocks with,decrypts with,open with,unlock with",
        r"\b(?:opens?|unlocks?|decrypts?) (?:up )?with (?P<v>[a-z]{6,64})(?=\s*(?:[.,!?;\n]|$))",
        lambda value: len(re.findall(r"[a-z][A-Z]", value)) >= 2,
    ),
    _form(
        _FIRST_PERSON,
        r"\b(?:password|passphrase|passcode|pw)\b[^.!?\n]{0,40}\b(?:i|we|she|he|they) (?:chose|picked|went"
        r" with|typed"
        r"|put|wrote) [\"'“]?(?P<v>[^\s,;\"'`()”]{6,64})",
        lambda value: _unlike(value) or bool(re.fullmatch(r"(?:[A-Z][a-z]+){2,}!?", value)),
    ),
    _form(
        " password ",
        r"\b(?:the|my|our|and|with|a) password (?P<v>[a-z][\w'-]+(?: [a-z][\w'-]+){0,3} \d{1,4})(?=\s*(?:[.,!?;\n]|$))",
        lambda value: all(word[0].isupper() or word.isdigit() for word in value.split()),
    ),
    _form(
        "sentence,phrase",
        r"\b(?:one|a) (?:long )?(?:sentence|phrase)[,:] [\"'“]?(?P<v>[a-z'-]+(?: [a-z'-]+){2,8})(?=[\"'”]?[,.])",
        _phrase,
        about_logins=True,
    ),
    _form(
        "phrase,master pass",
        r"(?:\b(?:pass ?phrase|master password)(?:'s| is|:|,)(?: namely)?|(?:[,;:]|\band|\bthe|\bpass ?phrase,)"
        r" (?:pass ?phrase|namely))"
        r" [\"'“]?(?P<v>[\w'-]+(?: [\w'-]+){3,8})(?=[\"'”]?\s*(?:[.,;!\n]|$))",
        _four_words,
    ),
    _form("word: ,words: ", r"\bwords?: [\"'“](?P<v>[a-z'-]+(?: [a-z'-]+){2,8})[\"'”]", _phrase),
    _form(
        "crack,guess,brute,strong,secure,safe",
        r"\b(?:would|is|could) [\"'“](?P<v>[a-z]+(?:[ -][a-z]+){2,7})[\"'”] (?:be |get )?(?:\w+ )?(?:crack|guess"
        r"|brute|strong"
        r"|secure|safe)",
        _phrase,
    ),
)
_MIXED = (
    _form(
        "protection,ncrypted,ecured,ocked",
        rf"\b(?:(?:sheet|file|write|disk|usb|workbook|pdf|page) protection|(?:encrypted|secured|locked"
        rf"|protected)(?: with| by))"
        rf"(?: is|:)? {_VALUE}",
        lambda value: (
            re.fullmatch(r"[A-Za-z]{3,}[!&=+*~#%$_][A-Za-z]{3,}", value) is not None
            or _unlike(value)
        ),
    ),
    _form(
        "everywhere,every where",
        rf"\b(?:use|used|reuse|type|enter|put) {_VALUE} every ?where\b",
        _unlike,
    ),
    _form(
        "type,enter,put,key in",
        rf"\b(?:type|enter|put(?: in)?|key in) {_VALUE} (?:in order to|to|so (?:that )?(?:she|he|they|you|i))"
        rf" (?:can )?(?:read"
        r"|see|open|get|log|check|use)\b",
        _unlike,
    ),
    _form(
        "type,enter,put,give,gave",
        rf"\b(?:enters?|entered|types?|typed|gives?|gave|puts?)\b:? [\w.@+-]{{2,40}}(?: as (?:the |her |his |my"
        rf" )?(?:user\w*"
        rf"|name))?,? (?:then|and then|and) {_VALUE}",
        _unlike,
    ),
    _form(
        "accessed as,reached as,opened as,logged in as,logged on as,log in as,signed in as,sign in as,connect as",
        rf"\b(?:accessed|reached|opened|logged (?:in|on)|signed in|log in|sign in|connect) as [\w.@+-]{{2,40}}"
        rf" (?:with|and|/"
        rf"|using) {_VALUE}",
        _unlike,
    ),
    _form(
        "/",
        rf"(?:^|[\s(\"'])[a-z][\w.-]{{1,30}}@?(?:[\w.-]{{1,60}})?(?: /|(?=/ )/) ?{_VALUE}",
        _signed,
        about_logins=True,
    ),
    _form(
        "need,want,take,ask",
        rf"\b(?:needs?|wants?|takes?|asks? for) {_VALUE} (?:to (?:un\w+|open|extract|start|read|decrypt|log|print)"
        rf"|before)\b",
        lambda value: _unlike(value) and re.search(r"[!#$%^&*_=~?]", value) is not None,
    ),
    _form(
        "one-time,one time,single,recovery,backup,scratch,rescue,emergency",
        rf"\b(?:one[- ]time|single[- ]use|recovery|backup|scratch|rescue|emergency)\b(?! (?:to|from|of|at"
        rf"|on)\b)[^.!?\n]{{0,40}}?"
        rf"[ :](?P<v>{_CODE}(?:,? (?:and )?{_CODE})*)(?![\w-])",
        _coded,
    ),
    _form(
        " me, you, us",
        rf"(?<![\w-])(?P<v>{_CODE}) (?:gets?|lets?|brings?|got) (?:me|you|us) (?:back )?in(?:to)?\b",
        _coded,
    ),
)
"""The forms whose values have letters beside digits or signs; the others may be plain words."""

_ODD = re.compile(r"\d(?:(?<=[^\W\d_].)|[^\W\d_])|[!#$%&*+=@_^~][^\W_]")
"""A letter beside a digit, or a sign within a word: most texts have none."""


def find_typed_values(text: str) -> Iterator[Span]:
    """Yield what is typed, spelled out or put beside the name of who logs in."""
    low = lowered(text)
    for form in (*_PLAIN, *_MIXED) if _ODD.search(low) else _PLAIN if _HINT.search(low) else ():
        if not form.needs.search(low) or (form.about_logins and not _ABOUT_LOGINS.search(low)):
            continue
        if form.fits is _spelled and _DEMANDS.search(low):
            continue
        for match in form.pattern.finditer(low):
            value = clean(text[match.start("v") : match.end("v")])
            if value and form.fits(value):
                yield "password", match.start("v"), match.start("v") + len(value)


_HINT = any_of(
    [
        *_SPELLINGS.split(","),
        *_FIRST_PERSON.split(","),
        *"wifi,wi-fi,wireless,hotspot,guest network,wlan,ssid,s with,internet is".split(","),
        *" password ,master pass,sentence,phrase,word: ,words: ".split(","),
        *(f"{verb} {mark}" for verb in ("would", "is", "could") for mark in "\"'“"),
    ]
)
"""What a plain value may stand beside."""
