"""Opaque ids: HMAC-SHA-256, as other processes and earlier versions compute it."""

from __future__ import annotations

import base64
import hmac

from fairyring.core.table.seal import length_prefixed, u32
from fairyring.tables.broadcast import opaque_ids
from tests.tables.support.bench import Bench


def label(key: bytes, purpose: str, data: bytes) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key, length_prefixed(f"fairyring/{purpose}/1") + data, "sha256")[:9]).decode()


def test_opaque_ids_are_hmacs() -> None:
    bench = Bench().two()
    state = bench.state
    assert state.run is not None
    key = state.label_key
    assert opaque_ids.decision_id(state, 1) == label(key, "ask", u32(state.n) + u32(1) + u32(state.run.turns[1]))
    assert opaque_ids.cursor(state, None, 7) == label(key, "cursor", length_prefixed("") + u32(7))
    assert opaque_ids.cursor(state, 1, 7) == label(key, "cursor", length_prefixed("1") + u32(7))
    entropy = length_prefixed(b"entropy") + length_prefixed("conn")
    assert opaque_ids.snapshot_cursor(state, b"entropy", "conn") == label(key, "snapshot", entropy)
    assert opaque_ids.outcome_id(state) == label(key, "outcome", u32(state.n) + u32(len(state.run.decisions)))
