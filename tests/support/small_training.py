"""A training of seconds, for a process of its own: threads of JAX do not survive a fork, and other tests fork."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

ROWS: dict[str, list[dict[str, Any]]] = {
    "messages-t": [
        {"text": "I'm a nurse in Leeds.",
         "keep": [{"kind": "fact", "span": "I'm a nurse in Leeds", "attribute": "occupation"}]},
        {"text": "My son is four.",
         "keep": [{"kind": "fact", "span": "My son is four", "attribute": "relationship"}]},
        {"text": "Always answer in French.",
         "keep": [{"kind": "instruction", "span": "Always answer in French", "attribute": "preference"}]},
        {"text": "How high is the tower?"},
        {"text": "Write a poem about rain."},
    ],
    "directives-t": [
        {"text": "Remember that I like tea.", "labels": ["I like tea"]},
        {"text": "Remember the war.", "labels": []},
    ],
    "scanning-t": [
        {"text": "I live in Porto.", "labels": [{"kind": "location", "words": ["porto"]}]},
        {"text": "Where is Porto?", "labels": []},
    ],
    "commands-t": [
        {"text": "Forget my old address.", "name": "forget", "argument": "my old address"},
        {"text": "Undo the last commit.", "name": None, "argument": None},
    ],
    "secrets-t": [
        {"text": "My pin is 4071.", "labels": [{"kind": "pin", "secret": "4071"}]},
        {"text": "Order 4471 came.", "labels": []},
    ],
    "changes-t": [
        {"text": "I quit the shop.", "change": "ends", "span": "I quit the shop", "old": "the shop", "new": None},
        {"text": "I like the shop.", "change": None, "span": None, "old": None, "new": None},
    ],
    "special-t": [{"text": f"I have asthma since {year}.", "label": "health"} for year in range(2001, 2013)],
    "off-t": [{"text": f"Keep none of this: {thing}.", "off": "message", "span": f"Keep none of this: {thing}"}
              for thing in ("I met Ana", "I met Ben", "we met", "I sing", "I left", "I cried", "they won", "we lost")],
}  # fmt: skip
FRAME = {"way": "mail", "text": "Summarise this:\n\nHi,\n<SAID>\nRob"}
LONG = "\n".join(f"Line {n} tells of the harbour and of its many boats." for n in range(30))


@dataclass(frozen=True, slots=True)
class Trained:
    """Hold what two trainings with one seed made, and how far the files are from what was trained."""

    weights: tuple[str, str]
    told: tuple[str, ...]
    farthest: float
    files: tuple[str, ...]
    tasks: dict[str, Any]
    report: str


def written(folder: Path) -> Path:
    """Write the labelled lines into a folder."""
    (folder / "training").mkdir(parents=True)
    for name, rows in ROWS.items():
        (folder / "training" / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "handed_over.jsonl").write_text(json.dumps(FRAME))
    return folder


def trained(lines: Path, made: Path) -> Trained:
    """Train one layer and the heads twice with one seed, three steps each; what is written goes into `made`."""
    # one shape of batches and little optimising: to compile a step takes longer than all of them
    os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0"
    import jax

    from langmem_ext.reading import reader
    from training import __main__ as program
    from training import batches, handed, states
    from training.exporting import upper

    jax.config.update("jax_compilation_cache_dir", str(made / "compiled"))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    for each in (batches, states):
        vars(each).update(TOKENS=512, LENGTHS=(32, 128))
    vars(batches).update(SENTENCES=(12,))
    for each in (program, states):
        vars(each).update(LOWER=5)
    handed.TIMES = 1
    reader.WEIGHTS = program.WEIGHTS = made / "weights"
    program.REPORT = made / "reader.md"
    told: list[str] = []
    program.typer.echo = told.append  # type: ignore[attr-defined]

    program.train(None, lines, epochs=1, seed=1, report_only=False, cache=None)
    examples, _ = program.parted(lines, None, 1)
    tuned = program.fit(examples, 1, 1)
    files = (made / "weights" / "reader.onnx").read_bytes(), upper(tuned)
    return Trained(
        (sha256(files[0]).hexdigest(), sha256(files[1]).hexdigest()),
        tuple(told),
        max(map(_farthest(tuned), ["I'm a nurse in Leeds. Is it far?", LONG])),
        tuple(sorted(each.name for each in (made / "weights").iterdir())),
        json.loads((made / "weights" / "tasks.json").read_text()),
        (made / "reader.md").read_text(),
    )


def _farthest(tuned: Any) -> Callable[[str], float]:
    """Return what tells how far the shares of the written files are from those of the trained net."""
    import jax

    from langmem_ext.reading.reader import read
    from training.batches import batch_of, laid
    from training.net import encoded, judged
    from training.rows import TASKS, Example
    from training.states import lower_states

    @jax.jit
    def shares(batch: Any) -> Any:
        said = encoded(tuned["layers"], batch["said"].astype("float32"), batch["real"])
        scores, _ = judged(tuned["heads"], said, batch)
        return {task: jax.nn.softmax(each, -1) for task, each in scores.items()}

    def farthest(text: str) -> float:
        example = laid(Example.of(text, "test"))
        assert example is not None
        wanted = jax.device_get(shares(batch_of([example], lower_states([example]))))
        found = {(each.start, each.end): each for each in read(text).sentences}  # type: ignore[union-attr]
        return max(
            float(abs(wanted[task][row, at, number] - found[span].shares[task][name]))
            for row, window in enumerate(example.windows)
            for at, span in enumerate(window.spans)
            for task, classes in TASKS.items()
            for number, name in enumerate(classes)
        )

    return farthest
