"""How does the demo look?"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from langmem_ext.cli.output import day, plain, print_table
from langmem_ext.demo.script import ANA, Session

if TYPE_CHECKING:
    from rich.console import Console

    from langmem_ext.demo.holding import Ending, TurnShown
    from langmem_ext.memory import WriteOutcome

_PREVIOUS = {
    "superseded": "it takes the place of",
    "updated": "before",
    "merged": "before",
    "proposed": "as it is now",
}
_MARGIN = 16
_REMEMBERED = frozenset({"created", "updated", "merged", "superseded"})


class Screen:
    """Print turns as they happen."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def opening(self, model: str | None, survived: tuple[int, int]) -> None:
        """Say what is there already, and who answers."""
        memories, turns = survived
        if turns:
            self._print(
                f"State survived: {memories} memories and {turns} turns of {ANA} from before.",
                "bold green",
            )
        answers = (
            f"{model} answers."
            if model
            else "No model is configured (LANGMEM_MODEL): the agents answer from memory alone."
        )
        self._print(answers, "dim")

    def session(self, session: Session, number: int) -> None:
        """Begin a session."""
        when = f"{session.days_ago} days ago" if session.days_ago else "today"
        self.console.print()
        self.console.rule(f"Session {number}: {session.title}", style="cyan", align="left")
        self._print(f"user {session.user_id}, thread {session.thread_id}, {when}", "dim")

    def turn(self, turn: TurnShown) -> None:
        """Show one turn: said, remembered, refused, told, seen, answered."""
        self.console.print()
        self._row("user", turn.said, "bold")
        if turn.before:
            self._row(turn.agent, turn.answer, "dim")
            return
        if turn.point:
            self._row("", f"({turn.point})", "dim italic")
        for outcome in turn.outcomes:
            self._outcome(outcome)
        if turn.header:
            self._row("delta", turn.header, "magenta")
        self._context(turn)
        self._row(turn.agent, turn.answer, "blue")

    def ending(self, ending: Ending) -> None:
        """Show what maintenance did and what is remembered."""
        self.console.print()
        self.console.rule("Daily maintenance", style="cyan", align="left")
        self._print(", ".join(f"{name}: {count}" for name, count in ending.maintenance.items()))
        self.console.print()
        self.console.rule(
            f"What is remembered of {ANA}, after {ending.turns} turns", style="cyan", align="left"
        )
        kept = (
            (each.category, each.content, each.importance, each.sensitivity, _rule(each))
            for each in ending.memories
        )
        print_table(("category", "content", "imp", "sensitivity", "rule"), kept)
        for proposal in ending.proposals:
            self._print(f"waits for a yes: {proposal.content}", "yellow")
        if ending.history:
            self.console.print()
            self._print("History of where Ana works:", "bold")
            rows = (
                (day(each.at), each.event, each.old or "", each.new or "")
                for each in ending.history
            )
            print_table(("at (UTC)", "event", "before", "after"), rows)
        self._print(
            f"Look on: langmem-ext list --user {ANA}    langmem-ext search 'work' --user {ANA}",
            "dim",
        )

    def _outcome(self, outcome: WriteOutcome) -> None:
        memory, status = outcome.memory, outcome.status
        if memory is None:
            self._row("refused", f"{outcome.reason}: {outcome.detail or ''}", "red")
            return
        new = status in _REMEMBERED
        text = f"{memory.bullet()}  ({status}, {_rule(memory)})"
        self._row("remembered" if new else status, text, "green" if new else "yellow")
        if outcome.previous is not None and status in _PREVIOUS:
            self._row("", f"{_PREVIOUS[status]}: {outcome.previous.content}", "dim")

    def _context(self, turn: TurnShown) -> None:
        lines = turn.context.removeprefix(turn.header).strip()
        self._row("context", lines or "(nothing yet)", "dim")
        for agent, bullets in turn.seen:
            shown = [f"- {bullet}" for bullet in bullets]
            same = "\n".join(shown) == lines
            self._row(
                f"{agent} saw",
                "all of that" if same and shown else "\n".join(shown) or "nothing",
                "dim",
            )

    def _row(self, label: str, text: str, style: str) -> None:
        """Print a text beside its label, its long lines folded."""
        from rich.text import Text

        width = max(40, self.console.width - _MARGIN - 1)
        lines = [
            part
            for line in plain(text).splitlines()
            for part in wrap(line, width, subsequent_indent="  ")
        ]
        for place, line in enumerate(lines or [""]):
            named = f"{label if place == 0 else '':>{_MARGIN - 1}} "
            self.console.print(Text.assemble((named, "dim"), (line, style)), soft_wrap=True)

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(plain(text), style=style or None)


def _rule(memory: Any) -> str:
    """Return by which rule a memory came to be: `directive remember`, `scan employer`."""
    rule = memory.extra.get("rule")
    return f"{memory.source} {rule}" if rule else str(memory.source)


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
