"""What bots call out while a person grabs: drawn by chance alone, so that it tells nothing about bets, cards or the deck.

The audience may say anything, true or not (R10). A bot that looked at the growing stack before it called would tell the
challenger what the audience sees; one that looked at its own bet would betray it. So a call is true only as it happens.
"""

from __future__ import annotations

CALLS = (4, 5, 6, 7, 8)  # shouts of the page: “More!”, “Stop!”, and Crane's “Too many!”, “Just right!”, “Trust me!”
MAX_CALLS = 2  # in one grab, of all bots together
FIRST_MS, NEXT_MS = (2_500, 7_000), (3_500, 9_000)  # before the first call, and between two: as people take their time


def draw_calls(seats: tuple[int, ...], seed: int) -> tuple[tuple[int, int, int], ...]:
    """Return one or two calls as (milliseconds after the grab began, seat, number of the shout), from a seed of 64 bits."""
    calls, at = [], 0
    seed, more = divmod(seed, MAX_CALLS)
    for low, high in (FIRST_MS, NEXT_MS)[: 1 + more] if seats else ():
        seed, pause = divmod(seed, high - low)
        seed, caller = divmod(seed, len(seats))
        seed, shout = divmod(seed, len(CALLS))
        at += low + pause
        calls.append((at, seats[caller], CALLS[shout]))
    return tuple(calls)
