"""Report on Crane's riffle (R36): how the grabs of listener models end, in per cent, by number and finger.

    python -m fairyring.games.crane.tools.riffle_report [DECKS]

DECKS is the number of decks for each finger (default 2000). The tables of `riffle/model.py` were tuned on this report.
"""

import hashlib
import sys

from fairyring.games.crane.riffle import listeners as people
from fairyring.games.crane.riffle.bots import BOTS, Listener
from fairyring.games.crane.riffle.listeners import Ends
from fairyring.games.crane.riffle.model import LAW
from fairyring.games.crane.riffle.riffle import Deck, Heard

DecksByFinger = dict[str, list[tuple[Deck, Heard]]]

NUMBERS = (4, 7, 10, 15, 20)
DECK_SIZE = 136  # cards; no listener reaches the bottom
LISTENERS: dict[str, Listener] = {
    "perfect counter": people.counter,
    "voices, 8 % misheard": people.misheard,
    "perfect ear": people.perfect_ear,
    "cheater": people.cheater,
}


def by_finger(listener: Listener, decks: DecksByFinger, target: int) -> list[Ends]:
    return [people.grab_all(listener, decks[finger], finger, target, target, DECK_SIZE) for finger in LAW]


def format_mean(ends: list[Ends]) -> str:
    """Return LOW/JUST/HIGH in per cent, the mean over the fingers."""
    return format_ends(Ends(sum(e.low for e in ends), sum(e.just for e in ends), sum(e.high for e in ends)))


def format_ends(ends: Ends) -> str:
    return "/".join(f"{share:.1f}" for share in ends.per_cent())


def format_exact(ends: list[Ends]) -> str:
    return f"{sum(e.just for e in ends) * 100 / sum(e.low + e.just + e.high for e in ends):.1f}"


def print_finger(finger: str, decks: DecksByFinger) -> None:
    """Print one finger by number: how an adult ends, and how often bots and the other listeners are exact."""
    others: dict[str, Listener] = {**BOTS, **LISTENERS}
    print(f"\n| {finger}, t | adult LOW/JUST/HIGH |", *(f"{name} |" for name in others))
    print("|---|---|" + "---|" * len(others))
    for target in NUMBERS:
        adult = people.grab_all(people.adult, decks[finger], finger, target, target, DECK_SIZE)
        ends = (people.grab_all(listener, decks[finger], finger, target, target, DECK_SIZE) for listener in others.values())
        print(f"| {target} | {format_ends(adult)} |", *(f"{listener.per_cent()[1]:.1f} |" for listener in ends))


def main(count: int) -> None:
    """Print the report for this many decks a finger."""
    decks = people.sealed_decks(hashlib.sha256(b"riffle benchmark").digest(), count)
    print(f"{count:,} decks a finger; fingers are {', '.join(LAW)}\n")
    print("| t | adult LOW/JUST/HIGH | exact by finger |", *(f"{name} |" for name in LISTENERS))
    print("|---|---|---|" + "---|" * len(LISTENERS))
    for target in NUMBERS:
        adult = by_finger(people.adult, decks, target)
        fingers = " · ".join(f"{ends.per_cent()[1]:.1f}" for ends in adult)
        others = (f"{format_exact(by_finger(listener, decks, target))} |" for listener in LISTENERS.values())
        print(f"| {target} | {format_mean(adult)} | {fingers} |", *others)
    for finger in LAW:
        print_finger(finger, decks)
    lies = (format_ends(people.exact_ends("index", ticks, 10)) for ticks in (10, 9, 11))
    print("\nindex, t = 10, a perfect counter, and one tick fewer or more (exact):", ", ".join(lies))
    print("\n| bot, exact at, mean of the fingers |", *(f"{target} |" for target in NUMBERS))
    print("|---|" + "---|" * len(NUMBERS))
    for name, bot in BOTS.items():
        print(f"| {name} |", *(f"{format_exact(by_finger(bot, decks, target))} |" for target in NUMBERS))
    seen = Ends()
    for deck, heard in decks["index"][: count // 4]:
        seen.add(deck.grabbed(people.spy(heard, "index", 10, people.all_bands(deck, DECK_SIZE)), DECK_SIZE), 10)
    alone = people.grab_all(people.cheater, decks["index"][: count // 4], "index", 10, 10, DECK_SIZE)
    print(f"\nindex, t = 10: a cheater {alone.per_cent()[1]:.1f}, with the audience's bands {seen.per_cent()[1]:.1f} exact")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
