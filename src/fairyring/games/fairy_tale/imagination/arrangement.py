"""From the places that were imagined back to a table: hands, memories, discards, deck."""

from fairyring.core.game.contract import below
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.effects import candidates, count_candidates, effect_seat, first_kind
from fairyring.games.fairy_tale.memory import origin_of, place_of
from fairyring.games.fairy_tale.schema import GROUP, GROUPS, KINDS, PLACES, Effect, Phase, State


def draw(s: State, size: int, rng: Stream) -> int:
    """A card out of the pool, which has this size and lies in the deck."""
    k = below(rng, size)
    kind = 0
    while k >= s.deck[kind]:
        k -= s.deck[kind]
        kind += 1
    s.deck[kind] -= 1
    return kind + 1


def draw_from_pool(s: State, seat: int, rng: Stream) -> None:
    """The places that nothing is known of: first those that played cards came from, then any card of the pool."""
    size = 0
    for kind in range(s.kinds):
        s.deck[kind] -= s.extra[kind]
        size += s.deck[kind]
    for turn in range(s.round if s.phase <= Phase.DEAL else s.round + 1):
        for origin in range(s.players):
            for time in range(s.hand_size):
                place = place_of(turn, origin, time)
                if not s.world[place]:
                    s.world[place] = draw(s, size, rng)
                    size -= 1
    if s.phase == Phase.DEAL:
        for other in range(s.players):
            if other != seat:
                for _i in range(s.hand_size if other < s.receiver else s.held if other == s.receiver else 0):
                    put_in_hand(s, other, draw(s, size, rng))
                    size -= 1


def fill_table(s: State, seat: int, rng: Stream) -> None:
    """Lay out what the imagined places mean."""
    for group in range(GROUPS):
        for kind in range(group * GROUP, group * GROUP + GROUP):
            s.deck_groups[group] += s.deck[kind]
    if s.phase == Phase.DEALER:
        return
    finished = s.round + 1 if s.phase == Phase.DONE else s.round
    for turn in range(finished):
        fill_discards(s, turn)
    for other in range(s.players):
        if other != seat:
            for turn in range(finished):
                fill_memory(s, other, turn, s.hand_size)
            if s.phase > Phase.DEAL and s.phase != Phase.DONE:
                fill_memory(s, other, s.round, s.pick)
                fill_hand(s, other)
            fill_commit(s, other, rng)


def put_in_hand(s: State, seat: int, card: int) -> None:
    """Add a card to an ascending hand."""
    i = 0
    while s.hand[seat][i]:
        i += 1
    while i > 0 and s.hand[seat][i - 1] > card:
        s.hand[seat][i] = s.hand[seat][i - 1]
        i -= 1
    s.hand[seat][i] = card


def keep(s: State, seat: int, card: int) -> None:
    """Add a card to the ascending row of drafted ones."""
    i = 0
    while s.kept[seat][i]:
        i += 1
    while i > 0 and s.kept[seat][i - 1] > card:
        s.kept[seat][i] = s.kept[seat][i - 1]
        i -= 1
    s.kept[seat][i] = card


def fill_hand(s: State, other: int) -> None:
    """R7, R9: while drafting, the hand and the cards kept; then the cards drafted and not yet played."""
    if s.phase == Phase.DRAFT:
        for time in range(s.pick):
            keep(s, other, s.world[place_of(s.round, origin_of(s, s.round, other, time), time)])
        for time in range(s.pick, s.hand_size):
            put_in_hand(s, other, s.world[place_of(s.round, origin_of(s, s.round, other, s.pick), time)])
        return
    gone = 0
    for time in range(s.hand_size):
        card = s.world[place_of(s.round, origin_of(s, s.round, other, time), time)]
        played = 0
        for step in range(s.round * s.plays, s.step):
            if not played and not gone >> step & 1 and s.played[other][step] == card:
                gone |= 1 << step
                played = 1
        if not played:
            put_in_hand(s, other, card)


def fill_discards(s: State, turn: int) -> None:
    """R10: all cards of the round that were not played."""
    for origin in range(s.players):
        for time in range(s.hand_size):
            s.discards[s.world[place_of(turn, origin, time)] - 1] += 1
    for seat in range(s.players):
        for step in range(turn * s.plays, turn * s.plays + s.plays):
            s.discards[s.played[seat][step] - 1] -= 1


def fill_memory(s: State, other: int, turn: int, taken_so_far: int) -> None:
    """R24: what this seat saw of each hand: from its first look on, ascending between its own cards."""
    for time in range(min(s.players, taken_so_far + 1, s.hand_size)):
        first = place_of(turn, origin_of(s, turn, other, time), 0)
        look = time
        for at in range(time, s.hand_size):
            if at == look + s.players and at <= taken_so_far:
                look = at
            card = s.world[first + at]
            own = 1 if at == look and at < taken_so_far else 0
            lowest = at if own else look + 1 if look < taken_so_far else look
            i = at
            while i > lowest and s.memory[other][first + i - 1] > card:
                s.memory[other][first + i] = s.memory[other][first + i - 1]
                i -= 1
            s.memory[other][first + i] = card


def fill_commit(s: State, other: int, rng: Stream) -> None:
    """R7, R9, R17: what a seat has chosen in secret: any card it could choose."""
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


def blank_notes(s: State) -> None:
    """Leave nothing behind that is not on the table."""
    for place in range(PLACES):
        s.world[place] = 0
    for kind in range(KINDS):
        s.bound[kind] = 0
        s.free[kind] = 0
        s.extra[kind] = 0
        s.odds[kind] = 0
    for turn in range((s.step + s.plays - 1) // s.plays):
        s.fixed[turn] = 0
        s.sources[turn] = 0
        for seat in range(s.players):
            s.alike[seat][turn] = 0
        if s.players > 2:
            for i in range(len(s.ways[turn])):
                s.ways[turn][i] = 0
