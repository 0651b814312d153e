"""TypeScript types of the protocol (`client/src/wire/table.ts`), generated from the declarations of `tables.protocol`.

A message that shows a game is generic: `Beat<"fairy">` has Fairy's view, events and actions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from fairyring.core.declared.declare import TypeScript, Unset, declared_in, fields_of, is_declared, shape_of
from fairyring.core.game import registry
from fairyring.generate.games import GENERATED, ROOT, SHARED, camel, field_docs, sentence
from fairyring.tables.protocol import incoming, outgoing

FILE = ROOT / "client" / "src" / "wire" / "table.ts"
PARTS = ("view", "event", "action", "chance")
PLAIN: dict[Any, str] = {NoneType: "null", bool: "boolean", int: "number", str: "string", Any: "Json"}
# Types that each game declares in TypeScript.
GAMES_OWN = {outgoing.Event, outgoing.Action}
JSON = "export type Json = number | boolean | string | null | Json[] | { [name: string]: Json };"
TOOK_BACK = """/** A seat withdrew a choice that was not resolved: the only event of the table itself. */
export interface TookBack {
  kind: "took-back";
  args: { seat: number };
  moves: Moved[];
}"""


def typescript() -> str:
    """Return the text of the whole file."""
    body = [JSON, TOOK_BACK, *_literals(outgoing)]
    body += [interface(kind) for kind in declared_in(outgoing) if kind not in GAMES_OWN and not _shared(kind)]
    body += [_union("ServerMessage", outgoing.ServerMessage, "Every message from the table.")]
    body += [interface(incoming.Command), *(interface(kind) for kind in declared_in(incoming))]
    body += [_union("AnyCommand", incoming.AnyCommand, "Every command.")]
    named = ("AnyCommand", incoming.AnyCommand)
    body += [_union("ClientMessage", incoming.ClientMessage, "Every message to the table.", named)]
    text = "\n\n".join(body)
    shared = [name for name in re.findall(r"export (?:interface|type) (\w+)", SHARED) if re.search(rf"\b{name}\b", text)]
    return "\n".join([f"// The table and its people: {GENERATED}.", *_imports(shared), "", *_games(), "", text, ""])


def _imports(shared: list[str]) -> Iterator[str]:
    for name in registry.shipped():
        names = ", ".join(sorted(f"{camel(name)}{part.title()}" for part in PARTS))
        yield f'import type {{ {names} }} from "./{name}";'
    yield f'import type {{ {", ".join(sorted(shared))} }} from "./shared";'


def _games() -> Iterator[str]:
    yield '/** Types of each game: `Beat<"fairy">` is a beat of a table that plays Fairy. */'
    yield "export interface Games {"
    for name in registry.shipped():
        yield f'  "{name}": {{ {"; ".join(f"{part}: {camel(name)}{part.title()}" for part in PARTS)} }};'
    yield "}"
    yield ""
    yield "export type GameName = keyof Games;"


def _shared(kind: type[Any]) -> bool:
    """Return whether `shared.ts` declares the type by hand."""
    return f"export interface {kind.__name__} " in SHARED


def _literals(module: ModuleType) -> Iterator[str]:
    for name, value in _named_literals(module).items():
        yield f"export type {name} = {' | '.join(json.dumps(word) for word in get_args(value))};"


def _named_literals(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if get_origin(value) is Literal}


def interface(kind: type[Any]) -> str:
    """Return the TypeScript interface of a declared class."""
    base, docs, shape = kind.__base__, field_docs(kind), shape_of(kind)
    extends = f" extends {base.__name__}" if base is not None and is_declared(base) else ""
    lines = [f"/** {sentence(' '.join((kind.__doc__ or '').split()))} */", f"export interface {_head(kind)}{extends} {{"]
    lines += [f"  {shape.tag_field}: {json.dumps(shape.tag)};"] if shape.tag else []
    for field in fields_of(kind):
        if not field.inherited:
            lines += [f"  /** {sentence(docs[field.name])} */"] if docs.get(field.name) else []
            lines += [f"  {field.wire_name}{'?' if field.optional else ''}: {_type(field.type)};"]
    return "\n".join([*lines, "}"])


def _union(name: str, union: Any, about: str, inner: tuple[str, Any] = ("", None)) -> str:
    """Return a union type; `inner` is a union of some of its members that has a name."""
    kinds = [kind for kind in get_args(union) if kind not in get_args(inner[1])]
    generic = "<G extends GameName = GameName>" if any(_generic(kind) for kind in kinds) else ""
    lines = [f"  | {kind.__name__}{'<G>' * _generic(kind)}" for kind in kinds] + [f"  | {inner[0]}"] * bool(inner[0])
    return "\n".join([f"/** {about} */", f"export type {name}{generic} =", *lines]) + ";"


def _head(kind: type[Any]) -> str:
    return kind.__name__ + "<G extends GameName = GameName>" * _generic(kind)


def _generic(kind: type[Any]) -> bool:
    """Return whether a type shows something of a game, in itself or further inside."""
    return not _shared(kind) and any(re.search(r"\bG\b", _type(field.type)) for field in fields_of(kind))


def _type(kind: Any) -> str:
    """Return the TypeScript type of a Python type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        named = [item.text for item in arguments[1:] if isinstance(item, TypeScript)]
        return named[0] if named else _type(arguments[0])
    if origin in (Union, UnionType):
        return " | ".join(_type(member) for member in arguments if member is not Unset)
    if origin is Literal:
        names = [name for name, value in _named_literals(outgoing).items() if set(get_args(value)) == set(arguments)]
        return names[0] if names else " | ".join(json.dumps(value) for value in arguments)
    if origin is list:
        inner = _type(arguments[0])
        return f"({inner})[]" if " | " in inner and not inner.startswith("[") else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(item) for item in arguments)}]"
    if origin is dict:
        return f"Record<string, {_type(arguments[1])}>"
    return kind.__name__ + "<G>" * _generic(kind) if is_declared(kind) else PLAIN[kind]
