"""The board of Fariables as lines of text."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.text.messages import Named, Player, Speaker
from fairyring.games.fariables.boards import Board, Space, board_of
from fairyring.games.fariables.schema import Fairy
from fairyring.games.fariables.view import View

CELL = 6  # characters between two spaces of a row: “c5.3@ ”
KIND_MARKS = "*123456"
SEAT_MARKS = "@#$%&+"  # a token of each seat
MAX_LINES = 15  # with more lines, the list of each player's tokens is left out: their marks on the board say it
WIDTH = 78


def table(game: Game[Any], view: View, say: Speaker) -> list[str]:
    """Return values, board and players, in few enough lines to leave room for a question on a screen of 24."""
    board = board_of(game.options)
    value: dict[str, int | None] = dict(view.value.items())
    lines = [_values(value, say), *_board(board, view)]
    players = _players(game, view, say, board, value)
    if len(lines) + len(players) <= MAX_LINES:
        return [*lines, *(f"{player}  {where}" for player, where in players), *_turn(game, view, say)]
    wide = max(len(player) for player, _where in players) + 1
    each = max(1, WIDTH // wide)
    rows = [players[at : at + each] for at in range(0, len(players), each)]
    return [*lines, *("".join(player.ljust(wide) for player, _where in row).rstrip() for row in rows)]


def _players(game: Game[Any], view: View, say: Speaker, board: Board, value: dict[str, int | None]) -> list[tuple[str, str]]:
    """Return, for each player, (mark, name and points) and (tokens with their spaces)."""
    kinds = {space.name: Fairy.word(space.kind) for space in board.spaces}
    names = [say.value(Player(seat)) for seat in game.seats]
    width = max(map(len, names))
    lines = []
    for seat, name in enumerate(names):
        own = view.own[seat]
        where = ", ".join(f"{space} {_name(kinds[space], say)}" for space in own) or say.say("table.none")
        worth = sum(value[kinds[space]] or 0 for space in own)
        lines.append((f"  {SEAT_MARKS[seat]} {name:{width}} {worth:3}", where))
    return lines


def _name(kind: str, say: Speaker) -> str:
    return say.value(Named("fairy", kind))


def _values(value: dict[str, int | None], say: Speaker) -> str:
    """Return the known values; flowers come last, unknown before the end."""
    first, *others = Fairy
    shown = []
    for kind in (*others, first):
        word = Fairy.word(kind)
        if kind == Fairy.FLOWER or value[word] is not None:
            shown.append(f"{KIND_MARKS[kind]} {_name(word, say)} {'?' if value[word] is None else value[word]}")
    return say.say("table.values", values="  ".join(shown))


def _board(board: Board, view: View) -> list[str]:
    rows: dict[int, str] = {}
    for space in board.spaces:
        line = rows.get(space.row, "").ljust(space.column * CELL // 2)
        rows[space.row] = line + _cell(space, view)
    return [rows[row].rstrip() for row in sorted(rows)]


def _cell(space: Space, view: View) -> str:
    """Return the name and kind of a space, and the mark of its token."""
    mark = "".join(SEAT_MARKS[seat] for seat, own in enumerate(view.own) if space.name in own)
    return f"{space.name}.{KIND_MARKS[space.kind]}{mark}"


def _turn(game: Game[Any], view: View, say: Speaker) -> list[str]:
    """Return whose turn it is, and for what; nothing for the viewer's own turn, which the prompt announces."""
    key = f"table.turn.{view.phase}"
    if not say.has(key) or view.turn == view.seat:
        return []
    more = min(view.die_c or 0, game.constants["tokens"]) - view.hand
    return [say.say(key, seat=Player(view.turn), more=more, held=view.hand)]
