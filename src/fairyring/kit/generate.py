"""What is made from a room's schema: its typed view, TypeScript types, a JSON schema, and a page that documents every field.

`python -m fairyring.kit.generate` writes them all, with the types of a live table's messages (`generate_table`); tests
compare, so none of them can be forgotten.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
import tokenize
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from fairyring.core import registry
from fairyring.core.actions import Actions
from fairyring.core.names import Domain
from fairyring.core.room import Room
from fairyring.core.schema import Field, Who
from fairyring.core.values import What
from fairyring.core.view import shown_fields
from fairyring.core.what import one_of

ROOT = Path(__file__).parents[3]
MADE = "made by python -m fairyring.kit.generate; not to be edited"
SEEN_BY = {Who.NOBODY: "nobody", Who.OWNER: "its owner", Who.EVERYBODY: "everybody"}


# Documentation -----------------------------------------------------------------------------------


def field_docs(kind: type) -> dict[str, str]:
    """The comment behind each field of a class, or the lines directly above it."""
    source = textwrap.dedent(inspect.getsource(kind))
    comments = {
        token.start[0]: token.string.lstrip("# ").rstrip()
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    alone = {number for number in comments if source.splitlines()[number - 1].lstrip().startswith("#")}
    docs: dict[str, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            behind = next((comments[n] for n in range(node.lineno, (node.end_lineno or 0) + 1) if n in comments), "")
            docs[node.target.id] = behind or " ".join(reversed([*_above(comments, alone, node.lineno - 1)]))
    return docs


def _above(comments: Mapping[int, str], alone: set[int], line: int) -> Iterator[str]:
    while line in alone:
        yield comments[line]
        line -= 1


def fields_page(room: Room) -> str:
    """Every field of the state, what it means and who may know it; and what is told, done and shown."""
    docs = field_docs(room.state)
    lines = [f"<!-- {MADE} -->", f"# {room.title}: what its table holds", ""]
    lines += ["## The view", "", "| field | holds | shown to | |", "|---|---|---|---|"]
    for field in shown_fields(room.state):
        holds = _python(field).replace("|", "\\|")
        lines.append(f"| `{field.name}` | `{holds}` | {SEEN_BY[field.who.shown]} | {docs[field.name]} |")
    lines += ["", "## What else the state holds", "", "| field | known to a perfect memory | |", "|---|---|---|"]
    for field in room.state.fields.values():
        if field.who.shown is Who.NOBODY and field.name != "players":
            known = (
                "a constant of the game"
                if field.const
                else "follows from the view"
                if field.who.derived
                else SEEN_BY[field.who.known]
            )
            lines.append(f"| `{field.name}` | {known} | {docs.get(field.name, '')} |")
    lines += ["", "## Events", "", "| event | arguments |", "|---|---|"]
    for kind in room.events:
        args = ", ".join(
            f"`{arg}`: {what.python()}{' (its owner only)' * (arg in kind.owners)}" for arg, what in kind.args.items()
        )
        lines.append(f"| `{kind.name}` | {args.replace('|', 'or')} |")
    lines += ["", "## Actions", "", "| who | notation |", "|---|---|"]
    for who, layout in (("a seat", room.actions), ("nature", room.chance)):
        lines += [f"| {who} | {kind.usage.strip('“”')} |" for kind in layout.kinds]
    lines += ["", "## Zones", "", "| zone | of each seat | shown by |", "|---|---|---|"]
    for zone in room.zones:
        shown = " and ".join(f"`{name}`" for name in (zone.shows, zone.count) if name) or "nothing"
        lines.append(f"| {zone.name} | {'yes' if zone.per_seat else 'no'} | {shown} |")
    lines += ["", f"End reasons: {', '.join(f'`{word}`' for word in room.ends.words)}."]
    return "\n".join([*lines, f"Refusals: {', '.join(f'`{word}`' for word in room.refusals.words)}.", ""])


# Types -------------------------------------------------------------------------------------------


def _python(field: Field) -> str:
    inner = field.what.python()
    if not field.seats:
        return inner
    maybe = f"{inner} | None" if field.who.shown is Who.OWNER and not inner.endswith("| None") else inner
    return f"tuple[{maybe}, ...]"


def python_view(room: Room) -> str:
    """The module `view.py` of a room: its views as a class, for type checkers and readers."""
    docs = field_docs(room.state)
    fields = [(field, _python(field)) for field in shown_fields(room.state)]
    used = " ".join(kind for _field, kind in fields)
    imports = [
        *(["from collections.abc import Mapping"] if "Mapping[" in used else []),
        *(["from typing import Literal"] if "Literal[" in used else []),
    ]
    lines = [f'"""What a seat of {room.title} sees; {MADE}."""', "", "from __future__ import annotations", ""]
    lines += [*imports, *([""] if imports else []), "from fairyring.core import view", "", ""]
    lines += ["class View(view.View):", f'    """What one seat of {room.title} sees on the table."""', "", "    __slots__ = ()"]
    for field, kind in fields:
        lines += ["", f"    {field.name}: {kind}", f'    """{sentence(docs[field.name])}"""']
    return "\n".join(lines) + "\n"


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def typescript(room: Room) -> str:
    """The types of a room's views, events and actions as JSON brings them."""
    docs, name = field_docs(room.state), camel(room.name)
    lines = [f"// {room.title}: {MADE}.", 'import type { Moved } from "./shared";', "", f"export type {name}View = {{"]
    lines += ["  seat: number | null;"]
    for field in shown_fields(room.state):
        lines += [f"  /** {sentence(docs[field.name])} */", f"  {field.name}: {_ts(field)};"]
    lines += ["};", "", f"export type {name}Event ="]  # a type, not an interface: it may stand for a Record
    for kind in room.events:
        args = "; ".join(f"{arg}: {_ts_arg(what, arg in kind.owners)}" for arg, what in kind.args.items())
        lines.append(
            f'  | {{ kind: "{kind.name}"; args: {{ {args} }}; moves: Moved[] }}'.replace("{  }", "Record<string, never>")
        )
    lines[-1] += ";"
    for title, layout in (("Action", room.actions), ("Chance", room.chance)):
        lines += ["", f"export type {name}{title} =", *_ts_actions(layout)]
        lines[-1] += ";"
    for title, words in (
        ("End", room.ends.words),
        ("Refusal", room.refusals.words),
        ("Zone", tuple(z.name for z in room.zones)),
    ):
        lines += ["", f"export type {name}{title} = {' | '.join(json.dumps(word) for word in words)};"]
    if room.numbers:
        lines += ["", "/** Constants of the rules. */", f"export const {name}Numbers = {{"]
        lines += [*(f"  {key}: {value}," for key, value in room.numbers.items()), "} as const;"]
    return "\n".join(lines) + "\n"


def _ts(field: Field) -> str:
    inner = field.what.typescript()
    if not field.seats:
        return inner
    maybe = f"{inner} | null" if field.who.shown is Who.OWNER and not inner.endswith("| null") else inner
    return f"({maybe})[]" if " " in maybe else f"{maybe}[]"


def _ts_arg(what: What, own: bool) -> str:
    inner = what.typescript()
    return f"{inner} | null" if own and not inner.endswith("| null") else inner


def _ts_actions(layout: Actions) -> list[str]:
    lines = []
    for kind in layout.kinds:
        args = "; ".join(f"{arg}: {_word(domain)}" for arg, domain in kind.args.items())
        lines.append(f'  | {{ kind: "{kind.name}"; args: {{ {args} }}; id: number }}'.replace("{  }", "Record<string, never>"))
    return lines


def _word(domain: Domain) -> str:
    return one_of(domain).typescript()


def camel(name: str) -> str:
    return name.title().replace("-", "")


SHARED = f"""// What all games have in common: {MADE}.

export interface Place {{
  zone: string;
  seat?: number;
  place?: string | number;
}}

export interface Moved {{
  from: Place;
  to: Place;
  /** What moved; null where the viewer cannot know it, or where all are alike. */
  thing: string | number | null;
  count: number;
}}

export type Value =
  | number
  | boolean
  | string
  | null
  | Message
  | Value[]
  | {{ one: string; word: string | number }}
  | {{ seat: number }};

export interface Message {{
  key: string;
  args: Record<string, Value>;
}}

export interface Prompt {{
  prompt: Message;
  help: Message;
  /** The number of the rule that matters now, as “R7”. */
  rule: string;
}}
"""


def json_schema(room: Room) -> dict[str, Any]:
    """A JSON schema of the room's views."""
    fields = shown_fields(room.state)
    properties: dict[str, Any] = {"seat": {"type": ["integer", "null"]}}
    for field in fields:
        inner = field.what.json()
        if field.seats:
            item = {"anyOf": [inner, {"type": "null"}]} if field.who.shown is Who.OWNER else inner
            inner = {"type": "array", "items": item}
        properties[field.name] = inner
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{room.title}: what a seat sees",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


# Files -------------------------------------------------------------------------------------------


def made_files(room: Room) -> Iterator[tuple[Path, str]]:
    """Every file that is made from a room, with what it should hold."""
    yield room.folder / "view.py", python_view(room)
    yield ROOT / "client" / "src" / "wire" / f"{room.name}.ts", typescript(room)
    yield ROOT / "docs" / "games" / f"{room.name}.md", fields_page(room)
    schema = json.dumps(json_schema(room), indent=1, ensure_ascii=False) + "\n"
    yield ROOT / "docs" / "games" / f"{room.name}.schema.json", schema


def main() -> None:
    """Write what is not as it should be."""
    from fairyring.kit import generate_api, generate_table  # noqa: PLC0415  (they need what only the server needs)

    files = [(ROOT / "client" / "src" / "wire" / "shared.ts", SHARED)]
    files += [(module.FILE, module.typescript()) for module in (generate_table, generate_api)]
    chosen = sys.argv[1:] or registry.names()
    files += [entry for name in chosen for entry in made_files(registry.room(name))]
    for path, text in files:
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
