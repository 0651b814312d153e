"""Trains the level `trained` of Fairy for two with PyTorch, on the batched environment: minutes on two cores.

    pip install 'fairyring[lab]' torch
    python examples/learning/train.py --out trained.json --curve curve.json

PPO (proximal policy optimisation) from nothing, in games against the level `normal`. The same seed gives the same file on the
same machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).parent))
from export import export

from fairyring import envs

GAME, PLAYERS, OPPONENT = "fairy", 2, "normal"
PLACES, STEPS = 1024, 32  # games at once, decisions of each between two updates
HIDDEN = 64
RATE, BATCH, EPOCHS = 1.5e-3, 8192, 3
LAMBDA, CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT = 0.95, 0.2, 0.5, 0.02  # PPO; no discount, since games are short
TEST_GAMES, TEST_SEED = 20_000, 99


class Agent(nn.Module):  # type: ignore[misc]
    """A small network: observation to preferences for actions, and an estimate of the reward."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.policy, self.value = nn.Linear(HIDDEN, actions), nn.Linear(HIDDEN, 1)

    def forward(self, rows: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Return a distribution over the legal actions, and the value."""
        inner = self.body(rows)
        logits = self.policy(inner).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(inner)[:, 0]

    def layers(self) -> list[tuple[Any, Any]]:
        """Return weights and biases from the observation to the actions."""
        linear = [self.body[0], self.body[2], self.policy]
        return [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in linear]


def environment(seed: int, places: int = PLACES) -> Any:
    """Return games in which we have seat 0, and the opponent all others."""
    bots = [None, *[OPPONENT] * (PLAYERS - 1)]
    return envs.batched(GAME, games=places, seed=seed, bots=bots, scaled=True, players=PLAYERS)


def share(agent: Agent) -> tuple[float, float]:
    """Return the share of the win of the greedy agent, and half of its 95 % interval."""
    env = environment(TEST_SEED, 2_000)
    rows, mask = env.reset()
    won: list[float] = []
    with torch.no_grad():
        while env.batch.finished < TEST_GAMES:
            chosen, _value = agent(torch.from_numpy(rows), torch.from_numpy(mask))
            rows, mask, rewards, done = env.step(chosen.logits.argmax(dim=1).numpy())
            won += [(1 + reward) / 2 for reward in rewards[done, 0].tolist()]
    return float(np.mean(won)), float(1.96 * np.std(won) / len(won) ** 0.5)


def collect(agent: Agent, env: Any, rows: Any, mask: Any) -> tuple[dict[str, torch.Tensor], Any, Any]:
    """Play STEPS decisions in each game; return them with their advantages, and what comes next."""
    kept: dict[str, list[Any]] = {name: [] for name in ("rows", "mask", "actions", "logs", "values", "rewards", "done")}
    with torch.no_grad():
        for _ in range(STEPS):
            kept["rows"].append(torch.from_numpy(rows.copy()))
            kept["mask"].append(torch.from_numpy(mask.copy()))
            chosen, value = agent(kept["rows"][-1], kept["mask"][-1])
            actions = chosen.sample()
            rows, mask, rewards, done = env.step(actions.numpy())
            logs = chosen.log_prob(actions)
            for name, item in (("actions", actions), ("logs", logs), ("values", value)):
                kept[name].append(item)
            kept["rewards"].append(torch.tensor(rewards[:, 0], dtype=torch.float32))
            kept["done"].append(torch.tensor(done, dtype=torch.float32))
        _chosen, following = agent(torch.from_numpy(rows), torch.from_numpy(mask))
    advantage, advantages = torch.zeros(len(rows)), []
    for step in reversed(range(STEPS)):
        goes_on = 1 - kept["done"][step]
        surprise = kept["rewards"][step] + goes_on * following - kept["values"][step]
        advantage = surprise + goes_on * LAMBDA * advantage
        following = kept["values"][step]
        advantages.append(advantage)
    flat = {name: torch.cat(kept[name]) for name in ("rows", "mask", "actions", "logs", "values")}
    flat["advantages"] = torch.cat(advantages[::-1])
    return flat, rows, mask


def improve(agent: Agent, optimiser: torch.optim.Optimizer, kept: dict[str, torch.Tensor]) -> None:
    """Make one update of PPO."""
    returns = kept["advantages"] + kept["values"]
    advantages = (kept["advantages"] - kept["advantages"].mean()) / kept["advantages"].std()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(returns)).split(BATCH):
            chosen, value = agent(kept["rows"][part], kept["mask"][part])
            ratio = (chosen.log_prob(kept["actions"][part]) - kept["logs"][part]).exp()
            gain = torch.min(ratio * advantages[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[part]).mean()
            error, entropy = ((value - returns[part]) ** 2).mean(), chosen.entropy().mean()
            optimiser.zero_grad()
            (VALUE_WEIGHT * error - gain - ENTROPY_WEIGHT * entropy).backward()
            optimiser.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=500, help="updates of PPO (default 500)")
    parser.add_argument("--every", type=int, default=20, help="updates between two points of the curve (default 20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("trained.json"))
    parser.add_argument("--curve", type=Path, help="write the curve as JSON")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # the network is too small for more
    torch.distributions.Distribution.set_default_validate_args(False)
    begun = time.process_time()
    env = environment(args.seed)
    rows, mask = env.reset()
    agent = Agent(rows.shape[1], mask.shape[1])
    curve: list[dict[str, float]] = []

    def note(update: int) -> None:
        won, error = share(agent)
        point = {"decisions": update * PLACES * STEPS, "share": won, "error": error, "cpu": time.process_time() - begun}
        curve.append(point)
        print(f"{point['decisions']:>12,} decisions, {point['cpu']:6.0f} s CPU: {won:.1%} ± {error:.1%}", flush=True)
        how = {"by": "examples/learning/train.py", "seed": args.seed, "updates": update}
        export(args.out, env.game, agent.layers(), env.scale, how)
        if args.curve:
            args.curve.write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")

    note(0)
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE)
    for update in range(1, args.updates + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - (update - 1) / args.updates)
        kept, rows, mask = collect(agent, env, rows, mask)
        improve(agent, optimiser, kept)
        if update % args.every == 0:
            note(update)


if __name__ == "__main__":
    main()
