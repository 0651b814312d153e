"""`fairyring print fariables`: a page for each board, as SVG and as PDF."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import pytest

from fairyring import cli
from fairyring.games.fariables.boards import SHIPPED, parse, shipped
from fairyring.games.fariables.sheet.drawing import Drawing, Text, read_path
from fairyring.games.fariables.sheet.drawing import Path as Line
from fairyring.games.fariables.sheet.page import HEIGHT, WIDTH, draw_page
from fairyring.games.fariables.sheet.pdf import text_width, to_pdf
from fairyring.games.fariables.sheet.svg import to_svg

LETTER = (612, 792)
NAMESPACE = "{http://www.w3.org/2000/svg}"


def texts(page: Drawing) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_space_is_on_the_sheet_with_its_name_and_its_number(name: str) -> None:
    board = shipped(name)
    page = draw_page(board)
    written = texts(page)
    assert all(written.count(space.name) == 1 for space in board.spaces)
    for kind in range(1, 7):
        assert written.count(str(kind)) == sum(space.kind == kind for space in board.spaces)
    assert all(text in written for text in ("–2", "–1", "0", "+1", "+2", "+3", "dew", "star", "flowers"))
    assert any("R. A. Mildren" in text for text in written)


@pytest.mark.parametrize("name", SHIPPED)
def test_all_of_it_fits_a4_and_letter(name: str) -> None:
    page = draw_page(shipped(name))
    inner, top = (WIDTH - min(WIDTH, LETTER[0])) / 2, (HEIGHT - LETTER[1]) / 2
    for item in page.items[1:]:  # the first is the white paper
        if isinstance(item, Line):
            points = [point for _letter, points in item.steps for point in points]
        else:
            width = text_width(item.text, item.size, item.bold)
            left = item.x - width * {"start": 0, "middle": 0.5, "end": 1}[item.anchor]
            points = [(left, item.y), (left + width, item.y - item.size)]
        for x, y in points:
            assert inner + 18 <= x <= WIDTH - inner - 18
            assert top + 18 <= y <= HEIGHT - top - 18


@pytest.mark.parametrize("name", SHIPPED)
def test_the_svg_is_well_formed(name: str) -> None:
    root = ET.fromstring(to_svg(draw_page(shipped(name))))  # noqa: S314  (our own text)
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.findtext(f"{NAMESPACE}title") == f"Fariables: {shipped(name).title}"
    assert len(root.findall(f"{NAMESPACE}path")) > 500


@pytest.mark.parametrize("name", SHIPPED)
def test_the_pdf_is_well_formed(name: str) -> None:
    data = to_pdf(draw_page(shipped(name)))
    assert data.startswith(b"%PDF-1.4")
    assert data.endswith(b"%%EOF\n")
    table = int(re.findall(rb"startxref\n(\d+)\n", data)[0])
    assert data[table : table + 4] == b"xref"
    starts = [int(start) for start in re.findall(rb"(\d{10}) 00000 n ", data)]
    assert [data[start : start + 7] for start in starts] == [f"{n} 0 obj".encode() for n in range(1, len(starts) + 1)]
    length = int(re.findall(rb"/Length (\d+)", data)[0])
    begin = data.index(b"stream\n") + len(b"stream\n")
    content = zlib.decompress(data[begin : begin + length]).decode("cp1252")
    assert content.count("BT") == content.count("ET") == len(texts(draw_page(shipped(name))))
    assert "(Fariables) Tj" in content


def test_titles_that_are_not_plain_letters_are_escaped() -> None:
    picture = "\n".join(" " * (row % 2) + "1 2 3 4 5 6" for row in range(4))
    page = draw_page(parse("b.txt", f"title: A <(b)> & \\ c, ☾\n{picture}\n"))
    assert "A &lt;(b)&gt; &amp; \\ c, ☾" in to_svg(page)
    assert to_pdf(page)


def test_paths_are_read_as_in_svg() -> None:
    assert list(read_path("M0 1 2 3L4,5 C1 1 2 2 3 3Z")) == [
        ("M", ((0, 1),)),
        ("L", ((2, 3),)),
        ("L", ((4, 5),)),
        ("C", ((1, 1), (2, 2), (3, 3))),
        ("Z", ()),
    ]


def test_the_command_writes_svg_pdf_or_to_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["print", "fariables", "--board", "moon"]) == 0
    assert (tmp_path / "fariables-moon.svg").read_text(encoding="utf-8") == to_svg(draw_page(shipped("moon")))
    assert cli.main(["print", "fariables", "--output", "a.pdf"]) == 0
    assert (tmp_path / "a.pdf").read_bytes() == to_pdf(draw_page(shipped("meadow")))
    capsys.readouterr()
    assert cli.main(["print", "fariables", "--output", "-"]) == 0
    assert capsys.readouterr().out.startswith("<?xml")


def test_the_command_draws_a_board_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    picture = "\n".join(" " * (row % 2) + "1 2 3 4 5 6" for row in range(4))
    (tmp_path / "mine.txt").write_text(picture, encoding="utf-8")
    assert cli.main(["print", "fariables", "--board", "mine.txt"]) == 0
    assert (tmp_path / "fariables-mine.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--board", "maedow"], "board=maedow is neither meadow"),
        (["--output", "a.png"], "should end in .svg or .pdf"),
        (["--output", "nowhere/a.svg"], "nowhere/a.svg cannot be written: No such file or directory."),
    ],
)
def test_the_command_says_what_is_wrong(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["print", "fariables", *arguments]) != 0
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
