"""Numbers of goods, companies and lists of words that nobody types, and numbers and words that are typed for a time."""

from __future__ import annotations

import pytest

from langmem_ext.policies.secret_reading.product_codes import is_a_product
from langmem_ext.policies.secret_reading.word_lists import is_a_word_list
from langmem_ext.policies.secrets import find_secrets, mask_secrets

GOODS = """
The shelf label scanner reads 4006381333931 as pens, but it is stuck on the candles. How do I reprint it?
scanner beeps on 5901234123457 but the till says unknown item, where in the backoffice do I add it
The code on the box is 4012345678901, can I look up who makes it?
My inventory app shows 96385074 for the gum, is it an ean-8?
Till keeps refusing 5000112637922 (that's the coke), everything else scans
pos db: SELECT price FROM items WHERE code = 5449000000996; returns null
serial no of the safe is 88213377, maker wants a photo, how do I write to them
the lock's part number is 72104, is there a cheaper equivalent
alarm panel shows fault 3312 after the power cut. meaning?
rent of the garage is 1150 this quarter, changes on the first. draft a note to the tenant
numéro de client 30045512, ils me demandent le relevé 12875
n° de commande 5512-7781 toujours pas livré
USt-IdNr. DE136695976 gültig?
CNPJ 11.222.333/0001-81 é válido?
routing number 021000021 is chase in ny, right?
test card 4242 4242 4242 4242 exp 12/34 cvc 123 works in sandbox only?
tv licence no 3301 2244 55, cancel it, letter please
Correlation ID 6f1d0c3e-92b7-4e55-a8f4-0b7c3d19e2a6, 'AADSTS50105'. What's the user missing?
wall safe is 2019 made, warranty over?
The safe hotline (for kids) is 116 111 in Poland, right
""".strip().split("\n")

LISTS = """
spelling words year 3: orchard bicycle island pencil giraffe thunder kitchen blanket rocket pumpkin violin harbour
shopping: apple, banana, onion, rice, butter, salmon, lemon, cheese, sugar, olive, bread, milk
spellings for year 5: orbit, velvet, pigeon, rhythm, canyon, ancient, drip, antique, fossil, humble, ladder, knead
words to describe autumn: crisp golden amber harvest misty cider maple bonfire apple pumpkin scarf leaves
""".strip().split("\n")

FORMS_OF_OTHERS = """
order 240917-0031 is late
the part 140358-2715 is not in stock
the riddle's hint is 'boat', answer Titanic
file protection kit!deluxe on sale
it was sent 120 times
""".strip().split("\n")

COUNTED = """
garage is 1450 a month now in Zürich, madness
basement is 3180 since the storm: humidity in ppm? strange sensor
room is 2207 until Thursday then 1804, tell the florist
coffre de toit 430 l pour Golf 7, lequel
version 85.07.30-033.28? no 85.7. which firefox supports it
The door counter is 7730 this month, last month 6912. Percent change?
locker rent is 1215 this term, it changes next year. Who do I ask?
safe deposit box is 2410 this year, up from 2195. Normal?
the gym is 1990 this month, changes after the trial, too expensive?
room 4417 this week, moved to 4420 on the first
""".strip().split("\n")

SPELLED_BUT_NOT_TYPED = """
Letter by letter she spelled the name of the street: K r z y w a 7. How is it pronounced
our licence plate reads B E R G 7 7, would it be allowed in Germany?
s l o w l y read it out, that's the login of every meditation video ever
chords are C - G - A - F, then F - C - G - 7, is that right
first part is easy, second part is hard. Together it's the login tutorial
""".strip().split("\n")


@pytest.mark.parametrize(
    "text", [*GOODS, *LISTS, *COUNTED, *FORMS_OF_OTHERS, *SPELLED_BUT_NOT_TYPED]
)
def test_what_nobody_types_to_be_let_in_stays(text: str) -> None:
    assert find_secrets(text) == []


FOR_A_TIME = [
    ("drug cupboard is 7730 this month, changes on the first. how would i word it", "7730"),
    ("sluice room is 2946 for now, gets changed monthly. make me a reminder", "2946"),
    ("linen store is 7015 these days, last month it was 3390", "7015"),
    ("linen store is 7015 these days, last month it was 3390", "3390"),
    ("staff loo is 4821 this month, write a polite sign so customers stop asking", "4821"),
    ("Basement is 5527 since Tuesday, was 1148 before. tell the cleaners", "1148"),
    ("server room's 61842 this quarter and we rotate on the 1st, is that often enough", "61842"),
    ("the tuck shop is 7741 again this week", "7741"),
    ("prep kitchen is C2580X now, was C1470Z last month. sticker text", "C1470Z"),
    ("pool is C4410 this summer, resets in september", "C4410"),
    ("archive 8812 until 31 March then new. make a sticky label", "8812"),
]

SPELLED = [
    (
        "Letter by letter so you don't mistype it: M a r a - 7 7 - k i t e. That's the login of the shared drive.",
        "M a r a - 7 7 - k i t e",
    ),
    ("spelled out Q U I N C E 3 1 , that gets you onto the router page", "Q U I N C E 3 1"),
    (
        "slowly: b . a . d . g . e . r . 6 . 1 and that's how you get into the payroll folder",
        "b . a . d . g . e . r . 6 . 1",
    ),
    (
        "character by character W, i, l, l, o, w, 8, 8, that's my netflix login, write it big",
        "W, i, l, l, o, w, 8, 8",
    ),
    (
        "ich buchstabiere: H a f e r 7 7 m o n d, das ist der Zugang zum NAS",
        "H a f e r 7 7 m o n d",
    ),
    (
        "lettre par lettre: m o u e t t e 4 2, c'est l'accès au disque partagé",
        "m o u e t t e 4 2",
    ),
    ("u type it like this h e d g e 5 5 thats the wifi lol, make poster", "h e d g e 5 5"),
    ("I spell it, m a r z i p a n, that opens the zip", "m a r z i p a n"),
]

IN_PARTS = [
    (
        "I'll split it: first part mango, second part Tram_64. Together it's the login for the wiki.",
        "mango",
    ),
    (
        "the first half of the wifi key is Kestrel, second half _9041, joined no space. card for guests",
        "_9041",
    ),
    ("part one is otter, part two _Lamp7, join them for the hr log-in", "_Lamp7"),
]

ABROAD = [
    ("el candado de la bici está en 417, cómo lo cambio", "417"),
    ("รหัสไวไฟ mango4499 ทำป้าย", "mango4499"),
    ("와이파이 비번 gimbap2020 안내문", "gimbap2020"),
    ("ik heb de kluis op 5096 gezet en nu piept hij", "5096"),
    ("lösenordet är blåbär-77 men bankid bråkar", "blåbär-77"),
    ("adgangskoden er Pandekage7!", "Pandekage7!"),
]

REFUSED = [
    ("voicemail 6617 not accepted since the number moved", "6617"),
    (
        "since i switched the layout luks won't take tundra piano wobble citrus any more",
        "tundra piano wobble citrus",
    ),
]


BY_FORM = [
    ("For Kela paper of my father (140358-2715), which box is it?", "140358-2715"),
    ("our regex rejects mine, 93.05.18-223.61, why", "93.05.18-223.61"),
    ("Försäkringskassan wants my number, I wrote 850709-9805 and it bounced", "850709-9805"),
    ('assert is_valid_pesel("44051401359")  # mine, so it HAS to pass', "44051401359"),
    ("หมายเลขบัตรประชาชน 1-1017-00230-70-8 กรอกยังไง", "1-1017-00230-70-8"),
]
"""Numbers of persons that no word names."""

OTHERS = [
    ("sim 5512 puk 77120945 enter which", "5512"),
    ("apple sent 902 118 3 times and I'm not logging in anywhere", "902 118"),
    ("my hint is 'boat', answer Seaspray II , locked out", "Seaspray II"),
    ("excel sheet protection budget!moss how do I take it off for all tabs", "budget!moss"),
]


@pytest.mark.parametrize(
    ("text", "value"), [*FOR_A_TIME, *SPELLED, *IN_PARTS, *ABROAD, *REFUSED, *BY_FORM, *OTHERS]
)
def test_what_lets_somebody_in_is_masked(text: str, value: str) -> None:
    assert value not in mask_secrets(text, learned=False)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("wifi password 4006381333931, it never works", "password", "4006381333931"),
        ("bank sms: 96385074 to confirm 2.400 EUR", "pin", "96385074"),
        ("scanner reads 4006381333932 as pens", "pin", "4006381333932"),
        ("my CNP 4006381333931 on the product form", "national_id", "4006381333931"),
    ],
)
def test_what_is_given_as_a_secret_or_has_other_check_digits_is_no_product(
    text: str, kind: str, value: str
) -> None:
    start = text.index(value)

    assert not is_a_product(text, kind, start, start + len(value))


CHECKED = "legal winner thank year wave sausage worth useful legal winner thank yellow"


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        (f"shopping: {CHECKED}", False),
        (f"shopping: {CHECKED.replace('yellow', 'year')}", True),
        (f"shopping for a wallet: {CHECKED.replace('yellow', 'year')}", False),
        (f"what is this: {CHECKED.replace('yellow', 'year')}", False),
    ],
)
def test_a_list_is_a_wallets_where_its_last_word_checks_the_others(text: str, listed: bool) -> None:
    start = text.index("legal")

    assert is_a_word_list(text, "seed_phrase", start, len(text)) is listed


@pytest.mark.parametrize(
    "text",
    [
        "Why does every American site insist on a zip code? I put 60614 and pretend to be from Chicago.",
        "Is 400050 the correct PIN code for Bandra West, I am printing 600 envelopes",
        "The wifi on the bus shows as DublinBus_Free_WiFi, why does it drop every time",
    ],
)
def test_a_post_code_and_a_network_that_is_read_out_are_no_secrets(text: str) -> None:
    assert mask_secrets(text) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my zip code and the door code is 4471", "4471"),
        ("Is 447122 the correct PIN code for the safe?", "447122"),
        ("the zip file opens with 60614", "60614"),
        ("the wifi shows as Home5G and the password is Quince!77", "Quince!77"),
    ],
)
def test_a_code_beside_a_post_code_or_a_network_is_one(text: str, value: str) -> None:
    assert value not in mask_secrets(text)
