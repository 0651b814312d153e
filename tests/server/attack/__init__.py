"""Attack suite: attacks on a real server beside honest tables, and how long the honest players had to wait."""
