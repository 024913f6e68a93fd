"""The characters of a game, run from the WebAssembly that is shipped for the page: at full strength in a tenth of a
second, on a machine where nothing has been compiled yet.

They are the bots of ``search.characters``, made from the same functions: equal knowledge, chance and budget give equal
choices.
"""

from __future__ import annotations

import json
from functools import cache, partial
from importlib.resources import files

from wasmtime import Engine, Func, Global, Instance, Memory, Store
from wasmtime import Module as Code

from ..codec.records import record_from_bytes
from ..engine.game import Game
from ..engine.position import MaskedState
from ..engine.registry import game
from ..engine.rng import GENERATOR, Generator
from ..native.compiled import copy_into
from ..search.levels import Character
from .declaration import PLAIN, VECTORED

ALIGNED = 64
PAGE = 65536
"""Bytes by which a module's memory grows."""


class Module:
    """A game's compiled functions, with a place in their memory for each record that they are given."""

    def __init__(self, found: Game, name: str, declared: str) -> None:
        folder = files(found.package) / "web"
        told = json.loads((folder / f"{declared}.json").read_text())
        engine = Engine()
        self._store = Store(engine)
        made = Instance(self._store, Code(engine, (folder / f"{name}.wasm").read_bytes()), []).exports(self._store)
        memory, base = made["memory"], made["__heap_base"]
        assert isinstance(memory, Memory)
        assert isinstance(base, Global)
        self._memory = memory
        self._places: dict[str, int] = {}
        at = base.value(self._store)
        for parameter in dict.fromkeys(one for parameters in told["functions"].values() for one in parameters):
            if parameter in told["records"]:
                at = -(-at // ALIGNED) * ALIGNED
                self._places[parameter] = at
                at += told["records"][parameter]["size"]
        missing = at - memory.data_len(self._store)
        if missing > 0:
            memory.grow(self._store, -(-missing // PAGE))
        self._sizes = {record: told["records"][record]["size"] for record in self._places}
        self._functions: dict[str, tuple[Func, list[str]]] = {}
        for function, parameters in told["functions"].items():
            exported = made[function]
            assert isinstance(exported, Func)
            self._functions[function] = exported, parameters

    def put(self, record: str, data: bytes) -> None:
        """Put a record at its place."""
        assert len(data) == self._sizes[record], f"{record} has another layout"
        self._memory.write(self._store, data, self._places[record])

    def take(self, record: str) -> bytes:
        """What stands at a record's place."""
        begin = self._places[record]
        return bytes(self._memory.read(self._store, begin, begin + self._sizes[record]))

    def call(self, function: str, **numbers: int) -> int:
        """Call a function on the records at their places; `numbers` are its other parameters."""
        found, parameters = self._functions[function]
        return int(found(self._store, *(self._places.get(one, float(numbers.get(one, 0))) for one in parameters)))


@cache
def _bots(game_id: str, vectors: bool) -> Module:
    found = game(game_id)
    module = Module(found, VECTORED if vectors else PLAIN, PLAIN)
    module.put("weights", found.bots_module.weights().tobytes())
    return module


class Portable(Character):
    """A character that thinks in the shipped WebAssembly, by the module with vectors or by the one without."""

    def __init__(self, level: str, temper: str, vectors: bool) -> None:
        super().__init__(level, temper)
        self.vectors = vectors

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``search.bots.Bot``."""
        assert masked.seat is not None, "a spectator does nothing"
        module, seat = _bots(masked.game.id, self.vectors), masked.seat
        setup, state = masked.to_bytes()
        given = {"setup": setup, "state": state, "character": self.character.tobytes(), "rng": rng.tobytes()}
        for record, data in given.items():
            module.put(record, data)
        action = self.think(*(partial(module.call, ask, seat=seat) for ask in ("ready", "ponder", "decide")))
        copy_into(record_from_bytes(GENERATOR, module.take("rng")), rng)
        return action


def portable(found: Game, name: str) -> Portable | None:
    """The bot of this name as WebAssembly, with vectors if it is shipped so; None where a game does not ship it, or it
    is no character."""
    folder = files(found.package) / "web"
    if name not in found.characters or not (folder / f"{PLAIN}.wasm").is_file():
        return None
    level, _, temper = name.partition("-")
    return Portable(level, temper or "even", vectors=(folder / f"{VECTORED}.wasm").is_file())
