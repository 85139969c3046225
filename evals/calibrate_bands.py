"""At which similarity may two statements merge?

    python -m evals.calibrate_bands --pairs FOLDER [--embedder local] [--database URI] [--json]

Chooses the four bounds on one half of labelled pairs through the production policy, and reports on
the other half what they would have merged. Choice and limits: docs/decisions/0003-merge-bands.md.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import psycopg
import typer

from evals.options import AsJson
from evals.pairs import Label, Pair, read_pairs
from langmem_ext.embeddings import ResolvedEmbedder, resolve_embeddings
from langmem_ext.policies.merge import Band, MergeBands, Wording, decide

ALLOWED = 0.01
"""Share of different pairs that may merge on the held-out half (memory model, Writing)."""

MARGIN = 0.5
"""The choosing half must stay within this part of what is allowed."""

KEPT = 0.95
"""The bounds are the highest that keep this part of the merges of the lowest admissible ones."""

CHECK_KEEPS, FALLBACK_KEEPS = 0.95, 0.99
"""Share of pairs that say the same which must reach the band `check`, and `fallback`."""

GRID = [number / 100 for number in range(99, 49, -1)]
_TERMS = "SELECT t, tsvector_to_array(to_tsvector('english', t)) FROM unnest(%s::text[]) t"


LOWEST = MergeBands(-1, -1, -1, -1, "any")


@dataclass(frozen=True, slots=True)
class Case:
    """Hold a pair, ready for the policy; it is judged in both orders of writing."""

    pair: Pair
    a: Wording
    b: Wording
    similarity: float

    def hits(self, band: Band, bands: MergeBands) -> bool:
        """Tell whether one of the two orders ends in this band."""
        orders = ((self.b, self.a), (self.a, self.b))
        return any(decide(new, old, self.similarity, bands).band is band for new, old in orders)

    def merges(self, bands: MergeBands = LOWEST) -> bool:
        """Tell whether one of the two orders merges."""
        return self.hits(Band.AUTO, bands) or self.hits(Band.UPDATE, bands)


@dataclass(frozen=True, slots=True)
class Tally:
    """Count the pairs that something holds for, of those that could."""

    same: int
    of_same: int
    different: int
    of_different: int
    contradictions: int
    of_contradictions: int

    @property
    def precision(self) -> float:
        """Return the share that says the same, of all counted."""
        return self.same / max(1, self.same + self.different)

    @property
    def recall(self) -> float:
        """Return the share counted, of all that say the same."""
        return self.same / max(1, self.of_same)

    @property
    def false_rate(self) -> float:
        """Return the share counted, of all that differ."""
        return self.different / max(1, self.of_different)

    def as_dict(self) -> dict[str, float]:
        """Return counts and rates, ready for JSON."""
        rates = {name: getattr(self, name) for name in ("precision", "recall", "false_rate")}
        return asdict(self) | {name: round(rate, 5) for name, rate in rates.items()}


def tally(cases: Sequence[Case], holds: Callable[[Case], bool]) -> Tally:
    """Count by label the cases that something holds for."""
    same = [case for case in cases if case.pair.label is Label.SAME]
    different = [case for case in cases if case.pair.label is Label.DIFFERENT]
    against = [case for case in different if case.pair.entailment == "CONTRADICTION"]
    counts = [
        n for group in (same, different, against) for n in (sum(map(holds, group)), len(group))
    ]
    return Tally(*counts)


def report(cases: Sequence[Case], bands: MergeBands) -> dict[str, Tally]:
    """Measure bounds: what merges by each band, and what lies above the two lower bounds."""
    return {
        "merged": tally(cases, lambda case: case.merges(bands)),
        "auto": tally(cases, lambda case: case.hits(Band.AUTO, bands)),
        "update": tally(cases, lambda case: case.hits(Band.UPDATE, bands)),
        "at or above check": tally(cases, lambda case: case.similarity >= bands.check),
        "at or above fallback": tally(cases, lambda case: case.similarity >= bands.fallback),
        "cosine >= auto alone": tally(cases, lambda case: case.similarity >= bands.auto),
        "cosine >= update alone": tally(cases, lambda case: case.similarity >= bands.update),
    }


def choose(cases: Sequence[Case], embedder: str) -> MergeBands:
    """Choose the four bounds on the given cases.

    `check` and `fallback` are the highest bounds that keep their share of the pairs that say the
    same. `update` and `auto` are the highest that keep `KEPT` of the pairs that merge at the lowest
    admissible bound; pairs that entail one another count for `update`, as said more fully.
    """
    check = highest_keeping(_similarities(cases), CHECK_KEEPS)
    fallback = highest_keeping(_similarities(cases), FALLBACK_KEEPS)
    mergeable = [case for case in cases if case.merges()]
    low = lowest_admissible(mergeable, sum(c.pair.label is Label.DIFFERENT for c in cases), check)
    merged = [case for case in mergeable if case.similarity >= low]
    entailing = [c.similarity for c in merged if c.pair.entailment == "ENTAILMENT"]
    update = max(low, highest_keeping(_similarities(merged) + entailing, KEPT))
    auto = max(update, highest_keeping(_similarities(merged), KEPT))
    return MergeBands(auto, update, check, fallback, embedder)


def lowest_admissible(mergeable: Sequence[Case], different: int, floor: float) -> float:
    """Return the lowest bound at which no contradiction and few enough different pairs merge."""
    wrong = [case for case in mergeable if case.pair.label is Label.DIFFERENT]

    def admissible(bound: float) -> bool:
        false = [case for case in wrong if case.similarity >= bound]
        contradicted = any(case.pair.entailment == "CONTRADICTION" for case in false)
        return not contradicted and len(false) <= MARGIN * ALLOWED * different

    return min(bound for bound in GRID if bound >= floor and admissible(bound))


def highest_keeping(similarities: Sequence[float], share: float) -> float:
    """Return the highest bound of the grid with at least this share at or above it."""
    needed = share * len(similarities)
    return max((b for b in GRID if sum(s >= b for s in similarities) >= needed), default=GRID[-1])


def _similarities(cases: Sequence[Case]) -> list[float]:
    return [case.similarity for case in cases if case.pair.label is Label.SAME]


def prepare(pairs: Sequence[Pair], embedder: ResolvedEmbedder, uri: str) -> list[Case]:
    """Embed every sentence once and let Postgres make its terms."""
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.a, pair.b)))
    vectors = dict(zip(texts, embedder.embeddings.embed_documents(texts), strict=True))
    with psycopg.connect(uri) as connection:
        terms: dict[str, list[str]] = dict(connection.execute(_TERMS, (texts,)).fetchall())
    return [
        Case(
            pair,
            Wording(pair.a, frozenset(terms[pair.a])),
            Wording(pair.b, frozenset(terms[pair.b])),
            cosine(vectors[pair.a], vectors[pair.b]),
        )
        for pair in pairs
    ]


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the cosine of two vectors of any length."""
    product = sum(x * y for x, y in zip(a, b, strict=True))
    return product / max(1e-12, math.hypot(*a) * math.hypot(*b))


@contextmanager
def database(uri: str | None) -> Iterator[str]:
    """Yield the given connection string, or that of a temporary embedded Postgres."""
    if uri is not None:
        yield uri
        return
    from langmem_ext.stores.embedded import embedded_postgres

    with embedded_postgres() as temporary:
        yield temporary


def calibrate(
    pairs: Annotated[Path, typer.Option(help="Folder with SICK_*.txt and sts_*.tsv.")],
    embedder: Annotated[str, typer.Option(help="Name of an embedder.")] = "local",
    uri: Annotated[str | None, typer.Option("--database", help="Instead of the embedded.")] = None,
    json_output: AsJson = False,
) -> None:
    """Choose merge bands for an embedder; exit 1 when they merge too much on the held-out half."""
    resolved = resolve_embeddings(embedder)
    if resolved is None:
        raise typer.BadParameter("an embedder is needed")
    with database(uri) as address:
        cases = prepare(read_pairs(pairs), resolved, address)
    seen = [case for case in cases if not case.pair.held_out]
    unseen = [case for case in cases if case.pair.held_out]
    bands = choose(seen, resolved.name)
    halves = {"chosen on": report(seen, bands), "held out": report(unseen, bands)}
    show = _print_json if json_output else _print_text
    show(bands, halves)
    merged = halves["held out"]["merged"]
    if merged.contradictions or merged.false_rate > ALLOWED:
        raise typer.Exit(1)


def _print_json(bands: MergeBands, halves: dict[str, dict[str, Tally]]) -> None:
    tallies = {half: {k: t.as_dict() for k, t in rows.items()} for half, rows in halves.items()}
    typer.echo(json.dumps({"bands": asdict(bands), "halves": tallies}, indent=2))


def _print_text(bands: MergeBands, halves: dict[str, dict[str, Tally]]) -> None:
    typer.echo(
        f"{bands.embedder}: auto {bands.auto}  update {bands.update}  check {bands.check}  "
        f"fallback {bands.fallback}"
    )
    for half, rows in halves.items():
        typer.echo(f"\n{half:24} precision  recall      same   different  contradictions")
        for name, t in rows.items():
            typer.echo(
                f"{name:24} {t.precision:9.4f} {t.recall:7.4f} {t.same:5}/{t.of_same:<5}"
                f"{t.different:5}/{t.of_different:<5} {t.contradictions:4}/{t.of_contradictions}"
            )


if __name__ == "__main__":
    typer.run(calibrate)
