"""Static files: compressed forms, validation by ETag, HEAD, and headers of caches."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.robotparser import RobotFileParser

import pytest

from fairyring.server.http import static_files
from tests.server.support.running import running

pytestmark = pytest.mark.usefixtures("page")
SCRIPT = b"console.log('a script that can be compressed');" * 50


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A built page: one script in a file with a hash, as vite writes it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<html><head><meta content="./og.png"></head></html>' + " " * 500)
    (folder / "assets" / "main-abc.js").write_bytes(SCRIPT)
    (folder / "assets" / "main-abc.js.br").write_bytes(b"brotli")
    (folder / "worker").mkdir()
    (folder / "worker" / "worker-abc.js").write_bytes(SCRIPT)
    for name in ("py/0123/python.pack", "kernel/fairy.abc.wasm"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_bytes(SCRIPT)
        (folder / f"{name}.br").write_bytes(b"brotli")
    monkeypatch.setenv("FAIRYRING_CLIENT", str(folder))
    static_files.files.cache_clear()
    yield folder
    static_files.files.cache_clear()


async def test_only_workers_may_run_webassembly(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for path, allowed in (("/worker/worker-abc.js", True), ("/", False), ("/assets/main-abc.js", False)):
            policy = (await server.http.get(path)).headers["content-security-policy"]
            assert ("'wasm-unsafe-eval'" in policy) == allowed, path


async def test_favicon_is_found_by_its_usual_name(tmp_path: Path, page: Path) -> None:
    (page / "icon-192.png").write_bytes(b"png")
    async with running(tmp_path) as server:
        answer = await server.http.get("/favicon.ico")
        assert (answer.status_code, answer.headers["content-type"], answer.content) == (200, "image/png", b"png")


async def test_robots_are_asked_to_leave_tables_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        answer = await server.http.get("/robots.txt")
        rules = RobotFileParser()
        rules.parse(answer.text.splitlines())
        assert answer.headers["content-type"].startswith("text/plain")
        paths = ("/", "/docs/", "/rules/fairy", "/t/abc", "/t/abc/replay", "/c/abc", "/api/games")
        assert [path for path in paths if rules.can_fetch("crawler", path)] == ["/", "/docs/", "/rules/fairy"]


async def test_large_files_are_served_compressed_and_not_kept_in_memory(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for path, kind in (
            ("/py/0123/python.pack", "application/octet-stream"),
            ("/kernel/fairy.abc.wasm", "application/wasm"),
        ):
            plain = await server.http.get(path, headers={"accept-encoding": "identity"})
            assert (plain.content, plain.headers["content-type"]) == (SCRIPT, kind)
            assert "immutable" in plain.headers["cache-control"]
            async with server.http.stream("GET", path, headers={"accept-encoding": "br"}) as packed:
                assert b"".join([part async for part in packed.aiter_raw()]) == b"brotli"
            assert path[1:] not in static_files.files()
        for path in ("/py/0123/none", "/py/0123/..%2f..%2findex.html", "/kernel/fairy.abc.wasm.br"):
            assert (await server.http.get(path)).status_code == 404


async def test_offline_part_is_served_when_it_was_built_after_the_start(tmp_path: Path, page: Path) -> None:
    async with running(tmp_path) as server:
        assert (await server.http.get("/offline.json")).status_code == 404
        for number, name in enumerate(("4567", "89ab")):
            (page / "py" / name).mkdir()
            (page / "py" / name / "python.pack").write_bytes(SCRIPT)
            (page / "offline.json").write_text(f'{{"python": "{name}"}}')
            os.utime(page / "offline.json", ns=(number, number))
            assert (await server.http.get("/offline.json")).json()["python"] == name
            assert (await server.http.get(f"/py/{name}/python.pack")).content == SCRIPT


async def test_static_file_has_the_best_form_that_the_client_accepts(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        cases = {
            "gzip, deflate, br": "br", "gzip, deflate": "gzip", "gzip;q=0": "", "identity": "", "": "",
            "br;q=0, gzip;q=0.5": "gzip", "brotli, xgzip": "",
        }  # fmt: skip
        for accepted, encoding in cases.items():
            async with server.http.stream("GET", "/assets/main-abc.js", headers={"accept-encoding": accepted}) as answer:
                data = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers.get("content-encoding", "") == encoding, accepted
            assert {"br": b"brotli", "gzip": SCRIPT, "": SCRIPT}[encoding] == (
                gzip.decompress(data) if encoding == "gzip" else data
            )
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["vary"] == "accept-encoding"


async def test_static_file_is_validated_by_its_etag(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for path in ("/assets/main-abc.js", "/", "/t/aaaaaaaaaaaaaaaa"):
            first = await server.http.get(path)
            assert first.headers["etag"]
            again = await server.http.get(path, headers={"if-none-match": f'"x", {first.headers["etag"]}'})
            assert (again.status_code, again.content) == (304, b"")
            assert (await server.http.get(path, headers={"if-none-match": '"x"'})).status_code == 200


async def test_index_is_compressed_for_every_address(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for path, base in (("/", './"'), ("/t/aaaaaaaaaaaaaaaa", '../"')):
            answer = await server.http.get(path, headers={"accept-encoding": "gzip"})
            assert answer.headers["content-encoding"] == "gzip"
            assert f'<base href="{base}' in answer.text
            assert answer.headers["cache-control"] == "no-cache"


async def test_head_is_answered_as_get_without_a_body(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, _token = await server.create("fairy", 2)
        for path in (
            "/",
            "/assets/main-abc.js",
            "/health",
            "/api/games",
            f"/api/tables/{table}",
            "/rules/fairy",
            "/t/x",
            "/none",
        ):
            head, whole = await server.http.head(path), await server.http.get(path)
            assert (head.status_code, head.content) == (whole.status_code, b""), path
            assert head.headers["content-length"] == whole.headers["content-length"], path


async def test_options_names_the_methods(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for path in ("/", "/health", "/api/games", "/t/x"):
            answer = await server.http.options(path)
            assert (answer.status_code, answer.headers["allow"]) == (204, "GET, HEAD, OPTIONS"), path


async def test_http_answers_have_cache_control(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, _token = await server.create("fairy", 2)
        expected = {"/api/games": "no-cache", f"/api/tables/{table}": "no-store", "/api/tables": "no-store"}
        for path, caching in expected.items():
            assert (await server.http.get(path)).headers["cache-control"] == caching


async def test_forwarded_prefix_is_believed_only_of_a_configured_proxy(tmp_path: Path) -> None:
    for proxies, base in (("", ""), ("10.0.0.1", ""), ("127.0.0.1", "/games"), ("10.0.0.1,127.0.0.0/8", "/games")):
        async with running(tmp_path, proxies=proxies) as server:
            for prefix, expected in (("/games", base), ("//evil.example", ""), ("/a//b", ""), ("x", "")):
                headers = {"x-forwarded-prefix": prefix, "x-forwarded-for": "192.0.2.7"}
                answer = await server.http.get("/", headers=headers)
                assert f'content="{server.url}{expected}/og.png"' in answer.text, (proxies, prefix)


async def test_http_malformed_host_is_refused(tmp_path: Path) -> None:
    for settings in ({}, {"host": "0.0.0.0"}, {"proxies": "127.0.0.1"}):  # noqa: S104
        async with running(tmp_path, **settings) as server:
            for host in ("[", "[x]", "a:99999", "a:b"):
                answer = await server.http.get("/", headers={"host": host})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad-form"), host


async def test_csp_allows_no_other_hosts_and_no_inline_elements(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        policy = dict(
            part.strip().split(" ", 1)
            for part in (await server.http.get("/health")).headers["content-security-policy"].split(";")
        )
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["default-src"] == "'self'"
        assert policy["style-src-attr"] == "'unsafe-inline'"
        assert not any("http" in sources or "ws" in sources or "*" in sources for sources in policy.values())


async def test_mistyped_address_gets_the_page_in_a_browser_and_json_elsewhere(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        for path, base in (("/nonsense", "./"), ("/t/", "../"), ("/rules", "./"), ("/a/b/c", "../../")):
            answer = await server.http.get(path, headers=browser)
            assert answer.status_code == 404, path
            assert answer.headers["content-type"].startswith("text/html"), path
            assert f'<base href="{base}">' in answer.text, path
            assert (await server.http.get(path)).json()["code"] == "none", path
        for path in ("/api/nonsense", "/assets/nonsense.js", "/a/b/c/d/e/f"):
            assert (await server.http.get(path, headers=browser)).json()["code"] == "none", path


async def test_static_page_that_is_not_built_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRYRING_CLIENT", str(tmp_path / "nowhere"))
    static_files.files.cache_clear()
    try:
        async with running(tmp_path) as server:
            assert "is not in this installation" in (await server.http.get("/")).text
    finally:
        static_files.files.cache_clear()
