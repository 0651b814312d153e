"""PDF writer for drawings in any script, by Typst with the template `pdf.typ`.

The shipped font comes first, so that most sheets look the same everywhere; then fonts of the folder that the user named, then
system fonts. PDF/A forbids placeholder boxes, so Typst fails on missing characters, and the error names them.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path as File
from typing import TYPE_CHECKING

from fairyring.core.errors import FairyringError, MissingExtra, OptionError
from fairyring.core.extras import missing_extra
from fairyring.games.fariables.sheet.drawing import Drawing, Path, Text
from fairyring.games.fariables.sheet.svg import to_svg

if TYPE_CHECKING:
    from typst import Fonts

HERE = File(__file__).parent
OWN_FONTS = str(HERE / "fonts")
MAX_NAMED = 10  # missing characters that an error names
MAX_PROBES = 40  # pages that are made to find them; each takes some milliseconds


def to_pdf(drawing: Drawing, folder: str | None = None) -> bytes:
    """Return the drawing as a PDF file; `folder` may hold more fonts. Raises FairyringError for missing characters."""
    try:
        from typst import TypstError  # noqa: PLC0415  (large, and needed only here)
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{missing_extra(error)}; or print to a file that ends in .svg, which needs none.") from None
    for fonts in _fonts(folder):
        try:
            return _compile(drawing, fonts)
        except TypstError as error:
            failed, most = error, fonts
    missing, more = _missing(drawing, most)
    if not missing:
        raise FairyringError(
            f"The PDF cannot be made: {failed.message}; print to a file that ends in .svg instead."
        ) from failed
    named = ", ".join(missing) + (" and perhaps more" if more else "")
    raise FairyringError(
        f"No font on this computer has {named}: install one (the Noto fonts have nearly everything), "
        "name a folder of fonts with --fonts, or print to a file that ends in .svg."
    ) from failed


def _fonts(folder: str | None) -> Iterator[Fonts]:
    """Yield sets of fonts, each larger; system fonts are searched only when needed."""
    from typst import Fonts  # noqa: PLC0415

    def only(*folders: str) -> Fonts:
        return Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=list(folders))

    named_folders = [folder] if folder is not None else []
    if named_folders and not only(*named_folders).families():
        raise OptionError(f"--fonts={folder} should be a folder with fonts (.ttf, .otf or .ttc), and none are there.")
    yield only(OWN_FONTS)
    if named_folders:
        yield only(OWN_FONTS, *named_folders)
    yield Fonts(font_paths=[OWN_FONTS, *named_folders])


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
    """Return whether a line is read from right to left, by its first letter."""
    kinds = (unicodedata.bidirectional(char) for char in text)
    return next((kind for kind in kinds if kind in {"L", "R", "AL"}), "L") != "L"


def _missing(drawing: Drawing, fonts: Fonts) -> tuple[list[str], bool]:
    """Return some characters that no font has, by drawing each on a page of its own; and whether there may be more."""
    from typst import TypstError  # noqa: PLC0415

    missing: list[str] = []
    doubtful = sorted({char for text in _texts(drawing) for char in text.text if not char.isascii() or not char.isprintable()})
    for number, char in enumerate(doubtful):
        if number == MAX_PROBES or len(missing) == MAX_NAMED:
            return missing, True
        page = Drawing(drawing.width, drawing.height, "")
        page.text(0, 0, char, 12)
        try:
            _compile(page, fonts)
        except TypstError:
            shown = f"“{char}” " if char.isprintable() else ""
            missing.append(f"{shown}(U+{ord(char):04X})")
    return missing, False
