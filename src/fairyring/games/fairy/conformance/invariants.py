"""What is true in every position of Fairy, and what is true when it says something."""

from collections.abc import Mapping
from typing import Any

from fairyring.core.game.room import Meanings
from fairyring.games.fairy.lookup import SUIT_OF
from fairyring.games.fairy.schema import CARDS, FAIRIES, End, Guess, Phase, Refusal, State, Variant


def cards_add_up(s: State) -> bool:
    """Every card is in the deck, or was turned: the first one, and one each turn."""
    turned = s.turns + (s.phase != Phase.FLIP)
    return s.left == s.deck.bit_count() and s.left + turned == CARDS


def fairies_add_up(s: State) -> bool:
    """The fairies turned are those no longer in the deck."""
    return s.fairies == sum(not s.deck >> (card - 1) & 1 for card in FAIRIES)


def the_top_is_out_of_the_deck(s: State) -> bool:
    return s.top == 0 or not s.deck >> (s.top - 1) & 1


def guesses_are_counted(s: State) -> bool:
    """Who still has to guess has not guessed, and only contenders guess."""
    guessed = sum(1 << seat for seat in range(s.players) if s.guess[seat])
    return guessed & s.waiting == 0 and (guessed | s.waiting) & ~s.contenders == 0


def the_play_off_narrows(s: State) -> bool:
    """Everybody contends, or at least two went into a play-off, and those of them who still contend are level."""
    if not s.play_off:
        return s.contenders == (1 << s.players) - 1
    level = {s.score[seat] for seat in range(s.players) if s.contenders >> seat & 1}
    return s.play_off.bit_count() > 1 and s.contenders & ~s.play_off == 0 and len(level) == 1


LAWS = (cards_add_up, fairies_add_up, the_top_is_out_of_the_deck, guesses_are_counted, the_play_off_narrows)


def best(s: State) -> int:
    return max(s.score[: s.players])


def alone(s: State) -> bool:
    """One contender has more points than the others."""
    scores = sorted(s.score[seat] for seat in range(s.players) if s.contenders >> seat & 1)
    return len(scores) == 1 or scores[-1] > scores[-2]


def told_truly(before: State, after: State, args: Mapping[str, Any]) -> bool:
    """R10, R12: the guess was the seat's own, and was paid by what the card is, but not below −4."""
    seat, card = args["seat"], after.top
    right = {
        "higher": card > before.top,
        "lower": card < before.top,
        "suit": SUIT_OF[after.suits][card] == SUIT_OF[after.suits][before.top],
        "catch": card in FAIRIES,
    }[args["guess"]]
    loss = -1 if before.score[seat] > -4 else 0
    earned = {"higher": 2, "lower": 2, "suit": 4, "catch": 7}[args["guess"]] if right else loss
    guessed = Guess.word(before.guess[seat] - 1)
    paid = after.score[seat] - before.score[seat] == earned
    return paid and [guessed, earned, after.score[seat]] == [args["guess"], args["gain"], args["score"]]


MEANINGS = Meanings(
    ends={
        End.THIRD_FAIRY: lambda s: not s.play_off and s.fairies == len(FAIRIES) and best(s) < 24 and alone(s),
        End.TOP: lambda s: not s.play_off and best(s) >= 24 and alone(s),
        End.FIFTEEN: lambda s: s.variant == Variant.FIFTEEN and not s.play_off and best(s) >= 15,
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
