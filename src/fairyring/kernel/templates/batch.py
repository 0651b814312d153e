"""Many games at once, one decision of each: the loops behind `kernel.stepping.batch.Batch`.

Every function handles the games first … last-1, so that threads share a batch. Arrays of all games hold `players` entries for
each game, or one; `streams` holds those of nature and of all seats for each game.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.game.contract import NATURE, OVER, below
from fairyring.kernel.game_functions import PlayFunctions
from fairyring.kernel.primitives import copy_redacted, copy_state, lowest_bit, start_stream
from fairyring.kernel.templates.outcome import find_winners, split_win


def begin_game(start: Any, states: Any, game: int, streams: Any, seed: int, number: int) -> None:
    """Set up game number `number` of a seed: the same game that `play_games` plays."""
    copy_state(states, game, start, 0)
    width = 1 + start[0].players
    for purpose in range(width):
        start_stream(streams, game * width + purpose, seed, number, purpose)


def write_result(g: PlayFunctions, s: Any, game: int, scores: Any, shares: Any) -> None:
    """Write points and shares of the win of a finished game."""
    winners = find_winners(g, s)
    for player in range(s.players):
        scores[game * s.players + player] = g.score(s, player)
        shares[game * s.players + player] = split_win(winners, player)


def step_games(
    g: PlayFunctions,
    start: Any,
    states: Any,
    first: int,
    last: int,
    seed: int,
    streams: Any,
    numbers: Any,
    actors: Any,
    actions: Any,
    done: Any,
    scores: Any,
    shares: Any,
) -> None:
    """Apply the actor's action in each game, draw for nature, and begin the next game where one has ended.

    done: 1 where a game ended; `scores` and `shares` (of the win) of its seats are written then.
    actors: the seat that decides next, the lowest of several.
    """
    width = 1 + start[0].players
    for game in range(first, last):
        s = states[game]
        seat = actors[game]
        action = actions[game]
        begins = 0
        done[game] = 0
        while True:
            if not begins:
                g.act(s, seat, action)  # called in one place only: it is large
            else:
                begin_game(start, states, game, streams, seed, numbers[game])
                s = states[game]  # the interpreter's copy is another object
                begins = 0
            waiting = g.pending(s)
            if waiting == OVER:
                write_result(g, s, game, scores, shares)
                done[game] = 1
                numbers[game] += len(numbers)
                begins = 1
                continue
            if waiting != NATURE:
                break
            seat = NATURE
            action = g.chance_nth(s, below(streams[game * width], g.chance_count(s)))
        actors[game] = lowest_bit(waiting)


def advance_games(
    g: PlayFunctions,
    start: Any,
    states: Any,
    first: int,
    last: int,
    restart: int,
    stride: int,
    seeds: Any,
    streams: Any,
    numbers: Any,
    actors: Any,
    actions: Any,
    bots: Any,
    resets: Any,
    done: Any,
    over: Any,
    scores: Any,
    box: Any,
    shares: Any,
) -> None:
    """Do what `step_games` does, with bots, resets and a seed for each game.

    resets: 1 where game `numbers[game]` begins instead; the next of a game's numbers is `stride` higher.
    restart: 0 leaves a game over (`over`) until it is reset.
    bots: a number for each seat, as in `play_games`; -1 for seats whose decisions the caller makes.
    done: 1 where a game ended; `scores` and `shares` (of the win) of its seats are written then. A game that ends before the
    caller made a decision is passed over.
    actors: the seat that decides next, the lowest of several.
    """
    width = 1 + start[0].players
    for game in range(first, last):
        begins = resets[game]
        counts = 1 - begins
        done[game] = 0
        if over[game] and not begins:
            continue
        s = states[game]
        seat = actors[game]
        action = actions[game]
        while True:
            if not begins:
                g.act(s, seat, action)  # called in one place only: it is large
            else:
                begin_game(start, states, game, streams, seeds[game], numbers[game])
                s = states[game]  # the interpreter's copy is another object
                begins = 0
                over[game] = 0
            waiting = g.pending(s)
            if waiting == OVER:
                if counts:
                    write_result(g, s, game, scores, shares)
                    done[game] = 1
                    counts = 0
                numbers[game] += stride
                if not restart and not resets[game]:
                    over[game] = 1
                    break
                begins = 1
                continue
            if waiting == NATURE:
                seat = NATURE
                action = g.chance_nth(s, below(streams[game * width], g.chance_count(s)))
                continue
            seat = lowest_bit(waiting)
            if bots[seat] < 0:
                actors[game] = seat
                break
            action = choose_action(g, states, game, seat, bots[seat], streams, box)


def choose_action(g: PlayFunctions, states: Any, game: int, seat: int, bot: int, streams: Any, box: Any) -> int:
    """Return a bot's decision in a game: bot 0 takes any legal action, policies get a redacted copy of the state."""
    own = game * (1 + box[0].players) + 1 + seat
    if bot == 0:
        s = states[game]
        return g.legal_nth(s, seat, below(streams[own], g.legal_count(s, seat)))
    copy_redacted(box, 0, states, game, seat)
    return g.policies[bot - 1](box[0], seat, streams[own])


def find_illegal(g: PlayFunctions, states: Any, first: int, last: int, actors: Any, over: Any, actions: Any) -> int:
    """Return the first running game whose action is not legal; `last` if there is none."""
    for game in range(first, last):
        action = actions[game]
        if over[game]:
            continue
        if action < 0 or action >= g.actions or g.check(states[game], actors[game], action) != 0:
            return game
    return last


def mask_games(g: PlayFunctions, states: Any, first: int, last: int, actors: Any, mask: Any) -> None:
    """Set `mask` to 1 for every legal action of the actors; it holds zeros before."""
    for game in range(first, last):
        s = states[game]
        seat = actors[game]
        for k in range(g.legal_count(s, seat)):
            mask[game * g.actions + g.legal_nth(s, seat, k)] = 1


def choose_actions(
    g: PlayFunctions,
    states: Any,
    first: int,
    last: int,
    actors: Any,
    over: Any,
    bots: Any,
    streams: Any,
    box: Any,
    actions: Any,
) -> None:
    """Choose an action for each actor: `bots` has a number for each seat, as in `play_games`. `box` is one state."""
    for game in range(first, last):
        if not over[game]:
            actions[game] = choose_action(g, states, game, actors[game], bots[actors[game]], streams, box)


def observe_games(observe: Any, states: Any, first: int, last: int, viewers: Any, width: int, box: Any, rows: Any) -> None:
    """Write an observation of `width` integers for the viewer of each game, from a redacted copy in `box`."""
    for game in range(first, last):
        copy_redacted(box, 0, states, game, viewers[game])
        observe(box[0], viewers[game], rows, game * width)


def redact_games(states: Any, first: int, last: int, viewers: Any, redacted: Any) -> None:
    """Copy each state, redacted for its viewer."""
    for game in range(first, last):
        copy_redacted(redacted, game, states, game, viewers[game])


def score_games(g: PlayFunctions, states: Any, first: int, last: int, scores: Any) -> None:
    """Write the points of all seats now."""
    for game in range(first, last):
        s = states[game]
        for player in range(s.players):
            scores[game * s.players + player] = g.score(s, player)
