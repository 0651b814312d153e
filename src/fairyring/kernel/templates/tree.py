"""Template: a search tree below every candidate (UCB1 with progressive widening), for both backends. Never imported.

A node is the knowledge of the searching seat when it decides again; an action there is a child. Other seats have no nodes and
follow the rollout policy. The tree is a hash table with open addressing: `keys` (0 is an empty slot), and at the same slots
`visits` and `shares` (sums). `path` holds the number of used slots, then the nodes and children of the current rollout. `logs`
and `roots` are the fixed-point tables of UCB (kernel/tree_arrays.py).
"""

# mypy: ignore-errors

MIN_VISITS_ = 4  # of a node before it tries other actions than the default
UCB_C_ = 30  # exploration constant, in percent of a win
WIDENING_ = 8  # progressive widening: a node with n visits has up to √(8 n) children
FRACTION_BITS_ = 30  # fraction bits of the product of both UCB tables


def find_key(keys, key):
    """Return the slot of a key, or where it would be."""
    place = key & (len(keys) - 1)
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & (len(keys) - 1)
    return place


def has_room(keys, path):
    """Return whether the table may grow: load factor below 3/4."""
    return path[0] < len(keys) // 4 * 3


def pick_child(s, seat, usual, node, keys, visits, shares, path, logs, roots):
    """Return the action with the highest upper confidence bound, or a new one."""
    seen = visits[node]
    if seen < MIN_VISITS_:
        return usual
    best = usual
    most = -1
    new = -1
    tried = 0
    for k in range(legal_count(s, seat)):
        action = legal_nth(s, seat, k)
        child = find_key(keys, join_key(keys[node], action))
        times = visits[child]
        if times == 0:
            if new < 0 or action == usual:
                new = action
        else:
            tried += 1
            bonus = logs[min(seen, len(logs) - 1)] * roots[min(times, len(roots) - 1)]
            bound = shares[child] // times + (WIN_ * UCB_C_ // 100 * bonus >> FRACTION_BITS_)
            if bound > most:
                most = bound
                best = action
    return new if new >= 0 and tried * tried < WIDENING_ * seen and has_room(keys, path) else best


def add_key(keys, key, path):
    """Return the slot of a key, added if it is new; -1 if the table is full."""
    place = find_key(keys, key)
    if keys[place] == 0:
        if not has_room(keys, path):
            return -1
        keys[place] = key
        path[0] += 1
    return place


def play_by_tree(s, seat, action, horizon, streams, tree):
    """Do as `play_to_end`, but let the tree decide for the seat, add a node, and record the result."""
    depth, keys, visits, shares, path, logs, roots = tree
    end = turn_count(s) + horizon
    who = seat
    steps = 0
    inside = depth > 0
    while True:
        act(s, who, action)
        waiting = pending(s)
        if waiting == OVER_ or (horizon and turn_count(s) >= end):
            break
        if waiting == NATURE_:
            who = NATURE_
            action = draw_outcome(s, stream_at(streams, 1))
            continue
        who = first_seat(waiting)
        action = next_action(s, who, seat, stream_at(streams, 2 + who))
        if inside and who == seat:
            key = knowledge(s, seat)
            node = add_key(keys, key, path)
            if node < 0:
                inside = False
                continue
            action = pick_child(s, seat, action, node, keys, visits, shares, path, logs, roots)
            child = add_key(keys, join_key(key, action), path)
            if child < 0:
                inside = False
                continue
            path[2 * steps + 1] = node
            path[2 * steps + 2] = child
            steps += 1
            inside = visits[node] > 0 and steps < depth
    share = split_win(find_winners(s), seat) if waiting == OVER_ else evaluate(s, seat)
    for step in range(1, 2 * steps + 1):
        visits[path[step]] += 1
        shares[path[step]] += share
    return share
