"""Studies: published results come out again exactly, wrong ones are named, and the page of findings shows them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from fairyring.core.errors import DataError
from fairyring.core.game import registry
from fairyring.lab.report.estimates import Estimate
from fairyring.lab.studies.study import differences, read_study, studies_of, table
from tests.cli.test_cli import fairyring
from tests.forking.processes import run
from tests.paths import ROOT

FINDINGS = ROOT / "docs" / "findings.md"


def fairy_file() -> Path:
    return studies_of(registry.room("fairy"))[0].path


@pytest.mark.parametrize("name", registry.shipped())
def test_findings_page_shows_the_published_results(name: str) -> None:
    text = FINDINGS.read_text(encoding="utf-8")
    studies = studies_of(registry.room(name))
    assert studies
    for study in studies:
        assert study.game == name
        assert set(study.published) == set(study.points)
        assert "\n".join(table(study)) in text
        assert f"pictures/{study.name}.svg" in text


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
