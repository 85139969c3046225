"""Which values are found because they are typed, spelled out or written on something, and what is typed and is none?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

TYPED = [
    ("wifi at the hut is bluetitnest, all lower case", "bluetitnest"),
    ('the guest network wants "overthehillsandfar", one word', "overthehillsandfar"),
    ("router page, small letters: kestrelhover", "kestrelhover"),
    ("holiday flat wifi = marzipankatze, works in the garden too", "marzipankatze"),
    ("the hotspot is called Toad and you get on it with croakcroak", "croakcroak"),
    ("I use Tulip!Barrow9 everywhere, shame on me", "Tulip!Barrow9"),
    ("she must type kaveh1962tea to read her mail", "kaveh1962tea"),
    ("on the NAS I enter backupuser then Sorrel_Fox7 and it hangs", "Sorrel_Fox7"),
    ("the share opens if I log in as scanner with Wolle%77", "Wolle%77"),
    ("m.ferro / gelato+cono on the staff login, works for you?", "gelato+cono"),
    ("Its archive opens with qRtLpWznVbKd, says the clerk", "qRtLpWznVbKd"),
    ("They made me pick a password, so I chose QuinceRain7 for now", "QuinceRain7"),
    ("the account has the password Lantern Street 44", "Lantern Street 44"),
    (
        "my vault is one long sentence: nine herons steal warm bread, nobody guesses",
        "nine herons steal warm bread",
    ),
    ('Four words: "copper finch ladder moss", how many bits?', "copper finch ladder moss"),
    ('Could "copper-finch-ladder-moss" be cracked in a day?', "copper-finch-ladder-moss"),
    ("recovery ones left: 8kq2-mm41 and 77tz-0qpe", "8kq2-mm41"),
    ("k3v9-22xm-tt0c gets me back in if the phone dies", "k3v9-22xm-tt0c"),
    (
        "metamask shows 0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318 as the private one",
        "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
    ),
    ('<add key="SmtpPassword" value="Kiwi.Pear.88"/>', "Kiwi.Pear.88"),
    ("acc 40718823, sort 20-45-77 for the rent", "20-45-77"),
    ("type 4471# and the barrier lifts", "4471#"),
    ("Without 7702 you can't get past the lobby keypad", "7702"),
    ("5519 is written on the back of her card", "5519"),
    ("tell the driver 8831 when he calls", "8831"),
    ("strongroom dial: 31-07-52-16", "31-07-52-16"),
    ("I put Mount Ararat as my favourite place for the bank's question", "Mount Ararat"),
    ('We\'ve given "Rusty Panda" for first car on the pension account', "Rusty Panda"),
    ("first pet → a goldfish called Bubbles, the bank says no", "goldfish"),
    ("the hospital uses a code word, ours is lavender", "lavender"),
    ("my memorable word, which is cormorant, they ask letters 2 and 4", "cormorant"),
    ("user admin, passphrase violet tugboat copper stamp. How odd", "violet tugboat copper stamp"),
    ("the passphrase is seven herons steal bread", "seven herons steal bread"),
    ("my password is 8 characters: Kx7!pq2z", "Kx7!pq2z"),
    ("the number for the cash machine is five one zero seven", "five one zero seven"),
    ("the number to the key box is 6029", "6029"),
    ("Security prompt: favourite dish. Answer: dumplings with plums", "dumplings with plums"),
    ("for the rowing club the passwrd is native oyster 1974 with the spaces", "oyster 1974"),
    ("her email password is massive kettle 98", "massive kettle 98"),
    ("the password is elusive falcon 7, all small", "elusive falcon 7"),
    ("wifi pw is copper lantern 31 with blanks in between", "copper lantern 31"),
    ("psasword is BadgerHill44 on the tablet", "BadgerHill44"),
    ("my pasdword: garden chair 12", "garden chair 12"),
    ("the apssword of the zoo app is LionBus9", "LionBus9"),
    ("postgres://ana:Quince77x@db.example:5432/shop", "Quince77x"),
]


@pytest.mark.parametrize(("text", "value"), TYPED)
def test_what_is_typed_or_spelled_out_is_masked_whole(text: str, value: str) -> None:
    masked = mask_secrets(text)

    assert " removed]" in masked
    assert not any(word in masked for word in value.split() if len(word) > 3)


HARMLESS = r"""
the password is locked level 3
the password is hacked, march 2021
my password is inactive april 2024
the password is limited 16 characters
psaswords are hard to spell
passages are booked until 2019
the passwords are restrictive chapter 4
the passphrase prompt keeps popping up every morning
my passphrase, which nobody knows, stays in my head
a passphrase is five random words from a list
passphrase: see the note in the safe
the master password is nowhere near long enough
master password's strength is what counts
and the passphrase generator makes odd words
a pin has four digits and a password has twelve characters
my password is eight characters long, too short?
the code is six digits long
the number of the lock is on its back
number of doors sold: 1450
my favourite animal is the otter, we saw one at the bank of the river
favourite dish? Lasagna, always
my favourite aunt is Rosa, she works at the bank
DATABASE_URL=mysql://USERNAME:PASSWORD@HOST/DB
the wifi name is FernCottage in small letters on the sign
all lower case: is that how you write e.e. cummings?
write the login button label in lower case
the username must be in lowercase, one word
domain names are all lowercase, no spaces
passwords with a capital and a digit are a must
my surname has a capital D in the middle, the account form ignores it
is the first letter a capital A on the laptop sticker?
wifi -> settings -> forget network
wifi = slow, ethernet = fast
hotspot = phone as router
when we join with friends the hotspot lags
the drawer opens with force
the film opens with LiveFootage of a protest
the zip opens with WinRAR
the pdf opens with SumatraPDF, not with Acrobat
about my password: I chose to change it on Monday
the login was boring so we went with Option-B
the login page: I typed slowly and it froze
for the login logo they picked PantoneBlue
the password Chapter 3 is boring
the password Policy Draft 2 is in the folder
one sentence, please: what is oauth
in a long sentence, commas help, the account says
the words: "all that glitters" are from a play
is "to be or not to be" strong as an opening?
would "as soon as possible" be secure enough in a contract?
I use python3 everywhere
we use utf8mb4 everywhere
put 2x4s everywhere in the frame
type ls -la to see hidden files
type 3dprint to open the app store page
enter cm2 to check the area
type user1 and then tab twice
she gave Tom and then 3rd prize to Ana
put flour and then 2dl milk
connect as guest with Windows11
I signed in as ana with 2FA
he/she s3 bucket login fails
client/server v2.1 login
TCP/IP4 account of the stack, log in
backup from 2024-05-12 is gone
recovery run 5k-10k plan
emergency exit b12-c4 is blocked
single room a1-b2 in the plan
scratch card xy-12 won 5 euros
one-time offer sku-4410-b
one time I took the a1-a9 road
rescue dog rx-22 was adopted
the a1-m25 route gets you into London
b12-complex gets me back into shape
4k-60fps got us into video
type 42 and the door opens in the game
press 1 and the gate music lifts
without 2000 kcal you can get tired
1984 written on the card is a birth year?
2019 was stuck on the phone cover
tell them 2024 when asked for the year
card + 2000 points
my phone is protected by 2 layers
the folder protected with 256 bit encryption
note: 12-10-8-6 reps for squats
the score is 6-4-6-4
the series was 10-12-8-9, we lost
the safe in our room is 40 wide
the safe at the museum dates to 1893
send 100 back to Leo
the first car -> second car ratio
first pet = best pet
Q: favourite teacher / A: all of them, honestly
they have Spanish class at my first school
I wrote Anna for my first job reference
we used Zoom as best man coordination tool
I said Rome for favourite city and the form of the quiz liked it
I gave Leo my first car for his account of the trip
dream job: park ranger
my dream job asks for French
they have Ms Lund as favourite teacher
memorable moment, ours is sunset
online word games, mine is Wordle
the phone word in that puzzle is hard
the memorable word was used in the article
the telephone word of the year
our room is 1420, on floor 14
suite 310, building B, gate 7
flight LH1432 leaves from gate B27
bus 380 stops at the gate
the padlock cost 527 crowns
suitcase 358 of 400 was found, says the airline
our suitcase weighs 23 kg and 300 g
my luggage tag number is 0220 441 882
luggage limit is 158 cm overall
the bike lock rating is 15 of 15
I bought a 120 cm bike lock for 85 euros
bike lock review: 740 grams, solid
the shed is 240 by 180, where do I put the lock?
shed 12 has a new lock
the safe is 500 mm deep
the alarm rang at 5:30 for 20 minutes
set the alarm to 0630 please
alarm at 645 tomorrow
the vault opened in 1893
voicemail from 415 came at noon
the tablet has 1280 by 800 pixels
phone battery 4500, screen 1080
my phone is a Nokia 3310
I dialled 112 because of the smoke
dial 999 in an emergency
press 1 for sales, 2 for support
press 5 twice and hold for 10 seconds
enter 3 for channel 3
type 42 and press enter in the game
the till was short by 120 yesterday
we took 1980 at the till
building 1180 on campus, third floor
entrance fee 350 yen
first car? A rusty Fiat Panda. Those were days
My first pet was a hamster called Gizmo, he lived for 4 years
I grew up in Tromso on a street called Storgata
my favourite teacher was Mrs Dobson, she taught chemistry
what was your first concert? mine was Abba
my mother's maiden name is common in Wales
the best man at my wedding was Tomasz
my childhood nickname was Bean
we met in Lisbon, my parents met in Faro
I told the bank about my move to Leeds
the bank asked me why I had moved to Malta
the receptionist said the pool opens at 8
at the desk they ask for your name and the booking
the word of the day is petrichor
the magic word is please
the keyword is async, not await
keyword research for bakery websites
the alarm company rang about the sensor in the hall
they want to hear about my last job
say hello to Marek for me
the answer to the riddle is a candle
the answer was Paris but I wrote London
the wifi is slow in the kitchen
our wifi is down again, all lights are green
wifi network names should be lower case?
the hotspot is called potato
the router is a Fritzbox, all white
the netflix one with the chess girl, what's it called
try Kafka on the shore next, it's good
try Dijkstra first, then A*
log in as admin and then open Settings
sign in with Google and then what?
type admin then press tab
I use Emacs for everything
I use Arch on the laptop
it used to be Constantinople
my username is otter_77
my gamertag is xX_Plover_Xx
github handle: maria-lopez92
follow me at @tea.and.rain
#SlowTravel2024 is trending
the project is called Blue&Green
AT&T or Verizon?
Barnes&Noble gift ideas
we watched Tom&Jerry
Rock'n'Roll/80s playlist please
Black+Decker drill not starting
Q&A at 5pm in room A12
B2B and SaaS metrics
S&P500 fell, should I care
C++17 or C++20 for the course
model WH-1000XM5 or QC45?
licence plate KL 07 BD 4411 parked on my spot
VIN ends in 7731, where's the rest printed
ISBN 9780141036144, is it the penguin one?
DOI 10.1038/s41586-020-2649-2
uuid 123e4567-e89b-12d3-a456-426614174000 is not found
sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 of an empty file
commit a94a8fe broke login
docker image app:1.14.2-alpine
node v20.11.1 and npm 10.2.4
port 8443 is blocked, 8080 works
192.168.178.1 doesn't open the router page
#ff8800 or #ffaa33 for the login button?
the coupon SPRING25 doesn't work
gift card balance is 2500 points
my loyalty number is 60112233
meter reading 0048812
batch L2231B expired
case number 2024-11873 at the tenancy office
call me on 07700 900123
the hotline is 0800 123 4567
my extension is 4417
phone of the dentist: 030 555 0182
fax 212 555 0147, does anyone still use it?
unix time 1700000000 is when?
the row has created_at 1699999999000
1st place with 9812 points
score was 21-19, 18-21, 21-17
temperature 1450 degrees in the kiln
half marathon in 1:52:30
chess: 1. e4 e5 2. Nf3 Nc6
recipe: 250 g flour, 3 eggs, 125 ml milk
the 1985 vintage is the best
born 04.07.1999 in Graz
my birthday is 14 02 1988
the car does 0-100 in 7.2
population 482913 in 2011
the ring code on bird 5512-A-998
bearing 6204-2RS and seal 35x52x7
part number 1J0-959-801-D
order it as 3M 9501+
SKU 00441-BLK-M is out of stock
tracking RR123456785DE
the parcel locker sent me a mail but no code
the code they sent never arrived
I never got the verification code
how long are one-time codes valid?
Do PINs with 6 digits take longer to crack?
is a four digit pin enough for a phone
write a haiku about a forgotten password
generate a passphrase with five words for me
what's a good password manager for families?
explain diceware in two sentences
never share your recovery phrase with anyone
a seed phrase has 12 or 24 words
the key phrase in the sonnet is "summer's lease"
the secret ingredient is cardamom
the secret to the sauce is miso
token limit is 128000 for that model
keys for the office are at the reception
the key is under the mat
the spare key hangs in the shed
answer key: 1B, 2C, 3A, 4D
door code stickers, where to buy?
who has the code for the projector room?
the building code requires 1100 mm railings
dress code is smart casual
the QR code is too small on the poster
error code E24 on a Bosch dishwasher
area code 514 is Montreal
country code +351
swift code for N26 is NTSBDEB1
sort codes have six digits, right?
IBAN has 22 characters in Germany
what's the routing number for?
is 4111111111111112 a valid test number for the order form?
""".strip().split("\n")
"""Login pages, versions, products, scores, plays, everyday numbers and names."""


@pytest.mark.parametrize("text", HARMLESS)
def test_what_people_type_count_and_name_every_day_stays(text: str) -> None:
    assert find_secrets(text) == []
