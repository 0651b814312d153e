"""Actions: a small typed value ↔ a stable integer id ↔ a short text people can type.

A game declares its kinds of action once, in `schema.py`; every kind owns a contiguous block of ids, one for each
combination of its arguments. The ids are the same for all options of a game::

    GUESS = Kind("guess", guess=Guess)
    ACTIONS = Actions(GUESS)

Rules never compute with ids: `GUESS.id(Guess.SUIT)` is one, `GUESS.has(action)` asks whether it is of this kind, and
`GUESS.guess(action)` is its argument. In the compiled host these become plain arithmetic.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from fairyring.core.errors import CannotParse
from fairyring.core.fields.vocabulary import Domain, Given, Seats, Word, notation, words_of
from fairyring.core.generated import compile_generated
from fairyring.core.text.messages import msg

FEW = 8  # names that an error lists; of more it suggests some


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat (or nature) can do."""

    kind: str
    words: tuple[Word, ...]
    id: int
    names: tuple[str, ...]  # of the arguments
    text: str  # the notation: what people type and records hold

    @property
    def args(self) -> dict[str, Word]:
        """The arguments by name; seats are counted from 0."""
        return dict(zip(self.names, self.words, strict=True))

    def wire(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"kind": self.kind, "args": self.args, "id": self.id}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        name = self.kind.title().replace("-", "")
        return f"{name}({', '.join(map(repr, self.words))})"


class Kind:
    """One kind of action, with a vocabulary for each argument; the last argument varies fastest in the ids."""

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
        """The ids of this kind begin here. What rules ask for all the time is written out as arithmetic."""
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
        """The id of the action with these arguments, as the rules number them."""
        raise TypeError(f"the action {self.name!r} is in no layout of ids yet")

    def has(self, action: int) -> bool:
        """Whether an id is one of this kind."""
        raise TypeError(f"the action {self.name!r} is in no layout of ids yet")

    def __getattr__(self, arg: str) -> Callable[[int], int]:
        """`KIND.target(action)`: the argument `target` of an action of this kind, as the rules number it."""
        raise AttributeError(arg)

    @property
    def usage(self) -> str:
        return "“" + " ".join((self.name, *(arg.upper() for arg in self.args))) + "”"


class Actions:
    """The layout of all ids of a game: kind after kind."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        first = 0
        for kind in kinds:
            kind.settle(first)
            first += kind.count
        self.size = first

    def kind_of(self, action: int) -> int:
        """The index of the kind that owns this id."""
        return next(i for i, kind in enumerate(self.kinds) if action < kind.first + kind.count)


class ActionSpace:
    """The actions of a game with its options: the layout, and what the arguments are called.

    Where the options use fewer names than there may be (a small board), the other ids name nothing and are never legal.
    """

    def __init__(self, layout: Actions, given: Given) -> None:
        self.layout = layout
        self.kinds = layout.kinds
        self._given = given
        self._known: dict[int, Action] = {}
        self._numbers: dict[Domain, dict[str, int]] = {}
        self._texts: dict[str, Action] = {}  # by notation, those that were parsed

    def __len__(self) -> int:
        """How many ids there are."""
        return self.layout.size

    def __iter__(self) -> Iterator[Action]:
        """All actions that the options name."""
        return (action for number in range(len(self)) if (action := self.get(number)) is not None)

    def __getitem__(self, number: int) -> Action:
        found = self.get(number)
        if found is None:
            raise KeyError(number)
        return found

    def get(self, number: int) -> Action | None:
        """The action of an id, or None where the options name nothing by it."""
        if number in self._known:
            return self._known[number]
        if not 0 <= number < len(self):
            return None
        kind = self.kinds[self.layout.kind_of(number)]
        words: list[Word] = []
        texts = [kind.name]
        for arg, domain in kind.args.items():
            index = (number - kind.first) // kind.strides[arg] % domain.size
            known = words_of(domain, self._given)
            if index >= len(known):
                return None
            words.append(known[index])
            texts.append(notation(domain, known[index]))
        action = Action(kind.name, tuple(words), number, tuple(kind.args), " ".join(texts))
        self._known[number] = action
        return action

    def kind(self, name: str) -> Kind:
        return next(kind for kind in self.kinds if kind.name == name)

    def parse(self, text: str) -> Action:
        """The action that a text names. Case and extra spaces do not matter; nothing else is guessed."""
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
        self._texts[action.text] = action  # only what it is called: there are no more of these than actions
        return action

    def _usage(self) -> str:
        return ", ".join(kind.usage for kind in self.kinds)

    def read(self, kind: str, args: Mapping[str, Word]) -> Action:
        """The action of a kind with these arguments by name, as `Action.wire` gives them."""
        words = [kind]
        for arg, domain in self.kind(kind).args.items() if any(k.name == kind for k in self.kinds) else ():
            value = args.get(arg, "")
            words.append(notation(domain, value) if isinstance(domain, Seats) and isinstance(value, int) else str(value))
        return self.parse(" ".join(words))

    def _by_word(self, domain: Domain) -> dict[str, int]:
        if domain not in self._numbers:
            names = words_of(domain, self._given)
            self._numbers[domain] = {notation(domain, word).casefold(): i for i, word in enumerate(names)}
        return self._numbers[domain]


def _hint(word: str, known: tuple[str, ...]) -> Any:
    if len(known) <= FEW:
        return msg("error.hint.one-of", known=", ".join(known))
    near = difflib.get_close_matches(word, known, 3, 0.5) or known[:3]
    return msg("error.hint.near", near=", ".join(near))
