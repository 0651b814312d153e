"""Slugs of identifiers, titles and what people type."""

from __future__ import annotations

from fairyring.core.text.slug import slug_of_identifier, slug_of_input, slug_of_title


def test_slug_of_identifier_splits_words() -> None:
    assert [slug_of_identifier(name) for name in ("THIRD_FAIRY", "ThirdFairy", "RACK_1")] == ["third-fairy"] * 2 + ["rack-1"]


def test_slug_of_input_keeps_unknown_characters() -> None:
    assert [slug_of_input(text) for text in (" Sneaky  Town", "sneaky_town", "fary!")] == ["sneaky-town"] * 2 + ["fary!"]


def test_slug_of_title_is_ascii() -> None:
    assert [slug_of_title(title) for title in ("Dragon's Lair", "– Elf, old –")] == ["dragons-lair", "elf-old"]
