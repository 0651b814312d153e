"""Writes a drawing as a one-page PDF in any script. Typst does it; `pdf.typ` tells it how.

Our own font comes first, so that most sheets are the same everywhere. What it lacks is taken from a folder that the
user named, and then from the fonts of this computer. PDF/A forbids boxes in the place of characters: so Typst refuses
to draw any, and the user is told which characters no font has.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path as File
from typing import TYPE_CHECKING

from fairyring.core.errors import FairyringError, MissingExtra, OptionError
from fairyring.games.fariables.sheet.drawing import Drawing, Path, Text
from fairyring.games.fariables.sheet.svg import to_svg

if TYPE_CHECKING:
    from typst import Fonts

HERE = File(__file__).parent
OWN_FONTS = str(HERE / "fonts")
NAMED = 10  # so many missing characters are named, at most


def to_pdf(drawing: Drawing, folder: str | None = None) -> bytes:
    """The drawing as the bytes of a PDF file; `folder` may have fonts for what ours does not."""
    try:
        from typst import TypstError  # noqa: PLC0415  (large, and needed only here)
    except ImportError:
        raise MissingExtra("A PDF needs typst: install “fairyring[print]”, or print to a file that ends in .svg.") from None
    for fonts in _fonts(folder):
        try:
            return _compile(drawing, fonts)
        except TypstError as error:
            failed, most = error, fonts
    missing = _missing(drawing, most)
    if not missing:
        raise FairyringError(
            f"The PDF cannot be made: {failed.message}; print to a file that ends in .svg instead."
        ) from failed
    named = ", ".join(missing[:NAMED]) + (f" and {len(missing) - NAMED} more" if len(missing) > NAMED else "")
    raise FairyringError(
        f"No font on this computer has {named}: install one (the Noto fonts have nearly everything), "
        "name a folder of fonts with --fonts, or print to a file that ends in .svg."
    ) from failed


def _fonts(folder: str | None) -> Iterator[Fonts]:
    """Ever more fonts. Those of the computer are looked for only when they are needed."""
    from typst import Fonts  # noqa: PLC0415

    def only(*folders: str) -> Fonts:
        return Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=list(folders))

    given = [folder] if folder is not None else []
    if given and not only(*given).families():
        raise OptionError(f"--fonts={folder} should be a folder with fonts (.ttf, .otf or .ttc), and none are there.")
    yield only(OWN_FONTS)
    if given:
        yield only(OWN_FONTS, *given)
    yield Fonts(font_paths=[OWN_FONTS, *given])


def _compile(drawing: Drawing, fonts: Fonts) -> bytes:
    import typst  # noqa: PLC0415

    art = Drawing(drawing.width, drawing.height, "", [item for item in drawing.items if isinstance(item, Path)])
    texts = [asdict(text) | {"leftward": _leftward(text.text)} for text in _texts(drawing)]
    size = {"width": drawing.width, "height": drawing.height}
    sheet = json.dumps(size | {"title": drawing.title, "art": to_svg(art), "texts": texts})
    source = (HERE / "pdf.typ").read_bytes()
    return typst.compile(source, font_paths=fonts, sys_inputs={"sheet": sheet}, format="pdf", pdf_standards="a-2b")


def _texts(drawing: Drawing) -> Sequence[Text]:
    return [item for item in drawing.items if isinstance(item, Text)]


def _leftward(text: str) -> bool:
    """Whether a line is read from right to left: its first letter says."""
    kinds = (unicodedata.bidirectional(char) for char in text)
    return next((kind for kind in kinds if kind in {"L", "R", "AL"}), "L") != "L"


def _missing(drawing: Drawing, fonts: Fonts) -> list[str]:
    """The characters that cannot be drawn, found by drawing each on its own page."""
    from typst import TypstError  # noqa: PLC0415

    missing = []
    for char in sorted(
        {char for text in _texts(drawing) for char in text.text if not char.isascii() or not char.isprintable()}
    ):
        page = Drawing(drawing.width, drawing.height, "")
        page.text(0, 0, char, 12)
        try:
            _compile(page, fonts)
        except TypstError:
            shown = f"“{char}” " if char.isprintable() else ""
            missing.append(f"{shown}(U+{ord(char):04X})")
    return missing
