"""Which memories say what somebody wants forgotten or explained?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from langmem_ext.memory import Memory
from langmem_ext.policies.topics import WORD

_IDLE = frozenset(
    """
    a about actually all also am an and any are as at be been being but by can could did do does for from had has
    have he her his how i i'd i'm i've if im in is it it's its ive just me mine my name's of on or our really s she so
    some than that the their them theirs there they they're this those to used user user's users very was we were
    what when where which who will with would you your got get old anymore like's called
    """.split()
)
_SAME = {
    word: group
    for group, words in {
        "like": "like love enjoy prefer fond favorite favourite fan adore preference",
        "hate": "hate dislike loathe",
        "work": "work job employer employ company occupation profession career",
        "live": "live reside home city location residence based town",
        "email": "email mail",
        "phone": "phone telephone mobile cell",
        "birthday": "birthday birthdate born birth",
    }.items()
    for word in words.split()
}
_LEGAL = frozenset("corp inc ltd llc gmbh co corporation".split())
_NEGATIONS = frozenset(
    "not no never don't doesn't didn't isn't aren't can't cannot without nothing".split()
)
_GENERAL = frozenset(_SAME.values()) - {"email", "phone", "birthday"}
"""Words that alone do not tell one memory from another."""

_SLOTS = {
    "name": frozenset({"name"}),
    "preferred_name": frozenset({"name", "nickname"}),
    "age": frozenset({"age"}),
    "diet": frozenset({"diet", "dietary"}),
    "employer": frozenset({"work"}),
    "occupation": frozenset({"work"}),
    "location": frozenset({"live", "address"}),
    "email": frozenset({"email", "address"}),
    "phone": frozenset({"phone", "number"}),
    "birthday": frozenset({"birthday", "date"}),
    "timezone": frozenset({"time", "zone", "timezone"}),
    "pronouns": frozenset({"pronouns"}),
    "marital_status": frozenset({"marital", "relationship", "status"}),
    "spouse": frozenset({"spouse", "wife", "husband"}),
}


_HOW_OLD = re.compile(r"\bhow old i am\b")


@lru_cache(maxsize=512)
def stems(text: str) -> frozenset[str]:
    """Return the telling words of a text, cut to what inflection leaves, words of one meaning made one."""
    words = WORD.findall(_HOW_OLD.sub("my age", text.lower()).replace("e-mail", "email"))
    kept = (word.removesuffix("'s") for word in words if word not in _IDLE)
    found = (_stem(word) for word in kept if word not in _IDLE | _LEGAL | _NEGATIONS)
    return frozenset(_GROUPS.get(stem, stem) for stem in found)


def _stem(word: str) -> str:
    for ending in ("ing", "ied", "ies", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            word = word.removesuffix("e")
            break
    return _DOUBLED.sub(r"\1", word)


_DOUBLED = re.compile(r"(?<=..)([bcdfghjklmnpqrstvwxz])\1$")
"""The consonant that "planned" has and "plan" has not; "passed" has that of "pass"."""


_GROUPS = {_stem(word): _stem(group) for word, group in _SAME.items()}
_GENERAL_STEMS = frozenset(_stem(word) for word in _GENERAL)


def _denies(text: str) -> bool:
    return not _NEGATIONS.isdisjoint(re.findall(r"[\w']+", text.lower()))


def saying(statement: str, memories: Iterable[Memory]) -> list[Memory]:
    """Return the memories that say a statement, or that it says more fully; a denial is another statement."""
    asked = stems(statement)
    return [memory for memory in memories if asked and _says(statement, asked, memory)]


def saying_each(statement: str, memories: Sequence[Memory]) -> list[Memory]:
    """Return the memories that say the parts of a list ("my phone number and my email"), none unless each is said."""
    parts = [part for part in _AND.split(statement) if part.strip()]
    said = [saying(part, memories) for part in parts]
    if len(parts) < 2 or not all(len(each) == 1 for each in said):
        return []
    return list({each[0].id: each[0] for each in said}.values())


_AND = re.compile(r",? and (?:also )?|, ")


def _says(statement: str, asked: frozenset[str], memory: Memory) -> bool:
    if memory.slot and asked <= {_stem(word) for word in _SLOTS.get(memory.slot, ())}:
        return True
    said = stems(memory.content)
    covered = asked <= said or (len(said) > 1 and said <= asked)
    return covered and _denies(statement) == _denies(memory.content)


def is_broad(statement: str) -> bool:
    """Tell a description by a single word, which may mean several things: "my dog"."""
    return len(stems(statement)) < 2


def resembling(text: str, memories: Sequence[Memory]) -> list[Memory]:
    """Return the memories that share at least half of the telling words, one of them specific."""
    asked = stems(text)
    specific = asked - _GENERAL_STEMS or asked
    return [
        memory
        for memory in memories
        if (shared := asked & stems(memory.content))
        and shared & specific
        and 2 * len(shared) >= len(asked)
    ]


def in_other_words(subject: str) -> str:
    """Return a subject with the words that mean the same as one of its own: "job" with "work" and "employer"."""
    groups = stems(subject) & frozenset(_GROUPS.values())
    others = [word for word, group in _SAME.items() if _stem(group) in groups]
    return " ".join([subject, *others])


def concerning(subject: str, memories: Sequence[Memory]) -> list[Memory]:
    """Return the memories that have to do with a subject by their words, or by what they fill or are filed under."""
    asked = stems(subject)
    in_words = {memory.id for memory in resembling(subject, memories)}
    return [
        memory
        for memory in memories
        if memory.id in in_words or asked & _filed_under(memory) - _UNTOLD
    ]


_UNTOLD = frozenset({"number", "date", "name"})
"""Words of slots that say little beside others: "my passport number"."""


def _filed_under(memory: Memory) -> frozenset[str]:
    filed = stems(" ".join((*memory.keywords, *memory.tags)).replace("_", " "))
    return filed | {_stem(word) for word in _SLOTS.get(memory.slot or "", ())}


def spoken_of(text: str, memories: Sequence[Memory]) -> list[Memory]:
    """Return the memories whose content an answer repeats, almost word for word."""
    said = stems(text)
    return [
        memory
        for memory in memories
        if (known := stems(memory.content)) and 3 * len(known & said) >= 2 * len(known)
    ]
