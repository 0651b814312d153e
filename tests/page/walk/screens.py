"""Every screen of the page, and how a person comes to it: those of the picture script, and those that it does not take."""

from __future__ import annotations

from tests.page.support.moments import Moment
from tests.page.support.people import Person
from tests.page.support.pictures import Studio

# Drawers that a key opens again after a reload. What else is lost by a reload is looked at in English only.
KEYS = {"log": "t", "rules": "r", "keys": "?", "menu": "m"}
LOST_BY_RELOAD = (
    "new-table", "settings", "home-settings", "bots", "curtain", "lost", "guided", "*-aim", "*-notes", "*-score", "*-lesson",
    "*-reveal*", "*-aid*", "*-flip*", "*-practice*", "*-dark*", "*-fly*", "fairness",
)  # fmt: skip


class Tour(Studio):
    """The studio with all further screens."""

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

    def screens(self) -> dict[str, Moment]:
        paths = {
            "code": "c", "code-wrong": "c/ABCDEF", "no-table": "t/nosuchtable23456", "wrong-link": "nonsense/link",
            "workshop": "workshop",
            "score-fairy-tale": "box/fairy-tale", "print-fariables": "box/fariables", "box-crane": "box/crane",
        }  # fmt: skip
        return {
            **super().screens(),
            "home-settings": self.home_settings, "gathering": self.gathering, "menu": self.menu, "fairness": self.fairness,
            "television": self.television, **{name: self.at_path(path) for name, path in paths.items()},
        }  # fmt: skip
