"""Random streams: splitmix64, bit-identical in interpreted and compiled code.

Every purpose has its own stream, identified by (seed, game, who), so that a bot that searches longer does not change the
cards, and game number i of a batch is the same on any number of threads.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15

NATURE_STREAM = 0
BOT_STREAM = 1  # + seat
IMAGINATION_STREAM = 1001  # + seat


def mix(z: int) -> int:
    """splitmix64's finalizer."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def stream_state(seed: int, game: int, who: int) -> int:
    """Return the initial state of the stream of one purpose in one game."""
    z = mix((seed + _GAMMA) & _MASK)
    z = mix((z + (game + 1) * _GAMMA) & _MASK)
    return mix((z + (who + 1) * _GAMMA) & _MASK)


class Stream:
    """A stream of uniform integers. `who` tells the purposes apart: nature, bots, imagination."""

    __slots__ = ("state",)

    def __init__(self, seed: int, game: int = 0, who: int = NATURE_STREAM) -> None:
        self.state = stream_state(seed, game, who)

    def bits32(self) -> int:
        """Return 32 random bits."""
        self.state = (self.state + _GAMMA) & _MASK
        return mix(self.state) >> 32

    def below(self, n: int) -> int:
        """Return an exactly uniform integer in 0 … n-1 (Lemire's method). Raises ValueError unless 0 < n < 2³²."""
        if not 0 < n < 1 << 32:
            raise ValueError(f"cannot draw below {n}")
        product = self.bits32() * n
        if product & 0xFFFFFFFF < n:
            threshold = ((1 << 32) - n) % n
            while product & 0xFFFFFFFF < threshold:
                product = self.bits32() * n
        return product >> 32
