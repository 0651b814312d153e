"""A game with its options chosen: the rules of a room, made safe and pleasant to call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.core import schema, view
from fairyring.core.actions import Action
from fairyring.core.errors import CannotParse, NotLegal, NotYourTurn
from fairyring.core.events import Event, EventKind, speak
from fairyring.core.options import read_options
from fairyring.core.rng import Stream
from fairyring.core.room import Room
from fairyring.core.rules import NATURE, OVER
from fairyring.core.schema import State


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Game:
    """A room and its options. Holds no state: every method takes one and, but for `act`, only reads it."""

    def __init__(
        self, room: Room, options: Mapping[str, object], constants: Mapping[str, Any] | None = None, checked: bool = False
    ) -> None:
        self.room = room
        self.rules = room.rules
        self.words = room.words
        self.options = read_options(room.title, room.state.seats, room.options, options)
        room.refuse(self.options)
        self.actions = room.actions(self.options)
        self.chance = room.chance(self.options)
        self.constants = {**room.constants(room, self.options), **(constants or {})}
        self.state_type = schema.checked(room.state) if checked else room.state

    @property
    def name(self) -> str:
        return self.room.name

    @property
    def players(self) -> int:
        return int(self.options["players"])

    @property
    def seats(self) -> range:
        return range(self.players)

    def __repr__(self) -> str:
        return f"<{self.room.title}: {', '.join(f'{k}={v}' for k, v in self.options.items())}>"

    def initial(self) -> State:
        """The state before anything happened."""
        s = schema.blank(self.state_type, self.constants)
        self.rules.setup(s)
        return s

    # Whose move, and what can be done -------------------------------------------------------

    def pending(self, s: State) -> tuple[int, ...]:
        """The seats that owe a decision, or (NATURE,), or () when the game is over."""
        mask = self.rules.pending(s)
        if mask == NATURE:
            return (NATURE,)
        return tuple(seat for seat in self.seats if mask >> seat & 1)

    def over(self, s: State) -> bool:
        return self.rules.pending(s) == OVER

    def legal(self, s: State, seat: int) -> tuple[int, ...]:
        """The ids of what the seat may do now, ascending; nature's possible outcomes for NATURE."""
        if seat == NATURE:
            return tuple(outcome for outcome, _ in self.chances(s))
        return tuple(self.rules.legal_nth(s, seat, k) for k in range(self.rules.legal_count(s, seat)))

    def mask(self, s: State, seat: int) -> bytes:
        """The same as one byte for each id: 1 where it is legal."""
        flags = bytearray(len(self.space(seat)))
        for action in self.legal(s, seat):
            flags[action] = 1
        return bytes(flags)

    def chances(self, s: State) -> tuple[tuple[int, int], ...]:
        """Nature's outcomes now, with their exact integer weights."""
        if self.rules.pending(s) != NATURE:
            return ()
        weights = ((outcome, self.rules.weight(s, outcome)) for outcome in range(len(self.chance)))
        return tuple((outcome, weight) for outcome, weight in weights if weight)

    def space(self, seat: int) -> Sequence[Action]:
        return self.chance if seat == NATURE else self.actions

    def action(self, seat: int, what: Action | str | int) -> Action:
        """The action that an id, a notation or an action of this game names."""
        actions = self.chance if seat == NATURE else self.actions
        if isinstance(what, Action):
            what = str(what)
        if isinstance(what, str):
            return actions.parse(what)
        if 0 <= what < len(actions):
            found: Action = actions[what]
            return found
        raise CannotParse(f"{what} is no action id; ids of {self.room.title} go from 0 to {len(actions) - 1}.")

    def check(self, s: State, seat: int, what: Action | str | int) -> Action:
        """The action, if the seat may do it now; else an error that says why not."""
        pending = self.pending(s)
        if seat not in pending:
            raise NotYourTurn(self._whose_turn(seat, pending))
        action = self.action(seat, what)
        if seat == NATURE:
            if self.rules.weight(s, action.id) < 1:
                raise NotLegal(f"“{action}” cannot happen now.")
        elif why := self.rules.check(s, seat, action.id):
            text = self.words.TEXT["refuse." + self.words.REFUSALS[why]]
            raise NotLegal(f"“{action}” is not allowed now: {text}")
        return action

    def _whose_turn(self, seat: int, pending: tuple[int, ...]) -> str:
        if not pending:
            return "The game is over, nobody has a move."
        if seat != NATURE and seat not in self.seats:
            return f"There is no seat {seat}; this game has seats 0 to {self.players - 1}."
        if pending == (NATURE,):
            return "Nobody moves now: chance does."
        return f"Seat {seat} has no move now; waiting for {' and '.join(f'seat {p}' for p in pending)}."

    # Doing it -------------------------------------------------------------------------------

    def act(self, s: State, seat: int, action: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """Change the state. The action must be legal. Returns what was noted: (audience, event, arguments)."""
        s.notes = []
        try:
            self.rules.act(s, seat, action)
            return s.notes
        finally:
            s.notes = None

    def draw(self, s: State, rng: Stream) -> int:
        """One of nature's outcomes, by weight."""
        return self.rules.chance_nth(s, rng.below(self.rules.chance_count(s)))

    def outcome(self, s: State) -> Outcome | None:
        """How it ended, or None while it runs."""
        if not self.over(s):
            return None
        return Outcome(
            self.words.END_REASONS[self.rules.reason(s)],
            tuple(self.rules.score(s, seat) for seat in self.seats),
            tuple(self.rules.place(s, seat) for seat in self.seats),
        )

    # Who may know what ----------------------------------------------------------------------

    def view(self, s: State, seat: int | None) -> Any:
        return view.view(s, seat)

    def redact(self, s: schema.S, seat: int | None) -> schema.S:
        return view.redact(s, seat)

    def imagine(self, r: schema.S, seat: int, rng: Stream) -> schema.S:
        """A whole world that agrees with the redacted state `r` of this seat. It is given nothing else."""
        world = schema.copy(r)
        self.rules.imagine(world, seat, rng)
        return world

    # Words ----------------------------------------------------------------------------------

    def event(self, seq: int, noted: tuple[int, int, tuple[int, ...]]) -> Event:
        audience, number, args = noted
        kind = self.words.EVENTS[number]
        return Event(seq, kind.key, tuple(zip(kind.args, args, strict=True)), audience)

    def event_kind(self, key: str) -> EventKind:
        return next(kind for kind in self.words.EVENTS if kind.key == key)

    def say(self, event: Event, names: Sequence[str] = ()) -> str:
        """An event as a sentence."""
        speakers = self.event_kind(event.key).args
        people = names or [f"Player {seat + 1}" for seat in self.seats]
        spoken = {arg: speakers[arg](self, value, people) for arg, value in event.args}
        return speak(self.words.TEXT["event." + event.key], spoken)

    def say_action(self, action: Action, seat: int = 0) -> str:
        """An action as a phrase, for buttons and prompts."""
        kinds = (self.chance if seat == NATURE else self.actions).kinds
        kind = next(kind for kind in kinds if kind.name == action.kind)
        text = self.words.TEXT.get(f"action.{'.'.join((action.kind, *action.args))}")
        return text or speak(self.words.TEXT["action." + action.kind], dict(zip(kind.args, action.args, strict=True)))
