"""State machine of one live table: inputs, unit of work, dispatch, timers, effects."""
