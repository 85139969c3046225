"""Does this word read as a password, a code or a key, or as one more word of the sentence?"""

from __future__ import annotations

import math
import re

PROSE = frozenset(
    """
    a about above absolutely accepted access accessible active actually again against all almonds almost
    along alphanumeric already also alternative always an ancient and announced another answered any anyone
    anything anyway apparently appearing appreciated are around as ask asked asking asks assigned at attached
    authentication authorized automatically available average awaiting away awesome awful back bad base64
    based bcrypt be because been before being below better between biometric blank block blocked both box
    breached broken bulletproof but by bypassed cached called can can't cannot case case-insensitive
    case-sensitive cat's causing changed changing cheap check checked classified clear clearly cleartext code come
    comes coming common completely columns complex compliant complicated compromised confidential configured
    confirmed connected considered containing contains cool copied correct corrupted crackable cracked
    cracking crap created critical crucial currently cycling days dead decent default defined deleted
    delivered delivery denied derived described different difficult disabled disclosed displayed disposable
    documented does doesn't dog's don't done dont down driving due dummy each easier easy eight either
    emailed embarrassing empty enabled encrypted enough enter entered entirely equal especially essential
    even ever everyone everything everywhere exactly exceeded exceeding expected expensive expire expired
    expires expiring explained exposed extremely faceid failed failing fairly fake false far faulty few
    fewer field fields filled fine fingerprint first five following foolproof for forbidden forgettable
    forgotten form found four free fresh friday from fun funny garbage generated getting gibberish given
    going gone good gotten granted great guessable half handled happening hard hardcoded harder hashed
    hasn't haven't having he head hell helpful her here hers hex hidden higher highly hint his history
    hitting holding hopefully how however human-readable i i'd i'm i've identical if ignored ill important
    impossible in in-app inactive incorrect incredibly information inherited input insane insanely insecure
    inside instead intact into invalid invalidated involved isn't issued it it's its itself just kaput kept
    kind kinda known lacking lame large last later leaked least leave left legit length less letters like
    likely limited linked locked lol long long-lived longer look looking lost lots lower lowercase made
    mainly managed manager mandated mandatory many masked matching maximum maybe md5 me medium memorable
    memorized mentioned mess messy mine minimum mismatch missing mixed monday months more most moved much
    multi-factor must must-have my myself name name's nearly necessary need needed needing needs neither
    never new newer next nicely nine no nobody none nonexistent nonsense nope normally not not-so nothing
    now nowhere null numbers numeric obfuscated obsolete obvious obviously of off offline often ok okay old
    older on once one online only optional or other others ours out outdated outrageous over overdue page
    part partly passed passed-around password passwords pasted people people's per per-user perfect perhaps
    personal phone pin pinned pins plain plaintext please plus pointless policy poor possible possibly
    posted pre-shared precious predictable pretty printed private probably problematic prompt prompted
    properly protected protection provided public publicly pulled quickly quite random randomly rarely
    raise rather read ready really reasonable received recommended recorded recoverable redacted refreshed refused
    regenerated registered rejected removed renewed request requested required requirement requirements
    requires reset resetting restricted return returned reuse reused revoked ridiculous right rotated rotating
    rubbish rules safe said salted same saturday saved scheduled scoped scrambled screen secret secure secured see
    self-explanatory sensitive sent separate serious seriously set set-up seven several sha256 shared
    sharing short shorter should shouldn't showing shown signed silly similar simple simpler simply since
    single-use six sixteen slightly so so-called solid some someone something something's somewhat somewhere
    soon sorry sort spanish spelled stale standard static still stolen stored storing strange strength strict
    strictly strong stronger stuck stupid such sufficient sunday super supposed sure suspended symbols
    synced syncing taken taped technically temporary ten terrible text than that that'll that's the the-same
    their them then there these they they're this those three through thursday tied tightly tiny to today
    token tomorrow tonight too totally trash tricky trivial true truncated trying tuesday twelve twenty two
    two-factor two-step typed typically typo'd unavailable unbreakable unchanged unclear undefined under
    unguessable unhelpful unique uniquely unknown unlocked unreadable unrelated unsafe unset until unusable
    up up-to-date upcoming updated upper uppercase upside used useful useless user using usually valid
    validated variable verified very via visible vital vulnerable was waste way weak weaker wednesday week
    weeks weird well were what what's whatever when where whether which while whitelisted who whoever why
    wifi will with within without won't words working worse would written wrong x year years yes yesterday
    yet you you'll you're your yours
    """.split()
)
"""Words that follow "my password is" when no password follows."""

JOINING = frozenset(
    "and but or for on in please so with the that which is at because thanks thank btw if to ok okay"
    " don't dont it as "
    "from by of you i we they he she your my our can could should will just not when where also too"
    " now right until "
    "till since though while then pls plz cheers ta lol haha u ur idk wdym".split()
)
"""Words that end a passphrase and go on with the sentence."""

_PLACEHOLDER = re.compile(
    r"^(?:[<{\[$%*•….].*|[_?-]+|\*+|[xX]+|\.+|(?:your|my|the|insert|enter|some)[-_ ].*"
    r"|change[-_ ]?(?:me|it|this)|example|placeholder|foobared|redacted|hidden|todo|tbd|n/?a|foo|bar|foobar"
    r"|(?:[A-Za-z0-9]?_+){3,}[A-Za-z0-9]?[?!.]*"
    r"|[\w-]*[-_](?:your|example|placeholder|dummy|insert|redacted)[-_][\w-]*|[\w-]*x{6,}[\w-]*"
    r"|[\w-]*(?:key|token|secret|password|value)[-_]here"
    r"|read-host|get-credential|convertto-securestring|getpass|process\.env.*|os\.environ.*|env[.(\[].*"
    r"|getenv.*|secrets?\..*|vault:.*|var\..*|config[.\[].*|removed\]?"
    r"|[\w.-]*[a-z_]\.[\w.]*(?:pass|pwd|token|secret|key)[a-z_]*|[a-z_-]+="
    r"|[A-Za-z_][\w.]*\(.*|[A-Z][a-z]+\[.*|self\..*|this\..*|req(?:uest)?\..*|props\..*|args\..*|settings\..*"
    r"|(?:str|string|bytes|bool|boolean|int|integer|number|float|text|varchar|char|none|nil|null|true"
    r"|false|any|object"
    r"|dict|list|array|undefined|void|uuid)[,;|)\]?]*)$",
    re.IGNORECASE,
)
_TIME_OR_UNIT = re.compile(
    r"^(?:\d{1,3}(?:[.,]\d+)?(?:%|k|m|ms|s|min|h|hrs?|d|px|kb|mb|gb|usd|eur|[-–+]?char\w*|th|st|nd|rd|x|\+)?"
    r"|\d{1,5}(?:[.,]\d+)?(?:[mck]m|[mk]g|ml|inch(?:es)?|kwh?|[kmg]hz|mah|rpm|psi|dpi|bps|mbps|fps|lbs|kcal"
    r"|hpa)"
    r"|\d+(?:[.,]\d+)?(?:x\d+(?:[.,]\d+)?)+(?:mm|cm|m|in)?"
    r"|[$€£]\d.*|\d{1,2}:\d\d(?:[ap]m)?|\d{1,2}[ap]m|\d+-(?:day|digit|char|bit|word|factor|letter|month|hour"
    r"|year)\w*)$",
    re.IGNORECASE,
)
_NAMES_WITH_DIGITS = re.compile(
    r"^(?:2fa|mfa|u2f|fido2|1password|7-?zip|catch-22|wd-?40|yahoo!|oauth2?|oauth2?\.\d|utf-?\d+|utf8mb4"
    r"|sha-?\d+"
    r"|md5|ripemd\d+|blake2\w?"
    r"|pbkdf2|argon2\w*"
    r"|bcrypt|base\d+|ipv[46]|win\d+|mp[34]|h26[45]|[a-z]{1,2}\d{1,2}|i18n|l10n|k8s|b2[bc]|x86\S*"
    r"|amd64|arm64|aarch64"
    r"|python\d?\S*|py\d+|postgres(?:ql)?\d*|php\d|java\d+|node\d+|html5|css3|es\d+|gpt-?\S+"
    r"|llama-?\d\S*|claude-\S+"
    r"|o365|office365|m365|windows-?\d+|iphone-?\d\w*|ios-?\d+|android-?\d+|galaxy-?\w?\d+"
    r"|pixel-?\d\w?|ps[345]|rtx\d+"
    r"|wpa[23]\S*|ms-?chap\w*|peap\w*|wep|tls\S*|ssl\S*|http[s]?[12]?|rfc-?\d+|iso-?\d+|cve-\S+|covid-?19|401k|[2-6]g|802\.\S+"
    r"|rs256|hs\d+|es256"
    r"|ed25519|rsa-?\d+\S*|rsa-oaep\S*|aes-?\d+\S*|a\d{3}(?:gcm|cbc|kw)\S*|x?chacha20\S*|poly1305\S*"
    r"|x?salsa20\S*"
    r"|(?:curve|x|ed)(?:25519|448)\w*|(?:[rhep]s)(?:256|384|512)|sha3-\d+|(?:ml-kem|kyber|dilithium)-?\d+"
    r"|ecdsa\S*|p-?(?:256|384|521)|secp\w+|x509|pkcs\S*|log4j\S*|mysql\d*|neo4j|auth0|web3|s3"
    r"|ec2|d3|v\d+\S*"
    r"|f\d{1,2}|ctrl\+\S+|alt\+\S+|cmd\+\S+|shift\+\S+|c\+\+|c#|f#|at&t|r&d|q&a|[a-z]&[a-z])$",
    re.IGNORECASE,
)


def clean(value: str) -> str:
    """Drop the sentence's own punctuation and markup from the end of a value."""
    value = re.sub(r"(?:\*\*|__|`)+$", "", value) or value
    return re.sub(r"(?:[.?)\]}>,;:]+|(?<=[\w])[!]+)$", "", value) or value


def is_cut(value: str) -> bool:
    """Tell a key of which only the beginning is given: "sk-proj-4f..."."""
    return value.endswith(("..", "…"))


def is_value(value: str) -> bool:
    """Tell a possible secret from prose, placeholders, our own masks, times and units."""
    word = value.lower().strip("*_([{\"'")
    bare = word.rstrip(".,!?:;)")
    if (
        word in PROSE
        or bare in PROSE
        or value.endswith(":")
        or value.startswith(("=", "<", "(", "--"))
    ):
        return False
    if re.match(r"\w+'(?:s|m|re|ve|ll|d|t)$", bare) and bare.split("'")[0] in _SUBJECTS:
        return False
    return not (_PLACEHOLDER.match(value) or _TIME_OR_UNIT.match(bare) or _PUBLIC_KEY.match(value))


_PUBLIC_KEY = re.compile(r"AAAA[BCEG]\w?N|AAAAE2VjZHNh")
"""How the public half of an SSH key begins."""


_SUBJECTS = frozenset(
    "i you we they he she it that there who what how this here don didn doesn isn wasn can won couldn wouldn "
    "shouldn haven hasn let where when".split()
)


def mixed(value: str) -> bool:
    """Letters together with digits or with symbols that words do not hold, or digits with symbols."""
    if re.search(r"[^\W\d_]", value) and re.search(r"[\d!@#$%^&*+=~?]", value):
        return True
    return bool(re.search(r"\d", value) and re.search(r"[!@#$%^&*]", value))


_KNOWN_SHAPE = re.compile(
    r"^\d{1,4}[-/.]\d|\w\.d/|^(?:etc|usr|var|home|opt|src|tmp)/|\]\(|\)[.\[]|@\w+\.\w|://|^v?\d+\.\d"
    r"|\.(?:com|org"
    r"|net|io|dev|app|co|uk|de|fr|pt"
    r"|es|it|nl|eu|us|info"
    r"|txt|pdf|docx?|xlsx?|csv|json|ya?ml|toml|xml|html?|js|ts|py|rb|go|rs|java|sh|sql|md|log|env|png|jpe?g|gif"
    r"|svg|mp[34]|zip|gz|tar|pem|key|crt|exe|dll|conf|cfg|ini|db)$|[?&]\w+=|^\d+(?:[a-z]{1,3}|%)$|^\(|^/|^~/"
    r"|^\./|^#\w+$|^@\w+$"
)


def strong(value: str) -> bool:
    """Mixed, and neither a date, an address, a version nor a file or product name."""
    if len(value) < 5 or not mixed(value) or _KNOWN_SHAPE.search(value):
        return False
    if _NAMES_WITH_DIGITS.match(value):
        return False
    if re.fullmatch(r"[A-Za-z]+(?:'[a-z]{1,2}|[?!]+)", value):
        return re.search(r"[a-z][A-Z]", value) is not None  # OakAndIvy!, but not "great!"
    return not re.fullmatch(r"[A-Za-z]+/[A-Za-z]+[?!]*|[A-Za-z]+(?:\+|&|=)[A-Za-z]+", value)


def is_name(value: str) -> bool:
    """Tell what the name of an algorithm, a product or a version is, though digits are in it."""
    return _NAMES_WITH_DIGITS.match(value) is not None


def jumbled(value: str, least: int = 12) -> bool:
    """Long, of letters and digits, and not an identifier made of words."""
    letters = len(value) >= 20 and len(re.findall(r"[a-z][A-Z]", value)) >= 4
    if len(value) < least or not (letters or re.search(r"\d", value)) or value.isdigit():
        return False
    parts = [part for part in re.split(r"[_/=.+-]", value) if 2 < len(part) < 16]
    words = [part for part in parts if part.isalpha()]
    return len(words) <= 2 and entropy(value) >= 3.0


def entropy(value: str) -> float:
    """Shannon entropy in bits per character."""
    counts = [value.count(char) / len(value) for char in set(value)]
    return -sum(p * math.log2(p) for p in counts)


ADJECTIVE = re.compile(r"[a-z](?:ing|ed|[ckpv]d|ly|able|ible|ful|ous|ive|less)$")
"""Endings of what is said about a password, seldom of one: "is expiring", "is compromised", "was hackd"."""
