"""A report on a game for its designer: one HTML page with figures, intervals and charts, from games between bots."""
