"""Commands for designers and researchers."""
