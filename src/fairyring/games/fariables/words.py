"""Fariables in words: every message by its key, in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.events import EventKind, plain, seat, seats, signed
from fairyring.core.game import Game
from fairyring.games.fariables.boards import Board, Space, board_of
from fairyring.games.fariables.schema import HALF, KINDS, LIFTING, MOVING, PLACING
from fairyring.games.fariables.scoring import different_kinds
from fairyring.games.fariables.tables import KIND_MARKS, KIND_NAMES, SEAT_MARKS

CELL = 6  # characters between two spaces of a row in the picture of the table: “c5.3@ ”
REFUSALS = (
    "", "no-move", "no-action", "no-space", "taken", "not-beside", "not-together", "lift-first", "still-lifting",
    "no-lifting-yet", "hands-full", "not-yours", "no-pass", "must-place",
)  # fmt: skip
END_REASONS = ("", "fourteen", "fourteen-flowers", "fourteen-kinds", "fourteen-dice")
TALLIES = ("turns", "rounds", "moves")

TEXT = {
    "title": "Fariables",
    "blurb": "Stand on the fairies that are worth most when one of them reaches fourteen.",
    "event.valued": "The {kind} fairies start with a value of {value}.",
    "event.begun": "{seat} begins.",
    "event.placed": "{seat} puts a token on {space}.",
    "event.changed": "{seat} rolls the dice: the {kind} fairies change by {change}, to {value}.",
    "event.may-move": "{seat} may move {count}.",
    "event.passed": "{seat} moves nothing.",
    "event.lifted": "{seat} lifts the token from {space}.",
    "event.moved": "{seat} puts it down on {space}.",
    "event.surrounded": "No open space is left beside the moved tokens: {seat} may put the rest anywhere.",
    "event.fourteen": "The {kind} fairies have reached fourteen! The game ends, and {seat} rolls for the flowers.",
    "event.unmasked": "{seat} rolls for the flowers: they hide {kind} fairies, worth {value} each.",
    "event.scored": "{seat} has {points}.",
    "event.tied": "{seats} are tied {what}.",
    "event.rolled": "{seat} rolls three dice: {sum}.",
    "event.ended": "{seats} wins: {why}.",
    "action.place": "put a token on {space}",
    "action.lift": "lift the token from {space}",
    "action.done": "no more lifting",
    "action.roll": "a die shows {face}",
    "action.first": "player {seat} begins",
    "refuse.no-move": "it is not your turn to place or move tokens.",
    "refuse.no-action": "there is no such action.",
    "refuse.no-space": "this board has no such space.",
    "refuse.taken": "a token is there already, and only one fits on a space.",
    "refuse.not-beside": "your next token goes beside one of your own, as long as a space there is open.",
    "refuse.not-together": "moved tokens go down together: choose an open space beside one that you moved this turn.",
    "refuse.lift-first": "lift the tokens you want to move first, or write “done” to move none.",
    "refuse.still-lifting": "you are still lifting; write “done” when you have all you want to move.",
    "refuse.no-lifting-yet": "tokens are moved only once all are on the board.",
    "refuse.hands-full": "you are done with lifting; put down what you hold.",
    "refuse.not-yours": "you have no token there.",
    "refuse.no-pass": "nobody passes while the tokens are placed; put one down.",
    "refuse.must-place": "put down all the tokens that you lifted.",
    "end.fourteen": "a fairy reached fourteen, and nobody has as many points",
    "end.fourteen-flowers": "a fairy reached fourteen, and of those with most points nobody holds as many flowers",
    "end.fourteen-kinds": "a fairy reached fourteen, and the tie went to the most different kinds of fairies",
    "end.fourteen-dice": "a fairy reached fourteen, and the dice broke the tie",
    "score.flowers": "The flowers hid {kind} fairies, worth {value} each.",
    "score.total": "{place}. {seat}: {points} = {terms} ({flowers}, {kinds}{dice})",
}
TIES = ("on points", "on points and flowers", "on points, flowers and different kinds", "on three dice, and roll again")


def kind_name(_game: Game, kind: int, _names: Sequence[str] = ()) -> str:
    return KIND_NAMES[kind]


def space_name(game: Game, space: int, _names: Sequence[str] = ()) -> str:
    """“c5 (leaf)”."""
    found = board_of(game.options).spaces[space]
    return f"{found.name} ({KIND_NAMES[found.kind]})"


def token_count(_game: Game, count: int, _names: Sequence[str]) -> str:
    return "one token" if count == 1 else f"up to {count} tokens"


def point_count(_game: Game, count: int, _names: Sequence[str]) -> str:
    return many(count, "point")


def end_name(_game: Game, why: int, _names: Sequence[str]) -> str:
    return TEXT["end." + END_REASONS[why]]


def tie_name(_game: Game, what: int, _names: Sequence[str]) -> str:
    return TIES[what]


# In the order of the event numbers in schema.py.
EVENTS = (
    EventKind("valued", kind=kind_name, value=plain),
    EventKind("begun", seat=seat),
    EventKind("placed", seat=seat, space=space_name),
    EventKind("changed", seat=seat, kind=kind_name, change=signed, value=plain),
    EventKind("may-move", seat=seat, count=token_count),
    EventKind("passed", seat=seat),
    EventKind("lifted", seat=seat, space=space_name),
    EventKind("moved", seat=seat, space=space_name),
    EventKind("surrounded", seat=seat),
    EventKind("fourteen", kind=kind_name, seat=seat),
    EventKind("unmasked", seat=seat, kind=kind_name, value=plain),
    EventKind("scored", seat=seat, points=point_count),
    EventKind("tied", seats=seats, what=tie_name),
    EventKind("rolled", seat=seat, sum=plain),
    EventKind("ended", seats=seats, why=end_name),
)


# The table in the terminal -----------------------------------------------------------------------


def holds(pair: Sequence[int], space: int) -> bool:
    """Whether a set of spaces has this one."""
    return bool(pair[space // HALF] >> space % HALF & 1)


def many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def table(game: Game, view: Any, names: Sequence[str]) -> list[str]:
    """Values, board, and what everybody has."""
    board = board_of(game.options)
    lines = [_values(view), "", *_board(board, view), ""]
    width = max(map(len, names))
    for number, name in enumerate(names):
        own = [space for space in range(view.spaces) if holds(view.own[number], space)]
        where = ", ".join(f"{board.spaces[p].name} {KIND_NAMES[view.kind[p]]}" for p in own) or "no token on the board"
        worth = sum(view.on_kind[number][kind] * view.value[kind] for kind in range(1 + KINDS))
        lines.append(f"  {SEAT_MARKS[number]} {name:{width}} {worth:3}  {where}")
    return lines + _turn(view, names)


def _values(view: Any) -> str:
    known = [f"{kind} {KIND_NAMES[kind]} {view.value[kind]}" for kind in range(1, view.valued + 1)]
    flowers = f"* flower {view.value[0] if view.flower else '?'}"
    return "Values: " + "  ".join([*known, flowers])


def _board(board: Board, view: Any) -> list[str]:
    rows: dict[int, str] = {}
    for index, space in enumerate(board.spaces[: view.spaces]):
        line = rows.get(space.row, "").ljust(space.column * CELL // 2)
        rows[space.row] = line + _cell(space, index, view)
    return [rows.get(row, "").rstrip() for row in range(max(rows) + 1)]


def _cell(space: Space, index: int, view: Any) -> str:
    """The space's name, its kind, and whose token is on it."""
    mark = "".join(SEAT_MARKS[number] for number in range(view.players) if holds(view.own[number], index))
    return f"{space.name}.{KIND_MARKS[view.kind[index]]}{mark}"


def _turn(view: Any, names: Sequence[str]) -> list[str]:
    if view.phase == PLACING:
        return [f"{names[view.turn]} places a token."]
    if view.phase == LIFTING:
        more = min(view.die_c, view.tokens) - view.hand
        return [f"{names[view.turn]} may lift {many(more, 'token')}{' more' if view.hand else ''}, or is done."]
    if view.phase == MOVING:
        return [f"{names[view.turn]} holds {many(view.hand, 'token')} to put down."]
    return []


def sheet(game: Game, state: Any, names: Sequence[str]) -> list[str]:
    """Final places, best first: what the points are made of, and what breaks ties."""
    lines = [TEXT["score.flowers"].format(kind=KIND_NAMES[state.flower], value=state.value[0])]
    for number in sorted(game.seats, key=lambda number: game.rules.place(state, number)):
        terms = [
            f"{state.on_kind[number][kind]} × {KIND_NAMES[kind]} {state.value[kind]}"
            for kind in range(1 + KINDS)
            if state.on_kind[number][kind]
        ]
        line = TEXT["score.total"].format(
            place=game.rules.place(state, number),
            seat=names[number],
            points=many(game.rules.score(state, number), "point"),
            terms=" + ".join(terms),
            flowers=many(state.on_kind[number][0], "flower"),
            kinds=many(different_kinds(state, number), "kind"),
            dice=f", dice {state.dice[number]}" if state.dice[number] else "",
        )
        lines.append(line)
    return lines
