"""Which sensitive data may be kept, by the settings?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from langmem_ext.policies.privacy import special_data
from langmem_ext.reading.bounds import readable
from langmem_ext.settings import SensitiveDataSettings

FAMILIES: dict[str, frozenset[str]] = {
    "password": frozenset({"password", "pin", "seed_phrase"}),
    "api_key": frozenset(
        {"api_key", "access_token", "private_key", "ssh_key", "connection_string"}
    ),
    "credit_card": frozenset({"credit_card", "iban", "bank_account"}),
    "ssn": frozenset({"ssn", "national_id"}),
}
"""Which kinds of secrets each name of `sensitive_data.never_store` stands for; other kinds are always refused."""

_FAMILY_OF = {kind: family for family, kinds in FAMILIES.items() for kind in kinds}


def is_refused(kind: str, settings: SensitiveDataSettings) -> bool:
    """Tell whether a kind of secret is never stored."""
    family = _FAMILY_OF.get(kind)
    return family is None or kind in settings.never_store or family in settings.never_store


def sensitive_classes(
    text: str, settings: SensitiveDataSettings, *, learned: bool = True
) -> list[str]:
    """Return the classes of sensitive data that a text holds: a built-in one, then those of the settings."""
    find = _of_label if len(text) <= REPEATED else special_data
    built_in = find(text, learned=learned)
    own = [
        name
        for name, patterns in settings.classes.items()
        if patterns and _compiled(patterns).search(readable(text))
    ]
    return [*([built_in] if built_in else []), *own]


def condition(
    name: str, settings: SensitiveDataSettings
) -> Literal["user_requested_only", "always", "never"]:
    """Return when a class is stored; `health` may be called `health_info`, too."""
    if name in settings.never_store:
        return "never"
    named = settings.conditional_store.get(name)
    return named or settings.conditional_store.get(f"{name}_info", "user_requested_only")


REPEATED = 40
"""Characters of what comes again and again: the ids of users, chats and agents, tags, keywords."""
_of_label = lru_cache(maxsize=4096)(special_data)


@lru_cache
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{each})" for each in patterns), re.IGNORECASE)
