"""Take pictures of every screen: `python -m tests.page.support.pictures FOLDER [--only 'crane*.6' home]`.

Each screen is taken at three sizes, by day and at dusk; the moments of a game at two seats and at the most (see `moments.py`).
`--only` takes those whose name has one of these words in it; a star stands for anything.

With `--docs` (`make pictures`) the pictures of the README are taken instead, and `fairy.webp`, which shows some turns of
Fairy. `--only` chooses among them by their file names.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import tempfile
from contextlib import ExitStack
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.page.conftest import find_chromium
from tests.page.support import moments_crane, moments_fairy, moments_fari, moments_tale, moments_town
from tests.page.support.moments import NAMES, Moment
from tests.page.support.people import GUESS, Person, play_out
from tests.page.support.served import Served, ServedTable
from tests.paths import PEBBLES

SIZES = ((360, 740), (768, 1024), (1280, 800))
THEMES = ("light", "dark")
PEOPLE = NAMES[:2]
MOVIE = "fairy.webp"


class Studio:
    """Server, browser and the way to each screen."""

    def __init__(self, server: Served, browser: Browser) -> None:
        self.server, self.browser = server, browser
        self.over: ServedTable | None = None
        self.sixth: Served | None = None
        self.stack = ExitStack()

    def ended(self) -> ServedTable:
        """A finished game; played on first use."""
        if self.over is None:
            table = self.server.open_table("fairy", PEOPLE, 4)
            ann, bo = Person(self.browser, self.server), Person(self.browser, self.server)
            ann.take(table, 0)
            bo.take(table, 1)
            play_out(ann, bo)
            for person in (ann, bo):
                person.context.close()
            self.over = table
        return self.over

    def seated(
        self, person: Person, game: str = "fairy", people: list[str] | None = None, seats: int = 4, **options: str
    ) -> ServedTable:
        table = self.server.open_table(game, people or PEOPLE, seats, **options)
        person.take(table, 0)
        person.dock.wait_for()
        person.page.wait_for_timeout(700)
        return table

    # Screens ------------------------------------------------------------------------------

    def home(self, person: Person) -> None:
        person.home()

    def new_table(self, person: Person) -> None:
        person.home()
        person.page.get_by_role("button", name="With friends").click()
        person.page.get_by_role("heading", name="Invite friends").wait_for()

    def join(self, person: Person) -> None:
        created = self.server.post("api/tables", {"game": "fairy", "options": {"players": 4}})
        person.at(f"t/{created['table']}")
        person.page.get_by_role("textbox").first.wait_for()

    def played(self, person: Person) -> None:
        """The end of a game that this device has seen from its beginning, so that it can check all of it."""
        table = self.server.open_table("fairy", PEOPLE, 4)
        bo = Person(self.browser, self.server)
        person.take(table, 0)
        bo.take(table, 1)
        play_out(person, bo)
        person.end.wait_for()
        person.page.get_by_role("link", name="Check it yourself").or_(
            person.page.get_by_role("button", name="Check it yourself")
        ).wait_for()
        bo.context.close()

    def replay(self, person: Person) -> None:
        person.at(f"t/{self.ended().id}/replay?at=12")
        person.page.get_by_role("slider", name="Moment of the game").wait_for()

    def guided(self, person: Person) -> None:
        person.home()
        person.page.get_by_role("button", name=re.compile("First time")).click()
        person.dock.wait_for()

    def curtain(self, person: Person) -> None:
        person.home()
        person.page.get_by_role("button", name="On this device").click()
        person.page.get_by_role("dialog").get_by_role("button", name=re.compile("Start|Play")).last.click()
        person.page.get_by_role("button", name=re.compile("open it")).wait_for()

    def log(self, person: Person) -> None:
        self.seated(person)
        person.page.keyboard.press("t")

    def rules(self, person: Person) -> None:
        self.seated(person)
        person.page.keyboard.press("r")

    def settings(self, person: Person) -> None:
        self.seated(person)
        person.page.keyboard.press("m")
        person.page.get_by_role("button", name=re.compile("^Settings")).click()

    def keys(self, person: Person) -> None:
        self.seated(person)
        person.page.keyboard.press("?")

    def lost(self, person: Person) -> None:
        self.seated(person)
        self.server.kill()
        person.page.wait_for_timeout(1500)

    def box(self, person: Person) -> None:
        person.at("box")

    def generic(self, person: Person) -> None:
        """The generic board, on a server with a sixth game."""
        if self.sixth is None:
            folder = Path(tempfile.mkdtemp())
            self.sixth = Served(folder / "tables", FAIRYRING_ROOMS=str(PEBBLES))
            self.sixth.start()
            self.stack.callback(self.sixth.stop)
        person.server, person.url = self.sixth, self.sixth.url
        person.take(self.sixth.open_table("pebbles", PEOPLE[:1], 3), 0)
        person.dock.wait_for()

    def screens(self) -> dict[str, Moment]:
        return {
            "home": self.home, "new-table": self.new_table, "join": self.join, "replay": self.replay, "guided": self.guided,
            "curtain": self.curtain, "log": self.log, "rules": self.rules, "settings": self.settings, "keys": self.keys,
            "lost": self.lost, "box": self.box, "generic": self.generic,
            **moments_fairy.moments(self), **moments_fari.moments(self), **moments_crane.moments(self),
            **moments_tale.Moments(self).screens(), **moments_town.moments(self),
        }  # fmt: skip

    def docs(self) -> dict[str, Moment]:
        """Pictures of the README by file name."""
        return {
            "home.light.1280.webp": self.home,
            "tale.light.1280.webp": partial(moments_tale.Moments(self).play, seats=5),
            "crane.light.1280.webp": partial(moments_crane.Crane(self.server, self.browser).bet, seats=4),
            "fari.light.1280.webp": moments_fari.Moments(self.server, 4).move,
            "town.light.1280.webp": moments_town.Moments(self.server).town,
            "end.light.1280.webp": self.played,
        }


def take(studio: Studio, folder: Path, only: list[str]) -> list[str]:
    """Take all pictures. Returns a line for each failure."""
    missed = []
    for name, come in studio.screens().items():
        if only and not any(fnmatch(name, f"*{word}*") for word in only):
            continue
        for size in SIZES:
            for theme in THEMES:
                person = Person(studio.browser, studio.server, size=size, theme=theme)  # type: ignore[arg-type]
                try:
                    come(person)
                    person.page.wait_for_timeout(600)
                    person.page.screenshot(path=folder / f"{name}.{theme}.{size[0]}.png")
                except Exception as error:  # noqa: BLE001 (the others are still wanted)
                    missed.append(f"{name} {theme} {size[0]}: {str(error).splitlines()[0]}")
                if person.errors:
                    missed.append(f"{name} {theme} {size[0]}: {person.errors[0]}")
                person.context.close()
                if studio.server.process is None:
                    studio.server.start()
        print(name, flush=True)
    return missed


def take_for_docs(studio: Studio, folder: Path, only: list[str]) -> None:
    """Take the pictures of the README."""
    from PIL import Image  # noqa: PLC0415  (only for this)

    for name, come in studio.docs().items():
        if not only or any(fnmatch(name, f"*{word}*") for word in only):
            person = Person(studio.browser, studio.server)
            come(person)
            person.page.wait_for_timeout(600)
            Image.open(io.BytesIO(person.page.screenshot())).save(folder / name, quality=80, method=6)
            assert not person.errors, person.errors
            person.context.close()
            print(folder / name, flush=True)
    if not only or any(fnmatch(MOVIE, f"*{word}*") for word in only):
        film(studio, folder / MOVIE)
        print(folder / MOVIE)


def film(studio: Studio, path: Path, turns: int = 3, frames: int = 14) -> None:
    """Record some turns of Fairy as an animated picture."""
    from PIL import Image  # noqa: PLC0415  (only for this)

    context = studio.browser.new_context(viewport={"width": 1280, "height": 800}, device_scale_factor=0.6)
    page = context.new_page()
    table = studio.server.open_table("fairy", ["Ann"], 4)
    storage = {table.id: {"token": table.tokens[0], "game": "fairy", "at": 1}}
    page.add_init_script(f"localStorage.setItem('fairyring.tables', {json.dumps(json.dumps(storage))})")
    page.goto(f"{studio.server.url}t/{table.id}")
    shots: list[Image.Image] = []
    for turn in range(turns):
        button = page.get_by_role("button", name=GUESS, disabled=False).nth(turn % 4)
        button.wait_for()
        page.wait_for_timeout(400)
        shots.append(Image.open(io.BytesIO(page.screenshot())))
        button.click()
        for _ in range(frames):
            page.wait_for_timeout(90)
            shots.append(Image.open(io.BytesIO(page.screenshot())))
    context.close()
    shots[0].save(path, save_all=True, append_images=shots[1:], duration=180, loop=0, quality=60, method=6)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--docs", action="store_true", help="take the pictures of the README")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data), FAIRYRING_ANALYSIS_SECONDS="20")
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright.chromium.executable_path, whole=True))
        studio = Studio(server, browser)
        try:
            if args.docs:
                take_for_docs(studio, args.folder, args.only)
            else:
                for line in take(studio, args.folder, args.only):
                    print("MISSED", line)
        finally:
            studio.stack.close()
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
