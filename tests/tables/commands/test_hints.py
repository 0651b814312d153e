"""Hints: computed from what the seat knows, sent to that seat alone, only against bots."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fairyring.bots import Position
from fairyring.bots.advice import hint_position
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.rng import Stream
from fairyring.core.table.table import Table
from fairyring.tables import HintAnswered, JobAnswered
from fairyring.tables.bot_jobs import Job, checked_weights, hint_request, weigh
from tests.tables.support.bench import Bench


def alone(game: str = "fairy", players: int = 2, **more: Any) -> Bench:
    bench = Bench(game, players, **more).with_bots()
    while not bench.own("ann").get("legal"):
        bench.pass_time(500)
    return bench


def hint(bench: Bench, conn: str = "ann", seat: int = 0, ask: str = "") -> dict[str, Any]:
    return bench.do(conn, "hint", seat=seat, ask=ask or bench.ask(conn))


def hints(bench: Bench, conn: str = "ann") -> list[dict[str, Any]]:
    return [message for message in bench.sent[conn] if message["type"] == "hint"]


@pytest.mark.parametrize("game", registry.shipped())
def test_hint_lists_legal_actions_best_first_and_writes_no_row(game: str) -> None:
    bench = alone(game)
    bench.join("watcher")
    rows = len(bench.rows)
    assert hint(bench) == {"type": "ack", "id": bench.sent["ann"][-2]["id"]}
    answer = hints(bench)[-1]
    assert len(bench.rows) == rows
    assert not hints(bench, "watcher")
    legal = {action["id"] for action in bench.own("ann")["legal"]}
    assert set(answer) == {"type", "seat", "ask", "actions", "percents"} | ({"basis"} if game == "fairy" else set())
    assert (answer["seat"], answer["ask"]) == (0, bench.ask("ann"))
    assert 1 <= len(answer["actions"]) <= 3
    assert set(answer["actions"]) <= legal
    # An only choice needs no number; and before anything is compiled, a slow machine may not come to one.
    assert len(answer["percents"]) in (0, len(answer["actions"]))
    assert all(0 <= percent <= answer["percents"][0] <= 100 for percent in answer["percents"])
    jobs = len(bench.jobs)
    assert hint(bench)["type"] == "ack"  # asked again, the same is said, and nobody has to think
    assert hints(bench)[-1] == answer
    assert len(bench.jobs) == jobs


def test_hint_is_refused_where_other_people_sit() -> None:
    bench = Bench().two()
    answer = hint(bench)
    assert (answer["code"], answer["key"]) == ("not-now", "table.hint.people")
    shared = Bench()
    shared.join("ann", shared.token)
    for seat in (0, 1):
        shared.do("ann", "sit", seat=seat, name="Ann")
    shared.do("ann", "start")
    shared.do("ann", "here", seat=0)
    assert hint(shared)["key"] == "table.hint.people"


def test_hint_is_for_the_open_decision_of_the_own_seat() -> None:
    bench = alone(players=3)
    bench.join("bo")
    assert hint(bench, "bo", ask=bench.ask("ann"))["code"] == "not-yours"
    assert hint(bench, seat=1)["code"] == "not-yours"
    assert hint(bench, ask="x")["code"] == "past"
    assert not hints(bench)


def test_hint_rate_limit() -> None:
    bench = alone()
    bench.thinking = False
    codes = [hint(bench).get("code") for _ in range(5)]
    assert codes == [None, None, None, "too-fast", "too-fast"]
    bench.pass_time(1000)
    assert hint(bench)["type"] == "ack"


def test_hint_that_is_late_or_failed() -> None:
    bench = alone()
    bench.thinking = False
    hint(bench)
    job = bench.jobs[-1]
    bench.give("a", HintAnswered, "ann", job, ())
    assert hints(bench)[-1]["actions"] == []
    bench.give("a", HintAnswered, "ann", job, ((job.legal[0], -1.0, 1.0, 0.0),))  # its adviser does not think ahead
    assert (hints(bench)[-1]["actions"], hints(bench)[-1]["percents"]) == ([job.legal[0]], [])
    count = len(hints(bench))
    bench.thinking = True
    bench.play("ann", 0, bench.own("ann")["legal"][0]["id"])
    bench.pass_time(5000)
    bench.give("a", HintAnswered, "ann", job, ((job.legal[0], 0.5, 0.1, 0.0),))  # of a question that is past
    bench.give("a", HintAnswered, "nobody", job, ((job.legal[0], 0.5, 0.1, 0.0),))
    assert len(hints(bench)) == count


def test_hint_has_frequencies_of_perfect_play() -> None:
    bench = alone()
    bench.thinking = False
    hint(bench)
    job = bench.jobs[-1]
    four = tuple((action, 0.5, 0.0, often) for action, often in zip(job.legal, (0.625, 0.25, 0.0, 0.125), strict=True))
    bench.give("a", HintAnswered, "ann", job, four)
    answer = hints(bench)[-1]
    assert (answer["actions"], answer["percents"], answer["often"]) == (list(job.legal[:3]), [50, 50, 50], [62, 25, 0])
    bench.give("a", HintAnswered, "ann", job, tuple((action, 0.5, 0.1, 0.0) for action in job.legal))
    assert "often" not in hints(bench)[-1]


@pytest.mark.parametrize(
    "answer",
    [None, 3, "x", [3], [[0, 0.5, 0.1]], [[999, 0.5, 0.1, 0]], [[0, "a", 0.1, 0]], [[0, 7.0, 0.1, 0]], [[0, 0.5, 0.1, 2]]],
)
def test_hint_ignores_invalid_answers_of_a_worker(answer: Any) -> None:
    bench = alone()
    hint(bench)
    assert checked_weights(bench.jobs[-1], answer) == ()


def test_hint_for_a_choice_that_can_be_replaced() -> None:
    bench = alone(players=3)
    hint(bench)
    before = bench.jobs[-1]
    bench.thinking = False  # so that the others have not chosen
    bench.play("ann", 0, bench.own("ann")["legal"][1]["id"])
    assert "chosen" in bench.own("ann")
    bench.engines["a"].session.last_hint = None
    bench.pass_time(1000)
    hint(bench)
    after = bench.jobs[-1]
    assert after.weigh
    assert after == before


def _plain(job: Job) -> dict[str, Any]:
    """All that a worker is given, but the name of the decision."""
    job_fields: dict[str, Any] = json.loads(json.dumps(job.plain()))
    return {key: value for key, value in job_fields.items() if key != "id"}


def test_hint_does_not_depend_on_hidden_choices() -> None:
    """Two tables in which the bot's secret guess differs: the same job, and so the same hint."""
    jobs = []
    for guess in (0, 3):
        bench = Bench()
        bench.thinking = False
        bench.with_bots()
        bench.pass_time(500)
        hint_job = next(job for job in bench.jobs if job.seat == 1)
        bench.give("a", JobAnswered, hint_job.id, guess)
        bench.pass_time(3000)
        table = bench.state.playing
        assert table is not None
        assert table.pending == (0,)
        assert table.history[-1].action == str(table.game.actions[guess])
        hint(bench)
        jobs.append(bench.jobs[-1])
    assert _plain(jobs[0]) == _plain(jobs[1])


@pytest.mark.parametrize("name", registry.shipped())
def test_hint_is_equal_in_worlds_that_look_alike(name: str) -> None:
    """At every decision of a game: what a worker is given follows from what the seat knows, and from nothing else."""
    game = registry.game(name)
    options = {"players": game.players}
    table: Table[Any] = Table(game, seed=5)
    rng, compared = Stream(8), 0
    while table.pending and compared < 12:
        seat = table.pending[0]
        if seat >= 0 and len(table.legal(seat)) > 1:
            redacted = table.redacted(seat)
            world = game.imagine(schema.copy(redacted), seat, rng)
            first, second = (
                hint_request("", game, options, seat, knowledge, (), 50) for knowledge in (redacted, game.redact(world, seat))
            )
            assert first == second
            assert first.legal == tuple(action.id for action in table.legal(seat))
            compared += 1
        legal = table.legal(seat)
        table.play(seat, legal[rng.below(len(legal))])
    assert compared >= 3


def looks_alike(aid: str) -> list[Table[Any]]:
    """Two games of Fairy with the same top card and scores, in which other cards were covered."""
    tables = []
    for cards in ((5, 9, 14, 7), (2, 12, 20, 7)):
        table: Table[Any] = Table(registry.game("fairy", players=2, memory_aid=aid))
        table.play(-1, f"card {cards[0]}")
        for card in cards[1:]:
            for seat in (0, 1):
                table.play(seat, "guess catch")
            table.play(-1, f"card {card}")
        tables.append(table)
    return tables


def test_hint_forgets_covered_cards_without_the_memory_aid() -> None:
    """Ruling: a hint must not list what R9 lets nobody list. What a worker gets is the same, whatever was covered."""
    first, second = (hint_position(Position.at(table, 0)) for table in looks_alike("no"))
    assert first[1] == second[1] == "table"
    assert schema.pack(first[0].knowledge) == schema.pack(second[0].knowledge)
    knowledge: Any = first[0].knowledge
    assert (knowledge.left, knowledge.deck.bit_count()) == (20, 20)
    assert list(first[0].legal) == [action.id for action in looks_alike("no")[0].legal(0)]


def test_hint_uses_memory_with_the_memory_aid() -> None:
    first, second = (hint_position(Position.at(table, 0)) for table in looks_alike("yes"))
    assert first[1] == second[1] == "memory"
    assert schema.pack(first[0].knowledge) != schema.pack(second[0].knowledge)


@pytest.mark.parametrize(("aid", "basis"), [("no", "table"), ("yes", "memory")])
def test_hint_names_its_inputs(aid: str, basis: str) -> None:
    bench = alone(options={"memory_aid": aid})
    while bench.state.run is not None and len(bench.state.run.decisions) < 8:
        bench.play("ann", 0, 0)
        bench.pass_time(2000)
    hint(bench)
    assert hints(bench)[-1]["basis"] == basis
    knowledge: Any = schema.unpack(registry.room("fairy").schema.state, bench.jobs[-1].state)
    assert (knowledge.left == 20) == (basis == "table")


def test_hint_budget_is_limited() -> None:
    bench = alone()
    hint(bench)
    job = bench.jobs[-1]
    assert job.budget <= 600
    assert Job.read(json.loads(json.dumps(job.plain()))) == job
    assert weigh(replace(job, budget=20))[0][0] in job.legal
