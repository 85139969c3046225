"""How is it shown what would be remembered, and why?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from langmem_ext.cli.output import complain, plain, print_json
from langmem_ext.cli.running import FOUND_WRONG

if TYPE_CHECKING:
    from langmem_ext.cli.call import Call
    from langmem_ext.explaining import Dissected, Heard
    from langmem_ext.stores.operations.explaining import Explained

_WIDTH = 13


def explain_statement(call: Call, text: str, given: Mapping[str, Any]) -> None:
    """Print, gate by gate, what would become of a text; status 1 when it would be refused."""
    from langmem_ext.explaining import dissect
    from langmem_ext.memory import MemoryDraft

    draft = MemoryDraft.read({**given, "content": text, "user_requested": True})
    with call.view(writes=True) as view:
        found: Dissected = view.store.run(dissect(view.scope, text, draft), view.scope)
    if call.json:
        print_json(_as_dict(found))
    else:
        print("\n".join(_lines(found)))
    if found.as_it_is.status == "rejected":
        complain(f"would be refused ({found.as_it_is.reason})")
        raise typer.Exit(FOUND_WRONG)


def _as_dict(found: Dissected) -> dict[str, Any]:
    return {
        "conversation": {
            "heard": [
                {**asdict(each), "explained": _explained(each.explained)} for each in found.heard
            ],
            "refused_requests": found.refused_requests,
            "secrets": found.secrets,
        },
        "as_it_is": _explained(found.as_it_is),
    }


def _explained(of: Explained) -> dict[str, Any]:
    memories = {
        name: memory.model_dump(mode="json") if memory else None
        for name, memory in (("previous", of.previous), ("neighbour", of.neighbour))
    }
    gates = [asdict(gate) for gate in of.gates]
    return {
        "status": of.status, "reason": of.reason, "content": of.content, "gates": gates,
        "similarity": of.similarity, **memories,
    }  # fmt: skip


def _lines(found: Dissected) -> Iterator[str]:
    yield "Nothing is written.\n"
    yield "Said in a conversation:"
    if found.secrets:
        kinds = ", ".join(kind.replace("_", " ") for kind in found.secrets)
        yield f"  {'secrets':{_WIDTH}} {kinds}: masked before anything else reads the message"
    if found.refused_requests:
        yield f"  {'request':{_WIDTH}} refused: what is asked for holds a secret"
    elif not any(each.origin == "request" for each in found.heard):
        yield f"  {'request':{_WIDTH}} none"
    if not any(each.origin == "statement" for each in found.heard):
        yield f"  {'statement':{_WIDTH}} none that the scanner reads"
    for each in found.heard:
        yield from _heard(each)
    yield "\nWritten as it is by `langmem-ext remember`:"
    yield from _gates(found.as_it_is, waits=False)


def _heard(heard: Heard) -> Iterator[str]:
    said = plain(heard.explained.content) if heard.explained.content else "(not repeated)"
    yield f"  {heard.origin:{_WIDTH}} {said} (rule {heard.rule})"
    if heard.reasons:
        words = ", ".join(f'"{plain(mark)}" {weight:+}' for mark, weight in heard.reasons)
        yield f"    {'words':{_WIDTH}} {words}"
    if heard.score is not None:
        rows = ", ".join(
            f"{each.name} {'+' if each.present else 'no +'}{each.weight}" for each in heard.signals
        )
        enough = "below the threshold" if heard.waits else "enough"
        yield f"    {'score':{_WIDTH}} {heard.score} is {enough}: {rows}"
    yield from _gates(heard.explained, waits=heard.waits)


def _gates(of: Explained, *, waits: bool) -> Iterator[str]:
    for gate in of.gates:
        yield f"    {gate.name:{_WIDTH}} {gate.verdict}: {plain(gate.why)}"
    if of.neighbour is not None:
        yield f"    {'nearest':{_WIDTH}} {plain(of.neighbour.bullet())} ({of.neighbour.id})"
    if of.previous is not None and of.status in ("superseded", "updated", "proposed"):
        yield f"    {'until then':{_WIDTH}} {plain(of.previous.bullet())} ({of.previous.id})"
    outcome = of.status + (f" ({of.reason})" if of.reason else "")
    if waits:
        outcome = f"waits for the review of the session; then {outcome}"
    yield f"    {'=> outcome':{_WIDTH}} {outcome}"
