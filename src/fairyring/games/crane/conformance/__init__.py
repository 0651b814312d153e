"""Invariants and meanings of Crane that the conformance kit asserts."""
