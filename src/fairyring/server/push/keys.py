"""VAPID keys (RFC 8292), by which push services know the server, and encrypted messages (RFC 8291)."""

from __future__ import annotations

import base64
import os
import re
import time
from typing import Any
from urllib.parse import urlsplit

from fairyring.core.errors import OptionError
from fairyring.core.extras import import_extra

PRIVATE_BYTES = 32
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
TOKEN_SECONDS = 12 * 60 * 60  # a signature is good for so long; push services allow a day at most


def encode(data: bytes) -> str:
    """Return bytes in base64url without padding, as push services write them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    """Return the bytes of base64url, with padding or without. Raises ValueError."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*={0,2}", text):
        raise ValueError("not base64url")
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def make_private_key() -> str:
    """Return a new private key, as the setting `push_key` takes it."""
    while not 0 < int.from_bytes(secret := os.urandom(PRIVATE_BYTES), "big") < CURVE_ORDER:
        pass
    return encode(secret)


class PushKeys:
    """The server's keys. Raises OptionError for a key or contact that is none, MissingExtra without the extra “push”."""

    def __init__(self, private: str, contact: str) -> None:
        try:
            secret = decode(private)
        except ValueError:
            secret = b""
        if len(secret) != PRIVATE_BYTES or not 0 < int.from_bytes(secret, "big") < CURVE_ORDER:
            raise OptionError("FAIRYRING_PUSH_KEY is no private key; `fairyring push-keys` makes one.")
        if not _is_contact(contact):
            raise OptionError(
                "FAIRYRING_PUSH_CONTACT must be how push services reach you: mailto:you@example.org, or an https address."
            )
        self._contact = contact
        self._vapid = import_extra("py_vapid").Vapid02.from_raw(encode(secret).encode())
        self.public = encode(_public_bytes(self._vapid.public_key))

    def authorization(self, endpoint: str) -> str:
        """Return the Authorization header of a request to an endpoint."""
        url = urlsplit(endpoint)
        claims = {
            "aud": f"{url.scheme}://{url.netloc}",
            "exp": int(time.time()) + TOKEN_SECONDS,
            "sub": self._contact,
        }
        return str(self._vapid.sign(claims)["Authorization"])


def encrypt(message: bytes, p256dh: str, auth: str) -> bytes:
    """Return a message that only the browser of a subscription can read (aes128gcm). Raises ValueError for bad keys."""
    asymmetric = import_extra("cryptography.hazmat.primitives.asymmetric.ec")
    body: bytes = import_extra("http_ece").encrypt(
        message,
        salt=os.urandom(16),
        private_key=asymmetric.generate_private_key(asymmetric.SECP256R1()),
        dh=decode(p256dh),
        auth_secret=decode(auth),
        version="aes128gcm",
    )
    return body


def check_browser_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError unless these are the keys of a browser: a point of the curve, and 16 bytes."""
    asymmetric = import_extra("cryptography.hazmat.primitives.asymmetric.ec")
    asymmetric.EllipticCurvePublicKey.from_encoded_point(asymmetric.SECP256R1(), decode(p256dh))
    if len(decode(auth)) != 16:
        raise ValueError("the secret of a subscription has 16 bytes")


def _is_contact(text: str) -> bool:
    scheme, _, rest = text.partition(":")
    name, _, host = rest.partition("@")
    plain = text.isascii() and text.isprintable() and " " not in text
    return plain and (text.startswith("https://") or (scheme == "mailto" and bool(name and host)))


def _public_bytes(key: Any) -> bytes:
    serialization = import_extra("cryptography.hazmat.primitives.serialization")
    uncompressed: bytes = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return uncompressed
