"""The workshop of the page: a game in work is loaded, checked and simulated."""
