"""The riffle: Crane's grab as a gesture on a screen, its probability model, bots and practice mode."""
