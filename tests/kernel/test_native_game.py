"""Games move by move in compiled code: the same as the interpreted rules, with Python's errors, and nothing leaks."""

from __future__ import annotations

import gc
import importlib
import sys
from contextlib import suppress
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.totals import WIN
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.native import CheckFailed
from fairyring.kernel.stepping import native_game
from fairyring.kernel.stepping.batch import Batch
from fairyring.kernel.stepping.native_game import FINISHED, METHODS, NATURE, NativeGame, NativeState
from fairyring.lab import interpreted_play
from tests.kernel.support import BUILDS
from tests.kit.broken import copy_fairy
from tests.paths import PEBBLES


@pytest.mark.parametrize("checked", BUILDS)
@pytest.mark.parametrize("name", registry.shipped())
def test_native_game_equals_the_interpreted_game(name: str, checked: bool) -> None:
    game = fr.game(name)
    native = NativeGame(game, checked)
    state = native.new_state(seed=5, number=2)
    for s, seat, action in interpreted_play.steps(game, ["random"] * game.players, 5, 2):
        assert native.pack(state) == schema.pack(s)
        for viewer in game.seats:
            assert native.pack(state.redacted(viewer)) == schema.pack(game.redact(s, viewer))
            assert state.score(viewer) == game.rules.score(s, viewer)
        if action < 0:
            break
        assert state.actor() == seat
        if seat == NATURE:
            chances = game.chances(s)
            assert [(outcome, state.weight(outcome)) for outcome in state.legal()] == list(chances)
        else:
            assert state.legal() == list(game.legal(s, seat))
        assert state.draw() == action
        state.apply(action)
    assert state.actor() == FINISHED
    assert state.legal() == []
    winners = game.winners(s)
    assert [state.share(seat) for seat in game.seats] == [WIN // len(winners) * (seat in winners) for seat in game.seats]


def test_native_game_step_lets_nature_draw() -> None:
    game = fr.game("crane", players=3)
    native = NativeGame(game)
    one, other = native.new_state(3), native.new_state(3)
    actor = one.draw_all()
    while other.actor() == NATURE:
        other.apply(other.draw())
    while actor != FINISHED:
        assert native.pack(one) == native.pack(other)
        action = one.draw()
        assert other.draw() == action
        actor = one.step(action)
        other.apply(action)
        while other.actor() == NATURE:
            other.apply(other.draw())
        assert other.actor() == actor


def test_native_game_refuses_illegal_actions_without_effect() -> None:
    native = NativeGame(fr.game("fairy"))
    state = native.new_state()
    with pytest.raises(ValueError, match="not legal here"):
        state.step(0)  # nature's turn
    assert state.draw_all() == 0
    before = native.pack(state)
    for move in (-1, 4, 1 << 40, -(1 << 63)):
        for method in (state.apply, state.step):
            with pytest.raises(ValueError, match="not legal here"):
                method(move)
    for seat in (-1, 2):
        for ask in (state.score, state.redacted, state.share):
            with pytest.raises(ValueError, match="no such seat"):
                ask(seat)
    with pytest.raises(ValueError, match="not legal here"):
        state.share(0)  # the game is running
    with pytest.raises(ValueError, match="not legal here"):
        state.weight(0)  # a seat's turn
    with pytest.raises(OverflowError):
        state.apply(1 << 70)
    with pytest.raises(TypeError, match="integer"):
        state.apply("catch")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="other arguments"):
        state.begin(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="integer"):
        state.begin(1, None)  # type: ignore[arg-type]
    assert native.pack(state) == before


def test_native_game_methods_have_signature_and_text() -> None:
    state = NativeGame(fr.game("fairy")).new_state()
    assert str(signature(state.begin)) == "(seed, number, /)"
    assert all(getattr(state, name).__doc__ == getattr(NativeState, name).__doc__ for name in METHODS)


def test_native_game_copies_are_independent() -> None:
    native = NativeGame(fr.game("fairy-tale"))
    state = native.new_state(9)
    state.draw_all()
    twin, before = state.copy(), native.pack(state)
    while twin.step(twin.draw()) != FINISHED:
        pass
    assert native.pack(state) == before != native.pack(twin)
    while state.step(state.draw()) != FINISHED:
        pass
    assert native.pack(state) == native.pack(twin)


def test_native_game_redacted_copies_do_not_know_nature() -> None:
    """Redacted copies of games that differ only in what nature will draw are the same, their draws included."""
    native = NativeGame(fr.game("fairy"))
    states = [native.new_state(seed) for seed in (1, 2)]
    copies = [state.redacted(0) for state in states]
    outcomes, guessed = ([[state.draw() for _ in range(20)] for state in kind] for kind in (states, copies))
    assert outcomes[0] != outcomes[1]
    assert guessed[0] == guessed[1]


@pytest.mark.parametrize("name", METHODS)
def test_native_game_methods_release_their_references(name: str) -> None:
    """Memory and references do not grow, whether a call succeeds or is refused."""
    state: Any = NativeGame(fr.game("sneaky-town")).new_state(1)
    state.draw_all()
    count = METHODS[name].arguments
    large = 1 << 61  # not one of the integers that Python keeps

    def call() -> None:
        for _ in range(300):
            for arguments in ((state.legal()[0],) * count, (large,) * count):
                with suppress(ValueError):
                    getattr(state.copy(), name)(*arguments)

    call()
    gc.collect()
    before, types = sys.getallocatedblocks(), sys.getrefcount(type(state))
    call()
    gc.collect()
    assert sys.getallocatedblocks() - before < 100
    assert sys.getrefcount(type(state)) - types < 100  # of 600 calls


@pytest.mark.parametrize("items_are_written", [True, False])
def test_native_game_lists_share_their_integers(items_are_written: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making integers would take most of the time of a long list. References to them are counted.

    Items are written into the list, or set by PyList_SetItem where lists are not as CPython has them.
    """
    room = replace(fr.game("sneaky-town").room)  # types are made once for each room
    assert native_game.items_offset() > 0
    if not items_are_written:
        monkeypatch.setattr(native_game, "items_offset", lambda: 0)
    state = NativeGame(Game(room, {})).new_state(1)
    state.draw_all()
    state.step(state.legal()[0])
    state.step(state.legal()[0])
    large = [action for action in state.legal() if action > 256]  # Python itself keeps those up to 256
    assert large
    assert state.legal() == [*state.legal()] == sorted(set(state.legal()))
    counts = [sys.getrefcount(action) for action in large]
    lists = [state.legal() for _ in range(50)]
    assert all(any(action is other for other in each) for action in large for each in lists)
    assert [sys.getrefcount(action) for action in large] == [count + 50 for count in counts]
    del lists
    assert [sys.getrefcount(action) for action in large] == counts


def test_native_game_raises_failed_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"checked_{tmp_path.name.replace('-', '_')}"
    copy_fairy(tmp_path / name, name, [("rules.py", "    s.turns += 1\n", "    s.turns += 1000\n")])
    monkeypatch.syspath_prepend(str(tmp_path))
    state = NativeGame(Game(importlib.import_module(name).ROOM, {}), checked=True).new_state()
    state.draw_all()
    state.step(0)
    with pytest.raises(CheckFailed, match=r"rules\.py:\d+, in reveal_card: turns would be outside"):
        state.step(0)


def test_rooms_outside_the_repository_compile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in a folder of its own: batches, games move by move and whole games are the interpreted ones."""
    name = f"outside_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(PEBBLES.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "messages").mkdir()
    (tmp_path / "messages" / "en.json").write_bytes((PEBBLES.parent / "messages" / "en.json").read_bytes())
    monkeypatch.syspath_prepend(str(tmp_path))
    game: Game[Any] = Game(importlib.import_module(name).ROOM, {"players": 3})
    bots = ["normal", "random", "normal"]
    finals = Kernel(game, checked=False).finals(20, 4, bots)
    for number in range(20):
        *_steps, (s, _seat, _action) = interpreted_play.steps(game, bots, 4, number)
        assert finals[number].tobytes() == schema.pack(s)
    batches = [Batch(game, 20, seed=4, backend=backend) for backend in ("compiled", "interpreted")]
    for _ in range(20):
        for batch in batches:
            batch.step(batch.choose(bots))
        assert batches[0].states().tobytes() == batches[1].states().tobytes()
    native = NativeGame(game)
    assert native.pack(native.new_state()) == schema.pack(game.initial())
