"""The conformance kit: what every game must keep, checked on any registered game, with no exemption."""
