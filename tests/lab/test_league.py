"""The league: ratings that are right, tables that are complete, files that it goes on from."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.cli import main
from fairyring.cli.commands.league import lines
from fairyring.core.errors import DataError, OptionError
from fairyring.core.game import registry
from fairyring.core.game.options import FileText
from fairyring.core.totals import WIN
from fairyring.lab import league as leagues
from fairyring.lab.elo import rate
from fairyring.lab.interpreted_play import play
from fairyring.lab.league import Pairing, PairingResult, play_league
from fairyring.lab.league_chart import draw
from fairyring.lab.runner import Chunk, Plan, play_span
from tests.paths import PEBBLES

FAIRY = registry.game("fairy", players=3)


def test_rate_maximises_the_likelihood() -> None:
    """Ten times as strong is 400 points, at a table of two and at one of four."""
    for seats in (2, 4):
        n = 1_000_000
        share = 10 / (10 + seats - 1)
        tables = [(("a", *["b"] * (seats - 1)), {"a": n * share, "b": n * (1 - share)})]
        ratings = rate(["a", "b"], tables)
        assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400, abs=0.1)
        assert ratings["a"].elo + ratings["b"].elo == pytest.approx(0)
        # From the binomial: the error of the difference is 1 / sqrt(n p q), in points; each has half of it.
        assert ratings["a"].error == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(n * share * (1 - share)) / 2, rel=0.01)


def test_rate_is_finite_for_an_unbeaten_bot() -> None:
    ratings = rate(["a", "b", "c"], [(("a", "b"), {"a": 50.0}), (("b", "c"), {"b": 30.0, "c": 30.0})])
    assert 300 < ratings["a"].elo - ratings["b"].elo < 2000
    assert ratings["a"].error > ratings["c"].error


def test_play_league_plays_every_pairing_in_every_seat() -> None:
    league = play_league(FAIRY, ["random", "normal"], games=10, workers=1)
    assert league.games == 2 * 12  # ten do not go into three seats evenly
    assert league.share["normal"]["random"][2] == 12
    wins = 0
    for seat in range(3):
        bots = Pairing("normal", "random", seat).levels(3)
        assert bots.count("normal") == 1
        assert bots[seat] == "normal"
        wins += play(FAIRY, 0, 4, 1, bots).wins[seat]  # the interpreted backend, added up by hand
    assert league.share["normal"]["random"][0] == pytest.approx(wins / WIN / 12)
    assert league.ratings["normal"].elo > league.ratings["random"].elo


def test_play_league_with_two_seats_counts_each_game_once() -> None:
    """One among the other is the other among the one: ratings must not be twice as sure as the games allow."""
    two = registry.game("fairy", players=2)
    league = play_league(two, ["random", "easy", "normal"], games=10, workers=1)
    assert league.games == leagues.count_games(two, ["random", "easy", "normal"], 10) == 3 * 10
    wins = sum(play(two, 0, 5, 1, Pairing("normal", "easy", seat).levels(2)).wins[seat] for seat in range(2))
    share, error, games = league.share["normal"]["easy"]
    assert games == 10
    assert share == pytest.approx(wins / WIN / 10)
    assert league.share["easy"]["normal"] == (1 - share, error, games)


def test_standard_error_shrinks_where_seats_share_a_seed_evenly() -> None:
    """Two seats: who has the luck wins, but in every tenth luck the better one wins from both seats."""
    both = [(n % 2 == 0 or n % 10 == 5, n % 2 == 1) for n in range(200)]
    seats = [PairingResult([(n, 1, WIN * won[seat]) for n, won in enumerate(both)]) for seat in range(2)]
    won = sum(pairing.wins for pairing in seats) / WIN
    assert won == 220
    # Of 200 lucks each gives 1 or 2 wins, 2 with a chance of 0.1; the share is half of that.
    assert leagues.standard_error(seats, 400, won) == pytest.approx(math.sqrt(0.1 * 0.9 / 199) / 2)
    strangers = math.sqrt(0.55 * 0.45 / 400)
    few = [PairingResult(pairing.chunks[: leagues.MIN_BLOCKS - 1]) for pairing in seats]
    assert leagues.standard_error(few, 58, 58 * 0.55) == pytest.approx(strangers * math.sqrt(400 / 58))
    seats[1].chunks.pop()  # one seat of one luck is not played yet
    assert leagues.standard_error(seats, 400, won) == pytest.approx(strangers)


def test_standard_error_grows_where_seats_share_a_seed_alike() -> None:
    """Two seats that are alike: whose luck it is wins in both, so that half of the games say nothing new."""
    seats = [PairingResult([(n, 1, WIN * (n % 2)) for n in range(200)]) for _ in range(2)]
    assert leagues.standard_error(seats, 400, 200) == pytest.approx(math.sqrt(0.25 / 199))
    few = [PairingResult(pairing.chunks[:20]) for pairing in seats]
    assert leagues.standard_error(few, 40, 20) == pytest.approx(math.sqrt(0.25 / 19))
    alone = [PairingResult(pairing.chunks[:1]) for pairing in seats]
    assert leagues.standard_error(alone, 2, 1) == pytest.approx(math.sqrt(0.25 / 2))


def test_play_league_loads_a_room_from_its_file_in_every_process() -> None:
    """In a process of its own: here other tests may have registered the game."""
    words = [sys.executable, "-m", "fairyring", "league", str(PEBBLES), "--bots", "random,normal", "--games", "8"]
    done = subprocess.run([*words, "--workers", "2", "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 8


def test_play_league_does_not_resume_with_another_file(tmp_path: Path) -> None:
    text = (Path(registry.room("fairy-tale").info.folder) / "deck.csv").read_text(encoding="utf-8")
    first, other = (registry.game("fairy-tale", players=2, deck=FileText.of("mine.csv", t)) for t in (text, text + "\n"))
    file = tmp_path / "league.jsonl"
    play_league(first, ["random", "easy"], games=2, workers=1, save=file)
    with pytest.raises(OptionError, match="another league"):
        play_league(other, ["random", "easy"], games=2, workers=1, save=file)


def test_play_league_does_not_depend_on_workers() -> None:
    first, second = (play_league(FAIRY, ["random", "normal"], games=3, seed=5, workers=n) for n in (1, 2))
    assert first.share == second.share


def test_play_league_resumes_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "league.jsonl"
    calls = []
    whole = play_span

    def count_call(*args: Any) -> Chunk:
        calls.append(args)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return whole(*args)

    monkeypatch.setattr(leagues, "play_span", count_call)
    with pytest.raises(KeyboardInterrupt):
        play_league(FAIRY, ["random", "normal"], games=3, workers=1, save=file)
    resumed = play_league(FAIRY, ["random", "normal"], games=3, workers=1, save=file)
    assert len(calls) == 4 + 3  # six pairings of one game; three were kept
    assert resumed.share == play_league(FAIRY, ["random", "normal"], games=3, workers=1).share
    longer = play_league(FAIRY, ["random", "normal"], games=9, workers=1, save=file)
    assert longer.games == 18
    with pytest.raises(OptionError, match="another league"):
        play_league(FAIRY, ["random", "normal"], games=3, seed=2, save=file)
    file.write_text("{}\nwrong\n")
    with pytest.raises(DataError, match="not a league's file"):
        play_league(FAIRY, ["random", "normal"], games=3, save=file)


def test_play_league_plays_pairings_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a league that is stopped has played about as much of each."""
    played: list[Pairing] = []

    def noted(plan: Plan, span: tuple[int, int]) -> Chunk:
        seat = plan.bots.index("normal" if plan.bots.count("normal") == 1 else "random")
        played.append(Pairing(str(plan.bots[seat]), str(plan.bots[seat - 1]), seat))
        return Chunk(span[0], [[0] * (2 + 3 * FAIRY.players)] * span[1])

    monkeypatch.setattr(leagues, "COMPILED_CHUNK", 1)
    monkeypatch.setattr(leagues, "play_span", noted)
    play_league(FAIRY, ["random", "normal"], games=6, workers=1)
    assert len(played) == 12
    assert len(set(played[:6])) == 6
    assert played[:6] == played[6:]


def test_pairing_result_missing_lists_each_gap_once() -> None:
    played = PairingResult([(4, 3, 0), (0, 2, 0)])
    assert list(played.missing(10, 2)) == [(2, 2), (7, 2), (9, 1)]
    assert list(played.missing(5, 500)) == [(2, 2)]
    assert list(PairingResult().missing(3, 500)) == [(0, 3)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "normal"], "two bots or more"),
        (["--bots", "normal,normal"], "named once"),
        (["--bots", "normal,genius"], "has no bot"),
        (["--seconds-per-move", "0"], "above 0"),
        (["--workers", "0"], "0 workers cannot play; use 1 to 1024"),
        (["--games", "0"], "one or more"),
    ],
)
def test_league_command_refuses_bad_arguments(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["league", "fairy", *words]) == 2
    assert message in capsys.readouterr().err


def test_league_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "league.svg"
    words = ["league", "fairy", "--players", "3", "--bots", "random,normal", "--games", "30", "--workers", "1"]
    assert main.main([*words, "--json", "--picture", str(picture)]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["games"] == 60
    assert set(output["alone_among"]["normal"]["random"]) == {"share", "error", "games"}
    assert f"{output['alone_among']['normal']['random']['share']:.0%}" in picture.read_text()
    league = play_league(FAIRY, ["random", "normal"], games=30, workers=1)
    table = lines(league, "Fairy")
    assert [line.split()[0] for line in table[2:4]] == ["normal", "random"]
    assert "A fair share is 33.3%" in table[-1]
    assert draw(league).count("<circle") == 2


def sulking(position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    if position.knowledge.turns > 18:  # type: ignore[attr-defined]
        raise ValueError("enough")
    return position.legal[0]


def first_legal(position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    return position.legal[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_play_league_with_a_bad_bot_keeps_what_was_played(tmp_path: Path, workers: int) -> None:
    """The file has it; a run with a mended bot of that name goes on from there."""
    game, file = registry.game("fairy", players=2), tmp_path / "league.jsonl"
    sentence = (
        r"^The bot “sulking” in seat \d raised ValueError in line \d+ of test_league\.py: enough"
        r" \(Fairy, game \d+ of seed 1\)\. The (\d+) games played are"
    )
    with pytest.raises(fr.BotError, match=sentence) as caught:
        play_league(game, ["normal", sulking, "random"], games=60, workers=workers, save=file)
    found = re.search(sentence, str(caught.value))
    assert found is not None
    kept = sum(json.loads(line)["count"] for line in file.read_text(encoding="utf-8").splitlines()[1:])
    assert kept == int(found[1]) > 0
    assert caught.value.played is None or caught.value.played.games == kept
    first_legal.name = "sulking"  # type: ignore[attr-defined]
    whole = play_league(game, ["normal", first_legal, "random"], games=60, workers=1, save=file)
    del first_legal.name  # type: ignore[attr-defined]
    assert whole.games == 180
    assert (
        play_league(game, ["normal", "random"], games=60, workers=1).share["normal"]["random"]
        == whole.share["normal"]["random"]
    )


def test_match_with_a_bad_bot_keeps_what_was_played() -> None:
    with pytest.raises(
        fr.BotError, match=r"The bot “sulking” in seat 1 raised ValueError in line \d+ of test_league\.py: enough"
    ) as caught:
        fr.match("fairy", sulking, "normal", games=60, workers=2)
    assert caught.value.played is None  # the second seat has not played yet


def test_league_takes_a_name_and_options() -> None:
    league = fr.league("fairy", ["random", "normal"], games=12, players=3, goal=12, workers=1)
    assert league.ranked == ["normal", "random"]
    assert (league.players, league.options["goal"]) == (3, 12)
    assert league.share == play_league(fr.game("fairy", players=3, goal=12), ["random", "normal"], games=12, workers=1).share
