"""What a text says to be a time, a count, a name, an address, a rule or an empty form, and the secrets beside them."""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

DAYS_AND_TIMES = """
the form wants date of birth DDMMYYYY so i write 17031986 without points yes?
the bank wants DDMMYY so I put 140562, right?
convert 1718029384 and 1718115784 to Europe/Lisbon please
log: user=4417 action=reset status=ok ts=1712000000
What year did they bring in chip and pin, 2004 or 2006?
chip and pin came 2004 or 2006?
set alarm 0430 doesnt work on my phone it goes to pm, how do i switch 24h
canal lock opens 0800 to 1930, boat 2.1 m wide
alarm clock 0545, gym 0630, work 0800, schedule
my team is called Pin Pals 2019, we need shirts
LAPS shows expiry 133,  pwdLastSet 133571232000000000 to date?
key cabinet log: key 17 out 0804, back 1712
""".strip().split("\n")

COUNTS = """
my step counter says 10482 and my friends 9937 and we walked together!!
my pedometer shows 11864 but my watch 12210 for the same walk, which lies?
export_20250401_20260331.csv has 4012 lines but the ledger says 4009, how do i find the three extra ones
the ledger says 18220 but the trial balance 18202, transposed digits?
Do I book the paint for the flat to 4260 or 4805 in SKR04?
kid collects disney enamel pins, theres one on vinted says LE 3000 PIN 84417 for 22 quid. is that a rip off
disney pin LE 2500, stamped 58813 on the back, real or scrapper?
smoke alarm EN 14604, until 2031, replace?
safe load of the shelf is 4500 N, how many books
i pass 17031 steps on lazy days lol
building code says 1070 mm for the handrail, mine is 1065
book the coffee machine to 0490 or straight to 4985 as it cost under 800?
which account do I use for postage in SKR03, 4910 or 4920?
gas safe number 548217 on his van, how do i check its really him
turnkey house 312000, extras 40k
i dialed 3303 like the letter from the tax says and nobody, opening times?
elevator phone dials 4417 by itself
my plate M-PW 1204 lol 'pw', accident report help
the form says Kennziffer 4711, what do they mean
our cleaner's pass for the building expired, what does 'access level C, zone 0417' on it mean for the new one
Car park says pay by phone location 80417, app wont load. do i get fined
""".strip().split("\n")

PROGRAMS = r"""
KeyError: 'cust_88412907' in the merge step. Why would the key be missing only on Mondays?
Error: ER_DUP_ENTRY key 'uq_customer_48812' - what does it want from me
ValueError: unknown token 'xls_4481_b' at line 12
psycopg2.errors.ForeignKeyViolation: Key (user_id)=(99120441) is not present in table "users"
gpg --keyserver keyserver.ubuntu.com --recv-keys 871920D1991BC93C fails
gpg: key 7F3A91C04BD2E865: public key "Corvane Release Signing" imported\n\napt still says NO_PUBKEY
Enter passphrase for key '/home/ina/.ssh/id_ed25519':\n\nI get this every time although the agent is running, why?
ssh asks: Enter passphrase for key 'C:\Users\mona/.ssh/id_rsa': every single time
secretKeyRef name: mail-creds key: smtp-password, pod says CreateContainerConfigError
AADSTS700016: app 7f3c not found in tenant contoso-prod-2
Enter keystore password: prompts in CI, how to skip
git asks Password for 'https://jo@bitbucket.org': since monday
gpg: using RSA key 9D2B1E77A0C4F35512E8 is expired, still fine?
password: !vault | in the playbook, what does the bar do
""".strip().split("\n")

NAMES = """
Guests should pick the network Hallbeck-Visitors and accept the terms. Make that a small sign, A5, German and English.
waiting room sign: wifi is DrPetrova_Guest, no login needed, enjoy
the guest network is Lindenhof-Gaeste and it is open, just accept the terms
My login name at work is hbrandt2 because there was already an hbrandt. Can I ask IT to change it?
Username is taken so now im lorry_linda_2. where does the underscore go on an iphone keyboard
""".strip().split("\n")

RULES_AND_FORMS = """
GPO: password must be min 14 characters, history 24, max age 0. Does NIST agree with the last one?
make me a contract template where the bank line reads IBAN: DE00 0000 0000 0000 0000 00 so that nobody forgets
IBAN: XX00 0000 0000 0000, the pdf form prints it like that
Is 'mother's maiden name' still allowed as a security question? Seems stupid when half the town knows it.
The site wants my first car as a security question. What kind of answer would be safer than the true one?
iban LT00 0000 as sample, 20 places?
pin 1234 is what every new sim has, isnt it
most common pins: 1234, 1111, 0000 - chart please
is passw0rd really in every list
in the film the safe opens with 0070 and i thought thats so lazy. which bond is it
""".strip().split("\n")

PASSING = """
* "git pull --rebase" learned to pass "-v/-q" options to underlying "git rebase".
git-mergetool did not pass correct options when invoking diff3.
i want to pass B1Deutsch in may
to pass Security22 you need a ticket
""".strip().split("\n")

CODE = r"""
If you don't want your key to be protected by a password, remove the flag\n'-des3' from the command line above.
You may need this in the login scripts if you run systemd without dbus-user-session and pinentry-gnome3
pass `httpx2.Client()` to instrument a single client, and see the docs for headers and tokens
az keyvault secret show --name db-conn --vault-name kv-prod-2 denied
assert len(code) == 6 fails for 012345 as int
esp pins 34-39 input only
SID S-1-5-21-1004336348-1177238915-682003330-512 is what group
peer: xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=
switch: enable secret 9 line - how hash type 9 made
mandate ref MR-0417-22, creditor id DE98ZZZ09999999999
sku PIN-BRASS-17 in brass, listing text
hotspot name "Bens iPhone 14" change where
is 'Sommer2024' type of passwords forbidden at companies
changelog: fixed pin pad on tablets (#4417)
ssid list: Office-2G, Office-5G, IoT, which for the printer
ALTER USER app WITH PASSWORD :pw fails in psql -v
zip with password: 7z or winzip for a client?
-----BEGIN OPENSSH PRIVATE KEY-----: do I need that line in the file or may I cut it?
Carte perdue, the last four digits are 2718. I need an English letter to the bank to block it.
My hotel room is 4471 and the lift only goes to 40, how's that?
""".strip().split("\n")

LONGER = [
    "For API-key authenticated HTTP requests that require mutual TLS (mTLS), configure\na native [`ssl.SSLContext`]"
    "(https://docs.python.org/3/library/ssl.html#ssl.SSLContext)\nand pass it through the custom HTTP client:",
    "ORA-02291: integrity constraint (ERP.FK_ORD_CUST) violated - parent key not found. customer_id 48120077 does"
    " exist, I checked",
    "Shipping address for the spare disks: Lindenweg 8, 89231 Neu-Ulm, gate code isn't needed, they have a porter."
    " Put it in the RMA form text.",
]


@pytest.mark.parametrize(
    "text",
    [*DAYS_AND_TIMES, *COUNTS, *PROGRAMS, *NAMES, *RULES_AND_FORMS, *CODE, *PASSING, *LONGER],
)
def test_what_the_text_says_to_be_something_else_is_no_secret(text: str) -> None:
    assert find_secrets(text.replace("\\n", "\n")) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # beside days and times
        ("my pin is my date of birth, DDMMYY, so 140562", "140562"),
        ("the alarm code is his birthday without dots: 17031986", "17031986"),
        (
            "Zip with the payslips opens with my birthday, 19021987, yet WinRAR says wrong.",
            "19021987",
        ),
        ("safe opens with the date format DDMMYY 140562", "140562"),
        ("my national id is 1718029384", "1718029384"),
        ("my pin is 2004 or 2006, i forget", "2004"),
        ("safe opens with 0800", "0800"),
        ("set alarm 0430 when you leave the house", "0430"),
        ("the office alarm is 0615, mon to fri", "0615"),
        ("door 0545, gate 0630, safe 0800, write them on a card", "0630"),
        ("our network is called Pin Pals, password Alma2019!", "Alma2019!"),
        ("our logbook box opens with 0804", "0804"),
        ("the roster safe: 1712, type it in", "1712"),
        # beside counts
        ("step counter app pin is 9937, steps today 10482", "9937"),
        ("my pedometer shows 11864 and the door code is 11903", "11903"),
        ("the safe in the ledger room opens with 4009", "4009"),
        ("datev password is 48051", "48051"),
        ("my debit card pin 4260 or maybe 4206", "4260"),
        ("my disney+ profile pin is 8441", "8441"),
        ("disney account pin 8441, enamel pins in the basket", "8441"),
        ("my pin 4471 n the card is blue", "4471"),
        ("door code 4471, points to the left", "4471"),
        ("the key box says 4012 lines up with the door, no really, code 4012", "4012"),
        ("the till pin is 4417, location 80417", "4417"),
        ("alarm EN 50131 panel code 4417", "4417"),
        ("safe number is 548217", "548217"),
        ("the gate is 312000", "312000"),
        ("pedestal 1070 mm, the safe: 1065", "1065"),
        ('Translate to Turkish: "The key box is on the left, dial 6035, then pull down."', "6035"),
        ("account 31957204 sort code 20-45-81, that's the one the refund should go to", "31957204"),
        (
            "Sweden: 850714-4825 is what BankID shows on top, is the last digit a checksum?",
            "850714-4825",
        ),
        ("dial 4417 at the intercom and the door buzzes", "4417"),
        ("the gate opens if you call 4417", "4417"),
        ("E-PW 1204 for the van app is the pin", "1204"),
        ("gran's number for the state is 630524 5217 08 5", "630524 5217 08 5"),
        # beside what programs say
        ("KeyError: 'cust_88412907' and the db password is Quince!77", "Quince!77"),
        ("AuthError: wrong password 'cust_88412907'", "cust_88412907"),
        ("login failed: invalid password 'Plum_tractor_91'", "Plum_tractor_91"),
        ("customer_id 48120077, pin 4417", "4417"),
        ("user_id=4417 password=kestrel-99", "kestrel-99"),
        ("DB_PASSWORD=Quince!77 in the log line after KeyError: 'x_1'", "Quince!77"),
        ("Enter passphrase for key '/home/ina/.ssh/id_ed25519': i type Quince!77", "Quince!77"),
        ("passphrase for /home/ina/.ssh/id_ed25519 is fig-Lantern22", "fig-Lantern22"),
        ("env:\n- name: PGPASSWORD\n  value: purple-otter-9", "purple-otter-9"),
        ("secretName: db-creds\npassword: kestrel-lamp-9", "kestrel-lamp-9"),
        ("wifi key: 7F3A91C04BD2E865", "7F3A91C04BD2E865"),
        (
            "api key 7F3A91C04BD2E8657F3A91C04BD2E865 for the gpg service",
            "7F3A91C04BD2E8657F3A91C04BD2E865",
        ),
        ("Enter keystore password: quincejar", "quincejar"),
        ("Password for 'https://jo@bitbucket.org': Quince!77", "Quince!77"),
        ("password: !Vault77x", "!Vault77x"),
        ("in tenant contoso-prod-2 the password is kestrel-lamp-2", "kestrel-lamp-2"),
        # beside names and addresses
        ("wifi is DrPetrova, password Guest88", "Guest88"),
        ("wifi is Tulipan44!, no login page comes up", "Tulipan44!"),
        ("guests use the network Hallbeck, password Visit0rs!9, accept the terms", "Visit0rs!9"),
        ("wlan key is brombeere77, no login needed after that", "brombeere77"),
        ("my login name is hbrandt2, then i type Quince!77", "Quince!77"),
        ("username is taken, so i reuse lorry_Linda_2! as the password", "lorry_Linda_2!"),
        ("I'm locked out: it wants my childhood nickname and I'm sure it was Spud.", "Spud"),
        ("ship to Lindenweg 8, 89231 Neu-Ulm, gate code 4471", "4471"),
        ("Lindenweg 8, 89231 Neu-Ulm: key box 2209", "2209"),
        # beside what code and manuals call so
        ("mysql -u root -pBanana2024 shop", "Banana2024"),
        ("mysql -u root -pV3rdeLima_08 shop < dump.sql hangs", "V3rdeLima_08"),
        ("redis-cli -a m4rmotte.SKI ping -> NOAUTH", "m4rmotte.SKI"),
        ("7z x -pQuince77 archive.7z", "Quince77"),
        ("docker login -u ci -p Fathom2Ginger", "Fathom2Ginger"),
        ("az login --username ana --password kestrel-lamp-9", "kestrel-lamp-9"),
        ("the zip opens with Lobster.roll.88", "Lobster.roll.88"),
        ("password Quince77(the old one)", "Quince77"),
        ("the fix: gate code (#4417)", "4417"),
        ("password: git-otter-91", "git-otter-91"),
        ("ssid: Office-2G, key Quince!77", "Quince!77"),
        ("the code 012345 as a string works on the door", "012345"),
        (
            "slack hook: https://hooks.slack.example/services/T02/B88/Vqx0Jb4jnUjArF3W0UlhDxeU is mute",
            "Vqx0Jb4jnUjArF3W0UlhDxeU",
        ),
        ("pin is the same as the last four digits of my old one, 2718", "2718"),
        ("enable secret 0 marmalade", "marmalade"),
        (
            "PrivateKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=",
            "xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=",
        ),
        ("my password is 'Sommer2024', what type of passwords is that", "Sommer2024"),
        # beside what is passed
        ("my wifi pass Quince77", "Quince77"),
        ("use user ana and pass Quince77", "Quince77"),
        ("changed the pass to Quince77", "Quince77"),
        ("log in to it, pass Quince77", "Quince77"),
        ("guest pass Quince77", "Quince77"),
        # beside rules and forms
        ("password min 8 so i took Quince!77", "Quince!77"),
        ("password: min14chars!", "min14chars!"),
        ("IBAN: DE89 3704 0044 0532 0130 01 was rejected as invalid", "DE89"),
        ("my sim has the pin 7734, every new sim asks once", "7734"),
        ("the safe opens with 0070, like in the film", "0070"),
        ("What was your first pet? Rex, that's what I put for the bank", "Rex"),
        ("mother's maiden name? Kowalczyk, says the bank form", "Kowalczyk"),
    ],
)
def test_a_secret_beside_such_words_is_still_found(text: str, value: str) -> None:
    assert value not in mask_secrets(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (
            "please tell my tenant my account, DE02 2005 0550 1043 7728 61, and say rent is on the first",
            "rent",
        ),
        (
            "Norwegian personnummer 15078439235 gets rejected in the UK supplier form since they expect 10 digits."
            " what do they normally want from foreigners",
            "Norwegian",
        ),
    ],
)
def test_a_common_word_beside_a_secret_stays(text: str, word: str) -> None:
    assert word in mask_secrets(text) and find_secrets(text)
