"""The program as a later release may be: `python -m tests.server.support.releases.newer serve …`.

Every line of chat writes an entry of a kind that today's release does not know.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from fairyring.cli.main import main
from fairyring.tables.commands import chat, registry
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.log import fold
from fairyring.tables.log.state import TableState
from fairyring.tables.protocol import incoming

KIND = "mood"


def fold_mood(state: TableState, _data: Mapping[str, Any], _aside: Mapping[str, Any]) -> TableState:
    return state


def say(work: UnitOfWork, conn: Connection, cmd: incoming.Say) -> None:
    chat.chat(work, conn, cmd)
    work.write(KIND, {"guest": conn.guest})


def install() -> None:
    fold.FOLDS[KIND] = fold_mood
    registry.COMMANDS["chat"] = registry.Handler(incoming.Say, say)


if __name__ == "__main__":
    install()
    sys.exit(main(sys.argv[1:]))
