"""Sneaky Town's rules as small tables: what charms are worth, and the orders of a rack."""

from itertools import permutations

from fairyring.games.sneaky_town.schema import LARGEST, Tile

CHARMS = (Tile.BLUE_SUN, Tile.BROWN_SUN, Tile.FLOWER)
TILES = {3: CHARMS, 5: (*CHARMS, Tile.VOID, Tile.VOID)}  # R4, R24: by size

# VALUE[seat][tile]: own sun, flower, the other's sun (R18)
VALUE = ((0, 15, 5, 10, 0), (0, 5, 15, 10, 0))

# The orders of a rack, ascending: nature's outcomes (R5, R24).
ORDERS = {size: tuple(sorted(set(permutations(tiles)))) for size, tiles in TILES.items()}
COUNT_ORDERS = tuple(len(ORDERS.get(size, ())) for size in range(LARGEST + 1))
FIRST_ORDER = (0, 0, 0, len(ORDERS[5]), 0, 0)  # by size: where its orders begin in RACKS
RACKS = tuple((*order, 0, 0)[:LARGEST] for size in (5, 3) for order in ORDERS[size])
