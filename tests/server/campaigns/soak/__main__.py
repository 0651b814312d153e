"""`python -m tests.server.campaigns.soak`: run the soak test."""

from tests.server.campaigns.soak.soak import main

main()
