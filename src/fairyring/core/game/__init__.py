"""Declarations of a game: actions, events, zones, options, rules contract, room, registry."""
