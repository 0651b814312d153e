"""Every screen of the page, and how a person comes to it: those of the picture script, and those that it does not take."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from tests.page.support.moments import Moment
from tests.page.support.people import Person, play_out
from tests.page.support.pictures import Studio
from tests.page.support.served import Served

# Drawers that a key opens again after a reload. What else is lost by a reload is looked at in English only.
KEYS = {"log": "t", "rules": "r", "keys": "?", "menu": "m"}
LOST_BY_RELOAD = (
    "new-table", "settings", "home-settings", "levels", "share",
    "curtain", "lost", "guided", "*-aim", "*-notes", "*-score", "*-lesson",
    "*-reveal*", "*-aid*", "*-flip*", "*-practice*", "*-dark*", "*-fly*", "fairness",
)  # fmt: skip


LAN = "127.0.0.2"  # stands for the address in the local network; nothing here listens on more than loopback


class Tour(Studio):
    """The studio with all further screens."""

    household: Served | None = None

    def let_phones_in(self, person: Person) -> None:
        """The invitation of a server that only its own machine can reach, as `make play` starts it."""
        if self.household is None:
            folder = tempfile.TemporaryDirectory()
            self.stack.enter_context(folder)
            self.household = Served(Path(folder.name), FAIRYRING_PROXIES="", FAIRYRING_LAN=LAN)
            self.household.start()
            self.stack.callback(self.household.stop)
        person.server, person.url = self.household, self.household.url
        person.home()
        person.page.get_by_role("button", name="With friends").click()
        person.page.get_by_role("region", name="Invite friends").wait_for()

    def phones_let_in(self, person: Person) -> None:
        """The same after the button: link and code lead to the machine's address. It stays so on this server."""
        self.let_phones_in(person)
        button = person.page.get_by_role("button", name="Let phones in")
        code = person.page.locator("svg.qr")
        button.or_(code).first.wait_for()
        if button.count():
            button.click()
        code.wait_for()

    def home_settings(self, person: Person) -> None:
        person.home()
        person.page.get_by_role("button", name="Settings").first.click()
        person.page.get_by_role("slider").first.wait_for()

    def gathering(self, person: Person) -> None:
        created = self.server.post("api/tables", {"game": "fairy", "options": {"players": 10}})
        person.page.add_init_script(
            f"localStorage.setItem('fairyring.tables', JSON.stringify({{ '{created['table']}': {{ token: '{created['token']}',"
            " game: '', at: 1 } }))"
        )
        person.at(f"t/{created['table']}")
        person.page.get_by_role("heading", level=1).first.wait_for()

    def home_again(self, person: Person) -> None:
        """The first page of somebody who has played: a ticket back, and “My games”."""
        self.seated(person)
        person.home()
        person.page.locator(".mine").wait_for()

    def levels(self, person: Person) -> None:
        person.home()
        person.page.locator(".tray__level button").click()
        person.page.get_by_role("dialog").wait_for()

    def puzzle(self, person: Person) -> None:
        person.home()
        person.page.get_by_role("button", name="Puzzles", exact=True).click()
        person.dock.wait_for()

    def puzzle_solved(self, person: Person) -> None:
        self.puzzle(person)
        person.page.locator(".choice:not([disabled])").first.click()
        person.page.get_by_role("dialog").wait_for()

    def day(self, person: Person) -> None:
        """The deal of the day, played to its end."""
        person.home()
        person.page.get_by_role("button", name="Deal of the day").click()
        person.dock.wait_for()
        play_out(person)
        person.page.get_by_role("region", name=re.compile("^Deal of the day")).wait_for()

    def share(self, person: Person) -> None:
        person.take(self.ended(), 0)
        person.page.get_by_role("button", name="Share the result").filter(visible=True).click()
        person.page.get_by_role("dialog").wait_for()

    def menu(self, person: Person) -> None:
        self.seated(person)
        person.page.keyboard.press("m")

    def fairness(self, person: Person) -> None:
        person.take(self.ended(), 0)
        person.page.get_by_role("button", name="Check it yourself").click()
        person.page.get_by_role("dialog").wait_for()

    def television(self, person: Person) -> None:
        table = self.server.open_table("fairy", ["Ann", "Bo"], 4)
        person.at(f"t/{table.id}/tv")
        person.page.locator("main").first.wait_for()

    def at_path(self, path: str) -> Moment:
        def come(person: Person) -> None:
            person.at(path)
            person.page.locator("main, h1").first.wait_for()

        return come

    def tool(self, name: str) -> Moment:
        """A tool for who has the real box. A name that is none of them leads to the shelf, which is `box`."""

        def come(person: Person) -> None:
            person.at(f"box/{name}")
            person.page.locator("main").wait_for()
            assert not person.page.locator("main.box").count(), f"no tool is called {name}"

        return come

    def screens(self) -> dict[str, Moment]:
        paths = {
            "code": "c", "code-wrong": "c/ABCDEF", "no-table": "t/nosuchtable23456", "wrong-link": "nonsense/link",
            "workshop": "workshop",
        }  # fmt: skip
        return {
            **super().screens(),
            "home-settings": self.home_settings, "gathering": self.gathering, "menu": self.menu, "fairness": self.fairness,
            "television": self.television,
            "home-again": self.home_again, "levels": self.levels, "share": self.share,
            "puzzle": self.puzzle, "puzzle-solved": self.puzzle_solved, "day": self.day,
            "household": self.let_phones_in, "household-open": self.phones_let_in,
            **{name: self.at_path(path) for name, path in paths.items()},
            "score-fairy-tale": self.tool("pad"), "print-fariables": self.tool("boards"), "box-crane": self.tool("crane"),
        }  # fmt: skip
