"""Closing the card just played, or an earlier copy of it (R21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText
from fairyring.core.game.registry import room
from fairyring.core.game.room import SmallInstance
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale import bots
from fairyring.games.fairy_tale.conformance.small import prior
from fairyring.games.fairy_tale.effects import which_matters
from fairyring.games.fairy_tale.playing import choose_close, choose_close_new, go_on_playing
from fairyring.games.fairy_tale.schema import CLOSE_NEW, Effect, Phase, State
from fairyring.kit.run import run_kit

from .helpers import FILLER, SLUGS, changed, closed_cards, do, laid_out, legal, open_cards, recounted, reveal

BOTH = ["close fairy-ring", "close-new fairy-ring"]
# Our kinds, but many rings, which close any card, and many vampires.
CLOSERS = FileText.of(
    "closers.csv",
    recounted(dict.fromkeys(SLUGS, 1) | {"fairy-ring": 30, "bard": 15, "vampire": 18}).text.replace(
        "close-self Fairy Wood", "close-self any"
    ),
)


def test_r21_both_copies_can_be_closed_and_that_is_not_the_same() -> None:
    """Closing the earlier ring leaves the vampire nothing; closing the new one leaves it the earlier one."""
    for chosen, left, closed in (
        ("close fairy-ring", ["fairy-ring"], ["fairy-ring"]),
        ("close-new fairy-ring", [], ["fairy-ring"] * 2),
    ):
        g, s = laid_out([["fairy-ring"], [], []])
        reveal(g, s, "fairy-ring", "vampire", "bard")
        assert (s.waiting, legal(g, s, 0)) == (0b001, BOTH)
        texts = do(g, s, 0, chosen)
        assert (open_cards(s, 0), closed_cards(s, 0)) == (left, closed)
        assert texts[0] == ("Tom closes Fairy Ring." if left else "Tom closes the Fairy Ring just played.")
        assert s.phase == Phase.PLAY


def test_r21_the_new_copy_may_be_closed_to_spare_a_card_from_the_vampire() -> None:
    g, s = laid_out([["fairy-ring", "elven-warrior"], [], []])
    reveal(g, s, "fairy-ring", "vampire", "bard")
    assert legal(g, s, 0) == ["close fairy-ring", "close elven-warrior", "close-new fairy-ring"]
    do(g, s, 0, "close-new fairy-ring")
    assert legal(g, s, 0) == ["close fairy-ring", "close elven-warrior"]
    do(g, s, 0, "close elven-warrior")
    assert open_cards(s, 0) == ["fairy-ring"]


@pytest.mark.parametrize(
    ("table_cards", "cards", "dealer", "offered"),
    [
        (["fairy-ring"], ("fairy-ring", "vampire", "bard"), 0, True),
        (["fairy-ring"], ("fairy-ring", "vampire", "bard"), 1, False),  # the vampire comes first and takes the earlier one
        (["fairy-ring"], ("fairy-ring", "bard", "vampire"), 2, False),
        (["fairy-ring"], ("fairy-ring", "demon", "bard"), 0, False),  # it looks at another category
        (["fairy-ring"], ("fairy-ring", "vampire", "the-fairy-queen"), 0, False),  # it is hunted
        (["fairy-ring"], ("fairy-ring", "bard", "bard"), 0, False),
        (["bard"], ("fairy-ring", "vampire", "bard"), 0, False),  # no earlier copy
        (["fairy-ring"] * 2, ("fairy-ring", "vampire", "bard"), 0, False),  # one earlier ring is left to the vampire either way
        (["fairy-ring"] * 2, ("fairy-ring", "vampire", "vampire"), 0, True),  # but not two for two vampires
        (["fairy-ring"] * 3, ("fairy-ring", "vampire", "vampire"), 0, False),
        (["magic-circle-of-chaos"], ("magic-circle-of-chaos", "vampire", "demon"), 0, False),  # nothing closes its category
        (["castle"], ("castle", "demon", "bard"), 0, True),
    ],
)
def test_r21_the_choice_is_offered_only_where_it_matters(
    table_cards: list[str], cards: tuple[str, ...], dealer: int, offered: bool
) -> None:
    g, s = laid_out([table_cards, [], []], dealer=dealer)
    reveal(g, s, *cards)
    assert any(action.startswith("close-new") for action in legal(g, s, 0)) == offered
    while s.phase == Phase.CLOSE:
        do(g, s, g.pending(s)[0], legal(g, s, g.pending(s)[0])[0])


def test_r21_a_magic_circle_of_an_own_deck() -> None:
    """A deck where something closes Shadow Kingdom cards of everybody."""
    deck = changed(("close-all Fairy Wood", "close-all any"))
    g, s = laid_out([["magic-circle-of-chaos", "bard"], [], []], deck=deck)
    reveal(g, s, "magic-circle-of-chaos", "vampire", "bard")
    assert legal(g, s, 0)[-1] == "close-new magic-circle-of-chaos"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("close-new elven-warrior", "not the card that you have just played"),
        ("close-new bard", "no open card"),
        ("close-new castle", "another category"),
    ],
)
def test_r21_other_cards_than_the_one_just_played(action: str, why: str) -> None:
    g, s = laid_out([["fairy-ring", "elven-warrior", "castle"], [], []])
    reveal(g, s, "fairy-ring", "vampire", "homesteaders")
    with pytest.raises(fr.NotLegal, match=why):
        do(g, s, 0, action)


def test_r21_refusals_where_it_makes_no_difference_or_the_card_is_safe() -> None:
    g, s = laid_out([["fairy-ring", "elven-warrior"], ["elven-warrior", "dwarven-warrior"], []])
    reveal(g, s, "fairy-ring", "dwarven-warrior", "bard")
    with pytest.raises(fr.NotLegal, match="makes no difference which copy"):
        do(g, s, 0, "close-new fairy-ring")
    g, s = laid_out([[], ["elven-warrior", "dwarven-warrior"], []])
    reveal(g, s, "vampire", "dwarven-warrior", "bard")
    with pytest.raises(fr.NotLegal, match="safe from this effect"):
        do(g, s, 1, "close-new dwarven-warrior")
    with pytest.raises(fr.NotLegal, match="not the card that you have just played"):
        do(g, s, 1, "close-new elven-warrior")


def test_r21_the_prompt_explains_both_copies() -> None:
    g, s = laid_out([["fairy-ring"], [], []])
    reveal(g, s, "fairy-ring", "vampire", "bard")
    prompt, say = g.prompt(s, 0), g.speaker()
    assert (prompt.rule, say.say(prompt.text)) == ("R21", "Your Fairy Ring closes a card")
    assert "“close” takes the earlier one, and “close-new” the one just played" in say.say(prompt.help)
    assert g.aids(s, 0)["changes"] == {"fairy-ring": -6}


def test_r1_r21_priors_count_physical_cards() -> None:
    g, s = laid_out([["fairy-ring"] * 2, [], []])
    reveal(g, s, "fairy-ring", "vampire", "vampire")
    assert [prior(s, 0, action) for action in g.legal(s, 0)] == [2, 1]
    g, s = laid_out([["fairy-ring", "elven-warrior"], [], []])
    reveal(g, s, "fairy-ring", "bard", "bard")
    assert [prior(s, 0, action) for action in g.legal(s, 0)] == [2, 1]


def test_r21_the_normal_bot_closes_the_new_copy_only_if_it_spares_a_card() -> None:
    g, s = laid_out([["fairy-ring"], [], []])
    reveal(g, s, "fairy-ring", "vampire", "bard")
    assert not CLOSE_NEW.has(bots.normal(s, 0, Stream(1)))
    assert bots.close_new_bonus(s, 0) < 0
    g, s = laid_out([["fairy-ring", "elven-warrior"], [], []])
    reveal(g, s, "fairy-ring", "vampire", "bard")
    assert bots.close_new_bonus(s, 0) > 0


# Against the words of the ruling: wherever the two can lead to different positions -------------------


def ends_of_step(g: Game[Any], s: State) -> set[bytes]:
    """All positions in which this step can end."""
    if s.phase != Phase.CLOSE:
        return {schema.pack(s)}
    seat = g.pending(s)[0]
    ends: set[bytes] = set()
    for action in g.legal(s, seat):
        t = schema.copy(s)
        g.rules.act(t, seat, action)
        ends |= ends_of_step(g, t)
    return ends


def after_closing(g: Game[Any], s: State, seat: int, new: bool) -> set[bytes]:
    t = schema.copy(s)
    if new:
        choose_close_new(t, seat)
    else:
        choose_close(t, seat, t.revealed[seat] - 1)
    go_on_playing(t)
    return ends_of_step(g, t)


def random_step(rng: Stream, players: int) -> tuple[Game[Any], State]:
    """A few cards of one realm in front of everybody; then closers are played."""
    names = ("fairy-ring", "fairy-ring", "fairy-ring", "elven-warrior", "dwarven-warrior", "bard")
    rows = [[names[rng.below(6)] for _ in range(rng.below(4))] for _ in range(players)]
    g, s = laid_out(rows, players=players, dealer=rng.below(players))
    played = ("fairy-ring", "fairy-ring", "fairy-ring", "vampire", "vampire", "vampire", "magic-circle-of-chaos", FILLER)
    reveal(g, s, *(played[rng.below(8)] for _ in range(players)))
    return g, s


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r21_the_choice_is_offered_exactly_where_positions_can_differ(players: int) -> None:
    rng = Stream(players)
    positions = {True: 0, False: 0}
    for _ in range(500 // players):
        g, s = random_step(rng, players)
        while s.phase == Phase.CLOSE:
            seat = g.pending(s)[0]
            k = s.revealed[seat] - 1
            own = s.effect[k] == Effect.CLOSE_SELF and (s.dealer + s.turn) % players == seat
            if own and s.open[seat][k] > 1 and g.action(seat, f"close {g.vocabulary['card'][k]}").id in g.legal(s, seat):
                differ = after_closing(g, s, seat, new=False) != after_closing(g, s, seat, new=True)
                assert differ == bool(which_matters(s, seat)) == CLOSE_NEW.has(g.legal(s, seat)[-1])
                positions[differ] += 1
            legal_now: Sequence[int] = g.legal(s, seat)
            g.rules.act(s, seat, legal_now[rng.below(len(legal_now))])
    assert min(positions.values()) > 5, positions


def test_r21_the_kit_on_a_deck_where_it_matters_often() -> None:
    """The same promises where both choices come up in every game; here the kit sees them."""
    small = SmallInstance(
        {"players": 2}, {"hand_size": 1, "plays": 1, "rounds": 2, "copies": (3, 0, 0, 2)}, depth=5, prior=prior
    )
    tale = room("fairy-tale")
    checks = replace(tale.checks, variants=({"players": 5, "deck": CLOSERS},), small_instances=(small,))
    report = run_kit(replace(tale, checks=checks), games=2, seed=15)
    assert not report.findings, "\n".join(map(str, report.findings))
    assert "action close-new" not in report.unseen


def test_r21_a_recorded_game_has_it_both_ways() -> None:
    """Made by hand-guided seats; elsewhere such a choice is rare."""
    record = fr.Record.load("tests/games/fairy_tale/records/four-which-copy.jsonl")
    worlds = []
    game = record.game()
    for s, decision, _events in record.walk():
        if decision is not None and isinstance(s, State) and s.phase == Phase.CLOSE and which_matters(s, decision.seat):
            word, card = decision.action.split()
            assert card == game.vocabulary["card"][s.revealed[decision.seat] - 1]
            worlds.append(word)
    assert sorted(worlds) == ["close", "close-new"]


def test_records_of_older_rules_are_refused() -> None:
    record = fr.Record.load("tests/games/fairy_tale/records/two-seats.jsonl")
    older = fr.Record.loads(record.dumps().replace('"rules": 3', '"rules": 1', 1))
    with pytest.raises(fr.RecordError, match="version 1 of the rules of Fairy Tale; only version 3 is here"):
        older.verify()
