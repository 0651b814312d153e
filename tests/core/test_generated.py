"""Generated code: its lines are shown in tracebacks."""

from __future__ import annotations

import traceback

import pytest

from fairyring.core.fields.vocabulary import Seats
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.generated import compile_generated


def test_compile_generated_shows_its_lines_in_tracebacks() -> None:
    namespace = compile_generated("example", "def divide(a):\n    return 1 // a\n", {})
    with pytest.raises(ZeroDivisionError) as caught:
        namespace["divide"](0)
    assert "return 1 // a" in "".join(traceback.format_exception(caught.value))


def test_kind_methods_show_their_lines_in_tracebacks() -> None:
    kind = ActionKind("give", target=Seats(4))
    Actions(kind)
    with pytest.raises(TypeError) as caught:
        kind.target("x")  # type: ignore[arg-type]
    assert "def target(action): return" in "".join(traceback.format_exception(caught.value))
