"""`fairyring backup`: copy all tables of a server into one file."""

from __future__ import annotations

import argparse

from fairyring.server import admin

EXAMPLE = admin.EXAMPLES["backup"]
run = admin.backup


def configure(parser: argparse.ArgumentParser) -> None:
    admin.configure("backup", parser)
