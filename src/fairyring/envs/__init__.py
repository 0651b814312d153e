"""Environments for learning: games as the interfaces of the field. docs/environments.md has an example of each."""
