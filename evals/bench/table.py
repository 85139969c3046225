"""How does a report of the benchmark read as a table?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def as_text(report: Mapping[str, Any]) -> str:
    """Return the report as aligned text: a line for each figure, a column for each system."""
    about, systems = report["machine"], report["systems"]
    lines = [
        f"{report['memories']:,} memories of {report['users']:,} users, {report['dims']} dimensions, "
        f"{report['queries']} searches of each kind, {report['writes']} single writes, {report['seconds']:.0f} s",
        f"Postgres {about['postgres']}, pgvector {about['pgvector']}, {about['cores']} cores, "
        f"fsync {about['settings'].get('fsync')}, shared_buffers {about['settings'].get('shared_buffers')}",
        "",
        _line("", systems, lambda name, _: name),
        _line("load, rows/s", systems, lambda _, each: _number(each["load"]["rate"])),
        _line("write, ms", systems, lambda _, each: _times(each["write"])),
        _line("bytes a memory", systems, lambda _, each: _number(each["bytes"]["per_memory"])),
        _line("first write, ms", systems, lambda _, each: _times(each["first_write"])),
        _line("first query, ms", systems, lambda _, each: _times(each["first_query"])),
        *_search_lines({name: each["search"] for name, each in systems.items()}),
    ]
    if any("big_space" in each for each in systems.values()):
        spaces = {name: each["big_space"]["search"] for name, each in systems.items()}
        lines += ["", "one big space", *_search_lines(spaces)]
    ours = systems.get("ours", {})
    lines += [""] + [f"{name:28}{_times(part)}" for name, part in _own_times(ours)]
    outcomes = {name: each["load"]["outcomes"] for name, each in systems.items()}
    lines += ["", *(f"{name} loaded: {_counts(each)}" for name, each in outcomes.items())]
    lines.append(
        "(p50 / p95 in milliseconds; rows returned of those there; recall against exact search)"
    )
    return "\n".join(lines)


def _search_lines(systems: Mapping[str, Mapping[str, Any]]) -> list[str]:
    lines = []
    for kind in dict.fromkeys(kind for each in systems.values() for kind in each):
        lines.append(_line(f"{kind}, ms", systems, lambda _, each, k=kind: _times(each.get(k))))
        lines.append(_line("  rows, recall", systems, lambda _, each, k=kind: _worth(each.get(k))))
    return lines


def _own_times(ours: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    own = [(name, ours[name]) for name in ("add_turn", "relate") if name in ours]
    own += [
        (f"query, {name}", each) for name, each in ours.get("walls", {}).items() if name != "cost"
    ]
    hot = ours.get("hot_path", {})
    if hot:
        own.append(("embedding a text", hot["embedding"]))
    for turn in ("remember", "nothing"):
        own += [(f"hot path, {turn}, {where}", part) for where, part in hot.get(turn, {}).items()]
    return own


def _line(label: str, systems: Mapping[str, Any], cell: Any) -> str:
    return f"{label:22}" + "".join(f"{cell(name, each):>20}" for name, each in systems.items())


def _times(part: Mapping[str, Any] | None) -> str:
    return f"{part['p50_ms']:.2f} / {part['p95_ms']:.2f}" if part and part["n"] else "-"


def _worth(part: Mapping[str, Any] | None) -> str:
    return f"{part['rows']:g}/{part['rows_expected']:g}  {part['recall']:.3f}" if part else "-"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"


def _counts(outcomes: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in outcomes.items())
