"""Attack suite: a short form of some attacks. `make attack` runs all of them for longer."""

from __future__ import annotations

from tests.server.attack import attacks, single
from tests.server.attack.attacker import ATTACKS
from tests.server.attack.program import CALM, complaint, run

NAMES = ["boards-with-tabs", "tiny-frames-from-one-socket", "slow-bodies"]


def test_attacks_lose_no_row_and_stall_no_table() -> None:
    results, defects = run(NAMES, seconds=1.0, show=False)
    assert defects == []
    assert [(result.attack, result.defects) for result in results] == [(name, []) for name in (CALM, *NAMES)]
    for result in results:
        assert result.moves > 0
        assert (result.sent > 0) == (result.attack != CALM)
    assert "201" not in results[1].answers  # a board of blanks is none
    assert results[2].answers["closed 4004"] > 0


def test_attacks_have_names_of_their_own() -> None:
    assert len(ATTACKS) >= 45
    assert len(attacks.LOADED) == 7


def test_complaint_summarizes_errors_of_the_log() -> None:
    assert complaint('{"level": "warning", "message": "slow"}') == ""
    assert (
        complaint('{"level": "error", "message": "failed", "error": "Traceback\\n  x\\nKeyError: 1"}') == "failed: KeyError: 1"
    )
    assert complaint("Traceback (most recent call last):") == "Traceback (most recent call last):"


def test_single_requests_are_answered_as_limits_say() -> None:
    """How long each takes is printed by `python -m tests.server.attack.single`, and not judged: it depends on the machine."""
    answers = {cost.name: cost.answer for cost in single.measure(rounds=1)}
    refused = {name: answer for name, answer in answers.items() if answer not in ("200", "201", "welcome", "ack", "pong")}
    assert refused == {
        "POST /api/tables, a deck of parentheses": "422",
        "POST /api/tables, a board of tabs": "422",
        "POST /api/tables, 5,000 options": "422",
        "POST /api/verify, a record of 1 MiB": "413",
        "POST /api/replay, a record of 1 MiB": "413",
        "POST /api/tables/import, a record of 1 MiB": "413",
        "POST /api/verify, a record of empty lines": "413",
        "POST /api/verify, 2 MiB of quotes": "422",
        "POST /api/verify, 2 MiB of escapes": "422",
        "POST /api/verify, 2 MiB of brackets": "400",
        "POST /api/verify, 150,000 keys": "400",
        "a frame of numbers": "too-long",
        "a frame of keys": "too-long",
    }
    assert len(answers) == 28
