"""Rows of games and decisions, bots from outside, matches, comparisons."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import fairyring as fr
from fairyring import bots
from fairyring.bots import backends
from fairyring.bots.guarded import name_of
from fairyring.cli.main import main
from fairyring.core.fields import schema
from fairyring.kernel.compiled import Kernel
from fairyring.lab import rows
from fairyring.lab.league import play_league
from fairyring.lab.parquet import decisions_path, write_games
from fairyring.lab.runner import Plan, play_span
from tests.cli.test_cli import fairyring
from tests.lab.bad_bots import never, raising


def first_legal(position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    return position.legal[0]


class AnyBot:
    """Plays as `random`: the same stream, the same choice."""

    name = "any"

    def choose(self, position: fr.Position, limits: fr.Limits, rng: fr.Stream) -> fr.Opinion:
        return fr.Opinion(position.legal[rng.below(len(position.legal))])


@pytest.mark.parametrize("name", ["fairy", "sneaky-town"])
def test_rows_of_compiled_and_interpreted_games_are_equal(name: str) -> None:
    game = fr.game(name)
    bots = ["random", "normal"]
    compiled = Kernel(game).rows(3, 4, 9, bots).tolist()
    assert compiled == [rows.play_game(game, bots, 9, index) for index in range(3, 7)]
    totals = Kernel(game).play(3, 4, 9, bots)
    assert [sum(row[0] for row in compiled), *(sum(row[2 + 3 * seat] for row in compiled) for seat in (0, 1))] == [
        totals.decisions,
        *totals.scores,
    ]


def test_simulate_bot_from_outside_plays_as_the_same_level() -> None:
    ours = fr.simulate("fairy", players=3, bots=[AnyBot(), "normal", AnyBot()], games=12)
    theirs = fr.simulate("fairy", players=3, bots=["random", "normal", "random"], games=12)
    assert ours.bots == ["any", "normal", "any"]
    names = [name for name in ours.table.column_names if not name.startswith("bot_")]
    assert ours.table.select(names).equals(theirs.table.select(names))
    for name in ("mean_score", "win_share", "end_reasons", "actions", "mean_turns"):
        assert getattr(ours, name) == getattr(theirs, name)


def test_simulate_rows_do_not_depend_on_workers() -> None:
    tables = [fr.simulate("fairy", bots=[first_legal, "normal"], games=11, workers=workers).table for workers in (1, 3)]
    assert tables[0].equals(tables[1])
    assert tables[0]["game"].to_pylist() == list(range(11))
    tables = [fr.simulate("fairy", bots="normal", games=45_000, workers=workers).table for workers in (1, 3)]
    assert tables[0].equals(tables[1])
    assert tables[0].num_rows == 45_000


def test_simulate_rows_become_data_frames() -> None:
    result = fr.simulate("fairy", games=5, bots=first_legal)
    row = result.to_polars().row(0, named=True)
    assert row == result.to_pandas().to_dict("records")[0]
    assert row["bot_2"] == "first_legal"
    assert row["share_1"] + row["share_2"] == 1
    assert {row["place_1"], row["place_2"]} <= {1, 2}
    assert "first_legal" in str(result)
    assert "<td>first_legal</td>" in result._repr_html_()


def test_simulate_keeps_decisions() -> None:
    game = fr.game("fairy", players=2)
    result = fr.simulate(game, games=3, bots="normal", decisions=True)
    decisions = result.decision_table.to_pylist()
    assert len(decisions) == sum(result.table["decisions"].to_pylist())
    first = decisions[0]
    assert (first["game"], first["step"], first["seat"], first["legal"]) == (0, 0, 1, 4)
    knowledge: Any = schema.unpack(game.room.schema.state, first["knowledge"])
    assert game.redact(knowledge, 0).top == knowledge.top > 0
    assert knowledge.guess[1] == 0
    with pytest.raises(fr.OptionError, match="decisions=True"):
        _ = fr.simulate(game, games=3).decision_table


def leaving(_position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    sys.exit(3)


def lying(position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    """Makes itself believe that it has another seat, and other actions."""
    object.__setattr__(position, "seat", 0)
    object.__setattr__(position, "legal", (2, 77))
    return 77


def chatty(_position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    raise ValueError("a\nlong\nstory " * 100_000)


class Riddle:
    """What cannot even be printed."""

    def __index__(self) -> int:
        raise RuntimeError("no")

    def __repr__(self) -> str:
        raise RuntimeError("no name")


BAD: list[tuple[Any, str]] = [
    (leaving, r"The bot “leaving” in seat 2 raised SystemExit in line \d+ of test_rows\.py: 3 \(Fairy, game 0 of seed 5\)\."),
    (lying, r"The bot “lying” in seat 2 returned 77, which its seat may not do; legal are 0 \(guess higher\), 1"),
    (chatty, r"raised ValueError in line \d+ of test_rows\.py: a long story a long .{150,200}… \(Fairy, game 0 of seed 5\)\."),
    (lambda position, limits, rng: Riddle(), r"raised RuntimeError in line \d+ of test_rows\.py: no"),
    (lambda position, limits, rng: np.array([0, 1]), r"returned array\(\[0, 1\]\), which its seat may not do"),
    (lambda position, limits, rng: 1.0, "returned 1.0, which its seat may not do"),
    (
        raising,
        r"The bot “raising” in seat 2 raised ZeroDivisionError in line \d+ of bad_bots\.py: oh \(Fairy, game \d+ of seed 5\)\.",
    ),
    (lambda position, limits, rng: 99, r"in seat 2 returned 99, which its seat may not do; legal are 0 \(guess higher\), 1"),
    (lambda position, limits, rng: "guess higher", "returned 'guess higher', which"),
    (lambda position, limits, rng: None, "returned None, which"),
    (lambda position, limits, rng: True, "returned True, which"),
    (lambda position: 0, r"raised TypeError: .* takes 1 positional argument but 3 were given"),
    (never, r"The bot “never” in seat 2 did not decide within 0\.05 s \(Fairy, game 0 of seed 5\)\."),
]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("bot", "sentence"), BAD)
def test_simulate_bad_bot_costs_one_sentence(bot: Any, sentence: str, workers: int) -> None:
    max_seconds = 0.05 if bot is never else 60.0
    with pytest.raises(fr.BotError, match=sentence) as caught:
        fr.simulate("fairy", bots=["normal", bot], games=100, seed=5, workers=workers, max_seconds=max_seconds)
    assert "\n" not in str(caught.value)


def test_bad_bot_is_told_in_the_line_of_its_own_file() -> None:
    def careful(position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
        return len(fr.game("fairy", players=position.seat + 90).seats)

    line = careful.__code__.co_firstlineno + 1
    with pytest.raises(fr.BotError, match=rf"raised OptionError in line {line} of test_rows\.py: Fairy is for 2 to 10 players"):
        fr.simulate("fairy", bots=careful, games=1)


def test_simulate_keeps_what_was_played_before_a_bot_failed() -> None:
    with pytest.raises(fr.BotError) as caught:
        fr.simulate("fairy", bots=["normal", raising], games=500, seed=5)
    played = caught.value.played
    whole = fr.simulate("fairy", bots=["normal", first_legal], games=played.games, seed=5)
    assert played.games >= 1
    assert played.table.drop_columns(["bot_2"]).equals(whole.table.drop_columns(["bot_2"]))


def test_simulate_refuses_what_is_no_bot() -> None:
    with pytest.raises(fr.BotError, match="is no bot: a bot is a level"):
        fr.simulate("fairy", bots=[3, "normal"], games=1)  # type: ignore[list-item]
    with pytest.raises(fr.OptionError, match="has no bot"):
        fr.simulate("fairy", bots=[first_legal, "genius"], games=1)
    with pytest.raises(fr.OptionError, match="3 bots were named for 2 seats"):
        fr.simulate("fairy", bots=[first_legal] * 3, games=1)
    assert name_of(AnyBot()) == "any"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: fr.simulate("fairy", games=1e6), r"games is a whole number; write 1_000_000"),  # type: ignore[arg-type]
        (lambda: fr.simulate("fairy", games="many"), r"games is a whole number, not 'many'"),  # type: ignore[arg-type]
        (lambda: fr.match("fairy", first_legal, games=2.5), r"games is a whole number, not 2\.5"),  # type: ignore[arg-type]
        (lambda: fr.simulate("fairy", seed=1.0), r"seed is a whole number; write 1$"),  # type: ignore[arg-type]
        (lambda: fr.match("fairy", first_legal, processes=8), r"no option “processes”; the number of cores is “workers”"),
        (
            lambda: fr.match("fairy", first_legal, threads=8),
            r"no option “threads”; the number of cores is “workers”",
        ),
        (lambda: fr.simulate("fairy", keep="games"), r"no option “keep”; .*\.table"),
        (
            lambda: fr.simulate("fairy", wrong_guess=2),
            r"no option “wrong_guess” \(did you mean “wrong”\?\); it has players=2…10",
        ),
        (lambda: fr.simulate("fairy", bot="normal"), r"no option “bot”; who plays is “bots”"),
    ],
)
def test_wrong_arguments_are_told_with_the_right_ones(call: Any, sentence: str) -> None:
    with pytest.raises(fr.OptionError, match=sentence):
        call()


def test_missing_pyarrow_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(fr.MissingExtra, match=r'pip install "fairyring\[lab\]"'):
        _ = fr.simulate("fairy", games=1).table


# Files ------------------------------------------------------------------------------------------


def test_parquet_run_that_was_stopped_equals_an_unbroken_one(tmp_path: Path) -> None:
    """Also on another number of workers; a part that was half written counts as missing."""
    parquet = importlib.import_module("pyarrow.parquet")
    plan = Plan(fr.game("fairy"), ("normal", first_legal), seed=3, decisions=True)
    write_games(plan, 18, tmp_path / "whole.parquet", workers=1)

    def stop(done: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_games(plan, 18, tmp_path / "broken.parquet", workers=1, progress=stop)
    parts = tmp_path / "broken.parquet.parts"
    assert len([*parts.glob("games-*.parquet")]) == 2
    (parts / "games-000000000008.parquet.new").write_bytes(b"half")
    played: list[int] = []
    write_games(plan, 18, tmp_path / "broken.parquet", workers=2, progress=played.append)
    assert played == [12, 16, 18]
    assert not parts.exists()
    for first, second in ((tmp_path / "whole.parquet", tmp_path / "broken.parquet"),):
        assert first.read_bytes() == second.read_bytes()
        assert decisions_path(first).read_bytes() == decisions_path(second).read_bytes()
    table = parquet.read_table(tmp_path / "whole.parquet")
    assert table.drop_columns([]).equals(fr.simulate("fairy", bots=["normal", first_legal], games=18, seed=3).table)
    assert b"first_legal" in table.schema.metadata[b"fairyring"]


def test_parquet_refuses_parts_of_another_run(tmp_path: Path) -> None:
    plan = Plan(fr.game("fairy"), ("normal", raising), seed=5)
    with pytest.raises(fr.BotError, match=r"games before are kept in .*games.parquet.parts, and a new run goes on"):
        write_games(plan, 500, tmp_path / "games.parquet", workers=1)
    other = Plan(fr.game("fairy"), ("normal", raising), seed=6)
    with pytest.raises(fr.DataError, match="another run"):
        write_games(other, 500, tmp_path / "games.parquet", workers=1)


# Matches, thoughts, comparisons -------------------------------------------------------------------


def test_match_that_is_always_won_has_an_interval() -> None:
    result = fr.match("fairy", first_legal, "normal", games=20)  # always guesses higher
    assert result.share == 0
    assert result.interval[0] == 0
    assert result.interval[1] == pytest.approx(0.3)  # rule of three, for ten deals


@pytest.mark.parametrize("name", ["fairy", "fairy-tale", "crane", "sneaky-town"])
def test_simulation_records_its_games(name: str) -> None:
    result = fr.simulate(name, games=5, bots=[first_legal, "normal"], seed=4, workers=1)
    record = result.record(3)
    record = fr.Record.loads(record.dumps())
    row = result.table.slice(3, 1).to_pylist()[0]
    assert sum(decision.seat >= 0 for decision in record.decisions) == row["decisions"]
    end = record.verify()
    assert [result._plan.game.rules.score(end, seat) for seat in (0, 1)] == [row["score_1"], row["score_2"]]
    with pytest.raises(fr.OptionError, match="Game 5 was not played; games are 0 to 4"):
        result.record(5)


def test_match_is_fair_between_equals() -> None:
    result = fr.match("fairy", AnyBot(), "random", games=200, players=2)
    assert result.games == 200
    assert result.interval[0] <= 0.5 <= result.interval[1]
    assert result.by_seat[0] + result.by_seat[1] == pytest.approx(1)  # the same bots in both seats, and the same luck
    assert result.share == pytest.approx(0.5)
    assert result.error < 1e-9  # so each deal gives exactly half


def test_match_pairs_luck_over_all_seats() -> None:
    result = fr.match("fairy", "normal", "random", games=3000, players=3)
    means = [fr.simulate("fairy", players=3, games=1000, bots=levels).win_share[seat] for seat, levels in enumerate(
        (["normal", "random", "random"], ["random", "normal", "random"], ["random", "random", "normal"])
    )]  # fmt: skip
    assert result.by_seat == pytest.approx(means)
    assert result.share == pytest.approx(sum(means) / 3)
    assert "among 2 × “random” wins" in str(result)


def test_match_keeps_what_was_played_before_a_bot_failed() -> None:
    with pytest.raises(fr.BotError, match=r"“raising” in seat 1 .*seed 5") as caught:
        fr.match("fairy", raising, "normal", games=400, seed=5)
    assert caught.value.played is None  # seat 2 was not played yet


def test_think_uses_the_compiled_search() -> None:
    table = fr.Table(fr.game("fairy", players=2), seed=1)
    opinion = fr.think(table, 0, "strong", simulations=200)
    assert opinion.action in [action.id for action in table.legal(0)]
    assert opinion.simulations > 150
    assert fr.think(table, 0, "strong", simulations=200) == opinion
    table.play(0, opinion.action)
    with pytest.raises(fr.NotYourTurn):
        fr.think(table, 0)


def play_bots_alone() -> None:
    assert main(["play", "fairy", "--players", "2", "--you", "none", "--bots", "strong,normal", "--seed", "1"]) == 0


GAME = fr.game("fairy", players=2)
WAYS = {
    "make_bot": lambda: bots.make_bot(GAME, "strong").choose(
        bots.Position.at(fr.Table(GAME, seed=1), 0), bots.Limits(simulations=100), fr.Stream(1)
    ),
    "SeatedBot": lambda: bots.SeatedBot(GAME, "strong", 0, 1).choose(fr.Table(GAME, seed=1), bots.Limits(seconds=0.05)),
    "think": lambda: fr.think(fr.Table(GAME, seed=1), 0, "strong", seconds=0.05),
    "simulate": lambda: fr.simulate(GAME, games=1, bots=["strong", "normal"], workers=1),
    "simulate own": lambda: fr.simulate(GAME, games=1, bots=[first_legal, "strong"], workers=1),
    "simulate decisions": lambda: fr.simulate(GAME, games=1, bots=["strong", "normal"], workers=1, decisions=True),
    "match": lambda: fr.match(GAME, first_legal, "strong", games=2, workers=1),
    "compare": lambda: fr.compare("fairy", {}, {}, ["strong", "normal"], games=1),  # type: ignore[arg-type]
    "league": lambda: play_league(GAME, ["normal", "strong"], games=2, workers=1),
    "house rules": lambda: fr.think(fr.Table(fr.game("fairy", wrong=2), seed=1), 0, "strong", simulations=100),
    "play --you none": play_bots_alone,
}


@pytest.mark.parametrize("way", WAYS)
def test_strong_searches_in_compiled_code_however_it_is_asked(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also as the first thing that a program does."""

    def interpreted(*_args: object, **_more: object) -> None:
        raise AssertionError("an interpreted search")

    monkeypatch.setattr(backends.InterpretedBackend, "run", interpreted)
    monkeypatch.setattr(backends, "_compiled", {})
    WAYS[way]()


def test_compare_finds_what_an_option_changes() -> None:
    result = fr.compare("fairy", {}, {"variant": "fifteen"}, games=2000)
    change = result.columns["decisions"]
    assert change.change == pytest.approx(change.second - change.first)
    assert change.change + change.error < -3  # games to fifteen are shorter
    same = fr.compare("fairy", {}, {}, games=100)
    assert all(value.change == value.error == 0 for value in same.columns.values())
    assert "decisions" in str(result)


def test_tables_and_views_draw_themselves_without_secrets() -> None:
    tables = [fr.Table(fr.game("fairy", players=2), seed=1) for _ in range(2)]
    for table, guess in zip(tables, ("guess catch", "guess lower"), strict=True):
        table.play(0, guess)
    assert repr(tables[0]) == repr(tables[1])
    assert "Player 2" in repr(tables[0])
    assert tables[0]._repr_html_().startswith("<pre>Fairy")
    assert "catch" in tables[0].view(0)._repr_html_()


def test_results_print_as_tables() -> None:
    """In a console and in notebooks; house rules are said."""
    simulation = fr.simulate("fairy", wrong=2, games=20, bots="normal")
    assert repr(simulation).splitlines()[0].startswith("fairy (house rules: wrong=2): 20 games of seed 1, ")
    assert repr(simulation).splitlines()[1].split() == ["seat", "bot", "score", "wins"]
    assert f"{simulation.mean_score[1]:.3f}" in repr(simulation).splitlines()[3]
    match = fr.match("fairy", "normal", "random", games=20)
    comparison = fr.compare("fairy", {}, {"wrong": 2}, games=20)
    league = play_league(fr.game("fairy"), ["random", "normal"], games=20)
    assert repr(league).splitlines()[1].split() == ["Elo", "among", "normal", "among", "random"]
    assert [line.split()[0] for line in repr(league).splitlines()[2:]] == ["normal", "random"]
    assert repr(comparison).splitlines()[0].split() == ["first", "second", "change"]
    for result in (simulation, match, comparison, league):
        assert str(result) == repr(result)
        assert result._repr_html_().startswith("<table><caption>")
        assert len(ET.fromstring(result._repr_html_())) > 3  # noqa: S314  (our own table)


def test_spans_are_played_alike_here_and_in_workers() -> None:
    plan = Plan(fr.game("fairy"), ("normal", "random"), seed=2)
    assert play_span(plan, (5, 3)).rows.tolist() == play_span(plan, (0, 8)).rows.tolist()[5:]


def test_rows_need_a_game_that_bots_can_play(tmp_path: Path) -> None:
    with pytest.raises(fr.OptionError, match="people's hands"):
        fr.match("crane", first_legal, games=2, grab="real")
    with pytest.raises(fr.OptionError, match="0 workers cannot play"):
        fr.match("fairy", first_legal, games=2, workers=0)
    (tmp_path / "file").write_text("")
    assert "cannot be written" in fairyring("simulate", "fairy", "--games", 2, "--out", tmp_path / "file" / "x.parquet", code=2)
    assert "people's hands" in fairyring("simulate", "crane", "--option", "grab=real", "--out", tmp_path / "y.parquet", code=2)
