"""Meanings of Fairy: independent predicates for every end reason, refusal, event and action."""

from collections.abc import Mapping
from typing import Any

from fairyring.core.game.room import Meanings
from fairyring.games.fairy.lookup import SUIT_OF, fairy_places
from fairyring.games.fairy.schema import End, Guess, Phase, Refusal, State, Variant


def best(s: State) -> int:
    return max(s.score[: s.players])


def alone(s: State) -> bool:
    """One contender has more points than the others."""
    scores = sorted(s.score[seat] for seat in range(s.players) if s.contenders >> seat & 1)
    return len(scores) == 1 or scores[-1] > scores[-2]


def told_truly(before: State, after: State, args: Mapping[str, Any]) -> bool:
    """R10, R12: the guess was the seat's own, and was paid by what the card is, but not below the floor."""
    seat, card = args["seat"], after.top
    right = {
        "higher": card > before.top,
        "lower": card < before.top,
        "suit": SUIT_OF[after.suits][card] == SUIT_OF[after.suits][before.top],
        "catch": card in fairy_places(after.fairy_cards),
    }[args["guess"]]
    loss = -min(after.wrong, before.score[seat] - after.floor)
    earned = after.reward[Guess.number(args["guess"])] if right else loss
    guessed = Guess.word(before.guess[seat] - 1)
    paid = after.score[seat] - before.score[seat] == earned
    return paid and [guessed, earned, after.score[seat]] == [args["guess"], args["gain"], args["score"]]


MEANINGS = Meanings(
    ends={
        End.THIRD_FAIRY: lambda s: not s.play_off and s.fairies >= s.last_fairy and best(s) < s.goal and alone(s),
        End.TOP: lambda s: s.variant == Variant.STANDARD and not s.play_off and best(s) >= s.goal and alone(s),
        End.FIFTEEN: lambda s: s.variant == Variant.FIFTEEN and not s.play_off and best(s) >= s.goal,
        End.TIE_BROKEN: lambda s: s.play_off and s.contenders.bit_count() == 1,
        End.DECK_OUT: lambda s: s.left == 0,
    },
    refusals={
        Refusal.NO_MOVE: lambda s, seat, _action: not s.waiting >> seat & 1,
        Refusal.NO_GUESS: lambda s, seat, action: action.kind != "guess",
    },
    events={
        "flipped": lambda before, after, args: before.top == 0 and after.top == args["card"],
        "guessed": lambda before, after, args: before.waiting ^ after.waiting == 1 << args["seat"],
        "revealed": lambda before, after, args: before.top != 0 and after.top == args["card"],
        "told": told_truly,
        "play-on": lambda before, after, args: (
            not before.play_off and after.play_off == after.contenders == sum(1 << p for p in args["seats"])
        ),
        "ended": lambda before, after, args: after.phase == Phase.DONE and args["why"] == End.word(after.reason),
    },
    actions={
        "guess": lambda before, after, seat, args: after.guess[seat] == 1 + Guess.number(args["guess"]),
        "card": lambda before, after, seat, args: after.top == args["card"] and before.deck >> (args["card"] - 1) & 1,
    },
)
