"""Which numbers is somebody reached by, and which only look like a telephone's?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secret_reading.telephone_numbers import without_telephones
from langmem_ext.policies.secrets import find_secrets, mask_secrets

OF_ANY_COUNTRY = """
New supplier contact: Mutua, +254 712 604 918, only WhatsApp. Write him a first hello.
tax adviser Brandt, +43 664 2664439, ask her about the receipts
passport office says call 0044 7915 631071, what do I need to have ready?
For the gate, ring the warden on +60 10-239 9349 and he opens
social worker reachable at +86 138 1965 3013 mornings
sms from +7 (994) 747 12 11 says my card is blocked, is it a scam?
safe got stuck, technician +56 9 2826 5927, how do i describe the fault
Pin this: plumber +49 (0) 89 974418
the credit card people: +371 65 091 355 (24h)
wa.me/254712604918 opens a chat but with the wrong text, how do i prefill it
i put 0034 612 345 678 in my contacts but whatsapp doesnt show him, is the 00 wrong?
""".strip().split("\n")

AT_HOME = """
Pin this to the top: electrician 0664 1234567, plumber 0676 7654321
The national insurance people are on 0300 200 3500, right? How long is the queue normally
Emergency contact for my passport form: Dana Hill, 0803 607 8469
Bank hotline 0407 514 767, is it open on Sunday
Key holder: Petra, 0554555016. She has the alarm fob too
the credit card people: (194) 555-4804 (24h)
safe got stuck, technician 771-555-3950, how do i describe the fault
airbnb host: text 530 277 468 when you arrive, he'll let you in
passport office says call 544 554 667, what do I need to have ready?
New supplier contact: Mutua, 694 177 2408, only WhatsApp. Write him a first hello.
Phone tree: Ana 612 345 678, Luis 634 567 890, Marta 655 443 322. make a table
Visitors phone 8 (922) 513-48-91 at the barrier. make a sign
unlock service for phones 0712 042869, legit?
""".strip().split("\n")


@pytest.mark.parametrize("text", [*OF_ANY_COUNTRY, *AT_HOME])
def test_a_number_by_which_somebody_is_reached_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my pin is 0034 612 345 678, too long?", "0034 612 345 678"),
        ("the safe code is +254712604918, no joke", "254712604918"),
        ("my SIN is 046 454 286, payroll asks", "046 454 286"),
        ("fødselsnummer 01129955131 blir avvist av skjemaet", "01129955131"),
        ("CPR 010203-1234, borger.dk siger fejl", "010203-1234"),
        ("my Aadhaar is on my phone: 9474 5077 5939", "9474 5077 5939"),
        ("my iban is DE89 3704 0044 0532 0130 00 as ever", "0532 0130 00"),
        ("checking account number is 0048213377, set up autopay", "0048213377"),
        (
            "direct deposit bounced, i gave them checking 000482719365 at first prairie credit union",
            "000482719365",
        ),
        ("NHS no. 943 476 5919 for the referral, call the GP", "943 476 5919"),
        ("cedula dominicana 017-3375816-1", "017-3375816-1"),
        ("072-88-8615 in the box where they want the social", "072-88-8615"),
        ("wire it to 026424550 / 7730041926 memo 'source travel'", "026424550"),
        ("alien number: A 098 765 432", "098 765 432"),
        ("they ask his identity, 34004643352, is it safe to send by WhatsApp?", "34004643352"),
        ("form W-9 line: 278-10-8233, and under it my old address", "278-10-8233"),
        ("telegram 6120984437:AAHq2vLx9RmTz_k8WnBfJc0YdEp5 getMe works", "6120984437"),
        ("strongroom dial: 31-07-52-16", "31-07-52-16"),
        ("I told the hotel my card over the phone, first 4024 0071 and then 8293 6459.", "4024"),
        ("login +254712604918 password Kibo77!x, it says wrong", "Kibo77!x"),
        ("numéro de sécu 2 84 06 75 114 382 44, la mutuelle le refuse", "75 114 382"),
    ],
)
def test_what_the_text_calls_otherwise_is_no_telephone(text: str, value: str) -> None:
    assert value not in mask_secrets(text)


def test_what_is_asked_for_in_the_message_before_is_given_even_if_it_looks_like_a_telephone() -> (
    None
):
    assert find_secrets("0664 1234567", ["my pin for the vault is"])


def test_a_telephone_leaves_every_other_character_at_its_place() -> None:
    text = "ring +254 712 604 918 now"

    assert without_telephones(text) == "ring ................ now"


@pytest.mark.parametrize(
    "text",
    [
        "from 01.02.2024 to 05.02.2024 we are away",
        "2 + 44 7911 of them",
        "the pin is 4471",
        "a birthday in front: 02 07 30 033 28",
    ],
)
def test_days_sums_and_short_numbers_are_read_as_they_stand(text: str) -> None:
    assert without_telephones(text) == text
