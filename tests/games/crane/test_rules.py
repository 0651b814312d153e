"""One test or more for each rule about the turn and its cards (R1–R23); the number is in the name."""

from __future__ import annotations

from typing import Any

import pytest

import fairyring as fr
from fairyring.core.errors import OptionError
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.games.crane import ROOM
from fairyring.games.crane.schema import State

BETS = {"h": "bet high", "l": "bet low", "j": "bet just"}


def new_table(players: int = 4, **options: object) -> fr.Table[Any]:
    """A table of checked states where chance is played by the test, and the first seat begins."""
    return fr.Table(Game(ROOM, {"players": players, "first": "1", "grab": "real"} | options, checked=True))


def turn(table: fr.Table[Any], card: str, bets: str, grab: int, pot: str = "") -> None:
    """A whole turn: the card, the bets in seat order (one letter each), how many were grabbed (0: eyes opened), the jackpot."""
    table.play(NATURE, f"flip {card}")
    for seat, letter in zip(table.pending, bets, strict=True):
        table.play(seat, BETS[letter])
    table.play(NATURE, f"grab {grab}" if grab else "eyes-opened")
    if pot:
        table.play(table.view().challenger, f"jackpot {pot}")


def cards(table: fr.Table[Any]) -> tuple[int, ...]:
    """What each seat has taken."""
    return tuple(table.game.rules.score(table.state, seat) for seat in table.game.seats)


def state(players: int = 4, **values: Any) -> tuple[Game[Any], State]:
    """A game before its first flip, with some fields set by hand."""
    game: Game[Any] = Game(ROOM, {"players": players, "first": "1", "grab": "real"}, checked=True)
    s = game.initial()
    assert isinstance(s, State)
    for name, value in values.items():
        setattr(s, name, value)
    return game, s


def play(game: Game[Any], s: State, *steps: str) -> None:
    """Decisions in the order they are due."""
    for step in steps:
        seat = game.pending(s)[0]
        game.act(s, seat, game.check(s, seat, step).id)


def pots(table: fr.Table[Any]) -> tuple[int, ...]:
    """What each jackpot holds."""
    return tuple(table.view().pots.values())


def outcomes(table: fr.Table[Any]) -> dict[str, int]:
    """What chance or a hand can do now, with its weights."""
    return {str(table.game.chance[outcome]): weight for outcome, weight in table.game.chances(table.state)}


def lay(s: State, kind: int, place: int) -> None:
    """A face-up card at a seat, or in a jackpot (6 and 7)."""
    s.up_card[s.ups], s.up_at[s.ups] = kind, place
    s.ups += 1
    s.unseen[kind // 4][kind % 4] -= 1
    s.unseen_of[kind // 4] -= 1


def test_r1_there_are_136_cards_two_of_each_number_and_finger() -> None:
    assert outcomes(new_table()) == {f"flip {n} {f}": 2 for n in range(4, 21) for f in ("index", "middle", "ring", "little")}
    assert sum(outcomes(new_table()).values()) == 136


def test_r2_everybody_has_high_low_and_just() -> None:
    table = new_table(3)
    table.play(NATURE, "flip 10 ring")
    for seat in (1, 2):
        assert [str(action) for action in table.legal(seat)] == ["bet high", "bet low", "bet just"]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r3_two_jackpots_of_three_beside_the_deck(players: int) -> None:
    table = new_table(players)
    assert (table.view().deck, table.view().pots, cards(table)) == (130, {"left": 3, "right": 3}, (0,) * players)


def test_r4_the_first_challenger_is_drawn_or_chosen() -> None:
    random_first = fr.Table(fr.game("crane", players=3))
    assert outcomes(random_first) == {"first 1": 1, "first 2": 1, "first 3": 1}
    random_first.play(NATURE, "first 3")
    assert random_first.view().challenger == 2
    assert fr.Table(fr.game("crane", players=3, first="2")).view().challenger == 1
    with pytest.raises(OptionError, match="first=4 is not possible: this game has only 3 players"):
        fr.game("crane", players=3, first="4")


def test_r5_the_challenger_flips_the_audience_bets_and_the_left_neighbour_follows() -> None:
    table = new_table(3)
    for challenger, audience in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1)), (0, (1, 2))):
        assert table.view().challenger == challenger
        table.play(NATURE, "flip 12 middle")
        assert (table.view().target, table.view().finger) == (12, "middle")
        assert list(table.pending) == list(audience)
        for seat in audience:
            table.play(seat, "bet low")
        table.play(NATURE, "grab 13")
        assert list(table.pending) == [challenger]
        table.play(challenger, "jackpot left")


def test_r6_a_flipped_card_is_out_while_it_lies_face_up_and_unseen_again_in_the_deck() -> None:
    table = new_table(3)
    turn(table, "10 ring", "hh", 10, "left")  # 13 cards: ten go back, the face-up one among them (R22, R23)
    assert outcomes(table)["flip 10 ring"] == 2
    turn(table, "10 ring", "hh", 8, "left")  # 6 cards are kept, the face-up one among them
    assert outcomes(table)["flip 10 ring"] == 1
    assert sum(outcomes(table).values()) == 135
    turn(table, "10 ring", "ll", 11, "left")  # back into the deck
    assert outcomes(table)["flip 10 ring"] == 1
    turn(table, "10 ring", "ll", 1, "left")  # to a jackpot
    assert "flip 10 ring" not in outcomes(table)
    with pytest.raises(fr.NotLegal, match=r"flip 10 ring.*cannot happen"):
        table.play(NATURE, "flip 10 ring")


def test_r7_when_no_card_is_left_to_flip_the_jackpots_go_back() -> None:
    game, s = state(3, deck=5, pots=[60, 66], loose=[5, 0, 0, 0, 0, 0])
    play(game, s, "flip 20 ring", "bet low", "bet just", "grab 5", "jackpot left")
    assert game.pending(s) == (NATURE,)
    assert (s.deck, s.pots, s.ups) == (136 - 5 - 6, [3, 3], 0)
    assert s.unseen[19][2] == 2
    assert game.rules.chance_count(s) == 136


def test_r8_every_bet_is_paid_if_it_is_right_and_only_then() -> None:
    for grab, right in ((11, "h"), (9, "l"), (10, "j")):
        for letter in "hlj":
            table = new_table(3)
            turn(table, "10 ring", letter + letter, grab, "left")
            assert all((gain > 0) == (letter == right) for gain in cards(table)[1:])


def test_r8_every_seat_owes_exactly_one_bet() -> None:
    table = new_table(4)
    table.play(NATURE, "flip 10 ring")
    with pytest.raises(fr.NotLegal, match="lay a bet first"):
        table.play(1, "jackpot left")
    table.play(1, "bet high")
    with pytest.raises(fr.NotYourTurn, match="waiting for seat 2 and seat 3"):
        table.play(1, "bet low")
    with pytest.raises(fr.NotYourTurn):
        table.play(0, "bet low")


def test_r9_a_wrong_bet_is_free_and_comes_back() -> None:
    table = new_table(3)
    turn(table, "10 ring", "hh", 8, "left")
    assert cards(table) == (6, 0, 0)
    turn(table, "10 ring", "lh", 12, "left")
    assert cards(table) == (6, 0, 2)


def test_r10_the_forbidden_finger_is_visible_and_has_no_weight() -> None:
    weights = []
    for finger in ("index", "middle", "ring", "little"):
        table = new_table(3, grab="model")
        table.play(NATURE, f"flip 10 {finger}")
        assert f"without the {finger} finger" in table.game.say(table.events_for()[0])
        table.play(1, "bet low")
        table.play(2, "bet low")
        weights.append(outcomes(table))
    assert all(row == weights[0] for row in weights)


def test_r11_opened_eyes_use_up_the_turn_and_move_no_card() -> None:
    table = new_table(3)
    turn(table, "10 ring", "hj", 0)
    view = table.view()
    assert (view.deck, pots(table), cards(table), view.challenger) == (130, (3, 3), (0, 0, 0), 1)
    assert outcomes(table)["flip 10 ring"] == 2
    for _ in range(5):
        turn(table, "10 ring", "hj", 0)
    assert table.view().extra  # six challenges are used up, all of them tied at 0
    assert view.eyes_opened == 1


def test_r12_at_least_the_flipped_card_is_grabbed_and_at_most_the_deck() -> None:
    for options in ({}, {"grab": "real"}):
        game = fr.game("crane", players=3, first="1", **options)
        s = game.initial()
        assert isinstance(s, State)
        s.deck, s.pots = 12, [60, 64]
        play(game, s, "flip 10 ring", "bet high", "bet high")
        possible = [str(game.chance[outcome]) for outcome in game.legal(s, NATURE)]
        assert {"grab 12", "eyes-opened"} <= set(possible)
        assert not {"grab 13", "grab 14"} & set(possible)
        with pytest.raises(fr.CannotParse):
            game.check(s, NATURE, "grab 0")


def test_r13_exactly_right_takes_the_cards_and_a_whole_jackpot() -> None:
    game, s = state(3, deck=120, pots=[7, 9])
    play(game, s, "flip 6 ring", "bet low", "bet high", "grab 6", "jackpot right")
    assert game.rules.score(s, 0) == 6 + 9
    assert s.pots == [7, 3]


@pytest.mark.parametrize(("grab", "to_pot", "to_player"), [(9, 1, 8), (6, 4, 2), (5, 5, 0), (4, 4, 0), (1, 1, 0)])
def test_r14_too_few_fill_a_jackpot_out_of_the_grab(grab: int, to_pot: int, to_player: int) -> None:
    table = new_table(3)
    turn(table, "10 ring", "hh", grab, "right")
    assert (cards(table), pots(table), table.view().deck) == ((to_player, 0, 0), (3, 3 + to_pot), 130 - grab)


@pytest.mark.parametrize("grab", [11, 25, 130])
def test_r15_too_many_fill_a_jackpot_and_the_rest_goes_back(grab: int) -> None:
    table = new_table(3)
    turn(table, "10 ring", "ll", grab, "left")
    assert (cards(table), pots(table), table.view().deck) == ((0, 0, 0), (grab - 10 + 3, 3), 140 - grab)


def test_r16_the_flipped_card_stays_with_the_rest() -> None:
    for grab, place in ((8, "seat-0"), (5, "right")):
        table = new_table(3)
        turn(table, "10 ring", "hh", grab, "right")
        assert (table.view().up_card, table.view().up_at) == (("10-ring",), (place,))
    turn(table, "4 index", "hh", 4, "right")  # who takes the jackpot takes its face-up card: 12 cards, so both go back (R23)
    assert table.view().up_card == table.view().up_at == ()
    table = new_table(3)
    turn(table, "10 ring", "ll", 12, "right")
    assert table.view().up_card == table.view().up_at == ()


def test_r16_a_face_up_card_goes_with_its_jackpot() -> None:
    table = new_table(3)
    turn(table, "10 ring", "hh", 1, "right")
    turn(table, "4 index", "hh", 4, "right")
    assert table.view().up_at == ("seat-1", "seat-1")
    assert cards(table) == (0, 8, 0)


def test_r17_the_challenger_chooses_after_the_count() -> None:
    table = new_table(3)
    table.play(NATURE, "flip 10 ring")
    table.play(1, "bet just")
    table.play(2, "bet high")
    table.play(NATURE, "grab 12")
    assert table.pending == (0,)
    assert [str(action) for action in table.legal(0)] == ["jackpot left", "jackpot right"]
    assert table.view(0).revealed == (None, "just", "high")
    with pytest.raises(fr.NotLegal, match="say which jackpot"):
        table.play(0, "bet low")
    table.play(0, "jackpot right")
    assert pots(table) == (3, 5)


def test_r18_high_and_low_take_two_from_the_deck() -> None:
    table = new_table(4)
    turn(table, "10 ring", "hlh", 12, "left")
    assert (cards(table), table.view().deck) == ((0, 2, 0, 2), 130 - 2 - 4)


def test_r19_just_shares_the_other_jackpot_clockwise_from_the_left() -> None:
    game, s = state(5, deck=117, pots=[8, 11], challenger=3)
    play(game, s, "flip 4 ring", "bet just", "bet just", "bet low", "bet just", "grab 4", "jackpot left")
    assert [game.rules.score(s, seat) for seat in game.seats] == [4, 3, 0, 4 + 8, 4]  # 4, 0 and 1 in this order
    assert s.pots == [3, 3]


def test_r19_face_up_cards_are_dealt_first() -> None:
    game, s = state(3, deck=125, pots=[3, 8])
    for kind in (12, 13, 14):
        lay(s, kind, 7)
    play(game, s, "flip 5 ring", "bet just", "bet just", "grab 5", "jackpot left")
    assert (s.loose[1], s.loose[2]) == (4, 4)
    assert list(zip(s.up_card[: s.ups], s.up_at[: s.ups], strict=True)) == [(12, 1), (13, 2), (14, 1), (18, 0)]
    assert all(law(s) for law in ROOM.checks.invariants)


def test_r20_a_short_deck_pays_clockwise_as_far_as_it_goes() -> None:
    game, s = state(5, deck=7, pots=[60, 69], challenger=2)
    play(game, s, "flip 4 ring", "bet high", "bet high", "bet low", "bet high", "grab 7", "jackpot left")
    assert [game.rules.score(s, seat) for seat in game.seats] == [2, 0, 0, 0, 2]  # 4 first, then 0; nothing is left for 1


def test_r20_the_challengers_cards_move_before_the_bets_are_paid() -> None:
    game, s = state(3, deck=8, pots=[60, 60], loose=[8, 0, 0, 0, 0, 0])
    play(game, s, "flip 9 ring", "bet low", "bet low", "grab 8", "jackpot left")  # keeps 7, so ten of 15 go back
    assert [game.rules.score(s, seat) for seat in game.seats] == [15, 2, 2]


def test_r21_each_empty_jackpot_gets_three() -> None:
    table = new_table(3)
    turn(table, "10 ring", "jj", 10, "left")
    assert (cards(table), pots(table), table.view().deck) == ((13, 2, 1), (3, 3), 130 - 10 + 10 - 6)


def test_r21_a_short_deck_fills_jackpots_as_far_as_it_goes() -> None:
    for deck, pot, left in ((8, 3, 1), (7, 3, 0), (6, 2, 0), (4, 0, 0)):
        game, s = state(3, deck=deck, pots=[1, 135 - deck], exact=5)  # the last challenge
        play(game, s, "flip 4 ring", "bet high", "bet low", "grab 4", "jackpot left")
        assert (s.pots, s.deck, s.loose[0]) == ([pot, 135 - deck], left, 5)


def test_r22_more_than_ten_cards_become_a_multiplier() -> None:
    game, s = state(3, deck=120, pots=[3, 3], loose=[10, 0, 0, 0, 0, 0])
    play(game, s, "flip 4 ring", "bet high", "bet high", "grab 3", "jackpot left")  # keeps 2
    assert (s.loose[0], s.markers[0], s.deck, game.rules.score(s, 0)) == (2, 1, 127, 12)
    game, s = state(3, deck=103, pots=[20, 3], loose=[10, 0, 0, 0, 0, 0])
    play(game, s, "flip 10 ring", "bet high", "bet high", "grab 10", "jackpot left")
    assert (s.loose[0], s.markers[0], game.rules.score(s, 0)) == (10, 3, 40)
    game, s = state(3, deck=122, pots=[3, 3], loose=[8, 0, 0, 0, 0, 0])
    play(game, s, "flip 4 ring", "bet high", "bet high", "grab 3", "jackpot left")
    assert (s.loose[0], s.markers[0]) == (10, 0)


def test_r23_face_up_cards_go_back_first_the_oldest_of_them_first() -> None:
    game, s = state(3, deck=101, pots=[15, 3], loose=[7, 10, 0, 0, 0, 0])
    for kind in range(12, 24):  # twelve cards: five at seat 0, two at seat 1, five in the jackpot that seat 0 will take
        lay(s, kind, 1 if kind in (14, 17) else 6 if kind > 18 else 0)
    assert all(law(s) for law in ROOM.checks.invariants)
    play(game, s, "flip 4 little", "bet high", "bet high", "grab 4", "jackpot left")  # 26 cards: twenty go back
    assert (s.loose[0], s.markers[0]) == (6, 2)
    assert list(zip(s.up_card[: s.ups], s.up_at[: s.ups], strict=True)) == [(14, 1), (17, 1)]
    game, s = state(3, deck=113, pots=[10, 3], loose=[10, 0, 0, 0, 0, 0])
    for kind in range(12, 24):  # eight at seat 0, four in the jackpot
        lay(s, kind, 6 if kind in (12, 13, 14, 15) else 0)
    play(game, s, "flip 4 little", "bet high", "bet high", "grab 3", "jackpot right")  # 12 cards: ten go back
    assert (s.loose[0], s.up_card[: s.ups], s.up_at[: s.ups]) == (2, [12, 13, 14, 15], [6] * 4)
    game, s = state(3, deck=123, pots=[0, 3], loose=[10, 0, 0, 0, 0, 0])
    for kind in range(12, 22):
        lay(s, kind, 0)
    play(game, s, "flip 4 little", "bet high", "bet high", "grab 3", "jackpot right")  # eleven are face up: the newest stays
    assert (s.loose[0], s.up_card[: s.ups], s.up_at[: s.ups]) == (2, [15], [0])
