"""How is a `langgraph dev` started, asked and stopped?"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from langgraph_sdk import get_client

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 90
ANA = {"user_id": "ana"}


class Server:
    """A `langgraph dev` of its own folder: it leaves its pickles where it runs."""

    def __init__(self, folder: Path, database_uri: str) -> None:
        self.folder = folder
        self.log = folder / "server.log"
        self.url = f"http://127.0.0.1:{free_port()}"
        self.environment = {
            **os.environ,
            "LANGMEM_DATABASE_URI": database_uri,
            "PYTHONUNBUFFERED": "1",
        }
        self.process: subprocess.Popen[bytes] | None = None
        shutil.copy(REPOSITORY / "langgraph.json", folder)

    @asynccontextmanager
    async def running(self, **environment: str) -> AsyncIterator[Any]:
        """Run the server and yield its client; it is told to stop in the end, and then killed."""
        command = [sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload"]
        command += ["--port", self.url.rpartition(":")[2]]
        with self.log.open("a") as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env={**self.environment, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.process = process
        try:
            await asyncio.to_thread(self._wait_for, process)
            async with get_client(url=self.url) as client:
                yield client
        except Exception as error:
            raise AssertionError(f"{error}\n{self.said()[-6000:]}") from error
        finally:
            await asyncio.to_thread(self._stop, process)

    def kill(self) -> None:
        """End the server as a power cut would."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def _wait_for(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with status {process.returncode}")
            try:
                with urllib.request.urlopen(f"{self.url}/ok", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.2)
        raise RuntimeError(f"the server did not answer within {PATIENCE} s")

    def _stop(self, process: subprocess.Popen[bytes]) -> None:
        for sign in (signal.SIGINT, signal.SIGKILL):
            try:
                os.killpg(process.pid, sign)
                process.wait(20)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def refuses(call: Any, status: int) -> None:
    with pytest.raises(Exception) as refused:
        await call
    answer: Any = getattr(refused.value, "response", refused.value)
    assert answer.status_code == status, refused.value


async def says(client: Any, thread: str, text: str) -> dict[str, Any]:
    said = {"messages": [{"role": "user", "content": text}]}
    result: dict[str, Any] = await client.runs.wait(thread, "supervisor", input=said, context=ANA)
    return result
