"""Optional dependencies: which extra of the package brings a module that is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fairyring.core.errors import MissingExtra

# Modules by the extra of pyproject.toml that brings them; a test compares the two.
MODULES = {
    "server": (
        "aiosqlite", "alembic", "litestar", "markdown_it", "msgspec", "prometheus_client", "segno", "sqlalchemy", "uvicorn",
        "websockets",
    ),
    "print": ("typst",),
    "postgresql": ("asyncpg", "redis"),
    "push": ("cryptography", "http_ece", "httpcore", "py_vapid"),
    "envs": ("gymnasium", "pettingzoo"),
    "lab": ("altair", "pandas", "polars", "pyarrow", "vl_convert"),
    "openspiel": ("open_spiel", "pyspiel"),
    "ray": ("ray",),
}  # fmt: skip


def extra_of(module: str) -> str | None:
    """Return the extra that brings a module, such as “server” for `litestar.handlers`; None for other modules."""
    top = module.partition(".")[0]
    return next((extra for extra, modules in MODULES.items() if top in modules), None)


def missing_extra(error: ModuleNotFoundError) -> str | None:
    """Return a sentence with the command that installs what is missing; None if that is none of our extras."""
    extra = extra_of(error.name or "")
    if extra is None:
        return None
    return (
        f'This needs the extra “{extra}” ({(error.name or "").partition(".")[0]} is missing): pip install "fairyring[{extra}]"'
    )


def import_extra(module: str) -> Any:
    """Import a module of an extra. Raises MissingExtra, with the command that installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtra(missing_extra(error) or str(error)) from error
