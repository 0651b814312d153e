"""`python -m fairyring.kernel.wasm GAME OUT`: write GAME.wasm and its manifest GAME.json into the folder OUT."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from fairyring.core.errors import FairyringError
from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.core.game.room_file import room_named
from fairyring.kernel.wasm.link import LinkError


def rooms(name: str) -> list[Room]:
    """Return the room of a name or of a path, or all shipped ones for “all”."""
    if name == "all":
        return [registry.room(game) for game in registry.shipped()]
    return [room_named(name)]


def main(arguments: list[str]) -> int:
    """Build the modules; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fairyring.kernel.wasm", description=__doc__)
    parser.add_argument("game", metavar="GAME", help="a game, “all”, or the path of a room.py")
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder to write into")
    args = parser.parse_args(arguments)
    try:
        from fairyring.kernel.native import TargetMissing  # noqa: PLC0415  (imports llvmlite, which may be missing)
        from fairyring.kernel.wasm.build import build  # noqa: PLC0415
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        print(f"{package} is missing: pip install {package}", file=sys.stderr)
        return 1
    args.out.mkdir(parents=True, exist_ok=True)
    try:
        for room in rooms(args.game):
            module = build(room)
            (args.out / f"{room.name}.wasm").write_bytes(module.code)
            text = json.dumps(module.manifest, ensure_ascii=False)
            (args.out / f"{room.name}.json").write_text(f"{text}\n", encoding="utf-8")
            print(f"{room.name}.wasm  {len(module.code):,} bytes")
    except (FairyringError, LinkError, TargetMissing) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
