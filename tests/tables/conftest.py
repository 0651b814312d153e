"""Registers the example room of the documentation for the table tests."""

import pytest

from tests.tables.support.rooms import register_pebbles


@pytest.fixture(autouse=True, scope="session")
def _pebbles() -> None:
    register_pebbles()
