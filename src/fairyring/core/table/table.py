"""The table: the one driver of a game, in the library, in the terminal and on the server."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Generic

from fairyring.core.errors import ActionError, ChanceError, FairyringError, NotYourTurn, RecordError
from fairyring.core.fields import schema
from fairyring.core.fields.scalars import SEATS_OF
from fairyring.core.fields.schema import State
from fairyring.core.game.actions import Action
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import Event, LoggedEvent
from fairyring.core.game.game import Game, Outcome, V
from fairyring.core.game.room import Prompt
from fairyring.core.record.record import Decision, Record, Sitter
from fairyring.core.rng import IMAGINATION_STREAM, Stream
from fairyring.core.table.gesture import Hand
from fairyring.core.table.nature import Nature, Scripted, Seeded
from fairyring.core.text.messages import Player, msg


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What a move brought about: the decisions that were appended, nature's included, and what can be told of them.

    This is the whole truth, for whoever drives the table. A seat is given `events(seat)`.
    """

    decisions: tuple[Decision, ...]
    happenings: tuple[LoggedEvent, ...]

    def events(self, seat: int | None = None) -> tuple[Event, ...]:
        """The events as this seat may know them; without a seat, as everybody may."""
        return tuple(happening.shown_to(seat) for happening in self.happenings if happening.seen_by(seat))


class Mark:
    """A point in a table's story, from which events can be read on.

    Only a table makes one, and no two are equal: nobody can find out with them how long the story is.
    """

    __slots__ = ("_at",)

    _at: int

    def __repr__(self) -> str:
        return "<a point in the story>"


@dataclass(frozen=True, slots=True)
class Report:
    """An outcome that somebody says the world has brought, and that somebody else has to confirm."""

    seat: int
    outcome: Action


class Table(Generic[V]):
    """Holds the state, accepts moves, lets nature pick, hands out views and events, keeps the record.

    Chance is seeded (`seed=7`), or scripted (`chance=["card 4", "card 11"]`), which stops with a ChanceError when the
    script is used up, or any `Nature`, such as `Sealed`. With none of them, nature waits to be played from outside:
    `table.play(NATURE, "card 4")`.

    A table knows everything, so whoever drives it decides what leaves it:

    - **a seat may be told**, asked with its number: `legal`, `view`, `prompt`, `aids`, `events_for`, `news`, `can_take_back`,
      and `given` where its hand on a screen is awaited; asked without one, `view`, `events_for` and `news` tell what everybody
      may know;
    - **a mind in its place** also `redacted` and `imagine`: these remember all that the seat ever saw, which people may have
      to remember by themselves;
    - **everybody**: `game`, `sitters`, `names`, `aids_on`, `pending`, `reporters`, `confirmers`, `holder`, `outcome`,
      `mark`;
    - **nobody but the driver**: `state`, `history`, `record`, `nature`, `reported`, `legal(NATURE)`, what `check`, `play`,
      `report`, `confirm`, `hold`, `hold_by_bot` and `bring` return, and copies of the table, pickled or not.

    The kit compares all that a seat, a mind or everybody is told, between tables that differ in what they may not know.
    """

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
        self.reported: Report | None = None
        self._dreams = (seed or 0, index)
        self._imagination: dict[int, Stream] = {}
        self._begin()
        self._run_nature()

    def _begin(self) -> None:
        self._state = self.game.initial()
        self._decisions: list[Decision] = []
        self._happenings: list[LoggedEvent] = []
        self._told_before: list[int] = []  # for each decision, how many happenings there were before it
        self._pages = dict.fromkeys((None, *self.game.seats), 0)  # for each viewer, where the newest page begins
        self._heard: dict[int | None, int] = {}  # for each viewer, how far it was told the news
        self._open: list[tuple[int, int]] = []  # choices made at the same time as others, while not all are in
        self._open_state: State | None = None  # and the state before the first of them

    # What can be done -----------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sitter.name for sitter in self.sitters)

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision; (NATURE,) if chance is to come from outside; () when over."""
        return self.game.pending(self._state)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What the seat may do now."""
        if seat != NATURE:
            self.game.need_seat(seat)
        space = self.game.space(seat)
        return tuple([space[i] for i in self.game.legal(self._state, seat)])

    def check(self, seat: int, what: Action | str | int) -> Action:
        """The legal action that is meant, or an ActionError that says why there is none."""
        return self.game.check(self._state, seat, what)

    def play(self, seat: int, what: Action | str | int) -> MoveResult:
        """Do it, or raise an ActionError that says why not; a refused action changes nothing."""
        return self._play(seat, self.check(seat, what))

    def _play(self, seat: int, action: Action, extra: Mapping[str, Any] | None = None) -> MoveResult:
        decisions, happenings = len(self._decisions), len(self._happenings)
        pending = self.pending
        if len(pending) > 1 and not self._open:
            self._open_state = schema.copy(self._state)
        self._apply(seat, action, extra or {})
        rest = tuple(p for p in pending if p != seat)
        if rest and self.pending == rest:
            self._open.append((seat, decisions))
        else:
            self._open.clear()
            self._open_state = None
        self.reported = None
        self._run_nature()
        return MoveResult(tuple(self._decisions[decisions:]), tuple(self._happenings[happenings:]))

    def can_take_back(self, seat: int) -> bool:
        """Whether the seat has made a choice that others are still making theirs beside."""
        self.game.need_seat(seat)
        return any(seat == chooser for chooser, _number in self._open)

    def take_back(self, seat: int) -> None:
        """Take back a choice made at the same time as others, until all are in; it never happened."""
        if not self.can_take_back(seat) or self._open_state is None:
            raise NotYourTurn(msg("error.take-back.nothing", seat=seat))
        kept = [self._decisions[number] for chooser, number in self._open if chooser != seat]
        first = self._open[0][1]
        del self._happenings[self._told_before[first] :], self._told_before[first:], self._decisions[first:]
        self._heard = {viewer: min(number, len(self._happenings)) for viewer, number in self._heard.items()}
        self._state, self._open_state = self._open_state, None
        self._open.clear()
        for decision in kept:
            self._play(decision.seat, self.game.action(decision.seat, decision.action), decision.extra)

    # Outcomes that come from outside --------------------------------------------------------

    @property
    def reporters(self) -> tuple[int, ...]:
        """The seats that may say what the world brought: a hand, a real die."""
        return SEATS_OF[self.game.rules.reporters(self._state)] if self.pending == (NATURE,) else ()

    @property
    def confirmers(self) -> tuple[int, ...]:
        """The seats of which one has to confirm what was reported; () if nothing was."""
        if self.reported is None:
            return ()
        return tuple(p for p in SEATS_OF[self.game.rules.confirmers(self._state)] if p != self.reported.seat)

    def report(self, seat: int, what: Action | str | int) -> MoveResult | None:
        """Say which outcome the world brought; where somebody has to confirm it, nothing happens yet (None)."""
        if not self.reporters:
            raise NotYourTurn(msg("error.report.nobody"))
        if seat not in self.reporters:
            raise NotYourTurn(msg("error.report.who", seat=seat, seats=list(self.reporters)))
        self.reported = Report(seat, self.game.check(self._state, NATURE, what))
        return None if self.confirmers else self._play(NATURE, self.reported.outcome, {"reported": seat})

    def confirm(self, seat: int, right: bool = True) -> MoveResult | None:
        """Confirm what was reported, or say that it is not right: then it has to be reported anew."""
        report = self.reported
        if report is None:
            raise NotYourTurn(msg("error.confirm.nothing"))
        if seat not in self.confirmers:
            raise NotYourTurn(msg("error.confirm.who", seat=seat, seats=list(self.confirmers)))
        if not right:
            self.reported = None
            return None
        return self._play(NATURE, report.outcome, {"reported": report.seat, "confirmed": seat})

    # A hand on a screen ---------------------------------------------------------------------

    @property
    def holder(self) -> int | None:
        """The seat whose hand on a screen is awaited; None where none is."""
        return self.game.holder(self._state)

    def _hand(self, seat: int) -> tuple[Hand, bytes]:
        hand, master = self.game.hand, getattr(self.nature, "master", None)
        if hand is None or seat != self.holder:
            raise NotYourTurn(msg("error.hand.who", seat=seat))
        if master is None:
            raise ChanceError(msg("error.hand.chance"))
        return hand, master

    def given(self, seat: int) -> dict[str, Any]:
        """What the owner of the awaited hand is given."""
        hand, master = self._hand(seat)
        return hand.given(self.game, self.state, master)

    def hold(self, seat: int, **told: Any) -> MoveResult:
        """End the hand as its page would: what it brought follows from the seed or the seal."""
        hand, master = self._hand(seat)
        return self.bring(*hand.brings(self.game, self.state, master, told))

    def hold_by_bot(self, seat: int) -> MoveResult:
        """Let a bot end the hand."""
        hand, master = self._hand(seat)
        return self.hold(seat, **hand.by_bot(self.game, self.state, master, False))

    def bring(self, what: Action | str | int, extra: Mapping[str, Any]) -> MoveResult:
        """An outcome that was worked out elsewhere, with what the record's line says of it."""
        return self._play(NATURE, self.game.check(self._state, NATURE, what), extra)

    # How it goes on -------------------------------------------------------------------------

    def _apply(self, seat: int, action: Action, extra: Mapping[str, Any]) -> None:
        self._told_before.append(len(self._happenings))
        self._decisions.append(Decision(seat, action.text, extra))
        for happening in self.game.act(self._state, seat, action.id):
            if happening.kind.new_page:
                self._turn_page(happening)
            self._happenings.append(happening)

    def _turn_page(self, happening: LoggedEvent) -> None:
        for viewer in self._pages:
            if happening.seen_by(viewer):
                self._pages[viewer] = len(self._happenings)

    def _run_nature(self) -> None:
        game = self.game
        while self.nature is not None and game.rules.pending(self._state) == NATURE and not game.rules.reporters(self._state):
            self._apply(NATURE, game.chance[self.nature.pick(game, self._state)], {})

    # What can be known ----------------------------------------------------------------------

    def view(self, seat: int | None = None) -> V:
        """What the seat sees; without a seat, what everybody sees."""
        self.game.need_seat(seat)
        return self.game.view(self._state, seat)

    def prompt(self, seat: int) -> Prompt:
        """What the seat is asked to do now, or whom it waits for."""
        self.game.need_seat(seat)
        if self.reported is not None and seat in self.confirmers:
            outcome = self.game.action_message(self.reported.outcome, NATURE)
            return Prompt("confirm", args={"seat": Player(self.reported.seat), "outcome": outcome})
        if self.reported is not None:
            return Prompt("wait", args={"seats": [Player(p) for p in self.confirmers]})
        return self.game.prompt(self._state, seat)

    def aids(self, seat: int) -> dict[str, Any]:
        """What a careful player could work out; {} at a table that plays without aids."""
        self.game.need_seat(seat)
        return self.game.aids(self._state, seat) if self.aids_on else {}

    def redacted(self, seat: int) -> State:
        """What the seat knows, as a state: for bots."""
        self.game.need_seat(seat)
        return self.game.redact(self._state, seat)

    def imagine(self, seat: int) -> State:
        """A world that the seat cannot tell from the true one."""
        seed, index = self._dreams
        rng = self._imagination.setdefault(seat, Stream(seed, index, IMAGINATION_STREAM + seat))
        return self.game.imagine(self.redacted(seat), seat, rng)

    @property
    def mark(self) -> Mark:
        """Now, as a point from which to read events on."""
        mark = Mark()
        mark._at = len(self._happenings)
        return mark

    def events_for(self, seat: int | None = None, since: Mark | None = None) -> tuple[Event, ...]:
        """What the seat may look up of what happened, from a mark on; costs as much as there is since then.

        From a mark before the newest page on, it costs as much as the whole story where that decides what has faded.
        """
        self.game.need_seat(seat)
        start, page = since._at if since else 0, self._pages[seat]
        faded = self._faded(seat) if start < page else ()
        return tuple(
            happening.shown_to(seat)
            for number, happening in enumerate(self._happenings[start:], start)
            if happening.seen_by(seat) and (number >= page or not (number in faded or self._fades(happening)))
        )

    def _faded(self, seat: int | None) -> Collection[int]:
        functions = {kind.fades for kind in self.game.room.schema.events if callable(kind.fades)}
        return {number for function in functions for number in function(self._happenings, seat)}

    def _fades(self, happening: LoggedEvent) -> bool:
        fades = happening.kind.fades
        return self.game.options.get(fades) != "yes" if isinstance(fades, str) and fades else fades is True

    def news(self, seat: int | None = None) -> tuple[Event, ...]:
        """What happened since the seat was last told its news, each event once. A seat that was told nothing yet begins with
        what may be looked up.

        What a room's own function lets fade is told all the same: the page may have turned before the seat could hear of it.
        """
        self.game.need_seat(seat)
        told = self._heard.get(seat)
        self._heard[seat] = len(self._happenings)
        if told is None:
            return self.events_for(seat)
        page = self._pages[seat]
        return tuple(
            happening.shown_to(seat)
            for number, happening in enumerate(self._happenings[told:], told)
            if happening.seen_by(seat) and (number >= page or not self._fades(happening))
        )

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it runs."""
        return self.game.outcome(self._state)

    # The whole truth: for tests, records and the end of the game. Never give it to a seat. -----

    @property
    def state(self) -> State:
        """A copy of the state."""
        return schema.copy(self._state)

    @property
    def history(self) -> tuple[Decision, ...]:
        """Every decision so far, nature's included."""
        return tuple(self._decisions)

    @property
    def record(self) -> Record:
        """Everything that happened, ready to be saved and replayed without an RNG."""
        if self.game.overrides:
            raise RecordError("A game with changed constants cannot be recorded: a record holds the options alone.")
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
        """A table where these decisions were made; `nature` goes on from where it then was."""
        table = cls(game, aids=aids)
        table.sitters = tuple(sitters) or table.sitters
        for decision in decisions:
            drawn = decision.seat == NATURE and not game.rules.reporters(table._state)
            action = game.check(table._state, decision.seat, decision.action)
            if nature is not None and drawn:
                nature.catch_up(game, table._state)
            table._play(decision.seat, action, decision.extra)
        table.nature = nature
        if isinstance(nature, Seeded):
            table._dreams = (nature.seed, nature.index)
        table._run_nature()
        return table

    @classmethod
    def resume(cls, record: Record, seed: int | None = None, chance: Iterable[str | int] | None = None) -> Table[Any]:
        """A table at the point where the record ends; seeded chance goes on from where its stream was."""
        nature = Seeded(seed) if seed is not None else Scripted(chance) if chance is not None else None
        return cls.rebuild(record.game(), record.decisions, record.sitters, nature)

    def copy(self) -> Table[V]:
        """An independent table at the same point."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin._state = schema.copy(self._state)
        twin._open_state = None if self._open_state is None else schema.copy(self._open_state)
        twin.nature, twin._imagination = deepcopy(self.nature), deepcopy(self._imagination)
        for name in ("_decisions", "_happenings", "_told_before", "_pages", "_heard", "_open"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Table[V]:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """The same game, people and decisions, and the same chance to come."""
        return isinstance(other, Table) and self._essence() == other._essence()

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def _essence(self) -> tuple[Any, ...]:
        return self.game, self.sitters, self._decisions, self.nature, self.aids_on, self.reported

    def __reduce__(self) -> tuple[Any, ...]:
        return _revive, (self.game, self.history, self.sitters, self.nature, self.aids_on, self._imagination, self._dreams)


def _revive(
    game: Game[V],
    decisions: Sequence[Decision],
    sitters: Sequence[Sitter],
    nature: Nature | None,
    aids: bool,
    imagination: dict[int, Stream],
    dreams: tuple[int, int],
) -> Table[V]:
    """A pickled table: its decisions are played again, and its chance is already where it was."""
    table = Table.rebuild(game, decisions, sitters, aids=aids)
    table.nature, table._imagination, table._dreams = nature, imagination, dreams
    return table


__all__ = ["ActionError", "Mark", "MoveResult", "Report", "Table"]
