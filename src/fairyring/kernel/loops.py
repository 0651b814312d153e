"""The generic loops of the compiled host, as source: they are appended to every game's compiled module.

Read it as ordinary code in which the game's own functions (`setup`, `pending`, `act` …) are globals,
next to `redact_record`, which is made from the schema, and `play_bot`, made from the room's bots.
This file is never imported; `kernel.source` puts it together with the rules.
"""


# mypy: ignore-errors

import numpy as np
from numba import njit

GAMMA = np.uint64(0x9E3779B97F4A7C15)
M1 = np.uint64(0xBF58476D1CE4E5B9)
M2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
ONE = np.uint64(1)
LOW = np.uint64(0xFFFFFFFF)
WIN = 2520  # a win is this many shares, so that any shared win of 2 to 10 splits into whole shares


@njit(**FAST)
def mix(z):
    z = (z ^ (z >> S30)) * M1
    z = (z ^ (z >> S27)) * M2
    return z ^ (z >> S31)


@njit(**FAST)
def stream_state(seed, game, who):
    z = mix(seed + GAMMA)
    z = mix(z + (game + ONE) * GAMMA)
    return mix(z + (who + ONE) * GAMMA)


@njit(**FAST)
def draw_below(streams, i, n):
    """The same numbers as core.rng.Stream.below."""
    wide = np.uint64(n)
    streams[i] += GAMMA
    product = (mix(streams[i]) >> S32) * wide
    if product & LOW < wide:
        threshold = ((LOW - wide) + ONE) % wide
        while product & LOW < threshold:
            streams[i] += GAMMA
            product = (mix(streams[i]) >> S32) * wide
    return np.int64(product >> S32)


@njit(**FAST)
def below(rng, n):
    return draw_below(rng, 0, n)


@njit(**FAST)
def first_seat(mask):
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


@njit(**FAST)
def choose(box, i, seat, bot, streams):
    """A seat's decision: bot 0 picks any legal action, the others see a redacted copy of the state."""
    if bot == 0:
        s = box[i]
        return legal_nth(s, seat, draw_below(streams, 1 + seat, legal_count(s, seat)))
    box[i + 1] = box[i]
    redact_record(box[i + 1], seat)
    return play_bot(box[i + 1], seat, bot, streams[1 + seat : 2 + seat])


@njit(**FAST)
def seed_streams(streams, seed, game):
    for who in range(streams.shape[0]):
        streams[who] = stream_state(seed, np.uint64(game), np.uint64(who))


@njit(**KERNEL)
def play_games(box, first, count, seed, bots, streams, kind_of, totals, by_seat, by_reason, by_kind, finals):
    """Play games number first … first+count-1 and add up what came of them.

    `box` is scratch: [0] the state before the first move, [1] the game being played, [2] a bot's redacted copy.
    totals: [0] decisions, [1:] tallies. by_seat: [0] scores, [1] shares of wins, [2] squares of scores.
    `finals` keeps the final states if it has room for them.
    """
    decisions = 0
    for game in range(first, first + count):
        seed_streams(streams, seed, game)
        box[1] = box[0]
        s = box[1]
        while True:
            who = pending(s)
            if who == OVER_:
                break
            if who == NATURE_:
                act(s, who, chance_nth(s, draw_below(streams, 0, chance_count(s))))
            else:
                seat = first_seat(who)
                action = choose(box, 1, seat, bots[seat], streams)
                by_kind[kind_of[action]] += 1
                decisions += 1
                act(s, seat, action)
        winners = 0
        sharing = 0
        best = standing(s, 0)
        for seat in range(s.players):
            points = score(s, seat)
            by_seat[0, seat] += points
            by_seat[2, seat] += points * points
            stands = standing(s, seat)
            if stands > best:
                best = stands
                winners = 0
                sharing = 0
            if stands == best:
                winners |= 1 << seat
                sharing += 1
        for seat in range(s.players):
            if winners >> seat & 1:
                by_seat[1, seat] += WIN // sharing
        for k in range(totals.shape[0] - 1):
            totals[1 + k] += tally(s, k)
        by_reason[reason(s)] += 1
        if finals.shape[0] > game - first:
            finals[game - first] = box[1]
    totals[0] += decisions


@njit(**KERNEL)
def trace_game(box, game, seed, bots, streams, steps, log):
    """Play one game; keep the state before every decision in `steps` and, in `log`, what was pending, who decided and what.

    log: [0] pending, [1] seat, [2] action, [3] how many were legal, [4] a checksum of the legal list,
    [5] how many ids `check` (or `weight`) allows. Returns the number of decisions.
    """
    seed_streams(streams, seed, game)
    box[1] = box[0]
    s = box[1]
    n = 0
    while pending(s) != OVER_ and n < log.shape[0]:
        steps[n] = box[1]
        who = pending(s)
        log[n, 0] = who
        if who == NATURE_:
            seat = NATURE_
            log[n, 3] = chance_count(s)
            for outcome in range(OUTCOMES_):
                log[n, 4] = (log[n, 4] * 31 + weight(s, outcome)) % 1000003
                if weight(s, outcome) > 0:
                    log[n, 5] += 1
            action = chance_nth(s, draw_below(streams, 0, chance_count(s)))
        else:
            seat = first_seat(who)
            log[n, 3] = legal_count(s, seat)
            for k in range(log[n, 3]):
                log[n, 4] = (log[n, 4] * 31 + legal_nth(s, seat, k)) % 1000003
            for action in range(ACTIONS_):
                if check(s, seat, action) == 0:
                    log[n, 5] += 1
            action = choose(box, 1, seat, bots[seat], streams)
        log[n, 1] = seat
        log[n, 2] = action
        act(s, seat, action)
        n += 1
    steps[n] = box[1]
    return n


@njit(**KERNEL)
def prepare(box):
    """Lay out the table: box[0] has its constants, everything else is blank."""
    setup(box[0])


@njit(**KERNEL)
def imagine_record(box, seat, rng):
    """Redact box[0] for the seat into box[1], and imagine a world from that into box[2]."""
    box[1] = box[0]
    redact_record(box[1], seat)
    box[2] = box[1]
    imagine(box[2], seat, rng)
