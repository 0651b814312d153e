"""File descriptors: a server needs one for each connection, and systems allow a process 1,024 unless it asks for more."""

from __future__ import annotations

import logging

from fairyring.server.settings import Settings

LOG = logging.getLogger(__name__)
SPARE = 200  # for the database, workers, and files


def raise_limit(settings: Settings) -> int:
    """Raise the limit of open files to what the settings need, as far as the system allows; return the limit.

    Logs a warning if that is less. Returns 0 where there is no such limit (Windows).
    """
    try:
        import resource  # noqa: PLC0415  (POSIX only)
    except ImportError:
        return 0
    needed = settings.most_sockets + settings.most_connections + SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < needed:
        soft = needed if hard == unlimited else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft != unlimited and soft < needed:
        LOG.warning(
            "this system allows %d open files, and %d are needed for all connections: raise the limit (systemd: LimitNOFILE), "
            "or lower FAIRYRING_MOST_SOCKETS",
            soft,
            needed,
        )
    return soft
