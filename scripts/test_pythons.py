"""Run the quick tests with every Python from 3.11 to 3.14 that is installed; `make pythons`.

Interpreters are looked for on PATH (`python3.12`) and among those of pyenv. Each gets a virtual environment of its own below
`.venv/pythons`. Prints one line per version; the exit code is 1 if the tests fail with any of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
ROOT = Path(__file__).parents[1]
QUICK = "not (browser or server or compiled or slow)"


def find_interpreter(version: str) -> str | None:
    """Return the path of an interpreter of this version that can make virtual environments, or None."""
    pyenv = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    for candidate in (*(str(path) for path in reversed(pyenv)), shutil.which(f"python{version}")):
        check = f"import sys, venv, ensurepip; sys.exit('%d.%d' % sys.version_info[:2] != '{version}')"
        if candidate and subprocess.run([candidate, "-c", check], capture_output=True, check=False).returncode == 0:  # noqa: S603
            return candidate
    return None


def run_tests(version: str, interpreter: str) -> bool:
    """Install the project for this interpreter and run the quick tests; return whether they passed."""
    folder = ROOT / ".venv" / "pythons" / version
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([interpreter, "-m", "venv", str(folder)], check=True)  # noqa: S603
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ".[server,print,postgresql,dev]"]
    subprocess.run([str(python), *install], cwd=ROOT, check=True)  # noqa: S603
    done = subprocess.run([str(python), "-m", "pytest", "-n", "2", "-m", QUICK], cwd=ROOT, check=False)  # noqa: S603
    return done.returncode == 0


def main() -> int:
    results: dict[str, str] = {}
    for version in VERSIONS:
        interpreter = find_interpreter(version)
        if interpreter is None:
            results[version] = "not installed"
            continue
        print(f"Python {version}: {interpreter}", flush=True)
        results[version] = "passed" if run_tests(version, interpreter) else "failed"
    for version, result in results.items():
        print(f"Python {version}: {result}")
    return 1 if "failed" in results.values() else 0


if __name__ == "__main__":
    sys.exit(main())
