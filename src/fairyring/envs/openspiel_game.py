"""OpenSpiel: our games for its algorithms.

Every game is registered under `fairyring_NAME` (with underscores), with its options as parameters, so that `pyspiel.load_game`
finds it. Chance is explicit, with the exact weights of the rules. Seats that decide together do so one after another; none sees
what the others chose. Information states are exact for a perfect memory, as text and as tensors; observations are the
tensors of batches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np
import pyspiel

from fairyring.core.errors import OptionError
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText
from fairyring.core.game.room import Room
from fairyring.core.totals import WIN
from fairyring.envs.common import check_reward, win_reward
from fairyring.kernel.compiled import Array
from fairyring.kernel.stepping.native_game import FINISHED, NATURE, NativeGame, NativeState
from fairyring.kernel.stepping.perfect_recall import InformationTensor, PerfectRecall
from fairyring.kernel.stepping.tensor import tensor_function, tensor_length, tensor_parts

PREFIX = "fairyring_"
RECALL = 32  # links of a chain that tensors of information states show; Leduc poker has at most 10
MAX_LENGTH = 100_000  # decisions; OpenSpiel wants a bound, and rules state none
MAX_SCORE = 1e6  # bound of the reward `score`; likewise


def make_game(game: str | Game[Any], reward: str = "win", recall: int = RECALL, **options: Any) -> Any:
    """Return a `pyspiel.Game`. `reward` is `win` (1 for a sole winner, 0 in sum) or `score` (points).

    `recall` is the number of earlier links that tensors of information states show (`InformationTensor`); what came before is
    in them as a digest. Options are whole numbers and words; files are refused.
    """
    if isinstance(game, Game):
        if options:
            raise OptionError(f"This game has its options already, so it takes none here: {', '.join(options)}.")
        options, game = dict(game.options), game.name
    check_reward(reward)
    _check_recall(recall)
    room = registry.room(game)
    chosen = registry.game(game, **options)
    if files := [name for name, value in chosen.options.items() if isinstance(value, FileText)]:
        raise OptionError(f"OpenSpiel takes numbers and words as parameters, so {files[0]} cannot be a file.")
    register(room)
    return pyspiel.load_game(short_name(room), {**_plain(chosen), "reward": reward, "recall": recall})


def short_name(room: Room) -> str:
    """Return the name by which OpenSpiel knows a game."""
    return PREFIX + room.name.replace("-", "_")


def register(room: Room) -> None:
    """Register a game with OpenSpiel, once."""
    if short_name(room) not in pyspiel.registered_names():
        made = type("FairyringGame", (_Game,), {"room": room})
        pyspiel.register_game(_game_type(room, "win"), made)


def register_all() -> None:
    """Register all games."""
    for name in registry.game_names():
        register(registry.room(name))


def _parameters(room: Room) -> dict[str, Any]:
    """Return the default of each parameter."""
    return {**_plain(registry.game(room.name)), "reward": "win", "recall": RECALL}


def _check_recall(recall: int) -> int:
    if recall < 0:
        raise OptionError("recall is a number of links, 0 or more.")
    return recall


def _plain(game: Game[Any]) -> dict[str, int | str]:
    """Return options as OpenSpiel reads them from text: words of digits are numbers."""
    return {name: int(value) if str(value).isdigit() else str(value) for name, value in game.options.items()}


def _game_type(room: Room, reward: str) -> Any:
    kinds = pyspiel.GameType
    low, high = room.schema.state.seats
    return pyspiel.GameType(
        short_name=short_name(room),
        long_name=room.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if room.schema.chance.size else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if room.has_secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if reward == "win" else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(room),
    )


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters. `room` is set by `register`."""

    room: Room

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_parameters(self.room), **(params or {})}
        self.reward = check_reward(chosen.pop("reward"))
        self.recall = _check_recall(chosen.pop("recall"))
        self.game = Game[Any](self.room, chosen)
        bound = 1.0 if self.reward == "win" else MAX_SCORE
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.game.actions),
            max_chance_outcomes=max(1, len(self.game.chance)) if self.room.schema.chance.size else 0,
            num_players=self.game.players,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0 if self.reward == "win" else None,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_game_type(self.room, self.reward), info, params or {})

    def new_initial_state(self) -> _State:
        """Return the state before the first decision."""
        return _State(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> _Observer | _InformationObserver | _TextObserver | None:
        """Return an observer: of information states with perfect recall, else of what a seat knows now.

        What everybody knows, and the nothing that is private in a game without secrets, have texts alone. Private facts apart
        from public ones are not offered (None).
        """
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.perfect_recall:
            return _InformationObserver(self.game, self.recall)
        if not wanted.public_info:
            return None if self.room.has_secrets else _TextObserver(lambda _state: "")
        if wanted.private_info == pyspiel.PrivateInfoType.NONE:
            return _TextObserver(str)
        return _Observer(self.game)


@cache
def _native_game(game: Game[Any]) -> NativeGame:
    return NativeGame(game)


class _Position:
    """What a state has besides OpenSpiel's own: copied when OpenSpiel clones it, pickled as its moves."""

    __slots__ = ("_game", "_moves", "_recall", "_unseen", "native", "state")

    def __init__(self, game: Game[Any], moves: Sequence[int] = ()) -> None:
        self._game, self.native = game, _native_game(game)
        self.state: NativeState = self.native.new_state()
        self._recall = PerfectRecall(self._knowledge(self.state))
        self._unseen: list[tuple[int, int, NativeState]] = []  # moves that the memories do not hold yet
        self._moves: list[int] = []
        for move in moves:
            self.apply(move)

    def __deepcopy__(self, _memo: Any) -> _Position:
        return self.copy()

    def copy(self) -> _Position:
        """Return an independent copy."""
        twin = object.__new__(_Position)
        twin._game, twin.native, twin._moves = self._game, self.native, [*self._moves]
        twin.state, twin._recall, twin._unseen = self.state.copy(), self._recall.copy(), [*self._unseen]
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _Position, (self._game, self._moves)

    def apply(self, move: int) -> None:
        actor = self.state.actor()
        self.state.apply(move)
        self._moves.append(move)
        self._unseen.append((actor, move, self.state.copy()))

    @property
    def recall(self) -> PerfectRecall:
        """The memories of all seats. They are brought up to date only here: most algorithms never ask."""
        for actor, move, state in self._unseen:
            self._recall.add(self._knowledge(state), actor, move)
        self._unseen.clear()
        return self._recall

    def _knowledge(self, state: NativeState) -> list[bytes]:
        return [self.native.pack(state.redacted(seat)) for seat in self._game.seats]

    def redacted(self, seat: int) -> schema.State:
        return self.native.unpack(self.state.redacted(seat))


@cache
def _start(game: Game[Any]) -> _Position:
    """Return the first position, to be copied: OpenSpiel makes a new state for every clone."""
    return _Position(game)


class _State(pyspiel.State):  # type: ignore[misc]
    """A state in compiled code."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.position = _start(game.game).copy()

    def current_player(self) -> int:
        """Return the seat that decides, chance or the end."""
        actor = self.position.state.actor()
        if actor == NATURE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if actor == FINISHED else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.state.legal() if player == self.position.state.actor() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return nature's outcomes with their probabilities."""
        state = self.position.state
        weights = [(outcome, state.weight(outcome)) for outcome in state.legal()]
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game().game
        return str(game.space(NATURE if player == pyspiel.PlayerId.CHANCE else player)[action])

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.state.actor() == FINISHED

    def returns(self) -> list[float]:
        """Return the rewards of all seats; 0 while the game runs."""
        owner, state = self.get_game(), self.position.state
        seats = owner.game.seats
        if state.actor() != FINISHED:
            return [0.0 for _ in seats]
        if owner.reward == "score":
            return [float(state.score(seat)) for seat in seats]
        return [win_reward(state.share(seat) / WIN, len(seats)) for seat in seats]

    def __str__(self) -> str:
        game, s = self.get_game().game, self.position.native.unpack(self.position.state)
        return str(game.view(s, None))


class _Observer:
    """What a seat knows: `tensor` and its parts by name in `dict`, and as text."""

    def __init__(self, game: Game[Any]) -> None:
        self._game, kind = game, game.room.schema.state
        self._encode = tensor_function(kind)
        parts = tensor_parts(kind, game.players)
        self.tensor = np.zeros(tensor_length(kind, game.players), np.float32)
        self.dict: dict[str, Array] = {part.name: self.tensor[part.place].reshape(part.shape) for part in parts}
        self._scale = np.ones_like(self.tensor)
        for part in parts:
            self._scale[part.place] = part.scale

    def set_from(self, state: _State, player: int) -> None:
        """Write what a seat knows."""
        row = [0] * len(self.tensor)
        self._encode(state.position.redacted(player), player, row, 0)
        self.tensor[:] = row
        self.tensor *= self._scale

    def string_from(self, state: _State, player: int) -> str:
        """Return what a seat sees."""
        return str(self._game.view(state.position.redacted(player), player))


class _TextObserver:
    """An observation that is the same for all seats, as text; there is no tensor."""

    tensor = None

    def __init__(self, text: Callable[[_State], str]) -> None:
        self._text = text
        self.dict: dict[str, Array] = {}

    def set_from(self, state: _State, player: int) -> None:
        """Write nothing: there is no tensor."""

    def string_from(self, state: _State, _player: int) -> str:
        """Return the text, whoever looks."""
        return self._text(state)


class _InformationObserver:
    """The information state of a seat: `tensor` and its parts by name in `dict`, and its key as text."""

    def __init__(self, game: Game[Any], recall: int) -> None:
        self._information = InformationTensor(game, recall)
        self.tensor = np.zeros(len(self._information.highs), np.float32)
        self._scale = 1 / np.maximum(1, np.array(self._information.highs, np.float32))
        self.dict: dict[str, Array] = {}
        start = 0
        for name, shape in self._information.shapes.items():
            self.dict[name] = self.tensor[start : start + prod(shape)].reshape(shape)
            start += prod(shape)

    def set_from(self, state: _State, player: int) -> None:
        """Write the information state of a seat."""
        self.tensor[:] = self._information.row(state.position.recall, player)
        self.tensor *= self._scale

    def string_from(self, state: _State, player: int) -> str:
        """Return the key of a seat's information set."""
        return f"{player}:{state.position.recall.key(player)}"
