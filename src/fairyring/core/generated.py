"""Functions that are generated as source text. Their lines show up in tracebacks and debuggers, as those of attrs do."""

from __future__ import annotations

import linecache
from functools import lru_cache
from hashlib import blake2b
from types import CodeType
from typing import Any

CACHED_TEXTS = 1024  # compiled texts; a process with many games generates the same texts again and again


def compile_generated(name: str, text: str, namespace: dict[str, Any]) -> dict[str, Any]:
    """Execute generated source text in a namespace, and return the namespace.

    The file name is `<fairyring NAME DIGEST>`; `linecache` knows its lines. `text` must come from our own declarations,
    never from input.
    """
    exec(_compile(name, text), namespace)  # noqa: S102  (see the docstring)
    return namespace


@lru_cache(CACHED_TEXTS)
def _compile(name: str, text: str) -> CodeType:
    file_name = f"<fairyring {name} {blake2b(text.encode(), digest_size=6).hexdigest()}>"
    # Without a modification time `linecache.checkcache` keeps the entry.
    linecache.cache[file_name] = (len(text), None, text.splitlines(keepends=True), file_name)
    return compile(text, file_name, "exec")
