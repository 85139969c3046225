"""Where does the value end that follows an announcement, if it is one?

Each function takes the match of a pattern whose group `v` is where a value may begin, what is announced and by which
word, and returns the end within the text of the match; 0 = no value.
"""

from __future__ import annotations

import re

from langmem_ext.policies.secret_reading.credential_values import (
    ADJECTIVE,
    JOINING,
    PROSE,
    clean,
    is_cut,
    is_name,
    is_value,
    jumbled,
    mixed,
    strong,
)
from langmem_ext.policies.secret_reading.seed_phrases import are_listed


def given_end(match: re.Match[str], kind: str, word: str) -> int:
    """ "my password is VALUE" or "password: VALUE"."""
    value, assigned = clean(match["v"]), bool(match["assigned"])
    if "answer" in word.lower() and is_value(value):
        return match.start("v") + len(re.match(r"[^.!?\n]*", match.string[match.start("v") :])[0])  # type: ignore[index]
    if match.string.startswith("'s ", match.end("v")) and not match["q"]:
        return 0
    if not match["q"] and _compares(match["assigned"] or ""):
        return 0
    if kind == "password" and not strong(value) and _begins_anew(match):
        return 0
    if match["q"]:
        return _quoted_end(match, kind, value)
    if kind == "phrase":
        return _phrase_end(match, word)
    if kind in ("pin", "code"):
        return digits_end(match, 4 if kind == "pin" else 3)
    if kind == "key":
        return _key_end(match, value, assigned, word)
    if word.lower() == "pass" and not (strong(value) or (assigned and is_value(value))):
        return 0
    if not is_value(value):
        return _passphrase_end(match, "=" in (match["assigned"] or ""))
    return _password_end(match, value, assigned, word)


def _compares(assigned: str) -> bool:
    """Tell `a == b` from what gives a value."""
    return "==" in assigned and "=>" not in assigned


_PLACE = re.compile(r"\b(?:under|inside|behind|beneath|within|below|above|in|on)\s+[\"'`“]+$")


def _begins_anew(match: re.Match[str]) -> bool:
    """Tell plain words of the sentence after a question, and a quoted name of where something is kept."""
    said = match.string[: match.start("v")]
    if match["q"]:
        return _PLACE.search(said) is not None and clean(match["v"]).isalpha()
    if not said.rstrip().endswith("?"):
        return False
    words = re.match(r"[^.!?\n]*", match.string[match.start("v") :])[0].lower().split()  # type: ignore[index]
    return len(words) > 1 and any(word in PROSE for word in words)


_SAID_OF_ONE = re.compile(
    r"(?:too|not|in\w+|weak|expired|required|case|must|should|does|is|has|at least|can|your|password)\b",
    re.I,
)
"""How a message about passwords begins, that somebody quotes."""


def _quoted_end(match: re.Match[str], kind: str, value: str) -> int:
    first = value.split(" ")[0] or value
    if kind == "password" and match["assigned"] and value.count(" ") >= 2 and value[0].isalnum():
        return match.end("v")
    if kind == "password" and value.count(" ") >= 3 and not _SAID_OF_ONE.match(value):
        return match.end("v")
    if kind == "key" and not (len(value) >= 6 and mixed(value)):
        return 0
    if kind in ("pin", "code") and not re.search(r"\d{3}|\d.*[A-Za-z]|[A-Za-z].*\d", value):
        return 0
    name = (
        re.fullmatch(r"[a-z]+(?:_[a-z]+)+", value) is not None
    )  # "password", "api_key": names in code
    return match.end("v") if len(value) >= 3 and is_value(first) and not name else 0


def _key_end(match: re.Match[str], value: str, assigned: bool, word: str) -> int:
    loose = re.fullmatch(
        r"tokens?|secrets?|creds|credentials?|pat|.*session.*|.*\bid\b.*|seed|dsn", word, re.I
    )
    if not is_value(value) or len(value) < 6 or value.isdigit() or "://" in value:
        return 0
    if is_cut(match["v"]):
        return 0
    random = (mixed(value) or jumbled(value, 16)) and not (is_word(value) or is_name(value))
    fits = random or (assigned and not loose and not value.isalpha())
    return match.start("v") + len(value) if fits else 0


def is_word(value: str) -> bool:
    return (
        not jumbled(value, 20)
        and re.fullmatch(r"[A-Za-z]+[?!]*|[A-Za-z]+-?\d|[\w.-]+\(.*|/?(?:[\w.-]+/)+[\w.-]*", value)
        is not None
    )


def _password_end(match: re.Match[str], value: str, assigned: bool, word: str) -> int:
    end = match.start("v") + len(value)
    if not value.isalpha():
        if is_reference(value) and not assigned:
            return 0
        return end if len(value) >= (2 if assigned else 3) else 0
    many = word[-1] in "sS"
    if len(value) < 3 or (not assigned and many):
        return 0
    if ADJECTIVE.search(value) and (many or not assigned):
        return 0 if many else _numbered_end(match)
    following = re.match(r"\s+([\w']+)", match.string[end : end + 40])
    if following and following[1].lower() not in JOINING:
        return _words_end(match, 8)
    contracted = re.match(r"'?s\b", match.group(0).lstrip("\"'`")) is not None
    return 0 if contracted and following and not assigned else end


def _numbered_end(match: re.Match[str]) -> int:
    """Words with a number at their end, none of them prose: "olive grove 1962", whose first looks like an adjective."""
    end = _words_end(match, 5)
    *words, last = match.string[match.start("v") : end].lower().split()
    plain = all(word.isalpha() and word not in PROSE and word not in _NUMBERED for word in words)
    return end if len(words) > 1 and plain and last.isdigit() else 0


_NUMBERED = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug"
    " sep sept oct nov dec error code windows version level chapter page".split()
)
"""What is numbered or dated, which no password is."""


def is_reference(value: str) -> bool:
    """Tell an address, a path or a product's name: where the password is, not what it is."""
    return (
        re.match(r"https?://|/[\w/]+$|~/|\w+@\w+\.\w|(?:1|last|one)-?pass(?:word)?\b", value, re.I)
        is not None
    )


_PHRASE_WORD = re.compile(r"[\s,]*(?:(?P<n>\d+)[.):]?\s*)?([\w'-]+)")


_PROSAIC = frozenset("a an the of is are in my your it on was were".split())
"""Words of which any sentence has some, and no wallet."""


def _phrase_end(match: re.Match[str], word: str) -> int:
    """Words of a wallet: from three on, from eight where the keyword may be a plant's."""
    end = _words_end(match, 32, frozenset({"and", "but", "please", "ok", "the"}))
    said = match.string[match.start("v") : end]
    words = re.findall(r"[A-Za-z]+", said)
    if not _PROSAIC.isdisjoint(word.lower() for word in words):
        return 0
    if not words or (words[0].lower() in PROSE and len(words) < 11):
        return end if mixed(said) and jumbled(clean(match["v"]), 10) else 0
    if word.lower() == "mnemonic" and not are_listed([word.lower() for word in words[:11]]):
        return 0  # a rhyme by which to remember something
    return end if len(words) >= (8 if word.lower() == "seed" else 3) else 0


def _passphrase_end(match: re.Match[str], equals: bool) -> int:
    """Four or more plain words to the end of the clause: "correct horse battery staple"."""
    counted = clean(match["v"]).lower() in _FIRST
    end = _words_end(match, 8, JOINING - _WITHIN) if counted else _words_end(match, 8)
    words = match.string[match.start("v") : end].lower().split()
    told = [word for word in words[1:] if word not in _WITHIN]
    plain = all(w.isalpha() and w not in PROSE and not ADJECTIVE.search(w) for w in told)
    fits = words[:1] and (equals or words[0] in _FIRST)
    return end if len(words) >= 4 and fits and plain else 0


_FIRST = frozenset(
    "correct random blank two three four five six seven eight nine ten twelve".split()
)
"""Words of prose with which a passphrase may begin."""

_WITHIN = frozenset("at in on by of to".split())
"""Words of prose that may stand in one: "nine green kettles sing at noon"."""


def _words_end(match: re.Match[str], most: int, stop: frozenset[str] = JOINING) -> int:
    """Extend over the words of a passphrase, up to punctuation or a joining word."""
    start = end = match.start("v")
    while most and (word := _PHRASE_WORD.match(match.string, end, start + 600)):
        if end > start and word[2].lower() in stop:
            return word.end("n") if word["n"] else end
        end, most = word.end(), most - 1
    return end


_DIGITS = re.compile(
    r"#?\d(?:(?:[ .*/-]|, ?)?\d)*(?![\w:/%]|[.,]\d|\s?(?:%|€|\$|digits?\b|characters?\b|minutes?\b|days?\b"
    r"|hours?\b|times\b|euros?\b|dollars?\b|seconds?\b|people\b|letters?\b|years?\b|months?\b|weeks?\b))"
)


def digits_end(match: re.Match[str], least: int) -> int:
    """End of a run of at least `least` digits where the value starts."""
    rest = match.string[match.start("v") : match.start("v") + 60]
    run = _DIGITS.match(rest)
    if run and least <= sum(char.isdigit() for char in run[0]) <= 12:
        return match.start("v") + run.end()
    value = clean(match["v"])
    fits = len(value) >= 4 and re.search(r"\d", value) and is_value(value) and mixed(value)
    return match.start("v") + len(value) if fits and not is_reference(value) else 0


def changed_end(match: re.Match[str], kind: str) -> int:
    value = clean(match["v"])
    if kind in ("pin", "code"):
        return digits_end(match, 4)
    end = match.start("v") + len(value)
    at_end = re.match(r"[.!\"'`]*\s*(?:$|\n|,)", match.string[end : end + 40])
    fits = is_value(value) and len(value) >= 3 and (mixed(value) or match["q"] or at_end)
    return end if fits else 0


def bare_end(match: re.Match[str], kind: str, word: str) -> int:
    """ "password hunter2": with nothing between, only a value that cannot be a word counts."""
    value = clean(match["v"])
    if kind in ("pin", "code"):
        return digits_end(match, 4 if kind == "pin" else 3)
    if kind == "phrase":
        return (
            _phrase_end(match, "seed" if word.lower() != "mnemonic" else word)
            if not match["q"]
            else 0
        )
    if not is_value(value):
        return 0
    if kind == "password":
        if (
            _SHORT.fullmatch(word)
            and _ends(match)
            and len(value) >= 4
            and not ADJECTIVE.search(value)
        ):
            return match.start("v") + len(value)
        number = value.isdigit() and len(value) >= 4 and not re.match(r"(?:19|20)\d\d$", value)
        fits = (
            strong(value)
            or strong(match["v"])
            or number
            or bool(match["q"] and len(value) >= 5 and mixed(value))
            or (
                len(value) >= 12
                and value.isalpha()
                and len(re.findall("[aeiou]", value)) * 4 < len(value)
            )
        )
    else:
        fits = jumbled(value, 12) and not is_word(value) and not is_reference(value)
    return match.start("v") + len(value) if fits else 0


_SHORT = re.compile(r"pw|pwd|passwd|psw", re.IGNORECASE)


def _ends(match: re.Match[str]) -> bool:
    """Tell whether the message ends with this value."""
    return not match.string[match.end("v") :].strip(" .!\"'`")


def far_end(match: re.Match[str], kind: str, word: str) -> int:
    """ "the password that they gave me on Monday is VALUE"."""
    value = clean(match["v"])
    if kind in ("pin", "code"):
        run = re.match(r"\d[\d -]{2,10}\d(?![\w:/%.])", value)
        year = re.match(r"(?:19|20)\d\d$", value)
        return match.start("v") + run.end() if run and not year and is_value(value) else 0
    if kind == "phrase" or not is_value(value):
        return 0
    fits = strong(value) if kind == "password" else jumbled(value, 16) and not is_word(value)
    return match.start("v") + len(value) if fits and not is_reference(value) else 0


def last_end(match: re.Match[str], kind: str, word: str) -> int:
    """ "my pin is the old one, VALUE", where the message ends."""
    if kind in ("pin", "code") and re.fullmatch(r"\d{4,8}", clean(match["v"])):
        if re.search(r"\b(?:forgot|lost|changed|stolen|compromised)\b", match[0]):
            return 0
        return match.start("v") + len(clean(match["v"]))
    return far_end(match, kind, word)
