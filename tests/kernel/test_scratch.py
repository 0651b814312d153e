"""Working memory in a state: compiled copies leave it out, so it must be blank outside the function that uses it."""

from __future__ import annotations

import pytest

from fairyring.core.fields.schema import EVERYBODY, field, scratch
from fairyring.core.fields.types import number
from fairyring.core.game import registry
from fairyring.games.fairy_tale.imagination import sampler
from fairyring.kernel.compiler.library import Action, copied_parts
from fairyring.kit.findings import Case
from fairyring.kit.play_checks import scratch_is_blank


def test_copied_parts_leave_scratch_out() -> None:
    state = registry.room("fairy-tale").schema.state
    first = min(state.layout.offsets[declared.name] for declared in state.fields.values() if declared.scratch)
    for parts in (copied_parts(state, lambda _field: Action.COPY), copied_parts(state, lambda _field: Action.BLANK)):
        assert max(last for _action, _first, last in parts) <= first
    assert first < state.layout.size // 2


def test_scratch_is_in_no_view() -> None:
    assert scratch(field(number(0, 1))).scratch
    with pytest.raises(TypeError, match="visible to nobody"):
        scratch(field(number(0, 1), EVERYBODY))


def test_kit_finds_scratch_that_is_not_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(registry.room("fairy-tale"), {"players": 2}, 1)
    assert list(scratch_is_blank(case)) == []
    monkeypatch.setattr(sampler, "blank_scratch", lambda s: None)
    (finding,) = scratch_is_blank(case)
    assert "is working memory, and not blank after seat" in finding
