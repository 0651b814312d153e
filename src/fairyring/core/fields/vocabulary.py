"""Names: a meaning is declared once, with its number and its name.

    class Phase(Names):
        FLIP, GUESS, REVEAL, DONE = range(4)

Rules use `Phase.GUESS`, a plain integer that costs nothing compiled. Everything that leaves a table says “guess”:
names are written in small letters with hyphens. What the options decide (the cards of a deck file, the spaces of a
board) is declared as `Things`, whose names the room gives when the options are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairyring.core.text.slug import slug_of_identifier

Word = str | int


class _NamesMeta(type):
    """Makes a class of numbers a vocabulary: its words, its length, and the way from a word back to its number."""

    words: tuple[Word, ...]
    label: str
    first: int
    size: int

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, object]) -> _NamesMeta:
        cls = super().__new__(mcs, name, bases, space)
        members = sorted((value, key) for key, value in space.items() if key.isupper() and isinstance(value, int))
        numbers = [number for number, _key in members]
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            raise TypeError(f"the numbers of {name} are not one after another: {numbers}")
        if numbers and numbers[0] not in (0, 1):
            raise TypeError(f"the numbers of {name} begin with {numbers[0]}, not with 0 or 1")
        cls.words = tuple(slug_of_identifier(key) for _number, key in members)
        cls.first = numbers[0] if numbers else 0
        cls.size = len(numbers)
        cls.label = slug_of_identifier(name)
        return cls

    def __iter__(cls) -> Iterator[int]:
        return iter(range(cls.first, cls.first + cls.size))

    def __len__(cls) -> int:
        return cls.size

    def word(cls, number: int) -> str:
        """The name of a number."""
        if not cls.first <= number < cls.first + cls.size:
            raise KeyError(f"{number} has no name among {', '.join(map(str, cls.words))}")
        return str(cls.words[number - cls.first])

    def number(cls, word: str) -> int:
        """The number of a name."""
        return cls.first + cls.words.index(word)


class Names(metaclass=_NamesMeta):
    """Base of every vocabulary. The numbers begin with 0, or with 1 where 0 means “none” in the state."""


class Things:
    """A vocabulary of which only the size is fixed: `Things("card", 40)`; the room names them for the options.

    With `words` it is fixed after all, for names that are no identifiers: `Things("card", 21, range(1, 22), first=1)`.
    """

    def __init__(self, label: str, size: int, words: range | tuple[Word, ...] | None = None, first: int = 0) -> None:
        self.label = label
        self.size = size
        self.first = first
        self.words: tuple[Word, ...] | None = None if words is None else tuple(words)
        if self.words is not None and len(self.words) != size:
            raise TypeError(f"{label} has {size} things and {len(self.words)} names")

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"Things({self.label!r}, {self.size})"


class Seats(Things):
    """The seats: counted from 0 in programs, and from 1 where people read or type them."""

    def __init__(self, seats: int) -> None:
        super().__init__("seat", seats, range(seats))


Domain = type[Names] | Things
Given = Mapping[str, tuple[Word, ...]]  # what a room calls the things of each label


def words_of(domain: Domain, given: Given) -> tuple[Word, ...]:
    """The names of a vocabulary, in the order of its numbers; fewer than its size where the options use fewer."""
    if domain.words is not None:
        return domain.words
    try:
        return given[domain.label]
    except KeyError:
        raise TypeError(f"the room gives no names for its things “{domain.label}”") from None


def notation(domain: Domain, word: Word) -> str:
    """How people write a name: seats are counted from 1 there."""
    return str(word + 1) if isinstance(domain, Seats) and isinstance(word, int) else str(word)
