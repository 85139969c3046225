"""How are facts extracted from turns, and asked for once more when they are worded badly?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from langmem_ext.nodes.asking import Answer, Asker, Question, objections
from langmem_ext.nodes.facts import Facts, Reading, Sifted, passed, quoted_turns, sift
from langmem_ext.nodes.node import Steps, aside
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.operations.reviewing import Learned

NOT_OFFERED = frozenset({"procedural", "relationship_dynamic", "conclusions"})
"""Categories that have nodes of their own (spec 004, items 3 and 12)."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Hold what may be written, or why the model was of no help."""

    learned: list[Learned] = field(default_factory=list)
    refused: int = 0
    missing: str | None = None


def extract(asker: Asker, reading: Reading, prompt: str, *, background: bool) -> Steps[Extracted]:
    """Ask for the facts of some turns; what is worded badly is asked for once more, with the reasons."""
    first = yield from _ask(asker, reading, prompt, background=background)
    if first.value is None:
        return Extracted(missing=first.missing)
    sifted = yield from aside(sift, first.value.facts, reading, _least(asker))
    if sifted.faults:
        sifted = yield from _ask_again(asker, reading, prompt, sifted, background=background)
    yield from asker.record(*refusals(sifted))
    return Extracted(sifted.learned, len(sifted.faults) + len(sifted.dropped))


def _ask_again(
    asker: Asker, reading: Reading, prompt: str, sifted: Sifted, *, background: bool
) -> Steps[Sifted]:
    again = objections(sifted.faults)
    second = yield from _ask(asker, reading, prompt, again, background=background)
    if second.value is None:
        return sifted
    mended = yield from aside(sift, second.value.facts, reading, _least(asker))
    return together(sifted, mended, len(second.value.facts))


def _least(asker: Asker) -> float:
    return asker.settings.review.least_confidence


def together(sifted: Sifted, mended: Sifted, answered: int) -> Sifted:
    """Return what an answer came to, with what was mended when so many items of it were given once more."""
    known = {each.draft.content for each in sifted.learned}
    new = [each for each in mended.learned if each.draft.content not in known]
    left = sifted.faults[answered:]  # those that were not mended
    return Sifted(
        [*sifted.learned, *new], [*mended.faults, *left], [*sifted.dropped, *mended.dropped]
    )


def _ask(
    asker: Asker, reading: Reading, name: str, faults: str = "", *, background: bool
) -> Steps[Answer[Facts]]:
    prompt = asker.prompt(name)
    again = asker.again(faults)
    turns = reading.turns
    question = Question(
        job=reading.job,
        prompt=prompt,
        about=(turns[0].id, turns[-1].id, faults),
        fields={"categories": ", ".join(reading.categories), "again": again},
        material=quoted_turns(turns),
        schema=Facts,
        background=background,
        judged=(lambda facts: (0, 0)) if faults else lambda facts: passed(facts.facts, reading),
    )
    return (yield from asker.ask(question))


def offered(asker: Asker) -> Sequence[str]:
    """Return the categories that facts may be put into."""
    scope = asker.view.scope
    return [name for name in scope.categories.allowed(scope.agent) if name not in NOT_OFFERED]


def refusals(sifted: Sifted) -> list[Happening]:
    """Return what is counted of the items that were refused: why, never what."""
    badly = [Happening("classify", "skipped", "format") for _ in sifted.faults]
    return [*badly, *(Happening("classify", "skipped", reason) for reason in sifted.dropped)]
