"""Perfect play for the bot `exact`: solutions of games, computed once and cached on disk."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from math import inf
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from fairyring.bots.position import Limits, Opinion, Position
from fairyring.core.files import write_atomically
from fairyring.core.game.bot_specs import ExactSpec, Mixture, PerfectPlayer
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream
from fairyring.kernel.cache import cache_folder

TIME_SHARE = 0.5  # of the time limit for the perfect strategy; the rest is for the search

_players: dict[Game[Any], PerfectPlayer] = {}
_solving: set[Game[Any]] = set()
_lock = Lock()


def supports(game: Game[Any]) -> bool:
    """Return whether perfect play is known, at least in some positions, with the options of the game.

    Solvers need NumPy, which browsers do not have.
    """
    exact = game.room.bots.exact
    return exact is not None and not game.house_rules and exact.supports(game.options) and _has_numpy()


@cache
def _has_numpy() -> bool:
    return find_spec("numpy") is not None


def choose(position: Position, limits: Limits, rng: Stream, wait: bool) -> tuple[Opinion | None, Limits]:
    """Return an opinion from the perfect strategy, or None where it is unknown; and the limits that are left then.

    Without a time limit, or with `wait`, this waits for the solution.
    """
    game, seconds, begun = position.game, limits.seconds, time.perf_counter()
    if len(position.legal) > 1:
        perfect = player(game) if seconds is None or wait else player_if_ready(game)
        begun = time.perf_counter() if wait else begun
        if perfect is not None:
            deadline = inf if seconds is None else begun + TIME_SHARE * seconds
            mixture = perfect.mixture(position.knowledge, position.seat, position.memory, deadline)
            if mixture is not None:
                return draw(mixture, rng), limits
    left = None if seconds is None else max(0.0, seconds - (time.perf_counter() - begun))
    return None, replace(limits, seconds=left)


def draw(mixture: Mixture, rng: Stream) -> Opinion:
    """Draw an action of a mixed strategy."""
    at = rng.bits32() / (1 << 32) * sum(often for _action, often, _share in mixture)
    chosen = mixture[0][0]
    for action, often, _share in mixture:
        if often > 0:
            chosen = action
            at -= often
            if at < 0:
                break
    # Actions with a probability of about 0 come last, whatever their value.
    ranked = sorted(mixture, key=lambda entry: (entry[0] != chosen, -round(entry[1], 3), -entry[2]))
    shares = tuple((action, min(1.0, max(0.0, share)), 0.0) for action, _often, share in ranked)
    done = sorted(((action, often) for action, often, _share in mixture if often > 0), key=lambda entry: -entry[1])
    return Opinion(chosen, shares, mixture=tuple(done))


# Solutions -------------------------------------------------------------------------------------


def player(game: Game[Any]) -> PerfectPlayer:
    """Return the perfect player of a game that has one; computes or loads the solution (up to minutes)."""
    with _lock:
        if game not in _players:
            assert game.room.bots.exact is not None, "callers check `supports`"
            _players[game] = _make_player(game, game.room.bots.exact)
        return _players[game]


def player_if_ready(game: Game[Any]) -> PerfectPlayer | None:
    """Return the perfect player if its solution is there; else start to compute it in the background and return None."""
    exact = game.room.bots.exact
    if game not in _players:
        assert exact is not None, "callers check `supports`"
        if exact.prepare is None or (game not in _solving and _is_cached(game)):
            return player(game)
        if game not in _solving:
            _solving.add(game)
            Thread(target=_solve, args=(game,), name=f"solving {game.name}", daemon=True).start()
    return _players.get(game)


def _solve(game: Game[Any]) -> None:
    try:
        player(game)
    except Exception as error:  # noqa: BLE001  (`strong` goes on)
        print(f"no solution of {game.name}: {type(error).__name__}", file=sys.stderr)


def _make_player(game: Game[Any], exact: ExactSpec) -> PerfectPlayer:
    if exact.prepare is None:
        return exact.make_player(game, b"")
    if _is_cached(game):
        with suppress(Exception):  # a damaged cache file is computed again
            return exact.make_player(game, _file(game).read_bytes())
    prepared = exact.prepare(game)
    with suppress(OSError):  # without a cache it is computed each time
        write_atomically(_file(game), prepared)
    return exact.make_player(game, prepared)


def _file(game: Game[Any]) -> Path:
    return cache_folder() / f"{game.name.replace('-', '_')}_{key_of(game)}.exact"


def _is_cached(game: Game[Any]) -> bool:
    with suppress(OSError):
        return _file(game).exists()
    return False


def key_of(game: Game[Any]) -> str:
    """Return a hash of the options and of all Python files of the game."""
    digest = hashlib.blake2b(json.dumps(dict(game.options), default=str).encode(), digest_size=10)
    for path in sorted(game.room.info.folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
