"""Invariants and meanings of Fairy that the conformance kit asserts."""
