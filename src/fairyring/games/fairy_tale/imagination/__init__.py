"""Sampling of hidden cards consistent with a seat's knowledge: importance sampling with a Metropolis repair."""
