"""Numbers of cards and accounts that are told over two messages, and secrets in other languages."""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets

IN_HALVES = [
    ("my card number begins with 4929 1184", "the last half is 7731 2090", "7731 2090"),
    ("credit card starts 5425 2334", "and the rest: 3010 9903", "3010 9903"),
    ("first half of my card: 4485 0091", "second half 2207 3316, need it in the form", "2207 3316"),
    ("my amex starts 3714 496353", "ends 98431", "98431"),
    ("die ersten Ziffern meiner Karte sind 4111 1111", "und der Rest 1111 1111", "1111 1111"),
    ("my iban starts GB82 WEST", "then 1234 5698 7654 32", "1234 5698 7654 32"),
    ("konto DE89 3704 0044", "0532 0130 00", "0532 0130 00"),
]
NO_HALVES = [
    ("my card begins with 4929, so it is a visa?", "order 118 2207 is late"),
    ("the card starts with 4929 1184", "we sold 250 of them"),
    ("the library card begins with 2120 4410", "and the rest 8827 1103 is worn off"),
    ("chapter 4929 begins", "and the rest is 1184"),
]
ANSWERED = [
    ("Which wifi password should I put on the card?", "apricot-on-toast"),
    ("what's the wifi password?", "river-otter-dance"),
    ("I'll give you the hulu login", "popcorn_night8"),
    (
        "my ledger words",
        "garlic owner humble crystal victory exhaust tumble orbit velvet pigeon canyon fossil",
    ),
]
CODES_ANSWERED = [
    ("what's the code for the bin store", "C7714X"),
    ("hast du den Code vom Tor?", "5093"),
    ("ok, and the safe?", "27-11-06"),
    ("and the side gate?", "4408"),
]
CODES_NOT_ANSWERED = [
    ("and the safe?", "it weighs 84 kg"),
    ("what's the booking code?", "C7714X"),
    ("and the museum?", "4408"),
]
NOT_ANSWERED = [
    ("Which password manager is best?", "a self-hosted one"),
    ("I'll give you the agenda", "standup_v2"),
    ("Which wifi password should I put on the card?", "none, leave it out"),
    ("my ledger words", "what would you do if somebody asked you to read them out now"),
]
ABROAD = [
    ("le code de la cave est sept trois neuf un", "sept trois neuf un"),
    ("el pin es nueve cero cuatro seis", "nueve cero cuatro seis"),
    ("de code is zes twee negen vijf", "zes twee negen vijf"),
    ("il codice è quattro due nove sei", "quattro due nove sei"),
    ("wachtwoord van de printer is Hagel-Slag", "Hagel-Slag"),
    ("lösenordet till kassan är Semla-Fika", "Semla-Fika"),
    ("huur gaat naar nl91 abna 0417 1643 00 op de eerste", "nl91 abna 0417 1643 00"),
    ("pool gate C6402", "C6402"),
    ("Karte 5105 1051 0510 5100, Prüfnummer 604", "604"),
]
NOTHING_ABROAD = """
rent is due 12 June and the gate code stays
un deux trois soleil, quel âge pour ce jeu
the alarm test is due four weeks from now
Conference dial-in says 020 7946 0117 then press star. Which account pays?
il codice dell'errore è quattro uno nove sei
Der Produktcode ist acht acht neun null
Alarm clock 0620, then 0645 to be sure
gate C24 at the airport was closed
dos tres personas delante de la puerta
""".strip().split("\n")


def _found(text: str, *before: str) -> list[str]:
    return [text[each.start : each.end] for each in find_secrets(text, before)]


@pytest.mark.parametrize(("before", "text", "half"), IN_HALVES)
def test_the_other_half_of_a_number_is_found(before: str, text: str, half: str) -> None:
    assert _found(text, before) == [half]


@pytest.mark.parametrize(("before", "text"), NO_HALVES)
def test_two_numbers_that_make_up_nothing_stay(before: str, text: str) -> None:
    assert _found(text, before) == []


@pytest.mark.parametrize(("before", "text"), [*ANSWERED, *CODES_ANSWERED])
def test_a_message_that_is_all_answer_gives_the_secret(before: str, text: str) -> None:
    assert _found(text, before) == [text]


@pytest.mark.parametrize(("before", "text"), [*NOT_ANSWERED, *CODES_NOT_ANSWERED])
def test_a_message_that_answers_otherwise_stays(before: str, text: str) -> None:
    assert _found(text, before) == []


@pytest.mark.parametrize(("text", "secret"), ABROAD)
def test_secrets_of_other_languages_are_found(text: str, secret: str) -> None:
    assert secret in _found(text)


@pytest.mark.parametrize("text", NOTHING_ABROAD)
def test_numerals_of_other_languages_open_nothing_by_themselves(text: str) -> None:
    assert _found(text) == []
