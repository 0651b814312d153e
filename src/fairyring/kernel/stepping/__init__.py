"""Compiled games that a Python program steps through: many at once (`batch`), or one move by move (`native_game`)."""
