"""Crane in words: every message by its key, in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.events import EventKind, plain, seat, seats
from fairyring.core.game import Game
from fairyring.games.crane.cards import FINGER_NAMES
from fairyring.games.crane.schema import BETS, BETTING, CHOOSE, DONE, GRAB

BET_NAMES = ("high", "low", "just")
POT_NAMES = ("left", "right")
REFUSALS = ("", "no-move", "bet-now", "choose-now", "set-aside")
END_REASONS = ("", "most-cards", "extra-challenge", "shared", "three-bets", "forty")
TALLIES = ("turns", "rounds", "exact", "short", "over", "eyes_opened")

TEXT = {
    "title": "Crane",
    "blurb": "Eyes closed, one finger forbidden: grab just as many cards as asked, while the others bet on you.",
    "event.starts": "{seat} is the first challenger.",
    "event.gathered": "The deck is used up: the jackpots are shuffled into it and laid out anew.",
    "event.flipped": "{seat} flips {number}, without the {finger} finger, and closes both eyes.",
    "event.committed": "{seat} has laid a bet.",
    "event.overheard": "The audience shows its bets: {bets}.",
    "event.revealed": "The bets were: {bets}.",
    "event.exact": "{seat} grabs {cards}: exactly right!",
    "event.short": "{seat} grabs {cards}: {missing} short.",
    "event.overshot": "{seat} grabs {cards}: {excess} too many.",
    "event.opened": "{seat} opens an eye too early: the turn is over and nothing moves.",
    "event.won-jackpot": "{seat} takes the {cards} and {pot} with {prize}.",
    "event.kept": "{seat} keeps {cards}.",
    "event.to-jackpot": "{pot} gets {cards} and now holds {total}.",
    "event.put-back": "The deck gets {cards} back.",
    "event.paid": "{seat} is paid for {bet}: {cards}.",
    "event.shared-out": "{seat} is paid for JUST: {cards} of {pot}.",
    "event.achieved": "{seat} sets {bet} aside as achieved.",
    "event.exchanged": "{seat} puts {cards} back into the deck for {markers}.",
    "event.refilled": "{pot} is empty and gets {cards}.",
    "event.tied": "A tie for first! {seats} take one more challenge each.",
    "event.ended": "The game is over: {why}.",
    "action.bet.high": "HIGH: more cards than asked",
    "action.bet.low": "LOW: fewer cards than asked",
    "action.bet.just": "JUST: exactly as many as asked",
    "action.jackpot.left": "the left jackpot",
    "action.jackpot.right": "the right jackpot",
    "action.flip": "the card is {number}, without the {finger} finger",
    "action.grab": "the hand grabs {cards}, the flipped card included",
    "action.eyes-opened": "the challenger opens an eye",
    "action.first": "player {seat} is the first challenger",
    "refuse.no-move": "it is not for you to decide anything now.",
    "refuse.bet-now": "lay a bet first: high, low or just.",
    "refuse.choose-now": "bets are over; say which jackpot, left or right.",
    "refuse.set-aside": "you have achieved all your bet cards of that sort, so they are out of the game.",
    "end.most-cards": "everybody has had their challenges, and one player has the most cards",
    "end.extra-challenge": "the extra challenges broke the tie",
    "end.shared": "still tied after the extra challenges, so the win is shared",
    "end.three-bets": "three bets are achieved",
    "end.forty": "forty cards are taken",
    "score.total": "{seat}: {cards}, place {place}",
    "score.achieved": "{line}; achieved: {bets}",
    "score.tied": "{line} (took an extra challenge)",
}


def cards(_game: Game, value: int, _names: Sequence[str] = ()) -> str:
    """A number of cards: “1 card”, “8 cards”."""
    return f"{value} card" + "s" * (value != 1)


def markers(_game: Game, value: int, _names: Sequence[str]) -> str:
    return "a ×10 marker" if value == 1 else f"{value} ×10 markers"


def finger_name(_game: Game, finger: int, _names: Sequence[str]) -> str:
    return FINGER_NAMES[finger]


def bet_name(_game: Game, bet: int, _names: Sequence[str]) -> str:
    return BET_NAMES[bet].upper()


def bet_list(_game: Game, bets: int, names: Sequence[str]) -> str:
    """All bets, two bits a seat: “Bo HIGH, Cy JUST”."""
    by_seat = ((name, bets >> 2 * number & 3) for number, name in enumerate(names))
    return ", ".join(f"{name} {BET_NAMES[bet - 1].upper()}" for name, bet in by_seat if bet)


def pot_name(game: Game, pot: int, _names: Sequence[str]) -> str:
    return f"the {POT_NAMES[pot]} jackpot" if game.players > 2 else "the jackpot"


def pot_start(game: Game, pot: int, names: Sequence[str]) -> str:
    """The same at the start of a sentence."""
    name = pot_name(game, pot, names)
    return name[0].upper() + name[1:]


def end_name(_game: Game, why: int, _names: Sequence[str]) -> str:
    return TEXT["end." + END_REASONS[why]]


# In the order of the event numbers in schema.py.
EVENTS = (
    EventKind("starts", seat=seat),
    EventKind("gathered"),
    EventKind("flipped", seat=seat, number=plain, finger=finger_name),
    EventKind("committed", seat=seat),
    EventKind("overheard", bets=bet_list),
    EventKind("revealed", bets=bet_list),
    EventKind("exact", seat=seat, cards=cards),
    EventKind("short", seat=seat, cards=cards, missing=plain),
    EventKind("overshot", seat=seat, cards=cards, excess=plain),
    EventKind("opened", seat=seat),
    EventKind("won-jackpot", seat=seat, cards=cards, pot=pot_name, prize=cards),
    EventKind("kept", seat=seat, cards=cards),
    EventKind("to-jackpot", cards=cards, pot=pot_start, total=plain),
    EventKind("put-back", cards=cards),
    EventKind("paid", seat=seat, bet=bet_name, cards=cards),
    EventKind("shared-out", seat=seat, cards=cards, pot=pot_name),
    EventKind("achieved", seat=seat, bet=bet_name),
    EventKind("exchanged", seat=seat, cards=cards, markers=markers),
    EventKind("refilled", pot=pot_start, cards=cards),
    EventKind("tied", seats=seats),
    EventKind("ended", why=end_name),
)


def pile(game: Game, loose: int, marks: int) -> str:
    """“23 cards (2 ×10 and 3)”."""
    bundle = game.constants["bundle"]
    told = cards(game, loose + bundle * marks)
    return f"{told} ({marks} ×{bundle} and {loose})" if marks else told


def aside(achieved: Sequence[int]) -> str:
    """“HIGH, LOW, LOW”, or “none”."""
    return ", ".join(BET_NAMES[bet].upper() for bet in range(BETS) for _ in range(achieved[bet])) or "none"


def _state_of(view: Any, p: int) -> str:
    """What a seat is doing, as the viewer may know it."""
    if p == view.challenger and view.phase not in (BETTING, GRAB):
        return "challenger" if view.phase == CHOOSE else ""
    if p == view.challenger:
        return "challenger, eyes closed"
    bet = view.revealed[p] if view.phase == CHOOSE else view.knows[view.seat][p] if view.seat is not None else 0
    if bet:
        return f"bets {BET_NAMES[bet - 1].upper()}"
    if view.phase == BETTING and view.waiting >> p & 1:
        return "to bet"
    return "has laid a bet" if view.phase in (BETTING, GRAB) else ""


def table(game: Game, view: Any, names: Sequence[str]) -> list[str]:
    """The card, the deck, the jackpots and the players, as text."""
    lines = []
    if view.target:
        task = f"{names[view.challenger]} has to grab {view.target} without the {FINGER_NAMES[view.finger]} finger"
        lines.append(f"{task} and has {cards(game, view.hand)}." if view.hand else f"{task}.")
    pots = " · ".join(f"{pot_name(game, pot, names)} {view.pots[pot]}" for pot in range(view.jackpots))
    lines.append(f"Cards: deck {view.deck} · {pots}")
    if view.extra and view.phase != DONE:
        lines.append("Extra challenges: only the tied leaders can win.")
    width = max(map(len, names))
    piles = [pile(game, view.loose[p], view.markers[p]) for p in game.seats]
    for p, name in enumerate(names):
        told = [f"  {name:{width}}  {piles[p]:{max(map(len, piles))}}"]
        told += [f"achieved: {aside(view.achieved[p])}"] * (game.players == 2)
        told += ["can win"] * (view.extra and view.contenders >> p & 1)
        lines.append("  ".join([*told, _state_of(view, p)]).rstrip())
    return lines


def sheet(game: Game, state: Any, names: Sequence[str]) -> list[str]:
    """Final places, best first, with what they rest on."""
    lines = []
    for p in game.seats:
        place = game.rules.place(state, p)
        line = TEXT["score.total"].format(seat=names[p], cards=pile(game, state.loose[p], state.markers[p]), place=place)
        if game.players == 2:
            line = TEXT["score.achieved"].format(line=line, bets=aside(state.achieved[p]))
        elif state.extra and state.contenders >> p & 1:
            line = TEXT["score.tied"].format(line=line)
        lines.append((place, line))
    return [line for _place, line in sorted(lines)]
