"""How a server is set up: what the command line says, then the environment, then what suits one family at home."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fairyring.core.errors import OptionError

HOST, PORT = "127.0.0.1", 8765
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
DATABASE_FILE = "tables.db"


@dataclass(frozen=True, slots=True)
class Settings:
    """One server. Numbers of 0 switch a limit off."""

    host: str = HOST
    port: int = PORT
    data: Path | None = None  # the folder of the embedded database
    database: str = ""  # a URL; empty: SQLite in the data folder
    redis: str = ""  # a URL; hints between processes
    origins: tuple[str, ...] = ()  # other addresses whose pages may open sockets here
    proxies: str = ""  # addresses of proxies whose X-Forwarded-For is believed
    workers: int = 0  # processes in which bots think; 0: one less than there are cores
    sockets_per_address: int = 30
    tables_per_hour: int = 20  # new ones, by address
    misses_per_minute: int = 20  # links that lead nowhere, by address
    requests_per_second: int = 20  # HTTP, by address, with a burst of five seconds' worth
    most_tables: int = 5_000  # in memory; more are not created, but those that live are served
    most_sockets: int = 10_000

    @property
    def folder(self) -> Path:
        """Where the embedded database lies."""
        if self.data is not None:
            return self.data
        from platformdirs import user_data_path  # noqa: PLC0415  (only when nobody said where)

        return user_data_path("fairyring", appauthor=False)

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.folder / DATABASE_FILE}"

    @property
    def embedded(self) -> bool:
        """Whether this process has the database for itself."""
        return self.url.startswith("sqlite")

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK


NUMBERS = ("sockets_per_address", "tables_per_hour", "misses_per_minute", "requests_per_second", "most_tables", "most_sockets")


def from_environment(env: Mapping[str, str] | None = None) -> dict[str, object]:
    """What FAIRYRING_… variables say, by the name of the setting."""
    given = os.environ if env is None else env
    found: dict[str, object] = {}
    for name in ("host", "database", "redis", "proxies"):
        if text := given.get(f"FAIRYRING_{name.upper()}", ""):
            found[name] = text
    for name in ("port", "workers", *NUMBERS):
        text = given.get(f"FAIRYRING_{name.upper()}", "")
        if not text:
            continue
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise OptionError(f"FAIRYRING_{name.upper()} is “{text}”; it must be a whole number.")
        found[name] = int(text)
    if text := given.get("FAIRYRING_DATA", ""):
        found["data"] = Path(text)
    if text := given.get("FAIRYRING_ORIGINS", ""):
        found["origins"] = tuple(part.strip() for part in text.split(",") if part.strip())
    return found
