"""The table of test kinds in conftest.py."""

from __future__ import annotations

from tests.conftest import KINDS, TESTS


def test_kinds_name_existing_tests() -> None:
    """A renamed file would silently become a quick test."""
    assert [prefix for prefix in KINDS if not (TESTS / prefix).exists()] == []
