"""Workflow files of forges: they parse, and call the commands of the Makefile."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from scripts.release import NOTES
from tests.paths import ROOT

FILES = (".github/workflows/ci.yml", ".gitlab-ci.yml")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def scripts(name: str) -> Iterator[tuple[str, str]]:
    """Yield the name of a job and each command that it runs."""
    parsed: dict[str, Any] = yaml.safe_load(read(name))
    jobs = parsed["jobs"] if "jobs" in parsed else {job: value for job, value in parsed.items() if "script" in value}
    for job, value in jobs.items():
        yield from ((job, command) for command in value.get("script", ()))
        yield from ((job, step["run"]) for step in value.get("steps", ()) if "run" in step)


def target(command: str) -> str:
    """Return the target of a command, which must be `make` with one target and variables."""
    words = command.split()
    assert words[0] == "make", command
    assert all(re.match(r"[A-Z]+=", word) for word in words[2:]), command
    return words[1]


@pytest.mark.parametrize("name", FILES)
def test_workflow_calls_make_targets_that_exist(name: str) -> None:
    called = {(job, target(command)) for job, command in scripts(name)}
    assert called == {("test", "test"), ("versions", "pythons"), ("versions", "lowest"), ("release", "release")}
    assert {command for _job, command in called} <= TARGETS


@pytest.mark.parametrize("name", FILES)
def test_workflow_of_releases_passes_the_tag_and_keeps_what_was_built(name: str) -> None:
    (command,) = (command for job, command in scripts(name) if job == "release")
    assert re.fullmatch(r'make release VERSION="\$\{(GITHUB_REF_NAME|CI_COMMIT_TAG)#v\}"', command)
    for path in ("dist/", str(NOTES)):
        assert re.search(rf"^ +(- )?{re.escape(path)}$", read(name), re.MULTILINE), path


@pytest.mark.parametrize("name", FILES)
def test_workflow_has_no_secrets_and_no_addresses(name: str) -> None:
    assert not re.search(r"https?://|secrets\.|token|password|twine|docker (push|login)", read(name), re.IGNORECASE)


def test_workflow_runs_what_ci_runs() -> None:
    assert read(".ci/run").splitlines()[-1] == "make test"
    assert yaml.safe_load(read(FILES[0]))["permissions"] == {"contents": "read"}


def test_makefile_lets_python_keep_byte_code() -> None:
    """Some images set this variable: then every process of a test compiles all modules, and pytest rewrites every test."""
    command = ["make", "--eval", "show: ; @echo [$$PYTHONDONTWRITEBYTECODE]", "--silent", "show"]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    shown = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    assert shown == "[]\n"
