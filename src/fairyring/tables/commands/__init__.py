"""Commands that a client can send, one module per group, and their registry."""
