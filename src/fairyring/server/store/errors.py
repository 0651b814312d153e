"""What whoever runs a server can run into, each in one sentence."""

from __future__ import annotations

from sqlalchemy.exc import DataError, IntegrityError, NotSupportedError, ProgrammingError, SQLAlchemyError

from fairyring.core.errors import FairyringError

try:  # PostgreSQL is an extra; its own errors come through bare while a connection is being made
    import asyncpg

    _POSTGRES: tuple[type[Exception], ...] = (asyncpg.PostgresError, asyncpg.InterfaceError)
except ImportError:  # pragma: no cover  (tests have it)
    _POSTGRES = ()

# What a database or the way to it can raise.
DOUBTFUL: tuple[type[Exception], ...] = (SQLAlchemyError, *_POSTGRES, OSError, TimeoutError)
REFUSED = (DataError, IntegrityError, NotSupportedError, ProgrammingError)  # of these, what would be refused again


class StoreError(FairyringError):
    """The database cannot be used as it is."""


class NewerDatabase(StoreError):
    """A newer Fairyring has migrated this database; this one must not write to it."""


ANY: tuple[type[Exception], ...] = (StoreError, *DOUBTFUL)  # whatever asking a store can raise
