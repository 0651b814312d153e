"""What whoever runs a server can run into, each in one sentence."""

from __future__ import annotations

import asyncpg
from sqlalchemy.exc import DataError, IntegrityError, NotSupportedError, ProgrammingError, SQLAlchemyError

from fairyring.core.errors import FairyringError

# What a database or the way to it can raise. asyncpg's own errors come through bare while a connection is being made.
DOUBTFUL = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
REFUSED = (DataError, IntegrityError, NotSupportedError, ProgrammingError)  # of these, what would be refused again


class StoreError(FairyringError):
    """The database cannot be used as it is."""


class NewerDatabase(StoreError):
    """A newer Fairyring has migrated this database; this one must not write to it."""
