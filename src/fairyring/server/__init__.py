"""The server: sockets, pages, store and bots around `fairyring.tables`, which decides everything."""
