"""Tables are tried with a game of ours and with the example of the documentation."""

import pytest

from tests.tables.support.rooms import register_pebbles


@pytest.fixture(autouse=True, scope="session")
def _pebbles() -> None:
    register_pebbles()
