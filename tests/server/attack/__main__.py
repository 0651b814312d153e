"""`python -m tests.server.attack`: run the attack suite."""

from tests.server.attack.program import main

main()
