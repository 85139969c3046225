"""Of whom does a statement speak: of who says it, of others, or of a group?

It is read from the subject of the sentence and from the names that the registry of people knows, not from forms of
whole sentences. In doubt nobody is meant: a memory about nobody is shown to nobody else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

LONGEST_NAME = 4
"""Words of a name that are looked at."""

_LONGEST_SPEAKER = 60
"""Characters of a name that stand before what somebody said."""

_MOST = 600
"""Words of a text that are looked at."""

_APART = str.maketrans(dict.fromkeys(',;/&+()[]{}<>|"“”„«»…—–=\u2028', " "))
_EDGES = "*_~`'‘’.:!?-#"
_SHORT = frozenset({"s", "ll", "d", "ve", "re", "m"})


class Bearer(NamedTuple):
    """Say who bears a name.

    `sure` where the user or a trusted job called that person so, `here` who has been in the chat.
    """

    name: str
    person: str
    sure: bool
    here: bool


@dataclass(frozen=True, slots=True)
class Whom:
    """Say of whom a statement speaks.

    `persons` are others who are meant without doubt; `sure` that nobody can have taken one of those names to be meant;
    `others` that it may speak of somebody else, known or not; `of_self` that who says it is its subject, `names_self`
    that they are named at all, and `heads` that one of the others stands first. With `may_name` a name that nobody
    knows may be somebody's.
    """

    persons: tuple[str, ...] = ()
    sure: bool = True
    others: bool = False
    of_self: bool = True
    names_self: bool = False
    heads: bool = False
    may_name: bool = False


class Word(NamedTuple):
    """Hold a word of a text as names are compared, and how it stands there."""

    bare: str
    called: bool  # with an @
    capital: bool
    starts: bool  # a sentence
    owns: bool  # "Carol's"
    acronym: bool  # "SQL"


@cache
def _lists() -> dict[str, Any]:
    text = files("langmem_ext.policies").joinpath("whom.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return {
        name: frozenset(words.split()) if isinstance(words, str) else tuple(words)
        for name, words in found.items()
    }


def _among(word: Word, *lists: str) -> bool:
    return any(word.bare in _lists()[name] for name in lists)


def words_in(text: str) -> list[Word]:
    """Return the words of a text, as far as they are looked at."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").translate(_APART)
    words: list[Word] = []
    starts = True
    for piece in plain.split()[:_MOST]:
        inner = piece.strip(_EDGES)
        if inner:
            words.append(_word(inner, starts=starts))
        starts = piece[-1] in ".!?:" or (starts and not inner)
    return words


def _word(piece: str, *, starts: bool) -> Word:
    called, piece = piece.startswith("@"), piece.lstrip("@").strip(_EDGES)
    base, _, short = piece.rpartition("'")
    shortened = bool(base) and short.casefold() in _SHORT
    bare = base if shortened else piece
    owns = shortened and short.casefold() == "s"
    acronym = bare.isupper() and len(bare) > 1
    return Word(_folded(bare), called, bare[:1].isupper(), starts, owns, acronym)


def _folded(text: str) -> str:
    """Return a word as names are compared; marks that nobody sees do not count."""
    seen = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFKC", seen).casefold()


def of_whom(text: str, bearers: Sequence[Bearer], me: Collection[str]) -> Whom:
    """Return of whom a text speaks, that somebody says who is `me`."""
    words = words_in(text)
    named = list(_named(words, bearers))
    persons = {each.person: each.sure for each in named if each.person and each.person not in me}
    names_self = any(each.person in me for each in named)
    own = frozenset(at for each in named if each.person in me for at in each.places)
    third = any(_among(word, "third") for word in words) and not any(
        word.bare.startswith("pronoun") for word in words
    )
    others = third or any(each.person not in me for each in named)
    of_self = not third and not persons and _speaks_of_speaker(words, own)
    kin = any(_among(word, "people") for word in words)
    return Whom(
        tuple(sorted(persons)),
        all(persons.values()),
        others or kin or not of_self,
        of_self,
        names_self or any(_among(word, "self") or word.bare == "user" for word in words),
        any(each.person not in me and _head(words) in each.places for each in named),
        _may_name_somebody(words, own),
    )


def _head(words: Sequence[Word]) -> int | None:
    """Return where a text begins, but for what may stand before its subject."""
    return next((at for at, word in enumerate(words) if not _among(word, "before")), None)


# Names


class _Named(NamedTuple):
    """Hold who is named somewhere; nobody where it is not known who of several, or whether anybody is."""

    person: str | None
    sure: bool
    places: range


def _named(words: Sequence[Word], bearers: Sequence[Bearer]) -> Iterator[_Named]:
    whole, part = _by_name(bearers)
    at = 0
    while at < len(words):
        found, length = _at(words, at, whole, part)
        if found is not None:
            yield found
        at += length


def _by_name(
    bearers: Sequence[Bearer],
) -> tuple[dict[tuple[str, ...], list[Bearer]], dict[str, list[tuple[Bearer, bool]]]]:
    """Return who bears each name, and who each word of a longer name, with whether that is its first."""
    whole: dict[tuple[str, ...], list[Bearer]] = {}
    part: dict[str, list[tuple[Bearer, bool]]] = {}
    for bearer in bearers:
        name = tuple(word.bare for word in words_in(bearer.name))
        whole.setdefault(name, []).append(bearer)
        for place, word in enumerate(name if len(name) > 1 else ()):
            if len(word) > 1 and not _is_ordinary(word):
                part.setdefault(word, []).append((bearer, place == 0))
    return whole, part


def _is_ordinary(word: str) -> bool:
    lists = _lists()
    return any(word in lists[name] for name in ("self", "together", "things", "before", "people"))


def _at(
    words: Sequence[Word],
    at: int,
    whole: dict[tuple[str, ...], list[Bearer]],
    part: dict[str, list[tuple[Bearer, bool]]],
) -> tuple[_Named | None, int]:
    """Return who is named from a place on, and how many words that takes."""
    for length in range(min(LONGEST_NAME, len(words) - at), 0, -1):
        known = whole.get(tuple(word.bare for word in words[at : at + length]))
        if known and (length > 1 or not _is_date(words, at)):
            meant = length > 1 or (_is_name(words, at) and not _has_surname(words, at, whole, part))
            return _one(known, range(at, at + length), meant=meant), length
    parts = part.get(words[at].bare, ())
    if not parts or _is_date(words, at):
        return None, 1
    meant = (
        _is_name(words, at)
        and (words[at].capital or words[at].called or any(first for _, first in parts))
        and not _has_surname(words, at, whole, part)
    )
    return _one([bearer for bearer, _ in parts], range(at, at + 1), meant=meant), 1


def _one(known: Sequence[Bearer], places: range, *, meant: bool) -> _Named:
    """Return the one who is meant by a name: of several who has been in the chat, if just one has."""
    counted = {each.person for each in known if each.sure or each.here}
    here = {each.person for each in known if each.here}
    chosen = counted if len(counted) == 1 else here
    if not meant or len(chosen) != 1:
        return _Named(None, False, places)
    (person,) = chosen
    return _Named(person, any(each.sure for each in known if each.person == person), places)


def _is_date(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is a month, where it could be a name."""
    if not _among(words[at], "months") or words[at].called:
        return False
    before = words[at - 1] if at else None
    after = words[at + 1] if at + 1 < len(words) else None
    return bool(
        (before and (_among(before, "around_months") or before.bare[:1].isdigit()))
        or (after and after.bare[:1].isdigit())
    )


def _is_name(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word that is somebody's name is meant as one, and not as the word that it is, too."""
    word = words[at]
    if word.called or word.owns or not _among(word, "words_too", "months"):
        return True
    if word.capital and not word.starts:
        return True
    if at and not word.starts and _among(words[at - 1], "self", "together", "third", "things"):
        return False  # "I will", "you may"
    after = words[at + 1] if at + 1 < len(words) else None
    return after is not None and (_is_verb(after) or after.bare == "and")


def _has_surname(
    words: Sequence[Word],
    at: int,
    whole: Collection[tuple[str, ...]],
    part: Collection[str],
) -> bool:
    """Tell whether a first name is followed by a surname that is not known: that is somebody else."""
    after = words[at + 1] if at + 1 < len(words) else None
    return bool(
        after
        and after.capital
        and not (after.starts or words[at].owns or after.called)
        and not _among(after, "things", "self", "months", "verbs")
        and (after.bare,) not in whole
        and after.bare not in part
    )


def _may_name_somebody(words: Sequence[Word], own: Collection[int]) -> bool:
    """Tell whether a text holds a name that may be somebody's: "I hate Dave", but not "lives in Porto"."""
    is_thing = False  # of what the word before names: "at Acme Corp" is one name
    for at, word in enumerate(words):
        before = words[at - 1] if at else None
        of_thing = before is not None and (_among(before, "before_things") or is_thing)
        is_name = word.called or (word.capital and not word.starts and not word.acronym)
        known = at in own or _among(word, "self", "together", "things", "months", "languages")
        is_thing = is_name and of_thing
        if is_name and not (of_thing or known):
            return True
    return False


# The subject


def _is_verb(word: Word) -> bool:
    bare = word.bare
    return _among(word, "verbs", "first") or (
        not word.capital
        and not _among(word, "things", "third", "together", "before")
        and (
            (bare.endswith("s") and len(bare) > 3 and not bare.endswith("ss")) or bare[-2:] == "ed"
        )
    )


def _speaks_of_speaker(words: Sequence[Word], own: Collection[int]) -> bool:
    """Tell whether a text speaks of who says it: unless another is a subject; `own` are the speaker's names."""
    starts = [at for at, word in enumerate(words) if word.starts or at == 0]
    ends = [*starts[1:], len(words)]
    return all(
        _is_subject(words[at:end], {n - at for n in own})
        for at, end in zip(starts, ends, strict=True)
    ) and not any(
        at not in own and _says_of_another(words[at], words[at + 1]) for at in range(len(words) - 1)
    )


def _says_of_another(word: Word, after: Word) -> bool:
    """Tell whether somebody is the subject within a sentence: "I heard that Dave is leaving"."""
    return (
        word.capital
        and not word.starts
        and not _among(word, "self", "together", "things", "before", "first", "attributes")
        and not after.capital
        and _is_verb(after)
    )


def _is_subject(words: Sequence[Word], own: Collection[int]) -> bool:
    """Tell whether a sentence speaks of who says it."""
    at = _head(words)
    if at is None:
        return True
    head, rest = words[at], words[at + 1 :]
    if head.bare == "the" and rest[:1] and rest[0].bare == "user":
        head, rest = rest[0], rest[1:]
        return not (head.owns and _is_kin(rest))
    if at in own or head.bare == "user":
        return not (head.owns and _is_kin(rest))
    if _among(head, "self", "together"):
        return not (head.bare in ("my", "our", "mine", "ours") and _is_kin(rest))
    if _among(head, "first", "attributes"):
        return True
    if _among(head, "things"):
        return not (head.bare in ("a", "an", "the") and _is_kin(rest, 2))
    return not (_among(head, "third", "people") or _is_another(head, rest))


def _is_kin(rest: Sequence[Word], most: int = 3) -> bool:
    """Tell whether what is owned is a person: "my older brother", "the user's boss"."""
    for word in rest[:most]:
        if _among(word, "people"):
            return True
        if _is_verb(word) and not word.owns:
            return False
    return False


def _is_another(head: Word, rest: Sequence[Word]) -> bool:
    """Tell whether a word at the head stands for somebody else: something is said of it, or it owns something."""
    if head.owns or head.called:
        return True
    if not rest:
        return False
    after, then = rest[0], rest[1] if len(rest) > 1 else None
    if _is_verb(after):
        return True
    if then is None:
        return False
    return (after.bare == "and" and then.capital) or (after.capital and _is_verb(then))


# Groups


def is_for_group(text: str) -> bool:
    """Tell whether something that is said in a chat is said of, or for, all who are there.

    "Our" may be a household's as well: then it is the speaker's own.
    """
    words = words_in(text)
    if addresses_group(text):
        return True
    if any(_among(word, "self", "household", "third", "people") for word in words):
        return False
    at = _head(words)
    if at is None:
        return False
    head, rest = words[at], words[at + 1 : at + 5]
    if _among(head, "together"):
        return True
    subject = rest[: _first(rest, _is_verb)]
    return head.bare in ("the", "all", "everyone", "everybody") and (
        head.bare != "the" or any(_among(word, "group", "group_things") for word in subject)
    )


def _first(words: Sequence[Word], test: Callable[[Word], bool]) -> int:
    return next((n for n, word in enumerate(words) if test(word)), len(words))


def speaks_as_group(text: str) -> bool:
    """Tell whether a text says "we" or "our"."""
    return any(_among(word, "together") for word in words_in(text))


def addresses_group(text: str) -> bool:
    """Tell whether a text says for whom it is: "for the team", "for all of us", "note for everyone"."""
    bare = [word.bare for word in words_in(text)]
    for at, word in enumerate(bare):
        if word != "for":
            continue
        after = bare[at + 1 : at + 4]
        if after[:1] and after[0] in ("everyone", "everybody", "us", "all"):
            return after[0] != "all" or after[1:2] in (["of"], ["us"])
        if (
            after[:1]
            and after[0] in ("the", "our", "this", "whole")
            and _lists()["group"] & {*after[1:]}
        ):
            return True
    return False


def as_said(text: str, speaker: str | None, *, about: bool) -> str:
    """Return a text as its reader is told it: "Ana said: ..." where another says it, but not what is a group's own."""
    if speaker is None or not (about or not is_for_group(text)):
        return text
    name = " ".join("".join(c if c.isprintable() else " " for c in speaker).split())
    return f"{name[:_LONGEST_SPEAKER]} said: {text}"


# In the words of oneself: what is read of the speaker can be read of others, and of what is the group's


def mentions_as_names(text: str) -> str:
    """Return a text that names people as one does without an @: "@bob" is Bob."""
    pieces = [
        piece[1:2].upper() + piece[2:] if piece[0] == "@" and piece[1:2].isalnum() else piece
        for piece in text.split(" ")
        if piece
    ]
    return " ".join(pieces) if "@" in text else text


def as_ours(sentence: str) -> str | None:
    """Return what is said of a thing of the group's as "our" thing: "the standup is at nine"."""
    words = words_in(sentence)
    if not words or words[0].bare != "the" or not is_for_group(sentence):
        return None
    return "Our " + sentence.split(maxsplit=1)[1]


def as_own(sentence: str, bearers: Sequence[Bearer], me: Collection[str]) -> list[str]:
    """Return what is said of somebody else, who stands first, as one would say it of oneself."""
    words = words_in(sentence)
    named = next((each for each in _named(words, bearers) if 0 in each.places), None)
    if named is None or named.person is None or named.person in me:
        return []
    pieces, length = sentence.split(), len(named.places)
    rest = pieces[length:]
    if not rest or len(pieces) < len(words):
        return []
    if words[length - 1].owns:
        return [f"My {' '.join(rest)}", f"I'm {' '.join(rest)}"]
    at = next((n for n, word in enumerate(words[length:]) if not _among(word, "before")), 0)
    return [" ".join(["I", *rest[:at], _first_form(rest[at]), *rest[at + 1 :]])]


def told_as_own(content: str) -> list[str]:
    """Return a statement about somebody as that one would say it: "Bob works at Acme", "Works at Acme"."""
    words, pieces = words_in(content), content.split()
    if not words or len(words) != len(pieces):
        return []
    told = (
        [" ".join(["I", _first_form(pieces[0]), *pieces[1:]])] if _among(words[0], "first") else []
    )
    for length in range(1, min(LONGEST_NAME, len(words))):
        if words[length - 1].owns:
            told.append(" ".join(["My", *pieces[length:]]))
        elif _is_verb(words[length]):
            told.append(" ".join(["I", _first_form(pieces[length]), *pieces[length + 1 :]]))
            break
    return told


_OWN_FORMS = {
    "is": "am",
    "isn't": "am not",
    "has": "have",
    "hasn't": "haven't",
    "does": "do",
    "doesn't": "don't",
    "was": "was",
    "goes": "go",
}


def _first_form(verb: str) -> str:
    """Return the form of a verb that goes with "I"."""
    word = verb.casefold()
    if word in _OWN_FORMS:
        return _OWN_FORMS[word]
    if word.endswith("ies") and len(word) > 4:
        return verb[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        return verb[:-2]
    return verb[:-1] if word.endswith("s") and not word.endswith("ss") else verb


# What lasts


def is_passing(text: str) -> bool:
    """Tell whether a statement holds for now only: something is due, or going on, at a time that is near."""
    words = [word.bare for word in words_in(text)]
    told = f" {' '.join(words)} "
    told = told.replace(" next to ", " ")
    if any(f" {phrase} " in told for phrase in _lists()["passing_phrases"]):
        return True
    return any(word in _lists()["passing"] for word in words) or any(
        word in ("by", "until", "till") and _is_time(words[at + 1 :])
        for at, word in enumerate(words)
    )


def _is_time(after: Sequence[str]) -> bool:
    """Tell whether a time comes next: "by 5pm", "until Friday", "by the end of the week"."""
    first = [word for word in after[:3] if word not in ("the", "next", "this", "end", "of")][:1]
    return any(
        word[:1].isdigit() or word in _lists()["times"] or word in _lists()["months"]
        for word in first
    )
