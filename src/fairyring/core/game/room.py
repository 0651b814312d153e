"""`Room`: the declaration of one game, in groups. A folder under `fairyring.games` adds a game by defining one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from fairyring.core.fields.schema import SeenBy, State
from fairyring.core.fields.view import View, lines_for_people
from fairyring.core.fields.vocabulary import Names, Vocabulary
from fairyring.core.game.actions import Action, Actions
from fairyring.core.game.bot_specs import BotSpec
from fairyring.core.game.contract import Rules, complete
from fairyring.core.game.events import Events
from fairyring.core.game.options import Choice, Option, Options, RuleNumber, rule_numbers
from fairyring.core.game.zones import Zones
from fairyring.core.table.gesture import Gesture
from fairyring.core.table.odds import Draw
from fairyring.core.text.messages import ENGLISH, Message, Player, Speaker, core_texts, read_texts
from fairyring.core.values import value_class

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


@dataclass(frozen=True, slots=True)
class Info:
    """Facts about a game that do not depend on its options."""

    name: str  # lower case with hyphens; how programs and commands name the game
    folder: Path  # holds RULES.md and messages/
    designer: str
    publisher: str
    minutes: tuple[int, int]  # playing time, from and to, as printed


@dataclass(frozen=True, slots=True)
class Schema:
    """The types that `schema.py` of a game declares; catalogue, views, wire format and compiled code derive from them."""

    state: type[State]
    actions: Actions  # of the seats
    chance: Actions  # nature's outcomes
    events: type[Events]
    zones: type[Zones]
    ends: type[Names]  # end reasons, numbered from 1
    refusals: type[Names]  # reasons why an action is illegal, numbered from 1
    # What the rules' `tally` counts. `turns` and `rounds` (at least 1 in a finished game) are known to simulations.
    tallies: type[Names] = Names

    @classmethod
    def from_module(cls, module: ModuleType) -> Schema:
        """Collect the declarations of a game's `schema.py` by their usual names; `Tally` is optional."""
        return cls(
            state=module.State,
            actions=module.ACTIONS,
            chance=module.CHANCE,
            events=module.Event,
            zones=module.Zone,
            ends=module.End,
            refusals=module.Refusal,
            tallies=getattr(module, "Tally", Names),
        )


@value_class
class Prompt:
    """The request to a seat that has to decide: the texts are `prompt.KEY` and, one sentence of help, `help.KEY`."""

    key: str
    rule: str = ""  # the rule that applies now, as “R7”
    args: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> Message:
        """The request itself."""
        return Message(f"prompt.{self.key}", self.args)

    @property
    def help(self) -> Message:
        """A sentence of help."""
        return Message(f"help.{self.key}", self.args)

    def wire(self) -> dict[str, Any]:
        """The prompt as JSON values."""
        text = self.text.wire()
        return {"prompt": text, "help": {"key": f"help.{self.key}", "args": text["args"]}, "rule": self.rule}


@value_class
class Reasons:
    """Why a choice is better than others, as far as the seat sees it: texts of the game, spoken after the choice."""

    position: tuple[Message, ...]  # how the game stands, and what follows for the best choice
    choices: tuple[Message, ...]  # what each choice brings, in the order in which they were given


# Catalogue entries of cards, tiles and spaces, by label and name: numbers, words, flags, and `Named` for entries with a text.
Things = Mapping[str, Mapping[str | int, Mapping[str, Any]]]


class Describer(Protocol):
    """Describes states to players beyond the fields of the view; usually the module `presentation/describe.py` of a game.

    The functions are ordinary Python over interpreted states. `prompt` and `aids` get a state in which every field that the
    seat does not see is blank, so their result cannot leak.
    """

    def things(self, options: Options, /) -> Things:
        """Return the cards, tiles and spaces by label and name, each with what is printed on it."""

    def prompt(self, game: Any, s: Any, seat: int, /) -> Prompt:
        """Return the request to a seat that owes a decision."""

    def aids(self, game: Any, s: Any, seat: int, /) -> dict[str, Any]:
        """Return what a careful player could derive from the seat's view, ready for JSON; {} for nothing."""

    def sheet(self, game: Any, s: Any, /) -> list[Message]:
        """Return the final score sheet with reasons, one message a line."""


def view_as_lines(game: Any, view: View, say: Speaker) -> list[str]:
    """Return the view as text with seats by name: the terminal board of a game that draws none."""
    return lines_for_people(view, game.room.schema.state, lambda seat: say.value(Player(seat)))


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A scripted first game. Nature and the bots follow the script as far as it goes, then play as usual."""

    options: Mapping[str, object]
    chance: tuple[str, ...]  # nature's outcomes in order, in notation
    bots: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # actions by seat; the learner has seat 0


@dataclass(frozen=True, slots=True)
class Presentation:
    """How a game is shown to players. Only `describe` is required."""

    describe: Describer
    view: type[View] = View  # the generated type of the game's views
    terminal: Callable[[Any, Any, Speaker], list[str]] = view_as_lines  # (game, view, speaker) -> lines of the board
    tutorial: Tutorial | None = None
    # Constants of the rules that pages show besides `OptionSpec.numbers`, by TypeScript name.
    numbers: Mapping[str, int] = field(default_factory=dict)
    daily: Mapping[str, Any] | None = None  # options of the deal of the day; None for a game without one
    # (game, s, seat, actions): reasons for the first of these actions, which is the best. `s` has only what the seat sees.
    explain: Callable[[Any, Any, int, Sequence[Action]], Reasons] | None = None


def options_as_constants(room: Room, options: Options) -> dict[str, Any]:
    """Return the constants of options that have a field of their name: a choice as its index, a number as it is."""
    values: dict[str, Any] = {"players": options["players"]}
    for option in room.options.declared:
        if option.name in room.schema.state.fields:
            value = options[option.name]
            values[option.name] = option.values.index(value) if isinstance(option, Choice) else value
    return values


def _no_vocabulary(_options: Options) -> Vocabulary:
    return {}


def _accept(_options: Options) -> None:
    """Accept every combination of valid options."""


def _never(_options: Options) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """The options of a game besides `players`, and what they determine. Every field has a default."""

    declared: tuple[Option, ...] = ()
    numbers: tuple[RuleNumber, ...] = ()  # numbers of the printed rules that a table may change
    validate: Callable[[Options], None] = _accept  # raises OptionError for impossible combinations
    vocabulary: Callable[[Options], Vocabulary] = _no_vocabulary  # the words of each `Things` without fixed words, by label
    # The values of all `const` fields; those that have the name of a rule number may be left out.
    constants: Callable[[Room, Options], dict[str, Any]] = options_as_constants
    reports_outcomes: Callable[[Options], bool] = _never  # whether players report nature's outcomes (a physical deck)


def one_way(_s: Any, _seat: int, _action: int) -> int:
    """Return 1: each action can be done in one physical way."""
    return 1


@dataclass(frozen=True, slots=True)
class SmallInstance:
    """A game small enough for brute force: options, and constants that only tests may change.

    The kit enumerates all histories and compares the distribution of `imagine` with the exact posterior. Seats play uniformly
    at random; `prior` returns in how many physical ways a seat could have done an action (two equal cards in a hand
    are two ways to play “that card”). `imagine` must draw all worlds with equal probability, counted by these ways.
    """

    options: Mapping[str, object]
    constants: Mapping[str, Any] = field(default_factory=dict)
    depth: int = 6  # decisions; the kit enumerates all histories to this depth
    prior: Callable[[Any, int, int], int] = one_way  # (s, seat, action)


@dataclass(frozen=True, slots=True)
class Meanings:
    """Independent predicates for each end reason, refusal, event and action. The kit requires one for each name and
    asserts it at every occurrence, so that a mix-up of names is found.
    """

    ends: Mapping[int, Callable[[Any], bool]]  # by end reason: (final state)
    refusals: Mapping[int, Callable[[Any, int, Any], bool]]  # by refusal: (state, seat, action)
    events: Mapping[str, Callable[[Any, Any, Mapping[str, Any]], bool]]  # by name: (before, after, arguments)
    actions: Mapping[str, Callable[[Any, Any, int, Mapping[str, Any]], bool]]  # by kind: (before, after, seat, arguments)


@dataclass(frozen=True, slots=True)
class Checks:
    """What the conformance kit needs to know of a game."""

    small_instances: tuple[SmallInstance, ...]
    meanings: Meanings
    invariants: tuple[Callable[[Any], bool], ...] = ()  # predicates that hold in every reachable state
    variants: Sequence[Mapping[str, object]] = ({},)  # options of the games that the kit plays


@dataclass(frozen=True, slots=True)
class TableHooks:
    """How a game takes part in a live table. Every field has a default."""

    gesture: Gesture | None = None  # a gesture on a screen that decides chance outcomes
    # (s, seat) -> the action that an expired clock forces, or None; without a hook a bot decides for the seat.
    out_of_time: Callable[[Any, int], int | None] | None = None
    # By kind of outcome, how its weights evolve: pages verify them without the rules. Kinds that are left out are not verified.
    draws: Mapping[str, Draw] = field(default_factory=dict)
    # (s, seat) -> whether hints ignore cards that were covered since. `s` is the seat's current view as a state; if hints
    # ignore them, the hook sets the fields that depend on them to default assumptions. None: hints use the whole history.
    without_memory: Callable[[Any, int], bool] | None = None
    can_preview: bool = False  # whether a seat's view determines the results of its own actions until another seat decides


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a game adds to the command line: `fairyring NAME GAME …`."""

    help: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]  # returns the exit code


@cache
def all_texts(folder: Path, language: str) -> Mapping[str, str]:
    """Return the texts of the game in `folder` and the texts that all games share."""
    return {**core_texts(language), **read_texts(folder / "messages", language)}


def error_speaker(folder: Path) -> Speaker:
    """Return a speaker of the English texts of the game in `folder`, for errors raised before a `Game` exists."""
    return Speaker(all_texts(folder, ENGLISH))


@dataclass(frozen=True, eq=False)
class Room:
    """The declaration of one game. Two rooms are equal only if they are the same object."""

    info: Info
    schema: Schema
    rules_module: ModuleType  # the functions of `fairyring.core.game.contract`, usually `rules.py`
    presentation: Presentation
    checks: Checks
    options: OptionSpec = field(default_factory=OptionSpec)
    bots: BotSpec = field(default_factory=BotSpec)
    table: TableHooks = field(default_factory=TableHooks)
    commands: Mapping[str, Command] = field(default_factory=dict)
    http_tools: str = ""  # dotted name of a module of HTTP tools (see `http_tools`); only servers import it
    older_rules: Mapping[int, str] = field(default_factory=dict)  # by version: a module with `RULES` (see `older_rules`)
    house_rules: bool = False  # whether its games may differ from the printed rules; see `with_house_rules`

    def __post_init__(self) -> None:
        for label, names in (("ends", self.schema.ends), ("refusals", self.schema.refusals)):
            if names.first != 1:
                raise TypeError(
                    f"the {label} of {self.name} are numbered from {names.first}; number them from 1, for 0 means none"
                )

    @property
    def name(self) -> str:
        """The name that programs and commands use, such as `fairy-tale`."""
        return self.info.name

    @property
    def title(self) -> str:
        """The English title."""
        return self.texts().get("title", self.name)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether any field of the state is known to its owner alone, so that a seat sees what others may not."""
        fields = self.schema.state.fields.values()
        return any(SeenBy.OWNER in (field.visibility.shown, field.visibility.known) for field in fields)

    @cached_property
    def rules(self) -> Rules:
        """The functions of the rules module, with defaults for those that it leaves out."""
        return complete(self.rules_module)

    def of_version(self, version: int) -> Room | None:
        """Return this room with the rules of a version, always the same object; None if there is no such version."""
        if version == self.rules.VERSION:
            return self
        return self._older_room(version) if version in self.older_rules else None

    @cache  # noqa: B019  (rooms live as long as the process)
    def _older_room(self, version: int) -> Room:
        return replace(self, rules_module=import_module(self.older_rules[version]).RULES)

    def with_house_rules(self) -> Room:
        """Return this room for games with house rules, always the same object: compiled code holds no printed numbers."""
        return self if self.house_rules else self._room_with_house_rules()

    @cache  # noqa: B019  (as above)
    def _room_with_house_rules(self) -> Room:
        return replace(self, house_rules=True)

    def texts(self, language: str = ENGLISH) -> Mapping[str, str]:
        """Return all texts of the game, including those that all games share, by key."""
        return all_texts(self.info.folder, language)

    def goal(self, language: str = ENGLISH, options: Mapping[str, Any] | None = None) -> str:
        """Return the sentence that says what wins with these options; by default, with the default options."""
        chosen = {option.name: option.default for option in self.options.declared} | dict(options or {})
        return Speaker(self.texts(language)).say(Message("goal", chosen | rule_numbers(self.options.numbers, chosen)))

    def rules_text(self, language: str = ENGLISH) -> str:
        """Return RULES.LANGUAGE.md where it exists, else RULES.md."""
        translated = self.info.folder / f"RULES.{language}.md"
        return (translated if translated.is_file() else self.info.folder / "RULES.md").read_text(encoding="utf-8")
