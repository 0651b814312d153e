"""What one decision costs a server: play it, and for every seat the view, the events and their JSON."""

import json
import sys
import time

import fairyring as fr
from fairyring.bots import seat_bots

GAMES = {"fairy": 4, "fairy-tale": 4, "crane": 4, "fariables": 4, "sneaky-town": 2}


def measure(name: str, players: int, seconds: float) -> tuple[float, float]:
    """Milliseconds a decision, and the same with legal actions, prompts and aids of whoever is to move."""
    game = fr.game(name, players=players)
    plain = more = 0.0
    decisions = 0
    end = time.perf_counter() + seconds
    seed = 0
    while time.perf_counter() < end:
        seed += 1
        table = fr.Table(game, seed=seed)
        seated = seat_bots(table, "random", seed)
        while (pending := table.pending) and time.perf_counter() < end:
            seat = pending[0]
            action = seated[seat].choose(table).action
            begun = time.perf_counter()
            happened = table.play(seat, action)
            for viewer in game.seats:
                json.dumps({"view": fr.wire(table.view(viewer)), "events": [event.wire() for event in happened.events(viewer)]})
            done = time.perf_counter()
            for seat in table.pending:
                json.dumps([[action.wire() for action in table.legal(seat)], table.prompt(seat).wire(), table.aids(seat)])
            plain += done - begun
            more += time.perf_counter() - done
            decisions += 1
    return 1000 * plain / decisions, 1000 * more / decisions


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        cost, extra = measure(name, GAMES[name], 4.0)
        print(f"{name:12} {cost:.3f} ms a decision for all views and events, {extra:.3f} ms more for actions, prompts and aids")
