"""Loading: the state after a whole log, in steps, so that a host can do other things between them.

Rules run only for the game that is wanted. Of earlier games at the table the log holds the results, and nothing else of them
is left in the state once the next game was begun (`again`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

from fairyring.core.errors import FairyringError
from fairyring.core.record.record import Record
from fairyring.core.steps import run_to_end
from fairyring.tables.log import fold_game
from fairyring.tables.log.fold import FOLDS, accept, begin_row, end_row, fold
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import ENTRY_FORMAT, FIRST_PREVIOUS_HASH, Entry, Row, chain_hash
from fairyring.tables.log.state import OVER, PLAYING, TableState

# Entries that change nothing but the game under way.
GAME_ENTRIES = frozenset({"decision", "hand", "take-back", "report", "confirm"})

# Raised by folds of entries that are damaged, or that this program does not understand.
MALFORMED = (FairyringError, KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError)


class UnreadableLog(FairyringError):
    """A log that cannot be folded. `reason` is a code for metrics and clients; the message is for the server's log."""

    def __init__(self, reason: str, seq: int, why: str) -> None:
        super().__init__(f"row {seq}: {why}")
        self.reason = reason


def load(rows: Iterable[Row]) -> TableState:
    """Return the state after all rows of a log. Raises UnreadableLog."""
    return run_to_end(load_steps(tuple(rows)))


def load_game(rows: Iterable[Row], n: int) -> TableState | None:
    """Return the state at the end of the n-th game, before the next began; None if there was no such game."""
    state = run_to_end(load_steps(rows_of_game(tuple(rows), n)))
    return state if state.phase == OVER and state.n == n else None


def rows_of_game(rows: Sequence[Row], n: int) -> Sequence[Row]:
    """Return the rows before the n-th rematch was begun."""
    rematches = [index for index, row in enumerate(rows) if _rematches(row)]
    return rows[: rematches[n - 1]] if 0 < n <= len(rematches) else rows


def _rematches(row: Row) -> bool:
    return any(entry.kind == "again" for entry in row.entries)


def load_steps(rows: Sequence[Row]) -> Generator[None, None, TableState]:
    """Fold a log from its first row on; yields after each entry, and decision of an imported game, that runs rules.

    Checks the hash chain. Raises UnreadableLog for a log that is damaged, or that this program does not understand.
    """
    last_rematch = max((row.seq for row in rows if _rematches(row)), default=0)
    state, previous = TableState(), FIRST_PREVIOUS_HASH
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq or row.hash != chain_hash(previous, row.body):
            raise UnreadableLog("corrupt", row.seq, "the hash chain is broken")
        previous = row.hash
        state = begin_row(state)
        for index, entry in enumerate(row.entries):
            earlier = row.seq < last_rematch or (
                row.seq == last_rematch and any(later.kind == "again" for later in row.entries[index:])
            )
            try:
                state = _fold_earlier(state, entry) if earlier else (yield from _fold_steps(state, entry))
            except MALFORMED as error:
                raise _unreadable(row, entry, error) from error
        state = end_row(state, row)
        yield
    run = state.run
    return state if run is None else replace(state, run=replace(run, loading=False))


def fold_next_row(state: TableState, row: Row) -> TableState:
    """Return the state after the next row, which another process wrote. Raises UnreadableLog."""
    if row.hash != chain_hash(state.hash, row.body):
        raise UnreadableLog("corrupt", row.seq, "the hash chain is broken")
    after = begin_row(state)
    for entry in row.entries:
        try:
            after = fold(after, entry)
        except MALFORMED as error:
            raise _unreadable(row, entry, error) from error
    return end_row(after, row)


def _unreadable(row: Row, entry: Entry, error: Exception) -> UnreadableLog:
    if isinstance(error, FairyringError):
        return UnreadableLog("rules", row.seq, f"{entry.kind}: {error}")
    reason = "newer" if entry.kind not in FOLDS or _is_newer(entry) else "corrupt"
    return UnreadableLog(reason, row.seq, f"{entry.kind[:40]}: {type(error).__name__}")


def _is_newer(entry: Entry) -> bool:
    return entry.kind == "created" and entry.data.get("format", ENTRY_FORMAT) != ENTRY_FORMAT


def _fold_steps(state: TableState, entry: Entry) -> Generator[None, None, TableState]:
    """Fold an entry of the newest game; yields where it took long."""
    if _is_newer(entry):
        raise KeyError(entry.kind)
    if entry.kind == "imported":
        state = yield from fold_game.imported_steps(state, entry.data, entry.aside)
        after = accept(state, entry.cause) if entry.cause else state
    else:
        after = fold(state, entry)
    if entry.kind in ("deal", "imported") and after.run is not None:
        after = replace(after, run=replace(after.run, loading=True))
    return after


def _fold_earlier(state: TableState, entry: Entry) -> TableState:
    """Fold an entry of an earlier game without its rules."""
    if entry.kind == "deal":
        after = replace(fold_game.deal_without_rules(state, entry.data["rules"]), phase=PLAYING, started=True)
    elif entry.kind == "imported":
        version = Record.loads(entry.data["record"]).version
        after = replace(fold_game.deal_without_rules(state, version), phase=PLAYING, started=True)
    elif entry.kind in GAME_ENTRIES:
        after = state
    else:
        return fold(state, entry)
    return accept(after, entry.cause) if entry.cause else after
