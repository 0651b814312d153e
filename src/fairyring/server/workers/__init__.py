"""Worker processes for bots and for the analysis of finished games."""
