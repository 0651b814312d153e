"""`fairyring reproduce`: make the published results about the games anew, and say whether they agree."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from fairyring.cli.streams import say
from fairyring.core.extras import import_extra
from fairyring.core.game import registry
from fairyring.core.game.room_file import room_named
from fairyring.progress import Progress

if TYPE_CHECKING:
    from fairyring.lab.studies.study import Study

EXAMPLE = "fairyring reproduce fairy"
DISAGREES = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("what", nargs="*", metavar="GAME|FILE", help="games, or files of studies (default: all games)")
    parser.add_argument("--slow", action="store_true", help="also those that take long, of bots that search; see --list")
    parser.add_argument("--list", action="store_true", help="say what there is, and how long each takes, and run nothing")
    parser.add_argument("--write", action="store_true", help="write the new results into the files, instead of comparing")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="also draw each measure, as SVG")


def run(args: argparse.Namespace) -> int:
    """Run the studies; return 1 if a result differs from what is published."""
    if args.list:
        list_studies(chosen_studies(args.what, slow=True))
        return 0
    for module in ("pyarrow", *(("altair", "vl_convert") if args.pictures else ())):
        import_extra(module)  # before games are played for nothing
    from fairyring.lab.studies.study import (  # noqa: PLC0415  (imports numpy)
        differences,
        run_study,
        table,
        write_study,
    )

    wrong: list[str] = []
    for study in chosen_studies(args.what, args.slow):
        say(f"{study.title} ({describe(study)})")
        again = run_study(study, Progress(len(study.points), "points"))
        for line in table(again):
            say(line)
        if args.write:
            write_study(again)
        else:
            disagreements = differences(study, again)
            wrong += disagreements
            agrees = "agrees with what is published" + (", within its interval" if study.within else "")
            say("differs from what is published:" if disagreements else agrees)
            for sentence in disagreements:
                say(f"  {sentence}")
        if args.pictures:
            draw(again, args.pictures)
    return DISAGREES if wrong else 0


def describe(study: Study) -> str:
    """Say what a study runs, and how much CPU time that takes."""
    games = {int(options.get("games", study.games)) for options in study.points.values()}
    few, many = min(games), max(games)
    number = f"{few:,} games" if few == many else f"{few:,} to {many:,} games"
    runs = f"`{study.command}`" if study.command else f"{number} at each point"
    seconds = study.cpu_seconds
    took = f"{seconds / 60:.0f} min" if seconds >= 90 else f"{max(1, round(seconds))} s"
    return f"{study.game}, {runs}, about {took} of CPU time"


def list_studies(studies: list[Study]) -> None:
    """Print a line for each study."""
    for study in studies:
        say(f"{study.name:24} {'--slow  ' if study.slow else '        '}{study.title} ({describe(study)})")


def chosen_studies(targets: list[str], slow: bool) -> list[Study]:
    """Return the studies of games and files; without any, of all shipped games. Raises DataError."""
    from fairyring.lab.studies.study import read_study, studies_of  # noqa: PLC0415  (imports numpy)

    files = [Path(name) for name in targets if name.endswith(".json")]
    names = [name for name in targets if not name.endswith(".json")] or ([] if files else registry.shipped())
    studies = [study for name in names for study in studies_of(room_named(name)) if slow or not study.slow]
    return studies + [read_study(file) for file in files]


def draw(study: Study, folder: Path) -> None:
    """Draw each measure of a study into a folder, as SVG."""
    from fairyring.lab.report.charts import dots  # noqa: PLC0415  (imports numpy)

    folder.mkdir(parents=True, exist_ok=True)
    for measure in study.measures:
        rows = [(point, results[measure]) for point, results in study.published.items()]
        share = all(0 <= estimate.mean <= 1 for _point, estimate in rows)
        fair = study.fair.get(measure)
        title = measure if fair is None else f"{measure} (dashed: fair)"
        picture = dots(study.name, study.title, rows, title, fair or 0.0, percent=share, of_rows=study.swept)
        (folder / f"{study.name}-{measure.replace(' ', '-')}.svg").write_text(picture.file, encoding="utf-8")
