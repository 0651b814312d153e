"""TypeScript types of the HTTP API: writes `client/src/wire/api.ts` from the structs of `fairyring.server.forms`."""

from __future__ import annotations

from fairyring.kit.generate import MADE, ROOT
from fairyring.kit.generate_table import interface, structs
from fairyring.server import forms

IMPORT = 'import type { AnyAction, AnyEvent } from "../lib/game/catalogue";'
FILE = ROOT / "client" / "src" / "wire" / "api.ts"


def typescript() -> str:
    """Return the text of the file."""
    head = [f"// Bodies of requests and responses of the HTTP API: {MADE}.", IMPORT]
    return "\n\n".join(["\n".join(head), *(interface(kind) for kind in structs(forms))]) + "\n"
