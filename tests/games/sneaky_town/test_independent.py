"""Sneaky Town once more, straight from the rulebook and in another shape, compared with the engine."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt

import pytest

import fairyring as fr
from fairyring.kit.perft import perft

Spot = tuple[int, int]  # (line of blue, line of brown)
Move = tuple[object, ...]
TILES = {5: ["sun of blue", "sun of brown", "flower", "void", "void"], 3: ["sun of blue", "sun of brown", "flower"]}
COLOURS = ("blue", "brown")


class Round:
    """One round: a dictionary of stones, and lists of moves written out in full."""

    def __init__(self, size: int, racks: dict[str, list[str]], mover: str, limit: int) -> None:
        self.size, self.racks, self.mover, self.limit = size, racks, mover, limit
        self.stones: dict[Spot, str] = {}
        self.pile = dict.fromkeys(COLOURS, 8 if size == 5 else 5)
        self.looked: dict[str, set[int]] = {colour: set() for colour in COLOURS}  # lines that this colour looked at
        self.marks = 12 if size == 5 else 6
        self.turns = 0
        self.ended_by = ""

    @property
    def rival(self) -> str:
        return COLOURS[self.mover == "blue"]

    def moves(self) -> Iterator[Move]:
        yield ("end",)
        if self.limit and self.turns >= self.limit:
            return
        spots = [(a, b) for a in range(self.size) for b in range(self.size)]
        free = [spot for spot in spots if spot not in self.stones]
        mine = [spot for spot in spots if self.stones.get(spot) == self.mover]
        for spot in mine:
            yield ("recover", spot)
            for to in free:
                yield ("transfer", spot, to)
        if self.pile[self.mover]:
            for spot in free:
                yield ("cast", spot)
            for line in set(range(self.size)) - self.looked[self.mover]:
                yield ("reveal", line)
            for spot in mine if self.marks else []:
                for other, colour in self.stones.items():
                    if colour == self.rival:
                        yield ("swap", spot, other)

    def make(self, move: Move) -> None:
        kind, *args = move
        if kind == "end":
            self.ended_by = self.mover
            return
        if kind in ("cast", "reveal", "swap"):
            self.pile[self.mover] -= 1
        if kind in ("recover", "transfer"):
            del self.stones[args[0]]  # type: ignore[arg-type]
        if kind == "recover":
            self.pile[self.mover] += 1
        if kind in ("cast", "transfer"):
            self.stones[args[-1]] = self.mover  # type: ignore[index]
        if kind == "reveal":
            self.looked[self.mover].add(args[0])  # type: ignore[arg-type]
        if kind == "swap":
            self.marks -= 1
            self.stones[args[0]], self.stones[args[1]] = self.rival, self.mover  # type: ignore[index]
        self.turns += 1
        self.mover = self.rival

    def points(self) -> dict[str, int]:
        total = {}
        for colour, rival in (COLOURS, COLOURS[::-1]):
            total[colour] = -sum(self.racks[rival][line] == "void" for line in self.looked[colour])
            for charm, worth in ((f"sun of {colour}", 15), ("flower", 10), (f"sun of {rival}", 5)):
                spot = (self.racks["blue"].index(charm), self.racks["brown"].index(charm))
                if self.stones.get(spot) == colour:
                    total[colour] += worth
        return total

    def winner(self) -> str:
        points = self.points()
        if points["blue"] == points["brown"] and self.limit and self.turns >= self.limit:
            return ""  # R23: nobody ended it
        if points["blue"] == points["brown"]:
            return COLOURS[self.ended_by == "blue"]
        return max(COLOURS, key=lambda colour: points[colour])


def count_paths(game: Round, depth: int) -> int:
    if depth == 0 or game.ended_by:
        return 1
    total = 0
    for move in list(game.moves()):
        after = copy.deepcopy(game)
        after.make(move)
        total += count_paths(after, depth - 1)
    return total


@pytest.mark.parametrize(("size", "depth"), [(3, 3), (5, 2)])
def test_independent_implementation_has_the_same_tree(size: int, depth: int) -> None:
    """R7–R16: from a position in which everything is possible."""
    table = fr.Table(fr.game("sneaky-town", size=size, match="single"), seed=4)
    plain = Round(size, dict.fromkeys(COLOURS, TILES[size]), "blue", 0)
    for kind, *args in (("cast", (0, 0)), ("cast", (1, 1)), ("reveal", 0), ("cast", (2, 0))):
        text = [str(arg + 1) if isinstance(arg, int) else f"{arg[0] + 1},{arg[1] + 1}" for arg in args]
        table.play(table.pending[0], " ".join([str(kind), *text]))
        plain.make((kind, *args))
    assert perft(table.game, depth, table.state) == count_paths(plain, depth)


Match = tuple[dict[str, int], list[Round], Counter[object]]  # rounds won, the rounds, and the kinds of moves


def play_match(size: int, lead: int, limit: int, rng: random.Random, fixed: int = 0) -> Match:
    """A match between players who do anything that is allowed: until one leads, or of a fixed number of rounds."""
    wins = dict.fromkeys(COLOURS, 0)
    rounds: list[Round] = []
    kinds: Counter[object] = Counter()
    while len(rounds) < fixed if fixed else abs(wins["blue"] - wins["brown"]) < lead:
        racks = {colour: rng.sample(TILES[size], size) for colour in COLOURS}
        game = Round(size, racks, COLOURS[len(rounds) % 2], limit)
        while not game.ended_by:
            move = rng.choice(list(game.moves()))
            kinds[move[0]] += 1
            game.make(move)
        if game.winner():
            wins[game.winner()] += 1
        rounds.append(game)
    return wins, rounds, kinds


def close(name: str, count: float, of: float, share: float) -> None:
    """A share among so many independent events lies within four standard errors of the engine's."""
    assert abs(count / of - share) < 4 * sqrt(2 * share * (1 - share) / of) + 1e-9, (name, count / of, share)


def mean_close(name: str, values: Sequence[float], mean: float) -> None:
    """The mean of independent values lies within four standard errors of the engine's."""
    average = sum(values) / len(values)
    error = sqrt(sum((value - average) ** 2 for value in values)) / len(values)
    assert abs(average - mean) < 4 * sqrt(2) * error, (name, average, mean)


def test_independent_implementation_has_the_same_averages() -> None:
    """R5–R23: lengths, scores, ties, wins and forced ends of random matches."""
    games, lead, limit = 1500, 2, 15
    engine = fr.simulate(
        "sneaky-town", games=games, seed=5, size=3, match=f"lead:{lead}", turn_limit=limit, backend="interpreted"
    )
    rng = random.Random(6)
    played = [play_match(3, lead, limit, rng) for _ in range(games)]
    rounds = [game for _, some, _ in played for game in some]
    mean_close("rounds won", [sum(wins.values()) for wins, _, _ in played], sum(engine.mean_score))
    close("wins", sum(wins["blue"] > wins["brown"] for wins, _, _ in played), games, engine.win_share[0])
    mean_close("turns", [game.turns + 1 for game in rounds], engine.mean_turns)
    forced = [sum(game.turns == limit for game in some) for _, some, _ in played]
    mean_close("forced", forced, engine.tallies["forced-ends"])
    tied = [sum(len(set(game.points().values())) == 1 for game in some) for _, some, _ in played]
    mean_close("ties", tied, engine.tallies["ties"])


def test_independent_implementation_agrees_on_fixed_rounds() -> None:
    """R22, R23: of four rounds all are played, the most win, a tie is shared; a tie at the limit is nobody's round."""
    games = 800
    engine = fr.simulate("sneaky-town", games=games, seed=5, size=3, match="rounds:4", turn_limit=15, backend="interpreted")
    rng = random.Random(7)
    matches = [play_match(3, 0, 15, rng, fixed=4)[0] for _ in range(games)]
    close("rounds won by anybody", sum(sum(wins.values()) for wins in matches), 4 * games, sum(engine.mean_score) / 4)
    close("rounds won", sum(wins["blue"] for wins in matches), 4 * games, engine.mean_score[0] / 4)
    shares = [0.5 if wins["blue"] == wins["brown"] else float(wins["blue"] > wins["brown"]) for wins in matches]
    assert 0.25 < shares.count(0.5) / games < 0.5
    close("matches won", sum(shares), games, engine.win_share[0])


def test_independent_implementation_agrees_on_the_full_lattice() -> None:
    """R3–R21: scores, lengths and kinds of action of random single rounds."""
    games = 400
    engine = fr.simulate("sneaky-town", games=2000, seed=8, match="single", backend="interpreted")
    rng = random.Random(9)
    kinds: Counter[object] = Counter()
    rounds = []
    for _ in range(games):
        _, some, used = play_match(5, 1, 100, rng)
        rounds += some
        kinds += used
    for seat, colour in enumerate(COLOURS):
        scores = [game.points()[colour] for game in rounds]
        mean = sum(scores) / games
        spread = sqrt(sum((n - mean) ** 2 for n in scores)) / games
        assert abs(mean - engine.mean_score[seat]) < 4 * sqrt(spread**2 + engine.score_error[seat] ** 2)
    turns = [game.turns + 1 for game in rounds]
    spread = sqrt(sum((n - sum(turns) / games) ** 2 for n in turns)) / games
    assert abs(sum(turns) / games - engine.mean_turns) < 4 * sqrt(1.2) * spread
    for kind, share in engine.actions.items():
        assert abs(kinds[kind] / kinds.total() - share) < 0.1 * share + 0.005, kind
