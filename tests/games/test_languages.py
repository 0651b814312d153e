"""Every language that has files says everything: each text, with its arguments and plurals, and each rule with its number."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.api.games import describe_game, spoken_language
from fairyring.cli.arguments import language_of
from fairyring.core.game import registry
from fairyring.core.text.messages import ENGLISH, languages, parse, read_texts
from tests.cli.test_cli import fairyring
from tests.paths import ROOT

SOURCE = Path(fr.__file__).parent
WORDS = ROOT / "client" / "src" / "words"
OTHERS = [code for code in languages() if code != ENGLISH]
# Which words a plural has (if it is not said: any), and which quotation marks are not this language's.
ANY = {"zero", "one", "two", "few", "many", "other"}
PLURALS = {
    "de": {"one", "other"},
    "es": {"one", "many", "other"},
    "fr": {"one", "many", "other"},
}
FOREIGN = {
    "de": "”\"'«»",
    "es": "„“”\"'",
    "fr": "“”„\"'",
}
# What stands before and behind quoted words.
QUOTES = {
    "de": ("„", "“"),
    "es": ("«", "»"),
    "fr": ("«\u202f", "\u202f»"),
}
# What no text has. In French: a sign after a space that may break, or after none, and “de” or “que” before a name,
# or bytes instead of octets.
WRONG = {
    "de": r" …",
    "es": r" …| [;:!»]|« |[\w})][¿¡«]",
    "fr": r" …|[ \u00a0\u202f]\u202f|[ \u00a0][;:!?»%]|[\w})][;:!?»%](?=[\s}]|$)|«[^\u202f]"
    r"|\b(?:[dD]e|[qQ]ue) \{(?:names?|seats?|player)\}|’\{|\b[kM]B\b",
}
# Texts that are the same in English: names of games, words that both languages have, and what has no word in it.
SAME = {
    "de": {
        *("title", "page.title", "game.fairy", "game.fairy-tale", "game.crane", "game.fariables", "game.sneaky-town"),
        *("menu.pause", "set.level", "shout.2", "shout.8", "title.table", "crane.pot", "crane.pot.one"),
    },
    "es": {
        *("title", "page.title", "game.fairy", "game.fairy-tale", "game.crane", "game.fariables", "game.sneaky-town"),
        *("no", "terminal.no", "set.level", "state.bot", "title.table", "value-kind.variable"),
    },
    "fr": {
        *("title", "page.title", "game.fairy", "game.fairy-tale", "game.crane", "game.fariables", "game.sneaky-town"),
        *(
            "coach.label",
            "do.menu",
            "keys.m",
            "menu.pause",
            "replay.pause",
            "home.minutes",
            "set.level",
            "state.bot",
            "title.table",
        ),
        *("crane.dark.halt", "crane.fig.to.jackpot", "crane.pot", "crane.pot.one", "crane.tag.duel", "zone.jackpot"),
        *("end.points", "fari.measure.points", "fari.measure.points.of", "measure.points", "town.points", "workshop.score"),
        *("title.table", "tale.chapter", "tale.unsure.condition", "tale.worth.fixed", "value-kind.variable"),
        *("town.actions", "town.house.note", "town.notes"),
    },
}


def translations(code: str) -> Iterator[tuple[str, Path, Path]]:
    """Every English file with what should lie beside it."""
    for path in sorted(SOURCE.rglob(f"messages/{ENGLISH}.json")):
        if path.is_relative_to(SOURCE / "pebbles"):  # the beginning of a game, for its author to translate
            continue
        yield str(path.parents[1].relative_to(SOURCE)), path, path.with_name(f"{code}.json")
    for path in sorted((WORDS / ENGLISH).glob("*.json")):
        yield f"page/{path.stem}", path, WORDS / code / path.name
    for path in sorted(WORDS.parent.glob(f"games/*/words/{ENGLISH}.json")):
        yield f"page/{path.parents[1].name}", path, path.with_name(f"{code}.json")


def read(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        keys = [key for key, _ in pairs]
        assert len(set(keys)) == len(keys), f"{path}: a key stands there twice: {[k for k in keys if keys.count(k) > 1]}"
        return dict(pairs)

    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once)
    return texts


def unsaid(where: str) -> set[str]:
    """Keys that English does not need, because data and declarations say it: names of cards and boards, fields of the view."""
    names = {registry.room(name).info.folder.name: name for name in registry.shipped()}
    if not where.startswith("games/"):
        return set()
    name = names[where.removeprefix("games/")]
    things = fr.game(name).catalogue()["things"]
    titles = {f"{kind}.{word}" for kind, known in things.items() for word, thing in known.items() if "title" in thing}
    boards = {
        f"{option.name}.{value}" for option in registry.room(name).options.declared for value in getattr(option, "values", ())
    }
    return titles | boards | {f"field.{field}" for field in registry.room(name).schema.state.fields}


Cases = dict[tuple[str, str], set[str]]


def cases(parts: Sequence[Any], forms: Cases | None = None) -> Cases:
    """What a text asks of its arguments: for each name and form the cases it has."""
    forms = defaultdict(set) if forms is None else forms
    for part in parts:
        if not isinstance(part, str) and part[0] != "#":
            name, form, known = part
            forms[name, form] |= set(known)
            for inner in known.values():
                cases(inner, forms)
    return forms


@pytest.mark.parametrize("code", OTHERS)
def test_translations_have_all_keys_and_no_others(code: str) -> None:
    """A text that is missing would be shown in English."""
    missing, unknown = [], []
    for where, english, translated in translations(code):
        ours, theirs = read(english), read(translated)
        missing += [f"{where}: {key}" for key in ours if key not in theirs]
        unknown += [f"{where}: {key}" for key in theirs.keys() - ours.keys() - unsaid(where)]
    assert not missing, "not translated:\n" + "\n".join(missing)
    assert not unknown, "not in English:\n" + "\n".join(unknown)


@pytest.mark.parametrize("code", OTHERS)
def test_translations_take_the_same_arguments(code: str) -> None:
    wrong = []
    for where, english, translated in translations(code):
        ours, theirs = read(english), read(translated)
        for key in ours.keys() & theirs.keys():
            want, have = cases(parse(ours[key])), cases(parse(theirs[key]))
            place = f"{where}: {key}"
            if {name for name, _ in want} != {name for name, _ in have}:
                wrong.append(f"{place} has the arguments {sorted(name for name, _ in have)}")
            for (name, form), words in have.items():
                exact = {word for word in words if word.startswith("=")}
                if form == "plural" and not words - exact <= PLURALS.get(code, ANY):
                    wrong.append(f"{place} has plurals that the language lacks: {words}")
                if form == "plural" and "one" in want.get((name, form), ()) and not words & {"one", "=1"}:
                    wrong.append(f"{place} has no word for one {name}")
                if form == "select" and want.get((name, form), words) != words:
                    wrong.append(f"{place} does not know the same cases of {name}: {words}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("code", OTHERS)
def test_translations_are_not_english(code: str) -> None:
    """But for those that are the same on purpose, and those without a word."""
    same = set()
    for _where, english, translated in translations(code):
        ours, theirs = read(english), read(translated)
        for key in ours.keys() & theirs.keys():
            plain = "".join(part for part in plain_parts(parse(ours[key])))
            if ours[key] == theirs[key] and re.search(r"[A-Za-z]{2}", plain):
                same.add(key)
    assert same == SAME.get(code, set())


def plain_parts(parts: Sequence[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        else:
            for inner in part[2].values():
                yield from plain_parts(inner)


@pytest.mark.parametrize("code", OTHERS)
def test_translations_use_the_quotes_of_the_language(code: str) -> None:
    wrong = []
    for where, _english, translated in translations(code):
        for key, text in read(translated).items():
            line = text.replace('"fairyring": ', "")  # the first line of a record, as it is written
            before, behind = QUOTES[code]
            foreign = any(mark in line for mark in FOREIGN[code]) or line.count(before) != line.count(behind)
            if foreign or re.search(WRONG[code], line):
                wrong.append(f"{where}: {key}: {text}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", registry.shipped())
def test_translated_rules_keep_numbers_code_and_tables(name: str, code: str) -> None:
    room = registry.room(name)
    ours, theirs = room.rules_text(), room.rules_text(code)
    assert ours != theirs, f"there is no RULES.{code}.md"
    for shape in (r"^(?:- )?\*\*R(\d+)\*\*", r"^(#+) ", r"^ *(\|)", r"^(```)"):
        assert re.findall(shape, ours, re.MULTILINE) == re.findall(shape, theirs, re.MULTILINE), shape
    assert set(re.findall(r"\bR(\d+)\b", ours)) == set(re.findall(r"\bR(\d+)\b", theirs))
    ours, theirs = (re.sub(r"^ *\|.*$|```.*?```", "", text, flags=re.MULTILINE | re.DOTALL) for text in (ours, theirs))
    originals = [re.sub(r"\b[A-Z]{4,}\b", "NAME", text) for text in re.findall(r"`([^`]+)`", ours)]
    translated = [re.sub(r"\b[A-Z]{4,}\b", "NAME", text) for text in re.findall(r"`([^`]+)`", theirs)]
    assert set(originals) <= set(translated), "what is typed stays as it is"


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", registry.shipped())
def test_translated_rules_keep_their_origin(name: str, code: str) -> None:
    def origins(language: str) -> list[tuple[str, bool, bool]]:
        words = read(WORDS / language / "table.json")
        heads = re.findall(r"\*\*(R\d+)\*\* ([^)]*)", registry.room(name).rules_text(language))
        return [(rule, words["rules.mark.printed"] in head, words["rules.mark.ruling"] in head) for rule, head in heads]

    assert origins(code) == origins(ENGLISH)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", registry.shipped())
def test_translated_titles_and_blurbs(name: str, code: str) -> None:
    room = registry.room(name)
    assert spoken_language(room, code) == code
    english, translated = describe_game(room), describe_game(room, code)
    assert translated["blurb"] != english["blurb"]
    assert translated["goal"] != english["goal"]
    assert translated["texts"].keys() == english["texts"].keys()


def test_missing_translations_fall_back_to_english(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text('{"a": "one", "b": "two"}', encoding="utf-8")
    (tmp_path / "de.json").write_text('{"a": "eins"}', encoding="utf-8")
    assert read_texts(tmp_path, "de") == {"a": "eins", "b": "two"}
    assert read_texts(tmp_path, "fr") == {"a": "one", "b": "two"}


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "xx_XX"}, "en"),
        ({"LANG": "de_AT", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "de_CH@euro"}, "de"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
    ],
)
def test_terminal_language_follows_the_environment(environ: dict[str, str], code: str) -> None:
    assert language_of(environ) == code


# What the terminal says of rule 7 of Fairy.
RULE_7 = {
    "de": "höher oder tiefer als die Karte",
    "es": "mayor o menor que la carta",
    "fr": "plus haut ou plus bas que la carte",
}


@pytest.mark.parametrize("code", OTHERS)
def test_rules_command_in_language(code: str) -> None:
    assert RULE_7[code] in " ".join(fairyring("rules", "fairy", "7", "--lang", code).split())
