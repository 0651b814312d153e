"""From the types of the protocol to TypeScript: `client/src/wire/table.ts`, built on what each game's schema gives.

A message that shows a game is generic: `Beat<"fairy">` has Fairy's view, events and actions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct, inspect

from fairyring.core.game import registry
from fairyring.generate.games import MADE, ROOT, SHARED, camel, field_docs, sentence
from fairyring.tables.protocol import incoming, outgoing

FILE = ROOT / "client" / "src" / "wire" / "table.ts"
PARTS = ("view", "event", "action", "chance")
PLAIN: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.StrType: "string",
    inspect.AnyType: "Json",
}
# Types that are one game's own in TypeScript, and plain here.
GAMES_OWN = {outgoing.Event, outgoing.Action}
JSON = "export type Json = number | boolean | string | null | Json[] | { [name: string]: Json };"
TOOK_BACK = """/** Somebody took back a choice that was not resolved; the one event that is the table's and not the game's. */
export interface TookBack {
  kind: "took-back";
  args: { seat: number };
  moves: Moved[];
}"""


def typescript() -> str:
    """The whole file."""
    body = [JSON, TOOK_BACK, *_literals(outgoing)]
    body += [interface(kind) for kind in structs(outgoing) if kind not in GAMES_OWN and not _shared(kind)]
    body += [_union("Told", outgoing.Told, "Every message from the table.")]
    said: list[type[Struct]] = [incoming.Command, *structs(incoming)]
    body += [interface(kind) for kind in said]
    body += [_union("Cmd", incoming.Cmd, "Every command.")]
    body += [_union("Said", incoming.Said, "Every message to the table.", ("Cmd", incoming.Cmd))]
    text = "\n\n".join(body)
    shared = [name for name in re.findall(r"export (?:interface|type) (\w+)", SHARED) if re.search(rf"\b{name}\b", text)]
    return "\n".join([f"// The table and its people: {MADE}.", *_imports(shared), "", *_games(), "", text, ""])


def _imports(shared: list[str]) -> Iterator[str]:
    for name in registry.shipped():
        names = ", ".join(sorted(f"{camel(name)}{part.title()}" for part in PARTS))
        yield f'import type {{ {names} }} from "./{name}";'
    yield f'import type {{ {", ".join(sorted(shared))} }} from "./shared";'


def _games() -> Iterator[str]:
    yield '/** What each game brings: `Beat<"fairy">` is a beat of a table that plays Fairy. */'
    yield "export interface Games {"
    for name in registry.shipped():
        yield f'  "{name}": {{ {"; ".join(f"{part}: {camel(name)}{part.title()}" for part in PARTS)} }};'
    yield "}"
    yield ""
    yield "export type GameName = keyof Games;"


def structs(module: ModuleType) -> list[type[Struct]]:
    """The types of a module, in their order, without those that are only bases."""
    found = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Struct)]
    return [kind for kind in found if kind.__module__ == module.__name__ and not kind.__subclasses__() and kind.__doc__]


def _shared(kind: type[Struct]) -> bool:
    return f"export interface {kind.__name__} " in SHARED


def _literals(module: ModuleType) -> Iterator[str]:
    for name, value in _named_literals(module).items():
        yield f"export type {name} = {' | '.join(json.dumps(word) for word in get_args(value))};"


def _named_literals(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if get_origin(value) is Literal}


def interface(kind: type[Struct]) -> str:
    """One type."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    base, docs = kind.__base__, field_docs(kind)
    extends = f" extends {base.__name__}" if base is not None and base is not Struct else ""
    inherited = base.__struct_fields__ if base is not None and issubclass(base, Struct) else ()
    lines = [f"/** {sentence(' '.join((kind.__doc__ or '').split()))} */", f"export interface {_head(kind)}{extends} {{"]
    lines += [f"  {info.tag_field}: {json.dumps(info.tag)};"] if info.tag_field and not kind.__subclasses__() else []
    for field in info.fields[len(inherited) :]:
        lines += [f"  /** {sentence(docs[field.name])} */"] if docs.get(field.name) else []
        lines += [f"  {field.encode_name}{'' if field.required else '?'}: {_type(field.type)};"]
    return "\n".join([*lines, "}"])


def _union(name: str, union: Any, about: str, inner: tuple[str, Any] = ("", None)) -> str:
    """A union; those of its kinds that are a union with a name of its own are called by it."""
    kinds = [kind for kind in get_args(union) if kind not in get_args(inner[1])]
    generic = "<G extends GameName = GameName>" if any(_generic(kind) for kind in kinds) else ""
    lines = [f"  | {kind.__name__}{'<G>' * _generic(kind)}" for kind in kinds] + [f"  | {inner[0]}"] * bool(inner[0])
    return "\n".join([f"/** {about} */", f"export type {name}{generic} =", *lines]) + ";"


def _head(kind: type[Struct]) -> str:
    return kind.__name__ + "<G extends GameName = GameName>" * _generic(kind)


def _generic(kind: type[Struct]) -> bool:
    """Whether a type shows something of a game, in itself or further inside."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return not _shared(kind) and any(re.search(r"\bG\b", _type(field.type)) for field in info.fields)


def _type(info: inspect.Type) -> str:
    match info:
        case inspect.Metadata(extra={"ts": text}):
            return str(text)
        case inspect.StructType(cls=kind):
            return kind.__name__ + "<G>" * _generic(kind)
        case inspect.UnionType(types=types):
            return " | ".join(_type(one) for one in types)
        case inspect.LiteralType(values=values):
            named = _named_literals(outgoing)
            known = [name for name, value in named.items() if set(get_args(value)) == set(values)]
            return known[0] if known else " | ".join(json.dumps(value) for value in values)
        case inspect.ListType(item_type=item):
            inner = _type(item)
            return f"({inner})[]" if " | " in inner and not inner.startswith("[") else f"{inner}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_type(item) for item in items)}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case _:
            return PLAIN[type(info)]
