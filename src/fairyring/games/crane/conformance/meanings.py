"""Meanings of Crane: independent predicates for every end reason, refusal, event and action."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairyring.core.game.room import Meanings
from fairyring.games.crane.schema import (
    BETS,
    Achieve,
    Bet,
    End,
    Finger,
    Phase,
    Pot,
    Refusal,
    State,
)


def taken(s: State, seat: int) -> int:
    return s.loose[seat] + s.bundle * s.markers[seat]


def gained(before: State, after: State, seat: int) -> int:
    return taken(after, seat) - taken(before, seat)


def best(s: State, seats: Sequence[int]) -> int:
    """How many of these seats have the most cards."""
    cards = [taken(s, seat) for seat in seats]
    return cards.count(max(cards))


def tied(s: State) -> list[int]:
    return [seat for seat in range(s.players) if s.contenders >> seat & 1]


def achieved_enough(s: State) -> bool:
    rows = [list(row) for row in s.achieved[: s.players]]
    return any(sum(row) >= BETS if s.achieve == Achieve.ANY_THREE else all(row) for row in rows)


def named(bets: Sequence[int], players: int) -> tuple[str | None, ...]:
    """Bets as an event lists them."""
    return tuple(Bet.word(bet - 1) if bet else None for bet in bets[:players])


def laid(s: State) -> tuple[str | None, ...]:
    """What everybody has bet."""
    return named([s.knows[seat][seat] for seat in range(s.players)], s.players)


def is_asked(s: State, seat: int) -> bool:
    return s.waiting >> seat & 1 == 1 if s.phase == Phase.BETTING else s.phase == Phase.CHOOSE and seat == s.challenger


def bets_shown(before: State) -> tuple[str | None, ...]:
    """What everybody has bet: it lies open while a jackpot is chosen, and else until the cards are given away."""
    return named(before.revealed, before.players) if before.phase == Phase.CHOOSE else laid(before)


def right_bet(before: State, after: State) -> str:
    """The bet that the count makes right: of the cards in the hand, or of those grabbed in this step."""
    if before.phase == Phase.CHOOSE:
        return "just" if before.hand == before.target else "low" if before.hand < before.target else "high"
    return {"exact": "just", "short": "low", "over": "high"}[one_more(before, after)]


def paid(before: State, after: State, args: Mapping[str, Any]) -> bool:
    seat, bet = args["seat"], args["bet"]
    gain = gained(before, after, seat)
    right: bool = bets_shown(before)[seat] == bet == right_bet(before, after)
    return right and gain == args["cards"] <= before.bet_pays


def shared_out(before: State, after: State, args: Mapping[str, Any]) -> bool:
    right = bets_shown(before)[args["seat"]] == right_bet(before, after) == "just"
    other = before.pots[1 - Pot.number(args["pot"])]  # the jackpot that the challenger took
    won = gained(before, after, before.challenger) == other + before.hand
    return right and won and gained(before, after, args["seat"]) == args["cards"]


def chosen(before: State, after: State, pot: int) -> bool:
    """The jackpot was taken, or got the cards; unless all were gathered at once because the deck had run out."""
    if before.hand == before.target:
        return gained(before, after, before.challenger) == before.hand + before.pots[pot]
    moved = before.hand - before.target if before.hand > before.target else min(before.target - before.hand, before.hand)
    return after.pots[pot] == before.pots[pot] + moved or max(after.pots) <= after.bank


def one_more(before: State, after: State) -> str:
    """How the challenge went that has just been counted."""
    ways = ("exact", "short", "over", "eyes_opened")
    return " ".join(way for way in ways if getattr(after, way) == getattr(before, way) + 1)


def all_achieved(s: State, seat: int, bet: int) -> bool:
    """R29: whether a seat has set aside all its cards of a bet."""
    return s.players == 2 and s.achieved[seat][bet] == s.bet_cards[bet]


MEANINGS = Meanings(
    ends={
        End.MOST_CARDS: lambda s: s.players > 2 and not s.extra and best(s, range(s.players)) == 1,
        End.EXTRA_CHALLENGE: lambda s: s.extra and s.to_go == 0 and best(s, tied(s)) == 1,
        End.SHARED: lambda s: s.extra and s.to_go == 0 and best(s, tied(s)) > 1,
        End.THREE_BETS: lambda s: s.players == 2 and achieved_enough(s),
        End.FORTY: lambda s: s.players == 2 and not achieved_enough(s) and max(taken(s, 0), taken(s, 1)) >= s.goal,
    },
    refusals={
        Refusal.NO_MOVE: lambda s, seat, _action: not is_asked(s, seat),
        Refusal.BET_NOW: lambda s, seat, action: is_asked(s, seat) and s.phase == Phase.BETTING and action.kind != "bet",
        Refusal.CHOOSE_NOW: lambda s, seat, action: is_asked(s, seat) and s.phase == Phase.CHOOSE and action.kind != "jackpot",
        Refusal.SET_ASIDE: lambda s, seat, action: action.kind == "bet" and all_achieved(s, seat, Bet.number(action.words[0])),
    },
    events={
        "starts": lambda before, after, args: before.phase == Phase.DRAW_FIRST and after.challenger == args["seat"],
        "gathered": lambda before, after, args: sum(args["pots"].values()) == after.size - sum(after.loose),
        "flipped": lambda before, after, args: (
            before.phase == Phase.FLIP
            and (after.challenger, after.target, Finger.word(after.finger)) == (args["seat"], args["number"], args["finger"])
            and named(before.revealed, before.players) == args["back"]
        ),
        "committed": lambda before, after, args: (
            before.waiting ^ after.waiting == 1 << args["seat"] and laid(after)[args["seat"]] == args["bet"]
        ),
        "overheard": lambda before, after, args: after.phase == Phase.GRAB and laid(after) == args["bets"],
        "revealed": lambda before, after, args: before.phase == Phase.GRAB and laid(before) == args["bets"],
        "exact": lambda before, after, args: one_more(before, after) == "exact" and args["cards"] == before.target,
        "short": lambda before, after, args: (
            one_more(before, after) == "short" and args["cards"] + args["missing"] == before.target and args["missing"] > 0
        ),
        "overshot": lambda before, after, args: (
            one_more(before, after) == "over" and args["cards"] - args["excess"] == before.target and args["excess"] > 0
        ),
        "opened": lambda before, after, args: one_more(before, after) == "eyes_opened" and args["seat"] == before.challenger,
        "won-jackpot": lambda before, after, args: (
            args["cards"] == before.target
            and args["prize"] == before.pots[Pot.number(args["pot"])]
            and gained(before, after, args["seat"]) == args["cards"] + args["prize"]
        ),
        "kept": lambda before, after, args: (
            args["seat"] == before.challenger
            and 0 < args["cards"] < before.target
            and gained(before, after, args["seat"]) == args["cards"]
        ),
        "to-jackpot": lambda before, after, args: args["total"] == before.pots[Pot.number(args["pot"])] + args["cards"],
        "put-back": lambda before, after, args: (
            args["cards"] == before.target and gained(before, after, before.challenger) == 0
        ),
        "paid": paid,
        "shared-out": shared_out,
        "achieved": lambda before, after, args: (
            bets_shown(before)[args["seat"]] == args["bet"] == right_bet(before, after)
            and sum(after.achieved[args["seat"]]) == sum(before.achieved[args["seat"]]) + 1
        ),
        "exchanged": lambda before, after, args: (
            after.markers[args["seat"]] - before.markers[args["seat"]] == args["markers"] == args["cards"] // after.bundle
        ),
        "refilled": lambda before, after, args: 0 < args["cards"] <= min(after.bank, after.pots[Pot.number(args["pot"])]),
        "tied": lambda before, after, args: after.extra and not before.extra and tied(after) == list(args["seats"]),
        "ended": lambda before, after, args: after.phase == Phase.DONE and args["why"] == End.word(after.reason),
    },
    actions={
        "bet": lambda before, after, seat, args: laid(after)[seat] == args["bet"],
        "jackpot": lambda before, after, seat, args: chosen(before, after, Pot.number(args["pot"])),
        "flip": lambda before, after, seat, args: (after.target, Finger.word(after.finger)) == (args["number"], args["finger"]),
        "grab": lambda before, after, seat, args: (
            one_more(before, after)
            == ("exact" if args["cards"] == before.target else "short" if args["cards"] < before.target else "over")
        ),
        "eyes-opened": lambda before, after, seat, args: one_more(before, after) == "eyes_opened",
        "first": lambda before, after, seat, args: before.phase == Phase.DRAW_FIRST and after.challenger == args["seat"],
    },
)
