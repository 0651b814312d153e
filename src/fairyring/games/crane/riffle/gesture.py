"""The riffle as a gesture of a live table (R36): who holds it, what the challenger gets, what others see, its outcome."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fairyring.core.errors import RecordError
from fairyring.core.game.game import Game
from fairyring.core.game.options import Options
from fairyring.core.record.record import Decision
from fairyring.core.table.gesture import GestureInput, wrong
from fairyring.games.crane.riffle.bots import BOTS
from fairyring.games.crane.riffle.calls import draw_calls
from fairyring.games.crane.riffle.model import TICKS
from fairyring.games.crane.riffle.riffle import Deck, Heard, Part, RiffleRecord, derive, is_held
from fairyring.games.crane.schema import EYES_OPENED, Finger, Grab, Phase, Skill, State
from fairyring.games.crane.turns import challenges_taken

MAX_TRIES = 1_000_000

derive_cached = lru_cache(maxsize=128)(derive)  # cached: every view of the challenger needs it


class Riffle:
    """The gesture of Crane."""

    name = "riffle"
    fields: Mapping[str, tuple[type | None, ...]] = {
        "n": (int, None),
        "eyes": (bool, None),
        "tries": (int, None),
        "by": (str, None),
        "trace": (list, None),
    }

    def is_used(self, options: Options) -> bool:
        return bool(options["grab"] == "riffle")

    def holder(self, _game: Game[Any], s: State) -> int | None:
        """R36: the challenger, as soon as the bets lie open."""
        return s.challenger if s.phase == Phase.GRAB and s.grab == Grab.RIFFLE else None

    def number(self, s: State) -> int:
        return challenges_taken(s) + 1

    def _sides(self, s: State, master: bytes) -> tuple[Deck, Heard]:
        return derive_cached(master, self.number(s), Finger.word(s.finger))

    def owner_data(self, _game: Game[Any], s: State, master: bytes) -> dict[str, Any]:
        """R36: where the ticks lie and how they sound."""
        return self._sides(s, master)[1].wire()

    def observe(self, _game: Game[Any], s: State, master: bytes, data: GestureInput) -> int | None:
        """R36: the band of the ticks held now; an empty hand looks as the thinnest stack does."""
        ticks = data.get("n")
        if not (ticks == 0 or is_held(ticks)) or isinstance(ticks, bool):
            return None
        return self._sides(s, master)[0].band(ticks, s.deck) if ticks else 0

    def resolve(self, game: Game[Any], s: State, master: bytes, data: GestureInput) -> tuple[str, dict[str, Any]]:
        """R11, R12, R36: the cards of the ticks held; or opened eyes, if the challenger reports them."""
        if data.get("eyes"):
            if data.get("n") is not None:
                raise wrong("eyes")
            return EYES_OPENED.name, {"reported": s.challenger}
        if not is_held(data.get("n")):
            raise wrong("n")
        entry = self._entry(s, data)
        grabbed = self._sides(s, master)[0].grabbed(entry.ticks, s.deck)
        return f"grab {grabbed}", {self.name: entry.line()}

    def _entry(self, s: State, data: GestureInput) -> RiffleRecord:
        """What the record keeps; trace, tries and way are reported by the page, so only their form can be wrong."""
        line = RiffleRecord(self.number(s), Finger.word(s.finger), data["n"], 1, "drag").line()
        known = {field: data[field] for field in ("tries", "by", "trace") if data.get(field) is not None}
        for field, value in known.items():
            try:
                RiffleRecord.read(line | {field: value})
            except RecordError as error:
                raise wrong(field) from error
        entry = RiffleRecord.read(line | known)
        if entry.tries > MAX_TRIES:
            raise wrong("tries")
        return entry

    def bot_input(self, _game: Game[Any], s: State, master: bytes, stand_in: bool) -> dict[str, Any]:
        """R36: the ticks of a bot of the option `skill`; a bot that stands in for a person is a novice."""
        heard = self._sides(s, master)[1]
        skill = "novice" if stand_in else Skill.word(s.skill)
        ticks = BOTS[skill](heard, Finger.word(s.finger), s.target, Part(master, heard.challenge, "bot"))
        return {"n": ticks, "tries": 1, "by": "bot"}

    def bot_progress(self, data: GestureInput, done: int, of: int) -> GestureInput:
        """R36: the ticks of a bot's hand pass evenly."""
        return {"n": data["n"] * min(done, of) // max(1, of)}

    def bot_calls(self, seats: tuple[int, ...], seed: int) -> tuple[tuple[int, int, int], ...]:
        """R10, R36: one or two calls, by chance alone."""
        return draw_calls(seats, seed)

    def check(self, _game: Game[Any], s: State, decision: Decision, master: bytes | None) -> None:
        """R12, R36: the grab is that of the sealed deck; opened eyes are the challenger's own word."""
        if self.name in decision.extra:
            entry = RiffleRecord.read(decision.extra[self.name])
            grab, _, cards = decision.action.partition(" ")
            if grab != "grab":
                raise RecordError("Opened eyes hold no ticks.")
            if master is not None:
                entry.check(master, self.number(s), Finger.word(s.finger), s.deck, int(cards))
        elif decision.action == EYES_OPENED.name and decision.extra.get("reported") == s.challenger:
            return
        elif master is not None:
            raise RecordError(f"The grab lacks its riffle: how many of the {TICKS} ticks were held.")
