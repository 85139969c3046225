"""Which long random strings are keys, going by the words around them?"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from langmem_ext.policies.secret_reading.credential_values import entropy, is_value, jumbled
from langmem_ext.policies.secret_reading.token_forms import Span

_DENSE = re.compile(r"(?<![\w+/=.@#-])(?P<v>[A-Za-z0-9_+/=.~-]{16,400})(?![\w@])")
_SECRET_WORDS = re.compile(
    r"\b(?:keys?|tokens?|secrets?|credentials?|creds|passwords?|auth\w*|bearer|api|pat|log ?in|cookie|session"
    r"|psk|oauth|jwt|licen[cs]e|serial key|webhook|sid|totp|private (?:scalar|exponent)|hot wallet)\b",
    re.IGNORECASE,
)
_NOT_SECRET = re.compile(
    r"\b(?:commit\w*|sha-?\d*(?:sum)?|hash\w*|revision|checksum|digest|md5\w*|primary|foreign|partition|public\w*"
    r"|pub(?:key)?|cache"
    r"|fingerprint|etag"
    r"|idempotency|uuid|guid|ids?|version|tokens per|budget|model|branch|file|path|package|image|address"
    r"|contract|transaction|tx|block"
    r"|container|request|trace|span|order|tracking|wallet address|merge|head|rev|tag|integrity|serial|build"
    r"|object|node|txid|cid|ipfs"
    r"|publishable|anon key is public|site ?key|recaptcha|measurement|album|video|playlist|folder|document|doc"
    r"|sheet|spreadsheet)\b",
    re.IGNORECASE,
)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$", re.IGNORECASE)
_FILE = re.compile(
    r"^\.{0,2}~?/|\.d/|\.(?:md|py|txt|json|ya?ml|html?|js|ts|png|jpe?g|svg|pdf|csv|sql|toml|log)$",
    re.IGNORECASE,
)
_SECOND_HALF = 60


_GROUP = re.compile(r"[A-Z2-7]{4}[ -][A-Z2-7]{4}")
_GROUPS = re.compile(r"(?<![\w-])(?:[A-Z2-7]{4}[ -]){3,}[A-Z2-7]{4}(?![\w-])")
"""How authenticator apps show the secret they share (RFC 4648, base 32)."""


_PUBLIC_BLOCK = re.compile(
    r"-----BEGIN (?!(?:[A-Z0-9]+ )*PRIVATE)[A-Z0-9 ]{1,40}-----(?:[^-]|-(?!-{4}END)){0,20000}"
    r"|-----BEGIN (?!(?:[A-Z0-9]+ )*PRIVATE)[A-Z0-9 ]{1,40}-----"
)
"""Certificates, requests for one, public keys and signatures."""


_DENSE_RUN = 16
"""Characters of the shortest random string that is taken for a key."""


def find_tokens(text: str, run: int) -> Iterator[Span]:
    """Yield long random strings beside a word about keys (spec 000: entropy in context).

    `run` is the length of the longest run without a blank.
    """
    for match in _GROUPS.finditer(text) if _GROUP.search(text) else ():
        if _SECRET_WORDS.search(
            text[max(0, match.start() - _SECOND_HALF) : match.start()]
        ) and re.search(r"[A-Z]", match[0]):
            yield "api_key", match.start(), match.end()
    if run < _DENSE_RUN:
        return
    yield from _of_wallets(text)
    public = [block.span() for block in _PUBLIC_BLOCK.finditer(text)]
    for match in _DENSE.finditer(text):
        if any(start <= match.start() < end for start, end in public):
            continue
        value = match["v"].rstrip(".=")
        if not _random(value) or _NAMES_AN_ID.match(value):
            continue
        before = text[max(0, match.start() - _SECOND_HALF) : match.start()]
        after = text[match.end() : match.end() + _SECOND_HALF]
        near = before[-24:]
        kept = _VARIABLE.match(value) and _ENVIRONMENT.search(before + after)
        spoken_of = kept or (
            _SECRET_WORDS.search(before + " " + after) and not _NOT_SECRET.search(near)
        )
        if spoken_of or (_nothing_else(value) and not _NOT_SECRET.search(before)):
            yield "api_key", match.start(), match.end()


_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{1,40}=(?=[\w-]{20})")
_ENVIRONMENT = re.compile(
    r"\.env\b|\bdotenv\b|\benv(?:ironment)? (?:vars?|variables?|files?)\b|\bconfig vars?\b"
)
"""Where programs keep their keys, whatever the variable is called after."""

_WALLET_KEY = re.compile(r"(?<![\w-])(?:0x)?[0-9a-fA-F]{64}(?![\w-])")
_WALLET = re.compile(
    r"\b(?:metamask|hardhat|foundry|ganache|truffle|rabby|phantom|ledger|accounts|wallet|private|signer|deployer)\b"
)
_ON_CHAIN = re.compile(r"\b(?:tx\w*|transaction|block|hash|merkle|root|topic|public)\b")


def _of_wallets(text: str) -> Iterator[Span]:
    """Yield 64 hexadecimal digits beside the word for a wallet, where they are no digest."""
    for match in _WALLET_KEY.finditer(text):
        around = text[max(0, match.start() - 80) : match.end() + 60].lower()
        if _WALLET.search(around) and not _ON_CHAIN.search(around):
            yield "private_key", match.start(), match.end()


_NAMES_AN_ID = re.compile(
    r"(?:(?:request|trace|span|event|message|run|session|order|user|build)_?id"
    r"|\w{1,30}_(?:id|uuid|guid)|\w{0,30}(?:release|commit|sha\d{0,3}|hash|digest|revision|version|build|etag|checksum|fingerprint"
    r"|public_?key(?:_?token)?)(?:_?id)?)=",
    re.I,
)

_NEITHER = re.compile(
    r"(?:0x[0-9a-fA-F]+|bc1\w+|[13][1-9A-HJ-NP-Za-km-z]{25,34}|[0-9a-fA-F-]+|sha\d+\W.*"
    r"|Qm[1-9A-HJ-NP-Za-km-z]{44}|bafy\w+|[A-Z0-9-]+"
    r"|AAAA\S*|M[I-K][I-Z]\S*|(?:cus|price|prod|sub|pi|ch|in|acct|req|evt|txn|cs|seti|pm|card|src"
    r"|plink|re|po|tr|cn|si|il|file|msg"
    r"|run|thread|asst|resp|chatcmpl|call|toolu|org|proj|user|ws|pk|phc|pub)[_-]\S*|G-\w+|UC[\w-]{22}"
    r"|PL[\w-]{16,}|iVBOR\S*|R0lGOD\S*"
    r"|/9j/\S*|\w{0,20}[@:/].*)$"
)
"""Addresses, digests, public keys, pictures and the ids that services give to things."""


def _nothing_else(value: str) -> bool:
    """Tell whether a run is random in every way, so that it needs no word about keys beside it."""
    sorts = all(re.search(sort, value) for sort in ("[a-z]", "[A-Z]", r"\d"))
    if not sorts or not 24 <= len(value) <= 200 or _NEITHER.match(value) or value.count("/") > 2:
        return False
    tail = max(re.split(r"[_.~-]", value), key=len)
    changes = len(re.findall(r"[a-z][A-Z0-9]|[A-Z][a-z0-9]|\d[A-Za-z]", tail))
    return (
        len(tail) >= 20
        and changes >= 0.25 * len(tail)
        and entropy(tail) >= 3.9
        and not _readable(value)
    )


def _readable(value: str) -> bool:
    """Tell base64 of plain text or of a picture from a random run."""
    try:
        inner = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return sum(32 <= byte < 127 for byte in inner) >= 0.9 * len(inner)


def _random(value: str) -> bool:
    if (
        not is_value(value)
        or _UUID.match(value)
        or "//" in value
        or value.count("/") > 3
        or _FILE.search(value)
    ):
        return False
    return jumbled(value, 16) and entropy(value) >= 3.2
