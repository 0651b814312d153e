"""Records of games: the JSON-lines format, reading and writing files, partial exports of running games."""
