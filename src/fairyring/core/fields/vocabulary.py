"""Domains: words with numbers, declared once.

    class Phase(Names):
        FLIP, GUESS, REVEAL, DONE = range(4)

Rules use `Phase.GUESS`, a plain integer. Everything that leaves a table uses the word “guess”, in lower case with hyphens.
Words that the options decide (the cards of a deck file, the spaces of a board) are declared as `Things`; the room's
`OptionSpec.vocabulary` returns them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairyring.core.text.slug import slug_of_identifier

Word = str | int


class _NamesMeta(type):
    """Turns a class of numbers into a domain with words, length and conversions."""

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
        """Return the word of a number. Raises KeyError."""
        if not cls.first <= number < cls.first + cls.size:
            raise KeyError(f"{number} has no name among {', '.join(map(str, cls.words))}")
        return str(cls.words[number - cls.first])

    def number(cls, word: str) -> int:
        """Return the number of a word. Raises ValueError."""
        return cls.first + cls.words.index(word)


class Names(metaclass=_NamesMeta):
    """Base class of enumerated domains. Numbers count from 0, or from 1 where 0 means “none” in the state."""


class Things:
    """A domain of fixed size whose words depend on the options: `Things("card", 40)`.

    With `words` they are fixed, for words that are no identifiers: `Things("card", 21, range(1, 22), first=1)`.
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
    """The seats: counted from 0 in programs, from 1 in notation."""

    def __init__(self, seats: int) -> None:
        super().__init__("seat", seats, range(seats))


Domain = type[Names] | Things
Vocabulary = Mapping[str, tuple[Word, ...]]  # words of each `Things` without fixed words, by label


def words_of(domain: Domain, vocabulary: Vocabulary) -> tuple[Word, ...]:
    """Return the words of a domain in the order of its numbers; fewer than its size where the options use fewer."""
    if domain.words is not None:
        return domain.words
    try:
        return vocabulary[domain.label]
    except KeyError:
        raise TypeError(f"the room gives no names for its things “{domain.label}”") from None


def notation(domain: Domain, word: Word) -> str:
    """Return a word as people write it: seats count from 1."""
    return str(word + 1) if isinstance(domain, Seats) and isinstance(word, int) else str(word)
