"""The table: the driver of one game, its sources of chance, sealed randomness and gestures."""
