"""Fairy Tale once more, straight from the rulebook: names in lists, nothing shared with the rules or the deck file.

Whoever plays is a function that picks one of several names; so the same code plays at random and counts all games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

Pick = Callable[[list[str]], str]
REALMS = ("wood", "empire", "valley")
PARTNER = {"wood": "valley", "empire": "wood", "valley": "empire"}  # whose allies each realm's variable card asks for
NAMES = {
    "wood": ["fairy-ring", "spirit-of-the-spring", "the-fairy-queen", "elven-warrior", "dwarven-warrior", "mischievous-fairy"],
    "empire": ["castle", "staff-bearing-sage", "holy-empire-hunter", "bard", "knights-of-the-round-table", "homesteaders"],
    "valley": [
        "dragons-lair",
        "bronze-dragon",
        "dragon-valley-hunter",
        "sky-dance-dragon",
        "silver-dragon",
        "children-of-the-dragon",
    ],
}
TALES = {"wood": "fairy-tale", "empire": "holy-empire-tale", "valley": "dragon-valley-tale", "shadow": "shadowkings-tale"}
ALL_CLOSE = {"vampire": "wood", "demon": "empire", "werewolf": "valley"}
COPIES = dict(
    zip(
        ("vampire", "demon", "werewolf", "dark-angel", "magic-circle-of-chaos", "the-trickster"),
        (2, 2, 2, 2, 3, 1),
        strict=True,
    )
)
REALM: dict[str, str] = dict.fromkeys(COPIES, "shadow")
for _realm, _names in NAMES.items():
    REALM |= dict.fromkeys(_names, _realm)
    COPIES |= dict(zip(_names, (4, 4, 1, 4, 4, 7), strict=True))
for _realm, _tale in TALES.items():
    REALM |= {f"{_tale}-chapter-{n}": _realm for n in range(1, 5)}
    COPIES |= {f"{_tale}-chapter-{n}": 1 for n in range(1, 5)}
PLACES = {"fairy-ring", "castle", "dragons-lair", "magic-circle-of-chaos"}
HUNTERS = {names[2] for names in NAMES.values()}


@dataclass
class Seat:
    """What lies in front of somebody: [name, lies open, step it was played in]."""

    row: list[list[object]] = field(default_factory=list)

    def cards(self, is_open: bool, realm: str, before: int) -> list[str]:
        return sorted(
            str(n) for n, o, step in self.row if o is is_open and realm in ("any", REALM[str(n)]) and int(str(step)) < before
        )

    def turn(self, name: str, is_open: bool) -> None:
        card = next(card for card in self.row if card[0] == name and card[1] is is_open)  # the earliest such card
        card[1] = not is_open

    def shown(self) -> list[str]:
        return [str(name) for name, is_open, _ in self.row if is_open]


def play_game(
    players: int, deck: Counter[str], chance: Pick, choose: Pick, hand_size: int = 5, plays: int = 3, rounds: int = 4
) -> list[Seat]:
    """A whole game. `chance` is given every card of the deck, `choose` the different names to choose from."""
    seats = [Seat() for _ in range(players)]
    dealer = int(chance([str(seat) for seat in range(players)]))
    left = Counter(deck)
    for turn in range(rounds):
        hands: list[list[str]] = [[] for _ in seats]
        for hand in hands:
            for _ in range(hand_size):
                card = chance(sorted(left.elements(), key=list(COPIES).index))
                left[card] -= 1
                hand.append(card)
        drafted = draft(hands, choose, 1 if turn % 2 == 0 else -1)
        for play in range(plays):
            names = [choose(different(hand)) for hand in drafted]
            for seat, hand, name in zip(seats, drafted, names, strict=True):
                hand.remove(name)
                seat.row.append([name, True, turn * plays + play])
            resolve(seats, names, [(dealer + i) % players for i in range(players)], turn * plays + play, choose)
    return seats


def different(names: list[str]) -> list[str]:
    return list(dict.fromkeys(sorted(names)))


def draft(hands: list[list[str]], choose: Pick, side: int) -> list[list[str]]:
    drafted: list[list[str]] = [[] for _ in hands]
    while hands[0]:
        names = [choose(different(hand)) if len(hand) > 1 else hand[0] for hand in hands]
        for hand, name, mine in zip(hands, names, drafted, strict=True):
            hand.remove(name)
            mine.append(name)
        hands = [hands[(seat - side) % len(hands)] for seat in range(len(hands))]
    return drafted


def resolve(seats: list[Seat], names: list[str], order: list[int], step: int, choose: Pick) -> None:
    """HUNT, OPEN, CLOSE."""
    silent = {seat for seat in order if REALM[names[seat]] == "shadow"} if HUNTERS & set(names) else set()
    for number in silent:
        seats[number].row[-1][1] = False
    for number in order:
        if number not in silent:
            name, seat = names[number], seats[number]
            openers = {NAMES[realm][1]: realm for realm in REALMS} | {"dark-angel": "any"}
            if name in openers:
                open_some(seat, openers[name], 2 if name == "dark-angel" else 1, step, choose)
    for number in order:
        if number not in silent:
            name, seat = names[number], seats[number]
            closers = {NAMES[realm][0]: realm for realm in REALMS} | {"magic-circle-of-chaos": "any"}
            if name in closers:
                later = [names[other] for other in order[order.index(number) + 1 :] if other not in silent]
                hits = sum(ALL_CLOSE.get(other) == REALM[name] for other in later)
                close_own(seat, closers[name], name, hits, choose)
            elif name in ALL_CLOSE:
                close_one(seats, ALL_CLOSE[name], step, choose)


def open_some(seat: Seat, realm: str, count: int, step: int, choose: Pick) -> None:
    for done in range(count):
        names = seat.cards(False, realm, step)
        if names:
            some = different(names)
            free = len(some) > 1 and len(names) > count - done
            seat.turn(choose(some) if free else some[0], False)


def close_own(seat: Seat, realm: str, name: str, hits: int, choose: Pick) -> None:
    """An own card, the new one too; which of two copies is asked if what can be left in the end is not the same."""
    step = int(str(seat.row[-1][2]))
    some = different(seat.cards(True, realm, step + 1))
    earlier = seat.cards(True, REALM[name], step)
    new = f"new {name}"
    if name in earlier:
        without = list(earlier)
        without.remove(name)
        if {tuple(sorted((*rest, name))) for rest in can_be_left(without, hits)} != can_be_left(earlier, hits):
            some.append(new)
    chosen = choose(some) if len(some) > 1 else some[0]
    if chosen == new:
        seat.row[-1][1] = False
    else:
        seat.turn(chosen, True)


def can_be_left(names: list[str], hits: int) -> set[tuple[str, ...]]:
    """What can be left of these cards when so many of them must be closed, one after another."""
    if not hits or not names:
        return {tuple(names)}
    left: set[tuple[str, ...]] = set()
    for name in different(names):
        rest = list(names)
        rest.remove(name)
        left |= can_be_left(rest, hits - 1)
    return left


def close_one(seats: list[Seat], realm: str, before: int, choose: Pick) -> None:
    """All choose before anybody closes."""
    chosen = []
    for seat in seats:
        some = different(seat.cards(True, realm, before))
        chosen.append((choose(some) if len(some) > 1 else some[0]) if some else "")
    for seat, name in zip(seats, chosen, strict=True):
        if name:
            seat.turn(name, True)


# Counting ---------------------------------------------------------------------------------------


def totals(seats: list[Seat]) -> list[int]:
    rows = [seat.shown() for seat in seats]
    results = []
    for row in rows:
        stand_ins = [[], *([name] for name in COPIES)] if "the-trickster" in row else [[]]
        results.append(max(sum(worth(name, row, stand_in, rows) for name in row) for stand_in in stand_ins))
    return results


def count(row: list[str], kind: str) -> int:
    if kind == "place":
        return sum(name in PLACES for name in row)
    if kind == "tale":
        return sum("-chapter-" in name for name in row)
    return sum(REALM[name] == kind for name in row)


def worth(name: str, row: list[str], stand_in: list[str], rows: list[list[str]]) -> int:
    own = Counter(row + stand_in)
    realm = REALM[name]
    if "-chapter-" in name:
        return chapter(realm, int(name[-1]), own, row, rows)
    if realm == "shadow":
        return {"dark-angel": -1, "magic-circle-of-chaos": 5, "the-trickster": -1}.get(name, 2)
    number = NAMES[realm].index(name) + 1
    if number == 5:
        return 3 * own[NAMES[PARTNER[realm]][3]]
    if number == 6:
        return own[name]
    return {1: 6, 2: 1, 3: 3, 4: 3}[number]


def chapter(realm: str, number: int, own: Counter[str], row: list[str], rows: list[list[str]]) -> int:
    def most(kind: str) -> bool:
        return count(row, kind) == max(count(other, kind) for other in rows)

    others = [other for other in REALMS if other != realm]
    if number == 1:
        met = most(realm)
    elif number == 2:
        met = most("place") if realm == "shadow" else bool(own[NAMES[realm][0]] and own[NAMES[realm][1]])
    elif number == 3:
        met = all(count(row, other) >= 2 for other in others)
    else:
        met = most("tale") if realm == "shadow" else own[NAMES[realm][2]] > 0
    return (5 + number) * met
