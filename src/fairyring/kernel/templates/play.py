"""Whole games between policies: batches, and traces for comparison with the interpreter."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.contract import NATURE, OVER, below
from fairyring.kernel.game_functions import PlayFunctions
from fairyring.kernel.primitives import copy_redacted, copy_state, lowest_bit, start_stream
from fairyring.kernel.templates.outcome import find_winners, split_win

CHECKSUM_MODULUS = 1_000_003
LOG_COLUMNS = 6  # of `trace_game`


def choose_at_random(g: PlayFunctions, box: Any, seat: int, _bot: int, streams: Any) -> int:
    """Return any legal action of a seat in box[1]."""
    s = box[1]
    return g.legal_nth(s, seat, below(streams[1 + seat], g.legal_count(s, seat)))


def choose(g: PlayFunctions, box: Any, seat: int, bot: int, streams: Any) -> int:
    """Return a seat's decision in box[1]: bot 0 takes any legal action, policies get a redacted copy of the state."""
    if bot == 0:
        return choose_at_random(g, box, seat, bot, streams)
    copy_redacted(box, 2, box, 1, seat)
    return g.policies[bot - 1](box[2], seat, streams[1 + seat])


def start_streams(streams: Any, players: int, seed: int, game: int) -> None:
    """Set the streams of nature and of all seats to their beginnings."""
    for purpose in range(1 + players):
        start_stream(streams, purpose, seed, game, purpose)


def play_game(g: PlayFunctions, box: Any, decide: Any, bots: Any, streams: Any, by_kind: Any) -> int:
    """Play the game in box[1] to its end; `decide` is `choose`, or `choose_at_random`. Return the number of decisions."""
    s = box[1]
    decisions = 0
    while True:
        waiting = g.pending(s)
        if waiting == OVER:
            return decisions
        if waiting == NATURE:
            g.act(s, NATURE, g.chance_nth(s, below(streams[0], g.chance_count(s))))
        else:
            seat = lowest_bit(waiting)
            action = decide(g, box, seat, bots[seat], streams)
            by_kind[g.kind_of[action]] += 1
            decisions += 1
            g.act(s, seat, action)


def play_games(
    g: PlayFunctions,
    box: Any,
    first: int,
    count: int,
    seed: int,
    bots: Any,
    streams: Any,
    totals: Any,
    by_seat: Any,
    by_reason: Any,
    by_kind: Any,
    finals: Any,
    kept: int,
) -> None:
    """Play games number first … first+count-1 and add up their results.

    box: [0] the state before the first move, [1] the game being played, [2] a bot's redacted copy.
    totals: decisions, then tallies. by_seat: scores of all seats, then shares of wins, then squares of scores.
    `finals` receives the final states of the first `kept` games.
    """
    players = box[0].players
    decisions = 0
    policies = 0
    for player in range(players):
        policies += bots[player] != 0
    for game in range(first, first + count):
        start_streams(streams, players, seed, game)
        copy_state(box, 1, box, 0)
        if policies:
            decisions += play_game(g, box, choose, bots, streams, by_kind)
        else:  # a loop of its own: policies in it, even if they are never called, take registers from it
            decisions += play_game(g, box, choose_at_random, bots, streams, by_kind)
        s = box[1]
        winners = find_winners(g, s)
        for player in range(players):
            points = g.score(s, player)
            by_seat[player] += points
            by_seat[players + player] += split_win(winners, player)
            by_seat[2 * players + player] += points * points
        for k in range(len(totals) - 1):
            totals[1 + k] += g.tally(s, k)
        by_reason[g.reason(s)] += 1
        if game - first < kept:
            copy_state(finals, game - first, box, 1)
    totals[0] += decisions


def trace_game(g: PlayFunctions, box: Any, game: int, seed: int, bots: Any, streams: Any, steps: Any, log: Any) -> int:
    """Play one game; store the state before every decision in `steps`, and the decision in `log`. Return their number.

    log, for each decision: pending, seat, action, number of legal actions, checksum of the legal list, number of ids that
    `check` (or `weight`) allows.
    """
    start_streams(streams, box[0].players, seed, game)
    copy_state(box, 1, box, 0)
    s = box[1]
    n = 0
    while n < len(log) // LOG_COLUMNS:
        copy_state(steps, n, box, 1)
        waiting = g.pending(s)
        if waiting == OVER:
            break
        checksum = 0
        allowed = 0
        if waiting == NATURE:
            seat = NATURE
            count = g.chance_count(s)
            for outcome in range(g.outcomes):
                weight = g.weight(s, outcome)
                checksum = (checksum * 31 + weight) % CHECKSUM_MODULUS
                if weight > 0:
                    allowed += 1
            action = g.chance_nth(s, below(streams[0], count))
        else:
            seat = lowest_bit(waiting)
            count = g.legal_count(s, seat)
            for k in range(count):
                checksum = (checksum * 31 + g.legal_nth(s, seat, k)) % CHECKSUM_MODULUS
            for candidate in range(g.actions):
                if g.check(s, seat, candidate) == 0:
                    allowed += 1
            action = choose(g, box, seat, bots[seat], streams)
        log[LOG_COLUMNS * n] = waiting
        log[LOG_COLUMNS * n + 1] = seat
        log[LOG_COLUMNS * n + 2] = action
        log[LOG_COLUMNS * n + 3] = count
        log[LOG_COLUMNS * n + 4] = checksum
        log[LOG_COLUMNS * n + 5] = allowed
        g.act(s, seat, action)
        n += 1
    copy_state(steps, n, box, 1)
    return n


def prepare(g: PlayFunctions, box: Any) -> None:
    """Set up the initial state: box[0] has its constants, everything else is blank."""
    g.setup(box[0])


def imagine_worlds(g: PlayFunctions, worlds: Any, count: int, seat: int, streams: Any) -> None:
    """Imagine `count` worlds from worlds[0], which is redacted for the seat, into worlds[1], worlds[2] …"""
    for k in range(1, count + 1):
        copy_state(worlds, k, worlds, 0)
        g.imagine(worlds[k], seat, streams[0])


def imagine_record(g: PlayFunctions, box: Any, seat: int, streams: Any) -> None:
    """Redact box[0] for the seat into box[1], and imagine a world from that into box[2]."""
    copy_redacted(box, 1, box, 0, seat)
    copy_state(box, 2, box, 1)
    g.imagine(box[2], seat, streams[0])
