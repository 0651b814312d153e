"""A push service and the browsers that subscribe to it, on loopback: real HTTP, real keys, without TLS.

Messages are decrypted and signatures verified as the RFCs (8291, 8188, 8292) say, with `cryptography` alone and not with the
libraries of the server.
"""

from __future__ import annotations

import base64
import json
import os
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass
class Browser:
    """A subscription as its browser has it, with the private key."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def body(self, language: str = "en") -> dict[str, str]:
        """What the page sends to the server."""
        return {"endpoint": self.endpoint, "p256dh": to_text(self.public), "auth": to_text(self.auth), "language": language}

    def decrypt(self, body: bytes) -> Any:
        """The JSON of a message (RFC 8291). Raises if it was meant for another browser."""
        salt, (_size, length) = body[:16], struct.unpack("!LB", body[16:21])
        sender, cipher = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _derive(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, cipher, None).rstrip(b"\0")
        assert plain.endswith(b"\x02"), "the last record"
        return json.loads(plain[:-1])


def check_signature(authorization: str, audience: str, public_key: str) -> dict[str, Any]:
    """The claims of a VAPID header, after its signature was verified (RFC 8292)."""
    scheme, _, fields = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in fields.split(","))
    assert (scheme, parts["k"]) == ("vapid", public_key)
    head, claims_text, signature = parts["t"].split(".")
    raw = to_bytes(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(parts["k"]))
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(der, f"{head}.{claims_text}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(to_bytes(head))["alg"] == "ES256"
    claims: dict[str, Any] = json.loads(to_bytes(claims_text))
    assert claims["aud"] == audience
    assert time.time() < claims["exp"] <= time.time() + 24 * 60 * 60
    return claims


@dataclass
class Received:
    """One request to the service."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """The service. `answer` chooses the status of each request."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answer: Callable[[Received], int] = lambda _request: 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                request = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                service.received.append(request)
                self.send_response(service.answer(request))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def browser(self, name: str) -> Browser:
        return Browser(f"{self.origin}/{name}")
