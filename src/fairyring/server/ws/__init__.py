"""WebSocket endpoint and the outbound queue of a connection."""
