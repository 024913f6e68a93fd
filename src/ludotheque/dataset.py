"""Datasets for learning: every decision of a seat with its observation, legal actions, action and final result.

``ludotheque record GAME --games N --format parquet --out DIR`` writes a set of them, this module reads it (the extra
``data``)::

    from ludotheque import dataset
    found = dataset.read("DIR")
    found.observations, found.actions, found.masks(slice(0, 32)), found.card["bots"]
    found.position(7).view(found.seats[7])

A row is one decision. Game `n` of a seed is the same as game `n` of ``record`` without ``--format``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
from numpy.typing import NDArray

from . import spaces
from .codec.records import new_record, record_from_bytes
from .engine.game import Game
from .engine.position import MaskedState, Position
from .engine.registry import game as find_game
from .search.bots import bot
from .search.game_loop import play_on
from .search.simulation import Spread

FILE, CARD = "decisions.parquet", "card.md"

COLUMNS = {
    "game": "the number of the game, from 0",
    "event": "how many events came before it",
    "seat": "who decides",
    "observation": "the observation of the game's environment: what the seat knows",
    "legal": "the indices of the legal actions, ascending",
    "action": "the index of what was done",
    "do": "the same in the notation",
    "known_setup": "what the seat knows: the bytes of the setup record",
    "known_state": "what the seat knows: the bytes of the state record",
    "setup": "the truth: the bytes of the setup record",
    "state": "the truth: the bytes of the state record",
    "score": "what the seat scored in the end",
    "won": "whether it won, perhaps with others",
    "scores": "what all seats scored",
}
"""The columns and what they hold."""


def schema(own: spaces.Spaces, card: Mapping[str, Any]) -> Any:
    """Return the columns with their types; the card is in the metadata."""
    numbers = pyarrow.from_numpy_dtype(own.dtype)
    types = {
        "game": pyarrow.int64(),
        "event": pyarrow.int32(),
        "seat": pyarrow.int8(),
        "observation": pyarrow.list_(numbers, own.width),
        "legal": pyarrow.list_(pyarrow.int32()),
        "action": pyarrow.int32(),
        "do": pyarrow.string(),
        **dict.fromkeys(("known_setup", "known_state", "setup", "state"), pyarrow.binary()),
        "score": pyarrow.int32(),
        "won": pyarrow.bool_(),
        "scores": pyarrow.list_(pyarrow.int32()),
    }
    fields = [pyarrow.field(name, types[name], metadata={"means": means}) for name, means in COLUMNS.items()]
    return pyarrow.schema(fields, metadata={"ludotheque": json.dumps(card)})


def decisions(
    name: str,
    seats: int,
    options: Mapping[str, object],
    bots: Sequence[str],
    seed: int,
    choices: Mapping[str, str],
    number: int,
) -> tuple[int, list[dict[str, Any]]]:
    """Let bots play a game; return its number and its rows."""
    game = find_game(name)
    start = game.start(seats, options)
    own = spaces.spaces(game, start.setup)
    rows: list[dict[str, Any]] = []
    before = start
    scratch = new_record(game.rules.SETUP), new_record(game.rules.STATE)
    for at, (event, after) in enumerate(play_on(start, [bot(game, name) for name in bots], seed, number, choices)):
        seat = event.by
        if seat != "chance":
            masked = before.mask(seat)
            observation = np.empty(own.width, own.dtype)
            spaces.observe_masked(before.setup, before.state, seat, *scratch, observation, 0)
            here = before.setup, before.state, seat
            setup, state = masked.to_bytes()
            rows.append(
                {
                    "game": number,
                    "event": at,
                    "seat": seat,
                    "observation": observation,
                    "legal": sorted(int(spaces.index_of(*here, action)) for action in masked.legal_actions),
                    "action": int(spaces.index_of(*here, before.parse_action(seat, event.do))),
                    "do": event.do,
                    "known_setup": setup,
                    "known_state": state,
                    "setup": before.setup.tobytes(),
                    "state": before.state.tobytes(),
                }
            )
        before = after
    result = before.result
    assert result is not None, "bots play to the end"
    for row in rows:
        seat = row["seat"]
        row |= {"score": result.scores[seat], "won": seat in result.winners, "scores": result.scores}
    return number, rows


def write(
    folder: Path,
    game: Game,
    seats: int,
    options: Mapping[str, object],
    bots: Sequence[str],
    seed: int,
    games: int,
    choices: Mapping[str, str] | None = None,
    progress: Callable[[int], None] = lambda games: None,
    spread: Spread = map,
) -> None:
    """Let bots play games, and write a dataset with its card. `progress` is called with 1 after every game. The games
    are in order in the file, wherever they are played."""
    start = game.start(seats, options)
    own = spaces.spaces(game, start.setup)
    card = {
        "game": game.id,
        "rules": game.rules_version,
        "environment": own.version,
        "actions": own.actions,
        "seats": seats,
        "options": start.options(),
        "choices": dict(choices or {}),
        "bots": list(bots),
        "seed": seed,
        "games": games,
        "ludotheque": version("ludotheque"),
    }
    kind = schema(own, card)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{FILE}.unfinished"
    rows = 0
    with pyarrow.parquet.ParquetWriter(unfinished, kind, compression="zstd") as writer:
        play = partial(decisions, game.id, seats, dict(options), list(bots), seed, dict(choices or {}))
        early: dict[int, list[dict[str, Any]]] = {}
        written = 0
        for number, found in spread(play, range(games)):
            early[number] = found
            while written in early:
                ready = early.pop(written)
                writer.write_table(pyarrow.Table.from_pylist(ready, kind))
                written, rows = written + 1, rows + len(ready)
            progress(1)
    unfinished.replace(folder / FILE)
    (folder / CARD).write_text(_card_text(card, rows, own), encoding="utf-8")


def _card_text(card: Mapping[str, Any], rows: int, own: spaces.Spaces) -> str:
    options = " ".join(f"--option {name}={json.dumps(value).strip(chr(34))}" for name, value in card["options"].items())
    named = " ".join(f"--bot {name}" for name in card["bots"])
    command = f"ludotheque record {card['game']} --seats {card['seats']} {options} {named} --seed {card['seed']}"
    lines = [
        f"# {card['games']} games of {card['game']}, {rows} decisions",
        "",
        f"Played by bots ({', '.join(card['bots'])}, in the order of the seats) with Ludothèque {card['ludotheque']}, "
        f"rules version {card['rules']}, environment version {card['environment']}. With the same versions "
        "this command makes the same games:",
        "",
        f"    {command} --games {card['games']} --format parquet --out DIR",
        "",
        "A row is one decision of a seat.",
        "",
        "| column | meaning |",
        "|---|---|",
        *(f"| `{name}` | {means} |" for name, means in COLUMNS.items()),
        "",
        f"`action` and `legal` are indices under {card['actions']}. The numbers of `observation`:",
        "",
        "| field | shape | meaning |",
        "|---|---|---|",
        *(f"| `{field.name}` | {' x '.join(map(str, field.shape))} | {field.means} |" for field in own.fields),
    ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Dataset:
    """A dataset of decisions."""

    table: Any
    """All columns as an Arrow table."""
    card: Mapping[str, Any]
    """How they were made."""

    def __len__(self) -> int:
        return int(self.table.num_rows)

    @property
    def game(self) -> Game:
        """The game."""
        return find_game(self.card["game"])

    @property
    def observations(self) -> NDArray[Any]:
        """The observations, one row per decision."""
        column = self.table.column("observation").combine_chunks()
        return column.flatten().to_numpy(zero_copy_only=False).reshape(len(self), -1)

    @property
    def actions(self) -> NDArray[np.int64]:
        """The actions, as indices."""
        return self._numbers("action")

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat that decided."""
        return self._numbers("seat")

    @property
    def games(self) -> NDArray[np.int64]:
        """The number of the game."""
        return self._numbers("game")

    @property
    def scores(self) -> NDArray[np.int64]:
        """The final score of the seat that decided."""
        return self._numbers("score")

    @property
    def won(self) -> NDArray[np.bool_]:
        """Whether the seat that decided won."""
        return self.table.column("won").to_numpy()

    def _numbers(self, column: str) -> NDArray[np.int64]:
        return self.table.column(column).to_numpy().astype(np.int64)

    def masks(self, rows: slice) -> NDArray[np.int8]:
        """Return which indices were legal, for some rows."""
        legal = self.table.column("legal")[rows].to_pylist()
        masks = np.zeros((len(legal), self.card["actions"]), np.int8)
        for mask, indices in zip(masks, legal, strict=True):
            mask[indices] = 1
        return masks

    def mask(self, row: int) -> MaskedState:
        """Return the masked state of the seat that decided."""
        game, seat = self.game, int(self.table.column("seat")[row].as_py())
        return MaskedState.from_bytes(game, self._bytes("known_setup", row), self._bytes("known_state", row), seat)

    def position(self, row: int) -> Position:
        """Return the full position, without a scene."""
        rules = self.game.rules
        setup = record_from_bytes(rules.SETUP, self._bytes("setup", row))
        return Position(self.game, setup, record_from_bytes(rules.STATE, self._bytes("state", row)))

    def _bytes(self, column: str, row: int) -> bytes:
        found: bytes = self.table.column(column)[row].as_py()
        return found


def read(folder: str | Path) -> Dataset:
    """Return a dataset that `write` has made."""
    table = pyarrow.parquet.read_table(Path(folder) / FILE)
    return Dataset(table, json.loads(table.schema.metadata[b"ludotheque"]))
