"""The riffle (R33, R36): derivation of its decks from the sealed seed, and its entry in a record.

The challenger passes ticks along the edge of an unseen deck on a screen. A tick is usually one card, sometimes two or none.
Everything about a challenge is derived from the sealed master M and the challenge's number: one deck for each challenge,
however often the hand tries (R10). Only the number of ticks held at “Finished” counts. The derived data has two parts:

- `Heard`: positions and sounds of the ticks. The challenger gets all of it at once.
- `Deck`: cards of the ticks, edges of the bands, the jerk. It stays on the server until the count.

The words of a part are HMAC-SHA256(M, `riffle/1/CHALLENGE/PART` ‖ u64 block), eight big-endian words of 32 bits a block. The
other purposes of M begin with the length of their tag (`core.seal`), and no tag is so long that it would begin with “riff”.
"""

from __future__ import annotations

import hmac
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from fairyring.core.errors import RecordError
from fairyring.core.rng import Stream
from fairyring.games.crane.riffle.model import (
    CARDS_BY_UNIT,
    CRISP,
    EDGE_STEPS,
    EDGES_UP_TO,
    FIRST_EDGE,
    GAPS,
    JERK,
    LAW,
    LAW_OF,
    MAX_PAUSE,
    MAX_TRACE,
    STILL,
    TICKS,
    VERSION,
    VOICE_BY_UNIT,
    VOICE_OF,
    WAYS,
)

WORDS = 8  # in a block


class Part(Stream):
    """Random stream of one part of one challenge; `state` counts the words drawn."""

    __slots__ = ("_block", "_key", "_label")

    def __init__(self, master: bytes, challenge: int, part: str) -> None:
        self.state = 0
        self._key = master
        self._label = f"riffle/{VERSION}/{challenge}/{part}".encode("ascii")
        self._block = b""

    def bits32(self) -> int:
        block, word = divmod(self.state, WORDS)
        if word == 0:
            self._block = hmac.digest(self._key, self._label + block.to_bytes(8, "big"), "sha256")
        self.state += 1
        return int.from_bytes(self._block[4 * word : 4 * word + 4], "big")


@dataclass(frozen=True, slots=True)
class Heard:
    """What the challenger gets when all bets are in: positions and voices of the ticks."""

    challenge: int
    at: tuple[int, ...]
    voices: tuple[int, ...]

    def wire(self) -> dict[str, Any]:
        return {"c": self.challenge, "at": list(self.at), "v": "".join(map(str, self.voices))}


@dataclass(frozen=True, slots=True, repr=False)  # no repr: it must not appear in logs
class Deck:
    """What stays secret until the count: the cards of each tick, the edges of the bands, the jerk."""

    cards: tuple[int, ...]
    edges: tuple[int, ...]
    jerk: int

    def thickness(self, ticks: int, size: int) -> int:
        """R12: the cards of so many ticks, never more than the deck holds."""
        _require_held(ticks)
        return min(size, sum(self.cards[:ticks]))

    def band(self, ticks: int, size: int) -> int:
        """R10: what the audience sees of a stack of so many ticks: how many of the sealed edges it has reached."""
        return bisect_right(self.edges, self.thickness(ticks, size))

    def grabbed(self, ticks: int, size: int) -> int:
        """R12, R33: g, once the hand has jerked: at least the flipped card, at most the last tick, at most the deck."""
        _require_held(ticks)
        return self.thickness(min(max(ticks + self.jerk, 1), TICKS), size)


def is_held(ticks: object) -> bool:
    """Whether “Finished” can be said with so many ticks: the flipped card is always held (R12)."""
    return _whole(ticks, 1, TICKS)


def _require_held(ticks: object) -> None:
    if not is_held(ticks):
        raise ValueError(f"{ticks!r} ticks cannot be held; it is a whole number from 1 to {TICKS}.")


def derive(master: bytes, challenge: int, finger: str) -> tuple[Deck, Heard]:
    """R33: the two sides of a challenge with a forbidden finger, whose law decides what ticks carry."""
    cards = _cards(master, challenge, finger)
    deck = Deck(cards, _edges(master, challenge), _jerk(master, challenge, finger))
    return deck, Heard(challenge, _positions(master, challenge), _voices(master, challenge, cards))


def _positions(master: bytes, challenge: int) -> tuple[int, ...]:
    """Where the ticks lie, whatever they carry."""
    part = Part(master, challenge, "gaps")
    return tuple(accumulate(GAPS[part.below(len(GAPS))] for _ in range(TICKS)))


def _cards(master: bytes, challenge: int, finger: str) -> tuple[int, ...]:
    """R12: the first tick is the flipped card; each other one follows the finger's law."""
    part = Part(master, challenge, "cards")
    return 1, *(CARDS_BY_UNIT[finger][part.below(LAW_OF)] for _ in range(1, TICKS))


def _voices(master: bytes, challenge: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """A voice hints at what its tick carries; the flipped card is crisp."""
    part = Part(master, challenge, "voice")
    return CRISP, *(VOICE_BY_UNIT[carried][part.below(VOICE_OF)] for carried in cards[1:])


def _edges(master: bytes, challenge: int) -> tuple[int, ...]:
    """Where the bands end. The last edge is the first one that no stack can reach."""
    part = Part(master, challenge, "bands")
    edges = [FIRST_EDGE[part.below(len(FIRST_EDGE))]]
    while edges[-1] < EDGES_UP_TO:
        edges.append(edges[-1] + EDGE_STEPS[part.below(len(EDGE_STEPS))])
    return tuple(edges)


def _jerk(master: bytes, challenge: int, finger: str) -> int:
    """By how many ticks the hand jerks at “Finished”."""
    jerks = JERK.get(finger, STILL)
    return jerks[Part(master, challenge, "jerk").below(len(jerks))]


# The record ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RiffleRecord:
    """What a record keeps of a riffle beside the grab (R33)."""

    challenge: int
    finger: str
    ticks: int
    tries: int
    by: str
    trace: tuple[int, ...] = ()  # signed milliseconds between the ticks of the last try, as the page told them

    def line(self) -> dict[str, Any]:
        return {
            "v": VERSION,
            "c": self.challenge,
            "finger": self.finger,
            "n": self.ticks,
            "tries": self.tries,
            "by": self.by,
            "trace": list(self.trace),
        }

    @staticmethod
    def read(line: object) -> RiffleRecord:
        """The entry that a line holds; a RecordError says what is wrong with its form."""
        if not isinstance(line, Mapping):
            raise RecordError("A riffle is an object with v, c, finger, n, tries, by and trace.")
        if not _whole(line.get("v"), VERSION, VERSION):
            raise RecordError(f"The riffle's version is {line.get('v')!r}; this program knows {VERSION}.")
        _number(line, "c", None)
        _number(line, "n", TICKS)
        _number(line, "tries", None)
        _word(line, "finger", tuple(LAW))
        _word(line, "by", WAYS)
        trace = line.get("trace")
        if not isinstance(trace, list) or len(trace) > MAX_TRACE:
            raise RecordError(f"The riffle's trace is a list of at most {MAX_TRACE} numbers.")
        if not all(_whole(pause, -MAX_PAUSE, MAX_PAUSE) for pause in trace):
            raise RecordError(f"The riffle's trace holds whole milliseconds from {-MAX_PAUSE} to {MAX_PAUSE}.")
        return RiffleRecord(line["c"], line["finger"], line["n"], line["tries"], line["by"], tuple(trace))

    def check(self, master: bytes, challenge: int, finger: str, size: int, grabbed: int) -> None:
        """R12, R33: it tells of this challenge and this flipped card, and the sealed deck gives this grab; else a RecordError.

        Trace, tries and way were told by the page, so only their form can be wrong.
        """
        if self.challenge != challenge:
            raise RecordError(f"The riffle tells of challenge {self.challenge}; this is challenge {challenge}.")
        if self.finger != finger:
            raise RecordError(f"The riffle forbids the {self.finger} finger; the flipped card forbids the {finger} finger.")
        sealed = derive(master, challenge, finger)[0].grabbed(self.ticks, size)
        if sealed != grabbed:
            raise RecordError(f"{self.ticks} ticks of the sealed deck give a grab of {sealed}, not of {grabbed}.")


def _number(line: Mapping[str, Any], key: str, most: int | None) -> None:
    if not _whole(line.get(key), 1, most):
        upper = "on" if most is None else f"to {most}"
        raise RecordError(f"The riffle's {key} is {line.get(key)!r}; it is a whole number from 1 {upper}.")


def _word(line: Mapping[str, Any], key: str, known: tuple[str, ...]) -> None:
    if line.get(key) not in known:
        raise RecordError(f"The riffle's {key} is {line.get(key)!r}; it is one of {', '.join(known)}.")


def _whole(value: object, least: int, most: int | None) -> bool:
    """Return whether a value is an integer within bounds; JSON's true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value and (most is None or value <= most)
