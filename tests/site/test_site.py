"""The page as a folder of files: `fairyring static`."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairyring.cli.main import main
from fairyring.core.errors import DataError, OptionError
from fairyring.core.game import registry
from fairyring.offline.host import Host
from fairyring.server import documentation
from fairyring.server.http.middleware import CSP
from fairyring.site import html
from fairyring.site.build import NOT_OFFLINE, write_site

INDEX = '<!doctype html><html><head><meta charset="utf-8"><script type="module" src="./assets/a-1.js"></script></head></html>'
FILES = {
    "index.html": INDEX,
    "index.html.gz": "of the page before its base was set",
    "index.html.br": "likewise",
    "assets/a-1.js": "1",
    "assets/a-1.js.br": "as it was built",
    "sw.js": "2",
    "sw-files.js": "self.FILES = {};",
    "offline.json": '{"python": "abc"}',
    "py/abc/python.pack": "3",
    "kernel/fairy.1.wasm": "4",
    "icon.svg": "<svg/>",
}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built page, as small as can be."""
    folder = tmp_path / "dist"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.setenv("FAIRYRING_CLIENT", str(folder))
    return folder


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A documentation of one page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.html").write_text("<html><head><script>1</script></head></html>")
    monkeypatch.setattr(documentation, "INSTALLED", tmp_path / "docs")
    documentation.names.cache_clear()
    yield
    documentation.names.cache_clear()


@pytest.mark.usefixtures("page", "docs")
def test_site_has_the_documentation_with_its_policy(tmp_path: Path) -> None:
    write_site(tmp_path / "site")
    text = (tmp_path / "site" / "docs" / "index.html").read_text()
    digest = base64.b64encode(hashlib.sha256(b"1").digest()).decode()
    assert f"sha256-{digest}" in text.partition("<script>")[0]
    assert "frame-ancestors" not in text
    assert not [name for name in service_worker_list(tmp_path / "site")["files"] if "docs" in name]  # type: ignore[attr-defined]


def service_worker_list(site: Path) -> dict[str, object]:
    text = (site / "sw-files.js").read_text()
    value: dict[str, object] = json.loads(text.removeprefix("self.FILES = ").removesuffix(";\n"))
    return value


@pytest.mark.usefixtures("page")
def test_site_has_files_in_place_of_answers(tmp_path: Path) -> None:
    site = tmp_path / "new" / "site"
    write_site(site)
    host = Host("p")
    for game in registry.shipped():
        for file, path in (
            (f"api/games/{game}/texts.de.json", f"api/games/{game}/texts?language=de"),
            (f"api/games/{game}/rules.en.json", f"api/games/{game}/rules"),
            (f"api/games/{game}/catalogue.json", f"api/games/{game}/catalogue"),
            ("api/games.de.json", "api/games?language=de"),
        ):
            answer = json.loads(host.request("GET", path, "{}", "", 0, "00" * 32, "[]"))
            assert (site / file).read_text() == answer["body"], "the same as a server says"
        assert 'id="R1"' in (site / f"rules/{game}.de.html").read_text()
    assert (site / "api/tools/fariables/meadow.svg").read_text().endswith("</svg>\n")
    assert (site / "api/tools/fariables/meadow.pdf").read_bytes().startswith(b"%PDF")
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.usefixtures("page")
def test_site_page_has_policy_and_base_without_any_header(tmp_path: Path) -> None:
    write_site(tmp_path / "site")
    index, missing = ((tmp_path / "site" / name).read_text() for name in ("index.html", "404.html"))
    assert '<base href="./">' in index
    assert "fairyring-static" in index
    policy = re.search(r'http-equiv="content-security-policy" content="([^"]*)"', index)
    assert policy is not None
    assert policy[1].replace("&#x27;", "'") == CSP.replace("; frame-ancestors 'none'", "")
    assert index.index("content-security-policy") < index.index("<script")
    digest = base64.b64encode(hashlib.sha256(html.FIND_BASE.encode()).digest()).decode()
    assert f"<script>{html.FIND_BASE}</script>" in missing
    assert f"sha256-{digest}" in missing
    assert not re.search(r'(src|href)="/', index + missing), "addresses are relative"


@pytest.mark.usefixtures("page")
def test_site_with_a_base_needs_no_script_for_missing_addresses(tmp_path: Path) -> None:
    write_site(tmp_path / "site", "/some/path/")
    missing = (tmp_path / "site" / "404.html").read_text()
    assert '<base href="/some/path/">' in missing
    assert "sha256-" not in missing


@pytest.mark.usefixtures("page")
def test_site_compresses_what_it_wrote_and_keeps_what_was_compressed(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(site)
    assert gzip.decompress((site / "index.html.gz").read_bytes()).decode() == (site / "index.html").read_text()
    assert not (site / "index.html.br").exists(), "it was of another content"
    assert (site / "assets/a-1.js.br").read_text() == FILES["assets/a-1.js.br"]
    assert (site / "api/games.en.json.gz").stat().st_size < (site / "api/games.en.json").stat().st_size


def test_site_lists_files_for_the_service_worker(page: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "one")
    write_site(tmp_path / "same")
    listed = service_worker_list(tmp_path / "one")
    assert listed == service_worker_list(tmp_path / "same")
    assert listed["static"] is True
    files = listed["files"]
    assert isinstance(files, list)
    assert files[0] == "./"
    assert {"assets/a-1.js", "offline.json", "icon.svg", "api/games.en.json", "rules/fairy.en.html"} <= set(files)
    assert not [name for name in files if name.startswith(("py/", "kernel/", "sw")) or name.endswith((".gz", ".br", ".pdf"))]
    assert all((tmp_path / "one" / name).exists() for name in files)
    (page / "py/abc/python.pack").write_text("another")
    write_site(tmp_path / "other")
    assert service_worker_list(tmp_path / "other")["version"] != listed["version"]


def test_site_refuses_folders_that_are_in_use(page: Path, tmp_path: Path) -> None:
    used = tmp_path / "used"
    used.mkdir()
    write_site(used)  # an empty one is fine
    with pytest.raises(OptionError, match="not an empty folder"):
        write_site(used)
    with pytest.raises(OptionError, match="not an empty folder"):
        write_site(page / "index.html")
    with pytest.raises(OptionError, match="begins and ends with a slash"):
        write_site(tmp_path / "new", "games")
    assert not (tmp_path / "new").exists()


def test_static_command_says_what_is_missing(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["static", str(tmp_path / "site")]) == 0
    assert "files" in capsys.readouterr().out
    (page / "offline.json").unlink()
    assert main(["static", str(tmp_path / "other")]) == 2
    assert NOT_OFFLINE in capsys.readouterr().err
    monkeypatch.setenv("FAIRYRING_CLIENT", str(tmp_path / "nowhere"))
    assert main(["static", str(tmp_path / "other")]) == 2
    assert "make client" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


@pytest.mark.usefixtures("page")
def test_site_is_not_left_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_index: str) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(html, "first_page", fail)
    with pytest.raises(DataError, match="No space left on device"):
        write_site(tmp_path / "site")
    assert not list(tmp_path.glob("site*"))


@pytest.mark.parametrize(
    ("address", "base"),
    [
        ("/some/path/t/abc", "/some/path/"),
        ("/some/path/t/abc/replay", "/some/path/"),
        ("/some/path/box/fariables", "/some/path/"),
        ("/box", "/"),
        ("/c/ABCDEF", "/"),
        ("/some/path/typo", "/some/path/"),
    ],
)
def test_find_base_leads_to_the_folder(address: str, base: str) -> None:
    """The script's patterns, which JavaScript and Python read alike."""
    first, second = re.findall(r"replace\(/(.*?)/,''\)", html.FIND_BASE)
    found = re.sub(second, "", re.sub(first.replace("\\/", "/"), "", address, count=1), count=1)
    assert found == base
