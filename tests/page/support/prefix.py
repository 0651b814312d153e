"""Reverse proxy that serves the application below a path and strips the path."""

from __future__ import annotations

import contextlib
import socket
import threading

PATH = "/games/here"
HOST = "127.0.0.2"  # stands for a public address: links to 127.0.0.1 are not offered to others


class Proxy:
    """Proxy for HTTP and WebSocket on a port of its own; answers only below PATH."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self.stray: list[str] = []  # what was asked for outside the path
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}{PATH}/"

    def close(self) -> None:
        self._listener.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            data = b""
            while b"\r\n\r\n" not in data:
                more = client.recv(65536)
                if not more:
                    return
                data += more
            head, _, body = data.partition(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            method, path, version = lines[0].split(" ")
            if not path.startswith(f"{PATH}/"):
                self.stray.append(path)
                client.sendall(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                return
            upgrade = any(line.lower().startswith("upgrade:") for line in lines)
            headers = [line for line in lines[1:] if upgrade or not line.lower().startswith("connection:")]
            headers += [f"X-Forwarded-Prefix: {PATH}"] + ([] if upgrade else ["Connection: close"])
            request = "\r\n".join([f"{method} {path.removeprefix(PATH)} {version}", *headers])
            with socket.create_connection(("127.0.0.1", self._to)) as server:
                server.sendall(request.encode("latin-1") + b"\r\n\r\n" + body)
                back = threading.Thread(target=_pump, args=(server, client), daemon=True)
                back.start()
                _pump(client, server)
                back.join()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
