"""Example games are registered while their tests run: other tests take whatever is registered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.envs.games import example_games


@pytest.fixture(scope="package", autouse=True)
def _examples() -> Iterator[None]:
    with example_games():
        yield
