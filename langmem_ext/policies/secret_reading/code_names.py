"""Is this how programs and their manuals call a thing: a function, a module, a file, an option, a package, an issue?

`httpx2.Client()`, `--vault-name kv-prod-2`, "pinentry-gnome3" and "(#4417)" mix letters, digits and marks as passwords
do. What is assigned to a secret, or said to be one, is not asked about.
"""

from __future__ import annotations

import re

from langmem_ext.policies.secret_reading.given_outright import is_given_outright

_ASSIGNED = re.compile(
    r"(?:[=:]\s?[\"'`]?|\b(?:is|was|with|typed?|typ(?:e|ing)|enter(?:ed)?|then|uses?|used|using|to|put) [\"'`“]?)$",
    re.I,
)
_SECRET = re.compile(
    r"(?:pass\w*|pw|pwd|pin|secret|token|key|cred\w*|auth\w*)[\w-]*[\"']?\)?\s?[=:]?\s?[\"']?$",
    re.I,
)


def is_a_name_in_code(text: str, start: int, end: int) -> bool:
    """Tell what a program or its manual calls so, from what opens something."""
    value, before, after = text[start:end], text[max(0, start - 80) : start], text[end : end + 40]
    if _PROGRAM.fullmatch(value) or (_BOUND.fullmatch(value) and _OF_SQL.search(text)):
        return True
    if _is_called(value, after) or (_OF_A_NAME.search(before) and _REST.fullmatch(value)):
        return True
    if is_given_outright(before):
        return False
    if _FILE.fullmatch(value) or _COMMAND.fullmatch(value) or _IN_A_LINK.search(before):
        return True
    if (_OPTION_FOR.search(before) or _OPTION.fullmatch(value)) and not _SECRET.search(before):
        return True
    if _TYPED_AS.match(after) and value.isdigit():
        return True
    if _is_an_issue(text, value, before, after):
        return True
    if _ASSIGNED.search(before):
        return False
    member = _MEMBER.fullmatch(value) and _OF_CODE.search(text)
    return bool(member or _NAMED.fullmatch(value))


_PROGRAM = re.compile(
    r"7-?z(?:ip)?|winzip|winrar|peazip|keka|ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-nistp\d+"
    r"|(?:id|uid|guid|uuid|trace|span)=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"
    r"|S-1-5-21(?:-\d+)+|[A-Z]{2}\d\dZZZ\d{8,}|i(?:phone|pad) \d{1,2}|sk_(?:test|live)_"
    r"|Qm[1-9A-HJ-NP-Za-km-z]{44}|bafy[a-z\d]{50,}"
    r"|(?:theme|lang|locale|tz|mode)=[\w-]+",
    re.I,
)
"""Programs, sorts of keys, and settings that say whose they are."""
_OF_A_NAME = re.compile(r"(?<![A-Za-z])(?:PIN|KEY|PASS|CODE|TOKEN|LOCK)-$")
_REST = re.compile(r"[A-Z]{2,}(?:-[A-Z]+)*(?:-\d{1,4})?")
"""Of what shops call their goods: "PIN-BRASS-17"."""
_BOUND = re.compile(r":[a-z_]{1,20}")
_OF_SQL = re.compile(
    r"\b(?:psql|sql\w*|alter (?:user|role)|create (?:user|role)|select|insert|jdbc|bind|query)\b",
    re.I,
)
"""What stands for a value in a query: `WITH PASSWORD :pw`."""
_FILE = re.compile(
    r"[\w/~-]+(?:\.[\w-]+)*\.(?:pem|so|gz|tar|crt|cer|p12|pfx|jks|keystore|bak|lock|rb|go|rs|java|cpp|sh|bat|ps1|ini"
    r"|conf|cfg|xml|tsv|parquet|sqlite|deb|rpm|whl|jar|war|iso|tgz|xz|bz2|rar|dmg|apk|msi|dll|tsx|jsx|scss|tf|tfvars|kdbx)"
)
_COMMAND = re.compile(
    r"(?:git|docker|kubectl|npm|pip|apt|ssh|curl|openssl|gpg|helm|cargo|yarn) [a-z-]{2,20}"
)
_IN_A_LINK = re.compile(
    r"https?://[^\s()<>?@]*/(?:issues|pull|merge_requests|discussions|commit|blob|tree|releases|wiki|questions|docs?"
    r"|browse|tickets?)/[^\s()<>?]*$"
)
"""A link to what many may read: before it stands no query and nobody who logs in."""
_OPTION = re.compile(r"(?:-(?!p)[a-z]{1,10}\d?|--[a-z]{2,}(?:-[a-z]+){0,4})(?:/-{1,2}[a-z]+)*")
"""None that a password may be glued to: `-pQuince77`."""
_OPTION_FOR = re.compile(
    r"(?<![\w-])--(?:[a-z]+-){0,2}(?:name|id|region|namespace|project|group|host|user(?:name)?|file|path|output|server"
    r"|port|zone|type|image|tag|label|role|profile|cluster|bucket|context|format|config|level|mode|version|branch)"
    r"[= ][\"']?$"
)
_TYPED_AS = re.compile(r" (?:as|to) (?:an? )?(?:int|integer|str|string|float|number|bytes)\b")
_ISSUE = re.compile(r"#\d{1,5}")
_OF_CHANGES = re.compile(
    r"\b(?:fix(?:e[ds])?|change ?log|merge[ds]?|pr|pull|bug|issues?|release[ds]?|closes?|refs?|commit|contributed)"
    r"\b|\[@",
    re.IGNORECASE,
)


def _is_an_issue(text: str, value: str, before: str, after: str) -> bool:
    """Tell "(#4417)" in a list of changes from what is typed at a gate."""
    inside = before.endswith(("(", "[")) and after.startswith((")", "]"))
    return inside and _ISSUE.fullmatch(value) is not None and _OF_CHANGES.search(text) is not None


_FUNCTION = re.compile(
    r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[a-z]+(?:_[a-z\d]*[a-z])+|[a-z]+(?:[A-Z][a-z]+)+"
)


def _is_called(value: str, after: str) -> bool:
    return after.startswith("(") and _FUNCTION.fullmatch(value) is not None


_MEMBER = re.compile(r"[a-z][a-z_]*\d?(?:\.[a-z][a-z_]*)*\.(?:[A-Z][a-z]+)+")
_OF_CODE = re.compile(
    r"[`({]|>>>|\b(?:import|functions?|class(?:es)?|modules?|methods?|API|python|java|instances?)\b"
)
"""A class of a module, in a text about code: "threading.Lock"."""
_NAMED = re.compile(
    r"[A-Z]{2,5}s|m[A-Z]{2,4}|[A-Z][a-z]*[A-Z]{1,4}\d"  # SDKs, mTLS, SigV4
    r"|(?:git|gpg|ssh|dbus|systemd|docker|apt|pip|npm|pinentry|pam|nginx|python3?|lib[a-z]+)-[a-z\d]+(?:-[a-z\d]+)*"
    r"|@?[a-z][\w./-]*@\^?~?v?\d+\.\d+(?:\.\d+)?"  # is-number@7.0.0
)
