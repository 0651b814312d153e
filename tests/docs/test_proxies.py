"""Settings of proxies in docs/operating.md and in deploy/: they pass on what the server reads, and hide its metrics."""

from __future__ import annotations

import re

from tests.paths import DOCS, ROOT

PAGE = (DOCS / "operating.md").read_text(encoding="utf-8")
SERVER = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "fairyring" / "server").rglob("*.py"))
NGINX = re.findall(r"^```nginx\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_nginx_passes_on_what_the_server_reads() -> None:
    whole, below = NGINX
    headers = dict(re.findall(r"proxy_set_header (\S+)\s+(\S+);", whole))
    assert headers["Host"] == "$host"
    assert (headers["Upgrade"], headers["Connection"]) == ("$http_upgrade", "$connection_upgrade")
    passed = {name for name in (*headers, *re.findall(r"proxy_set_header (X-\S+)", below)) if name.startswith("X-Forwarded-")}
    assert passed == {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Prefix"}
    for name in passed:
        assert name.lower() in SERVER.lower(), name
    assert "map $http_upgrade $connection_upgrade" in whole
    for text in (whole, below):
        assert text.count("{") == text.count("}")


def test_proxies_hide_metrics_and_lead_to_the_default_port() -> None:
    (caddy,) = re.findall(r"^Caddy:\n\n```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    deployed = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert "location /metrics { return 404; }" in NGINX[0]
    for text in (caddy, deployed):
        assert re.search(r"^\s+respond /metrics 404$", text, re.MULTILINE)
    for text in (*NGINX, caddy):
        assert "127.0.0.1:8765" in text
