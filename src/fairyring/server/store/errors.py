"""Errors of the store, and groups of database exceptions."""

from __future__ import annotations

from sqlalchemy.exc import DataError, IntegrityError, NotSupportedError, ProgrammingError, SQLAlchemyError

from fairyring.core.errors import FairyringError

try:  # PostgreSQL is an extra; SQLAlchemy does not wrap asyncpg's errors while connecting
    import asyncpg

    _POSTGRES: tuple[type[Exception], ...] = (asyncpg.PostgresError, asyncpg.InterfaceError)
except ImportError:  # pragma: no cover  (tests have it)
    _POSTGRES = ()

# Exceptions of a database or of the connection to it: the outcome of a write is in doubt.
DOUBTFUL: tuple[type[Exception], ...] = (SQLAlchemyError, *_POSTGRES, OSError, TimeoutError)
REFUSED = (DataError, IntegrityError, NotSupportedError, ProgrammingError)  # of these, those that a retry would raise again


class StoreError(FairyringError):
    """The database cannot be used as it is."""


class NewerDatabase(StoreError):
    """A newer Fairyring has migrated this database; this one must not write to it."""


ANY: tuple[type[Exception], ...] = (StoreError, *DOUBTFUL)  # everything that a call of the store can raise
