"""The compiled backend: a small compiler of the language of rules, and its hosts. Only native.py imports llvmlite."""
