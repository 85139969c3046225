"""What is recognised as a secret, what is not, and what a mask leaves behind."""

from __future__ import annotations

import base64
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.policies.secrets import find_secrets, mask_secrets

# Put together at run time, so that no scanner takes this file for a leak.
JWT = ".".join(["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N"])
PEM = "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEpAIBAAKCAQEA7\n-----END RSA PRIVATE " + "KEY-----"

SECRETS = [
    ("password", "my password is hunter2", "hunter2"),
    ("password", "my password is swordfish", "swordfish"),
    ("password", "Remember my password is abc123", "abc123"),
    ("password", "password: x9", "x9"),
    (
        "password",
        "the wifi password is correct horse battery staple",
        "correct horse battery staple",
    ),
    ("password", "I changed my password to Sunshine2024!", "Sunshine2024"),
    ("password", "hunter2 is my password", "hunter2"),
    ("password", "the alarm code is 8842", "8842"),
    ("password", "mein Passwort ist Geheim123", "Geheim123"),
    ("password", "my password is still the old one, hunter2", "hunter2"),
    ("password", "my password is h u n t e r 2", "h u n t e r 2"),
    ("password", "my p@ssw0rd is monkey1", "monkey1"),
    ("pin", "the pin for the safe is 4471", "4471"),
    ("pin", "bank card pin: 4 4 7 1", "4 4 7 1"),
    ("pin", "pin is four four seven one", "four four seven one"),
    ("pin", "the pin is ٤٤٧١", "٤٤٧١"),
    (
        "seed_phrase",
        "seed phrase is witch collapse practice feed shame open",
        "witch collapse practice",
    ),
    ("api_key", "api_key=abcdef123456", "abcdef123456"),
    ("api_key", "my key: sk-" + "proj-abcDEF123456ghiJKL789", "proj-abcDEF123456ghiJKL789"),
    ("api_key", "AKIA" + "IOSFODNN7EXAMPLE", "IOSFODNN7EXAMPLE"),
    ("access_token", "here: gh" + "p_abcdefghijklmnopqrstuvwxyz0123456789", "abcdefghijklm"),
    ("access_token", "use xox" + "b-1234567890-abcdefghij", "1234567890-abcdefghij"),
    ("access_token", "hf" + "_abcdefghijklmnopqrstuvwxyzABCD", "abcdefghijklm"),
    ("access_token", "Authorization: Bearer abcdef1234567890abcdef", "abcdef1234567890abcdef"),
    ("access_token", f"it says {JWT}", JWT),
    ("private_key", PEM, "MIIEpAIBAAKCAQEA7"),
    ("ssh_key", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7", "AAAAB3NzaC1yc2E"),
    ("password", '{"user": "ana", "password": "letmein!"}', "letmein!"),
    ("password", "spring.datasource.password=quietforest", "quietforest"),
    ("password", "mysql -u root -psecret99 app", "secret99"),
    ("password", "sshpass -p 'hunter2' ssh bob@host", "hunter2"),
    ("password", "curl -u bob:tangerine https://api.example.com", "tangerine"),
    ("password", "ana@example.com:tangerine", "tangerine"),
    ("password", "login: ana@example.com / Tangerine!7", "Tangerine!7"),
    ("password", "p a s s w o r d : tangerine9", "tangerine9"),
    ("password", "its Mango-Tango-3, thats the password for the router", "Mango-Tango-3"),
    ("password", "the same one everywhere, Fluffy1999, a bad habit for a password", "Fluffy1999"),
    ("password", "I changed my password from oldBoot12 to newBoot13", "oldBoot12"),
    ("password", "my passwords are Sandal9!x for gmail and Clover2?y for the bank", "Clover2?y"),
    ("password", "the first half of my password is Krill- and the second is 9042x", "9042x"),
    ("password", "security question: first pet? answer: Fluffy", "Fluffy"),
    ("password", "safe opens with 12-34-56", "12-34-56"),
    ("password", "Your code is 482913. Do not share it.", "482913"),
    ("password", "el código de la puerta es 4471", "4471"),
    ("password", "hasło do wifi: sowa1234", "sowa1234"),
    ("pin", "my pin is double four seven one", "four seven one"),
    ("pin", "my pin is ④④⑦①", "④④⑦①"),
    ("access_token", "Cookie: theme=dark; sessionid=7Cn0SURSluTGJ20PMlaF", "7Cn0SURSluTGJ20PMlaF"),
    ("access_token", "https://example.com/cb?access_token=abcDEF123456ghi", "abcDEF123456ghi"),
    ("api_key", "totp secret: JBSW Y3DP EHPK 3PXP", "EHPK"),
    (
        "seed_phrase",
        "orbit velvet tunnel cactus humble lunar oxygen garment pistol ladder ocean shrimp",
        "cactus humble",
    ),
    ("iban", "be68 5390 0754 7034", "0754 7034"),
    ("bank_account", "routing number 021000021 account 000123456789", "000123456789"),
    ("national_id", "henkilötunnus on 020199-5690", "020199-5690"),
    ("national_id", "numéro de sécu 289103674538723", "289103674538723"),
    ("national_id", "TC kimlik no 54343817016", "54343817016"),
    ("connection_string", "postgres://bob:s3cr3t@db.example.com:5432/app", "s3cr3t"),
    ("credit_card", "my card is 4111 1111 1111 1111", "4111 1111 1111 1111"),
    ("credit_card", "4111-1111-1111-1111", "4111-1111-1111-1111"),
    ("credit_card", "４１１１ １１１１ １１１１ １１１１", "４１１１ １１１１ １１１１ １１１１"),
    ("credit_card", "card number 1234 5678 9012 3456", "1234 5678 9012 3456"),
    ("iban", "my iban is DE89 3704 0044 0532 0130 00 as of now", "DE89 3704 0044 0532 0130 00"),
    ("iban", "send it to gb82west12345698765432", "gb82west12345698765432"),
    ("ssn", "123-45-6789", "123-45-6789"),
    ("ssn", "SSN 123456789", "123456789"),
    ("national_id", "my passport number is X12345678", "X12345678"),
    ("national_id", "my driver's license number is 2270-66-1551", "2270-66-1551"),
    ("bank_account", "my bank account number is 12345678901", "12345678901"),
    # Numbers with some country's check digits, beside words about who someone is, or far from their name.
    ("national_id", "my israeli id is 428592802", "428592802"),
    ("national_id", "what I put down for taxes was 44051401359", "44051401359"),
    ("national_id", "I renewed my passport, the new number is 561234987", "561234987"),
    ("national_id", "reisepassnummer C4VMZ1N7K", "C4VMZ1N7K"),
    ("national_id", "マイナンバーは123456789018です", "123456789018"),
    ("national_id", "ID for the KYC form: AY8812345", "AY8812345"),
    ("national_id", "last four of my social are 4399", "4399"),
    # Codes beside what they open, before or after it, and those that were sent.
    ("password", "8024 unlocks my phone", "8024"),
    ("password", "our entry system wants *4471#", "4471"),
    ("password", "keep the code of the house door, 2207B", "2207B"),
    ("password", "my locker is 24 left, 10 right, 36 left", "24 left, 10 right, 36"),
    ("password", "I always set hotel safes to 2604", "2604"),
    ("password", "they texted me 482913 to verify", "482913"),
    ("password", "tu código es 482913", "482913"),
    ("password", "认证码是204417", "204417"),
    ("password", "backup codes: 4829 1347, 5920 4417", "5920 4417"),
    ("password", "enter the code WDJB-MJHT on the github page", "WDJB-MJHT"),
    # What is used as a password, though nobody calls it one.
    ("password", "I use Biscuit2014 for all my accounts", "Biscuit2014"),
    ("password", "set it to Quartz9x! for the bank login", "Quartz9x"),
    ("password", "credentials -> marta // Marigold77", "Marigold77"),
    ("password", "instagram: rosa.w / Quartz!9x", "Quartz!9x"),
    (
        "password",
        "the outlook one is thistleQuarry7 and the slack one is PebbleBoat!3",
        "PebbleBoat!3",
    ),
    ("password", "the pdf opens with quartz_hammer", "quartz_hammer"),
    ("password", "encrypted with passphrase quartz hammer lemon", "quartz hammer lemon"),
    ("password", "my mother's maiden name is Kowalczyk, the security answer", "Kowalczyk"),
    ("password", "icloud app-specific password abqd-xkcv-plmz-qwty", "abqd-xkcv"),
    ("api_key", "I pasted brnIYEiDWvYwCpxAyImOZw40mpwibU2G2mbq5elU into it", "brnIYEiDWvYw"),
    ("access_token", "tskey" + "-auth-kAbCdEf123456789-abcDEF123456ghiJKL789", "abcDEF123456"),
    ("bank_account", "sort 20-00-00 acc 55779911", "55779911"),
]

HARMLESS = """
I forgot my password
my password is too weak
my password was leaked last year
the password must be at least 12 characters
Password: required
how do I reset my password?
I use a password manager called Bitwarden
the token budget is 512 tokens
access token expires in 3600 seconds
the API key is a 32-character string
api key = os.environ["API_KEY"]
export TOKEN=<your-token>
public key cryptography is neat
the key to success is hard work
the secret to good pasta is salt
please pin this message
pin the version to 2.31.0
the access code is emailed to guests
the door code changes every week
order number 4111222233334444
order #4532015112830366 confirmed
tracking number 1Z999AA10123456784
call me at 415-555-0132
my phone is +44 7700 921 916
ISBN 978-3-16-148410-0
IMEI 490154203237518
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
the id is 550e8400-e29b-41d4-a716-446655440000
it costs $1,299.99
the meeting is on 2024-05-12 at 10:30
My birthday is 03-12-1990
timestamp 1700000000000
my passport expires in 2027
I need to renew my driver's license by 12/05/2025
my zip code is 94110
use promo code SAVE20
my email is ana@example.com
http://localhost:8080/a@b
my wifi network is called Basilisk
is "password123" a weak password?
passwords like hunter2 are weak
password: ${DB_PASSWORD}
def check_password(password: str) -> bool:
curl -u $USER:$PASS https://x.example.com
mysql -u root -p
docker run -p 8080:80 nginx
git@github.com:ana/repo.git
contact: ana99@example.com
postgres://user:password@localhost:5432/dbname is the example
the pin code of Bandra is 400050
game pin 449201
the area code is 0171
the gate is at 12:30
use 1080 pixels for the phone screen
I bought milk eggs bread butter cheese apples rice tomatoes onions garlic pasta oil
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl bob@laptop
my public key is ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7
16 digits of e: 2718281828459045
4539578763621486 is my order number
my employee ID number is 204815
aGVsbG8gd29ybGQgdGhpcyBpcyBmaW5l
my friend code is SW-4471-0093-2285
dota match id 8012345567
the embassy can be reached on +351 213 942 100
my insurance agent's number is 020 7946 0958
passport office 0300 222 0000
the pension fund paid 12 845 678 euros
here's my number: 07700 900461
I got 250000 views with that code
I set my alarm to 0630
use Chrome126 for all my sites
github: ana4471
server: prod-db01
changed it to UTC+2 for the login page
kahoot pin 4471203
the PIN code of Mylapore is 600004
paint code NH731P
pin it at 1200
pin the version to 12.31.0
driver's license test on 12 May 2025
log in as ana4471
use windows11 for everything
I set it to 68F
outlook 2019 crashes
the ssh key is ed25519
spotify:playlist:37i9dQZF1DXcBWIGoYBM5M
my public key for it: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl a@b
""".strip().splitlines()


@pytest.mark.parametrize(("kind", "text", "value"), SECRETS, ids=[s[1][:40] for s in SECRETS])
def test_a_secret_is_found_by_kind_and_masked(kind: str, text: str, value: str) -> None:
    assert kind in {secret.kind for secret in find_secrets(text)}
    assert value not in mask_secrets(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_a_secret_is_left_alone(text: str) -> None:
    assert find_secrets(text) == []
    assert mask_secrets(text) == text


@pytest.mark.parametrize(("kind", "text", "value"), SECRETS, ids=[s[1][:40] for s in SECRETS])
def test_masking_twice_changes_nothing(kind: str, text: str, value: str) -> None:
    masked = mask_secrets(text)

    assert mask_secrets(masked) == masked


def test_a_mask_names_the_kind_and_keeps_the_words_around_it() -> None:
    assert (
        mask_secrets("ok, my password is hunter2, bye")
        == "ok, my password is [password removed], bye"
    )


def test_a_certificate_is_no_key() -> None:
    body = base64.b64encode(bytes(range(7, 255))).decode()

    assert find_secrets(f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----") == []


def test_an_answer_of_letters_and_digits_is_the_code_that_was_asked_for() -> None:
    assert find_secrets("it's C1958X", ["what's the door code for the annex?"])


def test_base64_does_not_hide_a_password() -> None:
    hidden = base64.b64encode(b"password: hunter2").decode()

    assert find_secrets(f"keep {hidden} for me")
    assert not find_secrets("keep " + base64.b64encode(b"a picture of a cat").decode())


def test_zero_width_characters_and_cyrillic_letters_do_not_hide_a_secret() -> None:
    assert find_secrets("my pass\u200bword is hunter2")
    assert find_secrets("my p\u0430ssword is hunter2")


ANNOUNCED = [
    ("my password is", "hunter"),
    ("the pin for my card is", "6082"),
    ("here comes the api key", "q7k2m9x4r8t1w5z3b6n0"),
    ("what's ur netflix password again?", "popcornlover3"),
    ("my card number is", "4111 1111 1111 1112"),
    ("first half of my password is tan", "the rest is gerine9"),
]


@pytest.mark.parametrize(("before", "text"), ANNOUNCED)
def test_what_an_earlier_message_announced_is_a_secret(before: str, text: str) -> None:
    assert not find_secrets(text)
    assert find_secrets(text, [before])
    assert find_secrets(text, [before, "Go on."])


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("I forgot my password again", "it was order 20481"),
        ("can you reset my pin?", "in 2019"),
        ("my password is", "never mind"),
        ("what is the wifi password?", "my flight is BA2490"),
        ("how do API keys work?", "my email is ana99@example.com"),
    ],
)
def test_what_only_follows_a_keyword_is_left_alone(before: str, text: str) -> None:
    assert find_secrets(text, [before]) == []


@pytest.mark.parametrize(
    "reply",
    ["Noted.", "Got it!", "Alright, noted.", "thanks", "wait", "No problem", "Copy that", "brb"],
)
def test_whoever_says_that_they_heard_has_given_nothing(reply: str) -> None:
    said = ["My wifi password is:"]

    assert find_secrets(reply, said) == []
    assert find_secrets("thistledown", [*said, reply])


def test_three_short_messages_are_read_together() -> None:
    assert find_secrets("hunter2", ["my password", "is"])


def test_a_secret_does_not_carry_its_text() -> None:
    (secret,) = find_secrets("my password is hunter2")

    assert "hunter2" not in repr(secret)


@given(st.text(max_size=300))
def test_spans_are_ordered_lie_in_the_text_and_never_overlap(text: str) -> None:
    at = 0
    for secret in find_secrets(text):
        assert at <= secret.start < secret.end <= len(text)
        at = secret.end


@given(st.text(alphabet="pasword isPIN:=0123456789 abc-.\n/@", max_size=120))
def test_masking_is_idempotent_on_anything(text: str) -> None:
    masked = mask_secrets(text)

    assert mask_secrets(masked) == masked


@pytest.mark.parametrize(
    "unit",
    [
        *("password is a ", "1 ", "a", "token sk-", "eyJ", "://a:", "GB12A1 "),
        *(
            "pin 1 ",
            "ssn ",
            "one two ",
            "wifi key ",
            "a b ",
            "abandon ",
            "login ",
            "a@b.co:",
            "%41",
            "first pet bank ",
            "alarm 12 ",
            "text 12 34 5 ",
            "capital a small b ",
            "login a.b, then ",
            'say "x" to the ',
            '"is it so?" Xy. ',
            "printer - admin - x1\n",
            "first half of the code is 1 ",
            "safe left 1, right 2, ",
            "account a.b, cccccccccccc ",
            "the pin is 4471&a& or so, and not another ",
            "key 8842 1076 ",
            "meter 4471 now ",
            "ext 4471, ",
        ),
    ],
)
def test_a_long_hostile_text_takes_no_more_than_linear_time(unit: str) -> None:
    def took(length: int) -> float:
        text = unit * (length // len(unit))
        start = time.thread_time()
        find_secrets(text)
        return time.thread_time() - start

    took(5_000)  # the plugins are imported on first use

    assert took(50_000) < 4.0


ANSWERS = [
    ("My security question is the first pet, and the answer is Wuschelbert.", "Wuschelbert"),
    ("Secret question: street I grew up on. I put Linden Crescent there.", "Linden Crescent"),
    (
        "For the account recovery: name of my primary school, Kestrel Abbey, is that fine?",
        "Kestrel Abbey",
    ),
    ("They asked for my mother's maiden name and I said Okonjo, will the bank take it?", "Okonjo"),
    ("childhood nickname? -> Captain Noodle. The portal says no match", "Captain Noodle"),
    ("If they ask for the memorable word say thistledown", "thistledown"),
    ('"Make of first car" is set to Lada Niva, and support laughs', "Lada Niva"),
    ("What city did I meet my husband in? The registrar has it as Novi Sad on file", "Novi Sad"),
    ('The helpdesk wants my memorable place. "Tresco". Too short?', "Tresco"),
    (
        "'Biscuit Baron', that's my answer to the security question. Good?",
        "Biscuit Baron",
    ),
    ("I have been Acacia Row to security questions for years", "Acacia Row"),
]


@pytest.mark.parametrize(("text", "answer"), ANSWERS)
def test_the_whole_answer_to_a_security_question_is_masked(text: str, answer: str) -> None:
    masked = mask_secrets(text, learned=False)

    assert not any(word in masked for word in answer.split())


OPENING = [
    ("The luggage is locked with 417 and I am at the airport", "417"),
    ("Voicemail asks for a number, mine is 60418.", "60418"),
    ("For telephone banking I have to say 31790, is that normal?", "31790"),
    ("The bike lock in the cellar opens at 5-0-8-1", "5-0-8-1"),
    ("Tell the sitter the alarm is 3395 then the star", "3395"),
    ("press star, 60213, then star again for the storage unit", "60213"),
    ("The side door, D-4-0-7, is for suppliers; the keypad: D-4-0-7", "D-4-0-7"),
    ("Bay door: 60317F. Shut it after you", "60317F"),
    ("the astro padlock is 9-3-1 as ever", "9-3-1"),
    ("He may let himself in, 8052 on the pad", "8052"),
    ("The till asks for the supervisor number, 50917, then F4", "50917"),
    ("the kids' tablet is locked at 190482 so they read", "190482"),
    ("The safe: left 12, right 40, left 7.", "left 12, right 40, left 7"),
    ("the bank text says use 71054 to confirm 19.99", "71054"),
    ("Before it expires: 52 90 13, which box?", "52 90 13"),
    ("One-time: 227 610. Valid 5 min.", "227 610"),
    ("Whatsapp sent 904 118, dont share it says", "904 118"),
    ("Steam Guard says T4QXM, is that an X?", "T4QXM"),
    ("bank app is 4 0 9 2 7 1 dont tell anyone", "4 0 9 2 7 1"),
]


@pytest.mark.parametrize(("text", "number"), OPENING)
def test_a_number_that_opens_or_was_sent_needs_no_announcement(text: str, number: str) -> None:
    assert number in [text[each.start : each.end] for each in find_secrets(text, learned=False)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "I wrote the passphrase down: amber walrus paints thursday.",
            "amber walrus paints thursday",
        ),
        ("The passphrase is seven grey kettles hum at noon.", "seven grey kettles hum at noon"),
        (
            "A wallet reads 'abandon ability able about above absent absorb abstract absurd abuse access accident'?",
            "abandon ability able about above absent absorb abstract absurd abuse access accident",
        ),
        ("Booking done. Then drop 6011000990139424, that Discover one.", "6011000990139424"),
        ("The private scalar " + "9be1c07f" + "52d8a3f6" * 7 + " is which point?", "52d8a3f6" * 7),
        ("Nostr: nsec1" + "q7w0h5ylm8" * 6 + " is mine", "nsec1" + "q7w0h5ylm8" * 6),
        ("put this in: 4539 1488 0343 6468, 09/28", "4539 1488 0343 6468"),
        ("On the server account: root / Heron=Quay is in the envelope", "Heron=Quay"),
    ],
)
def test_the_whole_value_is_found_where_the_words_around_it_are_few(text: str, value: str) -> None:
    found = [text[each.start : each.end] for each in find_secrets(text, learned=False)]

    assert any(value in each for each in found)


@pytest.mark.parametrize(
    "text",
    [
        'secret = os.environ["API_PASSWORD"]\nIs this safer than a file?',
        "if token.password == form.password: return True  # timing?",
        "password: ${MAIL_PASS:?unset} is what compose wants",
        "The passport expires 03/2029, is that enough?",
        "Could anyone hear my passphrase? Wrote a paper on it.",
        'They keep every password in a drawer under "Spices"',
        "My seed phrase is on a plate in the attic",
        "The invoice says RF18 5390 0754 7034",
        "The log says request_id=req_7Hq2Lm9TzXvB4cKd8WpR",
        '"The password is swordfish" is a gag from which film?',
        "the archive opens with 7-Zip only",
        "Passwords: annoying but needed",
        "bingo card numbers: 4 17 22 39 51 66 88",
        "At postcode 90210 rents are high; my tax code is 1257L",
        "Set the alarm for 0645 and the gate opens at 0730",
        "My locker is 214, by the pool",
        "My first pet was Rex and my favourite teacher was Mrs Okoro.",
        "One for the memory bank: my first concert was Blur in 1997.",
        "Our wifi nickname is Bertha",
        "Why do banks ask for a memorable place? Nobody knows.",
        "The safe was built in 1962 and the garage in 2004.",
        "The order number is 482913 and the parcel came today",
        "Call the bank on 0345 300 0000 about the card",
        "The door is 2100 mm high and the gate weighs 340 kg",
        "Bus 4410 stops at the gate at 6",
        "Score was 112, then the bell rang",
        "Add 250 then press enter",
        "My alarm is set to 630 on weekdays",
        "The alarm company wants 480 for the year",
        "My best friend Anna logged in to my account by mistake",
        "The street I grew up on, Elm Road, has a bank now",
        "Read out 12345 lines of the log",
    ],
)
def test_what_is_read_out_of_code_dates_or_the_next_sentence_is_none(text: str) -> None:
    assert find_secrets(text, learned=False) == []


@pytest.mark.parametrize(
    "text",
    [
        "chess: 1.e4 c5 2.Nf3 d6, which opening do I teach?",
        "bearing 6204-2RS, seal 20-47-7, send a price",
        "my new phone number is 06 39 98 12 40",
        "The post says RR 482 915 077 NO is delayed",
    ],
)
def test_what_the_reader_may_not_take_for_a_value_stays(text: str) -> None:
    assert find_secrets(text) == []


def test_a_password_from_a_film_is_still_one_where_it_is_somebodys() -> None:
    assert find_secrets('"The password is swordfish" is from a film', learned=False) == []
    assert find_secrets("My wifi password is swordfish, what a joke", learned=False)
