"""Meanings of Sneaky Town: independent predicates for every end reason, refusal, event and action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fairyring.core.fields.bits import members
from fairyring.core.game.actions import Action
from fairyring.core.game.room import Meanings
from fairyring.games.sneaky_town.constants import point_name
from fairyring.games.sneaky_town.schema import End, Mode, Phase, Refusal, State, Tile

Args = Mapping[str, Any]
CHARMS = ("blue-sun", "brown-sun", "flower")


def points(s: State, stones: int) -> tuple[str, ...]:
    return tuple(point_name(s.size, point) for point in members(stones))


def lines(mask: int) -> tuple[str, ...]:
    return tuple(str(line + 1) for line in members(mask))


def rack(s: State, tiles: Sequence[int]) -> tuple[str, ...]:
    return tuple(Tile.word(tile) for tile in tiles[: s.size])


def has(s: State, seat: int, name: object) -> bool:
    """Whether the seat has a stone on this point."""
    return name in points(s, s.stones[seat])


def free(s: State, name: object) -> bool:
    return not has(s, 0, name) and not has(s, 1, name)


def gave(before: State, after: State, seat: int, stones: int) -> bool:
    """The seat's reserve lost so many stones, and the other's none."""
    return before.reserve[seat] - after.reserve[seat] == stones and before.reserve[1 - seat] == after.reserve[1 - seat]


def revealed_voids(s: State, seat: int) -> int:
    """Voids on the lines of the opponent that the seat has revealed."""
    open_lines = set(range(s.size)) - set(members(s.closed[1 - seat]))
    return sum(s.tiles[1 - seat][line] == Tile.VOID for line in open_lines)


def charm_on(s: State, charm: str) -> str:
    """R17: where a charm lies."""
    return ",".join(str(rack(s, s.tiles[seat]).index(charm) + 1) for seat in range(2))


def pay(s: State, seat: int, charm: str) -> int:
    """R18: what a charm pays a seat."""
    return s.pays[seat][Tile.number(charm)]


def worth(s: State, seat: int) -> int:
    """R18, R19: what a seat has, if the round is scored as it is."""
    captured = sum(pay(s, seat, charm) for charm in CHARMS if has(s, seat, charm_on(s, charm)))
    return captured - s.void_cost * revealed_voids(s, seat)


# What was done ------------------------------------------------------------------------------------


def cast(before: State, after: State, seat: int, point: object) -> bool:
    return free(before, point) and has(after, seat, point) and gave(before, after, seat, 1)


def transfer(before: State, after: State, seat: int, start: object, target: object) -> bool:
    left = has(before, seat, start) and free(after, start)
    return left and free(before, target) and has(after, seat, target) and gave(before, after, seat, 0)


def recover(before: State, after: State, seat: int, point: object) -> bool:
    return has(before, seat, point) and free(after, point) and gave(before, after, seat, -1)


def reveal(before: State, after: State, seat: int, line: object) -> bool:
    was, now = (lines(s.closed[1 - seat]) for s in (before, after))
    return line in was and set(was) - {line} == set(now) and gave(before, after, seat, 1)


def swap(before: State, after: State, seat: int, mine: object, theirs: object) -> bool:
    before_it = has(before, seat, mine) and has(before, 1 - seat, theirs)
    after_it = has(after, seat, theirs) and has(after, 1 - seat, mine)
    return before_it and after_it and after.swapped[seat] == before.swapped[seat] + 1 and gave(before, after, seat, 1)


def end(before: State, after: State, seat: int) -> bool:
    ender = 0 if at_limit(before) else seat + 1
    return before.turn == seat and after.ender == ender and after.rounds == before.rounds + 1


def fill(before: State, after: State, _seat: int, args: Args) -> bool:
    """The racks are filled one after the other; nature writes a tile by its first word."""
    words = [word.split("-")[0] for word in rack(after, after.tiles[before.phase])]
    return not any(before.tiles[before.phase]) and str(args["tiles"]).split(",") == words


# What was told ------------------------------------------------------------------------------------


def told_rack(before: State, after: State, args: Args) -> bool:
    seat = args["seat"]
    whole = tuple(str(line + 1) for line in range(after.size))
    return not any(before.tiles[seat]) and args["tiles"] == rack(after, after.tiles[seat]) and args["lines"] == whole


def told_round(before: State, after: State, args: Args) -> bool:
    begins = before.phase != Phase.PLAY and after.phase == Phase.PLAY and after.turns == 0
    return begins and args["round"] == after.rounds + 1 and args["seat"] == after.turn == after.starter


def told_cast(before: State, after: State, args: Args) -> bool:
    return cast(before, after, args["seat"], args["point"]) and args["reserve"] == after.reserve[args["seat"]]


def told_recover(before: State, after: State, args: Args) -> bool:
    return recover(before, after, args["seat"], args["point"]) and args["reserve"] == after.reserve[args["seat"]]


def told_reveal(before: State, after: State, args: Args) -> bool:
    other, line = args["other"], int(args["line"]) - 1
    tile = args["tile"] == Tile.word(before.tiles[other][line]) == Tile.word(after.shown[other][line])
    return tile and other == 1 - args["seat"] and reveal(before, after, args["seat"], args["line"])


def told_swap(before: State, after: State, args: Args) -> bool:
    left = args["marks"] == after.marks - sum(after.swapped) and args["other"] == 1 - args["seat"]
    return left and swap(before, after, args["seat"], args["mine"], args["theirs"])


def told_shown(before: State, _after: State, args: Args) -> bool:
    seat = args["seat"]
    return (args["lines"], args["tiles"]) == (lines(before.closed[seat]), rack(before, before.tiles[seat]))


def told_captured(before: State, _after: State, args: Args) -> bool:
    seat, charm = args["seat"], args["charm"]
    return (
        args["point"] == charm_on(before, charm)
        and has(before, seat, args["point"])
        and args["points"] == pay(before, seat, charm)
    )


def told_missed(before: State, _after: State, args: Args) -> bool:
    return args["point"] == charm_on(before, args["charm"]) and free(before, args["point"])


def told_scored(before: State, _after: State, args: Args) -> bool:
    ender = None if at_limit(before) else before.turn
    return args["ender"] == ender and (args["first"], args["second"]) == (worth(before, 0), worth(before, 1))


def told_tied(before: State, _after: State, args: Args) -> bool:
    return worth(before, 0) == worth(before, 1) and args["ender"] == before.turn and args["seat"] == 1 - before.turn


def told_won(before: State, after: State, args: Args) -> bool:
    seat, lead = args["seat"], worth(before, args["seat"]) - worth(before, 1 - args["seat"])
    better = lead > 0 or (lead == 0 and before.turn == 1 - seat and not at_limit(before))
    counted = (args["first"], args["second"]) == tuple(after.wins) and after.wins[seat] == before.wins[seat] + 1
    return better and counted and args["round"] == after.rounds == before.rounds + 1


def told_nobodys(before: State, after: State, args: Args) -> bool:
    tied = worth(before, 0) == worth(before, 1) and at_limit(before) and after.wins == before.wins
    return tied and (args["first"], args["second"]) == tuple(after.wins) and args["round"] == after.rounds == before.rounds + 1


def told_cleared(before: State, after: State, args: Args) -> bool:
    was = all(
        args["stones"][seat] == points(before, before.stones[seat])
        and args["swapped"][seat] == before.swapped[seat]
        and args["closed"][seat] == lines(before.closed[seat])
        and args["tiles"][seat] == rack(before, before.tiles[seat])
        for seat in range(2)
    )
    return was and not any(after.stones) and after.reserve == [after.stock] * 2 and after.phase == Phase.RACK_1


def told_match_won(_before: State, after: State, args: Args) -> bool:
    seat = args["seat"]
    counts = (args["own"], args["other"]) == (after.wins[seat], after.wins[1 - seat])
    won = after.wins[seat] > after.wins[1 - seat]
    return counts and won and after.phase == Phase.DONE and args["why"] == End.word(after.reason)


def told_match_shared(_before: State, after: State, args: Args) -> bool:
    counts = after.wins == [args["each"]] * 2
    return (
        counts
        and after.phase == Phase.DONE
        and args["why"] == End.word(after.reason)
        and after.reason in (End.ROUNDS, End.SINGLE)
    )


# Why not ------------------------------------------------------------------------------------------


def at_limit(s: State) -> bool:
    return 0 < s.turn_limit <= s.turns


def goes_to(action: Action) -> object:
    """Where a stone is to go."""
    return action.args["target" if action.kind == "transfer" else "point"]


MEANINGS = Meanings(
    ends={
        End.LEAD: lambda s: s.mode == Mode.LEAD and abs(s.wins[0] - s.wins[1]) == s.goal,
        End.FIRST_TO: lambda s: s.mode == Mode.FIRST_TO and max(s.wins) == s.goal,
        End.SINGLE: lambda s: s.mode == Mode.SINGLE and s.rounds == 1,
        End.ROUNDS: lambda s: s.mode == Mode.ROUNDS and s.rounds == s.goal,
    },
    refusals={
        Refusal.NO_MOVE: lambda s, seat, _action: s.phase != Phase.PLAY or s.turn != seat,
        Refusal.NO_ACTION: lambda s, _seat, action: False,  # only ids that name nothing are refused so
        Refusal.ONLY_END: lambda s, _seat, action: at_limit(s) and action.kind != "end",
        Refusal.NO_RESERVE: lambda s, seat, action: s.reserve[seat] == 0 and action.kind in ("cast", "reveal", "swap"),
        Refusal.TAKEN: lambda s, _seat, action: action.kind in ("cast", "transfer") and not free(s, goes_to(action)),
        Refusal.NOT_YOURS: lambda s, seat, action: action.kind != "cast" and not has(s, seat, action.args["point"]),
        Refusal.SAME_POINT: lambda s, _seat, action: action.kind == "transfer" and action.words[0] == action.words[1],
        Refusal.OPEN_LINE: lambda s, seat, action: action.args["line"] not in lines(s.closed[1 - seat]),
        Refusal.NOT_THEIRS: lambda s, seat, action: action.kind == "swap" and not has(s, 1 - seat, action.args["target"]),
        Refusal.NO_MARK: lambda s, _seat, action: action.kind == "swap" and sum(s.swapped) == s.marks,
    },
    events={
        "rack": told_rack,
        "round": told_round,
        "cast": told_cast,
        "transfer": lambda before, after, args: transfer(before, after, args["seat"], args["start"], args["target"]),
        "recover": told_recover,
        "reveal": told_reveal,
        "swap": told_swap,
        "end": lambda before, after, args: end(before, after, args["seat"]),
        "limit": lambda before, after, args: at_limit(before) and args["turns"] == before.turns,
        "shown": told_shown,
        "captured": told_captured,
        "missed": told_missed,
        "voids": lambda before, after, args: (
            revealed_voids(before, args["seat"]) > 0
            and args["points"] == -before.void_cost * revealed_voids(before, args["seat"])
        ),
        "scored": told_scored,
        "tied": told_tied,
        "won": told_won,
        "nobodys": told_nobodys,
        "cleared": told_cleared,
        "match-won": told_match_won,
        "match-shared": told_match_shared,
    },
    actions={
        "cast": lambda before, after, seat, args: cast(before, after, seat, args["point"]),
        "transfer": lambda before, after, seat, args: transfer(before, after, seat, args["point"], args["target"]),
        "recover": lambda before, after, seat, args: recover(before, after, seat, args["point"]),
        "reveal": lambda before, after, seat, args: reveal(before, after, seat, args["line"]),
        "swap": lambda before, after, seat, args: swap(before, after, seat, args["point"], args["target"]),
        "end": lambda before, after, seat, args: end(before, after, seat),
        "rack": fill,
    },
)
