"""What a game is: schema, state, actions, chance, views, table, record, registry, errors."""
