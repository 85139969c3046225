"""Is this the number of a company, a bank or a permit, which a public register shows?"""

from __future__ import annotations

import re

from stdnum.us import rtn

_OF_A_COMPANY = re.compile(
    r"\b(?:ust\.?-?id(?:-?nr|-?nummer)?|umsatzsteuer-?id\w*|vat|mwst|tva|btw|iva|p\.? ?iva|partita iva|cnpj"
    r"|siret|siren|ein"
    r"|hrb|hra|abn|acn|crn|kvk|cvr|org\.?-?n(?:umme)?r|organisationsnummer|handelsregister\w*|company (?:no"
    r"|number|reg\w*))"
    r"(?: (?:no|nr|number|id|reg\w*))?\b[.:]? ?(?:is |lautet |est |es |é )?[\"'(]?$",
    re.IGNORECASE,
)
_PERMIT = re.compile(
    r"\b(?:tv|television|fishing|dog|software|music|premises|alcohol|broadcast) licen[cs]e(?: (?:no|nr"
    r"|number))?"
    r"\b[.:]? ?(?:is )?$",
    re.IGNORECASE,
)
_CNPJ = re.compile(r"\d\d\.\d{3}\.\d{3}/\d{4}-\d\d")
_ROUTING = re.compile(
    r"\b(?:routing|aba|rtn)\b(?: transit)?(?: (?:number|no|code))?[.:]?(?: is| was)? ?$",
    re.IGNORECASE,
)
_ANOTHER = re.compile(r"\d(?:[ -]?\d){5}")


def is_in_a_register(text: str, start: int, end: int) -> bool:
    """Tell a number by which a company pays taxes or a bank is found, where no account stands beside it."""
    value, before = text[start:end], text[max(0, start - 60) : start]
    if _CNPJ.search(value) or _OF_A_COMPANY.search(before) or _PERMIT.search(before):
        return True
    routed = "?" in text and _ROUTING.search(before) is not None and rtn.is_valid(value)
    return routed and _ANOTHER.search(f"{text[:start]} | {text[end:]}") is None
