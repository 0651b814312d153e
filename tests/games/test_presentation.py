"""The face of every game: what views, wire, catalogue and messages promise, whatever the game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import fairyring as fr
from fairyring.bots import seat_bots
from fairyring.cli.narrate import narrate
from fairyring.core.fields.view import names_of
from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.core.text import messages
from fairyring.core.text.messages import core_texts, parse
from fairyring.generate.games import ROOT, SHARED, json_schema, made_files

LONG = 4000  # bytes: what a view may take on the wire
BIG = 300  # no count in any game is larger; a bit mask soon is
RECORDS = sorted(Path(__file__).parent.glob("*/records/*.jsonl"))


@pytest.mark.parametrize("name", registry.shipped())
def test_generated_files_are_up_to_date(name: str) -> None:
    for path, text in made_files(registry.room(name)):
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run python -m fairyring.generate"
    assert (ROOT / "client" / "src" / "wire" / "shared.ts").read_text(encoding="utf-8") == SHARED


def games(name: str) -> list[fr.Game[Any]]:
    room = registry.room(name)
    return [fr.Game(room, options) for options in room.checks.variants]


def positions(game: fr.Game[Any], seed: int = 1) -> list[fr.Table[Any]]:
    """The table after every decision of a game between random bots."""
    table = fr.Table(game, seed=seed)
    tables: list[fr.Table[Any]] = []
    seated = seat_bots(table, "random", seed)
    while table.pending and len(tables) < 300:
        tables.append(table.copy())
        if table.pending == (fr.NATURE,):
            table.play(fr.NATURE, table.legal(fr.NATURE)[0])
        else:
            seated[table.pending[0]].play(table)
    return [*tables, table]


def numbers(value: Any) -> list[int]:
    if isinstance(value, dict):
        return [n for item in value.values() for n in numbers(item)]
    if isinstance(value, list):
        return [n for item in value for n in numbers(item)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


@pytest.mark.parametrize("name", registry.shipped())
def test_views_are_valid_small_json_without_masks(name: str) -> None:
    validator = jsonschema.Draft202012Validator(json_schema(registry.room(name)))
    for game in games(name):
        for table in positions(game)[::7]:
            for seat in (None, *game.seats):
                wired = fr.wire(table.view(seat))
                text = json.dumps(wired)
                assert json.loads(text) == wired
                validator.validate(wired)
                assert len(text.encode()) < LONG
                assert all(abs(n) < BIG for n in numbers(wired)), wired


@pytest.mark.parametrize("name", registry.shipped())
def test_views_are_readable_and_have_only_declared_attributes(name: str) -> None:
    game = games(name)[-1]
    for table in positions(game)[::20]:
        view = table.view(0)
        assert isinstance(view, game.room.presentation.view)
        assert str(view).startswith("what seat 0 sees\n  ")
        assert max(map(len, str(view).splitlines())) <= 110
        with pytest.raises(AttributeError):
            _ = view.no_such_thing  # type: ignore[attr-defined]
        with pytest.raises(AttributeError, match="cannot be changed"):
            view.seat = 1
        assert names_of(view)[0] == "seat"


@pytest.mark.parametrize("name", registry.shipped())
def test_catalogues_prompts_aids_and_actions_are_json(name: str) -> None:
    for game in games(name):
        catalogue = game.catalogue()
        assert json.loads(json.dumps(catalogue)) == catalogue
        assert catalogue["designer"]
        assert catalogue["publisher"]
        assert catalogue["minutes"][0] <= catalogue["minutes"][1]
        say = game.speaker()
        for table in positions(game)[::11]:
            for seat in table.pending if table.pending != (fr.NATURE,) else ():
                prompt, aids = table.prompt(seat), table.aids(seat)
                assert re.fullmatch(r"R\d+", prompt.rule), "a prompt names the rule that matters now"
                assert f"**{prompt.rule}**" in game.room.rules_text()
                assert say.say(prompt.text)
                assert say.say(prompt.help)
                assert json.loads(json.dumps(aids)) == aids
                assert all(game.say_action(action, seat) for action in table.legal(seat))


# A made-up language: what is still English with it stands in code. --------------------------------


def made_up(text: str) -> str:
    """Every letter of a text becomes an ö, but its arguments, cases and names stay."""
    out, depth, word = [], [], ""
    for char in text:
        if char == "{":
            depth.append(word.strip())
            out.append(char)
            word = ""
        elif char == "}":
            depth.pop()
            out.append(char)
            word = ""
        else:
            word += char
            # Inside an argument (odd depth) are names and cases; inside a case (even depth) is text again.
            out.append("ö" if char.isalpha() and len(depth) % 2 == 0 else char)
    return "".join(out)


@pytest.fixture
def second_language(monkeypatch: pytest.MonkeyPatch) -> str:
    real = messages._read

    def read(path: Path) -> dict[str, str]:
        if path.stem != "xx":
            return real(path)
        return {key: made_up(text) for key, text in real(path.with_name("en.json")).items()}

    monkeypatch.setattr(messages, "_read", read)
    return "xx"


def test_pseudo_language_differs_from_english() -> None:
    assert (
        made_up("{n, plural, one {# card} other {# cards}} of {seat}!")
        == "{n, plural, one {# öööö} other {# ööööö}} öö {seat}!"
    )
    for key, text in core_texts("en").items():
        parse(made_up(text)), key


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_texts_are_all_translatable(path: Path, second_language: str) -> None:
    """A whole game told in it, with table, prompts and actions, has no word but names of cards, spaces and players."""
    record = Record.load(path)
    game = record.game()
    data = {str(entry.get("title", "")) for things in game.things.values() for entry in things.values()}
    words = {str(word) for names in game.catalogue()["names"].values() for word in names}
    table = fr.Table.resume(record)
    early = fr.Table.rebuild(game, record.decisions[: len(record.decisions) // 2], record.sitters)
    say = game.speaker(record.names, second_language)
    texts = [line.partition(": ")[2] if re.match(r" *\d+  ", line) else line for line in narrate(record, second_language)][1:]
    decided = {decision.action for decision in record.decisions}
    texts = [line for line in texts if line not in decided]
    for at in (table, early):
        for seat in (None, *game.seats):
            texts.append(
                " ".join(" ".join(game.room.presentation.terminal(game, at.view(seat), say)).split())
            )  # names may be wrapped
    for seat in early.pending if early.pending != (fr.NATURE,) else ():
        prompt = early.prompt(seat)
        texts += [say.say(prompt.text), say.say(prompt.help)]
        texts += [game.say_action(action, seat, record.names, second_language) for action in early.legal(seat)]
    allowed = sorted({*data, *words, *record.names} - {""}, key=len, reverse=True)
    for line in texts:
        rest = line
        for name in allowed:
            rest = rest.replace(name, "")
        assert not re.search(r"[A-Za-z]{2,}", rest), f"English is left in “{line}”"
