"""Reports: figures agree with the rows, and the page stands alone."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import fairyring as fr
from fairyring.bots import NO_LIMITS
from fairyring.core.game.room_file import load_room
from fairyring.lab.report import sampled
from fairyring.lab.report.estimates import Estimate, mean_of, number, percent, ratio_of, share_of
from fairyring.lab.report.sampled import SampledGame, sample_games
from fairyring.lab.report.sections import _spread
from tests.cli.test_cli import fairyring
from tests.core.test_extras import run_without_extras
from tests.paths import ROOT

LEDUC = str(ROOT / "examples" / "leduc_poker" / "leduc_poker.py")


def report(folder: Path, *words: str) -> tuple[str, str]:
    """Write a report; return the page, and its text without marks."""
    file = folder / "report.html"
    assert str(file) in fairyring("report", *words, "--workers", "1", "--out", file)
    page = file.read_text(encoding="utf-8")
    body = ET.fromstring(page.removeprefix("<!DOCTYPE html>\n")).find("body")  # noqa: S314  (our own page)
    assert body is not None
    return page, "\n".join(text.replace("\u00a0", " ") for text in body.itertext())


def test_report_figures_agree_with_rows(tmp_path: Path) -> None:
    _, text = report(tmp_path, "fairy", "--players", "3", "--games", "300", "--seed", "5", "--no-matches")
    table = fr.simulate("fairy", players=3, games=300, seed=5, bots="normal").table
    for seat in (1, 2, 3):
        share, score = (np.asarray(table[f"{what}_{seat}"].to_numpy(), dtype=float) for what in ("share", "score"))
        assert f"{100 * share.mean():.1f} % ± {196 * share.std(ddof=1) / 300**0.5:.1f}\n" in text
        assert re.search(rf"^{score.mean():.2f} ± |^{score.mean():.1f} ± ", text, re.MULTILINE)
    reasons = table["reason"].to_pylist()
    words = fr.game("fairy", players=3).speaker()
    for reason in set(reasons):
        sentence = words.say(f"end.{reason}")
        assert f"{sentence[0].upper()}{sentence[1:]}\n{100 * reasons.count(reason) / 300:.1f} % ± " in text
    low, middle, high = np.percentile(table["decisions"].to_numpy(), [5, 50, 95], method="inverted_cdf")
    assert f"Half of the games take {middle:.0f} decisions or fewer; nine in ten take {low:.0f} to {high:.0f}." in text


@pytest.mark.parametrize("game", ["crane", LEDUC])
def test_report_page_stands_alone(tmp_path: Path, game: str) -> None:
    page, text = report(tmp_path, game, "--games", "300", "--no-matches")
    addresses = set(re.findall(r"""https?://[^"' <)]*""", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names of XML, not requests
    assert not re.search(r"<(script|link|img|iframe|object|embed|base|form)\b|@import|url\(|\b(src|href)=|\bon\w+=", page)
    assert "default-src &#x27;none&#x27;" in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert not re.search(r"#0[1-5]0[1-5]0[1-5]", page)  # every colour of the charts is one of the page
    assert page.count("<svg ") == page.count('<svg role="img" aria-label=')
    assert "None" not in text
    assert "nan" not in text.split()


def test_report_quantiles_are_values_that_occurred() -> None:
    assert _spread(np.array([1] * 95 + [100] * 5))[1:] == ("1", "1", "1")
    assert _spread(np.array([1] * 94 + [1200] * 6))[1:] == ("1", "1", "1,200")


def test_report_marks_printed_rules_and_house_rules(tmp_path: Path) -> None:
    words = ("fairy", "--games", "40", "--no-matches")
    assert "\nPrinted rules.\n" in report(tmp_path, *words)[1]
    _, text = report(tmp_path, *words, "--option", "floor=-8", "--versus", "wrong=2")
    told = "House rules: the lowest score: −8. What if: house rules: points that a wrong guess costs: 2; the lowest score: −8."
    assert f"\n{told}\n" in text
    assert "House rules" not in report(tmp_path, *words, "--option", "variant=fifteen")[1]  # a printed variant


def test_report_says_how_to_make_it_again(tmp_path: Path) -> None:
    page, text = report(tmp_path, "fairy", "--option", "suits=mod3", "--games", "60", "--seed", "9", "--no-matches")
    command = "fairyring report fairy --option suits=mod3 --bots normal --games 60 --seed 9 --no-matches"
    assert command in text
    options = text.split("Options\n")[1].split("\n")[0]
    assert "how cards are sorted into suits: every third card has the same suit (suits=mod3)" in options
    assert report(tmp_path, *command.split()[2:])[0] == page


def test_report_names_the_largest_effect_that_it_shows(tmp_path: Path) -> None:
    """Also where it is on how games end."""
    _, text = report(tmp_path, "fairy", "--games", "1000", "--no-matches", "--versus", "wrong=3")
    rows = re.findall(r"\n([^\n]+)\n[^\n]+\n[^\n]+\n[^\n]+±[^\n]+\n([+−]\d\.\d\d)(?=\n)", text.split("What if?\n")[1])
    label, effect = max(rows, key=lambda row: float(row[1].replace("−", "-").lstrip("+")) ** 2)
    assert label == "24 points are reached"
    assert f"The largest effect is moderate ({effect} standard deviations): 24 points are reached, " in text.replace(
        "\u00a0", " "
    )


def test_report_versus_shows_the_difference(tmp_path: Path) -> None:
    words = ("fairy", "--games", "300", "--no-matches", "--versus", "variant=fifteen")
    _, text = report(tmp_path, *words, "--pictures", str(tmp_path / "pictures"))
    change = fr.compare("fairy", {}, {"variant": "fifteen"}, games=300).columns["decisions"]
    cells = [f"{change.first:.1f}", f"{change.second:.1f}", number(change.change, change.error, signed=True)]
    assert "\n".join(["Decisions", *cells, f"−{-change.effect:.2f}"]).replace("\u00a0", " ") in text
    assert (
        "What if “what ends the game” were 15 points; fairies are not counted instead of the third fairy, or 24 points?" in text
    )
    pictures = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert pictures == {
        f"{name}.{kind}" for name in ("versus", "seats", "scores", "length", "decided") for kind in ("svg", "png")
    }
    for path in (tmp_path / "pictures").glob("*.svg"):
        ET.parse(path)  # noqa: S314  (our own file)
    assert (tmp_path / "pictures" / "seats.png").read_bytes().startswith(b"\x89PNG")


def test_report_versus_speaks_of_house_rules_in_words(tmp_path: Path) -> None:
    """Options hold a number of the rules only where it is not as printed."""
    _, text = report(tmp_path, "fairy", "--games", "40", "--no-matches", "--option", "wrong=3", "--versus", "wrong=1")
    assert "What if “points that a wrong guess costs” were 1 instead of 3?" in text


def test_report_from_python_is_that_of_the_command(tmp_path: Path) -> None:
    made = fr.report("fairy", players=3, games=60, seed=9, suits="mod3", versus={"wrong": 2}, matches=False, workers=1)
    words = [
        "--players",
        "3",
        "--option",
        "suits=mod3",
        "--bots",
        "normal",
        "--games",
        "60",
        "--seed",
        "9",
        "--versus",
        "wrong=2",
    ]
    assert f"fairyring report fairy {' '.join(words)} --no-matches" in made.html
    assert report(tmp_path, "fairy", *words, "--no-matches")[0] == made.html
    assert made.table.num_rows == 60
    assert [path.name for path in made.save(tmp_path / "page.html", tmp_path / "charts")][:3] == [
        "page.html",
        "versus.svg",
        "versus.png",
    ]
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == made.html
    assert made.pictures["seats"].startswith("<svg ")
    assert "were 2 instead of 1" in str(made)
    assert "&lt;!DOCTYPE html&gt;" in made._repr_html_()


def test_report_does_not_depend_on_workers() -> None:
    first, second = (fr.report("fairy", games=80, matches=False, workers=workers).html for workers in (1, 3))
    assert first == second


def test_report_matches_are_those_of_match(tmp_path: Path) -> None:
    _, text = report(tmp_path, LEDUC, "--games", "40")
    one = fr.match(fr.Game(load_room(LEDUC), {}), "normal", "random", games=1_000, workers=1)
    assert f"normal v random\n1,000\n{100 * one.share:.1f} % ± {100 * one.error:.1f}" in text
    assert re.search(r"strong v normal\n60\n\d+\.\d % ± \d+\.\d\n", text)


def test_report_on_two_games_is_written(tmp_path: Path) -> None:
    _, text = report(tmp_path, "fairy", "--games", "2", "--no-matches", "--versus", "variant=fifteen")
    assert "2 games between 2 bots" in text


def test_report_command_names_the_file_of_an_added_game(tmp_path: Path) -> None:
    _, text = report(tmp_path, "leduc-poker", "--room", LEDUC, "--games", "30", "--no-matches")
    assert f"fairyring report leduc-poker --room {LEDUC} --bots normal --games 30 --seed 1 --no-matches" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--games", "0"), "0 games cannot be played; ask for one or more."),
        (("--games", "1"), "A report needs two games or more, since intervals come from how games differ."),
        (("--versus", "variant"), "--versus variant should be written NAME=VALUE."),
        (("--versus", "variant=standard"), "--versus names the options that the game has already; name one that differs."),
        (("--versus", "players=3"), "Two games with different numbers of seats have no rows in common; compare with as many."),
        (("--bots", "clever"), "clever"),
        (("--out", "nowhere/report.html"), "There is no folder nowhere for the page"),
    ],
)
def test_report_errors_are_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    stderr = fairyring("report", "fairy", *words, code=2)
    assert sentence in stderr
    assert stderr.count("\n") == 1


def test_report_names_the_missing_extra(tmp_path: Path) -> None:
    done = run_without_extras("report", "fairy", "--games", "10", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr == 'fairyring: This needs the extra “lab” (pyarrow is missing): pip install "fairyring[lab]"\n'


@pytest.mark.parametrize("name", ["fairy", "sneaky-town"])
def test_sampled_games_are_the_first_of_the_rows(name: str) -> None:
    game = fr.game(name)
    sample = sample_games(game, ["normal"] * game.players, 4, 6, NO_LIMITS, lambda done: None)
    rows = fr.simulate(game, games=6, seed=4, bots="normal").table
    assert [len(played.legal) for played in sample] == rows["decisions"].to_pylist()
    for seat in game.seats:
        places = rows[f"place_{seat + 1}"].to_pylist()
        assert [seat in played.winners for played in sample] == [place == 1 for place in places]
    decisions = fr.simulate(game, games=6, seed=4, bots="normal", decisions=True, workers=1).decision_table
    forced = decisions["legal"].to_pylist().count(1) / decisions.num_rows
    assert sampled.forced_decisions(sample).mean == pytest.approx(forced)


def test_leader_is_looked_at_before_the_end() -> None:
    played = SampledGame(winners=(1,), leaders=[(), (0,), (0, 1), (0,), (1,)])
    assert [played.leader_at(percent) for percent in (0, 25, 50, 75, 95, 100)] == [None, 0, None, 0, 0, 1]
    assert played.lead_changes == 1
    curve = sampled.leader_wins([played] * 20)
    assert curve[95] == Estimate(0.0, 3 / 20)
    assert 50 not in curve


def test_winners_differ_compares_within_games() -> None:
    """Winners choose `a` twice, the others once or not at all; all choose `b` alike."""
    sample = []
    for index in range(60):
        played = SampledGame(winners=(index % 2,), leaders=[()])
        played.choices = [Counter({("k", "b"): 3}) for _ in range(2)]
        played.choices[index % 2]["k", "a"] = 2
        played.choices[1 - index % 2]["k", "a"] = int(index % 3 == 0)
        sample.append(played)
    (found,), compared = sampled.winners_differ(sample)
    assert (found.text, found.winners, compared) == ("a", 2.0, 2)
    assert found.others == pytest.approx(1 / 3)
    assert found.difference.mean == pytest.approx(5 / 3)


def test_winners_differ_compares_what_they_held() -> None:
    sample = []
    for index in range(60):
        played = SampledGame(winners=(index % 2,), leaders=[()], choices=[Counter(), Counter()])
        played.held = [Counter({("reserve", ""): 1 + 2 * (seat == index % 2) + (index % 7 == 0)}) for seat in range(2)]
        played.held[0]["board", "c5"] = 1
        sample.append(played)
    sample[0].held[sample[0].winners[0]]["reserve", ""] += 1
    (found,), compared = sampled.winners_differ(sample, lambda played: played.held)
    assert (found.kind, found.text, compared) == ("reserve", "", 2)
    assert found.difference.mean == pytest.approx(2 + 1 / 60)


def test_holdings_name_cards_places_and_counts() -> None:
    def held(name: str, **options: object) -> list[Counter[tuple[str, str]]]:
        table = fr.Table(fr.game(name, **options), seed=3)
        fr.play_out(table, fr.seat_bots(table, "normal", seed=1))
        return [sampled.holdings(table.game, table.state, seat, table.game.speaker()) for seat in table.game.seats]

    for cards in held("fairy-tale"):
        played = Counter({words: count for (zone, words), count in cards.items() if zone in ("open cards", "closed cards")})
        assert played.total() == 12
        assert all(words and not words.isdigit() for words in played)
    first, second = ({words for zone, words in tokens if zone == "board"} for tokens in held("fariables"))
    assert len(first) == len(second) == 6
    assert not first & second
    assert all(words.endswith(")") for words in first)  # as in “c5 (leaf)”
    assert {words for bets in held("crane", players=3) for zone, words in bets if zone == "bet shown"} <= {
        "HIGH",
        "LOW",
        "JUST",
    }
    town = held("sneaky-town", match="single")
    for seat, stones in enumerate(town):
        assert {words for zone, words in stones if zone == "rack"} == {"blue sun", "brown sun", "flower", "void"}
        on_lattice = sum(count for (zone, _words), count in stones.items() if zone == "lattice")
        assert on_lattice + stones["reserve", ""] + stones["swap marks", ""] <= 8, seat


def test_estimates_have_intervals_and_words() -> None:
    assert mean_of([1, 2, 3]).error == pytest.approx(1.96 / 3**0.5)
    assert share_of([0.0] * 30) == Estimate(0.0, 0.1)
    assert ratio_of([1, 1], [2, 2]) == Estimate(0.5, 0.0)
    assert percent(0.2613, 0.004) == "26.1\u00a0%\u00a0±\u00a00.4"
    assert number(-0.5, 0.25, signed=True) == "−0.50\u00a0±\u00a00.25"
    assert number(3.0, 0.0) == "3"
