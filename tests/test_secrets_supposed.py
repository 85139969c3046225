"""What a sentence supposes, names as an example, makes up, measures or counts, and what it gives away all the same."""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

EXAMPLES = """
passwords such as Autumn2022! are cracked within minutes
pins like 2580 or 1357 are a line on the pad
don't take something like Rover2021! as a password
for example, the password "Otter12345" has ten characters
imagine a safe whose combination is 12-34-56, how many tries does a thief need?
let's say the code is 4711; how many guesses on average?
say someone's PIN is 7319, what is the chance in three tries?
write a scene in which the spy whispers the password "nightjar" to the guard
in my novel the vault code is 7-19-42, is that plausible?
the mock-up shows the OTP 482 913
the image takes POSTGRES_PASSWORD=mysecretpassword in the readme
curl -u user:pass http://localhost:8080 - what does -u do?
Authorization: Basic dXNlcjpwYXNzd29yZA== decodes to what?
cy.get('#password').type('hunter2') fails
the default credentials of Grafana are admin / admin, right?
md5("password") = 5f4dcc3b5aa765d61d8327deb882cf99
age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p is the key for encrypting to me
""".strip().split("\n")

NUMBERS = """
I paid 3400 for the garage door
the tablet is a Lenovo 10891, any good?
I texted 1234 to the radio station and the phone ate two euros
the bus to the gate is 4471 and leaves every 20 minutes
the office moved to number 1447, same street, the buzzer is new
on the hotel phone dial 0 for the desk, 9 for out, 4471 for the spa
the code for a degree sign is alt 0176
the door's colour is 7016, satin
the safe working load is 2000
my lucky digits are 4471
it was 0300 when the alarm started
""".strip().split("\n")


@pytest.mark.parametrize("text", [*EXAMPLES, *NUMBERS])
def test_what_is_supposed_made_up_or_measured_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my password is something like Autumn2022!", "Autumn2022!"),
        ("is a password like Autumn-Fool-73 fine? I use it for my mail", "Autumn-Fool-73"),
        ("our code is 4711, let's say it's a secret", "4711"),
        ("PayPal: ana@olive.example, G0ldfinch&Co", "G0ldfinch&Co"),
        ("write a script that logs in with the password Autumn2022!", "Autumn2022!"),
        ("a treasure hunt: the box has a lock with 9557", "9557"),
        ("in my novel app the database password is Autumn2022!", "Autumn2022!"),
        ("the default PIN of our alarm is 4471", "4471"),
        ("the garage door opens with 3400", "3400"),
        ("the gate is 4471 and the bus leaves at ten", "4471"),
        ("the lock of my new bike is 7016", "7016"),
        ("card for the deposit: 5412-5777-9737-8336", "5412-5777-9737-8336"),
        ("the old PIN was 6614", "6614"),
    ],
)
def test_what_is_somebodys_own_is_masked_beside_such_words(text: str, value: str) -> None:
    assert value not in mask_secrets(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Username hkessler, then marigold, all lower case", "marigold"),
        ("log in as frontdesk, then buttercup. Why does it hang?", "buttercup"),
        ("The choir's Dropbox: choir@fenn.org.uk, then nightingale, then pick Scores", "nightingale"),
        ("Account details for the supplier: weavers / oatcake - as a table please", "oatcake"),
        ("log in with admin / tulip on the camera", "tulip"),
        ("use root / toor on the pi", "toor"),
        ("login is admin/lumberjack on the router", "lumberjack"),
        ("router – admin – heather7\nprinter – admin – inkwell!\nnas – guest – lookout", "inkwell!"),
        ('say "green otter" to the alarm company and they stand down', "green otter"),
        ("I say marmalade to the night porter and he lets me in", "marmalade"),
        ("whoever gives the phrase silver teapot may collect the children", "silver teapot"),
        ("the magic word for the kids' laptop is rhubarb", "rhubarb"),
        ("ask the caller to say the magic word which is turnip, then help", "turnip"),
        ("the internet is called Fenhouse and you get on with thistledown", "thistledown"),
        ("the fob shows 301887 now, where does it go?", "301887"),
        ("I read it off the little device: 512 448, and it changed at once", "512 448"),
        ("door, then 2-8-D-4, then push", "2-8-D-4"),
        ("the tax people want the ac no 07102193", "07102193"),
        ("my Aadhaar is on my phone: 9474 5077 5939", "9474 5077 5939"),
        ("capital K, small o l a, then a question mark, then forty, that's the spotify one", "small o l a"),
        ("the keyboard keeps changing Zitrone!kuchen into something when I log in to the app", "Zitrone!kuchen"),
        ("our .env has BREVO=9f8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d-fb905a1a and I pushed it", "9f8b7c6d5e4f3a2b"),
        ('"Gran\'s favourite seaside place?" Tenby. That\'s the one I set with the bank', "Tenby"),
        ("at the interview portal the security question was first boss and I put Mr Tan", "Mr Tan"),
        ("the security question is city of birth so Oaxaca obviously", "Oaxaca"),
        ("security asked which street I grew up on. Elm Road, of course", "Elm Road"),
        ("where was I married? As a check they asked, and my reply, Gretna Green, was refused", "Gretna Green"),
    ],
)  # fmt: skip
def test_a_word_in_the_place_of_a_password_is_masked(text: str, value: str) -> None:
    assert value not in mask_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "username first, then surname, in that order on the form?",
        "logged in as anna, then click Settings",
        "send it to anna@fenn.org, then Bob, from my account",
        "login details: name / email / phone",
        "use admin / editor roles on the website",
        "log in using admin / viewer on the intranet",
        "it's user / role based on this server",
        "anna – admin – Berlin\nbob – viewer – Paris",
        "printer – office – broken\nrouter – hall – slow",
        "say thanks to the guard when he lets you in",
        "the magic word for the kids is please",
        "City of birth: Graz. Is that right for a visa?",
        "which street I grew up on? Pretoria Road, nice and quiet",
        "the card reader says 8821 pages",
        "the phone keeps changing its to it's in the app",
        "capital B, then an exclamation mark, in the title",
        "AC no 3 in room 204071 is dripping",
        "at the interview they asked about my first boss, Mr Tan, and I was honest",
        'the icebreaker asked for the "first concert" and I said ABBA',
        "the safe's combination is lost, the locksmith quotes 180",
        "the password of the day is read out at the gate",
        "the password to my heart is chocolate",
        "our first car was a Fiat Panda and the bank gave us the loan for it",
        "the tax id field wants 11 digits, got 12345678901 as the example",
        "the .env has GIT_COMMIT=9f8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d12345678 and BUILD_ID=9f8b7c6d5e4f3a2b1c0d",
        '"Who was the first to land there?" Armstrong. That is what the quiz says',
        "pin requests==2.31.0 or >=2.31?",
        "my github is anna-meier47 and the repo is fenn-2",
        "the KMS key is arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
        "the code word for the strategy is simplify",
    ],
)
def test_what_stands_in_such_a_place_and_is_another_thing_stays(text: str) -> None:
    assert find_secrets(text) == []
