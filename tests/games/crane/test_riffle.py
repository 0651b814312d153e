"""The riffle: sealed decks, what is sent of them and what is not, the record's entry, and how listeners end (R8, R12, R33)."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from math import exp, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest

from fairyring.core.errors import RecordError
from fairyring.core.rng import Stream
from fairyring.games.crane.riffle import bots, model, riffle
from fairyring.games.crane.riffle import listeners as people
from fairyring.games.crane.riffle.bots import Listener
from fairyring.games.crane.riffle.listeners import Ends
from fairyring.games.crane.riffle.model import EDGE_STEPS, GAPS, LAW, LAW_OF, TICKS, VOICE, VOICE_OF, VOICES, WORTH
from fairyring.games.crane.riffle.riffle import Deck, Heard, Part, RiffleRecord, derive
from fairyring.games.crane.schema import Finger

MASTER = bytes(range(32))
THICK = 136
FINGERS = tuple(LAW)


def digits(numbers: Sequence[int]) -> str:
    return "".join(map(str, numbers))


# The tables ---------------------------------------------------------------------------------------


def test_gaps_are_quantiles_of_a_log_normal_distribution() -> None:
    normal = NormalDist(0, 0.34)
    quantiles = [exp(normal.inv_cdf((k + 0.5) / len(GAPS))) for k in range(len(GAPS))]
    mean = sum(quantiles) / len(quantiles)
    assert pytest.approx([model.CARD_WIDTH * quantile / mean for quantile in quantiles], abs=1) == GAPS


# The derivation -----------------------------------------------------------------------------------


def test_derive_test_vectors() -> None:
    index, heard = derive(MASTER, 1, "index")
    assert heard.at[:8] == (909, 1595, 2480, 3520, 4505, 5490, 6559, 7420)
    assert digits(index.cards[:16]) == "1111211001112112"
    assert digits(heard.voices[:16]) == "1111111101112112"
    assert index.edges[:6] == (6, 11, 16, 19, 24, 27)
    middle, ring, little = (derive(MASTER, 1, finger)[0] for finger in ("middle", "ring", "little"))
    assert digits(middle.cards[:16]) == "1111211001113222"
    assert digits(little.cards[:16]) == "1101211001012112"
    assert ring.jerk == 1
    assert [deck.grabbed(10, THICK) for deck in (index, middle, ring, little)] == [9, 9, 10, 8]


def test_part_streams_are_distinct() -> None:
    first = {
        (key, challenge, part): Part(key, challenge, part).bits32()
        for key in (MASTER, MASTER[::-1])
        for challenge in (1, 2, 11)
        for part in ("gaps", "cards", "voice", "bands", "jerk")
    }
    assert len(set(first.values())) == len(first)
    part = Part(MASTER, 1, "gaps")
    assert len({part.bits32() for _ in range(100)}) == 100  # past the first block too


class Scripted(Part):
    """A part whose words are given."""

    def __init__(self, *words: int) -> None:
        super().__init__(MASTER, 1, "scripted")
        self.words = list(words)

    def bits32(self) -> int:
        return self.words.pop(0)


def test_part_rejects_biased_words() -> None:
    # 2³² is 1 more than a multiple of 5 and of 3, and a multiple of 16: there only word 0 is too many, here none is.
    assert Scripted(0, 1 << 31).below(5) == 2
    assert Scripted(0, (1 << 32) - 1).below(3) == 2
    assert Scripted(0, 1 << 31).below(16) == 0


def test_deck_has_48_ticks_and_begins_with_the_flipped_card() -> None:
    for challenge in range(1, 30):
        for finger in FINGERS:
            deck, heard = derive(MASTER, challenge, finger)
            assert len(deck.cards) == len(heard.at) == len(heard.voices) == TICKS == 48
            assert (deck.cards[0], heard.voices[0]) == (1, model.CRISP)
            assert {b - a for a, b in zip((0, *heard.at), heard.at, strict=False)} <= set(GAPS)
            assert deck.edges[0] in range(2, 7)
            assert {b - a for a, b in zip(deck.edges, deck.edges[1:], strict=False)} <= {3, 5, 7}
            assert deck.edges[-2] < 144 <= deck.edges[-1]
            assert deck.jerk == 0 or finger == "ring"


def test_model_tables_are_consistent() -> None:
    assert tuple(LAW) == tuple(WORTH) == tuple(Finger.words)
    assert {sum(law) for law in LAW.values()} == {LAW_OF} == {16}
    assert {sum(voice) for voice in VOICE} == {VOICE_OF} == {8}
    assert (len(GAPS), sum(GAPS)) == (32, 32 * model.CARD_WIDTH)
    assert max(len(law) for law in LAW.values()) - 1 <= min(EDGE_STEPS)  # a tick never passes two edges
    assert 1 + 3 * (TICKS - 1) < model.EDGES_UP_TO
    for finger in FINGERS:
        for voice in VOICES:
            mean = 16 * sum(cards * chance for cards, chance in enumerate(people.chances(finger, voice)))
            assert WORTH[finger][voice] == round(mean)


def test_derive_follows_the_distributions() -> None:
    for finger in FINGERS:
        counts = [[0] * len(VOICES) for _ in range(4)]
        for deck, heard in sealed()[finger][:500]:
            for carried, voice in zip(deck.cards[1:], heard.voices[1:], strict=True):
                counts[carried][voice] += 1
        ticks = sum(map(sum, counts))
        for carried, weight in enumerate(LAW[finger]):
            for voice in VOICES:
                share = weight * VOICE[carried][voice] / (LAW_OF * VOICE_OF)
                assert abs(counts[carried][voice] / ticks - share) <= 4.5 * sqrt(share * (1 - share) / ticks)
    jerks = [deck.jerk for deck, _ in sealed()["ring"]]
    for jerk, share in ((-1, 0.25), (0, 0.5), (1, 0.25)):
        assert abs(jerks.count(jerk) / len(jerks) - share) <= 4.5 * sqrt(share * (1 - share) / len(jerks))


def test_riffle_imports_the_standard_library_and_core_only() -> None:
    for module in (riffle, model):
        for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Div)
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fairyring"):
                assert (node.module or "").startswith(("fairyring.core.", "fairyring.games.crane.riffle.model"))


# The count ----------------------------------------------------------------------------------------

DECK = Deck(cards=(1, 0, 2, 1, *[1] * (TICKS - 4)), edges=(2, 5, 8, 15, 144), jerk=0)


def test_r12_a_grab_is_the_cards_of_its_ticks_and_at_most_the_deck() -> None:
    assert [DECK.grabbed(ticks, THICK) for ticks in (1, 2, 3, 4, 5, 48)] == [1, 1, 3, 4, 5, 48]
    assert [DECK.grabbed(ticks, 4) for ticks in (1, 3, 4, 5, 48)] == [1, 3, 4, 4, 4]


def test_grabbed_clamps_the_jerk() -> None:
    early, late = replace(DECK, jerk=-1), replace(DECK, jerk=1)
    assert [early.grabbed(ticks, THICK) for ticks in (1, 2, 3, 4, 48)] == [1, 1, 1, 3, 47]
    assert [late.grabbed(ticks, THICK) for ticks in (1, 2, 3, 47, 48)] == [1, 3, 4, 48, 48]
    assert [late.thickness(ticks, THICK) for ticks in (1, 2, 3)] == [1, 1, 3]  # it comes at “Finished”, not before


@pytest.mark.parametrize("ticks", [0, -1, 49, True, 1.0, "9", None])
@pytest.mark.parametrize("jerk", [-1, 0, 1])
def test_grabbed_refuses_impossible_ticks(ticks: Any, jerk: int) -> None:
    deck = replace(DECK, jerk=jerk)
    assert not riffle.is_held(ticks)
    for ask in (deck.grabbed, deck.thickness, deck.band):
        with pytest.raises(ValueError, match="it is a whole number from 1 to 48"):
            ask(ticks, THICK)


# Who is told what ---------------------------------------------------------------------------------


def test_heard_wire_has_positions_and_voices_only() -> None:
    _, heard = derive(MASTER, 7, "ring")
    assert [field.name for field in fields(Heard)] == ["challenge", "at", "voices"]
    assert heard.wire() == {"c": 7, "at": list(heard.at), "v": digits(heard.voices)}
    assert len(json.dumps(heard.wire(), separators=(",", ":"))) < 358


def test_deck_has_no_repr_and_no_wire() -> None:
    deck, _ = derive(MASTER, 1, "ring")
    with pytest.raises(TypeError):
        json.dumps(deck)
    for secret in (digits(deck.cards), "cards", "jerk", "edges", ", ".join(map(str, deck.edges[:3]))):
        assert secret not in f"{deck} {deck!r}"


def test_positions_are_independent_of_cards() -> None:
    for challenge in range(1, 50):
        pairs = [derive(MASTER, challenge, finger) for finger in FINGERS]
        assert len({heard.at for _, heard in pairs}) == 1
        assert len({deck.cards for deck, _ in pairs}) > 1


def test_heard_depends_on_voices_only() -> None:
    """The twins differ in cards (index and middle) or only in the jerk (index and ring); not a byte sent does."""
    differed = {"cards": 0, "jerk": 0}
    for challenge in range(1, 100):
        deck, heard = derive(MASTER, challenge, "index")
        for finger in ("middle", "ring"):
            twin, same = derive(MASTER, challenge, finger)
            if same.voices == heard.voices:
                assert same == heard
                assert json.dumps(same.wire()) == json.dumps(heard.wire())
                differed["cards"] += twin.cards != deck.cards
                differed["jerk"] += twin.jerk != deck.jerk
    assert min(differed.values()) >= 5


def test_band_counts_edges_and_ignores_the_jerk() -> None:
    thick = [DECK.thickness(ticks, THICK) for ticks in range(1, 17)]
    assert thick == [1, 1, *range(3, 17)]
    assert [DECK.band(ticks, THICK) for ticks in range(1, 17)] == [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4]
    assert DECK.band(16, 4) == 1  # a thin deck is all there is to see
    for jerk in (-1, 1):
        assert people.all_bands(replace(DECK, jerk=jerk), THICK) == people.all_bands(DECK, THICK)


def test_band_is_the_same_for_different_cards() -> None:
    """Within a band cards may come in any order: those who watch the stack cannot tell which tick carried two."""
    moved = replace(DECK, cards=(1, 0, 2, 1, 1, 2, 0, *DECK.cards[7:]))
    later = replace(DECK, cards=(1, 0, 2, 1, 1, 0, 2, *DECK.cards[7:]))
    assert people.all_bands(moved, THICK) == people.all_bands(later, THICK) == people.all_bands(DECK, THICK)


def test_band_leaves_at_least_three_card_counts_open() -> None:
    for challenge in range(1, 100):
        deck, _ = derive(MASTER, challenge, "index")
        one_by_one = replace(deck, cards=(1,) * TICKS)
        bands = people.all_bands(one_by_one, THICK)
        assert bands == sorted(bands)
        assert all(bands.count(band) in EDGE_STEPS for band in set(bands) if 0 < band < bands[-1])
        assert bands.count(0) == deck.edges[0] - 1


def test_band_helps_a_spy_as_published() -> None:
    """Index, t = 10: from 28 % to 37 %. A picture of the exact thickness would make every grab exact that can be."""
    decks = sealed()["index"][:1200]
    alone, spying, sure = Ends(), Ends(), 0
    for deck, heard in decks:
        alone.add(deck.grabbed(people.cheater(heard, "index", 10, Stream(1)), THICK), 10)
        spying.add(deck.grabbed(people.spy(heard, "index", 10, people.all_bands(deck, THICK)), THICK), 10)
        sure += any(deck.thickness(ticks, THICK) == 10 for ticks in range(1, TICKS + 1))
    assert_share(alone.just, len(decks), 28)
    assert_share(spying.just, len(decks), 37)
    assert sure / len(decks) > 0.75


# The record ---------------------------------------------------------------------------------------

LINE = {"v": 1, "c": 7, "finger": "middle", "n": 9, "tries": 2, "by": "drag", "trace": [420, 310, -250]}


def test_entry_round_trips() -> None:
    entry = RiffleRecord.read(json.loads(json.dumps(LINE)))
    assert entry == RiffleRecord(7, "middle", 9, 2, "drag", (420, 310, -250))
    assert entry.line() == LINE
    assert RiffleRecord.read(LINE | {"trace": [1] * 400, "tries": 3000, "n": 48}).ticks == 48
    for way in model.WAYS:
        assert RiffleRecord.read(LINE | {"by": way, "later": "unknown"}).by == way


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"v": 2}, "The riffle's version is 2; this program knows 1."),
        ({"v": True}, "The riffle's version is True; this program knows 1."),
        ({"v": None}, "The riffle's version is None; this program knows 1."),
        ({"c": 0}, "The riffle's c is 0; it is a whole number from 1 on."),
        ({"n": 0}, "The riffle's n is 0; it is a whole number from 1 to 48."),
        ({"n": 49}, "The riffle's n is 49; it is a whole number from 1 to 48."),
        ({"n": 9.0}, "The riffle's n is 9.0; it is a whole number from 1 to 48."),
        ({"n": True}, "The riffle's n is True; it is a whole number from 1 to 48."),
        ({"tries": 0}, "The riffle's tries is 0; it is a whole number from 1 on."),
        ({"finger": "thumb"}, "The riffle's finger is 'thumb'; it is one of index, middle, ring, little."),
        ({"by": ["drag"]}, "The riffle's by is ['drag']; it is one of drag, key, step, switch, bot."),
        ({"trace": None}, "The riffle's trace is a list of at most 400 numbers."),
        ({"trace": [1] * 401}, "The riffle's trace is a list of at most 400 numbers."),
        ({"trace": [1, 2.5]}, "The riffle's trace holds whole milliseconds from -3600000 to 3600000."),
        ({"trace": [3_600_001]}, "The riffle's trace holds whole milliseconds from -3600000 to 3600000."),
    ],
)
def test_entry_read_refuses_malformed_fields(change: dict[str, Any], why: str) -> None:
    with pytest.raises(RecordError) as refused:
        RiffleRecord.read(LINE | change)
    assert str(refused.value) == why


def test_entry_read_refuses_other_types() -> None:
    with pytest.raises(RecordError, match="A riffle is an object with v, c, finger, n, tries, by and trace"):
        RiffleRecord.read([LINE])


def test_entry_check_compares_with_the_sealed_deck() -> None:
    for finger, grabbed in (("index", 9), ("middle", 9), ("ring", 10), ("little", 8)):
        entry = RiffleRecord(1, finger, 10, 1, "key")
        entry.check(MASTER, 1, finger, THICK, grabbed)
        entry.check(MASTER, 1, finger, 5, 5)  # a thin deck
        for wrong in (grabbed - 1, grabbed + 1):
            with pytest.raises(RecordError, match=f"10 ticks of the sealed deck give a grab of {grabbed}, not of {wrong}"):
                entry.check(MASTER, 1, finger, THICK, wrong)
    with pytest.raises(RecordError, match="The riffle tells of challenge 1; this is challenge 2"):
        entry.check(MASTER, 2, "little", THICK, 8)
    with pytest.raises(RecordError, match="forbids the little finger; the flipped card forbids the index finger"):
        entry.check(MASTER, 1, "index", THICK, 8)


# Listeners ----------------------------------------------------------------------------------------

DECKS = 2000  # a finger


@cache
def sealed() -> dict[str, list[tuple[Deck, Heard]]]:
    return people.sealed_decks(hashlib.sha256(b"tests of the riffle").digest(), DECKS)


@cache
def ends(listener: Listener, target: int, decks: int = DECKS) -> dict[str, Ends]:
    return {f: people.grab_all(listener, sealed()[f][:decks], f, target, seed=target, size=THICK) for f in FINGERS}


def assert_share(count: int, of: int, per_cent: float) -> None:
    """Within four standard errors of a published share, which was rounded to whole per cent."""
    share = per_cent / 100
    assert abs(count / of - share) <= 0.005 + 4 * sqrt(share * (1 - share) / of), f"{100 * count / of:.1f}, not {per_cent}"


PUBLISHED: dict[Listener, tuple[int | None, ...]] = {
    people.counter: (28, 21, 17, 14, 12),
    people.misheard: (32, 24, 20, 16, 14),
    people.perfect_ear: (38, 29, 24, 19, 16),
    people.cheater: (40, 30, 25, 21, 18),
    bots.novice: (21, None, 14, 11, 9),
    bots.expert: (39, None, 25, 21, 18),
}
NUMBERS = (4, 7, 10, 15, 20)
ADULT = {
    4: ((39, 24, 37), (26, 23, 24, 24)),
    7: ((41, 18, 41), (19, 17, 18, 17)),
    10: ((42, 15, 43), (16, 13, 15, 14)),
    15: ((43, 11, 45), (12, 10, 12, 11)),
    20: ((44, 10, 46), (10, 9, 10, 9)),
}


@pytest.mark.parametrize("listener", PUBLISHED, ids=lambda listener: listener.__name__)
def test_listeners_are_exact_as_often_as_published(listener: Listener) -> None:
    decks = DECKS // 2 if listener is people.cheater else DECKS  # cheating takes long
    for target, per_cent in zip(NUMBERS, PUBLISHED[listener], strict=True):
        if per_cent is not None:
            assert_share(sum(e.just for e in ends(listener, target, decks).values()), 4 * decks, per_cent)


@pytest.mark.parametrize("target", NUMBERS)
def test_listener_adult_ends_as_published(target: int) -> None:
    shares, (mean, by_finger) = ends(people.adult, target), ADULT[target]
    assert_share(sum(e.low for e in shares.values()), 4 * DECKS, mean[0])
    assert_share(sum(e.just for e in shares.values()), 4 * DECKS, mean[1])
    assert_share(sum(e.high for e in shares.values()), 4 * DECKS, mean[2])
    for finger, per_cent in zip(FINGERS, by_finger, strict=True):
        assert_share(shares[finger].just, DECKS, per_cent)


def test_listener_tuning_at_ten() -> None:
    """Exact 10–20 % with every finger; HIGH and LOW about even, but middle leans HIGH and little LOW."""
    result = ends(people.adult, 10)
    assert all(10 <= e.per_cent()[1] <= 20 for e in result.values())
    low, high = sum(e.low for e in result.values()), sum(e.high for e in result.values())
    assert abs(low - high) / (4 * DECKS) <= 0.05
    for finger, shares in {"middle": (36, 13, 51), "little": (51, 14, 35)}.items():
        for many, share in zip((result[finger].low, result[finger].just, result[finger].high), shares, strict=True):
            assert_share(many, DECKS, share)


def test_exact_ends_of_a_perfect_counter() -> None:
    """No sampling: the published shares, and what a lie by one tick does to them."""
    for target, per_cent in zip(NUMBERS, (28, 21, 17, 14, 12), strict=True):
        shares = [people.exact_ends(f, bots.whole_aim(f, target), target).per_cent()[1] for f in FINGERS]
        assert round(sum(shares) / 4) == per_cent
    rounded = [tuple(map(round, people.exact_ends("index", ticks, 10).per_cent())) for ticks in (10, 9, 11)]
    assert rounded == [(41, 19, 41), (60, 17, 23), (25, 16, 59)]


def test_exact_ends_agree_with_sealed_decks() -> None:
    for finger in FINGERS:
        exact = people.exact_ends(finger, bots.whole_aim(finger, 10), 10).per_cent()
        shares = ends(people.counter, 10)[finger].per_cent()
        for share, frequency in zip(exact, shares, strict=True):
            assert abs(share - frequency) <= 400 * sqrt(share / 100 * (1 - share / 100) / DECKS)


def test_listeners_are_deterministic_and_in_range() -> None:
    for listener in (people.adult, *PUBLISHED):
        for finger in FINGERS:
            for target in (1, 2, 30):
                for number, (_, heard) in enumerate(sealed()[finger][:25]):
                    ticks = listener(heard, finger, target, Stream(3, number))
                    assert riffle.is_held(ticks)
                    assert ticks == listener(heard, finger, target, Stream(3, number))


def test_bot_steady_is_the_perfect_counter() -> None:
    heard = sealed()["index"][0][1]
    aims = {f: [bots.steady(heard, f, target, Stream(1)) for target in (1, 4, 10, 20)] for f in FINGERS}
    assert aims == {"index": [1, 4, 10, 20], "middle": [1, 4, 9, 18], "ring": [1, 4, 10, 20], "little": [1, 4, 11, 23]}
