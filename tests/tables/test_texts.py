"""Texts of refusals: every code and key has one, with its arguments."""

from __future__ import annotations

import re
from pathlib import Path

import fairyring.tables
from fairyring.core.text.messages import Speaker, arguments
from fairyring.tables.refusals import CODES, Refused, texts

FOLDER = Path(fairyring.tables.__file__).parent
SERVER = FOLDER.parent / "server"
RAISED = re.compile(r'Refused\(\s*"([a-z-]+)"(?:,\s*"([a-z.-]+)")?((?:,\s*\w+=[^,()]+(?:\([^()]*\))?(?:\[[^\]]*\])?)*)')


def test_texts_of_all_codes_and_keys_exist_and_are_used() -> None:
    keys = {key for key in texts() if key.startswith("table.")}
    used = {f"table.{code}" for code in CODES}
    for path in (*FOLDER.rglob("*.py"), *SERVER.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for code, key, _args in RAISED.findall(text):
            assert code in CODES, f"{path.name}: {code}"
            used.add(f"table.{key or code}")
        used |= set(re.findall(r'(?:Message\(|: )"(table\.[a-z.]+)"', text))
    assert used == keys


def test_texts_of_refusals_are_formatted() -> None:
    refused = Refused("too-long", "name.long", most=24)
    assert Speaker(texts()).say(refused.message) == "A name has at most 24 characters."
    assert arguments(texts()["table.field"]) == {"field"}
