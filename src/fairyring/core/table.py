"""The table: the one driver of a game, in the library, in the terminal and on the server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fairyring.core import schema
from fairyring.core.actions import Action
from fairyring.core.errors import ChanceError, FairyringError
from fairyring.core.events import Event
from fairyring.core.game import Game, Outcome
from fairyring.core.record import Decision, Record
from fairyring.core.rng import IMAGINATION_STREAM, NATURE_STREAM, Stream
from fairyring.core.rules import NATURE
from fairyring.core.schema import State


class Table:
    """Holds the state, accepts moves, lets nature pick, hands out views and events, keeps the record.

    Chance is either seeded (`seed=7`), or scripted (`chance=["card 4", "card 11"]`), which stops
    with a ChanceError when the script is used up. With neither, nature waits to be played from
    outside: `table.play(NATURE, "card 4")`.
    """

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        chance: Iterable[str | int] | None = None,
        names: Sequence[str] = (),
        index: int = 0,
    ) -> None:
        if seed is not None and chance is not None:
            raise ChanceError("A table is either seeded or scripted, not both.")
        if names and len(names) != game.players:
            raise FairyringError(f"{len(names)} names were given for {game.players} seats.")
        self.game = game
        self.names = tuple(names) or tuple(f"Player {seat + 1}" for seat in game.seats)
        self._rng = None if seed is None else Stream(seed, index, NATURE_STREAM)
        self._script = None if chance is None else iter(chance)
        self._seed, self._index = seed, index
        self._imagination: dict[int, Stream] = {}
        self._state = game.initial()
        self._decisions: list[Decision] = []
        self._events: list[Event] = []
        self._run_nature()

    # What can be done -----------------------------------------------------------------------

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision; (NATURE,) if chance is to come from outside; () when over."""
        return self.game.pending(self._state)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What the seat may do now."""
        space = self.game.space(seat)
        return tuple(space[i] for i in self.game.legal(self._state, seat))

    def play(self, seat: int, what: Action | str | int) -> None:
        """Do it, or raise an ActionError that says why not; a refused action changes nothing."""
        self._apply(seat, self.game.check(self._state, seat, what))
        self._run_nature()

    def _apply(self, seat: int, action: Action) -> None:
        seq = len(self._decisions)
        witnesses = tuple(p for p in self.game.seats if self.game.rules.witness(self._state, seat, action.id, p))
        noted = self.game.act(self._state, seat, action.id)
        self._decisions.append(Decision(seat, str(action), witnesses))
        self._events += [self.game.event(seq, item) for item in noted]

    def _run_nature(self) -> None:
        while self.pending == (NATURE,) and not self.game.rules.outside(self._state):
            if self._rng is not None:
                action = self.game.action(NATURE, self.game.draw(self._state, self._rng))
            elif self._script is not None:
                step = next(self._script, None)
                if step is None:
                    raise ChanceError(f"The script of chance ended after {len(self._decisions)} decisions, and more is needed.")
                action = self.game.check(self._state, NATURE, step)
            else:
                return
            self._apply(NATURE, action)

    # What can be known ----------------------------------------------------------------------

    def view(self, seat: int | None = None) -> Any:
        """What the seat sees; without a seat, what everybody sees."""
        return self.game.view(self._state, seat)

    def redacted(self, seat: int) -> State:
        """What the seat knows, as a state: for bots."""
        return self.game.redact(self._state, seat)

    def imagine(self, seat: int) -> State:
        """A world that the seat cannot tell from the true one."""
        rng = self._imagination.setdefault(seat, Stream(self._seed or 0, self._index, IMAGINATION_STREAM + seat))
        return self.game.imagine(self.redacted(seat), seat, rng)

    def events_for(self, seat: int | None = None, since: int = 0) -> tuple[Event, ...]:
        """What the seat may look up of what happened, from decision number `since` on."""
        seen = [event for event in self._events if event.seen_by(seat)]
        page = max((i for i, event in enumerate(seen) if self.game.event_kind(event.key).new_page), default=0)
        return tuple(event for i, event in enumerate(seen) if event.seq >= since and (i >= page or not self._fades(event)))

    def _fades(self, event: Event) -> bool:
        fades = self.game.event_kind(event.key).fades
        return bool(fades) and self.game.options[fades] != "yes"

    def transcript(self, seat: int | None) -> tuple[str | None, ...]:
        """The decisions so far as this seat witnessed them; None where it did not see which it was."""
        return tuple(
            step.action if len(step.witnesses) == self.game.players or seat in step.witnesses else None
            for step in self._decisions
        )

    @property
    def decisions(self) -> int:
        """How many decisions were made so far, nature's included."""
        return len(self._decisions)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it runs."""
        return self.game.outcome(self._state)

    @property
    def state(self) -> State:
        """A copy of the whole truth: for tests, records and the end of the game. Never give it to a seat."""
        return schema.copy(self._state)

    @property
    def record(self) -> Record:
        """Everything that happened, ready to be saved and replayed without an RNG."""
        return Record.of(self.game, self.names, self._decisions, self._state)

    # Records --------------------------------------------------------------------------------

    @classmethod
    def resume(cls, record: Record, seed: int | None = None, chance: Iterable[str | int] | None = None) -> Table:
        """A table at the point where the record ends; chance goes on from where its stream was."""
        table = cls(record.game(), names=record.names)
        for decision in record.decisions:
            table._apply(decision.seat, table.game.check(table._state, decision.seat, decision.action))
        if seed is not None:
            table._seed, table._rng = seed, Stream(seed, 0, NATURE_STREAM)
            for state, made in record.walk():
                if made is not None and made.seat == NATURE and not table.game.rules.outside(state):
                    table.game.draw(state, table._rng)
        table._script = None if chance is None else iter(chance)
        table._run_nature()
        return table
