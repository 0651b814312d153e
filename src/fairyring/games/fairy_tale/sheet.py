"""The score sheet (R37): every open card with the points it made, and why. For the game, and for people with the real box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairyring.games.fairy_tale.deck import CATEGORY_NAMES, TYPOLOGY_NAMES, Deck
from fairyring.games.fairy_tale.schema import State
from fairyring.games.fairy_tale.scoring import card_points, condition_met, owned

# The texts of the sheet; words.py has them among its own.
TEXT = {
    "score.total": "{seat}: {points}, place {place}",
    "score.team": "{line} with {partner}: {points} together",
    "score.card": "  {points:>4}  {card}: {each}, {why}",
    "score.cards": "  {points:>4}  {card} ×{count}: {each} each, {why}",
    "score.closed": "     0  {count} closed",
    "score.point": "{number} point",
    "score.points": "{number} points",
    "score.why-value": "its value",
    "score.why-wild": "stands for {card}",
    "score.why-not-wild": "stands for nothing: no card would earn more",
    "score.why-times": "{times} × {number} {card}",
    "score.why-has": "has {condition}",
    "score.why-lacks": "lacks {condition}",
    "score.why-trickster": "{why} (one is the Trickster)",
    "score.most": "the most {group} cards",
    "score.at-least": "{count}+ {group}",
    "score.and": " and ",
}


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
    stood = s.stands_for[seat]
    if s.wild == kind + 1:
        return TEXT["score.why-wild"].format(card=deck.cards[stood - 1].name) if stood else TEXT["score.why-not-wild"]
    if s.times[kind]:
        needs: tuple[int, ...] = (s.per[kind] + 1,)
        number = owned(s, seat, s.per[kind])
        why = TEXT["score.why-times"].format(times=s.times[kind], number=number, card=deck.cards[s.per[kind]].name)
    elif s.conditional[kind]:
        needs = (s.own_one[kind], s.own_two[kind])
        key = "score.why-has" if condition_met(s, seat, kind) else "score.why-lacks"
        why = TEXT[key].format(condition=condition_text(deck, s, kind))
    else:
        return TEXT["score.why-value"]
    return TEXT["score.why-trickster"].format(why=why) if stood and stood in needs else why


def condition_text(deck: Deck, s: State, kind: int) -> str:
    """A card's condition in words."""
    if s.most_category[kind]:
        return TEXT["score.most"].format(group=CATEGORY_NAMES[s.most_category[kind] - 1])
    if s.most_typology[kind]:
        return TEXT["score.most"].format(group=TYPOLOGY_NAMES[s.most_typology[kind] - 1])
    if s.own_one[kind]:
        return TEXT["score.and"].join(deck.cards[need - 1].name for need in (s.own_one[kind], s.own_two[kind]) if need)
    least = [(count, CATEGORY_NAMES[category]) for category, count in enumerate(s.at_least[kind]) if count]
    return TEXT["score.and"].join(TEXT["score.at-least"].format(count=count, group=group) for count, group in least)


def score_sheet(deck: Deck, s: State, names: Sequence[str]) -> list[str]:
    """The sheets of all seats, best first."""
    totals = [_standing(s, seat) for seat in range(len(names))]
    lines: list[str] = []
    for seat in sorted(range(len(names)), key=lambda seat: -totals[seat]):
        place = 1 + sum(total > totals[seat] for total in totals)
        line = TEXT["score.total"].format(seat=names[seat], points=_points(s.total[seat]), place=place)
        lines.append(_with_partner(s, seat, names, line))
        for entry in entries(deck, s, seat):
            told = {"card": entry.card, "points": _signed(entry.points), "each": _signed(entry.each), "why": entry.reason}
            lines.append(TEXT["score.cards" if entry.count > 1 else "score.card"].format(count=entry.count, **told))
        if s.down[seat]:
            lines.append(TEXT["score.closed"].format(count=s.down[seat]))
    return lines


def _standing(s: State, seat: int) -> int:
    return s.total[seat] + (s.total[(seat + 2) % s.players] if s.couples else 0)


def _with_partner(s: State, seat: int, names: Sequence[str], line: str) -> str:
    if not s.couples:
        return line
    return TEXT["score.team"].format(line=line, partner=names[(seat + 2) % s.players], points=_signed(_standing(s, seat)))


def _points(number: int) -> str:
    return TEXT["score.point" if number == 1 else "score.points"].format(number=_signed(number))


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
