"""Settings of a server. Defaults suit one family at home; the environment and the command line override them."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fairyring.core.errors import OptionError

HOST, PORT = "127.0.0.1", 8765
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
DATABASE_FILE = "tables.db"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one server. A limit of 0 is switched off."""

    host: str = HOST
    port: int = PORT
    data: Path | None = None  # folder of the embedded database; None: the user data folder
    database: str = ""  # a URL; empty: SQLite in the data folder
    redis: str = ""  # a URL; pub/sub between processes
    single: bool = False  # whether this is the only server of a PostgreSQL database
    lan: str = ""  # this machine's address in its local network; empty: that of the default route
    origins: tuple[str, ...] = ()  # further origins whose pages may open WebSockets here
    proxies: str = ""  # addresses of proxies whose X-Forwarded-For is trusted
    metrics_from: str = ""  # addresses that may read /metrics, besides this machine
    workers: int = 0  # worker processes for bots; 0: one less than there are cores
    sockets_per_address: int = 120
    tables_per_hour: int = 20  # new ones, by address
    listed_per_address: int = 10  # public tables in the list, by the address that created them
    misses_per_minute: int = 20  # unknown table ids, and likewise connections closed for a flood, by address
    heavy_per_minute: int = 60  # records verified, replayed or imported and files drawn, by address, unless cached
    connects_per_minute: int = 480  # new WebSockets, by address: each socket of the limit above may come back four times
    requests_per_second: int = 20  # HTTP, by address, with a burst of five seconds' worth
    keep_days: int = 0  # tables untouched for so many days are deleted, played or not; 0: kept for ever
    most_tables: int = 5_000  # in memory; then no tables are created, but existing ones are served
    most_sockets: int = 10_000
    connections_per_address: int = 100  # HTTP connections at once, besides WebSockets; configured proxies are exempt
    most_connections: int = 2_000  # HTTP connections at once, besides WebSockets; then silent ones are dropped
    push_key: str = field(default="", repr=False)  # private VAPID key; empty: no Web Push
    push_contact: str = ""  # how push services reach the operator: mailto:…, or an https address
    push_networks: str = ""  # private networks with push services of one's own, besides public addresses
    analysis_seconds: int = 20  # of a finished game that somebody looks at; 0: no decisions are judged
    request_seconds: int = 10  # for the head of a request, and again for its body

    @property
    def folder(self) -> Path:
        """The folder of the embedded database."""
        if self.data is not None:
            return self.data
        from platformdirs import user_data_path  # noqa: PLC0415  (only for the default)

        return user_data_path("fairyring", appauthor=False)

    @property
    def url(self) -> str:
        """The URL of the database."""
        return self.database or f"sqlite:///{self.folder / DATABASE_FILE}"

    @property
    def embedded(self) -> bool:
        """Whether the database is SQLite, which one process has for itself."""
        return self.url.startswith("sqlite")

    @property
    def database_file(self) -> Path:
        """The file of the embedded database, with symbolic links resolved, so that two names of one file are equal."""
        return Path(self.url.partition(":///")[2].partition("?")[0]).resolve()

    @property
    def needs_redis(self) -> bool:
        """Whether other servers may share the database, and none could hear of the others: neither `redis` nor `single`."""
        return self.url.startswith("postgresql") and not (self.redis or self.single)

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK


NUMBERS = (
    "sockets_per_address", "tables_per_hour", "listed_per_address", "misses_per_minute", "heavy_per_minute",
    "connects_per_minute", "requests_per_second", "keep_days", "most_tables", "most_sockets", "connections_per_address",
    "most_connections", "analysis_seconds", "request_seconds",
)  # fmt: skip


def from_environment(env: Mapping[str, str] | None = None) -> dict[str, object]:
    """Return the settings that FAIRYRING_… variables set, by name; raise OptionError for a number that is none."""
    variables = os.environ if env is None else env
    settings: dict[str, object] = {}
    for name in ("host", "lan", "database", "redis", "proxies", "metrics_from", "push_key", "push_contact", "push_networks"):
        if text := variables.get(f"FAIRYRING_{name.upper()}", ""):
            settings[name] = text
    for name in ("port", "workers", *NUMBERS):
        text = variables.get(f"FAIRYRING_{name.upper()}", "")
        if not text:
            continue
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise OptionError(f"FAIRYRING_{name.upper()} is “{text}”; it must be a whole number.")
        settings[name] = int(text)
    for name in ("proxies", "metrics_from", "push_networks"):
        _check_networks(name, str(settings.get(name, "")))
    if text := variables.get("FAIRYRING_SINGLE", ""):
        settings["single"] = text == "yes"
    if text := variables.get("FAIRYRING_DATA", ""):
        settings["data"] = Path(text)
    if text := variables.get("FAIRYRING_ORIGINS", ""):
        settings["origins"] = tuple(part.strip() for part in text.split(",") if part.strip())
    return settings


def _check_networks(name: str, text: str) -> None:
    """Raise OptionError unless all are addresses or networks: with “*” for proxies, anybody could choose an address."""
    for part in text.split(",") if text else ():
        try:
            ipaddress.ip_network(part.strip(), strict=False)
        except ValueError:
            raise OptionError(
                f"FAIRYRING_{name.upper()} has “{part.strip()}”; "
                "it must list addresses or networks, such as 127.0.0.1,10.0.0.0/8."
            ) from None
