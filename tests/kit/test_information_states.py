"""Information states: keys and tensors tell the same histories apart, and the kit finds a hidden fact in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.rng import Stream
from fairyring.kernel.stepping import perfect_recall
from fairyring.kernel.stepping.perfect_recall import InformationTensor, PerfectRecall, knowledge
from fairyring.kernel.stepping.tensor import tensor_function, tensor_length
from fairyring.kit import noninterference
from fairyring.kit.findings import Case

OPTIONS: dict[str, dict[str, Any]] = {
    "crane": {"players": 3},
    "fairy": {"players": 3},
    "fairy-tale": {"players": 2},
    "fariables": {"players": 2},
    "sneaky-town": {"size": "3", "match": "single"},
}


def random_histories(game: fr.Game[Any], games: int, most: int) -> list[PerfectRecall]:
    """Return the memories after each move of some random games, which begin alike."""
    recalls = []
    for number in range(games):
        rng, s = Stream(1, number // 2, 0), game.initial()
        recall = PerfectRecall(knowledge(game, s))
        for move in range(most):
            if move == 4:  # two games at a time have the first moves in common
                rng = Stream(2, number, 0)
            if not (pending := game.pending(s)):
                break
            actor = pending[0]
            legal = game.legal(s, actor) if actor != fr.NATURE else ()
            action = legal[rng.below(len(legal))] if legal else game.draw(s, rng)
            game.rules.act(s, actor, action)
            recall.add(knowledge(game, s), actor, action)
            recalls.append(recall.copy())
    return recalls


@pytest.mark.parametrize("shown", [0, 3, 30])
@pytest.mark.parametrize("name", OPTIONS)
def test_information_tensor_tells_apart_what_keys_do(name: str, shown: int) -> None:
    game = fr.game(name, **OPTIONS[name])
    tensor = InformationTensor(game, shown)
    recalls = random_histories(game, 4, 26)
    for seat in game.seats:
        pairs = {(recall.key(seat), tuple(tensor.row(recall, seat))) for recall in recalls}
        keys, rows = {key for key, _ in pairs}, {row for _, row in pairs}
        assert len(keys) == len(rows) == len(pairs) < len(recalls)
        assert {len(row) for row in rows} == {len(tensor.highs)}
        assert all(0 <= entry <= high for row in rows for entry, high in zip(row, tensor.highs, strict=True))


def test_information_tensor_holds_knowledge_and_own_actions() -> None:
    """The newest first; a digest of what came before; the actions of others are not in it."""
    game = fr.game("fairy", players=2)
    s, width = game.initial(), tensor_length(game.room.schema.state, 2)
    recall = PerfectRecall(knowledge(game, s))
    known: list[list[int]] = [[0] * width]

    def observe() -> list[int]:
        row = [0] * width
        tensor_function(game.room.schema.state)(game.redact(s, 0), 0, row, 0)
        return row

    known[0] = observe()
    moves: list[int | None] = []
    while len(moves) < 6:
        actor = game.pending(s)[0]
        action = game.chances(s)[0][0] if actor == fr.NATURE else game.legal(s, actor)[-1]
        game.rules.act(s, actor, action)
        recall.add(knowledge(game, s), actor, action)
        if actor == 0 or observe() != known[-1]:
            moves.append(action if actor == 0 else None)
            known.append(observe())
    for shown in (2, 6, 7):
        row = InformationTensor(game, shown).row(recall, 0)
        rows = [row[place * width : (place + 1) * width] for place in range(1 + shown)]
        assert rows[:7] == known[::-1][: 1 + shown]
        actions = row[(1 + shown) * width : -128]
        chosen = [actions[4 * place : 4 * place + 4] for place in range(shown)]
        assert chosen[:6] == [[int(number == move) for number in range(4)] for move in moves[::-1][:shown]]
        assert not any([*rows[7:], *chosen[6:]][0] if shown == 7 else [])
        assert any(row[-128:]) is (shown == 2)


def test_information_tensor_needs_digest_and_own_actions() -> None:
    """Histories that end in the same knowledge differ by what was known before, or by what the seat did."""
    game = fr.game("fairy", players=2)
    s = game.initial()
    known = [knowledge(game, s)]
    while len(known) < 3:
        actor = game.pending(s)[0]
        game.rules.act(s, actor, game.chances(s)[0][0] if actor == fr.NATURE else game.legal(s, actor)[0])
        if knowledge(game, s)[0] != known[-1][0]:
            known.append(knowledge(game, s))
    start, one, other = known

    def rows(shown: int, *ways: list[tuple[list[bytes], int, int]]) -> set[tuple[int, ...]]:
        found = set()
        for way in ways:
            recall = PerfectRecall(start)
            for step in way:
                recall.add(*step)
            found.add(tuple(InformationTensor(game, shown).row(recall, 0)))
        return found

    assert len(rows(0, [(one, fr.NATURE, 0), (start, fr.NATURE, 0)], [(other, fr.NATURE, 0), (start, fr.NATURE, 0)])) == 2
    assert len(rows(1, [(start, 0, 0)], [(start, 0, 1)])) == 2


def _every_action(self: PerfectRecall, known: Sequence[bytes], _actor: int, action: int) -> None:
    """Remember the actions of everybody, as a careless memory would."""
    for seat, mine in enumerate(known):
        self._last[seat] = perfect_recall.Link(self._last[seat], b"%d:" % action + mine, mine, action)


def _whole_state(_game: fr.Game[Any], s: fr.State, _seat: int) -> bytes:
    return schema.pack(s)


def _key_of_the_next_seat(self: PerfectRecall, seat: int) -> str:
    return self._last[(seat + 1) % len(self._last)].key.hex()


@pytest.mark.parametrize("leak", ["actions of others", "hidden fields", "knowledge of others"])
def test_kit_finds_an_information_state_that_leaks(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(fr.game("fairy").room, {"players": 3}, 1)
    if leak == "actions of others":
        check = noninterference.secrets_are_kept
    else:
        check = noninterference.worlds_do_not_interfere
    assert not [*check(case)]
    if leak == "actions of others":
        monkeypatch.setattr(PerfectRecall, "add", _every_action)
    elif leak == "hidden fields":
        monkeypatch.setattr(noninterference, "knowledge_of", _whole_state)
    else:
        monkeypatch.setattr(PerfectRecall, "key", _key_of_the_next_seat)
    assert {text.rpartition(" by ")[2] for text in check(case)} == {"the information state"}
