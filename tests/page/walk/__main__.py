"""Walk through every screen and print each defect: `python -m tests.page.walk OUT [--sizes 320x568] [--only home 'crane*']`.

A line has screen, size, theme, language, size of text, and the control or text with what covers it. OUT gets a picture of each
shape that has a defect, and with `--pictures` of all. Exits with 1 if there is a defect.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from fnmatch import fnmatch
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.page.conftest import FLAGS, find_chromium
from tests.page.support.accessibility import axe_violations
from tests.page.support.people import Person
from tests.page.support.served import Served
from tests.page.walk.look import LANGUAGES, SIZES, TEXTS, THEMES, Shape, defects, has_language, speak
from tests.page.walk.screens import Tour


def size_of(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def walk(tour: Tour, args: argparse.Namespace) -> int:
    """Look at all screens; return the number of defects."""
    found = 0
    for name, come in tour.screens().items():
        if args.only and not any(fnmatch(name, word) for word in args.only):
            continue
        for language in args.languages:
            if not has_language(name, language):
                continue
            person = Person(tour.browser, tour.server)
            try:
                come(person)
                speak(person, name, language)
                for size, text, theme in product(args.sizes, args.texts, args.themes):
                    shape = Shape(size, theme, language, text)
                    problems = list(defects(person, shape))
                    if args.axe and text == TEXTS[0]:
                        problems += [f"axe: {line}" for line in axe_violations(person.page)]
                    for problem in problems:
                        print(f"{name} {shape}: {problem}", flush=True)
                    found += len(problems)
                    if problems or args.pictures:
                        picture = f"{name}.{size[0]}x{size[1]}.{theme}.{language}.{text}.png"
                        person.page.screenshot(path=args.out / picture)
            except Exception as error:  # noqa: BLE001 (the others are still wanted)
                found += 1
                print(f"{name} {language}: not looked at: {str(error).splitlines()[0]}", flush=True)
            person.context.close()
            if tour.server.process is None:
                tour.server.start()
        print(f"# {name}", file=sys.stderr, flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.page.walk", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sizes", nargs="*", type=size_of, default=SIZES)
    parser.add_argument("--themes", nargs="*", choices=THEMES, default=THEMES)
    parser.add_argument("--languages", nargs="*", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--texts", nargs="*", type=int, default=TEXTS)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--axe", action="store_true", help="look at each screen with axe, too, where the text is of usual size")
    parser.add_argument("--pictures", action="store_true", help="take pictures of shapes without a defect, too")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data), FAIRYRING_ANALYSIS_SECONDS="20")
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright.chromium.executable_path), args=FLAGS)
        tour = Tour(server, browser)
        try:
            found = walk(tour, args)
        finally:
            tour.stack.close()
            browser.close()
            server.stop()
    print(f"{found} defects")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
