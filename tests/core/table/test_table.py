"""The table and the record: driving a game, saving it, and refusing what was tampered with."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairyring as fr
from fairyring.bots import play_out, seat_bots
from fairyring.core.errors import ChanceError, FairyringError, RecordError
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.events import LoggedEvent
from fairyring.core.game.options import FileText
from fairyring.core.record.record import Record
from fairyring.core.table import seal
from tests.games.make_records import play

GAME = fr.game("fairy", players=2)


def test_table_seed_determines_the_game() -> None:
    assert play(GAME, 7) == play(GAME, 7)
    assert play(GAME, 7) != play(GAME, 8)


def test_table_script_is_followed_until_used_up() -> None:
    table = fr.Table(GAME, chance=["card 5", "card 6"])
    table.play(0, "guess higher")
    table.play(1, "guess lower")
    assert table.view().score == (2, -1)
    table.play(0, "guess higher")
    with pytest.raises(ChanceError, match="script of chance ended"):
        table.play(1, "guess lower")
    with pytest.raises(ChanceError, match="one source of chance"):
        fr.Table(GAME, seed=1, chance=[])


def test_table_without_chance_waits_for_nature() -> None:
    table = fr.Table(GAME)
    assert list(table.pending) == [fr.NATURE]
    assert len(table.legal(fr.NATURE)) == 21
    with pytest.raises(fr.NotYourTurn, match="chance does"):
        table.play(0, "guess higher")
    table.play(fr.NATURE, "card 3")
    assert list(table.pending) == [0, 1]
    with pytest.raises(fr.NotYourTurn):
        table.play(fr.NATURE, "card 4")


def test_table_play_errors_leave_the_table_unchanged() -> None:
    table = fr.Table(GAME, seed=1)
    before = table.record
    for seat, action, kind in ((0, "guess up", fr.CannotParse), (0, 99, fr.CannotParse), (5, "guess higher", fr.NotYourTurn)):
        with pytest.raises(kind):
            table.play(seat, action)
    assert table.record == before
    assert issubclass(fr.NotLegal, FairyringError)


def test_table_names_are_used_and_counted() -> None:
    table = fr.Table(GAME, chance=["card 1"], names=["Ann", "Bo"])
    table.play(1, "guess higher")
    assert GAME.say(table.events_for(0)[-1], table.names) == "Bo has guessed."
    with pytest.raises(FairyringError, match="3 names were given for 2 seats"):
        fr.Table(GAME, names=["a", "b", "c"])


def test_table_state_and_views_are_copies() -> None:
    table = fr.Table(GAME, seed=1)
    stolen = table.state
    stolen.players = 9
    setattr(stolen, "score", [99] * 10)  # noqa: B010  (the type does not matter here)
    assert table.view().score == (0, 0)


def test_table_imagine_is_reproducible_but_varies() -> None:
    def worlds() -> list[tuple[int, ...]]:
        table = fr.Table(fr.game("fairy", players=4), seed=3)
        for seat in (1, 2, 3):
            table.play(seat, "guess suit")
        return [tuple(getattr(table.imagine(0), "guess")) for _ in range(20)]  # noqa: B009

    assert worlds() == worlds()
    assert len(set(worlds())) > 5


def test_record_round_trip_through_a_file(tmp_path: Path) -> None:
    record = play(GAME, 3)
    path = tmp_path / "game.jsonl"
    record.save(path)
    assert Record.load(path) == record
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]
    record.verify()


def test_table_resume_continues_a_saved_game() -> None:
    table = fr.Table(GAME, seed=5)
    table.play(0, "guess higher")
    again = fr.Table.resume(Record.loads(table.record.dumps()), seed=5)
    assert again.pending == (1,)
    for t in (table, again):
        t.play(1, "guess lower")
    assert again.record == table.record


def test_table_play_returns_decisions_and_events() -> None:
    table = fr.Table(GAME, chance=["card 5", "card 6"])
    first = table.play(0, "guess higher")
    assert [(step.seat, step.action) for step in first.decisions] == [(0, "guess higher")]
    assert [event.kind for event in first.events(1)] == ["guessed"]
    last = table.play(1, "guess lower")
    assert [(step.seat, step.action) for step in last.decisions] == [(1, "guess lower"), (fr.NATURE, "card 6")]
    assert [event.kind for event in last.events()] == ["guessed", "revealed", "told", "told"]
    assert last.events(0)[1].wire() == {
        "kind": "revealed",
        "args": {"card": 6},
        "moves": [{"from": {"zone": "deck"}, "to": {"zone": "pile"}, "thing": 6, "count": 1}],
    }


def test_table_news_returns_each_event_once() -> None:
    table = fr.Table(GAME, chance=["card 5", "card 6"])
    assert [event.kind for event in table.news(1)] == ["flipped"]
    assert table.news(1) == ()
    table.play(0, "guess higher")
    assert [event.kind for event in table.news(1)] == ["guessed"]
    assert not any(hasattr(event, "seq") for event in table.events_for(0))


def test_table_news_after_take_back_returns_only_new_choices() -> None:
    table = fr.Table(fr.game("fairy", players=4), seed=1)
    table.news(3)
    table.play(0, "guess higher")
    table.play(1, "guess lower")
    assert [event.args["seat"] for event in table.news(3)] == [0, 1]
    table.play(2, "guess suit")
    table.take_back(1)
    assert [event.args["seat"] for event in table.news(3)] == [2]
    table.take_back(0)
    assert table.news(3) == ()
    table.play(1, "guess catch")
    assert [event.args["seat"] for event in table.news(3)] == [1]


def test_table_news_does_not_read_the_old_log(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fr.Table(GAME, seed=1)
    play_out(table, seat_bots(table, "random", 1))
    looked: list[LoggedEvent] = []

    def look(event: LoggedEvent, _viewer: int | None) -> bool:
        looked.append(event)
        return True

    table.news(0)
    monkeypatch.setattr(LoggedEvent, "seen_by", look)
    assert table.news(0) == ()
    assert not looked
    assert table.events_for(0)
    assert looked


def test_table_take_back_works_until_all_have_chosen() -> None:
    game = fr.game("fairy", players=3)
    table, other = fr.Table(game, chance=["card 5", "card 6"]), fr.Table(game, chance=["card 5", "card 6"])
    for seat, guess in ((0, "higher"), (2, "suit"), (1, "catch")):
        if seat == 1:
            assert table.can_take_back(0)
            table.take_back(0)
            assert table.pending == (0, 1)
            assert [event.args["seat"] for event in table.events_for() if event.kind == "guessed"] == [2]
            table.take_back(2)
            table.play(2, "guess suit")
            table.play(0, "guess lower")
        table.play(seat, f"guess {guess}")
    for seat, guess in ((2, "suit"), (0, "lower"), (1, "catch")):
        other.play(seat, f"guess {guess}")
    assert table.record == other.record
    for seat in game.seats:
        with pytest.raises(fr.NotYourTurn, match="no choice that could be taken back"):
            table.take_back(seat)


def test_table_copies_take_back_independently() -> None:
    table = fr.Table(fr.game("fairy", players=3), seed=1)
    start = schema.digest(table.state)
    table.play(0, "guess catch")
    twin = table.copy()
    twin.take_back(0)
    twin.play(1, "guess higher")
    table.take_back(0)
    assert schema.digest(table.state) == start


def test_table_draw_outcome_selects_by_weight_without_applying() -> None:
    table = fr.Table(fr.game("fairy", players=2))
    before, outcomes = schema.digest(table.state), list[int]()

    def last(count: int) -> int:
        outcomes.append(count)
        return count - 1

    rules, state = table.game.rules, table.state
    outcome = table.draw_outcome(last)
    assert outcomes == [rules.chance_count(state)]
    assert outcome.id == rules.chance_nth(state, outcomes[0] - 1)
    assert schema.digest(table.state) == before


def test_table_refuses_unknown_seats() -> None:
    table = fr.Table(GAME, seed=1)
    for ask in (
        table.view,
        table.redacted,
        table.legal,
        table.prompt,
        table.aids,
        table.events_for,
        table.news,
        table.can_take_back,
        table.take_back,
        table.imagine,
    ):
        for seat in (-2, 2, 9) if ask == table.legal else (-1, 2, 9):
            for _again in range(2):
                with pytest.raises(fr.NoSuchSeat, match="seats 0 to 1"):
                    ask(seat)


def test_table_rebuild_copy_and_pickle_are_equal() -> None:
    game = fr.game("fairy", players=3)
    table = fr.Table(game, seed=9, names=["Ann", "Bo", "Cy"], bots={2: "normal"})
    for seat in (0, 1, 2, 1):
        table.play(seat, "guess higher")
    twins = [table.copy(), copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]  # noqa: S301
    twins.append(fr.Table.rebuild(game, table.history, table.sitters, fr.Seeded(9)))
    for twin in twins:
        assert twin == table
        assert twin.can_take_back(1)
        assert twin.events_for(0) == table.events_for(0)
        twin.take_back(1)
        assert twin != table
        for seat in (1, 0, 2):
            twin.play(seat, "guess higher")
    assert all(twin == twins[0] for twin in twins)
    assert table.pending == (0, 2)
    assert table != fr.Table(game, seed=9)
    assert game == fr.game("fairy", players=3)
    assert hash(game) == hash(fr.game("fairy", players=3))


SECRET, TABLE = bytes(range(32)), "k3m9q2x7v5t8w4z6"


def sealed(opened: bool = True) -> fr.Sealed:
    head = json.dumps({"game": "fairy", "options": {"players": 2}, "rules": GAME.rules.VERSION, "seats": [1, "bot:normal"]})
    share = seal.Share(1, seal.promise(TABLE, 1, 1, b"x" * 32), b"x" * 32 if opened else None)
    return fr.Sealed(TABLE, 1, head, SECRET, (share,))


def test_sealed_chance_depends_on_every_share() -> None:
    tables = [fr.Table(GAME, nature=nature) for nature in (sealed(), sealed(), sealed(opened=False))]
    for table in tables:
        play_out(table, seat_bots(table, "random", 1))
    assert tables[0].history == tables[1].history != tables[2].history
    again = fr.Table.rebuild(GAME, tables[0].history[:7], nature=sealed())
    assert again.nature is not None
    assert [step.action for step in again.history] == [step.action for step in tables[0].history[: len(again.history)]]


def test_sealed_record_verifies_and_hides_its_secret() -> None:
    table = fr.Table(GAME, nature=sealed())
    assert table.record.seal is not None
    assert SECRET.hex() not in table.record.dumps()
    play_out(table, seat_bots(table, "random", 1))
    text = table.record.dumps()
    Record.loads(text).verify()
    for old, new, why in (
        (SECRET.hex(), bytes(32).hex(), "secret is not the one"),
        (b"x".hex() * 32, b"y".hex() * 32, "share of guest 1"),
        ('\\"players\\": 2', '\\"players\\": 3', "another game or other options"),
        ('"game": 1, "head"', '"game": 2, "head"', "secret is not the one"),
    ):
        assert old in text
        with pytest.raises(RecordError, match=why):
            Record.loads(text.replace(old, new)).verify()
    unsealed = fr.Table(GAME, seed=4)
    play_out(unsealed, seat_bots(unsealed, "random", 1))
    forged = dataclasses.replace(unsealed.record, seal=table.record.seal)
    with pytest.raises(RecordError, match="not what the sealed chance gives"):
        Record.loads(forged.dumps()).verify()


def test_sealed_head_holds_the_text_of_a_file() -> None:
    text = (registry.room("fairy-tale").info.folder / "deck.csv").read_text(encoding="utf-8")
    game = fr.game("fairy-tale", players=2, deck=FileText.of("mine.csv", text))
    options = {"players": 2, "deck": {"file": "mine.csv", "text": text}}
    head = json.dumps({"game": "fairy-tale", "options": options, "rules": game.rules.VERSION, "seats": [1, 2]})
    table = fr.Table(game, nature=fr.Sealed(TABLE, 1, head, SECRET, ()))
    play_out(table, seat_bots(table, "random", 1))
    Record.loads(table.record.dumps()).verify()
    other = dataclasses.replace(table.record, options={**table.record.options, "deck": FileText.of("mine.csv", text + "\n")})
    with pytest.raises(RecordError, match="another game or other options"):
        other.verify()


def test_seal_derivation_matches_published_values() -> None:
    """The test vectors of the protocol: any other program that derives the same game must find these."""
    head = '{"game":"fairy","options":{"players":3},"rules":1,"seats":[1,2,"bot:normal"]}'
    first, second = (seal.promise(TABLE, 1, guest, bytes([17 * guest]) * 32) for guest in (1, 2))
    shares = (seal.Share(1, first, b"\x11" * 32), seal.Share(2, second, b"\x22" * 32))
    master = seal.master(SECRET, TABLE, 1, head, shares)
    assert seal.commitment(TABLE, 1, SECRET).hex() == "a576a9f8a03e492bb213c524736fd4fa89daaf5cc78831bfb7f4d385b945df93"
    assert first.hex() == "5fd1f7259e948249f15ea68289a8af3bed9bde1a6f090b76e6c91cd438388e89"
    assert second.hex() == "08802ed39f3270009576a4838e38ef864a8cfa6a66432308778b10b28f5af1da"
    assert master.hex() == "849b639bf9a91d5e724bfaf1deb4fa9acf14c2c8bbb8174d65eceb671c33795b"
    unopened = seal.master(SECRET, TABLE, 1, head, (shares[0], seal.Share(2, second)))
    assert unopened.hex() == "ce1e3dc40086de57a4b84b972d30ecd5494b5ce9456846a14429820634556695"
    assert [seal.draw(master, k, w) for k, w in enumerate((21, 20, 19, 18))] == [4, 17, 8, 11]
    assert seal.draw(master, 1, 2**63 + 1) == 3860155629206055867
    assert seal.draw(master, 5, 2**63 + 1) == 8569603740302861923
    assert seal.bot_seed(master, 2, 0) == 0xD8AB7448CBC81FAC


def test_record_keeps_players_and_unknown_entries() -> None:
    table = fr.Table(GAME, seed=2, names=["Ann", "Bo"], bots={1: "normal"})
    text = table.record.dumps()
    head, *rest = text.splitlines()
    assert json.loads(head)["seats"] == [{"name": "Ann"}, {"name": "Bo", "bot": "normal"}]
    odd = json.loads(head) | {"place": "sofa"}
    odd["seats"][0]["animal"] = "fox"
    step = json.loads(rest[0]) | {"at": 12}
    end = json.loads(rest[-1]) | {"mood": "good"}
    text_again = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (odd, step, *map(json.loads, rest[1:-1]), end))
    record = Record.loads(text_again)
    record.verify()
    assert record.dumps() == text_again
    again = fr.Table.resume(record, seed=2)
    assert again.sitters[0].extra == {"animal": "fox"}
    assert again.sitters[1].bot == "normal"


def test_table_resume_names_the_line_that_cannot_be_played() -> None:
    record = play(GAME, 7)
    twice = dataclasses.replace(record, decisions=(*record.decisions[:2], record.decisions[1], *record.decisions[2:]))
    with pytest.raises(RecordError) as walked:
        list(twice.walk())
    with pytest.raises(RecordError, match="Line 4 of the record") as resumed:
        fr.Table.resume(twice)
    assert str(resumed.value) == str(walked.value)


def lines(record: Record) -> list[str]:
    return record.dumps().splitlines()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: "", "no Fairyring record"),
        (lambda text: "hello\n", "Line 1 of the record is not JSON"),
        (lambda text: "[1]\n", "should be an object"),
        (lambda text: text.replace('"fairyring": 2', '"fairyring": 9'), "record of form 9, and only form 2"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "cut off"),
        (lambda text: "\n".join(text.splitlines()[:5] + text.splitlines()[6:]), "cut off"),
        (lambda text: text[: len(text) // 2], "not JSON|cut off"),
        (
            lambda text: text.replace(f'"rules": {GAME.rules.VERSION}', '"rules": 99'),
            f"version 99 of the rules of Fairy; only version {GAME.rules.VERSION} is here",
        ),
        (lambda text: text.replace('"game": "fairy"', '"game": "chess"'), "no game “chess”"),
        (lambda text: text.replace("guess", "bet", 1), "Line 3 of the record cannot be played"),
        (lambda text: text.replace('"seat": 0', '"seat": 1', 1), "cannot be played"),
        (lambda text: text.replace('"nature": "card', '"nature": "kard', 1), "cannot be played"),
        (lambda text: text.replace('"plays"', '"play"', 1), "should be a decision"),
        (lambda text: text.replace('"options"', '"opt"', 1), "lacks or misspells"),
        (lambda text: text.replace('"reason": "', '"reason": "x'), "another outcome"),
        (lambda text: text.replace('"digest": "', '"digest": "0'), "another position"),
        (lambda text: text.replace('"players": 2', '"players": 3'), "names 2 seats, and its game is for 3"),
    ],
)
def test_record_verify_refuses_damage_in_one_sentence(damage: object, message: str) -> None:
    assert callable(damage)
    with pytest.raises(FairyringError, match=message) as error:
        Record.loads(damage(play(GAME, 3).dumps())).verify()
    assert "\n" not in str(error.value)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_record_verify_notices_edited_decisions(data: st.DataObject) -> None:
    text = lines(play(GAME, 3))
    number = data.draw(st.integers(1, len(text) - 2))
    step = json.loads(text[number])
    if "nature" in step:
        step["nature"] = f"card {data.draw(st.integers(1, 21).filter(lambda n: f'card {n}' != step['nature']))}"
    else:
        words = [f"guess {w}" for w in ("higher", "lower", "suit", "catch")]
        step["plays"] = data.draw(st.sampled_from([w for w in words if w != step["plays"]]))
    text[number] = json.dumps(step)
    edited = Record.loads("\n".join(text))
    # Replayed by hand, without `walk` or `verify`: an edit may end in the very same position (two wrong guesses cost the same).
    s = GAME.initial()
    try:
        for decision in edited.decisions:
            GAME.rules.act(s, decision.seat, GAME.check(s, decision.seat, decision.action).id)
        harmless = schema.digest(s) == edited.digest
    except FairyringError:
        harmless = False
    if harmless:
        edited.verify()
    else:
        with pytest.raises(RecordError):
            edited.verify()
