"""Whole games in the interpreted backend: the same games as the compiled backend plays, decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fairyring.bots import NO_LIMITS, Limits, SeatedBot
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.rng import BOT_STREAM, NATURE_STREAM, Stream
from fairyring.core.table.nature import Seeded
from fairyring.core.totals import WIN, Totals


def steps(
    game: Game[Any],
    levels: Sequence[str],
    seed: int,
    index: int,
    gestures: bool = False,
    limits: Limits = NO_LIMITS,
    own: Mapping[int, Callable[[State, int], int]] | None = None,
) -> Iterator[tuple[State, int, int]]:
    """Play game number `index` of a seed: yield (state, seat, action) before each decision, at last (state, NATURE, -1).

    The state is one object that changes from step to step. With `gestures`, bots make the gestures that decide chance
    outcomes; without, as in the compiled backend, such outcomes are drawn by their weights. Searching bots use the backend
    that is loaded; they do not wait for the compiler. `own` decides for its seats instead of their levels: (state, seat) to
    action.
    """
    own = own or {}
    nature = Stream(seed, index, NATURE_STREAM)
    streams = [Stream(seed, index, BOT_STREAM + seat) for seat in game.seats]
    policies = game.room.bots.policies
    others = {
        seat: SeatedBot(game, level, seat, seed, index, wait=False)
        for seat, level in enumerate(levels)
        if seat not in own and level != "random" and level not in policies
    }
    watching = [bot.recall for bot in others.values()]
    rules, s = game.rules, game.initial()
    while pending := game.pending(s):
        seat = pending[0]
        if seat == NATURE and gestures and game.gesture is not None and game.holder(s) is not None:
            action = _gesture_outcome(game, s, Seeded(seed, index).master)
        elif seat == NATURE:
            action = game.draw(s, nature)
        elif seat in own:
            action = own[seat](s, seat)
        elif levels[seat] == "random":  # the same choice as RandomBot, without listing all actions
            action = rules.legal_nth(s, seat, streams[seat].below(rules.legal_count(s, seat)))
        elif levels[seat] in policies:  # the same choice as PolicyBot, without a Position
            action = policies[levels[seat]](game.redact(s, seat), seat, streams[seat])
        else:
            action = others[seat].choose_in(s, limits).action
        yield s, seat, action
        rules.act(s, seat, action)
        for recall in watching:
            recall.watch(seat, action)
    yield s, NATURE, -1


def _gesture_outcome(game: Game[Any], s: State, master: bytes) -> int:
    """Return the chance outcome of a bot's gesture."""
    assert game.gesture is not None
    outcome, _extra = game.gesture.resolve(game, s, master, game.gesture.bot_input(game, s, master, False))
    return game.chance.parse(outcome).id


def play(
    game: Game[Any],
    first: int,
    count: int,
    seed: int,
    levels: Sequence[str],
    gestures: bool = False,
    limits: Limits = NO_LIMITS,
) -> Totals:
    """Play games number first … first+count-1 and return their totals. Parameters as of `steps`."""
    room, rules = game.room, game.rules
    totals = Totals.zero(room, game.players)
    totals.games = count
    kind_of = [number for number, kind in enumerate(room.schema.actions.kinds) for _ in range(kind.count)]
    for index in range(first, first + count):
        for state, seat, action in steps(game, levels, seed, index, gestures, limits):
            s = state
            if seat != NATURE:
                totals.decisions += 1
                totals.kinds[kind_of[action]] += 1
        winners = game.winners(s)
        for seat in game.seats:
            score = rules.score(s, seat)
            totals.scores[seat] += score
            totals.squares[seat] += score**2
            totals.wins[seat] += WIN // len(winners) if seat in winners else 0
        for k in range(len(totals.tallies)):
            totals.tallies[k] += rules.tally(s, k)
        totals.reasons[rules.reason(s)] += 1
    return totals
