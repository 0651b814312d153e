"""The bot `exact` of Sneaky Town: plays the solved mixed strategy of a small round with a short turn limit."""

from __future__ import annotations

from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.bot_specs import Memory, Mixture
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.games.sneaky_town.lookup import ORDERS
from fairyring.games.sneaky_town.schema import FILL, NO_TILE, Phase
from fairyring.games.sneaky_town.solve import equilibrium, tree
from fairyring.games.sneaky_town.solve.book import Book, make_book, open_tiles
from fairyring.games.sneaky_town.solve.lines import CanonicalNumbers, renumber_rack

ITERATIONS = 300
TREMBLE = 0.3  # see `equilibrium.solve`: good play also after mistakes of the other player


def prepare(game: Game[Any]) -> bytes:
    """Solve the round and serialise its book; takes about two seconds with four turns."""
    grown = tree.grow(game)
    return make_book(grown, equilibrium.solve(grown, ITERATIONS, tremble=TREMBLE).policy).save()


class Player:
    """Plays by the book, which finds a position by the actions that led to it."""

    def __init__(self, game: Game[Any], prepared: bytes) -> None:
        self._game = game
        self._book = Book.load(prepared)

    def mixture(self, s: Any, seat: int, memory: Memory, _deadline: float) -> Mixture | None:
        """Return the mixed strategy of the seat; None if the position is not in the book."""
        turns = reconstruct_actions(self._game, s, seat, memory) if s.phase == Phase.PLAY else None
        if turns is None:
            return None
        numbers = CanonicalNumbers(s.size)
        for actor, action in turns:
            numbers.follow(actor, action)
        mine, other = open_tiles(s)[: s.size], open_tiles(s)[s.size :]
        entry = self._book.look_up(
            numbers.path, [*renumber_rack(mine, numbers.lines[0]), *renumber_rack(other, numbers.lines[1])]
        )
        if entry is None:
            return None
        order = ORDERS[s.size].index(renumber_rack(s.tiles[seat][: s.size], numbers.lines[seat]))
        known = {int(action): k for k, action in enumerate(entry[0])}
        mixture = []
        for action in self._game.legal(s, seat):
            k = known[numbers.of(seat, action)]
            mixture.append((action, float(entry[1][k, order]), float(entry[2][k, order])))
        return mixture


def reconstruct_actions(game: Game[Any], s: Any, seat: int, memory: Memory) -> list[tuple[int, int]] | None:
    """Return (actor, action) of all turns of this round, from the seat's knowledge.

    Actions of the other player are in the memory; the seat's own follow from the knowledge before the next one. None if the
    memory does not lead to this state.
    """
    at = _initial_state(game, s, seat)
    seen = list(memory)
    turns: list[tuple[int, int]] = []
    while at.phase == Phase.PLAY and at.turns < s.turns:
        if not seen:
            return None
        if at.turn != seat:
            after, action = at, seen.pop(0).action
            game.rules.act(after, 1 - seat, action)
        else:
            after, action = _find_action(game, at, seat, seen[0].before)
            if after is None:
                return None
        turns.append((1 - after.turn, action))
        at = after
    return turns if not seen and schema.pack(game.redact(at, seat)) == schema.pack(s) else None


def _initial_state(game: Game[Any], s: Any, seat: int) -> Any:
    """Return the start of the round: the seat's own rack, and any rack of the other player that agrees with its open tiles."""
    racks = [s.tiles[p][: s.size] if p == seat else s.shown[p][: s.size] for p in range(2)]
    at = game.initial()
    for rack in racks:
        fits = (k for k, order in enumerate(ORDERS[s.size]) if all(a in (NO_TILE, b) for a, b in zip(rack, order, strict=True)))
        game.rules.act(at, NATURE, FILL.id(next(fits)))
    return at


def _find_action(game: Game[Any], at: Any, seat: int, known: bytes) -> tuple[Any, int]:
    """Return the state after, and the action of the seat that leads to this knowledge; (None, -1) if there is none."""
    for action in game.legal(at, seat):
        after = schema.copy(at)
        game.rules.act(after, seat, action)
        if schema.pack(game.redact(after, seat)) == known:
            return after, action
    return None, -1
