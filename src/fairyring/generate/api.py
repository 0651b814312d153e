"""TypeScript types of the HTTP API: writes `client/src/wire/api.ts` from the structs of `fairyring.server.http.schemas`."""

from __future__ import annotations

from fairyring.generate.games import MADE, ROOT
from fairyring.generate.protocol import interface, structs
from fairyring.server.http import schemas

IMPORT = 'import type { AnyAction, AnyEvent } from "../lib/catalogue";'
FILE = ROOT / "client" / "src" / "wire" / "api.ts"


def typescript() -> str:
    """Return the text of the file."""
    head = [f"// Bodies of requests and responses of the HTTP API: {MADE}.", IMPORT]
    return "\n\n".join(["\n".join(head), *(interface(kind) for kind in structs(schemas))]) + "\n"
