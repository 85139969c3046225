"""What is done once a week?

    START -> begin -> choose -> reflect -> reflect ... -> finish -> END

A trusted internal job, to be run from a cron: it reflects on the week of each user about whom at least three things
were learned, at most once in six days. With a context that names a user, of that one alone.
"""

from __future__ import annotations

from langmem_ext.nodes.asking import Model
from langmem_ext.nodes.by_space import Graph, by_space
from langmem_ext.nodes.reflect import LEAST, NODE, WEEK, reflection_of
from langmem_ext.settings import Settings

STEPS_AT_MOST = 100_000
"""How many steps one run takes: one for each user."""


def build(settings: Settings | None = None, model: Model = None) -> Graph:
    """Return the graph, to be compiled with a memory store; `invoke({})` returns the report."""
    return by_space(
        NODE,
        reflection_of,
        since=WEEK,
        least=LEAST,
        settings=settings,
        model=model,
        kept_as="weekly",
    )


graph = build().compile(name="weekly").with_config(recursion_limit=STEPS_AT_MOST)
"""Without store and checkpointer: a LangGraph server brings its own."""
