"""Crane's riffle as its listeners play it: how grabs end, in per cent, by number and finger. Argument: decks a finger."""

import hashlib
import sys

from fairyring.games.crane.riffle import listeners as people
from fairyring.games.crane.riffle.bots import BOTS, Listener
from fairyring.games.crane.riffle.listeners import Ends
from fairyring.games.crane.riffle.model import LAW
from fairyring.games.crane.riffle.riffle import Deck, Heard

Sealed = dict[str, list[tuple[Deck, Heard]]]

NUMBERS = (4, 7, 10, 15, 20)
DECK = 136  # cards; thick enough never to matter
LISTENERS: dict[str, Listener] = {
    "perfect counter": people.counter,
    "voices, 8 % misheard": people.misheard,
    "perfect ear": people.perfect_ear,
    "cheater": people.cheater,
}


def by_finger(listener: Listener, sealed: Sealed, target: int) -> list[Ends]:
    return [people.grab_all(listener, sealed[finger], finger, target, target, DECK) for finger in LAW]


def mean(ends: list[Ends]) -> str:
    """LOW/JUST/HIGH, mean of the fingers."""
    return told(Ends(sum(e.low for e in ends), sum(e.just for e in ends), sum(e.high for e in ends)))


def told(ends: Ends) -> str:
    return "/".join(f"{share:.1f}" for share in ends.per_cent())


def exact(ends: list[Ends]) -> str:
    return f"{sum(e.just for e in ends) * 100 / sum(e.low + e.just + e.high for e in ends):.1f}"


def each_number(finger: str, sealed: Sealed) -> None:
    """One finger by number: how an adult ends, and how often bots and good ears are exact."""
    others: dict[str, Listener] = {**BOTS, **LISTENERS}
    print(f"\n| {finger}, t | adult LOW/JUST/HIGH |", *(f"{name} |" for name in others))
    print("|---|---|" + "---|" * len(others))
    for target in NUMBERS:
        adult = people.grab_all(people.adult, sealed[finger], finger, target, target, DECK)
        ends = (people.grab_all(one, sealed[finger], finger, target, target, DECK) for one in others.values())
        print(f"| {target} | {told(adult)} |", *(f"{one.per_cent()[1]:.1f} |" for one in ends))


def main(count: int) -> None:
    """Print all of it."""
    sealed = people.sealed_decks(hashlib.sha256(b"riffle benchmark").digest(), count)
    print(f"{count:,} decks a finger; fingers are {', '.join(LAW)}\n")
    print("| t | adult LOW/JUST/HIGH | exact by finger |", *(f"{name} |" for name in LISTENERS))
    print("|---|---|---|" + "---|" * len(LISTENERS))
    for target in NUMBERS:
        adult = by_finger(people.adult, sealed, target)
        fingers = " · ".join(f"{ends.per_cent()[1]:.1f}" for ends in adult)
        others = (f"{exact(by_finger(listener, sealed, target))} |" for listener in LISTENERS.values())
        print(f"| {target} | {mean(adult)} | {fingers} |", *others)
    for finger in LAW:
        each_number(finger, sealed)
    lies = (told(people.exact_ends("index", ticks, 10)) for ticks in (10, 9, 11))
    print("\nindex, t = 10, a perfect counter, and one tick fewer or more (exact):", ", ".join(lies))
    print("\n| bot, exact at, mean of the fingers |", *(f"{target} |" for target in NUMBERS))
    print("|---|" + "---|" * len(NUMBERS))
    for name, bot in BOTS.items():
        print(f"| {name} |", *(f"{exact(by_finger(bot, sealed, target))} |" for target in NUMBERS))
    seen = Ends()
    for deck, heard in sealed["index"][: count // 4]:
        seen.add(deck.grabbed(people.spy(heard, "index", 10, people.all_bands(deck, DECK)), DECK), 10)
    alone = people.grab_all(people.cheater, sealed["index"][: count // 4], "index", 10, 10, DECK)
    print(f"\nindex, t = 10: a cheater {alone.per_cent()[1]:.1f}, with the audience's bands {seen.per_cent()[1]:.1f} exact")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
