"""Crane for two, solved by dynamic programming: the table of values, the value of every bet, and the command."""
