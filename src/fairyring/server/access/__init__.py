"""Access control: allowed origins and hosts, and rate limits by address."""
