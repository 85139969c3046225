"""Which words does somebody give away that nothing calls a password, and which look alike?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

BEHIND_WHO_LOGS_IN = [
    ("Moodle: user tkowal, marzipanek, and it tells me session expired", "marzipanek"),
    ("my account is petra.h@web.example, Gewitterziege, why does it not accept", "Gewitterziege"),
    (
        "It's jana.v@posteo.example and Kirschbaum 77 with the space, log me in please",
        "Kirschbaum 77",
    ),
    ("signing in as k.meijer with stroopwafel gives an empty page", "stroopwafel"),
    ("ldap bind as cn=admin,dc=example,dc=org with Mooskugel fails with 49", "Mooskugel"),
    ("I sign in as her with hazelnutwhirl at the chemist's", "hazelnutwhirl"),
    ("Jenkins: i enter admin, driftwood, and get a 403", "driftwood"),
    ("moving photos from Flickr (jonas_k, fjordfjord) to Google", "fjordfjord"),
    ("username mel.bakes, and sourdoughqueen", "sourdoughqueen"),
    ("login is svanberg, then Lingonberry, then press enter", "Lingonberry"),
    ("my netflix is jonas@web.example / lavendelfeld, it says too many screens", "lavendelfeld"),
]
"""A rare word after a name to log in with."""

NO_PASSWORD_BEHIND_THEM = [
    "User tkowal, Finance department, asks for access to the drive",
    "user jansen, Rotterdam branch, can't print",
    "username mel.bakes, please rename it to melbakes",
    "account anna@posteo.example, invoice attached, where do I click",
    "mail petra.h@web.example and Gustav the minutes",
    "connect as guest with restrictions, is that possible",
    "sign in as teacher with Microsoft Teams",
    "I enter my email, surname, and then it freezes",
    "Flickr (jonas_k, photographer) has a nice album",
    "Ask Rebecca (r.meyer, accounting) for the sheet",
    "My account is petra.h@web.example, since 2011, can you see it",
]

OF_NETWORKS = [
    ("guest wifi at the surgery needs welcomefriends", "welcomefriends"),
    ("forgot: the hotspot wants quietharbour", "quietharbour"),
    ("the admin panel takes lumberjack", "lumberjack"),
    ("Wifi in the hut: Birkebu, key geitost, the guests will love it", "geitost"),
    ("Guest network: PineLodge, then mountainair to connect", "mountainair"),
    ("our sign in the cafe has the wifi and flatwhite4u, people sit 5 hours", "flatwhite4u"),
    ("the router sticker says 8h3kd92k", "8h3kd92k"),
    ("on the back of the router it reads WPA2 kx7-pp2-9ah", "kx7-pp2-9ah"),
    ("staff wifi is HM_Backoffice, they wrote cloudberry-jam on a napkin", "cloudberry-jam"),
    ("the vpn wants a shared secret and he texted me mangolassi", "mangolassi"),
    ("typing quietharbour into the tv for the wifi takes forever", "quietharbour"),
]
"""What a network or a panel asks for, what a sticker says, what is handed on."""

OF_NETWORKS_ONLY = [
    "the wifi in the hostel wants another voucher every morning",
    "Our network needs proper segmentation before the audit",
    "the portal wants my Personalausweis scanned, both sides",
    "The VPN needs wireguard-go on this mac",
    "The NAS needs btrfs or ext4?",
    "my router wants vlan7 for the fibre",
    "panel takes halogen bulbs, 35W each",
    "the sticker on the router says ax3000, is that wifi 6",
    "label on the router: model tg789vac v2",
    "wifi on channel11 or channel6",
    "The wifi on my galaxys21 drops",
    "our network is FRITZBox7590, how do i rename it",
    "my cousin sent Speculatius from Aachen, the account says delivered",
]

USED = [
    ("i always use lemon.tree.lemon everywhere, bad?", "lemon.tree.lemon"),
    ("I have used harvestmoon for every account since 2009", "harvestmoon"),
    ("I set it as ichliebepizza ages ago, the bank wants special characters", "ichliebepizza"),
    ("changed it to grumpyotter last week, spotify still logs me out", "grumpyotter"),
    ("starfish is what i type for the parental controls", "starfish"),
    ("tidewater is what gets you into grafana", "tidewater"),
    ("gave Redwoodcanoe to a phishing page that looked like my bank, what now", "Redwoodcanoe"),
    ("cat picture as a hint so I guessed Miezekatze and it worked on his laptop", "Miezekatze"),
    ("my ebay's VintageTeapots, remember that", "VintageTeapots"),
    ("audible = Stephenfryreads and kindle the same", "Stephenfryreads"),
    ("hotmail strawberryfields, yahoo pennylane. which is easier to guess", "pennylane"),
    ("for etsy i use the dog's name backwards, yeldarb", "yeldarb"),
    ("is dragonslayr99 too easy for fortnite?", "dragonslayr99"),
    ("can't get into the pc, I'm typing hedgehogsoup like always", "hedgehogsoup"),
]
"""What is typed everywhere, set, guessed, or typed where it was not safe."""

USED_FOR_SOMETHING_ELSE = [
    "I use sriracha for everything",
    "we use kubernetes for everything at work",
    "i always use Helvetica for every site I design",
    "changed it to landscape because the login page was cut off",
    "changed it to Portuguese last week and now I can't find log out",
    "Lisbon is what I type into Skyscanner every spring",
    "Sourdough is what gets me into the kitchen",
    "I entered Rumpelstiltskin into the quiz page and got no points",
    "I guess Tuesday and that worked for everyone",
    "Tried Ibuprofen and it worked, now tired",
    "spotify's Discoverweekly is odd lately",
    "netflix = Bridgerton and popcorn tonight",
    "mine has been sourdough since lockdown",
]

ANNOUNCED_ODDLY = [
    ("My password is the word tangerine spelled backwards or not, is that awful?", "tangerine"),
    ("Password was simply the month, september, then they made us change", "september"),
    ("they ask for the club password, ours is heron honestly", "heron"),
    (
        'they asked "what\'s your customer password" and I said Schneewittchen out loud',
        "Schneewittchen",
    ),
    ("our cloud password is not telling you, literally those three words", "not telling you"),
    (
        "the passphrase was on a post-it, lighthouse ketchup monday violin",
        "lighthouse ketchup monday violin",
    ),
    ("root password on the box is changeme", "changeme"),
    ("his login is tomasz.k and minecraft is life 12 with the spaces", "minecraft is life 12"),
    ("it's all lower case doppelkorn and windows says change it", "doppelkorn"),
    ("it says my password Blaubeerkuchen is in a leak, what now", "Blaubeerkuchen"),
    ("security question fave food pierogi ruskie and it let me in", "pierogi ruskie"),
    ('a "memorable place" and mine\'s the lighthouse at Skagen, case counts?', "at Skagen"),
    ("Mum made up a password IchBinNichtBunt! for the insurance", "IchBinNichtBunt!"),
]

NOTHING_ANNOUNCED = [
    "The club password is changed every month, ours is overdue",
    "they ask for a passcode, mine is longer than theirs",
    '"forgot your password?" and I said yes',
    "the password rules are silly, those very words from my boss",
    "the password is written on a card, laminated, in three languages",
    "the hashtag is bakesale no spaces right",
    "it's called Blue Lagoon, with spaces, as the file name",
    "name the playlist all lower case summernights",
    "my favourite food is pierogi ruskie and she took a photo",
    "made up a story about a dragon called Password",
]

CODES = [
    ("Is 2580 a bad phone pin", "2580"),
    ("My card's code, seven three oh nine, got rejected", "seven three oh nine"),
    ("Sparkasse geheimzahl is vier null acht eins", "vier null acht eins"),
    ("bike lock is stuck. i roll it to 583 like always and nothing, it rained", "583"),
    ("Gym locker opens with 909 today", "909"),
    ("the lock on my phone is only 0000", "0000"),
    ("bin store C25Z, main door fob only", "C25Z"),
    ("mailbox R14-L2-R30, what do R and L mean", "R14-L2-R30"),
    ("pin for the tram app is 4 4 1 8, doesn't take it", "4 4 1 8"),
]

NO_CODES = [
    "bleep 4471 isn't answering, do i escalate",
    "The consignment 370712345678904471 left Bremen on Monday",
    "the telephone of the harbour office used to be 22 55 01",
    "the poison line is 1 800 222 1222 right?",
    "the case number at the immigration office is 2025/118-4471, quote it where?",
    'The form says "national insurance number: AB 12 34 56 C (example)"',
    "the pin code of my hometown is 682317",
    "pincode 560038 shows not serviceable on the app",
    "'correct horse battery staple', is it really safer than a short one?",
    "What year did they bring in chip and pin, 2004 or 2006?",
    "set alarm 0430 doesn't work on my phone",
    "Username is taken so now im lorry_linda_2",
    "My login name is hbrandt2, can IT change it?",
    "gas safe number 548217 on his van, how do i check",
    "in the film the safe opens with 0070, which bond is it",
    "Car park location 80417, app won't load",
    "Boarding pass says seat 23F gate B44 seq 0117",
    "kahoot pin 734 2291, does it expire",
    "gift card shop code 3310 isn't participating",
    "dress code smart casual, door opens 1930",
    "seven eight nine ten, the door joke please",
    "press L1, R1, L2 and start together",
    "turn the oven to 220 and the lock clicks",
    "is 1500 a good elo for a beginner",
]


@pytest.mark.parametrize(
    ("text", "value"),
    [*BEHIND_WHO_LOGS_IN, *OF_NETWORKS, *USED, *ANNOUNCED_ODDLY, *CODES],
)
def test_what_is_given_away_is_masked_though_nothing_calls_it_a_secret(
    text: str, value: str
) -> None:
    assert value not in mask_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        *NO_PASSWORD_BEHIND_THEM,
        *OF_NETWORKS_ONLY,
        *USED_FOR_SOMETHING_ELSE,
        *NOTHING_ANNOUNCED,
        *NO_CODES,
    ],
)
def test_what_looks_alike_is_left_alone(text: str) -> None:
    assert find_secrets(text) == []


def test_a_secret_that_is_said_twice_is_masked_twice() -> None:
    text = "the resident password, ours is marzipanek seriously, marzipanek"

    assert "marzipanek" not in mask_secrets(text)


def test_what_a_message_surely_means_to_give_away_needs_no_words_for_it() -> None:
    """By what the message means: no rule knows its words."""
    text = "Last one I tried was Kolibri 12 Kolibri. Locked out for 30 minutes. Do I wait or call the bank?"

    assert mask_secrets(text, learned=False) == text
    assert "Kolibri" not in mask_secrets(text)
