"""Compiled code checks its array bounds in the tests; numba reads this when it is imported."""

import os

from hypothesis import settings

os.environ["NUMBA_BOUNDSCHECK"] = "1"

# The same examples in every run, and no clock: machines are busy, and a test that fails must fail again.
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("steady")
