"""The server: sockets, database and processes around tables that know nothing of them."""
