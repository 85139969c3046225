"""What does a whole conversation leave behind: the same fact twice, a fact lost to another?

LoCoMo conversations go through the import, with scanning on: every gate, slot and merge band as in a live turn. A
memory is a *duplicate* when another active one of the same space and subjects has the same normalised text, or a cosine
of the `update` band or more and the same substance. A slot supersession is *false* when the old and the new
memory say the same, or are about different subjects: the value was not new, or the slot was another's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

from evals.locomo import read_samples
from evals.quality.scores import Rate
from evals.quality.words import telling
from langmem_ext.ingest.importing import Report, import_conversations
from langmem_ext.memory import Memory, State
from langmem_ext.policies.substance import differs_in_substance, same_text
from langmem_ext.principal import Principal
from langmem_ext.settings import Settings
from langmem_ext.stores import MemoryStore

Pair = tuple[Memory, Memory]


@dataclass(slots=True)
class Left:
    """Hold what conversations left behind."""

    conversations: int
    turns: int
    written: dict[str, int]
    refused: dict[str, int]
    active: list[Memory] = field(default_factory=list)
    duplicates: list[Pair] = field(default_factory=list)
    near: list[Pair] = field(default_factory=list)
    superseded: list[Pair] = field(default_factory=list)

    @property
    def duplicate_rate(self) -> Rate:
        """Return the share of the active memories that say what another one says."""
        return Rate(
            len({memory.id for pair in self.duplicates for memory in pair}), len(self.active)
        )

    @property
    def same_value(self) -> list[Pair]:
        """Return the slot supersessions that brought no new value."""
        return [pair for pair in self.superseded if says_the_same(*pair)]

    @property
    def other_subject(self) -> list[Pair]:
        """Return the slot supersessions between statements about different people."""
        return [(old, new) for old, new in self.superseded if subjects(old) != subjects(new)]

    @property
    def false_rate(self) -> Rate:
        """Return the share of the slot supersessions that should not have been."""
        false = {new.id for _, new in (*self.same_value, *self.other_subject)}
        return Rate(len(false), len(self.superseded))

    def as_dict(self) -> dict[str, Any]:
        """Return the counts and rates as JSON; no memory's text is in it."""
        return {
            "conversations": self.conversations,
            "turns": self.turns,
            "memories": self.written,
            "rejected": self.refused,
            "active": len(self.active),
            "duplicates": self.duplicate_rate.as_dict(),
            "near_pairs": len(self.near),
            "supersessions": dict(Counter(str(new.slot) for _, new in self.superseded)),
            "false_supersessions": self.false_rate.as_dict(),
            "same_value": len(self.same_value),
            "other_subject": len(self.other_subject),
        }

    def as_text(self) -> str:
        """Return the counts and rates as lines."""
        memories = ", ".join(f"{count} {name}" for name, count in self.written.items())
        refused = ", ".join(f"{count} {name}" for name, count in self.refused.items())
        slots = Counter(str(new.slot) for _, new in self.superseded).most_common()
        return (
            f"ingested: {self.conversations} conversations, {self.turns} turns; {memories or 'no memories'}; "
            f"refused: {refused or 'none'}; {len(self.active)} active\n"
            f"  {'duplicates':24}{self.duplicate_rate}; {len(self.near)} other near pairs\n"
            f"  {'slot supersessions':24}{', '.join(f'{slot} {count}' for slot, count in slots) or 'none'}\n"
            f"  {'false supersessions':24}{self.false_rate} "
            f"({len(self.same_value)} of the same value, {len(self.other_subject)} of other subjects)"
        )


def ingest(data: Path, uri: str, settings: Settings, chosen: str = "all") -> Left:
    """Import conversations of a LoCoMo file into an empty database, and look at what they left."""
    samples = read_samples(data, chosen)
    with MemoryStore.from_conn_string(uri, settings=settings) as store:
        store.setup()
        report, principal = Report(), Principal(user_id="eval")
        import_conversations(
            store,
            [sample.conversation for sample in samples],
            principal=principal,
            report=report,
            vectors=False,
        )
        left = Left(len(samples), report.turns, dict(report.memories), dict(report.rejected))
        for sample in samples:
            _look(store, sample.id, left)
    return left


def _look(store: MemoryStore, user: str, left: Left) -> None:
    exported = store.bind(Principal(user_id=user)).export()
    kept = [_memory(record) for record in exported if record.get("record") == "memory"]
    active = [memory for memory in kept if memory.state is State.ACTIVE]
    left.active += active
    same, near = alike(active, store)
    left.duplicates += same
    left.near += near
    left.superseded += supersessions(kept)


def _memory(record: dict[str, Any]) -> Memory:
    return Memory.model_validate({key: value for key, value in record.items() if key != "record"})


def alike(memories: Sequence[Memory], store: MemoryStore) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs that hold the same fact, and others with a cosine of the `check` band or more.

    Compared are memories of the same subjects; without an embedder only equal texts are found.
    """
    same, near, bands = list[Pair](), list[Pair](), store.scope.bands
    similarity = _similarities(memories, store)
    for a, b in combinations(range(len(memories)), 2):
        pair = memories[a], memories[b]
        cosine = similarity(a, b) if bands else -1.0
        if subjects(pair[0]) != subjects(pair[1]):
            continue
        if same_text(pair[0].content, pair[1].content) or (
            bands and cosine >= bands.update and says_the_same(*pair)
        ):
            same.append(pair)
        elif bands and cosine >= bands.check:
            near.append(pair)
    return same, near


def _similarities(memories: Sequence[Memory], store: MemoryStore) -> Callable[[int, int], float]:
    embedder = store.engine.embedder
    if embedder is None or not memories:
        return lambda a, b: -1.0
    vectors = embedder.embeddings.embed_documents([memory.content for memory in memories])
    units = [_unit(vector) for vector in vectors]
    return lambda a, b: sum(x * y for x, y in zip(units[a], units[b], strict=True))


def _unit(vector: Iterable[float]) -> list[float]:
    values = list(vector)
    length = sqrt(sum(value * value for value in values)) or 1.0
    return [value / length for value in values]


def supersessions(memories: Sequence[Memory]) -> list[Pair]:
    """Return each memory that lost its slot, with the one that took it."""
    by_id = {memory.id: memory for memory in memories}
    pairs = ((old, by_id.get(new)) for old in memories for new in old.superseded_by if old.slot)
    return [(old, new) for old, new in pairs if new is not None and new.slot == old.slot]


def says_the_same(a: Memory, b: Memory) -> bool:
    """Tell whether two memories hold the same fact: one in words of the other, no difference in substance."""
    if same_text(a.content, b.content):
        return True
    one, other = set(telling([a.content])), set(telling([b.content]))
    contained = one <= other or other <= one
    return contained and differs_in_substance(a.content, b.content) is None


def subjects(memory: Memory) -> tuple[str, ...]:
    """Return whom a memory is about: its subjects, else who said it or whose name it starts with."""
    if memory.subjects:
        return memory.subjects
    first = memory.content.split(maxsplit=1)[0].removesuffix("'s").removesuffix("’s")
    return ("",) if first in ("The", "User") else (first,)
