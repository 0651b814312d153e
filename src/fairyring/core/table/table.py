"""`Table`: the driver of one game, in the library, in the terminal and on the server."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from html import escape
from typing import Any, Generic

from fairyring.core.errors import ActionError, ChanceError, FairyringError, NotYourTurn
from fairyring.core.fields import schema
from fairyring.core.fields.scalars import SEATS_OF
from fairyring.core.fields.schema import State
from fairyring.core.game.actions import Action
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import Event, LoggedEvent
from fairyring.core.game.game import Game, Outcome, V
from fairyring.core.game.room import Prompt
from fairyring.core.record.record import Decision, Record, Sitter, unplayable
from fairyring.core.rng import IMAGINATION_STREAM, Stream
from fairyring.core.table.gesture import Gesture
from fairyring.core.table.nature import Nature, Scripted, Seeded
from fairyring.core.text.messages import Player, msg

NO_EXTRA: Mapping[str, Any] = {}  # shared by all decisions without extra entries; never changed


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What a move did: the decisions that it appended, nature's included, and their events.

    It holds everybody's secrets; `events(seat)` is what a seat may know.
    """

    decisions: tuple[Decision, ...]
    logged: tuple[LoggedEvent, ...]

    def events(self, seat: int | None = None) -> tuple[Event, ...]:
        """Return the events as the seat may know them; without a seat, as everybody may."""
        return tuple(event.shown_to(seat) for event in self.logged if event.seen_by(seat))


@dataclass(frozen=True, slots=True)
class ReportedOutcome:
    """A chance outcome that a seat reported, and that another seat has to confirm."""

    seat: int
    outcome: Action


class Table(Generic[V]):
    """A game in progress: holds the state, accepts moves, draws chance, returns views and events, keeps the record.

    Chance is seeded (`seed=7`), or scripted (`chance=["card 4", "card 11"]`), which raises ChanceError when the script is
    used up, or any `Nature`, such as `Sealed`. With none of them, nature waits to be played from outside:
    `table.play(NATURE, "card 4")`.

    A table knows everything, so its caller decides what leaves it:

    - **for a seat**, asked with its number: `legal`, `wire_legal`, `view`, `wire_views`, `prompt`, `aids`, `events_for`,
      `wire_events_for`, `news`, `can_take_back`, and `gesture_data` while its gesture is awaited; asked without a seat,
      `view`, `wire_views`, `prompt`, `events_for`, `wire_events_for` and `news` are public;
    - **for a bot in that seat** also `redacted` and `imagine`: these hold all that the seat ever saw, which people may have
      to remember;
    - **public**: `game`, `sitters`, `names`, `aids_on`, `pending`, `reporters`, `confirmers`, `holder`, `outcome`;
    - **secret**: `state`, `history`, `open_choices`, `decisions_before_open`, `record`, `nature`, `reported`,
      `legal(NATURE)`, the results of `check`, `draw_outcome`, `play`, `report`, `confirm`, `finish_gesture`,
      `finish_gesture_by_bot` and `apply_outcome`, and copies of the table, pickled or not.

    The kit compares everything of the first three groups between tables that differ only in what the reader may not know.
    """

    def __repr__(self) -> str:
        """Return the table as a spectator sees it: what is printed by accident betrays no secret."""
        drawing = self.game.room.presentation.terminal(self.game, self.view(None), self.game.speaker())
        return "\n".join([self.game.room.title, *drawing])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"  # notebooks ask for this

    def __init__(
        self,
        game: Game[V],
        seed: int | None = None,
        chance: Iterable[str | int] | None = None,
        nature: Nature | None = None,
        names: Sequence[str] = (),
        bots: Mapping[int, str] | None = None,
        index: int = 0,
        aids: bool = True,
    ) -> None:
        if sum(source is not None for source in (seed, chance, nature)) > 1:
            raise ChanceError(msg("error.chance.both"))
        if names and len(names) != game.players:
            raise FairyringError(msg("error.names", given=len(names), seats=game.players))
        speaker = game.speaker()
        called = names or [speaker.say("player", number=seat + 1) for seat in game.seats]
        self.game = game
        self.sitters = tuple(Sitter(name, (bots or {}).get(seat, "")) for seat, name in enumerate(called))
        self.nature = Seeded(seed, index) if seed is not None else Scripted(chance) if chance is not None else nature
        self.aids_on = aids
        self.reported: ReportedOutcome | None = None
        self._imagination_seed = (seed or 0, index)
        self._imagination: dict[int, Stream] = {}
        self._begin()
        self._run_nature()

    def _begin(self) -> None:
        self._state = self.game.initial()
        self._pending: tuple[int, ...] | None = None  # of this state, once it was asked for
        self._decisions: list[Decision] = []
        self._log: list[LoggedEvent] = []
        self._log_before: list[int] = []  # for each decision, the length of the log before it
        self._pages = dict.fromkeys((None, *self.game.seats), 0)  # for each viewer, where the newest page of the log begins
        self._read: dict[int | None, int] = {}  # for each viewer, how far `news` has read the log
        self._open: list[tuple[int, int]] = []  # (seat, decision) of simultaneous choices, until all are made
        self._open_state: State | None = None  # the state before the first of them; never changed, so copies share it

    # What can be done -----------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(sitter.name for sitter in self.sitters)

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision; (NATURE,) while chance is awaited from outside; () when the game is over."""
        if self._pending is None:
            self._pending = self.game.pending(self._state)
        return self._pending

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat; for NATURE, its possible outcomes. Raises NoSuchSeat."""
        if seat != NATURE:
            self.game.need_seat(seat)
        return self.game.space(seat).many(self.game.legal(self._state, seat))

    def wire_legal(self, seat: int) -> list[dict[str, Any]]:
        """Return the legal actions of a seat as JSON values, which callers must not change. Raises NoSuchSeat."""
        self.game.need_seat(seat)
        return self.game.actions.wires(self.game.legal(self._state, seat))

    def check(self, seat: int, action: Action | str | int) -> Action:
        """Return the action for an action, notation or id. Raises an ActionError if it is not legal now."""
        return self.game.check(self._state, seat, action)

    def play(self, seat: int, action: Action | str | int) -> MoveResult:
        """Apply an action, given as such, by notation or by id, and then chance, as far as nature draws it.

        Raises an ActionError that tells why it is not legal; then nothing has changed.
        """
        return self._play(seat, self.check(seat, action))

    def _play(self, seat: int, action: Action, extra: Mapping[str, Any] | None = None) -> MoveResult:
        decisions, logged = len(self._decisions), len(self._log)
        pending = self.pending
        if len(pending) > 1 and not self._open:
            self._open_state = schema.copy(self._state)
        self._apply(seat, action, extra or NO_EXTRA)
        rest = tuple(p for p in pending if p != seat)
        if rest and self.pending == rest:
            self._open.append((seat, decisions))
        else:
            self._open.clear()
            self._open_state = None
        self.reported = None
        self._run_nature()
        return MoveResult(tuple(self._decisions[decisions:]), tuple(self._log[logged:]))

    def can_take_back(self, seat: int) -> bool:
        """Return whether the seat has made a simultaneous choice that is not final yet."""
        for chooser, _number in self._open:
            if chooser == seat:
                return True
        self.game.need_seat(seat)
        return False

    @property
    def open_choices(self) -> tuple[int, ...]:
        """The seats with a simultaneous choice that is not final yet, in the order in which they chose."""
        return tuple([seat for seat, _number in self._open])

    @property
    def decisions_before_open(self) -> int:
        """The number of decisions before the simultaneous choices that are not final yet; without any, of all decisions.

        As long as it is the same, nothing has happened but that seats chose, or took their choice back. Such a choice changes
        nothing for other seats but for whom the table waits; the kit checks that.
        """
        return self._open[0][1] if self._open else len(self._decisions)

    def take_back(self, seat: int) -> None:
        """Undo a simultaneous choice, as long as not all are made. Raises NotYourTurn.

        The log and the record do not show it.
        """
        if not self.can_take_back(seat) or self._open_state is None:
            raise NotYourTurn(msg("error.take-back.nothing", seat=seat))
        kept = [self._decisions[number] for chooser, number in self._open if chooser != seat]
        first = self._open[0][1]
        ends = [*self._log_before[1:], len(self._log)]
        spans = [(self._log_before[number], ends[number]) for chooser, number in self._open if chooser != seat]
        start = self._log_before[first]
        # The events of the other choices are logged anew, in their order: what a viewer has read of them stays read.
        self._read = {
            viewer: min(read, start) + sum(max(0, min(end, read) - begin) for begin, end in spans)
            for viewer, read in self._read.items()
        }
        del self._log[start:], self._log_before[first:], self._decisions[first:]
        self._state, self._open_state, self._pending = schema.copy(self._open_state), None, None
        self._open.clear()
        for decision in kept:
            self._play(decision.seat, self.game.action(decision.seat, decision.action), decision.extra)

    # Reported outcomes --------------------------------------------------------

    @property
    def reporters(self) -> tuple[int, ...]:
        """The seats that may report the outcome of a physical deck or die."""
        return SEATS_OF[self.game.rules.reporters(self._state)] if self.pending == (NATURE,) else ()

    @property
    def confirmers(self) -> tuple[int, ...]:
        """The seats of which one has to confirm the reported outcome; () if there is none."""
        if self.reported is None:
            return ()
        return tuple(p for p in SEATS_OF[self.game.rules.confirmers(self._state)] if p != self.reported.seat)

    def report(self, seat: int, outcome: Action | str | int) -> MoveResult | None:
        """Report a physical outcome; returns None while a confirmation is awaited. Raises an ActionError."""
        if not self.reporters:
            raise NotYourTurn(msg("error.report.nobody"))
        if seat not in self.reporters:
            raise NotYourTurn(msg("error.report.who", seat=seat, seats=list(self.reporters)))
        self.reported = ReportedOutcome(seat, self.game.check(self._state, NATURE, outcome))
        return None if self.confirmers else self._play(NATURE, self.reported.outcome, {"reported": seat})

    def confirm(self, seat: int, right: bool = True) -> MoveResult | None:
        """Confirm the reported outcome; with `right` false, discard it, so that it is reported again. Raises NotYourTurn."""
        report = self.reported
        if report is None:
            raise NotYourTurn(msg("error.confirm.nothing"))
        if seat not in self.confirmers:
            raise NotYourTurn(msg("error.confirm.who", seat=seat, seats=list(self.confirmers)))
        if not right:
            self.reported = None
            return None
        return self._play(NATURE, report.outcome, {"reported": report.seat, "confirmed": seat})

    # Gestures ---------------------------------------------------------------------

    @property
    def holder(self) -> int | None:
        """The seat whose gesture is awaited, or None."""
        gesture = self.game.gesture
        return gesture.holder(self.game, self._state) if gesture is not None else None

    def _gesture(self, seat: int) -> tuple[Gesture, bytes]:
        gesture, master = self.game.gesture, getattr(self.nature, "master", None)
        if gesture is None or seat != self.holder:
            raise NotYourTurn(msg("error.hand.who", seat=seat))
        if master is None:
            raise ChanceError(msg("error.hand.chance"))
        return gesture, master

    def gesture_data(self, seat: int) -> dict[str, Any]:
        """Return what the seat's page needs for the awaited gesture. Raises NotYourTurn, ChanceError."""
        gesture, master = self._gesture(seat)
        return gesture.owner_data(self.game, self.state, master)

    def finish_gesture(self, seat: int, **values: Any) -> MoveResult:
        """Finish the gesture with the input of its page; the outcome follows from the seed or the seal."""
        gesture, master = self._gesture(seat)
        return self.apply_outcome(*gesture.resolve(self.game, self.state, master, values))

    def finish_gesture_by_bot(self, seat: int) -> MoveResult:
        """Finish the gesture with the input of a bot."""
        gesture, master = self._gesture(seat)
        return self.finish_gesture(seat, **gesture.bot_input(self.game, self.state, master, False))

    def apply_outcome(self, outcome: Action | str | int, extra: Mapping[str, Any]) -> MoveResult:
        """Apply a chance outcome that was computed elsewhere, with extra entries for the record's line."""
        return self._play(NATURE, self.game.check(self._state, NATURE, outcome), extra)

    # Applying decisions -------------------------------------------------------------------------

    def _apply(self, seat: int, action: Action, extra: Mapping[str, Any]) -> None:
        self._log_before.append(len(self._log))
        self._pending = None
        self._decisions.append(Decision(seat, action.text, extra))
        for event in self.game.act(self._state, seat, action.id):
            if event.kind.new_page:
                self._begin_page(event)
            self._log.append(event)

    def _begin_page(self, event: LoggedEvent) -> None:
        for viewer in self._pages:
            if event.seen_by(viewer):
                self._pages[viewer] = len(self._log)

    def draw_outcome(self, draw: Callable[[int], int]) -> Action:
        """Return the chance outcome that a number drawn from outside selects; `draw(n)` returns one of 0 … n-1, uniformly.

        Nature must be pending. Nothing is applied.
        """
        rules, state = self.game.rules, self._state
        return self.game.chance[rules.chance_nth(state, draw(rules.chance_count(state)))]

    def _run_nature(self) -> None:
        game = self.game
        while self.nature is not None and game.rules.pending(self._state) == NATURE and not game.rules.reporters(self._state):
            self._apply(NATURE, game.chance[self.nature.pick(game, self._state)], NO_EXTRA)

    # Knowledge ----------------------------------------------------------------------

    def view(self, seat: int | None = None) -> V:
        """Return what the seat sees on the table; without a seat, what everybody sees. Raises NoSuchSeat."""
        self.game.need_seat(seat)
        return self.game.view(self._state, seat)

    def wire_views(self, seats: Iterable[int | None]) -> dict[int | None, dict[str, Any]]:
        """Return the views of some seats (None: the public one) as JSON values; they share what is public."""
        viewer, s = self.game.wire_viewer, self._state
        shared = viewer.share(s)
        return {seat: viewer.view(s, seat, shared) for seat in seats}

    def prompt(self, seat: int | None) -> Prompt:
        """Return the request to the seat, or for which seats it waits; without a seat, what a spectator is shown."""
        self.game.need_seat(seat)
        if seat is None:
            return self.game.prompt(self._state, NATURE)
        if self.reported is not None and seat in self.confirmers:
            outcome = self.game.action_message(self.reported.outcome, NATURE)
            return Prompt("confirm", args={"seat": Player(self.reported.seat), "outcome": outcome})
        if self.reported is not None:
            return Prompt("wait", args={"seats": [Player(p) for p in self.confirmers]})
        return self.game.prompt(self._state, seat)

    def aids(self, seat: int) -> dict[str, Any]:
        """Return what a careful player could derive, ready for JSON; {} at a table without aids."""
        self.game.need_seat(seat)
        return self.game.aids(self._state, seat) if self.aids_on else {}

    def redacted(self, seat: int) -> State:
        """Return the seat's knowledge with a perfect memory, as a redacted state: for bots."""
        self.game.need_seat(seat)
        return self.game.redact(self._state, seat)

    def imagine(self, seat: int) -> State:
        """Return a random world that is consistent with the seat's knowledge."""
        seed, index = self._imagination_seed
        rng = self._imagination.setdefault(seat, Stream(seed, index, IMAGINATION_STREAM + seat))
        return self.game.imagine(self.redacted(seat), seat, rng)

    def events_for(self, seat: int | None = None) -> tuple[Event, ...]:
        """Return the log that the seat may look up now; without a seat, the public one.

        Events of kinds that fade are left out once a new page has begun. Costs as much as the whole log.
        """
        return tuple([event.shown_to(seat) for event in self._lasting(seat)])

    def wire_events_for(self, seats: Iterable[int | None], newest: int | None = None) -> dict[int | None, list[dict[str, Any]]]:
        """Return `events_for` of some seats as JSON values, without messages, and of each at most the `newest` ones.

        Seats share what they see alike; callers must not change it.
        """
        logs = {seat: self._lasting(seat)[-newest if newest else 0 :] for seat in seats}
        shown = {seat: [event.wire(seat) for event in log] for seat, log in logs.items()}
        for event in (event for log in logs.values() for event in log):
            event.forget_wire()
        return shown

    def _lasting(self, seat: int | None) -> list[LoggedEvent]:
        """Return the events that the seat may look up now."""
        self.game.need_seat(seat)
        page = self._pages[seat]
        faded = self._faded(seat) if page else ()
        return [
            event
            for number, event in enumerate(self._log)
            if event.seen_by(seat) and (number >= page or not (number in faded or self._fades(event)))
        ]

    def _faded(self, seat: int | None) -> Collection[int]:
        functions = {kind.fades for kind in self.game.room.schema.events if callable(kind.fades)}
        return {number for function in functions for number in function(self._log, seat)}

    def _fades(self, event: LoggedEvent) -> bool:
        fades = event.kind.fades
        return self.game.options.get(fades) != "yes" if isinstance(fades, str) and fades else fades is True

    def news(self, seat: int | None = None) -> tuple[Event, ...]:
        """Return the events since the last call for this seat, each once; the first call returns the log.

        Costs as much as there is new. Events that a function of the game lets fade are returned all the same: the page may
        have turned before the seat could read them.
        """
        self.game.need_seat(seat)
        start = self._read.get(seat)
        self._read[seat] = len(self._log)
        if start is None:
            return self.events_for(seat)
        page = self._pages[seat]
        return tuple(
            event.shown_to(seat)
            for number, event in enumerate(self._log[start:], start)
            if event.seen_by(seat) and (number >= page or not self._fades(event))
        )

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game runs."""
        return self.game.outcome(self._state)

    # Secret: for tests, records and the end of the game ------

    @property
    def state(self) -> State:
        """A copy of the state."""
        return schema.copy(self._state)

    @property
    def history(self) -> tuple[Decision, ...]:
        """All decisions so far, nature's included."""
        return tuple(self._decisions)

    @property
    def record(self) -> Record:
        """The record of the game, to be saved and replayed without an RNG. Raises ValueError for changed constants."""
        if self.game.overrides:
            raise ValueError("a game with changed constants cannot be recorded: a record holds the options alone")
        sealed = self.nature.about(self.game.over(self._state)) if self.nature else None
        return Record.of(self.game, self.sitters, self._decisions, self._state, sealed)

    # Copies ---------------------------------------------------------------------------------

    @classmethod
    def rebuild(
        cls,
        game: Game[V],
        decisions: Iterable[Decision],
        sitters: Sequence[Sitter] = (),
        nature: Nature | None = None,
        aids: bool = True,
    ) -> Table[V]:
        """Return a table after these decisions; `nature` continues after the draws that they hold.

        Raises a RecordError that names the line of the first decision that cannot be played.
        """
        table = cls(game, aids=aids)
        table.sitters = tuple(sitters) or table.sitters
        for line, decision in enumerate(decisions, start=2):  # as in a record, whose first line is its head
            drawn = decision.seat == NATURE and not game.rules.reporters(table._state)
            try:
                action = game.check(table._state, decision.seat, decision.action)
            except FairyringError as error:
                raise unplayable(line, error) from error
            if nature is not None and drawn:
                nature.catch_up(game, table._state)
            table._play(decision.seat, action, decision.extra)
        table.nature = nature
        if isinstance(nature, Seeded):
            table._imagination_seed = (nature.seed, nature.index)
        table._run_nature()
        return table

    @classmethod
    def resume(cls, record: Record, seed: int | None = None, chance: Iterable[str | int] | None = None) -> Table[Any]:
        """Return a table at the end of a record; seeded chance continues where its stream was. Raises RecordError."""
        nature = Seeded(seed) if seed is not None else Scripted(chance) if chance is not None else None
        return cls.rebuild(record.game(), record.decisions, record.sitters, nature)

    def copy(self) -> Table[V]:
        """Return an independent table in the same state."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin._state = schema.copy(self._state)
        twin.nature = None if self.nature is None else deepcopy(self.nature)
        twin._imagination = deepcopy(self._imagination) if self._imagination else {}
        twin._decisions, twin._log, twin._log_before = self._decisions.copy(), self._log.copy(), self._log_before.copy()
        twin._pages, twin._read, twin._open = self._pages.copy(), self._read.copy(), self._open.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Table[V]:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Compare game, players, decisions and the chance to come."""
        return isinstance(other, Table) and self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def _identity(self) -> tuple[Any, ...]:
        return self.game, self.sitters, self._decisions, self.nature, self.aids_on, self.reported

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (
            self.game,
            self.history,
            self.sitters,
            self.nature,
            self.aids_on,
            self._imagination,
            self._imagination_seed,
        )


def _unpickle(
    game: Game[V],
    decisions: Sequence[Decision],
    sitters: Sequence[Sitter],
    nature: Nature | None,
    aids: bool,
    imagination: dict[int, Stream],
    imagination_seed: tuple[int, int],
) -> Table[V]:
    """Return a pickled table: replay its decisions; its nature is pickled as it was."""
    table = Table.rebuild(game, decisions, sitters, aids=aids)
    table.nature, table._imagination, table._imagination_seed = nature, imagination, imagination_seed
    return table


__all__ = ["ActionError", "MoveResult", "ReportedOutcome", "Table"]
