"""TypeScript types of the HTTP API (`client/src/wire/api.ts`), generated from the structs of `server.http.schemas`."""

from __future__ import annotations

import json
from types import ModuleType

from msgspec import Struct, inspect

from fairyring.generate.games import GENERATED, ROOT, field_docs, sentence
from fairyring.server.http import schemas

IMPORT = 'import type { AnyAction, AnyEvent } from "../lib/game/catalogue";\nimport type { Message } from "./shared";'
FILE = ROOT / "client" / "src" / "wire" / "api.ts"
PLAIN: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """Return the text of the file."""
    head = f"// Bodies of requests and responses of the HTTP API: {GENERATED}.\n{IMPORT}"
    codes = f"/** Characters of a room code. */\nexport const CODE_LENGTH = {schemas.CODE_LENGTH};"
    return "\n\n".join([head, codes, *(interface(kind) for kind in structs(schemas))]) + "\n"


def structs(module: ModuleType) -> list[type[Struct]]:
    """Return the documented structs that a module defines, in their order."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Struct)]
    return [kind for kind in kinds if kind.__module__ == module.__name__ and kind.__doc__]


def interface(kind: type[Struct]) -> str:
    """Return the TypeScript interface of one struct, with the comments of its fields."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    docs = field_docs(kind)
    lines = [f"/** {sentence(' '.join((kind.__doc__ or '').split()))} */", f"export interface {kind.__name__} {{"]
    for field in info.fields:
        lines += [f"  /** {sentence(docs[field.name])} */"] if docs.get(field.name) else []
        lines += [f"  {field.encode_name}{'' if field.required else '?'}: {_type(field.type)};"]
    return "\n".join([*lines, "}"])


def _type(info: inspect.Type) -> str:
    match info:
        case inspect.Metadata(extra={"ts": text}):
            return str(text)
        case inspect.Metadata(type=inner):
            return _type(inner)
        case inspect.StructType(cls=kind):
            return kind.__name__
        case inspect.UnionType(types=types):
            return " | ".join(map(_type, types))
        case inspect.LiteralType(values=values):
            return " | ".join(map(json.dumps, values))
        case inspect.ListType(item_type=item):
            element = _type(item)
            return f"({element})[]" if " | " in element and not element.startswith("[") else f"{element}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case _:
            return PLAIN[type(info)]
