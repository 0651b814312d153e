"""The append-only log of a table: rows and entries, the state folded from them."""
