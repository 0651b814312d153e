"""Tests of Fairy Tale."""
