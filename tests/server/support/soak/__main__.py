"""`python -m tests.server.support.soak`: run the soak test."""

from tests.server.support.soak.soak import main

main()
