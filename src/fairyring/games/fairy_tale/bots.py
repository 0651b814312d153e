"""Bots of Fairy Tale. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.fields.bits import count_bits, equal_entries, nth_bit, occupied
from fairyring.core.game.contract import below
from fairyring.core.game.helpers import BOLD, CAREFUL, replaces_tie, temperament
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.rules import kind_of, legal_count, legal_nth
from fairyring.games.fairy_tale.schema import ANY, CATEGORIES, CLOSE_NEW, Effect, Phase, State
from fairyring.games.fairy_tale.scoring import card_points, points

SCALE = 8  # values are in eighths of a point
RANDOM_ONE_IN = 4  # `easy` chooses at random once in so many decisions
FULL_CONDITION = 4  # condition_value: steps from “nothing missing” to “not worth anything”
EFFECT_VALUE = 3  # points: a card opened, or a card of one's own closed
COMPANION_VALUE = 4  # points: a kind that a card of the seat needs
TASTE = 6  # eighths of a point by which a temperament prefers one of two sorts of card
# Without cards of conditions (R35) the values above are mostly whole points, so that many cards tie and any taste decides.
# There, cards that depend on others are worth half a point more than they seem, and a taste is smaller than that.
UNDERRATED = 4  # eighths of a point
SMALL_TASTE = 2  # eighths of a point
TREE_DEPTH = 4  # decisions


def own_cards(s: State, seat: int, kind: int) -> int:
    """Count the cards of a kind that the seat has open, drafted, or in its hand after the draft."""
    count = s.open[seat][kind] + count_bits(equal_entries(s.kept[seat], kind + 1))
    if s.phase != Phase.DRAFT:
        count += count_bits(equal_entries(s.hand[seat], kind + 1))
    return count


def kinds_counting(s: State, kind: int) -> int:
    """Return a bit for each other kind whose points count the cards of this kind (R31)."""
    return equal_entries(s.per, kind) & occupied(s.times) & ~(1 << kind)


def kinds_needing(s: State, kind: int) -> int:
    """Return a bit for each kind that asks for a card of this kind (R28)."""
    return equal_entries(s.own_one, kind + 1) | equal_entries(s.own_two, kind + 1)


def rounds_left(s: State) -> int:
    """Return the rounds that are left, this one included."""
    return s.rounds - s.round


def condition_value(s: State, seat: int, kind: int) -> int:
    """Return the value of a card with a condition: in full if it holds, less for each step that is missing."""
    missing = 0
    if s.own_one[kind] and not own_cards(s, seat, s.own_one[kind] - 1):
        missing += 2
    if s.own_two[kind] and not own_cards(s, seat, s.own_two[kind] - 1):
        missing += 1
    for category in range(CATEGORIES):
        missing += max(0, s.at_least[kind][category] - s.in_category[seat][category]) // 2
    for other in range(s.players):
        if s.most_category[kind]:
            category = s.most_category[kind] - 1
            missing += 1 if s.in_category[other][category] > s.in_category[seat][category] else 0
        if s.most_typology[kind]:
            typology = s.most_typology[kind] - 1
            missing += 1 if s.in_typology[other][typology] > s.in_typology[seat][typology] else 0
    return s.value[kind] * SCALE * max(0, FULL_CONDITION - missing) // FULL_CONDITION


def card_value(s: State, seat: int, kind: int) -> int:
    """Estimate the value of one more card of a kind: its points, what it adds to others, and what later cards add to it."""
    rounds = rounds_left(s)
    if s.times[kind]:
        needed = s.per[kind]
        gain = s.times[kind] * SCALE * own_cards(s, seat, needed) + s.times[kind] * rounds * 2
        if needed == kind:
            gain += SCALE * (own_cards(s, seat, kind) + 1)
    else:
        gain = condition_value(s, seat, kind)
    counting = kinds_counting(s, kind)
    gain += rounds * 2 * count_bits(counting)
    while counting:
        other = nth_bit(counting, 0)
        gain += SCALE * s.times[other] * own_cards(s, seat, other)
        counting &= counting - 1
    needing = kinds_needing(s, kind)
    while needing:
        gain += SCALE * COMPANION_VALUE * own_cards(s, seat, nth_bit(needing, 0))
        needing &= needing - 1
    return gain + effect_value(s, seat, kind)


def count_card(s: State, seat: int, kind: int, change: int) -> None:
    """Add `change` open cards of a kind, to compare points with and without one; the caller takes the change back."""
    s.open[seat][kind] += change
    s.in_category[seat][s.category[kind]] += change
    s.in_typology[seat][s.typology[kind]] += change


def points_at_stake(s: State, seat: int, kind: int, change: int) -> int:
    """Return by how many points the seat's open cards differ with one card of the kind more (1) or less (-1)."""
    before = points(s, seat)
    count_card(s, seat, kind, change)
    difference = (points(s, seat) - before) * change
    count_card(s, seat, kind, -change)
    return difference


def prospects(s: State, seat: int, kind: int) -> int:
    """Estimate what cards still to come add to a card that lies on the table: those in the hand, and those of later rounds."""
    if s.step == s.rounds * s.plays:
        return 0
    rounds = rounds_left(s) - 1
    gain = 0
    if s.times[kind]:
        gain += s.times[kind] * rounds * 2
        gain += SCALE * s.times[kind] * (own_cards(s, seat, s.per[kind]) - s.open[seat][s.per[kind]])
    elif s.conditional[kind] and not card_points(s, seat, kind):
        gain += condition_value(s, seat, kind) // 2
    counting = kinds_counting(s, kind)
    while counting:
        other = nth_bit(counting, 0)
        gain += SCALE * s.times[other] * (own_cards(s, seat, other) - s.open[seat][other])
        counting &= counting - 1
    needing = kinds_needing(s, kind)
    while needing:
        other = nth_bit(needing, 0)
        gain += SCALE * COMPANION_VALUE * (own_cards(s, seat, other) - s.open[seat][other])
        needing &= needing - 1
    return gain


def closing_cost(s: State, seat: int, kind: int) -> int:
    """R16: estimate the loss by a card that closes a card of its player: itself, if no other one of the category lies open."""
    others = s.step - s.down[seat] if s.target[kind] == ANY else s.in_category[seat][s.target[kind]]
    return SCALE * (EFFECT_VALUE if others or s.phase == Phase.DRAFT else s.value[kind])


def effect_value(s: State, seat: int, kind: int) -> int:
    """Estimate the value of a card's effect: opening gains, closing an own card costs."""
    if s.effect[kind] == Effect.OPEN_SELF:
        return SCALE * EFFECT_VALUE * min(s.amount[kind], s.down[seat])
    if s.effect[kind] == Effect.CLOSE_SELF:
        return -closing_cost(s, seat, kind)
    if s.effect[kind] == Effect.CLOSE_ALL:
        hit = s.step - s.down[seat] if s.target[kind] == ANY else s.in_category[seat][s.target[kind]]
        return SCALE * (EFFECT_VALUE if hit == 0 else -1)
    return SCALE if s.effect[kind] == Effect.HUNT else 0


def close_new_bonus(s: State, seat: int) -> int:
    """R21: prefer to close the copy just played if a later CLOSE on all can take other cards of the category."""
    kind = s.revealed[seat] - 1
    return 1 if s.in_category[seat][s.category[kind]] > s.open[seat][kind] else -1


def has_conditions(s: State) -> int:
    """Return 1 if the deck has cards with a condition; the simplified one has none (R35)."""
    for kind in range(s.kinds):
        if s.conditional[kind] and s.copies[kind]:
            return 1
    return 0


def taste(s: State, seat: int, kind: int) -> int:
    """Return the bonus by temperament: BOLD seats like cards that depend on others, CAREFUL ones cards that pay for sure."""
    depends = 1 if s.times[kind] or s.conditional[kind] else 0
    size = TASTE
    bonus = 0
    if not has_conditions(s):
        size = SMALL_TASTE
        bonus = UNDERRATED * depends
    temper = temperament(seat)
    if temper == BOLD:
        bonus += size * depends
    if temper == CAREFUL:
        bonus += size * (1 - depends)
    return bonus


def action_value(s: State, seat: int, action: int) -> int:
    """Estimate the value of an action: cards to take or to play by `card_value`, cards that lie there by what they bring."""
    kind = kind_of(s, action)
    if s.phase == Phase.CLOSE:
        bonus = close_new_bonus(s, seat) if CLOSE_NEW.has(action) else 0
        return bonus - SCALE * points_at_stake(s, seat, kind, -1) - prospects(s, seat, kind)
    if s.phase == Phase.OPEN:
        return SCALE * points_at_stake(s, seat, kind, 1) + prospects(s, seat, kind)
    return card_value(s, seat, kind) + taste(s, seat, kind)


def normal(s: State, seat: int, rng: Stream) -> int:
    """Draft, play and open the card of the highest value, close the one that is missed least; ties at random."""
    best = 0
    most = 0
    ties = 0
    for k in range(legal_count(s, seat)):
        action = legal_nth(s, seat, k)
        gain = action_value(s, seat, action)
        if ties == 0 or gain > most:
            most = gain
            ties = 1
            best = action
        elif gain == most:
            ties += 1
            if replaces_tie(rng, ties):
                best = action
    return best


def immediate_value(s: State, seat: int, kind: int) -> int:
    """Estimate the points that a card would add now, without effects and later cards."""
    if s.times[kind]:
        gain = s.times[kind] * (1 + own_cards(s, seat, s.per[kind]))
    else:
        gain = condition_value(s, seat, kind) // SCALE
    counting = kinds_counting(s, kind)
    while counting:
        other = nth_bit(counting, 0)
        gain += s.times[other] * s.open[seat][other]
        counting &= counting - 1
    return gain


def points_now(s: State, seat: int, kind: int) -> int:
    """Return the points that choosing a card gains at once; those that closing it loses, below zero."""
    return -points_at_stake(s, seat, kind, -1) if s.phase == Phase.CLOSE else immediate_value(s, seat, kind)


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner: takes the card with the most points now, ignores effects and later cards, sometimes chooses at random."""
    count = legal_count(s, seat)
    if below(rng, RANDOM_ONE_IN) == 0:
        return legal_nth(s, seat, below(rng, count))
    best = legal_nth(s, seat, 0)
    for k in range(1, count):
        action = legal_nth(s, seat, k)
        if points_now(s, seat, kind_of(s, action)) > points_now(s, seat, kind_of(s, best)):
            best = action
    return best


# For the search ---------------------------------------------------------------------------------


def sample_commits(s: State, seat: int, rng: Stream) -> None:
    """Resample the secret choices of the other seats by the policy `normal`."""
    if s.phase == Phase.DRAFT or s.phase == Phase.PLAY:
        for other in range(s.players):
            if other != seat and not s.waiting >> other & 1:
                s.waiting |= 1 << other
                s.commit[other] = 1 + kind_of(s, normal(s, other, rng))
                s.waiting &= ~(1 << other)


def tree_depth(s: State) -> int:
    """Return the depth of the search tree: 0 with more than two seats, where positions hardly ever repeat."""
    return TREE_DEPTH if s.players == 2 else 0
