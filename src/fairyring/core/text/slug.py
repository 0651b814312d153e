"""Slugs: names in lower case with hyphens, made from identifiers, titles or what people type."""

from __future__ import annotations

import re


def slug_of_identifier(name: str) -> str:
    """Return the slug of a constant or class: `third-fairy` for THIRD_FAIRY and ThirdFairy."""
    split = name if name.isupper() else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return slug_of_input(split)


def slug_of_input(text: str) -> str:
    """Return what people typed with hyphens for blanks and underscores: `sneaky-town` for “Sneaky Town”.

    Other characters stay, so that an unknown name can be quoted and compared.
    """
    return "-".join(text.casefold().replace("_", " ").replace("-", " ").split())


def slug_of_title(title: str) -> str:
    """Return the ASCII slug of a title: `dragons-lair` for “Dragon's Lair”."""
    return slug_of_input(re.sub(r"[^a-z0-9]+", " ", re.sub(r"['’]", "", title.casefold())))
