"""What does memory do in a graph?

Each function makes a node: `builder.add_node("load_context", load_context())`. A node uses the store of
the run it is in (`builder.compile(store=...)`) and works under `invoke` and `ainvoke`.
"""

from __future__ import annotations

from langmem_ext.nodes.ask_consent import ask_consent
from langmem_ext.nodes.capture_procedure import capture_procedure
from langmem_ext.nodes.commands import commands
from langmem_ext.nodes.extract_facts import extract_facts
from langmem_ext.nodes.hot_path import hot_path
from langmem_ext.nodes.infer_insights import infer_insights
from langmem_ext.nodes.load_context import load_context
from langmem_ext.nodes.recall import recall
from langmem_ext.nodes.record_turns import record_turns
from langmem_ext.nodes.reflect import reflect
from langmem_ext.nodes.review_session import review_session
from langmem_ext.nodes.summarize_episode import summarize_episode
from langmem_ext.nodes.tool_results import ToolExtractor

__all__ = [
    "ToolExtractor",
    "ask_consent",
    "capture_procedure",
    "commands",
    "extract_facts",
    "hot_path",
    "infer_insights",
    "load_context",
    "recall",
    "record_turns",
    "reflect",
    "review_session",
    "summarize_episode",
]
