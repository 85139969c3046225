"""How does a LangSmith evaluation run without anything leaving the machine?"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, NoReturn

import requests
from langsmith import Client


class SomethingWasSent(RuntimeError):
    """Raise when a request was about to leave the machine."""


class _Refusing(requests.Session):
    """Refuse every request: the last line, should LangSmith find a new way to send."""

    def send(self, request: requests.PreparedRequest, **options: Any) -> NoReturn:
        raise SomethingWasSent(f"an offline evaluation tried {request.method} {request.url}")


class OfflineClient(Client):
    """Take the place of a LangSmith client where nothing may be sent, whatever keys and settings are around.

    `upload_results=False` alone is not enough: the tracer of an evaluation still writes runs.
    """

    def __init__(self) -> None:
        super().__init__(
            api_key="offline",
            api_url="http://127.0.0.1:9",  # the discard port
            info={"version": "0"},  # else the first run asks the server for it
            session=_Refusing(),
            auto_batch_tracing=False,
        )

    def create_run(self, *run: Any, **more: Any) -> None:
        """Keep the run to ourselves."""

    def update_run(self, *run: Any, **more: Any) -> None:
        """Keep the end of the run to ourselves."""


@contextmanager
def quietly() -> Iterator[None]:
    """Let LangSmith say on stderr what it prints on stdout, and spare the reader that offline use is in beta."""
    with redirect_stdout(sys.stderr), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "'upload_(?:runs|results)' parameter is in beta")
        yield
