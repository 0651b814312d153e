"""The WebAssembly modules in Chromium, with the page's own driver (client/src/lib/kernel): byte for byte as native code."""

from __future__ import annotations

import json
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.kernel.compiled import Kernel
from tests.kernel.wasm_host import NODE, cached_build

DRIVER = Path(__file__).parents[2] / "client" / "src" / "lib" / "kernel"
ORIGIN = "https://kernel.test"
GAMES = 40
SEED = (1 << 64) - 12345  # all 64 bits
STRIP = "process.stdout.write(require('node:module').stripTypeScriptTypes(require('node:fs').readFileSync(0, 'utf8')))"
PLAY = """async ({ code, manifest, blank, games, seed, bots }) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { Kernel } = await import("/kernel.ts");
  const kernel = new Kernel(await WebAssembly.compile(bytes(code)), manifest);
  const { finals } = kernel.play(kernel.start(bytes(blank)), 0, games, BigInt(seed), bots, games);
  return finals.map((state) => btoa(String.fromCharCode(...state)));
}"""


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """The driver without its types, by path."""
    command = [str(NODE), "--disable-warning=ExperimentalWarning", "-e", STRIP]
    return {
        f"{ORIGIN}/{path.name}": subprocess.run(
            command, input=path.read_text(encoding="utf-8"), check=True, capture_output=True, text=True, encoding="utf-8"
        ).stdout
        for path in DRIVER.glob("*.ts")
    }


@pytest.fixture
def page(chromium: Browser, sources: dict[str, str]) -> Iterator[Page]:
    """An empty page from whose address the driver can be imported."""

    def answer(route: Route) -> None:
        text = sources.get(route.request.url)
        route.fulfill(body=text or "<!doctype html>", content_type="text/javascript" if text else "text/html")

    context = chromium.new_context()
    context.route("**/*", answer)
    shown = context.new_page()
    shown.goto(f"{ORIGIN}/")
    yield shown
    context.close()


@pytest.mark.parametrize("name", registry.shipped())
def test_kernel_plays_in_a_browser_as_natively(page: Page, name: str) -> None:
    game: fr.Game[Any] = fr.game(name)
    module = cached_build(game.room)
    for bot in ("random", "normal"):
        bots = [bot] * game.players
        question = {
            "code": b64encode(module.code).decode(),
            "manifest": json.loads(json.dumps(module.manifest)),
            "blank": b64encode(schema.pack(schema.blank(game.room.schema.state, game.constants))).decode(),
            "games": GAMES,
            "seed": str(SEED - (1 << 64)),
            "bots": bots,
        }
        finals = [b64decode(state) for state in page.evaluate(PLAY, question)]
        assert b"".join(finals) == Kernel(game).finals(GAMES, SEED, bots).tobytes()
