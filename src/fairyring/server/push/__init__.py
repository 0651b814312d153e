"""Web Push: notices to people who are away, by the push service of their browser (RFC 8030, 8291, 8292)."""
