"""Page object of one person: actions, assertions, and a log of all frames and responses that the browser received."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Response, Route, WebSocket
from playwright.sync_api import Error as PageGone

from tests.page.support.served import Served, ServedTable

PATIENCE = 60_000  # milliseconds; a busy machine is slow, and nothing here needs so long
POLL = 50  # milliseconds between two looks; each costs about 1.6 ms of CPU in browser, driver and test
LAYER_LOOKS = 40  # at the entry of a dialog in the history; one that is still open keeps it
SHORT = {"goal": 8, "last_fairy": 1}  # house rules of a short game of Fairy
MOMENT = 3_000  # after which a click that met nothing is made again
GUESS = re.compile("higher|lower|suit|fairy|catch", re.IGNORECASE)
# A way to hear what is pressed before the page does, and to keep it from the page: `unreachable` in fitting.py.
FIRST = """for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "dragstart"])
             addEventListener(kind, (event) => window.hearFirst?.(event), { capture: true, passive: false });"""
NETWORK = re.compile("net::ERR_|WebSocket connection|Failed to load resource", re.IGNORECASE)


class Person:
    """A person with a browser context of their own (storage, sockets)."""

    def __init__(
        self,
        browser: Browser,
        server: Served,
        size: tuple[int, int] = (1280, 800),
        theme: Literal["light", "dark"] = "light",
        language: str = "",
        moving: bool = False,
        url: str = "",
    ) -> None:
        self.server = server
        self.url = url or server.url
        calm: Literal["reduce", "no-preference"] = "no-preference" if moving else "reduce"
        viewport: Any = {"width": size[0], "height": size[1]}
        self.context = browser.new_context(viewport=viewport, color_scheme=theme, reduced_motion=calm)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(FIRST)
        self.page = self.context.new_page()
        if language:
            languages = json.dumps([language, "en"])
            self.page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => {languages} }})")
        self.frames: list[dict[str, Any]] = []  # all that came over a socket
        self.raw: list[str] = []
        self.talk: list[tuple[str, dict[str, Any]]] = []  # both ways, in their order: (“said” or “told”, the message)
        self.bodies: dict[str, str] = {}  # all that came over HTTP
        self.errors: list[str] = []
        self.page.on("websocket", self._socket)
        self.page.on("response", self._response)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self._log(message.type, message.text))

    def _log(self, kind: str, text: str) -> None:
        if kind == "error" and not NETWORK.search(text):  # a server that is gone is said by the browser too
            self.errors.append(text)
        if "PythonError" in text:  # the worker goes on without a search kernel, which would cost strong bots their strength
            self.errors.append(text)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._frame)
        socket.on("framesent", lambda payload: self.talk.append(("sent", json.loads(payload))))

    def _frame(self, payload: str | bytes) -> None:
        self.raw.append(str(payload))
        self.frames.append(json.loads(payload))
        self.talk.append(("received", self.frames[-1]))

    def _response(self, response: Response) -> None:
        if "/api/" in response.url:
            try:
                self.bodies[response.url] = response.text()
            except Exception:  # noqa: BLE001 (a page that went on has no body to read any more)
                self.bodies.setdefault(response.url, "")

    def wait_until(self, expression: str) -> None:
        """Wait until an expression is true. (`wait_for_function` polls with `eval`, which the policy of the page forbids.)"""
        deadline = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(expression):
            assert time.monotonic() < deadline, f"never true: {expression}"
            self.page.wait_for_timeout(POLL)

    # Where they go -------------------------------------------------------------------------

    def home(self) -> None:
        self.at("")

    def at(self, path: str) -> None:
        """Open an address, when no dialog is just being closed: the page takes back its entry of the history a moment later."""
        with suppress(PageGone):  # it is on its way to another address already
            for _ in range(LAYER_LOOKS):
                if not self.page.evaluate("history.state?.layer"):
                    break
                self.page.wait_for_timeout(POLL)
        self.page.goto(self.url + path)

    def take(self, table: ServedTable, index: int) -> None:
        """Open a table with the token of one of its people."""
        storage = json.dumps(json.dumps({table.id: {"token": table.tokens[index], "game": "", "at": 1}}))
        key = "'fairyring.tables'"
        self.page.add_init_script(f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {storage})")
        if self.page.url.startswith(self.url):  # who sat elsewhere before leaves that table
            self.page.evaluate(f"localStorage.setItem({key}, {storage})")
        self.at(f"t/{table.id}")

    def shorten_games(self) -> None:
        """Let games of Fairy that this person begins be SHORT, so that a whole game takes few rounds."""

        def shorten(route: Route) -> None:
            if route.request.method != "POST":
                route.continue_()
                return
            wanted = json.loads(route.request.post_data or "{}")
            options = {**wanted.get("options", {}), **SHORT}
            route.continue_(post_data=json.dumps({**wanted, "options": options}))

        self.page.route("**/api/tables", shorten)

    # What they know ------------------------------------------------------------------------

    @property
    def beats(self) -> list[dict[str, Any]]:
        frames = [frame for frame in self.frames if frame["type"] in ("welcome", "beat")]
        return [frame["beat"] if frame["type"] == "welcome" else frame for frame in frames]

    @property
    def phase(self) -> str:
        return next((str(beat["table"]["phase"]) for beat in reversed(self.beats) if "table" in beat), "")

    @property
    def decision(self) -> str:
        """Id of the decision that the shown seat owes; empty without one."""
        newest = self.beats[-1] if self.beats else {"seats": {}}
        return next((str(own["ask"]) for own in newest["seats"].values() if "legal" in own and "chosen" not in own), "")

    @property
    def owes(self) -> bool:
        return bool(self.decision)

    def soon(self, true: Callable[[], bool], patience: int = PATIENCE) -> bool:
        """Wait until a condition holds; fails after the timeout."""
        for _ in range(patience // POLL):
            if true():
                return True
            self.page.wait_for_timeout(POLL)  # lets the browser's events in
        return true()

    def until(self, true: Callable[[], bool], event: str) -> None:
        assert self.soon(true), f"it never came to this: {event}"

    # What they do --------------------------------------------------------------------------

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is there."""
        for _ in range(60):
            if self.page.evaluate("name => document.activeElement?.matches(name) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not come to {selector}")

    @property
    def dock(self) -> Locator:
        return self.page.get_by_role("region", name="What you can do")

    @property
    def end(self) -> Locator:
        return self.page.get_by_role("region", name="Result")

    def guess(self) -> None:
        """Guess once by a button and wait until it is committed. Clicks that meet the last moment are repeated."""
        question = self.decision
        for _ in range(10):
            self.dock.get_by_role("button", name=GUESS, disabled=False, pressed=False).first.click()
            if self.soon(lambda: self.decision != question, MOMENT):
                return
        raise AssertionError("no guess was taken")

    def play_to_the_end(self) -> None:
        """Let a program play for this person over another connection, and wait for the end page."""
        table = self.page.url.split("/t/")[1].split("/")[0]
        token = self.page.evaluate("id => JSON.parse(localStorage.getItem('fairyring.tables'))[id].token", table)
        self.server.finish(ServedTable(table, [token]))
        self.until(lambda: self.phase == "over", "the game is over")
        self.end.wait_for()


def play_on(*people: Person, rounds: int) -> None:
    """Let all persons guess, a number of times or until the game is over."""
    for _ in range(rounds):
        people[0].until(lambda: people[0].phase == "over" or any(person.owes for person in people), "somebody owes a guess")
        if people[0].phase == "over":
            people[0].until(lambda: all(person.phase == "over" for person in people), "everybody has heard of the end")
            return
        for person in people:
            if person.owes:
                person.guess()


def play_out(*people: Person) -> None:
    """Let all persons guess until the game is over."""
    play_on(*people, rounds=400)
    assert all(person.phase == "over" for person in people), "the game does not end"


def seated(visit: Callable[..., Person], table: ServedTable, index: int = 0, **how: Any) -> Person:
    """Open a browser for one of the people of a table."""
    person = visit(**how)
    person.take(table, index)
    person.dock.wait_for()
    return person
