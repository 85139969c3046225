"""Which keys and tokens are recognised by their form alone?

Our own list covers issuers that `detect-secrets` does not know; its plugins run as a second net
(docs/decisions/0004-secret-detection.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

Span = tuple[str, int, int]
"""Kind, start and end of a secret in the folded text."""

_FORMS: tuple[tuple[str, str], ...] = (
    (
        "private_key",
        r"-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[^-]|-(?!-{4}END)){0,20000}(?:-----END[A-Z0-9 ]{0,40}-----)?",
    ),
    ("private_key", r"AGE-SECRET-KEY-1[0-9A-Z]{20,}|PuTTY-User-Key-File-\d:[^\n]*(?:\n[^\n]+)*"),
    (
        "ssh_key",
        r"(?:ssh-(?:rsa|ed25519|dss)|(?:sk-)?ecdsa-sha2-\S{1,20})\s+(?:AAAA[\w+/=]*|[\w+/=]{20,})",
    ),
    ("access_token", r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?"),
    ("access_token", r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})"),
    ("access_token", r"\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w-]{16,}"),
    ("access_token", r"\b(?:xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,}|ya29\.[\w-]{20,})"),
    ("access_token", r"\b(?:hf_[A-Za-z0-9]{16,}|npm_[A-Za-z0-9]{30,}|pypi-AgE[\w-]{30,})"),
    ("access_token", r"\bdo[opr]_v1_[0-9a-f]{32,}|\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{20,}"),
    ("access_token", r"\b\d{8,10}:AA[\w-]{30,}|\bATATT3[\w=-]{20,}|\bdapi[0-9a-f]{32}\b"),
    ("access_token", r"\bhv[sb]\.[\w-]{20,}|\bEAAC[A-Za-z0-9]{40,}|\bfigd_[\w-]{20,}"),
    ("access_token", r"https://hooks\.slack\.com/services/T\w+/B\w+/\w+"),
    ("access_token", r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]+"),
    ("access_token", r"(?i:\bbearer\s+)(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{12,}"),
    ("access_token", r"(?i:\bauthorization\s*:\s*basic\s+)[A-Za-z0-9+/=]{8,}"),
    ("api_key", r"\b(?:AKIA|ASIA|ABIA|ACCA|A3T[0-9A-Z])[0-9A-Z]{16}\b"),
    ("api_key", r"\bAIza[\w-]{30,}|\bGOCSPX-[\w-]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}"),
    ("api_key", r"\b(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9+/=]{16,}"),
    (
        "api_key",
        r"\b(?:gsk|r8|tvly|nvapi|pplx|xai|lin_api|ntn|rubygems|sntrys|csk|lsv2_(?:pt|sk))"
        r"[_-](?=[\w-]{0,200}\d)[\w-]{20,}",
    ),
    ("api_key", r"\bsk-(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Za-z])[\w-]{16,}"),
    ("api_key", r"\bkey-[0-9a-f]{32}\b|\b[0-9a-f]{32}-us\d{1,2}\b|\bSK[0-9a-f]{32}\b"),
    ("api_key", r"\bPMAK-[0-9a-f-]{30,}|\bsq0(?:atp|csp)-[\w-]{20,}|\bsecret_[A-Za-z0-9]{40,}"),
    (
        "connection_string",
        r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@?#]{0,100}:"
        r"(?![<{$*\[%.]|(?:my|your|the|user|db)?[-_]?(?:passw(?:or)?d|pass|pwd|pw|secret|changeme|token|xxx+|example)[-_]?(?:here)?@)[^\s@/]{1,200}@[^\s\"'<>]+",
    ),
    (
        "access_token",
        r"\b(?:ATCTT3|ATBB|ATOA)[\w=-]{20,}|\bdckr_(?:pat|oat)_[\w-]{10,}|\bglsa_\w{20,}|\bglc_[\w+/=]{20,}",
    ),
    (
        "access_token",
        r"\bsbp_[0-9a-f]{30,}|\bnfp_\w{30,}|\bvc[pika]_\w{20,}|\bFlyV1 \S{20,}|\bfo1_[\w-]{30,}|\brnd_\w{20,}",
    ),
    (
        "access_token",
        r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{30,}|\bpscale_\w+_[\w-]{20,}|\bdp\.\w{2,6}\.[\w-]{20,}|\bdapi[0-9a-h]{32}",
    ),
    (
        "access_token",
        r"\bxkeysib-[\w-]{20,}|\bNR(?:AK|JS|AA|RA)-[\w]{20,}|\bsntry[su]_[\w=+/-]{20,}|\bsq[upa]_[0-9a-f]{30,}",
    ),
    (
        "access_token",
        r"\b1//0[\w-]{30,}|\bEA[A-Z][A-Za-z0-9]{40,}|\bAQVN[\w-]{30,}|\by0_[\w-]{30,}|\bt1\.[A-Z0-9a-z_]+\.[\w=-]{20,}",
    ),
    (
        "access_token",
        r"\bpul-[0-9a-f]{40}|\bpnu_\w{30,}|\brdme_\w{30,}|\btk-us-[\w-]{30,}|\bamzn\.mws\.[0-9a-f-]{30,}|\bico-\w{30,}",
    ),
    (
        "access_token",
        r"\bsl\.[A-Za-z0-9_-]{60,}|\bops_eyJ[\w+/=-]{40,}|\bsha256~[\w-]{40,}|\w{14}\.atlasv1\.[\w-]{40,}|\bHRKU-[\w-]{20,}",
    ),
    (
        "access_token",
        r"https://[\w.-]+\.(?:webhook\.office|logic\.azure|zapier)\.com/\S{20,}|https://hooks\.zapier\.com/hooks/catch/\S{8,}",
    ),
    (
        "access_token",
        r"https://api\.telegram\.org/bot\d+:[\w-]+|https://chat\.googleapis\.com/\S+key=\S+",
    ),
    (
        "api_key",
        r"\bLTAI[A-Za-z0-9]{16,}|\bA3-[A-Z0-9]{6}-[A-Z0-9-]{20,}|\bshippo_(?:live|test)_\w{20,}|\bEZ[AT]K[\w-]{30,}",
    ),
    (
        "api_key",
        r"\b(?:live|test)_[0-9a-f]{30,}|\bpcsk_\w{20,}|\btgp_v1_[\w-]{20,}|\b(?:fw|phx|re)_(?=\w{0,60}\d)\w{20,}",
    ),
    (
        "api_key",
        r"\bFLWSECK\S{12,}|\brzp_(?:live|test)_\w{10,}|\bEAAA[\w-]{40,}|\bAC[0-9a-f]{32}:[0-9a-f]{32}|\bsk\.eyJ[\w.-]{20,}",
    ),
    (
        "api_key",
        r"\b\w{3}\dQ~[\w.~-]{31,34}|\bp8e-[\w]{32}|\bAKCp\w{60,}|\bcmVmd\w{50,}|\b4b1d[A-Za-z0-9]{38}\b|\bdnkey-[\w-]{30,}",
    ),
    (
        "api_key",
        r"(?<![\w])(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{50,})\b",
    ),
    ("connection_string", r"https://[0-9a-f]{32}(?::[0-9a-f]{32})?@[\w.-]+\.\w+/\d+"),
    (
        "password",
        r"(?:(?<![\w.-])[\w.-]{1,40}:)?\$(?:apr1|1|2[abxy]?|5|6|7|y|argon2\w{1,2}|scrypt|pbkdf2[\w-]*)\$[^\s:\"',;]{16,200}",
    ),
    (
        "api_key",
        r"\b[0-9a-f]{36}NRAL\b|\bdjango-insecure-[^\s\"']{20,80}|\bxapp-\S{20,}|\bQVN[\w-]{30,}",
    ),
    ("connection_string", r"\b(?:AccountKey|SharedAccessKey)\s*=\s*[A-Za-z0-9+/=]{20,}"),
)

_KNOWN = re.compile("|".join(f"(?P<k{i}>{form})" for i, (_, form) in enumerate(_FORMS)))

# Most messages hold nothing of the kind: one cheap look spares them the long alternation.
_LOOKS_LIKE_A_TOKEN = re.compile(r"[\w+/=.:~-]{16,}|://|-----|ssh-|[Bb]earer|[Bb]asic|\s-[pu]")

_PLUGINS = {
    "artifactory": ("ArtifactoryDetector", "access_token"),
    "aws": ("AWSKeyDetector", "api_key"),
    "azure_storage_key": ("AzureStorageKeyDetector", "connection_string"),
    "discord": ("DiscordBotTokenDetector", "access_token"),
    "github_token": ("GitHubTokenDetector", "access_token"),
    "gitlab_token": ("GitLabTokenDetector", "access_token"),
    "jwt": ("JwtTokenDetector", "access_token"),
    "mailchimp": ("MailchimpDetector", "api_key"),
    "npm": ("NpmDetector", "access_token"),
    "openai": ("OpenAIDetector", "api_key"),
    "private_key": ("PrivateKeyDetector", "private_key"),
    "pypi_token": ("PypiTokenDetector", "access_token"),
    "sendgrid": ("SendGridDetector", "api_key"),
    "slack": ("SlackDetector", "access_token"),
    "square_oauth": ("SquareOAuthDetector", "access_token"),
    "stripe": ("StripeDetector", "api_key"),
    "telegram_token": ("TelegramBotTokenDetector", "access_token"),
    "twilio": ("TwilioKeyDetector", "api_key"),
}
"""The detect-secrets plugins that judge by form; its entropy and keyword ones are for code."""


def find_known_forms(text: str) -> Iterator[Span]:
    """Yield keys, tokens and connection strings whose form alone gives them away."""
    if not _LOOKS_LIKE_A_TOKEN.search(text):
        return
    for match in _KNOWN.finditer(text):
        if match[0].startswith(("ssh-", "ecdsa-", "sk-ecdsa-")) and _is_public(match):
            continue
        yield _FORMS[int((match.lastgroup or "k0")[1:])][0], match.start(), match.end()
    yield from _from_plugins(text)


_PUBLIC_KEY = re.compile(r"AAAA[BCEIG][\w+/]{3,}")


def _is_public(match: re.Match[str]) -> bool:
    """Tell the half of an SSH key that is made to be given away: it is called so, or is whole and names its algorithm.

    The specification's pattern refuses all of them (000, section 6.2); what cannot be told to be public is refused.
    """
    algorithm, blob = match[0].split(None, 1)
    around = match.string[max(0, match.start() - 60) : match.end() + 60]
    if re.search(r"\bprivate\b", around, re.I) or not _PUBLIC_KEY.match(blob):
        return False
    whole = len(blob) >= (300 if algorithm == "ssh-rsa" else 68)
    named = re.search(r"\bpub(?:lic)?\b|authorized_keys|deploy key", around, re.I)
    return bool(
        whole
        or named
        or re.match(r"\s+[\w.+-]+@[\w.-]+", match.string[match.end() : match.end() + 80])
    )


_WINDOW, _OVERLAP = 4000, 400
"""Some plugins' patterns are quadratic; windows of this many characters keep the whole linear."""


def _from_plugins(text: str) -> Iterator[Span]:
    for start in range(0, len(text), _WINDOW - _OVERLAP):
        window = text[start : start + _WINDOW]
        if not _LOOKS_LIKE_A_TOKEN.search(window):
            continue
        for kind, plugin in _plugins():
            for value in plugin.analyze_string(window):
                at = window.find(value)
                if value and at >= 0:
                    yield kind, start + at, start + at + len(value)


@cache
def _plugins() -> list[tuple[str, Any]]:
    """Import the plugins on first use: 140 ms that a text without tokens never pays."""
    from importlib import import_module

    return [
        (kind, getattr(import_module(f"detect_secrets.plugins.{module}"), name)())
        for module, (name, kind) in _PLUGINS.items()
    ]
