"""The functions and constants of one game that the loops of `templates` are compiled with, or run with: their argument `g`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from fairyring.core.fields.schema import Field, SeenBy, State
from fairyring.core.game.room import Room
from fairyring.core.generated import compile_generated
from fairyring.kernel.primitives import join_key

Function = Callable[..., int]
Procedure = Callable[..., None]
INDENT = "    "
WORD_BITS = 40  # of what one step of a hash takes: the lower half of the key, which is the slot, depends on all of them
MOST_PACKED = 16  # entries of a field; longer rows are hashed in loops


@dataclass(frozen=True, eq=False)  # without slots, which make each class twice
class PlayFunctions:
    """For templates/play.py."""

    setup: Procedure
    pending: Function
    legal_count: Function
    legal_nth: Function
    check: Function
    act: Procedure
    chance_count: Function
    chance_nth: Function
    weight: Function
    score: Function
    standing: Function
    reason: Function
    tally: Function
    imagine: Procedure
    policies: tuple[Function, ...]
    kind_of: tuple[int, ...]  # by action: number of its kind
    actions: int  # number of ids
    outcomes: int


@dataclass(frozen=True, eq=False)  # without slots, which make each class twice
class SearchFunctions:
    """For templates/search.py. What a game leaves out is a function that returns 0, and `has_…` is false."""

    pending: Function
    legal_count: Function
    legal_nth: Function
    act: Procedure
    chance_count: Function
    chance_nth: Function
    standing: Function
    imagine: Procedure
    knowledge: Function
    rollout: Function
    own_rollout: Function
    turn_count: Function
    evaluate: Function
    sample_choices: Callable[..., object]
    draw_outcome: Function
    suppose: Function
    likelihood: Function
    horizon: int
    has_tree: bool
    has_own_rollout: bool
    has_draw_outcome: bool
    at_random: bool  # uniform random rollouts, for benchmarks


def _nothing(_s: Any) -> int:
    return 0


def _nothing_for(_s: Any, _seat: int) -> int:
    return 0


def _nothing_of(_s: Any, _seat: int, _other: Any) -> int:
    return 0


RULES_OF_PLAY = (
    "setup", "pending", "legal_count", "legal_nth", "check", "act", "chance_count", "chance_nth", "weight", "score", "standing",
    "reason", "tally", "imagine",
)  # fmt: skip
RULES_OF_SEARCH = ("pending", "legal_count", "legal_nth", "act", "chance_count", "chance_nth", "standing", "imagine")


@cache
def play_functions(room: Room) -> PlayFunctions:
    """Return the functions of a room for whole games."""
    layout = room.schema.actions
    return PlayFunctions(
        **{name: getattr(room.rules, name) for name in RULES_OF_PLAY},
        policies=tuple(room.bots.policies.values()),
        kind_of=tuple(number for number, kind in enumerate(layout.kinds) for _ in range(kind.count)),
        actions=layout.size,
        outcomes=room.schema.chance.size,
    )


@cache
def search_functions(room: Room, at_random: bool = False) -> SearchFunctions:
    """Return the functions of a room for the search."""
    search = room.bots.search
    rollout = _nothing_of if at_random else search.rollout or room.bots.policies["normal"]
    return SearchFunctions(
        **{name: getattr(room.rules, name) for name in RULES_OF_SEARCH},
        knowledge=knowledge_function(room.schema.state),
        rollout=rollout,
        own_rollout=search.own_rollout or rollout,
        turn_count=search.turn_count or _nothing,
        evaluate=search.evaluate or _nothing_for,
        sample_choices=(None if at_random else search.sample_choices) or _nothing_of,
        draw_outcome=search.draw_outcome or _nothing_for,
        suppose=search.beliefs.suppose if search.beliefs else _nothing_of,
        likelihood=search.beliefs.likelihood if search.beliefs else _nothing_of,
        horizon=0 if at_random else search.horizon,
        has_tree=search.tree_depth is not None and not at_random,
        has_own_rollout=search.own_rollout is not None and not at_random,
        has_draw_outcome=search.draw_outcome is not None,
        at_random=at_random,
    )


# Functions that follow from the schema ----------------------------------------------------------------


def known_entries(field: Field) -> tuple[list[str], str]:
    """Return source for the entries of a field that a seat may know: heads of nested loops, and the entry inside of them.

    The own entry of fields that only their owner knows; all entries of seats at the table of the others.
    """
    heads, place = list[str](), ""
    for depth, size in enumerate(field.shape):
        if depth == 0 and field.visibility.known is SeenBy.OWNER:
            place = "[seat]"
            continue
        extent = "s.players" if field.seats and depth == 0 else size
        heads.append(f"{INDENT * (1 + len(heads))}for i{depth} in range({extent}):")
        place += f"[i{depth}]"
    return heads, f"s.{field.name}{place}"


@cache
def knowledge_function(kind: type[State]) -> Function:
    """Return `knowledge(s, seat)`, a hash of all that the seat knows: the key of a node of the search tree.

    Entries of small fields share words of up to WORD_BITS bits: each step of the hash waits for the one before it, and with a
    step for every entry, hashes took half of the time of a search in a small game.
    """
    packed, lines = list[tuple[str, int, int]](), list[str]()  # entries with their lower bounds and widths; loops
    for field in kind.fields.values():
        if field.const or field.visibility.derived or field.visibility.known is SeenBy.NOBODY:
            continue
        own = field.visibility.known is SeenBy.OWNER
        places = [(0,)] if own else [(number,) for number in range(field.shape[0])] if field.shape else [()]
        if len(field.shape) < 2 and len(places) <= MOST_PACKED:
            names = [f"s.{field.name}{'[seat]' if own else ''.join(f'[{index}]' for index in place)}" for place in places]
            packed += [(name, field.lo, (field.hi - field.lo).bit_length()) for name in names]
        else:
            heads, entry = known_entries(field)
            lines += [*heads, f"{INDENT * (1 + len(heads))}key = join_key(key, {entry})"]
    text = "\n".join(
        ["def knowledge(s, seat):", "    key = join_key(1, seat)", *map(_join_word, _words(packed)), *lines, "    return key"]
    )
    knowledge: Function = compile_generated(f"knowledge of {kind.__module__}", text, {"join_key": join_key})["knowledge"]
    return knowledge


def _words(entries: Sequence[tuple[str, int, int]]) -> Iterator[list[tuple[str, int, int]]]:
    """Yield the entries in lists that fit a word, or one by one if they are wider."""
    word, used = list[tuple[str, int, int]](), 0
    for entry in entries:
        if word and used + entry[2] > WORD_BITS:
            yield word
            word, used = [], 0
        word.append(entry)
        used += entry[2]
    if word:
        yield word


def _join_word(entries: Sequence[tuple[str, int, int]]) -> str:
    """Return a line that joins entries to the key, each in bits of its own."""
    if len(entries) == 1:
        return f"    key = join_key(key, {entries[0][0]})"
    terms, shift = [], 0
    for name, low, bits in entries:
        value = f"({name} - {low})" if low > 0 else f"({name} + {-low})" if low < 0 else name
        terms.append(f"({value} << {shift})" if shift else value)
        shift += bits
    return f"    key = join_key(key, {' | '.join(terms)})"
