"""Which word was meant?

Only the words that a request is made of are put right, so what somebody wants kept stays as they wrote it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

SHORT_FORMS = {
    "u": "you", "ya": "you", "yu": "you", "ur": "your", "youd": "you'd", "pls": "please", "plz": "please",
    "plss": "please", "plsss": "please", "plzz": "please", "pleas": "please", "plase": "please", "pleae": "please",
    "pleaes": "please", "plaese": "please", "pleease": "please", "dont": "don't", "dnt": "don't", "don;t": "don't",
    "dotn": "don't", "dno't": "don't", "do'nt": "don't", "did'nt": "didn't", "rmbr": "remember",
    "rmb": "remember", "rmr": "remember", "rmbre": "remember", "rmbmer": "remember",
    "rembr": "remember", "remmber": "remember", "rember": "remember", "remberr": "remember",
    "4get": "forget", "fogret": "forget", "frget": "forget", "forgt": "forget", "cld": "could", "cud": "could",
    "coud": "could", "culd": "could", "wud": "would", "wld": "would", "woud": "would", "shud": "should", "cn": "can",
    "thx": "thanks", "tnx": "thanks", "thnx": "thanks", "dis": "this", "dat": "that", "tht": "that", "taht": "that",
    "thta": "that", "ths": "this", "tihs": "this", "htat": "that", "btw": "by the way", "ntoe": "note", "noet": "note",
    "notte": "note", "kep": "keep", "keeep": "keep", "kepe": "keep", "midn": "mind", "mnd": "mind", "mindd": "mind",
    "saev": "save", "svae": "save", "stroe": "store", "wirte": "write", "wriet": "write", "tha": "that", "thay": "that",
    "makr": "mark", "recrod": "record", "mak": "make", "maek": "make", "jsut": "just", "cna": "can", "yuo": "you",
    "smth": "something", "sth": "something", "sumthin": "something", "somethin": "something", "somthing": "something",
    "wanna": "want to", "gonna": "going to", "memry": "memory", "futur": "future",
    "onn": "on", "furture": "future", "furute": "future", "teh": "the", "cuz": "because",
    "adress": "address", "addres": "address", "adres": "address", "alwasy": "always", "alwyas": "always",
    "awlays": "always", "allways": "always", "alays": "always", "alwys": "always", "nevr": "never", "neever": "never",
    "nver": "never", "neve": "never", "sugest": "suggest", "suggets": "suggest", "recomend": "recommend",
    "reccomend": "recommend", "anwser": "answer", "awnser": "answer", "calll": "call",
}  # fmt: skip
"""Chat spelling, and slips in words too short to be compared letter by letter."""

MEANT = (
    "remember remembering remembered memorize memorise forget forgetting please memory reference appreciate "
    "important grateful favour"
).split()
"""Words that are recognised with one letter wrong, missing, doubled or swapped; the longest with two."""

REAL_WORDS = frozenset(
    "forgot forgets forge forged forger member members renumber remembers rememberer december dismember memoir "
    "memoirs memorized memorised memories pleased pleases release pleaser preference deference references "
    "referenced memorial importance forgetful forgotten grateful gratefully unimportant appreciated "
    "appreciates "
    "appreciative fervour flavour savour favours forgettings remembrance november renumbered dismembered "
    "lease leases leased leaser plea pleas renumbering dismembering referee referees reverence importing "
    "imported importer impotent graceful "
    "gracefully peace".split()
)
"""Words that are meant as they stand, however near they are to one of those."""


def put_right(text: str) -> str:
    """Return the text with slips in the words that statements about oneself are made of put right."""
    return _WORD.sub(_as_stated, _PARTED.sub(r"I'\1", text))


_PARTED = re.compile(r"\b[iI] ?['’;`] ?(m|ve|ll|d)\b(?= )|\b[iI](?:'v|v')(?= )")


def _as_stated(word: re.Match[str]) -> str:
    meant = _STATED.get(word[0].lower())
    return meant if meant and (word[0].islower() or word[0].istitle()) else word[0]


_TOLD = (
    "live work love like hate prefer study moved working living studying learning favourite favorite "
    "allergic birthday"
    " husband daughter brother sister mother father friend appointment interview meeting wedding vegetarian "
    "company"
    " decided switched planning always usually every started training because engineer teacher"
).split()


def _swapped(word: str) -> list[str]:
    """Return the word with each pair of neighbours swapped, and with one letter missing where it is long."""
    swaps = [f"{word[:i]}{word[i + 1]}{word[i]}{word[i + 2 :]}" for i in range(len(word) - 1)]
    gaps = [word[:i] + word[i + 1 :] for i in range(2, len(word) - 1)] if len(word) > 6 else []
    return [slip for slip in (*swaps, *gaps) if slip != word]


_MEANT_SO = frozenset("favorites form leaning stated stared planing".split())
"""Words that look like slips of those."""

_STATED = {slip: word for word in _TOLD for slip in _swapped(word) if slip not in {*_TOLD, *_MEANT_SO}} | {
    "cannae": "can't", "dinnae": "don't", "didnae": "didn't", "wasnae": "wasn't", "isnae": "isn't", "teh": "the",
    "iam": "I am", "wiht": "with", "fro": "for", "adn": "and", "becuase": "because", "becasue": "because",
    "cuz": "because", "coz": "because", "wanna": "want to", "tryna": "trying to", "weve": "we've", "bc": "because",
    "w": "with", "b4": "before", "gonna": "going to", "favrite": "favourite",
    "favourit": "favourite", "favorit": "favorite", "tommorow": "tomorrow", "tomorow": "tomorrow", "tmrw": "tomorrow",
    "2moro": "tomorrow", "tmr": "tomorrow", "wensday": "wednesday", "wendsday": "wednesday", "thrusday": "thursday",
    "firday": "friday", "apointment": "appointment", "dentits": "dentist", "prefere": "prefer", "preffer": "prefer",
    "luv": "love", "definately": "definitely", "alot": "a lot", "woking": "working", "dauhgter": "daughter",
    "gf's": "girlfriend's", "bday": "birthday", "yr": "year", "yrs": "years", "hav": "have", "hv": "have",
    "bf": "boyfriend",
    "realy": "really", "allways": "always", "alwys": "always", "usualy": "usually", "evry": "every",
    "alergic": "allergic", "allergc": "allergic", "vegitarian": "vegetarian",
}  # fmt: skip
"""Slips by which a statement would be missed; what is written as a name stays."""


_DRAWN_OUT = re.compile(r"(\w)\1{2,}")
_STRETCHED = frozenset("note save keep store remember please forget mind that this".split())
_WORD = re.compile(r"[^\W_](?:[\w'’;]*\w)?")


@dataclass(frozen=True, slots=True)
class Spelt:
    """Hold a text with the words of a request put right, and where its characters come from.

    `starts` are the places in `text` from which on the difference to the original is that of `shifts`.
    """

    text: str
    starts: tuple[int, ...] = (0,)
    shifts: tuple[int, ...] = (0,)

    def origin(self, place: int) -> int:
        """Return the place in the original text."""
        return place + self.shifts[bisect_right(self.starts, place) - 1]


def spelt(text: str) -> Spelt:
    """Put the words of a request right, one word for one."""
    parts, starts, shifts = list[str](), [0], [0]
    done = length = 0
    for found in _WORD.finditer(text):
        meant = _meant(found[0].lower())
        if meant is None:
            continue
        parts += [text[done : found.start()], meant]
        length += found.start() - done + len(meant)
        done = found.end()
        starts.append(length)
        shifts.append(done - length)
    return Spelt("".join([*parts, text[done:]]), tuple(starts), tuple(shifts))


@lru_cache(maxsize=4096)
def _meant(word: str) -> str | None:
    """Return the word that stands for a slip of it; None when it is meant as it stands."""
    if short := SHORT_FORMS.get(word):
        return short
    if _DRAWN_OUT.search(word):
        once = _DRAWN_OUT.sub(r"\1", word)
        return once if once in _STRETCHED else SHORT_FORMS.get(once) or _meant(once)
    if not 5 <= len(word) <= 13 or word in REAL_WORDS or word in MEANT or not word.isalpha():
        return None
    return next((known for known in MEANT if _near(word, known)), None)


def _near(word: str, known: str) -> bool:
    """Compare by edits, a swap of neighbours being one; the beginning must be there."""
    allowed = 2 if len(known) >= 8 and len(word) >= 6 else 1
    if abs(len(word) - len(known)) > allowed or word[0] not in known[:2]:
        return False
    return _edits(word, known) <= (allowed if word[0] == known[0] else 1)


def _edits(a: str, b: str) -> int:
    """Return the optimal string alignment distance."""
    older, old = list[int](), list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        new = [i]
        for j, y in enumerate(b, 1):
            best = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, older[j - 2] + 1)
            new.append(best)
        older, old = old, new
    return old[-1]
