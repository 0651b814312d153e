"""Use everything that the page asks of Python, so that `sys.modules` tells what the pack needs; runs inside Pyodide."""

from __future__ import annotations

from importlib import import_module

from fairyring.core.game import registry
from fairyring.offline import host, kernels


def run() -> None:
    host.Host("exercise")
    assert kernels.register  # imported by the worker that searches (client/src/offline/kernels.ts)
    for name in registry.shipped():
        registry.game(name).catalogue()
        if tools := registry.room(name).http_tools:
            import_module(tools)  # by its name, so no import statement tells
