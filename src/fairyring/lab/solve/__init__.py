"""Bots measured where perfect play is known."""
