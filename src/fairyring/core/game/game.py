"""A game with its options chosen: the rules of a room, made safe and pleasant to call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from fairyring.core.errors import CannotParse, NoSuchSeat, NotLegal, NotYourTurn
from fairyring.core.fields import schema, view
from fairyring.core.fields.scalars import SEATS_OF
from fairyring.core.fields.schema import State
from fairyring.core.fields.view import View
from fairyring.core.game.actions import Action, ActionSpace
from fairyring.core.game.catalogue import catalogue
from fairyring.core.game.contract import LEGAL, NATURE, OVER
from fairyring.core.game.events import Event, EventKind, LoggedEvent, Noted
from fairyring.core.game.options import read_options
from fairyring.core.game.room import Prompt, Room
from fairyring.core.rng import Stream
from fairyring.core.table.gesture import Hand
from fairyring.core.text.messages import ENGLISH, Message, Named, Player, Speaker, msg

V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Game(Generic[V]):
    """A room and its options. Holds no state: every method takes one and, but for `act`, only reads it."""

    def __init__(
        self, room: Room, options: Mapping[str, object], constants: Mapping[str, Any] | None = None, checked: bool = False
    ) -> None:
        self.room = room
        self.rules = room.rules
        self.options = read_options(room.title, room.schema.state.seats, room.options.declared, options)
        room.options.validate(self.options)
        self.given = room.options.vocabulary(self.options)
        self.actions = ActionSpace(room.schema.actions, self.given)
        self.chance = ActionSpace(room.schema.chance, self.given)
        self.overrides = dict(constants or {})  # constants that differ from those of the options; only tests have any
        self.constants = {**room.options.constants(room, self.options), **self.overrides}
        self.checked = checked
        self.state_type = schema.checked(room.schema.state) if checked else room.schema.state
        self._decoders: dict[EventKind, Callable[..., tuple[Any, ...]]] = {}
        self._speakers: dict[tuple[tuple[str, ...], str], Speaker] = {}

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.room, tuple(self.options.items())))

    def _identity(self) -> tuple[Any, ...]:
        return self.room, dict(self.options), self.overrides, self.checked

    def __reduce__(self) -> tuple[Any, ...]:
        from fairyring.core.game.registry import source_of, unpickle_game  # noqa: PLC0415  (the registry imports this module)

        return unpickle_game, (self.name, dict(self.options), self.overrides, self.checked, source_of(self.room))

    def initial(self) -> State:
        """The state before anything happened."""
        s = schema.blank(self.state_type, self.constants)
        self.rules.setup(s)
        return s

    @cached_property
    def hand(self) -> Hand | None:
        """The room's hand on a screen, where these options have one."""
        hand = self.room.table.gesture
        return hand if hand is not None and hand.used(self.options) else None

    # Whose move, and what can be done -------------------------------------------------------

    def pending(self, s: State) -> tuple[int, ...]:
        """The seats that owe a decision, or (NATURE,), or () when the game is over."""
        mask = self.rules.pending(s)
        return (NATURE,) if mask == NATURE else SEATS_OF[mask]

    def holder(self, s: State) -> int | None:
        """The seat whose hand is awaited; None where none is."""
        return self.hand.holder(self, s) if self.hand is not None else None

    def over(self, s: State) -> bool:
        return self.rules.pending(s) == OVER

    def legal(self, s: State, seat: int) -> tuple[int, ...]:
        """The ids of what the seat may do now, ascending; nature's possible outcomes for NATURE."""
        if seat == NATURE:
            return tuple(outcome for outcome, _ in self.chances(s))
        return tuple([self.rules.legal_nth(s, seat, k) for k in range(self.rules.legal_count(s, seat))])

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

    def space(self, seat: int) -> ActionSpace:
        return self.chance if seat == NATURE else self.actions

    def action(self, seat: int, what: Action | str | int) -> Action:
        """The action that an id, a notation or an action of this game names."""
        space = self.space(seat)
        if isinstance(what, str):
            return space.parse(what)
        if isinstance(what, Action):
            return what if space.get(what.id) is what else space.parse(what.text)
        found = space.get(what)
        if found is not None:
            return found
        if 0 <= what < len(space):
            raise CannotParse(msg("error.parse.unused", id=what))
        raise CannotParse(msg("error.parse.id", id=what, game=self.room.title, last=len(space) - 1))

    def check(self, s: State, seat: int, what: Action | str | int) -> Action:
        """The action, if the seat may do it now; else an error that says why not."""
        mask = self.rules.pending(s)
        if seat != NATURE and not 0 <= seat < self.players:
            raise NotYourTurn(self._no_seat(seat))
        if mask != NATURE if seat == NATURE else mask == NATURE or not mask >> seat & 1:
            raise NotYourTurn(self._whose_turn(seat, self.pending(s)))
        action = self.action(seat, what)
        if seat == NATURE:
            if self.rules.weight(s, action.id) < 1:
                raise NotLegal(msg("error.chance.impossible", outcome=action.text))
        elif (why := self.rules.check(s, seat, action.id)) != LEGAL:
            reason = Message(f"refuse.{self.room.schema.refusals.word(why)}")
            raise NotLegal(msg("error.illegal", action=action.text, why=reason), self.speaker())
        return action

    def need_seat(self, seat: int | None) -> None:
        """Refuse what is neither a seat nor a spectator."""
        if seat is not None and not (isinstance(seat, int) and 0 <= seat < self.players):
            raise NoSuchSeat(self._no_seat(seat))

    def _no_seat(self, seat: int) -> Message:
        return msg("error.seat", seat=seat, last=self.players - 1)

    def _whose_turn(self, seat: int, pending: tuple[int, ...]) -> Message:
        if not pending:
            return msg("error.turn.over")
        if pending == (NATURE,):
            return msg("error.turn.chance")
        return msg("error.turn.wait", seat=seat, seats=[msg("error.turn.seat", number=p) for p in pending])

    # Doing it -------------------------------------------------------------------------------

    def act(self, s: State, seat: int, action: int) -> list[LoggedEvent]:
        """Change the state. The action must be legal. Returns what happened."""
        s.notes = []
        try:
            self.rules.act(s, seat, action)
            return [self._happening(noted) for noted in s.notes]
        finally:
            s.notes = None

    def _happening(self, noted: Noted) -> LoggedEvent:
        audience, kind, numbers = noted
        if kind not in self._decoders:
            self._decoders[kind] = kind.decoder(self.given, SimpleNamespace(**self.constants))
        try:
            shown = self._decoders[kind](*numbers)
        except (IndexError, TypeError) as error:
            told = ", ".join(f"{arg}={number}" for arg, number in zip(kind.args, numbers, strict=True))
            raise ValueError(f"the event {kind.name} was told {told}, and one of these has no name") from error
        return LoggedEvent(audience, kind, dict(zip(kind.args, shown, strict=True)), self.players)

    def draw(self, s: State, rng: Stream) -> int:
        """One of nature's outcomes, by weight."""
        return self.rules.chance_nth(s, rng.below(self.rules.chance_count(s)))

    def place(self, s: State, seat: int) -> int:
        """1 for the winners, 2 for the next …; equals share a place, as in 1, 1, 3."""
        mine = self.rules.standing(s, seat)
        return 1 + sum(self.rules.standing(s, other) > mine for other in self.seats)

    def winners(self, s: State) -> tuple[int, ...]:
        """Return the seats that would share the win if the game ended now."""
        return tuple(seat for seat in self.seats if self.place(s, seat) == 1)

    def outcome(self, s: State) -> Outcome | None:
        """How it ended, or None while it runs."""
        if not self.over(s):
            return None
        return Outcome(
            self.room.schema.ends.word(self.rules.reason(s)),
            tuple(self.rules.score(s, seat) for seat in self.seats),
            tuple(self.place(s, seat) for seat in self.seats),
        )

    # Who may know what ----------------------------------------------------------------------

    @cached_property
    def _viewer(self) -> Callable[[State, int | None], V]:
        return view.viewer(self.room.schema.state, self.room.presentation.view, self.given)

    def view(self, s: State, seat: int | None) -> V:
        """What the seat sees on the table, in names."""
        return self._viewer(s, seat)

    def redact(self, s: schema.S, seat: int | None) -> schema.S:
        return view.redact(s, seat)

    def imagine(self, r: schema.S, seat: int, rng: Stream) -> schema.S:
        """A whole world that agrees with the redacted state `r` of this seat. It is given nothing else."""
        world = schema.copy(r)
        self.rules.imagine(world, seat, rng)
        return world

    def prompt(self, s: State, seat: int) -> Prompt:
        """What the seat is asked to do now, or whom it waits for."""
        pending = self.pending(s)
        if not pending:
            return Prompt("over")
        if seat != NATURE and (seat in pending or seat == self.holder(s)):
            return self.room.presentation.describe.prompt(self, view.glimpse(s, seat), seat)
        awaited = SEATS_OF[self.rules.reporters(s)] if pending == (NATURE,) else pending
        if seat in awaited:
            return Prompt("report")
        return Prompt("wait", args={"seats": [Player(p) for p in awaited]}) if awaited else Prompt("chance")

    def aids(self, s: State, seat: int) -> dict[str, Any]:
        """What a careful player could work out from the own view."""
        return self.room.presentation.describe.aids(self, view.glimpse(s, seat), seat)

    def sheet(self, s: State) -> list[Message]:
        """The score sheet of a game that is over."""
        return self.room.presentation.describe.sheet(self, s)

    # Words ----------------------------------------------------------------------------------

    @cached_property
    def things(self) -> Mapping[str, Mapping[str | int, Mapping[str, Any]]]:
        """The cards, tiles and spaces, with what is printed on them."""
        return self.room.presentation.describe.things(self.options)

    def catalogue(self) -> dict[str, Any]:
        """Everything about this game that does not change while it is played, ready for JSON; to be sent once."""
        return catalogue(self)

    def speaker(self, names: Sequence[str] = (), language: str = ENGLISH) -> Speaker:
        """Says this game's messages; the players are called by these names."""
        key = (tuple(names), language)
        if key not in self._speakers:
            self._speakers[key] = Speaker(self.room.texts(language), self.things, names, language)
        return self._speakers[key]

    def say(self, event: Event, names: Sequence[str] = (), language: str = ENGLISH) -> str:
        """An event as a sentence; nothing where it is not worth one for this viewer."""
        speaker = self.speaker(names, language)
        return speaker.say(event.message) if speaker.has(event.message.key) else ""

    def say_action(self, action: Action, seat: int = 0, names: Sequence[str] = (), language: str = ENGLISH) -> str:
        """An action as a phrase, for buttons and prompts."""
        return self.speaker(names, language).say(self.action_message(action, seat))

    def action_message(self, action: Action, seat: int = 0) -> Message:
        """The same as a message: the text `action.KIND.WORD` if there is one, else `action.KIND`."""
        key = ".".join(("action", action.kind, *map(str, action.words)))
        domains = self.space(seat).kind(action.kind).args
        args = {
            arg: Player(int(word)) if domains[arg].label == "seat" else Named(domains[arg].label, word)
            for arg, word in action.args.items()
        }
        return Message(key if key in self.room.texts() else f"action.{action.kind}", args)
