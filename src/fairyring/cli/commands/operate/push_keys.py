"""`fairyring push-keys`: make the keys that Web Push needs."""

from __future__ import annotations

import argparse

from fairyring.server.push.keys import PushKeys, make_private_key

EXAMPLE = "fairyring push-keys --contact mailto:you@example.org >> /etc/fairyring.env"
CONTACT = "mailto:you@example.org"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--contact", metavar="URL", default=CONTACT, help="how push services reach you: mailto:you@example.org, or https://…"
    )


def run(args: argparse.Namespace) -> int:
    """Print new keys as settings of a server."""
    key = make_private_key()
    PushKeys(key, args.contact)  # raises if the contact or the extra is missing
    print(f"FAIRYRING_PUSH_KEY={key}\nFAIRYRING_PUSH_CONTACT={args.contact}")
    return 0
