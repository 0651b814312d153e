"""The small round solved: a tree grown by the rules, an equilibrium found on it, and the player that has both."""
