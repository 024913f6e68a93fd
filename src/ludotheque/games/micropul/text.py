"""micropul in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...locale import Words
from ...terminal import Canvas
from .pieces import CORNERS

SYMBOLS = {"w": "○", "b": "●", ".": "·"}
STYLES = {"w": "bold bright_white", "b": "bold bright_magenta", ".": "dim"}
CATALYST = "bold yellow"
STONE_MARKS = "¹²"
LETTERS = "abcdef"
"""The tiles of the hand, by their order."""

WIDTH, HEIGHT = 6, 3  # from one tile to the next, its frame included
MARGIN = 5  # for the numbers of the rows
INSIDE = ((1, 1), (4, 1), (4, 2), (1, 2))  # where the corners stand in a frame


def thing(what: str) -> tuple[str, str]:
    """A corner's content as a character and its style."""
    return SYMBOLS.get(what, what), STYLES.get(what, CATALYST)


def put_tile(canvas: Canvas, left: int, top: int, tile: Mapping[str, Any]) -> None:
    """A tile in its frame; the frames of neighbours share a side."""
    for row, line in enumerate(("+-----+", "|     |", "|     |", "+-----+")):
        canvas.put(left, top + row, line, "dim")
    for (x, y), what in zip(INSIDE, tile["corners"], strict=True):
        canvas.put(left + x, top + y, *thing(what))
    if tile["centre"]:
        canvas.put(left + 3, top + 1, tile["centre"], CATALYST)


def board(view: Mapping[str, Any]) -> Text:
    """The layout with its coordinates and stones; a free place shows the letters of the hand's tiles that fit there."""
    columns = [x for x, _ in view["places"]]
    rows = [y for _, y in view["places"]]
    low_x, low_y = min(columns), min(rows)
    canvas = Canvas(MARGIN + (max(columns) - low_x + 1) * WIDTH + 1, 1 + (max(rows) - low_y + 1) * HEIGHT + 1)

    def corner_of(x: int, y: int) -> tuple[int, int]:
        return MARGIN + (x - low_x) * WIDTH, 1 + (y - low_y) * HEIGHT

    for x in range(low_x, max(columns) + 1):
        canvas.put(corner_of(x, 0)[0], 0, f"{x:^7}", "dim")
    for y in range(low_y, max(rows) + 1):
        canvas.put(0, corner_of(0, y)[1] + 1, f"{y:>4}", "dim")
    for tile in view["layout"]:
        put_tile(canvas, *corner_of(tile["x"], tile["y"]), tile)
    for stone in view["stones"]:
        left, top = corner_of(stone["x"], stone["y"])
        x, y = INSIDE[CORNERS.index(stone["corner"])]
        canvas.put(left + x + 1, top + y, STONE_MARKS[stone["seat"]], "bold")
    for x, y in view["places"]:
        letters = "".join(
            letter
            for letter, tile in zip(LETTERS, view["hand"], strict=False)
            if any((way["x"], way["y"]) == (x, y) for way in tile["ways"])
        )
        left, top = corner_of(x, y)
        canvas.put(left + 2, top + 1, letters[:3] or "·", "cyan" if letters else "dim")
        canvas.put(left + 2, top + 2, letters[3:], "cyan")
    return canvas.text()


def hand(tiles: Sequence[Mapping[str, Any]], words: Words) -> RenderableType:
    """The hand: each tile unturned, with its letter, its number and in how many ways it can be laid."""
    drawn = []
    for letter, tile in zip(LETTERS, tiles, strict=False):
        canvas = Canvas(7, 4)
        put_tile(canvas, 0, 0, tile)
        count = sum(len(way["turns"]) for way in tile["ways"])
        drawn.append(
            Group(
                Text.assemble((f"{letter} ", "cyan"), (words("micropul-tile", tile=tile["tile"]), "bold")),
                canvas.text(),
                Text(words("micropul-ways", count=count), "dim"),
            )
        )
    return Columns(drawn, padding=(0, 3))


def group_line(group: Mapping[str, Any], words: Words) -> Text:
    """One group in a row of text: colour, size, where it begins, open or closed, whose it is."""
    first = group["corners"][0]
    if group["spoilt"]:
        owner = words("micropul-spoilt")
    elif group["owner"] is not None:
        owner = words("seat", number=group["owner"] + 1) + STONE_MARKS[group["owner"]]
    else:
        owner = ""
    return Text.assemble(
        thing(group["colour"][0]),
        f" {group['size']:>2} ",
        words("micropul-open" if group["open"] else "micropul-closed"),
        f" {first['x']},{first['y']} {first['corner']} ",
        (owner, "bold"),
    )


def counts(view: Mapping[str, Any], words: Words) -> RenderableType:
    """Return a table of what everybody may count."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for column in ("", "micropul-hand", "micropul-supply", "micropul-stones", "micropul-score"):
        table.add_column(words(column) if column else "", justify="right" if column else "left")
    for seat in range(view["seats"]):
        mark = "> " if seat in view["to_act"] else "  "
        table.add_row(
            mark + words("seat", number=seat + 1) + STONE_MARKS[seat],
            *(str(view[name][seat]) for name in ("hands", "supplies", "stones_left", "scores")),
        )
    return table


def draw(view: Mapping[str, Any], words: Words) -> RenderableType:
    """The table as a seat sees it."""
    parts: list[RenderableType] = [
        board(view),
        Text(words("micropul-legend"), "dim"),
        Text(words("micropul-core", count=view["core"]), "bold"),
        counts(view, words),
    ]
    if view["owed"] > 1:
        parts.append(Text(words("micropul-owed", count=view["owed"])))
    parts.append(Text(words("micropul-groups", count=len(view["groups"])), "bold"))
    parts.append(Columns([group_line(group, words) for group in view["groups"]], padding=(0, 3)))
    if view["seat"] is not None:
        parts.append(Text(words("micropul-your-hand", count=len(view["hand"])), "bold"))
        parts.append(hand(view["hand"], words))
    return Group(*parts)


def sheet(view: Mapping[str, Any], words: Words) -> RenderableType:
    """What each score is made of; alone and at the end, the rank."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for column in ("", "micropul-groups-points", "micropul-supply-points", "micropul-hand-points", "micropul-score"):
        table.add_column(words(column) if column else "", justify="right" if column else "left")
    for seat, its in enumerate(view["points"]):
        table.add_row(
            words("seat", number=seat + 1) + STONE_MARKS[seat],
            *(str(its[name]) for name in ("groups", "supply", "hand", "total")),
        )
    claimed = [group for group in view["groups"] if group["stones"]]
    parts: list[RenderableType] = [table, Columns([group_line(group, words) for group in claimed], padding=(0, 3))]
    if view["rank"] is not None:
        parts.append(Text(words("micropul-rank", rank=words(f"micropul-rank-{view['rank']}")), "bold"))
    return Group(*parts)


def tell(effects: Sequence[Mapping[str, Any]], name: Callable[[int], str], words: Words) -> list[str]:
    """What happened, one sentence for each effect that is worth one; players are named, the reader too."""
    lines = []
    actor = -1
    for effect in effects:
        actor = effect.get("seat", actor)
        facts = dict(effect)
        match effect:
            case {"effect": "placed"}:
                facts |= {"where": f"{effect['x']},{effect['y']}", "another": "no"}
            case {"effect": "group", "became": "spoilt"}:
                facts |= {"whose": "nobody", "colour": words(f"micropul-{effect['colour']}")}
            case {"effect": "group", "became": "closed", "owner": int(owner)}:
                whose = "own" if owner == actor else "other"
                facts |= {"whose": whose, "name": name(owner), "colour": words(f"micropul-{effect['colour']}")}
            case {"effect": "claimed"}:
                facts |= {"colour": words(f"micropul-{effect['colour']}"), "open": "yes" if effect["open"] else "no"}
            case {"effect": "revealed", "tile": int(tile)}:
                facts |= {"what": words("micropul-tile", tile=tile)}
            case {"effect": "drew" | "extra_turn" | "took" | "passed" | "ended"}:
                pass
            case _:
                continue
        said = {key: value for key, value in facts.items() if isinstance(value, str | int)}
        clause = words(f"effect-{effect['effect'].replace('_', '-')}", will="no", mine="no", **said)
        lines.append(words("effect-sentence", mine="no", name=name(actor), acts=clause))
    return lines
