"""Fairy: the compiled rules against a hand-written C loop of the same game, and against the interpreted host."""

from side_by_side import compare

compare("fairy", "fairy.c", players=4, games=400_000)
