"""`python -m fairyring`: the command line."""

import sys

from fairyring.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
