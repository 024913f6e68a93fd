"""What the build of a wheel makes sure of: that the page is in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/ludotheque/server/page/index.html"


class ThePageIsBuilt(BuildHookInterface[Any]):
    """A wheel without the page would serve an empty house: it is not made. An editable install needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """See hatchling."""
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            raise RuntimeError(f"There is no {PAGE}: build the page first, by python3 dev.py page.")
