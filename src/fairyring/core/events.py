"""Events: what happened, as message keys with arguments, each with an audience."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairyring.core.rules import PUBLIC

if TYPE_CHECKING:
    from fairyring.core.game import Game

# How an argument is put into words, given the game (custom decks have their own names), the number, and the players' names.
Speaker = Callable[["Game", int, Sequence[str]], str]


def plain(_game: Game, value: int, _names: Sequence[str]) -> str:
    """A number as it is."""
    return str(value).replace("-", "−")


def signed(_game: Game, value: int, _names: Sequence[str]) -> str:
    """A change: +2 or −1."""
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


def seat(_game: Game, value: int, names: Sequence[str]) -> str:
    """A seat, by the name of the player."""
    return names[value]


def seats(_game: Game, value: int, names: Sequence[str]) -> str:
    """A set of seats (one bit each): “Ann, Bo and Cy”."""
    who = [name for number, name in enumerate(names) if value >> number & 1]
    return " and ".join([", ".join(who[:-1])] * (len(who) > 1) + who[-1:])


class EventKind:
    """A kind of event: its message key and how its arguments are spoken.

    Some games allow no looking back (Fairy's discard pile). There, an event of a kind with
    `new_page` turns the page, and events of a kind that `fades` can be looked up only until then,
    unless the option that `fades` names says “yes”.
    """

    def __init__(self, key: str, *, fades: str = "", new_page: bool = False, **args: Speaker) -> None:
        self.key = key
        self.args = args
        self.fades = fades
        self.new_page = new_page


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `seq` is the number of the decision that caused it."""

    seq: int
    key: str
    args: tuple[tuple[str, int], ...]
    audience: int = PUBLIC

    def seen_by(self, viewer: int | None) -> bool:
        return self.audience in (PUBLIC, viewer)


def speak(text: str, spoken: Mapping[str, str]) -> str:
    """A message with its arguments put in."""
    return text.format_map(spoken)
