"""Garbage collection policy: all objects are collected when few tables are in memory, or when memory has grown a lot."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from fairyring.server.runtime import gc_policy

MANY = gc_policy.FEW_TABLES + 1


@pytest.fixture
def no_automatic_collection() -> Iterator[None]:
    gc_policy.disable_automatic_collection()
    yield
    gc.unfreeze()
    gc.enable()
    gc_policy.PAUSES.detach()


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("no_automatic_collection")
def test_gc_policy_collects_new_objects_while_tables_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "MIN_NEW_OBJECTS", 1000)
    ring = weakref.ref(Ring())
    assert not gc_policy.collect_if_due(tables=0), "there is next to nothing to collect"
    for _ in range(1500):
        Ring()
    assert not gc_policy.collect_if_due(MANY)
    assert ring() is not None
    assert gc_policy.collect_if_due(gc_policy.FEW_TABLES)
    assert ring() is None
    assert not gc_policy.collect_if_due(tables=0)


@pytest.mark.usefixtures("no_automatic_collection")
def test_gc_policy_collects_when_memory_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "_blocks", 100)
    assert not gc_policy.collect_if_due(MANY), "less than 8 million blocks"
    monkeypatch.setattr(gc_policy, "MAX_NEW_BLOCKS", 1000)
    ring = weakref.ref(Ring())
    assert gc_policy.collect_if_due(MANY)
    assert ring() is None
    assert not gc_policy.collect_if_due(MANY), "memory has not doubled since"


def test_gc_policy_is_idle_while_automatic_collection_is_enabled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "MIN_NEW_OBJECTS", -1)
    assert not gc_policy.collect_if_due(tables=0)


def test_pause_meter_measures_collections_while_attached() -> None:
    meter = gc_policy.PauseMeter()
    gc.collect()
    assert meter.longest == 0
    meter.attach()
    meter.attach()  # once is enough
    try:
        gc.collect()
        measured = meter.longest
        assert measured > 0
        gc.collect(0)
        assert meter.longest >= measured
    finally:
        meter.detach()
    longest = meter.longest
    gc.collect()
    assert meter.longest == longest
