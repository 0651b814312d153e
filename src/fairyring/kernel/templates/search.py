"""Template: rollouts of the search, for both backends. Never imported.

The game's functions (`pending`, `act`, `rollout` …) and some primitives (`copy_state`, `stream_at` …) are globals. Compiled
modules contain this text; the interpreted backend executes it over plain Python (bots/backends.py), which also picks and drops
candidates (bots/rollout_search.py). All sums are integers, so that they do not depend on backend or chunks.
"""

# mypy: ignore-errors


def play_to_end(s, seat, action, horizon, streams, _tree):
    """Apply an action, play on by the rollout policies, and return the seat's value in units of WIN."""
    end = turn_count(s) + horizon
    who = seat
    while True:
        act(s, who, action)
        waiting = pending(s)
        if waiting == OVER_:
            return split_win(find_winners(s), seat)
        if horizon and turn_count(s) >= end:
            return evaluate(s, seat)
        if waiting == NATURE_:
            who = NATURE_
            action = draw_outcome(s, stream_at(streams, 1))
        else:
            who = first_seat(waiting)
            action = next_action(s, who, seat, stream_at(streams, 2 + who))


def imagine_world(s, seat, weights, rng):
    """Fill in one world that the seat cannot rule out; with `weights`, the secret is drawn by them."""
    if len(weights):
        unit = below(rng, weights[len(weights) - 1])
        k = 0
        while weights[k] <= unit:
            k += 1
        suppose(s, seat, k)
    else:
        imagine(s, seat, rng)
    sample_choices(s, seat, rng)


def search_worlds(box, seat, actions, first, count, seed, horizon, weights, streams, shares, sums, tree, clock):
    """Play every action on in worlds number first … first+count-1, with common random numbers; return the completed worlds.

    box: [0] the seat's knowledge, [1] the world, [2] the rollout. `weights` are running sums, or empty.
    `tree` holds the statistics of earlier worlds (tree.py), or is empty.
    sums, for each action: [0] shares of the win, [1] their squares, [2] gains on the first action, [3] their squares.
    """
    players = box[0].players
    for world in range(first, first + count):
        copy_state(box, 1, 0)
        start_stream(streams, 0, seed, world, 0)
        imagine_world(box[1], seat, weights, stream_at(streams, 0))
        for k in range(len(actions)):
            if out_of_time(clock):
                return world - first
            copy_state(box, 2, 1)
            for who in range(1 + players):
                start_stream(streams, 1 + who, seed, world, 1 + who)
            shares[k] = play_world(box[2], seat, actions[k], horizon, streams, tree)
        for k in range(len(actions)):
            gain = shares[k] - shares[0]
            sums[4 * k] += shares[k]
            sums[4 * k + 1] += shares[k] * shares[k]
            sums[4 * k + 2] += gain
            sums[4 * k + 3] += gain * gain
    return count


def weigh_worlds(box, seat, actor, action, likelihoods):
    """Compute the likelihood of an action for each secret. box[0] is the seat's knowledge before it."""
    for k in range(len(likelihoods)):
        copy_state(box, 1, 0)
        likelihoods[k] = likelihood(box[1], actor, action) if suppose(box[1], seat, k) else 0
