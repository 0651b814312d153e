"""Older versions of the rules."""
