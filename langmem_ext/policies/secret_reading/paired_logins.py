"""Which plain word follows the name of who logs in?

"Username jtranter, then bluebell", "login details for the portal: hollins / skimmedmilk", "printer - admin - lookout":
nothing calls the word a password, and the place after a name to log in with leaves room for little else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.secret_reading.credential_values import clean
from langmem_ext.policies.secret_reading.plain_passwords import (
    WORD,
    could_be,
    is_rare,
    phrase_could_be,
)
from langmem_ext.policies.secret_reading.token_forms import Span
from langmem_ext.policies.secret_reading.unnamed_passwords import is_about_logins

_ON = r"(?=[\"'”]?\s*(?:$|[.,;!?)\n]|-{1,2} |– |(?:in|all|with|without|no|for|to|and|on|please|pls)\b))"
_THEN = r"(?:,? (?:and )?(?:then|followed by)(?: (?:type|enter|it'?s|the word))?) "
_NAMED_USER = re.compile(
    rf"\b(?:user ?name|user ?id|log ?in as|logs in as|logged in as)(?: is"
    rf"|:)? (?P<u>[\w.@-]{{3,40}}){_THEN}{WORD}{_ON}"
)
_ADDRESS = re.compile(rf"[\w.+-]{{1,64}}@[\w-]{{1,60}}(?:\.[\w-]{{1,30}}){{1,4}}{_THEN}{WORD}{_ON}")
_DETAILS = re.compile(
    r"\b(?:(?:log-?in|sign-?in|access|account) (?:details|credentials|data)"
    r"|(?:credentials|creds|logins?) (?:for|to|of))\b"
    rf"[^.!?\n:]{{0,70}}: ?(?P<u>[\w.@-]{{3,40}}) ?[/|] ?{WORD}{_ON}"
)
_MEETING = re.compile(
    r"\bid:? \d{3}[ -]?\d{3,4}[ -]?\d{3,4}[,;/. ]+(?:and )?(?:the )?(?:pass ?code|password|pw|pass)(?: is|:)? "
    rf"{WORD}"
    r"(?=[\s.,;)]|$)"
)
_LOGGED_IN_WITH = re.compile(
    rf"\b(?:log|logs|logged|logging|sign|signs|signed) ?in as [\"“']?(?P<u>[\w.@-]{{2,40}}?)[\"”']? with {WORD}"
    r"(?=[\"'”]?\s*(?:$|[.,;!?)\n]|(?:and|but|so|because)\b))"
)
_LOGGED_IN_BY = re.compile(
    r"\b(?:(?:log|logs|logged|sign|signs|signed)[ -]?in (?:with|using)|(?:log-?ins?|admin|account) (?:is|are|:)"
    r"|use|try|it'?s)"
    rf" (?P<u>admin\w*|root|user\d?|guest|pi|sa) ?/ ?{WORD}{_ON}"
)
_UNDER = re.compile(
    rf"\bunder (?:my |our |his |her )?(?:[\w'-]+ )?(?:e-?mail|mail|address|name)(?:,| and)* then {WORD}"
    r"(?=\s*(?:$|[.,;!?\n]|with (?:an? )?(?:big|capital|small)|in (?:capitals|lower|small)))"
)
_BESIDE = re.compile(
    r"\b(?:account|user(?: ?name| ?id)?|log-?in|shared \w+|network(?: is)?|ssid|wi-?fi|hotspot)(?: is|:)?:? "
    r"(?P<u>[\w-]+(?:[.@_][\w-]+)+), [\"'“]?(?P<v>[^\s,;\"'”]{8,64})[\"'”]?(?=[,;.!?]\s|\s*$)"
)
_PROTOCOLS = frozenset(
    "ssh sudo powershell rdp putty ldap sso saml oauth kerberos telnet windows rights permissions privileges"
    " wifi".split()
)
_COMMON_ENDINGS = re.compile(
    r"(?:tion|ment|ness|[ae]nce|sion|ture|ings?|ship|ity|ism|ist|ian|ers?|ors?|ants?|ents?|ed|ly|ics|phy|logy|[ai]ble|less"
    r"|ful|ive|ous|ers|al|days?|where|thing|body|more|less|over|while|ever|case|quarters|garten)s?$"
)


def _run_together(value: str) -> bool:
    """Tell words written as one, and what is no word at all, from a word that goes on with the sentence."""
    if re.search(r"[a-z][A-Z\d]|\d[A-Za-z]{2}|[a-z][!#$%&*][A-Za-z\d]", value):
        return could_be(value)
    plain = re.fullmatch(r"[a-z]{11,40}", value) is not None
    return plain and could_be(value) and not _COMMON_ENDINGS.search(value)


_SENT = re.compile(
    r"\b(?:send|sent|e?mail(?:ed)?|forward\w*|cc|bcc|invite\w*|write|wrote|ask|copy|notify|contact)\b"
)
_TOLD_TO_DO = frozenset(
    "imprint privacy terms"
    " click press tap hit choose select open next continue submit settings surname lastname firstname age date"
    " email"
    " e-mail phone address company domain hostname logout country city call wait scroll swipe save done send"
    " ring"
    " everyone nobody her him them lunch first second third field footer header team role roles admin"
    " signup sign-up".split()
)
"""What follows otherwise: the next step, the next field."""

_ROW = re.compile(
    r"(?m)^[ \t>*•-]*(?P<t>[^\n|/–:,-]{2,30}?) ?(?P<s> [-–/|:] |[|\t]) ?(?P<u>[\w.@-]{2,40})"
    r" ?(?P=s) ?(?P<v>[^\s|]{4,64})[ \t]*$"
)
_USERS = re.compile(r"admin\w*|root|user\d?|guest|viewer|operator|sa|pi|[\w.-]+@[\w.-]+")
_DEVICES = re.compile(
    r"\b(?:printer|router|modem|cctv|camera|nas|server|wi-?fi|switch|firewall|vpn|till|scanner|copier|tv"
    r"|website|web"
    r"|e-?mail|portal|wordpress|facebook|instagram|canva|zoom|netflix|dropbox|bank\w*|payroll|booking\w*"
    r"|alarm|laptop|pc|raspberry|pi"
    r"|tablet|database|db|ftp|intranet|cms|crm|shop)\b"
)


_SEP = r"(?:,? and|,? then|,? with|[,;]| /)"
_GIVEN = r"[\"'“]?(?P<v>[^\s,;:\"'“”()]{5,40}?!?)[\"'”]?"
_GOES_ON = (
    r"(?=\s*(?:$|[.,;!?)\n(])|\s+(?:and|but|then|it|with|in|for|to|on|at|all|gives|gets|returns|fails|failed|says|works"
    r"|worked|doesn'?t|won'?t|isn'?t|is|connection)\b)"
)
_AFTER_A_USER = re.compile(
    r"\b(?:user(?: ?name| ?id)?(?: is|:)?|(?:log-?in|account|id)(?: is|:)?(?= [\w-]*[.@_\d]))"
    rf" (?P<u>[\w.@+-]{{2,60}}){_SEP} (?:it'?s |the word )?{_GIVEN}{_GOES_ON}"
)
_AFTER_A_LOGIN = re.compile(
    rf"\blog-?in (?:is|:) (?P<u>[\w.@+-]{{2,40}})(?:,? then|,? and) {_GIVEN}{_GOES_ON}"
)
_AFTER_AN_ADDRESS = re.compile(
    rf"(?<![\w.])(?P<u>[\w.+-]{{1,64}}@[\w-]{{1,60}}(?:\.[\w-]{{1,30}}){{1,4}}){_SEP} "
    r"[\"'“]?(?P<v>[^\s,;:\"'“”()]{5,40}(?: [a-z]?\d{1,6})?)(?=[\"'”]?(?:\s*(?:$|[.,;!?)\n(])|\s+(?:with|to|but"
    r"|and it)\b))"
)
_AS_WHOM = re.compile(
    r"\b(?:log|logs|logged|logging|sign|signs|signed|signing|bind|binding|connect|connecting|ssh|psql|mysql|ftp|sftp|telnet"
    r"|authenticat\w+|get)(?:[ -](?:in|on|into|to))?(?: [\w./:-]+){0,3}? as (?P<u>[\w.@=,+-]{2,80})"
    rf" (?:with|using|and) {_GIVEN}{_GOES_ON}"
)
_IN_STEPS = re.compile(
    r"(?:, |\b(?:enter|type|give|put(?: in)?) )(?P<u>admin\w*|root|(?:(?:my|the|your|her|his) )?(?:e-?mail|user"
    r" ?name|log-?in))"
    r"(?: address)?, (?:then |and )?(?P<v>[^\W\d_]{5,30}|(?P<w>[a-z]{3,20}) (?P=w)),(?: and| then)? (?:and|then"
    r"|back|get|i|it)\b"
)
_IN_BRACKETS = re.compile(r"\((?P<u>[a-z]+[._\d][\w.]*), (?P<v>[a-z]{6,40})\)")
_A_SENTENCE = re.compile(
    r"\buser(?: ?name)? (?P<u>[\w.-]{3,30}), (?P<v>(?:an? )?[a-z'-]+(?: [a-z'-]+){2,6})(?=[.;\n]|$)"
)
_LOGGED = re.compile(
    r"\b(?:log|logs|logged|log-?ins?|sign|signed|sign-?in|account|password|portal|session|accept\w*|reject\w*|locked"
    r"|user(?: ?name)?|sims|moodle|wordpress|webmail|bookings?|get (?:in)?to)\b"
)


_NAMES_A_USER = re.compile(
    r"user|(?:log-?in|account| id)(?: is|:)? (?:[\w-]*[.@_\d]|[\w-]{2,40},? (?:then|and) )"
)


def _after_users(low: str, text: str) -> Iterator[Span]:
    """Yield rare words that stand behind who logs in: "user tkowal, marzipanek, and it says session expired"."""
    forms = [_AFTER_A_USER, _AFTER_A_LOGIN] if _NAMES_A_USER.search(low) else []
    about = "@" in low and (_LOGGED.search(low) or is_about_logins(low))
    forms += [_AFTER_AN_ADDRESS] if about and not _SENT.search(low) else []
    forms += [_AS_WHOM] if " as " in low else []
    forms += (
        [_IN_STEPS] if "admin" in low or "root" in low or "mail" in low or "login" in low else []
    )
    forms += [_IN_BRACKETS] if "(" in low else []
    for form in forms:
        for match in form.finditer(low):
            if _is_no_other(match["u"], clean(text[match.start("v") : match.end("v")])):
                yield "password", match.start("v"), match.start("v") + len(clean(match["v"]))
    for match in _A_SENTENCE.finditer(low) if "user" in low else ():
        if phrase_could_be(re.sub(r"^an? ", "", match["v"])):
            yield "password", *match.span("v")


def _is_no_other(user: str, value: str) -> bool:
    """Tell a rare word from a name, a role, the next step or a protocol beside who logs in."""
    first, words = value.split(" ")[0], value.lower().split(" ")
    if first.lower() in _TOLD_TO_DO | _PROTOCOLS | ROLES or first.lower()[:4] in user:
        return False
    if len(words) > 1 and words[0] == words[1]:
        return could_be(first)
    named = re.fullmatch(r"[A-Z][a-zà-ÿ]{2,7}", first) is not None and "." in user
    return is_rare(first) and not named


def find_paired(low: str, text: str) -> Iterator[Span]:
    """Yield words that are paired with the name of who logs in; `low` is the text in lower case."""
    if ", " in low and ("account" in low or "user" in low or "network" in low or "shared" in low):
        yield from _beside(low, text)
    yield from _after_users(low, text)
    for form in _forms(low):
        for match in form.finditer(low):
            if _is_a_password(match, text):
                yield "password", match.start("v"), match.start("v") + len(clean(match["v"]))
    if "\n" in low and _DEVICES.search(low):
        yield from _in_rows(low, text)


def _beside(low: str, text: str) -> Iterator[Span]:
    """Yield what follows an account after a comma: "my network is Kestrel_5G, moonlitpretzel"."""
    for match in _BESIDE.finditer(low):
        start, end = match.span("v")
        if _run_together(text[start:end]):
            yield "password", start, end


def _forms(low: str) -> Iterator[re.Pattern[str]]:
    if " then " in low or "followed by" in low:
        if "user" in low or "log" in low:
            yield _NAMED_USER
        if "under " in low:
            yield _UNDER
        if "@" in low and is_about_logins(low) and not _SENT.search(low):
            yield _ADDRESS
    if "in as " in low and " with " in low:
        yield _LOGGED_IN_WITH
    if "pass" in low or " pw" in low:
        yield _MEETING
    if "/" in low and _DEVICES.search(low):
        yield _LOGGED_IN_BY
    if (" /" in low or "|" in low) and ("log" in low or "cred" in low or "details" in low):
        yield _DETAILS


def _is_a_password(match: re.Match[str], text: str) -> bool:
    user = match.groupdict().get("u") or "user"
    value = text[match.start("v") : match.end("v")]
    named = user in ("admin", "root", "guest", "user") or could_be(user)
    word = clean(match["v"])
    if match.re is _LOGGED_IN_BY:
        return could_be(value) and word not in _TOLD_TO_DO | _PROTOCOLS | ROLES
    return named and could_be(value) and not {user, word} & (_TOLD_TO_DO | _PROTOCOLS)


ROLES = frozenset(
    "users guests editor editors owner owners viewer viewers member members moderator operator superuser staff manager"
    " tester testers developer developers customer customers mode dashboard panel".split()
)
"""Who may stand beside "admin" as another who logs in."""


def _in_rows(low: str, text: str) -> Iterator[Span]:
    """Yield the third cells of rows that name a device or a service, who logs in, and one word more."""
    rows = list(_ROW.finditer(low))
    known = [row for row in rows if _DEVICES.search(row["t"]) and _USERS.fullmatch(row["u"])]
    if len(rows) < 2 or not known:
        return
    for row in rows:
        if could_be(text[row.start("v") : row.end("v")]) and row["v"] not in _TOLD_TO_DO:
            yield "password", *row.span("v")
