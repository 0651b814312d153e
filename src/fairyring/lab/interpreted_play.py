"""Whole games in the interpreted host: the same games as the compiled one plays, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fairyring.bots import Seated, searches
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.totals import WIN, Totals
from fairyring.core.rng import NATURE_STREAM, Stream
from fairyring.core.table.nature import Seeded


def steps(
    game: Game[Any], bots: Sequence[str], seed: int, index: int, hands: bool = False, budget: float | None = None
) -> Iterator[tuple[State, int, int]]:
    """Game number `index` of this seed: (state, seat, action) before each decision, at last (state, NATURE, -1).

    The state is one object that changes from step to step. With `hands`, bots' hands on screens bring what follows from the
    seed; without, as in the compiled host, any outcome of such a hand is as likely as any other. `budget` is how many seconds
    a bot may think.
    """
    nature = Stream(seed, index, NATURE_STREAM)
    seated = [Seated(game, level, seat, seed, index) for seat, level in enumerate(bots)]
    watching = [one for one in seated if searches(one.level)]
    s = game.initial()
    while pending := game.pending(s):
        seat = pending[0]
        if seat == NATURE and hands and game.hand is not None and game.holder(s) is not None:
            action = _held(game, s, Seeded(seed, index).master)
        elif seat == NATURE:
            action = game.draw(s, nature)
        elif bots[seat] == "random":  # the same choice as the random bot makes, without listing everything
            action = game.rules.legal_nth(s, seat, seated[seat].stream.below(game.rules.legal_count(s, seat)))
        else:
            action = seated[seat].decide(game.redact(s, seat), game.legal(s, seat), budget)
        yield s, seat, action
        game.rules.act(s, seat, action)
        for watcher in watching:
            watcher.recall.watch(seat, action)
    yield s, NATURE, -1


def _held(game: Game[Any], s: State, master: bytes) -> int:
    """What a bot's hand brings."""
    assert game.hand is not None
    outcome, _told = game.hand.brings(game, s, master, game.hand.by_bot(game, s, master, False))
    return game.chance.parse(outcome).id


def play(
    game: Game[Any],
    first: int,
    count: int,
    seed: int,
    bots: Sequence[str],
    hands: bool = False,
    budget: float | None = None,
) -> Totals:
    """Games number first … first+count-1, added up."""
    room = game.room
    total = Totals(
        games=count,
        decisions=0,
        tallies=[0] * len(room.schema.tallies),
        scores=[0] * game.players,
        squares=[0] * game.players,
        wins=[0] * game.players,
        reasons=[0] * (1 + len(room.schema.ends)),
        kinds=[0] * len(game.actions.kinds),
    )
    kind_of = [number for number, kind in enumerate(room.schema.actions.kinds) for _ in range(kind.count)]
    for index in range(first, first + count):
        for state, seat, action in steps(game, bots, seed, index, hands, budget):
            s = state
            if seat != NATURE:
                total.decisions += 1
                total.kinds[kind_of[action]] += 1
        winners = [seat for seat in game.seats if game.place(s, seat) == 1]
        for seat in game.seats:
            total.scores[seat] += game.rules.score(s, seat)
            total.squares[seat] += game.rules.score(s, seat) ** 2
            total.wins[seat] += WIN // len(winners) if seat in winners else 0
        for k in range(len(room.schema.tallies)):
            total.tallies[k] += game.rules.tally(s, k)
        total.reasons[game.rules.reason(s)] += 1
    return total
