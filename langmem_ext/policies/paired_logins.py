"""Which plain word follows the name of who logs in?

"Username jtranter, then bluebell", "login details for the portal: hollins / skimmedmilk", "printer - admin - lookout":
nothing calls the word a password, and the place after a name to log in with leaves room for little else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.credential_values import clean
from langmem_ext.policies.plain_passwords import WORD, could_be
from langmem_ext.policies.token_forms import Span
from langmem_ext.policies.unnamed_passwords import is_about_logins

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
    r"|alarm|laptop|pc"
    r"|tablet|database|db|ftp|intranet|cms|crm|shop)\b"
)


_PAIRS = re.compile(r" then |followed by| ?[/|]")


def find_paired(low: str, text: str) -> Iterator[Span]:
    """Yield words that are paired with the name of who logs in; `low` is the text in lower case."""
    for form in _forms(low) if _PAIRS.search(low) else ():
        for match in form.finditer(low):
            if _is_a_password(match, text):
                yield "password", match.start("v"), match.start("v") + len(clean(match["v"]))
    if "\n" in low and _DEVICES.search(low):
        yield from _in_rows(low, text)


def _forms(low: str) -> Iterator[re.Pattern[str]]:
    if " then " in low or "followed by" in low:
        if "user" in low or "log" in low:
            yield _NAMED_USER
        if "@" in low and is_about_logins(low) and not _SENT.search(low):
            yield _ADDRESS
    if (" /" in low or "|" in low) and ("log" in low or "cred" in low or "details" in low):
        yield _DETAILS


def _is_a_password(match: re.Match[str], text: str) -> bool:
    user = match.groupdict().get("u") or "user"
    value = text[match.start("v") : match.end("v")]
    named = user in ("admin", "root", "guest", "user") or could_be(user)
    return named and could_be(value) and not {user, clean(match["v"])} & _TOLD_TO_DO


def _in_rows(low: str, text: str) -> Iterator[Span]:
    """Yield the third cells of rows that name a device or a service, who logs in, and one word more."""
    rows = list(_ROW.finditer(low))
    known = [row for row in rows if _DEVICES.search(row["t"]) and _USERS.fullmatch(row["u"])]
    if len(rows) < 2 or not known:
        return
    for row in rows:
        if could_be(text[row.start("v") : row.end("v")]) and row["v"] not in _TOLD_TO_DO:
            yield "password", *row.span("v")
