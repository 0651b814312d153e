"""Checks, tests and builds a release, and smoke-tests what was built: `make release`. Publishes nothing.

    python scripts/release.py [--version 0.2.0] [STEP ...]

Without steps all of STEPS run in their order; `tag` runs only if it is named. A step that fails prints one sentence, and the
exit code is 1. The version is `__version__` in src/fairyring/__init__.py; CONTRIBUTING.md says what to edit before a release.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTES = Path("build") / "release-notes.md"
CONSTRAINTS = "constraints.txt"
START_SECONDS = 60  # a server that did not answer by then is broken; it takes about a second on a quiet machine
STOP_SECONDS = 30
SIMULATE = ["-m", "fairyring", "simulate", "fairy", "--players", "3", "--games", "100", "--seed", "1", "--json"]
PLAY = ["-m", "fairyring", "play", "fairy", "--players", "3", "--you", "none", "--bots", "normal", "--seed", "1"]
# Files besides pyproject.toml's source of the version that name it: (path, text around it).
MENTIONS = (("README.md", "fairyring-{}-py3-none-any.whl"), ("deploy/kubernetes.yaml", "image: fairyring:{}\n"))


class ReleaseError(Exception):
    """A release cannot be made; the message is one sentence."""


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Return the output of a command. Raises ReleaseError with the last line of its errors if it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "it printed nothing").splitlines()[-1]
        raise ReleaseError(f"`{' '.join(map(str, command))}` failed with exit code {done.returncode}: {last}")
    return done.stdout


def make(root: Path, target: str) -> None:
    """Run a target of the Makefile, with its output. Raises ReleaseError."""
    if subprocess.run(["make", target], cwd=root, check=False).returncode:  # noqa: S603, S607
        raise ReleaseError(f"`make {target}` failed; its output is above.")


def read_version(root: Path) -> str:
    """Return the version of the package. Raises ReleaseError if it is not of the form 1.2.3."""
    text = (root / "src" / "fairyring" / "__init__.py").read_text(encoding="utf-8")
    match = re.search(r'^__version__ = "(.*)"$', text, re.MULTILINE)
    if match is None or not re.fullmatch(r"\d+\.\d+\.\d+", match[1]):
        raise ReleaseError('src/fairyring/__init__.py needs a line such as `__version__ = "0.2.0"`.')
    return match[1]


def sections(changelog: str) -> dict[str, str]:
    """Return the sections of a changelog by the first word of their heading, in order, without headings."""
    parts = re.split(r"^## (.+)$", changelog, flags=re.MULTILINE)
    return {title.split()[0].strip("[]"): text.strip() for title, text in zip(parts[1::2], parts[2::2], strict=True)}


def read_notes(root: Path, version: str) -> str:
    """Return the section of the changelog for this version. Raises ReleaseError if it is missing, empty or not the newest."""
    found = sections((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    if found.pop("Unreleased", ""):
        raise ReleaseError(f"CHANGELOG.md has entries under “Unreleased”: rename that heading to “{version}”, with the date.")
    if not found.get(version):
        raise ReleaseError(f"CHANGELOG.md has no entries for version {version}.")
    if next(iter(found)) != version:
        raise ReleaseError(f"The newest version in CHANGELOG.md is {next(iter(found))}, but the package has version {version}.")
    return found[version]


def check_version(root: Path, wanted: str | None = None) -> None:
    """Raise ReleaseError unless all files agree on the version, and its tag is free or names this commit."""
    version = read_version(root)
    if wanted not in (None, version):
        raise ReleaseError(f"The package has version {version}, not {wanted}.")
    for name, text in MENTIONS:
        if text.format(version) not in (root / name).read_text(encoding="utf-8"):
            raise ReleaseError(f"{name} does not name version {version}; it should contain “{text.format(version).strip()}”.")
    read_notes(root, version)
    tagged = run("git", "tag", "--list", f"v{version}", "--points-at", "HEAD", cwd=root)
    if not tagged and run("git", "tag", "--list", f"v{version}", cwd=root):
        raise ReleaseError(f"Version {version} was released: the tag v{version} names another commit.")


def check_clean(root: Path) -> None:
    """Raise ReleaseError if the work tree differs from its commit."""
    changed = run("git", "status", "--porcelain", cwd=root).splitlines()
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise ReleaseError(f"The work tree is not clean: commit or remove {changed[0][3:]}{more}.")


def build(root: Path) -> None:
    """Build wheel and sdist into dist/. Raises ReleaseError."""
    make(root, "wheel")
    check_clean(root)  # building and testing must not change files of the repository
    version = read_version(root)
    for name in (f"fairyring-{version}-py3-none-any.whl", f"fairyring-{version}.tar.gz"):
        if not (root / "dist" / name).is_file():
            raise ReleaseError(f"`make wheel` did not build dist/{name}.")


def smoke_library(python: Path, folder: Path, version: str, env: dict[str, str]) -> None:
    """Import the installed package, simulate and play a game. Raises ReleaseError. `folder` is no checkout."""
    installed = run(python, "-c", "import fairyring; print(fairyring.__version__)", cwd=folder, env=env).strip()
    if installed != version:
        raise ReleaseError(f"The installed package has version {installed}, not {version}.")
    simulated = json.loads(run(python, *SIMULATE, cwd=folder, env=env))
    if simulated.get("games") != 100:
        raise ReleaseError(f"`fairyring simulate` played {simulated.get('games')} games instead of 100.")
    run(python, *PLAY, cwd=folder, env=env)


def free_port() -> int:
    """Return a port of the loopback address that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def fetch(address: str) -> str:
    """Return the body of an answer with status 200. Raises ReleaseError, or ConnectionError while nothing listens."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310 (loopback)
            text: str = answer.read().decode(errors="replace")
            return text
    except urllib.error.HTTPError as error:
        raise ReleaseError(f"{address} answers with status {error.code}.") from None
    except (urllib.error.URLError, TimeoutError) as error:
        raise ConnectionError(str(error)) from None


def check_server(base: str, version: str, alive: Callable[[], int | None], seconds: float = START_SECONDS) -> None:
    """Wait until a server answers; check its health, its page and the page's script. Raises ReleaseError.

    `alive` returns None while the server runs, and its exit code after that.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            health = json.loads(fetch(f"{base}/health"))
            break
        except ConnectionError as error:
            if alive() is not None:
                raise ReleaseError(f"The server ended with exit code {alive()} before it answered.") from None
            if time.monotonic() > deadline:
                raise ReleaseError(f"The server did not answer within {seconds:.0f} seconds: {error}.") from None
            time.sleep(0.1)
        except ValueError:
            raise ReleaseError(f"{base}/health does not answer with JSON.") from None
    if health.get("version") != version or not health.get("ok"):
        raise ReleaseError(f"{base}/health should be ok with version {version}: {json.dumps(health)}.")
    try:
        script = re.search(r'src="(?:\./)?(assets/[^"]+\.js)"', fetch(f"{base}/"))
        if script is None:
            raise ReleaseError("The server's page has no script: the package was built without the page.")
        fetch(f"{base}/{script[1]}")
    except ConnectionError as error:
        raise ReleaseError(f"The server stopped answering: {error}.") from None


def smoke_server(command: Sequence[str | Path], folder: Path, version: str, env: dict[str, str]) -> None:
    """Start a server on a free loopback port, fetch its health and page, and stop it. Raises ReleaseError."""
    port, log = free_port(), folder / "server.log"
    with log.open("w", encoding="utf-8") as file:
        server = subprocess.Popen([*command, "--port", str(port)], cwd=folder, env=env, stdout=file, stderr=file)  # noqa: S603
    try:
        check_server(f"http://127.0.0.1:{port}", version, server.poll)
        server.terminate()
        try:
            code = server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            raise ReleaseError(f"The server did not stop within {STOP_SECONDS} seconds of SIGTERM.") from None
        if code:
            raise ReleaseError(f"The server ended with exit code {code} after SIGTERM.")
    except ReleaseError:
        print(log.read_text(encoding="utf-8")[-2000:], file=sys.stderr, end="")
        raise
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()


def smoke_wheel(root: Path) -> None:
    """Install the wheel into a new virtual environment, light and then with its server, and use both. Raises ReleaseError."""
    version = read_version(root)
    wheel = root / "dist" / f"fairyring-{version}-py3-none-any.whl"
    if not wheel.is_file():
        raise ReleaseError(f"dist/{wheel.name} does not exist: run the step `build` first.")
    with tempfile.TemporaryDirectory(prefix="fairyring-release-") as name:
        folder = Path(name)
        run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
        python = folder / "venv" / "bin" / "python"
        own = {"FAIRYRING_DATA": str(folder / "data"), "FAIRYRING_CACHE": str(folder / "cache"), "FAIRYRING_WARM": "no"}
        env = {key: value for key, value in os.environ.items() if not key.startswith(("FAIRYRING_", "PYTHON"))} | own
        pip = (
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--constraint",
            root / "constraints.txt",
        )
        run(*pip, wheel, cwd=folder, env=env)
        smoke_library(python, folder, version, env)
        run(*pip, f"{wheel}[server]", cwd=folder, env=env)
        smoke_server([python, "-m", "fairyring", "serve", "--no-open"], folder, version, env)


def smoke_image(root: Path) -> str | None:
    """Build the image, start it and fetch its health and page. Raises ReleaseError. Returns why it was skipped, or None."""
    docker = shutil.which("docker")
    if docker is None:
        return "docker is not installed"
    if subprocess.run([docker, "info"], capture_output=True, check=False).returncode:  # noqa: S603
        return "no docker engine runs here"
    version = read_version(root)
    image, port = f"fairyring:{version}", free_port()
    run(docker, "build", "--file", "deploy/Dockerfile", "--tag", image, ".", cwd=root)
    publish = f"127.0.0.1:{port}:8765"
    container = run(docker, "run", "--detach", "--read-only", "--tmpfs", "/tmp", "--publish", publish, image, cwd=root).strip()  # noqa: S108
    try:

        def alive() -> int | None:
            state = run(docker, "inspect", "--format", "{{.State.Running}} {{.State.ExitCode}}", container, cwd=root).split()
            return None if state[0] == "true" else int(state[1])

        check_server(f"http://127.0.0.1:{port}", version, alive)
    finally:
        run(docker, "rm", "--force", "--volumes", container, cwd=root)
    return None


def write_notes(root: Path) -> Path:
    """Write the changelog's section of this version into build/release-notes.md and return its path. Raises ReleaseError."""
    version = read_version(root)
    path = root / NOTES
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"# Fairyring {version}\n\n{read_notes(root, version)}\n", encoding="utf-8")
    return path


def create_tag(root: Path) -> None:
    """Create the annotated tag of this version here, with the notes as its message; nothing is pushed. Raises ReleaseError."""
    check_clean(root)
    check_version(root)
    notes = write_notes(root)
    run("git", "tag", "--annotate", "--cleanup=verbatim", "--file", notes, f"v{read_version(root)}", cwd=root)


STEPS: dict[str, Callable[[Path], object]] = {
    "version": check_version,
    "clean": check_clean,
    "test": lambda root: make(root, "test"),
    "build": build,
    "wheel": smoke_wheel,
    "image": smoke_image,
    "notes": write_notes,
}
ON_REQUEST: dict[str, Callable[[Path], object]] = {"tag": create_tag}
NEXT = """\
Release {version} is built and was checked; nothing is published. Next:
  python scripts/release.py tag && git push origin v{version}   # the tag, with build/release-notes.md as its message
  twine upload dist/*                                           # to the index that your twine is configured for
  docker build --file deploy/Dockerfile --tag REGISTRY/fairyring:{version} . && docker push REGISTRY/fairyring:{version}"""


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Run the named steps, or all of STEPS; return the exit code."""
    parser = argparse.ArgumentParser(prog="release.py", description="check, test and build a release; publishes nothing")
    parser.add_argument("--version", help="fail unless the package has this version")
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"{', '.join(STEPS)} (default: all of them), tag")
    chosen = parser.parse_args(arguments)
    known = STEPS | ON_REQUEST
    for name in chosen.steps:
        if name not in known:
            parser.error(f"no such step: {name}")
    step = "version"
    try:
        if chosen.version is not None:
            check_version(root, chosen.version)
        for step in chosen.steps or STEPS:
            print(f"release: {step} …", flush=True)
            result = known[step](root)
            if isinstance(result, str):
                print(f"release: {step} was SKIPPED: {result}.", flush=True)
    except ReleaseError as error:
        print(f"release: {step} failed. {error}", file=sys.stderr)
        return 1
    if not chosen.steps:
        print(NEXT.format(version=read_version(root)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
