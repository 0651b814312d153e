"""Sneaky Town in words: every message by its key, in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.events import EventKind, plain, seat, signed
from fairyring.core.game import Game
from fairyring.games.sneaky_town.drawing import board, point_name
from fairyring.games.sneaky_town.tables import CHARMS, VALUE

TILES = ("nothing", "blue sun", "brown sun", "flower", "void")
SHORT_TILES = ("none", "blue", "brown", "flower", "void")  # as nature writes them
COLOURS = ("blue", "brown")
REFUSALS = (
    "",
    "no-move",
    "no-action",
    "only-end",
    "no-reserve",
    "taken",
    "not-yours",
    "same-point",
    "open-line",
    "not-theirs",
    "no-mark",
)
END_REASONS = ("", "lead", "first-to", "single")
TALLIES = ("turns", "rounds", "reveals", "swaps", "ties", "forced-ends")

TEXT = {
    "title": "Sneaky Town",
    "blurb": "Three charms hide where your lines and your opponent's meet. Find them, cover them, and end the round in time.",
    "event.rack": "Your tiles, from line 1 on: {tiles}.",
    "event.round": "Round {round} begins. {seat} takes the first turn.",
    "event.cast": "{seat} casts a stone on {point} and has {reserve} in reserve.",
    "event.transfer": "{seat} transfers a stone from {start} to {target}.",
    "event.recover": "{seat} recovers the stone on {point} and has {reserve} in reserve.",
    "event.reveal": "{seat} sacrifices a stone to reveal line {line} of {other}: {tile}.",
    "event.swap": "{seat} sacrifices a stone to swap {mine} (own) with {theirs} (of {other}). Swap marks left: {marks}.",
    "event.end": "{seat} ends the round.",
    "event.limit": "The round has lasted {turns} turns, so it has to end.",
    "event.shown": "The tiles of {seat}, from line 1 on: {tiles}.",
    "event.captured": "The {charm} lies on {point}, captured by {seat}: {points}.",
    "event.missed": "The {charm} lies on {point}, captured by nobody.",
    "event.voids": "{seat} revealed voids: {points}.",
    "event.scored": "Ended by {ender}, the round is scored {first} to {second}.",
    "event.tied": "A tie is lost by whoever ended the round: {ender} loses it, {seat} wins.",
    "event.won": "{seat} wins round {round}. Rounds won: {first} to {second}.",
    "event.match-won": "{seat} wins the match, {own} to {other} in rounds: {why}.",
    "action.cast": "cast a stone on {point}",
    "action.transfer": "transfer the stone on {point} to {target}",
    "action.recover": "recover the stone on {point}",
    "action.reveal": "sacrifice a stone to reveal the opponent's line {line}",
    "action.swap": "sacrifice a stone to swap your stone on {point} with the opponent's on {target}",
    "action.end": "end the round",
    "action.rack": "a rack is filled with {tiles}",
    "refuse.no-move": "it is not your turn.",
    "refuse.no-action": "cast, transfer, recover, reveal, swap or end.",
    "refuse.only-end": "the round has reached its limit of turns, so you can only end it.",
    "refuse.no-reserve": "your reserve is empty; transfer, recover or end.",
    "refuse.taken": "there is a stone on the point you want to go to.",
    "refuse.not-yours": "you have no stone on the first point.",
    "refuse.same-point": "a transfer goes to a different point.",
    "refuse.open-line": "that line is revealed already.",
    "refuse.not-theirs": "your opponent has no stone on the second point.",
    "refuse.no-mark": "all swap marks are used up in this round.",
    "end.lead": "the lead is big enough",
    "end.first-to": "enough rounds are won",
    "end.single": "there was one round to play",
    "score.charm": "  {charm} on {point}: {seat}, {points}",
    "score.missed": "  {charm} on {point}: nobody",
    "score.voids": "  {count} of the opponent's voids revealed: {seat}, {points}",
    "score.round": "Round {round}, ended by {ender}: {a} for {first}, {b} for {second}",
    "score.total": "{seat}: {rounds}, place {place}",
}


def tile_name(_game: Game, tile: int, _names: Sequence[str] = ()) -> str:
    return TILES[tile]


def rack_name(_game: Game, code: int, _names: Sequence[str] = ()) -> str:
    """“flower, void, blue sun”: events carry a rack as one number, a digit a tile."""
    return ", ".join(TILES[int(digit)] for digit in str(code))


def point(game: Game, number: int, _names: Sequence[str] = ()) -> str:
    return point_name(game.constants["size"], number)


def line_name(_game: Game, line: int, _names: Sequence[str] = ()) -> str:
    return str(line + 1)


def end_name(_game: Game, why: int, _names: Sequence[str] = ()) -> str:
    return TEXT["end." + END_REASONS[why]]


def points_name(_game: Game, points: int, _names: Sequence[str] = ()) -> str:
    """A score, which may be negative."""
    return str(points).replace("-", "−")


# In the order of the event numbers in schema.py.
EVENTS = (
    EventKind("rack", tiles=rack_name),
    EventKind("round", round=plain, seat=seat),
    EventKind("cast", seat=seat, point=point, reserve=plain),
    EventKind("transfer", seat=seat, start=point, target=point),
    EventKind("recover", seat=seat, point=point, reserve=plain),
    EventKind("reveal", seat=seat, other=seat, line=line_name, tile=tile_name),
    EventKind("swap", seat=seat, mine=point, other=seat, theirs=point, marks=plain),
    EventKind("end", seat=seat),
    EventKind("limit", turns=plain),
    EventKind("shown", seat=seat, tiles=rack_name),
    EventKind("captured", seat=seat, charm=tile_name, point=point, points=signed),
    EventKind("missed", charm=tile_name, point=point),
    EventKind("voids", seat=seat, points=signed),
    EventKind("scored", ender=seat, first=points_name, second=points_name),
    EventKind("tied", ender=seat, seat=seat),
    EventKind("won", round=plain, seat=seat, first=plain, second=plain),
    EventKind("match-won", seat=seat, own=plain, other=plain, why=end_name),
)


def table(game: Game, view: Any, names: Sequence[str]) -> list[str]:
    """The town from above, with the racks below it and the swap marks on top."""
    lines = [heading(view, names)]
    if view.ender:
        told = {"first": names[0], "second": names[1], "ender": names[view.ender - 1], "round": view.rounds}
        result = TEXT["score.round"].format(a=points_name(game, view.points[0]), b=points_name(game, view.points[1]), **told)
        lines.append(f"{result}. Rounds won: {view.wins[0]} to {view.wins[1]}.")
    return [*lines, "", *board(view, names)]


def heading(view: Any, names: Sequence[str]) -> str:
    """Which round and turn it is."""
    if view.reason:
        return (
            f"The match is over after {view.rounds} round{'s' * (view.rounds > 1)}: {TEXT['end.' + END_REASONS[view.reason]]}."
        )
    limit = f" of at most {view.turn_limit}" if view.turn_limit else ""
    return f"Round {view.rounds + 1}, turn {view.turns + 1}{limit}: {names[view.turn]} ({COLOURS[view.turn]}) to move."


def sheet(game: Game, state: Any, names: Sequence[str]) -> list[str]:
    """How the last round was scored, and the match; earlier rounds are told by their events."""
    lines = []
    if state.ender:
        told = {"round": state.rounds, "ender": names[state.ender - 1], "first": names[0], "second": names[1]}
        lines.append(
            TEXT["score.round"].format(a=points_name(game, state.points[0]), b=points_name(game, state.points[1]), **told)
        )
        lines += [charm_line(game, state, names, charm) for charm in CHARMS]
        for number, count in enumerate(state.last_voids[:2]):
            if count:
                lines.append(TEXT["score.voids"].format(count=count, seat=names[number], points=signed(game, -count, names)))
        if state.points[0] == state.points[1]:
            told_tie = {"ender": names[state.ender - 1], "seat": names[state.winner - 1]}
            lines.append("  " + TEXT["event.tied"].format(**told_tie))
    for number in sorted(game.seats, key=lambda p: game.rules.place(state, p)):
        lines.append(
            TEXT["score.total"].format(
                seat=names[number], rounds=won_rounds(state.wins[number]), place=game.rules.place(state, number)
            )
        )
    return lines


def won_rounds(count: int) -> str:
    return f"{count} round{'s' * (count != 1)} won"


def charm_line(game: Game, state: Any, names: Sequence[str], charm: int) -> str:
    """Where a charm of the last round lay and whom it paid."""
    lines = [list(state.last_tiles[p]).index(charm) for p in range(2)]
    number = lines[0] * state.size + lines[1]
    told = {"charm": TILES[charm], "point": point(game, number)}
    for p in game.seats:
        if state.last_stones[p] >> number & 1:
            return TEXT["score.charm"].format(seat=names[p], points=signed(game, VALUE[p][charm], names), **told)
    return TEXT["score.missed"].format(**told)
