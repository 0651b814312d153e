"""Bit sets for rules: entries of a row, count and k-th member.

The interpreter runs these functions; compiled code has its own (kernel/compiler/library.py). Lookup tables cover groups of
nine bits, so that a set of 27 takes three steps.
"""

from collections.abc import Iterator, Sequence

GROUP_BITS = 9
GROUP_MASK = (1 << GROUP_BITS) - 1
COUNT_BITS = tuple(bits.bit_count() for bits in range(1 << GROUP_BITS))
NTH_BIT = tuple(
    tuple(([i for i in range(GROUP_BITS) if bits >> i & 1] + [0] * GROUP_BITS)[:GROUP_BITS]) for bits in range(1 << GROUP_BITS)
)
DIGITS = b"0" + b"1" * 255  # of a binary number, by entry


def count_bits(bits: int) -> int:
    """Return the number of set bits."""
    return bits.bit_count()


def nth_bit(bits: int, k: int) -> int:
    """Return the position of the k-th set bit, lowest first."""
    if not k:
        assert bits, "k is not less than the number of set bits"
        return (bits & -bits).bit_length() - 1
    base = 0
    here = COUNT_BITS[bits & GROUP_MASK]
    while k >= here:
        assert bits, "k is not less than the number of set bits"
        k -= here
        bits >>= GROUP_BITS
        base += GROUP_BITS
        here = COUNT_BITS[bits & GROUP_MASK]
    return base + NTH_BIT[bits & GROUP_MASK][k]


def occupied(row: Sequence[int]) -> int:
    """Return a bit for each entry of a row that is not 0, the lowest for the first. Rows have at most 63 entries."""
    if not row:
        return 0
    try:
        return int(bytes(row[::-1]).translate(DIGITS), 2)
    except ValueError:  # an entry is no byte
        return sum(1 << i for i, entry in enumerate(row) if entry)


def equal_entries(row: Sequence[int], value: int) -> int:
    """Return a bit for each entry of a row that has this value, the lowest for the first. Rows have at most 63 entries."""
    bits = 0
    i = -1
    for _ in range(row.count(value)):  # `count` and `index` are the interpreter's fastest loops
        i = row.index(value, i + 1)
        bits |= 1 << i
    return bits


def only_one(bits: int) -> int:
    """Return 1 if at most one bit is set, else 0."""
    return 1 if bits & (bits - 1) == 0 else 0


def members(bits: int) -> Iterator[int]:
    """Yield the positions of all set bits. Not for rules, which have no iterators."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
