"""What do the notes about each user let one understand of the person?

    START -> begin -> choose -> infer_insights -> infer_insights ... -> finish -> END

A trusted internal job, to be run from a cron: it serves the users about whom something new was learned, each at most
once in 24 hours. With a context that names a user, that one alone.
"""

from __future__ import annotations

from langmem_ext.nodes.asking import Model
from langmem_ext.nodes.by_space import Graph, by_space
from langmem_ext.nodes.infer_insights import LATELY, NODE, insights_of
from langmem_ext.settings import Settings

STEPS_AT_MOST = 100_000
"""How many steps one run takes: one for each user."""


def build(settings: Settings | None = None, model: Model = None) -> Graph:
    """Return the graph, to be compiled with a memory store; `invoke({})` returns the report."""
    return by_space(
        NODE,
        insights_of,
        since=LATELY,
        least=1,
        settings=settings,
        model=model,
        kept_as="insights",
    )


graph = build().compile(name="insights").with_config(recursion_limit=STEPS_AT_MOST)
"""Without store and checkpointer: a LangGraph server brings its own."""
