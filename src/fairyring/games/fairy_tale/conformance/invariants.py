"""Invariants of Fairy Tale: predicates that hold in every reachable state."""

from collections import Counter

from fairyring.games.fairy_tale.schema import GROUP, PLACES, Phase, State


def cards_add_up(s: State) -> bool:
    """Every card is in the deck, in a hand, kept, on the table or discarded, and none is there twice."""
    where: Counter[int] = Counter()
    for kind in range(s.kinds):
        where[kind] += (
            s.deck[kind] + s.discards[kind] + sum(s.open[seat][kind] + s.closed[seat][kind] for seat in range(s.players))
        )
    for seat in range(s.players):
        where.update(card - 1 for row in (s.hand[seat], s.kept[seat]) for card in row if card)
    return all(where[kind] == s.copies[kind] for kind in range(s.kinds))


def sums_are_kept(s: State) -> bool:
    """What is counted twice is counted the same."""
    groups = [sum(s.deck[group * GROUP : (group + 1) * GROUP]) for group in range(len(s.deck_groups))]
    return groups == list(s.deck_groups) and sum(groups) == s.left


def everybody_has_as_many(s: State) -> bool:
    """All hands have the same size outside the deal, all seats have played equally, and hands are ascending."""
    for seat in range(s.players):
        hand, kept = ([card for card in row if card] for row in (s.hand[seat], s.kept[seat]))
        if hand != sorted(hand) or kept != sorted(kept) or hand != list(s.hand[seat][: len(hand)]):
            return False
        if s.phase > Phase.DEAL and (len(hand) != s.held or len(kept) != (s.pick if s.phase == Phase.DRAFT else 0)):
            return False
        if sum(s.open[seat]) + s.down[seat] != s.step or s.down[seat] != sum(s.closed[seat]):
            return False
    return True


def the_table_is_what_was_played(s: State) -> bool:
    """Open and closed cards of a seat are the cards it has turned up."""
    for seat in range(s.players):
        played = Counter(card - 1 for card in s.played[seat] if card)
        if any(played[kind] != s.open[seat][kind] + s.closed[seat][kind] for kind in range(s.kinds)):
            return False
        for kinds, counted in ((s.category, s.in_category[seat]), (s.typology, s.in_typology[seat])):
            for number, count in enumerate(counted):
                if count != sum(s.open[seat][kind] for kind in range(s.kinds) if kinds[kind] == number):
                    return False
    return True


def commits_are_in_hand(s: State) -> bool:
    """A card chosen to draft or play is in the hand; who still has to choose has not chosen."""
    for seat in range(s.players):
        if s.waiting >> seat & 1 and s.commit[seat]:
            return False
        if s.phase == Phase.DRAFT and s.commit[seat] and s.commit[seat] not in s.hand[seat]:
            return False
    return True


def memories_are_of_real_cards(s: State) -> bool:
    """No seat remembers more cards of a kind than there are, and the hand it drafts from is what it remembers last."""
    for seat in range(s.players):
        seen = Counter(card - 1 for card in s.memory[seat] if card)
        if any(count > s.copies[kind] for kind, count in seen.items()):
            return False
        if s.phase == Phase.DRAFT and not Counter(card for card in s.hand[seat] if card) <= Counter(s.memory[seat]):
            return False
    return s.phase in (Phase.DEAL, Phase.DONE) or not any(s.card_at[place] for place in range(PLACES))


INVARIANTS = (
    cards_add_up,
    sums_are_kept,
    everybody_has_as_many,
    the_table_is_what_was_played,
    commits_are_in_hand,
    memories_are_of_real_cards,
)
