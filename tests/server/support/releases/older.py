"""The program as it was before the newest change of rules: `python -m tests.server.support.releases.older serve …`.

Rooms with older rules have these as their newest ones, and do not know later versions. Needs no history of the repository.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module

from fairyring.cli.main import main
from fairyring.core.game import registry


def install() -> dict[str, int]:
    """Take back the newest change of rules of every room that keeps older ones; return the versions by name."""
    versions = {}
    for name in registry.shipped():
        room = registry.room(name)
        if room.older_rules:
            version = versions[name] = max(room.older_rules)
            remaining = {number: module for number, module in room.older_rules.items() if number < version}
            rules = import_module(room.older_rules[version]).RULES
            registry.register(replace(room, rules_module=rules, older_rules=remaining), replace=True)
    return versions


if __name__ == "__main__":
    assert install()
    sys.exit(main(sys.argv[1:]))
