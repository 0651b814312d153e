"""Program for the tests of forked processes: prints what it has got."""

from __future__ import annotations

import atexit
import os
import sys
import time
from pathlib import Path

match sys.argv[1]:
    case "--variable":
        print(dict(os.environ))
    case "--raise":
        raise ValueError("as asked")
    case "--at-exit":
        atexit.register(print, "at exit")
    case "--wait":
        print("waits", flush=True)
        time.sleep(600)
    case _:
        print(sys.argv[1:], Path.cwd(), repr(sys.stdin.read()))
        print("bye", file=sys.stderr)
        sys.exit(7)
