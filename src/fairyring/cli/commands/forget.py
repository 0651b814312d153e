"""`fairyring forget`: erase a guest's name and chat from a table."""

from __future__ import annotations

import argparse

from fairyring.server import admin

EXAMPLE = admin.EXAMPLES["forget"]
run = admin.forget


def configure(parser: argparse.ArgumentParser) -> None:
    admin.configure("forget", parser)
