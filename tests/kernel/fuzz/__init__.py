"""Random programs in the language of rules, run interpreted and compiled, with the same results."""
