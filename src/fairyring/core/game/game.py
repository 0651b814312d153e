"""`Game`: a room bound to validated options; a stateless wrapper around its rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from fairyring.core.errors import CannotParse, ImpossibleKnowledge, NoSuchSeat, NotLegal, NotYourTurn
from fairyring.core.fields import schema, view
from fairyring.core.fields.scalars import SEATS_OF
from fairyring.core.fields.schema import State
from fairyring.core.fields.view import View, WireViewer
from fairyring.core.game.actions import Action, ActionSpace
from fairyring.core.game.catalogue import catalogue
from fairyring.core.game.contract import LEGAL, NATURE, OVER
from fairyring.core.game.events import Event, EventKind, LoggedEvent, Noted
from fairyring.core.game.options import read_options, rule_numbers
from fairyring.core.game.room import Prompt, Room
from fairyring.core.rng import Stream
from fairyring.core.table.gesture import Gesture
from fairyring.core.text.messages import ENGLISH, Message, Named, Player, Speaker, msg

V = TypeVar("V", bound=View)
MAX_REMEMBERED = 1000  # values that `Game.remember` keeps


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game. Tuples are by seat."""

    reason: str  # one of the room's end reasons
    scores: tuple[int, ...]
    places: tuple[int, ...]  # 1 for winners; equals share a place, as in 1, 1, 3

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Game(Generic[V]):
    """A room and its options. Holds no game state: methods take one, and only `act` changes it.

    `constants` overrides constants of the options, for tests only. `checked` uses states that check the bounds of every
    store. Games are equal if room, options, overrides and `checked` are. Raises OptionError.
    """

    def __init__(
        self, room: Room, options: Mapping[str, object], constants: Mapping[str, Any] | None = None, checked: bool = False
    ) -> None:
        self.room = room
        self.rules = room.rules
        self.options = read_options(room.title, room.schema.state.seats, room.options.declared, options, room.options.numbers)
        room.options.validate(self.options)
        self.numbers = rule_numbers(room.options.numbers, self.options)  # all numbers of the rules, as printed or changed
        self.vocabulary = room.options.vocabulary(self.options)
        self.actions = ActionSpace(room.schema.actions, self.vocabulary)
        self.chance = ActionSpace(room.schema.chance, self.vocabulary)
        self.overrides = dict(constants or {})  # constants that differ from those of the options; only tests have any
        self.constants = {**self._number_constants(), **room.options.constants(room, self.options), **self.overrides}
        if not self._is_printed():
            self.room = room.with_house_rules()
        self.checked = checked
        self.state_type = schema.checked(room.schema.state) if checked else room.schema.state
        self._decoders: dict[EventKind, Callable[..., tuple[Any, ...]]] = {}
        self._remembered: dict[Hashable, Any] = {}
        self._speakers: dict[tuple[tuple[str, ...], str], Speaker] = {}

    def _number_constants(self) -> dict[str, int]:
        """Return the rule numbers that have a const field of their name."""
        fields = self.room.schema.state.fields
        return {name: value for name, value in self.numbers.items() if name in fields and fields[name].const}

    def _is_printed(self) -> bool:
        """Return whether all constants that compiled code folds have their printed values."""
        fields = self.room.schema.state.fields
        return all(
            field.printed is None or schema.frozen(field, self.constants[name]) == schema.frozen(field, field.printed)
            for name, field in fields.items()
            if name in self.constants
        )

    @property
    def name(self) -> str:
        """The name of the room, such as `fairy-tale`."""
        return self.room.name

    @cached_property
    def players(self) -> int:
        """The number of seats."""
        return int(self.options["players"])

    @cached_property
    def seats(self) -> range:
        """The seats, counted from 0."""
        return range(self.players)

    @cached_property
    def house_rules(self) -> dict[str, int]:
        """The numbers of the rules that differ from the printed ones; {} for a game by the printed rules."""
        return {name: value for name, value in self.numbers.items() if name in self.options}

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

        version = self.rules.VERSION
        return unpickle_game, (self.name, dict(self.options), self.overrides, self.checked, source_of(self.room), version)

    def initial(self) -> State:
        """Return a new state before the first decision."""
        s = schema.blank(self.state_type, self.constants)
        self.rules.setup(s)
        return s

    @cached_property
    def gesture(self) -> Gesture | None:
        """The gesture of the room, if games with these options have one."""
        gesture = self.room.table.gesture
        return gesture if gesture is not None and gesture.is_used(self.options) else None

    # Turns and legality -------------------------------------------------------

    def pending(self, s: State) -> tuple[int, ...]:
        """Return the seats that owe a decision, or (NATURE,), or () when the game is over."""
        mask = self.rules.pending(s)
        return (NATURE,) if mask == NATURE else SEATS_OF[mask]

    def holder(self, s: State) -> int | None:
        """Return the seat whose gesture is awaited, or None."""
        return self.gesture.holder(self, s) if self.gesture is not None else None

    def over(self, s: State) -> bool:
        """Return whether the game is over."""
        return self.rules.pending(s) == OVER

    def legal(self, s: State, seat: int) -> tuple[int, ...]:
        """Return the ids of the legal actions of a seat, ascending; for NATURE, of its possible outcomes."""
        if seat == NATURE:
            return tuple(outcome for outcome, _ in self.chances(s))
        if self.rules.list_legal is not None:
            return tuple(self.rules.list_legal(s, seat))
        nth = self.rules.legal_nth
        return tuple([nth(s, seat, k) for k in range(self.rules.legal_count(s, seat))])

    def mask(self, s: State, seat: int) -> bytes:
        """Return the legal actions as one byte for each id, 1 where it is legal."""
        flags = bytearray(len(self.space(seat)))
        for action in self.legal(s, seat):
            flags[action] = 1
        return bytes(flags)

    def chances(self, s: State) -> tuple[tuple[int, int], ...]:
        """Return nature's possible outcomes as (id, integer weight); () while nature is not pending."""
        if self.rules.pending(s) != NATURE:
            return ()
        weights = ((outcome, self.rules.weight(s, outcome)) for outcome in range(len(self.chance)))
        return tuple((outcome, weight) for outcome, weight in weights if weight)

    def space(self, seat: int) -> ActionSpace:
        """Return the action space of a seat, or of NATURE."""
        return self.chance if seat == NATURE else self.actions

    def action(self, seat: int, value: Action | str | int) -> Action:
        """Return the action for an action, notation or id, legal or not. Raises CannotParse."""
        space = self.space(seat)
        if isinstance(value, str):
            return space.parse(value)
        if isinstance(value, Action):
            return value if space.get(value.id) is value else space.parse(value.text)
        action = space.get(value)
        if action is not None:
            return action
        if 0 <= value < len(space):
            raise CannotParse(msg("error.parse.unused", id=value))
        raise CannotParse(msg("error.parse.id", id=value, game=self.room.title, last=len(space) - 1))

    def check(self, s: State, seat: int, value: Action | str | int) -> Action:
        """Return the action for an action, notation or id if it is legal now.

        Raises NotYourTurn, CannotParse or NotLegal, each with the reason.
        """
        mask = self.rules.pending(s)
        if seat != NATURE and not 0 <= seat < self.players:
            raise NotYourTurn(self._no_seat(seat))
        if mask != NATURE if seat == NATURE else mask == NATURE or not mask >> seat & 1:
            raise NotYourTurn(self._whose_turn(seat, self.pending(s)))
        action = self.action(seat, value)
        if seat == NATURE:
            if self.rules.weight(s, action.id) < 1:
                raise NotLegal(msg("error.chance.impossible", outcome=action.text))
        elif (why := self.rules.check(s, seat, action.id)) != LEGAL:
            reason = Message(f"refuse.{self.room.schema.refusals.word(why)}")
            raise NotLegal(msg("error.illegal", action=action.text, why=reason), self.speaker())
        return action

    def need_seat(self, seat: int | None) -> None:
        """Raise NoSuchSeat unless this is a seat, or None for a spectator."""
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

    # Applying actions -------------------------------------------------------------------------------

    def act(self, s: State, seat: int, action: int) -> list[LoggedEvent]:
        """Apply a legal action to the state, and return its events. Legality is not checked."""
        s.notes = []
        try:
            self.rules.act(s, seat, action)
            return [self._logged_event(noted) for noted in s.notes]
        finally:
            s.notes = None

    def _logged_event(self, noted: Noted) -> LoggedEvent:
        audience, kind, numbers = noted
        if kind not in self._decoders:
            self._decoders[kind] = kind.decoder(self.vocabulary, SimpleNamespace(**self.constants))
        try:
            shown = self._decoders[kind](*numbers)
        except (IndexError, TypeError) as error:
            values = ", ".join(f"{arg}={number}" for arg, number in zip(kind.args, numbers, strict=True))
            raise ValueError(f"the event {kind.name} has the values {values}, and one of these has no name") from error
        return LoggedEvent(audience, kind, dict(zip(kind.args, shown, strict=True)), self.players)

    def draw(self, s: State, rng: Stream) -> int:
        """Return one of nature's outcomes, drawn by weight."""
        return self.rules.chance_nth(s, rng.below(self.rules.chance_count(s)))

    def place(self, s: State, seat: int) -> int:
        """Return the place of a seat: 1 for winners; equals share a place, as in 1, 1, 3."""
        mine = self.rules.standing(s, seat)
        return 1 + sum(self.rules.standing(s, other) > mine for other in self.seats)

    def winners(self, s: State) -> tuple[int, ...]:
        """Return the seats that would share the win if the game ended now."""
        return tuple(seat for seat in self.seats if self.place(s, seat) == 1)

    def outcome(self, s: State) -> Outcome | None:
        """Return the outcome, or None while the game runs."""
        if not self.over(s):
            return None
        return Outcome(
            self.room.schema.ends.word(self.rules.reason(s)),
            tuple(self.rules.score(s, seat) for seat in self.seats),
            tuple(self.place(s, seat) for seat in self.seats),
        )

    # Knowledge ----------------------------------------------------------------------

    @cached_property
    def _viewer(self) -> Callable[[State, int | None], V]:
        return view.viewer(self.room.schema.state, self.room.presentation.view, self.vocabulary)

    def view(self, s: State, seat: int | None) -> V:
        """Return what the seat sees on the table, in names; None is a spectator."""
        return self._viewer(s, seat)

    @cached_property
    def wire_viewer(self) -> WireViewer:
        """The views of this game as JSON values, for servers, which show one state to many viewers."""
        return WireViewer(self.room.schema.state, self.vocabulary)

    def redact(self, s: schema.S, seat: int | None) -> schema.S:
        """Return a copy of the state with every field blank that the seat cannot know, however good its memory."""
        return view.redact(s, seat)

    def imagine(self, r: schema.S, seat: int, rng: Stream) -> schema.S:
        """Return a random world that is consistent with the redacted state `r` of the seat.

        Raises ImpossibleKnowledge if the rules find none; they need not notice (see `check_knowledge`).
        """
        world = schema.copy(r)
        try:
            self.rules.imagine(world, seat, rng)
        except schema.OutOfBounds:
            raise  # checked states: it names the field
        except (ValueError, IndexError, AssertionError) as error:
            raise ImpossibleKnowledge(f"{self.room.title}: no world agrees with what seat {seat} knows ({error})") from error
        return world

    def check_knowledge(self, r: schema.S, seat: int) -> None:
        """Raise ImpossibleKnowledge unless the seat can know what is in the redacted state `r`.

        It imagines one world and compares what the seat would know there. Compiled code trusts its arguments, so this is
        called before a state of unknown origin gets there; redacted states of a table need no check. Takes 20 to 500 µs.
        """
        world = self.imagine(r, seat, Stream(0))
        if schema.pack(self.redact(world, seat)) != schema.pack(r):
            raise ImpossibleKnowledge(f"{self.room.title}: no world agrees with what seat {seat} knows")

    def prompt(self, s: State, seat: int) -> Prompt:
        """Return the request to the seat, or for which seats it waits."""
        pending = self.pending(s)
        if not pending:
            return Prompt("over")
        if seat != NATURE and (seat in pending or seat == self.holder(s)):
            return self.room.presentation.describe.prompt(self, view.look(s, seat), seat)
        awaited = SEATS_OF[self.rules.reporters(s)] if pending == (NATURE,) else pending
        if seat in awaited:
            return Prompt("report")
        return Prompt("wait", args={"seats": [Player(p) for p in awaited]}) if awaited else Prompt("chance")

    def aids(self, s: State, seat: int) -> dict[str, Any]:
        """Return what a careful player could derive from the view of the seat, ready for JSON."""
        return self.room.presentation.describe.aids(self, view.look(s, seat), seat)

    def sheet(self, s: State) -> list[Message]:
        """Return the score sheet of a finished game, one message a line."""
        return self.room.presentation.describe.sheet(self, s)

    def remember(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value of a key, which `make` makes if it is not known yet; callers must not change it.

        For `aids`, which servers ask for after every move and for every seat: much of it is the same for all seats, or as
        before the move. The key has to hold everything that the value is made of, besides the options. At most 1,000 values
        are kept for each game.
        """
        remembered = self._remembered
        if key not in remembered:
            if len(remembered) >= MAX_REMEMBERED:
                remembered.clear()
            remembered[key] = make()
        return remembered[key]

    # Texts ----------------------------------------------------------------------------------

    @cached_property
    def things(self) -> Mapping[str, Mapping[str | int, Mapping[str, Any]]]:
        """The cards, tiles and spaces by label and name, with what is printed on them."""
        return self.room.presentation.describe.things(self.options)

    def catalogue(self) -> dict[str, Any]:
        """Return everything about the game that does not change while it is played, ready for JSON."""
        return catalogue(self)

    def speaker(self, names: Sequence[str] = (), language: str = ENGLISH) -> Speaker:
        """Return a speaker for the texts of this game; `names` are those of the players. Cached."""
        key = (tuple(names), language)
        if key not in self._speakers:
            self._speakers[key] = Speaker(self.room.texts(language), self.things, names, language, self.numbers)
        return self._speakers[key]

    def say(self, event: Event, names: Sequence[str] = (), language: str = ENGLISH) -> str:
        """Return an event as a sentence; "" if it has no text for this viewer."""
        speaker = self.speaker(names, language)
        return speaker.say(event.message) if speaker.has(event.message.key) else ""

    def say_action(self, action: Action, seat: int = 0, names: Sequence[str] = (), language: str = ENGLISH) -> str:
        """Return an action as a phrase, for buttons and prompts."""
        return self.speaker(names, language).say(self.action_message(action, seat))

    def action_message(self, action: Action, seat: int = 0) -> Message:
        """Return the message of an action: the text `action.KIND.WORD` if there is one, else `action.KIND`."""
        key = ".".join(("action", action.kind, *map(str, action.words)))
        domains = self.space(seat).kind(action.kind).args
        args = {
            arg: Player(int(word)) if domains[arg].label == "seat" else Named(domains[arg].label, word)
            for arg, word in action.args.items()
        }
        return Message(key if key in self.room.texts() else f"action.{action.kind}", args)
