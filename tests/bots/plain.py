"""People who have read the rules once: a plain way to play each game, written from its rules page and nothing else.

They look at what their seat sees (the view) and choose among what they may do. They remember nothing, imagine nothing, and know
nothing of the other bots; what is printed on the board or on a card they read there (the catalogue).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from fairyring.core.game.actions import Action
from fairyring.core.game.game import Game

Printed = dict[str, Any]
Plain = Callable[[Game[Any], Any, Sequence[Action]], Action]


@cache
def printed(game: Game[Any]) -> Printed:
    """What stands on cards and boards, for everybody to read."""
    things: Printed = game.catalogue()["things"]
    return things


def choose(legal: Sequence[Action], *wishes: str) -> Action:
    """The first wish that is allowed; where none is, whatever is."""
    by_text = {str(action): action for action in legal}
    return next((by_text[wish] for wish in wishes if wish in by_text), legal[0])


# Fairy ------------------------------------------------------------------------------------------


def fairy(_game: Game[Any], view: Any, legal: Sequence[Action]) -> Action:
    """R1, R10: of the cards 1 to 21 most are on the side where there is more room."""
    return choose(legal, "guess higher" if view.top <= 11 else "guess lower")


# Crane ------------------------------------------------------------------------------------------


def crane(_game: Game[Any], view: Any, legal: Sequence[Action]) -> Action:
    """R30: one HIGH, one LOW and one JUST are needed. A JUST is likeliest where few cards are asked for (R34)."""
    if view.phase == "choose":
        larger, smaller = ("left", "right") if view.pots["left"] >= view.pots.get("right", 0) else ("right", "left")
        return choose(legal, f"jackpot {larger if view.hand == view.target else smaller}")
    missing = [bet for bet in ("high", "low", "just") if not view.achieved[view.seat].get(bet)]
    if "just" in missing and (len(missing) == 1 or view.target <= 6):
        return choose(legal, "bet just")
    return choose(legal, *(f"bet {bet}" for bet in missing if bet != "just"), "bet high", "bet low")


# Sneaky Town ------------------------------------------------------------------------------------


def sneaky_town(_game: Game[Any], view: Any, legal: Sequence[Action]) -> Action:
    """R17, R18: each charm lies somewhere on the own line that has it. Cover the dearest line, then the next; then end.

    An open tile of the opponent says where a charm is, or that it is not there.
    """
    me, size = view.seat, len(view.tiles[view.seat])
    dearest = ["blue-sun", "flower", "brown-sun"] if me == 0 else ["brown-sun", "flower", "blue-sun"]
    tiles = view.shown[1 - me]
    occupied = {*view.stones[0], *view.stones[1]}
    wishes: list[str] = []
    for charm in dearest:
        mine = view.tiles[me].index(charm)
        for theirs in range(size):
            can_be = tiles[theirs] == charm if charm in tiles else tiles[theirs] is None
            point = f"{mine + 1},{theirs + 1}" if me == 0 else f"{theirs + 1},{mine + 1}"
            if can_be and point not in occupied:
                wishes.append(f"cast {point}")
    return choose(legal, *wishes, "end")


# Fairy Tale -------------------------------------------------------------------------------------


def total(things: Printed, own: Counter[str], others: Counter[str]) -> float:
    """One's points (R25 to R31); what a tale still lacks may come, so it counts a little."""

    def count(cards: Counter[str], word: str) -> int:
        return sum(
            n for card, n in cards.items() if word in (things[card]["category"]["word"], things[card]["typology"]["word"])
        )

    def met(needs: dict[str, Any]) -> bool:
        if "most" in needs:
            return count(own, needs["most"]["word"]) >= count(others, needs["most"]["word"])
        if "at_least" in needs:
            return all(count(own, word) >= many for word, many in needs["at_least"].items())
        return all(own[need["word"]] for need in needs["own"])

    points = 0.0
    for card, n in own.items():
        about, needs = things[card], things[card]["requirement"] or {}
        if "per" in needs:
            points += n * needs["times"] * own[needs["per"]["word"]]
        elif about["value_kind"]["word"] == "conditional":
            points += n * about["value"] * (1.0 if met(needs) else 0.2)
        else:
            points += n * (about["value"] or 0)
    return points


def after(things: Printed, own: Counter[str], others: Counter[str], cards: Sequence[str]) -> float:
    """What one has after playing these: who closes a card of one's own closes the cheapest (R16)."""
    open_cards = own + Counter(cards)
    for card in cards:
        effect = things[card]["effect"]
        if effect and effect["kind"]["word"] == "close-self":
            target = effect["target"]
            fits = [fit for fit in open_cards if not target or things[fit]["category"]["word"] == target["word"]]
            if fits:
                open_cards -= Counter([max(fits, key=lambda fit: total(things, open_cards - Counter([fit]), others))])
    return total(things, open_cards, others)


def fairy_tale(game: Game[Any], view: Any, legal: Sequence[Action]) -> Action:
    """Count what three cards of these would bring, with what lies open already; take and play those, close the cheapest."""
    things, me = printed(game)["card"], view.seat
    own, others = Counter(view.open[me]), Counter(view.open[1 - me])

    def best(cards: Sequence[str], many: int) -> tuple[float, tuple[str, ...]]:
        return max((after(things, own, others, some), some) for some in combinations(sorted(cards), min(many, len(cards))))

    def gain(action: Action) -> float:
        card = str(action.args["card"])
        match action.kind:
            case "draft":
                return best([*(view.kept[me] or ()), card], 3)[0] + total(things, Counter([card]), others) / 4
            case "open":
                return total(things, own + Counter([card]), others)
            case _:
                return total(things, own - Counter([card]), others)

    if view.phase == "play":
        return choose(legal, *(f"play {card}" for card in best(view.hand[me], 3 - view.step % 3)[1]))
    return max(legal, key=gain)


# Fariables --------------------------------------------------------------------------------------


def fariables(game: Game[Any], view: Any, legal: Sequence[Action]) -> Action:
    """R20: stand where the values are; lift who stands badly, as long as there is something better for all who are lifted."""
    spaces = printed(game)["space"]
    values = [value or 0 for kind, value in view.value.items() if kind != "flower"]

    def value(space: str) -> float:
        kind = spaces[space]["kind"]["word"]
        return sum(values) / len(values) if kind == "flower" else float(view.value[kind] or 0)

    def group(first: str, free: set[str], many: int) -> float:
        """What so many tokens are worth that stand together from this space on (R16)."""
        stand, total = [first], value(first)
        while len(stand) < many:
            near = {space for token in stand for space in spaces[token]["near"] if space in free} - set(stand)
            best = max(near or free - set(stand), key=value)
            stand.append(best)
            total += value(best)
        return total

    mine = view.own[view.seat]
    free = set(spaces) - {space for own in view.own for space in own}
    if view.phase == "lifting":
        worst = min(mine, key=value)
        now = max((group(space, free, view.hand) for space in free), default=0.0) if view.hand else 0.0
        then = max(group(space, free | {worst}, view.hand + 1) for space in free)
        return choose(legal, f"lift {worst}") if then - now > value(worst) else choose(legal, "done")
    many = view.hand if view.phase == "moving" else 1
    return max(legal, key=lambda action: group(str(action.args["space"]), free, many))


PLAYERS: dict[str, Plain] = {
    "crane": crane,
    "fairy": fairy,
    "fairy-tale": fairy_tale,
    "fariables": fariables,
    "sneaky-town": sneaky_town,
}
