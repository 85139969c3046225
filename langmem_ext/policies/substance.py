"""When do two wordings say the same thing, and when not?

Vectors cannot tell: for the default embedder "bought a laptop" and "sold a laptop" are closer than
"User prefers dark mode" and "The user prefers dark mode." (docs/decisions/0003). So words decide.
Two statements agree only when they are the same words in the same order, up to a few differences
known to be harmless; everything unknown counts as a difference. The lists are English; text in
another language agrees when its words are the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise


class Agreement(StrEnum):
    """Say how a new wording relates to an old one."""

    SAME = "same"
    FULLER = "fuller"
    SHORTER = "shorter"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a statement: `word` is folded for comparison, `proper` = written as a name."""

    word: str
    proper: bool = False


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _words("a an the")
FILLERS = _words("is are am be being there that which who")
ADVERBS = _words(
    "very really quite currently now also too actually definitely truly extremely absolutely "
    "certainly strongly greatly severely particularly especially"
)
LIMITING = _words(
    "only early family reply supply apply imply italy july rally ally belly jelly lonely lovely "
    "friendly elderly ugly silly daily weekly monthly yearly hourly nightly quarterly biweekly "
    "fortnightly hardly barely scarcely rarely previously formerly recently occasionally "
    "partially partly mostly mainly temporarily initially originally apparently falsely jokingly "
    "hypothetically theoretically ideally eventually finally practically virtually usually "
    "generally normally typically frequently regularly infrequently seemingly secretly legally "
    "illegally unlikely likely assembly anomaly monopoly homily doily multiply comply butterfly "
    "firefly dragonfly fly"
)
CONNECTIVES = _words("in at on for with as because since and from near about especially called")
QUALIFIERS = _words("but except unless until if when while or than instead only though although")
NEGATIONS = _words(
    "not no never none nobody nothing nowhere neither nor without hardly barely scarcely seldom "
    "rarely lack lacks lacking lacked stop stops stopped quit quits ceased avoid avoids refuse "
    "refuses refused deny denies denied fail fails failed unable except former formerly ex "
    "previously anymore longer nicht kein keine nie ne pas jamais nunca jamas non não"
)
PAST = _words("was were had did used been ago went got once came took gave made ran met lost won")
TIMES = _words(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday "
    "saturday sunday mon tue tues wed thu thurs fri sat sun today tomorrow yesterday tonight "
    "morning mornings afternoon afternoons evening evenings night nights noon midnight weekend "
    "weekends weekday weekdays spring summer autumn fall winter next last daily weekly monthly "
    "yearly hourly christmas easter am pm"
)
PERSONS = _words(
    "mother mom mum father dad parent parents sister sisters brother brothers sibling siblings "
    "son sons daughter daughters child children kid kids wife husband spouse partner girlfriend "
    "boyfriend fiance fiancee friend friends boss manager colleague colleagues coworker neighbor "
    "neighbour roommate flatmate cousin cousins uncle aunt niece nephew grandmother grandfather "
    "grandma grandpa grandson granddaughter landlord doctor teacher team family"
)
PRONOUNS = _words(
    "i me my mine we us our ours you your yours he him his she her hers it its they them their "
    "theirs myself himself herself themselves"
)
DEGREES = _words(
    "all some any every each both few many most more less least fewer several half always often "
    "usually sometimes can could may might must should would will wants want plans plan hopes "
    "hope thinks think maybe perhaps probably possibly almost nearly vice deputy assistant "
    "acting aspiring future potential retired temporary supposedly allegedly reportedly"
)
_COUNTING = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
NUMBERS = {word: str(number) for number, word in enumerate(_COUNTING.split())}
NUMBERS |= {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70"}
NUMBERS |= {"eighty": "80", "ninety": "90", "hundred": "100", "thousand": "1000"}
NUMBERS |= {"million": "1000000", "billion": "1000000000", "dozen": "12", "twice": "2x"}
NUMBERS |= {"first": "1st", "second": "2nd", "third": "3rd"}
_OPPOSITES = """
like likes love loves enjoy enjoys prefer prefers | hate hates dislike dislikes detests
on onto | off
before | after
up | down
in into inside | out outside
over above | under below
with | without
to | from
for | against
more | less fewer
most | least
always | never sometimes
start starts started begin begins began | stop stops stopped end ends ended finished
buy buys bought | sell sells sold
open opens opened | close closes closed
gain gains gained | lose loses lost
joined join joins | left leave leaves
married | divorced single unmarried
hot warm | cold cool
long longer | short shorter
big large | small little tiny
early | late
light | dark heavy
left | right
old | new young
good | bad
man men boy boys male | woman women girl girls female
enabled enable enables | disabled disable disables
accepts accepted accept approved | declined declines rejects rejected reject
win wins won passed pass | lose loses lost failed fail
remembers remembered | forgets forgot
sends sent | receives received
lends lent | borrows borrowed
hired | fired
close near | far
front | behind back
wet | dry
"""
OPPOSITES = tuple(
    (_words(left), _words(right))
    for left, _, right in (line.partition("|") for line in _OPPOSITES.strip().split("\n"))
)
SYNONYMS = {
    word: group.split()[0]
    for group in (
        "child kid",
        "children kids",
        "someone somebody",
        "outside outdoors",
        "quickly rapidly",
        "small little",
        "woman lady",
        "women ladies",
        "shop store",
        "speaking talking",
        "speaks talks",
        "jumping leaping",
        "wood wooden",
        "puts places",
        "putting placing",
        "buys purchases",
        "bought purchased",
        "automobile car",
        "lives resides",
        "live reside",
        "likes enjoys",
        "like enjoy",
        "movie film",
        "movies films",
        "bicycle bike",
        "phone telephone",
        "mother mom mum",
        "father dad",
        "job occupation",
        "favorite favourite",
        "color colour",
        "colors colours",
        "brief concise short",
        "begins starts",
        "large big",
        "wants wishes",
        "couch sofa",
        "photo picture photograph image",
        "near nearby",
    )
    for word in group.split()
}

# Apostrophes become one; soft hyphens, zero-width spaces and byte order marks go.
_TYPOGRAPHY = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u00b4": "'"}
    | dict.fromkeys("\u00ad\u200b\u2060\ufe0f\ufeff", "")
)
_CONTRACTIONS = (
    (re.compile(r"\b(?:can't|cannot|cant)\b", re.I), "can not"),
    (re.compile(r"\b(?:won't|wont)\b", re.I), "will not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n'?t\b", re.I),
     r"\1 not"),
    (re.compile(r"n't\b", re.I), " not"),
    (re.compile(r"\b(it|he|she|that|there|who|what)'s\b", re.I), r"\1 is"),
    (re.compile(r"'re\b", re.I), " are"),
    (re.compile(r"\bI'm\b", re.I), "I am"),
    (re.compile(r"'ll\b", re.I), " will"),
    (re.compile(r"'ve\b", re.I), " have"),
)  # fmt: skip
_MAYBE_CONTRACTED = re.compile(r"'|nt\b|\bcannot\b", re.I)
_TOKEN = re.compile(
    r"(?<![\w.])-\d[\w.,:/]*\w|(?<![\w.])-\d"  # a negative number keeps its sign
    r"|\w+(?:[.:/@-]\w+|,\d+)*[+#]*"
    r"|(?<=\w)'s\b"
    r"|[^\w\s]"
)
_MEANINGFUL = frozenset("?%#&*@/\\_")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_INITIAL_OWNER = re.compile(r"^\W*(?:the\s+)?user\b", re.I)


def same_text(a: str, b: str) -> bool:
    """Tell whether two texts are equal but for case, Unicode form, punctuation and spacing.

    "The user" and "User" at the beginning count as equal too. Such a pair is a certain duplicate;
    no embedder is asked.
    """
    if words := _flat(a):
        return words == _flat(b)
    return a.split() == b.split()


def differs_in_substance(old: str, new: str) -> str | None:
    """Say why two statements must not merge without a model's word; None when nothing was found.

    The reason is one of `negation`, `number`, `date`, `name`, `tense`, `subject`, `opposite`,
    `degree`, `order` (memory model, Writing). No reason is not agreement yet: ask `agreement`.
    """
    a, b = tokens(old), tokens(new)
    checks = (
        ("negation", _negations),
        ("number", _numbers),
        ("date", _times),
        ("tense", _past),
        ("subject", _people),
        ("degree", _degrees),
    )
    for reason, features in checks:
        if features(a) != features(b):
            return reason
    if _names_differ(a, b):
        return "name"
    if _opposite(a, b):
        return "opposite"
    return "order" if _reordered(_content(a), _content(b)) else None


def agreement(old: str, new: str) -> Agreement:
    """Compare two wordings word by word, in order.

    `FULLER` means that the new one repeats the old one and adds adverbs of manner, or an ending
    that starts like "in", "as" or "because"; `SHORTER` is the reverse. Any other added word may
    name another thing ("coconut milk"), so it is `NONE`, as is one replaced word, unless both are
    in one group of `SYNONYMS`.
    """
    a, b = _content(tokens(old)), _content(tokens(new))
    if a == b:
        return Agreement.SAME if a else Agreement.NONE
    if _extends(a, b):
        return Agreement.FULLER
    return Agreement.SHORTER if _extends(b, a) else Agreement.NONE


def tokens(text: str) -> list[Token]:
    """Split a statement into folded words; "The user" at the beginning becomes `user`."""
    text = _INITIAL_OWNER.sub("user", _plain(text), count=1)
    found = [match.group() for match in _TOKEN.finditer(text) if not _is_pause(match.group())]
    return [Token(_fold(raw), i > 0 and _is_proper(raw)) for i, raw in enumerate(found)]


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).translate(_TYPOGRAPHY)
    if _MAYBE_CONTRACTED.search(text):
        for pattern, full in _CONTRACTIONS:
            text = pattern.sub(full, text)
    return _THOUSANDS.sub("", text)


def _is_pause(raw: str) -> bool:
    """Tell punctuation of any script from signs that carry meaning, as currencies and emoji do."""
    if len(raw) > 1 or raw in _MEANINGFUL:
        return False
    return raw in "`^" or unicodedata.category(raw).startswith("P")


def _fold(raw: str) -> str:
    word = raw.casefold()
    return NUMBERS.get(word, word)


def _is_proper(raw: str) -> bool:
    return raw[0].isupper() and raw not in {"I", "The", "User"}


def _flat(text: str) -> list[str]:
    return [token.word for token in tokens(text)]


def _content(statement: list[Token]) -> list[str]:
    """Leave out articles and fillers; a capital letter A inside a statement is a name."""
    kept = (t for t in statement if t.proper or t.word not in ARTICLES | FILLERS)
    return [SYNONYMS.get(t.word, t.word) for t in kept]


def _extends(short: list[str], long: list[str]) -> bool:
    core, rest = _without_manner(short), _without_manner(long)
    if not core or len(long) <= len(short) or rest[: len(core)] != core:
        return False
    if Counter(short) - Counter(long):
        return False
    added = rest[len(core) :]
    return not added or (added[0] in CONNECTIVES and not QUALIFIERS.intersection(added))


def _without_manner(words: list[str]) -> list[str]:
    return [word for word in words if not _is_manner(word)]


def _is_manner(word: str) -> bool:
    return word in ADVERBS or (
        word.endswith("ly") and len(word) > 4 and word not in LIMITING and word not in DEGREES
    )


def _counted(statement: Iterable[Token], members: frozenset[str]) -> Counter[str]:
    return Counter(t.word for t in statement if t.word in members)


def _negations(statement: list[Token]) -> int:
    return _counted(statement, NEGATIONS).total()


def _numbers(statement: list[Token]) -> Counter[str]:
    return Counter(t.word for t in statement if any(c.isdigit() for c in t.word))


def _times(statement: list[Token]) -> Counter[str]:
    return _counted(statement, TIMES)


def _past(statement: list[Token]) -> int:
    """Count past forms; "is called" is none."""
    return sum(
        t.word in PAST or (t.word.endswith("ed") and len(t.word) > 4 and before.word not in FILLERS)
        for before, t in pairwise([Token(""), *statement])
    )


def _people(statement: list[Token]) -> tuple[Counter[str], list[str]]:
    """Return who is spoken of: persons, pronouns, and what belongs to whom."""
    named = Counter(SYNONYMS.get(t.word, t.word) for t in statement if t.word in PERSONS | PRONOUNS)
    owned = [
        SYNONYMS.get(after.word, after.word)
        for before, after in pairwise(statement)
        if before.word == "'s"
    ]
    return named, owned


def _degrees(statement: list[Token]) -> Counter[str]:
    return _counted(statement, DEGREES)


def _names_differ(a: list[Token], b: list[Token]) -> bool:
    """A name counts as present when the other statement has the word in any case."""
    in_a, in_b = {t.word for t in a}, {t.word for t in b}
    missing = any(t.proper and t.word not in in_b for t in a)
    return missing or any(t.proper and t.word not in in_a for t in b)


def _opposite(a: list[Token], b: list[Token]) -> bool:
    only_a = {t.word for t in a} - {t.word for t in b}
    only_b = {t.word for t in b} - {t.word for t in a}
    if any(_negates(x, y) or _negates(y, x) for x in only_a for y in only_b):
        return True
    return any(
        (only_a & left and only_b & right) or (only_a & right and only_b & left)
        for left, right in OPPOSITES
    )


def _negates(word: str, other: str) -> bool:
    prefixes = ("un", "in", "im", "ir", "il", "dis", "non", "non-")
    return len(word) > 3 and any(other == prefix + word for prefix in prefixes)


def _reordered(a: list[str], b: list[str]) -> bool:
    """Tell whether the words that both share come in another order."""
    shared = Counter(a) & Counter(b)
    return _only(a, shared) != _only(b, shared) and Counter(_only(a, shared)) == Counter(
        _only(b, shared)
    )


def _only(words: list[str], shared: Counter[str]) -> list[str]:
    left = Counter(shared)
    kept = []
    for word in words:
        if left[word] > 0:
            left[word] -= 1
            kept.append(word)
    return kept
