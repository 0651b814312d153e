"""From a card in every place to a state: draws from the pool, and fills hands, memories, discards and the deck."""

from fairyring.core.game.contract import below
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.drafting import insert_in_hand, insert_kept
from fairyring.games.fairy_tale.effects import candidates, count_candidates, effect_seat, first_kind
from fairyring.games.fairy_tale.memory import chance_is_pending, origin_of, place_of
from fairyring.games.fairy_tale.schema import GROUP, GROUPS, KINDS, PLACES, Effect, Phase, State


def draw_card(s: State, size: int, rng: Stream) -> int:
    """Draw a card from the pool, which has this size and is in `deck`."""
    k = below(rng, size)
    kind = 0
    while k >= s.deck[kind]:
        k -= s.deck[kind]
        kind += 1
    s.deck[kind] -= 1
    return kind + 1


def draw_from_pool(s: State, seat: int, rng: Stream) -> None:
    """Fill all places that are still empty from the pool, without the cards that plays took from it (`drawn`)."""
    size = 0
    for kind in range(s.kinds):
        s.deck[kind] -= s.drawn[kind]
        size += s.deck[kind]
    for round_ in range(s.round if chance_is_pending(s) else s.round + 1):
        for origin in range(s.players):
            for time in range(s.hand_size):
                place = place_of(round_, origin, time)
                if not s.card_at[place]:
                    s.card_at[place] = draw_card(s, size, rng)
                    size -= 1
    if s.phase == Phase.DEAL:
        for other in range(s.players):
            if other != seat:
                for _i in range(s.hand_size if other < s.receiver else s.held if other == s.receiver else 0):
                    insert_in_hand(s, other, draw_card(s, size, rng))
                    size -= 1


def fill_table(s: State, seat: int, rng: Stream) -> None:
    """Fill deck sums, discards, and what the other seats hold, remember and have chosen."""
    for group in range(GROUPS):
        for kind in range(group * GROUP, group * GROUP + GROUP):
            s.deck_groups[group] += s.deck[kind]
    if s.phase == Phase.DEALER:
        return
    finished = s.round + 1 if s.phase == Phase.DONE else s.round
    for round_ in range(finished):
        fill_discards(s, round_)
    for other in range(s.players):
        if other != seat:
            for round_ in range(finished):
                fill_memory(s, other, round_, s.hand_size)
            if s.phase != Phase.DEAL and s.phase != Phase.DONE:
                fill_memory(s, other, s.round, s.pick)
                fill_hand(s, other)
            fill_commit(s, other, rng)


def fill_hand(s: State, other: int) -> None:
    """R7, R9: while drafting, the hand and the cards kept; then the cards drafted and not yet played."""
    if s.phase == Phase.DRAFT:
        for time in range(s.pick):
            insert_kept(s, other, time, s.card_at[place_of(s.round, origin_of(s, s.round, other, time), time)])
        for time in range(s.pick, s.hand_size):
            origin = origin_of(s, s.round, other, s.pick)
            insert_in_hand(s, other, s.card_at[place_of(s.round, origin, time)])
        return
    matched = 0  # steps of this round whose card has been found among those drafted, as bits
    for time in range(s.hand_size):
        card = s.card_at[place_of(s.round, origin_of(s, s.round, other, time), time)]
        played = 0
        for step in range(s.round * s.plays, s.step):
            if not played and not matched >> step & 1 and s.played[other][step] == card:
                matched |= 1 << step
                played = 1
        if not played:
            insert_in_hand(s, other, card)


def fill_discards(s: State, round_: int) -> None:
    """R10: all cards of the round that were not played."""
    for origin in range(s.players):
        for time in range(s.hand_size):
            s.discards[s.card_at[place_of(round_, origin, time)] - 1] += 1
    for seat in range(s.players):
        for step in range(round_ * s.plays, round_ * s.plays + s.plays):
            s.discards[s.played[seat][step] - 1] -= 1


def fill_memory(s: State, other: int, round_: int, drafted: int) -> None:
    """R24: what this seat saw of each hand: from its first look on, ascending between its own cards."""
    for time in range(min(s.players, drafted + 1, s.hand_size)):
        first = place_of(round_, origin_of(s, round_, other, time), 0)
        look = time
        for at in range(time, s.hand_size):
            if at == look + s.players and at <= drafted:
                look = at
            card = s.card_at[first + at]
            own = 1 if at == look and at < drafted else 0
            lowest = at if own else look + 1 if look < drafted else look
            i = at
            while i > lowest and s.memory[other][first + i - 1] > card:
                s.memory[other][first + i] = s.memory[other][first + i - 1]
                i -= 1
            s.memory[other][first + i] = card


def fill_commit(s: State, other: int, rng: Stream) -> None:
    """R7, R9, R17: the secret choice of a seat: any card it could choose."""
    if s.waiting >> other & 1:
        return
    if s.phase == Phase.DRAFT or s.phase == Phase.PLAY:
        s.commit[other] = s.hand[other][below(rng, s.held)]
    elif s.phase == Phase.CLOSE and s.effect[s.revealed[effect_seat(s)] - 1] == Effect.CLOSE_ALL:
        choices = count_candidates(s, other)
        if choices:
            k = below(rng, choices)
            kind = first_kind(s)
            while k >= candidates(s, other, kind):
                k -= candidates(s, other, kind)
                kind += 1
            s.commit[other] = kind + 1


def blank_scratch(s: State) -> None:
    """Blank the scratch fields that were used."""
    for place in range(PLACES):
        s.card_at[place] = 0
    for kind in range(KINDS):
        s.forced[kind] = 0
        s.optional[kind] = 0
        s.drawn[kind] = 0
        s.pool_weight[kind] = 0
    for round_ in range((s.step + s.plays - 1) // s.plays):
        s.settled[round_] = 0
        s.sources[round_] = 0
        for seat in range(s.players):
            s.matches[seat][round_] = 0
        if s.players > 2:
            for i in range(len(s.suffix_weights[round_])):
                s.suffix_weights[round_][i] = 0
