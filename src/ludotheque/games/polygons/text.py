"""Polygons in a terminal: not the heap itself, but what can be taken from it, by shape and colour.

In every grid rows are shapes and columns are colours, so a chain continues in the row or the column of its last piece.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ...locale import Words
from .pieces import COLOURS, SHAPES

INKS = {"green": "#3FA34D", "yellow": "#D9A900", "pink": "#E0569B", "blue": "#2F7FE0"}

PARTS = {"tokens": "d", "powers": "+d", "pieces": "d"}
"""The parts of a score, and how each is written."""

Piece = Mapping[str, Any]
Effect = Mapping[str, Any]


def name(piece: Piece, words: Words) -> Text:
    """A piece in a row of text."""
    shape, colour = words(f"polygons-{piece['shape']}"), words(f"polygons-{piece['colour']}")
    return Text(words("polygons-piece", shape=shape, colour=colour, id=piece["id"]), INKS[piece["colour"]])


def grid(cells: Mapping[tuple[str, str], Text], words: Words) -> Table:
    """Something for each kind: a row a shape, a column a colour."""
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("", no_wrap=True)
    for colour in COLOURS:
        table.add_column(words(f"polygons-{colour}"), header_style=f"bold {INKS[colour]}", no_wrap=True)
    for shape in SHAPES:
        table.add_row(words(f"polygons-{shape}"), *(cells.get((shape, colour), Text("·", "dim")) for colour in COLOURS))
    return table


def by_kind(pieces: Iterable[Piece]) -> dict[tuple[str, str], list[int]]:
    """The ids of pieces by shape and colour."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for piece in pieces:
        found[piece["shape"], piece["colour"]].append(piece["id"])
    return found


def box_grid(box: Mapping[str, Any], chain: list[Piece], words: Words) -> Table:
    """The accessible pieces by their ids, how many covered ones of the kind can be seen, and where the chain stands."""
    accessible = by_kind(piece for piece in box["pieces"] if piece["accessible"])
    covered = by_kind(piece for piece in box["pieces"] if not piece["accessible"])
    cells: dict[tuple[str, str], Text] = {}
    for kind in accessible.keys() | covered.keys():
        cell = Text(" ".join(map(str, accessible[kind])), f"bold {INKS[kind[1]]}")
        if covered[kind]:
            cell.append(f"{' ' if cell else ''}(+{len(covered[kind])})", "not bold dim")
        cells[kind] = cell
    if chain:
        last = chain[-1]["shape"], chain[-1]["colour"]
        cells[last] = Text("> ", "bold") + cells.get(last, Text("·", "dim"))
    return grid(cells, words)


def collection_grid(player: Mapping[str, Any], words: Words) -> Table:
    """A collection by the ids of its pieces."""
    cells = {
        kind: Text(" ".join(map(str, ids)), f"bold {INKS[kind[1]]}")
        for kind, ids in by_kind(player["collection"]).items()
    }
    return grid(cells, words)


def tokens(player: Mapping[str, Any], words: Words) -> str:
    """A player's Score tokens, or how many lie face down."""
    won = player["tokens"]
    if not won:
        return "-"
    return words("polygons-face-down", count=len(won)) if player["face_down"] else " + ".join(map(str, won))


def player_panel(view: Mapping[str, Any], seat: int, words: Words) -> Panel:
    """A player's collection, tokens and powers."""
    player = view["players"][seat]
    parts: list[RenderableType] = [
        collection_grid(player, words),
        Text(words("polygons-line", label=words("polygons-tokens"), text=tokens(player, words))),
    ]
    if not view["options"]["expert"]:
        powers = ", ".join(words(f"polygons-{power}") for power in player["powers"]) or "-"
        parts.append(Text(words("polygons-line", label=words("polygons-powers"), text=powers)))
    title = words("seat", number=seat + 1)
    if "give" in view["powers"]:  # where actions name seats
        title = words("polygons-seat", player=title, seat=seat)
    return Panel(Group(*parts), title=f"> {title}" if seat == view["turn"] else title)


def notices(view: Mapping[str, Any], words: Words) -> list[Text]:
    """Where the table stands: whose turn, what was taken, what the last round brings."""
    lines = []
    if view["stage"] in ("take", "after"):
        lines.append(Text(words(f"polygons-turn-{view['stage']}", player=view["turn"] + 1), "bold"))
    if view["last_round"] is not None and view["stage"] != "over":
        lines.append(Text(words(f"polygons-last-round-{view['last_round']}"), "bold"))
    if view["chain"]:
        taken = Text(" > ").join(name(piece, words) for piece in view["chain"])
        lines.append(Text(words("polygons-chain", count=len(view["chain"]))) + Text(" ") + taken)
    if view["power_used"]:
        lines.append(Text(words("polygons-power-used")))
    if view["power_earned"]:
        lines.append(Text(words("polygons-power-earned"), "bold"))
    return lines


def unseen(box: Mapping[str, Any], words: Words) -> Text:
    """Which kinds the unseen pieces are: that follows by counting."""
    kinds = [
        words(
            "polygons-kind-count",
            shape=words(f"polygons-{kind['shape']}"),
            colour=words(f"polygons-{kind['colour']}"),
            count=kind["count"],
        )
        for kind in box["unseen_kinds"]
    ]
    return Text(f"{words('polygons-unseen', count=box['unseen'])} {', '.join(kinds)}", "dim")


def draw(view: Mapping[str, Any], words: Words) -> RenderableType:
    """The table as a seat sees it."""
    box = view["box"]
    if box is None:
        return Text(words("polygons-no-box"))
    accessible = sum(piece["accessible"] for piece in box["pieces"])
    covered = len(box["pieces"]) - accessible
    piles = [
        Text(f"{words(f'polygons-{colour}')} {' '.join(map(str, pile)) or '-'}", INKS[colour])
        for colour, pile in view["piles"].items()
    ]
    parts: list[RenderableType] = [
        Text(words("polygons-box", left=box["left"], accessible=accessible, covered=covered), "bold"),
        box_grid(box, view["chain"], words),
    ]
    if box["unseen"]:
        parts.append(unseen(box, words))
    parts.append(Text(words("polygons-piles")) + Text(" ") + Text("   ").join(piles))
    parts.append(Columns([player_panel(view, seat, words) for seat in range(view["seats"])], equal=True))
    return Group(*parts, *notices(view, words))


def sheet(view: Mapping[str, Any], words: Words) -> RenderableType:
    """Tokens, unused powers and pieces left of every player, and in the end of every team."""
    table = Table(title=words("polygons-sheet"), title_justify="left")
    for heading in ("polygons-player", "polygons-tokens", "polygons-powers", "polygons-left", "polygons-score"):
        table.add_column(words(heading), justify="left" if heading == "polygons-player" else "right")
    for seat, player in enumerate(view["players"]):
        table.add_row(
            words("seat", number=seat + 1),
            tokens(player, words),
            f"+{player['points']['powers']}",
            str(player["points"]["pieces"]),
            "?" if player["face_down"] else str(player["score"]),
        )
    for team in view["teams"] if view["stage"] == "over" else ():
        one, other = team["seats"]
        partners = view["players"][one], view["players"][other]
        table.add_row(
            words("polygons-team", one=one + 1, other=other + 1),
            *(f"{sum(player['points'][part] for player in partners):{sign}}" for part, sign in PARTS.items()),
            str(team["score"]),
            style="bold",
        )
    return table


# -- What happened ----------------------------------------------------------------------------------------------------


def kind(piece: Piece, words: Words) -> str:
    """A piece by its colour and shape."""
    return words(
        "polygons-kind", colour=words(f"polygons-{piece['colour']}"), shape=words(f"polygons-{piece['shape']}")
    )


def a_piece(piece: Piece, words: Words) -> str:
    """A piece by its colour and shape, with the article."""
    return words("polygons-a-kind", kind=kind(piece, words))


def clause(effect: Effect, name: Callable[[int], str], words: Words) -> str | None:
    """What a seat did or had, without the seat; None if it needs no words."""
    whom = "other"
    match effect:
        case {"effect": "began"}:
            return words("polygons-began")
        case {"effect": "took", "piece": piece}:
            pieces, colour, shape = a_piece(piece, words), piece["colour"], piece["shape"]
            return words("polygons-took", how="each", count=1, colour=colour, shape=shape, pieces=pieces)
        case {"effect": "power", "became": became}:
            return words("polygons-power", became=became)
        case {"effect": "take_ended", "count": count}:
            return words("polygons-take-ended", count=count)
        case {"effect": "gifted", "other": other}:
            return words("polygons-gifted", whom=whom, other=name(other))
        case {"effect": "exchanged", "other": other, "gave": gave, "got": got}:
            gone, come = a_piece(gave, words), kind(got, words)
            return words("polygons-exchanged", whom=whom, other=name(other), gone=gone, kind=come)
        case {"effect": "gave", "other": other, "piece": piece}:
            return words("polygons-gave", whom=whom, other=name(other), piece=a_piece(piece, words))
        case {"effect": "stole", "other": other, "piece": piece}:
            return words("polygons-stole", whom=whom, other=name(other), kind=kind(piece, words))
        case {"effect": "discarded", "piece": piece}:
            return words("polygons-discarded", piece=a_piece(piece, words))
        case {"effect": "validated", "set": which, "token": token}:
            completed = words(f"polygons-set-{which.replace(' ', '-')}")
            return words("polygons-validated", set=completed, token="hidden" if token is None else token)
    return None


def narrate(effects: Sequence[Effect], name: Callable[[int], str], words: Words) -> list[str]:
    """What happened, sentence by sentence."""
    lines = []
    taking = {effect["seat"] for effect in effects if effect["effect"] == "took"}
    opened = any(effect["effect"] == "box_opened" for effect in effects)  # then everything in sight is new
    for effect in effects:
        match effect:
            case {"effect": "uncovered", "pieces": pieces}:
                lines += [] if opened else [words("polygons-uncovered", count=len(pieces))]
            case {"effect": "last_round", "reason": reason}:
                lines.append(words(f"polygons-last-round-{reason}"))
            case {"effect": "ended", "reason": reason, "tie_broken": tie_broken}:
                lines.append(words("polygons-ended", reason=words(f"reason-{reason}")))
                lines += [words("polygons-tie-broken")] if tie_broken else []
            case {"effect": "take_ended", "seat": seat} if seat in taking:
                pass  # the piece says it
            case {"seat": seat}:
                did = clause(effect, name, words)
                lines += [] if did is None else [words("polygons-told", mine="no", name=name(seat), acts=did)]
    return lines
