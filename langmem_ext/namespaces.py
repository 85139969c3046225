"""Which namespace holds which memories?

A memory namespace is `("memory", tenant, space_kind, space_id, category)`; every other namespace holds ordinary items.
Ids may hold any character, namespace labels may not hold a period, so a few characters of an id are percent-encoded.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from langmem_ext.principal import SPACE_KINDS, Principal

ROOT = "memory"
_LABELS = 5


class MemoryNamespace(NamedTuple):
    """Name the tenant, the space and the category of a memory, each decoded."""

    tenant: str
    space_kind: str
    space_id: str
    category: str

    @property
    def space(self) -> str:
        """Return the space as callers write it: `user:ana`."""
        return f"{self.space_kind}:{self.space_id}"

    def labels(self) -> tuple[str, ...]:
        """Return the five labels of the namespace, encoded."""
        return (
            ROOT,
            encode_label(self.tenant),
            self.space_kind,
            encode_label(self.space_id),
            encode_label(self.category),
        )


def encode_label(text: str) -> str:
    """Make any id a valid label: `%`, `.` and `/` become percent escapes; other characters stay."""
    if text.isalnum():
        return text
    return re.sub(r"[%./]", lambda match: f"%{ord(match[0]):02X}", text)


def decode_label(label: str) -> str:
    """Return the id that a label stands for; a label that was never encoded decodes to itself."""
    if "%" not in label:
        return label
    return re.sub(r"%(25|2E|2F)", lambda match: chr(int(match[1], 16)), label)


def parse_namespace(labels: tuple[str, ...]) -> MemoryNamespace | None:
    """Read a memory namespace; None when the labels name an ordinary one."""
    if len(labels) != _LABELS or labels[0] != ROOT or labels[2] not in SPACE_KINDS:
        return None
    return MemoryNamespace(
        decode_label(labels[1]), labels[2], decode_label(labels[3]), decode_label(labels[4])
    )


def space_key(tenant: str, space: str) -> str:
    """Return the one text that identifies a space in every table: `default/user:ana`.

    The tenant is encoded so that no tenant id can imitate another's space.
    """
    return f"{tenant_key(tenant)}/{space}"


def user_space(principal: Principal) -> str:
    """Return the key of a user's own space."""
    return space_key(principal.tenant, f"user:{principal.user_id}")


def tenant_key(tenant: str) -> str:
    """Return what the keys of a tenant's spaces begin with, up to the slash."""
    return encode_label(tenant)


def registry_key(tenant: str) -> str:
    """Return the space that holds a tenant's people."""
    return space_key(tenant, "people")


def person_key(space: str, person: str) -> str:
    """Return the space where memories about a person that lie in others are found; `space` is any of the tenant."""
    return f"{space.partition('/')[0]}/person:{person}"


def split_space_key(key: str) -> tuple[str, str]:
    """Return (tenant, space) of a space key."""
    tenant, _, space = key.partition("/")
    return decode_label(tenant), space
