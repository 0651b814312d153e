"""Invariants of Crane: predicates that hold in every reachable state."""

from fairyring.games.crane.schema import (
    BETS,
    FINGERS,
    IN_JACKPOT,
    KINDS,
    NUMBERS,
    SEATS,
    Phase,
    State,
)


def cards_add_up(s: State) -> bool:
    """Every card is in the deck, in a jackpot, in front of a seat, or being counted."""
    return s.deck + sum(s.pots) + sum(s.loose) + s.hand == s.size


def kinds_add_up(s: State) -> bool:
    """Of each kind, every copy is unseen, face up somewhere, or the card just flipped."""
    seen = [0] * KINDS
    for i in range(s.ups):
        seen[s.up_card[i]] += 1
    if s.target:
        seen[(s.target - 1) * FINGERS + s.finger] += 1
    return all(
        s.unseen[kind // FINGERS][kind % FINGERS] + seen[kind] == s.copies[kind // FINGERS][kind % FINGERS]
        for kind in range(KINDS)
    ) and all(s.unseen_of[number] == sum(s.unseen[number]) for number in range(NUMBERS))


def face_up_cards_lie_in_their_piles(s: State) -> bool:
    """A pile has no more face-up cards than cards; and what is not used of the list is blank."""
    at = list(s.up_at)[: s.ups]
    seats = all(at.count(seat) <= s.loose[seat] for seat in range(SEATS))
    pots = all(at.count(IN_JACKPOT + pot) <= s.pots[pot] for pot in range(len(s.pots)))
    return seats and pots and not any(list(s.up_at)[s.ups :]) and not any(list(s.up_card)[s.ups :])


def piles_stay_small(s: State) -> bool:
    """More than ten cards are exchanged at once, and nobody gives all of them away."""
    return all(0 <= s.loose[p] <= s.bundle and (s.loose[p] > 0 or s.markers[p] == 0) for p in range(SEATS))


def the_challenger_is_in_the_dark(s: State) -> bool:
    """The challenger knows no bet; each of the audience its own, and all of them once all are in."""
    if any(s.knows[s.challenger]) or (s.phase not in (Phase.BETTING, Phase.GRAB) and any(map(any, s.knows))):
        return False
    for seat in range(s.players):
        row = s.knows[seat]
        laid = seat != s.challenger and s.phase in (Phase.BETTING, Phase.GRAB) and not s.waiting >> seat & 1
        if bool(row[seat]) != laid:
            return False
        if any(
            row[other] != (s.knows[other][other] if s.phase == Phase.GRAB else 0)
            for other in range(SEATS)
            if other != seat and laid
        ):
            return False
    return True


def bets_are_somebodys(s: State) -> bool:
    """Nobody bets or achieves more bet cards than there are, and with three or more seats none is set aside."""
    for seat in range(s.players):
        bet = s.knows[seat][seat]
        achieved = s.achieved[seat]
        if any(achieved[i] > s.bet_cards[i] for i in range(BETS)) or (s.players > 2 and any(achieved)):
            return False
        if bet and achieved[bet - 1] >= s.bet_cards[bet - 1]:
            return False
    return True


def only_counted_cards_are_in_the_hand(s: State) -> bool:
    return (s.hand > 0) == (s.phase == Phase.CHOOSE) and (s.target > 0) == (
        s.phase in (Phase.BETTING, Phase.GRAB, Phase.CHOOSE)
    )


def there_is_a_card_to_flip(s: State) -> bool:
    """A deck that runs out is laid out anew before the next flip."""
    return s.phase != Phase.FLIP or s.deck > 0


INVARIANTS = (
    cards_add_up,
    kinds_add_up,
    face_up_cards_lie_in_their_piles,
    piles_stay_small,
    the_challenger_is_in_the_dark,
    bets_are_somebodys,
    only_counted_cards_are_in_the_hand,
    there_is_a_card_to_flip,
)
