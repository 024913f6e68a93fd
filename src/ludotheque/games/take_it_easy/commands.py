"""The commands ``ludotheque take_it_easy solve``, ``ceiling`` and ``bound``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ...engine.errors import Failure
from ...engine.game import CommandOutput
from ...files import data_folder
from ...locale import Words
from ...native.compiled import JIT


def solve(
    words: Words, perfect: bool = False, tiles: str | None = None, as_json: bool = False
) -> Iterator[CommandOutput]:
    """The perfect boards, or the best board for 19 tiles."""
    from .solver import best_board, perfect_boards

    if perfect == (tiles is not None):
        raise Failure(words("command-solve-which"))
    found = perfect_boards() if perfect else best_board(tiles or "")
    if as_json:
        yield json.dumps(found)
        return
    if perfect:
        seconds = f"{found['seconds']:.3f}"
        yield words("solved-perfect", maximum=found["maximum"], boards=found["boards"], seconds=seconds)
    else:
        yield words("solved-tiles", optimum=found["optimum"])
    for board in found["list"] if perfect else [found["board"]]:
        yield "  " + " ".join(f"{cell}={tile}" for cell, tile in board.items())


def ceiling(
    words: Words, all_: bool = False, folder: Path | None = None, as_json: bool = False
) -> Iterator[CommandOutput]:
    """Compute the ceiling of every set of tiles; a stopped run is continued."""
    from .ceiling import SETS, count_all, summary

    if not all_:
        raise Failure(words("command-ceiling-which"))
    place = folder or data_folder() / "ceilings"
    place.mkdir(parents=True, exist_ok=True)
    ledger = place / "take_it_easy.jsonl"
    for done in count_all(ledger):
        yield done / SETS
    found = summary(ledger)
    if as_json:
        yield json.dumps(found)
        return
    yield words("ceiling-told", sets=f"{found['sets']:,}", mean=f"{found['mean']:.3f}")
    for end in ("lowest", "highest"):
        yield f"  {found[end]['ceiling']}: {' '.join(found[end]['tiles'])}"


def bound(
    words: Words,
    seed: int,
    draws: int = 40,
    certificate: Path | None = None,
    penalty: str = "blend",
    floor: int = 190,
    as_json: bool = False,
) -> Iterator[CommandOutput]:
    """Bound the mean score of every strategy from above; a stopped run with a certificate is continued."""
    from .bound import PENALTIES, SCALE, Header, MismatchError, certify, direction_bounds, summary

    if not JIT:
        raise Failure(words("command-bound-jit"))
    most = (sum(direction_bounds()) - 1) // SCALE
    if draws < 1 or not 0 <= floor <= most or penalty not in PENALTIES:
        raise Failure(words("command-bound-which", most=str(most)))
    header = Header(seed, draws, PENALTIES[penalty], floor * SCALE)
    lines = []
    yield 0.0
    try:
        for line in certify(header, certificate):
            lines.append(line)
            yield len(lines) / draws
    except MismatchError:
        raise Failure(words("bound-mismatch", file=str(certificate))) from None
    found = summary(header, lines)
    if as_json:
        yield json.dumps(found)
        return
    yield words("bound-exact", bound=f"{found['exact_bound']:.3f}")
    yield words(
        "bound-sampled",
        bound=f"{found['bound']:.3f}",
        mean=f"{found['mean']:.3f}",
        error=f"{found['standard_error']:.3f}",
        draws=f"{draws:,}",
        solved=f"{found['solved']:,}",
        seed=str(seed),
    )
