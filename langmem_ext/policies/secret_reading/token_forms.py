"""Which keys and tokens are recognised by their form alone?

Our own list covers issuers that `detect-secrets` does not know; its plugins run as a second net
(docs/decisions/0004-secret-detection.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.issuers import FORMS

Span = tuple[str, int, int]
"""Kind, start and end of a secret in the folded text."""

_COMPILED = [(kind, marks, re.compile(form)) for kind, marks, form in FORMS]
_MARKED = any_of(mark for _, marks, _ in FORMS for mark in marks)

# The plugins cost more than all the rest: only a long run of letters and digits that is no hash or path is worth it.
_WORTH_A_PLUGIN = re.compile(
    r"(?<![\w-])(?=[\w.+=~-]{0,80}\d)(?=[\w.+=~-]{0,80}[g-zA-Z])(?=[\w.+=~-]{0,80}[a-z])[\w.+=~-]{20,}"
    r"|-----BEGIN|(?<![\w+/])[\w+/]{80,}=="
)

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
    for kind, marks, form in _COMPILED if _MARKED.search(text) else ():
        if any(mark in text for mark in marks):
            for match in form.finditer(text):
                if not _BLANK.search(match[0]) and (kind != "ssh_key" or not _is_public(match)):
                    yield kind, match.start(), match.end()
    yield from _from_plugins(text)


def is_of_an_issuer(value: str) -> bool:
    """Tell a value in one piece that its own form shows to be a key, whatever is said around it."""
    return _IN_ONE_PIECE.fullmatch(value) is not None and any(
        end - start == len(value) for _, start, end in find_known_forms(value)
    )


_IN_ONE_PIECE = re.compile(r"(?!-----)\S{16,}")
_BLANK = re.compile(
    r"[-_](?:your|example|placeholder|dummy|insert|redacted|here)(?![^\W_])|x{8}", re.IGNORECASE
)
"""What documentation writes in place of a token: xoxb-your-token-here, ghp_xxxxxxxxxxxxxxxxxxxx."""

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
        if not _WORTH_A_PLUGIN.search(window):
            continue
        for kind, plugin in _plugins():
            for value in plugin.analyze_string(window):
                at = window.find(value)
                if value and at >= 0 and not _BLANK.search(value):
                    yield kind, start + at, start + at + len(value)


@cache
def _plugins() -> list[tuple[str, Any]]:
    """Import the plugins on first use: 140 ms that a text without tokens never pays."""
    from importlib import import_module

    return [
        (kind, getattr(import_module(f"detect_secrets.plugins.{module}"), name)())
        for module, (name, kind) in _PLUGINS.items()
    ]
