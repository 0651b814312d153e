"""Sizes and lookup tables of the dynamic program in `origins.py`. Derivation: docs/imagination.md."""

MASK_BITS = 4  # cards of a group: one for each other seat
BITS = tuple(mask.bit_count() for mask in range(1 << MASK_BITS))

# Masks ordered by their number of bits, so that masks of few bits have small ranks and tables of them are short.
RANK = tuple(sorted(range(1 << MASK_BITS), key=lambda mask: (BITS[mask], mask)).index(mask) for mask in range(1 << MASK_BITS))


def rank_count(bits: int, cards: int) -> int:
    """Return the number of ranks up to the highest of the masks with at most so many bits, all among the first `cards`."""
    return 1 + max(RANK[mask] for mask in range(1 << cards) if BITS[mask] <= bits)


# By bits * RANK_COUNT_STRIDE + cards.
RANK_COUNT_STRIDE = MASK_BITS + 1
RANK_COUNT = tuple(rank_count(bits, cards) for bits in range(MASK_BITS) for cards in range(RANK_COUNT_STRIDE))


def section_sizes(seats: int, hand: int) -> tuple[int, ...]:
    """Return, by distance, the length of that player's section of the suffix weights, for at most so many seats.

    The player at distance d has a section from d = 2 on. Its key is a mask of used cards for each of its `hand` - d groups; the
    d - 1 players before it have used at most that many cards of each group.
    """
    sizes = [0, 0]
    for distance in range(2, seats):
        longest = 0
        for players in range(distance + 1, seats + 1):
            length = 1
            for time in range(max(0, hand - distance)):
                length *= RANK_COUNT[(distance - 1) * RANK_COUNT_STRIDE + min(players - 1, hand - 1 - time)]
            longest = max(longest, length)
        sizes.append(longest)
    return tuple(sizes)
