"""Crane once more, with real cards in real piles, written from the rulebook: its averages and its game tree are ours.

Nothing here is shared with the rules under test. A game is a generator: it yields the choices open to somebody as
(label, weight) pairs and is sent the label that was picked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.game import Game
from fairyring.games.crane import ROOM
from fairyring.kit.perft import perft

Choices = list[tuple[str, int]]
Play = Generator[Choices, str, None]


@dataclass(eq=False)
class Card:
    number: int
    finger: str
    up: int = 0  # face up since this turn, 0 if face down


def oldest_first(cards: list[Card]) -> list[Card]:
    """The face-up ones by age, then the others."""
    return sorted((card for card in cards if card.up), key=lambda card: card.up) + [card for card in cards if not card.up]


@dataclass
class Result:
    cards: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


class Box:
    """The cards, the piles, and a generator that plays one game."""

    def __init__(
        self, players: int, cards: Sequence[Card], rng: random.Random, pot: int = 3, ten: int = 10, goal: int = 40
    ) -> None:
        self.n, self.rng, self.pot_size, self.ten, self.goal = players, rng, pot, ten, goal
        self.deck = list(cards)
        self.pots: list[list[Card]] = [[] for _ in range(1 if players == 2 else 2)]
        self.piles: list[list[Card]] = [[] for _ in range(players)]
        self.tens = [0] * players
        self.hands = [
            ["high"] * 2 + ["low"] * 2 + ["just"] if players == 2 else ["high", "low", "just"] for _ in range(players)
        ]
        self.aside: list[list[str]] = [[] for _ in range(players)]
        self.turns = 0
        self.result = Result()
        self.fill_pots()

    def fill_pots(self) -> None:
        for pot in self.pots:
            if not pot:
                pot += [self.deck.pop() for _ in range(min(self.pot_size, len(self.deck)))]

    def count(self, seat: int) -> int:
        return len(self.piles[seat]) + self.ten * self.tens[seat]

    def gain(self, seat: int, cards: list[Card]) -> None:
        pile = self.piles[seat]
        pile += cards
        while len(pile) > self.ten:
            back = oldest_first(pile)[: self.ten]
            self.piles[seat] = pile = [card for card in pile if card not in back]
            self.tens[seat] += 1
            self.to_deck(back)

    def to_deck(self, cards: list[Card]) -> None:
        for card in cards:
            card.up = 0
        self.deck += cards

    def face_down(self) -> list[Card]:
        return [card for place in (self.deck, *self.pots, *self.piles) for card in place if not card.up]

    def mix(self, top: str) -> Card:
        """Nobody can tell face-down cards apart: shuffle them between all their places, with such a card on top of the deck."""
        cards = self.face_down()
        self.rng.shuffle(cards)
        cards.remove(match := next(card for card in cards if f"{card.number} {card.finger}" == top))
        cards.append(match)
        for place in (*self.pots, *self.piles, self.deck):
            for i, card in enumerate(place):
                if not card.up:
                    place[i] = cards.pop(0)
        return self.deck.pop()

    def turn(self, challenger: int) -> Play:
        if not self.deck:
            for pot in self.pots:
                self.to_deck(pot)
                pot.clear()
            self.rng.shuffle(self.deck)
            self.fill_pots()
        kinds = Counter(f"flip {card.number} {card.finger}" for card in self.face_down())
        card = self.mix((yield sorted(kinds.items()))[5:])
        self.turns += 1
        card.up = self.turns
        bets: dict[int, str] = {}
        for seat in range(self.n):
            if seat != challenger:
                bets[seat] = (yield [(f"bet {bet}", 1) for bet in dict.fromkeys(self.hands[seat])])[4:]
        grabs = (yield self.hand_weights(card.number, len(self.deck) + 1)).split()
        if grabs[0] == "eyes-opened":
            self.result.counts["eyes"] += 1
            self.to_deck([card])
            return
        others = [self.deck.pop() for _ in range(int(grabs[1]) - 1)]
        cards, number = len(others) + 1, card.number
        chosen = 0
        if self.n > 2:
            chosen = 0 if (yield [("jackpot left", 1), ("jackpot right", 1)]) == "jackpot left" else 1
        pot = self.pots[chosen]
        right = "just" if cards == number else "low" if cards < number else "high"
        self.result.counts[right] += 1
        if right == "just":
            prize, pot[:] = list(pot), []
            self.gain(challenger, [*prize, *others, card])
        elif right == "low":
            stack = [*others, card]
            missing = min(number - cards, cards)
            pot += stack[:missing]
            self.gain(challenger, stack[missing:])
        else:
            pot += others[: cards - number]
            self.to_deck([*others[cards - number :], card])
        self.pay([(challenger + i) % self.n for i in range(1, self.n)], bets, right, chosen)
        self.fill_pots()

    def pay(self, order: list[int], bets: dict[int, str], right: str, chosen: int) -> None:
        lucky = [seat for seat in order if bets[seat] == right]
        if self.n == 2:
            for seat in lucky:
                self.hands[seat].remove(right)
                self.aside[seat].append(right)
        elif right == "just":
            if lucky:
                prize = oldest_first(self.pots[1 - chosen])
                self.pots[1 - chosen].clear()
                for i, seat in enumerate(lucky):
                    self.gain(seat, prize[i :: len(lucky)])
        else:
            for seat in lucky:
                self.gain(seat, [self.deck.pop() for _ in range(min(2, len(self.deck)))])

    @staticmethod
    def hand_weights(number: int, available: int) -> Choices:
        """An unpractised hand, as declared."""
        reach = 2 + number // 2
        weights: Counter[int] = Counter()
        for miss in range(1 - reach, reach):
            weights[min(available, max(1, number + miss))] += 50 * (reach * reach - miss * miss) ** 2
        return [*((f"grab {g}", w) for g, w in sorted(weights.items())), ("eyes-opened", sum(weights.values()) // 50)]

    def play(self) -> Play:
        if self.n == 2:
            yield from self.duel()
        else:
            yield from self.championship()
        self.result.cards = [self.count(seat) for seat in range(self.n)]

    def duel(self) -> Play:
        seat = 0
        while True:
            yield from self.turn(seat)
            if set(self.aside[1 - seat]) == {"high", "low", "just"}:
                self.result.winners = [1 - seat]
                return
            if self.count(seat) >= self.goal:
                self.result.winners = [seat]
                return
            seat = 1 - seat

    def championship(self) -> Play:
        for seat in [*range(self.n)] * 2:
            yield from self.turn(seat)
        tied = self.best(list(range(self.n)))
        if len(tied) > 1:
            for seat in tied:
                yield from self.turn(seat)
            tied = self.best(tied)
        self.result.winners = tied

    def best(self, among: list[int]) -> list[int]:
        top = max(map(self.count, among))
        return [seat for seat in among if self.count(seat) == top]


def full_box() -> list[Card]:
    return [Card(n, f) for n in range(4, 21) for f in ("index", "middle", "ring", "little") for _ in range(2)]


def random_game(players: int, rng: random.Random) -> Result:
    box = Box(players, full_box(), rng)
    play = box.play()
    try:
        choices = next(play)
        while True:
            labels, weights = zip(*choices, strict=True)
            choices = play.send(rng.choices(labels, weights)[0])
    except StopIteration:
        return box.result


@pytest.mark.parametrize(("players", "games"), [(2, 600), (3, 800), (5, 300)])
def test_independent_implementation_has_the_same_averages(players: int, games: int) -> None:
    """R3–R32 together: cards, turns, kinds of count and wins agree within four standard errors."""
    rng = random.Random(players)
    results = [random_game(players, rng) for _ in range(games)]
    ours = fr.simulate("crane", players=players, games=60_000, seed=3, first="1", bots="random", workers=1)

    def close(values: Sequence[float], mean: float) -> None:
        average = sum(values) / games
        error = sqrt(sum((value - average) ** 2 for value in values) / games / games)
        assert abs(average - mean) < 4 * error + 1e-9

    for name, label in (("exact", "just"), ("short", "low"), ("over", "high"), ("eyes-opened", "eyes")):
        close([result.counts[label] for result in results], ours.tallies[name])
    close([sum(result.counts.values()) for result in results], ours.mean_turns)
    for seat in range(players):
        close([result.cards[seat] for result in results], ours.mean_score[seat])
        close([(seat in result.winners) / len(result.winners) for result in results], ours.win_share[seat])


def paths(box_of: Callable[[], Box], depth: int) -> int:
    """How many sequences of so many decisions there are; each is played from the start."""

    def follow(prefix: list[str]) -> Choices:
        play = box_of().play()
        try:
            choices: Choices = next(play)
            for label in prefix:
                choices = play.send(label)
        except StopIteration:
            return []
        return choices

    def count(prefix: list[str]) -> int:
        choices = follow(prefix)
        if not choices:
            return 1
        if len(prefix) + 1 == depth:
            return len(choices)
        return sum(count([*prefix, label]) for label, _weight in choices)

    return count([])


@pytest.mark.parametrize(("players", "depth"), [(2, 7), (3, 7)])
def test_independent_implementation_has_the_same_tree(players: int, depth: int) -> None:
    """Perft against the other program: a box of a few cards, where decks run out and games end soon."""
    cards = {2: {"index": 2, "ring": 3}, 3: {"little": 4}}
    size = sum(sum(row.values()) for row in cards.values())
    fingers = ("index", "middle", "ring", "little")
    copies = [[cards.get(n, {}).get(f, 0) for f in fingers] for n in range(1, 4)]
    constants = {"copies": copies, "size": size, "bank": 1, "bundle": 2, "goal": 4, "challenges": 2}
    game: Game[Any] = Game(ROOM, {"players": players, "first": "1"}, constants)

    def box() -> Box:
        few = [Card(n, f) for n, row in cards.items() for f, count in row.items() for _ in range(count)]
        return Box(players, few, random.Random(1), pot=1, ten=2, goal=4)

    for steps in range(1, depth + 1):
        assert paths(box, steps) == perft(game, steps), steps
