"""The end of a game for two, solved."""
