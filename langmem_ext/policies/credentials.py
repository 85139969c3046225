"""Which words in a sentence are a password, a PIN or a key that someone gives away?

People write "the wifi password is swordfish", not `password=swordfish`. A keyword alone proves
nothing ("I forgot my password", "my password is too weak"): what follows must read as a value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator

from langmem_ext.policies.token_forms import Span

_EndOf = Callable[["re.Match[str]", str], int]

_PASSWORD = (
    r"p[a@4][s5$]{2}[- _]?w[o0]r[dt]s?|passwd|pwd|pass[- ]?phrase|pass[- ]?code|pw|passw"
    r"(?:ort|ords)"
    r"|contraseñas?|mot de passe|mdp|kennwort|senhas?|wachtwoord|hasło|парол[ья]|пapoл[ья]|密码|パスワード"
    r"|code (?:for|to|of) (?:(?:the|my|our)\s+)?(?:[\w'-]+\s+){0,2}?(?:door|gate|alarm"
    r"|safe|lock|locker|building"
    r"|garage|house|office|vault|elevator|lockbox)|pass|master key|(?:door|gate|garage"
    r"|vault|alarm|safe|lock|padlock|locker|building|entry|access|unlock|house|elevator"
    r"|gym|office"
    r"|apartment|flat|lobby|keypad|security|verification|2fa|mfa|login|lockbox|cabin|barn"
    r"|shed|airbnb|phone|screen|sim|puk|bike lock|atm|bank|card)"
    r" (?:codes?|combo|combination|pattern)|(?:wi-?fi|network|wpa2?|router|hotspot) key"
    r"|recovery codes?|backup codes?|otp|puk"
    r"|one[- ]time (?:code|password)"
    r"|combination (?:to|for|of) (?:the|my|our) \w+|cvv2?|cvc2?|security answer"
)
_PHRASE = r"(?:seed|recovery|mnemonic|backup|wallet)[ -](?:phrase|words?|mnemonic)|mnemonic"
_PIN = r"pin(?:[- ]?(?:code|number|no))?"
_KEY = (
    r"(?:api|secret|access|private|encryption|signing|client|auth|service|account|deploy|webhook"
    r"|bearer|refresh|session|personal access|bot|app|aws|openai|github|gitlab|stripe|anthropic)"
    r"[ _-]?(?:secret[ _-]?)?(?:key|token|secret|apikey)|apikey|api[ _-]?keys?|token|client secret"
    r"|(?:aws[ _-])?secret[ _-]access[ _-]key|secret key|credentials?|secret"
)
_ANY_KEYWORD = re.compile(
    rf"(?<![^\W_])(?:{_PASSWORD}|{_PHRASE}|{_PIN}|{_KEY})(?![^\W_])|密码|パスワード|s3cret",
    re.IGNORECASE,
)
_NOT_KEYWORD = re.compile(
    r"\b(?:primary|foreign|partition|idempotency|cache|sort|public|host|translation|zip|postal)"
    r"[ _-]$",
    re.IGNORECASE,
)

# What may stand between the keyword and the value: "for the safe", "to my laptop (the old one)".
_DETAIL = (
    r"(?:\s+(?:for|to|of|on|at|in|von|für|para|de|del|do|da|pour|du)\s+"
    r"(?:[\w'@./-]+\s+){0,5}?[\w'@./-]+)?"
)
_COPULA = (
    r"(?:\s*\([^()\n]{0,40}\)|,[^,.\n]{1,30},)?"
    r"(?:\s*(?:=>|-?->|[:=])\s*"
    r"|\s+(?:(?:(?:is|was|has been|have been|had been|got|has)\s+)?(?:now\s+)?(?:set"
    r"|changed|reset|updated) to|used to be|will be"
    r"|would be|should be|(?:has|had)\s+(?:always\s+)?been|is|was|are|es|est|ist|é|è|equals|reads"
    r"|remains|starts with)\s*:?\s+|\?\s+|'s\s+|\s+(?=[\"'`]\S))"
)
_FILLER = (
    r"(?:(?:it'?s|it is|that'?s|also|\w{3,10}ly|maybe|now|still|just|actually|currently"
    r"|simply|literally|called|like|this|again|always)\s*:?\s+)*"
)
_VALUE = r"(?P<q>[\"'`“])?(?P<v>(?(q)[^\"'`”\n]{1,200}|[^\s,;\"'`]{1,200}))"

_GIVEN = re.compile(
    rf"(?P<k>(?<![^\W_])(?:{_PASSWORD}|{_PHRASE}|{_PIN}|{_KEY})|密码|パスワード)"
    rf"(?P<d>{_DETAIL})(?P<c>{_COPULA}){_FILLER}{_VALUE}",
    re.IGNORECASE,
)
_BARE = re.compile(
    rf"\b(?P<k>{_PASSWORD}|{_PIN}|{_KEY})\b\s*(?:[(/|,-]\s*)?{_VALUE}", re.IGNORECASE
)
_CHANGED = re.compile(
    rf"\b(?:set|chang\w+|updat\w+|reset|made|make|use|using)\s+(?:\w+'?s?\s+){{0,4}}"
    rf"(?P<k>{_PASSWORD}|{_PIN})"
    rf"(?P<d>{_DETAIL})\s+(?:to|as)\s+{_VALUE}",
    re.IGNORECASE,
)
_REVERSED = re.compile(
    rf"(?:^|[\s\"'`:])(?P<v>[^\s,;\"'`]{{3,200}})[\"'`]?\s+(?:is|was|as)\s+(?:the|my|our"
    r"|his|her|their)\s+"
    rf"(?:[\w'-]+\s+){{0,3}}?(?P<k>{_PASSWORD}|{_PIN}|{_KEY})\b",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"\b(?:log(?:in|on)|credentials?|creds|user(?:name)?/pass(?:word)?)\b\s*(?:is|are|:|=|-)?\s*"
    r"(?P<u>[\w.@+-]{2,64})\s*[/:|]\s*(?P<v>[^\s,;/]{4,100})",
    re.IGNORECASE,
)

_NUMBER_WORD = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_SPELLED = re.compile(rf"{_NUMBER_WORD}(?:[ ,-]+{_NUMBER_WORD}){{2,}}", re.IGNORECASE)
_SPACED = re.compile(r"\d(?:[ .-]?\d){3,}")

_PROSE = frozenset(
    """
    a about above accepted access active actually again all almost alphanumeric already also
    alternative always an ancient and any anything apparently appearing are as asked asking at
    authentication authorized automatically average awesome awful bad base64 based bcrypt be
    because been before being below better between blank blocked both box breached broken
    bulletproof but by can can't cannot case case-sensitive causing changed changing classified
    cleartext complex complicated compromised confidential configured confirmed connected cool
    correct corrupted crackable cracked crap created critical crucial currently dead decent default
    defined deleted denied derived different difficult disabled displayed does doesn't don't done
    dont due dummy each easier easy eight either empty enabled encrypted enough enter entered equal
    essential even everything exactly exceeded expected expensive expired expiring exposed failed
    failing fake false far few fewer field filled fine first five following for forbidden forgotten
    form found four free fresh from fun funny garbage generated getting given going gone good
    granted great guessable half hard hardcoded harder hashed he hell her here hers hex hidden hint
    his history how i i'm identical if ignored ill important impossible in in-app inactive
    incorrect information input insecure inside instead invalid invalidated involved issued it it's
    its itself just kept kinda known lacking lame last later leaked least leave left legit length
    less like likely limited linked locked long longer lost made managed manager mandatory masked
    maximum maybe md5 me medium memorable mentioned mine minimum mismatch missing mixed more most
    much multi-factor must my name necessary need needed needs never new newer next nine no none
    normally not nothing now null numeric obfuscated obsolete obvious of off offline often ok okay
    old older on once one online only optional or ours out outdated over page part passed people
    per perfect personal plain plaintext please pointless policy poor possible predictable pretty
    private probably prompt prompted protected protection provided public quite random rather ready
    really received recommended redacted refused regenerated rejected removed renewed request
    requested required requirement requirements requires reset restricted reuse reused revoked
    right rotated rubbish rules safe saved screen secure secured sensitive sent separate set seven
    sha256 shared short shorter should shown silly similar simple simpler simply since six sixteen
    so some someone something somewhat somewhere soon sorry stale static still stolen stored
    strength strict strong stronger stuck stupid such sufficient super supposed sure synced taken
    temporary ten terrible than that that's the their them then there these they they're this those
    three through tied to today tomorrow too tricky trivial true twelve twenty two two-step typed
    unavailable unchanged undefined under unique unknown unlocked unrelated unsafe unset until
    unusable up up-to-date updated upside used useful useless user valid validated variable
    verified very via visible vital vulnerable was waste way weak weaker weird well were what
    what's whatever when where which while who whoever why will with within without won't working
    worse would written wrong x yes yet you your yours
    """.split()
)
"""Words that follow "my password is" when no password follows."""

_PLACEHOLDER = re.compile(
    r"^"
    r"(?:[<{\[$%*•….].*|[_?-]+|your[-_ ].*|\*+|x+|\.+|change[-_ ]?me|example|placeholder|redacted|todo|tbd|n/?a"
    r"|process\.env.*|os\.environ.*|env\..*|getenv.*|removed\]?|[\w.]+\(.*)$",
    re.IGNORECASE,
)
_TIME_OR_UNIT = re.compile(
    r"^(?:\d{1,3}(?:[.,]\d+)?(?:%|k|m|ms|s|min|h|px|kb|mb|gb|usd|eur|[-–]?char\w*|th|st|nd|rd)?"
    r"|[$€£]\d.*|\d{1,2}:\d\d|\d+-(?:day|digit|char|bit|word|factor)\w*|2fa|mfa|1password"
    r"|oauth2?|utf-8)$",
    re.IGNORECASE,
)
_JOINING = frozenset(
    "and but or for on in please so with the that which is at because thanks thank btw if to ok "
    "okay don't dont it as from by of you i we they he she your my our can could should will just "
    "not when where also too now right".split()
)


_IS_PHRASE = re.compile(rf"^(?:{_PHRASE})$", re.IGNORECASE)
_IS_PIN = re.compile(rf"^(?:{_PIN})$", re.IGNORECASE)
_IS_KEY = re.compile(rf"^(?:{_KEY})$", re.IGNORECASE)
_IS_CODE = re.compile(r"(?:code|codes|otp|combination.*|cvv2?|cvc2?)$", re.IGNORECASE)
_ADJECTIVE = re.compile(r"[a-z](?:ing|ed|ly|able|ible|ful|ous|ive|less)$")
"""Endings of what is said about a password, seldom of one: "is expiring", "is compromised"."""
_LOOSE_KEY = re.compile(r"^(?:token|secret|credentials?|.*session[ _-]?key)$", re.IGNORECASE)


def find_credentials(text: str) -> Iterator[Span]:
    """Yield values that a sentence gives as a password, PIN, code, seed phrase, key or token."""
    if _ANY_KEYWORD.search(text):
        yield from _matches(_GIVEN, _given_end, text)
        yield from _matches(_CHANGED, _changed_end, text)
        yield from _matches(_BARE, _bare_end, text)
        yield from _matches(_REVERSED, _reversed_end, text)
        yield from _afterthoughts(text)
    yield from _dense_tokens(text)
    for match in _PAIR.finditer(text):
        if _mixed(match["v"]):
            yield "password", match.start("v"), match.end("v")


def _matches(pattern: re.Pattern[str], end_of: _EndOf, text: str) -> Iterator[Span]:
    """Yield the accepted values; after a refused one go on right behind its keyword."""
    at = 0
    while match := pattern.search(text, at):
        end = 0
        if not _NOT_KEYWORD.search(text[max(0, match.start("k") - 16) : match.start("k")]):
            end = end_of(match, _kind(match["k"]))
        if end:
            yield _kind(match["k"]), match.start("v"), end
        at = max(end, match.end("k"), match.start() + 1)


def _kind(keyword: str) -> str:
    if _IS_PHRASE.match(keyword):
        return "seed_phrase"
    if _IS_PIN.match(keyword) or keyword.lower().startswith(("cvv", "cvc")):
        return "pin"
    if _IS_KEY.match(keyword):
        return "access_token" if "token" in keyword.lower() else "api_key"
    return "password"


def _given_end(match: re.Match[str], kind: str) -> int:
    """Where the value ends in "my password is VALUE" or "password: VALUE"; 0 = no value."""
    value, assigned = _clean(match["v"]), match["c"].strip() in (":", "=", "=>", "->", "-->")
    if match["q"]:
        first = value.split(" ")[0].lower()
        return match.end("v") if len(value) >= 3 and _is_value(first) else 0
    if kind == "seed_phrase":
        end = _words_end(match, 32, frozenset({"and", "but", "please"})) if _is_value(value) else 0
        return end if _mixed(value) or match.string[match.start("v") : end].count(" ") >= 2 else 0
    if kind == "pin" or _IS_CODE.search(match["k"]):
        return _digits_end(match, _least_digits(match["k"]))
    if match["k"].lower() == "pass" and not _strong(value):
        return 0
    if not _is_value(value):
        return _passphrase_end(match) if kind == "password" and not assigned else 0
    if kind in ("api_key", "access_token"):
        strict = not assigned or _LOOSE_KEY.match(match["k"])
        fits = len(value) >= 6 and (_mixed(value) or (not strict and not value.isdigit()))
        return match.start("v") + len(value) if fits else 0
    return _password_end(match, value, assigned)


def _password_end(match: re.Match[str], value: str, assigned: bool) -> int:
    end = match.start("v") + len(value)
    if not value.isalpha():
        return end if len(value) >= (2 if assigned else 3) else 0
    if len(value) < 3 or (not assigned and (_ADJECTIVE.search(value) or match["k"][-1] in "sS")):
        return 0
    following = re.match(r"\s+([\w']+)", match.string[end : end + 40])
    if following and following[1].lower() not in _JOINING:
        return _words_end(match, 8)
    contracted = match["c"].strip().lower() == "'s"
    return 0 if contracted and following and not assigned else end


_PHRASE_WORD = re.compile(r"[\s,]*(?:\d+[.)]\s*)?([\w'-]+)")


def _passphrase_end(match: re.Match[str]) -> int:
    """Four or more plain words to the end of the clause: "correct horse battery staple"."""
    end = _words_end(match, 8)
    words = match.string[match.start("v") : end].lower().split()
    plain = all(w.isalpha() and w not in _PROSE and not _ADJECTIVE.search(w) for w in words[1:])
    return end if len(words) >= 4 and words[0] in ("correct", "random", "blank") and plain else 0


def _words_end(match: re.Match[str], most: int, stop: frozenset[str] = _JOINING) -> int:
    """Extend over the words of a passphrase, up to punctuation or a joining word."""
    start = end = match.start("v")
    while most and (word := _PHRASE_WORD.match(match.string, end, start + 600)):
        if end > start and word[1].lower() in stop:
            break
        end, most = word.end(), most - 1
    return end


def _digits_end(match: re.Match[str], least: int) -> int:
    """End of a run of at least `least` digits (or three spelled ones) where the value starts."""
    rest = match.string[match.start("v") : match.start("v") + 60]
    run = re.match(r"#?\d(?:[ .-]?\d)*(?![\w:/%])", rest)
    if run and least <= sum(c.isdigit() for c in run[0]) <= 12:
        return match.start("v") + run.end()
    if spelled := _SPELLED.match(rest):
        return match.start("v") + spelled.end()
    value = _clean(match["v"])
    mixed = re.search(r"\d", value) and _is_value(value) and len(value) >= 4 and _mixed(value)
    return match.start("v") + len(value) if mixed else 0


def _least_digits(keyword: str) -> int:
    return 4 if _IS_PIN.match(keyword) else 3


def _changed_end(match: re.Match[str], kind: str) -> int:
    """ "I changed my password to VALUE": a plain word counts only where the sentence ends."""
    value = _clean(match["v"])
    if kind == "pin":
        return _digits_end(match, 4)
    end = match.start("v") + len(value)
    at_end = re.match(r"[.!\"'`]*\s*(?:$|\n)", match.string[end : end + 40])
    fits = _is_value(value) and len(value) >= 3 and (_mixed(value) or match["q"] or at_end)
    return end if fits else 0


def _bare_end(match: re.Match[str], kind: str) -> int:
    """ "password hunter2": with nothing between, only a value that cannot be a word counts."""
    value = _clean(match["v"])
    if kind == "pin" or _IS_CODE.search(match["k"]):
        return _digits_end(match, _least_digits(match["k"]))
    if kind == "password":
        plain_number = (
            value.isdigit() and len(value) >= 4 and not re.match(r"(?:19|20)\d\d$", value)
        )
        fits = _is_value(value) and (_strong(value) or plain_number)
    else:
        fits = _is_value(value) and len(value) >= 12 and _mixed(value)
    return match.start("v") + len(value) if fits else 0


def _reversed_end(match: re.Match[str], kind: str) -> int:
    """ "hunter2 is my password"."""
    value = _clean(match["v"])
    if re.match(
        r"\s+(?:manager|generator|hint|vault|policy|app|tool)",
        match.string[match.end() : match.end() + 40],
    ):
        return 0
    if kind == "pin" or _IS_CODE.search(match["k"]):
        return match.start("v") + len(value) if re.fullmatch(r"\d{4,12}", value) else 0
    strong = _strong(value) or (value.isdigit() and len(value) >= 4)
    return match.start("v") + len(value) if _is_value(value) and strong else 0


_AFTERTHOUGHT = re.compile(
    rf"\b(?P<k>{_PASSWORD})\b{_DETAIL}\s+(?:is|was|stays|remains),?\s+[^.:,;\n]{{1,40}}?"
    r"(?::|,|\s-+)\s*"
    r"(?P<v>[^\s,;\"'`]{4,100})",
    re.IGNORECASE,
)


def _afterthoughts(text: str) -> Iterator[Span]:
    """ "my password is still the old one: VALUE"."""
    for match in _AFTERTHOUGHT.finditer(text):
        value = _clean(match["v"])
        if _strong(value) and _is_value(value):
            yield "password", match.start("v"), match.start("v") + len(value)


_DENSE = re.compile(
    r"\b(?:keys?|tokens?|secrets?|credentials?|passwords?|auth)\b[^\n]{0,40}?[\s:=\"'`(]"
    r"(?P<v>(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[A-Za-z])[\w+/=-]{16,200})",
    re.IGNORECASE,
)
_NOT_DENSE = re.compile(
    r"\b(?:commit|sha\d*|hash|revision|checksum|digest|md5|primary|foreign|partition|public|cache"
    r"|idempotency|uuid|id|version|tokens per|budget|model|branch|file|path|package)\b",
    re.IGNORECASE,
)


def _dense_tokens(text: str) -> Iterator[Span]:
    """Yield long random strings soon after a word about keys (spec: entropy in context)."""
    for match in _DENSE.finditer(text):
        value, before = match["v"], text[max(0, match.start() - 12) : match.start("v")]
        words = [w for w in re.split(r"[_/=.+-]", value) if w.isalpha()]
        # An identifier made of words (langgraph-checkpoint-postgres-3) is not random.
        if len(words) > 2 or _NOT_DENSE.search(before) or _entropy(value) < 3.2:
            continue
        yield "api_key", match.start("v"), match.end("v")


def _clean(value: str) -> str:
    """Drop the sentence's own punctuation from the end of a value."""
    return re.sub(r"(?:[.?)\]}]+|(?<=[\w])[!]+)$", "", value) or value


def _is_value(value: str) -> bool:
    """Tell a possible secret from prose, placeholders, our own masks, times and units."""
    word = value.lower().strip("*_([{\"'")
    if (
        word in _PROSE
        or word.rstrip(".,!?:;)") in _PROSE
        or value.endswith(":")
        or value[0] in "=<("
    ):
        return False
    if re.match(r"(?:i|you|we|they|he|she|it|that|there|who|what|how)'(?:s|m|re|ve|ll|d)$", word):
        return False
    return not (_PLACEHOLDER.match(value) or _TIME_OR_UNIT.match(value))


def _mixed(value: str) -> bool:
    """Letters together with digits or with symbols that words do not hold."""
    return bool(re.search(r"[^\W\d_]", value) and re.search(r"[\d!@#$%^&*+=~?]", value)) or bool(
        re.search(r"\d", value) and re.search(r"[!@#$%^&*]", value)
    )


def _strong(value: str) -> bool:
    """Mixed, and neither a date, an address, a version nor a file or product name."""
    if re.search(r"^\d{1,4}[-/.]\d|@\w+\.\w|://|^v?\d+\.\d|\.\w{2,4}$|[?&]\w+=", value):
        return False
    return (
        len(value) >= 5
        and _mixed(value)
        and not re.fullmatch(r"[A-Za-z]+(?:'[a-z]{1,2}|[?!]+)", value)
    )


def _entropy(value: str) -> float:
    """Shannon entropy in bits per character."""
    counts = [value.count(c) / len(value) for c in set(value)]
    return -sum(p * math.log2(p) for p in counts)
