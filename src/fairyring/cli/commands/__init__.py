"""One module per command. `fairyring.cli.main` has the table of commands and imports a module when it is used."""
