"""Where does the embedded Postgres live, and who stops it?

A data folder serves any number of processes at once. Each of them holds a shared lock on it; whoever opens the folder
first starts the server, whoever lets go last stops it. The kernel drops the locks of a killed process, so nothing has
to be cleaned up by hand.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import platformdirs

from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores.cluster import PATIENCE, Cluster, find_binaries

_TEMPORARY = "langmem-ext-"
_ABANDONED_AFTER = 60.0  # seconds: a younger temporary folder may not have taken its lock yet


def default_data_folder() -> Path:
    """Name the folder of data that should last: `$LANGMEM_DATA_DIR`, else `postgres` in the user's data folder."""
    if named := os.environ.get("LANGMEM_DATA_DIR"):
        return Path(named).expanduser()
    return Path(platformdirs.user_data_dir("langmem-ext", appauthor=False)) / "postgres"


@contextmanager
def embedded_postgres(
    path: str | Path | None = None, *, shared_buffers: str | None = None
) -> Iterator[str]:
    """Serve the Postgres of a data folder and yield its connection string.

    The string names a unix socket: it is good for every process of the same user on this machine while this context
    is open. Blocks for about a second when the server has to be started: in async code, enter it in a thread.

    Args:
        path: the data folder, made when it does not exist; None for a temporary one without fsync, removed at exit.
        shared_buffers: the memory for tables, as Postgres takes it ("6GB"), if this call starts the server; else what
            the folder was made with: an eighth of the machine's, 2 GB at most.

    Raises:
        StoreUnavailable: the extra `embedded` is not installed, or the folder cannot be used; the message says why.
    """
    with _errors_explained(path):
        cluster = _temporary() if path is None else _lasting(Path(path))
        if shared_buffers is not None:
            cluster = replace(cluster, shared_buffers=shared_buffers)
        leave = _join(cluster)
    atexit.register(leave)  # a context that nobody closes still ends with its process
    try:
        yield cluster.uri
    finally:
        atexit.unregister(leave)
        leave()


def _lasting(path: Path) -> Cluster:
    return Cluster(path.expanduser().resolve(), find_binaries())


def _temporary() -> Cluster:
    binaries = find_binaries()
    _remove_abandoned(Path(tempfile.gettempdir()), binaries)
    return Cluster(Path(tempfile.mkdtemp(prefix=_TEMPORARY)).resolve(), binaries, throwaway=True)


def _join(cluster: Cluster) -> Callable[[], None]:
    """Hold the server up, starting it if need be, and return what lets go of it."""
    cluster.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    users = -1
    try:
        with _locked(cluster.folder):
            cluster.initialise()
            users = os.open(cluster.data, os.O_RDONLY)
            _flock(users, shared=True)
            cluster.start()
    except BaseException:
        if users >= 0:
            os.close(users)
        _discard(cluster)
        raise
    return _once_in_this_process(lambda: _leave(cluster, users))


def _leave(cluster: Cluster, users: int) -> None:
    """Give up the shared lock, and stop the server if nobody else has one."""
    try:
        with _locked(cluster.folder):
            last = _flock(users, shared=False)
            if last:
                cluster.stop()
    except FileNotFoundError:  # somebody removed the folder: its server notices within a minute
        return
    finally:
        os.close(users)
    if last:
        _discard(cluster)


def _once_in_this_process(action: Callable[[], None]) -> Callable[[], None]:
    owner, done = os.getpid(), False

    def once() -> None:
        nonlocal done
        if not done and os.getpid() == owner:  # a forked child shares its parent's lock
            done = True
            action()

    return once


def _discard(cluster: Cluster) -> None:
    if cluster.throwaway:
        shutil.rmtree(cluster.folder, ignore_errors=True)


def _remove_abandoned(parent: Path, binaries: Path) -> None:
    """Stop and remove the temporary servers of this user whose processes were killed."""
    for folder in parent.glob(f"{_TEMPORARY}*"):
        with suppress(OSError, StoreUnavailable):
            found = folder.stat()
            old = time.time() - found.st_mtime > _ABANDONED_AFTER
            if found.st_uid == os.geteuid() and old:
                cluster = Cluster(folder.resolve(), binaries, throwaway=True)
                _leave(cluster, os.open(cluster.data, os.O_RDONLY))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let one process at a time make, start or stop the server of a folder."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _flock(descriptor, shared=False):
            if time.monotonic() > deadline:
                raise StoreUnavailable(f"Another process keeps the Postgres of {folder} locked.")
            time.sleep(0.02)
        yield
    finally:
        os.close(descriptor)


def _flock(descriptor: int, *, shared: bool) -> bool:
    """Take a lock without waiting; False when another holder stands in the way."""
    import fcntl

    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _errors_explained(path: str | Path | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = tempfile.gettempdir() if path is None else path
        raise StoreUnavailable(
            f"Cannot keep a database in {where}: {error.strerror or error}. "
            "Name a folder that you may write to."
        ) from error
