"""What the town shows besides its fields: events as data, aids, prompts, the catalogue, zones, and views that read well."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.fields.view import wire
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town import bots
from fairyring.games.sneaky_town.schema import State
from tests.games.sneaky_town.helpers import CLOSED, RACKS, TILES, town

LINES = ("1", "2", "3", "4", "5")
MATCH = "cast 1,2; cast 2,4; swap 1,2 2,4; reveal 3; reveal 1; cast 5,5; end"


def events_of(table: fr.Table[Any], kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    return [dict(event.args) for event in table.events_for(seat) if event.kind == kind]


# Events -------------------------------------------------------------------------------------------


def test_event_rack_shows_tiles_to_the_owner_only() -> None:
    """R5: the others learn that it was filled."""
    table = town()
    mine, theirs = {"seat": 0, "lines": LINES, "tiles": TILES[0]}, {"seat": 1, "lines": LINES, "tiles": TILES[1]}
    assert events_of(table, "rack", 0) == [mine, {**theirs, "tiles": None}]
    assert events_of(table, "rack", 1) == [{**mine, "tiles": None}, theirs]
    assert events_of(table, "rack") == [{**mine, "tiles": None}, {**theirs, "tiles": None}]
    moves = [[(moved.target.place, moved.thing) for moved in event.moves] for event in table.events_for(0)[:2]]
    assert moves == [list(zip(LINES, TILES[0], strict=True)), list(zip(LINES, CLOSED, strict=True))]


def test_event_shown_opens_all_racks() -> None:
    """R17."""
    table = town("reveal 4; cast 1,1; end")
    assert events_of(table, "shown") == [
        {"seat": 0, "lines": LINES, "tiles": TILES[0]},
        {"seat": 1, "lines": ("1", "2", "3", "5"), "tiles": TILES[1]},
    ]
    showdown = [event for event in table.events_for() if event.kind == "shown"][1]
    assert [(moved.source, moved.thing) for moved in showdown.moves] == [
        (moved.target, TILES[1][int(str(moved.target.place)) - 1]) for moved in showdown.moves
    ]


def test_event_rack_of_the_small_lattice() -> None:
    """R24."""
    table = town("end", ("rack flower,blue,brown", "rack brown,blue,flower"), size=3)
    tiles = [args["tiles"] for args in events_of(table, "shown")]
    assert tiles == [("flower", "blue-sun", "brown-sun"), ("brown-sun", "blue-sun", "flower")]


def test_event_reveal_names_line_and_tile() -> None:
    """R11: the stone lies on the mark, the tile is turned over."""
    event = town("reveal 4").events_for()[-1]
    assert event.args == {"seat": 0, "other": 1, "line": "4", "tile": "brown-sun"}
    assert [moved.wire() for moved in event.moves] == [
        {
            "from": {"zone": "reserve", "seat": 0},
            "to": {"zone": "reveal-marks", "seat": 1, "place": "4"},
            "thing": None,
            "count": 1,
        },
        {
            "from": {"zone": "rack", "seat": 1, "place": "4"},
            "to": {"zone": "rack", "seat": 1, "place": "4"},
            "thing": "brown-sun",
            "count": 1,
        },
    ]


def test_event_cleared_moves_everything_back() -> None:
    """R13: eight stones each are back in reserve."""
    table = town(MATCH, RACKS * 2, match="lead:3")
    (event,) = [event for event in table.events_for() if event.kind == "cleared"]
    assert event.args == {
        "stones": (("2,4",), ("1,2", "5,5")),
        "swapped": (1, 0),
        "closed": (("1", "2", "4", "5"), ("2", "3", "4", "5")),
        "tiles": TILES,
    }
    back = Counter[tuple[str, int | None]]()
    for moved in event.moves:
        back[moved.source.zone, moved.target.seat] += moved.count
    assert back == {
        ("lattice", 0): 1,
        ("lattice", 1): 2,
        ("swap-marks", 0): 1,
        ("reveal-marks", 0): 1,
        ("reveal-marks", 1): 1,
        ("rack", 0): 5,
        ("rack", 1): 5,
    }


def test_view_keeps_the_last_round_at_the_end() -> None:
    """R25: the board of a match that is over can be looked at."""
    table = town(MATCH)
    assert events_of(table, "cleared") == []
    assert table.view().stones == (("2,4",), ("1,2", "5,5"))


# Zones --------------------------------------------------------------------------------------------


def played() -> Iterator[tuple[Any, Any, list[Any]]]:
    """The public views before and after each decision of some matches, and what moved meanwhile."""
    for seed in range(6):
        table = fr.Table(fr.game("sneaky-town", match="lead:2", turn_limit=14, size=(5, 3)[seed % 2]), seed=seed)
        rng = Stream(seed)
        while table.pending and len(table.history) < 200:
            before, legal = table.view(), table.legal(table.pending[0])
            likely = [action for action in legal if action.kind in ("reveal", "swap")] or legal
            events = table.play(table.pending[0], likely[rng.below(len(likely))]).events()
            yield before, table.view(), [moved for event in events for moved in event.moves]


def test_view_shows_free_reveal_marks() -> None:
    """R11: a mark is taken by the stone that is moved there, until the board is cleared."""
    positions = 0
    for before, after, moves in played():
        for seat in range(2):
            marks = set(before.closed[seat])
            for moved in moves:
                if (moved.target.zone, moved.target.seat) == ("reveal-marks", seat):
                    marks.remove(moved.target.place)
                    positions += 1
                if (moved.source.zone, moved.source.seat) == ("reveal-marks", seat):
                    marks.add(moved.source.place)
            assert marks == set(after.closed[seat])
    assert positions > 20


def test_view_shows_open_tiles() -> None:
    """R11, R17: until they are shuffled again."""
    for before, after, moves in played():
        for seat in range(2):
            tiles = {str(line + 1): tile for line, tile in enumerate(before.shown[seat]) if tile}
            for moved in moves:
                if (moved.source.zone, moved.source.seat) == ("rack", seat):
                    if moved.source == moved.target:
                        assert moved.source.place not in tiles
                        tiles[str(moved.source.place)] = moved.thing
                    else:
                        assert tiles.pop(str(moved.source.place)) == moved.thing
            assert tiles == {str(line + 1): tile for line, tile in enumerate(after.shown[seat]) if tile}


# Aids ---------------------------------------------------------------------------------------------

# Ann knows of her 15 points for the blue sun. Bo has two stones on his line 4, where Ann's lines 2 and 4 meet it.
KNOWN = "reveal 2; cast 4,4; cast 1,2; cast 2,4"


def test_aids_agree_with_a_position_worked_out_by_hand() -> None:
    """R27: for blue. The brown sun is on one of four lines, and on line 4 it would pay Bo 15, too."""
    aids = town(KNOWN).aids(0)
    rest = {"brown-sun": [1, 4], "flower": [1, 4], "void": [1, 2]}
    assert aids["lines"] == {"1": rest, "2": {"blue-sun": [1, 1]}, "3": rest, "4": rest, "5": rest}
    assert aids["charms"] == {
        "blue-sun": {"1,2": [1, 1]},
        "brown-sun": {"2,1": [1, 4], "2,3": [1, 4], "2,4": [1, 4], "2,5": [1, 4]},
        "flower": {"3,1": [1, 4], "3,3": [1, 4], "3,4": [1, 4], "3,5": [1, 4]},
    }
    assert aids["end"] == {"win": 9, "tie": 3, "lose": 0, "of": 12}


def test_aids_of_the_other_seat() -> None:
    """R27: for brown, who knows none of blue's lines: 20 ways to place the two suns, and 3 for the flower with each.

    Blue has 15 if her blue sun is on line 1, brown has 15 if her brown sun is on line 2 or 4.
    """
    aids = town(KNOWN).aids(1)
    assert aids["lines"]["1"] == {"blue-sun": [1, 5], "brown-sun": [1, 5], "flower": [1, 5], "void": [2, 5]}
    assert aids["charms"]["brown-sun"] == {f"{line},4": [1, 5] for line in range(1, 6)}
    assert aids["end"] == {"win": 3 * 6, "tie": 3 * (2 + 10), "lose": 3 * 2, "of": 60}


def test_aids_count_revealed_voids() -> None:
    """R19: a void costs a point, so a level board is lost."""
    assert town("reveal 1; cast 5,1").aids(0)["end"] == {"win": 0, "tie": 0, "lose": 24, "of": 24}


def test_aids_agree_with_win_chance() -> None:
    """R27: they are worked out apart from each other."""
    for seed in range(8):
        table, rng = fr.Table(fr.game("sneaky-town", match="single"), seed=seed), Stream(seed)
        for _ in range(15):
            seat = table.pending[0]
            r = table.redacted(seat)
            assert isinstance(r, State)
            end = table.aids(seat)["end"]
            assert bots.win_chance(r, seat, bots.open_tiles(r, 1 - seat)) == 100 * end["win"] // end["of"]
            legal = table.legal(seat)
            table.play(seat, legal[rng.below(len(legal) - 1)])  # any but the end, which is last


def test_aids_are_empty_before_the_racks_and_after_the_end() -> None:
    assert fr.Table(fr.game("sneaky-town")).aids(0) == {}
    assert town("end").aids(0) == {}
    assert fr.Table(fr.game("sneaky-town"), seed=1, aids=False).aids(0) == {}


# Prompts ------------------------------------------------------------------------------------------


def prompt_of(table: fr.Table[Any], seat: int) -> tuple[str, str, str]:
    prompt, say = table.prompt(seat), table.game.speaker()
    assert say.say(prompt.help)
    return prompt.key, prompt.rule, say.say(prompt.text)


def test_prompt_cites_the_rule() -> None:
    assert prompt_of(town(), 0) == ("turn", "R7", "Take one action")
    casts = "; ".join(f"cast {i},{j}" for i in range(1, 5) for j in range(1, 5))
    assert prompt_of(town(casts), 0) == ("no-reserve", "R15", "Take one action: your reserve is empty")
    table = town("cast 1,1; cast 2,2", turn_limit=2)
    assert prompt_of(table, 0) == ("limit", "R23", "End the round")
    assert "lasted 2 turns" in table.game.speaker().say(table.prompt(0).help)
    assert table.prompt(1).key == "wait"


# Catalogue and views ------------------------------------------------------------------------------


def test_catalogue_has_tiles_points_stones_and_marks() -> None:
    """R2–R4, R12, R18."""
    catalogue = fr.game("sneaky-town").catalogue()
    json.dumps(catalogue)
    things = catalogue["things"]
    assert {tile: entry["values"] for tile, entry in things["tile"].items()} == {
        "blue-sun": [15, 5],
        "brown-sun": [5, 15],
        "flower": [10, 10],
        "void": [0, 0],
    }
    assert [entry["in_rack"] for entry in things["tile"].values()] == [1, 1, 1, 2]
    assert [tile for tile, entry in things["tile"].items() if entry["charm"]] == ["blue-sun", "brown-sun", "flower"]
    points = things["point"]
    assert len(points) == 25
    assert points["2,3"] == {"lines": ["2", "3"], "x": -1, "y": 1}
    corners = [(points[name]["x"], points[name]["y"]) for name in ("1,1", "5,5", "1,5", "5,1")]
    assert corners == [(-4, 0), (4, 0), (0, 4), (0, -4)]  # left, right, top, bottom
    assert things["stone"] == {"blue": {"seat": 0, "count": 8}, "brown": {"seat": 1, "count": 8}}
    assert things["mark"] == {"swap": {"count": 12}, "reveal": {"count": 10}}
    assert (catalogue["zones"]["rack"]["shows"], catalogue["zones"]["rack"]["open"]) == ("tiles", "shown")
    assert catalogue["zones"]["reveal-marks"]["free"] == "closed"


@pytest.mark.parametrize(
    ("match", "entry"),
    [
        ("lead:3", {"lead": {"goal": 3, "rounds": None}}),
        ("first-to:2", {"first-to": {"goal": 2, "rounds": 3}}),
        ("rounds:4", {"rounds": {"goal": 4, "rounds": 4}}),
        ("single", {"single": {"goal": 1, "rounds": 1}}),
    ],
)
def test_catalogue_names_the_length_of_the_match(match: str, entry: dict[str, Any]) -> None:
    """R22: no client reads the syntax of the option."""
    assert fr.game("sneaky-town", match=match).catalogue()["things"]["match"] == entry


def test_catalogue_of_the_small_lattice() -> None:
    """R24."""
    catalogue = fr.game("sneaky-town", size=3).catalogue()
    things = catalogue["things"]
    assert list(things["tile"]) == ["blue-sun", "brown-sun", "flower"]
    assert catalogue["names"]["point"] == list(things["point"]) == [f"{i},{j}" for i in range(1, 4) for j in range(1, 4)]
    assert catalogue["names"]["line"] == ["1", "2", "3"]
    assert len(catalogue["names"]["order"]) == 6
    assert things["stone"]["blue"]["count"] == 5
    assert things["mark"] == {"swap": {"count": 6}, "reveal": {"count": 6}}


def test_view_shows_the_table() -> None:
    table = town("cast 1,2; cast 2,4; swap 1,2 2,4; reveal 3")
    assert str(table.view(0)).splitlines() == [
        "what seat 0 sees",
        "  phase       play",
        "  turn        0",
        "  starter     0",
        "  turns       4",
        "  stones      2,4 | 1,2",
        "  reserve     6 6",
        "  swapped     1 0",
        "  closed      1 2 4 5 | 1 2 3 4 5",
        "  voids       0 0",
        "  tiles       blue-sun brown-sun flower void void | –",
        "  shown       – – flower – – | –",
        "  points      0 0",
        "  last voids  0 0",
        "  last tiles  – | –",
        "  wins        0 0",
        "  rounds      0",
    ]


def whole_numbers(value: Any) -> Iterator[int]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from whole_numbers(item)
    elif isinstance(value, int):
        yield value


def test_view_is_json_without_masks() -> None:
    table = town(MATCH + "; cast 5,5; cast 5,4; reveal 5", RACKS * 2, match="lead:3")
    for viewer in (0, 1, None):
        view = wire(table.view(viewer))
        assert json.loads(json.dumps(view)) == view
        assert max(whole_numbers(view)) <= 30  # the most points of a round; a mask of far points would be larger
        assert view["stones"] == [["5,4"], ["5,5"]]
        assert view["closed"] == [["1", "2", "3", "4"], ["1", "2", "3", "4", "5"]]
        assert view["last_stones"] == [["2,4"], ["1,2", "5,5"]]
        assert not {"cast", "lead", "size", "marks"} & set(view)
