"""Run the steps of deploy/Dockerfile without a docker engine, and then its server, in a clean Debian root; needs root.

    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates trixie /tmp/trixie
    python scripts/try_image.py /tmp/trixie /tmp/image

Each stage is a copy of the root in the second folder, which must be new; with `--again` it keeps a finished first stage of an
earlier run. The environment /usr/local stands for the base image: Debian's Python 3.13, named `python`. RUN is executed by
`chroot`. The server runs as the user of the image, without a network, on a read-only root with only /data and /tmp writable;
the health check, a table, compiled rules, a board as PDF and a stop by STOPSIGNAL are tried.

It proves that the commands of the file work in order, and that the result serves. It does not prove that an engine accepts the
file, that layers are as small as they could be, or anything about the base image `python:3.13-slim` itself.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PASSED_ON = re.compile(r"(PIP|NPM|NODE|SSL)_.*|.*_PROXY", re.IGNORECASE)  # how this machine reaches its registries
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
READY_SECONDS = 120

# Runs in namespaces of its own, as root: (root, health check, server).
SERVE = """
set -eu
ip link set lo up
mount --bind "$1" "$1"
mount -o remount,ro,bind "$1"
mount -t tmpfs tmpfs "$1/tmp"
mount --bind "$2" "$1/data"
mount -t proc proc "$1/proc"
mount --bind /dev "$1/dev"
inside() { chroot --userspec="$IMAGE_USER" "$1" /bin/sh -c "cd /; $2"; }
chroot --userspec="$IMAGE_USER" "$1" /bin/sh -c "cd /; exec $4" &  # no function: signals are for the server itself
server=$!
for second in $(seq READY_SECONDS); do inside "$1" "$3" 2>/dev/null && break; kill -0 $server; sleep 1; done
inside "$1" "$3"
echo "healthy after $second s"
inside "$1" "$5"
if inside "$1" "touch /root-is-writable" 2>/dev/null; then echo "the root is writable" >&2; exit 1; fi
kill -TERM $server
wait $server
echo "stopped in order"
""".replace("READY_SECONDS", str(READY_SECONDS))
# What a client of the server does: the page with its script, documentation, a table; then compiled rules and a board as PDF.
USE = """python -c '
import json, re, urllib.request as u
base = "http://127.0.0.1:8765"
get = lambda path: u.urlopen(base + path, timeout=60).read().decode()
script = re.search(r"src=\\"(?:./)?(assets/[^\\"]+js)\\"", get("/"))[1]
print("script of the page:", len(get("/" + script)), "bytes; documentation:", "Fairyring" in get("/docs/"))
print("offline part:", len(get("/offline.json")), "bytes")
body = json.dumps(dict(game="fairy", options=dict(players=2))).encode()
request = u.Request(base + "/api/tables", body, {"content-type": "application/json"})
print("table:", len(json.load(u.urlopen(request, timeout=60))["table"]))
' && fairyring simulate fairy --games 1000 && fairyring print fariables --board meadow --output /tmp/meadow.pdf"""


@dataclass
class Stage:
    """A stage of the file, and what its instructions have set."""

    name: str
    root: Path
    folder: str = "/"
    user: str = "0:0"
    env: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)  # CMD, HEALTHCHECK, STOPSIGNAL


def instructions(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a Dockerfile, with continued lines joined and comments removed."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in joined.splitlines()]


def chroot(stage: Stage, command: str) -> None:
    passed = {key: value for key, value in os.environ.items() if PASSED_ON.fullmatch(key)}
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root", "LANG": "C.UTF-8"} | passed | stage.env
    inner = f"cd {shlex.quote(stage.folder)} && {command}"
    subprocess.run(["chroot", f"--userspec={stage.user}", str(stage.root), "/bin/sh", "-c", inner], env=env, check=True)  # noqa: S603, S607


def new_stage(base: Path, root: Path, name: str) -> Stage:
    """Copy the clean root and make its Python what it is in the base image: /usr/local/bin/python, with pip."""
    subprocess.run(["cp", "--archive", "--reflink=auto", str(base), str(root)], check=True)  # noqa: S603, S607
    for path in (CERTIFICATES, Path("/etc/resolv.conf")):
        shutil.copy(path, root / path.relative_to("/"))
    stage = Stage(name, root)
    chroot(stage, "python3 -m venv /usr/local")
    return stage


def copy_source(target: Path) -> None:
    """COPY . .: the files of the commit, as a clean checkout has them."""
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout  # noqa: S607
    subprocess.run(["tar", "--extract", "--directory", str(target)], input=archive, check=True)  # noqa: S603, S607


def run_step(stage: Stage, stages: dict[str, Stage], step: str) -> None:
    """RUN, with its mounts from other stages as copies that are removed again."""
    mounted = []
    while match := re.match(r"--mount=from=(\w+),source=(\S+),target=(\S+)\s+", step):
        step = step[match.end() :]
        source, target = stages[match[1]].root / match[2].lstrip("/"), stage.root / match[3].lstrip("/")
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        mounted.append(target)
    chroot(stage, step)
    for target in mounted:
        shutil.rmtree(target) if target.is_dir() else target.unlink()


def build(base: Path, out: Path) -> Stage:
    """Run all instructions; return the last stage. Raises ValueError for one that this script does not know.

    Stages with a name that an earlier run has finished are left as they are.
    """
    stages: dict[str, Stage] = {}
    stage, finished = Stage("", base), False
    for word, rest in instructions((ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")):
        print(f"{word} {rest[:100]}", flush=True)
        if word == "FROM":
            if stage.name:
                (out / f"{stage.name}.finished").touch()
            name = rest.partition(" AS ")[2] or "final"
            finished = (out / f"{name}.finished").exists()
            stage = stages[name] = Stage(name, out / name) if finished else new_stage(base, out / name, name)
        elif finished:
            continue
        elif word == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "COPY" and rest == ". .":
            copy_source(stage.root / stage.folder.lstrip("/"))
        elif word == "RUN":
            run_step(stage, stages, rest)
        elif word == "ENV":
            stage.env |= dict(pair.split("=", 1) for pair in shlex.split(rest))
        elif word == "USER":
            stage.user = rest
        elif word in ("CMD", "HEALTHCHECK", "STOPSIGNAL", "EXPOSE", "VOLUME"):
            stage.words[word] = rest
        else:
            raise ValueError(f"deploy/Dockerfile has an instruction that this script does not know: {word} {rest}")
    return stage


def command_of(words: str) -> str:
    """Return the command of an instruction in its JSON form."""
    return shlex.join(re.findall(r'"((?:[^"\\]|\\.)*)"', words[words.index("[") :]))


def serve(stage: Stage, out: Path) -> None:
    data = out / "data"
    data.mkdir()
    os.chown(data, *map(int, stage.user.split(":")))
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "IMAGE_USER": stage.user, "HOME": "/data"} | stage.env
    words = [str(stage.root), str(data), command_of(stage.words["HEALTHCHECK"]), command_of(stage.words["CMD"]), USE]
    command = ["unshare", "--mount", "--net", "--pid", "--fork", "/bin/sh", "-c", SERVE, "sh", *words]
    subprocess.run(command, env=env, check=True)  # noqa: S603
    print("in the volume:", *sorted(path.name for path in data.iterdir()))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="try_image.py", description="run the steps of deploy/Dockerfile in a clean root")
    parser.add_argument("base", type=Path, help="a Debian root with Python 3.13, as debootstrap makes it")
    parser.add_argument("out", type=Path, help="a new folder for the stages")
    parser.add_argument("--again", action="store_true", help="keep the first stage of an earlier run in that folder")
    args = parser.parse_args(arguments)
    args.out.mkdir(exist_ok=args.again)
    if args.again:
        shutil.rmtree(args.out / "final", ignore_errors=True)
        shutil.rmtree(args.out / "data", ignore_errors=True)
    stage = build(args.base, args.out)
    size = subprocess.run(["du", "-sm", str(stage.root), str(args.base)], check=True, capture_output=True, text=True).stdout  # noqa: S603, S607
    whole, empty = (int(line.split()[0]) for line in size.splitlines())
    print(f"the last stage has {whole - empty} MB more than the clean root")
    serve(stage, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
