"""Invariants and meanings of Fariables that the conformance kit asserts."""
