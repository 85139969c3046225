"""How do the costs grow with the number of memories?

    python -m evals.plot_bench results.jsonl --out docs/assets/bench.svg

Draws what `python -m evals.bench_store --json` printed, a line for each size: times of a query and of a write, the
load rate, and how much of the exact answer comes back, for each store against the number of memories. Of two runs
with the same size the later one counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

INSTALL = "pip install 'matplotlib>=3.10'"

Report = Mapping[str, Any]
Figure = Callable[[Mapping[str, Any]], "float | None"]
"""Read one figure off what was measured of a system."""

LABELS = {
    "ours": "langmem-ext",
    "hnsw": "PostgresStore, HNSW",
    "flat": "PostgresStore, no vector index",
}
COLOURS = {
    "ours": "#0072b2",
    "hnsw": "#d55e00",
    "flat": "#7f7f7f",
}  # told apart without colour vision
MARKERS = {"ours": "o", "hnsw": "s", "flat": "^"}


@dataclass(frozen=True, slots=True)
class Panel:
    """Say what one panel shows: solid, and dashed where there is a second figure."""

    title: str
    solid: Figure
    dashed: Figure | None = None
    logarithmic: bool = True


PANELS = (
    Panel(
        "Query, ms (solid: p50, dashed: p95)",
        lambda system: system["search"]["query"]["p50_ms"],
        lambda system: system["search"]["query"]["p95_ms"],
    ),
    Panel("Single write, ms (p50)", lambda system: system["write"]["p50_ms"]),
    Panel("Bulk load, memories a second", lambda system: system["load"]["rate"]),
    Panel(
        "Share of the exact 10 nearest that come back",
        lambda system: system["search"]["query"]["recall"],
        logarithmic=False,
    ),
)


def read_reports(path: Path) -> list[Report]:
    """Return the reports of a file by rising size, the last of each size; raises BadParameter for another file."""
    by_size: dict[int, Report] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            report = _read(line, f"{path.name}, line {number}")
            by_size[report["memories"]] = report
    if not by_size:
        raise typer.BadParameter(f"{path.name} is empty; fill it with bench_store --json")
    return [by_size[size] for size in sorted(by_size)]


def _read(line: str, where: str) -> Report:
    try:
        report: Report = json.loads(line)
        if report["suite"] == "store" and report["memories"] and report["systems"]:
            return report
    except (ValueError, KeyError, TypeError):
        pass
    raise typer.BadParameter(f"{where} is no line that `evals.bench_store --json` printed")


def series(reports: Sequence[Report], system: str, figure: Figure) -> list[tuple[int, float]]:
    """Return a figure of a system against the number of memories, where it was measured."""
    points = []
    for report in reports:
        if system in report["systems"]:
            value = figure(report["systems"][system])
            if value is not None:
                points.append((int(report["memories"]), float(value)))
    return points


def draw(reports: Sequence[Report], out: Path) -> None:
    """Draw all panels into a file; its ending says the format."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(2, 2, figsize=(9, 6.2), layout="constrained")
    for panel, ax in zip(PANELS, axes.flat, strict=True):
        _draw_panel(ax, panel, reports)
    handles, labels = axes.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    out.parent.mkdir(parents=True, exist_ok=True)
    # no date and no random ids: the same numbers give the same file
    metadata = {"Date": None} if out.suffix == ".svg" else None
    figure.savefig(out, metadata=metadata)
    pyplot.close(figure)


def _pyplot() -> Any:
    try:
        matplotlib = import_module("matplotlib")
    except ImportError:
        typer.echo(f"Drawing needs matplotlib, which is not installed. Run: {INSTALL}", err=True)
        raise typer.Exit(2) from None
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bench", "font.size": 9})
    return import_module("matplotlib.pyplot")


def _draw_panel(ax: Any, panel: Panel, reports: Sequence[Report]) -> None:
    for system, label in LABELS.items():
        style: dict[str, Any] = {
            "color": COLOURS[system],
            "marker": MARKERS[system],
            "markersize": 4,
        }
        style["zorder"] = (
            3 if system == "ours" else 2
        )  # where lines meet, ours is the one to be seen
        if points := series(reports, system, panel.solid):
            ax.plot(*zip(*points, strict=True), label=label, **style)
        if panel.dashed and (points := series(reports, system, panel.dashed)):
            ax.plot(*zip(*points, strict=True), linestyle="--", linewidth=1, **style)
    _scale(ax, panel, [report["memories"] for report in reports])


def _scale(ax: Any, panel: Panel, sizes: Sequence[int]) -> None:
    ax.set_title(panel.title, loc="left", fontsize=10)
    ax.set_xscale("log")
    ax.set_xlim(min(1_000, *sizes) * 0.8, max(1_000_000, *sizes) * 1.25)
    ax.set_xticks([10**power for power in range(3, 7)], ["1k", "10k", "100k", "1M"])
    if panel.logarithmic:
        ax.set_yscale("log")
        locator = import_module("matplotlib.ticker").LogLocator(subs=(1, 2, 5))
        ax.yaxis.set_major_locator(locator)
        ax.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
    else:
        ax.set_ylim(0, 1.05)
    ax.minorticks_off()
    ax.grid(True, axis="y", linewidth=0.4, alpha=0.5)
    ax.spines[["top", "right"]].set_visible(False)


def plot_bench(
    results: Annotated[
        Path, typer.Argument(help="Lines of bench_store --json.", exists=True, dir_okay=False)
    ],
    out: Annotated[Path, typer.Option(help="The picture; .svg or .png.")] = Path("bench.svg"),
) -> None:
    """Draw cost against size from the results of bench_store."""
    draw(read_reports(results), out)
    typer.echo(f"Drew {out}")


if __name__ == "__main__":
    typer.run(plot_bench)
