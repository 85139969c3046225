"""Numbers of animals, devices, vehicles, meters and papers, and the secrets that stand among the same words."""

from __future__ import annotations

import pytest

from langmem_ext.policies.secret_reading.numbers_of_things import is_of_a_thing
from langmem_ext.policies.secrets import find_secrets

THINGS = """
The parrot's microchip is 941000027781645, who keeps the list in Ireland?
chip number: 752098100331207
Unser Kater trägt die Chipnummer 276095600418823, er ist seit Montag weg
la puce de ma chienne, numéro de puce 250269802117664, n'est pas au fichier
I wrote 985113004471902 as the transponder in the form
the pony's UELN is 372414006550198
ear tag UK 220417 300988 went missing in the hedge
IMEI: 353918057442106
354402091187265 is the IMEI, right?
the tablet (serial 8KQ2M71XTR) never came back from repair
Seriennummer: R52K70BXNLA
número de serie 55201988340 de la lavadora
Fahrgestellnummer: WVGZZZ5NZ8W061402
numero di telaio: ZFA31200000518833
the frame number is WXB204K7719L, stolen on Friday
our MPRN (2214897703) belongs to the flat next door
Zählernummer 1EMH0008817254, was fehlt noch
numer licznika: 90417723
Marktlokation 51238696780 abmelden
EORI: GB205672212000
LEI: 529900T8BM49AURSDO55
ISNI 0000 0001 2145 8831 is another author
faktura nr 440918277 er ikke betalt
Vertragsnummer: 4410298837
our dossiernummer (600417253) isn't known to them
PNR: 7KXQ4M
Versicherungsscheinnummer is 410077263
parking permit: 30418827
wagon number: 338745617029
DUNS: 31-660-4821
""".strip().split("\n")

AMONG_THEM = [
    ("the code for the case is 7204, grandma wrote it inside", "7204"),
    ("Wifi is Quitte&41, booking number 5580", "Quitte&41"),
    ("Kundennummer 5512090, PIN 80417 für die Hotline", "80417"),
    ("serial 66120 of the safe, its code is 904417", "904417"),
    ("the chip card's code is 6638", "6638"),
    ("code of the meter cupboard 2297", "2297"),
    ("residence permit number RT0091882", "RT0091882"),
    ("policy number HT-2290, password Fig&Feather8 on the portal", "Fig&Feather8"),
    ("lockbox 9082 (order number 117734)", "9082"),
    ("serial key for the editor is 8QX4-22MN-KT7P", "8QX4-22MN-KT7P"),
]


@pytest.mark.parametrize("text", THINGS)
def test_the_number_of_a_thing_is_nobodys_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(("text", "secret"), AMONG_THEM)
def test_a_secret_among_numbers_of_things_is_still_found(text: str, secret: str) -> None:
    assert secret in [text[each.start : each.end] for each in find_secrets(text)]


@pytest.mark.parametrize("text", ["chip 4471", "the pin of the booking number is 4471"])
def test_a_short_number_may_be_typed(text: str) -> None:
    assert not is_of_a_thing(text, text.index("4471"), len(text))
