"""Command line: argument parsing, standard streams, and one module per command in `commands`."""
