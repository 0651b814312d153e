"""Fairy Tale: the compiled rules against a hand-written C program of the same game, and against the interpreted host."""

from side_by_side import compare

compare("fairy-tale", "fairy_tale.c", players=4, games=40_000)
