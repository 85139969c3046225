"""What does the caller of a database that does not do as asked have to know?"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from langmem_ext.errors import (
    InvalidMemory,
    StoreBusy,
    StoreNotSetUp,
    StoreUnavailable,
)
from langmem_ext.reading.faults import place_of
from langmem_ext.stores.pools import PoolExhausted

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Shortage:
    """Name what a database that answers has too little of, how the driver says so, and what is to be done.

    `words` are those of a refused connection, of which the driver tells no more.
    """

    kinds: tuple[type[Exception], ...]
    words: tuple[str, ...]
    raised: type[StoreUnavailable]
    advice: str


_SHORTAGES = (
    _Shortage(
        (PoolExhausted, TooManyRequests),
        (),
        StoreBusy,
        "all connections of this process are in use; try again, or allow more by `max_size` of pool_config",
    ),
    _Shortage(
        (psycopg.errors.TooManyConnections,),
        ("too many clients", "too many connections", "connection slots", "no more connections"),
        StoreBusy,
        "the database has no connection left to give; try again, or raise its max_connections, or make the pools of "
        "all processes smaller (docs/how-to/deploy.md, How many connections)",
    ),
    _Shortage(
        (psycopg.errors.DiskFull,),
        ("No space left on device",),
        StoreUnavailable,
        "the disk of the database is full; make room on the server. Nothing was changed",
    ),
    _Shortage(
        (psycopg.errors.OutOfMemory,),
        ("out of memory", "out of shared memory"),
        StoreBusy,
        "the database has run out of memory; try again, or give its server more. Nothing was changed",
    ),
    _Shortage(
        (psycopg.errors.InsufficientResources, psycopg.errors.ConfigurationLimitExceeded),
        (),
        StoreUnavailable,
        "the database has reached a limit of its own. Nothing was changed",
    ),
)


@contextmanager
def errors_explained(of: str = "store") -> Iterator[None]:
    """Turn what the driver says of a database that cannot be used into StoreUnavailable; `of` names what to set up."""
    try:
        yield
    except (
        psycopg.errors.UndefinedTable,
        psycopg.errors.UndefinedFunction,
        psycopg.errors.InvalidSchemaName,
    ) as error:
        raise StoreNotSetUp(
            f"the database has not been set up; call {of}.setup() once ({error.diag.message_primary})"
        ) from error
    except psycopg.errors.UndefinedObject as error:
        raise StoreNotSetUp(
            f"the database role does not find what pgvector brings ({error.diag.message_primary}). Have somebody "
            "run in this database: CREATE EXTENSION vector; where it lies in a schema that the role may not use: GRANT "
            "USAGE ON SCHEMA that_schema TO the_role (for a superuser: TO langmem_app)"
        ) from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreNotSetUp(
            f"the database role may not do this: {_first_line(error)}. Grant it the rights of the application "
            "(docs/how-to/deploy.md, Managed Postgres), or connect as a role that has them"
        ) from error
    except RuntimeError as error:  # a reader that ended a generator
        if not isinstance(error.__cause__, StopIteration):
            raise
        logger.warning("a text could not be read: %s", place_of(error))
        raise InvalidMemory("a text could not be read; nothing was changed", "unread") from None
    except psycopg.errors.ReadOnlySqlTransaction as error:
        raise StoreUnavailable(
            "the database takes no writes: it is a standby, or read-only. It can be searched and read; to write, let "
            "LANGMEM_DATABASE_URI (or the connection string given) lead to the primary"
        ) from error
    except psycopg.errors.ProgramLimitExceeded:
        raise InvalidMemory(
            "a text is too long to be kept; split it, nothing was changed"
        ) from None
    except (psycopg.DataError, UnicodeEncodeError):
        # from None, and without the driver's words: they may repeat the text
        raise InvalidMemory(
            "a value cannot be kept or looked up: Postgres takes no NUL characters, no unpaired surrogates and no "
            "numbers out of range; nothing was changed"
        ) from None
    except (
        psycopg.errors.DeadlockDetected,
        psycopg.errors.SerializationFailure,
        psycopg.errors.LockNotAvailable,
    ) as error:
        raise StoreBusy(
            f"another transaction was in the way: {_first_line(error)}. Nothing was changed; try again"
        ) from error
    except psycopg.errors.QueryCanceled as error:
        raise StoreBusy(
            f"the database was told to give up: {_first_line(error)}. Nothing was changed; try again, or allow "
            "more time"
        ) from error
    except PoolClosed:
        raise StoreUnavailable(
            f"the {of} has been closed; use it inside its `with` block"
        ) from None
    except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout) as error:
        raise _unusable(error) from error


def _unusable(error: Exception) -> StoreUnavailable:
    """Return what a database is told of that is there and has no room, or else is away."""
    said = _first_line(error)
    for short in _SHORTAGES:
        if isinstance(error, short.kinds) or any(word in said for word in short.words):
            return short.raised(f"{short.advice} ({said})")
    return StoreUnavailable(
        f"the database cannot be reached or went away: {said}. Check that it runs and that "
        "LANGMEM_DATABASE_URI (or the connection string given) is right"
    )


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
