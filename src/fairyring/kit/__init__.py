"""Conformance kit: checks that every registered game must pass, without exemptions."""
