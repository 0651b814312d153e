"""`fairyring reproduce`: make the published findings about the games anew, and say whether they agree."""

from __future__ import annotations

import argparse
from pathlib import Path

from fairyring.cli.streams import say
from fairyring.core.extras import import_extra
from fairyring.core.game import registry
from fairyring.core.game.room_file import room_named
from fairyring.progress import Progress

EXAMPLE = "fairyring reproduce fairy"
DISAGREES = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("what", nargs="*", metavar="GAME|FILE", help="games, or files of studies (default: all games)")
    parser.add_argument("--write", action="store_true", help="write the new results into the files, instead of comparing")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="also draw each measure, as SVG")


def run(args: argparse.Namespace) -> int:
    """Run the studies; return 1 if a result differs from what is published."""
    for module in ("pyarrow", *(("altair", "vl_convert") if args.pictures else ())):
        import_extra(module)  # before games are played for nothing
    from fairyring.lab.studies.study import (  # noqa: PLC0415  (imports numpy)
        differences,
        read_study,
        run_study,
        studies_of,
        table,
        write_study,
    )

    files = [Path(name) for name in args.what if name.endswith(".json")]
    names = [name for name in args.what if not name.endswith(".json")] or ([] if files else registry.shipped())
    studies = [study for name in names for study in studies_of(room_named(name))] + [read_study(file) for file in files]
    wrong: list[str] = []
    for study in studies:
        say(f"{study.title} ({study.game}, {study.games:,} games at each point, {study.bots})")
        again = run_study(study, Progress(len(study.points), "points"))
        for line in table(again):
            say(line)
        if args.write:
            write_study(again)
        else:
            found = differences(study, again)
            wrong += found
            say("differs from what is published:" if found else "agrees with what is published")
            for sentence in found:
                say(f"  {sentence}")
        if args.pictures:
            _draw(again, args.pictures)
    return DISAGREES if wrong else 0


def _draw(study: object, folder: Path) -> None:
    from fairyring.lab.report.charts import dots  # noqa: PLC0415  (imports numpy)
    from fairyring.lab.studies.study import Study  # noqa: PLC0415

    assert isinstance(study, Study)
    folder.mkdir(parents=True, exist_ok=True)
    for measure in study.measures:
        rows = [(point, results[measure]) for point, results in study.published.items()]
        share = all(0 <= estimate.mean <= 1 for _point, estimate in rows)
        picture = dots(study.name, study.title, rows, measure, 0.0, percent=share)
        (folder / f"{study.name}-{measure.replace(' ', '-')}.svg").write_text(picture.file, encoding="utf-8")
