"""Studies: sweeps over options of a game with published results, which anybody can make anew (`fairyring reproduce`)."""
