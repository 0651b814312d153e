"""Runs all checks of the kit on a room. Every finding names a seed that reproduces it."""

from __future__ import annotations

import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fairyring.bots.backends import COMPILER
from fairyring.core.game.room import Room
from fairyring.kit import backends, brute_force, language, meanings, noninterference, play_checks, records, table_leaks, texts
from fairyring.kit.findings import Build, Case, Check
from fairyring.lab.checks.cpu_limit import EndlessError, limited_to
from fairyring.progress import Progress, announced, number_of_games

GAME_CHECKS: tuple[Check, ...] = (
    *play_checks.CHECKS,
    *texts.GAME_CHECKS,
    *noninterference.CHECKS,
    *table_leaks.CHECKS,
    *meanings.CHECKS,
    *records.CHECKS,
)
MAX_PER_CHECK = 3  # findings of one check in one game
GAME_SECONDS = 60.0  # of CPU time for a random game by the interpreted rules; ours take less than a second


@dataclass(frozen=True)
class Finding:
    """A failed check."""

    check: str
    message: str
    options: dict[str, Any]
    seed: int
    more: int = 0  # number of similar findings

    def __str__(self) -> str:
        options = " ".join(f"{key}={value}" for key, value in self.options.items())
        again = f"; {self.more} more like it" if self.more else ""
        return f"{self.check}: {self.message} [{options or 'any options'}, seed {self.seed}{again}]"

    @property
    def gist(self) -> tuple[str, str]:
        """The finding without numbers of steps, seats and cards; equal gists count as similar."""
        return self.check, re.sub(r"(?<!:)\b\d+\b", "#", self.message)


@dataclass
class Report:
    """The results of the kit for one room."""

    game: str
    passed: bool = True
    cases: int = 0
    seconds: float = 0.0
    build: Build | None = "checked"  # of compiled code that was compared; None: interpreted only
    checks: dict[str, int] = field(default_factory=dict)  # number of runs of each check
    findings: list[Finding] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)  # end reasons, events, actions and refusals that did not occur

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return asdict(self)


def run_kit(
    room: Room,
    games: int = 5,
    seed: int = 1,
    say: Callable[[str], None] | None = None,
    compiled: bool | None = None,
    called: str = "",
    only: str = "",
    build: Build = "checked",
) -> Report:
    """Check a room, and return a report. `games` are played for each of its variants.

    `compiled=False` leaves out the compiled backend; `build` is the one that is compared. `say` receives lines for people.
    `called` is the name of the room in commands, if it is a path. `only` is the name of a check: the others are left out.
    """
    begun = time.monotonic()
    has_compiler = find_spec(COMPILER) is not None if compiled is None else compiled
    report = Report(room.name, build=build if has_compiler else None)
    progress = Progress(len(room.checks.variants) * games, f"games of {room.title}")
    unseen = meanings.all_names(room)
    try:
        for check in (language.rules_stay_in_the_subset, *texts.CHECKS, *meanings.ROOM_CHECKS):
            if only in ("", check.__name__):
                _run(report, check.__name__, check(room), {}, seed, room)
        if report.findings and report.findings[0].check == language.rules_stay_in_the_subset.__name__:
            report.build = None  # rules outside the subset do not compile
        if not any(_is_endless(report, room, dict(options), seed) for options in room.checks.variants):
            exact = brute_force.imagination_is_exact
            if only in ("", exact.__name__):
                with announced(f"{room.title}: every history of a small game, against imagination …"):
                    _run(report, exact.__name__, exact(room, seed, report.build), {}, seed, room)
            for options in room.checks.variants:
                for number in range(games):
                    unseen -= _case(report, room, dict(options), seed + number, only, first=number == 0)
                    progress(report.cases)
    except KeyboardInterrupt:
        if say:
            say(f"{room.title}: stopped in {list(report.checks)[-1] if report.checks else 'the first game'}{_line_of(room)}")
        raise
    finally:
        progress.close()
    report.unseen = sorted(unseen)
    report.findings = each_once(report.findings)
    report.seconds = round(time.monotonic() - begun, 1)
    report.passed = not report.findings
    if say:
        _print_report(report, room, say, called or room.name)
    return report


def each_once(findings: list[Finding]) -> list[Finding]:
    """Return the first finding of each gist, with the number of similar ones."""
    count = Counter(finding.gist for finding in findings)
    first = {finding.gist: finding for finding in reversed(findings)}
    return [replace(finding, more=count[gist] - 1) for gist, finding in reversed(first.items())]


def _is_endless(report: Report, room: Room, options: dict[str, Any], seed: int) -> bool:
    """Play a game by the interpreted rules alone; report a loop in them that does not end, in which all checks would hang."""
    try:
        with limited_to(GAME_SECONDS):
            assert Case(room, options, seed).steps
    except EndlessError as error:
        report.findings.append(Finding("never_stuck", _raised(error, room), options, seed))
        return True
    except Exception:  # noqa: BLE001, S110  (`_case` makes a finding of it)
        pass
    return False


def _case(report: Report, room: Room, options: dict[str, Any], seed: int, only: str, first: bool) -> set[str]:
    """Check one game, and return the names that occurred in it."""
    report.cases += 1
    try:
        case = Case(room, options, seed, report.build)
        assert case.steps
    except Exception as error:  # noqa: BLE001  (rules under test may raise anything; that is the finding)
        report.findings.append(Finding("never_stuck", _raised(error, room), options, seed))
        return set()
    checks = [*GAME_CHECKS]
    if report.build:
        checks += backends.CHECKS if first else backends.CHECKS[:1]
    for check in checks:
        if only in ("", check.__name__):
            _run(report, check.__name__, check(case), options, seed, room)
    try:
        return meanings.names_in(case)
    except Exception as error:  # noqa: BLE001  (as above; games are played without events first)
        report.findings.append(Finding("never_stuck", _raised(error, room), options, seed))
        return set()


def _line_of(room: Room) -> str:
    """Return the line of the room where the program was interrupted."""
    error = sys.exc_info()[1]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__ if error else None) if _is_in(room, frame)]
    return f" ({Path(frames[-1].filename).name}:{frames[-1].lineno}, in {frames[-1].name})" if frames else ""


def _is_in(room: Room, frame: traceback.FrameSummary) -> bool:
    return Path(frame.filename).parent == room.info.folder


def _raised(error: Exception, room: Room) -> str:
    """Return an exception with the line of the room that raised it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_in(room, frame)]
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno}, in {frames[-1].name})" if frames else ""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}{where}"


def _run(report: Report, name: str, messages: Iterator[str], options: dict[str, Any], seed: int, room: Room) -> None:
    """Collect the messages of a check; an exception is a finding, too."""
    report.checks[name] = report.checks.get(name, 0) + 1
    already = sum(finding.check == name and finding.options == options for finding in report.findings)
    try:
        for message in messages:
            if options and already >= MAX_PER_CHECK:
                return
            report.findings.append(Finding(name, message, options, seed))
            already += 1
    except Exception as error:  # noqa: BLE001  (as above)
        report.findings.append(Finding(name, _raised(error, room), options, seed))


def _print_report(report: Report, room: Room, say: Callable[[str], None], called: str) -> None:
    backends_checked = f"both backends ({report.build} build)" if report.build else "interpreted backend only"
    say(f"{room.title}: {number_of_games(report.cases)}, {len(report.checks)} checks, {backends_checked}, {report.seconds} s")
    for finding in report.findings:
        say(f"  ✗ {finding}")
        say(f"    reproduce: fairyring kit {called} --games 1 --seed {finding.seed}")
    if report.unseen:
        say(f"  – not seen in these games: {', '.join(report.unseen)}")
    if report.passed:
        say("  ✓ all checks passed")
