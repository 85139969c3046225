"""Which word does somebody give away that no word calls a password?

"The guest network needs welcomefriends", "tidewater is what gets you into grafana", "I typed Redwood_canoe into a page
that looked like Outlook": the place in the sentence is one where a password stands, and the word is a rare one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.credential_values import clean
from langmem_ext.policies.secret_reading.plain_passwords import ENDS, could_be, is_rare
from langmem_ext.policies.secret_reading.token_forms import Span
from langmem_ext.policies.secret_reading.unnamed_passwords import SERVICES, may_name_logins

_WORD = r"[\"'“`]?(?P<v>[^\s,;:\"'“”`()?!|]{5,48}!?)[\"'”`]?"
_ON = r"(?=\s*(?:$|[.,;:!?)\n(])|\s+(?:and|but|so|then|because|since|or|not|n|to|for|on|at)\b)"
_WI_FI = r"(?:wi-?fi|wireless|hotspot|(?:guest|staff|home) network|network|wlan|ssid|router|modem)"
_PANEL = r"(?:(?:admin|control) panel|panel|portal|vpn|nas|intranet|console|log-?in|terminal)"
_TELLS = (
    r"(?:wrote|texted|gave|sent|whispered|scribbled|handed|told|tells|texts|spelled)(?: (?:me|us|her|him"
    r"|down|it)){0,2}"
)
_WHO = (
    r"(?:i|we|you|they|he|she|mum|mom|dad|everybody|everyone)(?:'d| all| always| usually| just| still| have"
    r" to| has to)*"
)
_TECHNICAL = frozenset(
    "firmware javascript cookies captcha openvpn wireguard repeater extender mesh nginx docker kubernetes postgres java"
    " python flash chrome firefox html jpeg jpegs pdfs ipv4 ipv6 wpa2 wpa3 dhcp upnp ethernet bluetooth fibre fiber"
    " broadband reboot restart ldap saml oauth kerberos sso 2fa mfa totp antivirus malware spyware printer scanner"
    " smartphone desktop iphone fritzbox speedport livebox easybox bthub netgear linksys dlink".split()
)
"""What networks, panels and browsers need and take otherwise."""


def _rare(value: str) -> bool:
    return is_rare(value) and _TECHNICAL.isdisjoint(re.split(r"[._-]", clean(value).lower()))


def _asked_for(value: str) -> bool:
    """Tell a rare word of letters only, and no short one: networks need "vlan7" and "btrfs", too."""
    return _rare(value) and value.isalpha() and len(value) >= 6


def _long(value: str) -> bool:
    """Tell a rare word of nine letters or more, or with a sign inside: hardly one of the sentence."""
    return _rare(value) and (
        len(clean(value)) >= 9 or re.search(r"[._&+-]", clean(value)) is not None
    )


def _numbered(value: str) -> bool:
    """Tell rare letters run together with digits: "flatwhite4u", not "channel11"."""
    stem = re.split(r"\d", value.lower())[0]
    letters = sum(map(str.isalpha, value))
    return letters >= 7 and is_rare(stem, 4) and stem not in _TECHNICAL


def _random(value: str) -> bool:
    """Tell letters and digits that change places at least twice."""
    changes = len(re.findall(r"[a-z](?=-?\d)|\d(?=-?[a-z])", value))
    return changes >= 2 and value.lower() != value.upper() and len(value) >= 7


@dataclass(frozen=True, slots=True)
class Form:
    """One way to give a word away: what a text has one of, its pattern, which values count, in what texts."""

    needs: re.Pattern[str]
    pattern: re.Pattern[str]
    fits: Callable[[str], bool]
    about: re.Pattern[str] | None = None


def _form(
    needs: str, pattern: str, fits: Callable[[str], bool], about: re.Pattern[str] | None = None
) -> Form:
    return Form(any_of(needs.split(",")), re.compile(pattern), fits, about)


_ACCOUNTS = re.compile(
    r"\b(?:accounts?|log ?-?in|logging in|logs? in|sign in|hacked|passw\w*|breach\w*|password manager|leaked"
    r"|phish\w*)\b"
)
_SECURED = re.compile(
    rf"\b(?:{_WI_FI}|vpn|secret|log ?-?in|log in|portal|passw\w*|account|locked|alarm|laptop|tablet|pc|computer)\b"
)
_LOCKED = re.compile(
    rf"\b(?:{_WI_FI}|{_PANEL}|{SERVICES}|log in|passw\w*|account|\w*locked|\w*lock|parental|controls|alarm"
    rf"|tablet|zip|pdf)\b"
)
_FAKED = re.compile(r"\b(?:phish\w*|scam\w*|fake\w*|hack\w*|looked like|spoof\w*|not the real)\b")
_GUESSED = re.compile(
    r"\b(?:hint|log ?-?in|log in|passw\w*|account|\w*lock(?:ed|s)?|laptop|tablet|phone|pc|computer|windows|safe"
    r"|zip|pdf)\b"
)
_STRICTER = re.compile(
    r"\b(?:special characters?|capital|one (?:sign|digit|number|symbol)|log|logs|logged|account|passw\w*)\b"
)

_FORMS = (
    # What a network or a panel asks for
    _form(
        " needs , wants , takes , asks for , accepts ",
        rf"\b(?:{_WI_FI}|{_PANEL})(?: (?:at|in|of|for|on) (?:[\w'-]+ ){{1,3}}?| )(?:still |now |just |only )?"
        rf"(?:needs|wants|takes|accepts|asks for) {_WORD}{ENDS}",
        _asked_for,
    ),
    _form(
        "key , code , pass ",
        rf"\b{_WI_FI}\b[^.!?\n]{{0,50}}[,;] (?:the )?(?:key|code|pass) (?:is )?{_WORD}{ENDS}",
        could_be,
    ),
    _form(
        "wifi,wi-fi,wireless,hotspot,network,wlan,ssid",
        rf"\b{_WI_FI}\b[^.!?\n]{{0,50}}?[ ,:](?P<v>[a-z]{{4,}}\d{{1,4}}[a-z]{{0,8}})(?![\w.@/-])",
        _numbered,
    ),
    _form(
        "sticker,label,underneath,bottom,on the back",
        r"\b(?:router|modem|wi-?fi|fritz ?box|repeater|nas)\b[^.!?\n]{0,40}?(?:says?|reads?|said|shows?|[:=])"
        r" (?:it )?(?:wpa\d? |key |pw )?(?P<v>[a-z\d]{2,}(?:-?[a-z\d]{2,}){1,6})(?![\w.:-])",
        _random,
    ),
    _form(
        "sticker,label,underneath",
        r"\b(?:sticker|label)\b[^.!?\n]{0,30}\b(?:router|modem|wi-?fi|fritz ?box)\b[:,]? (?:(?:says?|reads?) )?"
        r"(?P<v>[a-z\d]{2,}(?:-?[a-z\d]{2,}){1,6})(?![\w.:-])",
        _random,
    ),
    _form(
        "wrote,texted,gave,sent,whispered,scribbled,handed,told,spelled",
        rf"\b{_TELLS}:? {_WORD}(?= on (?:a|the|my|his|her)\b|{ENDS})",
        _long,
        _SECURED,
    ),
    _form(
        "wifi,wi-fi,wireless,hotspot,network,wlan,ssid",
        rf"\b{_WI_FI}(?: is|:)? [\w-]{{4,30}},? (?:and |, )?then (?:the |type |enter )?{_WORD}{_ON}",
        _rare,
    ),
    _form(
        "crypt,locked,protected,opens,unlocks",
        r"\b(?:\w*crypted|locked|protected|unlocks?|opens?|decrypts?) (?:with|by) (?P<v>[^\W\d_]{4,20}(?:"
        r" [^\W\d_]{2,16}){1,4})"
        rf"{ENDS}",
        lambda value: value[0].isupper() and is_rare(value.split(" ")[0]) and " the " not in value,
    ),
    # What somebody types everywhere, or typed where it was not safe
    _form(
        " use, using, reuse, type",
        rf"\b(?:use[ds]?|using|reuse[ds]?|typed?) {_WORD} (?:every ?where|for (?:everything|(?:every|each) (?:single )?"
        r"(?:account|site|login|app|shop)|all (?:of )?(?:my|our|the|his|her))|on every (?:site|account|app))\b",
        _rare,
        _ACCOUNTS,
    ),
    _form(
        "everywhere,for everything",
        r"\b(?:use[ds]?|using|reuse[ds]?|typed?) (?P<v>[a-z]+(?:[._-][a-z]+){2,4}) (?:every ?where|for everything)\b",
        could_be,
    ),
    _form(
        "typing,type ,spelling,entering",
        rf"\b(?:typing|type|spelling|entering) {_WORD} (?:in(?:to)?|on|with|letter|again|(?:like|as) always"
        rf"|every time|and)\b",
        _long,
        _SECURED,
    ),
    _form(
        "same one,same for,one for every,one every",
        r"\b(?:(?:log|sign) in [^.!?\n]{0,20}|everywhere[^.!?\n]{0,20})(?:the )?same one[,:] "
        + _WORD
        + ENDS,
        _rare,
    ),
    _form(
        " it as , it to , mine to , mine as ",
        rf"\b(?:set|changed|switched|chang\w+) (?:it|mine|them) (?:as|to) {_WORD}(?= (?:ages|last|years|this"
        rf"|yesterday|today"
        rf"|on|and|because|since|when|but)\b|{ENDS})",
        _long,
        _STRICTER,
    ),
    _form(
        " is what ",
        rf"(?:^|[.!?,;\n] ?|\b(?:because|and|so|but|that) )(?P<v>[^\s,;:\"'()]{{3,40}}) is what {_WHO}"
        r" (?:types?|enters?|keys? in|puts? in|logs? in with|signs? in with|unlocks? (?:it|\w+ \w+) with|gets?"
        r" in with)\b",
        could_be,
        _LOCKED,
    ),
    _form(
        " is what gets, is what lets, gets you in, gets me in, lets you in",
        r"(?:^|[.!?,;\n] ?)(?P<v>[^\s,;:\"'()]{5,40}) (?:is what )?(?:gets|lets) (?:you|me|us) (?:back )?(?:into|in)\b",
        _rare,
        _LOCKED,
    ),
    _form(
        "typed,entered,gave,put ",
        rf"\b(?:typed|entered|gave|put|filled in) {_WORD} (?:in(?:to)?|to|on) (?:an?|the|that|this|some)"
        rf" (?:[\w-]+ ){{0,3}}?"
        r"(?:page|site|form|website|link|pop-?up|box|screen|window)\b",
        is_rare,
        _FAKED,
    ),
    _form(
        "worked,works,opened,let me,let us,was right,got me,got us",
        rf"\b(?:guess(?:ed)?|tried|try) {_WORD},? and (?:yes,? |then |boom,? )?(?:that|it)(?: actually| really)?"
        r" (?:worked|works|opened|let|was right|got (?:me|us) in|unlocked)\b",
        could_be,
        _GUESSED,
    ),
    # What a service is paired with
    _form(
        "=, uses ,'s , still ",
        rf"\b{SERVICES}(?: one| log-?in)?(?: ?= ?|'s (?:still )?| uses ){_WORD}{_ON}",
        lambda value: (
            _long(value) and re.search(r"[a-z][A-Z]|^[a-z]+$|^[A-Z][a-z]{11}", value) is not None
        ),
    ),
    _form(
        "for ",
        rf"\bfor (?:my |the )?{SERVICES},? (?:i|we) (?:always )?use (?:the |my |our )[^.!?\n,]{{3,40}}, {_WORD}{ENDS}",
        is_rare,
    ),
)
_TWO = re.compile(
    rf"\b{SERVICES} (?P<a>[a-z]{{8,40}}),? (?:and )?{SERVICES} (?P<b>[a-z]{{8,40}}){ENDS}"
)


def find_given_away(low: str, text: str) -> Iterator[Span]:
    """Yield rare words that stand where a password does; `low` is the text in lower case."""
    if not (may_name_logins(low) or _HINT.search(low)):
        return
    for form in _FORMS:
        if not form.needs.search(low) or (form.about and not form.about.search(low)):
            continue
        for match in form.pattern.finditer(low):
            value = clean(text[match.start("v") : match.end("v")])
            if value and form.fits(value):
                yield "password", match.start("v"), match.start("v") + len(value)
    if (two := _TWO.search(low)) and _rare(two["a"]) and _rare(two["b"]):
        yield from (("password", *two.span(name)) for name in "ab")


_HINT = any_of(
    "panel,console,is what,guess,tried,special,capital,sticker,label,crypted,locked,protected,fake,phish,scam,leaked"
    ",everywhere,looked like,secret,wireless,ssid".split(",")
)
