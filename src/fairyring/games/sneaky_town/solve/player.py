"""The bot `exact` of Sneaky Town: in a small round with a short turn limit it draws what it does from the solution."""

from __future__ import annotations

from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.bot_specs import Memory, Mixture
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.games.sneaky_town.lookup import ORDERS
from fairyring.games.sneaky_town.schema import FILL, NO_TILE, Phase
from fairyring.games.sneaky_town.solve import equilibrium, tree
from fairyring.games.sneaky_town.solve.book import Book, opened, write
from fairyring.games.sneaky_town.solve.lines import Numbers, moved

ITERATIONS = 300
TREMBLE = 0.3  # whoever goes astray is to find a good answer


def prepare(game: Game[Any]) -> bytes:
    """Solve it: two seconds with four turns, less with fewer."""
    grown = tree.grow(game)
    return write(grown, equilibrium.solve(grown, ITERATIONS, tremble=TREMBLE).policy).save()


class Player:
    """Plays by the book, which knows a position by how it came about."""

    def __init__(self, game: Game[Any], prepared: bytes) -> None:
        self._game = game
        self._book = Book.load(prepared)

    def mixture(self, s: Any, seat: int, memory: Memory, _deadline: float) -> Mixture | None:
        turns = retraced(self._game, s, seat, memory) if s.phase == Phase.PLAY else None
        if turns is None:
            return None
        numbers = Numbers(s.size)
        for actor, action in turns:
            numbers.follow(actor, action)
        mine, other = opened(s)[: s.size], opened(s)[s.size :]
        found = self._book.look_up(numbers.path, [*moved(mine, numbers.lines[0]), *moved(other, numbers.lines[1])])
        if found is None:
            return None
        order = ORDERS[s.size].index(moved(s.tiles[seat][: s.size], numbers.lines[seat]))
        known = {int(action): k for k, action in enumerate(found[0])}
        told = []
        for action in self._game.legal(s, seat):
            k = known[numbers.of(seat, action)]
            told.append((action, float(found[1][k, order]), float(found[2][k, order])))
        return told


def retraced(game: Game[Any], s: Any, seat: int, memory: Memory) -> list[tuple[int, int]] | None:
    """Who did what in this round, by what the seat knows: what the other one did is remembered, and what it did itself follows
    from what lay on the table after it. None where the memory does not lead here.
    """
    at = _dealt(game, s, seat)
    seen = list(memory)
    found: list[tuple[int, int]] = []
    while at.phase == Phase.PLAY and at.turns < s.turns:
        if not seen:
            return None
        if at.turn != seat:
            after, action = at, seen.pop(0).action
            game.rules.act(after, 1 - seat, action)
        else:
            after, action = _led_to(game, at, seat, seen[0].before)
            if after is None:
                return None
        found.append((1 - after.turn, action))
        at = after
    return found if not seen and schema.pack(game.redact(at, seat)) == schema.pack(s) else None


def _dealt(game: Game[Any], s: Any, seat: int) -> Any:
    """The beginning of the round: one's own rack, and for the other one any that agrees with what lies open by now."""
    racks = [s.tiles[p][: s.size] if p == seat else s.shown[p][: s.size] for p in range(2)]
    at = game.initial()
    for rack in racks:
        fits = (k for k, one in enumerate(ORDERS[s.size]) if all(a in (NO_TILE, b) for a, b in zip(rack, one, strict=True)))
        game.rules.act(at, NATURE, FILL.id(next(fits)))
    return at


def _led_to(game: Game[Any], at: Any, seat: int, known: bytes) -> tuple[Any, int]:
    """The action of the seat after which it knew this, and what came of it."""
    for action in game.legal(at, seat):
        after = schema.copy(at)
        game.rules.act(after, seat, action)
        if schema.pack(game.redact(after, seat)) == known:
            return after, action
    return None, -1
