"""Messages of the live-table protocol."""
