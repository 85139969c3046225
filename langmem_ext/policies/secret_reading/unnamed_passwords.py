"""Which words does a sentence give away as a password, though it does not call them one?

"I use VALUE for everything", "set it to VALUE for the bank": the value must read as one, since
nothing but the sentence around it says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.credential_values import PROSE, clean, is_value, strong
from langmem_ext.policies.secret_reading.token_forms import Span

_VALUE = r"[\"'`“(]?(?P<v>[^\s,;\"'`()”]{5,64})"
_LOGIN_THEN = r"[\w.@+-]{2,60}\s?(?:/{1,2}|\||:|,|&|\+|and|with|then)\s?"
SERVICES = (
    r"(?:g-?mail|google|outlook|hotmail|yahoo|proton(?:mail)?|i?cloud|icloud|apple(?: id)?|netflix"
    r"|hulu|disney\+?|disney plus|hbo(?: max)?"
    r"|max|spotify|prime|amazon|ebay|paypal|venmo|steam|xbox|psn|playstation|nintendo|epic|roblox"
    r"|minecraft|facebook|fb|insta"
    r"(?:gram)?|twitter|tiktok|snap(?:chat)?|linkedin|reddit|discord|slack|zoom|github|gitlab"
    r"|bitbucket|dropbox|onedrive|evernote"
    r"|notion|jira|wordpress|cpanel|godaddy|aws|azure|heroku|router|modem|nas|synology|plex|vpn"
    r"|nordvpn|wi-?fi|hotspot|email"
    r"|e-mail|mailbox|bank(?:ing)?|online banking|chase|hsbc|barclays|revolut|coinbase|binance|kraken"
    r"|work laptop|laptop|pc"
    r"|computer|macbook|desktop|admin panel|portal|intranet|payroll|moodle|canvas|school portal|citrix"
    r"|okta|salesforce|sap|database"
    r"|db|mysql|postgres|server|ftp|sftp|ssh|jenkins|grafana|webmail|skype|whatsapp|telegram|uber"
    r"|airbnb|booking\.com|duolingo"
    r"|strava|peloton|fitbit|crunchyroll|twitch|youtube|adobe|canva|figma|office ?365|microsoft|teams"
    r"|bitwarden|lastpass|1password"
    r"|internet|guest network|wlan|etsy|audible|kindle|vinted|deezer|fortnite|moodle|klarna|strava)"
)
_ABOUT_LOGINS = re.compile(
    r"\b(?:passw\w*|passphrase|pw|pwd|log-?in|logins?|log in|sign in|sign-?in|credentials?|creds"
    r"|account|breach\w*|hacked|locked out|accounts"
    rf"|2fa|wi-?fi|router|{SERVICES})\b"
)
_LOGINS_HINT = re.compile(
    r"(?<![a-z])"
    + any_of(
        [
            *"log in,sign in,locked out,guest network,work laptop,school portal,admin panel".split(
                ","
            ),
            *(
                "passw passp pw login log-in sign-in signin credential creds account breach hacked 2fa wifi wi-fi"
                " router gmail g-mail google outlook hotmail yahoo proton icloud cloud apple netflix hulu disney hbo"
                " max spotify prime amazon ebay paypal venmo steam xbox psn playst nintendo epic roblox minecraft"
                " facebook fb insta twitter tiktok snap linkedin reddit discord slack zoom github gitlab bitbuck"
                " dropbox onedrive evernote notion jira wordp cpanel godaddy aws azure heroku modem nas synology"
                " plex vpn nordvpn hotspot email e-mail mailb bank chase hsbc barcla revolut coinb binance kraken"
                " laptop pc computer macbook desktop portal intranet payroll moodle canva citrix okta salesf sap"
                " data db mysql postgres server ftp sftp ssh jenkins grafana webmail skype whatsapp telegram uber"
                " airbnb booking duolingo strava peloton fitbit crunchy twitch youtube adobe figma office microsoft"
                " teams bitwarden lastpass 1password internet wlan etsy audible kindle vinted deezer fortn klarna"
            ).split(),
        ]
    ).pattern
)
"""How every word of `_ABOUT_LOGINS` begins: in most texts none does, and looking for beginnings is quick."""

_PRODUCTS = re.compile(
    r"(?:chrome|firefox|safari|edge|obsidian|utc|gmt|windows|python|android|ubuntu|debian|fedora|centos|iphone"
    r"|galaxy|pixel|node|postgres|office"
    r"|outlook|java|swift|kotlin|vue"
    r"|angular|react|version|room|gate|flight|model|level|week|chapter|episode|season|page|step|covid"
    r"|area|route|highway|interstate"
    r"|studio|server|host|user|exchange|sharepoint|docker|rails|django|unity|unreal|blender|office"
    r"|word|excel|core|tp-link|netgear"
    r"|linksys|ipad|macbook|thinkpad|inspiron|latitude|oauth|sha|utf|base|http|ipv|web|port|vlan"
    r"|subnet|mp|h)[-_+]?[\d.]+\w{0,3}$"
    r"|(?:ssh|ecdsa|sk)-|sha\d+[:-]|\w+\.\d+$|https?:|[\w.-]+@|tp-link|.*\.(?:com|org|net|io)$|v\d|#\d+$|\d+$",
    re.IGNORECASE,
)


def unlike_words(value: str) -> bool:
    """Letters and digits or symbols that are no product, place in a list or address."""
    return is_value(value) and strong(value) and not _PRODUCTS.match(value)


def _sure(value: str) -> bool:
    """Neither somebody's name at a service nor the name of a machine: with a sign, or long and of all sorts."""
    sorts = all(re.search(sort, value) for sort in ("[a-z]", "[A-Z]", r"\d"))
    signs = re.search(r"[!$%^&*]", value)
    long = sorts and len(value) >= 10 and value.isalnum()
    lower = len(value) >= 9 and re.fullmatch(r"[a-z]+\d\d", value)
    return unlike_words(value) and bool(signs or long or lower)


def _run_together(value: str) -> bool:
    """A word of five letters or more run together with digits, capitals or symbols inside."""
    return bool(
        unlike_words(value)
        and re.search(r"[a-zA-Z]{5}", value)
        and re.search(r"[a-zA-Z]\d+$|\d[A-Za-z]{3}|[!$%^&]", value)
        and not re.search(r"^[A-Z]+\d|[/.:]", value)
    )


def _grouped(value: str) -> bool:
    """Groups of which most have digits or capitals in them."""
    groups = re.split(r"[ -]", value)
    return sum(bool(re.search(r"\d|[a-z][A-Z]", group)) for group in groups) * 2 >= len(groups)


def _compound(value: str) -> bool:
    """Like that, or words joined by low lines or hyphens: quartz_hammer."""
    joined = re.fullmatch(r"[a-z]{3,}(?:_[a-z]{3,})+|[a-z]{3,}(?:-[a-z]{3,}){2,}", value.lower())
    return unlike_words(value) or bool(joined and is_value(value))


def _name(value: str) -> bool:
    return value.isalpha() and len(value) >= 3 and is_value(value)


def _phrase(value: str) -> bool:
    """Words of which hardly any is one of prose."""
    words = value.lower().split()
    return sum(word in PROSE for word in words) * 4 <= len(words)


def _two_words(value: str) -> bool:
    """Words with a sign between them, or with a stop between and a sign after: Teal*Otter, Sky.Pail!."""
    return bool(
        re.fullmatch(
            r"[A-Z][a-z]{2,}[&=+*~#%$][A-Z][a-z]{2,}\d*!*|[A-Z][a-z]{2,}\.[A-Z][a-z]{2,}!+", value
        )
    )


_IT = r"(?:it|that|them|both|mine|ours|this one|everything|the login|my login|the router login|[\w'-]+ logins?)"

_FORMS: tuple[tuple[re.Pattern[str], Callable[[str], bool], bool], ...] = tuple(
    (re.compile(form), fits, everywhere)
    for form, fits, everywhere in (
        (
            rf"\b(?:use|using|used|reuse|reusing|go with|have|had|typed?|type in|put(?: in)?|enter)"
            rf" {_VALUE}[\"'`]? (?:for|on|as|with|across|to)"
            r" (?:everything|every ?where|all (?:of )?(?:my|our|the|his|her|their) (?:\w+"
            r" )?(?:accounts?|logins?|sites?|passwords?|apps?"
            r"|stuff|devices|streaming|emails?)|(?:every|each|most) (?:account|site|login|app"
            r"|website)s?|log(?:ging)?[ -]?in|sign(?:ing)?"
            r"[ -]?in|unlock|get in(?:to)?|log on|connect|authenticate|decrypt|access)\b",
            unlike_words,
            True,
        ),
        (
            rf"\b(?:chang\w+|set|updat\w+|reset|switch\w*|made|rotat\w+|put) (?:\w+ ){{0,3}}?{_IT}(?:"
            rf" back| over| again| now)?"
            rf" (?:to|into|as|=) {_VALUE}",
            unlike_words,
            False,
        ),
        (rf"\b(?:made|making|changed|put) (?:it|that|mine) {_VALUE}", unlike_words, False),
        (
            rf"\b(?:the )?(?:new|old|current|previous|latest|temp(?:orary)?|default|initial) (?:one"
            rf"|login)(?:'s| is| was)?\s?[:=,-]?"
            rf" {_VALUE}",
            unlike_words,
            False,
        ),
        (rf"\b{SERVICES}(?::\s|\s?=|\s\||\s?->|\s?=>|\s?→|\s-\s)\s?{_VALUE}", _sure, True),
        (
            rf"\b(?:for|on|to|into) (?:my |the )?{SERVICES} (?:i|we|it|you) (?:type|use|enter|need"
            rf"|put)(?: in)? {_VALUE}",
            unlike_words,
            True,
        ),
        (rf"\b{SERVICES} (?:on|for|at|in) (?:[\w'-]+ ){{1,3}}?uses {_VALUE}", unlike_words, True),
        (
            rf"\b{SERVICES}(?: one)?(?: is| uses)? (?P<v>[^\s,;\"'`()]{{9,40}})(?=\s*(?:$|[.!,;\n]"
            rf"|and\b|for\b))",
            _run_together,
            True,
        ),
        (
            rf"\b(?:pw|pass(?:word)?) (?:manager|safe|vault)(?: is|[:=]| ->) ?{_VALUE}",
            unlike_words,
            True,
        ),
        (
            r"\b(?:user ?name|user|login|un|u|id|benutzer\w*|usuario|utente"
            r"|identifiant)\b[\s:=-]+\S{2,40}?[\s,;/]+(?:and |y |et |e |und )?"
            r"(?:pass(?:word|wort)?|pw|pwd|kennwort|contrasena|mot de passe|mdp|senha"
            r"|clave)\b[\s:=-]+[\"'(]?(?P<v>[^\s,;\"'()]{3,64})"
            r"(?=[.!)\"']*\s*(?:$|\n|,))",
            is_value,
            True,
        ),
        (
            r"\b(?:device|pairing|log-?in|activation|sign-?in|enter the|github|microsoft|steam"
            r"|security) (?:\w+ )?codes?"
            r"(?: is| reads| says|\s?[:=])? (?P<v>[a-z0-9]{4}-[a-z0-9]{4})\b",
            str.isupper,
            True,
        ),
        (
            r"\bapp(?:lication)?[- ]?(?:specific )?pass\w*[^\n]{0,20}?\b(?P<v>[a-z]{4}(?:[ -]?[a-z]{4}){3})\b",
            lambda value: True,
            True,
        ),
        (
            r"\brecovery (?:key|passphrase|code)(?: is|[:=])? ?(?P<v>[a-z0-9]{4,6}(?:["
            r" -][a-z0-9]{4,6}){3,15})\b",
            _grouped,
            True,
        ),
        (
            rf"(?:^|[\s(\"'])[a-z][\w.@-]{{1,30}}(?: ?/ ?|, then |: ){_VALUE}",
            _two_words,
            False,
        ),
        (rf"\bit (?:used to be|was|is now|is) {_VALUE}", unlike_words, False),
        (
            rf"\b{SERVICES}(?: (?:login|log-?in|account|acct|creds|credentials))?(?::\s|\s?=|\s\|"
            rf"|\s?->|\s?=>|\s?→|\s-\s)\s?"
            rf"(?:{_LOGIN_THEN}){_VALUE}",
            unlike_words,
            True,
        ),
        (
            rf"\b{SERVICES} (?:login|log-?in|creds|credentials|pw|account)(?:'s| is| are| was|:| =)?"
            rf" (?:still |now )?"
            rf"(?:{_LOGIN_THEN})?{_VALUE}",
            unlike_words,
            True,
        ),
        (
            rf"\b{SERVICES} (?:for|at|in|on|of) (?:[\w'-]+ ){{1,4}}?(?:is|was|:|=) {_VALUE}",
            unlike_words,
            True,
        ),
        (
            r"\b(?:log-?in|sign-?in|account|access) (?:details?|info\w*|data"
            r"|credentials)\b[^.!?\n]{0,40}?(?:[:=,]|->|\bare\b|\bis\b)\s*"
            rf"{_LOGIN_THEN}{_VALUE}",
            unlike_words,
            True,
        ),
        (
            r"\b(?:creds|credentials|logins?|user ?name and password|user/pass"
            r"|u/p)\b[^.!?\n]{0,20}?(?:[:=,]|->|=>|→|\bare\b|\bis\b)\s*"
            rf"{_LOGIN_THEN}{_VALUE}",
            unlike_words,
            True,
        ),
        (
            rf"\b(?:ssh|rdp|telnet|ftp|sftp|log|sign|connect|get)\w*\b[^!?\n]{{0,60}}? (?:with|using|as"
            rf" [\w.-]+ with|via) {_VALUE}",
            unlike_words,
            False,
        ),
        (
            r"\b(?:zip|pdf|rar|7z|archive|file|drive|usb|disk|volume|vault|folder|document|doc"
            r"|spreadsheet|backup|keepass|statement"
            r"|payslips?|laptop|computer|pc|phone|tablet|ipad|macbook|account|router|decrypt\w*"
            r"|unlock\w*|encrypt\w*)s?\b[^.!?\n]{0,30}?"
            rf"\b(?:locked with|opens? with|protected (?:with|by)|unlocks? with|encrypted (?:with"
            rf"|using)|decrypts? with|type(?:s|d)?|enter)"
            rf" {_VALUE}",
            _compound,
            True,
        ),
        (
            rf"\b(?:lives?|login|logs? in|sign in|get in|into)\b[^.!?\n]{{0,40}}?\s(?:it's|its|that's)"
            rf" {_VALUE}",
            unlike_words,
            False,
        ),
        (
            r"\b(?:mother'?s|mum'?s|mom'?s) maiden name(?: is| was|[:=]| -)?"
            r" ?(?P<v>[a-z]{3,30})(?=[^\n]{0,80}\b(?:security|secret|bank"
            r"|answer|verif\w+|question)\b)",
            _name,
            True,
        ),
        (
            r"\b(?:security|secret|verification|bank(?! (?:manager|clerk)))\b[^\n]{0,60}?\bmaiden name(?: is| was"
            r"|\s?[:=]| -"
            r"|\?) ?(?P<v>[a-z]{3,30})",
            _name,
            True,
        ),
        (
            r"\b(?:alarm|adt|security company|burglar alarm)(?: \w+){0,2} (?:pass ?(?:code|word"
            r"|phrase)|code ?word|safe ?word)(?: word)?"
            rf"(?: is| was|[:=]|,)? {_VALUE}",
            lambda value: is_value(value) and not value.isdigit(),
            True,
        ),
        (
            r"\b(?:password|pass|pw|login|pin)\b[^.!?\n]{0,30}?\b(?:starts?|begins?) with"
            r" \S+[^.!?\n]{0,20}?\b(?:ends?|finishes) (?:with|in)"
            r" (?P<v>\S{2,40})",
            is_value,
            True,
        ),
        (
            r"\b(?:with|using|by|under) (?:the |my |our |a )?pass ?phrase (?P<v>[a-z'-]+(?:"
            r" [a-z'-]+){2,9})(?=[.!,]*\s*(?:$|\n))",
            _phrase,
            True,
        ),
        (
            r"\b(?:guest )?(?:wi-?fi|network|ssid|hotspot|wlan)\b[^.!?\n]{0,50}?(?:\bpass(?:word"
            r"|code|phrase)?|\bpw|\bkey)\b(?: is| was"
            r"|[:=])? (?P<v>[^\s,;\"'`()]{5,64})(?=[.!]*\s*(?:$|\n))",
            lambda value: is_value(value) and not re.search(r"(?:ing|ed|ly)$", value),
            True,
        ),
    )
)
_SERVICE = re.compile(rf"\b{SERVICES}\b")


def _matches(form: re.Pattern[str], low: str, services: list[int]) -> Iterator[re.Match[str]]:
    """Yield the matches of a form; one that begins with the name of a service is only looked for at one."""
    if not form.pattern.startswith(rf"\b{SERVICES}"):
        yield from form.finditer(low)
        return
    yield from (match for at in services if (match := form.match(low, at)))


def is_about_logins(low: str) -> bool:
    """Tell whether a text in lower case is about logging in somewhere, or opening something."""
    return _names_logins(low) or _opens(low)


def may_name_logins(low: str) -> bool:
    """Tell whether some word of a text begins like one about logging in: quick, and seldom true of others."""
    return _first_hint(low) is not None


@lru_cache(maxsize=4)  # two readers ask it of the same text
def _first_hint(low: str) -> int | None:
    hint = _LOGINS_HINT.search(low)
    return hint and hint.start()


def _opens(low: str) -> bool:
    hint = _OPENING_HINT.search(low)
    return hint is not None and _OPENING.search(low, hint.start()) is not None


def _names_logins(low: str) -> bool:
    hint = _first_hint(low)
    return hint is not None and _ABOUT_LOGINS.search(low, hint) is not None


def find_unnamed_passwords(text: str) -> Iterator[Span]:
    """Yield what a sentence uses as a password, where something in the text is about logging in or opening."""
    low = lowered(text)
    about = _names_logins(low)
    if not (about or _opens(low)):
        return
    telling = _TELLING.search(text) is not None
    services = [match.start() for match in _SERVICE.finditer(low)] if telling else []
    for form, fits, everywhere in _FORMS:
        if not (about or everywhere) or not (telling or fits not in _TOLD):
            continue
        for match in _matches(form, low, services):
            value = clean(text[match.start("v") : match.end("v")])
            if value and fits(value):
                yield "password", match.start("v"), match.start("v") + len(value)


_TELLING = re.compile(r"(?<!\S)(?=\S{5})\S*?(?:[\d@#$%^&*]|!\S)")
_TOLD = (unlike_words, _run_together, _sure)
"""What takes only values with a digit, a symbol or the like in them, so that most texts have none."""
_OPENING = re.compile(
    r"\b(?:everything|all|recovery|(?<!\bthe )user|login|app|benutzer|usuario|utente|device|pairing|activation"
    r"|everywhere|every|decrypt\w*|encrypt\w*|unlock\w*|locked|protected|opens?|maiden|alarm|network|ssid)\b"
)
_OPENING_HINT = re.compile(
    r"(?<![a-z])"
    + any_of(
        "every all alarm recover user login app benutz usuario utente device pairing activat decrypt encrypt unlock"
        " locked protect open maiden network ssid".split()
    ).pattern
)
"""How every word of `_OPENING` begins."""
