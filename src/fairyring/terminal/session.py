"""A game in the terminal, for any registered game: built only from views, legal actions and messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fairyring.bots import Limits, Position, SeatedBot, recall, seat_bots
from fairyring.bots.advice import advise, hint_position, in_words
from fairyring.cli.rulebook import render
from fairyring.core.errors import CannotParse, FairyringError, OptionError, RecordError
from fairyring.core.fields.schema import SeenBy
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.table.table import Table
from fairyring.core.text.messages import ENGLISH, Player, Speaker, core_texts, msg
from fairyring.terminal import lookup
from fairyring.terminal.autosave import Autosave
from fairyring.terminal.screen import Frame, Listed, Quit, Screen, folded
from fairyring.terminal.stepwise_input import Path, Step, Steps, in_short
from fairyring.terminal.why import Why

BOT_NAMES = ("Bramble", "Clover", "Dewdrop", "Elder", "Foxglove", "Gorse", "Heather", "Ivy", "Juniper", "Lichen")
LEAVE = ("quit", "exit", "q")
BACK = "back"
RULE_WIDTH = 78
HINT_SECONDS = 0.5
MAX_NAME = 24  # characters on the screen; records may have longer names
BOT_SECONDS = 0.5  # for a decision of a searching bot


class TakeBackRequested(Exception):
    """The previous person wants to choose again."""


class Session:
    """A game between the people at this terminal and bots."""

    def __init__(
        self,
        table: Table[Any],
        people: Sequence[int],
        bots: Sequence[str],
        seed: int,
        screen: Screen,
        saving: Autosave,
        resumed: bool = False,
        language: str = ENGLISH,
        why: bool = False,
    ) -> None:
        self.table = table
        self.game: Game[Any] = table.game
        self.people = tuple(people)
        self.language = language
        self.names = tuple(shortened(name) for name in table.names)
        self.speaker = self.game.speaker(self.names, language)
        self.screen, self.saving = screen, saving
        self._bots = seat_bots(table, bots, seed, people, wait=False)
        self._why = Why(self.game, self.speaker, at_once=not self.people) if why else None
        for viewer in (None, *self.game.seats) if resumed else ():
            table.news(viewer)  # events before the game was saved are in the log, not news
        self._greeted: set[int | None] = set()
        self._last: int | None = None  # the seat at the keyboard
        self._next: int | None = None  # the seat that took its choice back, and chooses first
        self._pending_warnings: list[str] = []  # to be shown with the next news
        self._curtained = len(self.people) > 1 and has_secrets(self.game)
        screen.names, screen.private = self.names, self._curtained
        self._commands: dict[str, Callable[[int, int | None, str], list[str]]] = {
            "save": self._save,
            "rules": self._rules,
            "look": self._look,
            "aid": self._aid,
            "hint": self._hint,
            "?hint": self._hint,
            "log": self._log,
            "table": lambda seat, viewer, rest: [],
            "?": self._help,
            "help": self._help,
        }

    def say(self, key: str, **args: Any) -> str:
        """Return a text in the language of the session."""
        return self.speaker.say(key, **args)

    # The game -------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end of the game. Raises Quit."""
        if not self.screen.live or not self.people:
            self.screen.write([*self._greeting(), *([self.say("terminal.help")] if self.people else ()), ""])
        if self.people:
            self.screen.open()
        while pending := self.table.pending:
            waiting = [p for p in (*pending, self.table.holder) if p is not None and p in self._bots]
            if waiting:
                self._let_play(self._bots[waiting[0]])
                if not self.people:  # only bots play; show the news at once
                    self.screen.write(self._news(None))
            else:
                self._people_decide(pending)
                self._keep()
        self._end()

    def _let_play(self, bot: SeatedBot) -> None:
        number = len(self.table.history) + 1
        bot.play(self.table, Limits(seconds=BOT_SECONDS))
        if self._why is not None:
            self.screen.write(self._why.explain(number, bot))

    def _people_decide(self, pending: tuple[int, ...]) -> None:
        self._keep()
        if pending == (NATURE,):
            self._ask_outcome()
            return
        seat = self._next if self._next in pending else pending[0]
        self._next = None
        assert seat is not None
        try:
            self._curtain(seat)
            self.table.play(seat, self._ask(seat, seat))
        except TakeBackRequested:
            self._take_back()

    def _ask_outcome(self) -> None:
        """Ask for a physical outcome; with several people, another one confirms it."""
        reporter = next((p for p in self.table.reporters if p in self.people), None)
        viewer = self.people[0] if len(self.people) == 1 else None
        self._last = NATURE
        if reporter is None or len(self.people) == 1:
            self.table.play(NATURE, self._ask(NATURE, viewer))
            return
        self.table.report(reporter, self._ask(NATURE, viewer, teller=reporter))
        confirmer = next((p for p in self.table.confirmers if p in self.people), None)
        if confirmer is not None:
            self.table.confirm(confirmer, self._agreed(confirmer, viewer))
        elif self.table.reported is not None:  # only bots could confirm, and they see no cards
            self.table.play(NATURE, self.table.reported.outcome)

    def _agreed(self, seat: int, viewer: int | None) -> bool:
        answers = {self.say("terminal.yes"): True, self.say("terminal.no"): False}
        listed = [Listed(str(number), answer) for number, answer in enumerate(answers, start=1)]
        frame = Frame(self._board(viewer), (), self._question(seat, self.table.prompt(seat)), listed)
        self.screen.show(frame)
        while True:
            text = folded(self.screen.read())
            if text in LEAVE:
                raise Quit
            matching = [word for n, word in enumerate(answers, start=1) if text in (str(n), folded(word), folded(word)[:1])]
            if matching:
                return answers[matching[0]]
            self.screen.again(Frame(frame.board, (), frame.ask, listed, answer=[self.say("terminal.yes-or-no")]))

    def _end(self) -> None:
        viewer = self.people[0] if len(self.people) == 1 else None
        news, board = self._news(viewer), self._board(viewer)
        self.screen.close()
        self.screen.write([*news, "", *(board if self.screen.live else ()), *([""] if self.screen.live else ())])
        self.screen.write([self.speaker.say(line) for line in self.game.sheet(self.table.state)])
        if self.table.outcome is not None:
            winners = [Player(seat) for seat in self.table.outcome.winners]
            self.screen.write(["", self.say("terminal.won", seats=winners)])
        if self._why is not None:
            self.screen.write(self._why.at_the_end())

    def _keep(self) -> None:
        """Save the game; a failure is shown with the next news, and the game goes on."""
        try:
            self.saving.keep(self.table)
        except RecordError as error:
            self._pending_warnings = [error.say(self.speaker)]

    # Several people ---------------------------------------------------------------------------

    def _curtain(self, seat: int) -> None:
        """Hide the screen between two people at one terminal."""
        if self._curtained and seat != self._last:
            behind = self._can_take_back(seat)
            key = "terminal.curtain-back" if behind is not None else "terminal.curtain"
            other = "" if behind is None else self.names[behind]
            if self.screen.hide(self.say(key, name=self.names[seat], other=other)).casefold() == BACK and behind is not None:
                raise TakeBackRequested
        self._last = seat

    def _can_take_back(self, seat: int) -> int | None:
        """Return the last person before this seat who may still take a choice back, or None."""
        return next((p for p in reversed(self.people) if p != seat and self.table.can_take_back(p)), None)

    def _take_back(self) -> None:
        behind = self._can_take_back(NATURE)
        if behind is not None:
            self.table.take_back(behind)
            self._next, self._last = behind, None  # hide the screen again

    # Output ------------------------------------------------------------------------------

    def _board(self, viewer: int | None) -> list[str]:
        return self.game.room.presentation.terminal(self.game, self.table.view(viewer), self.speaker)

    def _greeting(self) -> list[str]:
        hello = self.say("terminal.hello", title=self.say("title"), blurb=self.say("blurb"))
        goal = self.say("terminal.goal", goal=self.say("goal", **self.game.options))
        if self.screen.live:
            return [self.say("terminal.hello", title=self.say("title"), blurb=goal), *self._house_rules()]
        return [hello, goal, *(self._house_rules() or [self.say("terminal.house.none")])]

    def _house_rules(self) -> list[str]:
        """Return a line about numbers that are not the printed ones; none for a game by the printed rules."""
        printed = {number.name: number.printed_with(self.game.options) for number in self.game.room.options.numbers}
        rules = [
            msg("terminal.house.rule", what=msg(f"option.{name}"), value=value, printed=printed[name])
            for name, value in self.game.house_rules.items()
        ]
        return [self.say("terminal.house", count=len(rules), rules=rules)] if rules else []

    def _news(self, viewer: int | None) -> list[str]:
        """Return the news of a viewer as lines, with a greeting at first and pending warnings."""
        first = self.screen.live and self.people and viewer not in self._greeted
        self._greeted.add(viewer)
        events = self.table.news(viewer)
        lines = [text for event in events if (text := self.game.say(event, self.names, self.language))]
        warnings, self._pending_warnings = self._pending_warnings, []
        return [*(self._greeting() if first else ()), *lines, *warnings]

    def _question(self, seat: int, prompt: Any) -> str:
        return self.say("terminal.ask", name=self.names[seat], prompt=prompt.text, rule=prompt.rule or "none")

    def _frame(
        self, asked: str, viewer: int | None, steps: Steps, step: Step, news: Sequence[str], answer: Sequence[str]
    ) -> Frame:
        choices = [Listed(str(n), c.sentence, c.typed) for n, c in enumerate(step.choices, start=1)] if step.numbered else []
        names = () if step.numbered else in_short(step.choices, steps)
        return Frame(self._board(viewer), news, step.which or asked, choices, names, answer)

    # Input ------------------------------------------------------------------------------

    def _ask(self, seat: int, viewer: int | None, teller: int | None = None) -> Any:
        """Ask for an action of a seat, or a physical outcome, step by step; handle commands in between."""
        steps = Steps(self.game, seat, self.table.legal(seat), self.speaker)
        asked = self._asked(seat, teller)
        path, show = steps.settle(), self.screen.show
        news, answer = self._news(viewer), list[str]()
        while True:
            step = steps.step(path)
            show(self._frame(asked, viewer, steps, step, news, answer))
            text = self.screen.read()
            show, answer = self.screen.again, []
            try:
                if (reply := self._command(seat, viewer, text)) is not None:
                    answer = reply
                    show = self.screen.show if text.startswith(("table", "?", "help")) else show
                elif text.casefold() == BACK:
                    path, show = self._step_back(seat, steps, path), self.screen.step
                else:
                    path, action = self._interpret(seat, steps, step, text)
                    if action is not None:
                        return action
                    show = self.screen.step
            except FairyringError as error:
                answer = [error.say(self.speaker)]

    def _asked(self, seat: int, teller: int | None) -> str:
        if seat != NATURE:
            return self._question(seat, self.table.prompt(seat))
        return self.say("terminal.outside") if teller is None else self._question(teller, self.table.prompt(teller))

    def _step_back(self, seat: int, steps: Steps, path: Path) -> Path:
        before = steps.back(path)
        if before is not None:
            return before
        if self._can_take_back(seat) is not None:
            raise TakeBackRequested
        raise CannotParse(msg("terminal.no-back"))

    def _interpret(self, seat: int, steps: Steps, step: Step, text: str) -> tuple[Path, Any]:
        """Return the path or action of typed text: a number of the list, or words. Raises the rules' refusal."""
        choice = step.pick(text)
        if choice is not None:
            return steps.settle(choice.path), choice.action
        if text.isdecimal() and step.numbered:
            raise CannotParse(msg("terminal.no-number", number=text, last=len(step.choices)))
        if walked := steps.walk(step.path, text):
            return walked
        if steps.is_out(text):
            raise CannotParse(msg("terminal.not-now", action=text))
        return step.path, self.game.check(self.table.state, seat, steps.whole(step.path, text))

    def _command(self, seat: int, viewer: int | None, text: str) -> list[str] | None:
        """Return the reply to a command; None if the text may be an action."""
        word, _, rest = text.partition(" ")
        if word.casefold() in LEAVE:
            raise Quit
        if not text:
            return []
        if any(kind.name == word.casefold() for kind in self.game.space(seat).kinds):
            return None  # an action of the game takes precedence
        command = self._commands.get(word.casefold())
        return command(seat, viewer, rest.strip()) if command else None

    def _save(self, _seat: int, _viewer: int | None, rest: str) -> list[str]:
        return self.saving.by_hand(self.table, rest, self.screen, self.speaker)

    def _rules(self, _seat: int, _viewer: int | None, rest: str) -> list[str]:
        """Return one rule, or open the whole rulebook."""
        if rest:
            return render(self.game.room, RULE_WIDTH, rest, language=self.language)
        self.screen.book(self.game.room, self.language)
        return []

    def _look(self, _seat: int, viewer: int | None, rest: str) -> list[str]:
        return lookup.look(self.game, rest, self.speaker) if rest else lookup.names(self.game, self.speaker)

    def _aid(self, seat: int, _viewer: int | None, _rest: str) -> list[str]:
        aids = {} if seat == NATURE else self.table.aids(seat)
        return lookup.aids(self.game, aids, self.speaker) if aids else [self.say("terminal.no-aid")]

    def _hint(self, seat: int, _viewer: int | None, _rest: str) -> list[str]:
        """Return the advice for the seat as a line."""
        if seat == NATURE:
            return [self.say("terminal.no-hint")]
        position = Position.at(self.table, seat, recall(self.game, seat, self.table.history))
        position, basis = hint_position(position)
        opinion = advise(position, Limits(seconds=HINT_SECONDS), wait=False)
        lines = [in_words(self.game, seat, opinion, self.speaker)]
        return [*lines, self.say(f"hint.basis.{basis}")] if basis else lines

    def _log(self, _seat: int, viewer: int | None, _rest: str) -> list[str]:
        events = self.table.events_for(viewer)
        return [text for event in events if (text := self.game.say(event, self.names, self.language))]

    def _help(self, seat: int, _viewer: int | None, _rest: str) -> list[str]:
        asked = [] if seat == NATURE else [self.speaker.say(self.table.prompt(seat).help)]
        return [*asked, self.say("terminal.help")]


def shortened(name: str) -> str:
    """Return a name cut to MAX_NAME characters."""
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"


def has_secrets(game: Game[Any]) -> bool:
    """Return whether a seat can know what others do not."""
    return any(
        SeenBy.OWNER in (field.visibility.shown, field.visibility.known) for field in game.room.schema.state.fields.values()
    )


def seat_names(players: int, people: Sequence[int], chosen: Sequence[str] = (), language: str = ENGLISH) -> tuple[str, ...]:
    """Return names for all seats: the given ones, else numbers for people and plants for bots. Raises OptionError."""
    speaker = Speaker(core_texts(language), language=language)
    if len(chosen) not in (0, len(people), players):
        raise OptionError(msg("terminal.names-count", given=len(chosen), people=len(people), players=players))
    if len(chosen) == players:
        return tuple(chosen)
    by_seat = dict(zip(people, chosen, strict=False))
    taken = {name.casefold() for name in chosen}
    plants = iter([name for name in BOT_NAMES if name.casefold() not in taken] + list(BOT_NAMES))
    spare = [next(plants) for _ in range(players)]
    return tuple(by_seat.get(p) or (speaker.say("player", number=p + 1) if p in people else spare[p]) for p in range(players))
