"""The sheet of a board: a page as SVG and as PDF, with a title in any script."""

from __future__ import annotations

import io
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pypdf
import pytest
import typst

from fairyring.core.errors import FairyringError, MissingExtra
from fairyring.games.fariables.boards import SHIPPED, parse, shipped
from fairyring.games.fariables.sheet import pdf
from fairyring.games.fariables.sheet.drawing import Drawing, Text, read_path
from fairyring.games.fariables.sheet.drawing import Path as Line
from fairyring.games.fariables.sheet.page import HEIGHT, WIDTH, draw_page
from fairyring.games.fariables.sheet.pdf import OWN_FONTS, to_pdf
from fairyring.games.fariables.sheet.svg import to_svg

LETTER = (612, 792)
NAMESPACE = "{http://www.w3.org/2000/svg}"
FONTS = str(Path(__file__).parent / "fonts")
PICTURE = "\n".join(" " * (row % 2) + "1 2 3 4 5 6" for row in range(4))
NOWHERE = "\u0378"  # a character that does not exist, so no font has it

# Lengths in points of texts in our own font, measured by the library that will draw them.
MEASURE = """
#let texts = json(bytes(sys.inputs.texts))
#let long(it) = measure(text(font: "Arimo", size: it.size * 1pt, weight: it.weight, it.text)).width.pt()
#context [#metadata(texts.map(long)) <widths>]
"""


def titled(title: str, by: str = "") -> Drawing:
    return draw_page(parse("b.txt", f"title: {title}\nby: {by}\n{PICTURE}\n"))


def widths(page: Drawing) -> list[float]:
    """How long each text of the page is."""
    items = [item for item in page.items if isinstance(item, Text)]
    sizes = [{"text": item.text, "size": item.size, "weight": "bold" if item.bold else "regular"} for item in items]
    inputs = {"texts": json.dumps(sizes)}
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[OWN_FONTS, FONTS])
    widths = typst.query(MEASURE.encode(), "<widths>", "value", one=True, font_paths=fonts, sys_inputs=inputs)
    return [float(width) for width in json.loads(widths)]


def read(data: bytes) -> pypdf.PageObject:
    """The one page of a PDF."""
    pages = pypdf.PdfReader(io.BytesIO(data), strict=True).pages
    assert len(pages) == 1
    return pages[0]


def runs(data: bytes) -> list[tuple[float, str]]:
    """What a PDF draws: where each piece of text begins, and its characters."""
    runs_of_text = []

    def visit(text: str, matrix: list[float], *_more: Any) -> None:
        if text.strip():
            runs_of_text.append((matrix[4], text.strip()))

    read(data).extract_text(visitor_text=visit)
    return runs_of_text


def texts(page: Drawing) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize("name", SHIPPED)
def test_page_has_every_space_with_name_and_number(name: str) -> None:
    board = shipped(name)
    page = draw_page(board)
    printed = texts(page)
    assert all(printed.count(space.name) == 1 for space in board.spaces)
    for kind in range(1, 7):
        assert printed.count(str(kind)) == sum(space.kind == kind for space in board.spaces)
    assert all(text in printed for text in ("–2", "–1", "0", "+1", "+2", "+3", "dew", "star", "flowers"))
    assert any("R. A. Mildren" in text for text in printed)
    assert any("face of die A" in text for text in printed), "screens show values there"


def in_print(page: Drawing) -> None:
    """Everything on the page is inside what printers reach, on A4 and on Letter."""
    inner, top = (WIDTH - min(WIDTH, LETTER[0])) / 2, (HEIGHT - LETTER[1]) / 2
    lengths = iter(widths(page))
    for item in page.items[1:]:  # the first is the white paper
        if isinstance(item, Line):
            points = [point for _letter, points in item.steps for point in points]
        else:
            width = next(lengths)
            left = item.x - width * {"start": 0, "middle": 0.5, "end": 1}[item.anchor]
            points = [(left, item.y), (left + width, item.y - item.size)]
        for x, y in points:
            assert inner + 18 <= x <= WIDTH - inner - 18
            assert top + 18 <= y <= HEIGHT - top - 18


@pytest.mark.parametrize("name", SHIPPED)
def test_page_fits_a4_and_letter(name: str) -> None:
    in_print(draw_page(shipped(name)))


@pytest.mark.parametrize(
    "title", ["Meadow at the end of the long and winding road", "WW MM " * 12, "word " * 500, "草" * 60, ""]
)
def test_page_shrinks_long_titles(title: str) -> None:
    page = titled(title, by=title)
    in_print(page)
    heading = dict(zip(texts(page), widths(page), strict=True))
    assert heading["Fariables"] + heading[texts(page)[1]] < WIDTH - 2 * 36  # they do not run into each other
    assert texts(page)[-1].endswith(". Game by R. A. Mildren (mossdell.com).")


def test_page_cuts_titles_that_would_be_unreadable() -> None:
    assert texts(titled("x" * 60))[1] == "x" * 60
    assert texts(titled("x" * 200))[1] == "x" * 74 + "…"


@pytest.mark.parametrize("name", SHIPPED)
def test_svg_is_well_formed(name: str) -> None:
    root = ET.fromstring(to_svg(draw_page(shipped(name))))  # noqa: S314  (our own text)
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.findtext(f"{NAMESPACE}title") == f"Fariables: {shipped(name).title}"
    assert len(root.findall(f"{NAMESPACE}path")) > 500


# PDF --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_pdf_is_one_a4_page_with_all_texts(name: str) -> None:
    page = draw_page(shipped(name))
    data = to_pdf(page)
    assert data.startswith(b"%PDF-1.7")
    sheet = read(data)
    assert [float(side) for side in sheet.mediabox] == pytest.approx([0, 0, WIDTH, HEIGHT], abs=0.01)
    assert sorted(" ".join(text for _x, text in runs(data)).split()) == sorted(" ".join(texts(page)).split())
    information = pypdf.PdfReader(io.BytesIO(data)).metadata
    assert information is not None
    assert information.title == f"Fariables: {shipped(name).title}"


def test_pdf_embeds_all_fonts() -> None:
    fonts: Any = read(to_pdf(titled("草 ب", by="a b"), FONTS))["/Resources"]["/Font"]  # type: ignore[index]
    inside = [font.get_object()["/DescendantFonts"][0]["/FontDescriptor"] for font in fonts.values()]
    assert len(inside) == 4  # ours in two weights, and two for the title
    assert all({"/FontFile2", "/FontFile3"} & set(descriptor) for descriptor in inside)


def test_pdf_paths_equal_the_drawing() -> None:
    page = draw_page(shipped("meadow"))
    ink = set()

    def visit(operator: bytes, operands: list[Any], matrix: list[float], _text: list[float]) -> None:
        if operator in {b"m", b"l", b"c"}:
            (a, b, c, d, e, f), (x, y) = matrix, map(float, operands[-2:])
            ink.add((round(a * x + c * y + e), round(HEIGHT - (b * x + d * y + f))))

    read(to_pdf(page)).extract_text(visitor_operand_before=visit)
    ends = [points[-1] for item in page.items if isinstance(item, Line) for _letter, points in item.steps if points]
    assert len(ink) > 1000
    missing = [(x, y) for x, y in ends if not ink & {(round(x + i), round(y + j)) for i in (-0.1, 0.1) for j in (-0.1, 0.1)}]
    assert not missing


def test_pdf_prefers_named_fonts_to_system_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    probes = []
    real = typst.Fonts

    def fonts(**how: Any) -> typst.Fonts:
        probes.append(how.get("include_system_fonts", True))
        return real(**how)

    monkeypatch.setattr(typst, "Fonts", fonts)
    to_pdf(titled("草"), FONTS)
    assert not any(probes)
    to_pdf(titled("☾"), FONTS)
    assert probes[-1]


TITLES = [
    "A <(b)> & \\ c",
    "Čarovná ŁĄKA",
    "Λιβάδι των νεράιδων",
    "Луг фей",
    "אחו הפיות 12",
    "مرج الجنيات ١٢",
    "परियों का मैदान",
    "仙女草地",
    "妖精の草原",
    "요정의 초원",
    "Fairy 🧚 👩‍👩‍👧",
    "Луг 草地 مرج 🧚",
]


@pytest.mark.parametrize("title", TITLES)
def test_pdf_draws_titles_in_any_script(title: str) -> None:
    """With PDF/A the library refuses to draw anything for a character that it has no glyph for."""
    page = titled(title)
    printed = "".join(text for _x, text in runs(to_pdf(page, FONTS)))
    assert printed.count("?") == texts(page).count("?")  # one in the flower of the legend, none for anything else
    assert set(title) <= {*printed, " "}
    if title.isascii() or title in TITLES[7:11]:  # what is not reordered is found as one piece
        assert title.replace(" ", "") in printed.replace(" ", "")


def test_pdf_draws_right_to_left_text() -> None:
    for title in ("אב ab", "ab אב"):  # the same picture: ab on the left
        where = {text.strip("\u2068\u2069"): x for x, text in runs(to_pdf(titled(title)))[:4]}
        latin, hebrew = where["ab"], next(x for text, x in where.items() if "א" in text)
        assert latin < hebrew


def test_page_isolates_right_to_left_titles() -> None:
    credit = texts(titled("אב ab", by="ים"))[-1]
    assert credit == "Board “\u2068אב ab\u2069” by \u2068ים\u2069. Game by R. A. Mildren (mossdell.com)."
    assert "\u2068" not in texts(titled("Λuna", by="me"))[-1]


def test_pdf_shapes_letters() -> None:
    """Three times the same Arabic letter: its forms for the beginning, the middle and the end."""
    contents = read(to_pdf(titled("ببب"), FONTS)).get_contents()
    assert contents is not None
    title = re.search(rb"/ReversedChars BMC.*?\[\((.*?)\)\]TJ", contents.get_data(), re.DOTALL)
    assert title is not None
    assert title[1] == rb"\000\001\000\002\000\003"


def test_pdf_falls_back_to_other_fonts() -> None:
    assert "☾" in read(to_pdf(titled("☾"))).extract_text()  # the library brings a font that has it


def test_pdf_error_names_missing_characters() -> None:
    with pytest.raises(FairyringError) as error:
        to_pdf(titled(f"Луг {NOWHERE}\U0010fffd\x01"), FONTS)
    assert str(error.value) == (
        "No font on this computer has (U+0001), (U+0378), (U+10FFFD): install one (the Noto fonts have nearly everything), "
        "name a folder of fonts with --fonts, or print to a file that ends in .svg."
    )
    with pytest.raises(FairyringError, match=r"\(U\+F0009\) and perhaps more: install"):
        to_pdf(titled("".join(chr(0xF0000 + i) for i in range(15))), FONTS)


def test_pdf_without_typst_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MissingExtra, match="needs the extra “print”"):
        to_pdf(titled("x"))


# SVG --------------------------------------------------------------------------------------------


def test_svg_escapes_titles() -> None:
    assert "A &lt;(b)&gt; &amp; \\ c, ☾" in to_svg(titled("A <(b)> & \\ c, ☾"))


def test_svg_replaces_characters_that_xml_forbids() -> None:
    root = ET.fromstring(to_svg(titled("a\x01b\uffffc")))  # noqa: S314  (our own text)
    assert root.findtext(f"{NAMESPACE}title") == "Fariables: a\ufffdb\ufffdc"


def test_read_path_parses_svg() -> None:
    assert list(read_path("M0 1 2 3L4,5 C1 1 2 2 3 3Z")) == [
        ("M", ((0, 1),)),
        ("L", ((2, 3),)),
        ("L", ((4, 5),)),
        ("C", ((1, 1), (2, 2), (3, 3))),
        ("Z", ()),
    ]


def test_pdf_probes_few_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title of 900 combining marks once made 900 pages."""
    pages: list[int] = []
    original = pdf._compile

    def counting(drawing: Drawing, fonts: Any) -> bytes:
        pages.append(1)
        return original(drawing, fonts)

    monkeypatch.setattr(pdf, "_compile", counting)
    marks = "".join(map(chr, range(0x0300, 0x036F))) + NOWHERE
    with pytest.raises(FairyringError):
        to_pdf(titled(marks), FONTS)
    assert len(pages) <= pdf.MAX_PROBES + 3
