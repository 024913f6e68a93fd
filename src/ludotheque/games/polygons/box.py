"""The box: 80 pieces as they lie, which of them lie over which, and what hides each of them.

``BOX`` is both the dtype of a box record and the schema of what an event carries. What the schema cannot express,
``check_box`` checks, compiled: outlines and levels must give exactly the relation that is listed. After that no rule
looks at geometry. The quality of a box is not checked.
"""

from __future__ import annotations

from typing import Any

from ...codec.decode import UNKNOWN, SchemaError, between, decoder, enum_or_other, if_fits, whole
from ...codec.records import new_record, record_from_bytes
from ...codec.schema import array, bitset, enum, optional, struct
from ...engine.contract import Scene, Setup
from ...engine.errors import Refusal
from ...native.compiled import rule
from .geometry import FARTHEST, OUTLINE, WORK, Box, Outline, Work, is_convex, overlap_class, put_edges
from .pieces import COLOURS, COPIES, KINDS, PIECES, SHAPES
from .rules import ALL_OF_HALF, HALF, MOST_CORNERS, MOST_SETS, has, put_kind, put_over

MAKERS = ("dropped", "shaken")
DROPPED, SHAKEN = range(2)

_PIECES = bitset(words=2, bits=HALF)

BOX = struct(
    kind=enum_or_other(MAKERS, "other"),
    size=optional(array(whole(1, FARTHEST), 2)),
    pieces=array(
        struct(
            shape=enum(SHAPES),
            colour=enum(COLOURS),
            outline=OUTLINE,
            level=whole(-(2**62), 2**62),
            height=if_fits(whole(-FARTHEST, FARTHEST)),
            face=if_fits(OUTLINE),
        ),
        PIECES,
    ),
    above=array(_PIECES, PIECES),
    sight=array(between(_PIECES, 1, MOST_SETS), PIECES),
)
"""A box at the start of a game. A piece's id is its place in every list; ids are dealt at random.

- ``kind``: which maker it has.
- ``size``: width and height inside the rim, in hundredths of a millimetre like every length here.
- ``outline``: the silhouette seen from above, corners clockwise on screen; x to the right, y down.
- ``level``: the order of painting: of two pieces that overlap, the one with the larger level is higher.
- ``height``: how high above the floor the middle of the piece lies. For shadows only.
- ``face``: its upper face, where that is smaller than the outline since the piece lies tilted. For drawing only.
- ``above``: the pieces that lie over each piece, so that it cannot be taken before them.
- ``sight``: for each piece the smallest sets of pieces that hide some spot of it: the empty one if it shows at once.

``height`` and ``face`` are our own and no part of the notation, so what does not fit is left out, never refused.
"""


def _fault(code: str, sentence: str) -> tuple[str, str]:
    """A refusal: its code, and a sentence with room for the pieces that it names."""
    return code, sentence


FORM_FAULTS = {
    "": _fault("box_form", "a box is an object with kind, pieces, above and sight"),
    "kind": _fault("box_form", "the box's kind is a text"),
    "size": _fault("box_form", "the box's size is two positive integers"),
    "pieces": _fault("box_form", f"the box's pieces is a list of {PIECES}"),
    "above": _fault("box_form", f"the box's above is a list of {PIECES}"),
    "sight": _fault("box_form", f"the box's sight is a list of {PIECES}"),
    "pieces #": _fault("box_form", "piece {one} is not an object"),
    "pieces # outline": _fault(
        "box_form", f"piece {{one}}: an outline is a list of 3 to {MOST_CORNERS} corners, each two integers"
    ),
    "pieces # level": _fault("box_form", "piece {one}: a level is an integer"),
    "pieces # shape": _fault("box_form", "piece {one}: shape and colour are texts"),
    "pieces # colour": _fault("box_form", "piece {one}: shape and colour are texts"),
    f"pieces # shape {UNKNOWN}": _fault("box_kinds", "piece {one}: there is no such shape and colour"),
    f"pieces # colour {UNKNOWN}": _fault("box_kinds", "piece {one}: there is no such shape and colour"),
    "above #": _fault("box_above", "above piece {one}: not a list of other pieces' ids, ascending"),
    "sight #": _fault("box_sight", f"the sight of piece {{one}} is a list of 1 to {MOST_SETS} sets"),
    "sight # #": _fault("box_sight", "the sight of piece {one}: a set is a list of ids out of above, ascending"),
}
"""What is wrong with a payload that has another form, by the place where it does not fit (``#``: any number; what lies
deeper has the fault of what it is in): the code and the sentence of the refusal."""

FAULTS = (
    ("", ""),
    _fault("box_geometry", "piece {one}: the outline is not convex and clockwise on screen"),
    _fault("box_kinds", f"a box holds {COPIES} of each of the {KINDS} kinds"),
    FORM_FAULTS["above #"],
    _fault("box_cycle", "some pieces of the box lie over each other in a circle"),
    _fault("box_above", "pieces {one} and {other} do not overlap, but one is listed above the other"),
    _fault("box_above", "piece {one} is listed above piece {other}, but its level is not higher"),
    _fault("box_geometry", "pieces {one} and {other} overlap and have the same level"),
    _fault("box_above", "pieces {one} and {other} overlap, but neither is listed above the other"),
    FORM_FAULTS["sight # #"],
    _fault("box_sight", "the sight of piece {one}: one set is inside another"),
)
"""What ``check_box`` may find, by number: the code and the sentence of the refusal."""

(
    NOT_CONVEX,
    OTHER_KINDS,
    OVER_ITSELF,
    CIRCLE,
    NO_OVERLAP,
    NOT_HIGHER,
    EQUAL_LEVELS,
    NOT_LISTED,
    NOT_OF_ABOVE,
    SET_IN_SET,
) = range(1, len(FAULTS))


# -- A payload and its box --------------------------------------------------------------------------------------------

_read, _fill = BOX.reader(), decoder(BOX.layout())


def payload(box: Box) -> dict[str, Any]:
    """The box as plain data, the way a record's ``box`` event carries it."""
    plain: dict[str, Any] = _read(box.tobytes(), 0)
    for part in (plain, *plain["pieces"]):
        for missing in [field for field, value in part.items() if value is None]:
            del part[missing]
    return plain


def read_box(sampled: object) -> Box:
    """The box that a record carries, checked. Raises ``Refusal`` with one of the ``box_...`` codes."""
    memory = bytearray(BOX.dtype.itemsize)
    try:
        _fill(sampled, memory, 0)
    except SchemaError as misfit:
        raise _refusal(*_fault_at(misfit.path)) from None
    box, work = record_from_bytes(BOX.dtype, bytes(memory)), new_record(WORK)
    fault = check_box(box, work)
    if fault:
        raise _refusal(*FAULTS[fault], work.one, work.other)
    return box


def _fault_at(path: list[str | int]) -> tuple[str, str, int]:
    """What is wrong where a payload does not fit: code, sentence, and the piece that it names."""
    one = next((step for step in path if isinstance(step, int)), 0)
    steps = ["#" if isinstance(step, int) else step for step in path]
    while " ".join(steps) not in FORM_FAULTS:
        steps.pop()
    return (*FORM_FAULTS[" ".join(steps)], one)


def _refusal(code: str, sentence: str, one: int, other: int = 0) -> Refusal:
    return Refusal(code, sentence.format(one=one, other=other))


# -- Checks -----------------------------------------------------------------------------------------------------------


@rule
def check_box(box: Box, work: Work) -> int:
    """What is wrong with a box that has the right form, as a place in ``FAULTS``; 0 if all is well. The pieces that the
    sentence names are ``work.one`` and ``work.other``. A face that is none is left out."""
    fault = check_pieces(box, work)
    if fault == 0:
        fault = check_circles(box, work)
    if fault == 0:
        fault = check_relation(box, work)
    if fault == 0:
        fault = check_sight(box, work)
    return fault


@rule
def check_pieces(box: Box, work: Work) -> int:
    """Outlines, and how many there are of each kind."""
    for piece in range(PIECES):
        one = box.pieces[piece]
        if not is_convex(one.outline):
            work.one = piece
            return NOT_CONVEX
        if one.face.there != 0 and not is_convex(one.face.it):
            one.face.there = 0
    for kind in range(KINDS):
        copies = 0
        for piece in range(PIECES):
            one = box.pieces[piece]
            copies += int(one["shape"]) == kind // len(COLOURS) and int(one.colour) == kind % len(COLOURS)
        if copies != COPIES:
            return OTHER_KINDS
    return 0


@rule
def check_circles(box: Box, work: Work) -> int:
    """The heap never locks: take away what nothing lies over, again and again, until nothing is left."""
    above = box.above
    for piece in range(PIECES):
        if has(above[piece], piece):
            work.one = piece
            return OVER_ITSELF
    low, high = ALL_OF_HALF, ALL_OF_HALF
    while low | high != 0:
        low_left, high_left = 0, 0
        for piece in range(PIECES):
            if above[piece, 0] & low | above[piece, 1] & high != 0:
                if piece < HALF:
                    low_left |= 1 << piece
                else:
                    high_left |= 1 << (piece - HALF)
        low_left &= low
        high_left &= high
        if low_left == low and high_left == high:
            return CIRCLE
        low, high = low_left, high_left
    return 0


@rule
def check_relation(box: Box, work: Work) -> int:
    """``above`` must be what outlines and levels say, for every pair."""
    pieces, above, edges = box.pieces, box.above, work.edges
    put_edges(box, work)
    for i in range(PIECES):
        for j in range(i):
            near = (
                edges[i, 0] < edges[j, 2]
                and edges[j, 0] < edges[i, 2]
                and edges[i, 1] < edges[j, 3]
                and edges[j, 1] < edges[i, 3]
            )
            overlap = overlap_class(pieces[i].outline, pieces[j].outline, work) if near else -1
            work.one, work.other = j, i
            if has(above[i], j) or has(above[j], i):
                if overlap < 0:
                    return NO_OVERLAP
                if has(above[j], i):
                    work.one, work.other = i, j
                if pieces[work.one].level <= pieces[work.other].level:
                    return NOT_HIGHER
            elif overlap > 0:
                return EQUAL_LEVELS if pieces[i].level == pieces[j].level else NOT_LISTED
    return 0


@rule
def check_sight(box: Box, work: Work) -> int:
    """Sets out of ``above``, none of them inside another. Whether they tell the truth is not asked."""
    for piece in range(PIECES):
        work.one = piece
        low, high = box.above[piece, 0], box.above[piece, 1]
        sets, count = box.sight[piece].items, int(box.sight[piece].count)
        for s in range(count):
            if sets[s, 0] & ~low | sets[s, 1] & ~high != 0:
                return NOT_OF_ABOVE
        for s in range(count):
            for other in range(count):
                if s != other and sets[s, 0] & ~sets[other, 0] | sets[s, 1] & ~sets[other, 1] == 0:
                    return SET_IN_SET
    return 0


# -- The box on the table ---------------------------------------------------------------------------------------------


@rule
def put_box(box: Box, into_setup: Setup, into_scene: Scene) -> None:
    """Put a box into a setup and a scene that hold none yet: relations into the setup, what can be seen into the scene.
    If the box has no size, neither has the scene: the extent of its outlines is unknown before all are seen."""
    rows = 0
    for piece in range(PIECES):
        one, sight = box.pieces[piece], box.sight[piece]
        put_kind(into_setup, piece, int(one["shape"]) * len(COLOURS) + int(one.colour))
        for other in range(PIECES):
            if has(box.above[piece], other):
                put_over(into_setup, other, piece)
        for s in range(int(sight.count)):
            into_scene.sight[rows, 0] = sight.items[s, 0]
            into_scene.sight[rows, 1] = sight.items[s, 1]
            rows += 1
        into_scene.sight_from[piece + 1] = rows
        put_corners(one.outline, into_scene.outlines[piece])
        into_scene.outline_corners[piece] = one.outline.count
        face = one.face.it if one.face.there != 0 else one.outline
        put_corners(face, into_scene.faces[piece])
        into_scene.face_corners[piece] = face.count
    if box["size"].there != 0:
        into_scene.extent[0] = box["size"].it[0]
        into_scene.extent[1] = box["size"].it[1]


@rule
def put_corners(outline: Outline, corners: Any) -> None:
    """Put an outline into an array of the scene."""
    for k in range(int(outline.count)):
        corners[k, 0] = outline.items[k, 0]
        corners[k, 1] = outline.items[k, 1]
