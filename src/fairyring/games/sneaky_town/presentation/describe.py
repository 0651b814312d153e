"""Descriptions of Sneaky Town for players: catalogue entries, prompts, aids, score sheet."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.game.options import Options, rule_numbers
from fairyring.core.game.room import Prompt, Things
from fairyring.core.text.messages import Message, Named, Player, msg
from fairyring.games.sneaky_town import beliefs
from fairyring.games.sneaky_town.constants import NUMBERS, charm_values, most_rounds, point_name, split_match
from fairyring.games.sneaky_town.lookup import CHARMS, TILES
from fairyring.games.sneaky_town.schema import Phase, State, Stone, Tile
from fairyring.games.sneaky_town.turns import at_limit


def things(options: Options) -> Things:
    """R2–R4, R12, R18, R22: tiles with what they pay each seat, points with their lines and where to draw them, stones, marks,
    and what decides the match."""
    size = int(options["size"])
    mode, goal = split_match(options["match"])
    values, known = charm_values(options), rule_numbers(NUMBERS, options)
    return {
        "tile": {
            Tile.word(tile): {
                "charm": tile in CHARMS,
                "values": [values[seat][tile] for seat in range(2)],
                "in_rack": TILES[size].count(tile),
            }
            for tile in sorted(set(TILES[size]))
        },
        "point": {
            point_name(size, size * i + j): {"lines": [str(i + 1), str(j + 1)], "x": i + j - (size - 1), "y": j - i}
            for i in range(size)
            for j in range(size)
        },
        "stone": {Stone.word(seat): {"seat": seat, "count": known["stock"]} for seat in Stone},
        "match": {mode: {"goal": goal, "rounds": most_rounds(mode, goal)}},
        "mark": {"swap": {"count": known["marks"]}, "reveal": {"count": 2 * size}},
    }


def prompt(_game: Game[Any], s: State, seat: int) -> Prompt:
    """R7: one action a turn; R15, R23: fewer kinds of action without a reserve, or at the turn limit."""
    if at_limit(s):
        return Prompt("limit", "R23", {"turns": s.turns})
    if not s.reserve[seat]:
        return Prompt("no-reserve", "R15")
    return Prompt("turn", "R7")


def aids(game: Game[Any], s: State, seat: int) -> dict[str, Any]:
    """R27: what each closed line may hold, where the charms may lie, and how the round would end if it ended now.

    Chances are [numerator, denominator]. Of the racks that the opponent may have, `end` counts those with which the seat
    would win or lose by its points, and those with which it would be tied: that is lost by whoever ends the round (R21).
    """
    if s.phase != Phase.PLAY:
        return {}
    racks = (seat, tuple(s.shown[1 - seat]), tuple(s.tiles[seat]))
    outcomes = beliefs.count_outcomes(s, seat)
    return {
        "lines": game.remember(("lines", *racks), lambda: _lines(game, s, seat)),
        "charms": game.remember(("charms", *racks), lambda: _charms(game, s, seat)),
        "end": {**outcomes, "of": outcomes.total()},
    }


def _lines(game: Game[Any], s: State, seat: int) -> dict[str, dict[str, list[int]]]:
    lines = game.vocabulary["line"]
    return {
        str(lines[line]): {Tile.word(tile): _pair(chance) for tile, chance in tiles.items()}
        for line, tiles in enumerate(beliefs.line_probabilities(s, seat))
    }


def _charms(game: Game[Any], s: State, seat: int) -> dict[str, dict[str, list[int]]]:
    points = game.vocabulary["point"]
    return {
        Tile.word(charm): {str(points[point]): _pair(chance) for point, chance in sorted(places.items())}
        for charm, places in beliefs.charm_probabilities(s, seat).items()
    }


def _pair(chance: Fraction) -> list[int]:
    return [chance.numerator, chance.denominator]


def sheet(game: Game[Any], s: State) -> list[Message]:
    """How the last round was scored, and the match; earlier rounds are args by their events."""
    rows = sorted((game.place(s, seat), seat) for seat in game.seats)
    totals = [msg("score.total", seat=Player(seat), rounds=s.wins[seat], place=place) for place, seat in rows]
    return [*_last_round(s), *totals] if s.rounds else totals


def _last_round(s: State) -> list[Message]:
    ender = Player(s.ender - 1) if s.ender else None
    args = {"round": s.rounds, "ender": ender, "first": Player(0), "second": Player(1), "a": s.points[0], "b": s.points[1]}
    lines = [Message("score.round", args), *(_charm(s, charm) for charm in CHARMS)]
    for seat, count in enumerate(s.last_voids):
        if count:
            lines.append(msg("score.voids", count=count, seat=Player(seat), points=-count * s.void_cost))
    if s.points[0] == s.points[1]:
        if s.winner:
            lines.append(msg("score.tied", ender=ender, seat=Player(s.winner - 1)))
        else:
            lines.append(msg("score.nobodys"))
    return lines


def _charm(s: State, charm: int) -> Message:
    """Where a charm of the last round lay and whom it paid."""
    point = beliefs.crossing(s, 0, s.last_tiles[0].index(charm), s.last_tiles[1].index(charm))
    args = {"charm": Named("tile", Tile.word(charm)), "point": point_name(s.size, point)}
    for seat in range(2):
        if s.last_stones[seat] >> point & 1:
            return Message("score.charm", {**args, "seat": Player(seat), "points": s.pays[seat][charm]})
    return Message("score.missed", args)
