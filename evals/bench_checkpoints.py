"""What does it cost to save and to load a conversation, beside LangGraph's own saver?

    python -m evals.bench_checkpoints [--messages 100] [--threads 8] [--rounds 40] [--json]

Both savers keep the same conversations on one server, a database each, through pools of one size: `ours` as a user's,
with secrets masked, `langgraph` as its PostgresSaver does. As many clients as `--threads` work at once, each on a
conversation of its own, in threads for the sync savers and in tasks for the async ones. The savers take turns, round by
round, so that what else the machine does falls on both.

A save is what LangGraph does at the end of a step: the checkpoint with one message more, and the writes of its task. A
load is what it does at the start of a run: the last checkpoint with its writes.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.base.id import uuid6
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from evals.bench.database import fresh_databases, machine, served
from evals.bench.timing import milliseconds, undisturbed
from evals.command_line import tell
from evals.options import AsJsonLine, DatabaseUri, Durable
from langmem_ext.stores.checkpoints import CONNECTION, AsyncMemoryCheckpointer, MemoryCheckpointer

SAVERS = ("ours", "langgraph")
COLOURS = ("sync", "async")
STEPS = 2
"""Saves, and loads, of each client in a round."""

WORDS = "the ferry leaves at noon and the tram that we took came late because of rain on the hill".split()

Times = dict[str, list[float]]


@dataclass
class Conversation:
    """Hold what one client keeps saving: a checkpoint that grows by a message and drops its first."""

    name: str
    messages: list[Any]
    config: dict[str, Any]
    step: int = 0
    version: str = ""
    versions: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, size: int, *, user: str | None) -> Conversation:
        """Return a conversation of `size` messages, of about 40 words each."""
        named = {"user_id": user} if user else {}
        config = {"configurable": {"thread_id": name, "checkpoint_ns": "", **named}}
        return cls(name, [message(name, number) for number in range(size)], config)

    def next(self) -> tuple[Any, Any, Any]:
        """Return checkpoint, metadata and new versions of the next step."""
        self.step += 1
        self.messages = [*self.messages[1:], message(self.name, len(self.messages) + self.step)]
        self.versions = {"messages": f"{self.step:032}.0", "route": f"{self.step:032}.1"}
        checkpoint = {
            **empty_checkpoint(),
            "id": str(uuid6()),
            "channel_values": {"messages": self.messages, "route": "supervisor"},
            "channel_versions": self.versions,
        }
        return checkpoint, {"source": "loop", "step": self.step, "parents": {}}, self.versions

    def writes(self) -> list[tuple[str, Any]]:
        """Return what the task of a step has written."""
        return [("messages", [self.messages[-1]]), ("route", "supervisor")]


def message(name: str, number: int) -> HumanMessage | AIMessage:
    """Return a message of a conversation; the same one for the same number."""
    words = [WORDS[(number * 7 + at) % len(WORDS)] for at in range(40)]
    kind = AIMessage if number % 2 else HumanMessage
    return kind(" ".join(words), id=f"{name}-{number}")


# One client


def work(saver: Any, talk: Conversation, times: Times) -> None:
    """Save and load a few times; `times` takes the seconds."""
    for _ in range(STEPS):
        checkpoint, metadata, versions = talk.next()
        started = time.perf_counter()
        stored = saver.put(talk.config, checkpoint, metadata, versions)
        saver.put_writes(addressed(talk, stored), talk.writes(), f"task-{talk.step}", "~path")
        times["save"].append(time.perf_counter() - started)
        started = time.perf_counter()
        found = saver.get_tuple(talk.config)
        times["load"].append(time.perf_counter() - started)
        check(found, talk)


async def awork(saver: Any, talk: Conversation, times: Times) -> None:
    """Save and load a few times; `times` takes the seconds."""
    for _ in range(STEPS):
        checkpoint, metadata, versions = talk.next()
        started = time.perf_counter()
        stored = await saver.aput(talk.config, checkpoint, metadata, versions)
        writes = talk.writes()
        await saver.aput_writes(addressed(talk, stored), writes, f"task-{talk.step}", "~path")
        times["save"].append(time.perf_counter() - started)
        started = time.perf_counter()
        found = await saver.aget_tuple(talk.config)
        times["load"].append(time.perf_counter() - started)
        check(found, talk)


def addressed(talk: Conversation, stored: Any) -> Any:
    """Return the config of a run after a checkpoint was saved, as LangGraph's loop makes it."""
    return {"configurable": {**talk.config["configurable"], **stored["configurable"]}}


def check(found: Any, talk: Conversation) -> None:
    """See that what was saved came back."""
    if found.checkpoint["channel_values"]["messages"] != talk.messages or not found.pending_writes:
        raise RuntimeError(f"{talk.name}: what was loaded is not what was saved")


# Rounds


@dataclass(frozen=True)
class Plan:
    """Say how much is measured."""

    messages: int = 100
    threads: int = 8
    rounds: int = 40
    warm_up: int = 3

    def talks(self, saver: str) -> list[Conversation]:
        """Return a conversation for each client."""
        owned = saver == "ours"
        return [
            Conversation.of(
                f"thread-{number}", self.messages, user=f"user-{number}" if owned else None
            )
            for number in range(self.threads)
        ]


def measure_sync(uris: Mapping[str, str], plan: Plan) -> dict[str, Times]:
    """Measure the sync savers in threads."""
    with ExitStack() as stack, ThreadPoolExecutor(plan.threads) as threads:
        savers = {name: stack.enter_context(opened(name, uri, plan)) for name, uri in uris.items()}
        talks = {name: plan.talks(name) for name in savers}
        times = {name: {"save": [], "load": []} for name in savers}  # type: ignore[var-annotated]

        def turn(name: str, into: Times) -> None:
            jobs = [threads.submit(work, savers[name], talk, into) for talk in talks[name]]
            for job in jobs:
                job.result()

        for number in range(plan.warm_up + plan.rounds):
            for name in turns(number):
                turn(name, times[name] if number >= plan.warm_up else {"save": [], "load": []})
    return times


async def measure_async(uris: Mapping[str, str], plan: Plan) -> dict[str, Times]:
    """Measure the async savers in tasks."""
    times: dict[str, Times] = {name: {"save": [], "load": []} for name in uris}
    async with aopened("ours", uris, plan) as ours, aopened("langgraph", uris, plan) as stock:
        savers = {"ours": ours, "langgraph": stock}
        talks = {name: plan.talks(name) for name in savers}
        for number in range(plan.warm_up + plan.rounds):
            for name in turns(number):
                into = times[name] if number >= plan.warm_up else {"save": [], "load": []}
                await asyncio.gather(*(awork(savers[name], talk, into) for talk in talks[name]))
    return times


def turns(number: int) -> tuple[str, ...]:
    """Return in which order the savers work in a round: each is first as often."""
    return SAVERS if number % 2 else SAVERS[::-1]


@contextmanager
def opened(name: str, uri: str, plan: Plan) -> Iterator[Any]:
    """Open a sync saver on a pool with a connection for each client."""
    with ConnectionPool(uri, kwargs=CONNECTION, **pool_size(plan)) as pool:
        kept: Any = pool
        saver = MemoryCheckpointer(kept) if name == "ours" else PostgresSaver(kept)
        saver.setup()
        yield saver


@asynccontextmanager
async def aopened(name: str, uris: Mapping[str, str], plan: Plan) -> AsyncIterator[Any]:
    """Open an async saver on a pool with a connection for each client."""
    async with AsyncConnectionPool(uris[name], kwargs=CONNECTION, **pool_size(plan)) as pool:
        kept: Any = pool
        saver = AsyncMemoryCheckpointer(kept) if name == "ours" else AsyncPostgresSaver(kept)
        await saver.setup()
        yield saver


def pool_size(plan: Plan) -> dict[str, Any]:
    """Return the options of both savers' pools."""
    return {"min_size": plan.threads, "max_size": plan.threads}


# The report


def run(server: str, plan: Plan, colours: tuple[str, ...] = COLOURS) -> dict[str, Any]:
    """Measure on a server, in databases of its own, and return the report; the databases are dropped."""
    report: dict[str, Any] = {
        "suite": "checkpoints",
        "messages": plan.messages,
        "threads": plan.threads,
        "rounds": plan.rounds,
        "load_average_before": round(os.getloadavg()[0], 2),
        "machine": machine(server),
    }
    for colour in colours:
        tell(f"{colour}: {plan.rounds} rounds of {plan.threads} clients ...")
        with fresh_databases(server, SAVERS) as uris, undisturbed():
            times = (
                measure_sync(uris, plan)
                if colour == "sync"
                else asyncio.run(measure_async(uris, plan))
            )
        report[colour] = summary(times)
    return report


def summary(times: Mapping[str, Times]) -> dict[str, Any]:
    """Return p50 and p95 of both savers, and ours divided by the other."""
    measured: dict[str, Any] = {
        name: {what: milliseconds(seconds) for what, seconds in each.items()}
        for name, each in times.items()
    }
    measured["ratios"] = {
        f"{what}_{at}": round(
            measured["ours"][what][f"{at}_ms"] / measured["langgraph"][what][f"{at}_ms"], 3
        )
        for what in ("save", "load")
        for at in ("p50", "p95")
    }
    return measured


def as_text(report: Mapping[str, Any]) -> str:
    """Return the report as aligned text."""
    lines = [
        f"{report['threads']} clients at once, {report['messages']} messages in a conversation, "
        f"{report['rounds']} rounds; load average before {report['load_average_before']}",
        f"{'':14}{'ours':>18}{'langgraph':>18}{'ratio of p95':>14}",
    ]
    for colour in COLOURS:
        for what in ("save", "load"):
            if each := report.get(colour):
                ours, stock = (
                    f"{each[name][what]['p50_ms']:.2f} / {each[name][what]['p95_ms']:.2f}"
                    for name in SAVERS
                )
                ratio = each["ratios"][f"{what}_p95"]
                lines.append(f"{colour + ' ' + what:14}{ours:>18}{stock:>18}{ratio:>14.3f}")
    return "\n".join([*lines, "(p50 / p95 in milliseconds)"])


def bench_checkpoints(
    messages: Annotated[int, typer.Option(min=1, help="In each conversation.")] = 100,
    threads: Annotated[int, typer.Option(min=1, help="Clients that work at once.")] = 8,
    rounds: Annotated[int, typer.Option(min=1, help="Turns of each saver.")] = 40,
    colours: Annotated[str, typer.Option(help="Which of sync,async.")] = ",".join(COLOURS),
    durable: Durable = False,
    database_uri: DatabaseUri = None,
    json_output: AsJsonLine = False,
) -> None:
    """Measure saving and loading a conversation beside LangGraph's PostgresSaver."""
    chosen = tuple(name for name in COLOURS if name in colours.split(","))
    if not chosen:
        raise typer.BadParameter(f"{colours!r} names none of {', '.join(COLOURS)}")
    with served(database_uri, durable=durable) as server:
        report = run(server, Plan(messages, threads, rounds), chosen)
    typer.echo(json.dumps(report) if json_output else as_text(report))


if __name__ == "__main__":
    typer.run(bench_checkpoints)
