"""The score sheet (R37): every open card with the points it made, and why. For the game, and for people with the real box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairyring.games.fairy_tale.deck import CATEGORY_NAMES, TYPOLOGY_NAMES, Deck
from fairyring.games.fairy_tale.schema import State
from fairyring.games.fairy_tale.scoring import card_points, condition_met, owned


@dataclass(frozen=True)
class Entry:
    """One kind of card on a score sheet."""

    card: str
    count: int
    each: int
    reason: str

    @property
    def points(self) -> int:
        return self.count * self.each


def entries(deck: Deck, s: State, seat: int) -> list[Entry]:
    """The cards of a seat, as they are counted."""
    return [
        Entry(card.name, s.open[seat][kind], card_points(s, seat, kind), _reason(deck, s, seat, kind))
        for kind, card in enumerate(deck.cards)
        if s.open[seat][kind]
    ]


def _reason(deck: Deck, s: State, seat: int, kind: int) -> str:
    card = deck.cards[kind]
    if s.wild == kind + 1:
        stood = s.stands_for[seat]
        return f"stands for {deck.cards[stood - 1].name}" if stood else "stands for nothing: no card would earn more"
    if s.times[kind]:
        number = owned(s, seat, s.per[kind])
        return f"{s.times[kind]} × {number} {deck.cards[s.per[kind]].name}{_helped(s, seat, s.per[kind])}"
    if card.value_kind == "conditional":
        return f"{'has' if condition_met(s, seat, kind) else 'lacks'} {condition_text(deck, s, kind)}{_helps(s, seat, kind)}"
    return "its value"


def _helped(s: State, seat: int, kind: int) -> str:
    return " (one is the Trickster)" if s.stands_for[seat] == kind + 1 else ""


def _helps(s: State, seat: int, kind: int) -> str:
    stood = s.stands_for[seat]
    return " (one is the Trickster)" if stood and stood in (s.own_one[kind], s.own_two[kind]) else ""


def condition_text(deck: Deck, s: State, kind: int) -> str:
    """A card's condition in words."""
    if s.most_category[kind]:
        return f"the most {CATEGORY_NAMES[s.most_category[kind] - 1]} cards"
    if s.most_typology[kind]:
        return f"the most {TYPOLOGY_NAMES[s.most_typology[kind] - 1]} cards"
    if s.own_one[kind]:
        return " and ".join(deck.cards[need - 1].name for need in (s.own_one[kind], s.own_two[kind]) if need)
    return " and ".join(f"{need}+ {CATEGORY_NAMES[category]}" for category, need in enumerate(s.at_least[kind]) if need)


def score_sheet(deck: Deck, s: State, names: Sequence[str]) -> list[str]:
    """The sheets of all seats, best first."""
    totals = [_standing(s, seat) for seat in range(len(names))]
    lines: list[str] = []
    for seat in sorted(range(len(names)), key=lambda seat: -totals[seat]):
        place = 1 + sum(total > totals[seat] for total in totals)
        lines.append(f"{names[seat]}: {_points(s.total[seat])}, place {place}{_team(s, seat, names)}")
        for entry in entries(deck, s, seat):
            what = entry.card if entry.count == 1 else f"{entry.card} ×{entry.count}"
            lines.append(
                f"  {_signed(entry.points):>4}  {what}: {_signed(entry.each)}{' each' * (entry.count > 1)}, {entry.reason}"
            )
        if s.down[seat]:
            lines.append(f"     0  {s.down[seat]} closed")
    return lines


def _standing(s: State, seat: int) -> int:
    return s.total[seat] + (s.total[(seat + 2) % s.players] if s.couples else 0)


def _team(s: State, seat: int, names: Sequence[str]) -> str:
    return f" with {names[(seat + 2) % s.players]}: {_signed(_standing(s, seat))} together" if s.couples else ""


def _points(number: int) -> str:
    return f"{_signed(number)} point{'' if number == 1 else 's'}"


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
