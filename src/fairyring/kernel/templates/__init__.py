"""Source text that code generation appends to each game's compiled module. Never imported."""
