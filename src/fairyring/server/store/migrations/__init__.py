"""Migrations of the database. A change to `schema.py` needs a new file in `versions`; old files are never edited."""
