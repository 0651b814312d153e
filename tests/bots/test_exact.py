"""The bot `exact`: only where perfect play is known, as the solution says, from what its seat knows, and in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring import bots
from fairyring.bots import Limits, Position, backends, exact
from fairyring.bots.advice import advising_level, in_words
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.rng import Stream
from fairyring.games.fairy.schema import GUESS, Guess
from fairyring.games.fairy.solve.late import MAX_CARDS, Late, position
from fairyring.games.sneaky_town.lookup import ORDERS
from fairyring.games.sneaky_town.solve import equilibrium, policies
from fairyring.games.sneaky_town.solve import tree as town
from fairyring.games.sneaky_town.solve.lines import all_lines, renumber_action, renumber_rack
from fairyring.games.sneaky_town.solve.player import ITERATIONS, TREMBLE
from fairyring.lab import interpreted_play
from fairyring.tables.bot_jobs import Job, think, weigh

FAIRY = fr.game("fairy", players=2)
FEW = 24  # imagined games


def small(limit: int) -> fr.Game[Any]:
    return fr.game("sneaky-town", size="3", match="single", turn_limit=limit)


def choose(level: str, position: Position, stream: Stream, limits: Limits = bots.NO_LIMITS) -> bots.Opinion:
    return bots.make_bot(position.game, level, wait=False).choose(position, limits, stream)


def guesses(game: fr.Game[Any], s: Any, seat: int, stream: Stream | None = None) -> bots.Opinion:
    return choose("exact", Position.of(game, s, seat), stream or Stream(1), Limits(simulations=FEW))


# Where it is --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.shipped())
def test_levels_have_exact_only_where_it_is_known(name: str) -> None:
    room = registry.room(name)
    for options in room.checks.variants:
        game = fr.game(name, **options)
        assert ("exact" in bots.levels(game)) == (name == "fairy" and game.players == 2 and not game.house_rules)
    assert [limit for limit in range(8) if "exact" in bots.levels(small(limit))] == [1, 2, 3, 4]
    assert "exact" not in bots.levels(fr.game("sneaky-town", size="5", match="single", turn_limit=3))
    assert "exact" not in bots.levels(fr.game("sneaky-town", size="3", match="rounds:2", turn_limit=3))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (fr.game("fairy", players=3), "Fairy has a bot “exact” only for two players; with these options it has random, easy,"),
        (small(5), "only for size=3, match=single and a turn_limit of 1 to 4; with these options it has random, easy, normal,"),
        (fr.game("crane"), "Crane has no bot “exact”; it has random, easy, normal, strong."),
    ],
)
def test_unknown_level_names_the_options_that_have_exact(game: fr.Game[Any], message: str) -> None:
    for refused in (lambda: bots.assign_levels(game, "exact"), lambda: guesses(game, fr.Table(game, seed=1).state, 0)):
        with pytest.raises(fr.OptionError) as error:
            refused()
        assert message in str(error.value)


# As the solution says -----------------------------------------------------------------------------


def often(decide: Callable[[Stream], int], games: int = 600) -> dict[int, float]:
    """How often it does what, by as many streams."""
    done = [decide(Stream(9, index)) for index in range(games)]
    return {action: done.count(action) / games for action in set(done)}


def test_exact_bot_draws_fairy_guesses_from_the_mixture() -> None:
    """Who leads guesses the fairy half of the time, and so does who is behind (tests/games/fairy/test_solve.py)."""
    s = position(FAIRY, 2, {10, 16, 18}, (9, 6))
    for seat in range(2):
        counts = often(lambda stream, seat=seat: guesses(FAIRY, s, seat, stream).action)  # type: ignore[misc]
        assert set(counts) == {GUESS.id(Guess.HIGHER), GUESS.id(Guess.CATCH)}
        assert counts[GUESS.id(Guess.CATCH)] == pytest.approx(0.5, abs=0.06)


def test_exact_bot_of_fairy_has_no_better_response() -> None:
    """To the end of the game, in positions where mixing matters."""
    late = Late(FAIRY)

    def mixture(s: Any, seat: int) -> Any:
        chances = np.zeros(len(Guess))
        for action, share in guesses(FAIRY, s, seat).mixture:
            chances[GUESS.guess(action)] = share
        return chances

    for top, left, scores in ((2, {10, 18}, (9, 6)), (11, {3, 18}, (10, 12)), (9, {8, 15}, (-4, -4))):
        s = position(FAIRY, top, left, scores)
        for player in range(2):
            assert late.best_response_value(s, player, mixture) == pytest.approx(late.value(s))


def test_fairy_solver_merges_equal_guesses() -> None:
    """What the solver takes for granted to be quick: every pair of guesses and every card, one by one, say the same."""
    late, s = Late(FAIRY), position(FAIRY, 4, {7, 9, 16}, (22, 21))
    for i in Guess:
        for j in Guess:
            after = late.value(late.guessed(s, i, j))
            assert late.matrix(s)[i, j] == pytest.approx(after)


def test_exact_bot_draws_sneaky_town_actions_from_the_mixture() -> None:
    table = fr.Table(small(3), seed=4)
    position = Position.at(table, 0)
    thought = choose("exact", position, Stream(1))
    assert sum(share for _action, share in thought.mixture) == pytest.approx(1, abs=1e-5)
    assert 0.05 < thought.mixture[0][1] < 0.5
    counts = often(lambda stream: choose("exact", position, stream).action)
    for action, share in thought.mixture:
        assert counts.get(action, 0) == pytest.approx(share, abs=0.06)
    reveals = sum(share for action, share in thought.mixture if table.game.actions[action].kind == "reveal")
    assert reveals == pytest.approx(1, abs=0.1)  # docs/experiments/exact.md


def test_exact_bot_best_response_is_within_exploitability() -> None:
    """The bot is asked in every position with every rack, lines that are alike one by one; the tree knows them as one."""
    for limit in (1, 2):
        solution = equilibrium.solve(town.grow(small(limit)), ITERATIONS, tremble=TREMBLE)
        whole = town.grow(small(limit), symmetric=False)
        played = equilibrium.measure(whole, policies.of_level(whole, "exact"))
        assert played.best == pytest.approx(solution.best, abs=1e-6)
        assert 0 <= played.exploitability <= solution.exploitability + 1e-6


@pytest.mark.parametrize("seed", range(12))
def test_exact_bot_is_symmetric_in_lines(seed: int) -> None:
    """A round, and the same with all lines numbered otherwise: the same is done as often, in the other numbers."""
    game, rng = small(3), Stream(seed)
    lines = all_lines(3)[rng.below(36)]
    racks = [ORDERS[3][rng.below(6)] for _ in range(2)]
    tables = []
    for way in (all_lines(3)[0], lines):
        orders = [ORDERS[3].index(renumber_rack(rack, order)) for rack, order in zip(racks, way, strict=True)]
        tables.append(fr.Table(game, chance=[game.chance[order].text for order in orders]))
    while tables[0].outcome is None:
        seat = tables[0].pending[0]
        if tables[0].legal(seat) != tables[0].legal(seat)[:1]:
            opinions = [bots.SeatedBot(game, "exact", seat, 1).choose(table) for table in tables]
            shares = [dict(opinion.mixture) for opinion in opinions]
            assert shares[0]
            assert {renumber_action(3, action, seat, lines): share for action, share in shares[0].items()} == pytest.approx(
                shares[1], abs=1e-6
            )
        legal = [action.id for action in tables[0].legal(seat)]
        action = legal[rng.below(max(1, len(legal) - 1))]  # not the End, where there is something else
        for table, way in zip(tables, (all_lines(3)[0], lines), strict=True):
            table.play(seat, renumber_action(3, action, seat, way))


def test_exact_bot_shares_are_the_value_of_the_game() -> None:
    """The share of the best choice at the beginning is the value of the solved round."""
    wins = []
    for order in range(6):
        table = fr.Table(small(3), chance=[small(3).chance[order].text, small(3).chance[0].text])
        thought = bots.SeatedBot(table.game, "exact", 0, 1).choose(table)
        wins.append(max(share for _action, share, _error in thought.shares))
        assert thought.shares[0][1] == pytest.approx(wins[-1], abs=0.02)
        assert {error for _action, _share, error in thought.shares} == {0.0}
    assert sum(wins) / 6 == pytest.approx(29 / 36, abs=0.003)


# What is hidden does not matter -------------------------------------------------------------------


def rounds(theirs: str) -> fr.Table[Any]:
    table = fr.Table(small(3), chance=("rack blue,brown,flower", f"rack {theirs}"))
    for move in ("cast 2,3", "cast 1,1"):
        table.play(table.pending[0], move)
    return table


def late_fairies(guess: str | None) -> fr.Table[Any]:
    """Four cards are left, and the other one has guessed, or not yet."""
    cards = [5, 1, 9, 2, 13, 3, 20, 6, 17, 8, 21, 10, 19, 12, 7, 14, 15, 16]
    table = fr.Table(FAIRY, chance=[f"card {card}" for card in [card for card in cards if not is_fairy(card)][:17]])
    while table.pending and len(table.history) < 3 * 16 + 1:
        table.play(table.pending[0], "guess higher" if table.pending[0] else "guess lower")
    if guess:
        table.play(0, f"guess {guess}")
    return table


def is_fairy(card: int) -> bool:
    return bool(FAIRY.things["card"][card]["fairy"])


def test_exact_bot_ignores_hidden_information() -> None:
    tables = [rounds("blue,brown,flower"), rounds("flower,blue,brown")]
    assert schema.pack(tables[0].state) != schema.pack(tables[1].state)
    first, second = (bots.SeatedBot(table.game, "exact", 0, 4).choose(table) for table in tables)
    assert first == second
    assert first.mixture
    opinions = [bots.SeatedBot(FAIRY, "exact", 1, 4).choose(late_fairies(guess)) for guess in ("higher", "catch", None)]
    assert opinions[0] == opinions[1] == opinions[2]
    assert opinions[0].mixture


def positions(game: fr.Game[Any], seed: int) -> Iterator[tuple[Any, int, bots.Memory]]:
    recalls = [bots.Recall(game, seat) for seat in game.seats]
    for s, seat, action in interpreted_play.steps(game, ["random"] * game.players, seed, 0):
        if seat != NATURE and len(game.legal(s, seat)) > 1:
            yield schema.copy(s), seat, recalls[seat].memory
        for recall in recalls:
            if action >= 0:
                recall.watch(seat, action)


def test_exact_bot_is_legal_and_else_searches() -> None:
    """In odd games, by what its seat knows: by the solution wherever there is one, and else as `strong`."""
    for game in (small(1), small(2), small(3), FAIRY):
        for seed in range(6):
            for s, seat, memory in positions(game, seed):
                redacted, legal = game.redact(s, seat), game.legal(s, seat)
                before = schema.pack(redacted)
                at, few = Position(game, seat, redacted, legal, memory), Limits(simulations=FEW)
                opinion = choose("exact", at, Stream(seed), few)
                assert opinion.action == opinion.shares[0][0]
                assert {action for action, _share, _error in opinion.shares} == set(legal)
                assert bool(opinion.mixture) == (game is not FAIRY or s.left <= MAX_CARDS)
                assert schema.pack(redacted) == before
                if not opinion.mixture:
                    assert opinion == choose("strong", at, Stream(seed), few)


def test_exact_bot_without_memory_searches() -> None:
    """In Sneaky Town a position is known by how it came about."""
    table = rounds("blue,brown,flower")
    legal = [action.id for action in table.legal(0)]
    few = Limits(simulations=FEW)
    assert not choose("exact", Position.at(table, 0), Stream(1), few).mixture
    wrong = bots.recall(table.game, 0, table.history)[0]
    later = replace(wrong, before=schema.pack(table.redacted(0)))
    for memory in ((replace(wrong, action=legal[0]),), (wrong, wrong), (later,)):
        opinion = choose("exact", Position.at(table, 0, memory), Stream(1), few)
        assert not opinion.mixture
        assert opinion.action in legal


# Time, and what is kept ---------------------------------------------------------------------------


class Clock:
    """A clock that goes on by a fixed step whenever somebody looks at it."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def perf_counter(self) -> float:
        self.now += self.step
        return self.now


def test_exact_bot_without_time_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "compile_in_background", lambda room: None)
    s = position(FAIRY, 2, {3, 10, 18, 20}, (9, 6))
    for step, knows in ((0.001, False), (0.00001, True)):
        clock = Clock(step)
        exact._players.clear()
        monkeypatch.setattr(time, "perf_counter", clock.perf_counter)
        opinion = choose("exact", Position.of(FAIRY, s, 0), Stream(1), Limits(seconds=0.1))
        assert bool(opinion.mixture) == knows
        assert clock.now <= 0.1
        monkeypatch.undo()
        monkeypatch.setattr(backends, "compile_in_background", lambda room: None)


def test_exact_bot_does_not_wait_for_a_solution(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Who has little time plays as `strong` until it is there."""
    game, there = small(1), Event()
    real = game.room.bots.exact
    assert real is not None
    assert real.prepare is not None

    def slowly(requested: fr.Game[Any]) -> bytes:
        assert there.wait(60)
        assert real.prepare is not None
        return real.prepare(requested)

    monkeypatch.setenv("FAIRYRING_CACHE", str(tmp_path))
    monkeypatch.setattr(backends, "compile_in_background", lambda room: None)
    monkeypatch.setattr(exact, "_players", {})
    monkeypatch.setattr(exact, "_solving", set())
    monkeypatch.setitem(game.room.__dict__, "bots", replace(game.room.bots, exact=replace(real, prepare=slowly)))
    table = fr.Table(game, seed=1)
    seated = bots.SeatedBot(game, "exact", 0, 1, wait=False)
    for _ in range(2):
        opinion = seated.choose(table, Limits(seconds=0.01))
        assert opinion.action in {action.id for action in table.legal(0)}
        assert not opinion.mixture
    there.set()
    exact.player(game)  # who may wait does
    assert seated.choose(table, Limits(seconds=100)).mixture
    monkeypatch.setattr(exact, "_players", {})  # another process finds it on disk, and has it at once
    monkeypatch.setattr(exact, "_solving", set())
    there.clear()
    assert seated.choose(table, Limits(seconds=100)).mixture


def test_exact_player_is_cached_until_the_game_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, solvers = small(1), list[str]()
    real = game.room.bots.exact
    assert real is not None

    def count_calls(requested: fr.Game[Any]) -> bytes:
        solvers.append(requested.name)
        assert real.prepare is not None
        return real.prepare(requested)

    def again() -> int:
        monkeypatch.setattr(exact, "_players", {})
        assert bots.SeatedBot(game, "exact", 0, 1).choose(fr.Table(game, seed=1)).mixture
        return len(solvers)

    monkeypatch.setenv("FAIRYRING_CACHE", str(tmp_path))
    monkeypatch.setitem(game.room.__dict__, "bots", replace(game.room.bots, exact=replace(real, prepare=count_calls)))
    assert [again(), again()] == [1, 1]
    next(tmp_path.glob("*.exact")).write_bytes(b"spoilt")
    assert [again(), again()] == [2, 2]
    key = exact.key_of(game)
    assert key != exact.key_of(small(2))
    folder = tmp_path / "elsewhere"
    (folder / "solve").mkdir(parents=True)
    monkeypatch.setitem(game.room.__dict__, "info", replace(game.room.info, folder=folder))
    keys = [exact.key_of(game)]
    for text in ("VERSION = 1", "VERSION = 2"):
        (folder / "solve" / "rules.py").write_text(text, encoding="utf-8")
        keys.append(exact.key_of(game))
    assert len({key, *keys}) == 4


# What it says -------------------------------------------------------------------------------------


def test_in_words_names_frequencies_of_exact_play() -> None:
    s = position(FAIRY, 2, {10, 16, 18}, (9, 6))
    thought = guesses(FAIRY, s, 0)
    assert advising_level(FAIRY) == "exact"
    text = in_words(FAIRY, 0, thought, FAIRY.speaker())
    assert text.count("(50 % of the time): 78 %") == 2
    assert text.index("to win") < text.index(";")
    assert [share for _action, share, _error in thought.shares] == sorted(
        (share for _action, share, _error in thought.shares), reverse=True
    )
    assert all(first[1] >= second[1] for first, second in pairwise(thought.mixture))


def test_job_for_exact_bot_is_self_contained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "compile_in_background", lambda room: None)
    table = rounds("flower,brown,blue")
    exact.player(table.game)
    legal, state = tuple(action.id for action in table.legal(0)), schema.pack(table.redacted(0))
    memory = bots.recall(table.game, 0, table.history)
    job = Job("x", "sneaky-town", 1, dict(table.game.options), 0, "exact", state, legal, 7, 10**6, memory)
    assert Job.read(job.plain()) == job
    assert think(job) in legal
    answer = weigh(job)
    assert {action for action, *_how_good in answer} == set(legal)
    assert all(0 <= share <= 1 and error == 0 for _action, share, error, _often in answer)
    assert sum(often for *_how_good, often in answer) == pytest.approx(1)
