"""How far is a fact to be believed that a model read out of a conversation?

The model only points; code looks. A fact counts as far as the turns it cites go: somebody said it, in words of their
own, and not as an order to the machine. Nothing here asks a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from langmem_ext.memory import Turn
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.orders import orders_the_machine

OWN_WORD = 1.0
"""The most confidence in what a person says of themselves."""

ANOTHERS_WORD = 0.6
"""The most confidence in what a person says of somebody else."""

ASSISTANTS_WORD = 0.5
"""The most confidence in what only the agent said."""

GROUNDED = 0.4
"""The least share of a fact's words that the turns it cites, and those beside them, must hold.

97 % of the facts that the authors of LoCoMo drew from turns pass; 72 % where one half had to stand in the turn itself.
"""

BEFORE, AFTER = 2, 1
"""How many turns before and after a cited one its words may come from: a question is part of its answer."""

REQUESTED = 0.6
"""The least share of a fact's words that a request to remember must hold."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold the turns that speak for a fact, whose word it is, and the texts that its words come from."""

    turns: tuple[Turn, ...]
    confidence: float
    speaker: str | None = None
    said: tuple[str, ...] = ()


def is_sound(turn: Turn) -> bool:
    """Tell whether a turn speaks for anything: the user's or the agent's own words, and no order to the machine."""
    return turn.role in _ROLES and not orders_the_machine(turn.content)


def evidence(
    content: str,
    turns: Sequence[Turn],
    cited: Sequence[int],
    *,
    about_others: bool,
    known: Sequence[str] = (),
) -> Evidence | None:
    """Return what speaks for a fact that cites some turns by their numbers, from 1; None when nothing does.

    Its words must stand in the cited turns or right beside them, its names anywhere among the turns or the names that
    are `known`. Tool output speaks for nothing, nor does a turn that orders the machine.
    """
    numbers = [n for n in dict.fromkeys(cited) if 0 < n <= len(turns) and is_sound(turns[n - 1])]
    if not numbers:
        return None
    sound = [turns[n - 1] for n in numbers]
    beside = {m for n in numbers for m in range(n - BEFORE, n + AFTER + 1) if 0 < m <= len(turns)}
    near = [turn for m in sorted(beside) if is_sound(turn := turns[m - 1])]
    people = [turn.speaker for turn in turns if turn.speaker]
    said = [turn.content for turn in near]
    everywhere = [turn.content for turn in turns if is_sound(turn)]
    if not is_grounded(content, [*said, *people], names_from=[*everywhere, *people, *known]):
        return None
    own = [turn for turn in sound if turn.role == "user"]
    limit = (ANOTHERS_WORD if about_others else OWN_WORD) if own else ASSISTANTS_WORD
    return Evidence(tuple(sound), limit, (own or sound)[0].speaker, tuple(said))


def says_most(content: str, turns: Sequence[Turn]) -> list[int]:
    """Return the number, from 1, of the turn that says most of a fact whose author names none; empty when none does."""
    sound = [(n, turn) for n, turn in enumerate(turns, 1) if is_sound(turn)]
    said = {n: shared_words(content, f"{turn.speaker or ''} {turn.content}") for n, turn in sound}
    own = {n: turn.role == "user" for n, turn in sound}
    best = max(said, key=lambda n: (said[n], own[n]), default=0)
    return [best] if said.get(best) else []


def shared_words(text: str, other: str) -> int:
    """Return how many content words two texts have in common."""
    return len(_stems(text) & _stems(other))


def is_grounded(
    content: str,
    said: Iterable[str],
    share: float = GROUNDED,
    *,
    names_from: Iterable[str] | None = None,
) -> bool:
    """Tell whether a share of a fact's words come from what was said, and all its names, from there or elsewhere."""
    source = " ".join(said)
    known, words = _stems(source), _stems(content)
    if not words:
        return False
    named = source if names_from is None else " ".join(names_from)
    held = sum(word in known for word in words)
    return held / len(words) >= share and not _unsaid_names(content, named)


def unsaid_numbers(content: str, said: Iterable[str]) -> bool:
    """Tell whether a fact holds a number that nobody said; parts of dates do not count: they may be worked out."""
    source = " ".join(said).casefold()
    numbers = set(re.findall(r"\d+", _DATES.sub(" ", content)))
    spoken = {
        str(number)
        for number, word in enumerate(_NUMBER_WORDS)
        if re.search(rf"\b{word}\b", source)
    }
    return not numbers <= set(re.findall(r"\d+", source)) | spoken


def was_requested(content: str, cited: Sequence[Turn]) -> bool:
    """Tell whether the user asked to remember this, whatever the model says of it."""
    words = _stems(content)
    for turn in cited:
        if turn.role != "user" or orders_the_machine(turn.content):
            continue
        for directive in find_directives(turn.content, speaker=turn.speaker):
            asked = _stems(directive.content) | _stems(directive.statement)
            if words and len(words & asked) / len(words) >= REQUESTED:
                return True
    return False


def _unsaid_names(content: str, source: str) -> set[str]:
    """Return the names in a fact that nobody mentioned; its first word is one where it says who does something."""
    folded = source.casefold()
    names = {match.group() for match in _NAMES.finditer(content)}
    if (first := _ACTOR.match(content)) and first[1].casefold() not in _EMPTY:
        names.add(first[1])
    return {
        name for name in names if name.casefold().removesuffix("'s") not in folded
    } - _KNOWN_NAMES


def _stems(text: str) -> set[str]:
    """Return the content words of a text, without their endings."""
    words = (
        word for word in _WORDS.findall(text.casefold().replace("’", "'")) if word not in _EMPTY
    )
    return {_ENDINGS.sub("", word.removesuffix("'s"))[:6] for word in words}


_ROLES = frozenset({"user", "assistant"})
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_ENDINGS = re.compile(r"(?<=\w{3})(?:ing|ies|ied|ed|es|s|e|y)$")
_NAMES = re.compile(r"(?<=[\w,;] )[A-Z][\w'’-]*\w")
_ACTOR = re.compile(
    r"([A-Z][\w-]*\w)(?:['’]s\b| (?:is|was|are|were|has|had|will|and|[a-z]{2,}s)\b)"
)
_KNOWN_NAMES = frozenset(
    "January February March April May June July August September October November December Monday Tuesday Wednesday "
    "Thursday Friday Saturday Sunday English User I".split()
)
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATES = re.compile(
    rf"\d{{4}}-\d\d-\d\d|\b\d{{1,2}}(?:st|nd|rd|th)? (?:{_MONTHS})(?:,? \d{{4}})?"
    rf"|\b(?:{_MONTHS}) \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|\b(?:{_MONTHS}) \d{{4}}|\b(?:in|since|of) (?:19"
    rf"|20)\d\d\b",
    re.I,
)
_NUMBER_WORDS = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|twenty".split("|")
)
_EMPTY = frozenset(
    "the a an and or but of to in on at for with from by as is are was were be been being am has have had do does did "
    "user user's i i'm i've i'd i'll me my mine we us our you your he she it they him her his hers its them their "
    "this that these those there here not no yes so too very really just also who which what when where how why will "
    "would can could should may might must into about up out over than then if because while during after before "
    "prefers prefer likes wants said says told mentioned".split()
)
