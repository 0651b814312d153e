"""The documentation site at /docs."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairyring.server import documentation
from fairyring.server.http.middleware import CSP
from tests.server.support.running import running

SCRIPT, STYLE = b"document.body.dataset.theme = 'auto';", b"body { color: red }"
HTML = b"<html><head><style>%s</style></head><body><script>%s</script><script src='_static/x.js'></script></body></html>"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A built site, and a file beside it that is nobody's business."""
    folder = tmp_path / "site"
    (folder / "_static").mkdir(parents=True)
    (folder / "index.html").write_bytes(HTML % (STYLE, SCRIPT))
    (folder / "_static" / "x.js").write_text("1;")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(documentation, "INSTALLED", folder)
    documentation.names.cache_clear()
    documentation.load_page.cache_clear()
    yield folder
    documentation.names.cache_clear()
    documentation.load_page.cache_clear()


def digest(data: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}'"


@pytest.mark.usefixtures("site")
async def test_documentation_is_served_with_hashes_of_its_inline_parts(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        first = await server.http.get("/docs")
        assert (first.status_code, first.headers["location"]) == (302, "docs/")  # relative links need the slash
        page = await server.http.get("/docs/")
        assert page.content == HTML % (STYLE, SCRIPT)
        policy = page.headers["content-security-policy"]
        assert f"script-src 'self' {digest(SCRIPT)};" in policy
        assert f"style-src 'self' {digest(STYLE)};" in policy
        assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        script = await server.http.get("/docs/_static/x.js")
        assert (script.text, script.headers["content-security-policy"]) == ("1;", CSP)


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("path", ["../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "/secret.txt", "nothing.html"])
async def test_documentation_has_only_its_own_files(tmp_path: Path, path: str) -> None:
    async with running(tmp_path) as server:
        answer = await server.http.get(f"/docs/{path}")
        assert "secret" not in answer.text
        assert answer.status_code == 404


async def test_documentation_that_is_not_built_is_said(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documentation, "INSTALLED", site / "nowhere")
    monkeypatch.setattr(documentation, "CHECKOUT", site / "nowhere")
    documentation.names.cache_clear()
    async with running(tmp_path) as server:
        answer = await server.http.get("/docs/")
        assert (answer.status_code, answer.json()["message"]) == (404, documentation.MISSING)
