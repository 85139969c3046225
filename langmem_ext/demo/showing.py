"""How does the demo look?"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from shutil import which
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from langmem_ext.cli.output import day, plain, print_table
from langmem_ext.demo.script import ANA, Session

if TYPE_CHECKING:
    from rich.console import Console

    from langmem_ext.demo.holding import Ending, TurnShown
    from langmem_ext.memory import Memory, WriteOutcome

_PREVIOUS = {
    "superseded": "in place of",
    "updated": "before",
    "merged": "before",
    "proposed": "until then",
}
_REMEMBERED = frozenset({"created", "updated", "merged", "superseded"})
_STEPS = {
    "flush_uses": "strengthened by use",
    "embed_missing": "given a vector",
    "mention_missing": "looked through for names",
    "enrich": "looked through for names with care",
    "review": "conversations reviewed",
    "archive": "faded",
    "expire": "expired",
    "consolidate": "consolidated",
    "compact": "given up for others",
    "purge": "purged",
    "forget_proposals": "waited for consent in vain",
    "forget_pairs": "pairs to be judged anew",
    "forget_calls": "calls of models forgotten",
}
"""What maintenance did to how many, in words."""

_MARGIN = 16
_WIDEST = 120
"""Columns of text: longer lines are hard to read."""

_BEST = 3
"""Memories shown of an answer that only repeats the context."""

_LEGEND = (
    "Each turn shows what the user says, what is remembered and by which rule, what is refused and why, what changed "
    "since this thread last looked (delta), what the supervisor's prompt is given (context), which agent saw what, and "
    "the answer."
)


class Screen:
    """Print turns as they happen."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.known: list[str] = []
        self.said = 0

    def opening(self, model: str | None, survived: tuple[int, int]) -> None:
        """Say what is there already, and who answers."""
        memories, turns = survived
        if turns:
            self._print(
                f"State survived: {memories} memories and {turns} turns of {ANA} from before.",
                "bold green",
            )
            self._print("What has been said is not said again; it is shown from the checkpoints.")
        else:
            self._print(_LEGEND)
        answers = (
            f"{model} answers."
            if model
            else "No model is configured (LANGMEM_MODEL): the agents answer from memory alone."
        )
        self._print(answers, "dim")

    def session(self, session: Session, number: int) -> None:
        """Begin a session."""
        when = f"{session.days_ago} days ago" if session.days_ago else "today"
        self._heading(f"Session {number}: {session.title}")
        self._print(f"user {session.user_id}, thread {session.thread_id}, {when}", "dim")
        self.known = []

    def turn(self, turn: TurnShown) -> None:
        """Show one turn: said, remembered, refused, told, seen, answered; of an earlier run's, the gist."""
        self.console.print()
        self._row("user", turn.said, "dim bold" if turn.before else "bold")
        if turn.point and not turn.before:
            self._row("", f"({turn.point})", "dim italic")
        for outcome in turn.outcomes:
            self._outcome(outcome, dim="dim " if turn.before else "")
        if not turn.before:
            self.said += 1
            if turn.header:
                self._row("delta", turn.header, "magenta")
            self._context(turn)
        self._row(turn.agent, _gist(turn), "dim" if turn.before else "blue")

    def ending(self, ending: Ending) -> None:
        """Show what maintenance did and what is remembered."""
        self._heading("Daily maintenance")
        steps = ending.maintenance.items()
        self._print(
            ", ".join(f"{count} {_STEPS.get(name, name)}" for name, count in steps if count)
        )
        self._heading(f"What is remembered of {ANA}, after {ending.turns} turns")
        self._memories(ending)
        if ending.history:
            self._heading("History of where Ana works")
            rows = (
                (day(each.at), each.event, each.old or "", each.new or "")
                for each in ending.history
            )
            print_table(("at (UTC)", "event", "before", "after"), rows, self.console)
        self.console.print()
        if not self.said:
            self._print("Nothing was said anew, and no memory was written.", "bold green")
        self._print("Look on:", "dim")
        for command in (f"list --user {ANA}", f"search 'where does she work?' --user {ANA}"):
            self._print(f"  {_program()} {command}", "dim")

    def _memories(self, ending: Ending) -> None:
        kept = (
            (
                each.content,
                f"{each.category}{'' if each.sensitivity == 'public' else f', {each.sensitivity}'}",
                each.importance,
                _rule(each),
            )
            for each in ending.memories
        )
        print_table(("content", "category", "imp", "by rule"), kept, self.console)
        for proposal in ending.proposals:
            self._print(f"waits for a yes: {proposal.told}", "yellow")

    def _outcome(self, outcome: WriteOutcome, *, dim: str) -> None:
        memory, status = outcome.memory, outcome.status
        if memory is None:
            self._row("refused", f"{outcome.reason}: {outcome.detail or ''}", f"{dim}red")
            return
        new = status in _REMEMBERED
        how = f"{status}, " if status in ("updated", "merged") else ""
        text = f"{memory.bullet()}  ({how}rule {_rule(memory)})"
        self._row("remembered" if new else status, text, f"{dim}{'green' if new else 'yellow'}")
        if outcome.previous is not None and status in _PREVIOUS:
            self._row("", f"{_PREVIOUS[status]}: {outcome.previous.told}", "dim")

    def _context(self, turn: TurnShown) -> None:
        """Show the context, dim what the last turn's had already; then who saw how much of it."""
        lines = _context_lines(turn)
        if lines and sorted(lines) == sorted(self.known):
            self._row("context", f"the same {len(lines)} memories as before", "dim")
        else:
            shown = [(line, "dim" if line in self.known else "") for line in lines]
            self._rows("context", shown or [("(nothing yet)", "dim")])
        self.known = lines
        for agent, bullets in turn.seen:
            saw = [f"- {bullet}" for bullet in bullets]
            text = "all of that" if saw and saw == lines else "\n".join(saw) or "nothing"
            self._row(f"{agent} saw", text, "dim")

    def _row(self, label: str, text: str, style: str) -> None:
        """Print a text beside its label."""
        self._rows(label, [(line, style) for line in plain(text).splitlines()])

    def _rows(self, label: str, lines: Iterable[tuple[str, str]]) -> None:
        """Print lines beside one label, long ones folded."""
        from rich.text import Text

        width = max(40, min(self.console.width, _WIDEST) - _MARGIN - 1)
        folded = [
            (part, style)
            for line, style in lines
            for part in wrap(plain(line), width, subsequent_indent="  ")
        ]
        for line, style in folded or [("", "")]:
            named = f"{label:>{_MARGIN - 1}} "
            self.console.print(Text.assemble((named, "dim"), (line, style)), soft_wrap=True)
            label = ""

    def _heading(self, text: str) -> None:
        self.console.print()
        self.console.rule(text, style="cyan", align="left")

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(plain(text), style=style or None)


def _context_lines(turn: TurnShown) -> list[str]:
    """Return the memories of a context, without the delta header above them."""
    return turn.context.removeprefix(turn.header).strip().splitlines()


def _gist(turn: TurnShown) -> str:
    """Return an answer; one that only lists what its agent saw is cut after the best."""
    lines = turn.answer.splitlines()
    listed = [line for line in lines if line.startswith("- ")]
    seen = {f"- {bullet}" for _, bullets in turn.seen for bullet in bullets}
    if len(listed) <= _BEST + 1 or not seen.issuperset(listed):
        return turn.answer
    others = [line for line in lines if line not in listed]
    return "\n".join([*others, *listed[:_BEST], f"- … and {len(listed) - _BEST} more"])


def _program() -> str:
    """Return how to call this program again: by its path where the shell would not find it."""
    return "langmem-ext" if which("langmem-ext") else sys.argv[0]


def _rule(memory: Memory) -> str:
    """Return by which rule a memory came to be: `directive.remember`, `scan.employer`."""
    rule = memory.extra.get("rule")
    return f"{memory.source}.{rule}" if rule else str(memory.source)


# JSON


def turn_as_dict(turn: TurnShown) -> dict[str, Any]:
    """Return a turn as JSON."""
    return {
        "id": turn.id,
        "user": turn.said,
        "before": turn.before,
        "outcomes": [_outcome_as_dict(each) for each in turn.outcomes],
        "header": turn.header,
        "context": turn.context,
        "seen": {agent: list(bullets) for agent, bullets in turn.seen},
        "agent": turn.agent,
        "answer": turn.answer,
    }


def _outcome_as_dict(outcome: WriteOutcome) -> dict[str, Any]:
    memory = outcome.memory
    return {
        "status": outcome.status,
        "reason": outcome.reason,
        "detail": outcome.detail,
        "rule": memory.extra.get("rule") if memory else None,
        "source": memory.source if memory else None,
        "category": memory.category if memory else None,
        "content": memory.content if memory else None,
        "previous": outcome.previous.content if outcome.previous else None,
    }


def ending_as_dict(ending: Ending) -> dict[str, Any]:
    """Return the end as JSON."""
    return {
        "maintenance": ending.maintenance,
        "turns": ending.turns,
        "memories": [each.model_dump(mode="json") for each in ending.memories],
        "proposals": [each.model_dump(mode="json") for each in ending.proposals],
        "history": [each.model_dump(mode="json") for each in ending.history],
    }
