"""What every room must have, whatever its game: the kit, cited rules, recorded games with their tellings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli.narrate import narrate
from fairyring.core.game import registry
from fairyring.core.game.options import Choice
from fairyring.kit import backends
from fairyring.kit.findings import Case
from fairyring.kit.run import run_kit

TESTS = Path(__file__).parent
ROOMS = Path(fr.__file__).parent / "games"
RECORDS = sorted(TESTS.glob("*/records/*.jsonl"))
OLDER_RECORDS = sorted(TESTS.glob("*/records/v*/*.jsonl"))  # played by older versions of the rules


def folder(name: str) -> str:
    return name.replace("-", "_")


@pytest.mark.compiled
@pytest.mark.parametrize("name", registry.shipped())
def test_kit_passes(name: str) -> None:
    report = run_kit(registry.room(name), games=2)
    assert report.build == "checked"
    assert not report.findings, "\n".join(map(str, report.findings))


@pytest.mark.compiled
@pytest.mark.parametrize("name", registry.shipped())
def test_kit_compares_the_fast_build(name: str) -> None:
    """The whole kit with the fast build: `fairyring kit --build fast`, in `make soak`."""
    case = Case(registry.room(name), registry.room(name).checks.variants[-1], 1, "fast")
    assert case.kernel is not None
    assert not case.kernel.checked
    assert [message for check in backends.CHECKS for message in check(case)] == []


@pytest.mark.parametrize("name", registry.shipped())
def test_rules_are_cited_by_code_and_tests(name: str) -> None:
    rules = re.findall(r"\*\*R(\d+)\*\*", (ROOMS / folder(name) / "RULES.md").read_text(encoding="utf-8"))
    assert rules == [str(n) for n in range(1, len(rules) + 1)]
    for place, files in (("the room", ROOMS / folder(name)), ("a test", TESTS / folder(name))):
        text = "\n".join(path.read_text(encoding="utf-8") for path in files.rglob("*.py"))
        cited = {int(n) for n in re.findall(r"[Rr_](\d+)(?![\d])", text)}
        for first, last in re.findall(r"R(\d+)–R?(\d+)", text):
            cited |= set(range(int(first), int(last) + 1))
        missing = [f"R{n}" for n in rules if int(n) not in cited]
        assert not missing, f"{place} does not cite {', '.join(missing)}"


@pytest.mark.parametrize("path", [*RECORDS, *OLDER_RECORDS], ids=lambda path: path.relative_to(TESTS).as_posix())
def test_records_replay_to_the_same_digests_and_texts(path: Path) -> None:
    record = fr.Record.load(path)
    record.verify()
    assert record.dumps() == path.read_text(encoding="utf-8")
    golden = path.with_suffix(".txt")
    assert golden.read_text(encoding="utf-8") == "\n".join(narrate(record)) + "\n"


@pytest.mark.parametrize("path", [*RECORDS, *OLDER_RECORDS], ids=lambda path: path.relative_to(TESTS).as_posix())
def test_records_are_replayed_by_the_rules_of_their_version(path: Path) -> None:
    version = fr.Record.load(path).game().rules.VERSION
    newest = registry.room(path.relative_to(TESTS).parts[0].replace("_", "-")).rules.VERSION
    assert version == (newest if path in RECORDS else int(path.parent.name.removeprefix("v")))


@pytest.mark.parametrize("name", registry.shipped())
def test_older_rules_have_records(name: str) -> None:
    versions = {path.parent.name for path in OLDER_RECORDS if path.relative_to(TESTS).parts[0] == folder(name)}
    assert versions == {f"v{version}" for version in registry.room(name).older_rules}


@pytest.mark.parametrize("name", registry.shipped())
def test_records_cover_every_end_and_choice(name: str) -> None:
    room = registry.room(name)
    records = [fr.Record.load(path) for path in RECORDS if path.parts[-3] == folder(name)]
    ends = {record.outcome["reason"] for record in records if record.outcome}
    assert ends == set(room.schema.ends.words)
    for option in room.options.declared:
        if isinstance(option, Choice):
            assert {record.options[option.name] for record in records} == set(option.values), option.name
