"""Loops around a game's functions, in the language of rules: both backends run them as they are.

`g` holds the functions of one game (game_functions.py). The interpreter calls them; the compiler knows them while compiling, so
that a call is direct, and a branch on a constant of `g` costs nothing.
"""
