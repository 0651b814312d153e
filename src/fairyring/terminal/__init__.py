"""A game in the terminal: `game.py` plays it, `command.py` is `fairyring play`."""
