"""One test or more for each rule of RULES.md; the number is in the name."""

from __future__ import annotations

from typing import Any

import pytest

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.games.fairy import rules
from fairyring.games.fairy.schema import FAIRIES, End, State

GUESSES = ("higher", "lower", "suit", "catch")


def play(cards: list[int], turns: list[str], players: int = 2, **options: str) -> fr.Table[Any]:
    """A table where nature turns these cards; each turn is a word of guesses, one letter a seat: h, l, s, c."""
    table = fr.Table(fr.game("fairy", players=players, **options), chance=[f"card {card}" for card in cards])
    letters = {guess[0]: guess for guess in GUESSES}
    for turn in turns:
        for seat, letter in zip(table.pending, turn, strict=True):
            table.play(seat, f"guess {letters[letter]}")
    return table


def scores(table: fr.Table[Any]) -> tuple[int, ...]:
    return tuple(table.view().score)


def state(**values: object) -> State:
    """A position of a two-player game after the first card, with some fields set by hand."""
    s = fr.Table(fr.game("fairy", players=2), chance=["card 1"]).state
    assert isinstance(s, State)
    for name, value in values.items():
        setattr(s, name, value)
    return s


def test_r1_there_are_21_cards_with_fairies_on_4_11_and_18() -> None:
    game = fr.game("fairy")
    assert [str(card) for card in game.chance] == [f"card {n}" for n in range(1, 22)]
    for card in range(2, 22):
        assert scores(play([1, card], ["ch"]))[0] == (7 if card in (4, 11, 18) else -1)
    assert FAIRIES == (4, 11, 18)


@pytest.mark.parametrize(("suits", "suit"), [("runs", lambda c: (c - 1) // 7), ("mod3", lambda c: c % 3)])
def test_r2_suits_are_runs_or_repeat(suits: str, suit: object) -> None:
    assert callable(suit)
    for first in (1, 7, 8, 14, 15, 21):
        for card in range(1, 22):
            if card != first:
                table = play([first, card], ["sh"], suits=suits)
                assert scores(table)[0] == (4 if suit(card) == suit(first) else -1), (first, card)


def test_r3_every_card_left_is_equally_likely_and_none_comes_twice() -> None:
    game = fr.game("fairy")
    s = game.initial()
    assert game.chances(s) == tuple((card, 1) for card in range(21))
    with pytest.raises(fr.NotLegal, match="cannot happen now"):
        play([5, 5], ["hh"])


def test_r4_the_first_card_scores_no_points_but_its_fairy_counts() -> None:
    assert scores(play([4], [])) == (0, 0)
    table = play([4, 11, 18], ["hl", "ch"])
    assert table.outcome is not None
    assert table.outcome.reason == "third-fairy"


def test_r5_everybody_starts_at_zero() -> None:
    assert scores(play([1], [], players=10)) == (0,) * 10


def test_r6_all_guess_then_the_card_is_turned_then_all_guess_again() -> None:
    table = play([1, 2, 3], ["hl"])
    assert table.view().top == 2
    table.play(1, "guess higher")
    assert table.pending == (0,)
    assert table.view().top == 2


def test_r7_all_four_guesses_are_always_open() -> None:
    table = play([21, 4, 11, 1], ["hh", "hh"])  # nothing is higher than 21, and one fairy is left
    assert [str(action) for action in table.legal(0)] == [f"guess {guess}" for guess in GUESSES]
    with pytest.raises(fr.CannotParse, match="pass"):
        table.play(0, "pass")


def test_r7_one_guess_a_turn() -> None:
    table = play([1], [])
    table.play(0, "guess higher")
    with pytest.raises(fr.NotYourTurn, match="waiting for seat 1"):
        table.play(0, "guess lower")


def test_r8_a_guess_is_secret_until_all_are_in() -> None:
    tables = [play([1, 2], []) for _ in range(2)]
    tables[0].play(0, "guess higher")
    tables[1].play(0, "guess catch")
    for viewer in (1, None):
        assert tables[0].view(viewer) == tables[1].view(viewer)
        assert tables[0].events_for(viewer) == tables[1].events_for(viewer)
    for table in tables:
        assert [table.game.rules.witness(table.state, 0, 0, viewer) for viewer in (0, 1)] == [1, 0]
    assert schema.pack(tables[0].redacted(1)) == schema.pack(tables[1].redacted(1))
    assert tables[0].view(0) != tables[1].view(0)
    for table in tables:
        table.play(1, "guess higher")
    assert tables[0].view(1).shown == ("higher", "higher")
    assert tables[1].view(1).shown == ("catch", "higher")


def test_r9_only_the_top_card_is_visible() -> None:
    first, other = play([1, 9, 5], ["hh", "hh"]), play([2, 10, 5], ["hh", "hh"])
    for viewer in (0, 1, None):
        assert first.view(viewer) == other.view(viewer)
        assert first.events_for(viewer) == other.events_for(viewer)
    assert schema.pack(first.redacted(0)) != schema.pack(other.redacted(0))  # a perfect memory knows


def test_r9_the_log_hides_the_number_of_cards_left() -> None:
    short, long = play([9, 1, 5], ["hs", "hs"]), play([9, 1, 7, 2, 5], ["hs", "lh", "lh", "hs"])
    events = [[e.wire() for e in table.events_for(0) if e.kind != "told"] for table in (short, long)]
    moves = [{"from": {"zone": "deck"}, "to": {"zone": "pile"}, "thing": 5, "count": 1}]
    assert events[0] == events[1] == [{"kind": "revealed", "args": {"card": 5}, "moves": moves}]


def test_r9_the_memory_aid_shows_all_cards() -> None:
    table = play([1, 9, 5], ["hh", "hh"], memory_aid="yes")
    assert table.view().aid == (1, 5, 9)
    assert [e.args["card"] for e in table.events_for(None) if e.kind in ("flipped", "revealed")] == [1, 9, 5]
    assert play([1, 9, 5], ["hh", "hh"]).view().aid == ()


@pytest.mark.parametrize(
    ("card", "gains"),
    [(14, (2, -1, 4, -1)), (8, (-1, 2, 4, -1)), (15, (2, -1, -1, -1)), (3, (-1, 2, -1, -1)), (18, (2, -1, -1, 7))],
)
def test_r10_points_of_a_guess(card: int, gains: tuple[int, ...]) -> None:
    assert scores(play([10, card], ["hlsc"], players=4)) == gains


def test_r11_a_fairy_is_also_higher_or_lower_and_has_a_suit() -> None:
    assert scores(play([10, 11], ["hlsc"], players=4)) == (2, -1, 4, 7)
    assert scores(play([12, 11], ["hlsc"], players=4)) == (-1, 2, 4, 7)


def test_r12_scores_stop_at_minus_four() -> None:
    table = play([1, 2, 3, 5, 6, 7], ["lh"] * 4)
    assert scores(table)[0] == -4
    table.play(0, "guess lower")
    table.play(1, "guess higher")
    assert scores(table)[0] == -4


def test_r12_events_name_the_points_actually_paid() -> None:
    """At −4 a wrong guess is told as 0, and not as the point that it would have cost; a right one as usual."""
    table = play([1, 2, 3, 5, 6, 7, 8], ["lh"] * 4 + ["lh", "hh"], memory_aid="yes")
    payments = [(e.args["gain"], e.args["score"]) for e in table.events_for(1) if e.kind == "told" and e.args["seat"] == 0]
    assert payments == [(-1, -1), (-1, -2), (-1, -3), (-1, -4), (0, -4), (2, -2)]
    texts = [table.game.say(e) for e in table.events_for(1) if e.kind == "told" and e.args["gain"] == 0]
    assert texts == ["Player 1 guessed lower: 0, now −4."]


def test_r12_there_is_no_limit_above() -> None:
    s = state(score=[23, 0] + [0] * 8)
    for seat, guess in ((0, 3), (1, 0)):
        rules.act(s, seat, guess)
    rules.act(s, -1, 3)
    assert s.score[0] == 30


def test_r13_the_turn_of_the_third_fairy_is_scored_in_full() -> None:
    table = play([1, 4, 11, 18], ["hl", "hl", "ch"])
    assert table.outcome == fr.Outcome("third-fairy", (11, 0), (1, 2))


def test_r14_24_points_end_the_game() -> None:
    s = state(score=[22, 0] + [0] * 8)
    rules.act(s, 0, 0)
    rules.act(s, 1, 1)
    rules.act(s, -1, 8)
    assert rules.pending(s) == 0
    assert End.word(s.reason) == "top"
    s = state(score=[21, 0] + [0] * 8)
    rules.act(s, 0, 0)
    rules.act(s, 1, 1)
    rules.act(s, -1, 8)
    assert rules.pending(s) != 0


def test_r15_all_score_before_24_is_tested_and_the_highest_wins() -> None:
    s = state(score=[23, 20] + [0] * 8)
    rules.act(s, 0, 0)
    rules.act(s, 1, 3)
    rules.act(s, -1, 3)  # card 4: higher than 1, and a fairy
    assert [s.score[0], s.score[1]] == [25, 27]
    assert [fr.game("fairy").place(s, seat) for seat in (0, 1)] == [2, 1]


def test_r16_places_follow_the_scores() -> None:
    table = play([1, 4, 11, 18], ["hlh", "hlh", "chl"], players=3)
    assert table.outcome is not None
    assert table.outcome.scores == (11, 0, 3)
    assert table.outcome.places == (1, 3, 2)


def test_r17_only_tied_leaders_play_on_until_one_leads_alone() -> None:
    table = play([1, 4, 11, 18, 21, 20], ["hhl", "hhl", "hhl"], players=3)
    assert table.outcome is None
    assert table.pending == (0, 1)
    assert table.view().play_off == (0, 1)
    with pytest.raises(fr.NotYourTurn):
        table.play(2, "guess higher")
    assert "guess catch" in [str(action) for action in table.legal(0)]
    table.play(0, "guess higher")
    table.play(1, "guess higher")
    assert table.pending == (0, 1)  # still tied
    table.play(0, "guess lower")
    table.play(1, "guess higher")
    assert table.outcome == fr.Outcome("tie-broken", (10, 7, -3), (1, 2, 3))


def test_r17_falling_behind_in_the_play_off_is_elimination() -> None:
    table = play([1, 4, 11, 18, 21, 20], ["hhhl", "hhhl", "hhhl", "hhl"], players=4)
    assert table.pending == (0, 1)
    table.play(0, "guess lower")
    table.play(1, "guess higher")
    assert table.outcome is not None
    assert table.outcome.reason == "tie-broken"
    assert table.outcome.places == (1, 2, 3, 4)


def placed(score: list[int], contenders: int, play_off: int) -> list[int]:
    """The places of a game that ended with these scores."""
    s = state(score=score + [0] * (10 - len(score)), contenders=contenders, play_off=play_off, players=len(score), phase=3)
    game = fr.game("fairy", players=len(score))
    return [game.place(s, seat) for seat in game.seats]


def test_r16_equal_scores_share_a_place() -> None:
    assert placed([5, 9, 5, 2], 0b1111, 0) == [2, 1, 2, 4]
    assert placed([9, 9, 5], 0b111, 0) == [1, 1, 3]  # the last card of the deck: nobody could play on


def test_r16_play_off_seats_rank_before_all_others() -> None:
    assert placed([5, 4, 6], 0b001, 0b011) == [1, 2, 3]
    assert placed([5, 4, 3, 6], 0b0001, 0b0111) == [1, 2, 3, 4]  # seat 2 fell out early
    assert placed([5, 3, 4, 6], 0b0001, 0b0111) == [1, 3, 2, 4]  # … and has more than seat 1, who fell out later
    assert placed([3, 2, 4, 6], 0b0001, 0b0111) == [1, 3, 2, 4]  # … and even more than the winner
    assert placed([5, 3, 3, 6, 6], 0b00001, 0b00111) == [1, 2, 2, 4, 4]


def test_r16_shared_winners_of_a_play_off_rank_before_all_others() -> None:
    """R19: the deck ran out; seat 2 fell behind with the last card, seat 3 long before, with more points."""
    assert placed([3, 3, 2, 4, 6], 0b00011, 0b01111) == [1, 1, 4, 3, 5]


def test_r19_falling_behind_with_the_last_card_is_no_shared_win() -> None:
    """Three leaders are tied until the last card but one; then one of them is wrong, and the other two share the win."""
    cards = [1, 4, 11, 18] + [c for c in range(2, 22) if c not in FAIRIES]
    table = play(cards, ["hhhl"] * 3 + ["hhh"] * 16 + ["hhl"], players=4)
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.places) == ("deck-out", (1, 1, 3, 4))
    assert table.view().contenders == (0, 1)


def test_r16_a_whole_game_with_a_play_off_of_three() -> None:
    """18 is the third fairy: 6 each for three, 5 for the fourth. All three lose a point, then two win 2 and one falls out.

    The two lose until they have less than the one who fell out, and the one who wins has less, too.
    """
    start = ["hhhs", "hhhh", "hhhl"]
    table = play([1, 4, 11, 18, 21, 20, 19, 17, 16, 15, 14, 13, 12], [*start, "lll", "llh", *["hh"] * 6, "lh"], players=4)
    assert table.outcome == fr.Outcome("tie-broken", (3, 0, 4, 5), (1, 3, 2, 4))
    assert table.view().play_off == (0, 1, 2)
    assert table.view().contenders == (0,)
    say = table.game.speaker(["Ann", "Bo", "Cy", "Di"])
    assert [say.say(line) for line in table.game.sheet(table.state)] == [
        "Ann: 3 points, place 1 (won the play-off)",
        "Cy: 4 points, place 2 (was in the play-off)",
        "Bo: 0 points, place 3 (was in the play-off)",
        "Di: 5 points, place 4",
    ]


def test_r16_records_of_the_rules_before_are_refused_by_their_version() -> None:
    """Version 1 placed those who fell out of a play-off early with the rest."""
    text = play([1, 4, 11, 18], ["hl", "hl", "ch"]).record.dumps().replace('"rules": 2', '"rules": 1', 1)
    with pytest.raises(fr.FairyringError, match="version 1 of the rules of Fairy; only version 2 is here"):
        fr.Record.loads(text).verify()


def test_r18_24_points_count_as_the_reason_even_with_the_third_fairy() -> None:
    s = state(score=[22, 0] + [0] * 8, fairies=2)
    rules.act(s, 0, 0)
    rules.act(s, 1, 1)
    rules.act(s, -1, 10)
    assert End.word(s.reason) == "top"


def test_r19_an_empty_deck_shares_the_win() -> None:
    cards = [1, 4, 11, 18] + [c for c in range(2, 22) if c not in FAIRIES]
    table = play(cards, ["hhl"] * 3 + ["hh"] * 17, players=3)
    assert table.outcome is not None
    assert table.outcome.reason == "deck-out"
    assert table.outcome.winners == (0, 1)
    assert table.outcome.places[2] == 3


def test_r20_fifteen_points_end_the_variant_and_fairies_do_not() -> None:
    table = play([1, 4, 11, 18, 19], ["hl"] * 3, variant="fifteen")
    assert table.outcome is None
    table = play([1, 4, 11, 18], ["cl", "cl", "cl"], variant="fifteen")
    assert table.outcome is not None
    assert table.outcome == fr.Outcome("fifteen", (21, -3), (1, 2))


def test_r20_ties_play_on_and_the_deck_running_out_ends_it() -> None:
    table = play([1, 4, 11, 18], ["cc", "cc", "cc"], variant="fifteen")
    assert table.outcome is None
    assert table.view().play_off == (0, 1)
    cards = [11, *range(1, 11), *range(12, 22)]
    alone = play(cards, ["lc"] * 20, variant="fifteen")
    assert alone.outcome is not None
    assert alone.outcome.reason == "deck-out"
    assert alone.outcome.places[0] == 1 + (alone.outcome.scores[0] < alone.outcome.scores[1])


def test_rulebook_example() -> None:
    """The printed example: the next card is higher, so who pointed up gets +2, and the other three guesses cost 1."""
    table = play([12, 15], ["hlsc"], players=4)
    assert scores(table) == (2, -1, -1, -1)
