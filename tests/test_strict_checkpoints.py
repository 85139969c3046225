"""Where LangGraph reads back from checkpoints only the types that a graph declares, the keys of memory are read too."""

from __future__ import annotations

import os
import subprocess
import sys

TURNS = """
import sys
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langmem_ext import MemoryStore
from langmem_ext.nodes import commands, hot_path
from langmem_ext.state import MemoryContext, MemoryState

builder = StateGraph(MemoryState, context_schema=MemoryContext)
builder.add_node("hot_path", hot_path())
builder.add_node("commands", commands())
builder.add_edge(START, "hot_path")
builder.add_edge("hot_path", "commands")
with MemoryStore.from_conn_string(sys.argv[1], index=False) as store:
    graph = builder.compile(store=store, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t1"}}
    for said in ("Please remember that I play the cello", "Show my memories", "Forget number 1"):
        graph.invoke({"messages": [HumanMessage(said)]}, config, context={"user_id": "ana"})
    print(graph.get_state(config).values["memory_command"].name)
"""


def test_what_a_turn_leaves_is_read_back(database_uri: str) -> None:
    strict = os.environ | {"LANGGRAPH_STRICT_MSGPACK": "true"}

    run = subprocess.run(
        [sys.executable, "-c", TURNS, database_uri], env=strict, capture_output=True, text=True
    )

    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["forget"]
    assert "deserializ" not in run.stderr.lower()
