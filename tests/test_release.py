"""`scripts/release.py`: the cheap steps on a small repository, and the smoke tests against broken installations."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import release
from scripts.release import ReleaseError
from tests.paths import ROOT

CHANGELOG = """\
# Changelog

Intro.

## Unreleased

## 0.2.0 (2026-12-01)

### Added

- A sixth game.

## 0.1.0

First version.
"""
# Answers like a server: arguments are the text of /health, the text of the page, and `--port PORT`.
SERVER = """
import http.server, sys
health, page, port = sys.argv[1], sys.argv[2], int(sys.argv[-1])
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        text = {"/health": health, "/": page, "/assets/a.js": "1"}.get(self.path)
        self.send_response(200 if text is not None else 404)
        self.end_headers()
        self.wfile.write((text or "").encode())
import signal
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
http.server.HTTPServer(("127.0.0.1", port), Handler).serve_forever()
"""
HEALTHY, PAGE = '{"ok": true, "version": "0.2.0"}', '<script type="module" src="./assets/a.js"></script>'


def git(root: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *identity, *arguments], cwd=root, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that is ready for release 0.2.0."""
    for name, value in (("NAME", "Test"), ("EMAIL", "test@example.org")):
        monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)
    files = {
        "src/fairyring/__init__.py": '__version__ = "0.2.0"\n',
        "CHANGELOG.md": CHANGELOG,
        "README.md": "pip install fairyring-0.2.0-py3-none-any.whl\n",
        "deploy/kubernetes.yaml": "image: fairyring:0.2.0\n",
        ".gitignore": "build/\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message", "Change")


def replace(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    assert old in text
    (root / name).write_text(text.replace(old, new), encoding="utf-8")


def test_release_accepts_a_prepared_repository(root: Path) -> None:
    assert release.main(["--version", "0.2.0", "version", "clean", "notes"], root) == 0


def test_release_notes_are_the_section_of_the_version(root: Path) -> None:
    assert release.write_notes(root) == root / "build" / "release-notes.md"
    text = (root / "build" / "release-notes.md").read_text(encoding="utf-8")
    assert text == "# Fairyring 0.2.0\n\n### Added\n\n- A sixth game.\n"


@pytest.mark.parametrize(
    ("name", "old", "new", "error"),
    [
        ("CHANGELOG.md", "## 0.2.0 (2026-12-01)", "## 0.1.9", r"^CHANGELOG\.md has no entries for version 0\.2\.0\.$"),
        ("CHANGELOG.md", "### Added\n\n- A sixth game.", "", "has no entries for version"),
        ("CHANGELOG.md", "Unreleased\n", "Unreleased\n\n- A thing.\n", "has entries under “Unreleased”: rename"),
        ("CHANGELOG.md", "Unreleased\n", "0.3.0\n\n- A thing.\n", r"The newest version in CHANGELOG\.md is 0\.3\.0"),
        ("README.md", "0.2.0", "0.1.0", r"^README\.md does not name version 0\.2\.0; it should contain “fairyring-0\.2\.0-py3"),
        ("deploy/kubernetes.yaml", "0.2.0", "0.1.0", r"^deploy/kubernetes\.yaml does not name version 0\.2\.0"),
        ("src/fairyring/__init__.py", '"0.2.0"', '"0.2"', "needs a line such as"),
    ],
)
def test_release_refuses_files_that_disagree(root: Path, name: str, old: str, new: str, error: str) -> None:
    replace(root, name, old, new)
    with pytest.raises(ReleaseError, match=error):
        release.check_version(root)


def test_release_refuses_another_version_than_the_wanted_one(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--version", "0.3.0", "notes"], root) == 1
    assert capsys.readouterr().err == "release: version failed. The package has version 0.2.0, not 0.3.0.\n"
    assert not (root / "build").exists()


def test_release_refuses_a_version_whose_tag_names_another_commit(root: Path) -> None:
    release.create_tag(root)
    assert git(root, "for-each-ref", "--format=%(contents)", "refs/tags/v0.2.0").startswith("# Fairyring 0.2.0\n\n### Added\n")
    release.check_version(root)  # a forge runs the release of a tag at its commit
    commit(root)
    with pytest.raises(ReleaseError, match=r"the tag v0\.2\.0 names another commit"):
        release.check_version(root)


@pytest.mark.parametrize("change", ["changed", "new"])
def test_release_refuses_a_dirty_tree(root: Path, change: str) -> None:
    release.check_clean(root)
    if change == "changed":
        replace(root, "README.md", "pip", "pip3")
    else:
        (root / "README.md.orig").touch()
    with pytest.raises(ReleaseError, match=r"^The work tree is not clean: commit or remove README\.md"):
        release.check_clean(root)


@pytest.mark.parametrize("step", ["test", "build"])
def test_release_stops_at_a_failed_target(root: Path, step: str, capfd: pytest.CaptureFixture[str]) -> None:
    (root / "Makefile").write_text("test wheel:\n\tfalse\n", encoding="utf-8")
    assert release.main([step, "notes"], root) == 1
    target = {"test": "test", "build": "wheel"}[step]
    assert capfd.readouterr().err.endswith(f"release: {step} failed. `make {target}` failed; its output is above.\n")
    assert not (root / "build").exists()


def test_release_refuses_a_build_without_its_wheel(root: Path) -> None:
    (root / "Makefile").write_text("wheel:\n\t@true\n", encoding="utf-8")
    commit(root)
    with pytest.raises(ReleaseError, match=r"did not build dist/fairyring-0\.2\.0-py3-none-any\.whl"):
        release.build(root)
    with pytest.raises(ReleaseError, match="run the step `build` first"):
        release.smoke_wheel(root)


@pytest.mark.parametrize(
    ("package", "error"),
    [
        ("import a_module_that_is_missing", "No module named 'a_module_that_is_missing'"),
        ('__version__ = "9.9.9"', r"has version 9\.9\.9, not 0\.2\.0"),
        ('__version__ = "0.2.0"', "simulate fairy .* failed with exit code 1"),
    ],
)
def test_release_smoke_test_finds_a_broken_package(tmp_path: Path, package: str, error: str) -> None:
    (tmp_path / "fairyring").mkdir()
    (tmp_path / "fairyring" / "__init__.py").write_text(package, encoding="utf-8")
    with pytest.raises(ReleaseError, match=error):
        release.smoke_library(Path(sys.executable), tmp_path, "0.2.0", {"PYTHONPATH": str(tmp_path)})


def serve(health: str, page: str) -> list[str]:
    return [sys.executable, "-c", SERVER, health, page]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ([sys.executable, "-c", "raise SystemExit(3)"], "ended with exit code 3 before it answered"),
        (serve('{"ok": false, "version": "0.2.0"}', PAGE), r"should be ok with version 0\.2\.0"),
        (serve('{"ok": true, "version": "0.1.0"}', PAGE), r"should be ok with version 0\.2\.0"),
        (serve("well", PAGE), "does not answer with JSON"),
        (serve(HEALTHY, "<h1>The page was not built.</h1>"), "was built without the page"),
        (serve(HEALTHY, PAGE.replace("a.js", "b.js")), r"/assets/b\.js answers with status 404"),
        (["sh", "-c", "trap 'kill $!; exit 7' TERM; \"$@\" & wait", "sh", *serve(HEALTHY, PAGE)], r"exit code 7 after SIGTERM"),
    ],
)
def test_release_smoke_test_finds_a_broken_server(tmp_path: Path, command: list[str], error: str) -> None:
    with pytest.raises(ReleaseError, match=error):
        release.smoke_server(command, tmp_path, "0.2.0", dict(os.environ))


def test_release_smoke_test_accepts_a_server(tmp_path: Path) -> None:
    release.smoke_server(serve(HEALTHY, PAGE), tmp_path, "0.2.0", dict(os.environ))


@pytest.mark.parametrize("docker", [None, "false"])
def test_release_says_that_the_image_was_skipped(
    root: Path, docker: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: docker)
    assert release.main(["image"], root) == 0
    assert "release: image was SKIPPED: " in capsys.readouterr().out


def test_release_agrees_with_this_repository() -> None:
    """Whatever is under “Unreleased”, other files name the version of the package."""
    version = release.read_version(ROOT)
    assert version in release.sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    for name, text in release.MENTIONS:
        assert text.format(version) in (ROOT / name).read_text(encoding="utf-8")
