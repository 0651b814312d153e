"""Small games solved: a tree grown by the rules, and an equilibrium found on it."""
