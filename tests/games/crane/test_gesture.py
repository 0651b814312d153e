"""The riffle as a source of the grab (R33, R36): from Python, in records, in simulations, and for practice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.errors import CannotParse, ChanceError, NotYourTurn, OptionError, RecordError
from fairyring.core.game.contract import NATURE
from fairyring.core.rng import Stream
from fairyring.core.table import seal
from fairyring.core.table.nature import Sealed
from fairyring.games.crane.grab_model import bet_weight
from fairyring.games.crane.lookup import bell
from fairyring.games.crane.riffle import listeners as people
from fairyring.games.crane.riffle import practice
from fairyring.games.crane.riffle.bots import BOTS, clamp_ticks, novice, novice_aim, novice_reach
from fairyring.games.crane.riffle.gesture import Riffle
from fairyring.games.crane.riffle.model import LAW, TICKS
from fairyring.games.crane.riffle.odds import OUT_OF, RIFFLE_ODDS
from fairyring.games.crane.riffle.riffle import derive
from fairyring.games.crane.schema import Bet, Finger, State

RECORD = Path(__file__).parent / "records" / "riffle-three.jsonl"
FINGERS = tuple(LAW)


def bet_on(players: int = 3, **options: Any) -> fr.Table[Any]:
    """The bets lie open; seat 1 is challenger."""
    table = fr.Table(fr.game("crane", players=players, first="2", grab="riffle", **options), seed=4)
    for seat in table.pending:
        table.play(seat, "bet low")
    return table


def state(table: fr.Table[Any]) -> State:
    state = table.state
    assert isinstance(state, State)
    return state


def grabbed(table: fr.Table[Any]) -> int:
    return int(table.view().hand)


# A hand -------------------------------------------------------------------------------------------


def test_r36_the_challenger_has_a_hand_as_soon_as_the_bets_lie_open() -> None:
    table = fr.Table(fr.game("crane", players=3, first="2", grab="riffle"), seed=4)
    for seat, bet in ((0, "bet low"), (2, "bet just")):
        assert table.holder is None
        table.play(seat, bet)
    assert (table.holder, table.pending, table.reporters) == (1, (-1,), (1,))
    assert table.prompt(1).key == "riffle"
    assert [p.key for p in (table.prompt(0), table.prompt(2))] == ["wait", "wait"]


def test_r36_ticks_give_the_cards_of_the_sealed_deck() -> None:
    for ticks in (1, 5, 9, 48):
        table = bet_on()
        assert table.nature is not None
        view = table.view()
        deck, heard = derive(table.nature.master, 1, view.finger)  # type: ignore[attr-defined]
        assert table.gesture_data(1) == heard.wire()
        result = table.finish_gesture(1, n=ticks, tries=2, by="key", trace=[300, -20])
        assert grabbed(table) == deck.grabbed(ticks, view.deck)
        entry = {"v": 1, "c": 1, "finger": view.finger, "n": ticks, "tries": 2, "by": "key", "trace": [300, -20]}
        assert result.decisions[0].line() == {"nature": f"grab {grabbed(table)}", "riffle": entry}
        assert table.holder is None


def test_r11_opened_eyes_in_a_riffle_move_no_card() -> None:
    table = bet_on()
    deck = table.view().deck
    result = table.finish_gesture(1, eyes=True)
    assert result.decisions[0].line() == {"nature": "eyes-opened", "reported": 1}
    assert (table.view().deck, table.view().eyes_opened) == (deck, 1)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({}, "n"),
        ({"n": 0}, "n"),
        ({"n": 49}, "n"),
        ({"n": True}, "n"),
        ({"n": "9"}, "n"),
        ({"n": 9, "eyes": True}, "eyes"),
        ({"n": 9, "tries": 0}, "tries"),
        ({"n": 9, "tries": 1 << 30}, "tries"),
        ({"n": 9, "by": "telepathy"}, "by"),
        ({"n": 9, "trace": [0.5]}, "trace"),
        ({"n": 9, "trace": [1] * 401}, "trace"),
    ],
)
def test_gesture_refuses_bad_fields(values: dict[str, Any], field: str) -> None:
    table = bet_on()
    with pytest.raises(CannotParse, match=f"^{field} is missing or wrong.$"):
        table.finish_gesture(1, **values)
    assert table.holder == 1


def test_gesture_needs_a_sealed_table_and_the_challenger() -> None:
    table = bet_on()
    for seat in (0, 2):
        with pytest.raises(NotYourTurn, match=f"Seat {seat} has no hand to end now"):
            table.finish_gesture(seat, n=9)
        with pytest.raises(NotYourTurn):
            table.gesture_data(seat)
    scripted = fr.Table(fr.game("crane", players=2, first="1", grab="riffle"), chance=["flip 10 ring", "flip 4 ring"])
    scripted.play(1, "bet low")
    with pytest.raises(ChanceError, match="follows from a seed or a seal"):
        scripted.finish_gesture(0, n=9)
    scripted.report(0, "grab 9")  # whoever tells an old game may say it


def test_gesture_deck_depends_on_the_challenge_only() -> None:
    table = bet_on(players=2)
    first = table.gesture_data(1)
    table.finish_gesture(1, n=4)
    while table.holder is None:
        for seat in table.pending:
            table.play(seat, table.legal(seat)[0])
    assert table.holder == 0
    assert (first["c"], table.gesture_data(0)["c"]) == (1, 2)
    assert table.gesture_data(0)["at"] != first["at"]


def test_gesture_data_is_independent_of_bets() -> None:
    payloads = []
    for bet in ("bet high", "bet low", "bet just"):
        table = fr.Table(fr.game("crane", players=3, first="2", grab="riffle"), seed=4)
        for seat in (0, 2):
            table.play(seat, bet)
        payloads.append((table.gesture_data(1), fr.wire(table.view(1)), table.prompt(1).wire(), table.aids(1)))
    assert payloads[0] == payloads[1] == payloads[2]


def test_prompt_announces_a_thin_deck() -> None:
    table = bet_on()
    s = state(table)
    s.deck = s.target = 7
    prompt = table.game.prompt(s, 1)
    assert table.game.speaker().say(prompt.help).endswith("The deck has only 7 cards left.")
    s.deck = 8
    assert table.game.speaker().say(table.game.prompt(s, 1).help).endswith("then say “Finished!”.")


# Bots -----------------------------------------------------------------------------------------------


def test_gesture_by_bot_follows_the_skill_and_stand_ins_are_novices() -> None:
    hand = Riffle()
    for skill, bot in BOTS.items():
        table = bet_on(skill=skill)
        game, s, master = table.game, state(table), table.nature.master  # type: ignore[union-attr]
        values = hand.bot_input(game, s, master, False)
        assert values == hand.bot_input(game, s, master, False)
        if skill != "novice":
            heard = derive(master, 1, Finger.word(s.finger))[1]
            assert values["n"] == bot(heard, Finger.word(s.finger), s.target, Stream(1))
        assert hand.bot_input(game, s, master, True) == hand.bot_input(bet_on().game, state(bet_on()), master, False)
        assert values["by"] == "bot"


def test_gesture_better_skills_are_exact_more_often() -> None:
    exact = {}
    for skill in BOTS:
        run = fr.simulate(
            "crane", players=3, games=150, seed=2, bots="normal", backend="interpreted", grab="riffle", skill=skill
        )
        assert run.tallies["eyes-opened"] == 0
        exact[skill] = run.tallies["exact"] / (run.tallies["exact"] + run.tallies["short"] + run.tallies["over"])
    assert 0.09 < exact["novice"] < exact["steady"] < exact["expert"] < 0.30


def test_riffle_is_refused_by_simulate_and_terminal() -> None:
    with pytest.raises(OptionError, match="simulated by the interpreted backend only"):
        fr.simulate("crane", players=3, games=2, grab="riffle")


def test_r8_the_odds_are_those_of_a_novice_over_all_decks() -> None:
    for index, finger in enumerate(FINGERS):
        for target in (1, 4, 10, 20, 30):
            reach = novice_reach(target)
            low = just = total = 0.0
            for miss in range(1 - reach, reach):
                ends = people.exact_ends(finger, clamp_ticks(novice_aim(finger, target) + miss), target).per_cent()
                low, just, total = (
                    low + bell(reach, miss) * ends[0],
                    just + bell(reach, miss) * ends[1],
                    total + bell(reach, miss),
                )
            odds = RIFFLE_ODDS[index][target]
            assert abs(odds[0] - 10 * low / total) < 1.01
            assert abs(odds[1] - 10 * just / total) < 1.01


def test_r8_the_worth_of_a_bet_depends_on_finger_and_deck() -> None:
    s = state(bet_on())
    s.target, s.deck = 10, 100
    by_finger = {}
    for finger in Finger:
        s.finger = finger
        by_finger[Finger.word(finger)] = [bet_weight(s, bet) for bet in (Bet.LOW, Bet.JUST, Bet.HIGH)]
        assert sum(by_finger[Finger.word(finger)]) == OUT_OF
    assert by_finger["middle"][2] > by_finger["middle"][0]
    assert by_finger["little"][0] > by_finger["little"][2]
    s.deck = 10
    assert bet_weight(s, Bet.HIGH) == 0
    s.deck = 9
    assert [bet_weight(s, bet) for bet in (Bet.LOW, Bet.JUST, Bet.HIGH)] == [OUT_OF, 0, 0]


# Records --------------------------------------------------------------------------------------------


def sealed_game() -> fr.Table[Any]:
    """As `riffle-three` was made: its bets, with bots' hands and a sealed table."""
    options = {"players": 3, "first": "random", "grab": "riffle", "skill": "expert", "aim": 0, "achieve": "each"}
    head = json.dumps({"game": "crane", "rules": 1, "options": {**options, "cards": "standard"}, "seats": ["bot:normal"] * 3})
    share = seal.Share(1, seal.promise("k3m9q2x7v5t8w4z6", 1, 1, b"\x11" * 32), b"\x11" * 32)
    nature = Sealed("k3m9q2x7v5t8w4z6", 1, head, bytes(range(32)), (share,))
    table = fr.Table(fr.game("crane", **options), nature=nature)
    for decision in fr.Record.load(RECORD).decisions:
        if decision.seat != NATURE:
            table.play(decision.seat, decision.action)
        elif table.holder is not None:
            table.finish_gesture_by_bot(table.holder)
    return table


def test_record_keeps_riffles_and_verifies() -> None:
    text = sealed_game().record.dumps()
    assert text == RECORD.read_text(encoding="utf-8")
    fr.Record.loads(text).verify()
    assert text.count('"riffle"') == 7  # the option, and two challenges each


def edited(change: dict[str, Any], at: int = 0) -> tuple[str, int]:
    """The record with one of its riffles changed, and which line that is."""
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    number = [i for i, line in enumerate(lines) if "nature" in line and "riffle" in line][at]
    for key, value in change.items():
        if key in lines[number]:
            lines[number][key] = value
        else:
            lines[number]["riffle"][key] = value
    return "".join(json.dumps(line) + "\n" for line in lines), number + 1


@pytest.mark.parametrize("at", [0, 3, 5])
def test_record_with_an_edited_riffle_is_refused(at: int) -> None:
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    line = [line for line in lines if "nature" in line and "riffle" in line][at]
    cards, ticks = int(line["nature"].split()[1]), line["riffle"]["n"]
    for change in ({"nature": f"grab {cards + 1}"}, {"n": ticks + 6}, {"n": 49}, {"c": at + 2}, {"finger": "thumb"}):
        text, number = edited(change, at)
        with pytest.raises(RecordError, match=f"^Line {number} of the record cannot be played: "):
            fr.Record.loads(text).verify()
    text, number = edited({"tries": 12, "by": "switch", "trace": [400, 380]}, at)
    fr.Record.loads(text).verify()  # these are the page's own word


def test_record_of_a_sealed_grab_needs_its_riffle() -> None:
    text = RECORD.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    number = next(i for i, line in enumerate(lines) if "nature" in line and "riffle" in line)
    del lines[number]["riffle"]
    lines[number]["reported"] = 0
    with pytest.raises(RecordError, match=f"Line {number + 1} .* The grab lacks its riffle"):
        fr.Record.loads("".join(json.dumps(line) + "\n" for line in lines)).verify()


def test_record_without_a_seal_checks_the_form_only() -> None:
    table = bet_on()
    table.finish_gesture(1, n=9)
    text = table.record.dumps()
    fr.Record.loads(text.replace('"n": 9', '"n": 12')).verify()
    with pytest.raises(RecordError, match="The riffle's n is 0"):
        fr.Record.loads(text.replace('"n": 9', '"n": 0')).verify()
    opened = bet_on()
    opened.finish_gesture(1, eyes=True)
    fr.Record.loads(opened.record.dumps()).verify()


# Practice -------------------------------------------------------------------------------------------


def test_practice_has_the_same_distributions_and_reveals_all() -> None:
    for finger in FINGERS:
        deck, result = practice.deck(b"any", finger), practice.result(b"any", finger, 10)
        assert set(deck) == {"c", "at", "v"}
        assert len(deck["at"]) == len(deck["v"]) == len(result["cards"]) == TICKS
        assert result["grabbed"] == sum(result["cards"][: 10 + result["jerk"]])
        assert practice.deck(b"other", finger) != deck
    with pytest.raises(ValueError, match="49 ticks cannot be held"):
        practice.result(b"any", "index", 49)


def test_practice_does_not_reveal_game_decks() -> None:
    master = bytes(range(32))
    assert practice.deck(master, "index")["at"] != list(derive(master, 1, "index")[1].at)


def test_bots_do_not_get_the_deck() -> None:
    heard = derive(bytes(32), 1, "index")[1]
    assert {novice(heard, "index", 10, Stream(seed)) for seed in range(300)} >= set(range(8, 13))
