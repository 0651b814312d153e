"""Simulation campaign: many seeds, rare paths that must be hit, and minimisation of failing seeds.

python -m tests.tables.support.campaign --seeds 5000 --from 0
python -m tests.tables.support.campaign --replay 4711 [--keep 3,17,40]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.tables.support.log_checks import Broken
from tests.tables.support.plan import Plan, Step, plan
from tests.tables.support.rooms import register_pebbles
from tests.tables.support.twins import compare
from tests.tables.support.world import World

TWIN = 6  # every so many seeds, a quiet world is compared with its twins
RARE = (
    "append lost",
    "append failed",
    "decided again",
    "read back own row",
    "lost to another row",
    "job cancelled",
    "job asked again",
    "killed between effects",
    "welcomed with a merged beat",
    "welcomed with a picture",
    "replace",
    "take back",
    "entry stand-in",
    "entry clock",
    "entry pause",
    "entry host",
    "entry device",
    "entry again",
    "entry opened",
    "entry hand",
    "entry report",
    "entry confirm",
    "band",
    "closed 4003",
    "nack past",
    "nack not-here",
    "nack id-reused",
    "nack too-fast",
    "nack too-long",
    "nack not-yours",
    "nack not-host",
    "nack present",
    "seat link used",
    "worker crash",
    "worker nonsense",
    "resent",
)


@dataclass
class Result:
    """What a campaign found."""

    worlds: int = 0
    games: int = 0
    rows: int = 0
    twins: int = 0
    hits: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def missed(self) -> list[str]:
        return [path for path in RARE if not self.hits[path]]


def once(seed: int, result: Result) -> None:
    """One seed; its failure is minimised and kept."""
    chosen = plan(seed, quiet=seed % TWIN == 0)
    try:
        if seed % TWIN == 0:
            world, compared = compare(chosen)
            result.twins += compared
        else:
            world = World(chosen).run()
    except Exception as error:  # noqa: BLE001  (whatever goes wrong is a finding)
        result.failures.append(report(chosen, error))
        return
    result.worlds += 1
    result.games += world.checks.finished
    result.rows += len(world.rows)
    result.hits += world.hits


def campaign(seeds: Iterable[int], until: Callable[[], bool] = lambda: False) -> Result:
    result = Result()
    for seed in seeds:
        once(seed, result)
        if until() or len(result.failures) >= 3:
            break
    return result


# Failures ------------------------------------------------------------------------------------------


def name_of(error: Exception) -> str:
    return f"invariant {error.number}" if isinstance(error, Broken) else type(error).__name__


def breaks(candidate: Plan) -> str:
    """How a plan fails; nothing if it does not."""
    try:
        if candidate.seed % TWIN == 0:
            compare(candidate)
        else:
            World(candidate).run()
    except Exception as error:  # noqa: BLE001
        return name_of(error)
    return ""


def minimised(failing: Plan, failure: str, tries: int = 200) -> Plan:
    """Delta debugging: leave out ever smaller parts of the steps as long as it still breaks in the same way."""
    steps, parts = list(failing.steps), 2
    while len(steps) > 1 and tries > 0:
        size = max(1, len(steps) // parts)
        for start in range(0, len(steps), size):
            fewer = steps[:start] + steps[start + size :]
            tries -= 1
            if fewer and breaks(failing.with_steps(tuple(fewer))) == failure:
                steps, parts = fewer, max(parts - 1, 2)
                break
            if tries <= 0:
                break
        else:
            if size == 1:
                break
            parts = min(len(steps), parts * 2)
    return failing.with_steps(tuple(steps))


def report(failing: Plan, error: Exception, tries: int = 60) -> str:
    """The failure in words: what, the shortest list found, and the command that shows it again."""
    short = minimised(failing, name_of(error), tries)
    steps = ",".join(str(failing.steps.index(step)) for step in short.steps)
    lines = [f"seed {failing.seed}: {error}", f"  {failing.game}, pages {failing.pages}, faults {sorted(failing.faults)}"]
    lines += [f"  {_line(step)}" for step in short.steps[:20]]
    return "\n".join([*lines, f"  python -m tests.tables.support.campaign --replay {failing.seed} --keep {steps}"])


def _line(step: Step) -> str:
    return f"{step.at:7} {step.kind} {step.target} ({step.dice})"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=500)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--replay", type=int)
    parser.add_argument("--keep", default="")
    args = parser.parse_args(argv)
    register_pebbles()
    if args.replay is not None:
        chosen = plan(args.replay, quiet=args.replay % TWIN == 0)
        if args.keep:
            chosen = chosen.with_steps(tuple(chosen.steps[int(number)] for number in args.keep.split(",")))
        broken = breaks(chosen)
        print(broken or "nothing is broken")
        return 1 if broken else 0
    began = time.process_time()
    result = campaign(range(args.first, args.first + args.seeds))
    took = time.process_time() - began
    tables = result.worlds + result.twins
    print(
        f"{tables} tables ({result.worlds} worlds, {result.twins} of their twins), {result.games} games, {result.rows} rows"
        f" in {took:.0f} s of one core: {60 * tables / took:.0f} tables a minute"
    )
    for path, count in sorted(result.hits.items()):
        print(f"{count:8} {path}")
    for failure in result.failures:
        print(failure)
    if missed := result.missed():
        print("never hit:", ", ".join(missed))
    return 1 if result.failures or missed else 0


if __name__ == "__main__":
    sys.exit(main())
