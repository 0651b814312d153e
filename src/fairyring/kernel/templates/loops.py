"""The generic loops of the compiled host, as source: they are appended to every game's compiled module.

Read it as ordinary code in which the game's own functions (`setup`, `pending`, `act` …) are globals,
next to `redact_record`, which is made from the schema, `play_bot`, made from the room's bots, and the streams of chance.py.
This file is never imported; `kernel.source` puts it together with the rules.
"""


# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(**HOT)
def choose(box, i, seat, bot, streams):
    """A seat's decision: bot 0 picks any legal action, the others see a redacted copy of the state."""
    if bot == 0:
        s = box[i]
        return legal_nth(s, seat, draw_below(streams, 1 + seat, legal_count(s, seat)))
    box[i + 1] = box[i]
    redact_record(box[i + 1], seat)
    return play_bot(box[i + 1], seat, bot, streams[1 + seat : 2 + seat])


@njit(**HOT)
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
                seat = NATURE_
                action = chance_nth(s, draw_below(streams, 0, chance_count(s)))
            else:
                seat = first_seat(who)
                action = choose(box, 1, seat, bots[seat], streams)
                by_kind[kind_of[action]] += 1
                decisions += 1
            act(s, seat, action)  # in one place only: it is large, and compiled anew wherever it stands
        winners = find_winners(s)
        for seat in range(s.players):
            points = score(s, seat)
            by_seat[0, seat] += points
            by_seat[1, seat] += split_win(winners, seat)
            by_seat[2, seat] += points * points
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
