"""Compiled modules: from entry points to loaded code, through the cache."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from hashlib import blake2b

from fairyring.kernel import native, object_cache
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.fingerprint import fingerprint

CHECKED_SETTING = "FAIRYRING_CHECKED"  # yes: the checked build by default, as the tests have it


def checked_by_default() -> bool:
    """Return whether programs run the checked build."""
    return os.environ.get(CHECKED_SETTING) == "yes"


def load(
    name: str,
    entries: Mapping[str, EntryPoint],
    checked: bool | None = None,
    more: str = "",
    symbols: Collection[str] = (),
    large: int = native.LARGE_TEXT,
) -> native.Library:
    """Return the compiled code of these entry points, from the cache if they were compiled before.

    `more` is IR that is added to the module, `symbols` are its entry points. A module of `large` characters is optimised less.

    `checked` decides the build; by default it is the fast one, or the checked one if FAIRYRING_CHECKED is “yes”. Raises
    LanguageError. Compiling takes up to some seconds, loading some milliseconds.
    """
    build = checked_by_default() if checked is None else checked
    key = fingerprint(entries, build) + (f"-{blake2b(more.encode(), digest_size=6).hexdigest()}" if more else "")
    machine = native.identity_digest()

    def make() -> bytes:
        from fairyring.kernel.compiler.ir import Target  # noqa: PLC0415  (not needed to load what is in the cache)
        from fairyring.kernel.compiler.module import module_text  # noqa: PLC0415

        target = Target.PDEP if native.has_fast_pdep() else Target.ANY
        return native.compile_ir(module_text(entries, build, target) + more, large=large)

    return native.Library(object_cache.load_or_make(f"{name}-{key}-{machine}", make), entries, symbols)
