"""Compiled code checks its array bounds in the tests; numba reads this when it is imported."""

import os
import signal

from hypothesis import settings

os.environ["NUMBA_BOUNDSCHECK"] = "1"

# A shell that runs the tests in the background ignores Ctrl-C for them and all they start; some of them press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, and no clock: machines are busy, and a test that fails must fail again.
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("steady")
