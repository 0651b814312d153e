"""Everything in the README and on the pages of the site is run here: their Python, and their commands."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from fairyring.cli import game_commands, main
from scripts.build_docs import SITE, pages
from tests.forking.processes import run
from tests.paths import DOCS, ROOT
from tests.tables.support.forgeries import honest

PAGES = [ROOT / "README.md", *sorted(page for page in pages().values() if page.parent != SITE)]


RUN_ELSEWHERE = {"protocol.md", "fairness.md"}  # their Python needs a server: tests/docs/test_protocol_page.py runs it


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in RUN_ELSEWHERE and blocks(page, "python")], ids=name_of
)
def test_docs_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), space)  # noqa: S102  (our own pages)


LINES = [(page, line) for page in PAGES for block in blocks(page, "sh") for line in block.splitlines() if line.strip()]
VARIABLES = re.compile(r"^(?:[A-Z_]+=\S*\s+)+(?=fairyring)")  # before a command
COMMANDS = [
    line.partition(" #")[0].strip()
    for line in (VARIABLES.sub("", line) for _page, line in LINES)
    if re.match(r"fairyring\b", line)
]


# The kit takes more than five seconds; tests/games/test_rooms.py runs it on every game, tests/cli/test_cli.py on one.
# Servers do not end by themselves, and want databases: tests/server starts them in every way that the pages name.
SERVER_COMMANDS = ("serve", "backup", "restore", "forget", "moderate")
# The folder of files needs the built page: tests/site writes one. Clusters are somewhere else: tests/lab/test_ray.py has one.
ONLY_PARSED = [
    command
    for command in COMMANDS
    if command == "fairyring reproduce"  # all studies: tests/lab/test_studies.py runs each
    or (shlex.split(command)[1:2] or ["serve"])[0] in ("kit", "static", *SERVER_COMMANDS)
    or "--on ray" in command
]
FEW = "40"  # games for a test, in place of the thousands of a page
MANY = re.compile(r"--games (?:\d{4,}|\d+e\d+)")
BENCH = re.compile(r"^fairyring bench(?!.*--seconds)")
BRIEFLY = "fairyring bench --seconds 0.1"  # for each of the measurements, in place of a second


def test_docs_commands_cover_every_kind() -> None:
    named = {word for command in COMMANDS for word in shlex.split(command)[1:2]}
    assert named == {*main.COMMANDS, *game_commands.summaries()}


@pytest.mark.parametrize("command", sorted(set(ONLY_PARSED)))
def test_docs_long_commands_parse(command: str) -> None:
    words = shlex.split(command)[1:] or ["serve"]
    main._parser(words).parse_args(words)


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - set(ONLY_PARSED)))
def test_docs_commands_run(command: str, tmp_path: Path) -> None:
    """As they stand, in a folder where only tests and examples are; a game is left at its first question."""
    for folder in ("tests", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    record, receipt = honest()
    (tmp_path / "game.jsonl").write_text(record, encoding="utf-8")
    receipt.save(tmp_path / "receipt.json")
    shorter = BENCH.sub(BRIEFLY, MANY.sub(f"--games {FEW}", command))
    done = run("fairyring", shlex.split(shorter)[1:], cwd=tmp_path, text="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


# Blocks that are neither Python nor commands: who looks at them.
OTHER_BLOCKS = {
    ("docs/fairness.md", ""): "test vectors: tests/docs/test_protocol_page.py",
    ("docs/offline.md", ""): "a drawing",
    ("docs/tables.md", ""): "a drawing",
    ("docs/operating.md", ""): "Caddyfile: tests/docs/test_proxies.py",
    ("docs/operating.md", "nginx"): "tests/docs/test_proxies.py",
    ("docs/experiments/league.md", ""): "printed by the command above it, on a date",
    ("docs/protocol.md", "json"): "written by tests/server/support/examples.py, compared by tests/docs/test_protocol_page.py",
    **{
        (f"src/fairyring/games/fariables/RULES{language}.md", ""): "a board as text: tests/games/fariables"
        for language in ("", ".de", ".fr", ".es")
    },
}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_docs_blocks_are_of_kinds_that_tests_know(page: Path) -> None:
    fences = re.findall(r"^[ >]*(?:```|~~~)(\S*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) % 2 == 0
    unknown = {kind for kind in fences[::2] if kind not in ("python", "sh") and (name_of(page), kind) not in OTHER_BLOCKS}
    assert not unknown
    text = page.read_text(encoding="utf-8")
    assert text.count("```json\n") == len(re.findall(r"<!-- [a-z -]+ -->\n```json\n", text))


def test_docs_variables_before_commands_exist() -> None:
    known = (DOCS / "operating.md").read_text(encoding="utf-8")
    for _page, line in LINES:
        for name in re.findall(r"\b(FAIRYRING_[A-Z_]+)=", line):
            assert f"| `{name}` |" in known, line


def test_docs_other_commands_name_what_exists() -> None:
    """Tests elsewhere run what these start: targets of make, scripts, installations."""
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    extras = set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])
    for page, line in LINES:
        words = shlex.split(line, comments=True)
        while words and re.match(r"[A-Z_]+=", words[0]):  # variables before a command
            words.pop(0)
        match words:
            case ["fairyring", *_] | []:
                pass
            case ["make", target, *_]:
                assert target in targets, f"{page.name}: {line}"
                for variable in (word.partition("=")[0] for word in words[2:]):
                    assert f"$({variable})" in MAKEFILE, f"{page.name}: {line}"
            case ["python", "-m", module, *options]:
                path = ROOT / ("src" if module.startswith("fairyring") else "") / module.replace(".", "/")
                assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), f"{page.name}: {line}"
                assert not unknown_options(path, options), f"{page.name}: {line}"
            case ["python", script, *options]:
                assert (ROOT / script).exists(), f"{page.name}: {line}"
                assert not unknown_options(ROOT / script, options), f"{page.name}: {line}"
            case (
                ["pip", "install", requirement, *_]
                | ["pipx", "run", "--spec", requirement, *_]
                | ["uvx", "--from", requirement, *_]
            ):
                named = re.search(r"fairyring\[([a-z,]+)\]", requirement)
                assert named is None or set(named[1].split(",")) <= extras, f"{page.name}: {line}"
            case ["ray", "start" | "stop", *_]:
                assert page.name == "cluster.md", f"{page.name}: {line}"  # tests/lab/test_ray.py starts such nodes
            case ["curl", *_]:
                assert page.name == "protocol.md", f"{page.name}: {line}"  # test_protocol_page.py sends the same
            case _:
                raise AssertionError(f"{page.name} has a command of a kind that no test knows: {line}")


def unknown_options(program: Path, words: list[str]) -> list[str]:
    """Return the options of a command that its program does not declare: a module without suffix, a file, or a folder."""
    files = [*program.glob("*.py")] if program.is_dir() else [program.with_suffix(".py")]
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    return [word for word in words if word.startswith("--") and f'"{word.partition("=")[0]}"' not in source]


def test_docs_pictures_and_links_exist() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            path, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            meant = page.parent / path if path else page
            assert meant.exists(), f"{page.name} links to {target}"
            assert not anchor or meant.suffix != ".md" or anchor in anchors(meant), f"{page.name} links to {target}"


def anchors(page: Path) -> set[str]:
    """Return the anchors that forges and the site give to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_docs_pictures_have_a_command_that_makes_them() -> None:
    """CONTRIBUTING.md names it for each; those of the README are exactly what `make pictures` takes."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Pictures")[2].partition("\n## ")[0]
    patterns = [pattern for cell in re.findall(r"^\| `([^`]+)` \| ", table, re.MULTILINE) for pattern in alternatives(cell)]
    files = {path.relative_to(DOCS) for path in DOCS.rglob("*") if path.suffix in (".svg", ".webp", ".png")}
    used = {
        pattern: {path for path in files if path.match(pattern) and len(path.parts) == len(Path(pattern).parts)}
        for pattern in patterns
    }
    assert set().union(*used.values()) == files
    assert all(used.values()), "a row for no picture"
    taken = {path.name for path in files if path.suffix == ".webp"}
    source = (ROOT / "tests" / "page" / "support" / "pictures.py").read_text(encoding="utf-8")
    assert taken == set(re.findall(r'"([\w.-]+\.webp)"', source))


def alternatives(pattern: str) -> list[str]:
    """Return what a pattern with braces stands for: `{a,b}.svg` for `a.svg` and `b.svg`."""
    match = re.search(r"\{([^}]*)\}", pattern)
    return [pattern.replace(match[0], word) for word in match[1].split(",")] if match else [pattern]
