"""The page as a folder of files that any static host can serve (`fairyring static`); docs/offline.md tells what works there."""
