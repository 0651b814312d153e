"""Studies: published results come out again exactly, wrong ones are named, and the page of findings shows them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli.commands.research.reproduce import chosen_studies, draw
from fairyring.core.errors import DataError, FairyringError
from fairyring.core.game import registry
from fairyring.lab.report.estimates import Estimate
from fairyring.lab.studies.study import Study, differences, read_study, run_study, studies_of
from tests.cli.test_cli import fairyring
from tests.forking.processes import run
from tests.paths import ROOT

FINDINGS = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")


def fairy_file() -> Path:
    return next(study.path for study in studies_of(registry.room("fairy")) if study.name == "wrong-guess")


def test_findings_show_pictures_of_their_studies() -> None:
    pictures = re.findall(r"pictures/([\w-]+)\.svg", FINDINGS)
    assert re.findall(r"^Study: `([\w-]+)`", FINDINGS, re.MULTILINE) == pictures


def test_reproduce_lists_studies_with_their_time() -> None:
    listed = fairyring("reproduce", "crane", "--list")
    assert re.search(r"^levels-crane +Strength .*8,000 games at each point, about 1 s of CPU time", listed, re.MULTILINE)
    assert re.search(r"^league-crane +--slow +League .*`league crane", listed, re.MULTILINE)


@pytest.mark.parametrize("study", chosen_studies([], slow=False), ids=lambda study: study.name)
def test_published_results_are_reproduced(study: Study) -> None:
    """What `fairyring reproduce` does, one study at a time: together they take most of a minute of CPU time."""
    assert "\nagrees with what is published" in fairyring("reproduce", study.path)


def test_reproduce_compares_figures_that_a_command_prints(tmp_path: Path) -> None:
    data = {
        "title": "Seats", "game": "fairy", "points": {"3": {"players": 3}},
        "command": "report fairy --players {players} --games 50 --no-matches --json", "measures": {"seat 1": "seats.0.mean"},
    }  # fmt: skip
    file = tmp_path / "seats.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    study = run_study(read_study(file))
    share = fr.simulate("fairy", 3, games=50, bots="normal").win_share[0]
    assert study.published["3"]["seat 1"].mean == pytest.approx(share, abs=1e-6)
    assert study.published["3"]["seat 1"].error > 0
    with pytest.raises(FairyringError, match=r"^gone\.py is in the repository"):
        run_study(replace(study, command="python gone.py"))
    with pytest.raises(FairyringError, match="“report nothing” failed: "):
        run_study(replace(study, command="report nothing"))


def test_studies_within_intervals_agree_if_intervals_of_both_allow_it() -> None:
    old = replace(read_study(fairy_file()), published={"1": {"turns": Estimate(1.0, 0.3)}})
    near, far = (replace(old, published={"1": {"turns": Estimate(mean, 0.4)}}) for mean in (1.5, 1.51))
    assert [len(differences(one, near)) for one in (old, replace(old, within=True))] == [1, 0]
    assert len(differences(replace(old, within=True), far)) == 1


def test_reproduce_plays_matches_and_leaves_out_slow_studies(tmp_path: Path) -> None:
    (data,) = (
        json.loads(study.path.read_text()) for study in studies_of(registry.room("fairy")) if study.name == "levels-fairy"
    )
    data |= {"games": 60, "points": {"3": {"players": 3}}, "published": {}}
    file = tmp_path / "few.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    study = run_study(read_study(file))
    won = fr.match("fairy", "easy", "random", games=60, players=3, seed=11)
    assert study.published["3"]["easy among random"] == Estimate(round(won.share, 4), round(won.error, 4))
    assert [study.name for study in chosen_studies(["sneaky-town"], slow=False)] == [
        "levels-sneaky-town", "report-sneaky-town", "solved-sneaky-town", "stones",
    ]  # fmt: skip
    assert [study.name for study in chosen_studies(["sneaky-town", str(file)], slow=True)] == [
        "beliefs-sneaky-town", "exact-sneaky-town", "league-sneaky-town", "levels-sneaky-town", "report-sneaky-town",
        "solved-sneaky-town", "stones", "strong-sneaky-town", "tree-sneaky-town", "few",
    ]  # fmt: skip


def test_reproduce_names_a_result_that_differs(tmp_path: Path) -> None:
    data = json.loads(fairy_file().read_text(encoding="utf-8"))
    data |= {"games": 100, "points": {"1": {"players": 4}}, "published": {}}
    file = tmp_path / "short.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    fairyring("reproduce", file, "--write")
    assert "agrees with what is published" in fairyring("reproduce", file)
    data = json.loads(file.read_text(encoding="utf-8"))
    data["published"]["1"]["turns"][0] += 1
    file.write_text(json.dumps(data), encoding="utf-8")
    done = run("fairyring", ["reproduce", str(file)], timeout=500)
    assert (done.returncode, "short, turns at 1: published" in done.stdout) == (1, True)


def test_charts_of_studies_have_plain_numbers_and_name_what_was_swept(tmp_path: Path) -> None:
    study = read_study(fairy_file())
    published = {"0": {"turns": Estimate(11.2, 0.2)}, "4": {"turns": Estimate(1199.1, 52.1)}}
    fair = replace(study, measures={"wins": "share_1"}, fair={"wins": 0.25}, published={"0": {"wins": Estimate(0.225, 0.006)}})
    draw(replace(study, measures={"turns": "tally_turns"}, published=published), tmp_path)
    draw(fair, tmp_path)
    plain, shares = (words(tmp_path / f"wrong-guess-{measure}.svg") for measure in ("turns", "wins"))
    assert {"0", "500", "1,000", "turns", study.swept} <= set(plain)
    assert {"25%", "wins (dashed: fair)"} <= set(shares)
    assert "0%" not in shares  # drawn beside what is fair, not beside nothing


def words(file: Path) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]+)</text>", file.read_text(encoding="utf-8"))


def test_differences_name_missing_results() -> None:
    study = read_study(fairy_file())
    new = replace(study, published={"1": {"turns": Estimate(1.0, 0.5)}})
    assert differences(replace(study, published={}), new) == ["wrong-guess, turns at 1: published nothing, now 1.0 ± 0.5"]


@pytest.mark.parametrize("text", ["[]", "{", '{"title": "x"}'])
def test_file_that_is_no_study_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"^“odd\.json” is no study: "):
        read_study(file)
