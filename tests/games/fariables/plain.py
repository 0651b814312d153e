"""Fariables once more, written from the rulebook with sets and coordinates and nothing of the engine: for its statistics."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

Spot = tuple[int, int]


def read(text: str) -> dict[Spot, str]:
    """Where each character of a picture stands."""
    rows = [line for line in text.splitlines() if line.strip() and line[0] not in "#tbi"]
    return {(y, x): char for y, row in enumerate(rows) for x, char in enumerate(row) if char in "123456*"}


def next_to(spot: Spot) -> set[Spot]:
    y, x = spot
    return {(y, x - 2), (y, x + 2), (y - 1, x - 1), (y - 1, x + 1), (y + 1, x - 1), (y + 1, x + 1)}


def beside(group: set[Spot]) -> set[Spot]:
    return {near for spot in group for near in next_to(spot)}


@dataclass
class PlainGame:
    """One game between players who do anything that is allowed, all of it equally likely."""

    board: dict[Spot, str]
    players: int
    dice: random.Random
    tokens: list[set[Spot]] = field(default_factory=list)
    turns: int = 0
    moved: int = 0
    winner: int = -1
    decided: str = ""

    def die(self) -> int:
        return self.dice.randint(1, 6)

    def open(self) -> set[Spot]:
        return set(self.board) - set().union(*self.tokens)

    def any_of(self, spots: set[Spot]) -> Spot:
        return self.dice.choice(sorted(spots))

    def play(self) -> PlainGame:
        values = {kind: self.die() for kind in "123456"}
        self.tokens = [set() for _ in range(self.players)]
        start = self.dice.randrange(self.players)
        order = [(start + i) % self.players for i in range(self.players)]
        for _ in range(6):
            for player in order:
                free = self.open()
                self.tokens[player].add(self.any_of((free & beside(self.tokens[player])) or free))
        while True:
            player = order[self.turns % self.players]
            self.turns += 1
            kind = str(self.die())
            values[kind] = max(0, values[kind] + self.die() - 3)
            if values[kind] >= 14:
                break
            self.move(player, self.die())
        values["*"] = values[hidden := str(self.die())]
        self.scores = [sum(values[self.board[spot]] for spot in mine) for mine in self.tokens]
        self.settle(hidden)
        return self

    def move(self, player: int, most: int) -> None:
        hand = 0
        while hand < most:
            choice = self.dice.choice([None, *sorted(self.tokens[player])])
            if choice is None:
                break
            self.tokens[player].remove(choice)
            hand += 1
        self.moved += hand
        group: set[Spot] = set()
        anywhere = False
        while hand:
            near = self.open() & beside(group)
            anywhere = anywhere or (bool(group) and not near)
            spot = self.any_of(near if group and not anywhere else self.open())
            self.tokens[player].add(spot)
            group.add(spot)
            hand -= 1

    def settle(self, hidden: str) -> None:
        left = list(range(self.players))
        own_kinds = [[self.board[spot] for spot in mine] for mine in self.tokens]
        for name, count in (
            ("fourteen", self.scores),
            ("fourteen-flowers", [kinds.count("*") for kinds in own_kinds]),
            ("fourteen-kinds", [len({hidden if kind == "*" else kind for kind in kinds}) for kinds in own_kinds]),
        ):
            left = [p for p in left if count[p] == max(count[q] for q in left)]
            self.decided = name
            if len(left) == 1:
                break
        else:
            self.decided = "fourteen-dice"
            while len(left) > 1:
                sums = {p: self.die() + self.die() + self.die() for p in left}
                left = [p for p in left if sums[p] == max(sums.values())]
        self.winner = left[0]
