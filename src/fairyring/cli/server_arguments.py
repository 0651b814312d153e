"""Arguments that the commands of the server share."""

from __future__ import annotations

import argparse
from pathlib import Path

from fairyring.core.errors import OptionError
from fairyring.server.settings import Settings, from_environment

HIGHEST_PORT = 65535


def add_database_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --data and --database."""
    parser.add_argument("--data", metavar="FOLDER", type=Path, help="folder of the database (default: the user data folder)")
    parser.add_argument("--database", metavar="URL", help="postgresql://USER@HOST/NAME instead of a file in that folder")


def settings_from(args: argparse.Namespace, *names: str) -> Settings:
    """Return the settings: command line first, then FAIRYRING_… variables, then defaults. Raises OptionError."""
    chosen = from_environment() | {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    settings = Settings(**chosen)  # type: ignore[arg-type]
    if not 0 <= settings.port <= HIGHEST_PORT:
        raise OptionError(f"There is no port {settings.port}; choose one from 1 to 65535, or 0 for any that is free.")
    return settings
