"""What Fariables shows: its view, events, catalogue, prompts, aids and score sheet."""

from __future__ import annotations

import json
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.options import FileText
from fairyring.core.text.messages import Named, Player, Speaker, msg
from fairyring.games.fariables.boards import shipped

from .helpers import apart, do, ended, game, placed, start

SEEN = """what seat 0 sees
  phase      moving
  turn       0
  value      flower –, dew 5, leaf 1, bell 6, cap 0, moon 5, star 3
  laid       12
  die a      dew
  die c      3
  hand       1
  dice left  0
  dice       0 0
  turns      3
  moves      1
  own        a2 b2 c1 c2 e5 | g6 g7 h5 h6 i4 i5
  moved      e5"""
VALUES = (3, 1, 6, 2, 5, 3)


def moving() -> fr.Table[Any]:
    """Seat 0 has lifted a1 and b1, and put one of them down on e5; the caps fell to 0 before."""
    table = do(apart(VALUES), "roll 4", "roll 1", "roll 1", "done", "roll 1", "roll 3", "roll 1", "done")
    return do(table, "roll 1", "roll 5", "roll 3", "lift a1", "lift b1", "done", "place e5")


def numbers(value: Any) -> list[int]:
    if isinstance(value, dict):
        return [n for item in value.values() for n in numbers(item)]
    if isinstance(value, list):
        return [n for item in value for n in numbers(item)]
    return [value] if isinstance(value, int) else []


def test_view_shows_the_table() -> None:
    assert str(moving().view(0)) == SEEN
    assert str(moving().view(None)) == SEEN.replace("seat 0", "a spectator")


def test_view_is_names_and_small_numbers() -> None:
    wired = fr.wire(moving().view(1))
    assert json.loads(json.dumps(wired)) == wired
    assert wired["own"] == [["a2", "b2", "c1", "c2", "e5"], ["g6", "g7", "h5", "h6", "i4", "i5"]]
    assert wired["moved"] == ["e5"]
    assert (wired["phase"], wired["die_a"], wired["die_c"]) == ("moving", "dew", 3)
    assert not any(name in wired for name in ("kind", "near", "open", "reach", "on_kind", "valued", "spaces"))
    assert max(numbers(wired)) == 12  # tokens laid: no number stands for a set


def test_r4_kinds_without_a_value_show_none() -> None:
    table = do(fr.Table(game()), "roll 4", "roll 2")
    nothing = dict.fromkeys(("flower", "bell", "cap", "moon", "star"))
    assert table.view().value == {"dew": 4, "leaf": 2, **nothing}
    done = game().view(ended(["e5", "a1"], (1, 0, 3, 4, 5, 14), 2), None)
    assert (done.value["flower"], done.flower, done.ender) == (0, "leaf", 0)
    assert (moving().view().flower, moving().view().ender) == (None, None)


# Events ------------------------------------------------------------------------------------------


def last(table: fr.Table[Any], kind: str) -> dict[str, Any]:
    return next(event for event in reversed(table.events_for(0)) if event.kind == kind).wire()


def test_event_moves_of_tokens() -> None:
    table = do(start(), "place e5")
    assert last(table, "placed")["args"] == {"seat": 0, "space": "e5"}
    board = {"zone": "board", "seat": 0, "place": "e5"}
    assert last(table, "placed")["moves"] == [{"from": {"zone": "supply", "seat": 0}, "to": board, "thing": None, "count": 1}]
    (lifted,), (moved,) = last(moving(), "lifted")["moves"], last(moving(), "moved")["moves"]
    assert (lifted["from"], lifted["to"]) == ({"zone": "board", "seat": 0, "place": "b1"}, {"zone": "hand"})
    assert (moved["from"], moved["to"]) == ({"zone": "hand"}, {"zone": "board", "seat": 0, "place": "e5"})


def test_events_name_kinds_and_seats() -> None:
    assert last(moving(), "changed")["args"] == {"seat": 0, "kind": "dew", "change": 2, "value": 5, "stopped": False}
    assert last(moving(), "may-move")["args"] == {"seat": 0, "count": 3}
    table = apart((6, 6, 6, 6, 6, 6))
    for _ in range(2):
        do(table, "roll 1", "roll 6", "roll 1", "done")
    do(table, "roll 1", "roll 5")
    assert last(table, "fourteen")["args"] == {"kind": "dew", "seat": 0}
    do(table, "roll 2")
    assert last(table, "unmasked")["args"] == {"seat": 0, "kind": "leaf", "value": 6}


def test_events_list_tied_seats_and_winners() -> None:
    table = game(3)
    s = ended(["a1", "a4", "d3"], (1, 2, 3, 4, 0, 14), 1)  # three tokens on equal fairies
    events = []
    for face in (6, 5, 1, 4, 4, 4, 1, 1, 1):
        events += table.act(s, fr.NATURE, table.chance.parse(f"roll {face}").id)
    assert [event.shown_to(2).wire()["args"] for event in events] == [
        {"seat": 0, "sum": 12},
        {"seat": 1, "sum": 12},
        {"seat": 2, "sum": 3},
        {"seats": [0, 1], "what": "dice"},
    ]
    events = []
    for face in (1, 2, 3, 6, 6, 6):
        events += table.act(s, fr.NATURE, table.chance.parse(f"roll {face}").id)
    assert events[-1].shown_to(0).wire()["args"] == {"seats": [1], "why": "fourteen-dice"}
    assert (
        table.say(events[-1].shown_to(0), ["Ann", "Bo", "Cy"])
        == "Bo wins: a fairy reached fourteen, and the dice broke the tie."
    )


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("points", "Ann and Bo are tied on points."),
        ("flowers", "Ann and Bo are tied on points and flowers."),
        ("kinds", "Ann and Bo are tied on points, flowers and different kinds."),
        ("dice", "Ann and Bo are tied on three dice, and roll again."),
    ],
)
def test_event_tied_names_the_measure(measure: str, text: str) -> None:
    say = game().speaker(["Ann", "Bo"])
    assert say.say("event.tied", seats=[Player(0), Player(1)], what=Named("measure", measure)) == text


# Catalogue ---------------------------------------------------------------------------------------


def test_catalogue_has_the_board() -> None:
    catalogue = fr.game("fariables", players=4, board="river").catalogue()
    assert json.loads(json.dumps(catalogue)) == catalogue
    board = shipped("river")
    assert catalogue["names"]["space"] == list(catalogue["things"]["space"]) == [space.name for space in board.spaces]
    assert catalogue["names"]["fairy"] == ["flower", "dew", "leaf", "bell", "cap", "moon", "star"]
    assert catalogue["things"]["fairy"]["star"] == {"face": 6}
    whole = catalogue["things"]["board"]["river"]
    assert (whole["title"], whole["by"], whole["islands"], len(whole["water"])) == ("River", "Fairyring", False, 7)
    assert [cell for cell in whole["water"] if not (cell[0] < whole["rows"] and cell[1] < whole["columns"])] == []
    assert (catalogue["publisher"], catalogue["minutes"], catalogue["seats"]) == ("Mossdell", [15, 15], [2, 6])
    assert catalogue["zones"]["board"]["places"] == "space"
    assert catalogue["zones"]["hand"]["count"] == "hand"


def test_catalogue_has_position_and_neighbours_of_spaces() -> None:
    spaces = game().catalogue()["things"]["space"]
    assert spaces["e5"] == {
        "row": 4,
        "column": 8,
        "kind": {"one": "fairy", "word": "flower"},
        "near": ["d4", "d5", "e4", "e6", "f4", "f5"],
    }
    assert spaces["a1"]["near"] == ["a2", "b1", "b2"]


def test_catalogue_has_a_custom_board_by_its_name() -> None:
    picture = "\n".join(" " * (row % 2) + "1 2 3 4 5 6" for row in range(4))
    catalogue = fr.game("fariables", board=FileText.of("mine.txt", f"title: Mine\nby: Me\n{picture}\n")).catalogue()
    assert catalogue["things"]["board"][catalogue["chosen"]["board"]]["title"] == "Mine"


# Prompts -----------------------------------------------------------------------------------------

HOLE = "a1 h1 a2 h2 b1 i2 b2 i3 c1 i4 c2 h3"  # seat 1 leaves one hole at i1


@pytest.mark.parametrize(
    ("table", "text", "rule"),
    [
        (start(), "Put your first token on any open space", "R7"),
        (do(start(), "place a1", "place i5"), "Put a token beside one of your own", "R7"),
        (do(start(players=4), "place a1", "place a2", "place b1", "place b2"), "Put a token on any open space", "R7"),
        (do(apart(), "roll 1", "roll 3", "roll 1"), "Lift up to 1 token, or be done", "R14"),
        (do(apart(), "roll 1", "roll 3", "roll 3", "lift a1"), "Lift up to 2 more tokens, or be done", "R15"),
        (do(apart(), "roll 1", "roll 3", "roll 3", "lift a1", "done"), "Put a lifted token on any open space", "R16"),
        (moving(), "Put the next token beside one that you moved", "R16"),
        (
            do(placed(HOLE), "roll 1", "roll 3", "roll 2", "lift a1", "lift b1", "place i1"),
            "Put the next token on any open space",
            "R17",
        ),
    ],
)
def test_prompt_cites_a_rule_at_every_decision(table: fr.Table[Any], text: str, rule: str) -> None:
    say: Speaker = table.game.speaker(table.names)
    prompt = table.prompt(table.pending[0])
    assert (say.say(prompt.text), prompt.rule) == (text, rule)
    assert say.say(prompt.help)
    assert f"**{rule}**" in table.game.room.rules_text()
    assert say.say(table.prompt(1 - table.pending[0] if table.game.players == 2 else 3).text).startswith("Waiting for Player")


def test_prompt_help_counts_tokens_in_hand() -> None:
    say = moving().game.speaker()
    assert say.say(moving().prompt(0).help).endswith("It is the last one.")


# Aids --------------------------------------------------------------------------------------------


def test_r20_aids_show_the_worth_of_tokens_and_open_spaces() -> None:
    """Values 5 1 6 0 5 3 make 20 sixths for a flower; e5 and b2 are flowers, c1 is dew, c2 a star, a2 a leaf."""
    aids = moving().aids(0)
    assert aids["tokens"] == {"a2": [1, 1], "b2": [20, 6], "c1": [5, 1], "c2": [3, 1], "e5": [20, 6]}
    assert len(aids["open"]) == 61 - 11
    assert aids["open"]["a1"] == [0, 1]  # a cap, and open again
    assert aids["open"]["h2"] == [20, 6]  # a flower
    assert not aids["tokens"].keys() & aids["open"].keys()


def test_r20_points_with_and_without_flowers() -> None:
    aids = moving().aids(1)
    kinds = {space.name: space.kind for space in shipped("meadow").spaces}
    value = (0, 5, 1, 6, 0, 5, 3)
    theirs = [kinds[name] for name in moving().view().own[1]]
    assert aids["points"] == [1 + 5 + 3, sum(value[kind] for kind in theirs)]
    assert aids["points_with_flowers"] == [
        [6 * 9 + 2 * 20, 6],
        [6 * aids["points"][1] + theirs.count(0) * 20, 6],
    ]
    assert aids["tokens"].keys() == set(moving().view().own[1])


def test_r18_the_chance_that_the_next_roll_ends_the_game() -> None:
    """Dew at 13 needs a 4, 5 or 6 on die B, cap at 11 a 6; all the others are too low."""
    assert moving().aids(0)["chance_of_end"] == [0, 36]
    table = apart((6, 3, 3, 6, 3, 3))
    do(table, "roll 1", "roll 6", "roll 1", "done", "roll 1", "roll 6", "roll 1", "done")
    do(table, "roll 1", "roll 4", "roll 1", "done", "roll 4", "roll 6", "roll 1", "done", "roll 4", "roll 5", "roll 1")
    assert (table.view().value["dew"], table.view().value["cap"]) == (13, 11)
    assert table.aids(0)["chance_of_end"] == [4, 36]
    do(table, "done")
    assert do(table, "roll 4").aids(1)["chance_of_end"] == [1, 6]  # die A has picked the caps
    assert "chance_of_end" not in do(table, "roll 6").aids(1)


def test_r19_once_the_flowers_are_known_they_are_worth_their_value() -> None:
    s = ended(["e5 a1", "a4"], (1, 2, 3, 4, 0, 14), 2)
    aids = game().aids(s, 0)
    assert aids["tokens"] == {"a1": [4, 1], "e5": [2, 1]}
    assert (aids["points"], aids["points_with_flowers"]) == ([6, 4], [[6, 1], [4, 1]])


def test_aids_are_empty_before_the_values_and_if_switched_off() -> None:
    assert do(fr.Table(game()), "roll 4").aids(0) == {}
    table = moving()
    assert fr.Table.rebuild(table.game, table.history, aids=False).aids(0) == {}


# Sheet and terminal ------------------------------------------------------------------------------


def test_sheet_is_messages() -> None:
    lines = game().sheet(ended(["e5 a1", "a4"], (1, 2, 3, 4, 0, 14), 2))
    assert lines[0].wire() == {"key": "score.flowers", "args": {"kind": {"one": "fairy", "word": "leaf"}, "value": 2}}
    say = game().speaker(["Ann", "Bo"])
    assert [say.say(line) for line in lines] == [
        "The flowers hid leaf fairies, worth 2 each.",
        "1. Ann: 6 points = 1 × flower 2 + 1 × cap 4 (1 flower, 2 kinds)",
        "2. Bo: 4 points = 1 × cap 4 (0 flowers, 1 kind)",
    ]


def test_terminal_board() -> None:
    table = moving()
    say = table.game.speaker(["Ann", "Bo"])
    lines = table.game.room.presentation.terminal(table.game, table.view(0), say)
    assert lines[0] == "Values: 1 dew 5  2 leaf 1  3 bell 6  4 cap 0  5 moon 5  6 star 3  * flower ?"
    assert "e5.*@" in lines[5]
    assert "  @ Ann   9  a2 leaf, b2 flower, c1 dew, c2 star, e5 flower" in lines
    assert table.game.room.presentation.terminal(table.game, table.view(1), say)[-1] == "Ann holds 1 token to put down."


def test_options_errors_are_translated() -> None:
    with pytest.raises(fr.FairyringError) as caught:
        fr.game("fariables", players=3, first=4)
    assert caught.value.message == msg("error.first", first=4, players=3)
