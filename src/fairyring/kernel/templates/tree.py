"""A tree below every candidate, for both hosts: in games that want one, the loops of search.py play on by this.

A node is all that the searching seat knows when it has to decide again, and an action there is a child. The others have no
nodes: they play as usual. The tree is one table of open addressing: `keys` (0 is an empty place), and at the same places
`visits` and `shares`, what came of it in sums. `path` holds how many places are taken, then the nodes and children of the game
that is played. `logs` and `roots` are for the hope in what was tried seldom; all of it is in whole numbers (grow.py).
"""

# mypy: ignore-errors

PATIENCE_ = 4  # times at a node that the usual action is done before others are thought of
HOPE_ = 30  # hundredths of a win
WIDTH_ = 8  # a node seen n times has up to the root of 8 n children
FINE_ = 30  # bits of the product of a logarithm's root and a root


def find_key(keys, key):
    """Where the key is in the table, or would be."""
    place = key & (len(keys) - 1)
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & (len(keys) - 1)
    return place


def has_room(keys, path):
    """Whether the table may grow: one that is too full is slow."""
    return path[0] < len(keys) // 4 * 3


def pick_child(s, seat, usual, node, keys, visits, shares, path, logs, roots):
    """The action of most promise at a node: one that went well, or was not tried often."""
    seen = visits[node]
    if seen < PATIENCE_:
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
            hope = logs[min(seen, len(logs) - 1)] * roots[min(times, len(roots) - 1)]
            promise = shares[child] // times + (WIN_ * HOPE_ // 100 * hope >> FINE_)
            if promise > most:
                most = promise
                best = action
    return new if new >= 0 and tried * tried < WIDTH_ * seen and has_room(keys, path) else best


def add_key(keys, key, path):
    """The place of a key, which is put there if it is new; -1 if there is no room for it."""
    place = find_key(keys, key)
    if keys[place] == 0:
        if not has_room(keys, path):
            return -1
        keys[place] = key
        path[0] += 1
    return place


def play_by_tree(s, seat, action, horizon, streams, tree):
    """As `play_to_end`; but at its nodes the tree decides for the seat, and grows by one, and learns what came of it."""
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
