"""Which words and numbers open something though little says so, and which do not?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

SAID = [
    ("when the concierge rings you say velvet otter and he sends the lift", "velvet otter"),
    ('the side door man wants to hear it: asked, say "blue lobster"', "blue lobster"),
    ("our duress word with the alarm people is marmot", "marmot"),
    ("for pick-up at nursery the agreed word is raspberry fox", "raspberry fox"),
    ("The monitoring station asks for the keyword, that's Heron", "Heron"),
    ("verification word: Cormorant. Say that when the broker rings", "Cormorant"),
    ("the cellar opens if you say lichen", "lichen"),
    ("the old laptop unlocks when you type gooseberrypie", "gooseberrypie"),
    ("my phone banking word was Pelican, is that still ok", "Pelican"),
    ("The zip is protected, the word is okapi", "okapi"),
    ('we agreed on "silver thimble" as the word at the hatch', "silver thimble"),
    ("Security question, name of first teacher: Mrs Abernathy", "Mrs Abernathy"),
    ("they ask which street I grew up on and I wrote Rue du Four, they reject it", "Rue du Four"),
    ("first school, for the bank: Saint Mary in the Woods", "Saint Mary in the Woods"),
    ('my answer for "city where your father was born" is Bad Homburg', "Bad Homburg"),
    ("the helpdesk asks my memorable place, I told them Isle of Skye", "Isle of Skye"),
    ("favourite film? i put Amelie for the hmrc thing", "Amelie"),
    ("the reset form wants my first car, mine was Renault Clio", "Renault Clio"),
    ("The recovery question is my pet's name, and I set it to Sir Barksalot", "Sir Barksalot"),
    ("Interac question is her dog, answer Biscuit", "Biscuit"),
    ("mother's maiden name? I always put Oyelaran, does the portal check it", "Oyelaran"),
    ("as verification answer I gave Lake Bled and it doesn't match", "Lake Bled"),
]
"""What is said or typed to be let in, and what was answered: the whole of it."""

TURNED = [
    ("trolley lock 274 if you need my charger", "274"),
    ("cable lock says 0913 now", "0913"),
    ("the gym lock stayed at 6120 and won't turn", "6120"),
    ("set the padlock to 918, remind me in Lima", "918"),
    ("tv lock 1187, kids know it already", "1187"),
    ("porch code B4410, second buzzer from the top", "B4410"),
    ("the stairwell wants C2207 and a push", "C2207"),
    ("Is 7731 still our gate code?", "7731"),
    ("the four digits the pump asks, mine's 8206", "8206"),
    ("the sms contains 551 203, is that the right box", "551 203"),
    ("bluetooth of the car wants a pin, it's 0000", "0000"),
    ("tablet 4410, till 9923, safe 1207 for the new starter", "9923"),
]


@pytest.mark.parametrize(("text", "value"), SAID)
def test_plain_words_that_let_somebody_in_are_masked_whole(text: str, value: str) -> None:
    masked = mask_secrets(text, learned=False)

    assert "[password removed]" in masked
    assert not any(
        word in masked.replace("password", "") for word in value.split() if len(word) > 3
    )


@pytest.mark.parametrize(("text", "value"), TURNED)
def test_a_number_with_which_a_thing_is_opened_is_masked(text: str, value: str) -> None:
    assert value not in mask_secrets(text, learned=False)


SPOKEN = """
at reception you say your name and they print a badge
the receptionist will ask, just say yes
if the guard asks you say nothing
say hello to the porter for me
at the school gate we say goodbye twice
the bank called and I said no thanks
the alarm company rings on Mondays, you say when you're free
tell the bouncer you're on the list
our club's motto is never quit
the club's word count rule is 500
the door phrase in the play is badly translated
challenge word games for kids?
today's word is serendipity, use it in a sentence
the word for cheese in Finnish is juusto
the word is mightier than the sword
the magic word is please, I tell my kids
what's the word for a lock of hair?
the code word in the novel is swallow
keyword: react hooks tutorial
the keyword for this article should be security
keyword stuffing hurts security blogs
the banking word of the year is stagflation
the agreed word count is 1200
the agreed phrase in the contract is reasonable effort
the app opens if you tap twice
the dialog opens when you type slash
the box opens if you say hello to it, it's a toy
the editor opens when you enter insert
we use 'colour' as the British spelling
we use "done" as the word for closed tickets
she wants a word with you. Today's fine
the pdf is locked and the word limit is 300
they ask what you do, say teacher
when asked, say thank you
the school asks parents to say where they park
as the name of the project I put Bluebird, and the site accepts it
my first car was a Fiat, the garage accepts it as trade-in
when I registered, my first school was still open
I signed up for a course about the street I grew up in
my childhood friend Wilhelmina refuses to move
first pet? Get a hamster, everyone says
my favourite book was rejected by the library
best man speech: it should be short, everyone asks for that
my favourite teacher was Mr Hale, he accepted late homework
the city where my mother was born is Plovdiv, lovely in May
my mother is born in Chile, she says
what is Interac?
Interac question: how long does a transfer take
verification question: does the form need a stamp?
my first concert was Blur; the site refuses my photo of it
I grew up on Storgata and everywhere was snow
my parents met in Lisbon and I always say that's fate
the name of my pet is Rex and the vet's form accepts only 10 letters
middle name is Anne, the airline form rejects it
my middle name is Jose, put it in the form please
our nickname for the boss is Grumpy, he accepts it
dream job: pilot, everyone asked for it
I put the kettle on, first boss of the day arrived
best friend set me up with Noor
my best friend told the bank about her loan from Leeds
""".strip().split("\n")
"""What people say at a desk, write in a form, tell of a film or do with an editor."""

COUNTED = """
suitcase lock 40 mm wide is too small
my bike lock cost 120 francs
the padlock is 500 grams and rusty
luggage of 358 passengers is missing
the bike lock has 1200 reviews
our padlock 45/50 series is discontinued
the cable lock is 180 cm long
suitcase number 739 on the belt
bike lock model 585 or 785?
the tablet 2021 edition is slow
bluetooth 5.3 or 4.2?
bluetooth headphones for 2000 crowns
pairing 1200 students with 300 mentors
my phone rang 1145 times, the door 1122 times
error code 4012 still appears
the order number 55812 no longer works in the tracker
room number 1423 is still locked
number 4471 bus always comes late
Is 5160 the error code for fuel?
is 1500 words a good number?
the message contains 140 characters
the text says 2019 was warmer
the texts says 1 in 3
five numbers between 100 and 400
what's a five digit number whose digits sum to 40? mine is wrong
the bell tower has number 12 on the list: 1893 it was built
window number 4: 1180 by 900
gate A12 opens at 10
gate B1904 doesn't exist, says the board
the door of apartment 12B is open
entrance 3C, take the lift
stairway B, flat 14C
the code of the building, add A4 margins to the print
add B6 vitamins to the list
postcode B1904 in Argentina, near La Plata
the building at A1402 on the map
flat 12B code review at nine
the office printer code is HP4155
the safe weighs 200 and the gate 350
the garage 2024 and the shed 2025 were painted
meeting in office 4471, store 8812 is full
we read off 12 pages
my PIN, and 3 other numbers, get mixed up
""".strip().split("\n")
"""Sizes, counts, models and rooms beside the words for locks, codes and doors."""


@pytest.mark.parametrize("text", [*SPOKEN, *COUNTED])
def test_what_opens_nothing_stays(text: str) -> None:
    assert find_secrets(text) == []
