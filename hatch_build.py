"""Build hook that adds the built page (`make client`) and the documentation (`make docs`) to the wheel."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Adds client/dist as fairyring/page, and build/docs as fairyring/docs. Editable installs read these folders directly."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        docs = Path(self.root) / "build" / "docs"
        if (docs / "index.html").is_file():
            build_data["force_include"][str(docs)] = "fairyring/docs"
        built = Path(self.root) / "client" / "dist"
        if (built / "index.html").is_file():
            build_data["force_include"][str(built)] = "fairyring/page"
        elif os.environ.get("FAIRYRING_REQUIRE_PAGE") == "1":  # set for releases
            raise RuntimeError("client/dist is missing: run `make client` first.")
        else:
            self.app.display_warning("client/dist is missing (run make client); this wheel does not contain the page.")
