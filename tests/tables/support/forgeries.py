"""Forged records of one honest game, and by what each check must name them.

The page (client/tests/forgeries.test.ts), `fairyring verify --receipt` and the code of docs/fairness.md are all run on these.
`python -m tests.tables.support.forgeries` writes them for the page.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fairyring.core.record import receipt as saved
from fairyring.core.table import seal
from tests.paths import ROOT
from tests.tables.support.receipts import NotedGame

FIXTURE = Path(ROOT) / "client" / "tests" / "data" / "forgeries.json"

Lines = list[dict[str, Any]]


@dataclass(frozen=True)
class Forgery:
    """One forgery: what it does to the lines of a record, and the key that each check must name."""

    change: Callable[[Lines], None]
    page: str  # a key of the page's words; docs/fairness.md says the same in its own words
    program: str  # a key of the messages of the core
    by_hand: str  # a part of the sentence of docs/fairness.md


def _seal(lines: Lines) -> dict[str, Any]:
    sealed: dict[str, Any] = lines[-1]["seal"]
    return sealed


def _drawn(lines: Lines) -> list[dict[str, Any]]:
    return [line for line in lines if "nature" in line]


def _played(lines: Lines) -> list[dict[str, Any]]:
    return [line for line in lines if "plays" in line]


def _count(lines: Lines) -> None:
    lines[-1]["decisions"] = len(lines) - 2


def without_weights(lines: Lines) -> None:
    for line in _drawn(lines):
        del line["of"], line["owns"]


def certain_draws(lines: Lines) -> None:
    for line in _drawn(lines):
        line["owns"] = [0, line["of"]]


def one_card_always(lines: Lines) -> None:
    for line in _drawn(lines):
        line |= {"nature": "card 1", "owns": [0, line["of"]]}


def own_share_removed(lines: Lines) -> None:
    _seal(lines)["shares"] = [share for share in _seal(lines)["shares"] if share["guest"] == 1]


def reported_outcomes(lines: Lines) -> None:
    for line in _drawn(lines):
        del line["of"], line["owns"]
        line["reported"] = 0


def swapped_draws(lines: Lines) -> None:
    first, second = _drawn(lines)[1:3]
    first["nature"], second["nature"] = second["nature"], first["nature"]


def other_card(lines: Lines) -> None:
    """Another card than the seal gives, with the range of the right one."""
    line = _drawn(lines)[1]
    line["nature"] = "card 2" if line["nature"] != "card 2" else "card 3"


def chosen_card(lines: Lines) -> None:
    """A card that was left in the deck, with the odds that it had: only the seal tells that it was not drawn."""
    *before, last = [line["nature"] for line in _drawn(lines)]
    left = [card for card in (f"card {number}" for number in range(1, 22)) if card not in before]
    chosen = next(number for number, card in enumerate(left) if card != last)
    _drawn(lines)[-1] |= {"nature": left[chosen], "owns": [chosen, chosen + 1]}


def dropped_draw(lines: Lines) -> None:
    lines.remove(_drawn(lines)[2])
    _count(lines)


def changed_move(lines: Lines) -> None:
    line = _played(lines)[0]
    line["plays"] = "guess lower" if line["plays"] != "guess lower" else "guess higher"


def other_options(lines: Lines) -> None:
    lines[0]["options"]["suits"] = "mod3"


def third_seat(lines: Lines) -> None:
    lines[0]["seats"].append({"name": "Cy", "guest": 3})


def others_share_changed(lines: Lines) -> None:
    _seal(lines)["shares"][0]["opened"] = "22" * 32


def others_share_replaced(lines: Lines) -> None:
    """The other player's share with a promise that fits."""
    share, about = _seal(lines)["shares"][0], _seal(lines)
    share["opened"] = "23" * 32
    share["promise"] = seal.promise(about["table"], about["game"], share["guest"], bytes.fromhex(share["opened"])).hex()


def others_share_removed(lines: Lines) -> None:
    _seal(lines)["shares"] = [share for share in _seal(lines)["shares"] if share["guest"] != 1]


def share_added(lines: Lines) -> None:
    about, opened = _seal(lines), "24" * 32
    promise = seal.promise(about["table"], about["game"], 3, bytes.fromhex(opened)).hex()
    about["shares"].append({"guest": 3, "promise": promise, "opened": opened})


def own_share_unopened(lines: Lines) -> None:
    next(share for share in _seal(lines)["shares"] if share["guest"] != 1)["opened"] = None


def other_secret(lines: Lines) -> None:
    _seal(lines)["secret"] = "25" * 32


def other_secret_with_its_commitment(lines: Lines) -> None:
    about = _seal(lines)
    about["secret"] = "25" * 32
    about["commitment"] = seal.commitment(about["table"], about["game"], bytes.fromhex(about["secret"])).hex()


def reordered_moves(lines: Lines) -> None:
    """Two guesses on the same card: by the rules their order does not matter."""
    first = next(number for number, line in enumerate(lines[:-1]) if "plays" in line and "plays" in lines[number + 1])
    lines[first], lines[first + 1] = lines[first + 1], lines[first]


def doubled_move(lines: Lines) -> None:
    first = lines.index(_played(lines)[0])
    lines.insert(first, dict(lines[first]))
    _count(lines)


def cut_off(lines: Lines) -> None:
    del lines[-6:-1]
    _count(lines)


def other_table(lines: Lines) -> None:
    _seal(lines)["table"] = "k3m9q2x7v5t8w4z6"


def other_game_number(lines: Lines) -> None:
    _seal(lines)["game"] = 2


def other_rules(lines: Lines) -> None:
    lines[0]["rules"] += 1


def other_log(lines: Lines) -> None:
    lines[-1]["chain"] = "26" * 32


def other_result(lines: Lines) -> None:
    lines[-1]["digest"] = "0" * len(lines[-1]["digest"])


def no_seal(lines: Lines) -> None:
    del lines[-1]["seal"]


def another_game(lines: Lines) -> None:
    """Another honest game under the same seal: the same cards, other moves."""
    other = [json.loads(line) for line in _game(2)[0].splitlines()]
    lines[:] = other


FORGERIES = {
    "without weights": Forgery(without_weights, "fair.bare", "receipt.bare", "what else could have been drawn"),
    "certain draws": Forgery(certain_draws, "fair.odds", "receipt.odds", "other odds"),
    "one card always": Forgery(one_card_always, "fair.odds", "receipt.odds", "other odds"),
    "own share removed": Forgery(own_share_removed, "fair.my-share", "receipt.mine", "my share"),
    "reported outcomes": Forgery(reported_outcomes, "fair.reported-here", "receipt.reported", "has no real table"),
    "swapped draws": Forgery(swapped_draws, "fair.odds", "receipt.odds", "other odds"),
    "other card": Forgery(other_card, "fair.odds", "receipt.odds", "other odds"),
    "chosen card": Forgery(chosen_card, "fair.draw", "receipt.draw", "follow from the seal"),
    "dropped draw": Forgery(dropped_draw, "fair.odds", "receipt.odds", "other odds"),
    "changed move": Forgery(changed_move, "fair.moves", "receipt.moves", "moves"),
    "other options": Forgery(other_options, "fair.head", "receipt.first-line", "first line"),
    "third seat": Forgery(third_seat, "fair.head", "receipt.first-line", "first line"),
    "other's share changed": Forgery(others_share_changed, "fair.share", "error.seal.share", "promised share"),
    "other's share replaced": Forgery(others_share_replaced, "fair.other-share", "receipt.promises", "list of promises"),
    "other's share removed": Forgery(others_share_removed, "fair.other-share", "receipt.promises", "list of promises"),
    "share added": Forgery(share_added, "fair.other-share", "receipt.promises", "list of promises"),
    "own share unopened": Forgery(own_share_unopened, "fair.my-share", "receipt.mine", "my share"),
    "other secret": Forgery(other_secret, "fair.secret", "error.seal.commitment", "promised secret"),
    "other secret with its commitment": Forgery(
        other_secret_with_its_commitment, "fair.other-seal", "receipt.commitment", "seal that I saw"
    ),
    "reordered moves": Forgery(reordered_moves, "fair.moves", "receipt.moves", "moves"),
    "doubled move": Forgery(doubled_move, "fair.moves", "receipt.moves", "moves"),
    "cut off": Forgery(cut_off, "fair.moves", "receipt.moves", "moves"),
    "other table": Forgery(other_table, "fair.other-table", "receipt.table", "another table"),
    "other game number": Forgery(other_game_number, "fair.other-table", "receipt.table", "another table"),
    "other rules": Forgery(other_rules, "fair.head", "receipt.first-line", "first line"),
    "other log": Forgery(other_log, "fair.chain", "receipt.chain", "log"),
    "other result": Forgery(other_result, "fair.steps", "error.record.position", "order"),
    "no seal": Forgery(no_seal, "fair.no-seal", "receipt.unsealed", "seal is missing"),
    "another game": Forgery(another_game, "fair.moves", "receipt.moves", "moves"),
}


@cache
def _game(seed: int) -> tuple[str, str]:
    game = NotedGame("fairy", seed).finish()
    return game.record().dumps(), game.saved("bo").dumps()


def honest() -> tuple[str, saved.Receipt]:
    """The record of an honest game, and Bo's receipt."""
    record, receipt = _game(1)
    return record, saved.Receipt.loads(receipt)


def forged(forgery: Forgery) -> str:
    """The record of the honest game with a forgery."""
    lines = [json.loads(line) for line in honest()[0].splitlines()]
    forgery.change(lines)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def shown_otherwise() -> saved.Receipt:
    """The receipt of a device that was shown another card than the record has, with the seal and all hashes in order."""
    receipt = honest()[1]
    segment = next(segment for segment in receipt.shown if any("card" in event["args"] for event in segment.events))
    event = [event for event in segment.events if "card" in event["args"]][-1]
    event["args"]["card"] = event["args"]["card"] % 21 + 1
    return receipt


def fixture() -> str:
    """The forgeries as JSON, for the tests of the page."""
    values = {
        "record": honest()[0],
        "receipt": json.loads(honest()[1].dumps()),
        "shownOtherwise": json.loads(shown_otherwise().dumps()),
        "forgeries": {name: {"record": forged(forgery), "says": forgery.page} for name, forgery in FORGERIES.items()},
    }
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FIXTURE.write_text(fixture(), encoding="utf-8")
