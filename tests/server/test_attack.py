"""Attack suite: a short form of some attacks. `make attack` runs all of them for longer."""

from __future__ import annotations

from tests.server.attack import attacks
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
    assert len(ATTACKS) >= 34
    assert len(attacks.LOADED) == 6


def test_complaint_summarizes_errors_of_the_log() -> None:
    assert complaint('{"level": "warning", "message": "slow"}') == ""
    assert (
        complaint('{"level": "error", "message": "failed", "error": "Traceback\\n  x\\nKeyError: 1"}') == "failed: KeyError: 1"
    )
    assert complaint("Traceback (most recent call last):") == "Traceback (most recent call last):"
