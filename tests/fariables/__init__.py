"""Tests of Fariables."""
