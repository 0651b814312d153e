"""Template: random streams (splitmix64), at the start of every compiled module. Never imported."""

# mypy: ignore-errors

import numpy as np
from numba import njit

GAMMA = np.uint64(0x9E3779B97F4A7C15)
M1 = np.uint64(0xBF58476D1CE4E5B9)
M2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
ONE = np.uint64(1)
LOW = np.uint64(0xFFFFFFFF)


@njit(**HOT)
def mix(z):
    z = (z ^ (z >> S30)) * M1
    z = (z ^ (z >> S27)) * M2
    return z ^ (z >> S31)


@njit(**HOT)
def stream_state(seed, game, who):
    z = mix(seed + GAMMA)
    z = mix(z + (game + ONE) * GAMMA)
    return mix(z + (who + ONE) * GAMMA)


@njit(**HOT)
def draw_below(streams, i, n):
    """Return the same numbers as `core.rng.Stream.below`."""
    wide = np.uint64(n)
    streams[i] += GAMMA
    product = (mix(streams[i]) >> S32) * wide
    if product & LOW < wide:
        threshold = ((LOW - wide) + ONE) % wide
        while product & LOW < threshold:
            streams[i] += GAMMA
            product = (mix(streams[i]) >> S32) * wide
    return np.int64(product >> S32)


@njit(**HOT)
def below(rng, n):
    return draw_below(rng, 0, n)


@njit(**HOT)
def first_seat(mask):
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat
