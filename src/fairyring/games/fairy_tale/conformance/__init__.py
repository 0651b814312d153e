"""Invariants and meanings of Fairy Tale that the conformance kit asserts."""
