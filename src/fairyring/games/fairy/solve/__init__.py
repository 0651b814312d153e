"""Exact play in Fairy for two when few cards are left, and its command."""
