"""Checks that the page is in a wheel, and chooses the native libraries for it.

A wheel carries the libraries of one kind of machine. ``LUDOTHEQUE_WHEEL`` names it (a key of ``TAGS``); without it, it
is this machine. ``any`` makes a pure wheel, whose games run as plain Python.
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/ludotheque/server/page/index.html"
TAGS = {
    # Our Linux libraries need no C library, so that one serves glibc and musl.
    "linux-x86_64": "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "macos-aarch64": "macosx_11_0_arm64",
    "macos-x86_64": "macosx_11_0_x86_64",
    "windows-x86_64": "win_amd64",
    "any": "any",
}


def this_machine() -> str:
    """The key of this machine in ``TAGS``; ``any`` if it has none."""
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    name = f"{system}-{ {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine) }"
    return name if name in TAGS else "any"


class Wheel(BuildHookInterface[Any]):
    """Builds a wheel for one kind of machine, with the page. An editable install needs neither."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """See hatchling."""
        if version == "editable":
            return
        if not (Path(self.root) / PAGE).is_file():
            raise RuntimeError(f"There is no {PAGE}: build the page first, by python3 dev.py page.")
        machine = os.environ.get("LUDOTHEQUE_WHEEL") or this_machine()
        if machine not in TAGS:
            raise RuntimeError(f"LUDOTHEQUE_WHEEL is {machine}; it can be {', '.join(TAGS)}.")
        build_data["tag"] = f"py3-none-{TAGS[machine]}"
        build_data["pure_python"] = machine == "any"
        source = Path(self.root) / "src"
        for file in source.glob(f"ludotheque/games/*/native/{machine}*"):  # pyproject.toml excludes all libraries
            build_data["force_include"][str(file)] = file.relative_to(source).as_posix()
