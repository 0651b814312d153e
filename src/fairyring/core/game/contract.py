"""The contract of a `rules.py`: the functions that it provides, and those that it may call.

All functions take a state `s`. Functions in brackets are optional; the default is given after the semicolon:

    VERSION                      a number; increased when games would be played differently
    setup(s)                     set up the initial state; constants are already set
    pending(s)                   a bit for each seat that owes a decision, or NATURE, or OVER
    legal_count(s, seat)         number of legal actions (0 if the seat owes no decision)
    legal_nth(s, seat, k)        the k-th legal action, ascending ids
    check(s, seat, action)       LEGAL, or a number of the room's refusals
    act(s, seat, action)         apply a legal action; `seat` may be NATURE
    chance_count(s)              total weight of NATURE's outcomes now
    chance_nth(s, k)             the outcome that owns the k-th unit of weight, ascending ids
    weight(s, outcome)           the exact integer weight of an outcome
    score(s, seat)               points now
   [standing(s, seat)]           rank key: a higher standing is placed first; the score
   [reason(s)]                   0 while running, else the number of the end reason; the field `reason`
   [list_legal(s, seat)]         all of `legal_nth` as a list, for tables: plain Python, never compiled; `legal_nth` for each k
   [tally(s, k)]                 the k-th of the room's tallies; 0
   [witness(s, seat, action, viewer)]   1 if the viewer sees which action this is, called just before `act`; 1
   [imagine(s, seat, rng)]       fill a redacted state with one world that the seat cannot rule out, uniformly; nothing
   [reporters(s)]                a bit for each seat that may report a physical outcome (a deck, a die) or makes a gesture,
                                 called while NATURE is pending; 0: nature draws
   [confirmers(s)]               a bit for each seat of which one must confirm a report; 0: none
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, cast

from fairyring.core.fields.schema import State
from fairyring.core.game import contract_defaults
from fairyring.core.rng import Stream

if TYPE_CHECKING:
    from fairyring.core.game.events import EventKind

NATURE = -1  # the seat of chance
OVER = 0  # result of `pending` in a finished game
LEGAL = 0  # result of `check` for a legal action
PUBLIC = -1  # the audience of `note`


class Rules(Protocol):
    """The functions of a rules module; the docstring of this module specifies each one."""

    VERSION: int

    def setup(self, s: Any, /) -> None: ...
    def pending(self, s: Any, /) -> int: ...
    def legal_count(self, s: Any, seat: int, /) -> int: ...
    def legal_nth(self, s: Any, seat: int, k: int, /) -> int: ...

    list_legal: Callable[[Any, int], list[int]] | None

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
    functions["list_legal"] = getattr(module, "list_legal", None)
    functions["standing"] = getattr(module, "standing", functions["score"])
    return cast(Rules, SimpleNamespace(**functions))


def note(s: State, event: EventKind, *args: Any) -> None:
    """Log an event for everybody. Compiled code leaves the call out."""
    if s.notes is not None:
        s.notes.append((PUBLIC, event, _copied(event, args)))


def tell(s: State, seat: int, event: EventKind, *args: Any) -> None:
    """Log an event for one seat. Compiled code leaves the call out."""
    if s.notes is not None:
        s.notes.append((seat, event, _copied(event, args)))


def _copied(event: EventKind, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments with lists copied, since the state goes on changing."""
    if len(args) != len(event.args):
        raise TypeError(f"the event {event.name} takes ({', '.join(event.args)}), and got {len(args)} values")
    return tuple([arg if isinstance(arg, int) else list(arg) for arg in args])


def below(rng: Stream, n: int) -> int:
    """Return a uniform number in 0 … n-1. Only `imagine` and policies get an rng; rules never draw."""
    return rng.below(n)
