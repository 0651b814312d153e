"""Listener models of the riffle: models of people, and of cheaters. They were not fitted to people.

A listener gets what the challenger gets (`Heard`), the forbidden finger and the target, and returns the number of ticks to
hold. No listener gets the deck; only the spy also sees the bands that the audience sees.

The adult: 60 % count slowly and miss or double 3 % of the ticks, 25 % estimate, 15 % go by distance. The details were chosen so
that the tables of the tuning come out about right:

- all correct half of the finger's bias, and round the aim at random;
- of the 3 %, one half is missed and one half doubled;
- estimates miss by the bell of R34's novice (reach 2 + t/2), in ticks;
- listeners by distance stop half a card behind the aim, ± 10 %.

Listeners by voice count a faint tick as 0, a crisp one as 1, a thick one as 2, and stop at t. The imperfect one mistakes 8 % of
the voices, and misses or doubles ticks like the adult.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from fairyring.core.rng import Stream
from fairyring.games.crane.riffle.bots import Listener, clamp_ticks, half_aim, missed_by, steady
from fairyring.games.crane.riffle.model import (
    CARD_WIDTH,
    EDGE_STEPS,
    FIRST_EDGE,
    JERK,
    LAW,
    LAW_OF,
    STILL,
    TICKS,
    VOICE,
    VOICES,
)
from fairyring.games.crane.riffle.riffle import Deck, Heard, derive

PER_CENT = 100
COUNTING, ESTIMATING = 60, 25  # the rest goes by distance
MISSED, DOUBLED = 15, 15  # of a thousand ticks
MISHEARD = 8  # of a hundred voices


# People -------------------------------------------------------------------------------------------


def draw_count(rng: Stream) -> int:
    """Draw what one tick adds to an adult's count: 0, 1 or 2."""
    slip = rng.below(1000)
    return 0 if slip < MISSED else 2 if slip < MISSED + DOUBLED else 1


def first_tick_at(steps: Iterable[int], aim: int) -> int:
    """Return the tick at which a running count first reaches the aim."""
    total = 0
    for tick, step in enumerate(steps, start=1):
        total += step
        if total >= aim:
            return tick
    return TICKS


def adult(heard: Heard, finger: str, target: int, rng: Stream) -> int:
    """An unpractised adult who corrects half of the finger's bias."""
    over, under = half_aim(finger, target)
    habit = rng.below(PER_CENT)
    if habit >= COUNTING + ESTIMATING:
        far = (CARD_WIDTH * over // under + CARD_WIDTH // 2) * (900 + rng.below(201)) // 1000
        return clamp_ticks(sum(at <= far for at in heard.at))
    aim = (over + rng.below(under)) // under
    if habit >= COUNTING:
        return clamp_ticks(aim + missed_by(2 + target // 2, rng))
    return first_tick_at((draw_count(rng) for _ in heard.at), aim)


counter = steady  # counts exactly, and corrects the finger's bias


def misheard(heard: Heard, _finger: str, target: int, rng: Stream) -> int:
    """A listener by voice with mistakes."""
    return first_tick_at((draw_count(rng) * taken_for(voice, rng) for voice in heard.voices), target)


def taken_for(voice: int, rng: Stream) -> int:
    wrong = rng.below(PER_CENT) < MISHEARD
    return (voice + 1 + rng.below(2)) % len(VOICES) if wrong else voice


def perfect_ear(heard: Heard, _finger: str, target: int, _rng: Stream) -> int:
    """A listener by voice without mistakes."""
    return first_tick_at(heard.voices, target)


# Cheaters -----------------------------------------------------------------------------------------


@cache
def chances(finger: str, voice: int) -> tuple[float, ...]:
    """Return the posterior probabilities that a tick of this voice carries 0, 1, 2 and 3 cards."""
    weights = [weight * VOICE[cards][voice] for cards, weight in enumerate(LAW[finger])]
    return tuple(weight / sum(weights) for weight in weights)


def likeliest(finger: str, exact: Sequence[float]) -> int:
    """Return the number of ticks that is exact most often, given the probability for each number without the jerk."""
    jerks = JERK.get(finger, STILL)
    sums = [sum(exact[clamp_ticks(ticks + jerk) - 1] for jerk in jerks) for ticks in range(1, TICKS + 1)]
    return 1 + sums.index(max(sums))


def cheater(heard: Heard, finger: str, target: int, _rng: Stream) -> int:
    """A program that computes the best number of ticks from all data that the page gets."""
    spread = [0.0] * (target + 1)  # how likely so many cards are held; more than t never come back
    spread[1] = 1.0
    exact = [spread[target]]
    for voice in heard.voices[1:]:
        none, one, two, three = chances(finger, voice)
        before = [0.0, 0.0, 0.0, *spread]
        spread = [
            none * before[at] + one * before[at - 1] + two * before[at - 2] + three * before[at - 3]
            for at in range(3, len(before))
        ]
        exact.append(spread[target])
    return likeliest(finger, exact)


def spy(heard: Heard, finger: str, target: int, bands: Sequence[int]) -> int:
    """The same program with the bands of the audience for every number of ticks (forward-backward algorithm).

    Later bands depend on the stack only through d, the cards to its next edge: the forward state is (cards, d), the backward
    state d.
    """
    ahead: list[dict[int, float]] = [dict.fromkeys(range(1, max(EDGE_STEPS) + 1), 1.0)]
    moves = [
        {d: _transitions(chances(finger, voice), d, bands[at] - bands[at - 1]) for d in ahead[0]}
        for at, voice in enumerate(heard.voices[1:], start=1)
    ]
    for move in reversed(moves):
        ahead.append({d: sum(chance * ahead[-1][to] for _, to, chance in move[d]) for d in move})
    ahead.reverse()
    past = {(1, edge - 1): 1 / len(FIRST_EDGE) for edge in FIRST_EDGE}
    exact = []
    for at in range(TICKS):
        exact.append(sum(chance * ahead[at][d] for (cards, d), chance in past.items() if cards == target))
        if at < len(moves):
            past = _advance(past, moves[at], target)
    return likeliest(finger, exact)


Move = dict[int, list[tuple[int, int, float]]]


def _transitions(chance: Sequence[float], d: int, up: int) -> list[tuple[int, int, float]]:
    """Return the transitions (cards, new d, probability) that agree with a change of band. No tick passes two edges."""
    transitions = []
    for carried, likely in enumerate(chance):
        if carried < d and up == 0:
            transitions.append((carried, d - carried, likely))
        elif carried >= d and up == 1:
            transitions += [(carried, d - carried + step, likely / len(EDGE_STEPS)) for step in EDGE_STEPS]
    return transitions


def _advance(past: dict[tuple[int, int], float], move: Move, target: int) -> dict[tuple[int, int], float]:
    now: dict[tuple[int, int], float] = {}
    for (cards, d), before in past.items():
        for carried, to, chance in move[d]:
            if chance and cards + carried <= target:
                now[cards + carried, to] = now.get((cards + carried, to), 0.0) + before * chance
    return now


def all_bands(deck: Deck, size: int) -> list[int]:
    """Return the band of every number of ticks."""
    return [deck.band(ticks, size) for ticks in range(1, TICKS + 1)]


# Results ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Ends:
    """Counts of how grabs ended (R8)."""

    low: int = 0
    just: int = 0
    high: int = 0

    def add(self, grabbed: int, target: int, weight: int = 1) -> None:
        if grabbed == target:
            self.just += weight
        elif grabbed < target:
            self.low += weight
        else:
            self.high += weight

    def per_cent(self) -> tuple[float, float, float]:
        of = self.low + self.just + self.high
        return 100 * self.low / of, 100 * self.just / of, 100 * self.high / of


def sealed_decks(master: bytes, count: int) -> dict[str, list[tuple[Deck, Heard]]]:
    """So many challenges a finger. All have numbers of their own: two fingers of one challenge would draw the same units."""
    return {
        finger: [derive(master, len(LAW) * number + first, finger) for number in range(count)]
        for first, finger in enumerate(LAW, start=1)
    }


def grab_all(listener: Listener, sealed: Sequence[tuple[Deck, Heard]], finger: str, target: int, seed: int, size: int) -> Ends:
    """R8, R33: one grab by each of these decks, all with the same forbidden finger and number."""
    ends = Ends()
    for number, (deck, heard) in enumerate(sealed):
        ticks = listener(heard, finger, target, Stream(seed, number))
        ends.add(deck.grabbed(ticks, size), target)
    return ends


def exact_ends(finger: str, ticks: int, target: int) -> Ends:
    """The same for n ticks whatever they sound like, as exact weights over all decks (thick ones)."""
    ends = Ends()
    for jerk in JERK.get(finger, STILL):
        many = clamp_ticks(ticks + jerk)
        for cards, weight in _spread(finger, many).items():
            ends.add(cards, target, weight * LAW_OF ** (TICKS - many))
    return ends


@cache
def _spread(finger: str, ticks: int) -> dict[int, int]:
    """The weight of each number of cards that so many ticks carry, out of 16 to the number of ticks but one."""
    if ticks == 1:
        return {1: 1}
    weights_by_cards: dict[int, int] = {}
    for cards, before in _spread(finger, ticks - 1).items():
        for carried, weight in enumerate(LAW[finger]):
            weights_by_cards[cards + carried] = weights_by_cards.get(cards + carried, 0) + before * weight
    return weights_by_cards
