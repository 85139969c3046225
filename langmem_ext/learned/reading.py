"""What do the trained readers find where no rule does?

Each is asked about one piece of text and answers with how sure it is. What it may be asked about, and what becomes of
the answer, is the business of the rules: see `langmem_ext.policies`.
"""

from __future__ import annotations

import heapq
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from operator import itemgetter

from langmem_ext.learned.features import of_text, of_tokens
from langmem_ext.learned.linear import Linear, shares_of
from langmem_ext.learned.looking import may_hold_value, names_secrets
from langmem_ext.learned.meaning import load, scores_of
from langmem_ext.learned.tagger import Part
from langmem_ext.learned.touching import touches_special
from langmem_ext.learned.values import VALUE, is_odd, of_message, of_values
from langmem_ext.learned.weights import readers
from langmem_ext.learned.words import Token, tokens

NONE = ""
"""The class of what is nothing of the kind."""

LEARNED = "learned"
"""The name under which what a reader found is reported, in place of a rule's."""


@dataclass(frozen=True, slots=True)
class Found:
    """Hold what a reader found: `kind` says what, `text[start:end]` where, `sure` how likely it is right (0..1)."""

    kind: str
    sure: float
    start: int = 0
    end: int = 0


def command(sentence: str) -> Found | None:
    """Return the command in one sentence, and the place of what it names; an empty place where it names nothing.

    How sure it is of a command counts, not of which one: of two that are alike it takes the milder.
    """
    known, judged = readers(), _judged("command", sentence)
    if judged.sure < known.least[judged.reader] or (name := _mildest(judged.shares)) is None:
        return None
    said = tokens(sentence)
    if not (parts := known.taggers["argument"].parts(of_arguments(said, name))):
        return Found(name, judged.sure)
    best = max(parts, key=lambda part: part.margin)
    return Found(name, judged.sure, *_place(said, best))


MILDER = {"forget_about": "forget", "list_category": "list"}
ALIKE = 0.5
"""How likely the milder command is at least beside the other, for it to be taken."""


def _mildest(shares: Mapping[str, float]) -> str | None:
    """Return the likeliest command, or a milder one that is nearly as likely; to clear must be sure by itself."""
    share, name = max((share, name) for name, share in shares.items() if name != NONE)
    mild = MILDER.get(name, name)
    if shares.get(mild, 0.0) >= ALIKE * share:
        name, share = mild, shares[mild]
    least = readers().least
    return name if share >= least["clear" if name == "clear" else "one command"] else None


def may_be(name: str, sentence: str) -> bool:
    """Tell whether a sentence that is surely a command may well be this one."""
    return _judged("command", sentence).shares[name] >= readers().least["other"]


def of_arguments(said: Sequence[Token], name: str) -> list[list[str]]:
    """Return the marks of the tokens of a command of this name."""
    marks = of_tokens(said)
    return [
        [*each, *(f"{name}|{mark}" for mark in each if mark[:2] in ("0 ", "-1", "+1"))]
        for each in marks
    ]


def request(sentence: str) -> Found | None:
    """Tell whether one sentence asks to remember something."""
    judged = _judged("request", sentence)
    return Found("request", judged.sure) if judged.sure >= readers().least[judged.reader] else None


def denies_command(sentences: Iterable[str]) -> bool:
    """Tell whether none of some sentences can be the command that a rule finds there; False where there are none."""
    least = readers().least
    likeliest = _likeliest("command", sentences)
    if not likeliest or likeliest[0][0] >= least["command"]:
        return False
    closer = (_judged("command", each, doubt=0.0) for _, each in likeliest)
    return all(each.sure < least[f"{each.reader} denied"] for each in closer)


def denies_request(sentences: Iterable[str], *, by_words: bool) -> bool:
    """Tell whether none of some sentences can be the request to remember that a rule finds there.

    By what they mean, and where `by_words` allows it, by their words alone.
    """
    likeliest = _likeliest("request", sentences)
    if not likeliest:
        return False
    if by_words and likeliest[0][0] < REQUEST_DENIED:
        return True
    closer = [_judged("request", each, doubt=0.0) for _, each in likeliest]
    least = readers().least
    return all(each.sure < least.get(f"{each.reader} denied", 0.0) for each in closer)


REQUEST_DENIED = 0.1
"""How likely a sentence is a request by its words, at most, for a rule that finds one to be denied."""


def denies_secret(said: Iterable[str]) -> bool:
    """Tell whether none of some texts can hold a secret that a rule finds there, by their words and what they mean."""
    return all(map(_holds_no_secret, said))


def _holds_no_secret(text: str) -> bool:
    words = tokens(text, VALUE, most=None)
    odds = _odds(readers().linear["secret"].shares(of_message(words))[SECRET])
    if odds >= SECRET_DENIED_BY_WORDS or (meant := _meant("secret", text)) is None:
        return False
    return BY_WORDS * odds + meant[SECRET] - meant[1 - SECRET] < SECRET_DENIED


SECRET_DENIED_BY_WORDS, SECRET_DENIED = -1.5, -4.5
"""The odds of a secret, by the words alone and by what they mean too, below which a rule that finds one is denied."""


def _likeliest(task: str, sentences: Iterable[str]) -> list[tuple[float, str]]:
    marked = [(_by_marks(task, each).sure, each) for each in sentences]
    return heapq.nlargest(LOOKED_AT, marked, key=itemgetter(0))


LOOKED_AT = 3
"""How many sentences of a message are asked for their meaning, before a rule is denied."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Hold how likely a sentence is of each class, and which reader says so."""

    reader: str
    shares: Mapping[str, float]

    @property
    def sure(self) -> float:
        """Return how likely it is of some class other than none."""
        return 1.0 - self.shares[NONE]


BY_MEANING = "by meaning"


def _judged(task: str, sentence: str, *, doubt: float | None = None) -> Judged:
    """Judge a sentence by its words; where these leave a doubt, by what its tokens mean too.

    That takes milliseconds and the offline embedder, so what is surely nothing by its words is not asked again.
    """
    known, by_marks = readers(), _by_marks(task, sentence)
    if not _SEVERAL.search(sentence):
        return by_marks
    if by_marks.sure < (known.least["doubt"] if doubt is None else doubt):
        return by_marks
    if (meant := _meant(task, sentence)) is None:
        return by_marks
    scores = [
        BY_WORDS * math.log(share + 1e-12) + BY_STATES * score
        for share, score in zip(by_marks.shares.values(), meant, strict=True)
    ]
    return Judged(
        f"{task} {BY_MEANING}", dict(zip(by_marks.shares, shares_of(scores), strict=True))
    )


_SEVERAL = re.compile(r"\w\W+\w")
"""Two words: one alone may mean anything."""

BY_WORDS, BY_STATES = 0.6, 1.4
"""How much the words of a sentence count, and the states of its tokens: the words are surer than they are right."""


def _meant(task: str, sentence: str) -> Sequence[float] | None:
    meaning = readers().meaning
    return None if meaning is None else scores_of(meaning, task, sentence)


def load_readers() -> None:
    """Load all that is read with, so that no message waits for it."""
    if (meaning := readers().meaning) is not None:
        load(meaning)


def _by_marks(task: str, sentence: str) -> Judged:
    reader = readers().linear[task]
    return Judged(task, dict(zip(reader.classes, reader.shares(_marks(sentence)), strict=True)))


def statements(said: Sequence[str], asked: int) -> list[Found]:
    """Return what is to be remembered of some sentences, of which the one at `asked` asks for it.

    Those that are sure; where none is, the likeliest. The places are those in the sentences joined by line ends.
    """
    words = tokens("\n".join(said))
    parts = readers().taggers["statement"].parts(of_statements(words, asked))
    least = readers().least["statement"]
    sure = [part for part in parts if part.margin >= least]
    return [
        Found("statement", _likely(part.margin), *_place(words, part)) for part in sure or parts
    ]


def of_statements(words: Sequence[Token], asked: int) -> list[list[str]]:
    """Return the marks of the tokens of sentences that are joined by line ends, one of which asks."""
    line, marks = 0, of_tokens(words)
    for word, each in zip(words, marks, strict=True):
        side = "in" if line == asked else "before" if line < asked else "after"
        each += [f"|{side}", f"|{side} {word.word}", f"|{side} {min(abs(line - asked), 3)}"]
        line += word.word == "¶"
    return marks


def fact(clause: str) -> Found | None:
    """Return what kind of fact about the user a clause states; how sure it is of a fact, not of the kind."""
    reader = readers().linear["fact"]
    shares = reader.shares(_marks(clause))
    sure = 1.0 - shares[reader.classes.index(NONE)]
    if sure < readers().least["fact"]:
        return None
    of_kinds = [(share, name) for share, name in zip(shares, reader.classes, strict=True) if name]
    return Found(max(of_kinds)[1], sure)


def surely() -> float:
    """Return how sure a reader must be of a fact that is stored at once; less sure ones wait for a second mention."""
    return readers().least["fact outright"]


def special(sentence: str, *, touches: bool = False) -> Found | None:
    """Return the class of special data that a sentence tells of somebody; `touches`: its words are known to."""
    if not (touches or touches_special(sentence)):
        return None
    known = readers()
    judged = _judged("special", sentence, doubt=known.least["special doubt"])
    if judged.sure < known.least[judged.reader]:
        return None
    return Found(
        max((share, name) for name, share in judged.shares.items() if name)[1], judged.sure
    )


TYPED = 2_000
"""Characters of a message that somebody types; what is longer is pasted, and nothing the reader was trained on."""


def secrets(text: str) -> list[Found]:
    """Return the places of what reads like a secret value in what somebody typed, each with its kind.

    How likely the message is to hold one counts where its words and marks leave the value in doubt.
    """
    if len(text) > TYPED or not may_hold_value(text) or not _WORDY.search(text):
        return []
    if text.lstrip()[:1] in ("{", "[", "<"):
        return []
    said, known = tokens(text, VALUE, most=None), readers()
    by_words = _odds(known.linear["secret"].shares(of_message(said))[SECRET])
    scores = cache(lambda: known.taggers["value"].scores(of_values(said)))
    parts = _values(text, scores, by_words) or _written_oddly(text, said, scores, by_words)
    return [
        Found(
            _best(known.linear["kind"], of_kind(said, part.first, part.last))[0],
            _likely(part.margin),
            *_place(said, part),
        )
        for part in parts
    ]


Scores = Callable[[], list[list[float]]]
"""What the marks of the tokens say, once it is asked for: that takes longer than all that is asked of it."""


def _values(text: str, scores: Scores, by_words: float) -> list[Part]:
    """Return the parts of a message that are values, given the odds by its words that it holds a secret.

    Its meaning is asked for only where it could turn them out: that takes as long as all else together.
    """
    known = readers()
    doubtful = by_words >= known.least["secret doubt"]
    at_most = max(by_words, BY_MEANING_ALONE) if doubtful else by_words
    if at_most < known.least["secret"]:
        return []
    tagger, lean = known.taggers["value"], known.least["value"]
    likely = tagger.parts_of(scores(), at_most + lean)
    if not likely or not doubtful:
        return likely
    odds = _odds_by_meaning(text, by_words, at_most)
    return tagger.parts_of(scores(), odds + lean) if odds >= known.least["secret"] else []


def _written_oddly(text: str, said: Sequence[Token], scores: Scores, by_words: float) -> list[Part]:
    """Return the parts that are written as no word is, of a message that surely means to give a secret away.

    Whatever its words: "I typed Redwood_canoe into a page that looked like Outlook" names nothing by which one is told.
    """
    if by_words < READ_AT_ALL or not names_secrets(text) or not any(map(is_odd, said)):
        return []
    known = readers()
    lean = ODD if by_words >= known.least["secret doubt"] else ODD / 2
    parts = known.taggers["value"].parts_of(scores(), lean)
    odd = [part for part in parts if any(map(is_odd, said[part.first : part.last + 1]))]
    if not odd or (meant := _meant("secret", text)) is None:
        return []
    score = meant[SECRET] - meant[1 - SECRET]
    return [replace(part, margin=part.margin + score) for part in odd if score >= MEANT_SURELY]


READ_AT_ALL, ODD, MEANT_SURELY = -4.5, 3.0, 3.0
"""The odds by its words below which a message is not asked for its meaning, how far what is written oddly may be from
a value (half as far where the words leave little doubt), and how sure the meaning must be then."""


def _odds_by_meaning(text: str, by_words: float, at_most: float) -> float:
    """Return the odds that a message holds a secret by its words and by what it means."""
    if (meant := _meant("secret", text)) is None:
        return by_words
    score = meant[SECRET] - meant[1 - SECRET]
    return max(-7.0, min(by_words + OF_SECRETS * score, at_most))


OF_SECRETS, BY_MEANING_ALONE = 0.7, 2.0
"""How much the meaning of a message adds to its words, and how sure it makes at most: the value must look like one."""
SECRET = 1
"""The place of "secret" among the classes of the reader of messages, after that of nothing."""

_WORDY = re.compile(r"[^\W\d_]{2,}\W*\s|\s\W*[^\W\d_]{2,}")
"""A word beside a blank: no id, address or key alone."""


def _odds(share: float) -> float:
    """Return the natural logarithm of the odds, at most 7 either way."""
    return max(-7.0, min(7.0, math.log((share + 1e-9) / (1 - share + 1e-9))))


def of_kind(said: Sequence[Token], first: int, last: int) -> list[str]:
    """Return the marks by which the kind of a value is told: itself, and the words around it."""
    around = [*said[max(0, first - 12) : first], *said[last + 1 : last + 9]]
    value = "".join(each.text for each in said[first : last + 1])
    digits = sum(c.isdigit() for c in value)
    size = f"{min(digits, 20)} of {min(len(value), 20)}"
    marks = [f"w {each.word}" for each in around] + [f"d {each.coarse}" for each in around]
    return list(
        dict.fromkeys(
            [*marks, f"size {size}", f"all {digits == len(value)}", f"tokens {last - first}"]
        )
    )


@lru_cache(maxsize=16)  # the readers of commands, requests and facts ask about the same sentences
def _marks(text: str) -> tuple[str, ...]:
    return tuple(of_text(tokens(text)))


def _best(reader: Linear, marks: Sequence[str]) -> tuple[str, float]:
    """Return the best class that is one of something, and how likely it is."""
    shares = reader.shares(marks)
    sure, name = max(
        (share, name) for share, name in zip(shares, reader.classes, strict=True) if name != NONE
    )
    return name, sure


def _place(said: Sequence[Token], part: Part) -> tuple[int, int]:
    return said[part.first].start, said[part.last].end


def _likely(margin: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, margin))))
