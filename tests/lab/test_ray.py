"""The lab on a Ray cluster of two nodes, which these tests start and stop: the same results as on this machine."""

from __future__ import annotations

import importlib
import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import fairyring as fr
from fairyring.cli.main import main
from fairyring.core.game.room_file import load_room
from fairyring.lab.league import play_league
from fairyring.lab.parquet import write_games
from fairyring.lab.runner import Plan
from fairyring.lab.workers import on_ray
from fairyring.lab.workers.pool import open_pool
from tests.lab.bad_bots import never, raising
from tests.paths import PEBBLES

pytestmark = pytest.mark.usefixtures("cluster")
STORE_BYTES = 80_000_000  # of each node: the smallest that Ray takes


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes with one CPU each, on this machine."""
    # Not pytest's folder: paths of sockets have 107 bytes at most, and Ray adds up to 80.
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "disabled")  # else Ray writes a token into the home folder
        patch.setenv("RAY_TMPDIR", folder)
        ray = importlib.import_module("ray")
        utils = importlib.import_module("ray.cluster_utils")
        node = {"num_cpus": 1, "object_store_memory": STORE_BYTES, "include_dashboard": False}
        started = utils.Cluster(initialize_head=True, head_node_args={**node, "gcs_server_port": 0})
        try:
            started.add_node(**node)
            patch.setenv("RAY_ADDRESS", started.address)
            on_ray.connect()
            yield ray
        finally:
            ray.shutdown()
            started.shutdown()


# Here, in one process: a process that is connected to Ray has its threads, and should not be forked.
PLACES: list[tuple[str, int | None]] = [("ray", None), ("cores", 1)]


class WhereAmI:
    """A job that tells which node and process run it."""

    def prepare(self) -> None:
        pass

    def __call__(self, _item: int) -> tuple[str, int]:
        ray = importlib.import_module("ray")
        return ray.get_runtime_context().get_node_id(), os.getpid()


def first_legal(position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    return position.legal[0]


class Mixer:
    """A bot that draws, and remembers how it was made."""

    def __init__(self, weight: int) -> None:
        self.name, self.weight = f"mixer-{weight}", weight

    def choose(self, position: fr.Position, limits: fr.Limits, rng: fr.Stream) -> fr.Opinion:
        return fr.Opinion(position.legal[rng.below(self.weight) % len(position.legal)])


def test_cluster_plays_on_both_nodes(cluster: Any) -> None:
    with open_pool(WhereAmI(), "ray") as pool:
        assert pool.size == 2
        nodes, processes = zip(*pool.in_order(range(40)), strict=True)
    assert len(set(nodes)) == len([node for node in cluster.nodes() if node["Alive"]]) == 2
    assert os.getpid() not in processes


@pytest.mark.parametrize(
    ("name", "options", "bots", "games"),
    [
        ("fairy", {"players": 4}, "normal", 45_000),  # compiled, three chunks
        ("crane", {"players": 3}, ["normal", "easy", "random"], 30_000),
        ("fairy", {"wrong": 2}, ["random", Mixer(7)], 22),
        ("sneaky-town", {"size": "3", "match": "single"}, [first_legal, "normal"], 9),
        ("fairy", {}, ["strong", "normal"], 5),
    ],
)
def test_simulate_rows_equal_those_of_this_machine(name: str, options: dict[str, Any], bots: Any, games: int) -> None:
    limits = fr.Limits(simulations=60)
    there, here = (
        fr.simulate(name, games=games, seed=5, bots=bots, limits=limits, on=on, workers=workers, **options)
        for on, workers in PLACES
    )
    assert there.table.num_rows == games
    assert there.table.equals(here.table)
    for what in ("mean_score", "score_error", "win_share", "end_reasons", "actions", "tallies", "bots"):
        assert getattr(there, what) == getattr(here, what)


def test_simulate_plays_a_room_from_its_file() -> None:
    game: fr.Game[Any] = fr.Game(load_room(str(PEBBLES)), {})
    there, here = (fr.simulate(game, games=200, seed=2, on=on, workers=workers).table for on, workers in PLACES)
    assert there.equals(here)


def test_bots_from_a_file_that_nodes_do_not_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their code travels; a module that is not installed is not needed there."""
    (tmp_path / "my_bots.py").write_text("HOW = -1\n\ndef last(position, limits, rng):\n    return position.legal[HOW]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    last = importlib.import_module("my_bots").last
    (tmp_path / "my_bots.py").unlink()
    there, here = (fr.simulate("fairy", games=6, bots=[last, "normal"], on=on, workers=workers).table for on, workers in PLACES)
    assert there.equals(here)


def test_parquet_files_are_equal_byte_by_byte(tmp_path: Path) -> None:
    plan = Plan(fr.game("fairy"), ("normal", Mixer(5)), seed=3, decisions=True)
    for on, workers in PLACES:
        write_games(plan, 14, tmp_path / f"{on}.parquet", workers, on=on)
    for kind in ("parquet", "decisions.parquet"):
        assert (tmp_path / f"ray.{kind}").read_bytes() == (tmp_path / f"cores.{kind}").read_bytes()


def test_league_and_match_are_those_of_this_machine() -> None:
    game = fr.game("fairy", players=3)
    there, here = (
        play_league(game, ["random", "normal", Mixer(3)], games=12, seed=4, workers=workers, on=on) for on, workers in PLACES
    )
    assert there.share == here.share
    assert there.ratings == here.ratings
    assert fr.match("fairy", Mixer(4), "normal", games=10, on="ray") == fr.match(
        "fairy", Mixer(4), "normal", games=10, workers=1
    )


def test_report_is_that_of_this_machine() -> None:
    there, here = (
        fr.report("fairy", games=60, matches=False, versus={"wrong": 2}, workers=workers, on=on).html for on, workers in PLACES
    )
    assert there == here


@pytest.mark.parametrize(
    "words",
    [
        ("sneaky-town", "--limit", "2", "--iterations", "30", "--bots", "normal,random"),
        ("fairy", "--top", "2", "--left", "10,16,18", "--scores", "9,6"),
        ("crane", "--missing", "low,just", "--cards", "0,30", "--jackpot", "5"),
    ],
)
def test_solve_is_that_of_this_machine(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for on in ("ray", "cores"):
        assert main(["solve", *words, "--json", "--on", on]) == 0
        printed.append({key: value for key, value in json.loads(capsys.readouterr().out).items() if key != "seconds"})
    assert printed[0] == printed[1]


def ending(_position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    os._exit(3)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [  # the last bot ends its process
        (
            raising,
            r"^The bot “raising” in seat 2 raised ZeroDivisionError in line \d+ .*: oh \(Fairy, game \d+ of seed 5\)\.$",
        ),
        (never, r"^The bot “never” in seat 2 did not decide within 0\.2 s \(Fairy, game 0 of seed 5\)\.$"),
        (
            ending,
            r"^A worker process was killed, .* \(Fairy, games from 0 on of seed 5, bots “normal” and “ending”\)\.$",
        ),
        (lambda position, limits, rng: 99, r"^The bot “<lambda>” in seat 2 returned 99, which its seat may not do"),
    ],
)
def test_bad_bot_costs_one_sentence(bot: Any, sentence: str) -> None:
    with pytest.raises(fr.BotError, match=sentence) as caught:
        fr.simulate("fairy", bots=["normal", bot], games=200, seed=5, max_seconds=0.2 if bot is never else 60, on="ray")
    if bot is raising:
        before = caught.value.played
        here = fr.simulate("fairy", bots=["normal", first_legal], games=before.games, seed=5, workers=1)
        assert before.table.drop_columns(["bot_2"]).equals(here.table.drop_columns(["bot_2"]))


def test_bot_that_cannot_be_sent_is_named() -> None:
    lock = threading.Lock()

    def bound(position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
        with lock:
            return position.legal[0]

    with pytest.raises(fr.FairyringError, match="cannot be sent to other machines"):
        fr.simulate("fairy", bots=[bound, "normal"], games=2, on="ray")


def test_simulate_command_plays_on_the_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "fairy", "--games", "300", "--bots", "normal", "--json"]
    results = []
    for on in ("ray", "cores"):
        assert main([*words, "--on", on]) == 0
        results.append(json.loads(capsys.readouterr().out))
    for what in ("mean_score", "win_share", "actions"):
        assert results[0][what] == results[1][what]
    assert main([*words, "--on", "ray", "--backend", "interpreted"]) == 2
    assert "name no backend on a cluster" in capsys.readouterr().err
    assert main([*words, "--on", "moon"]) == 2
    assert "not on “moon”" in capsys.readouterr().err


def test_other_version_on_a_node_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fr, "__version__", "0.0.7")
    with pytest.raises(fr.FairyringError, match=r"has fairyring \d\S*, and this one 0\.0\.7; install the same"):
        fr.simulate("fairy", games=10, on="ray")


def test_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))  # nobody listens
        address = f"127.0.0.1:{bound.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", address)
        with pytest.raises(fr.FairyringError, match=f"No Ray cluster can be reached at {address}: "):
            on_ray.check_address()
