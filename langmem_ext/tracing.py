"""What of a run may be sent to LangSmith?

A trace holds the state of the graph: what the user said, as it was said. With this client secrets leave masked.
"""

from __future__ import annotations

from typing import Any

from langsmith import Client

from langmem_ext.stores.masking import Masking


def mask_run(data: dict[str, Any]) -> dict[str, Any]:
    """Return the inputs or outputs of a run with every secret in them masked, under whatever key it stands."""
    masked: dict[str, Any] = Masking().masked(data, deep=True)
    return masked


def masking_client(**options: Any) -> Client:
    """Make a LangSmith client that masks secrets in inputs and outputs; `options` are those of `langsmith.Client`.

    Pass it to `langsmith.tracing_context(client=...)`, or to LangChain's `LangChainTracer(client=...)`.
    """
    return Client(anonymizer=mask_run, **options)
