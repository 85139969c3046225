"""Is this a number or a key that is published for trying things out, and does the text say so?

Both are asked for: a test card's number by itself has the check digit of any other card.
"""

from __future__ import annotations

import re

_CARDS = frozenset(
    "4111111111111111 4242424242424242 4012888888881881 4000056655665556 4000000000000002 4000000000009995"
    " 4000002500003155 4000002760003184 4000000000003220 4222222222222 4917610000000000 4988438843884305"
    " 5555555555554444 5105105105105100 5200828282828210 5454545454545454 5424000000000015 5431111111111111"
    " 2223003122003222 2223000048400011 2222420000001113 378282246310005 371449635398431 378734493671000"
    " 370000000000002 343434343434343 6011111111111117 6011000990139424 6011000000000004 6011981111111113"
    " 3530111333300000 3566002020360505 3566111111111113 30569309025904 38520000023237 36227206271667 6200000000000005"
    .split()
)  # fmt: skip
"""The cards of the sandboxes of payment services."""
_OTHERS = frozenset(
    "gb82west12345698765432 gb29nwbk60161331926819 gb33bukb20201555555555 de89370400440532013000"
    " fr1420041010050500013m02606 fr7630006000011234567890189 nl91abna0417164300 ch9300762011623852957"
    " be68539007547034 es9121000418450200051332 at611904300234573201 it60x0542811101000000123456"
    " 078051120 219099999 457555462 akiaiosfodnn7example akiai44qh8dhbexample asiaiosfodnn7example"
    " wjalrxutnfemi/k7mdeng/bpxrficyexamplekey je7mtgbclwbf/2zp9utk/h3yco8nvbexamplekey"
    " vk7jgnphtmc97jm9mpgt3v66t"
    " w269nwfgwxyvc9b4j6c9t83gx sktest4ec39hqlyjwdarjtt1zdp7dc eyjhbgcioijiuzi1niisinr5cci6ikpxvcj9".split()
)
"""The accounts, numbers and keys of registries, manuals and encyclopedias, without blanks, hyphens and low lines."""
_SAID = re.compile(
    r"\b(?:docs?|documentation|examples?|samples?|sandbox\w*|tests?|testing|tutorials?|manuals?|wikipedia"
    r"|specimens?"
    r"|dumm(?:y|ies)|placeholders?|fake|published|readme|jwt\.io|header|generic|kms|microsoft's|vlk)\b",
    re.IGNORECASE,
)
_OWNED = re.compile(
    r"\b(?:my|our|his|her|their)\s+(?:[\w-]+ ){0,2}?(?:cards?|visa|amex|mastercard|account|iban|ssn|social"
    r"|keys?|credentials)\b",
    re.IGNORECASE,
)


def is_published(text: str, value: str) -> bool:
    """Tell what everybody may know from the same digits on somebody's own card."""
    bare = re.sub(r"[\s._-]", "", value).lower()
    if bare not in _CARDS and bare not in _OTHERS and not _is_on_such_a_card(text, value):
        return False
    return _SAID.search(text.replace(value, "")) is not None and _OWNED.search(text) is None


def _is_on_such_a_card(text: str, value: str) -> bool:
    """Tell the code that goes with a published card: any will do."""
    written = re.sub(r"\D", "", text)
    return _CARD_CODE.fullmatch(value) is not None and any(card in written for card in _CARDS)


_CARD_CODE = re.compile(r"\d{3,4}")
