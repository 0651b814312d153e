"""Sets of spaces as bits: how many there are, and which is the k-th."""

from fairyring.games.fariables.schema import HALF

BYTE = 8
BYTE_MASK = 255
COUNT_BITS = tuple(byte.bit_count() for byte in range(1 << BYTE))
NTH_BIT = tuple(tuple(([i for i in range(BYTE) if byte >> i & 1] + [0] * BYTE)[:BYTE]) for byte in range(1 << BYTE))


def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        count += COUNT_BITS[bits & BYTE_MASK]
        bits >>= BYTE
    return count


def nth_bit(bits: int, k: int) -> int:
    """The position of the k-th bit that is set, lowest first."""
    base = 0
    here = COUNT_BITS[bits & BYTE_MASK]
    while k >= here:
        k -= here
        bits >>= BYTE
        base += BYTE
        here = COUNT_BITS[bits & BYTE_MASK]
    return base + NTH_BIT[bits & BYTE_MASK][k]


def nth_space(lo: int, hi: int, k: int) -> int:
    """The k-th space of a set, lowest first."""
    low = count_bits(lo)
    if k < low:
        return nth_bit(lo, k)
    return HALF + nth_bit(hi, k - low)
