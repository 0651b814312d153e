"""Build hooks: the built page and the documentation go into the wheel, the README into its metadata."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)")


class ReadmeHook(MetadataHookInterface):
    """Sets the long description: README.md with links to the files of this version on the forge; indexes have no other file."""

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        version = re.search(
            r'^__version__ = "(.+)"$', (root / "src/fairyring/__init__.py").read_text(encoding="utf-8"), re.MULTILINE
        )
        assert version is not None
        forge = metadata["urls"]["Source"]

        def absolute(link: re.Match[str]) -> str:
            mark, text, target = link.groups()
            return f"{mark}{text}({forge}/{'raw' if mark else 'blob'}/v{version[1]}/{target})"

        text = LINK.sub(absolute, (root / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


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
