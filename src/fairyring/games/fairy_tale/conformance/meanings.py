"""Meanings of Fairy Tale: independent predicates for every end reason, refusal, event and action."""

from collections.abc import Mapping
from typing import Any

from fairyring.core.game.actions import Action
from fairyring.core.game.room import Meanings
from fairyring.games.fairy_tale.deck import shipped_deck
from fairyring.games.fairy_tale.schema import ANY, Effect, End, Phase, Refusal, Side, State

Args = Mapping[str, Any]
CLOSERS = (Effect.CLOSE_SELF, Effect.CLOSE_ALL)


def kind(args: Args, name: str = "card") -> int:
    """The kind that an argument names."""
    return shipped_deck().slugs.index(args[name])


def holds(row: list[int], number: int) -> bool:
    """Whether a row of cards has one of this kind."""
    return number + 1 in row


def effect_on_the_table(s: State, effects: tuple[int, ...]) -> bool:
    """Somebody turned up a card with one of these effects."""
    return any(card and s.effect[card - 1] in effects for card in s.revealed[: s.players])


# Refusals ----------------------------------------------------------------------------------------


def card_of(action: Action) -> int:
    return shipped_deck().slugs.index(str(action.words[0]))


def looks_elsewhere(s: State, seat: int, action: Action) -> bool:
    """The card lies there, but no effect of this step that opens (or closes) looks at its category."""
    row = s.closed[seat] if s.phase == Phase.OPEN else s.open[seat]
    if s.phase not in (Phase.OPEN, Phase.CLOSE) or not row[card_of(action)]:
        return False
    effects = (Effect.OPEN_SELF,) if s.phase == Phase.OPEN else CLOSERS
    shown = [card - 1 for card in s.revealed[: s.players] if card]
    targets = {s.target[k] for k in shown if s.effect[k] in effects}
    return targets != {ANY} and (len(targets) > 1 or s.category[card_of(action)] not in targets)


def only_the_new_one(s: State, seat: int, action: Action) -> bool:
    """The card that the seat turned up in this step, named as such or because no other of its kind lies open."""
    k = card_of(action)
    meant = s.open[seat][k] == 1 or action.kind == "close-new"
    return meant and s.phase == Phase.CLOSE and bool(s.fresh >> seat & 1) and s.revealed[seat] == k + 1


def not_just_played(s: State, seat: int, action: Action) -> bool:
    """Not the card that the seat turned up in this step; or that one lies closed."""
    return action.kind == "close-new" and not (s.fresh >> seat & 1 and s.revealed[seat] == card_of(action) + 1)


def all_the_same(s: State, seat: int, action: Action) -> bool:
    """No earlier copy lies beside the card just played, or those closed for all cannot come to the last copy."""
    seats = [(s.dealer + i) % s.players for i in range(s.players)]
    later = [s.revealed[p] - 1 for p in seats[seats.index(seat) + 1 :] if s.fresh >> p & 1]
    kind = card_of(action)
    hits = [k for k in later if s.effect[k] == Effect.CLOSE_ALL and s.target[k] in (ANY, s.category[kind])]
    return action.kind == "close-new" and (s.open[seat][kind] == 1 or len(hits) <= s.open[seat][kind] - 2)


# Events ------------------------------------------------------------------------------------------


def chosen(before: State, _after: State, args: Args) -> bool:
    """R7, R17: to keep a card of the hand, or to close an open one."""
    seat, k = args["seat"], kind(args)
    takes = {Phase.DRAFT: holds(before.hand[seat], k), Phase.CLOSE: before.open[seat][k] > 0}
    return bool(before.waiting >> seat & 1) and takes.get(before.phase, False)


def passed(before: State, _after: State, args: Args) -> bool:
    """R7, R8: after everybody took a card."""
    return before.phase == Phase.DRAFT and args["side"] == side(before) and args["count"] == before.held - 1


def side(s: State) -> str:
    return Side.word(Side.LEFT if s.round in (0, 2) else Side.RIGHT)


def hunted(before: State, after: State, args: Args) -> bool:
    """R13: the hunter's card of this step hunts the category of the prey, which lies closed now."""
    k, prey = kind(args), kind(args, "prey")
    shown = after.revealed[args["hunter"]] == k + 1 and after.revealed[args["seat"]] == prey + 1
    closed = after.closed[args["seat"]][prey] > before.closed[args["seat"]][prey]
    return shown and closed and after.effect[k] == Effect.HUNT and after.category[prey] == after.target[k]


def opened(before: State, after: State, args: Args) -> bool:
    """R14: by the seat's own card; and it was closed before."""
    opener = after.revealed[args["seat"]] - 1
    return after.effect[opener] == Effect.OPEN_SELF and before.closed[args["seat"]][kind(args)] > 0


def closed(before: State, after: State, args: Args) -> bool:
    """R16, R17: by the card it names; and it lies closed now. R21: the new one, if an earlier one lay beside it."""
    seat, k, by = args["seat"], kind(args), args["by"]
    new = before.phase == Phase.CLOSE and before.revealed[seat] == k + 1 and before.open[seat][k] > 1
    effect = after.effect[after.revealed[by] - 1]
    caused = effect == Effect.CLOSE_ALL or (effect == Effect.CLOSE_SELF and by == seat)
    return caused and after.closed[seat][k] > 0 and (new or not args["new"])


def discarded(before: State, after: State, args: Args) -> bool:
    """R10: by everybody."""
    return sum(after.discards) - sum(before.discards) == args["count"] * after.players and after.step % after.plays == 0


# Actions -----------------------------------------------------------------------------------------


def drafts(before: State, after: State, seat: int, args: Args) -> bool:
    """R7: the card is chosen; or all have chosen, and it is among the cards drafted."""
    k = kind(args)
    mine = (after.kept[seat], after.hand[seat])
    return before.phase == Phase.DRAFT and (after.commit[seat] == k + 1 or any(holds(row, k) for row in mine))


def plays(before: State, after: State, seat: int, args: Args) -> bool:
    """R9, R11: the card is put down; or all have, and it was turned up."""
    k = kind(args)
    return before.phase == Phase.PLAY and k + 1 in (after.commit[seat], after.played[seat][before.step])


def opens(before: State, after: State, seat: int, args: Args) -> bool:
    """R14: a closed card lies open, unless something closed it in the same breath."""
    k = kind(args)
    again = effect_on_the_table(after, CLOSERS)
    return before.phase == Phase.OPEN and before.closed[seat][k] > 0 and (after.open[seat][k] > before.open[seat][k] or again)


def closes(before: State, after: State, seat: int, args: Args) -> bool:
    """R16, R17: an open card is chosen; or all have chosen, and it lies closed."""
    k = kind(args)
    done = after.commit[seat] == k + 1 or after.closed[seat][k] > before.closed[seat][k]
    return before.phase == Phase.CLOSE and before.open[seat][k] > 0 and done


def closes_new(before: State, after: State, seat: int, args: Args) -> bool:
    """R21: the card just played is no longer safe, and the earlier copy still lies open or was closed after it."""
    k = kind(args)
    lay_there = before.phase == Phase.CLOSE and before.revealed[seat] == k + 1 and before.open[seat][k] > 1
    return lay_there and after.closed[seat][k] > before.closed[seat][k] and not after.fresh >> seat & 1


def dealt_from_the_deck(before: State, after: State, args: Args) -> bool:
    return before.phase == Phase.DEAL and before.deck[kind(args)] - after.deck[kind(args)] == 1


MEANINGS = Meanings(
    ends={End.LAST_ROUND: lambda s: s.round + 1 == s.rounds and s.step == s.rounds * s.plays},
    refusals={
        Refusal.NO_MOVE: lambda s, seat, action: not s.waiting >> seat & 1,
        Refusal.NOT_NOW: lambda s, seat, action: action.kind.removesuffix("-new") != Phase.word(s.phase),
        Refusal.NOT_IN_HAND: lambda s, seat, action: (
            action.kind in ("draft", "play") and not holds(s.hand[seat], card_of(action))
        ),
        Refusal.NOT_CLOSED: lambda s, seat, action: action.kind == "open" and s.closed[seat][card_of(action)] == 0,
        Refusal.NOT_OPEN: lambda s, seat, action: action.kind.startswith("close") and s.open[seat][card_of(action)] == 0,
        Refusal.WRONG_CATEGORY: looks_elsewhere,
        Refusal.JUST_PLAYED: only_the_new_one,
        Refusal.NOT_NEW: not_just_played,
        Refusal.NO_DIFFERENCE: all_the_same,
    },
    events={
        "deals": lambda before, after, args: before.phase == Phase.DEALER and after.dealer == args["seat"],
        "round": lambda before, after, args: (
            after.phase == Phase.DEAL and after.round + 1 == args["round"] and args["side"] == side(after)
        ),
        "dealt": lambda before, after, args: before.receiver == args["seat"] and dealt_from_the_deck(before, after, args),
        "chosen": chosen,
        "kept": lambda before, after, args: (
            (before.phase == Phase.DRAFT or before.hand_size == 1)
            and any(holds(row, kind(args)) for row in (after.kept[args["seat"]], after.hand[args["seat"]]))
        ),
        "passed": passed,
        "picked-up": lambda before, after, args: (
            before.phase <= Phase.DRAFT and after.phase == Phase.PLAY and args["count"] == after.held == after.hand_size
        ),
        "committed": lambda before, after, args: (
            before.phase == Phase.PLAY
            and bool(before.waiting >> args["seat"] & 1)
            and holds(before.hand[args["seat"]], kind(args))
        ),
        "played": lambda before, after, args: (
            before.phase == Phase.PLAY and after.step == before.step + 1 and after.revealed[args["seat"]] == kind(args) + 1
        ),
        "hunted": hunted,
        "opened": opened,
        "closed": closed,
        "discarded": discarded,
        "tricked": lambda before, after, args: (
            after.phase == Phase.DONE
            and after.stands_for[args["seat"]] == kind(args) + 1
            and after.open[args["seat"]][kind(args, "wild")] == 1
            and after.wild == kind(args, "wild") + 1
        ),
        "ended": lambda before, after, args: after.phase == Phase.DONE and args["why"] == End.word(End.LAST_ROUND),
    },
    actions={
        "draft": drafts,
        "play": plays,
        "open": opens,
        "close": closes,
        "close-new": closes_new,
        "dealer": lambda before, after, seat, args: before.phase == Phase.DEALER and after.dealer == args["seat"],
        "card": lambda before, after, seat, args: dealt_from_the_deck(before, after, args),
    },
)
