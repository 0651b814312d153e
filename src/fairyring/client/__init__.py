"""Python client of the live-table protocol, for bot authors. Imports `tables.protocol`, never the server."""
