"""How the database became what it is. A change to `schema.py` is a new file in `versions`, never an edit of an old one."""
