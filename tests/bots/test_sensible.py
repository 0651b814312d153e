"""Bots look sensible to those who watch them: no clones, no needless losses, no stone that betrays a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import fairyring as fr
from fairyring import bots
from fairyring.core.fields.schema import pack
from fairyring.core.game import registry
from fairyring.core.game.helpers import BOLD, CAREFUL, temperament
from fairyring.core.rng import Stream
from fairyring.core.table.table import Table
from fairyring.games.fairy.schema import GUESS, Guess
from fairyring.games.fairy_tale.bots import points_at_stake
from fairyring.games.fairy_tale.rules import kind_of
from fairyring.games.fairy_tale.schema import Phase
from fairyring.games.sneaky_town.schema import CAST, Tile


def decisions(table: Table[Any], level: str, rng: Stream) -> Iterator[tuple[int, int]]:
    """Play a game to its end by one level; yield each seat and action before it is carried out."""
    bot = bots.make_bot(table.game, level)
    while table.pending:
        seat = table.pending[0]
        position = bots.Position.at(table, seat, bots.recall(table.game, seat, table.history))
        action = int(bot.choose(position, bots.Limits(simulations=60), rng).action)
        yield seat, action
        table.play(seat, action)


@pytest.mark.parametrize("level", ["normal", "easy"])
def test_fairy_tale_closes_the_card_that_is_missed_least(level: str) -> None:
    """Choices that cost two points more than the cheapest one are rare, and in the last step `normal` makes none."""
    choices = dear = dear_at_the_end = 0
    for seed in range(25):
        table = fr.Table(fr.game("fairy-tale", players=4), seed=seed)
        for seat, action in decisions(table, level, Stream(seed)):
            s: Any = table.state
            kinds = {kind_of(s, legal.id) for legal in table.legal(seat)}
            if s.phase == Phase.CLOSE and len(kinds) > 1:
                losses = {kind: points_at_stake(s, seat, kind, -1) for kind in kinds}
                is_dear = losses[kind_of(s, action)] - min(losses.values()) >= 2
                choices += 1
                dear += is_dear
                dear_at_the_end += is_dear and s.step == s.rounds * s.plays
    assert choices > 50
    assert dear / choices < (0.08 if level == "normal" else 0.25)  # before, 0.5 and more
    assert level == "easy" or dear_at_the_end == 0


def test_points_at_stake_leaves_the_state_as_it_was() -> None:
    table = fr.Table(fr.game("fairy-tale", players=3), seed=4)
    compared = 0
    for seat, _ in decisions(table, "normal", Stream(4)):
        s: Any = table.state
        before = pack(s)
        for kind in range(s.kinds):
            if s.open[seat][kind]:
                points_at_stake(s, seat, kind, -1)
                compared += 1
        assert pack(s) == before
    assert compared > 100


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_first_stone_of_sneaky_town_is_on_any_charm_line(level: str) -> None:
    """Not always on the line of the better sun: each charm's line gets a fair share, in all its points."""
    tiles: Counter[int] = Counter()
    points: Counter[int] = Counter()
    for seed in range(90):
        table = fr.Table(fr.game("sneaky-town", match="single"), seed=seed)
        seat, action = next(decisions(table, level, Stream(seed)))
        point = CAST.point(action)
        s: Any = table.state
        tiles[s.tiles[seat][point // s.size]] += 1
        points[point] += 1
    assert set(tiles) == {Tile.BLUE_SUN, Tile.BROWN_SUN, Tile.FLOWER}
    assert min(tiles.values()) >= 18  # 30 ± 4.5
    assert len(points) >= 20


def test_few_fairy_games_among_normal_end_in_a_shared_deck_out() -> None:
    """R17, R19: who is level with a rival guesses more freely, so that ties are broken before the cards run out."""
    played = fr.simulate("fairy", players=4, games=20_000, bots="normal", workers=1)
    assert played.end_reasons["deck-out"] < 0.10  # before, 0.35
    assert max(abs(share - 0.25) for share in played.win_share) < 0.02


def test_fairy_guesses_by_temperament() -> None:
    """With suits and directions nearly as good as each other, BOLD seats take the higher stake and CAREFUL ones the odds."""
    policy = registry.room("fairy").bots.policies["normal"]
    s: Any = fr.Table(fr.game("fairy", players=3), chance=["card 8"]).redacted(0)
    s.score[:3] = [3, 2, 1]  # nobody is level
    s.deck = sum(1 << card - 1 for card in (1, 2, 3, 4, 5, 6, 9, 10, 12, 13, 14))  # suit 5 × 4, lower 6 × 2: not near
    s.left = 11
    bold = next(seat for seat in range(3) if temperament(seat) == BOLD)
    careful = next(seat for seat in range(3) if temperament(seat) == CAREFUL)
    assert GUESS.guess(policy(s, bold, Stream(1))) == GUESS.guess(policy(s, careful, Stream(1))) == Guess.SUIT
    s.deck = sum(1 << card - 1 for card in (1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13))  # suit 4 × 4, lower 7 × 2: near
    assert GUESS.guess(policy(s, bold, Stream(1))) == Guess.SUIT
    assert GUESS.guess(policy(s, careful, Stream(1))) == Guess.LOWER
