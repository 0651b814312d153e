"""Garbage collection policy: how long collections stop the process is measured."""

from __future__ import annotations

import gc

from fairyring.server.runtime.gc_policy import PauseMeter


def test_pause_meter_measures_collections_while_attached() -> None:
    meter = PauseMeter()
    gc.collect()
    assert meter.longest == 0
    meter.attach()
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
