"""Actions: a small typed value ↔ a stable integer id ↔ a short text people can type.

A game declares its kinds of action; every kind owns a contiguous block of ids, one for each
combination of its arguments' words::

    GUESS = Kind("guess", outcome=("higher", "lower", "suit", "catch"))
    ACTIONS = Actions(GUESS)
    ACTIONS.parse("guess suit") == ACTIONS[2] == GUESS("suit")
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from fairyring.core.errors import CannotParse


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat (or nature) can do."""

    kind: str
    args: tuple[str, ...]
    id: int

    def __str__(self) -> str:
        """The notation: what people type and records hold."""
        return " ".join((self.kind, *self.args))

    def __repr__(self) -> str:
        name = self.kind.title().replace("-", "")
        return f"{name}({', '.join(map(repr, self.args))})"


class Kind:
    """One kind of action. Its arguments are named word lists; the last one varies fastest in the ids."""

    def __init__(self, name: str, **args: Sequence[str]) -> None:
        self.name = name
        self.args = {key: tuple(words) for key, words in args.items()}
        self.count = prod(len(words) for words in self.args.values())
        self.first = 0  # set by Actions

    def __call__(self, *words: str) -> Action:
        """The action with these arguments, e.g. `GUESS("higher")`."""
        if len(words) != len(self.args):
            raise CannotParse(f"“{self.name}” is written {self.usage}.")
        index = 0
        for word, (arg, known) in zip(words, self.args.items(), strict=True):
            if word not in known:
                raise CannotParse(f"“{word}” is no {arg} for “{self.name}”; {_hint(word, known)}")
            index = index * len(known) + known.index(word)
        return Action(self.name, tuple(words), self.first + index)

    def nth(self, index: int) -> Action:
        words: list[str] = []
        rest = index
        for known in reversed(self.args.values()):
            rest, at = divmod(rest, len(known))
            words.append(known[at])
        return Action(self.name, tuple(reversed(words)), self.first + index)

    @property
    def usage(self) -> str:
        return "“" + " ".join((self.name, *(arg.upper() for arg in self.args))) + "”"


class Actions(Sequence[Action]):
    """All actions of a game, by id, and their notation."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        self._by_name = {kind.name: kind for kind in kinds}
        first = 0
        for kind in kinds:
            kind.first = first
            first += kind.count
        self._all = tuple(kind.nth(i) for kind in kinds for i in range(kind.count))

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, key):  # type: ignore[no-untyped-def]  # both an index and a slice, as every Sequence
        return self._all[key]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all)

    def kind_of(self, action: int) -> int:
        """The index of the kind that owns this id."""
        return next(i for i, kind in enumerate(self.kinds) if action < kind.first + kind.count)

    def parse(self, text: str) -> Action:
        """The action that a text names. Case and extra spaces do not matter; nothing else is guessed."""
        words = text.casefold().split()
        kinds = ", ".join(kind.usage for kind in self.kinds)
        if not words:
            raise CannotParse(f"An empty line is no action; write {kinds}.")
        kind = self._by_name.get(words[0])
        if kind is None:
            raise CannotParse(f"“{words[0]}” is no action of this game; write {kinds}.")
        return kind(*words[1:])


def _hint(word: str, known: tuple[str, ...]) -> str:
    few = 8
    if len(known) > few:
        near = difflib.get_close_matches(word, known, 3, 0.5) or known[:3]
        return f"did you mean {', '.join(near)}?"
    return f"it is one of {', '.join(known)}."
