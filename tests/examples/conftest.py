"""The example games are registered while these tests run."""

from tests.envs.games import examples_registered

__all__ = ["examples_registered"]
