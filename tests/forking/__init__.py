"""Processes that are forked from one that has imported the program already, instead of started anew."""
