"""Games as a Parquet file: written in parts, so that a run that was stopped goes on, and put together at the end.

The parts are the chunks of the plan, whatever plays them, so a run gives the same rows on any number of cores, also if it was
stopped on the way. While it runs, `FILE.parts` holds the parts.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fairyring.bots.guarded import BotError, name_of
from fairyring.core.errors import DataError
from fairyring.core.extras import import_extra
from fairyring.lab.rows import arrow_schema, arrow_table, decision_schema, decision_table
from fairyring.lab.runner import Chunk, Plan, Span, play_spans
from fairyring.lab.workers.places import CORES

GROUP_ROWS = 100_000  # of a row group of the whole file
KEY = b"fairyring"  # of the metadata of a file


def describe(plan: Plan, games: int) -> dict[str, Any]:
    """Return what a file holds, for its metadata: games of the same description are the same games."""
    game = plan.game
    return {
        "game": game.name,
        "rules": game.rules.VERSION,
        "options": {name: str(value) for name, value in game.options.items()},
        "bots": [name_of(bot) for bot in plan.bots],
        "seed": plan.seed,
        "simulations": plan.limits.simulations,
        "seconds": plan.limits.seconds,
        "games": games,
    }


def decisions_path(file: Path) -> Path:
    """Return the file of decisions beside a file of games: `games.parquet` has `games.decisions.parquet`."""
    return file.with_suffix(f".decisions{file.suffix}")


def write_games(
    plan: Plan,
    games: int,
    file: Path,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    on: str = CORES,
) -> int:
    """Play games 0 … games-1 and write a row for each into a file; with `plan.decisions`, also a file of decisions.

    Goes on where a run with the same plan was stopped; returns how many games were played now. Raises DataError if the parts on
    disk belong to another run, BotError if a bot fails; what was played stays on disk.
    """
    import_extra("pyarrow")
    parts = file.with_name(file.name + ".parts")
    _claim(parts, describe(plan, games))
    spans = [*plan.spans(games)]
    missing = [span for span in spans if not _part(parts, span).is_file()]
    done = games - sum(count for _, count in missing)
    for span, chunk in zip(missing, play_spans(plan, missing, workers, on), strict=False):
        if chunk.error:
            raise BotError(f"{chunk.error} The {done:,} games before are kept in {parts}, and a new run goes on from there.")
        _store(plan, parts, span, chunk)
        done += span[1]
        progress(done)
    metadata = {KEY: json.dumps(describe(plan, games), sort_keys=True).encode()}
    _join(file, (_part(parts, span) for span in spans), arrow_schema(plan.game).with_metadata(metadata))
    if plan.decisions:
        sources = (_part(parts, span, "decisions") for span in spans)
        _join(decisions_path(file), sources, decision_schema().with_metadata(metadata))
    shutil.rmtree(parts)
    return sum(count for _, count in missing)


def _claim(parts: Path, description: dict[str, Any]) -> None:
    """Make the folder of the parts, or make sure that it belongs to this run."""
    parts.mkdir(parents=True, exist_ok=True)
    note = parts / "run.json"
    if note.is_file():
        if json.loads(note.read_text(encoding="utf-8")) != description:
            raise DataError(f"{parts} holds the games of another run; delete it, or name another file.")
    else:
        _replace(note, lambda path: path.write_text(json.dumps(description, indent=1), encoding="utf-8"))


def _part(parts: Path, span: Span, kind: str = "games") -> Path:
    return parts / f"{kind}-{span[0]:012}.parquet"


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under another name first, so that there is never half a file."""
    unfinished = path.with_name(path.name + ".new")
    write(unfinished)
    unfinished.replace(path)


def _store(plan: Plan, parts: Path, span: Span, chunk: Chunk) -> None:
    from pyarrow import parquet  # noqa: PLC0415

    if plan.decisions:  # first: a part counts as done once its games are there
        decisions = decision_table(chunk.decisions)
        _replace(_part(parts, span, "decisions"), lambda path: parquet.write_table(decisions, path))
    table = arrow_table(plan.game, plan.bots, plan.seed, chunk.first, chunk.rows)
    _replace(_part(parts, span), lambda path: parquet.write_table(table, path))


def _join(file: Path, sources: Iterator[Path], kinds: Any) -> None:
    from pyarrow import parquet  # noqa: PLC0415

    def write(path: Path) -> None:
        with parquet.ParquetWriter(path, kinds) as writer:
            waiting: list[Any] = []
            for source in sources:
                waiting.append(parquet.read_table(source, schema=kinds))
                if sum(table.num_rows for table in waiting) >= GROUP_ROWS:
                    _flush(writer, waiting)
            _flush(writer, waiting)

    _replace(file, write)


def _flush(writer: Any, waiting: list[Any]) -> None:
    if waiting:
        writer.write_table(import_extra("pyarrow").concat_tables(waiting))
        waiting.clear()
