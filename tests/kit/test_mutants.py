"""The kit on broken games: each is Fairy with one line changed, and each must be caught by the check that is meant to."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

import fairyring as fr
from fairyring.core import rng
from fairyring.core.game.bot_specs import BotSpec
from fairyring.core.game.room import Room
from fairyring.core.record.partial import story
from fairyring.kit import run
from tests.kit.broken import caught_by

LIST_LEGAL = """\
def list_legal(s: State, seat: int) -> list[int]:
    return [GUESS.id(k) for k in range(legal_count(s, seat))]
"""
IMAGINE = "                s.guess[other] = 1 + below(rng, GUESSES)"

BROKEN = {
    "a hidden field shown to everybody": (
        ("schema.py", "per_seat(maybe(Guess), OWNER)", "per_seat(maybe(Guess), EVERYBODY)"),
        "secrets_are_kept",
    ),
    "a leak only through the legal list": (
        ("rules.py", "        return GUESSES\n    return 0", "        return GUESSES - (s.guess[0] == 4)\n    return 0"),
        "secrets_are_kept",
    ),
    "aids that depend on who has chosen": (
        ("presentation/describe.py", "        return {}\n    left", '        return {"awaited": s.waiting}\n    left'),
        "open_choices_change_nothing_for_others",
    ),
    "a leak only through a refusal": (
        (
            "rules.py",
            "        return Refusal.NO_MOVE\n",
            "        return Refusal.NO_GUESS if s.guess[0] == 4 else Refusal.NO_MOVE\n",
        ),
        "secrets_are_kept",
    ),
    "a reveal keyed by the phase": (
        (
            "rules.py",
            "    note(s, Event.GUESSED, seat)\n",
            "    note(s, Event.GUESSED, seat)\n    if s.waiting and s.turns > 1:\n        s.shown[seat] = guess + 1\n",
        ),
        "secrets_are_kept",
    ),
    "an event that tells a secret": (
        ("rules.py", "    note(s, Event.GUESSED, seat)\n", "    note(s, Event.GUESSED, (seat + guess) % s.players)\n"),
        "secrets_are_kept",
    ),
    "a choice that only a clock tells of": (
        [
            ("schema.py", "field(seat_set(), EVERYBODY)  # who still has", "field(seat_set(), RECALL)  # who still has"),
            ("rules.py", "    note(s, Event.GUESSED, seat)\n", ""),
        ],
        "clocks_tell_nothing_new",
    ),
    "a plan that needs a secret": (
        [
            ("__init__.py", "    table=TableHooks(\n", "    table=TableHooks(\n        can_preview=True,\n"),
            ("__init__.py", "import Checks, ", "import Checks, TableHooks, "),
            (
                "rules.py",
                "    s.waiting &= ~(1 << seat)\n",
                "    if guess or s.guess[0] != 2:\n        s.waiting &= ~(1 << seat)\n",
            ),
        ],
        "previews_are_known",
    ),
    "a number derived from a secret": (
        ("rules.py", "    s.guess[seat] = guess + 1\n", "    s.guess[seat] = guess + 1\n    s.play_off ^= guess & 1\n"),
        "secrets_are_kept",
    ),
    "an imagination that returns the truth": (
        [
            ("rules.py", "    s.guess[seat] = guess + 1\n", "    s.guess[seat] = guess + 1\n    TRUTH[seat] = guess + 1\n"),
            ("rules.py", "VERSION = 2\n", "VERSION = 2\nTRUTH = [1] * 10\n"),
            ("rules.py", IMAGINE, "                s.guess[other] = TRUTH[other]"),
        ],
        "imagination_is_exact",
    ),
    "an imagination that has favourites": (
        ("rules.py", IMAGINE, "                s.guess[other] = 1 + below(rng, GUESSES) * below(rng, 2)"),
        "imagination_is_exact",
    ),
    "an imagination of impossible worlds": (
        ("rules.py", "if other != seat and guessed >> other & 1:", "if other != seat:"),
        "worlds_do_not_interfere",
    ),
    "an imagination that overwrites what is known": (
        ("rules.py", "if other != seat and guessed >> other & 1:", "if guessed >> other & 1:"),
        "worlds_do_not_interfere",
    ),
    "a seed that is ignored": (
        ("rules.py", "nth_bit(s.deck, k)", "nth_bit(s.deck, 0)"),
        "seeds_matter",
    ),
    "a score that changes the state": (
        (
            "rules.py",
            "    return s.score[seat]\n",
            "    s.shown[seat] = 0\n    s.shown[seat] ^= s.turns & 1\n    return s.score[seat]\n",
        ),
        "looking_changes_nothing",
    ),
    "a legal list that changes the state": (
        ("rules.py", '    """R7: the k-th of the four."""\n', '    """R7."""\n    s.shown[seat] = 4\n'),
        "looking_changes_nothing",
    ),
    "a commit order that matters": (
        ("rules.py", "    s.guess[seat] = guess + 1\n", "    s.guess[seat] = guess + 1\n    s.shown[0] = seat % 4\n"),
        "commits_in_any_order",
    ),
    "a wrong bound": (
        ("schema.py", "left: int = field(number(0, CARDS), RECALL)", "left: int = field(number(0, 9), RECALL)"),
        "never_stuck",
    ),
    "a legal list out of order": (
        ("rules.py", "    return GUESS.id(k)\n", "    return GUESS.id(3 - k)\n"),
        "legal_is_check",
    ),
    "a legal list of its own that is right": (
        (
            "rules.py",
            "    return GUESS.id(k)\n",
            f"    return GUESS.id(3 - k)\n\n\n{LIST_LEGAL}",
        ),
        "legal_is_check",
    ),
    "a check that allows too much": (
        (
            "rules.py",
            "    if not s.waiting >> seat & 1:\n        return Refusal.NO_MOVE\n",
            "    if s.phase != Phase.GUESS:\n        return Refusal.NO_MOVE\n",
        ),
        "legal_is_check",
    ),
    "weights that do not add up": (
        (
            "rules.py",
            "    return s.deck >> (TURN.card(outcome) - 1) & 1\n",
            "    return s.deck >> outcome & 1 | (outcome == 0)\n",
        ),
        "chance_adds_up",
    ),
    "a card that is lost": (
        ("rules.py", "    s.left -= 1\n", "    s.left -= 1 + (s.turns == 4)\n"),
        "invariants_hold",
    ),
    "a game that gets stuck": (
        ("rules.py", "        return GUESSES\n    return 0", "        return GUESSES if s.turns < 3 else 0\n    return 0"),
        "never_stuck",
    ),
    "a game that never ends": (
        ("rules.py", "    s.deck &= ~(1 << (card - 1))\n    s.left -= 1\n", "    s.fairies = 0\n"),
        "never_stuck",
    ),
    "a score sheet that ends too early": (
        ("rules.py", "    s.turns += 1\n", "    s.turns += 1\n    s.reason = 1\n"),
        "ends_agree",
    ),
    "a notation that means two things": (
        [
            ("schema.py", 'GUESS = ActionKind("guess", guess=Guess)', 'GUESS = ActionKind("guess", guess=WORDS)'),
            (
                "schema.py",
                "FAIRIES = (4, 11, 18)",
                'WORDS = Things("w", 4, ("higher", "lower", "suit", "higher"))\nFAIRIES = (4, 11, 18)',
            ),
        ],
        "notation_round_trips",
    ),
    "an event without words": (
        ("en.json", '  "event.guessed": "{seat} has guessed.",\n', ""),
        "everything_has_words",
    ),
    "a text that asks for what the event does not have": (
        ("en.json", '"{seat} has guessed."', '"{seat} has guessed {guess}."'),
        "everything_has_words",
    ),
    "two end reasons swapped": (
        [
            ("rules.py", "        return End.TOP\n", "        return End.THIRD_FAIRY\n"),
            (
                "rules.py",
                "    return End.THIRD_FAIRY if s.fairies >= s.last_fairy else 0",
                "    return End.TOP if s.fairies >= s.last_fairy else 0",
            ),
        ],
        "words_are_true",
    ),
    "two events swapped": (
        [
            ("rules.py", "note(s, Event.FLIPPED, card)", "note(s, Event.REVEALED , card)"),
            ("rules.py", "note(s, Event.REVEALED, card)", "note(s, Event.FLIPPED, card)"),
        ],
        "words_are_true",
    ),
    "two refusals swapped": (
        [
            ("rules.py", "        return Refusal.NO_MOVE\n", "        return Refusal.NO_GUESS\n"),
            ("rules.py", "GUESS.has(action) else Refusal.NO_GUESS", "GUESS.has(action) else Refusal.NO_MOVE"),
        ],
        "refusals_are_true",
    ),
    "two action words swapped": (
        (
            "schema.py",
            'GUESS = ActionKind("guess", guess=Guess)',
            'GUESS = ActionKind("guess", guess=Things("guess", 4, ("lower", "higher", "suit", "catch")))',
        ),
        "words_are_true",
    ),
    "a change that no event moves": (
        ("schema.py", "    DECK = zone(CARD)\n", '    DECK = zone(CARD)\n    PURSE = zone(count="score", per_seat=True)\n'),
        "moves_add_up",
    ),
    "a name without a meaning": (
        (
            "conformance/meanings.py",
            '        "guessed": lambda before, after, args: before.waiting ^ after.waiting == 1 << args["seat"],\n',
            "",
        ),
        "every_name_has_a_meaning",
    ),
    "a zone that no view shows": (
        ("schema.py", "DECK = zone(CARD)", 'DECK = zone(CARD, count="left")'),
        "zones_are_shown",
    ),
    "a field without a word about it": (
        ("schema.py", "  # the card on the discard pile\n", "\n"),
        "every_field_is_documented",
    ),
    "a witness of what nobody shows": (
        ("rules.py", "    return 1 if seat == NATURE or seat == viewer else 0\n", "    return 1\n"),
        "witnesses_know",
    ),
    "a bot that does not play by the rules": (
        ("bots.py", "    return GUESS.id(chosen)\n", "    return GUESS.id(chosen) + 4\n"),
        "bots_play_by_the_rules",
    ),
    "a prompt without a text": (
        ("en.json", '  "prompt.guess": "Guess the next card",\n', ""),
        "everything_can_be_said",
    ),
    "a prompt that cites no rule of ours": (
        ("presentation/describe.py", '    return Prompt("guess", "R7")\n', '    return Prompt("guess", "R77")\n'),
        "everything_can_be_said",
    ),
    "a score sheet that asks for what is not there": (
        ("en.json", "place {place}", "rank {rank}"),
        "everything_can_be_said",
    ),
    "a refusal that asks for what is not there": (
        ("en.json", '"guess higher, lower, suit or catch."', '"{seat} should guess."'),
        "texts_can_be_read",
    ),
    "a text that cannot be read": (
        ("en.json", "{points, plural, one {# point} other {# points}}, place", "{points, plural, one {# point}}, place"),
        "texts_can_be_read",
    ),
    "a tutorial with a line that does not parse": (
        ("__init__.py", '"card 18"),', '"card 22"),'),
        "tutorial_parses",
    ),
    "a rule that draws": (
        ("rules.py", "    s.turns += 1\n", "    s.turns += 1 + 0 * below(s, 1)\n"),
        "rules_stay_in_the_subset",
    ),
    "a rule that calls what compiled code cannot": (
        ("rules.py", "    return s.score[seat]\n", "    return int(s.score[seat])\n"),
        "rules_stay_in_the_subset",
    ),
    "a rule that reads a field that the state has not": (
        ("rules.py", "    s.turns += 1\n", "    s.turns += 1\n    if s.turns == 3:\n        s.turn = 1\n"),
        "rules_stay_in_the_subset",
    ),
    "rules outside the subset": (
        ("rules.py", "    s.guess[seat] = guess + 1\n", "    s.guess[seat] = sum([guess, 1])\n"),
        "rules_stay_in_the_subset",
    ),
}


CASES = [
    pytest.param(edits if isinstance(edits, list) else [edits], check, id=name.replace(" ", "-"))
    for name, (edits, check) in BROKEN.items()
]


@pytest.mark.parametrize(("broken", "check"), CASES, indirect=["broken"])
def test_kit_catches_a_broken_game(broken: Room, check: str) -> None:
    assert check in caught_by(broken, only=check)


ENDLESS_LOOP = ("rules.py", "    s.left -= 1\n", "    s.left -= 1\n    while s.left == 15:\n        s.turns += 0\n")


@pytest.mark.parametrize("broken", [[ENDLESS_LOOP]], indirect=True)
def test_kit_names_the_line_of_an_endless_loop(broken: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "GAME_SECONDS", 2.0)
    report = run.run_kit(broken, compiled=False)
    assert [finding.check for finding in report.findings] == ["never_stuck"]
    assert re.search(
        r"the rules have run for 2 s of CPU time; a loop in them may never end \(rules\.py:\d+, in turn_card\)",
        report.findings[0].message,
    )


@pytest.mark.parametrize("broken", [[]], indirect=True)
def test_kit_passes_an_unbroken_copy(broken: Room) -> None:
    assert not caught_by(broken)


@pytest.mark.parametrize("broken", [[]], indirect=True)
def test_kit_catches_a_view_that_changes_the_state(broken: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(game: Any, s: Any, seat: int | None) -> Any:
        s.score.sort()
        return real(game, s, seat)

    real = fr.Game.view
    monkeypatch.setattr(fr.Game, "view", careless)
    assert caught_by(broken, games=1, only="looking_changes_nothing") == {"looking_changes_nothing"}


@pytest.mark.parametrize("broken", [[]], indirect=True)
def test_kit_catches_a_leaking_story(broken: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record a person can save while the game runs is part of what must not leak."""

    def whole(table: fr.Table[Any], seat: int | None) -> str:
        return real(table, seat) + table.record.dumps()

    real = story
    monkeypatch.setattr("fairyring.kit.table_leaks.story", whole)
    assert caught_by(broken, games=1) == {"tables_keep_secrets"}


@pytest.mark.parametrize("broken", [[]], indirect=True)
def test_kit_catches_a_leaking_log(broken: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def events(table: fr.Table[Any], seat: int | None = None) -> tuple[fr.Event, ...]:
        shown_events = real(table, seat)
        secret = [step.action for step in table.history if step.seat == 0]
        return (
            (*shown_events, dataclasses.replace(shown_events[0], args={"guess": secret[-1]}))
            if shown_events and secret
            else shown_events
        )

    real = fr.Table.events_for
    monkeypatch.setattr(fr.Table, "events_for", events)
    assert caught_by(broken, games=1, only="tables_keep_secrets") == {"tables_keep_secrets"}


@pytest.mark.parametrize("broken", [[]], indirect=True)
@pytest.mark.parametrize("name", ["legal", "news", "can_take_back", "imagine", "redacted", "view", "aids", "prompt"])
def test_kit_catches_a_leaking_table(broken: Room, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a table is asked: here the answer depends on what seat 0 did last."""

    def careless(table: fr.Table[Any], seat: int | None = None) -> Any:
        answer = real(table, seat)
        secret = [step.action for step in table.history if step.seat == 0]
        if not seat or not secret or secret[-1] in ("guess lower", "guess catch"):
            return answer
        return () if name == "news" else {"tip": 1} if name == "aids" else real(table, 0)

    real = getattr(fr.Table, name)
    monkeypatch.setattr(fr.Table, name, careless)
    assert caught_by(broken, games=1, only="tables_keep_secrets") == {"tables_keep_secrets"}


@pytest.mark.parametrize("broken", [[]], indirect=True)
def test_kit_catches_an_ignored_seed(broken: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "stream_state", lambda seed, game, stream: 1)
    assert caught_by(broken, games=1, only="seeds_matter") == {"seeds_matter"}


OVERFLOW = "    s.turns += 1\n    s.shown[9] = 1 << (58 + s.turns) >> (58 + s.turns)\n"


@pytest.mark.parametrize("broken", [[("rules.py", "    s.turns += 1\n", OVERFLOW)]], indirect=True)
def test_kit_catches_backends_that_disagree(broken: Room) -> None:
    """Integers that Python keeps and 64 bits do not: seen only by playing the same games in both hosts."""
    assert "backends_agree" in caught_by(dataclasses.replace(broken, bots=BotSpec()), games=1, compiled=True)
