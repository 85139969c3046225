"""Does a program's message, prompt or configuration name this word, rather than a person give it?

`KeyError: 'cust_4471'`, "Enter passphrase for key '/home/ana/.ssh/id_rsa':" and `secretKeyRef: name: db-creds` hold the
words for secrets and what is written like one. What a program calls an error, a file, a record or an object is none.
"""

from __future__ import annotations

import re

from langmem_ext.policies.secret_reading.given_outright import is_given_outright


def is_named_by_a_program(text: str, start: int, end: int) -> bool:
    """Tell the name of an error, a file, a record, a public key or an object of a configuration."""
    value, before, after = text[start:end], text[max(0, start - 100) : start], text[end : end + 60]
    if _PATH.fullmatch(value.rstrip("'\":")) or _is_a_key_id(text, value, before):
        return True
    if (
        _IMAGE.match(after)
        or _IMAGE.search(value)
        or _DIGEST.search(before)
        or _SETTING.fullmatch(value)
    ):
        return True
    if _PEER.search(before) and _PUBLIC_HALF.fullmatch(value):
        return True
    if (_HASHED.search(before) and value.isalpha()) or _ELSEWHERE.fullmatch(value.rstrip(":")):
        return True
    if _is_an_object(value, before) or _is_raised(value, before, after):
        return True
    return not is_given_outright(before) and bool(
        _ERROR.fullmatch(value) or (_RECORD.search(before) and _ID.fullmatch(value))
    )


_PATH = re.compile(
    r"(?:~|/(?:home|Users|root|etc|var|opt|usr|mnt|srv|tmp|run|data|app|media)|[A-Za-z]:)(?:[\\/][\w .@-]+)+"
    r"|//(?:[\w.-]+@)?(?:[\w-]+\.)+[a-z]{2,8}(?:[:/][\w./-]*)?"
    r"|!(?:vault|secret|env_var|Ref|Sub|GetAtt|ImportValue|reference|include|encrypted)"
)
"""Where a file or a host is, or the tag of a value that stands elsewhere: no passphrase begins so."""

_KEY_ID = re.compile(r"(?:0x)?[0-9A-F]{8,40}")
_OF_SIGNERS = re.compile(
    r"\b(?:gpg|pgp|apt(?:-key)?|rpm|yum|dnf|keyserver|pubkey|public key|recv-keys?|no_pubkey|signed-by|signature)\b",
    re.IGNORECASE,
)
_CALLS_IT = re.compile(
    r"(?:\b(?:keys?|key ?id|pub|sub|sec|id|rsa\d+/?)|--recv-keys?|NO_PUBKEY)\W{0,3}$", re.I
)
_SECRET_KEY = re.compile(
    r"\b(?:api|secret|licen[cs]e|access|master|encryption|signing|private|product|wi-?fi|network"
    r"|account)[ _-]?key\W{0,3}$",
    re.IGNORECASE,
)


def _is_a_key_id(text: str, value: str, before: str) -> bool:
    """Tell by what a public key is known: "gpg: key 7F3A91C04BD2E865"."""
    if not _KEY_ID.fullmatch(value) or _SECRET_KEY.search(before):
        return False
    return _CALLS_IT.search(before) is not None and _OF_SIGNERS.search(text) is not None


_IMAGE = re.compile(r"(?:[/:][\w./-]+)?@sha256:[0-9a-f]{8}")
_DIGEST = re.compile(r"\bsha(?:1|256|384|512)[:=-][\w+/]{0,80}$", re.I)
_SETTING = re.compile(
    r"\w*(?:host|port|pool|schema|region|timeout|level|retries|database|dbname|namespace|bucket)=[\w.-]+",
    re.I,
)
"""What of an image or a configuration is no secret: where a database is, how many connections it takes."""

_PEER = re.compile(r"\bpeers?:? ?$", re.I)
_PUBLIC_HALF = re.compile(r"[A-Za-z\d+/]{43}=")
_HASHED = re.compile(r"\bsecret [4-9] $", re.I)
"""Of a router's configuration, where a secret of such a type is a digest and no word."""
_ELSEWHERE = re.compile(
    r"valueFrom|fromSecret|fromEnv|fromFile|fromParameterStore|secretKeyRef|configMapKeyRef|secretRef|existingSecret"
)
"""What stands in a configuration for a value that another place holds."""
_OBJECT = re.compile(r"[a-z]+(?:[.-][a-z]+)+")
_REFERRED_TO = re.compile(
    r"\b(?:secretKeyRef|configMapKeyRef|secretRef|secretName|imagePullSecrets|existingSecret\w*|remoteRef|secretStoreRef)"
    r"\b[^}]{0,70}\b(?:name|key|secretName)[\"']?: ?[\"']?$|\b(?:secretName|existingSecret\w*): ?[\"']?$"
)


def _is_an_object(value: str, before: str) -> bool:
    """Tell the name of a secret from the secret: `secretKeyRef: name: mail-creds key: smtp-password`."""
    referred = _OBJECT.fullmatch(value) and _REFERRED_TO.search(before)
    placed = _PLACE.fullmatch(value) and _PLACED.search(before)
    return bool(referred or placed)


_PLACE = re.compile(r"[a-z]+(?:-[a-z]+)*(?:-\d{1,3})?")
_PLACED = re.compile(
    r"\b(?:tenant|namespace|cluster|region|project|subscription|workspace|bucket|topic|queue|pod|deployment|node ?pool)"
    r" [\"']?$"
)
"""What is called so in the cloud."""


_IDENTIFIER = re.compile(
    r"[A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*[_.-]\d{1,12}(?:[_.-][a-z\d]{1,6})?|\d{2,12}"
)
_RAISED = re.compile(
    r"\b(?:KeyError|NameError|ValueError|IndexError|LookupError|AttributeError|SyntaxError|ParseError|TypeError"
    r"|\w+(?:Violation|NotFoundException|NotFound|StateException))\b[^\n]{0,60}[\"'(]$"
    r"|\b(?:dup\w*(?: entry)?|unique|foreign|primary|parent|index|partition|unknown|missing|no such|undefined)"
    r" (?:key|column|field)\W{0,3}[\"'(]$|\b[Dd]uplicate (?:entry|value|record) [\"'(]$|\bER_[A-Z_]+ (?:\w+ )?[\"'(]$"
)
_OF_A_LOGIN = re.compile(
    r"\b(?:pass\w*|pw|pin|credentials?|login|auth\w*|secret|api|access|bearer)\b[^\n]{0,12}[\"'(]$",
    re.I,
)
_NOT_THERE = re.compile(r"\)? ?(?:is|was) not (?:present|found)|\)? already exists")
_COLUMN = re.compile(r"[ _]?\(\w+\)=\($")


def _is_raised(value: str, before: str, after: str) -> bool:
    """Tell the record that a program does not find: `KeyError: 'cust_4471'`, `Key (user_id)=(4471)`."""
    if value in ("Key", "key"):
        return after.startswith(" (") and ")=(" in after
    if _COLUMN.search(before):
        return _NOT_THERE.search(after) is not None
    if not _IDENTIFIER.fullmatch(value) or _OF_A_LOGIN.search(before):
        return False
    return _RAISED.search(before) is not None


_ERROR = re.compile(
    r"(?:[A-Z][a-z\d]*){1,6}(?:Error|Exception|BackOff|NotFound|Failure|Failed|Fault|Warning|Denied|Timeout|Invalid"
    r"|Expired|Mismatch)"
    r"|(?:NO|ER|ERR|ERROR|INVALID|BAD|MISSING|UNKNOWN|WRONG|AUTH|SSL|NT_STATUS|STATUS|PERMISSION|ACCESS|LOGIN|TOKEN|EKEY"
    r"|E)_[A-Z]{2,}(?:_[A-Z]+)*"
)
"""How programs call what went wrong; it has no digits."""
_RECORD = re.compile(
    r"(?<![A-Za-z])(?!(?:national|tax|social|passport|citizen|personal|person|government|client|access)_)"
    r"[A-Za-z]\w{0,30}(?:_id|Id|_nr|_no|_num(?:ber)?)[\"')]{0,2}\s?(?:[:=]\s?|is )?[\"'(]{0,2}$"
    r"|\b(?:user|uid|pid|tenant|job|row|record|session)=$"
)
_ID = re.compile(r"\d{2,12}|[a-z]{2,8}[-_]\d{2,12}")
