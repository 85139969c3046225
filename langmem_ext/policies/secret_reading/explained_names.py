"""Does the message say what this word is: a host in a log, a part of a command, somebody's account, a voucher?

They are written as passwords are: with digits, hyphens and capitals.
"""

from __future__ import annotations

import re


def is_a_known_name(text: str, start: int, end: int) -> bool:
    """Tell a word of which its form and the words around say that it opens nothing."""
    value, before, after = text[start:end], text[max(0, start - 60) : start], text[end : end + 60]
    return bool(
        _ADDRESS.fullmatch(value)
        or _is_of_a_command(value, before)
        or _is_one_of_two_accounts(value, before, after)
        or _is_a_voucher(text, value)
        or _is_a_user_name(value, before)
    )


_BYTE = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_IP = rf"(?:{_BYTE}(?:\.{_BYTE}){{3}}|(?:[\da-f]{{1,4}}:){{2,7}}:?[\da-f]{{1,4}})(?:[:/]\d{{1,5}})?"
_ADDRESS = re.compile(rf"(?:[A-Za-z][\w.-]{{0,30}}=)?{_IP}", re.IGNORECASE)
"""Where somebody came from, as logs say it: "rhost=203.0.113.77"."""

_COMMAND = re.compile(
    r"(?<![\w.-])(?:gcloud|aws|az|gh|glab|kubectl|helm|docker|podman|npm|yarn|pnpm|git|heroku|vault|op|bw|doctl|firebase"
    r"|security|terraform|brew|apt|apt-get|systemctl|nmcli|fly|flyctl|supabase|vercel|netlify|wrangler|oc|cargo)"
    r" (?:(?!login\b|pass|with\b|is\b|and\b|as\b)[a-z][a-z:-]* ){0,3}$"
)
_SUBCOMMAND = re.compile(r"[a-z]+(?:[-:][a-z]+){1,4}")


def _is_of_a_command(value: str, before: str) -> bool:
    """Tell a command's own word: "gcloud auth print-access-token"."""
    return _SUBCOMMAND.fullmatch(value) is not None and _COMMAND.search(before) is not None


_NUMBERED = re.compile(
    r"(?P<name>[A-Za-z]{2,}(?:[._-][A-Za-z]+)*|[A-Za-z][._][A-Za-z]{2,})[._-]?\d{1,3}"
)
_ANNOUNCED = re.compile(r"\b(?:pass\w*|pw|pwd|pins?|codes?|secret|with|then|key)\b", re.IGNORECASE)
_CHANGED = re.compile(
    r"\b(?:chang\w+|went|mov(?:ed|ing)|switch\w*|updat\w+|bump\w+|rotat\w+)\b[^.!?\n]{0,50}\b(?:from|to) $",
    re.I,
)
"""One value took the place of the other."""
_NAME = r"(?P<name>[A-Za-z][A-Za-z._-]{0,40}[A-Za-z])\d{0,3}"
_BEFORE = re.compile(rf"(?<![\w.-]){_NAME}(?:,? (?:and|or|vs\.?|not|to|into)|,) $")
_AFTER = re.compile(
    rf",? (?:and |or |vs\.? |not |to |into |but )?(?:mine |yours )?{_NAME}(?![\w-])"
)


def _is_one_of_two_accounts(value: str, before: str, after: str) -> bool:
    """Tell a name that stands beside the same without its number: "lena.hartwig and lena.hartwig2"."""
    account = _NUMBERED.fullmatch(value)
    if account is None or _ANNOUNCED.search(before):
        return False
    if _CHANGED.search(before) and _ANNOUNCED.search(after):
        return False
    beside = (_BEFORE.search(before), _AFTER.match(after))
    return any(each["name"].lower() == account["name"].lower() for each in beside if each)


_USER_NAME = re.compile(
    r"\b(?:user ?name|log-?in name|screen ?name|handle|nick(?:name)?|gamer ?tag)s?\b(?:(?!pass|\bpw\b|\bcode\b"
    r"|\band\b(?! so))"
    r"[^.!?\n]){0,40}?\b(?:is|was|are|as|went with|now|i'?m|im|am|took|picked|chose|became)(?: (?:now|called))?"
    r" [\"'“@]?$",
    re.IGNORECASE,
)


def _is_a_user_name(value: str, before: str) -> bool:
    """Tell by what name somebody logs in or plays: "username taken so now I'm lorry_linda_2"."""
    return re.fullmatch(r"[\w.-]+", value) is not None and _USER_NAME.search(before) is not None


_VOUCHER = re.compile(r"[A-Z]{3,14}\d{1,2}|[A-Z]{3,14}")
_DISCOUNTED = re.compile(
    r"\b(?:checkout|basket|cart|vouchers?|coupons?|promo\w*|discount\w*|newsletter|redeem\w*|free (?:shipping|delivery)"
    r"|once per (?:account|customer|order)|(?:percent|half|\d+) off|off (?:the|your|my|everything|all))\b"
    r"|\b\d{1,2} ?%(?! of)",
    re.IGNORECASE,
)
_LOGGED_IN = re.compile(
    r"\b(?:pass(?:word|phrase|code|wd)?|pw|wi-?fi|log(?:ged)? ?-?in|sign ?-?in|unlock\w*|router"
    r"|hotspot|network|ssid|guest|netflix|tablet|phone|laptop)\b",
    re.IGNORECASE,
)


def _is_a_voucher(text: str, value: str) -> bool:
    """Tell what takes something off a price: "SUMMER24 doesn't work, it said 20%"."""
    if not _VOUCHER.fullmatch(value) or not _DISCOUNTED.search(text):
        return False
    return _LOGGED_IN.search(text) is None
