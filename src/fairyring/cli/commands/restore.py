"""`fairyring restore`: load a backup into an empty database."""

from __future__ import annotations

import argparse

from fairyring.server import admin

EXAMPLE = admin.EXAMPLES["restore"]
run = admin.restore


def configure(parser: argparse.ArgumentParser) -> None:
    admin.configure("restore", parser)
