"""Version 1 of the rules: whoever had to end a round at its turn limit was its ender, and lost a tie (R21, R23)."""

from fairyring.core.game.contract import note
from fairyring.core.game.helpers import increment
from fairyring.core.game.older_rules import older_rules
from fairyring.games.sneaky_town import rules, turns
from fairyring.games.sneaky_town.schema import COUNTER_MAX, Event, State
from fairyring.games.sneaky_town.scoring import keep_result, score_points, win_round
from fairyring.games.sneaky_town.turns import at_limit, end_match, lay_out, match_is_over


def end_round(s: State, seat: int) -> None:
    """R14, R22, R23: the round is scored; the next one begins, or the match is over."""
    if at_limit(s):
        s.forced = increment(s.forced, COUNTER_MAX)
        note(s, Event.LIMIT, s.turns)
    note(s, Event.END, seat)
    score_points(s)
    keep_result(s, 1 + seat)
    win_round(s)
    if match_is_over(s):
        end_match(s)
    else:
        note(s, Event.CLEARED, s.stones, s.swapped, s.closed, s.last_tiles)
        s.starter = 1 - s.starter
        lay_out(s)


RULES = older_rules(rules, 1, {turns.end_round: end_round})
