"""Preview of a turn: what would be legal after a seat's own actions."""

from __future__ import annotations

from typing import Any

from fairyring.tables.commands.preview import MAX_STEPS
from tests.tables.support.bench import Bench


def fariables() -> Bench:
    """Past the first tokens: somebody rolls, lifts and puts down again."""
    bench = Bench("fariables", players=2).two()
    while not any(action["kind"] == "lift" for action in legal(bench)):
        play(bench, actor(bench), legal(bench)[0]["id"])
    return bench


def actor(bench: Bench) -> str:
    return next(name for name in ("ann", "bo") if bench.own(name).get("legal"))


def play(bench: Bench, name: str, action: int) -> None:
    bench.play(name, ("ann", "bo").index(name), action)


def legal(bench: Bench) -> list[dict[str, Any]]:
    actions: list[dict[str, Any]] = bench.own(actor(bench))["legal"]
    return actions


def foresee(bench: Bench, *actions: Any, conn: str = "", seat: int | None = None) -> dict[str, Any]:
    name = conn or actor(bench)
    bench.pass_time(200)  # nobody may say more than ten things a second
    return bench.do(
        name, "foresee", seat=("ann", "bo").index(name) if seat is None else seat, ask=bench.ask(name), actions=list(actions)
    )


def test_foresee_returns_legal_actions_without_effect() -> None:
    bench = fariables()
    rows, mover = len(bench.rows), actor(bench)
    plan: list[int] = []
    preview = foresee(bench)
    assert preview["legal"] == legal(bench)
    for _ in range(6):  # lift and put down, as far as it goes
        plan.append(next((action for action in preview["legal"] if action["kind"] != "done"), preview["legal"][0])["id"])
        preview = foresee(bench, *plan)
        if not preview["legal"]:
            break
    assert len(bench.rows) == rows
    for number, action in enumerate(plan):  # and now in earnest
        expected = foresee(bench, *plan[number : number + 1])["legal"]
        play(bench, mover, action)
        if expected:
            assert bench.own(mover)["legal"] == expected
    assert not bench.own(mover).get("legal") or preview["legal"]


def test_foresee_refuses_illegal_actions() -> None:
    bench = fariables()
    lift = next(action for action in legal(bench) if action["kind"] == "lift")
    assert foresee(bench, lift["id"], lift["id"])["code"] == "not-legal"  # it is in the hand already
    assert foresee(bench, 1 << 20)["code"] == "not-legal"
    assert foresee(bench, [1])["code"] == "bad-form"
    assert foresee(bench, True)["code"] == "bad-form"
    assert foresee(bench, *[lift["id"]] * (MAX_STEPS + 1))["code"] == "not-now"
    other = {"ann": "bo", "bo": "ann"}[actor(bench)]
    assert foresee(bench, lift["id"], conn=other)["code"] == "past"
    assert foresee(bench, lift["id"], seat=("ann", "bo").index(other))["code"] == "not-yours"


def test_foresee_is_refused_in_games_with_single_steps() -> None:
    bench = Bench().two()
    assert foresee(bench, 0, conn="ann")["code"] == "not-now"
