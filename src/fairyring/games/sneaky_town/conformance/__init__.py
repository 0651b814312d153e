"""Invariants and meanings of Sneaky Town that the conformance kit asserts."""
