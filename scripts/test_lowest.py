"""Run the quick tests with the lowest allowed version of every dependency; `make lowest`.

    python scripts/test_lowest.py [TEST …]    # tests instead of the quick ones, such as tests/server

uv finds the versions: the lowest that pyproject.toml allows of what it names itself, of anything else the newest that fits;
test tools have no bounds. The virtual environment is `.venv/lowest`. Prints what was installed at its
bound; the exit code is 1 if tests fail, or if a bound names a version that does not exist.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".venv" / "lowest"
QUICK = ["-m", "not (browser or server or compiled or slow)"]
QUIET = ["-W", "ignore::DeprecationWarning"]  # of old versions of others, which our settings make errors
TOOLS = "dev"  # the extra whose requirements have no bounds
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)$")


def canonical(name: str) -> str:
    """Return the name of a package as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_bounds(pyproject: str) -> dict[str, str]:
    """Return the lower bounds that a pyproject.toml declares, by canonical name. Raises ValueError for one without a bound."""
    project = tomllib.loads(pyproject)["project"]
    extras = project["optional-dependencies"]
    requirements = [*project["dependencies"], *(text for extra in extras if extra != TOOLS for text in extras[extra])]
    bounds = {}
    for requirement in requirements:
        match = re.fullmatch(r"([\w.-]+)(?:\[[\w,-]+\])?>=([\w.]+)", requirement)
        if match is None:
            raise ValueError(f"pyproject.toml should name a lower bound, as in `name>=1.2`: {requirement}")
        bounds[canonical(match[1])] = match[2]
    return bounds


def read_pins(text: str) -> dict[str, str]:
    """Return the versions of a constraints file, by canonical name."""
    return {canonical(match[1]): match[2] for line in text.splitlines() if (match := PIN.match(line.strip()))}


def is_at_bound(version: str, bound: str) -> bool:
    """Return whether a version is the bound itself, or its first release: 4.0.0 for the bound 4."""
    return re.sub(r"(\.0)+$", "", version) == re.sub(r"(\.0)+$", "", bound)


def run(*command: str | Path, capture: bool = False) -> str:
    done = subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE if capture else None)  # noqa: S603
    return done.stdout or ""


def extras() -> list[str]:
    """Return the names of all extras."""
    return list(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])


def resolve(python: Path) -> dict[str, str]:
    """Return the lowest versions that fit together, by canonical name."""
    chosen = [word for extra in extras() if extra != TOOLS for word in ("--extra", extra)]
    options = ["--quiet", "--no-header", "--no-annotate", "--resolution", "lowest-direct", "--python", str(python)]
    return read_pins(run(python, "-m", "uv", "pip", "compile", *options, *chosen, "pyproject.toml", capture=True))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="test_lowest.py", description="test with the lowest allowed version of every dependency"
    )
    parser.add_argument("tests", nargs="*", help="files or folders of tests (default: the quick tests)")
    args = parser.parse_args(arguments)
    python = FOLDER / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", FOLDER)
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv")
    bounds = read_bounds((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    resolved = resolve(python)
    lowest = {name: resolved[name] for name in sorted(bounds)}
    pins = FOLDER / "lowest.txt"
    pins.write_text("".join(f"{name}=={version}\n" for name, version in lowest.items()), encoding="utf-8")
    project = f".[{','.join(extras())}]"
    run(python, "-m", "uv", "pip", "install", "--quiet", "--python", python, "--constraint", pins, "--editable", project)
    for name, version in lowest.items():
        print(
            f"{name} {version}" + ("" if is_at_bound(version, bounds[name]) else f"  (the bound is {bounds[name]})"), flush=True
        )
    chosen = [*QUIET, *(args.tests or QUICK)]
    done = subprocess.run([str(python), "-m", "pytest", "-n", "2", "--dist", "worksteal", *chosen], cwd=ROOT, check=False)  # noqa: S603
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
