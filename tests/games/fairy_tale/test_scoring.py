"""Counting up (R25–R32, R37): the same scorer for the game and for people with the real box."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli.main import main
from fairyring.games.fairy_tale.deck import shipped_deck
from fairyring.games.fairy_tale.presentation.score_sheet import score_sheet
from fairyring.games.fairy_tale.scoring import card_points
from fairyring.games.fairy_tale.tools.score_command import speaker

from .helpers import changed, counted, kind, laid_out, total


def test_r25_closed_cards_count_zero() -> None:
    g, s = laid_out([["dwarven-warrior", "fairy-tale-chapter-3"], [], []], [["sky-dance-dragon", "castle"], [], []])
    assert g.rules.score(s, 0) == 0
    g, s = laid_out([["dwarven-warrior", "sky-dance-dragon"], [], []])
    assert g.rules.score(s, 0) == 6


def test_r26_fixed_values_even_below_zero() -> None:
    assert total(["castle", "spirit-of-the-spring"]) == 7
    assert total(["dark-angel", "dark-angel"]) == -2
    assert total(["magic-circle-of-chaos", "vampire"]) == 7


def test_r27_r28_conditions_on_own_cards() -> None:
    assert total(["fairy-tale-chapter-2", "fairy-ring", "spirit-of-the-spring"]) == 14
    assert total(["fairy-tale-chapter-2", "fairy-ring"]) == 6
    assert total(["fairy-tale-chapter-2"], ["fairy-ring", "spirit-of-the-spring"]) == 0
    assert total(["dragon-valley-tale-chapter-4", "dragon-valley-hunter"]) == 12


def test_r29_most_is_met_by_a_tie() -> None:
    assert total(["fairy-tale-chapter-1"], ["elven-warrior"]) == 6
    assert total(["fairy-tale-chapter-1"], ["elven-warrior", "fairy-ring"]) == 0
    assert total(["shadowkings-tale-chapter-1"], ["vampire"]) == 6
    assert total(["shadowkings-tale-chapter-2", "castle"], ["fairy-ring"]) == 13
    assert total(["shadowkings-tale-chapter-2"], ["fairy-ring"]) == 0
    assert total(["shadowkings-tale-chapter-4"], ["fairy-tale-chapter-1"]) == 9
    assert total(["shadowkings-tale-chapter-4"], ["fairy-tale-chapter-1", "fairy-tale-chapter-2"]) == 0


def test_r30_at_least_so_many() -> None:
    needed = ["bard", "bard", "sky-dance-dragon", "sky-dance-dragon"]
    assert total(["fairy-tale-chapter-3", *needed]) == 8 + 12
    assert total(["fairy-tale-chapter-3", *needed[1:]]) == 9
    assert total(["shadowkings-tale-chapter-3", *needed, "elven-warrior", "elven-warrior"]) == 8 + 18
    assert total(["shadowkings-tale-chapter-3", *needed, "elven-warrior"]) == 15


def test_r31_variable_cards() -> None:
    assert total(["silver-dragon", "silver-dragon", "bard"]) == 3 + 3 + 3
    assert total(["knights-of-the-round-table", "elven-warrior", "elven-warrior"]) == 6 + 6
    for count in range(1, 8):
        assert total(["homesteaders"] * count) == count * count


def test_r32_the_trickster_helps_variable_cards() -> None:
    s = counted(["the-trickster", "homesteaders", "homesteaders"])
    assert s.total[0] == -1 + 3 + 3
    assert s.stands_for[0] == kind("homesteaders") + 1
    s = counted(["the-trickster", "silver-dragon", "silver-dragon", "homesteaders"])
    assert s.total[0] == -1 + 3 + 3 + 1
    assert s.stands_for[0] == kind("bard") + 1


def test_r32_the_trickster_is_no_card_of_another_category_or_typology() -> None:
    assert total(["fairy-tale-chapter-1", "the-trickster"], ["elven-warrior", "elven-warrior"]) == -1
    assert total(["fairy-tale-chapter-3", "the-trickster", "bard", "bard", "sky-dance-dragon"]) == -1 + 9
    assert (
        total(["shadowkings-tale-chapter-1", "the-trickster"], ["vampire", "vampire"]) == 6 - 1
    )  # it is a Shadow Kingdom card


def test_r32_the_trickster_is_unused_if_useless_and_takes_the_first_of_equals() -> None:
    assert counted(["the-trickster", "castle"]).stands_for[0] == 0
    s = counted(["the-trickster", "homesteaders", "mischievous-fairy"])
    assert s.stands_for[0] == kind("mischievous-fairy") + 1
    s = counted(["the-trickster", "fairy-tale-chapter-2"])
    assert s.total[0] == -1  # it cannot be two cards


def test_r32_the_trickster_is_best_of_all_by_brute_force() -> None:
    cards = ["the-trickster", "dwarven-warrior", "dwarven-warrior", "fairy-tale-chapter-4", "homesteaders", "castle"]
    s = counted(cards, ["homesteaders"])
    totals = []
    for choice in range(41):
        s.stands_for[0] = choice
        totals.append(sum(s.open[0][k] * card_points(s, 0, k) for k in range(40)))
    assert counted(cards, ["homesteaders"]).total[0] == max(totals) == 6 + 9 + 1 - 1


def test_r37_the_sheet_gives_points_and_reasons() -> None:
    s = counted(["the-trickster", "fairy-tale-chapter-4", "bard", "bard", "silver-dragon"], ["fairy-tale-chapter-1"])
    say = speaker(shipped_deck(), ["Ann", "Bo"], own=False)
    assert [say.say(line) for line in score_sheet(shipped_deck(), s, range(2))] == [
        "Ann: 20 points, place 1",
        "     9  Fairy Tale - Chapter 4: 9, has The Fairy Queen (one is The Trickster)",
        "     6  Bard ×2: 3 each, its value",
        "     6  Silver Dragon: 6, 3 × 2 Bard",
        "    −1  The Trickster: −1, stands for The Fairy Queen",
        "Bo: 6 points, place 2",
        "     6  Fairy Tale - Chapter 1: 6, has the most Fairy Wood cards",
    ]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["fairy-tale-chapter-2"], "lacks Fairy Ring and Spirit of the Spring"),
        (["fairy-tale-chapter-2", "fairy-ring"], "lacks Spirit of the Spring"),
        (["fairy-tale-chapter-2", "spirit-of-the-spring"], "lacks Fairy Ring"),
        (["fairy-tale-chapter-3"], "lacks 2+ Holy Empire and 2+ Dragon Valley"),
        (["fairy-tale-chapter-3", "castle", "castle"], "lacks 2+ Dragon Valley"),
    ],
)
def test_r37_the_sheet_names_missing_requirements_only(cards: list[str], reason: str) -> None:
    say = speaker(shipped_deck(), ["Ann", "Bo"], own=False)
    lines = [say.say(line) for line in score_sheet(shipped_deck(), counted(cards), range(2))]
    assert [line for line in lines if "lacks" in line] == [line for line in lines if line.endswith(f": 0, {reason}")]
    assert any(line.endswith(f": 0, {reason}") for line in lines)


def test_r37_the_sheet_says_that_others_have_more() -> None:
    say = speaker(shipped_deck(), ["Ann", "Bo"], own=False)
    s = counted(["fairy-tale-chapter-1"], ["spirit-of-the-spring", "spirit-of-the-spring"])
    lines = [say.say(line) for line in score_sheet(shipped_deck(), s, range(2))]
    assert "     0  Fairy Tale - Chapter 1: 0, others have more Fairy Wood cards" in lines


def score(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(["score", "fairy-tale", *args])
    output = capsys.readouterr()
    return code, output.out, output.err


def test_r37_people_with_the_box_type_their_cards(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = score(
        capsys, "--cards", "Ann: Fairy Ring, CASTLE x2, trickster, Fairy Tale - Chapter 4", "--cards", "Bo: 3 bard"
    )
    assert code == 0
    assert out.splitlines()[0] == "Ann: 26 points, place 1"
    assert "Bo: 9 points, place 2" in out


def test_r37_the_score_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = score(capsys, "--json", "--cards", "Ann: the trickster; homesteaders ×2", "--cards", "Bo: demon")
    ann, bo = json.loads(out)["players"]
    assert code == 0
    assert (ann["total"], ann["place"], ann["trickster"]) == (5, 1, "Homesteaders")
    assert ann["cards"][0] | {"reason": ""} == {"card": "Homesteaders", "count": 2, "each": 3, "points": 6, "reason": ""}
    assert (bo["name"], bo["total"], bo["place"]) == ("Bo", 2, 2)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--cards", "Ann: fairy rign"], "there is no card “fairy rign”; did you mean Fairy Ring"),
        (["--cards", "Ann: xyz"], "the deck has names like Fairy Ring, Spirit of the Spring, The Fairy Queen"),
        (["--cards", "Ann: castle x3", "--cards", "Bo: castle x2"], "Castle was named 5 times, and the deck has 4"),
        (["--cards", "castle"], "a name, a colon and cards"),
        (["--cards", "Ann: bard", "--cards", "Ann: castle"], "Ann is named twice"),
        (["--cards", "Ann: homesteaders 7, bard 4, castle 2"], "Ann has 13 cards"),
        ([], "Say who has which open cards"),
        (["--file", "nowhere.txt"], "nowhere.txt cannot be read"),
        (["--couples", "--cards", "Ann: bard"], "Couples are 4 players"),
    ],
)
def test_r37_typing_errors_are_one_sentence(args: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = score(capsys, *args)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_r37_errors_in_a_file_name_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.txt"
    file.write_text("# our game\nAnn: castle\n\nBo: cassel\n", encoding="utf-8")
    code, _, err = score(capsys, "--file", str(file))
    assert code == 2
    assert "table.txt, line 4: there is no card “cassel”; did you mean Castle" in err
    file.write_text("# our game\nAnn: castle\n\nBo: bard\n", encoding="utf-8")
    code, out, _ = score(capsys, "--file", str(file), "--cards", "Cy: 2x demon")
    assert code == 0
    assert "Cy: 4 points, place 2" in out


def test_r37_couples_with_the_box(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["A: castle", "B: bard", "C: demon", "D: bard"]
    _, out, _ = score(capsys, "--couples", *(arg for hand in hands for arg in ("--cards", hand)))
    assert out.splitlines()[0] == "A: 6 points, place 1 with C: 8 together"


def test_score_before_the_end_counts_open_cards() -> None:
    table = fr.Table(fr.game("fairy-tale", players=2), seed=1)
    assert table.game.rules.score(table.state, 0) == 0


def test_r36_r37_the_box_may_have_other_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sheet counts and names the cards of the deck file that was given."""
    file = tmp_path / "mine.csv"
    file.write_text(changed(("Castle,Holy Empire,Place,6", "Keep,Holy Empire,Place,8"), ("own Castle +", "own Keep +")).text)
    code, out, _ = score(capsys, "--deck", str(file), "--cards", "Ann: keep x2")
    assert (code, out.splitlines()) == (0, ["Ann: 16 points, place 1", "    16  Keep ×2: 8 each, its value"])
    file.write_text(changed(("Fairy Ring,Fairy Wood", "Oak,Fairy Wood"), ("own Fairy Ring +", "own Oak +")).text)
    _, _, err = score(capsys, "--deck", str(file), "--cards", "Ann: xyz")
    assert "the deck has names like Oak, Spirit of the Spring" in err
    _, _, err = score(capsys, "--deck", str(file), "--cards", "castle")
    assert "like “Ann: oak, spirit-of-the-spring x2”" in err
    code, out, err = score(capsys, "--deck", str(tmp_path / "nowhere.csv"), "--cards", "Ann: castle")
    assert (code, out, err.count("\n")) == (2, "", 1)
