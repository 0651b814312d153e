"""The search's inner loops, for both hosts: imagine worlds, and play every candidate on in each of them.

Read it as ordinary code in which a game's functions (`pending`, `act`, `rollout` …) and a few of the host's (`copy_state`,
`stream_at` …) are globals. The compiled host appends this text to a game's compiled module; the interpreted host binds the
same text to plain Python (bots/backends.py). It is never imported. Candidates are chosen and dropped in bots/rollout_search.py.

Everything is counted in whole numbers, so that sums do not depend on the host, on the chunks or on the threads.
"""

# mypy: ignore-errors


def play_to_end(s, seat, action, horizon, streams, _tree):
    """Do this, and let everybody play on as usual: what the seat gets out of it. For some games tree.py has another."""
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
    """One world that the seat cannot rule out; by the weights of the secrets it can have, where those are given."""
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
    """Play every action on in worlds number first … first+count-1, all with the same luck; returns how many there was time for.

    box: [0] what the seat knows, [1] the world, [2] the game that is played on. `weights` are running sums, or empty.
    `tree` is what was learned in the worlds before (tree.py), or empty.
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
    """For each secret: how likely the actor would have done this. box[0] is what the seat knew then."""
    for k in range(len(likelihoods)):
        copy_state(box, 1, 0)
        likelihoods[k] = likelihood(box[1], actor, action) if suppose(box[1], seat, k) else 0
