"""The drawing of the architecture is made by its script, and names what exists."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from scripts import draw_architecture as drawing
from tests.paths import ROOT

ELEMENTS = "{http://www.w3.org/2000/svg}"


def test_architecture_drawing_is_that_of_its_script() -> None:
    assert (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8") == drawing.draw()


def test_architecture_drawing_names_what_exists() -> None:
    packages = Path(drawing.PACKAGES)
    assert all((packages / drawing.ROOM / name).exists() for name, _lines in drawing.PARTS)
    assert all((packages / backend.package).is_dir() for backend in drawing.BACKENDS)
    for rule in drawing.IMPORTS[:-1]:
        left, _, right = rule.partition(" → ")
        assert all((packages / name).is_dir() for name in (*left.split(", "), *right.split(", ")))


def test_architecture_drawing_stays_inside_its_frame() -> None:
    for element in ET.fromstring(drawing.draw()).iter(f"{ELEMENTS}text"):  # noqa: S314  (our own)
        assert 0 < float(element.attrib["x"]) < drawing.WIDTH
        assert 0 < float(element.attrib["y"]) < drawing.HEIGHT
