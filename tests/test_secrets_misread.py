"""Which numbers of accounts and persons are found though letters stand for some of their digits?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

MISREAD = [
    ("credit_card", "the camera made 54l2 4O38 8542 l435 of my card", "54l2 4O38 8542 l435"),
    ("credit_card", "4O24 341G 72ll O683 is what the scanner says", "4O24 341G 72ll O683"),
    ("credit_card", "Charge 4917O44324451956 please", "4917O44324451956"),
    ("credit_card", "amex: 3714 49483G 694Gl, valid?", "3714 49483G 694Gl"),
    ("credit_card", "S254-6832-3741-84OO 04/29 is dad's", "S254-6832-3741-84OO"),
    ("iban", "pay it to DE44 5OOl O5l7 5407 3249 31", "DE44 5OOl O5l7 5407 3249 31"),
    ("iban", "GB90L0YD3O96341255OO18 says the letter", "GB90L0YD3O96341255OO18"),
    ("iban", "es9l 21OO O418 45O2 OOO5 l332 for the deposit", "es9l 21OO O418 45O2 OOO5 l332"),
    ("iban", "FR14 2OO4 1O1O O5O5 OOOl 3MO2 6O6", "FR14 2OO4 1O1O O5O5 OOOl 3MO2 6O6"),
    ("ssn", "her social security number is 4l8-2O-99l7", "4l8-2O-99l7"),
    ("ssn", "SSN: 52l 4O 88l6", "52l 4O 88l6"),
]


@pytest.mark.parametrize(("kind", "text", "number"), MISREAD, ids=[m[1][:32] for m in MISREAD])
def test_letters_that_look_like_digits_do_not_hide_a_number(
    kind: str, text: str, number: str
) -> None:
    assert [(each.kind, text[each.start : each.end]) for each in find_secrets(text)] == [
        (kind, number)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "order 54l2 4O38 8542 l435 never came",
        "the scanner read 54l2 4O38 8542 l436, which is nonsense",
        "B12 and D3, 5O0 mg each, twice a day",
        "iPhone 5S, S1O and a 13l bag, which first?",
        "Serial number: SO12 8811 B7O2 44l9",
        "Gate B12, flight LO1O5, seat 2lB at 1O:30",
        "sizes 10 12l 14s 16b 18 20 22 are left",
        "5O1 2O2 3O3 are free rooms on that floor",
        "GB12 ABCD is a road, isn't it",
        "commit 8b0051l9 broke the build of 2O26-l0-11",
        "fe80::1ff:fe23:4567:890a cannot reach 10.O.O.12",
        "chapter 1l to 2O, lines 100 to 25O",
    ],
)
def test_letters_among_digits_make_no_number(text: str) -> None:
    assert mask_secrets(text) == text
