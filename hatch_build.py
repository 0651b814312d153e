"""Puts the built page into the package, so that an install from it needs no Node. `make client` builds the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Adds client/dist as fairyring/page; an editable install uses it where it lies."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        built = Path(self.root) / "client" / "dist"
        if (built / "index.html").is_file():
            build_data["force_include"][str(built)] = "fairyring/page"
        else:
            self.app.display_warning("The page for the browser is not built (make client); this wheel is without it.")
