"""What does memory do in a graph?

Each function makes a node: `builder.add_node("load_context", load_context())`. A node uses the store of
the run it is in (`builder.compile(store=...)`) and works under `invoke` and `ainvoke`.
"""

from __future__ import annotations

from langmem_ext.nodes.commands import commands
from langmem_ext.nodes.hot_path import hot_path
from langmem_ext.nodes.load_context import load_context
from langmem_ext.nodes.recall import recall
from langmem_ext.nodes.record_turns import record_turns
from langmem_ext.nodes.review_session import review_session

__all__ = ["commands", "hot_path", "load_context", "recall", "record_turns", "review_session"]
