"""A missing package is named with the command that installs it."""

from __future__ import annotations

import sys

import pytest

from fairyring import envs
from fairyring.core.errors import MissingExtra


@pytest.mark.parametrize(
    ("make", "package", "extra"),
    [
        (envs.gym, "gymnasium", "envs"),
        (envs.gym_vector, "gymnasium", "envs"),
        (envs.aec, "pettingzoo", "envs"),
        (envs.parallel, "pettingzoo", "envs"),
        (envs.openspiel, "pyspiel", "openspiel"),
    ],
)
def test_missing_package_is_named(make: object, package: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # import finds nothing
    with pytest.raises(MissingExtra, match=rf'{package} is missing.*pip install "fairyring\[{extra}\]"'):
        make("fairy")  # type: ignore[operator]
