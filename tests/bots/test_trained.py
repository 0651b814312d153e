"""The bot `trained`: only where a network was trained, in whole numbers, from what its seat knows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring import bots, envs
from fairyring.bots import Position, trained
from fairyring.core.errors import DataError
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.games.fairy.schema import Guess
from fairyring.kernel.stepping.tensor import tensor_length
from fairyring.tables.bot_jobs import Job, think
from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "examples" / "learning"))
from export import export, quantise

FAIRY = fr.game("fairy", players=2)


def positions(count: int) -> list[tuple[Any, int]]:
    """States of games of `easy` in which a seat is to guess, with the seat."""
    found: list[tuple[Any, int]] = []
    for seed in range(count):
        table = fr.Table(FAIRY, seed=seed)
        seated = fr.seat_bots(table, "easy", seed=seed)
        while table.pending and len(found) < count:
            seat = table.pending[0]
            found.append((schema.copy(table.state), seat))
            seated[seat].play(table)
    return found


@pytest.mark.parametrize("name", registry.shipped())
def test_levels_have_trained_only_where_a_network_was_trained(name: str) -> None:
    for options in registry.room(name).checks.variants:
        game = fr.game(name, **options)
        assert ("trained" in bots.levels(game)) == (game == FAIRY)
    assert "trained" in bots.levels(FAIRY)
    for other in ({"players": 3}, {"variant": "fifteen"}, {"memory_aid": "yes"}, {"wrong": 2}):
        assert "trained" not in bots.levels(fr.game("fairy", **{"players": 2, **other}))
    with pytest.raises(fr.OptionError, match="a bot “trained” only for two players with the usual options"):
        fr.simulate("fairy", players=3, bots="trained", games=1)
    with pytest.raises(fr.OptionError, match="Crane has no bot “trained”"):
        fr.simulate("crane", bots="trained", games=1)


def test_trained_file_is_that_of_its_spec() -> None:
    spec, network = FAIRY.room.bots.trained, trained.network(FAIRY)
    assert spec is not None
    assert (network.rules, network.options) == (spec.rules, dict(spec.options))
    assert len(network.layers[0].weights) == tensor_length(FAIRY.state_type, 2)
    assert len(network.layers[-1].biases) == len(FAIRY.actions)


def test_trained_bot_chooses_as_the_network_in_numpy() -> None:
    """With the tensors of the batched environment, and with floating point instead of whole numbers."""
    network = trained.network(FAIRY)
    env = envs.batched(FAIRY, games=60, seed=4, bots=[None, "easy"])
    bot, agreed = trained.TrainedBot(), 0
    rows, mask = env.reset()
    for _ in range(9):
        values = rows.astype(float)
        for depth, layer in enumerate(network.layers):
            size = trained.UNIT ** (1 if depth == 0 else 2)
            values = values @ np.array(layer.weights) / trained.UNIT + np.array(layer.biases) / size
            values = np.maximum(values, 0) if depth + 1 < len(network.layers) else values
        floating = np.where(mask, values, -np.inf).argmax(axis=1)
        for place in range(len(rows)):
            whole = network.preferences(rows[place].tolist())
            assert np.allclose(np.array(whole) / trained.UNIT**2, values[place], atol=0.05)
            agreed += int(np.argmax(whole) == floating[place])
        states = env.batch.states()
        s: Any = schema.unpack(FAIRY.state_type, states[0].tobytes()) if isinstance(states, np.ndarray) else states[0]
        assert bot.choose(Position.of(FAIRY, s, 0), bots.NO_LIMITS, fr.Stream(1)).action == max(
            FAIRY.legal(s, 0), key=lambda action: network.preferences(rows[0].tolist())[action]
        )
        rows, mask, _rewards, _done = env.step(floating)
    assert agreed >= 0.99 * 9 * 60


def test_trained_bot_knows_only_what_its_seat_knows() -> None:
    bot, tried = trained.TrainedBot(), 0
    for s, seat in positions(120):
        other = schema.copy(s)
        if other.guess[1 - seat]:
            other.guess[1 - seat] = 1 + (other.guess[1 - seat] % len(Guess.words))
            tried += 1
        choices = {
            bot.choose(Position.of(FAIRY, x, seat), bots.NO_LIMITS, fr.Stream(n)).action for n, x in enumerate((s, other))
        }
        assert len(choices) == 1
        assert choices <= set(FAIRY.legal(s, seat))
    assert tried > 20


def test_trained_bot_plays_better_than_easy() -> None:
    games = fr.match(FAIRY, "trained", "easy", games=400, workers=1)
    assert games.interval[0] > games.fair_share


def test_trained_bot_plays_at_tables_without_numpy() -> None:
    """As a server's worker or the page's own Python asks it."""
    s, seat = positions(3)[-1]
    redacted = FAIRY.redact(s, seat)
    job = Job("1", "fairy", 2, dict(FAIRY.options), seat, "trained", schema.pack(redacted), FAIRY.legal(redacted, seat), 1, 100)
    script = (
        "import sys, json; from fairyring.tables.bot_jobs import Job, think\n"
        "print(think(Job.read(json.loads(sys.argv[1]))))\n"
        "assert not {'numpy', 'torch', 'llvmlite'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script, json.dumps(job.plain())], capture_output=True, text=True, check=True)
    assert int(done.stdout) == think(job)


def test_exporter_writes_what_the_bot_reads(tmp_path: Path) -> None:
    """A network of known numbers: three inputs, of which the second is scaled by a tenth."""
    first = (np.array([[1.0, 10.0, 0.0], [-1.0, 0.0, 2.0]]), np.array([0.5, 0.0]))
    last = (np.array([[1.0, -1.0], [0.25, 3.0]]), np.array([0.0, -1.5]))
    how = {"by": "this test"}
    export(tmp_path / "small.json", FAIRY, [first, last], np.array([1, 0.1, 1]), how)
    network = trained.load(tmp_path / "small.json")
    assert network.options == dict(FAIRY.options)
    assert [value / trained.UNIT**2 for value in network.preferences([2, 3, 0])] == [5.5, -0.125]
    assert [value / trained.UNIT**2 for value in network.preferences([0, 0, 1])] == [-1.5, 4.625]
    assert json.loads((tmp_path / "small.json").read_text(encoding="utf-8"))["how"] == how
    (layer,) = quantise([(np.array([[0.1]]), np.array([0.1]))], np.array([1.0]))
    assert layer == {"weights": [[round(trained.UNIT / 10)]], "biases": [round(trained.UNIT / 10)]}


def test_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"layers": 3}')
    with pytest.raises(DataError, match=r"broken\.json holds no trained network: "):
        trained.load(tmp_path / "broken.json")
