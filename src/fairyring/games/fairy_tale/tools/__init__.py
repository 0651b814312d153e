"""Command-line and HTTP tools for owners of the box."""
