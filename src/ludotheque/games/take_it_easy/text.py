"""Take It Easy in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ...locale import Words
from ...terminal import Canvas
from .pieces import CELLS, PLACES

COLOURS = {
    1: "#76829A", 5: "#5AE0D0", 9: "#FFD94F",
    2: "#9C7DEB", 6: "#EE5A4F", 7: "#CFF27C",
    3: "#FFD3E3", 4: "#2F8BF5", 8: "#F0902A",
}  # fmt: skip

HEXAGON = ("  _____  ", " /     \\ ", "/       \\", "\\       /", " \\_____/ ")
WIDTH, HEIGHT = 7, 2  # from one column to the next, and for half a cell


def digit(number: str) -> tuple[str, str]:
    """Return a digit and the style of its band's colour."""
    return number, f"bold {COLOURS[int(number)]}"


def hexagons(board: Mapping[str, str], fresh: list[str]) -> Text:
    """A board, large: each cell with the digits where a tile has them, a free cell with its name."""
    canvas = Canvas(4 * WIDTH + 9, 8 * HEIGHT + 5)
    for column, height in PLACES:
        x, y = column * WIDTH, (height + 4) * HEIGHT
        for row, outline in enumerate(HEXAGON):
            canvas.put(x, y + row, outline, "dim")
    for name, (column, height) in zip(CELLS, PLACES, strict=True):
        x, y = column * WIDTH, (height + 4) * HEIGHT
        if name in board:
            left, vertical, right = board[name].split("-")
            canvas.put(x + 4, y + 1, *digit(vertical))
            canvas.put(x + 2, y + 3, *digit(left))
            canvas.put(x + 6, y + 3, *digit(right))
            if board[name] in fresh:
                canvas.put(x + 4, y + 2, "*", "bold")
        else:
            canvas.put(x + 3, y + 2, name, "dim")
    return canvas.text()


def small_board(board: Mapping[str, str]) -> Text:
    """A board, small: three digits a cell, a dot where it is free."""
    canvas = Canvas(4 * 5 + 3, 9)
    for name, (column, height) in zip(CELLS, PLACES, strict=True):
        x, y = column * 5, height + 4
        if name in board:
            for offset, number in enumerate(board[name].split("-")):
                canvas.put(x + offset, y, *digit(number))
        else:
            canvas.put(x + 1, y, "·", "dim")
    return canvas.text()


def tile(name: str) -> Text:
    """A tile in a row of text."""
    return Text("-").join(Text(*digit(number)) for number in name.split("-"))


def line_sheet(lines: list[Mapping[str, Any]], words: Words, whole: bool) -> Table:
    """Every line with its digit, its length and its points, broken lines too (`whole`: with their digits)."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for direction in ("left", "vertical", "right"):
        table.add_column(words(f"take-it-easy-{direction}"), no_wrap=True)
        table.add_column("", justify="right")
    for row in range(5):
        cells: list[Text | str] = []
        for number in range(row, 15, 5):
            line = lines[number]
            length, laid = len(line["cells"]), len(line["digits"])
            if line["state"] == "complete":
                cells += [Text.assemble(digit(str(line["digit"])), f" x {length}"), Text(str(line["points"]), "bold")]
            elif line["state"] == "alive":
                out = "" if line["within_reach"] else " ⌀"
                cells += [Text.assemble(digit(str(line["digit"])), (f" {laid}/{length}{out}", "dim")), ""]
            elif line["state"] == "open":
                cells += [Text(f"· 0/{length}", "dim"), ""]
            else:
                shown = " " + "-".join(map(str, line["digits"])) if whole else ""
                cells += [Text(f"✕{shown}", "dim"), "0"]
        table.add_row(*cells)
    return table


def draw(view: Mapping[str, Any], words: Words) -> RenderableType:
    """The table as a seat sees it: its own board large with its lines, the others' boards small."""
    seat = view["seat"]
    parts: list[RenderableType] = [
        Text(
            words(
                "take-it-easy-where",
                round=view["round"],
                rounds=view["rounds"],
                drawn=view["drawn"],
                caller=view["caller"] + 1,
            )
        )
    ]
    if seat is not None:
        side = Group(
            Text(words("take-it-easy-lines"), "bold"),
            line_sheet(view["lines"][seat], words, whole=False),
            Text(words("take-it-easy-out-of-reach"), "dim"),
            Text(),
            Text(words("take-it-easy-heap", count=len(view["heap"])), "bold"),
            heap(view["heap"]),
        )
        beside = Table.grid(padding=(0, 3, 0, 0))
        beside.add_column(no_wrap=True)
        beside.add_column()
        beside.add_row(hexagons(view["boards"][seat], view["announced"]), side)
        parts.append(beside)
    others = [
        Panel(small_board(board), title=words("seat", number=other + 1), subtitle=str(view["scores"][other]))
        for other, board in enumerate(view["boards"])
        if other != seat
    ]
    if others:
        parts.append(Columns(others))
    announced = view["to_lay"] or view["announced"]
    if announced:
        parts.append(
            Text.assemble(
                (words("take-it-easy-announced", count=len(announced)), "bold"),
                " ",
                Text(" + ").join(tile(name) for name in announced),
            )
        )
    return Group(*parts)


def heap(names: list[str]) -> Text:
    """The tiles that may still come, five a row."""
    rows = [Text("  ").join(tile(name) for name in names[start : start + 5]) for start in range(0, len(names), 5)]
    return Text("\n").join(rows)


def sheet(view: Mapping[str, Any], words: Words) -> RenderableType:
    """Every player's lines, the round's points and the total."""
    panels = []
    for seat in range(view["seats"]):
        round_points = view["round_points"][seat]
        panels.append(
            Panel(
                line_sheet(view["lines"][seat], words, whole=True),
                title=words("seat", number=seat + 1),
                subtitle=words("take-it-easy-points", round=round_points, total=view["scores"][seat]),
                expand=False,
            )
        )
    return Group(
        Text(words("take-it-easy-round-over", round=view["round"], rounds=view["rounds"]), "bold"), Columns(panels)
    )


def reasons(better: Sequence[Mapping[str, Any]], played: Sequence[Mapping[str, Any]], words: Words) -> list[str]:
    """Return why one placement is better than another that was played, the strongest reason first, from the effects of
    both: a line that only the played one breaks, lines that only the better one completes or continues."""

    def broken(effects: Sequence[Mapping[str, Any]]) -> dict[int, int]:
        """The digits of the lines that are broken, with what each could have brought."""
        return {each["was"]: each["lost"] for each in effects if each.get("became") == "broken"}

    def gains(effects: Sequence[Mapping[str, Any]]) -> list[str]:
        lines = sorted((each for each in effects if each["effect"] == "line"), key=lambda line: -int(line["worth"]))
        return [
            words(
                "effect-line",
                will="reason",
                became=became,
                digit=line["digit"],
                length=line["length"],
                points=line["points"],
                laid=line["laid"],
                was=line["was"],
                lost=line["lost"],
            )
            for became in ("completed", "continued")
            for line in lines
            if line["became"] == became and line["laid"] > 1
        ]

    spared = {digit: lost for digit, lost in broken(played).items() if digit not in broken(better)}
    found = [each for each in gains(better) if each not in gains(played)]
    if spared:
        digit = max(spared, key=lambda each: spared[each])
        cell = next(each["cell"] for each in played if each["effect"] == "placed")
        loss = f"\N{MINUS SIGN}{spared[digit]}"
        against = words("take-it-easy-against-second", kind="breaks", tile="one", digit=digit, cell=cell, loss=loss)
        found.insert(0, against)
    return found
