"""Bit sets, as the interpreter computes them."""

from __future__ import annotations

import random

import pytest

from fairyring.core.fields.bits import nth_bit, occupied


@pytest.mark.parametrize("row", [[], [0], [3], [0, 1, 0, 255], [0, 256, 1], [-1, 0, 2], (0, 7, 0), [0] * 62 + [1]], ids=str)
def test_occupied_has_a_bit_for_each_entry_that_is_not_0(row: list[int] | tuple[int, ...]) -> None:
    assert occupied(row) == sum(1 << i for i, entry in enumerate(row) if entry)


def test_nth_bit_finds_all_bits_in_order() -> None:
    rng = random.Random(1)
    for bits in [1, 1 << 62, *(rng.getrandbits(rng.randint(1, 63)) | 1 << 40 for _ in range(50))]:
        positions = [i for i in range(63) if bits >> i & 1]
        assert [nth_bit(bits, k) for k in range(len(positions))] == positions
    with pytest.raises(AssertionError, match="k is not less"):
        nth_bit(0, 0)
