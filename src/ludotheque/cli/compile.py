"""Compiling the rules once, at set-up, so that no player ever waits for a compiler."""

from __future__ import annotations

import shutil
import sys
import time

import typer

from ..locale import Words
from ..native.cache import HOUSE, cache_base, cache_folder, compiled_marker, fingerprint
from .parameters import Add

KEPT_DAYS = 30
"""How long the compiled form of sources that have changed since is kept."""


def add_command(command: Add, say: Words) -> None:
    """Add `compile` to the command line."""

    @command("compile", "help-compile")
    def compile_rules(
        analysis: bool = typer.Option(False, "--analysis", help=say("help-compile-analysis")),
    ) -> None:
        compile_all(say, analysis)


def compile_all(say: Words, analysis: bool = False) -> None:
    """Compile every game's rules and what runs them, and what analyses them if that is asked for; at once what was
    compiled before from these very sources."""
    from ..engine.registry import games

    all_ = games().values()
    missing = [("compiling", compile_game, game.id, compiled_marker(game.package)) for game in all_]
    if analysis:
        # It takes as long as all the rest, and who plays does not need it.
        made_of = fingerprint(HOUSE / "analysis")
        missing += [
            ("compiling-analysis", compile_analysis, game.id, compiled_marker(game.package).with_suffix(f".{made_of}"))
            for game in all_
        ]
    missing = [one for one in missing if not one[-1].exists()]
    if missing:
        from ..native.compiled import COMPILED

        for message, compiles, name, marker in missing if COMPILED else ():
            clock = time.monotonic()
            print(f"{say(message, game=name)} ...", end="", file=sys.stderr, flush=True)
            try:
                compiles(name)
            except Exception as error:  # a stranger's game that is broken must not take the others with it
                print(f" {say('compiling-failed', reason=repr(error))}", file=sys.stderr, flush=True)
                continue
            print(f" {time.monotonic() - clock:.0f} s", file=sys.stderr, flush=True)
            marker.touch()
        forget_old()
    print(say("compiled"), file=sys.stderr)


def compile_game(name: str) -> None:
    """Play one random game through the batch runner and one by positions, looking at it as everybody does, and ask
    every bot once: that calls all there is to compile."""
    from ..engine.registry import game
    from ..engine.rng import generator
    from ..search.bots import Random, bot
    from ..search.game_loop import play_on
    from ..search.simulation import simulate

    chosen = game(name)
    seats = chosen.simulated["seats"]
    simulate(chosen, 1, seats, chosen.simulated["options"], seed=1)
    rng = generator(1)
    untried = [bot(chosen, own) for own in chosen.bots]
    before = chosen.start(seats, chosen.simulated["options"])
    for event, after in play_on(before, [Random()] * seats, seed=1):
        before.hidden_from(event)
        before.reveals(after, 0)
        for seat in (None, *after.to_act):
            if seat == "chance":
                continue
            masked = after.mask(seat)
            masked.view_json()
            masked.legal_with_previews_json()
            masked.legal_with_previews()
            masked.illegal_reason("nothing")
            masked.determinize(rng)
            while masked.legal_actions and untried:
                untried.pop().choose(masked, rng)
        _ = after.is_open, after.picture()
        before = after
    assert before.result is not None, "bots play to the end"
    for place in chosen.warm_up:
        chosen.load(place)()


def compile_analysis(name: str) -> None:
    """Judge what a seat can do when it is first to act: that calls all there is to compile."""
    from ..analysis import Analyst, has_value
    from ..engine.registry import game
    from ..search.bots import Random
    from ..search.game_loop import play_on

    chosen = game(name)
    if not has_value(chosen):
        return
    seats = chosen.simulated["seats"]
    for _, position in play_on(chosen.start(seats, chosen.simulated["options"]), [Random()] * seats, seed=1):
        for seat in position.to_act:
            if seat != "chance":
                Analyst(chosen, seat, 1).compare_actions(position.mask(seat), None)
                return


def forget_old() -> None:
    """Remove what was compiled long ago from other sources."""
    for folder in cache_base().iterdir() if cache_base().is_dir() else ():
        age_days = (time.time() - folder.stat().st_mtime) / 86_400
        if folder != cache_folder() and age_days > KEPT_DAYS:
            shutil.rmtree(folder, ignore_errors=True)
