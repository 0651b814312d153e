"""One file a version, in the order of their numbers."""
