"""Proximal policy optimisation (PPO) in one file: an agent that learns Take It Easy, or another game by self-play.

    python examples/ppo.py take_it_easy --minutes 15

Needs the extras ``envs`` and ``learn``. Many tables are played at once in the compiled vector environment; with several
seats the agent acts at all of them. At the end it is compared with the bot `greedy`: by mean scores if it plays alone,
otherwise by its share of wins. (For micropul use ``examples/selfplay.py``, whose network knows what actions mean.)

``--curve FILE`` writes the learning curve as CSV, and as a picture if the name ends in .svg or .png. ``--shaping`` adds
to each reward the change of a potential (Ng, Harada, Russell 1999), which leaves the best policy as it is (Take It Easy
only; see ``potential``).
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from ludotheque import game as find_game
from ludotheque.envs.gym import TableEnv
from ludotheque.envs.vector import VectorTableEnv
from ludotheque.games.take_it_easy.bound import SCALE, direction_bounds, points_to_come
from ludotheque.games.take_it_easy.pieces import CELLS
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on
from ludotheque.spaces import Spaces

TABLES, STEPS = 512, 32
EPOCHS, BATCHES = 2, 8
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
LAMBDA = 0.95


class Agent(nn.Module):
    """A network with two heads: the policy, and the value for the seat to act."""

    def __init__(self, spaces: Spaces, width: int) -> None:
        super().__init__()
        self.low, self.high = (torch.as_tensor(bound, dtype=torch.float32) for bound in spaces.bounds())
        self.trunk = nn.Sequential(nn.Linear(spaces.width, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, spaces.actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, observations: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of the legal actions, and the value."""
        hidden = self.trunk((observations.float() - self.low) / (self.high - self.low).clamp(min=1))
        return self.policy(hidden).masked_fill(~mask, -1e9), self.value(hidden).squeeze(-1)


def advantages(
    rewards: torch.Tensor, values: torch.Tensor, seats: torch.Tensor, ended: torch.Tensor, last: Any
) -> torch.Tensor:
    """Return generalised advantage estimates where several seats act at a table: a seat's next decision is what counts
    as its next step, and all rewards until then belong to the decision before."""
    steps, tables, count = rewards.shape
    rows = torch.arange(tables)
    found = torch.zeros(steps, tables)
    next_value, next_advantage, reward = (torch.zeros(tables, count) for _ in range(3))
    known = torch.zeros(tables, count, dtype=torch.bool)  # whether the value after a seat's decision is known
    next_value[rows, last[1]], known[rows, last[1]] = last[0], True
    for step in reversed(range(steps)):
        over, seat = ended[step].unsqueeze(1), seats[step]
        next_value, next_advantage, reward = (
            torch.where(over, 0.0, each) for each in (next_value, next_advantage, reward)
        )
        known |= over
        reward = reward + rewards[step]
        following = torch.where(known[rows, seat], next_value[rows, seat], values[step])
        found[step] = reward[rows, seat] + following - values[step] + LAMBDA * next_advantage[rows, seat]
        next_advantage[rows, seat], next_value[rows, seat], known[rows, seat] = found[step], values[step], True
        reward[rows, seat] = 0.0
    return found


def against_greedy(agent: nn.Module, name: str, games: int) -> tuple[float, float, float]:
    """Return the agent's mean result, that of `greedy`, and the standard error of the agent's: scores if a seat plays
    alone, otherwise shares of wins at a table for two, with the first seat taken in turn."""
    game = find_game(name)
    seats = int(game.simulated["seats"])
    results = []
    for number in range(games):
        env = TableEnv(name, seat=number % seats, opponents="greedy", reward="score" if seats == 1 else "result")
        observation, info = env.reset(seed=1_000_000 + number)
        total, over = 0.0, False
        while not over:
            with torch.no_grad():
                mask = torch.as_tensor(info["action_mask"]).bool()
                logits, _ = agent(torch.as_tensor(observation)[None], mask[None])
            observation, reward, over, _, info = env.step(int(logits.argmax()))
            total += reward
        results.append(total if seats == 1 else (total + 1) / 2)
    other = 0.5
    if seats == 1:
        start = game.start(1, game.simulated["options"])
        ends = [list(play_on(start, [bot(game, "greedy")], 5, number))[-1][1].scores[0] for number in range(games)]
        other = float(np.mean(ends))
    return float(np.mean(results)), other, float(np.std(results) / len(results) ** 0.5)


def potential(states: Any) -> np.ndarray:
    """Return the exact value of the three directions of each board, each played alone, less what is usual with so many
    cells free. It is 0 on the empty and on the full board, so shaping does not change the sum of a round's rewards."""
    cells = np.bitwise_count(states["free"][:, 0])
    empty = sum(direction_bounds()) / SCALE
    return points_to_come(states) - empty * cells / len(CELLS)


def learn(
    name: str,
    make: Callable[[Spaces, int], nn.Module],
    given: argparse.Namespace,
) -> tuple[nn.Module, list[dict[str, Any]]]:
    """Train for the given minutes or steps, whichever come first; return the agent and its learning curve."""
    minutes, steps, tables = given.minutes, given.steps, given.tables
    torch.manual_seed(given.seed)
    env = VectorTableEnv(name, tables, opponents="self", autoreset_mode="SameStep")
    agent = make(env.batch.spaces, given.width)
    optimiser = torch.optim.Adam(agent.parameters(), lr=1e-3, eps=1e-5)
    alone = env.batch.seats == 1
    scale = 1 / 100 if alone else 1.0  # scores in hundreds of points
    observations, infos = env.reset(seed=given.seed)
    after = potential(env.batch.states) if given.shaping else np.zeros(tables)
    started, updates, games, curve = time.monotonic(), 0, 0, []
    scores: list[float] = []
    running = np.zeros(tables)
    done = 0.0
    while done < 1:
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * max(1 - done, 0.05)
        kept: dict[str, list[torch.Tensor]] = {
            key: [] for key in ("observation", "mask", "action", "log", "value", "seat")
        }
        rewards, ends = [], []
        for _ in range(STEPS):
            seen, mask = torch.as_tensor(observations), torch.as_tensor(infos["action_mask"]).bool()
            with torch.no_grad():
                logits, value = agent(seen, mask)
                policy = torch.distributions.Categorical(logits=logits)
                action = policy.sample()
            seat = torch.as_tensor(infos["seat"])
            for key, each in zip(kept, (seen, mask, action, policy.log_prob(action), value, seat), strict=True):
                kept[key].append(each)
            observations, gains, ended, _, infos = env.step(action.numpy())
            reward = infos["rewards"].copy()
            if given.shaping:
                before, after = after, potential(env.batch.states)
                reward[:, 0] += after - before  # where a round has ended, `after` belongs to the next: 0, like its end
            rewards.append(torch.as_tensor(reward, dtype=torch.float32) * scale)
            ends.append(torch.as_tensor(ended))
            running += gains
            scores += running[ended].tolist()
            running[ended] = 0
            games += int(ended.sum())
        with torch.no_grad():
            _, last = agent(torch.as_tensor(observations), torch.as_tensor(infos["action_mask"]).bool())
        batch = {key: torch.stack(values) for key, values in kept.items()}
        last_seat = last, torch.as_tensor(infos["seat"])
        advantage = advantages(torch.stack(rewards), batch["value"], batch["seat"], torch.stack(ends), last_seat)
        targets = advantage + batch["value"]
        flat = {key: values.flatten(0, 1) for key, values in batch.items()}
        advantage, targets = advantage.flatten(), targets.flatten()
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(advantage)).chunk(BATCHES):
                logits, value = agent(flat["observation"][rows], flat["mask"][rows])
                policy = torch.distributions.Categorical(logits=logits)
                ratio = (policy.log_prob(flat["action"][rows]) - flat["log"][rows]).exp()
                scaled = advantage[rows]
                scaled = (scaled - scaled.mean()) / (scaled.std() + 1e-8)
                surrogate = torch.min(ratio * scaled, ratio.clamp(1 - CLIP, 1 + CLIP) * scaled).mean()
                error = (value - targets[rows]).pow(2).mean()
                loss = VALUE * error - surrogate - ENTROPY * policy.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimiser.step()
        updates += 1
        taken = updates * STEPS * tables
        done = max((time.monotonic() - started) / (60 * minutes), taken / steps)
        if updates % given.report == 0 or done >= 1:
            row: dict[str, Any] = {"seconds": round(time.monotonic() - started), "games": games, "steps": taken}
            if alone:
                row["score"] = round(float(np.mean(scores[-5000:])) if scores else float("nan"), 2)
            elif given.matches:
                row["wins"] = round(against_greedy(agent, name, given.matches)[0], 3)
            curve.append(row)
            print(*(f"{key} {value}" for key, value in row.items()), flush=True)
    return agent, curve


def write_curve(curve: list[dict[str, Any]], file: Path, others: Sequence[Path]) -> None:
    """Write a learning curve as CSV; and as a picture, together with those of other CSV files."""
    with file.with_suffix(".csv").open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, curve[0].keys())
        writer.writeheader()
        writer.writerows(curve)
    labels = {"score": "mean score while learning", "wins": "wins against greedy"}
    shown = [key for key in labels if key in curve[0]]
    if file.suffix in (".svg", ".png") and shown:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(figsize=(7, 4))
        for source in (file.with_suffix(".csv"), *others):
            rows = list(csv.DictReader(source.open(encoding="utf-8")))
            steps, values = ([float(row[key]) for row in rows] for key in ("steps", shown[0]))
            axes.plot([step / 1e6 for step in steps], values, label=source.stem)
        axes.set(xlabel="million steps", ylabel=labels[shown[0]])
        axes.grid(alpha=0.3)
        axes.legend()
        figure.savefig(file, bbox_inches="tight")


def main(game: str = "take_it_easy", make: Callable[[Spaces, int], nn.Module] = Agent, width: int = 256) -> None:
    """Train an agent and compare it with `greedy`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default=game)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--steps", type=float, default=float("inf"), help="train no longer than this")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--width", type=int, default=width)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400, help="against greedy, at the end")
    parser.add_argument("--matches", type=int, default=0, help="games against greedy for each line (not alone)")
    parser.add_argument("--report", type=int, default=20, help="updates between two lines")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--beside", type=Path, nargs="*", default=[], help="CSV files to draw in the same picture")
    parser.add_argument("--shaping", action="store_true", help="Take It Easy only")
    given = parser.parse_args()
    if given.shaping and given.game != "take_it_easy":
        parser.error("--shaping is for take_it_easy")
    torch.set_num_threads(given.threads)
    agent, curve = learn(given.game, make, given)
    if given.curve is not None:
        write_curve(curve, given.curve, given.beside)
    own, other, error = against_greedy(agent, given.game, given.games)
    print(f"{given.games} games: agent {own:.3f} +- {1.96 * error:.3f}, greedy {other:.3f}")


if __name__ == "__main__":
    main()
