"""Write a game's WebAssembly modules and their declarations: ``python -m ludotheque.wasm GAME [FOLDER]``; or its native
libraries: ``python -m ludotheque.wasm --library GAME [--host] [FOLDER]`` (for every target, or only for this machine).

Without a folder they go into the game's ``web`` and ``native`` folders, where they are committed.
"""

import gzip
import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from . import ENVIRONMENT


def main(game_id: str, folder: str | None = None) -> None:
    """Write the files."""
    # Imported late: Numba reads the environment when it is imported.
    from ..analysis import has_value
    from ..engine.registry import game
    from .build import NotPortable, build
    from .declaration import PLAIN, VECTORED, analysis_declaration, bot_declaration, declaration
    from .exports import analysis_of, bots_of, functions_of, parameters_of, wants_vectors

    chosen = game(game_id)
    target = Path(str(files(chosen.package))) / "web" if folder is None else Path(folder)
    made = [("law", functions_of, declaration)]
    if chosen.characters:
        made.append((PLAIN, bots_of, bot_declaration))
        if wants_vectors(chosen):
            made.append((VECTORED, bots_of, bot_declaration))
    if has_value(chosen):
        made.append(("analysis", analysis_of, analysis_declaration))
    for name, functions_for, declared in made:
        try:
            functions = functions_for(chosen)
            # Vectors where speed matters most; rules and bots must run in every browser.
            module = build(functions, vectors=name in ("analysis", VECTORED))
        except NotPortable as refused:
            sys.exit(f"{game_id}: {refused}")
        (target / f"{name}.wasm").write_bytes(module)
        if name != VECTORED:  # its declaration is that of the module without vectors
            described = {**declared(chosen), "functions": parameters_of(functions)}
            (target / f"{name}.json").write_text(json.dumps(described, separators=(",", ":")))
        print(
            f"{game_id} {name}: {len(functions)} functions, {len(module)} bytes, {len(gzip.compress(module))} gzipped"
        )


def libraries(game_id: str, *options: str) -> None:
    """Write the native libraries of a game; options are ``--host`` and a folder."""
    from ..engine.registry import game
    from ..native.library import targets
    from .build import NotPortable
    from .exports import library_exports
    from .library import TARGETS, write_libraries

    chosen = game(game_id)
    wanted = targets()[:1] if "--host" in options else list(TARGETS)
    try:
        exports = library_exports(chosen)
        given = [Path(option) for option in options if option != "--host"]
        folder = given[0] if given else Path(str(files(chosen.package))) / "native"
        sizes = write_libraries(chosen, exports, folder, wanted)
    except NotPortable as refused:
        sys.exit(f"{game_id}: {refused}")
    for target, size in sizes.items():
        print(f"{game_id} {target}: {len(exports)} functions, {size} bytes")


if all(os.environ.get(name) == value for name, value in ENVIRONMENT.items()):
    if sys.argv[1:2] == ["--library"]:
        libraries(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
else:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-m", "ludotheque.wasm", *sys.argv[1:]]
    sys.exit(subprocess.run(command, env={**inherited, **ENVIRONMENT}).returncode)
