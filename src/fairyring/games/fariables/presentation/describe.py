"""Descriptions of Fariables for players: catalogue entries, prompts, aids, score sheet."""

from __future__ import annotations

from typing import Any

from fairyring.core.fields.bits import members
from fairyring.core.game.game import Game
from fairyring.core.game.options import Options
from fairyring.core.game.room import Prompt, Things
from fairyring.core.text.messages import Message, Named, Player
from fairyring.games.fariables.boards import board_of
from fairyring.games.fariables.rules import has_room_beside
from fairyring.games.fariables.schema import HALF, Fairy, Phase, State
from fairyring.games.fariables.scoring import different_kinds, points

Fraction = list[int]  # an exact number: numerator and denominator
BEFORE_TURNS = (Phase.VALUES, Phase.FIRST)
AFTER_TURNS = (Phase.FLOWERS, Phase.ROLL_OFF, Phase.DONE)


def things(options: Options) -> Things:
    """R1, R3, R27: where every space is and what is on it, the board as a whole, and the face of each kind."""
    board = board_of(options)
    spaces: dict[str | int, dict[str, Any]] = {
        space.name: {
            "row": space.row,
            "column": space.column,
            "kind": Named("fairy", Fairy.word(space.kind)),
            "near": [board.spaces[index].name for index in near],
        }
        for space, near in zip(board.spaces, board.near, strict=True)
    }
    cells = [(space.row, space.column) for space in board.spaces] + list(board.water)
    whole = {
        "title": board.title,
        "by": board.by,
        "islands": board.islands,
        "water": [list(cell) for cell in board.water],
        "rows": 1 + max(row for row, _column in cells),
        "columns": 1 + max(column for _row, column in cells),
    }
    return {
        "space": spaces,
        "board": {str(options["board"]): whole},
        "fairy": {Fairy.word(kind): {"face": None if kind == Fairy.FLOWER else kind} for kind in Fairy},
    }


# Prompts ----------------------------------------------------------------------------------------


def prompt(_game: Game[Any], s: State, seat: int) -> Prompt:
    """R7, R14–R17: place a token, lift tokens, or put a lifted one down."""
    if s.phase == Phase.PLACING:
        if not any(s.own[seat]):
            return Prompt("place", "R7")
        return Prompt("place-beside" if has_room_beside(s, seat) else "place-anywhere", "R7")
    if s.phase == Phase.LIFTING:
        most = min(s.die_c, s.tokens)
        return Prompt("lift", "R15" if s.hand else "R14", {"more": most - s.hand, "held": s.hand})
    if s.roam:
        return Prompt("move-anywhere", "R17", {"held": s.hand})
    return Prompt("move-beside" if any(s.moved) else "move", "R16", {"held": s.hand})


# Aids -------------------------------------------------------------------------------------------


def aids(game: Game[Any], s: State, seat: int) -> dict[str, Any]:
    """R4, R18–R20: what tokens and open spaces are worth, everybody's points, and how likely the next roll ends the game.

    A flower is worth the mean of the six values, so all worths are exact fractions: [21, 6] is 3.5.
    """
    if s.phase in BEFORE_TURNS:
        return {}
    values = (tuple(s.value), s.flower)
    tokens = tuple(map(tuple, s.on_kind))
    result: dict[str, Any] = {
        "tokens": game.remember(("worths", values, tuple(s.own[seat])), lambda: _worths(game, s, s.own[seat])),
        "open": game.remember(("worths", values, tuple(s.open)), lambda: _worths(game, s, s.open)),
        "points": game.remember(("points", values, tokens), lambda: [points(s, other) for other in game.seats]),
        "points_with_flowers": game.remember(
            ("with flowers", values, tokens), lambda: [_with_flowers(s, other) for other in game.seats]
        ),
    }
    if s.phase in AFTER_TURNS:
        return result
    die = s.die_a if s.phase == Phase.ROLL_B else 0
    return result | {"chance_of_end": game.remember(("end", values, die), lambda: _chance_of_end(s))}


def _worth(s: State, kind: int) -> Fraction:
    """R4, R19: what a kind is worth; flowers, before they are unmasked, what they are worth on average."""
    if kind == Fairy.FLOWER and not s.flower:
        return [sum(s.value), s.kinds]
    return [s.value[kind], 1]


def _worths(game: Game[Any], s: State, spaces: list[int]) -> dict[str, Fraction]:
    names, worths = game.vocabulary["space"], [_worth(s, kind) for kind in range(len(s.value))]
    return {str(names[p]): worths[s.kind[p]] for p in members(spaces[0] | spaces[1] << HALF)}


def _with_flowers(s: State, seat: int) -> Fraction:
    """R19, R20: the points with what the flowers are worth on average."""
    if s.flower:
        return [points(s, seat), 1]
    return [s.kinds * points(s, seat) + s.on_kind[seat][Fairy.FLOWER] * sum(s.value), s.kinds]


def _chance_of_end(s: State) -> Fraction:
    """R11, R12, R18: of all rolls of dice A and B, those that bring a kind to the goal; of die B alone once A is rolled."""
    kinds = [s.die_a] if s.phase == Phase.ROLL_B else range(1, s.kinds + 1)
    ends = [s.value[kind] + face - s.off_die_b >= s.goal for kind in kinds for face in range(1, s.faces + 1)]
    return [sum(ends), len(ends)]


# The end ----------------------------------------------------------------------------------------


def sheet(game: Game[Any], s: State) -> list[Message]:
    """R19–R25: final places, best first: what the points are made of, and what breaks ties."""
    rows = sorted((game.place(s, seat), seat) for seat in game.seats)
    hidden = {"kind": Named("fairy", Fairy.word(s.flower)), "value": s.value[Fairy.FLOWER]}
    return [Message("score.flowers", hidden), *(_total(s, place, seat) for place, seat in rows)]


def _total(s: State, place: int, seat: int) -> Message:
    return Message(
        "score.total",
        {
            "place": place,
            "seat": Player(seat),
            "points": points(s, seat),
            "terms": _terms(s, seat),
            "flowers": s.on_kind[seat][Fairy.FLOWER],
            "kinds": different_kinds(s, seat),
            "dice": s.dice[seat],
        },
    )


def _terms(s: State, seat: int) -> Message | None:
    """What is under the tokens, kind by kind, as a sum."""
    total: Message | None = None
    for kind in Fairy:
        if many := s.on_kind[seat][kind]:
            term = Message("score.term", {"count": many, "kind": Named("fairy", Fairy.word(kind)), "value": s.value[kind]})
            total = Message("score.plus", {"start": total, "next": term}) if total else term
    return total
