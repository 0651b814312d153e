"""The rule book on a screen: every rule once, no Markdown, nothing wider than the screen; one rule where one is asked for."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli import main
from fairyring.cli.rulebook import render
from fairyring.core.game import registry
from tests.paths import PEBBLES

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def numbers(room: fr.Room) -> list[str]:
    return re.findall(r"\*\*(R\d+)\*\*", room.rules_text())


@pytest.mark.parametrize("styled", [False, True])
@pytest.mark.parametrize("width", [50, 80, 100])
@pytest.mark.parametrize("name", registry.shipped())
def test_rulebook_has_every_rule_once_without_markup(name: str, width: int, styled: bool) -> None:
    room = registry.room(name)
    lines = [ESCAPE.sub("", line) for line in render(room, width, styled=styled)]
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    matches = re.findall(r"^(?: • )?(R\d+) ", text, re.MULTILINE)
    assert [number for number in matches if number in numbers(room)] == numbers(room)
    assert "**" not in text
    assert "`" not in text
    assert "|---" not in text
    # Every word of every rule is there, but for what the first column of a table is called, which a list does not say.
    book = re.sub(r"^ *\|[^|]*(?=.*\n *\|-)", "", room.rules_text(), flags=re.MULTILINE)
    words = set(re.findall(r"[A-Za-z]{3,}", book))
    assert words <= set(re.findall(r"[A-Za-z]{3,}", text))


@pytest.mark.parametrize("name", registry.shipped())
def test_rulebook_rules_begin_with_their_origin(name: str) -> None:
    """There the page looks for it, and shows a sign instead."""
    room = registry.room(name)
    matches = re.findall(r"\*\*(R\d+)\*\* (?:\(\*|\*\()[^*]*(?:printed|ruling)", room.rules_text())
    assert matches == numbers(room)


@pytest.mark.parametrize("name", registry.shipped())
def test_rulebook_returns_a_single_rule(name: str) -> None:
    room = registry.room(name)
    whole = render(room, 80)
    for number in numbers(room):
        lines = render(room, 80, number)
        assert lines[0].split()[0] == number
        assert not any(re.match(r"R\d+ ", line) for line in lines[1:])
        assert set(lines) <= set(whole)
        assert render(room, 80, number[1:]) == render(room, 80, number.lower()) == render(room, 80, int(number[1:])) == lines


def test_rulebook_error_lists_existing_rules() -> None:
    for rule in ("R99", "0", "x", "", "R"):
        with pytest.raises(fr.OptionError, match=rf"Fairy has no rule {rule}; its rules go from R1 to R2\d\."):
            render(registry.room("fairy"), 80, rule)


def test_rulebook_prints_wide_tables_as_lists() -> None:
    room = registry.room("fairy-tale")
    assert any(line.startswith("  - Fairy Ring – realm: Fairy Wood, type: Place") for line in render(room, 80))
    assert any(line.startswith("Fairy Ring  ") for line in render(room, 300))


def test_rulebook_read_errors_are_one_sentence(tmp_path: Path) -> None:
    fairy = registry.room("fairy")
    room = replace(fairy, info=replace(fairy.info, folder=tmp_path))
    (tmp_path / "messages").mkdir()
    (tmp_path / "messages" / "en.json").write_text('{"title": "Lost"}', encoding="utf-8")
    with pytest.raises(fr.DataError, match=r"The rules of Lost cannot be read from .*RULES\.md: No such file"):
        render(room, 80)
    (tmp_path / "RULES.md").write_text("# Lost\n\nDo as you like.\n", encoding="utf-8")
    assert render(room, 80) == ["Lost", "====", "", "Do as you like."]
    with pytest.raises(fr.OptionError, match="The rules of Lost are not numbered"):
        render(room, 80, 1)


def test_rules_command_prints_the_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["rules", "Sneaky Town", "18"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("R18  (printed) A charm is captured by the player with a stone on its point:\n")
    assert re.search(r"\n-+  -+", output)  # and the table that belongs to it
    assert main.main(["rules", str(PEBBLES)]) == 0
    assert capsys.readouterr().out.startswith("Pebbles\n=======\n")
    assert main.main(["rules", "fairy", "99"]) == 2
    assert capsys.readouterr().err.startswith("fairyring: Fairy has no rule 99; its rules go from R1 to R")


def test_rules_command_has_colours_on_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    output = {}
    for kind in (Terminal, io.TextIOWrapper):
        for encoding in ("utf-8", "ascii"):
            screen = kind(io.BytesIO(), encoding=encoding)
            with monkeypatch.context() as patch:
                patch.setattr(sys, "stdout", screen)
                assert main.main(["rules", "fairy"]) == 0
            output[kind, encoding] = screen.buffer.getvalue().decode(encoding)  # type: ignore[attr-defined]
    assert {key for key, text in output.items() if "\x1b[" in text} == {(Terminal, "utf-8")}
    assert all(max(len(ESCAPE.sub("", line)) for line in text.splitlines()) <= 62 for text in output.values())
