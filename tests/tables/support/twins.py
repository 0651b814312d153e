"""Twin worlds that differ only in what a viewer may not know: it must be sent the same bytes, opaque ids apart."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from fairyring.games.crane.riffle import gesture, riffle
from fairyring.games.crane.riffle.riffle import Deck, Heard, derive
from fairyring.tables.log.state import OVER
from tests.tables.support.log_checks import Broken
from tests.tables.support.pages import Page
from tests.tables.support.plan import Plan
from tests.tables.support.world import World

LABELS = ("at", "after", "ask", "token")


def compare(chosen: Plan) -> tuple[World, int]:
    """Run the plan, and twins in which one secret choice is another one, or was first another one. How many were compared."""
    first = World(chosen).run(finish=False)
    if not first.plays:
        return first, 0
    compared = 0
    for extra in (False, True):
        swap = (chosen.seed * 7 + extra) % first.plays
        twin = World(replace(chosen, swap=swap, extra=extra)).run(finish=False)
        if twin.checks.swapped is None:
            continue
        compared += _compare(first, twin, extra)
    if ("grab", "riffle") in chosen.options:
        compared += _compare_decks(first, chosen)
    return first, compared


def _compare_decks(first: World, chosen: Plan) -> int:
    """Another deck under the same voices: until it is counted, only the bands of the audience may tell."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gesture, "derive_cached", _other_deck)
        patch.setattr(riffle, "derive", _other_deck)  # by which the verifier goes
        twin = World(chosen).run(finish=False)
    until = min(_counted(world, 0) for world in (first, twin))
    for number, (page, other) in enumerate(zip(first.pages, twin.pages, strict=True)):
        first_got, same = (
            [message for message in _received(reader.got, until) if '"type": "band"' not in message[1]]
            for reader in (page, other)
        )
        if first_got != same:
            raise Broken(7, f"page {number} is told of cards, edges or the jerk before the count")
    jobs = [[job for job in world.checks.jobs if job[0] < until] for world in (first, twin)]
    if jobs[0] != jobs[1]:
        raise Broken(17, "a bot's job tells of cards, edges or the jerk")
    first.hits["deck twins"] += until < 1 << 60
    return 1


def _other_deck(master: bytes, which: int, finger: str) -> tuple[Deck, Heard]:
    deck, heard = derive(master, which, finger)
    cards = (1, *(2 - carried if carried < 3 else 0 for carried in deck.cards[1:]))
    return Deck(cards, tuple(edge + 2 for edge in deck.edges), 1 - abs(deck.jerk)), heard


def _counted(world: World, since: int) -> int:
    """When the first grab after a row was counted."""
    for row in world.rows[since:]:
        for entry in row.entries:
            if entry.kind in ("hand", "confirm", "end") or entry.data.get("plays", "").startswith(("grab", "eyes")):
                return world.times[row.seq]
    return 1 << 60


def _compare(first: World, twin: World, extra: bool) -> int:
    assert twin.checks.swapped is not None
    since, seat, guest = twin.checks.swapped
    resolved = min(_resolved(world, since, seat) for world in (first, twin))
    length = min(_counted(world, since) for world in (first, twin))
    for number, (page, other) in enumerate(zip(first.pages, twin.pages, strict=True)):
        # A bet is shown to the audience when all are in, but to the challenger and to watchers only after the count.
        blind = _bet(first, since) and _blind(page, first.times[since], length)
        until = length if blind else resolved
        first.hits["blind until the count"] += blind
        raw, twins = ([message for message in reader.got if message[0] < until] for reader in (page, other))
        if raw == twins:
            continue
        first_got, same = (_received(messages, until) for messages in (raw, twins))
        if number == guest or any(f'"view": {{"seat": {seat},' in text for _at, text in first_got):
            continue  # whoever plays that seat, on whatever device, may know
        if first_got != same:
            at = next(
                (i for i, pair in enumerate(zip(first_got, same, strict=False)) if pair[0] != pair[1]),
                min(len(first_got), len(same)),
            )
            texts = [messages[at][1][:600] if at < len(messages) else "nothing" for messages in (first_got, same)]
            raise Broken(
                7,
                f"page {number} is told of seat {seat}'s secret choice{' being replaced' * extra}:\n  {texts[0]}\n  {texts[1]}",
            )
    jobs = [[job for job in world.checks.jobs if job[0] < resolved and job[1] != seat] for world in (first, twin)]
    if jobs[0] != jobs[1]:
        raise Broken(17, f"a bot's job tells of seat {seat}'s secret choice")
    return 1


def _bet(world: World, since: int) -> bool:
    """Whether a choice after this row is a bet."""
    table = world.checks.refs[since].playing
    return table is not None and getattr(table.view(), "phase", "") == "betting"


def _blind(page: Page, since: int, until: int) -> bool:
    """Whether all that the page was shown since the choice was for the challenger, or for watchers."""
    beats = [(at, json.loads(text)) for at, text in page.got if at < until and '"view"' in text]
    views = [(at, message.get("beat", message)["view"]) for at, message in beats]
    last = max((at for at, _view in views if at <= since), default=0)
    turn = [view for at, view in views if at >= last and view]
    return bool(turn) and all(view["seat"] is None or view["seat"] == view["challenger"] for view in turn)


def _resolved(world: World, since: int, seat: int) -> int:
    """When that choice was shown: the first row after it, after which the seat's decision is behind it."""
    before = None
    for row, ref in zip(world.rows, world.checks.refs[1:], strict=True):
        turns = ref.run.turns[seat] if ref.run is not None and ref.phase != OVER else -1  # who gives up, opens all
        if row.seq <= since:
            before = (ref.n, turns)
        elif before is not None and (ref.n, turns) != before:
            return world.times[row.seq]
    return 1 << 60


def _received(messages: list[tuple[int, str]], until: int) -> list[tuple[int, str]]:
    """What was received before then, with labels by the order of their first use."""
    names: dict[str, str] = {}
    return [(at, json.dumps(_named(json.loads(text), names), ensure_ascii=False)) for at, text in messages if at < until]


def _named(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: names.setdefault(item, f"label {len(names)}")
            if key in LABELS and isinstance(item, str)
            else _named(item, names)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_named(item, names) for item in value]
    return value


def unlabelled(message: Any) -> str:
    """One message without its labels, for direct comparison."""
    return re.sub(r"label \d+", "label", json.dumps(_named(message, {}), ensure_ascii=False))
