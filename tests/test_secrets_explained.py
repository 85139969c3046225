"""Of which numbers and words does a message say what they are, and which beside them open something?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secret_reading.explained_names import is_a_known_name
from langmem_ext.policies.secret_reading.explained_numbers import is_explained
from langmem_ext.policies.secrets import find_secrets, mask_secrets

ERRORS = """
Checkout says CARD_DECLINED (code 2044), is that my bank or yours?
Got PIN_BLOCKED 6983 from the card reader SDK, what does it mean
ERR_LOCK_DENIED 4471 on the smart lock app
scanner app: INVALID_BARCODE / 3302. help
error name SIM_NOT_READY, number 3120, phone is new
gate controller logs FAULT 4410, motor hums
""".strip().split("\n")

SCORES = """
we beat the phone repair shop 4512 to 4388 at bowling, is that good
skat: 1184 : 1090, who gets the box
darts in the locker room: 2211-2190, they won
""".strip().split("\n")

HOURS = """
boarding 1420, gate closes 1405?? one is wrong
gate opens 0645 and closes 2130 says the sign, what do late cars do
mass is 0930 and the church door opens 0900
last entry 1630 at the gate, is that standard
the lobby bar is open 1100 till 2330
sign for the door: tue-thu 8-12, saturdays 9-13
""".strip().split("\n")

READINGS = """
WATER METER SAYS 001482 AND IN JANUARY 001391 IS THAT A LEAK IN THE FLAT
the display on the electricity box says 18834, what do I type in the portal
odometer at 88214 when I got the car, 91302 now, door rattles
my heat meter went 4410 to 4925 this winter in a small flat
counter on the printer panel was 30211 last month and is 31988 now
""".strip().split("\n")

CALLS = """
the lab's on 4418 and Priya on 4417, phone sheet please
he's on ext 4471, she is on 4472, phone tree please
ring 6120 if the lift sticks, 6121 for the night porter
dial 911 from a locked phone, does it need the pin?
is it 110 or 112 for police from a phone without sim
samaritans is 116 123, put it on the phone card
""".strip().split("\n")

PORTS = """
php -S localhost:8123 works on laptop not on phone
npx serve -l 4173, which address on the tablet
uvicorn app:app on 8642, phone on same wifi can't see it
redis 6380 and postgres 5433 on the same box, ok?
the router forwards 51820 to the box for wireguard
""".strip().split("\n")

YEARS = """
the oldest key in the museum box is dated 1583
the plaque by the gate, 1887, queen's jubilee?
she wrote 1066 and 1215 on the board by the door. history homework
""".strip().split("\n")

CARDS = """
BMI? no: BIN. the first six digits of a card, say 453287, tell you the bank, correct?
what bank has 411773 as first six digits on a debit card
BIN 526471, which bank is that card?
""".strip().split("\n")

ADDRESSES = """
auth.log: user=git rhost=192.0.2.41 tty=ssh, 900 times. block?
dovecot: imap-login: Disconnected (auth failed): user=<info>, rip=203.0.113.55, lip=10.0.0.3
vpn log peer=198.51.100.7 remote=10.8.0.14 auth timeout
src=192.168.4.17 dst=10.1.1.9 login denied, is it the firewall
""".strip().split("\n")

VOUCHERS = """
SUMMER24 doesn't work any more on your site?? it said 20% until 31 Aug
WELCOME10 only works once per account I guess
the voucher XMAS22 says already used on my account
""".strip().split("\n")

FAMOUS = """
"1234", "0000" and "1111" make up a fifth of all PINs they say. Source?
"password1" is not a password, says my IT teacher. funny poster please
poster: 0000 is not a PIN, it's an invitation
they tried 0000, 1111, 1234 on tv to open any phone, real?
what is 123456 so bad for, my granddaughter asks
""".strip().split("\n")


@pytest.mark.parametrize(
    "text",
    [
        *(*ERRORS, *SCORES, *HOURS, *READINGS, *CALLS, *PORTS),
        *(*YEARS, *CARDS, *ADDRESSES, *VOUCHERS, *FAMOUS),
    ],
)
def test_what_the_message_explains_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []


BESIDE = {
    "a field, no error": ("DOOR_PIN 4471 is in the config, rename it", "4471"),
    "a pin after an error": ("CARD_DECLINED again, and yes the pin is 4471", "4471"),
    "what opens a gate": ("the gate opens with 0710, for the driver", "0710"),
    "a code before an hour": ("gate code 0715 before it closes 2130", "0715"),
    "wheels, no hours": ("the locker takes 9-13-22", "9-13-22"),
    "an alarm by the meters": ("the alarm by the meter room is now 4471", "4471"),
    "a code beside an extension": ("Ext. 4417 is Priya, the door code is 4418", "4418"),
    "dialled at a gate": ("dial 4471 at the gate to get in", "4471"),
    "an alarm in an emergency": ("the alarm is 1124, in an emergency tell the police", "1124"),
    "a door of nurses": ("nurses' door is 144, write it on a sign", "144"),
    "a year for a card": ("my card pin is 1947 like the year of the treaty", "1947"),
    "a year for a safe": ("the safe is 1911, dated like the photo of grandma", "1911"),
    "the first digits of a pin": ("first four digits of my pin are 4532", "4532"),
    "no bytes": ("mi cédula es 1.234.567.890", "1.234.567.890"),
    "a network": ("our wifi password is SUMMER24, battery at 20%", "SUMMER24"),
    "a famous one in use": ("the gate code is 1234 and everybody has it", "1234"),
    "a famous one on a set": ("the pin on the tv is 0000, mum says", "0000"),
    "a name as a password": ("lena.hartwig, password lena.hartwig2, no luck", "lena.hartwig2"),
    "the next password": ("change password from Quartz8 to Quartz9", "Quartz9"),
}


@pytest.mark.parametrize(("text", "value"), BESIDE.values(), ids=BESIDE)
def test_what_stands_beside_it_and_opens_something_is_masked(text: str, value: str) -> None:
    assert value not in mask_secrets(text, learned=False)


def _place(text: str, value: str) -> tuple[int, int]:
    start = text.index(value)
    return start, start + len(value)


ACCOUNTS = {
    "the one with a number": ("I've two accounts, lena.hartwig and lena.hartwig2", "lena.hartwig2"),
    "both with numbers": ("can I merge accounts kofi.m1 and kofi.m2 in Slack", "kofi.m1"),
    "before the other": ("petra_v88 or petra_v? Zoom shows both", "petra_v88"),
    "a part of a command": ("gcloud auth print-access-token | pbcopy", "print-access-token"),
    "a part of another": ("kubectl get sealed-secrets -A is empty", "sealed-secrets"),
}


@pytest.mark.parametrize(("text", "value"), ACCOUNTS.values(), ids=ACCOUNTS)
def test_accounts_and_commands_are_known_for_what_they_are(text: str, value: str) -> None:
    assert is_a_known_name(text, *_place(text, value))


VALUES = {
    "after who logs in": ("log in as kofi.m with kofi.m2 please", "kofi.m2"),
    "given to a command": ("vault login plum-otter-moon", "plum-otter-moon"),
    "two of another name": ("accounts kofi.m and otter22", "otter22"),
}


@pytest.mark.parametrize(("text", "value"), VALUES.values(), ids=VALUES)
def test_what_is_typed_is_no_name(text: str, value: str) -> None:
    assert not is_a_known_name(text, *_place(text, value))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("python -m http.server 8264, and then what's the address on my phone?", "8264"),
        ("a syllabus dated 2019. Should I ask the lecturer if it's current?", "2019"),
        ("The teacher writes 1947 on the board, then 1962, which treaties are those?", "1947"),
    ],
)
def test_ports_and_years_are_explained(text: str, value: str) -> None:
    assert is_explained(text, *_place(text, value))
