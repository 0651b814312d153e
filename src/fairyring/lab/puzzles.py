"""Search for puzzles: decisions in games of bots whose best choice is clear to the search, and missed by quicker bots.

A decision becomes a puzzle if all of this holds:

- With many rollouts the best choice leads the second by `MIN_GAP` of the win and by `MIN_Z` standard errors.
- The same choice is best for a seat that draws conclusions from all actions of the others and for one that does not, since
  whoever meets the position for the first time has not watched them.
- One of the levels without search mostly chooses otherwise.
- Nobody has made an open choice yet, so that the position can be dealt as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from fairyring.bots import NO_LIMITS, Limits, Opinion, Position, Recall, levels, make_bot, uses_search
from fairyring.bots.advice import advise, advising_level, hint_position, seed_of
from fairyring.bots.seated import seat_bots
from fairyring.core.errors import OptionError
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.record.puzzle import BOT, Choice, Puzzle
from fairyring.core.rng import Stream
from fairyring.core.table.table import Table

MIN_GAP = 0.06  # share of the win
MIN_Z = 5.0  # standard errors
DEEP = 10  # times the usual number of rollouts
TRIALS = 12  # decisions of a quick bot in the same position, with different random numbers
SHARE_DIGITS, ERROR_DIGITS = 3, 4
MAX_DECISIONS = 150  # that lead to a position; longer games make long files
MAX_CHOICES = 6  # that are kept; the others are worse
DEPTHS = tuple(1 << power for power in range(4, 15, 2))  # rollouts


def find(
    game: Game[Any], count: int, seed: int, progress: Callable[[int], None] = lambda found: None, first: int = 1
) -> Iterator[Puzzle]:
    """Yield puzzles of a game with its options, at most one from each game of bots; the same for the same seed.

    They are counted from `first` on.

    Takes seconds to minutes, with the compiled search. Raises OptionError for games without a level that searches.
    """
    if not uses_search(advising_level(game)):
        raise OptionError(f"{game.room.title} has no bot that searches, so nothing can tell which choice is best.")
    found = 0
    for number in range(sys.maxsize):
        if found == count:
            return
        puzzle = _best_of_game(game, seed, number, first + found)
        if puzzle is not None:
            found += 1
            yield puzzle
        progress(found)


def judge(game: Game[Any], puzzle: Puzzle, seed: int) -> Opinion:
    """Return the opinion of the search about a puzzle, with other random numbers than those that found it."""
    table = Table.rebuild(game, puzzle.record(game.room).decisions)
    return _search(_seen(_position(table, puzzle.seat)), DEEP * _usual(table, puzzle.seat), seed)


def _best_of_game(game: Game[Any], seed: int, number: int, puzzle_id: int) -> Puzzle | None:
    """Play one game of bots; return its decision with the largest gap, if one will do."""
    table = Table(game, seed=seed, index=number)
    bots, best = seat_bots(table, BOT, seed + number), None
    while table.pending and len(table.history) < MAX_DECISIONS:
        if table.pending != (NATURE,) and not table.open_choices:
            for seat in table.pending:
                puzzle = _puzzle(table, seat, puzzle_id) if len(table.legal(seat)) > 1 else None
                if puzzle is not None and (best is None or puzzle.gap > best.gap):
                    best = puzzle
        owing = table.holder if table.pending == (NATURE,) else table.pending[0]
        assert owing is not None, "nature draws by itself"
        bots[owing].play(table)
    return best


def _puzzle(table: Table[Any], seat: int, puzzle_id: int) -> Puzzle | None:
    game, position = table.game, _position(table, seat)
    seen = _seen(position)
    if not _is_clear(advise(seen), z=MIN_Z / 2):  # quick, and refuses nearly all
        return None
    opinion = _search(seen, DEEP * _usual(table, seat), seed=1)
    if not _is_clear(opinion, MIN_Z) or _search(position, DEEP * _usual(table, seat), seed=2).action != opinion.action:
        return None
    missed_by = tuple(level for level in _quick_levels(game) if _misses(seen, level, opinion.action))
    if not missed_by:
        return None
    choices = sorted(opinion.shares[1:], key=lambda choice: -choice[1])[: MAX_CHOICES - 1]
    return Puzzle(
        id=puzzle_id,
        rules=game.rules.VERSION,
        options=dict(game.options),
        seat=seat,
        decisions=tuple((decision.seat, decision.action) for decision in table.record.decisions),
        choices=tuple(
            Choice(str(game.action(seat, action)), round(share, SHARE_DIGITS), round(error, ERROR_DIGITS))
            for action, share, error in (opinion.shares[0], *choices)
        ),
        depth=_depth(seen, opinion.action),
        missed_by=missed_by,
    )


def _position(table: Table[Any], seat: int) -> Position:
    return Position.at(table, seat, Recall(table.game, seat).catch_up(table.history))


def _seen(position: Position) -> Position:
    """Return the position as a hint uses it, and without inferring anything from what the others did before."""
    return hint_position(replace(position, memory=()))[0]


def _usual(table: Table[Any], seat: int) -> int:
    usual: int = table.game.room.bots.search.simulations_at(table.redacted(seat))
    return usual


def _search(position: Position, simulations: int, seed: int) -> Opinion:
    stream = Stream(seed_of(position.knowledge), seed, position.seat)
    bot = make_bot(position.game, advising_level(position.game))
    return bot.choose(position, Limits(simulations=simulations), stream)


def _is_clear(opinion: Opinion, z: float) -> bool:
    """Return whether the first choice is clearly better than every other, and not because of few rollouts."""
    if len(opinion.shares) < 2:
        return False
    (_best, share, error), *others = opinion.shares
    _second, second_share, second_error = max(others, key=lambda choice: choice[1])
    gap = share - second_share
    return gap >= MIN_GAP and gap >= z * (error**2 + second_error**2) ** 0.5


def _quick_levels(game: Game[Any]) -> list[str]:
    """Return the levels that think without search, as people do. Random actions say nothing about how hard a choice is."""
    return [level for level in levels(game) if level in game.room.bots.policies]


def _misses(position: Position, level: str, action: int) -> bool:
    bot = make_bot(position.game, level)
    found = sum(bot.choose(position, NO_LIMITS, Stream(number)).action == action for number in range(TRIALS))
    return 2 * found < TRIALS


def _depth(position: Position, action: int) -> int:
    """Return the smallest number of rollouts in DEPTHS from which on the search finds the action."""
    needed = DEPTHS[-1]
    for simulations in reversed(DEPTHS):
        if any(_search(position, simulations, seed).action != action for seed in range(3)):
            break
        needed = simulations
    return needed
