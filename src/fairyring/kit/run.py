"""Runs the kit on a room and reports. Every finding names a seed that shows it again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from typing import Any

from fairyring.core.room import Room
from fairyring.kit import brute, hosts, play, records, secrecy, subset, words
from fairyring.kit.case import Case, Check
from fairyring.progress import Progress, announced

GAME_CHECKS: tuple[Check, ...] = (*play.CHECKS, *secrecy.CHECKS, *records.CHECKS)
MOST_OF_A_KIND = 3  # findings reported of one check on one game


@dataclass(frozen=True)
class Finding:
    """Something that a game does not keep."""

    check: str
    what: str
    options: dict[str, Any]
    seed: int

    def __str__(self) -> str:
        options = " ".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.check}: {self.what} [{options or 'any options'}, seed {self.seed}]"


@dataclass
class Report:
    """What the kit found in one game."""

    game: str
    passed: bool = True
    cases: int = 0
    seconds: float = 0.0
    compiled: bool = True  # false where numba is not installed
    checks: dict[str, int] = field(default_factory=dict)  # how often each check ran
    findings: list[Finding] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def run_kit(
    room: Room, games: int = 5, seed: int = 1, say: Callable[[str], None] | None = None, compiled: bool | None = None
) -> Report:
    """Check a room. `games` are played for each of its sets of options; `compiled=False` leaves out the other host."""
    begun = time.monotonic()
    report = Report(room.name, compiled=find_spec("numba") is not None if compiled is None else compiled)
    progress = Progress(len(room.kit_options) * games, f"games of {room.title}")
    for check in (subset.rules_stay_in_the_subset, *words.CHECKS):
        _run(report, check.__name__, check(room), {}, seed)
    with announced(f"{room.title}: every history of a small game, against imagination …"):
        _run(report, "imagination_is_exact", brute.imagination_is_exact(room, seed), dict(room.small.options), seed)
    for options in room.kit_options:
        for number in range(games):
            _case(report, room, dict(options), seed + number, first=number == 0)
            progress(report.cases)
    progress.close()
    report.seconds = round(time.monotonic() - begun, 1)
    report.passed = not report.findings
    if say:
        _tell(report, room, say)
    return report


def _case(report: Report, room: Room, options: dict[str, Any], seed: int, first: bool) -> None:
    report.cases += 1
    try:
        case = Case(room, options, seed)
        assert case.steps
    except Exception as error:  # noqa: BLE001  (rules under test may raise anything; that is the finding)
        report.findings.append(Finding("never_stuck", f"{type(error).__name__}: {error}", options, seed))
        return
    checks = [*GAME_CHECKS]
    if report.compiled:
        checks += hosts.CHECKS if first else hosts.CHECKS[:1]
    for check in checks:
        _run(report, check.__name__, check(case), options, seed)


def _run(report: Report, name: str, found: Iterator[str], options: dict[str, Any], seed: int) -> None:
    """Collect what a check yields; a check that raises has found something too."""
    report.checks[name] = report.checks.get(name, 0) + 1
    already = sum(finding.check == name and finding.options == options for finding in report.findings)
    try:
        for what in found:
            if already >= MOST_OF_A_KIND:
                return
            report.findings.append(Finding(name, what, options, seed))
            already += 1
    except Exception as error:  # noqa: BLE001  (as above)
        report.findings.append(Finding(name, f"{type(error).__name__}: {error}", options, seed))


def _tell(report: Report, room: Room, say: Callable[[str], None]) -> None:
    hosts_said = "in both hosts" if report.compiled else "in the interpreted host only (numba is not installed)"
    say(f"{room.title}: {report.cases} games, {len(report.checks)} kinds of check, {hosts_said}, {report.seconds} s")
    for finding in report.findings:
        say(f"  ✗ {finding}")
        say(f"    again: fairyring kit {room.name} --games 1 --seed {finding.seed}")
    if report.passed:
        say("  ✓ every promise kept")
