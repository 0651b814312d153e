"""Lookup tables of Sneaky Town: the tiles, and the orders of a rack."""

from itertools import permutations

from fairyring.games.sneaky_town.schema import LARGEST, NO_TILE, End, Mode, Tile

CHARMS = (Tile.BLUE_SUN, Tile.BROWN_SUN, Tile.FLOWER)
TILES = {3: CHARMS, 5: (*CHARMS, Tile.VOID, Tile.VOID)}  # R4, R24: by size

CHARM_BITS = sum(1 << charm for charm in CHARMS)

END_OF_MODE = tuple(End.number(str(mode)) for mode in Mode.words)  # R25: why a match ends, by how it is won

# The orders of a rack, ascending: nature's outcomes (R5, R24).
ORDERS = {size: tuple(sorted(set(permutations(tiles)))) for size, tiles in TILES.items()}
COUNT_ORDERS = tuple(len(ORDERS.get(size, ())) for size in range(LARGEST + 1))
RACK_SIZES = (5, 3)  # the order of RACKS
RACKS = tuple((*order, *(NO_TILE,) * (LARGEST - size)) for size in RACK_SIZES for order in ORDERS[size])
# By size: where its orders begin in RACKS.
FIRST_ORDER = tuple(
    sum(COUNT_ORDERS[before] for before in RACK_SIZES[: RACK_SIZES.index(size)]) if size in RACK_SIZES else 0
    for size in range(LARGEST + 1)
)
