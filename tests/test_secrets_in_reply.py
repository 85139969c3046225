"""Which message is the value, or the answer, that the one before it spoke of?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

GIVEN = [
    ("do you want the guest wifi password for the label?", "Walnut-Grove-41", "Walnut-Grove-41"),
    ("should I tell you the alarm code now?", "it's 48213", "48213"),
    (
        "the bank sent me a one time code by sms, is it normal that it has a space",
        "it's 207 448",
        "207 448",
    ),
    (
        "Is it okay if the new router password is in German?",
        "Schneeglöckchen77",
        "Schneeglöckchen77",
    ),
    (
        "need to log in on the tv with my hulu password but the remote is annoying",
        "maplebacon!22",
        "maplebacon!22",
    ),
    (
        "how strong would you say is my new keepass passphrase?",
        "velvet anchor drifting nine",
        "velvet anchor drifting nine",
    ),
    (
        "My insurer asks for my security answer, the street where I grew up",
        "Larkspur Lane",
        "Larkspur Lane",
    ),
    (
        "security question for paypal: childhood best friend. i always forget what i wrote",
        "It's Benny Okafor",
        "Benny Okafor",
    ),
    (
        "The pension site asks my secret question again, favourite film. let me give you the answer",
        "the wizard of oz",
        "the wizard of oz",
    ),
    (
        "forgot the answer to my security question, make of my first car, think I found it",
        "vauxhall nova",
        "vauxhall nova",
    ),
    ("they want my mother's maiden name to reset the account", "Przybylska", "Przybylska"),
    (
        "they want my mother's maiden name to reset the account",
        "I think it was Przybylska with a z",
        "Przybylska",
    ),
    ("what was the recovery question again.. name of first pet", "Mr. Tibbles", "Mr. Tibbles"),
    (
        "Setting up the security questions. First: what was your first school?",
        "st marys primary",
        "st marys primary",
    ),
    (
        "Setting up security questions for my pension login",
        "childhood hero: Inspector Gadget",
        "Inspector Gadget",
    ),
    (
        "Setting up security questions for my pension login",
        "favourite teacher -> Ms Adeyemi",
        "Ms Adeyemi",
    ),
    ("can you keep my locker combination for me", "12-30-6", "12-30-6"),
    (
        "Can you check whether my api token has the right format?",
        "fT9qLm2Zx7Vb4Kc8Rw1Ny6Hd3Js5Gp0A",
        "fT9qLm2Zx7Vb4Kc8Rw1Ny6Hd3Js5Gp0A",
    ),
    (
        "my son asked for the netflix login",
        "email is tom@vane.example and then Pumpkin_Soup5",
        "Pumpkin_Soup5",
    ),
    ("the code for the parking barrier changed today", "new one's 7716", "7716"),
    ("Where should I write down the PIN of the new card?", "4470 btw", "4470"),
    ("i need to give the cleaner the key box code", "4092 and then press the star", "4092"),
    ("what's the cvv on my card for the booking", "381", "381"),
    ("cvv?", "sec... 381", "381"),
    ("lock screen pin of mums phone pls", "i think 0852", "0852"),
    ("lock screen pin of mums phone pls", "yes it's 0852", "0852"),
    ("the wifi password in the cabin, one sec", "all lowercase: kettlefish", "kettlefish"),
    ("the wifi password in the cabin is on the fridge, let me look", "kettlefish", "kettlefish"),
    ("ok so my new laptop password", "Corn.Flake.1988", "Corn.Flake.1988"),
    ("Could you store my bank card pin?", "Sure: 5528", "5528"),
    ("My Dropbox password: write it as a QR code.", "tinRoof_rusted66", "tinRoof_rusted66"),
    (
        "is there a way to print the wifi password nicely for the guests?",
        "marmot-hut-2024",
        "marmot-hut-2024",
    ),
    (
        "i'll type the seed words now",
        "copper ladder velvet anchor drift noble",
        "copper ladder velvet anchor drift noble",
    ),
    ("here's my national insurance number", "QQ 12 34 56 C", "QQ 12 34 56 C"),
    ("what is my tax id again. ah here", "86 095 742 719", "86 095 742 719"),
    ("my iban in case you need it", "DE44 5001 0517 5407 3249 31", "DE44 5001 0517 5407 3249 31"),
    ("the account number for the refund, hang on", "it's 40718823", "40718823"),
    (
        "the account number for the refund, hang on",
        "sort code 20-45-77, account 40718823",
        "40718823",
    ),
    ("ssn?", "518 20 9917", "518 20 9917"),
    ("passport number for the visa form", "it's P4471826", "P4471826"),
    ("otp came", "449120", "449120"),
    ("got the verification text", "449120", "449120"),
    ("the 2fa code just arrived", "G-449120", "G-449120"),
    ("Safe in room 214: they asked me to choose a code", "i took 9081", "9081"),
    ("What shall I use as the pin for the kids tablet?", "3359 maybe?", "3359"),
]


@pytest.mark.parametrize(("before", "text", "secret"), GIVEN)
def test_a_message_that_is_what_was_spoken_of_is_masked(
    before: str, text: str, secret: str
) -> None:
    assert secret not in mask_secrets(text, [before])
    assert secret not in mask_secrets(text, [before, "I see."])


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("how do i change the wifi password on my router?", "FritzBox 7590"),
        ("how do i change the wifi password on my router?", "it's a TP-Link Archer C7"),
        ("how do i change the wifi password on my router?", "Windows 11"),
        ("how do i change the wifi password on my router?", "192.168.1.1"),
        ("which wallpaper do you like?", "the green one"),
        ("My PIN was rejected by the shop, they want my order number", "88213"),
        ("I forgot my password for the library, what do they need from me?", "member number 20448"),
        ("Why do banks ask security questions?", "Interesting, thanks"),
        ("Why do banks ask security questions?", "Makes sense"),
        (
            "the bank asks for the name of my first teacher as a security question, is that safe?",
            "Hmm ok",
        ),
        (
            "the bank asks for the name of my first teacher as a security question, is that safe?",
            "Never mind",
        ),
        (
            "the bank asks for the name of my first teacher as a security question, is that safe?",
            "What else could they ask?",
        ),
        (
            "the bank asks for the name of my first teacher as a security question, is that safe?",
            "Write them an email",
        ),
        (
            "the bank asks for the name of my first teacher as a security question, is that safe?",
            "Let's talk about dinner",
        ),
        ("what was your first pet called?", "Biscuit"),
        ("quiz question: what's the capital of Australia?", "Canberra"),
        ("can you reset my pin?", "Which bank?"),
        ("i can't remember my password", "try the reset link"),
        ("how long should a pin be?", "6 digits"),
        ("how long should a pin be?", "four"),
        ("my password expired again", "second time in 2025"),
        ("what does pin code 560034 stand for", "Bengaluru"),
        ("Is a passkey better than a password?", "On my iPhone15"),
        ("how many people use 1234 as a pin?", "about 10%"),
        ("what does the error code on the washing machine mean?", "E18"),
        ("which room is the meeting in?", "B204"),
        ("what's the zip code there?", "90210"),
        ("what's the flight?", "LH1138"),
        ("I need a title for my talk about passwords", "Keys to the Kingdom"),
        ("I need a title for my talk about passwords", "Something with 2025 in it"),
        ("Suggest a name for our cat", "Biscuit"),
        ("i want to write a post about security questions", "make it funny"),
        ("i want to write a post about security questions", "Title: First Pet Syndrome"),
        ("my security guard quit", "Hector was great"),
        ("what's the gate for my flight", "B42"),
        ("pin the message in the channel please", "the one from Monday"),
        ("my card was declined", "at Lidl"),
        ("How old is the alarm code standard?", "EN 50131"),
        ("the code review is due tomorrow", "PR 4471"),
        ("please fix the code for the login", "main.py line 4471"),
        ("the token limit is annoying", "gpt-4o-mini"),
        ("the password manager costs too much", "39.99"),
        ("the password manager costs too much", "Bitwarden2024 edition"),
        ("when does the netflix password sharing ban start", "May 2023"),
        ("my phone's pin pad is broken", "Pixel 7a"),
        ("locker rooms at the gym", "closed 2200"),
        ("what should I call the new server?", "atlas-07"),
        ("I lost my key", "the blue one"),
        ("what time do doors open?", "19:30"),
    ],
)
def test_a_message_that_answers_something_else_stays(before: str, text: str) -> None:
    assert find_secrets(text, [before]) == []
    assert find_secrets(text, [before, "I see."]) == []


def test_what_was_asked_last_is_what_is_answered() -> None:
    said = ["I can't find my wifi password", "Which box is it, what does the label say?"]

    assert find_secrets("KX11-38B", said) == []
    assert find_secrets("KX11-38B", said[:1])
