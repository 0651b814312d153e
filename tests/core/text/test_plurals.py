"""Plural categories, compared with those of the browser: client/tests/lib/plurals.test.ts reads the same file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairyring.core.text.messages import Speaker
from fairyring.core.text.plurals import plural_category

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("plurals.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", DATA["languages"])
def test_plural_category_agrees_with_intl(language: str) -> None:
    expected = [DATA["letters"][letter] for letter in DATA["languages"][language]]
    assert [plural_category(language, number) for number in DATA["numbers"]] == expected


@pytest.mark.parametrize(("language", "category"), [("en-GB", "one"), ("de_AT", "one"), ("xx", "one"), ("ja-JP", "other")])
def test_plural_category_ignores_regions(language: str, category: str) -> None:
    assert plural_category(language, 1) == plural_category(language, -1) == category


def test_speaker_plural_uses_few_and_many() -> None:
    speaker = Speaker({"n": "{n, plural, one {kot} few {koty} many {kotów} other {kota}}"}, language="pl")
    assert [speaker.say("n", n=n) for n in (1, 2, 5, 12, 22, -1)] == ["kot", "koty", "kotów", "kotów", "koty", "kot"]
