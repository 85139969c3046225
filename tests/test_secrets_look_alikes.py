"""What is written like a secret and is none, and what stands beside it and is one."""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

# What a program asks for, a field to fill in, a variable.
BLANKS = """
input("Enter PIN: ") crashes on Windows, any idea?
Console.ReadLine after Console.Write("Password: ") echoes everything
const pw = prompt("Password?"); is that secure
echo -n "Token: "; read -s tok
The label says 'Passphrase: ' but the field is hidden
the dialog reads "Username:" and "Password:" above each other, how do I align them
curl -u "$USER:$PASS" https://api.example.com gives 401
docker run -e MYSQL_PASSWORD=$DB_PASS mysql:8 says the variable isn't set
PASSWORD=<your password here>\\nHOST=localhost
export API_KEY=<insert key here> is what the readme says
SLACK_BOT=xoxb-your-token-here and still invalid_auth
replace ghp_xxxxxxxxxxxxxxxxxxxxxxxx with yours, it says
the token in the docs is glpat-your-token-here-please
AWS_SECRET_ACCESS_KEY=AKIAIOSFODNN7... is what the tutorial prints
write a CPF validator, input like 000.000.000-00
CPF mask 999.999.999-99 in React, how?
the tax id placeholder is 00-0000000
DE00 0000 0000 0000 0000 00 is greyed out in the IBAN box
crossword: 7 letters, "secret word", P_S_W__?
""".strip().split("\n")

# Machines, files, digests, clocks.
NAMES = """
ssh -i ~/.ssh/id_ed25519 qa@10.2.0.9 asks for a passphrase each time
rsync -av site/ deploy@web03:/var/www asks for the password twice
scp backup@nas01:/vol1/x.tgz . and it wants the password each time
ssh-keygen -t ed25519 -C "anouk@laptop" asks for a passphrase; may I leave it empty?
why is sudo asking for a password though NOPASSWD is set in sudoers.d/90-deploy
chmod 600 ~/.ssh/id_ed25519 fixed it, but why does ssh refuse a key that others can read?
WireGuard: PublicKey = Zk4vTq8mXw2RbLz7KcYs0HdJnPfUa5EiGtOe3QxMr1I= of the peer, and no handshake
md5sum mismatch: expected b125d2ec5183fa06144b955afcc9719e
in the config it says token_color: c040cb6e, which is purple
column 7 holds 1732291200 in every row, is that a Unix timestamp?
let token = localStorage.getItem("sid"); is xss the only risk here
"api_key": "REPLACE_ME", "region": "eu-west-1" is the sample config
#SlowTravel2024 is trending
github handle: maria-lopez92
minecraft name is zZ_b33tle_Zz07, too cringe?
accent colour went from #3fa2c1 to #1b2733 and now nobody can read the buttons
gpg --recv-keys 0x9C31D0A7 times out behind the proxy
the register at 0x40021018 reads zero after reset
the pod shows CrashLoopBackOff since the secret was mounted
flux says DependencyNotReady for the vault release
""".strip().split("\n")

# Sizes, references, numbers that are a part of longer ones.
NUMBERS = """
the parts list reads: bearing 6206-2RS, key 8x7x36, pin 5x50
the lock takes a 5x50 pin, not the 6x40 one
The side gate is 1180 mm wide; will the hinge carry oak?
garage door spring 1500 N and 2040 mm, would that lift it?
the QR on the ticket decodes to 0099-4417-2031-8876, that is the booking number
bitcoin block 840000 hash 0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5
session crashed with code CE-34878-0
Ear tag reader gives 372 000000000000 on every beast, faulty?
Use 4111 1111 1111 1112 as the failing order in the sandbox
His chip has the number 276093400512347. Is the first part a country code?
The shop wants the watch's reference, which is SRPD55K1
Telephone of shop: 239 555 014. Put it big.
pin code for Kochi is 682001, right?
PO 4500187723 has the wrong cost centre
""".strip().split("\n")

# Things said about an account, a question, a poem.
SAID = """
how do i tell if my pasword was leakd in a breach
my pin got blockd after three tries
She answered the security question wrong three times and the account was frozen.
my security question is impossible, who remembers their first teacher??
the key phrase in her poem is "salt remembers"
""".strip().split("\n")


# Where somebody lives, and the heads of letters.
ADDRESSES = """
Ilse Brandt\\n\\n20789 Allikas 46\\nSuite 501\\nRiisa\\n\\nEstonia 62488
I'll meet you at 25615 Tawastin 72 Apt. 004, Knivsta 18237 after the concert
I once lived in 416 Kiannon 98 Apt. 934 and now in 633 Strada Provinciale 65 Suite 455
How do I change my address to 50541 Mlynska 1540, Trancoso, for post mail?
the office is at 17031 Rissik Road, Apt. 050 Coalville
Personal Info:\\nPhone:\\n60-56-85-91\\n\\nE-mail:\\nilse@example.com\\n\\nWebsite:\\nhttp://orchard.example/
Moss and Reed\\nMobile: 723 813 266\\nDesk: +1-903-140-4508x769\\nFax: 259.735.7502x459
""".strip().split("\n")


@pytest.mark.parametrize("text", [*BLANKS, *NAMES, *NUMBERS, *SAID, *ADDRESSES])
def test_what_is_filled_in_later_or_called_something_else_is_no_secret(text: str) -> None:
    assert find_secrets(text.replace("\\n", "\n")) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # beside a prompt, a blank or a variable
        ('{"user": "ana", "password": "Quince!77"}', "Quince!77"),
        ('getpass("Password: ") hangs, and I typed Quince!77 for the login', "Quince!77"),
        ('"Password: Quince!77" is on a note at the screen', "Quince!77"),
        ("DB_PASSWORD=Quince!77 works, DB_HOST=$HOST does not", "Quince!77"),
        ("<password>Quince!77</password>", "Quince!77"),
        ("password: xylophone_quay_9", "xylophone_quay_9"),
        ("my 15\" laptop's password: 'Quince!77'", "Quince!77"),
        # beside a machine or a file
        ("ssh deploy@web03 with the password Quince!77", "Quince!77"),
        ("deploy@web03 wants a passphrase, it is Quince!77", "Quince!77"),
        ("my password is Rahul@2003", "Rahul@2003"),
        ("/etc/nas.conf has password=Quince!77", "Quince!77"),
        ("the private key for it is 9cA0bF4e7d21Kq83LmTz55wX", "9cA0bF4e7d21Kq83LmTz55wX"),
        # beside a size or a reference
        ("the gate is 1180, mind the 90 cm step", "1180"),
        ("the door code is 4417 and the door 2040 mm high", "4417"),
        ("one time code of 204417", "204417"),
        ("my card is 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("my cpf is 529.982.247-25", "529.982.247-25"),
        ("gran read it to me over the phone, 5548 3626 8501 4971", "5548 3626 8501 4971"),
        ("the last part of the alarm code is 4471", "4471"),
        # beside an address
        ("I live in 12 Elm Street, the alarm code is 4471", "4471"),
        ("Phone: 555 0100\nFax: 555 0101\nPassword: Quince!77", "Quince!77"),
        ("sozialvers.nr. 65 170839 J 003", "170839"),
        # beside what is said about one
        ("the answer to my security question is Kowalczyk", "Kowalczyk"),
        ("sftp key phrase: plum-tractor-91", "plum-tractor-91"),
    ],
)
def test_what_stands_beside_such_words_is_still_found(text: str, value: str) -> None:
    assert value not in mask_secrets(text)


# What trades, post offices, payments and programs call a code, a key or a password.
CODES = """
SAC code 998314 is for consulting, is 18% right?
the NACE code of a bakery: 1071, or is it 4724?
MCC code 5812 on my statement, does that mean restaurants?
stop code 80412, line 4, when is the next tram?
fault code for the dryer is 4471, descale it?
National building code 2016 part 4, where can I read it?
The building code says 1100mm for a balcony
which PIN code has Indiranagar, 560038 or 560008?
is pincode 411038 serviceable?
Deliver to 14 Park Street, Kolkata, PIN 700016.
PIN Code: 110001 New Delhi, is that the centre?
UTR 234567890123 for the NEFT, and nothing was credited
RRN 412345678901, the payment failed, when is the refund?
the slip says approval code 774120, what does a merchant do with it?
Confirmation code HMXJ4K2Q8N from Airbnb, when is check-in?
they asked for a code but I only had the booking number 559201
sort code 20-00-00, which bank is that?
PublicKeyToken=b03f5f7f11d50a3a keeps turning up in web.config
the public key token of System.Data is 31bf3856ad364e35
SENTRY_RELEASE=4c1e8fb52a6d0f19e37ab28465cd90ef is in the environment
password = getpass("New password: ") and then compare the two
$password = Read-Host -AsSecureString "Enter password"
password = models.CharField(max_length=128)  # why 128
private_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
password = "" works on the test box, is that a hole?
ORA-01017: invalid username/password; logon denied
Failed password for root, 9000 of these in an hour
ERC-20 token at 0xdAC17F958D2ee523a2206206994597C13D831ec7
pass me the part number: BV-3420-T
our wifi network is called BT-Hub6-X9Q2
I named the hotspot PrettyFly4AWifi
AES-256-GCM or XChaCha20-Poly1305, which is quicker?
mnemonic: every good boy deserves fudge
she asked for the zip code, it's 90210
what's the area code? it's 212, with a 1 before it
use #FF5733 for the header and #222222 for the text
make the buttons #112233, please
""".strip().split("\n")

# What everybody knows, where the text says that everybody does, and what a manual publishes.
KNOWN = """
is 123456 still the most common password?
In 2023 'admin' overtook '123456' as the most common password
why is 1234 the most popular PIN?
about 11 percent of all PINs are 1234
the PIN must have four digits and not be 1234 or 0000
AKIAIOSFODNN7EXAMPLE is only the one of the documentation
4242 4242 4242 4242 is Stripe's test card, any CVC will do
use 5555 5555 5555 4444 in the sandbox
the example IBAN on Wikipedia is GB82 WEST 1234 5698 7654 32
the generic key for Windows is VK7JG-NPHTM-C97JM-9MPGT-3V66T
people still use 123456 as their password, crazy
many people have 0000 as their pin
in the film the password is Joshua, right?
the password in Ali Baba's tale is "open sesame"
the word 'password' in German is 'Passwort'
""".strip().split("\n")


@pytest.mark.parametrize("text", [*CODES, *KNOWN])
def test_what_the_sentence_calls_something_else_or_everybody_knows_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the building code is 4471, use the side door", "4471"),
        ("HQ code 998314, the back door", "998314"),
        ("my pin code is 560038", "560038"),
        ("the PIN code of my card in Pune is 411038", "411038"),
        ("UTR 1123456789 is what HMRC calls me", "1123456789"),
        ("your confirmation code is 482913", "482913"),
        ("account 31926819 with sort code 60-16-13, which branch is that?", "31926819"),
        ("token=b03f5f7f11d50a3a is in the config", "b03f5f7f11d50a3a"),
        ("SENTRY_TOKEN=9cA0bF4e7d21Kq83LmTz55wXq is in it", "9cA0bF4e7d21Kq83LmTz55wXq"),
        ("password = 'Quince!77'  # getpass(\"Password: \") hangs", "Quince!77"),
        ("the wifi is called Larkrise, password Quince!77", "Quince!77"),
        ("my password is 123456, is that the most common one?", "123456"),
        ("our office still uses 123456 as the password, the most common one", "123456"),
        ("the door code is 1234", "1234"),
        ("the gate takes #222222, the code for the header is another", "222222"),
        ("my users still have 123456 as their password", "123456"),
        ("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
        ("my test card is 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("charge 4111 1111 1111 1111 for the room", "4111 1111 1111 1111"),
        ("the password for the film club is Joshua77", "Joshua77"),
        ("mnemonic: orbit velvet pigeon rhythm canyon ancient", "orbit velvet pigeon rhythm"),
    ],
)
def test_what_only_looks_like_a_known_code_is_masked(text: str, value: str) -> None:
    assert value not in mask_secrets(text)


NUMBERED = """
Works at Company12
Works for Company3 and lives near Town9
prefers Framework3
Knows Person17
Met Person3, Person4 and Person9 at the fair
likes Dish4 and Dish9
the client is Client007
Watches Blade2049 every year
Entity12 met Entity13
""".strip().split("\n")


@pytest.mark.parametrize("text", NUMBERED)
def test_who_or_what_is_called_by_a_name_with_a_number_is_no_secret(text: str) -> None:
    assert not find_secrets(text)


@pytest.mark.parametrize(
    "text",
    ["my password is Company12", "Prefers Hunter22 as the password", "gate code: Project42"],
)
def test_a_name_with_a_number_that_is_announced_as_a_secret_is_one(text: str) -> None:
    assert find_secrets(text)
