"""The legal actions of Sneaky Town as one list, for tables: there are up to two hundred, asked for after every move."""

from __future__ import annotations

from fairyring.core.fields.bits import members
from fairyring.games.sneaky_town.schema import CAST, END, RECOVER, REVEAL, SWAP, TRANSFER, Phase, State
from fairyring.games.sneaky_town.turns import at_limit


def list_legal(s: State, seat: int) -> list[int]:
    """R7–R15, R23: what `rules.legal_nth` returns one by one. The last argument of an action is the last term of its id."""
    if s.phase != Phase.PLAY or s.turn != seat:
        return []
    if at_limit(s):
        return [END.id()]
    own, theirs = list(members(s.stones[seat])), list(members(s.stones[1 - seat]))
    empty = list(members(~(s.stones[0] | s.stones[1]) & (1 << s.size * s.size) - 1))
    actions: list[int] = []
    if s.reserve[seat]:
        actions += [CAST.first + target for target in empty]
    for point in own:
        first = TRANSFER.id(point, 0)
        actions += [first + target for target in empty]
    actions += [RECOVER.first + point for point in own]
    if s.reserve[seat]:
        actions += [REVEAL.first + line for line in members(s.closed[1 - seat])]
        for point in own if s.swapped[0] + s.swapped[1] < s.marks else ():
            first = SWAP.id(point, 0)
            actions += [first + target for target in theirs]
    actions.append(END.id())
    return actions
