"""Compiled code checks its array bounds in the tests; numba reads this when it is imported."""

import os

os.environ["NUMBA_BOUNDSCHECK"] = "1"
