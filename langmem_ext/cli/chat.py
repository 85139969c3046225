"""How does one talk to the supervisor from a terminal?"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.output import aside, model_dicts, note, print_json_lines
from langmem_ext.cli.running import Interrupted, app
from langmem_ext.legible import printable

if TYPE_CHECKING:
    from langmem_ext.cli.conversing import Answer, Conversation
    from langmem_ext.memory import WriteOutcome
    from langmem_ext.principal import Principal
    from langmem_ext.stores.postgres import MemoryStore

FAREWELLS = frozenset({"exit", "quit", "/exit", "/quit"})
"""Lines that end a conversation, as the end of the input does."""

_WRITTEN = frozenset({"created", "updated", "merged", "superseded"})


@app.command()
@shared
def chat(
    call: Call,
    thread: Annotated[
        str | None,
        typer.Option(help="The conversation to go on with, or to begin; a new one when left out"),
    ] = None,
    once: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Say this alone, and end")
    ] = None,
) -> None:
    """Talk to a supervisor that remembers, a line at a time; ctrl-D ends the conversation, --thread goes on with it.

    Lines may be piped in. With --json, each answer is a JSON object on a line of its own.
    """
    if once is not None and not once.strip():
        raise typer.BadParameter("there is nothing to say", param_hint="--once")
    with call.store() as store:
        principal = call.principal(store, thread or _new_thread(), writes=True)
        try:
            lines = _lines(prompt=not call.json) if once is None else [once]
            _hold(call, store, principal, lines)
        except KeyboardInterrupt:
            raise Interrupted(f"what was said is kept; {_way_back(principal)}") from None


def _hold(call: Call, store: MemoryStore, principal: Principal, lines: Iterable[str]) -> None:
    """Say each line, and show each answer."""
    from langmem_ext.cli.conversing import conversation

    with conversation(store, principal) as held:
        if held.model is None and not call.json:
            aside("No model is configured (LANGMEM_MODEL names one): memory alone answers.")
        if owed := held.left_open():
            _show(call, held, owed)
        for line in lines:
            _show(call, held, held.say(line))
    if held.said and not call.json:
        aside(f"The conversation is kept; {_way_back(principal)}.")


def _show(call: Call, held: Conversation, answer: Answer) -> None:
    if call.json:
        print_json_lines([_as_dict(held, answer)])
    else:
        print(printable("\n".join([*dict.fromkeys(_in_passing(answer)), answer.text])))
    sys.stdout.flush()


def _in_passing(answer: Answer) -> Iterator[str]:
    """Say what memory has to say of a line where the answer does not: a model may leave it out."""
    from langmem_ext.policies.acknowledgements import notice_of_request

    yield from (each for each in answer.notices if each not in answer.text)
    refused = any(each.reason == "secret" for each in answer.outcomes)
    for kind in () if refused else answer.withheld:
        yield f"The {kind} in your message is not kept: secrets never are."
    for outcome in answer.outcomes:
        if outcome.status == "rejected":
            if notice_of_request(outcome) not in answer.notices:
                yield notice_of_request(outcome)
        elif _is_news(outcome, answer):
            yield f"Noted: {outcome.memory.content if outcome.memory else ''}{_before(outcome)}"


def _is_news(outcome: WriteOutcome, answer: Answer) -> bool:
    """Tell whether something was written of which the answer says nothing."""
    memory = outcome.memory if outcome.status in _WRITTEN else None
    return memory is not None and not any(memory.content in each for each in answer.notices)


def _before(outcome: WriteOutcome) -> str:
    changed = outcome.previous and outcome.memory and outcome.previous.content
    return f" (before: {changed})" if changed and outcome.status != "created" else ""


def _as_dict(held: Conversation, answer: Answer) -> dict[str, Any]:
    return {
        "user_id": held.principal.user_id,
        "thread_id": held.principal.thread_id,
        "model": held.model,
        "agent": answer.agent,
        "answer": answer.text,
        "outcomes": model_dicts(answer.outcomes),
        "notices": list(answer.notices),
        "withheld": list(answer.withheld),
        "header": answer.header,
    }


def _new_thread() -> str:
    from langmem_ext.stores.records import new_id

    return str(new_id())


def _way_back(principal: Principal) -> str:
    user, thread = shlex.quote(principal.user_id or ""), shlex.quote(principal.thread_id or "")
    return f"--user {user} --thread {thread} goes on with it"


# --- what is said --------------------------------------------------------------------------------


def _lines(*, prompt: bool) -> Iterator[str]:
    """Yield what is typed, or piped in, until it ends or somebody takes their leave."""
    if sys.stdin is None:
        return
    typed = prompt and sys.stdin.isatty() and sys.stdout.isatty()
    for line in _typed() if typed else _piped():
        if line.strip() in FAREWELLS:
            return
        if line.strip():
            yield line


def _typed() -> Iterator[str]:
    """Ask for lines, to be edited as the shell's are; none is kept in a file."""
    with suppress(ImportError):
        import readline  # noqa: F401
    aside("Ctrl-D ends the conversation.")
    with suppress(EOFError):
        while True:
            yield input("> ")
    note("")


def _piped() -> Iterator[str]:
    """Read lines as bytes: one that is no text must not take those before it along."""
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            yield line.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            raise typer.BadParameter(
                f"line {number} of the input is not text in UTF-8; what was said before is kept"
            ) from None
