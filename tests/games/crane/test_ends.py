"""How games end (R24–R32), and where grabs come from (R33–R35); the number is in the name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.games.crane import ROOM
from fairyring.games.crane.schema import EYES_OPENED, GRAB, State


def play(game: Game[Any], s: State, *steps: str) -> None:
    """Decisions in the order they are due."""
    for step in steps:
        seat = game.pending(s)[0]
        game.act(s, seat, game.check(s, seat, step).id)


def state(players: int, options: dict[str, object] | None = None, **values: Any) -> tuple[Game[Any], State]:
    """A game before its first flip, with some fields set by hand."""
    game: Game[Any] = Game(ROOM, {"players": players, "first": "1", "grab": "real"} | (options or {}), checked=True)
    s = game.initial()
    assert isinstance(s, State)
    for name, value in values.items():
        setattr(s, name, value)
    return game, s


def ended(game: Game[Any], s: State) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    outcome = game.outcome(s)
    assert outcome is not None
    return outcome.reason, outcome.scores, outcome.places


# Three and more ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r24_two_challenges_each_and_most_cards_win(players: int) -> None:
    game, s = state(players)
    for number in range(2 * players):
        assert s.challenger == number % players
        grab = 10 if number == 0 else 9 if number < players else 20
        finger = ("index", "middle", "ring", "little")[number % 4 if number < players else 3]
        play(
            game,
            s,
            f"flip 10 {finger}",
            *["bet low" if grab > 10 else "bet high"] * (players - 1),
            f"grab {grab}",
            "jackpot left",
        )
    assert game.over(s)
    reason, scores, places = ended(game, s)
    assert (reason, places[0], scores[0]) == ("most-cards", 1, 13)
    assert scores[1:] == (8,) * (players - 1)
    assert places[1:] == (2,) * (players - 1)


def tie(players: int = 4, leaders: tuple[int, ...] = (1, 3), cards: int = 9) -> tuple[Game[Any], State]:
    """The last regular challenge, by the last seat, is to come; these seats lead."""
    loose = [cards if seat in leaders else 0 for seat in range(6)]
    return state(players, loose=loose, deck=130 - sum(loose), challenger=players - 1, short=2 * players - 1)


NOTHING = ("flip 10 ring", "bet low", "bet low", "bet low", "grab 20", "jackpot left")


def test_r25_tied_leaders_take_one_more_challenge_each() -> None:
    game, s = tie()
    play(game, s, *NOTHING)
    assert (s.extra, s.contenders, s.challenger) == (1, 0b1010, 1)
    play(game, s, "flip 10 ring", "bet low", "bet low", "bet low", "grab 9", "jackpot left")  # all others bet, and are paid
    assert s.challenger == 3
    play(game, s, *NOTHING)
    assert ended(game, s) == ("extra-challenge", (2, 9 + 8, 2, 9 + 2), (3, 1, 3, 2))


def test_r25_only_the_tied_can_win() -> None:
    game, s = tie(leaders=(0, 1), cards=1)
    play(game, s, *NOTHING)
    for bets in (("bet low", "bet high", "bet high"), ("bet low", "bet high", "bet high")):
        play(game, s, "flip 10 ring", *bets, "grab 12", "jackpot left")  # seats 2 and 3 pass the leaders by
    assert ended(game, s) == ("shared", (1, 1, 4, 4), (1, 1, 3, 3))


def test_r26_still_tied_is_shared() -> None:
    game, s = tie(leaders=(0, 1, 3))
    play(game, s, *NOTHING)
    play(game, s, "flip 10 ring", "bet high", "bet high", "bet high", "grab 8", "jackpot left")
    play(game, s, "flip 10 ring", "bet high", "bet high", "bet high", "grab 8", "jackpot left")
    play(game, s, *NOTHING)
    assert ended(game, s) == ("shared", (15, 15, 0, 9), (1, 1, 4, 3))


def test_r27_seats_with_an_extra_challenge_rank_before_the_others() -> None:
    game, s = tie(leaders=(0, 1), cards=1)
    play(game, s, *NOTHING)
    play(game, s, "flip 10 ring", "bet low", "bet high", "bet high", "grab 12", "jackpot left")
    play(game, s, "flip 10 ring", "bet low", "bet high", "bet low", "grab 9", "jackpot left")
    assert ended(game, s) == ("extra-challenge", (3, 9, 2, 4), (2, 1, 4, 3))


# Two --------------------------------------------------------------------------------------------


def test_r28_two_players_have_one_jackpot_and_five_bets() -> None:
    game, s = state(2)
    assert (s.deck, s.pots, list(s.bet_cards)) == (133, [3, 0], [2, 2, 1])
    play(game, s, "flip 10 ring", "bet high", "grab 10")
    assert game.pending(s) == (NATURE,)  # nothing to choose: the next card is to be flipped
    assert (game.rules.score(s, 0), s.pots[0], s.challenger) == (13, 3, 1)


def test_r29_a_right_bet_pays_no_cards_and_is_set_aside() -> None:
    game, s = state(2)
    for achieved in (1, 2):
        play(game, s, "flip 10 ring", "bet high", "grab 12")
        assert (s.achieved[1], game.rules.score(s, 1)) == ([achieved, 0, 0], 0)
        play(game, s, "flip 10 ring", "bet low", "grab 12")  # wrong: it comes back
    assert s.achieved[0] == [0, 0, 0]
    play(game, s, "flip 10 ring")
    assert [str(game.actions[a]) for a in game.legal(s, 1)] == ["bet low", "bet just"]
    with pytest.raises(fr.NotLegal, match="achieved all your bet cards of that sort"):
        game.check(s, 1, "bet high")


def test_r29_opened_eyes_set_no_bet_aside() -> None:
    game, s = state(2)
    play(game, s, "flip 10 ring", "bet high", "eyes-opened", "flip 10 ring", "bet high", "eyes-opened")
    assert (s.achieved[0], s.achieved[1], s.eyes_opened) == ([0, 0, 0], [0, 0, 0], 2)


def test_r30_one_bet_of_each_sort_wins() -> None:
    game, s = state(2, achieved=[[0, 0, 0], [1, 2, 0]] + [[0, 0, 0]] * 4)
    play(game, s, "flip 4 ring", "bet just", "grab 4")
    assert ended(game, s) == ("three-bets", (7, 0), (2, 1))


def test_r30_three_bets_of_two_sorts_do_not_win() -> None:
    game, s = state(2, achieved=[[0, 0, 0], [1, 1, 0]] + [[0, 0, 0]] * 4)
    play(game, s, "flip 4 ring", "bet high", "grab 5")
    assert not game.over(s)


@pytest.mark.parametrize(("loose", "over"), [(6, False), (7, True)])
def test_r30_forty_cards_win(loose: int, over: bool) -> None:
    game, s = state(2, loose=[loose, 0, 0, 0, 0, 0], markers=[2, 0, 0, 0, 0, 0], deck=133 - loose)
    play(game, s, "flip 10 ring", "bet low", "grab 10")  # 20 + loose + 10 + 3
    assert game.over(s) is over
    if over:
        assert ended(game, s) == ("forty", (40, 0), (1, 2))


def test_r31_any_three_bets_win_if_the_table_plays_so() -> None:
    game, s = state(2, {"achieve": "any-three"}, achieved=[[0, 0, 0], [1, 1, 0]] + [[0, 0, 0]] * 4)
    play(game, s, "flip 4 ring", "bet high", "grab 5")
    assert ended(game, s) == ("three-bets", (0, 0), (2, 1))


def test_r32_the_bets_win_over_forty_cards_in_the_same_turn() -> None:
    game, s = state(
        2, achieved=[[0, 0, 0], [1, 1, 0]] + [[0, 0, 0]] * 4, markers=[3, 0, 0, 0, 0, 0], loose=[1, 0, 0, 0, 0, 0], deck=132
    )
    play(game, s, "flip 10 ring", "bet just", "grab 10")
    assert ended(game, s) == ("three-bets", (44, 0), (2, 1))


# Grabs ------------------------------------------------------------------------------------------


def test_r33_a_record_keeps_every_grab() -> None:
    table = fr.Table(fr.game("crane", players=3, first="1"), seed=4)
    while table.pending:
        table.play(table.pending[0], table.legal(table.pending[0])[0])
    steps = [step.action.split()[0] for step in table.record.decisions if step.seat == NATURE]
    assert steps.count("flip") == steps.count("grab") + steps.count("eyes-opened") >= 6
    again = fr.Record.loads(table.record.dumps())
    assert fr.Table.resume(again).outcome == table.outcome
    again.verify()


def declared(skill: str, aim: int, target: int, deck: int) -> dict[str, int]:
    """The weights as RULES.md declares them, card by card."""
    aimed = max(1, target + aim)
    reach = 2 + aimed // {"novice": 2, "steady": 5, "expert": 10}[skill]
    weights: dict[str, int] = {}
    for cards in range(-100, 250):
        weight = 200 * max(0, reach**2 - (cards - aimed) ** 2) ** 2 if abs(cards - aimed) < reach else 0
        name = f"grab {min(max(cards, 1), deck)}"
        weights[name] = weights.get(name, 0) + weight
    total = sum(weights.values())
    weights["eyes-opened"] = total // 200 * {"novice": 4, "steady": 2, "expert": 1}[skill]
    return {name: weight for name, weight in weights.items() if weight}


@pytest.mark.parametrize("skill", ["novice", "steady", "expert"])
@pytest.mark.parametrize("aim", [-5, -1, 0, 5])
def test_r34_the_model_is_the_declared_one(skill: str, aim: int) -> None:
    for target in range(4, 21):
        for deck in (1, 2, 9, 20, 130):
            game, s = state(3, {"grab": "model", "skill": skill, "aim": aim}, deck=deck)
            play(game, s, f"flip {target} ring", "bet low", "bet low")
            weights = {str(game.chance[outcome]): weight for outcome, weight in game.chances(s)}
            assert weights == declared(skill, aim, target, deck)
            total = game.rules.chance_count(s)
            assert total == sum(weights.values()) < 1 << 32
            at = 0
            for name, weight in weights.items():  # every outcome owns a stretch of the line, from its first unit to its last
                for k in (at, at + weight - 1):
                    assert str(game.chance[game.rules.chance_nth(s, k)]) == name
                at += weight


def test_r34_an_unpractised_hand_is_right_one_time_in_seven_at_ten() -> None:
    game, s = state(3, {"grab": "model"})
    play(game, s, "flip 10 ring", "bet low", "bet low")
    shares = {outcome: Fraction(weight, game.rules.chance_count(s)) for outcome, weight in game.chances(s)}
    eyes = shares.pop(EYES_OPENED.id())
    weights = {GRAB.cards(outcome): share for outcome, share in shares.items()}
    assert Fraction(10, 100) < weights[10] < Fraction(20, 100)
    assert sum(weights[g] for g in weights if g < 10) == sum(weights[g] for g in weights if g > 10)
    assert eyes == Fraction(4, 204)


def test_r35_with_a_real_deck_the_table_waits_for_the_count() -> None:
    table = fr.Table(fr.game("crane", players=3, first="1", grab="real"), seed=1)
    assert list(table.pending) == [1, 2]
    table.play(1, "bet low")
    table.play(2, "bet low")
    assert list(table.pending) == [NATURE]
    assert [str(a) for a in table.legal(NATURE)] == [*(f"grab {n}" for n in range(1, 131)), "eyes-opened"]
    with pytest.raises(fr.NotLegal):
        table.play(NATURE, "grab 131")
    table.play(NATURE, "grab 130")
    assert list(table.pending) == [0]
