"""Receipts: an honest game agrees with what its devices noted, and `fairyring verify --receipt` names every forgery."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairyring.cli.main import main
from fairyring.core.errors import RecordError
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.record.receipt import Receipt, compare, share_of
from fairyring.core.record.record import Record, weights_of
from fairyring.core.table.odds import odds, weights_after
from fairyring.core.table.table import Table
from fairyring.core.text.messages import ENGLISH, Message, Speaker, core_texts
from tests.paths import ROOT
from tests.tables.support.forgeries import FIXTURE, FORGERIES, fixture, forged, honest, shown_otherwise
from tests.tables.support.receipts import NotedGame

RECORDS = sorted((ROOT / "tests" / "games").glob("*/records/*.jsonl"))
SHORT = {"sneaky-town": {"match": "single", "size": "3"}}


@pytest.mark.parametrize("game", ["fairy", "fairy-tale", "crane", "fariables", "sneaky-town"])
def test_receipt_agrees_with_an_honest_game(game: str) -> None:
    """With choices taken back and replaced, lost connections, merged beats and snapshots."""
    noted = NotedGame(game, seed=5, options=SHORT.get(game, {})).finish(150)
    for name in ("ann", "bo"):
        receipt = noted.saved(name)
        assert compare(noted.record(), receipt) == []
        assert receipt.took_part
        assert sum(len(segment.events) for segment in receipt.shown) > 5


@pytest.mark.parametrize("name", FORGERIES)
def test_verify_with_receipt_names_each_forgery(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, receipt = tmp_path / "game.jsonl", tmp_path / "receipt.json"
    path.write_text(forged(FORGERIES[name]), encoding="utf-8")
    honest()[1].save(receipt)
    assert main(["verify", str(path), "--receipt", str(receipt)]) == 2
    key = FORGERIES[name].program
    start = core_texts(ENGLISH)[key].split("{")[0] or core_texts(ENGLISH)[key].split("}")[1].split("{")[0]
    assert start in capsys.readouterr().err


def test_verify_accepts_the_honest_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, receipt = tmp_path / "game.jsonl", tmp_path / "receipt.json"
    path.write_text(honest()[0], encoding="utf-8")
    honest()[1].save(receipt)
    assert main(["verify", str(path), "--receipt", str(receipt)]) == 0
    assert "It is the game of the receipt" in capsys.readouterr().out
    assert main(["verify", str(path), "--receipt", str(receipt), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["receipt"] is True


def test_receipt_names_an_event_that_did_not_happen() -> None:
    problems = compare(Record.loads(honest()[0]), shown_otherwise())
    assert [problem.key for problem in problems] == ["receipt.shown"]
    assert "a card" not in Speaker(core_texts(ENGLISH)).say(problems[0])


@pytest.mark.parametrize(
    ("name", "key"), [("certain draws", "error.seal.weights"), ("reported outcomes", "error.seal.reported")]
)
def test_record_verify_compares_weights_with_the_rules(name: str, key: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.loads(forged(FORGERIES[name])).verify()
    assert isinstance(refused.value.message, Message)
    assert refused.value.message.key == key


def test_receipt_with_false_odds_is_named_by_the_rules() -> None:
    record, receipt = Record.loads(honest()[0]), honest()[1]
    assert receipt.odds is not None
    receipt.odds["card"]["outcomes"][0]["weight"] = 2
    assert "receipt.rule-odds" in [problem.key for problem in compare(record, receipt)]


def test_receipt_begun_after_the_game_is_no_proof() -> None:
    receipt = honest()[1]
    receipt.early = False
    assert [problem.key for problem in compare(Record.loads(honest()[0]), receipt)] == ["receipt.late"]


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"receipt": 2}', '{"receipt": 1, "table": 3}', '{"receipt":1,"shown":[[]]}', "[" * 5000]
)
def test_receipt_refuses_damaged_files(text: str) -> None:
    with pytest.raises(RecordError, match="no receipt"):
        Receipt.loads(text)


def test_fixture_of_the_page_is_up_to_date() -> None:
    assert FIXTURE.read_text(encoding="utf-8") == fixture(), "run python -m tests.tables.support.forgeries"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_odds_agree_with_the_rules_in_every_golden_record(path: Path) -> None:
    record = Record.load(path)
    if record.version != registry.room(record.name).rules.VERSION:
        return  # of older rules, which its own test replays
    game = record.game()
    published = odds(game)
    draws: dict[str, int] = {}
    for s, decision, _events in record.walk(game):
        kind = {} if decision is None else published.get(decision.action.split(" ")[0], {})
        if decision is None or decision.seat != NATURE or "outcomes" not in kind:
            continue
        first = {entry["outcome"]: entry["weight"] for entry in kind["outcomes"]}
        total, owned = weights_of(game, s, decision.action)
        assert share_of(weights_after(kind["model"], first, draws), decision.action) == (total, list(owned))
        draws[decision.action] = draws.get(decision.action, 0) + 1


@pytest.mark.parametrize("name", ["fairy", "fairy-tale", "crane", "fariables", "sneaky-town"])
def test_choice_events_are_those_of_reversible_choices(name: str) -> None:
    table: Table[Any] = Table(Game(registry.room(name), {}), seed=3)
    for _ in range(60):
        if not table.pending:
            break
        seat = table.pending[-1]
        happened = table.play(seat, table.legal(seat)[0])
        revocable = table.can_take_back(seat)
        assert all(event.kind.choice for event in happened.logged) if revocable else True
