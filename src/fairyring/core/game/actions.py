"""Actions: a typed value, a stable integer id and a short notation for each.

A game declares its kinds of action once, in `schema.py`; every kind owns a contiguous block of ids, one for each
combination of its arguments. The ids are the same for all options of a game::

    GUESS = ActionKind("guess", guess=Guess)
    ACTIONS = Actions(GUESS)

Rules never compute with ids: `GUESS.id(Guess.SUIT)` is one, `GUESS.has(action)` asks whether it is of this kind, and
`GUESS.guess(action)` is its argument. Compiled code turns these calls into arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from fairyring.core.errors import CannotParse
from fairyring.core.fields.vocabulary import Domain, Seats, Vocabulary, Word, notation, words_of
from fairyring.core.generated import compile_generated
from fairyring.core.text.messages import msg

MAX_LISTED = 8  # words that an error lists; of more it suggests similar ones


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat, or an outcome of nature."""

    kind: str
    words: tuple[Word, ...]
    id: int
    names: tuple[str, ...]  # of the arguments
    text: str  # the notation that people type and records hold
    _wire: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # filled when first asked for

    @property
    def args(self) -> dict[str, Word]:
        """The arguments by name; seats count from 0."""
        return dict(zip(self.names, self.words, strict=True))

    def wire(self) -> dict[str, Any]:
        """Return the action as JSON values: the same object each time, which callers must not change."""
        if not self._wire:
            self._wire.update({"kind": self.kind, "args": self.args, "id": self.id})
        return self._wire

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        name = self.kind.title().replace("-", "")
        return f"{name}({', '.join(map(repr, self.words))})"


class ActionKind:
    """A kind of action with a domain for each argument; in the ids the last argument varies fastest."""

    def __init__(self, name: str, **args: Domain) -> None:
        self.name = name
        self.args = args
        self.first = 0  # set by Actions
        self.count = prod(domain.size for domain in args.values())
        sizes = [domain.size for domain in args.values()]
        self.strides = {arg: prod(sizes[i + 1 :]) for i, arg in enumerate(args)}
        if taken := sorted(set(args) & {"name", "args", "first", "count", "strides", "id", "has", "settle", "usage"}):
            raise TypeError(f"an argument of the action {name!r} cannot be called {taken[0]!r}")

    def settle(self, first: int) -> None:
        """Set the first id of this kind, and generate its methods as plain arithmetic, since rules call them constantly."""
        self.first = first
        start = first - sum(domain.first * self.strides[arg] for arg, domain in self.args.items())
        sums = "".join(f" + {arg} * {stride}" for arg, stride in self.strides.items())
        lines = [f"def id({', '.join(self.args)}): return {start}{sums}"]
        lines.append(f"def has(action): return {first} <= action < {first + self.count}")
        for arg, domain in self.args.items():
            value = f"(action - {first}) // {self.strides[arg]} % {domain.size} + {domain.first}"
            lines.append(f"def {arg}(action): return {value}")
        functions = compile_generated(f"action {self.name}", "\n".join(lines), {})
        self.__dict__ |= {name: functions[name] for name in ("id", "has", *self.args)}

    def id(self, *numbers: int) -> int:
        """Return the id of the action with these arguments, as the rules number them."""
        raise TypeError(f"the action {self.name!r} is in no layout of ids yet")

    def has(self, action: int) -> bool:
        """Return whether an id is of this kind."""
        raise TypeError(f"the action {self.name!r} is in no layout of ids yet")

    def __getattr__(self, arg: str) -> Callable[[int], int]:
        """Return the function of an argument: `KIND.target(action)` is the argument `target`, as the rules number it."""
        raise AttributeError(arg)

    @property
    def usage(self) -> str:
        """The notation with placeholders, quoted."""
        return "“" + " ".join((self.name, *(arg.upper() for arg in self.args))) + "”"


class Actions:
    """The layout of all action ids of a game: a block for each kind."""

    def __init__(self, *kinds: ActionKind) -> None:
        self.kinds = kinds
        first = 0
        for kind in kinds:
            kind.settle(first)
            first += kind.count
        self.size = first

    def kind_of(self, action: int) -> int:
        """Return the index of the kind of an id."""
        return next(i for i, kind in enumerate(self.kinds) if action < kind.first + kind.count)


class ActionSpace:
    """The actions of a game with its options: the layout, and the words of the arguments.

    Where the options use fewer words than the domain has (a small board), the other ids are unused and never legal.
    """

    def __init__(self, layout: Actions, vocabulary: Vocabulary) -> None:
        self.layout = layout
        self.kinds = layout.kinds
        self._vocabulary = vocabulary
        self._known: dict[int, Action] = {}
        self._numbers: dict[Domain, dict[str, int]] = {}
        self._texts: dict[str, Action] = {}  # by notation, those that were parsed
        self._wires: dict[int, dict[str, Any]] = {}  # as JSON values

    def __len__(self) -> int:
        """Return the number of ids, unused ones included."""
        return self.layout.size

    def __iter__(self) -> Iterator[Action]:
        """Iterate over all actions that the options use."""
        return (action for number in range(len(self)) if (action := self.get(number)) is not None)

    def __getitem__(self, number: int) -> Action:
        action = self.get(number)
        if action is None:
            raise KeyError(number)
        return action

    def get(self, number: int) -> Action | None:
        """Return the action of an id, or None for an unused id."""
        if number in self._known:
            return self._known[number]
        if not 0 <= number < len(self):
            return None
        kind = self.kinds[self.layout.kind_of(number)]
        words: list[Word] = []
        texts = [kind.name]
        for arg, domain in kind.args.items():
            index = (number - kind.first) // kind.strides[arg] % domain.size
            known = words_of(domain, self._vocabulary)
            if index >= len(known):
                return None
            words.append(known[index])
            texts.append(notation(domain, known[index]))
        action = Action(kind.name, tuple(words), number, tuple(kind.args), " ".join(texts))
        self._known[number] = action
        return action

    def many(self, numbers: Iterable[int]) -> tuple[Action, ...]:
        """Return the actions of some ids, none of them unused. Servers ask for all legal ones after every move."""
        known = self._known
        return tuple([known.get(number) or self[number] for number in numbers])

    def wires(self, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """Return the actions of some ids as JSON values, which callers must not change."""
        wires = self._wires
        try:
            return [wires[number] for number in numbers]
        except KeyError:
            wires |= {number: self[number].wire() for number in numbers}
            return [wires[number] for number in numbers]

    def kind(self, name: str) -> ActionKind:
        """Return the kind of a name."""
        return next(kind for kind in self.kinds if kind.name == name)

    def parse(self, text: str) -> Action:
        """Return the action of a notation; case and extra spaces do not matter. Raises CannotParse."""
        known = self._texts.get(text)
        if known is not None:
            return known
        words = text.casefold().split()
        if not words:
            raise CannotParse(msg("error.parse.empty", usage=self._usage()))
        kind = next((kind for kind in self.kinds if kind.name == words[0]), None)
        if kind is None:
            raise CannotParse(msg("error.parse.kind", word=words[0], usage=self._usage()))
        if len(words) != 1 + len(kind.args):
            raise CannotParse(msg("error.parse.form", kind=kind.name, usage=kind.usage))
        number = kind.first
        for word, (arg, domain) in zip(words[1:], kind.args.items(), strict=True):
            numbers = self._by_word(domain)
            if word not in numbers:
                hint = _hint(word, tuple(numbers))
                raise CannotParse(msg("error.parse.word", word=word, arg=arg, kind=kind.name, hint=hint))
            number += numbers[word] * kind.strides[arg]
        action = self[number]
        self._texts[action.text] = action  # by its exact notation only, so that input cannot grow the cache
        return action

    def _usage(self) -> str:
        return ", ".join(kind.usage for kind in self.kinds)

    def read(self, kind: str, args: Mapping[str, Word]) -> Action:
        """Return the action of a kind with arguments by name, as in `Action.wire`. Raises CannotParse."""
        words = [kind]
        for arg, domain in self.kind(kind).args.items() if any(k.name == kind for k in self.kinds) else ():
            value = args.get(arg, "")
            words.append(notation(domain, value) if isinstance(domain, Seats) and isinstance(value, int) else str(value))
        return self.parse(" ".join(words))

    def _by_word(self, domain: Domain) -> dict[str, int]:
        if domain not in self._numbers:
            names = words_of(domain, self._vocabulary)
            self._numbers[domain] = {notation(domain, word).casefold(): i for i, word in enumerate(names)}
        return self._numbers[domain]


def _hint(word: str, known: tuple[str, ...]) -> Any:
    if len(known) <= MAX_LISTED:
        return msg("error.hint.one-of", known=", ".join(known))
    from difflib import get_close_matches  # noqa: PLC0415  (slow to import, and needed for a refusal only)

    near = get_close_matches(word, known, 3, 0.5) or known[:3]
    return msg("error.hint.near", near=", ".join(near))
