"""From a shell memory can be looked at and changed: JSON is pure, errors are one line, statuses mean something."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from second_embedder import FoldedEmbeddings
from typer.testing import CliRunner

from langmem_ext import MemoryStore, Principal, categories
from langmem_ext.cli import app

if TYPE_CHECKING:
    from click.testing import Result


HASHES, OTHER = "fix_embeddings:HashEmbeddings", "second_embedder:FoldedEmbeddings"
ADD_PORTO = ("remember", "The user lives in Porto", "--category", "profile", "--slot", "location")


@pytest.fixture
def run(
    database_uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    """Run a command on the test's database, without vectors unless an embedder is named."""
    monkeypatch.chdir(tmp_path)
    environment = {"LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}

    def run(*arguments: str, input: str | None = None, **more: str) -> Result:
        return CliRunner().invoke(app, list(arguments), input=input, env={**environment, **more})

    return run


def answer(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# Start and usage


def test_help_is_there_at_once():
    command = [sys.executable, "-c", "from langmem_ext.cli import app; app()", "--help"]
    seconds = []
    for _ in range(3):
        before = os.times()
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        after = os.times()  # the processor's time: other tests may run beside this one
        used = after.children_user + after.children_system
        seconds.append(used - before.children_user - before.children_system)

    assert "Exit status: 0 done, 1 something is wrong, 2 bad usage" in done.stdout
    assert min(seconds) < 0.5


def test_nothing_heavy_is_imported_before_a_command_runs():
    heavy = ("psycopg", "langgraph", "pydantic", "numpy", "rich")
    code = f"import sys, langmem_ext.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["list", "--limit", "0"],
        ["forget"],
        ["forget", "some-id", "--matching", "text"],
        ["search", "x", "--turns", "--category", "profile"],
        ["search", "x", "--session", "s"],
        ["remember", "x", "--importance", "6"],
        ["search", "\udcff"],
        ["ingest", "no-such-file.json"],
        ["ingest", ".", "--quiet"],
        ["ingest", __file__, "--timezone", "Mars/Olympus"],
    ],
)
def test_bad_usage_ends_with_2(run, arguments):
    result = run(*arguments)

    assert result.exit_code == 2
    assert result.stdout == ""


# Consent


def test_a_change_that_waits_is_decided(run, database_uri):
    where = {"category": "profile", "slot": "location"}
    for city, decision in (("Porto", ""), ("Lisbon", "--decline"), ("Faro", "--approve")):
        with MemoryStore.from_conn_string(database_uri, index=False) as store:
            store.bind(Principal(user_id="ana")).remember(f"The user lives in {city}", **where)
        if not decision:
            continue
        ((id, content),) = [
            (each["id"], each["content"])
            for each in answer(run("list", "--proposed", "--user", "ana", "--json"))
        ]
        assert content.endswith(city)
        assert run("consent", id, decision, "--user", "ana").exit_code == 0

    (kept,) = answer(run("list", "--user", "ana", "--json"))
    assert kept["content"] == "The user lives in Faro"
    assert run("consent", id, "--approve", "--user", "ana").exit_code == 1
    assert run("consent", id, "--user", "ana").exit_code == 2


# Counting over time


def test_stats_tell_what_was_done_by_day_or_hour(run):
    run("remember", "The user likes tea", "--user", "ana")

    by_day = answer(run("stats", "--user", "ana", "--since", "2020-01-01", "--json"))["counts"]
    by_hour = answer(run("stats", "--user", "ana", "--by", "hour", "--json"))["counts"]

    for counts, ends in ((by_day, "T00:00:00Z"), (by_hour, ":00:00Z")):
        ((op, count, at),) = [(each["op"], each["count"], each["at"]) for each in counts]
        assert (op, count) == ("create", 1) and at.endswith(ends)
    assert "create" in run("stats", "--user", "ana", "--by", "day").stdout
    assert answer(run("stats", "--user", "ana", "--since", "2999-01-01", "--json"))["counts"] == []
    assert run("stats", "--by", "week").exit_code == 2


# Applications and chats


@pytest.mark.parametrize("whose", [("--app", "notes"), ("--chat", "team")])
def test_an_app_and_a_chat_have_a_memory_of_their_own(run, whose):
    run("remember", "The user likes tea", "--user", "ana")
    made = answer(run("remember", "The build needs Node 20", *whose, "--json"))["memory"]

    assert made["space"] == ":".join(whose).removeprefix("--")
    assert [each["id"] for each in answer(run("list", *whose, "--json"))] == [made["id"]]
    assert [each["id"] for each in answer(run("search", "Node", *whose, "--json"))] == [made["id"]]
    assert answer(run("stats", *whose, "--json"))["total"] == 1
    assert made["id"] in run("export", *whose).stdout
    assert "likes tea" not in run("export", *whose).stdout
    assert run("list", "--user", "ana", "--json").stdout.count('"content"') == 1
    assert len(answer(run("list", "--user", "ana", *whose, "--json"))) == 2
    assert run("forget", made["id"], *whose).exit_code == 0
    assert answer(run("list", *whose, "--json")) == []


def test_the_variable_that_names_the_user_adds_nothing_to_an_app(run):
    run("remember", "The user likes tea", "--user", "ana")
    run("remember", "The build needs Node 20", "--app", "notes")

    found = answer(run("list", "--app", "notes", "--json", LANGMEM_USER="ana"))

    assert [each["content"] for each in found] == ["The build needs Node 20"]


def test_an_app_is_erased_and_nothing_else(run):
    run("remember", "The user likes tea", "--user", "ana")
    for text in ("The build needs Node 20", "Releases are on Mondays"):
        run("remember", text, "--app", "notes")
    run("remember", "The wiki moved", "--app", "wiki")

    assert answer(run("erase", "--app", "notes", "--dry-run", "--json"))["memories"] == 2
    assert run("erase", "--app", "notes", input="n\n").exit_code == 1
    assert len(answer(run("list", "--app", "notes", "--json"))) == 2
    assert answer(run("erase", "--app", "notes", "--yes", "--json"))["memories"] == 2
    assert answer(run("list", "--app", "notes", "--json")) == []
    assert len(answer(run("list", "--app", "wiki", "--json"))) == 1
    assert len(answer(run("list", "--user", "ana", "--json"))) == 1


@pytest.mark.parametrize(
    "arguments", [("--chat", "team"), ("--app", "notes", "--user", "ana"), ("--app", "")]
)
def test_what_is_not_one_user_or_one_app_is_not_erased(run, arguments):
    assert run("erase", "--yes", *arguments).exit_code == 2


# Remembering and looking it up


def test_what_is_remembered_is_listed_searched_and_counted(run):
    made = answer(run(*ADD_PORTO, "--json"))

    assert made["status"] == "created"
    assert [each["id"] for each in answer(run("list", "--json"))] == [made["memory"]["id"]]
    assert [each["content"] for each in answer(run("search", "Porto", "--json"))] == [
        "The user lives in Porto"
    ]
    assert answer(run("stats", "--json"))["by_category"] == {"profile": 1}
    assert [each["event"] for each in answer(run("history", made["memory"]["id"], "--json"))] == [
        "ADD"
    ]


def test_people_see_tables_with_the_same_content(run):
    run(*ADD_PORTO)

    for command in (["list"], ["search", "Porto"], ["history"], ["entity", "Porto"]):
        assert "The user lives in Porto" in run(*command).stdout
    assert "profile" in run("stats").stdout


def test_an_entity_is_shown_with_the_memories_that_name_it(run):
    run(*ADD_PORTO)

    found = answer(run("entity", "porto", "--json"))

    assert (found["entity"]["name"], found["entity"]["mentions"]) == ("Porto", 1)
    assert [each["content"] for each in found["memories"]] == ["The user lives in Porto"]
    assert answer(run("entity", "Bergen", "--json")) is None
    assert "no memory names Bergen" in run("entity", "Bergen").output


def test_a_repeated_operation_writes_once(run):
    first = answer(run(*ADD_PORTO, "--operation-id", "op-1", "--json"))
    again = answer(run(*ADD_PORTO, "--operation-id", "op-1", "--json"))

    assert (first["status"], again["status"], again["reason"]) == ("created", "unchanged", "replay")


def test_a_refused_secret_ends_with_1_and_is_not_repeated(run):
    result = run("remember", "My wifi password is Tr0ub4dor&3", "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["reason"] == "secret"
    assert "refused (secret)" in result.stderr
    assert "Tr0ub4dor" not in result.output


def test_what_is_forgotten_can_be_restored(run):
    id = answer(run(*ADD_PORTO, "--json"))["memory"]["id"]

    assert [each["id"] for each in answer(run("forget", id, "--json"))["forgotten"]] == [id]
    assert answer(run("list", "--json")) == []
    assert answer(run("restore", id, "--json"))["status"] == "updated"
    assert len(answer(run("list", "--json"))) == 1


def test_what_says_something_can_be_forgotten(run):
    run(*ADD_PORTO)
    run("remember", "The user loves chess")

    assert [
        each["content"]
        for each in answer(run("forget", "--matching", "chess", "--json"))["forgotten"]
    ] == ["The user loves chess"]
    assert run("forget", "--matching", "yodelling").exit_code == 1


def test_a_proposal_is_listed_apart(run):
    for name in ("Ana", "Annie"):
        run(
            "remember",
            f"The user's preferred name is {name}",
            "--category",
            "profile",
            "--slot",
            "preferred_name",
        )

    assert (
        answer(run("list", "--proposed", "--json")) == []
    )  # the user asked: no consent is missing
    assert [each["content"] for each in answer(run("list", "--json"))] == [
        "The user's preferred name is Annie"
    ]


def test_an_export_is_a_json_object_a_line_an_array_or_a_file(run, tmp_path):
    run(*ADD_PORTO)
    run("remember", "The user loves chess")
    lines = [json.loads(line) for line in run("export").stdout.splitlines()]

    assert {each["content"] for each in lines if each["record"] == "memory"} == {
        "The user lives in Porto",
        "The user loves chess",
    }
    assert answer(run("export", "--json")) == lines
    written = answer(run("export", "--json", "--output", str(tmp_path / "out")))
    assert written["records"] == len(lines)
    assert [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()] == lines
    assert run("export", "--output", str(tmp_path / "no" / "out")).exit_code == 2


def test_a_user_is_erased_and_brought_back(run, tmp_path):
    run("remember", "The user lives in Porto", "--category", "profile", "--user", "ana")
    file = str(tmp_path / "ana.jsonl")
    answer(run("export", "--user", "ana", "--output", file, "--json"))

    assert answer(run("erase", "--user", "ana", "--dry-run", "--json"))["counts"]["memories"] == 1
    assert answer(run("erase", "--user", "ana", "--yes", "--json"))["counts"]["memories"] == 1
    assert answer(run("list", "--user", "ana", "--json")) == []
    assert answer(run("import", file, "--user", "ana", "--json"))["restored"]["memory"] == 1
    assert len(answer(run("list", "--user", "ana", "--json"))) == 1
    assert "not reached" in run("erase", "--user", "ana", "--yes").stderr


def test_an_export_is_piped_into_an_import(run):
    run("remember", "The user lives in Porto", "--category", "profile", "--user", "ana")
    written = run("export", "--user", "ana", "--output", "-").stdout
    run("erase", "--user", "ana", "--yes")

    restored = run("import", "-", "--user", "ana", "--json", input=written)

    assert answer(restored)["restored"]["memory"] == 1
    assert "stdin holds no JSON lines" in run("import", "-", "--user", "ana", input="no").stderr


def test_erasing_asks_first(run, database_uri):
    run("remember", "The user lives in Porto", "--category", "profile", "--user", "ana")

    refused = run("erase", "--user", "ana")

    assert refused.exit_code == 1 and "1 memories" in refused.output
    assert run("erase", "--user", "ana", "--json").exit_code == 2
    assert len(answer(run("list", "--user", "ana", "--json"))) == 1


def test_erasing_somebody_of_whom_nothing_is_kept_says_so(run):
    result = run("erase", "--user", "anna", "--yes")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "nothing is kept of 'anna' in tenant 'default'\n" in result.stderr
    assert answer(run("erase", "--user", "anne", "--yes", "--json"))["counts"] == {}


@pytest.mark.parametrize("content", [b"no\n", b"\xff\xfe\n", b"{} {}"])
def test_a_file_that_is_no_export_is_refused(run, tmp_path, content):
    (tmp_path / "no.jsonl").write_bytes(content)

    assert run("import", "no.jsonl").exit_code == 2
    assert run("import", "nowhere.jsonl").exit_code == 2


@pytest.mark.parametrize("command", ["list", "history", "stats", "export", "maintain", "doctor"])
def test_json_of_an_empty_store_is_json(run, command):
    result = run(command, "--json")

    assert result.exit_code == 0
    json.loads(result.stdout)


# Whose memory


def test_the_only_user_need_not_be_named(run):
    run(*ADD_PORTO, "--user", "ana")

    assert len(answer(run("list", "--json"))) == 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("list",), "The memory of ana: the only user. --user names another.\n"),
        (("remember", "The user loves chess"), "The memory of me: nobody is named."),
    ],
)
def test_whoever_is_guessed_is_told_to_people_alone(run, said, told):
    run(*ADD_PORTO, "--user", "ana")

    assert told in run(*said).stderr
    assert run(*said, "--json").stderr == ""
    assert "The memory of" not in run(*said, "--user", "ana").stderr
    assert "The memory of" not in run(*said, LANGMEM_USER="ana").stderr


@pytest.mark.parametrize("command", [("list",), ("export",), ("erase", "--yes")])
def test_an_empty_name_is_nobodys(run, command):
    run(*ADD_PORTO, "--user", "ana")

    result = run(*command, "--user", "")

    assert (result.exit_code, result.stdout) == (2, "")
    assert "--user" in result.stderr
    assert len(answer(run("list", "--user", "ana", "--json"))) == 1


def test_of_several_users_one_must_be_named(run):
    for user in ("ana", "ben"):
        run(*ADD_PORTO, "--user", user)
    result = run("list")

    assert result.exit_code == 2
    assert "several users: ana, ben" in result.stderr
    assert len(answer(run("list", "--user", "ben", "--json"))) == 1
    assert len(answer(run("list", "--json", LANGMEM_USER="ben"))) == 1


def test_who_was_erased_is_no_user_any_more(run):
    for user in ("ana", "ben"):
        run(*ADD_PORTO, "--user", user)
    run("erase", "--user", "ben", "--yes")

    assert len(answer(run("list", "--json"))) == 1


def test_of_an_agent_without_an_allowlist_it_is_said_why_it_sees_nothing(run):
    run(*ADD_PORTO, "--user", "ana")

    listed = run("list", "--user", "ana", "--agent", "suprevisor")

    assert "No allowlist names the agent suprevisor" in listed.stderr
    assert "supervisor, planner" in listed.stderr
    assert run("list", "--user", "ana", "--agent", "suprevisor", "--json").stderr == ""
    assert "allowlist" not in run("list", "--user", "ana", "--agent", "planner").stderr


def test_of_an_agent_whose_allowlist_is_empty_it_is_said_why_it_sees_nothing(run, tmp_path):
    packaged = Path(categories.__file__).with_suffix(".yaml").read_text()
    (tmp_path / "own.yaml").write_text(f"{packaged}  guest: []\n")
    run(*ADD_PORTO, "--user", "ana")

    listed = run("list", "--user", "ana", "--agent", "guest", LANGMEM_CATEGORIES_FILE="own.yaml")

    assert "The allowlist of the agent guest is empty: it sees nothing." in listed.stderr
    assert "No allowlist" not in listed.stderr


def test_a_write_is_never_given_to_somebody_by_guess(run):
    run(*ADD_PORTO, "--user", "ana")
    run(*ADD_PORTO)

    assert len(answer(run("list", "--user", "ana", "--json"))) == 1
    assert len(answer(run("list", "--user", "me", "--json"))) == 1


def test_tenants_are_apart(run):
    run(*ADD_PORTO, "--user", "ana", "--tenant", "acme")

    assert answer(run("list", "--user", "ana", "--json")) == []
    assert len(answer(run("list", "--tenant", "acme", "--json"))) == 1


def test_an_agent_sees_and_writes_what_its_allowlist_says(run):
    run(*ADD_PORTO)

    assert answer(run("list", "--agent", "planner", "--json")) == []
    assert run(*ADD_PORTO, "--agent", "planner").exit_code == 1


# Errors


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["restore", "no-such-id"], "no-such-id"),
        (["forget", "no-such-id"], "no-such-id"),
        (
            ["remember", "x", "--category", "hobby"],
            "unknown category 'hobby'; configured are profile",
        ),
        (["remember", "x" * 281], "280"),
        (["remember", "x", "--type", "eternal"], "type"),
        (["search", "x", "--category", "goals", "--agent", "stylist"], "stylist"),
        (["list", "--user", "a\0b"], "NUL"),
        (
            ["list", "--database-uri", "postgresql://nobody@127.0.0.1:1/none"],
            "LANGMEM_DATABASE_URI",
        ),
    ],
)
def test_an_error_is_one_line_on_stderr_and_ends_with_1(run, arguments, complaint):
    result = run(*arguments, LANGMEM_USER="me")

    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("langmem-ext: ")
    assert complaint in result.stderr


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RuntimeError("Ana has an illness"), "langmem-ext: RuntimeError (test_cli.py, line "),
        (OSError(28, "No space left", "/data"), "OSError: [Errno 28] No space left: '/data' ("),
        (ModuleNotFoundError("No module named 'tea'"), "No module named 'tea' ("),
    ],
)
def test_an_error_that_nobody_foresaw_is_one_line_and_quotes_nobody(run, monkeypatch, error, told):
    def fail(*given: Any, **more: Any) -> None:
        raise error

    monkeypatch.setattr("langmem_ext.stores.view.MemoryView.list", fail)
    result = run("list", "--user", "ana", "--json")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    assert told in result.stderr and "LANGMEM_DEBUG=1" in result.stderr
    assert "illness" not in result.stderr


def test_the_traceback_of_an_error_that_nobody_foresaw_can_be_had(run, monkeypatch):
    monkeypatch.setattr("langmem_ext.stores.view.MemoryView.list", lambda *given, **more: 1 / 0)

    assert isinstance(run("list", LANGMEM_DEBUG="1").exception, ZeroDivisionError)


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"LANGMEM_EMBEDDER_THREADS": "many"}, "LANGMEM_EMBEDDER_THREADS"),
        ({"LANGMEM_CATEGORIES_FILE": "nowhere.yaml"}, "nowhere.yaml"),
        ({"LANGMEM_EMBEDDER": "no.such.module:thing"}, "no.such.module"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(run, environment, complaint):
    result = run("list", **environment)

    assert (result.exit_code, result.stdout) == (1, "")
    assert complaint in result.stderr


def test_an_unreadable_settings_file_is_named(run, tmp_path):
    (tmp_path / "langmem.toml").write_text("= broken")

    assert run("list").exit_code == 1


# Keeping


def test_maintenance_does_its_steps(run):
    assert answer(run("maintain", "--json")) == {
        "flush_uses": 0,
        "embed_missing": 0,
        "mention_missing": 0,
        "enrich": 0,
        "review": 0,
        "consolidate": 0,
        "archive": 0,
        "expire": 0,
        "compact": 0,
        "purge": 0,
        "forget_proposals": 0,
        "forget_pairs": 0,
        "forget_calls": 0,
        "skipped": {},
    }


def test_maintenance_of_one_user_is_said_to_be_everybodys(run):
    assert "for everybody, not only for 'ana': --space" in run("maintain", "--user", "ana").stderr
    assert run("maintain", "--user", "ana", "--json").stderr == ""
    assert run("maintain", LANGMEM_USER="ana").stderr == ""


def test_the_doctor_finds_nothing_wrong_with_a_good_database(run):
    found = answer(run("doctor", "--json", LANGMEM_EMBEDDER="fix_embeddings:HashEmbeddings"))

    assert found["ok"]
    names = [each["name"] for each in found["checks"]]
    assert [name for name in names if name != "environment"] == [  # the suite has variables, too
        "settings",
        "model",
        "database",
        "pgvector",
        "schema",
        "wall",
        "embedder",
    ]


def test_the_doctor_looks_at_a_database_without_changing_it(run, empty_database_uri):
    import psycopg

    found = answer(run("doctor", "--json", "--database-uri", empty_database_uri))

    assert found["ok"]
    with psycopg.connect(empty_database_uri) as connection:
        assert connection.execute("SELECT to_regnamespace('langmem')").fetchone() == (None,)


@pytest.mark.parametrize(
    ("arguments", "environment", "wrong"),
    [
        (["--database-uri", "postgresql://nobody@127.0.0.1:1/none"], {}, ["database"]),
        ([], {"LANGMEM_EMBEDDER": "no.such.module:thing"}, ["embedder"]),
        ([], {"LANGMEM_MODEL": "no-such-provider:model"}, ["model"]),
        ([], {"LANGMEM_CATEGORIES_FILE": "nowhere.yaml"}, ["settings"]),
    ],
)
def test_the_doctor_names_what_is_wrong_and_ends_with_1(run, arguments, environment, wrong):
    result = run("doctor", "--json", *arguments, **environment)

    assert result.exit_code == 1
    assert [each["name"] for each in json.loads(result.stdout)["checks"] if not each["ok"]] == wrong


def test_the_doctor_names_variables_that_set_nothing(run):
    misspelt = {"LANGMEM_CATEGORY_FILE": "x.yaml", "LANGMEM_TOP_K": "3"}
    checks = answer(run("doctor", "--json", LANGMEM_USER="ana", **misspelt))["checks"]
    told = [each["detail"] for each in checks if each["name"] == "environment"]

    assert "LANGMEM_CATEGORY_FILE sets nothing; LANGMEM_CATEGORIES_FILE is near" in told
    assert any(each.startswith("LANGMEM_TOP_K sets nothing") for each in told)
    assert not any("LANGMEM_USER" in each or "LANGMEM_EMBEDDER" in each for each in told)


def test_the_doctor_sees_vectors_of_another_embedder(run, store):
    store.bind(Principal(user_id="me")).remember("The user lives in Porto")
    result = run("doctor", "--json", LANGMEM_EMBEDDER="fix_embeddings:HashEmbeddings")

    assert result.exit_code == 1
    assert "fix_embeddings:HashEmbeddings:64: vector search is off" in result.stdout
    assert "langmem-ext reembed" in result.stdout


def test_the_doctor_leaves_a_database_to_the_embedder_that_has_it(run, store):
    store.setup()
    run("doctor", "--json", LANGMEM_EMBEDDER=OTHER)

    assert "fix_embeddings:HashEmbeddings:64" in str(metadata(store))


# Another embedder


def metadata(store: MemoryStore) -> Any:
    import psycopg

    with psycopg.connect(store.conn_string) as connection:
        query = "SELECT value FROM langmem.metadata WHERE key = 'embedder'"
        return connection.execute(query).fetchone()


def dimensions(uri: str) -> set[int]:
    import psycopg

    with psycopg.connect(uri) as connection:
        rows = connection.execute("SELECT vector_dims(embedding) FROM langmem.documents").fetchall()
        return {row[0] for row in rows}


def test_every_text_gets_a_vector_of_the_new_embedder(run, database_uri):
    run(*ADD_PORTO, LANGMEM_EMBEDDER=HASHES)
    run("remember", "The user loves chess", "--user", "ana", LANGMEM_EMBEDDER=HASHES)
    assert dimensions(database_uri) == {64}

    done = answer(run("reembed", "--json", LANGMEM_EMBEDDER=OTHER))

    assert (done["before"], done["embedder"]) == (HASHES, OTHER)
    assert (done["embedded"], done["waiting"]) == (2, 0)
    assert dimensions(database_uri) == {32}
    assert answer(run("doctor", "--json", LANGMEM_EMBEDDER=OTHER))["ok"]


def test_vectors_of_the_configured_embedder_are_left_alone(run):
    run(*ADD_PORTO, LANGMEM_EMBEDDER=HASHES)

    assert answer(run("reembed", "--json", LANGMEM_EMBEDDER=HASHES))["embedded"] == 0
    told = run("reembed", LANGMEM_EMBEDDER=HASHES)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout == f"nothing to do: every text has its vector of {HASHES}\n"


def test_people_are_told_what_was_embedded_in_place_of_what(run):
    run(*ADD_PORTO, LANGMEM_EMBEDDER=HASHES)
    told = run("reembed", LANGMEM_EMBEDDER=OTHER)

    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout == f"embedded 1 texts with {OTHER}, in place of those of {HASHES}\n"


def test_a_store_with_another_embedder_names_the_command_that_helps(run, caplog):
    run(*ADD_PORTO, LANGMEM_EMBEDDER=HASHES)
    run("list", LANGMEM_EMBEDDER=OTHER)

    assert "`langmem-ext reembed`" in caplog.text


def test_embedding_goes_on_where_it_was_interrupted(run, database_uri, monkeypatch):
    from langmem_ext.stores.operations import embedding

    for text in ("The user loves chess", "The user lives in Porto"):
        run("remember", text, LANGMEM_EMBEDDER=HASHES)
    monkeypatch.setattr(embedding.embed_missing, "__kwdefaults__", {"limit": 1})
    monkeypatch.setattr(FoldedEmbeddings, "calls", 0)
    with monkeypatch.context() as patch:
        patch.setattr(FoldedEmbeddings, "interrupted_at", 2)
        stopped = run("reembed", LANGMEM_EMBEDDER=OTHER)
    done = answer(run("reembed", "--json", LANGMEM_EMBEDDER=OTHER))

    assert stopped.exit_code == 130
    assert "1 of 2 texts are embedded; run the same command again" in stopped.stderr
    assert (done["before"], done["embedded"]) == (OTHER, 1)
    assert dimensions(database_uri) == {32}


def test_texts_that_an_embedder_fails_on_are_counted_and_end_with_1(run, monkeypatch):
    run(*ADD_PORTO, LANGMEM_EMBEDDER=HASHES)
    monkeypatch.setattr(FoldedEmbeddings, "embed_documents", lambda self, texts: 1 / 0)
    failed = run("reembed", "--json", LANGMEM_EMBEDDER=OTHER)

    assert failed.exit_code == 1
    assert json.loads(failed.stdout)["waiting"] == 1
    assert "1 texts still have no vector" in failed.stderr


def test_without_an_embedder_nothing_can_be_embedded(run):
    failed = run("reembed", LANGMEM_EMBEDDER="none")

    assert failed.exit_code == 1
    assert "no embedder is configured; set LANGMEM_EMBEDDER" in failed.stderr


# Bringing conversations in


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    lines = [
        {"role": "user", "content": "I live in Graz.", "timestamp": "2024-03-01T10:00:00Z"},
        {"role": "assistant", "content": "A lovely town."},
        {"role": "user", "content": "I take insulin every morning."},
    ]
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def test_an_import_reports_what_it_did_as_json_alone(run, talk):
    result = run("ingest", str(talk), "--user", "vera", "--json")
    report = answer(result)

    assert (report["turns"], report["memories"], report["rejected"]) == (
        3,
        {"created": 1},
        {"health": 1},
    )
    assert report["seconds"] >= 0
    assert result.stderr == ""
    again = answer(run("ingest", str(talk), "--user", "vera", "--json"))
    assert (again["turns"], again["known_turns"]) == (0, 3)


def test_an_import_tells_people_the_same(run, talk):
    result = run("ingest", str(talk))

    assert result.exit_code == 0
    assert "3 new, 0 known before" in result.stdout
    assert "1 health" in result.stdout


def test_an_import_says_whose_the_messages_are_that_name_nobody(run, talk):
    assert "name no user are of me" in run("ingest", str(talk)).stderr
    for said in (("--quiet",), ("--json",), ("--user", "vera")):
        assert "name no user" not in run("ingest", str(talk), *said).stderr


def test_what_was_brought_in_is_searched(run, talk):
    run("ingest", str(talk), "--user", "vera")

    best = answer(run("search", "Graz", "--turns", "--json"))[0]
    assert best["turn"]["content"] == "I live in Graz."
    assert "I live in Graz." in run("search", "Graz", "--turns").stdout
    (memory,) = answer(run("list", "--json"))
    assert memory["event_time"] == "2024-03-01T10:00:00Z"


def test_a_dry_run_shows_and_writes_nothing(run, talk):
    plan = answer(run("ingest", str(talk), "--user", "vera", "--dry-run", "--json"))

    assert [(each["content"], each["reason"]) for each in plan["candidates"]] == [
        ("The user lives in Graz", None),
        (None, "health"),
    ]
    assert "insulin" not in run("ingest", str(talk), "--dry-run").stdout
    assert answer(run("stats", "--json"))["turns"] == 0


def test_a_bad_line_stops_an_import_before_it_writes(run, talk):
    talk.write_text(talk.read_text() + "\n{oops")
    result = run("ingest", str(talk), "--user", "vera")

    assert result.exit_code == 1
    assert "talk.jsonl, line 4: not JSON" in result.stderr
    assert answer(run("stats", "--user", "vera", "--json"))["turns"] == 0


def test_a_bad_line_can_be_skipped(run, talk):
    talk.write_text(talk.read_text() + "\n{oops")
    report = answer(run("ingest", str(talk), "--user", "vera", "--skip-bad", "--json"))

    assert report["turns"] == 3
    assert report["skipped"][0].startswith("line 4: not JSON")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_lacks_a_character_is_shown_an_escape(database_uri, encoding):
    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", "from langmem_ext.cli import app; app()", *arguments, "--user", "ana"],
            env={**os.environ, "LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none",
                 "PYTHONIOENCODING": encoding},
            capture_output=True, check=True,
        )  # fmt: skip
        return done.stdout.decode(encoding)

    assert "created" in run("remember", "Likes maté, ☕", "--category", "preferences")
    assert r"\u2615" in run("list")
    assert json.loads(run("list", "--json"))[0]["content"] == "Likes maté, ☕"


def test_what_was_said_cannot_steer_the_terminal(run, tmp_path):
    (tmp_path / "talk.jsonl").write_text(
        json.dumps({"role": "user", "content": "Graz \x1b[2J [bold]x[/bold]"})
    )
    run("ingest", str(tmp_path / "talk.jsonl"), "--user", "vera")
    shown = run("search", "Graz", "--turns").stdout

    assert "\x1b" not in shown
    assert "[bold]x[/bold]" in shown


def test_the_embedded_postgres_of_a_folder_is_used_when_no_database_is_named(tmp_path):
    command = [sys.executable, "-c", "from langmem_ext.cli import app; app()"]
    environment = {
        **os.environ,
        "LANGMEM_DATABASE_URI": "postgresql://nobody@127.0.0.1:1/none",
        "LANGMEM_EMBEDDER": "none",
    }
    folder = ("--data-dir", str(tmp_path / "data"), "--json")
    made = subprocess.run(
        [*command, *ADD_PORTO, *folder], env=environment, capture_output=True, text=True
    )
    found = subprocess.run(
        [*command, "list", *folder], env=environment, capture_output=True, text=True
    )

    assert json.loads(made.stdout)["status"] == "created", made.stderr
    assert [each["content"] for each in json.loads(found.stdout)] == ["The user lives in Porto"]
