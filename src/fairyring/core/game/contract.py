"""What a game's `rules.py` provides, and what it may call. The rest of the rules' language is Python's integers.

A room's rules module has these functions, all over a state `s`. Those in brackets have the answer given there unless
the module says otherwise:

    VERSION                      a number; it grows when games would be played differently
    setup(s)                     the table before anything happened; constants are already set
    pending(s)                   a bit for each seat that owes a decision, or NATURE, or OVER
    legal_count(s, seat)         how many actions the seat has now (0 if it owes no decision)
    legal_nth(s, seat, k)        the k-th of them, ascending ids
    check(s, seat, action)       LEGAL, or a number of the room's refusals
    act(s, seat, action)         do it; `seat` may be NATURE; called only with legal actions
    chance_count(s)              total weight of NATURE's outcomes now
    chance_nth(s, k)             the outcome that owns the k-th unit of weight, ascending ids
    weight(s, outcome)           the exact integer weight of an outcome
    score(s, seat)               points now
   [standing(s, seat)]           who has more is placed before who has less; the score
   [reason(s)]                   0 while running, else the number of the end reason; the field `reason`
   [tally(s, k)]                 the k-th number of the room's tallies; 0
   [witness(s, seat, action, viewer)]   1 if the viewer sees which action this is, asked just before it is done; 1
   [imagine(s, seat, rng)]       fill a redacted state with one world the seat cannot rule out, uniformly; nothing to do
   [reporters(s)]                a bit for each seat that may say which outcome the world brought (a hand, a real die),
                                 asked when NATURE is pending; 0 where nature picks by itself
   [confirmers(s)]               a bit for each seat of which one must confirm a report; 0 where none must
"""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, cast

from fairyring.core.fields.schema import State
from fairyring.core.game import contract_defaults
from fairyring.core.rng import Stream

if TYPE_CHECKING:
    from fairyring.core.game.events import EventKind

NATURE = -1  # the seat of chance
OVER = 0  # what `pending` says when nobody owes anything
LEGAL = 0  # what `check` says when nothing is wrong
PUBLIC = -1  # the audience of `note`


class Rules(Protocol):
    """The functions of a rules module; the docstring of this module specifies each one."""

    VERSION: int

    def setup(self, s: Any, /) -> None: ...
    def pending(self, s: Any, /) -> int: ...
    def legal_count(self, s: Any, seat: int, /) -> int: ...
    def legal_nth(self, s: Any, seat: int, k: int, /) -> int: ...
    def check(self, s: Any, seat: int, action: int, /) -> int: ...
    def act(self, s: Any, seat: int, action: int, /) -> None: ...
    def chance_count(self, s: Any, /) -> int: ...
    def chance_nth(self, s: Any, k: int, /) -> int: ...
    def weight(self, s: Any, outcome: int, /) -> int: ...
    def score(self, s: Any, seat: int, /) -> int: ...
    def standing(self, s: Any, seat: int, /) -> int: ...
    def reason(self, s: Any, /) -> int: ...
    def tally(self, s: Any, k: int, /) -> int: ...
    def witness(self, s: Any, seat: int, action: int, viewer: int, /) -> int: ...
    def imagine(self, s: Any, seat: int, rng: Any, /) -> None: ...
    def reporters(self, s: Any, /) -> int: ...
    def confirmers(self, s: Any, /) -> int: ...


REQUIRED = ("setup", "pending", "legal_count", "legal_nth", "check", "act", "chance_count", "chance_nth", "weight", "score")
OPTIONAL = ("reason", "tally", "witness", "imagine", "reporters", "confirmers")  # defaults: contract_defaults


def complete(module: ModuleType) -> Rules:
    """Return the functions of a rules module, with defaults for the optional ones that it leaves out."""
    functions = {name: getattr(module, name, None) for name in ("VERSION", *REQUIRED)}
    functions |= {name: getattr(module, name, getattr(contract_defaults, name)) for name in OPTIONAL}
    functions["standing"] = getattr(module, "standing", functions["score"])
    return cast(Rules, SimpleNamespace(**functions))


def note(s: State, event: EventKind, *args: Any) -> None:
    """Everybody may know that this happened. Does nothing in the compiled host."""
    if s.notes is not None:
        s.notes.append((PUBLIC, event, _held(event, args)))


def tell(s: State, seat: int, event: EventKind, *args: Any) -> None:
    """Only this seat learns that this happened. Does nothing in the compiled host."""
    if s.notes is not None:
        s.notes.append((seat, event, _held(event, args)))


def _held(event: EventKind, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is told of: integers as they are, lists as copies, for the state goes on changing."""
    if len(args) != len(event.args):
        raise TypeError(f"the event {event.name} takes ({', '.join(event.args)}), and was told {len(args)} values")
    return tuple([arg if isinstance(arg, int) else list(arg) for arg in args])


def below(rng: Stream, n: int) -> int:
    """A uniform number in 0 … n-1. Only `imagine` and bots are given an rng; rules never draw."""
    return rng.below(n)
