"""Garbage collection policy: cycles are collected once many objects are new."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from fairyring.server.runtime import gc_policy


@pytest.fixture
def no_automatic_collection() -> Iterator[None]:
    gc_policy.disable_automatic_collection()
    yield
    gc.unfreeze()
    gc.enable()


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("no_automatic_collection")
def test_gc_policy_collects_when_many_objects_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "MIN_NEW_OBJECTS", 1000)
    ring = weakref.ref(Ring())
    assert not gc_policy.collect_if_due()
    assert ring() is not None
    rings = [Ring() for _ in range(1500)]
    del rings
    assert gc_policy.collect_if_due()
    assert ring() is None
    assert not gc_policy.collect_if_due()


def test_gc_policy_does_nothing_while_automatic_collection_is_enabled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "MIN_NEW_OBJECTS", -1)
    assert not gc_policy.collect_if_due()
