"""Winners of a finished game, as template text: compiled play, compiled search and interpreted search share it.

`Game.winners` is the same in the interpreted backend; the kit compares both.
"""

# mypy: ignore-errors


def find_winners(s):
    """Return a bit for each seat with the highest standing."""
    winners = 0
    best = 0
    for seat in range(s.players):
        rank = standing(s, seat)
        if winners == 0 or rank > best:
            best = rank
            winners = 0
        if rank == best:
            winners |= 1 << seat
    return winners


def split_win(winners, seat):
    """Return the seat's part of the win, in units of WIN."""
    if not winners >> seat & 1:
        return 0
    sharing = 0
    while winners:
        sharing += winners & 1
        winners >>= 1
    return WIN_ // sharing
