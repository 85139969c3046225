"""Which numbers open something where no form of sentence gives them, and which count, date or name?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secret_reading.leftover_numbers import find_leftover_numbers
from langmem_ext.policies.secrets import find_secrets, mask_secrets

LEFT_OVER = {
    "the thing and a colon": ("the rehearsal room door: 5186 straight down", "5186"),
    "a word for always": ("our padlock has always liked 7391", "7391"),
    "said of a relative": ("Nan's tablet? 6284, as ever. How do I change that?", "6284"),
    "an item of a list": ("sitter: bath at six, door 4837, milk in the fridge", "4837"),
    "an item after the alarm": ("Chalet: key under the pot, alarm 6613, logs at the back", "6613"),
    "what a device asks": ("the SIM asks and I keep giving it 5094, is that blocked now", "5094"),
    "a parenthesis": ("my lad's phone is 758493 (don't ask), can I look", "758493"),
    "who should be told": ("if the courier is at the gate, tell him 8245", "8245"),
    "a reset": ("the garage keypad got reset, it's the cat's day, 7742", "7742"),
    "a panel": ("the panel by the stairs takes 5539 or nothing happens", "5539"),
    "what was swapped": ("we swapped the doorbell code to 9907 after the break-in", "9907"),
    "hyphens between": ("the shutter wants 5-0-9-3 and a push", "5-0-9-3"),
    "groups of a text message": ("whatsapp says 507-318, why twice", "507-318"),
    "three groups": ("The pharmacy's pickup code, 64-20-91, came by text", "64-20-91"),
    "a year for a card": ("I put the year of the flood, 1953, as pin of my debit card", "1953"),
    "a tablet of a till": ("pin for the ice cream till 4040", "4040"),
    "three wheels": ("the suitcase lock is on 614, and it jams", "614"),
}


@pytest.mark.parametrize(("text", "value"), LEFT_OVER.values(), ids=LEFT_OVER)
def test_a_number_is_masked_where_something_is_opened_and_nothing_else_explains_it(
    text: str, value: str
) -> None:
    assert value not in mask_secrets(text, learned=False)


EXPLAINED = {
    "what it counts": "the safe holds 4823 coins and the door has 1188 rivets",
    "what it names": "locker 4823 smells and gate 4417 is shut",
    "the number of a thing": "her locker is number 2190 and she lost the padlock",
    "a room": "my phone is in room 4823",
    "a price": "the phone cost me 1299, the lock another 4417",
    "money that moved": "the till was short 4823 yesterday, the bank charged me 3550",
    "an hour": "I set my alarm for 0640 but overslept",
    "a clock on the wall": "the alarm of the house goes at 0555",
    "when a card expires": "the card expires 0927, do they send a new one",
    "the end of a card": "the last four digits are 4471, which card is that",
    "the beginning of cards": "cards beginning with 2238 are whose",
    "a year": "the vault at the museum is from 1893",
    "years beside things": "garage 2024, shed 2025, that is when we painted",
    "a model": "the keypad is a Yale 4823, where is its manual",
    "a meter": "meter readings: day 48213, night 20977",
    "postal": "the pin code of Nagpur is 440001",
    "a game": "kahoot pin 4471203",
    "an appliance": "code 4823 on the dishwasher, what is wrong",
    "a program": "why does my code print 4823",
    "a sum": "sum of the digits of 4823",
    "a plate": "the van that hit our gate was KRX 8842",
    "a house": "our bank moved to 4804 Harbour Way",
    "an address": "the card goes to the billing address, Lund 22241",
    "a telephone": "whatsapp me on +45 20 555 018, my phone is new",
    "an area code and a telephone": "Phone: (55) 645-791",
    "an extension": "the extension at the office is 4417",
    "a port": "the gate service listens on 8443",
    "pins of a board": "gpio pin 1188 of the board stays low",
    "a combination of numbers": "a 4-digit PIN has 10000 possible values",
    "what everybody has": "is 1234 a bad pin",
}


@pytest.mark.parametrize("text", EXPLAINED.values(), ids=EXPLAINED)
def test_a_number_stays_that_something_counts_dates_or_names(text: str) -> None:
    assert list(find_leftover_numbers(text.lower(), text)) == []


def test_a_number_in_words_is_not_left_over() -> None:
    assert (
        find_secrets("our gate opens at nine fifteen, the other at ten thirty", learned=False) == []
    )
