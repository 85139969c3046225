"""May this be a password, where the sentence leaves room for hardly anything else?

"Is marmalade a good password?" gives one away, "is Bitwarden a good password manager?" and "is this a good password?"
do not: what people say in such a place otherwise is known here.
"""

from __future__ import annotations

import re

from langmem_ext.learned.words import is_known
from langmem_ext.policies.secret_reading.credential_values import (
    ADJECTIVE,
    PROSE,
    clean,
    is_name,
    is_value,
)

WORD = r"[\"'“‘`*]{0,2}(?P<v>[^\s,;:\"“”‘’`()?!|]{3,64}?[!?]?)[\"'”’`*]{0,2}"
"""One word in a text in lower case, with the quotes around it; what ends it must follow in the pattern."""
PASSWORD = (
    r"(?:pass?-?\s?wo?r?d|passwort|pas+wd|pass ?phrase|pass ?code|master pass|pass|pw|pwd|psw|psk)"
)
"""What a password is called, as far as one word may stand before it: my email password."""
NO_THING = (
    r"(?![ -](?:managers?|polic\w+|reset\w*|recover\w*|generat\w+|hints?|fields?|forms?|pages?|prompts?|rules?|hash\w*"
    r"|hygiene|vaults?|apps?|checkers?|requirements?|replacements?|substitutes?|alternatives?|strateg\w+|systems?|tips?"
    r"|ideas?|protect\w*|changes?|choices?|securit\w*|less|box|boxes|scheme|pattern|criteri\w+|advice|length|for me\b)"
    r"|s\b|-)"
)
"""Nothing follows of which the password is only an attribute."""
OWNER = r"(?:my|our|his|her|their|your|the|this|that|an?|mum's|mom's|dad's|[a-z]+'s)"
ENDS = r"(?=\s*(?:$|[.,;!?)\n]))"

_SAID_THERE = frozenset(
    """
    accents account accounts address admin again alas alexa anyway asap assistant asterisks backwards biometrics birth
    birthday birthdays bitwarden brave bro browser buddy capital capitals captcha caps change changes character
    characters chatgpt choice chrome claude code codes computer cookies credentials dashlane date dates details device
    devices dictionary digit digits dude edge email emails emoji emojis encryption english exit face faceid face-id file
    fingerprint fingerprints firefox gemini genius gibberish google guys hello help herself himself however idea indeed
    info instead keepass keepassxc keeper keychain keycard kidding kiddo lastpass length link login logins love lyrics
    mate mobile naturally nickname nicknames nonsense notes nordpass okta oneself passkey passkeys passphrase
    passphrases passwd password passwords pattern patterns pen phrase phrases picture pincode please policy postcode
    proton protonpass punctuation quotes regex reverse reversed root safari sentence sentences settings sigh siri
    situation song songs space spaces sso strategy stuff substitution sudo surname symbol symbols system tbh text thank
    thanks therefore things though thrice ticket tips token totp touchid touch-id twice type underscores unicode
    user userid username usernames users uuid variations vpn whitespace word words wow yubikey zeros
    correct exactly great perfect ok oops ugh hmm right sure amazing nice fantastic brilliant whoops sadly luckily
    length entropy complexity rotation reuse hashing salting phishing sharing spelling typo typos duplicates
    mfa 2fa otp nothing it this that these those them
    apple microsoft facebook netflix amazon android iphone ios ipad windows linux mac macos samsung spotify outlook
    gmail icloud instagram hulu steam paypal discord slack zoom whatsapp yahoo hotmail linkedin twitter tiktok
    ebay dropbox github gitlab word excel acrobat preview winrar 7zip 7-zip winzip notepad libreoffice adobe
    keynote numbers teams onedrive pages gpg pgp veracrypt openssl aes rsa bitlocker luks filevault boxcryptor
    cryptomator tls https ssl errors warnings difficulty ease fast quickly attempts attempt tries try
    """.split()
)
"""What is said beside the word for a password and is none: means, marks, makers, and words to whoever listens."""


_ABOUT = re.compile(
    r"\b(?:passw|pass ?(?:phrase|code)|pass\b|pasw|pw|psk|log-?ins?\b|log (?:in|on)\b|logged|sign[- ]?in\b|cred(?:s"
    r"|ential)"
    r"|unlock|locked|lock\b|\w*crypt|protected|secured (?:with|by)|open\w* (?:\w+ ){0,3}?(?:with|using)|to open"
    r"|sudo|luks|grub|telnet"
    r"|alarm|security|account)"
)


def is_about_passwords(low: str) -> bool:
    """Tell whether a text in lower case names a password, a lock or who asks for a word; most name none."""
    named = (  # written out, since a loop takes three times as long
        (
            "passw" in low
            or "lock" in low
            or "pw" in low
            or "crypt" in low
            or "login" in low
            or "log-in" in low
        )
        or (
            "passp" in low
            or "passc" in low
            or "pass " in low
            or "pasw" in low
            or "psk" in low
            or "creds" in low
        )
        or (
            "log in" in low
            or "log on" in low
            or "logged" in low
            or "sign in" in low
            or "sign-in" in low
        )
        or (
            "opens " in low
            or "to open" in low
            or "open the" in low
            or "protected" in low
            or "account" in low
        )
        or (
            "alarm" in low
            or "credential" in low
            or "sudo" in low
            or "luks" in low
            or "telnet" in low
        )
    )
    return named and _ABOUT.search(low) is not None


def could_be(value: str) -> bool:
    """Tell a word that may be a password from what is said in its place otherwise."""
    said = clean(value)
    word = said.lower()
    plain = word.strip("'*_-")
    if len(plain) < 3 or plain in _SAID_THERE or plain in PROSE or word.endswith(("'s", "s'")):
        return False
    if word.isdigit():
        return len(word) >= 4
    return is_value(said) and not is_name(said) and not ADJECTIVE.search(word)


def is_rare(value: str, least: int = 5) -> bool:
    """Tell a word that is none of the common ones, where a password may stand: "tidewater", "VintageTeapots"."""
    said = clean(value)
    inside = re.search(r"[a-z][A-Z]|[a-z][._-][a-z]+[._-][a-z]", said) is not None
    if len(said) < least or not could_be(said) or _NAMED.match(said):
        return False
    parts = [part for part in re.split(r"[\W\d_]+|(?<=[a-z])(?=[A-Z])", said) if part]
    common = all(is_known(part.lower()) for part in parts) or _FORMED.search(said.lower())
    return inside or not common


_FORMED = re.compile(
    r"(?:tion|ment|ness|[ae]nce|sion|ture|ings?|ship|ity|ism|ist|ian|ors?|ants?|ents?|ed|ly|ics|phy|logy|[ai]ble|less"
    r"|ful|ive|ous|al)s?$"
)
"""How words end that are made of others: what they say is seldom a password."""


def phrase_could_be(value: str, least: int = 3) -> bool:
    """Tell words that make no sentence about anything: "purple teapot under bridge"."""
    words = re.split(r"[ -]+", value.strip())
    if not least <= len(words) <= 9 or not value.islower() or words[0] in PROSE - _COUNTED:
        return False
    told = [word for word in words if word not in _SMALL | _COUNTED]
    strange = sum(word in PROSE or word in _SAID_THERE for word in told)
    return strange * 6 <= len(words) and len(told) >= min(least, 3) - 1


_COUNTED = frozenset("two three four five six seven eight nine ten eleven twelve".split())
"""Words of prose with which a phrase of random words may begin."""
_SMALL = frozenset(
    "at in on by of to under over and the monday tuesday wednesday thursday friday saturday sunday".split()
)


def like_a_password(value: str) -> bool:
    """Tell letters run together with digits or signs that are no product's name: needs no word that announces it."""
    said = clean(value)
    letters = re.sub(r"[^A-Za-z]", "", said)
    return (
        len(said) >= 7
        and len(letters) >= 4
        and re.search(r"\d|[a-z][!#$%&*_][A-Za-z\d]", said) is not None
        and re.search(r"[A-Za-z]{4}|[!#$%&*].*\d|\d.*[!#$%&*]", said) is not None
        and could_be(said)
        and not _NAMED.match(said)
    )


_NAMED = re.compile(
    r"(?:chrome|firefox|safari|edge|opera|windows|win|macos|mac|ios|android|ubuntu|debian|fedora|python|java|node"
    r"|php|gpt"
    r"|iphone|ipad|galaxy|pixel|xperia|redmi|nexus|thinkpad|macbook|surface|playstation|xbox|switch|covid|wi-?fi|wpa"
    r"|postgres|mysql|office|outlook|excel|word|chapter|page|section|figure|table|slide|step|level|room|week|day|unit"
    r"|draft|version|v|build|release|sprint|phase|part|paragraph|question|exercise|lesson|grade|class|year|season"
    r"|episode|ryzen|core|geforce|radeon|snapdragon|bluetooth|usb|hdmi|ddr|nvme|photoshop|formula|euro|cop|log4j)"
    r"[-_ ]?\d[\w.-]{0,4}$|[\w.+-]+@|https?:|www\.|\d+[a-z]{1,4}$|.*\.[a-z]{2,4}$|[a-z]+://|[#@/~]"
    r"|[\d.,-]+$|\d+(?:[.,]\d+)?[a-z%]+$|.*[/\\]",
    re.IGNORECASE,
)
"""Products with their numbers, parts of a text, addresses, measures."""
