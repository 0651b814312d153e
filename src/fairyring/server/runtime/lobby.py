"""Places in the list of public tables, so that one address cannot push all other tables out of it.

Kept in this process and nowhere else: tables that were created before a restart, or by another process, are listed without
being counted.
"""

from __future__ import annotations

from collections import OrderedDict

MAX_CREATORS = 20_000  # tables whose creator is remembered; the oldest are forgotten


class Lobby:
    """Decides which public tables are listed: at most `per_address` of those that an address created; 0: all of them."""

    def __init__(self, per_address: int) -> None:
        self._per_address = per_address
        self._creators: OrderedDict[str, str] = OrderedDict()  # by table: the address
        self._listed: dict[str, set[str]] = {}  # by address: its listed tables

    def add(self, table: str, address: str) -> None:
        """Remember who created a table."""
        self._creators[table] = address
        if len(self._creators) > MAX_CREATORS:
            self.remove(next(iter(self._creators)))

    def remove(self, table: str) -> None:
        """Forget a table that was deleted; its place is free for another."""
        self.lists(table, public=False)
        self._creators.pop(table, None)

    def lists(self, table: str, public: bool) -> bool:
        """Take a place for a public table, or free the place of one that is not; return whether the table is listed."""
        address = self._creators.get(table)
        if address is None:
            return public
        listed = self._listed.get(address, set())
        if public and (table in listed or not self._per_address or len(listed) < self._per_address):
            self._listed[address] = listed | {table}
            return True
        if not public and table in listed:
            self._listed[address] = listed - {table}
            if not self._listed[address]:
                del self._listed[address]
        return False
