"""What is sent to whom: views, catch-up after a reconnect, opaque ids, presence, the broadcaster."""
