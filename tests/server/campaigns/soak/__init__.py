"""Soak test: whole tables with people who try everything, checked against the log."""
