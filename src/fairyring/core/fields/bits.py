"""Sets as bits, for rules: how many there are, which is the k-th, and which there are.

Both tables are by groups of nine bits, so that a set of 27 is looked up in three steps. The functions stay in the
subset of the rules: they run in both hosts.
"""

from collections.abc import Iterator

GROUP_BITS = 9
GROUP_MASK = (1 << GROUP_BITS) - 1
COUNT_BITS = tuple(bits.bit_count() for bits in range(1 << GROUP_BITS))
NTH_BIT = tuple(
    tuple(([i for i in range(GROUP_BITS) if bits >> i & 1] + [0] * GROUP_BITS)[:GROUP_BITS]) for bits in range(1 << GROUP_BITS)
)


def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        count += COUNT_BITS[bits & GROUP_MASK]
        bits >>= GROUP_BITS
    return count


def nth_bit(bits: int, k: int) -> int:
    """The position of the k-th bit that is set, lowest first."""
    base = 0
    here = COUNT_BITS[bits & GROUP_MASK]
    while k >= here:
        assert bits, "there are not so many"
        k -= here
        bits >>= GROUP_BITS
        base += GROUP_BITS
        here = COUNT_BITS[bits & GROUP_MASK]
    return base + NTH_BIT[bits & GROUP_MASK][k]


def only_one(bits: int) -> int:
    """Whether at most one bit is set."""
    return 1 if bits & (bits - 1) == 0 else 0


def members(bits: int) -> Iterator[int]:
    """The positions of all bits that are set; not for rules, which have no iterators."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
