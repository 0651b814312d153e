"""Score sheet (R37): every open card with its points and the reason. For games, and for cards that people type in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.core.text.messages import Message, Named, Player, msg
from fairyring.games.fairy_tale.deck import Deck
from fairyring.games.fairy_tale.presentation.card_texts import category, named, typology
from fairyring.games.fairy_tale.rules import standing
from fairyring.games.fairy_tale.schema import State
from fairyring.games.fairy_tale.scoring import card_points, condition_met, owned


@dataclass(frozen=True)
class ScoredCard:
    """One kind of card on a score sheet."""

    card: Named
    count: int
    each: int
    reason: Message

    @property
    def points(self) -> int:
        return self.count * self.each


def entries(deck: Deck, s: State, seat: int) -> list[ScoredCard]:
    """Return the entries of a seat's open cards."""
    return [
        ScoredCard(named(deck, kind), s.open[seat][kind], card_points(s, seat, kind), _reason(deck, s, seat, kind))
        for kind in range(s.kinds)
        if s.open[seat][kind]
    ]


def _reason(deck: Deck, s: State, seat: int, kind: int) -> Message:
    stood = s.stands_for[seat]
    if s.wild == kind + 1:
        return msg("score.why-wild", card=named(deck, stood - 1)) if stood else msg("score.why-not-wild")
    if s.times[kind]:
        needs: tuple[int, ...] = (s.per[kind] + 1,)
        number = owned(s, seat, s.per[kind])
        why = msg("score.why-times", times=s.times[kind], number=number, card=named(deck, s.per[kind]))
    elif s.conditional[kind]:
        needs = (s.own_one[kind], s.own_two[kind])
        if condition_met(s, seat, kind):
            why = msg("score.why-has", condition=condition(deck, s, kind))
        elif (group := _most_wanted(s, kind)) is not None:
            why = msg("score.why-fewer", group=group)
        else:
            why = msg("score.why-lacks", condition=missing(deck, s, seat, kind))
    else:
        return msg("score.why-value")
    return msg("score.why-trickster", why=why, wild=named(deck, s.wild - 1)) if stood and stood in needs else why


def condition(deck: Deck, s: State, kind: int) -> Any:
    """Return a card's condition as a message argument."""
    if (group := _most_wanted(s, kind)) is not None:
        return msg("score.most", group=group)
    if s.own_one[kind]:
        return [named(deck, need - 1) for need in (s.own_one[kind], s.own_two[kind]) if need]
    return [msg("score.at-least", count=count, group=category(c)) for c, count in enumerate(s.at_least[kind]) if count]


def _most_wanted(s: State, kind: int) -> Any:
    """Return the group of cards of which a card wants its owner to have the most, as a message argument; None for none."""
    if s.most_category[kind]:
        return category(s.most_category[kind] - 1)
    return typology(s.most_typology[kind] - 1) if s.most_typology[kind] else None


def missing(deck: Deck, s: State, seat: int, kind: int) -> Any:
    """Return what the seat lacks of a card's condition: of several needs only those that are not met."""
    if s.own_one[kind]:
        needs = (s.own_one[kind], s.own_two[kind])
        return [named(deck, need - 1) for need in needs if need and not owned(s, seat, need - 1)]
    return [
        msg("score.at-least", count=count, group=category(c))
        for c, count in enumerate(s.at_least[kind])
        if s.in_category[seat][c] < count
    ]


def place(s: State, seats: Sequence[int], seat: int) -> int:
    """R33, R34: the seat's place among these."""
    return 1 + sum(standing(s, other) > standing(s, seat) for other in seats)


def score_sheet(deck: Deck, s: State, seats: Sequence[int]) -> list[Message]:
    """Return the sheets of all seats, best first."""
    lines: list[Message] = []
    for seat in sorted(seats, key=lambda seat: -standing(s, seat)):
        lines.append(_total(s, seats, seat))
        for entry in entries(deck, s, seat):
            args = {"card": entry.card, "points": entry.points, "each": entry.each, "why": entry.reason}
            more = {"count": entry.count} if entry.count > 1 else {}
            lines.append(Message("score.cards" if more else "score.card", {**args, **more, "width": len(str(entry.points))}))
        if s.down[seat]:
            lines.append(msg("score.closed", count=s.down[seat]))
    return lines


def _total(s: State, seats: Sequence[int], seat: int) -> Message:
    args = {"seat": Player(seat), "points": s.total[seat], "place": place(s, seats, seat)}
    if not s.couples:
        return Message("score.total", args)
    return Message("score.team", {**args, "partner": Player((seat + 2) % s.players), "together": standing(s, seat)})
