"""A plain file server under a path prefix: no server of ours, no compression, no headers."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

PREFIX = "/some/path/"


class _Handler(SimpleHTTPRequestHandler):
    """Serves files below PREFIX, and 404.html for what is missing, as hosts of static pages do."""

    fetched: list[tuple[str, int]]  # path and bytes

    def __init__(self, *arguments: Any, fetched: list[tuple[str, int]], **more: Any) -> None:
        self.fetched = fetched
        super().__init__(*arguments, **more)

    def translate_path(self, path: str) -> str:
        place = urlsplit(path).path
        return super().translate_path("/" + place.removeprefix(PREFIX)) if place.startswith(PREFIX) else "/nowhere"

    def send_head(self) -> Any:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.is_file():
            self.fetched.append((urlsplit(self.path).path.removeprefix(PREFIX), path.stat().st_size))
        return super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        missing = Path(str(self.directory)) / "404.html"
        if code != 404 or not missing.is_file():
            super().send_error(code, message, explain)
            return
        body = missing.read_bytes()
        self.send_response(404)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None:
        pass


class StaticSite:
    """A folder of files on a port of its own. After `stop` the network is gone for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fetched: list[tuple[str, int]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder), fetched=self.fetched))
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{PREFIX}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
