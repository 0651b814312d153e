"""Levels of bots depend on the options of the table."""

from __future__ import annotations

import fairyring as fr
from fairyring.tables.bot_jobs import think
from tests.tables.support.bench import Bench

ALWAYS = ["random", "easy", "normal", "strong"]
SMALL = {"size": "3", "match": "single", "turn_limit": 3}


def levels(bench: Bench) -> list[str]:
    levels: list[str] = bench.picture("ann")["table"]["levels"]
    return levels


def test_levels_follow_the_options() -> None:
    bench = Bench("fairy", 2)
    bench.join("ann", bench.token)
    assert levels(bench) == ["random", "easy", "normal", "trained", "strong", "exact"]
    bench.do("ann", "options", options={"players": 3})
    assert levels(bench) == ALWAYS
    bench.do("ann", "options", game="sneaky-town")
    assert levels(bench) == ALWAYS
    bench.do("ann", "options", options=SMALL)
    assert levels(bench) == [*ALWAYS, "exact"]
    bench.do("ann", "bot", seat=0, level="exact")
    bench.do("ann", "bot", seat=1, level="exact")
    bench.do("ann", "start")
    assert "levels" not in bench.picture("ann")["table"]


def test_levels_that_do_not_exist_are_refused() -> None:
    bench = Bench("fairy", 3)
    bench.join("ann", bench.token)
    answer = bench.do("ann", "bot", seat=1, level="exact")
    assert answer["code"] == "bad-form"
    assert answer["args"].pop("where") == {"key": "exact.where", "args": {}}  # a text of the game's own, in its languages
    speaker = fr.game("fairy").speaker()
    text = speaker.say(answer["key"], **answer["args"], where=speaker.say("exact.where"))
    assert text == "Fairy has a bot “exact” only for two players; with these options it has random, easy, normal, strong."
    answer = bench.do("ann", "bot", seat=1, level="clever")
    assert speaker.say(answer["key"], **answer["args"]) == "Fairy has no bot “clever”; it has random, easy, normal, strong."
    assert bench.picture("ann")["table"]["seats"][1] == {"kind": "empty"}


def test_levels_fall_back_when_options_change() -> None:
    bench = Bench("sneaky-town", 2, options=SMALL)
    bench.join("ann", bench.token)
    for seat, level in enumerate(("strong", "exact")):
        assert bench.do("ann", "bot", seat=seat, level=level)["type"] == "ack"
    bench.do("ann", "options", options={"turn_limit": 4})
    assert [seat["level"] for seat in bench.picture("ann")["table"]["seats"]] == ["strong", "exact"]
    bench.do("ann", "options", options={"turn_limit": 5})
    assert [seat["level"] for seat in bench.picture("ann")["table"]["seats"]] == ["strong", "normal"]


def test_bot_job_contains_everything_the_bot_saw() -> None:
    bench = Bench("sneaky-town", 2, options=SMALL)
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    bench.do("ann", "bot", seat=1, level="exact")
    bench.do("ann", "start")
    bench.thinking = False
    while not bench.ask("ann"):
        bench.pass_time(500)
    bench.play("ann", 0)
    bench.pass_time(10)
    job = bench.jobs[-1]
    assert (job.seat, job.level, len(job.memory)) == (1, "exact", 1)
    assert think(job) in job.legal
