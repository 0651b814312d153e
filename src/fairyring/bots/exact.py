"""The bot `exact`: where a room knows perfect play, it draws what to do from that, and thinks as `strong` does everywhere else.

What takes long to work out is done once and kept on disk. Who has little time does not wait for it: it is done in the
background, and until it is there `strong` plays.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from fairyring.bots.opinion import Opinion
from fairyring.bots.rollout_search import search
from fairyring.core.fields.schema import State
from fairyring.core.game.bot_specs import ExactSpec, Memory, Mixture, PerfectPlayer
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream
from fairyring.kernel.cache import cache_folder, put

PART = 0.5  # of the time it has: then it gives up, and the rest is for the search

_players: dict[Game[Any], PerfectPlayer] = {}
_wanted: set[Game[Any]] = set()
_alone = Lock()


def has(game: Game[Any]) -> bool:
    """Whether the game has such a bot with its options."""
    return game.room.bots.exact is not None and game.room.bots.exact.supports(game.options)


def think(
    game: Game[Any],
    seat: int,
    redacted: State,
    legal: Sequence[int],
    rng: Stream,
    budget: float | None = None,
    simulations: int | None = None,
    memory: Memory | None = None,
) -> Opinion:
    """What to do. Without a budget the same for the same stream, and perfect wherever that can be."""
    begun = time.perf_counter()
    perfect = (player(game) if budget is None else player_by_now(game)) if len(legal) > 1 else None
    if perfect is not None:
        deadline = inf if budget is None else begun + PART * budget
        found = perfect.mixture(redacted, seat, memory or (), deadline)
        if found is not None:
            return drawn(found, rng)
    left = None if budget is None else max(0.0, budget - (time.perf_counter() - begun))
    return search(game, seat, redacted, legal, rng, left, simulations, memory)


def drawn(mixture: Mixture, rng: Stream) -> Opinion:
    """One action, by how often each is done."""
    at = rng.bits32() / (1 << 32) * sum(often for _action, often, _share in mixture)
    chosen = mixture[0][0]
    for action, often, _share in mixture:
        if often > 0:
            chosen = action
            at -= often
            if at < 0:
                break
    # What is done as good as never comes after all that is done, whatever it is worth.
    ranked = sorted(mixture, key=lambda one: (one[0] != chosen, -round(one[1], 3), -one[2]))
    shares = tuple((action, min(1.0, max(0.0, share)), 0.0) for action, _often, share in ranked)
    done = sorted(((action, often) for action, often, _share in mixture if often > 0), key=lambda one: -one[1])
    return Opinion(chosen, shares, mixture=tuple(done))


# Who knows it -------------------------------------------------------------------------------------


def player(game: Game[Any]) -> PerfectPlayer:
    """Who knows perfect play of this game; waits for it."""
    with _alone:
        if game not in _players:
            assert game.room.bots.exact is not None, "only asked of games that have one"
            _players[game] = _made(game, game.room.bots.exact)
        return _players[game]


def player_by_now(game: Game[Any]) -> PerfectPlayer | None:
    """The same if it is there by now; else it will be soon."""
    exact = game.room.bots.exact
    if game not in _players:
        assert exact is not None, "only asked of games that have one"
        if exact.prepare is None or (game not in _wanted and _is_kept(game)):
            return player(game)
        if game not in _wanted:
            _wanted.add(game)
            Thread(target=_solve, args=(game,), name=f"solving {game.name}", daemon=True).start()
    return _players.get(game)


def _solve(game: Game[Any]) -> None:
    try:
        player(game)
    except Exception as error:  # noqa: BLE001  (`strong` goes on)
        print(f"no solution of {game.name}: {type(error).__name__}", file=sys.stderr)


def _made(game: Game[Any], exact: ExactSpec) -> PerfectPlayer:
    if exact.prepare is None:
        return exact.make_player(game, b"")
    if _is_kept(game):
        with suppress(Exception):  # whatever is wrong with what was kept, it can be made again
            return exact.make_player(game, _file(game).read_bytes())
    prepared = exact.prepare(game)
    with suppress(OSError):  # where nothing can be kept, it is worked out each time
        put(_file(game), prepared)
    return exact.make_player(game, prepared)


def _file(game: Game[Any]) -> Path:
    return cache_folder() / f"{game.name.replace('-', '_')}_{key_of(game)}.exact"


def _is_kept(game: Game[Any]) -> bool:
    with suppress(OSError):
        return _file(game).exists()
    return False


def key_of(game: Game[Any]) -> str:
    """Another one as soon as anything of the game changes: a line of the room's code, or an option."""
    found = hashlib.blake2b(json.dumps(dict(game.options), default=str).encode(), digest_size=10)
    for path in sorted(game.room.info.folder.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()
