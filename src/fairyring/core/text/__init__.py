"""Messages: texts by key and language, and sanitising of foreign text."""
