"""`fairyring completion`: print a script that completes commands, options, games and files in a shell."""

from __future__ import annotations

import argparse

import shtab

from fairyring.cli import main
from fairyring.core.game import registry

EXAMPLE = 'eval "$(fairyring completion bash)"'
FILES, FOLDERS = ("FILE", "PATH", "file", "path"), ("FOLDER", "OUT")  # metavars of arguments that name files


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help="the shell that reads the script")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(script(args.shell))
    return 0


def script(shell: str) -> str:
    """Return the script for a shell. Loads all commands, and names the games that are known now."""
    parser = main.full_parser()
    for command in main.subparsers(parser):
        for action in command._actions:  # noqa: SLF001  (argparse has no other way to its arguments)
            if action.metavar == "GAME":
                action.choices = registry.game_names()
            elif action.metavar in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar in FOLDERS:
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell))
