"""Meanings of Fariables: independent predicates for every end reason, refusal, event and action."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from fairyring.core.game.actions import Action
from fairyring.core.game.room import Meanings
from fairyring.games.fariables.boards import SHIPPED, shipped
from fairyring.games.fariables.conformance.invariants import spaces_of
from fairyring.games.fariables.schema import End, Fairy, Phase, Refusal, State

Args = Mapping[str, Any]
DECIDING = (Phase.PLACING, Phase.LIFTING, Phase.MOVING)


# The board by name ------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def space_names(kinds: tuple[int, ...]) -> tuple[str, ...]:
    """What our board with these kinds calls its spaces."""
    boards = [shipped(name) for name in SHIPPED]
    return next(tuple(space.name for space in b.spaces) for b in boards if b.constants["kind"] == kinds)


def named(s: State, spaces: Iterable[int]) -> set[str]:
    names = space_names(tuple(s.kind[: s.spaces]))
    return {names[space] for space in spaces}


def tokens(s: State, seat: int) -> set[str]:
    return named(s, spaces_of(s.own[seat]))


def everybody(s: State) -> set[int]:
    """All spaces that are taken."""
    return set().union(*(spaces_of(s.own[seat]) for seat in range(s.players)))


def open_beside(s: State, group: set[int]) -> set[int]:
    """The open neighbours of a group of tokens."""
    return set().union(*(spaces_of(s.near[space]) for space in group)) - everybody(s)


def apart(s: State, action: Action, group: set[int]) -> bool:
    """Whether the action leaves open spaces beside a group aside."""
    beside = named(s, open_beside(s, group))
    return action.kind == "place" and bool(beside) and action.args["space"] not in beside | named(s, everybody(s))


def came(before: State, after: State, seat: int, space: str) -> bool:
    """The seat has one token more, there."""
    return tokens(after, seat) - tokens(before, seat) == {space} and tokens(before, seat) < tokens(after, seat)


# What the seats have ----------------------------------------------------------------------------


def points(s: State, seat: int) -> int:
    return sum(s.value[s.kind[space] or s.flower] for space in spaces_of(s.own[seat]))


def flowers(s: State, seat: int) -> int:
    return sum(s.kind[space] == Fairy.FLOWER for space in spaces_of(s.own[seat]))


def kinds(s: State, seat: int) -> int:
    return len({s.kind[space] or s.flower for space in spaces_of(s.own[seat])})


MEASURES: tuple[Callable[[State, int], int], ...] = (points, flowers, kinds)


def best(s: State, measures: int) -> set[int]:
    """The seats that are first by so many measures, one after the other."""
    left = set(range(s.players))
    for measure in MEASURES[:measures]:
        most = max(measure(s, seat) for seat in left)
        left = {seat for seat in left if measure(s, seat) == most}
    return left


def won(s: State) -> set[int]:
    return {seat for seat in range(s.players) if s.contenders >> seat & 1}


def decided(measures: int) -> Callable[[State], bool]:
    """So many measures leave one winner, and fewer do not."""
    return lambda s: len(best(s, measures)) == 1 and best(s, measures) == won(s) and len(best(s, measures - 1)) > 1


def tied_truly(before: State, after: State, args: Args) -> bool:
    """R21–R23: these are equal, and nobody is ahead of them."""
    tied = set(args["seats"])
    if args["what"] != "dice":
        return best(after, 1 + ("points", "flowers", "kinds").index(args["what"])) == tied
    waiting = tied - {before.turn}  # their sums were complete before the last die
    most = max(before.dice[seat] for seat in won(before) - {before.turn})
    return waiting != set() and all(before.dice[seat] == most for seat in waiting) and won(after) == tied <= won(before)


# What dice do -----------------------------------------------------------------------------------


def changed(before: State, after: State, kind: int, change: int) -> bool:
    """R12, R13: only this kind changes, by this, and not below zero."""
    others = [k for k in Fairy if k != kind]
    same = all(before.value[k] == after.value[k] for k in others)
    return same and after.value[kind] == max(0, before.value[kind] + change)


def rolled(before: State, after: State, _seat: int, args: Args) -> bool:
    """R4, R11, R12, R14, R19, R23: a face means what the moment says."""
    face = args["face"]
    if before.phase == Phase.ROLL_OFF:
        return after.dice[before.turn] in (before.dice[before.turn] + face, 0)  # 0 if all roll again
    return bool(
        {
            Phase.VALUES: after.value[after.valued] == face and after.valued == before.valued + 1,
            Phase.ROLL_A: after.die_a == face and after.turns == before.turns + 1,
            Phase.ROLL_B: changed(before, after, before.die_a, face - before.off_die_b),
            Phase.ROLL_C: after.die_c == face,
            Phase.FLOWERS: after.flower == face,
        }.get(before.phase)
    )


MEANINGS = Meanings(
    ends={
        End.FOURTEEN: decided(1),
        End.FOURTEEN_FLOWERS: decided(2),
        End.FOURTEEN_KINDS: decided(3),
        End.FOURTEEN_DICE: lambda s: len(best(s, 3)) > 1 and won(s) < best(s, 3) and all(s.dice[seat] > 2 for seat in won(s)),
    },
    refusals={
        Refusal.NO_MOVE: lambda s, seat, action: s.turn != seat or s.phase not in DECIDING,
        Refusal.NO_ACTION: lambda s, seat, action: action.kind not in ("place", "lift", "done"),
        Refusal.NO_SPACE: lambda s, seat, action: action.args["space"] not in named(s, range(s.spaces)),
        Refusal.TAKEN: lambda s, seat, action: action.kind == "place" and action.args["space"] in named(s, everybody(s)),
        Refusal.NOT_BESIDE: lambda s, seat, action: s.phase == Phase.PLACING and apart(s, action, spaces_of(s.own[seat])),
        Refusal.NOT_TOGETHER: lambda s, seat, action: s.phase == Phase.MOVING and apart(s, action, spaces_of(s.moved)),
        Refusal.LIFT_FIRST: lambda s, seat, action: action.kind == "place" and s.phase == Phase.LIFTING and not s.hand,
        Refusal.STILL_LIFTING: lambda s, seat, action: action.kind == "place" and s.phase == Phase.LIFTING and s.hand,
        Refusal.NO_LIFTING_YET: lambda s, seat, action: action.kind == "lift" and s.phase == Phase.PLACING,
        Refusal.HANDS_FULL: lambda s, seat, action: action.kind == "lift" and s.phase == Phase.MOVING,
        Refusal.NOT_YOURS: lambda s, seat, action: action.kind == "lift" and action.args["space"] not in tokens(s, seat),
        Refusal.NO_PASS: lambda s, seat, action: action.kind == "done" and s.phase == Phase.PLACING,
        Refusal.MUST_PLACE: lambda s, seat, action: action.kind == "done" and s.phase == Phase.MOVING and s.hand,
    },
    events={
        "valued": lambda before, after, args: (
            args["kind"] == Fairy.word(after.valued)
            and after.value[after.valued] == args["value"]
            and before.phase == Phase.VALUES
        ),
        "begun": lambda before, after, args: (
            before.phase in (Phase.VALUES, Phase.FIRST) and after.phase == Phase.PLACING and after.turn == args["seat"]
        ),
        "placed": lambda before, after, args: (
            came(before, after, args["seat"], args["space"]) and after.laid == before.laid + 1 and before.hand == 0
        ),
        "changed": lambda before, after, args: (
            args["kind"] == Fairy.word(before.die_a)
            and changed(before, after, before.die_a, args["change"])
            and after.value[before.die_a] == args["value"]
            and args["stopped"] == (before.value[before.die_a] < -args["change"])
            and args["seat"] == before.turn
        ),
        "may-move": lambda before, after, args: (
            after.phase == Phase.LIFTING and after.turn == args["seat"] and args["count"] == min(after.die_c, after.tokens)
        ),
        "passed": lambda before, after, args: (
            before.phase == Phase.LIFTING and before.hand == 0 and before.turn == args["seat"] != after.turn
        ),
        "lifted": lambda before, after, args: (
            came(after, before, args["seat"], args["space"]) and after.hand == before.hand + 1
        ),
        "moved": lambda before, after, args: came(before, after, args["seat"], args["space"]) and after.hand == before.hand - 1,
        "surrounded": lambda before, after, args: (
            after.hand > 0 and args["seat"] == after.turn and not open_beside(after, spaces_of(after.moved)) and not before.roam
        ),
        "fourteen": lambda before, after, args: (
            after.value[Fairy.number(args["kind"])] >= after.goal and args["seat"] == after.turn
        ),
        "unmasked": lambda before, after, args: (
            before.flower == 0
            and after.flower == Fairy.number(args["kind"])
            and after.value[Fairy.FLOWER] == args["value"] == before.value[after.flower]
            and args["seat"] == before.turn
        ),
        "scored": lambda before, after, args: args["points"] == points(after, args["seat"]) and after.flower,
        "tied": tied_truly,
        "rolled": lambda before, after, args: (
            before.dice_left == 1 and before.turn == args["seat"] and 1 <= args["sum"] - before.dice[args["seat"]] <= 6
        ),
        "ended": lambda before, after, args: (
            after.phase == Phase.DONE and args["why"] == End.word(after.reason) and set(args["seats"]) == won(after)
        ),
    },
    actions={
        "place": lambda before, after, seat, args: came(before, after, seat, args["space"]),
        "lift": lambda before, after, seat, args: came(after, before, seat, args["space"]),
        "done": lambda before, after, seat, args: (
            before.phase == Phase.LIFTING != after.phase and tokens(before, seat) == tokens(after, seat)
        ),
        "roll": rolled,
        "first": lambda before, after, seat, args: before.phase == Phase.FIRST and after.turn == args["seat"],
    },
)
