"""Files in deploy/: they parse, agree with each other, and name settings, extras and ports that exist."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
import yaml

from fairyring.server.settings import PORT
from tests.paths import DOCS, ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
MANIFESTS: dict[str, dict[str, Any]] = {
    manifest["kind"]: manifest for manifest in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_deploy_files_name_documented_settings(path: Any) -> None:
    page = (DOCS / "operating.md").read_text(encoding="utf-8")
    for variable in set(re.findall(r"FAIRYRING_[A-Z_]+", path.read_text(encoding="utf-8"))) - {
        "FAIRYRING_REQUIRE_PAGE",
        "FAIRYRING_PYTHON",
    }:
        assert f"| `{variable}` |" in page, f"{path.name} sets {variable}"


def test_dockerfile_installs_extras_that_exist() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    names = re.search(r"whl\)\[([a-z,]+)\]", text)
    assert names is not None
    assert set(names[1].split(",")) == {"server", "postgresql", "print", "push"} <= set(extras)  # all that servers offer
    assert f"EXPOSE {PORT}" in text
    assert f"127.0.0.1:{PORT}/health" in text
    assert "\nUSER 10001:10001\n" in text


def test_compose_servers_are_hardened_and_behind_the_proxy() -> None:
    services = COMPOSE["services"]
    proxied = re.search(r"reverse_proxy (.+) {", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert proxied is not None
    servers = [name for name, service in services.items() if "build" in service]
    assert proxied[1].split() == [f"{name}:{PORT}" for name in servers]
    for name in servers:
        server = services[name]
        assert (server["read_only"], server["cap_drop"]) == (True, ["ALL"])
        assert "ports" not in server
        assert server["environment"]["FAIRYRING_PROXIES"] == COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
        assert set(server["depends_on"]) <= set(services)
    assert {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())} - {
        "./Caddyfile"
    } == (set(COMPOSE["volumes"]))


def test_kubernetes_selectors_and_ports_agree() -> None:
    deployment, service = MANIFESTS["Deployment"]["spec"], MANIFESTS["Service"]["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["selector"]["matchLabels"] == service["selector"] == labels
    assert MANIFESTS["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    (container,) = deployment["template"]["spec"]["containers"]
    assert container["ports"] == [{"containerPort": PORT, "name": service["ports"][0]["targetPort"]}]
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    mounted = {mount["name"] for mount in container["volumeMounts"]}
    assert mounted == {volume["name"] for volume in deployment["template"]["spec"]["volumes"]}
