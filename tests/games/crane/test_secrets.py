"""R8: what the challenger, the audience and the spectators may know of the bets, and when."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import fairyring as fr
from fairyring.core.errors import FairyringError
from fairyring.core.fields import schema
from fairyring.core.game.contract import NATURE
from fairyring.core.game.room import SmallInstance
from fairyring.games.crane import ROOM
from fairyring.games.crane.conformance.small import prior
from fairyring.kit.brute_force import imagination_is_exact

BETS = ("bet high", "bet low", "bet just")


def betting(bets: tuple[str, ...], order: tuple[int, ...], grab: str = "real") -> fr.Table[Any]:
    """A table of four whose second seat is challenger, after these bets, laid in this order."""
    table = fr.Table(fr.game("crane", players=4, first="2", grab=grab))
    table.play(NATURE, "flip 10 ring")
    for seat in order:
        table.play(seat, bets[(0, 2, 3).index(seat)])
    return table


def everything(table: fr.Table[Any], viewer: int | None) -> tuple[object, ...]:
    """All that reaches a seat: view, redacted state, events and moves, memory, legal actions, refusals, prompt, aids."""
    game, s = table.game, table.state
    refusals = []
    for action in game.actions:
        try:
            game.check(s, -1 if viewer is None else viewer, action)
            refusals.append("")
        except FairyringError as error:
            refusals.append(str(error))
    sentences = tuple(game.say(event, table.names) for event in table.events_for(viewer))
    events = json.dumps([event.wire() | {"message": event.message.wire()} for event in table.events_for(viewer)])
    view = table.view(viewer)
    screen = json.dumps(fr.wire(view)), str(view), tuple(game.room.presentation.terminal(game, view, game.speaker(table.names)))
    redacted = schema.pack(game.redact(s, viewer))
    decision: tuple[object, ...] = ()
    if viewer is not None:
        decision = game.legal(s, viewer), str(table.prompt(viewer)), json.dumps(table.aids(viewer))
    return screen, redacted, sentences, events, decision, tuple(refusals), table.pending, table.reporters, table.confirmers


def test_bets_are_hidden_from_challenger_and_spectators_until_the_count() -> None:
    for viewer in (1, None):
        for order in permutations((0, 2, 3)):
            for bets_in in (1, 2, 3):
                for grab in ("real", "model"):
                    views = {everything(betting(bets, order[:bets_in], grab), viewer) for bets in product(BETS, repeat=3)}
                    assert len(views) == 1


def test_bets_are_visible_to_the_audience_once_all_are_in() -> None:
    for bets in product(BETS, repeat=3):
        early = [everything(betting((bets[0], *others), (0, 2)), 0) for others in product(BETS, repeat=2)]
        assert len(set(early)) == 1
        table = betting(bets, (0, 2, 3))
        visible = tuple(None if seat == 1 else bets[(0, 2, 3).index(seat)][4:] for seat in range(4))
        spoken = ", ".join(f"Player {seat + 1} {bet[4:].upper()}" for seat, bet in zip((0, 2, 3), bets, strict=True))
        for viewer in (0, 2, 3):
            assert table.view(viewer).knows[viewer] == visible
            (event,) = [event for event in table.events_for(viewer) if event.kind == "overheard"]
            assert event.args == {"bets": visible}
            assert table.game.say(event) == f"The audience shows its bets: {spoken}."
        table.play(NATURE, "grab 12")
        for everybody in (0, 1, 2, 3, None):
            assert table.view(everybody).revealed == visible
            assert f"The bets were: {spoken}." in [table.game.say(event) for event in table.events_for(everybody)]


def test_bets_commute() -> None:
    for bets in product(BETS, repeat=3):
        assert len({schema.digest(betting(bets, order).state) for order in permutations((0, 2, 3))}) == 1


def test_bets_are_revealed_by_opened_eyes() -> None:
    table = betting(("bet high", "bet low", "bet just"), (0, 2, 3))
    table.play(NATURE, "eyes-opened")
    assert table.view(1).revealed == ("high", None, "low", "just")
    assert not any(any(row) for row in table.state.knows)  # type: ignore[attr-defined]


def test_imagine_bets_by_the_bet_cards_left() -> None:
    """R28, R29: on a small box of two, imagination agrees with brute force, bet cards counted one by one."""
    constants = {"copies": [[0] * 4, [4, 0, 0, 0], [0, 4, 0, 0]], "size": 8, "bank": 1, "bundle": 2, "goal": 9}
    small = SmallInstance({"players": 2, "first": "1", "skill": "expert"}, constants, depth=8, prior=prior)
    two = replace(ROOM, checks=replace(ROOM.checks, small_instances=(small,)))
    assert list(imagination_is_exact(two, 1, build="checked")) == []
