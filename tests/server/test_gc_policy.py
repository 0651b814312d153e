"""Garbage that refers to itself is found, however seldom somebody looks."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from fairyring.server.runtime import gc_policy


@pytest.fixture
def calm() -> Iterator[None]:
    gc_policy.calm()
    yield
    gc.unfreeze()
    gc.enable()


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("calm")
def test_it_looks_when_there_may_be_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "MANY", 1000)
    ring = weakref.ref(Ring())
    assert not gc_policy.look()
    assert ring() is not None
    rings = [Ring() for _ in range(1500)]
    del rings
    assert gc_policy.look()
    assert ring() is None
    assert not gc_policy.look()


def test_it_leaves_a_program_alone_that_did_not_ask_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "MANY", -1)
    assert not gc_policy.look()
