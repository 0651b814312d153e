"""`fairyring print fariables`: the command, and all that can be wrong with where it writes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdf
import pytest

from fairyring.cli import main
from fairyring.games.fariables.boards import shipped
from fairyring.games.fariables.sheet.page import draw_page
from fairyring.games.fariables.sheet.svg import to_svg

PICTURE = "\n".join(" " * (row % 2) + "1 2 3 4 5 6" for row in range(4))


def test_print_writes_svg_pdf_or_stdout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.main(["print", "fariables", "--board", "moon"]) == 0
    assert (tmp_path / "fariables-moon.svg").read_text(encoding="utf-8") == to_svg(draw_page(shipped("moon")))
    assert main.main(["print", "fariables", "--output", "a.pdf"]) == 0
    assert "Meadow" in pypdf.PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    capsys.readouterr()
    assert main.main(["print", "fariables", "--output", "-"]) == 0
    assert capsys.readouterr().out == to_svg(draw_page(shipped("meadow")))


def test_print_accepts_a_custom_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text(PICTURE, encoding="utf-8")
    assert main.main(["print", "fariables", "--board", "mine.txt"]) == 0
    assert (tmp_path / "fariables-mine.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--board", "maedow"], "board=maedow is neither meadow"),
        (["--output", "a.png"], "should end in .svg or .pdf"),
        (["--output", "nowhere/a.svg"], "nowhere/a.svg cannot be written: No such file or directory."),
        (["--output", "nowhere/a.pdf"], "nowhere/a.pdf cannot be written: No such file or directory."),
        (["--output", f"{__file__}/a.svg"], "test_print.py/a.svg cannot be written: Not a directory."),
        (["--output", "a" * 300 + ".svg"], "a.svg cannot be written: File name too long."),
        (["--board", "a" * 300], "aaa is neither meadow"),
        (["--output", "a.pdf", "--fonts", "nowhere"], "--fonts=nowhere should be a folder with fonts (.ttf, .otf or .ttc)"),
    ],
)
def test_print_refuses_bad_arguments(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.main(["print", "fariables", *arguments]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a.svg", "a.pdf", "a.PDF"])
def test_print_replaces_a_file_only_with_force(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(b"mine")
    assert main.main(["print", "fariables", "--output", name]) == 2
    assert capsys.readouterr().err == (
        f"fairyring: {name} exists already; choose another --output, or replace it with --force.\n"
    )
    assert (tmp_path / name).read_bytes() == b"mine"
    assert main.main(["print", "fariables", "--output", name, "--force"]) == 0
    assert (tmp_path / name).read_bytes()[:5] in {b"<?xml", b"%PDF-"}
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_print_failure_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.svg").write_bytes(b"mine")
    monkeypatch.setattr(Path, "write_bytes", full)
    assert main.main(["print", "fariables", "--output", "a.svg", "--force"]) == 2
    assert capsys.readouterr().err == "fairyring: a.svg cannot be written: No space left on device.\n"
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.svg", b"mine")]


@pytest.mark.parametrize(
    ("redirect", "why"), [("> /dev/full", "No space left on device."), (">&-", "standard output is closed.")]
)
@pytest.mark.parametrize(("output", "expected"), [("-", "The board"), ("a.svg", "a.svg is ready, but a line about it")])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_print_to_a_full_or_closed_output_is_an_error(
    redirect: str, why: str, output: str, expected: str, unbuffered: str, tmp_path: Path
) -> None:
    command = f'"{sys.executable}" -m fairyring.cli.main print fariables --output {output} {redirect}'
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(  # noqa: S602
        command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, f"fairyring: {expected} cannot be written: {why}\n")


def test_print_completes_short_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Narrow(io.BytesIO):
        def write(self, data: Any) -> int:
            return super().write(data[:1000])

    narrow = Narrow()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(narrow, encoding="utf-8"))
    assert main.main(["print", "fariables", "--output", "-"]) == 0
    assert narrow.getvalue().decode() == to_svg(draw_page(shipped("meadow")))


def test_print_replaces_unencodable_characters(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(f"title: 草地\n{PICTURE}\n", encoding="utf-8")

    def print_board(*arguments: str) -> bytes:
        command = [sys.executable, "-m", "fairyring.cli.main", "print", "fariables", "--board", "mine.txt", *arguments]
        environment = os.environ | {"PYTHONIOENCODING": "ascii"}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True).stdout

    assert print_board() == b"??, ready to print: fariables-mine.svg\n"
    assert print_board("--output", "-") == (tmp_path / "fariables-mine.svg").read_bytes()


def test_print_imports_typst_for_pdf_only(tmp_path: Path) -> None:
    program = (
        "import sys; from fairyring.cli.main import main; "
        "main(['print', 'fariables', '--output', 'a.svg']); assert 'typst' not in sys.modules; "
        "main(['print', 'fariables', '--output', 'a.pdf']); assert 'typst' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True)
