"""Positions of Fairy Tale, laid out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import fairyring as fr
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText
from fairyring.core.game.registry import room
from fairyring.core.text.slug import slug_of_title
from fairyring.games.fairy_tale.deck import shipped_deck
from fairyring.games.fairy_tale.schema import STEPS, Phase, State
from fairyring.games.fairy_tale.scoring import count_up, turn_down, turn_up

SLUGS = shipped_deck().slugs
DECK_FILE = files("fairyring.games.fairy_tale").joinpath("deck.csv").read_text(encoding="utf-8")
FILLER = "bard"  # a card without an effect, to fill hands with


def kind(name: str) -> int:
    """A kind by its name, however written."""
    return SLUGS.index(slug_of_title(name))


def changed(*pairs: tuple[str, str]) -> FileText:
    """Somebody's own deck file: ours, with some things written otherwise."""
    text = DECK_FILE
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return FileText.of("mine.csv", text)


def recounted(copies: dict[str, int]) -> FileText:
    """Our deck file with other numbers of copies of some kinds."""
    lines = [line.split(",") for line in DECK_FILE.splitlines() if not line.startswith("#")]
    rows = [",".join([*cells[:5], str(copies.get(slug_of_title(cells[0]), cells[5])), *cells[6:]]) for cells in lines]
    return FileText.of("recounted.csv", "\n".join(rows))


def game(players: int = 3, /, **options: object) -> Game[Any]:
    """With every store held to its bounds."""
    return Game(room("fairy-tale"), {"players": players, **options}, checked=True)


def laid_out(
    shown: Sequence[Sequence[str]], hidden: Sequence[Sequence[str]] = (), players: int = 3, dealer: int = 0, **options: object
) -> tuple[Game[Any], State]:
    """A position before a card is played: these cards lie open and closed in front of the seats, from earlier steps."""
    g = game(players, **options)
    s = g.initial()
    assert isinstance(s, State)
    s.dealer = dealer
    for seat, names in enumerate(hidden):
        for name in names:
            turn_up(s, seat, kind(name))
            turn_down(s, seat, kind(name))
    for seat, names in enumerate(shown):
        for name in names:
            turn_up(s, seat, kind(name))
    s.phase = Phase.PLAY
    s.waiting = (1 << players) - 1
    return g, s


def give(s: State, seat: int, *names: str) -> None:
    """A hand of these cards."""
    for i, card in enumerate(sorted(kind(name) + 1 for name in names)):
        s.hand[seat][i] = card


def reveal(g: Game[Any], s: State, *cards: str) -> list[str]:
    """Everybody plays a card; what is said about it."""
    s.held = 3
    s.step = 3
    for seat, name in enumerate(cards):
        give(s, seat, name, FILLER, "homesteaders")
    texts = []
    for seat, name in enumerate(cards):
        texts += do(g, s, seat, f"play {slug_of_title(name)}")
    return texts


def do(g: Game[Any], s: State, seat: int, action: str) -> list[str]:
    """One decision, checked; what everybody hears."""
    happenings = g.act(s, seat, g.check(s, seat, action).id)
    texts = [g.say(happening.shown_to(None), ["Tom", "Anna", "Paul", "Eve", "Max"]) for happening in happenings]
    return [text for text in texts if text]


def legal(g: Game[Any], s: State, seat: int) -> list[str]:
    return [str(g.actions[action]) for action in g.legal(s, seat)]


def open_cards(s: State, seat: int) -> list[str]:
    return [SLUGS[k] for k in range(len(SLUGS)) for _ in range(s.open[seat][k])]


def closed_cards(s: State, seat: int) -> list[str]:
    return [SLUGS[k] for k in range(len(SLUGS)) for _ in range(s.closed[seat][k])]


def counted(*shown: Sequence[str], players: int = 0, **options: object) -> State:
    """A finished game with these open cards, counted up."""
    g = game(players or max(2, len(shown)), **options)
    s = g.initial()
    assert isinstance(s, State)
    for seat, names in enumerate(shown):
        for name in names:
            turn_up(s, seat, kind(name))
    s.phase = Phase.DONE
    s.step = STEPS
    count_up(s)
    return s


def total(*shown: Sequence[str]) -> int:
    """What the first player's cards are worth beside the others'."""
    return counted(*shown).total[0]


def dealt(hands: Sequence[Sequence[str]], dealer: int = 0, more: Sequence[str] = (), **options: object) -> fr.Table[Any]:
    """A table where the first round deals these hands."""
    chance = [f"dealer {dealer + 1}", *(f"card {slug_of_title(name)}" for hand in hands for name in hand), *more]
    return fr.Table(game(len(hands), **options), chance=chance)


HANDS = (
    ("fairy-ring", "castle", "bard", "homesteaders", "vampire"),
    ("elven-warrior", "dwarven-warrior", "sky-dance-dragon", "silver-dragon", "demon"),
    ("mischievous-fairy", "bronze-dragon", "dragons-lair", "children-of-the-dragon", "werewolf"),
)


def prompt_of(g: fr.Game[Any], s: Any, seat: int) -> tuple[str, str, str]:
    """Return the rule, the text and the help of the prompt of a seat."""
    prompt, say = g.prompt(s, seat), g.speaker(["Tom", "Anna", "Paul"])
    return prompt.rule, say.say(prompt.text), say.say(prompt.help)
