"""Endpoints of push services: where the server may send, and where it may not (SSRF)."""

from __future__ import annotations

import ipaddress

import pytest

from fairyring.server.push.addresses import check_endpoint, may_send_to

HOME = (ipaddress.ip_network("192.168.7.0/24"),)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def", "https://updates.push.services.mozilla.com:443/wpush/v2/abc",
        "https://8.8.8.8/x", "https://[2606:4700::1]/x", "http://192.168.7.4:9000/x", "https://192.168.7.4/x",
    ],
)  # fmt: skip
def test_check_endpoint_accepts_public_addresses_and_allowed_networks(endpoint: str) -> None:
    check_endpoint(endpoint, HOME)


@pytest.mark.parametrize(
    "endpoint",
    [
        "", "x", "http://push.example/x", "ftp://push.example/x", "file:///etc/passwd", "https:///x", "https://push.example:22/x",
        "https://127.0.0.1/x", "https://[::1]/x", "https://10.1.2.3/x", "https://169.254.169.254/latest", "https://192.168.8.1/x",
        "https://[::ffff:127.0.0.1]/x", "https://[64:ff9b::7f00:1]/x", "https://[2002:7f00:1::]/x", "https://0.0.0.0/x",
        "https://user@push.example/x", "https://push.example/x#y", "https://push.example/ x", "https://push.example\\@127.0.0.1/x",
        "https://püsh.example/x", "https://push.example:99999/x", "https://[::1", "https://224.0.0.1/x", "https://100.64.0.1/x",
        "ftp://192.168.7.4/x",
    ],
)  # fmt: skip
def test_check_endpoint_refuses_all_others(endpoint: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        check_endpoint(endpoint, HOME)


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("1.1.1.1", True), ("2606:4700::1", True), ("192.168.7.9", True), ("192.168.8.9", False), ("127.0.0.2", False),
        ("::1", False), ("fe80::1", False), ("fd00::1", False), ("::ffff:10.0.0.1", False), ("::ffff:1.1.1.1", True),
        ("64:ff9b::101:101", True),
    ],
)  # fmt: skip
def test_may_send_to(address: str, allowed: bool) -> None:
    assert may_send_to(ipaddress.ip_address(address), HOME) is allowed
