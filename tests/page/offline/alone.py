"""A person at a page without a server: what the page's worker says is recorded as what comes over a socket elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.page.offline.static_site import StaticSite
from tests.page.support.people import SHORT, Person
from tests.page.support.served import Served

SCRIPT = (Path(__file__).parent / "worker_talk.js").read_text()


class Alone(Person):
    """A person whose tables lie in the browser."""

    def __init__(self, browser: Browser, site: StaticSite | Served, init: str = "", **how: Any) -> None:
        super().__init__(browser, server=None, url=site.url, **how)  # type: ignore[arg-type]
        self.context.add_init_script(init + SCRIPT)
        self.context.expose_function("noteReceived", self._frame)
        self.context.expose_function("noteSent", lambda text: self.talk.append(("sent", json.loads(text))))

    def shorten_games(self) -> None:
        """Let games of Fairy that this person begins be SHORT, as `Person.shorten_games` does."""
        self.page.add_init_script(f"window.shortGame = {json.dumps(SHORT)}")

    def let_program_decide(self) -> None:
        """Let a program decide for this device from now on."""
        self.page.evaluate("takeOver()")

    def choose(self, game: str) -> None:
        """Turn the ring to a game."""
        self.page.locator(f'[data-name="{game}"]').dispatch_event("click")

    def play_now(self, game: str = "", button: str = "Play now") -> None:
        """Begin a game against bots."""
        if game:
            self.choose(game)
        self.frames.clear()
        self.page.get_by_role("button", name=button).click()
        self.until(lambda: self.phase == "playing", "the game began")

    def open_table(self, game: str, options: dict[str, Any] | None = None, guided: bool = False) -> None:
        """Begin a game with these options against bots, as the home page does."""
        # Somebody is here, so the worker starts; once the page listens and knows that it may.
        self.wait_until("dispatchEvent(new MouseEvent('click')) && tableWorkers.length > 0")
        wanted = {"game": game, "guided": True} if guided else {"game": game, "options": options or {}}
        created = json.loads(self.ask("POST", "api/tables", json.dumps(wanted))["body"])
        plan = json.dumps({"people": [{"name": "Ann", "animal": "fox"}], "bots": True, "start": True})
        self.page.evaluate(
            """([created, plan, game]) => {
                 const all = JSON.parse(localStorage.getItem("fairyring.tables") ?? "{}");
                 all[created.table] = { token: created.token, game, at: Date.now(), phase: "gathering", local: true };
                 localStorage.setItem("fairyring.tables", JSON.stringify(all));
                 sessionStorage.setItem(`fairyring.plan.${created.table}`, plan);
               }""",
            [created, plan, game],
        )
        self.frames.clear()
        self.at(f"t/{created['table']}")
        self.until(lambda: self.phase == "playing", "the game began")

    def play_to_the_end(self) -> None:
        """Let programs play on until the game is over, and wait for the end page."""
        self.let_program_decide()
        self.until(lambda: self.phase == "over", "the game is over")
        self.end.wait_for()

    def ask(self, method: str, path: str, body: str = "") -> dict[str, Any]:
        """Ask the page's worker, as the page does."""
        question = json.dumps({"method": method, "path": path, "headers": {}, "body": body})
        answer: dict[str, Any] = self.page.evaluate(
            """(text) => new Promise((done) => {
                 const worker = tableWorkers.at(-1), id = 1e9 + Math.floor(Math.random() * 1e6);
                 worker.addEventListener("message", ({ data }) => data.id === id && done(data.response));
                 worker.postMessage({ kind: "request", id, request: JSON.parse(text) });
               })""",
            question,
        )
        return answer

    @property
    def table(self) -> str:
        """Id of the table at the address."""
        return self.page.url.split("/t/")[1].split("/")[0]

    def record(self) -> str:
        """The record of the game that is over."""
        return str(self.ask("GET", f"api/tables/{self.table}/record")["body"])
