"""The duel (Crane for two) solved by dynamic programming: the value of every bet."""
