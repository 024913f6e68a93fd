"""Proximal policy optimisation in one file: an agent that learns Take It Easy, or another game against itself.

    python examples/ppo.py take_it_easy --minutes 15

(For micropul, ``examples/selfplay.py`` brings a net that knows where the numbers of its actions lie on the table.)
Needs the extras ``envs`` and ``learn``. It plays many tables at once in the native vector environment; with several
seats the agent sits at all of them, so it learns from playing against itself. At the end it plays against `greedy`:
alone, mean scores are compared; at a table for two, wins are counted.

``--curve FILE`` writes the course of learning as CSV, and as a picture where the name ends in .svg or .png.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from ludotheque import game as find_game
from ludotheque.envs.gym import TableEnv
from ludotheque.envs.vector import VectorTableEnv
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on
from ludotheque.spaces import Spaces

TABLES, STEPS = 512, 32
EPOCHS, BATCHES = 2, 8
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
LAMBDA = 0.95


class Agent(nn.Module):
    """A net with two heads: how good each action is, and how the seat stands."""

    def __init__(self, spaces: Spaces, width: int) -> None:
        super().__init__()
        self.low, self.high = (torch.as_tensor(bound, dtype=torch.float32) for bound in spaces.bounds())
        self.trunk = nn.Sequential(nn.Linear(spaces.width, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, spaces.actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, told: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the legal actions, and the value."""
        seen = self.trunk((told.float() - self.low) / (self.high - self.low).clamp(min=1))
        return self.policy(seen).masked_fill(~mask, -1e9), self.value(seen).squeeze(-1)


def advantages(
    rewards: torch.Tensor, values: torch.Tensor, seats: torch.Tensor, ended: torch.Tensor, last: Any
) -> torch.Tensor:
    """Generalised advantages where the steps of a table belong to several seats: a seat's decisions follow on each
    other, and what it is paid until its next one belongs to the last."""
    steps, tables, count = rewards.shape
    rows = torch.arange(tables)
    found = torch.zeros(steps, tables)
    ahead_value, ahead, missing = (torch.zeros(tables, count) for _ in range(3))
    foreseen = torch.zeros(tables, count, dtype=torch.bool)  # whether what follows a seat's decision is known
    ahead_value[rows, last[1]], foreseen[rows, last[1]] = last[0], True
    for step in reversed(range(steps)):
        over, seat = ended[step].unsqueeze(1), seats[step]
        ahead_value, ahead, missing = (torch.where(over, 0.0, kept) for kept in (ahead_value, ahead, missing))
        foreseen |= over
        missing = missing + rewards[step]
        follows = torch.where(foreseen[rows, seat], ahead_value[rows, seat], values[step])
        found[step] = missing[rows, seat] + follows - values[step] + LAMBDA * ahead[rows, seat]
        ahead[rows, seat], ahead_value[rows, seat], foreseen[rows, seat] = found[step], values[step], True
        missing[rows, seat] = 0.0
    return found


def against_greedy(agent: nn.Module, name: str, games: int) -> tuple[float, float, float]:
    """How the agent does beside `greedy`, with a standard error: alone, how many points better; for two, its share of
    wins, the first seat taken in turn."""
    game = find_game(name)
    seats = int(game.simulated["seats"])
    results = []
    for number in range(games):
        env = TableEnv(name, seat=number % seats, opponents="greedy", reward="score" if seats == 1 else "result")
        told, info = env.reset(seed=1_000_000 + number)
        paid, over = 0.0, False
        while not over:
            with torch.no_grad():
                mask = torch.as_tensor(info["action_mask"]).bool()
                logits, _ = agent(torch.as_tensor(told)[None], mask[None])
            told, reward, over, _, info = env.step(int(logits.argmax()))
            paid += reward
        results.append(paid if seats == 1 else (paid + 1) / 2)
    other = 0.5
    if seats == 1:
        start = game.start(1, game.simulated["options"])
        ends = [list(play_on(start, [bot(game, "greedy")], 5, number))[-1][1].scores[0] for number in range(games)]
        other = float(np.mean(ends))
    return float(np.mean(results)), other, float(np.std(results) / len(results) ** 0.5)


def learn(
    name: str,
    make: Callable[[Spaces, int], nn.Module],
    given: argparse.Namespace,
) -> tuple[nn.Module, list[dict[str, Any]]]:
    """Learn for so many minutes or steps, whatever comes first; the agent, and how it went."""
    minutes, steps, tables = given.minutes, given.steps, given.tables
    torch.manual_seed(given.seed)
    env = VectorTableEnv(name, tables, opponents="self", autoreset_mode="SameStep")
    agent = make(env.batch.spaces, given.width)
    optimiser = torch.optim.Adam(agent.parameters(), lr=1e-3, eps=1e-5)
    alone = env.batch.seats == 1
    scale = 1 / 100 if alone else 1.0  # points in hundreds
    told, infos = env.reset(seed=given.seed)
    begun, updates, played, course = time.monotonic(), 0, 0, []
    finals: list[float] = []
    running = np.zeros(tables)
    done = 0.0
    while done < 1:
        rate = 1 - done
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * max(rate, 0.05)
        kept: dict[str, list[torch.Tensor]] = {key: [] for key in ("told", "mask", "action", "log", "value", "seat")}
        paid, ends = [], []
        for _ in range(STEPS):
            seen, mask = torch.as_tensor(told), torch.as_tensor(infos["action_mask"]).bool()
            with torch.no_grad():
                logits, value = agent(seen, mask)
                chosen = torch.distributions.Categorical(logits=logits)
                action = chosen.sample()
            seat = torch.as_tensor(infos["seat"])
            for key, what in zip(kept, (seen, mask, action, chosen.log_prob(action), value, seat), strict=True):
                kept[key].append(what)
            told, gains, ended, _, infos = env.step(action.numpy())
            paid.append(torch.as_tensor(infos["rewards"], dtype=torch.float32) * scale)
            ends.append(torch.as_tensor(ended))
            running += gains
            finals += running[ended].tolist()
            running[ended] = 0
            played += int(ended.sum())
        with torch.no_grad():
            _, last = agent(torch.as_tensor(told), torch.as_tensor(infos["action_mask"]).bool())
        batch = {key: torch.stack(values) for key, values in kept.items()}
        after = last, torch.as_tensor(infos["seat"])
        gained = advantages(torch.stack(paid), batch["value"], batch["seat"], torch.stack(ends), after)
        wanted = gained + batch["value"]
        flat = {key: values.flatten(0, 1) for key, values in batch.items()}
        gained, wanted = gained.flatten(), wanted.flatten()
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(gained)).chunk(BATCHES):
                logits, value = agent(flat["told"][rows], flat["mask"][rows])
                chosen = torch.distributions.Categorical(logits=logits)
                ratio = (chosen.log_prob(flat["action"][rows]) - flat["log"][rows]).exp()
                better = gained[rows]
                better = (better - better.mean()) / (better.std() + 1e-8)
                policy = -torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
                loss = policy + VALUE * (value - wanted[rows]).pow(2).mean() - ENTROPY * chosen.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimiser.step()
        updates += 1
        taken = updates * STEPS * tables
        done = max((time.monotonic() - begun) / (60 * minutes), taken / steps)
        if updates % given.report == 0 or done >= 1:
            row: dict[str, Any] = {"seconds": round(time.monotonic() - begun), "games": played, "steps": taken}
            if alone:
                row["score"] = round(float(np.mean(finals[-5000:])) if finals else float("nan"), 2)
            elif given.matches:
                row["wins"] = round(against_greedy(agent, name, given.matches)[0], 3)
            course.append(row)
            print(*(f"{key} {value}" for key, value in course[-1].items()), flush=True)
    return agent, course


def write_curve(course: list[dict[str, Any]], file: Path, title: str) -> None:
    """The course of learning, as CSV and as a picture."""
    with file.with_suffix(".csv").open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, course[0].keys())
        writer.writeheader()
        writer.writerows(course)
    drawn = {"score": "mean score while learning", "wins": "wins against greedy"}
    shown = [key for key in drawn if key in course[0]]
    if file.suffix in (".svg", ".png") and shown:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(figsize=(7, 4))
        axes.plot([row["seconds"] / 60 for row in course], [row[shown[0]] for row in course])
        axes.set(xlabel="minutes", ylabel=drawn[shown[0]], title=title)
        axes.grid(alpha=0.3)
        figure.savefig(file, bbox_inches="tight")


def main(game: str = "take_it_easy", make: Callable[[Spaces, int], nn.Module] = Agent, width: int = 256) -> None:
    """Learn, and play against greedy."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default=game)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--steps", type=float, default=float("inf"), help="learn no longer than that")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--width", type=int, default=width)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400, help="against greedy, at the end")
    parser.add_argument("--matches", type=int, default=0, help="games against greedy for each line (not alone)")
    parser.add_argument("--report", type=int, default=20, help="updates between two lines")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--curve", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    agent, course = learn(given.game, make, given)
    if given.curve is not None:
        write_curve(course, given.curve, f"PPO, {given.game}")
    own, other, error = against_greedy(agent, given.game, given.games)
    print(f"{given.games} games: agent {own:.3f} +- {1.96 * error:.3f}, greedy {other:.3f}")


if __name__ == "__main__":
    main()
