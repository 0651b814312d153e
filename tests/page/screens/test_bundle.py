"""Size budgets of the home page and of each game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.page.support.people import Person
from tests.page.support.served import DIST
from tests.paths import ROOT

LOBBY, GAME = 60_000, 40_000  # bytes of brotli
GAMES = sorted(path.name for path in (ROOT / "client" / "src" / "games").iterdir() if path.is_dir())


def packed(path: Path) -> int:
    return path.with_name(path.name + ".br").stat().st_size


def test_bundle_of_home_page_is_within_budget(visit: Callable[..., Person]) -> None:
    visitor = visit()
    fetched: set[str] = set()
    visitor.page.on("request", lambda request: fetched.add(request.url.split("/")[-1].split("?")[0]))
    visitor.home()
    visitor.page.wait_for_load_state("networkidle")
    scripts = sorted(name for name in fetched if name.endswith(".js") and (DIST / "assets" / name).exists())
    sizes = {name: packed(DIST / "assets" / name) for name in scripts}
    assert sizes, "the page has scripts"
    assert sum(sizes.values()) <= LOBBY, sizes


@pytest.mark.parametrize("game", GAMES)
def test_bundle_of_game_is_within_budget(game: str) -> None:
    own = re.compile(re.escape(game) + r"-[\w-]{8}\.js")
    chunks = {path.name: packed(path) for path in (DIST / "assets").iterdir() if own.fullmatch(path.name)}
    assert chunks, f"{game} has a chunk of its own"
    assert sum(chunks.values()) <= GAME, chunks


def test_bundle_text_files_are_compressed() -> None:
    for path in DIST.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".svg", ".json"):
            assert path.with_name(path.name + ".br").exists(), path.name
            assert path.with_name(path.name + ".gz").exists(), path.name  # plain http: phones in a home network
