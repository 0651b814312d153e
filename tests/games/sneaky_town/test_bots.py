"""The normal mind: it plays legally, finishes, wins, and does the obvious."""

from __future__ import annotations

from typing import Any

import pytest

import fairyring as fr
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town import bots, likelihood
from fairyring.games.sneaky_town.schema import State
from fairyring.lab import interpreted_play

RACKS = ("rack blue,brown,flower,void,void", "rack void,blue,void,brown,flower")


def choice(moves: str, racks: tuple[str, ...] = RACKS, **options: object) -> str:
    """What the mind does after these moves."""
    table = fr.Table(fr.game("sneaky-town", match="single", **options), chance=racks)
    for move in filter(None, moves.split(";")):
        table.play(table.pending[0], move.strip())
    seat = table.pending[0]
    r = table.redacted(seat)
    assert isinstance(r, State)
    return str(table.game.actions[bots.normal(r, seat, Stream(1))])


def test_normal_begins_on_a_charm_line() -> None:
    """Which one of them, tests/bots/test_sensible.py shows; from the second stone on it is the line of its own sun."""
    assert choice("")[:6] in ("cast 1", "cast 2", "cast 3")
    assert choice("cast 5,5")[-1] in "245"
    assert choice("cast 5,5; cast 4,5") == "cast 1,1"
    assert choice("cast 5,5; cast 4,5; cast 5,1").endswith(",4")  # brown's sun is on line 4 of player 2


def test_normal_occupies_a_known_charm() -> None:
    assert choice("reveal 5; cast 1,1") == "cast 3,5"  # a sure flower is better than a fourth of a sun
    assert choice("reveal 2; cast 1,1") == "cast 1,2"


def test_normal_ends_a_won_round() -> None:
    assert choice("reveal 2; cast 4,4; cast 1,2; cast 5,5") == "end"


def test_normal_does_not_end_a_lost_round() -> None:
    assert choice("reveal 4; cast 2,4; cast 5,5; cast 5,4") != "end"


def test_normal_swaps_away_a_captured_sun() -> None:
    moves = (
        "reveal 4; cast 2,4; cast 5,1; reveal 1; cast 5,2; reveal 2; cast 5,3; cast 4,1; cast 4,2; cast 4,3; cast 4,4; cast 3,1"
    )
    assert choice(moves).startswith("swap ")
    assert choice(moves).endswith(" 2,4")


def test_normal_obeys_the_turn_limit() -> None:
    assert choice("cast 1,1; cast 2,2", turn_limit=2) == "end"


@pytest.mark.parametrize("size", [5, 3])
def test_normal_beats_random_and_terminates(size: int) -> None:
    for seats, place in ((["normal", "random"], 0), (["random", "normal"], 1)):
        played = fr.simulate(
            "sneaky-town", games=60, bots=seats, size=size, match="single", turn_limit=0, backend="interpreted"
        )
        assert played.win_share[place] > 0.8
    alone = fr.simulate("sneaky-town", games=30, bots="normal", size=size, match="lead:1", turn_limit=0, backend="interpreted")
    assert alone.mean_turns <= bots.MAX_TURNS + 2


@pytest.mark.parametrize("size", [5, 3])
def test_likelihood_sums_to_one(size: int) -> None:
    """Chances of everything that is legal add up to a million, but for what is rounded."""
    game = fr.game("sneaky-town", match="single", size=size, turn_limit=30)
    for index in range(4):
        s: Any
        for s, seat, _action in interpreted_play.steps(game, ("normal", "random"), 5, index):
            if seat >= 0:
                chances = {each: likelihood.likelihood(s, seat, each) for each in game.legal(s, seat)}
                assert 990_000 <= sum(chances.values()) <= 1_000_000
                assert all(chance > 0 for chance in chances.values())


def test_likelihood_of_a_cast_favours_lines_with_suns() -> None:
    """Player 1 casts on line 2: racks with a charm there are likelier than those with a void."""
    s: Any = fr.Table(fr.game("sneaky-town", match="single"), chance=RACKS).redacted(1)
    cast = fr.game("sneaky-town").actions.parse("cast 2,3").id
    by_tile: dict[int, list[int]] = {}
    for k in range(likelihood.count_secrets(s)):
        assert likelihood.suppose(s, 1, k)
        by_tile.setdefault(s.tiles[0][1], []).append(likelihood.likelihood(s, 0, cast))
    means = {tile: sum(chances) / len(chances) for tile, chances in by_tile.items()}
    assert means[1] > means[3] > means[2] > means[4]  # one's own sun, the flower, the other's sun, a void


def test_easy_plays_legally_on_a_full_board() -> None:
    game, full = fr.game("sneaky-town", match="first-to:2", size="3"), 0
    for s, seat, action in interpreted_play.steps(game, ["easy"] * 2, 3, 1):
        if seat >= 0:
            assert isinstance(s, State)
            assert action in game.legal(s, seat)
            full += s.cast[0] + s.cast[1] == 9 and s.reserve[seat] > 0
    assert full
