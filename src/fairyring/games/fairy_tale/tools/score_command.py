"""`fairyring score fairy-tale`: the score sheet for open cards of a physical game."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairyring.core.errors import DataError, OptionError
from fairyring.core.fields import schema
from fairyring.core.game.options import FileText
from fairyring.core.game.room import Command, all_texts
from fairyring.core.text.messages import ENGLISH, Speaker
from fairyring.core.text.slug import slug_of_title
from fairyring.games.fairy_tale.deck import Deck, deck_of
from fairyring.games.fairy_tale.presentation.card_texts import named, printed
from fairyring.games.fairy_tale.presentation.score_sheet import entries, place, score_sheet
from fairyring.games.fairy_tale.schema import HAND, PLAYS, ROUNDS, SEATS, STEPS, State
from fairyring.games.fairy_tale.scoring import count_up, turn_up

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

COUPLES_SEATS = 4
DIGITS, MAX_DIGITS, TIMES = "0123456789", 3, "xX×*"
SHIPPED = "full"
Hand = tuple[str, dict[int, int]]  # a player's name, and how many open cards of each kind


def read_hand(deck: Deck, text: str, where: str) -> Hand:
    """“Ann: Fairy Ring, castle x2” → Ann and her cards; names in any case, with or without “the”, × before or after."""
    name, colon, rest = text.partition(":")
    if not colon or not name.strip():
        raise DataError(f"{where}: “{text.strip()}” should be a name, a colon and cards, like “{example(deck)}”.")
    cards: dict[int, int] = {}
    for item in filter(None, map(str.strip, re.split(r"[,;]", rest))):
        word, count = _split_count(item)
        kind = find_card(deck, word, where)
        cards[kind] = cards.get(kind, 0) + count
    if sum(cards.values()) > STEPS:
        raise DataError(f"{where}: {name.strip()} has {sum(cards.values())} cards, and nobody plays more than {STEPS}.")
    return name.strip(), cards


def _split_count(item: str) -> tuple[str, int]:
    """“castle x2”, “castle 2”, “2 castle” and “2x castle” are two castles."""
    before = item.rstrip(DIGITS)
    digits, name = item[len(before) :], before.rstrip()
    if name[-1:] and name[-1] in TIMES:
        name = name[:-1].rstrip()
    elif name == before:
        name = ""  # no sign and no blank: the digits are part of the name
    if 1 <= len(digits) <= MAX_DIGITS and slug_of_title(name) and not _is_chapter(name, item):
        return name, int(digits)
    after = item.lstrip(DIGITS)
    digits, name = item[: len(item) - len(after)], after.lstrip()
    if name[:1] and name[0] in TIMES and name[1:2].isspace():
        name = name[1:].lstrip()
    elif name == after:
        name = ""
    return (name, int(digits)) if 1 <= len(digits) <= MAX_DIGITS and name else (item, 1)


def _is_chapter(name: str, item: str) -> bool:
    """“Fairy Tale - Chapter 2” is a name, not two cards."""
    return name.casefold().rstrip().endswith("chapter") and not re.search(r"[x×*]", item[len(name) :], re.IGNORECASE)


def find_card(deck: Deck, word: str, where: str) -> int:
    """Return the kind with a typed name; raises DataError with suggestions."""
    wanted = slug_of_title(word)
    known = deck.kind_by_typed_name
    kind = known.get(wanted.removeprefix("the-"))
    if kind is not None:
        return kind
    from difflib import get_close_matches  # noqa: PLC0415  (slow to import, and needed for a refusal only)

    near = [deck.cards[known[match]].name for match in get_close_matches(wanted, known, 3, 0.5)]
    some = ", ".join(card.name for card in deck.cards[:3])
    hint = f"did you mean {' or '.join(near)}?" if near else f"the deck has names like {some}."
    raise DataError(f"{where}: there is no card “{word}”; {hint}")


def example(deck: Deck) -> str:
    """Return an example of a typed hand, with cards of this deck."""
    first, *rest = deck.cards
    several = [card.slug for card in rest if card.copies > 1]
    return f"Ann: {first.slug}, {several[0]} x2" if several else f"Ann: {first.slug}"


def score_hands(deck: Deck, hands: Sequence[Hand], couples: bool = False) -> State:
    """Return a state with these open cards and their final scores."""
    if not 1 <= len(hands) <= SEATS:
        raise OptionError(f"Fairy Tale is for 2 to {SEATS} players; here are the cards of {len(hands)}.")
    if couples and len(hands) != COUPLES_SEATS:
        raise OptionError(f"Couples are {COUPLES_SEATS} players, two against two; here are the cards of {len(hands)}.")
    for kind, card in enumerate(deck.cards):
        used = sum(cards.get(kind, 0) for _name, cards in hands)
        if used > card.copies:
            raise DataError(f"{card.name} was named {used} times, and the deck has {card.copies}.")
    sizes = {"players": max(2, len(hands)), "couples": int(couples), "hand_size": HAND, "rounds": ROUNDS, "plays": PLAYS}
    s = schema.blank(State, {**sizes, **deck.constants()})
    for seat, (_name, cards) in enumerate(hands):
        for kind, count in cards.items():
            for _ in range(count):
                turn_up(s, seat, kind)
    count_up(s)
    return s


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--cards", action="append", default=[], metavar="HAND", help="one player's open cards: “Ann: fairy-ring, castle x2”"
    )
    parser.add_argument("--file", metavar="FILE", help="a file with such a line for each player")
    parser.add_argument("--deck", default=SHIPPED, metavar="FILE", help="a deck file of your own")
    parser.add_argument("--couples", action="store_true", help="four players: first and third against second and fourth")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _run(args: Namespace) -> int:
    option = _deck_option(args.deck)
    deck = deck_of(option)
    hands = [read_hand(deck, text, f"--cards “{text}”") for text in args.cards]
    if args.file:
        hands += read_file(deck, args.file)
    if not hands:
        raise OptionError(f"Say who has which open cards: --cards “{example(deck)}” for each player, or --file FILE.")
    names = [name for name, _cards in hands]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise DataError(f"{twice} is named twice; give every player a name of their own.")
    s = score_hands(deck, hands, args.couples)
    say = speaker(deck, names, own=isinstance(option, FileText))
    if args.json:
        print(json.dumps(as_json(deck, s, names, say), ensure_ascii=False))
    else:
        print("\n".join(say.say(line) for line in score_sheet(deck, s, range(len(names)))))
    return 0


def _deck_option(path: str) -> str:
    """Return the value of the option `deck` for a path."""
    from fairyring.cli.files import read_file_text  # noqa: PLC0415  (only commands open files)

    return path if path == SHIPPED else read_file_text(path)


def speaker(deck: Deck, names: Sequence[str], own: bool, language: str = ENGLISH) -> Speaker:
    """Return a speaker for sheets with the names of this deck and of these players."""
    things = {"card": printed(deck, deck.constants()["copies"], own)}
    return Speaker(all_texts(Path(__file__).parents[1], language), things, names, language)


def read_file(deck: Deck, path: str) -> list[Hand]:
    """Parse a file with a line for each player; empty lines and lines that begin with # are ignored."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    name = Path(path).name
    return [read_hand(deck, line, f"{name}, line {number}") for number, line in lines if line and not line.startswith("#")]


def as_json(deck: Deck, s: State, names: Sequence[str], say: Speaker) -> dict[str, Any]:
    """Return the sheet as JSON values."""
    return {
        "players": [
            {
                "name": name,
                "total": s.total[seat],
                "place": place(s, range(len(names)), seat),
                "trickster": say.value(named(deck, s.stands_for[seat] - 1)) if s.stands_for[seat] else None,
                "cards": [
                    {
                        "card": say.value(entry.card),
                        "count": entry.count,
                        "each": entry.each,
                        "points": entry.points,
                        "reason": say.say(entry.reason),
                    }
                    for entry in entries(deck, s, seat)
                ],
            }
            for seat, name in enumerate(names)
        ]
    }


SCORE = Command("the score sheet for cards on a real table", _configure, _run)
