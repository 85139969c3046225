"""What do the nodes that use a model make of a conversation, what do they refuse, and what does it cost?

    python -m evals.model_nodes --data locomo.json
    python -m evals.model_nodes --data locomo.json --model openai:gpt-5

Each conversation of a LoCoMo file becomes a user's in a temporary Postgres, session after session, on the days on
which it was held: facts of long messages, a review with its episodes and conflicts, insights, the weekly reflection
and nightly consolidation. Then a workflow is captured, questions are asked of a context that may not be enough, and
the space is compacted. Without `--model` the answers are what LoCoMo's authors wrote down themselves (annotators.py),
with flaws put in: what the rules refuse of the rest is a loss, what they let through of the flaws a mistake.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.graph import END, START, StateGraph

from evals.annotators import WORKFLOW, Script
from evals.command_line import tell
from evals.locomo import Question, Sample, read_samples
from evals.model_report import Report
from evals.options import AsJson, Conversations, EmbedderName
from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal, Settings
from langmem_ext.errors import ConfigurationError
from langmem_ext.graphs import daily, insights, session_review, weekly
from langmem_ext.models import resolve_model
from langmem_ext.nodes import capture_procedure, extract_facts, load_context, recall
from langmem_ext.policies.alike import jaccard
from langmem_ext.policies.doubt import confidence
from langmem_ext.settings import DecisionSettings, EnergySettings
from langmem_ext.stores.embedded import embedded_postgres
from langmem_ext.stores.operations.turns import NewTurn
from langmem_ext.stores.requests import Statement, read

TOLD = 0.6
"""A line of a context holds a fact when they have this share of their words in common (Jaccard)."""

SMALL = Path(__file__).with_name("small_conversation.json")
"""A conversation in LoCoMo's format, for where there is no other."""

GIVEN_UP = 5
"""How many memories the space has too many of in the end."""


class Clock:
    """Tell the time of the conversation, not of the machine."""

    def __init__(self) -> None:
        self.now = datetime(2000, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Run:
    """Hold what a conversation goes through."""

    store: MemoryStore
    clock: Clock
    sample: Sample
    script: Script
    model: BaseChatModel
    report: Report

    @property
    def user(self) -> str:
        """Return whose memory it is."""
        return self.sample.id

    def everything(self, questions: int) -> None:
        """Run every node over the conversation."""
        for session in self.sample.sessions:
            self._hold(session)
            self._review(session)
            self._conclude()
            tell(f"{session}: reviewed")
        self._capture()
        self._ask(self.sample.questions[:questions])
        self._compact()

    def _hold(self, session: str) -> None:
        """Let a session take place, with what was added to it."""
        turns = [
            NewTurn("user", m.text, session, m.at, m.id, m.speaker)
            for m in self.sample.sessions[session]
        ]
        turns += self.script.added.get(session, [])
        self.clock.now = max((turn.at for turn in turns if turn.at), default=self.clock.now)
        self.store.bind(Principal(user_id=self.user, thread_id=session)).add_turns(turns)
        self.report.sessions += 1
        self.report.turns += len(turns)
        messages = [HumanMessage(turn.content, id=turn.id, name=turn.speaker) for turn in turns]
        for number, (turn, said) in enumerate(zip(turns, messages, strict=True), 1):
            node = extract_facts(model=self.model)
            self._count(self._node(node, session, *messages[:number]))
            self.report.recalls["turn: asked"] += "?" in turn.content
            self._look(session, said, "turn", ())

    def _review(self, session: str) -> None:
        self.clock.now += timedelta(hours=1)
        graph: Any = session_review.build(model=self.model).compile(store=self.store)
        report = graph.invoke({"session_id": session}, context={"user_id": self.user})["report"]
        self.report.conflicts += report.pop("conflicts", 0)
        left_out = {"sessions", "refused", "episodes"}
        self.report.outcomes.update({k: n for k, n in report.items() if k not in left_out})

    def _conclude(self) -> None:
        """Do what is done in the night after a session."""
        self.clock.now += timedelta(hours=8)
        for graph in (insights, weekly):
            made: Any = graph.build(model=self.model).compile(store=self.store)
            made.invoke({}, context={"user_id": self.user})
        steps = [
            step for step in daily.ORDER if step != "forget_calls"
        ]  # they are counted in the end
        nightly: Any = daily.build(model=self.model, only=steps).compile(store=self.store)
        report = nightly.invoke({})["report"]
        self.report.outcomes["consolidated"] += report["consolidate"]

    def _capture(self) -> None:
        said: list[AnyMessage] = [
            HumanMessage("How do I take a long exposure?", id="w1"),
            AIMessage(WORKFLOW, id="w2"),
        ]
        asked = HumanMessage("Thanks. Please remember these steps.", id="w3")
        self._node(capture_procedure(model=self.model), "workflow", *said, asked)

    def _ask(self, questions: Sequence[Question]) -> None:
        """Ask questions of the agent."""
        for number, question in enumerate(questions):
            session = f"question-{number}"
            self.store.bind(Principal(user_id=self.user, thread_id=session)).add_turn(
                "user", question.text
            )
            said = HumanMessage(question.text, id=session)
            self._look(session, said, "question", self._answers(question))
        self.report.recalls["question: asked"] += len(questions)

    def _answers(self, question: Question) -> list[str]:
        """Return the facts that people drew from the turns that answer a question."""
        answering = set(question.evidence)
        return [fact.text for fact in self.sample.facts if answering & set(fact.turns)]

    def _look(self, session: str, said: HumanMessage, kind: str, answers: Sequence[str]) -> None:
        """Let an agent that does not say how sure it is look again, where the words leave a doubt."""
        context = str(self._node(load_context(), session, said)["memory_context"])
        sure = confidence(said.text, context)
        unsure = sure < self.store.scope.settings.context.recall_below_confidence
        began = time.perf_counter()
        found = self._node(recall(estimate=True), session, said, context=context)
        if unsure:
            self.report.recall_ms.append(1000 * (time.perf_counter() - began))
        lacking = bool(answers) and not _holds(context, answers)
        mended = lacking and unsure and _holds(str(found["memory_context"]), answers)
        self.report.recalls[f"{kind}: unsure"] += unsure
        if answers:
            self.report.recalls[f"{kind}: not told"] += lacking
            self.report.recalls[f"{kind}: not told, and unsure"] += lacking and unsure
            self.report.recalls[f"{kind}: not told, then found"] += mended

    def _compact(self) -> None:
        view = self.store.bind(Principal(user_id=self.user))
        cap = view.stats().by_state["active"] - GIVEN_UP
        tight = self.store.scope.settings.model_copy(
            update={"decision": DecisionSettings(max_entries=cap)}
        )
        graph: Any = daily.build(tight, self.model, only=["compact"]).compile(store=self.store)
        self.report.outcomes["given up"] = graph.invoke({})["report"]["compact"]

    def _node(
        self,
        node: Any,
        session: str,
        *messages: AnyMessage,
        context: str = "",
    ) -> dict[str, Any]:
        builder: Any = StateGraph(MemoryState, context_schema=MemoryContext)
        builder.add_node(node)
        builder.add_edge(START, node.get_name())
        builder.add_edge(node.get_name(), END)
        state = {
            "messages": list(messages),
            "memory_confidence": None,
            "memory_context": context,
            "memory_turn": messages[-1].id,
        }
        who = {"user_id": self.user, "thread_id": session}
        result: dict[str, Any] = builder.compile(store=self.store).invoke(state, context=who)
        return result

    def _count(self, result: dict[str, Any]) -> None:
        self.report.outcomes.update(
            f"at once: {each.status}" for each in result.get("memory_outcomes", ())
        )


def _holds(context: str, facts: Sequence[str]) -> bool:
    """Tell whether one of some facts stands in a context."""
    lines = [line.removeprefix("- ") for line in context.splitlines()]
    return any(jaccard(line, fact) >= TOLD for line in lines for fact in facts)


def run(
    uri: str,
    sample: Sample,
    model: BaseChatModel | str | None,
    *,
    embedder: str = "local",
    questions: int = 100,
) -> Report:
    """Run every node over a conversation on a database of its own, and read what became of it."""
    report, clock, began = Report(), Clock(), time.perf_counter()
    script = Script.of(sample)
    report.flaws.update(script.injected)
    chosen = resolve_model(model) or script.model()
    with _opened(uri, embedder, clock) as store:
        Run(store, clock, sample, script, chosen, report).everything(questions)
        _count_flaws(store, script, report)
        _read(store, report)
    report.seconds = time.perf_counter() - began
    return report


@contextmanager
def _opened(uri: str, embedder: str, clock: Clock) -> Iterator[MemoryStore]:
    settings = Settings(
        embedder=embedder,
        energy=EnergySettings(daily_units=None),
        decision=DecisionSettings(max_writes_per_day=10_000),
    )
    with MemoryStore.from_conn_string(uri, settings=settings, clock=clock) as store:
        store.setup()
        yield store


def _count_flaws(store: MemoryStore, script: Script, report: Report) -> None:
    """Count what was put in and still stands: contradictions side by side, statements that are kept twice."""
    space = f"default/user:{script.sample.id}"
    (rows,) = store.run(read(Statement(_CONTENTS, {"space": space})))
    active = {row["content"].casefold().strip(" .") for row in rows if row["state"] == "active"}
    known = {row["content"].casefold().strip(" .") for row in rows}
    report.flaws["contradictions that were kept"] += sum(pair <= known for pair in script.opposites)
    report.flaws["contradictions that stand"] += sum(pair <= active for pair in script.opposites)
    report.flaws["told again, kept twice"] += sum(pair <= active for pair in script.same)


def _read(store: MemoryStore, report: Report) -> None:
    """Read the ledger of calls, why texts were refused, and what is there in the end."""
    calls, refused, kept = store.run(read(Statement(_CALLS), Statement(_REFUSED), Statement(_KEPT)))
    badly = {row["node"]: row["count"] for row in refused if row["reason"] == "format"}
    for row in calls:
        name = row.pop("name")
        left = badly.get(name.split("/")[0], 0) if row["texts"] else 0
        report.nodes[name] = Counter({**row, "refused": left})
    for row in refused:
        report.refused[row["reason"]] += row["count"]
    report.kept.update({f"{row['kind']} {row['state']}": row["count"] for row in kept})


_CALLS = """SELECT node || '/' || split_part(prompt, '@', 1) AS name, count(*) AS calls,
                   count(*) FILTER (WHERE error IS NOT NULL) AS failed, sum(items) AS texts, sum(passed) AS passed,
                   sum(units) AS units, sum(input_tokens + output_tokens) AS tokens
            FROM langmem.model_calls GROUP BY 1 ORDER BY 1"""
_REFUSED = """SELECT node, reason, count(*) AS count FROM langmem.events WHERE op = 'classify' AND status = 'skipped'
              AND reason IS NOT NULL GROUP BY node, reason"""
_KEPT = "SELECT kind, state, count(*) AS count FROM langmem.memories GROUP BY kind, state"
_CONTENTS = (
    "SELECT content, state FROM langmem.memories WHERE space = %(space)s ORDER BY created_at"
)


def model_nodes(
    data: Annotated[
        Path, typer.Option(help="A LoCoMo file.", exists=True, dir_okay=False, show_default=False)
    ] = SMALL,
    conversations: Conversations = "0",
    model: Annotated[str | None, typer.Option(help="provider:name; none: people's notes.")] = None,
    embedder: EmbedderName = "local",
    questions: Annotated[int, typer.Option(help="Questions asked of each conversation.")] = 100,
    json_output: AsJson = False,
) -> None:
    """Run every node that uses a model over conversations, and measure."""
    samples, report = read_samples(data, conversations), Report()
    try:
        resolve_model(model)
    except ConfigurationError as error:
        tell(str(error))
        raise typer.Exit(2) from None
    tell(f"{data.name}; answers: {model or 'the notes that people made of it'}")
    for sample in samples:
        with embedded_postgres() as uri:
            report.add(run(uri, sample, model, embedder=embedder, questions=questions))
    typer.echo(report.as_json() if json_output else report.as_text())


if __name__ == "__main__":
    typer.run(model_nodes)
