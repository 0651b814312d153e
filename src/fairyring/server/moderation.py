"""Moderation: the operator's lists of deleted and unlisted tables and of banned addresses, applied while servers run.

The lists are one JSON file in the data folder, changed by `fairyring moderate` and read again by the server whenever it
changes. So they work with SQLite, which no second process may write, and survive a restart. Servers that share a PostgreSQL
database have a folder each.
"""

from __future__ import annotations

import ipaddress
import json
import logging
from dataclasses import dataclass, replace
from pathlib import Path

from fairyring.core.errors import OptionError
from fairyring.core.files import write_atomically
from fairyring.server.access.origins import address_of
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.runtime.hub import Hub
from fairyring.server.settings import Settings
from fairyring.tables.engine.effects import CLOSE_FLOOD, CLOSE_NO_TABLE
from fairyring.tables.limits import DAY
from fairyring.tables.log.stored import TABLE_ID

LOG = logging.getLogger(__name__)
FILE = "moderation.json"
MAX_BYTES = 4 << 20
CHECK_SECONDS = 2.0
RETENTION_SECONDS = 3600.0  # between two deletions of old tables
ACTIONS = ("delete", "unlist", "relist", "ban", "unban")


@dataclass(frozen=True, slots=True)
class Policy:
    """What the operator has decided."""

    deleted: frozenset[str] = frozenset()  # tables
    unlisted: frozenset[str] = frozenset()  # tables that the list of public tables leaves out
    banned: frozenset[str] = frozenset()  # addresses, as rate limits count them


def read_policy(folder: Path) -> Policy:
    """Return the policy of a data folder; an empty one if there is none. Raises OptionError for a damaged file."""
    try:
        with (folder / FILE).open("rb") as file:
            values = json.loads(file.read(MAX_BYTES))
        return Policy(**{name: frozenset(map(str, values.get(name, ()))) for name in ("deleted", "unlisted", "banned")})
    except FileNotFoundError:
        return Policy()
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise OptionError(f"{folder / FILE} cannot be read; repair it, or move it away.") from error


def change_policy(settings: Settings, action: str, subject: str) -> None:
    """Carry out one action of the operator: on a table id, or on an address. Raises OptionError."""
    policy, folder = read_policy(settings.folder), settings.folder
    if action in ("ban", "unban"):
        try:
            ipaddress.ip_address(subject)
        except ValueError:
            raise OptionError(f"“{subject}” is no IP address.") from None
        address = frozenset({address_of((subject, 0))})
        banned = policy.banned | address if action == "ban" else policy.banned - address
        policy = replace(policy, banned=banned)
    else:
        if not TABLE_ID.fullmatch(subject):
            raise OptionError(f"“{subject}” is no table id; it is the last part of the table's link.")
        table = frozenset({subject})
        deleted = policy.deleted | table if action == "delete" else policy.deleted
        unlisted = policy.unlisted - table if action == "relist" else policy.unlisted | table
        policy = replace(policy, deleted=deleted, unlisted=unlisted)
    lists = {name: sorted(getattr(policy, name)) for name in ("deleted", "unlisted", "banned")}
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / FILE, json.dumps(lists, indent=1).encode() + b"\n", durable=True)


class Moderator:
    """Applies the policy to a running server, and deletes old tables where the settings say so."""

    def __init__(self, hub: Hub, rate_limits: RateLimits) -> None:
        self.hub, self.rate_limits = hub, rate_limits
        self.policy = Policy()
        self._read_at: tuple[int, int] | None = None  # time and size of the file that was read last
        hub.background.run_forever("moderation", self.apply, CHECK_SECONDS)
        if hub.settings.keep_days:
            hub.background.run_forever("retention", self.delete_old, RETENTION_SECONDS)

    async def apply(self) -> None:
        """Read the file if it has changed; delete tables, ban addresses from now on, and close their connections."""
        try:
            status = (self.hub.settings.folder / FILE).stat()
        except FileNotFoundError:
            return
        if self._read_at == (status.st_mtime_ns, status.st_size):
            return
        policy = read_policy(self.hub.settings.folder)
        self.rate_limits.banned = policy.banned
        for hosted in list(self.hub.tables.values()) if policy.banned else ():
            for outbox in [outbox for outbox in hosted.outboxes.values() if outbox.address in policy.banned]:
                outbox.close(CLOSE_FLOOD)
        for table in sorted(policy.deleted - self.policy.deleted):
            await self.delete(table)
        self.policy, self._read_at = policy, (status.st_mtime_ns, status.st_size)

    async def delete(self, table: str) -> None:
        """Close all connections of a table, and delete it with its log."""
        await self.hub.store.purge(table)
        self.hub.lobby.remove(table)
        hosted = self.hub.tables.get(table)
        if hosted is not None:
            for outbox in list(hosted.outboxes.values()):
                outbox.close(CLOSE_NO_TABLE)
            self.hub.drop(hosted)

    async def delete_old(self) -> None:
        """Delete tables that were not touched for as many days as the settings keep them."""
        before = self.hub.now() - self.hub.settings.keep_days * DAY
        while await self.hub.store.delete_untouched(before):
            pass
