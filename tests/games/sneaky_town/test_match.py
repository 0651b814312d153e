"""Tests for scoring, matches and knowledge, R17 to R27; the number is in the name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town import beliefs, rules
from fairyring.games.sneaky_town.lookup import ORDERS
from fairyring.games.sneaky_town.schema import COUNTER_MAX, END, Phase, Refusal, State, Tally, Tile
from tests.games.sneaky_town.helpers import RACKS, TILES, town


def state(table: fr.Table[Any]) -> State:
    s = table.state
    assert isinstance(s, State)
    return s


def outcome(table: fr.Table[Any]) -> fr.Outcome:
    outcome = table.outcome
    assert outcome is not None
    return outcome


def texts_of(table: fr.Table[Any]) -> list[str]:
    return [table.game.say(event) for event in table.events_for()]


@pytest.mark.parametrize(("point", "points"), [("1,2", 15), ("2,4", 5), ("3,5", 10), ("2,1", 0), ("4,2", 0), ("5,3", 0)])
def test_r17_a_charm_lies_where_the_two_lines_of_its_tiles_meet(point: str, points: int) -> None:
    assert town(f"cast {point}; end").view().points == (points, 0)


def test_r17_all_tiles_are_laid_open_at_the_end() -> None:
    table = town("end")
    assert table.view(None).shown == TILES
    assert "The tiles of Player 2, from line 1 on: void, blue sun, void, brown sun, flower." in texts_of(table)


def test_r18_own_sun_15_flower_10_other_sun_5() -> None:
    values = {"1,2": (15, 5), "3,5": (10, 10), "2,4": (5, 15)}
    for point, (blue, brown) in values.items():
        assert town(f"cast {point}; end").view().points == (blue, 0)
        assert town(f"cast 5,5; cast {point}; end").view().points == (0, brown)
    assert town("cast 1,2; cast 5,5; cast 2,4; cast 5,4; cast 3,5; end").view().points == (30, 0)


def test_r19_each_void_one_revealed_costs_a_point() -> None:
    assert town("reveal 1; end").view().points == (-1, 0)
    assert town("reveal 1; cast 5,5; reveal 3; reveal 4; end").view().points == (-2, -1)
    assert town("reveal 2; reveal 1; end").view().points == (0, 0)  # charms cost nothing


def test_r19_voids_opened_at_the_end_are_free() -> None:
    table = town("cast 3,5; end")
    assert table.view().points == (10, 0)
    assert table.view().shown[1].count("void") == 2


def test_r20_a_score_may_be_negative() -> None:
    table = town("reveal 1; cast 5,5; reveal 3; end")
    assert outcome(table).scores == (-2, 0)
    assert "Ended by Player 2, the round is scored −2 to 0." in texts_of(table)


def test_r21_more_points_win_whichever_seat_ended() -> None:
    assert outcome(town("cast 2,4; end")).winners == (0,)
    assert outcome(town("cast 2,4; cast 5,5; end")).winners == (0,)
    assert outcome(town("cast 5,5; cast 1,2; end")).winners == (1,)


def test_r21_a_tie_is_lost_by_the_seat_that_ended() -> None:
    for moves, winner in (
        ("end", 1),
        ("cast 5,5; end", 0),
        ("cast 1,2; cast 2,4; end", 1),
        ("cast 1,2; cast 2,4; cast 5,5; end", 0),
    ):
        table = town(moves)
        assert outcome(table).places == ((1, 2) if winner == 0 else (2, 1))
        assert any("A tie is lost" in line for line in texts_of(table))
        assert state(table).ties == 1


def play_rounds(winners: str, match: str) -> fr.Table[Any]:
    """A match in which rounds are won by these seats; whoever starts either wins by a captured sun or ends a tie."""
    table = town(racks=RACKS * len(winners), match=match)
    for winner in winners:
        seat = table.pending[0]
        if seat == int(winner):
            table.play(seat, "cast 1,2")
            table.play(1 - seat, "end")
        else:
            table.play(seat, "end")
    return table


@pytest.mark.parametrize(
    ("match", "winners", "reason"),
    [
        ("lead:3", "000", "lead"),
        ("lead:3", "0101000", "lead"),
        ("lead:3", "11000111", ""),
        ("lead:3", "110001111", "lead"),
        ("lead:1", "1", "lead"),
        ("first-to:2", "01", ""),
        ("first-to:2", "010", "first-to"),
        ("first-to:3", "01011", "first-to"),
        ("rounds:1", "1", "rounds"),
        ("rounds:3", "00", ""),
        ("rounds:3", "011", "rounds"),
        ("rounds:4", "1011", "rounds"),
        ("single", "1", "single"),
    ],
)
def test_r22_r25_a_match_ends_by_a_lead_a_number_of_rounds_or_after_one(match: str, winners: str, reason: str) -> None:
    table = play_rounds(winners, match) if reason else None
    if table is None:
        with pytest.raises(fr.FairyringError, match="script of chance ended"):
            play_rounds(winners, match)
        return
    assert outcome(table).reason == reason
    assert outcome(table).winners == (int(winners[-1]),)
    own, other = winners.count(winners[-1]), len(winners) - winners.count(winners[-1])
    assert f"wins the match, {own} to {other} in rounds" in texts_of(table)[-1]
    assert table.view().wins == (winners.count("0"), winners.count("1"))


def test_r22_of_a_fixed_number_of_rounds_all_are_played_and_most_win() -> None:
    """Who wins the last round need not win the match."""
    table = play_rounds("00001", "rounds:5")
    assert outcome(table) == fr.Outcome("rounds", (4, 1), (1, 2))
    assert texts_of(table)[-1] == "Player 1 wins the match, 4 to 1 in rounds: all rounds are played."
    assert [event.args["seat"] for event in table.events_for() if event.kind == "round"] == [0, 1, 0, 1, 0]


@pytest.mark.parametrize("winners", ["01", "10", "1001", "01010101"])
def test_r22_r26_a_tie_in_rounds_is_shared(winners: str) -> None:
    table = play_rounds(winners, f"rounds:{len(winners)}")
    half = len(winners) // 2
    assert outcome(table) == fr.Outcome("rounds", (half, half), (1, 1))
    assert outcome(table).winners == (0, 1)
    shared = table.events_for()[-1]
    assert (shared.kind, dict(shared.args)) == ("match-shared", {"each": half, "why": "rounds"})
    assert texts_of(table)[-1] == f"The win is shared, {half} to {half} in rounds: all rounds are played."
    assert "match-won" not in {event.kind for event in table.events_for()}
    say = table.game.speaker(["Ann", "Bo"])
    assert [say.say(line).rpartition(", ")[2] for line in table.game.sheet(table.state)[-2:]] == ["place 1", "place 1"]


@pytest.mark.parametrize(
    "match", ["lead:0", "lead:10", "first-to", "first-to:x", "rounds:0", "rounds:10", "best-of:3", "", "Single"]
)
def test_r22_an_unknown_match_is_refused_in_one_sentence(match: str) -> None:
    with pytest.raises(fr.FairyringError, match=r"write lead:N, first-to:N or rounds:N with N from 1 to 9, or single\.$"):
        fr.game("sneaky-town", match=match)


def test_r22_the_default_is_a_lead_of_three() -> None:
    game = fr.game("sneaky-town")
    assert game.options["match"] == "lead:3"
    forms = ["lead:N", "first-to:N", "rounds:N", "single"]
    assert {"name": "match", "kind": "written", "forms": forms, "default": "lead:3"} in game.catalogue()["options"]


def test_r22_an_endless_match_does_not_overflow() -> None:
    """R22: a lead can be chased for ever, so the lead decides and the counters stop."""
    table = town(match="lead:2")
    game, s = table.game, state(table)
    s.wins, s.rounds, s.actions, s.lead = [COUNTER_MAX, COUNTER_MAX], COUNTER_MAX, COUNTER_MAX, -1
    rules.act(s, 0, END.id())
    assert (s.wins, s.rounds, s.actions, s.lead) == ([COUNTER_MAX, COUNTER_MAX], COUNTER_MAX, COUNTER_MAX, -2)
    assert game.room.schema.ends.word(game.rules.reason(s)) == "lead"
    assert [game.place(s, seat) for seat in range(2)] == [2, 1]


def test_r23_at_the_turn_limit_the_player_to_move_can_only_end() -> None:
    table = town("cast 1,1; cast 2,2", turn_limit=3)
    assert len(table.legal(0)) > 1
    table.play(0, "cast 3,3")
    assert [str(action) for action in table.legal(1)] == ["end"]
    with pytest.raises(fr.NotLegal, match="reached its limit of turns, so you can only end it"):
        table.play(1, "cast 4,4")
    table.play(1, "end")
    assert "The round has lasted 3 turns, so it has to end." in texts_of(table)
    assert outcome(table).places == (1, 1)  # 0 to 0, and nobody ended it
    assert state(table).forced == 1


def test_r23_a_tie_at_the_limit_has_no_winner() -> None:
    table = town("cast 1,1; cast 2,2; end", racks=RACKS * 2, match="lead:1", turn_limit=2)
    after = state(table)
    assert (after.rounds, after.wins, after.lead, after.ender, after.winner) == (1, [0, 0], 0, 0, 0)
    assert after.phase != Phase.DONE
    assert "Round 1 is a tie that nobody ended, so nobody wins it. Rounds won: 0 to 0." in texts_of(table)
    assert not any("ends the round" in line for line in texts_of(table))


def test_r23_the_better_score_wins_at_the_limit() -> None:
    assert outcome(town("cast 2,4; cast 5,5; end", turn_limit=2)).winners == (0,)
    assert outcome(town("cast 5,5; cast 1,2; end", turn_limit=2)).winners == (1,)


def test_r23_ties_of_version_1_are_lost_by_the_seat_that_ended() -> None:
    older = registry.room("sneaky-town").of_version(1)
    assert older is not None
    table: fr.Table[Any] = fr.Table(Game(older, {"match": "single", "turn_limit": 1}), chance=RACKS)
    table.play(0, "cast 5,5")
    table.play(1, "end")
    assert outcome(table).winners == (0,)


def test_r23_the_limit_is_100_turns_and_0_is_none() -> None:
    moves = ["cast 1,1", "cast 2,2"] + ["transfer 1,1 1,3", "transfer 2,2 2,3", "transfer 1,3 1,1", "transfer 2,3 2,2"] * 25
    assert len(town(";".join(moves[:100])).legal(0)) == 1
    assert len(town(";".join(moves[:99])).legal(1)) > 1
    assert len(town(";".join(moves), turn_limit=0).legal(0)) > 1
    with pytest.raises(fr.FairyringError, match="from 0 to 1000"):
        fr.game("sneaky-town", turn_limit=1001)


def test_r24_the_small_lattice() -> None:
    racks = ("rack flower,blue,brown", "rack brown,blue,flower")
    table = town(racks=racks, size=3)
    assert len(list(table.game.chance)) == 6
    assert len(list(table.game.actions)) == 9 + 81 + 9 + 3 + 81 + 1
    assert table.view().reserve == (5, 5)
    assert state(table).marks == 6
    unnamed = [number for number in range(len(table.game.actions)) if table.game.actions.get(number) is None]
    assert len(unnamed) == (25 - 9) + (625 - 81) + (25 - 9) + (5 - 3) + (625 - 81)
    assert {rules.check(state(table), 0, number) for number in unnamed} == {Refusal.NO_ACTION}
    with pytest.raises(fr.CannotParse, match="means nothing with these options"):
        table.play(0, unnamed[0])
    assert len(table.legal(0)) == 9 + 3 + 1
    assert town("cast 2,2; cast 1,3; cast 3,1; end", racks, size="3").view().points == (20, 10)
    table = town("cast 1,1; cast 3,3" + "; swap 1,1 3,3" * 6, racks, size=3)
    assert table.view().reserve == (1, 1)
    with pytest.raises(fr.NotLegal, match="all swap marks are used up"):
        table.play(0, "swap 1,1 3,3")
    with pytest.raises(fr.FairyringError, match="size=4 is not known"):
        fr.game("sneaky-town", size=4)


def test_r25_each_round_records_its_ender_and_both_scores() -> None:
    table = town("cast 3,5; cast 2,4; reveal 1; end; cast 1,2; end", RACKS * 3, match="first-to:3")
    scored = [dict(event.args) for event in table.events_for() if event.kind == "scored"]
    assert scored == [{"ender": 1, "first": 9, "second": 15}, {"ender": 0, "first": 0, "second": 5}]
    view = table.view()
    assert (view.ender, view.winner, view.points) == (0, 1, (0, 5))
    assert view.last_tiles == TILES
    assert view.last_stones == ((), ("1,2",))
    assert [rules.tally(state(table), k) for k in Tally] == [6, 2, 1, 0, 0, 0]
    say = table.game.speaker(["Ann", "Bo"])
    assert [say.say(line) for line in table.game.sheet(table.state)] == [
        "Round 2, ended by Ann: 0 for Ann, 5 for Bo",
        "  blue sun on 1,2: Bo, +5",
        "  brown sun on 2,4: nobody",
        "  flower on 3,5: nobody",
        "Bo: 2 rounds won, place 1",
        "Ann: 0 rounds won, place 2",
    ]


def test_r26_the_score_is_rounds_won_or_the_points_of_a_single_round() -> None:
    assert outcome(play_rounds("0101000", "lead:3")).scores == (5, 2)
    assert outcome(play_rounds("010", "first-to:2")).scores == (2, 1)
    assert outcome(play_rounds("1", "rounds:1")).scores == (0, 1)
    assert outcome(town("cast 1,2; cast 3,5; reveal 1; end")).scores == (14, 10)


def brute(r: State, seat: int) -> list[tuple[int, ...]]:
    """Every order the opponent's open tiles allow, found by trying them all."""
    tiles = r.shown[1 - seat][: r.size]
    return [order for order in ORDERS[r.size] if all(not tile or order[line] == tile for line, tile in enumerate(tiles))]


@pytest.mark.parametrize("size", [5, 3])
def test_r27_beliefs_agree_with_brute_force(size: int) -> None:
    rng = Stream(11)
    for seed in range(12):
        table = fr.Table(fr.game("sneaky-town", size=size, match="single"), seed=seed)
        while table.pending and len(table.history) < 20:
            seat = table.pending[0]
            r = table.redacted(seat)
            assert isinstance(r, State)
            orders = brute(r, seat)
            assert list(beliefs.possible_orders(r, seat)) == orders
            assert tuple(state(table).tiles[1 - seat][:size]) in orders
            for line, tiles in enumerate(beliefs.line_probabilities(r, seat)):
                counts = {tile: sum(order[line] == tile for order in orders) for tile in Tile}
                assert tiles == {tile: Fraction(count, len(orders)) for tile, count in counts.items() if count}
            for charm, points in beliefs.charm_probabilities(r, seat).items():
                mine = r.tiles[seat].index(charm)
                shares: dict[int, Fraction] = {}
                for order in orders:
                    point = size * mine + order.index(charm) if seat == 0 else size * order.index(charm) + mine
                    shares[point] = shares.get(point, Fraction(0)) + Fraction(1, len(orders))
                assert points == shares
            legal = [a for a in table.legal(seat) if a.kind != "end"]
            likely = [a for a in legal if a.kind == "reveal"] if rng.below(3) == 0 else legal
            table.play(seat, (likely or legal)[rng.below(len(likely or legal))])


def test_r27_imagined_racks_are_all_that_agree_and_equally_often() -> None:
    table = town("reveal 4; reveal 4")  # player 2's brown sun and a void of player 1 lie open
    for seat, count in ((0, 12), (1, 24)):
        r = table.redacted(seat)
        assert isinstance(r, State)
        frequencies: dict[tuple[int, ...], int] = {}
        for draw in range(count * 100):
            world = table.game.imagine(r, seat, Stream(5, draw))
            frequencies[tuple(world.tiles[1 - seat])] = frequencies.get(tuple(world.tiles[1 - seat]), 0) + 1
        assert set(frequencies) == set(beliefs.possible_orders(r, seat))
        assert len(frequencies) == count
        assert all(50 < times < 160 for times in frequencies.values())
        assert (Tile.BLUE_SUN, Tile.BROWN_SUN, Tile.FLOWER) == (1, 2, 3)


def test_r27_beliefs_are_empty_before_a_rack_is_filled() -> None:
    table = fr.Table(fr.game("sneaky-town"))
    r = table.redacted(1)
    assert isinstance(r, State)
    assert beliefs.possible_orders(r, 1) == ()
