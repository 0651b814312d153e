"""`fairyring static`: write the page as a folder for any static host; games run in the browser, without a server."""

from __future__ import annotations

import argparse
from pathlib import Path

from fairyring.cli.streams import say
from fairyring.core.extras import import_extra

EXAMPLE = "fairyring static public --base /games/"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help="a new or empty folder")
    parser.add_argument(
        "--base",
        default="",
        metavar="/PATH/",
        help="the path of the folder on its host, for the page of missing addresses (default: found from the address)",
    )


def run(args: argparse.Namespace) -> int:
    import_extra("markdown_it")
    from fairyring.site.build import write_site  # noqa: PLC0415  (imports the server)

    report = write_site(args.out, args.base)
    say(f"{args.out}: {report.files} files, {report.size / 1e6:.1f} MB, for any static host and any path.")
    if report.left_out:
        say(f'{len(report.left_out)} PDFs are left out, because they need the extra “print”: pip install "fairyring[print]"')
    say(f"To try it: python -m http.server --directory {args.out} 8000, then http://localhost:8000/")
    return 0
