"""In a terminal one talks to the supervisor: a thread goes on, nothing is lost, and no secret is repeated."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from scripted_model import ScriptedChatModel
from typer.testing import CliRunner

from langmem_ext.cli import app

if TYPE_CHECKING:
    from click.testing import Result

ROOT = Path(__file__).parent.parent
SECRET = "Tr0ub4dor&3"
LIST = "What do you remember about me?"


@pytest.fixture
def chat(
    database_uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    """Say lines to the supervisor, as a pipe does."""
    monkeypatch.chdir(tmp_path)
    environment = {"LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}

    def chat(*arguments: str, said: str | bytes | None = None, **more: str) -> Result:
        return CliRunner().invoke(
            app, ["chat", *arguments], input=said, env={**environment, **more}
        )

    return chat


def said(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def answers(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


# What is answered


def test_what_was_said_in_one_thread_is_known_in_the_next(chat):
    first = chat("--user", "ana", said=said("Remember that I prefer trams to taxis"))
    second = chat("--user", "ana", "--once", "Should I take a taxi or the tram?")

    assert "Got it, I'll remember that: The user prefers trams to taxis" in first.stdout
    assert "- [preferences] The user prefers trams to taxis" in second.stdout


def test_a_thread_goes_on_in_the_next_run(chat):
    asked = ("--user", "ana", "--thread", "t1")
    chat(*asked, said=said("Remember that I prefer tea", LIST))
    chat(*asked, "--once", "Forget number 1")
    result = chat(*asked, "--once", "yes")

    assert (
        result.stdout == "Forgotten:\n- The user prefers tea\nSay “undo that” to bring it back.\n"
    )


def test_two_users_have_each_their_own_thread_of_a_name(chat):
    chat("--user", "ana", "--thread", "t1", said=said("Remember that I prefer tea", LIST))

    other = chat("--user", "bo", "--thread", "t1", "--once", "Forget number 1").stdout
    tenant = chat("--user", "ana", "--tenant", "two", "--thread", "t1", "--once", LIST).stdout

    assert "I have not shown you a numbered list in this conversation." in other
    assert tenant == "I don't remember anything about you that I can show here.\n"


def test_what_is_noticed_in_passing_is_told(chat):
    result = chat(said=said("I work at Acme", "I work at Globex"))

    assert "Noted: The user works at Acme\n" in result.stdout
    assert "Noted: The user works at Globex (before: The user works at Acme)\n" in result.stdout


def test_it_is_said_once_that_no_model_answers_and_which_setting_names_one(chat):
    result = chat("--user", "ana", said=said("I live in Porto", "Where do I live?"))

    assert result.output.count("No model is configured") == 1
    assert "LANGMEM_MODEL" in result.stderr
    assert result.stdout.endswith("From memory:\n- [profile] The user lives in Porto\n")


def test_a_model_that_is_configured_answers(chat, monkeypatch):
    monkeypatch.setattr(
        "langmem_ext.models._named",
        lambda name: ScriptedChatModel(replies=["In Porto, of course."]),
    )
    result = chat("--user", "ana", "--once", "Where do I live?", LANGMEM_MODEL="scripted:one")

    assert result.stdout == "In Porto, of course.\n"
    assert "No model" not in result.stderr


def test_what_a_model_leaves_out_is_told_all_the_same(chat, monkeypatch):
    monkeypatch.setattr(
        "langmem_ext.models._named", lambda name: ScriptedChatModel(replies=["Sure!"])
    )
    lines = ("Remember that I prefer tea", "I live in Porto")
    result = chat("--user", "ana", said=said(*lines), LANGMEM_MODEL="scripted:one")

    assert result.stdout.splitlines() == [
        "Got it, I'll remember that: The user prefers tea",
        "Sure!",
        "Noted: The user lives in Porto",
        "Sure!",
    ]


def test_empty_lines_are_skipped_and_a_farewell_ends(chat):
    result = chat("--user", "ana", "--json", said=said("", "  ", "I live in Porto", "exit", LIST))

    assert [each["answer"] for each in answers(result)] == [
        "From memory:\n- [profile] The user lives in Porto"
    ]


def test_json_is_an_object_a_line_and_nothing_else(chat):
    result = chat("--user", "ana", "--json", said=said("I live in Porto", LIST))
    first, second = answers(result)

    assert result.stderr == ""
    assert (first["user_id"], first["thread_id"], first["model"]) == (
        "ana",
        second["thread_id"],
        None,
    )
    assert [each["memory"]["content"] for each in first["outcomes"]] == ["The user lives in Porto"]
    assert (second["agent"], second["outcomes"]) == ("memory", [])
    assert second["answer"].endswith("1. The user lives in Porto")


def test_the_way_back_to_a_new_thread_is_told(chat):
    result = chat("--user", "ana", "--once", "I live in Porto")
    thread = result.stderr.split("--thread ")[1].split()[0]

    assert "you remember" not in chat("--user", "ana", "--thread", thread, "--once", "yes").output
    assert "goes on with it" not in chat("--user", "ana", said="").output


# Consent


def test_a_change_that_needs_consent_is_asked_for_and_agreed_to(chat):
    asked = chat(
        "--user", "ana", "--thread", "t", said=said("Call me Ana", "My friends call me Annie.")
    )
    agreed = chat("--user", "ana", "--thread", "t", "--once", "yes, please do")

    assert (
        "I'll remember this once you have confirmed it: The user's preferred name is Annie"
        in asked.stdout
    )
    assert "Got it, I'll remember that: The user's preferred name is Annie" in agreed.stdout


def test_a_graph_that_stops_to_ask_goes_on_with_the_next_line(chat):
    asking = {"LANGMEM_CONSENT__ASK": "interrupt"}
    talk = ("--user", "ana", "--thread", "t")
    asked = chat(*talk, said=said("Call me Ana", "My friends call me Annie."), **asking)
    agreed = chat(*talk, said=said("yes"), **asking)

    question = "I'll remember this once you have confirmed it: The user's preferred name is Annie"
    assert asked.stdout.count(question) == 1
    assert agreed.stdout.startswith(question)
    assert "Got it, I'll remember that: The user's preferred name is Annie" in agreed.stdout


# Secrets


@pytest.mark.parametrize(
    "lines",
    [
        [f"Remember that my password is {SECRET}"],
        [f"My wifi password is {SECRET}"],
        ["My wifi password is:", SECRET],
        ["My wifi password is:", f"{SECRET} and my PIN is 8264"],
    ],
)
def test_a_secret_is_refused_and_nowhere_repeated(chat, database_uri, caplog, lines):
    talk = ("--user", "ana", "--thread", "t1")
    told, again = chat(*talk, said=said(*lines)), chat(*talk, "--json", said=said(*lines))

    assert "a secret" in told.stdout or "is not kept: secrets never are." in told.stdout
    assert SECRET not in told.output + again.output + caplog.text
    assert SECRET not in everything_kept(database_uri)


def test_an_answer_does_not_quote_a_secret_that_was_said_before(chat):
    told = chat(said=said(f"My wifi password is {SECRET}", f"Forget everything about {SECRET}"))

    assert "[password removed]" in told.stdout.splitlines()[-1]
    assert SECRET not in told.output


def everything_kept(uri: str) -> str:
    with psycopg.connect(uri) as connection:
        rows = connection.execute(
            "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables "
            "WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        kept = [connection.execute(f"SELECT t::text FROM {name} t").fetchall() for (name,) in rows]
        blobs = connection.execute(
            "SELECT encode(blob, 'escape') FROM checkpoint_writes"
        ).fetchall()
        blobs += connection.execute(
            "SELECT encode(blob, 'escape') FROM checkpoint_blobs"
        ).fetchall()
    return str(kept) + str(blobs)


def test_a_model_that_repeats_an_announced_secret_is_not_printed(chat, monkeypatch):
    monkeypatch.setattr(
        "langmem_ext.models._named",
        lambda name: ScriptedChatModel(replies=[f"So it is {SECRET}, I see."]),
    )
    result = chat(
        "--user", "ana", said=said("My wifi password is:", SECRET), LANGMEM_MODEL="scripted:one"
    )

    assert result.stdout.splitlines()[-1] == "So it is [password removed], I see."


# How it ends


def test_the_end_of_a_conversation_lets_its_review_be_due(chat, database_uri):
    chat("--user", "ana", "--thread", "t1", "--once", "I live in Porto")

    with psycopg.connect(database_uri) as connection:
        due = connection.execute("SELECT key, due_at <= now() FROM langmem.work").fetchall()
    assert due == [("t1", True)]


@pytest.mark.parametrize(
    ("arguments", "given", "complaint"),
    [
        (("--once", "  "), None, "there is nothing to say"),
        (("--user", "ana"), b"I live in Porto\n\xff\xfe\n", "line 2 of the input is not text"),
        (("--loud",), None, "No such option"),
    ],
)
def test_bad_usage_ends_with_2(chat, arguments, given, complaint):
    result = chat(*arguments, said=given)

    assert result.exit_code == 2
    assert complaint in result.stderr


def test_what_came_before_a_line_that_is_no_text_is_kept(chat):
    chat("--user", "ana", said=b"I live in Porto\n\xff\n")

    assert "The user lives in Porto" in chat("--user", "ana", "--once", LIST).stdout


@pytest.mark.parametrize(
    ("arguments", "environment", "complaint"),
    [
        ((), {"LANGMEM_DATABASE_URI": "postgresql://nobody@127.0.0.1:1/none"}, "127.0.0.1"),
        ((), {"LANGMEM_MODEL": "no-such-provider:model"}, "no-such-provider:model"),
        (("--thread", "x" * 300), {}, "thread_id is longer than 256 bytes"),
    ],
)
def test_an_error_is_one_line_and_ends_with_1(chat, arguments, environment, complaint):
    result = chat(
        "--user", "ana", "--json", *arguments, said=said("I live in Porto"), **environment
    )

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("langmem-ext: ")
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_terminal_is_left_by_ctrl_d_with_0(database_uri):
    with Terminal(database_uri) as terminal:
        terminal.until("> ")
        terminal.type("I live in Porto\r")
        terminal.until("From memory:")
        terminal.until("> ")
        terminal.type("\x04")

        assert terminal.ends() == 0
    assert "goes on with it" in terminal.shown
    assert "Traceback" not in terminal.shown


def test_a_terminal_is_left_by_ctrl_c_with_130_and_nothing_is_lost(chat, database_uri):
    with Terminal(database_uri) as terminal:
        terminal.until("> ")
        terminal.type("I live in Porto\r")
        terminal.until("From memory:")
        terminal.until("> ")
        terminal.interrupt()

        assert terminal.ends() == 130
    assert (
        "interrupted: what was said is kept; --user ana --thread t1 goes on with it"
        in terminal.shown
    )
    assert "Traceback" not in terminal.shown
    assert "The user lives in Porto" in chat("--user", "ana", "--once", LIST).stdout


def test_a_line_whose_answer_was_interrupted_is_answered_in_the_next_run(chat, database_uri):
    code = """
from langmem_ext import models
from scripted_model import ScriptedChatModel
def hang(messages, tools, choice):
    print("asked", flush=True)
    import time; time.sleep(60)
models._named = lambda name: ScriptedChatModel(respond=hang)
from langmem_ext.cli import app
app()
"""
    environment = {
        **os.environ,
        "LANGMEM_DATABASE_URI": database_uri,
        "LANGMEM_EMBEDDER": "none",
        "LANGMEM_MODEL": "scripted:one",
        "PYTHONPATH": str(Path(__file__).parent / "support"),
    }
    talk = ("--user", "ana", "--thread", "t1")
    running = subprocess.Popen(
        [sys.executable, "-c", code, "chat", *talk, "--once", "I live in Porto"],
        env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert running.stdout.readline() == "asked\n"
    running.send_signal(signal.SIGINT)
    _, complaint = running.communicate(timeout=30)

    assert running.returncode == 130, complaint
    assert "Traceback" not in complaint
    assert "--user ana --thread t1 goes on with it" in complaint
    again = chat(*talk, said="")
    assert "From memory:\n- [profile] The user lives in Porto\n" in again.stdout
    with psycopg.connect(database_uri) as connection:
        assert connection.execute("SELECT count(*) FROM langmem.turns").fetchone() == (2,)


class Terminal:
    """Run a chat in a terminal of its own."""

    def __init__(self, uri: str) -> None:
        self.shown = ""
        self.environment = {
            **os.environ,
            "LANGMEM_DATABASE_URI": uri,
            "LANGMEM_EMBEDDER": "none",
            "TERM": "dumb",
        }

    def __enter__(self) -> Terminal:
        self.master, slave = pty.openpty()
        command = [sys.executable, "-c", "from langmem_ext.cli import app; app()", "chat"]
        self.process = subprocess.Popen(
            [*command, "--user", "ana", "--thread", "t1"], env=self.environment, cwd=ROOT,
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),
        )  # fmt: skip
        os.close(slave)
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def type(self, keys: str) -> None:
        """Press keys, and read only what comes after."""
        self.read_to = len(self.shown)
        os.write(self.master, keys.encode())

    def interrupt(self) -> None:
        """Press ctrl-C; again if it came in the moment between the prompt and the waiting for keys."""
        os.write(self.master, b"\x03")
        while not self._read(5) and self.process.poll() is None:
            os.write(self.master, b"\x03")

    def until(self, text: str, seconds: float = 60) -> None:
        """Read until a text appears that has not been read yet."""
        seen = getattr(self, "read_to", 0)
        while text not in self.shown[seen:]:
            assert self._read(seconds), self.shown
        self.read_to = self.shown.index(text, seen) + len(text)

    def ends(self) -> int:
        """Read to the end, and return the exit status."""
        while self._read(60):
            pass
        return self.process.wait(60)

    def _read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            read = os.read(self.master, 4096)
        except OSError:  # the other end was closed
            return False
        self.shown += read.decode()
        return bool(read)
