"""The view of Polygons: the visible pieces of the box, the chain, the piles, and what lies before every player. How the
box is drawn is a separate picture.

Nothing is shown of a hidden piece: relations are shown between seen pieces only, and the order of painting is computed
from those.
"""

from __future__ import annotations

from typing import Any

from ...codec.schema import (
    array,
    bitset,
    boolean,
    enum,
    enum_or_none,
    integer,
    integer_or_none,
    list_of,
    map_of,
    optional,
    struct,
)
from ...engine.bits import first
from ...engine.contract import Picture, Scene, Setup, State, View
from ...native.compiled import rule
from . import masking, rules
from .effects import LINKS, PIECE
from .pieces import COLOURS, KINDS, PIECES, SHAPES
from .rules import (
    AFTER_STAGE,
    ALL_POWERS,
    FIRST_POWER,
    HALF,
    ILLEGAL_REASONS,
    MOST_CORNERS,
    MOST_TAKEN,
    OVER,
    POWERS,
    SEATS,
    TAKE_STAGE,
    TOKENS,
    WAITS_FOR_BOX,
    has,
)

STAGES = ("box", "first", "take", "after", "over")

BOX = struct(
    left=integer(),
    pieces=list_of(
        struct(
            id=integer(),
            shape=enum(SHAPES),
            colour=enum(COLOURS),
            accessible=boolean(),
            above=bitset(words=2, bits=HALF),
            frees=bitset(words=2, bits=HALF),
            level=integer(),
        ),
        PIECES,
    ),
    unseen=integer(),
    unseen_kinds=list_of(struct(shape=enum(SHAPES), colour=enum(COLOURS), count=integer()), KINDS),
)
"""The visible pieces in the box: what lies over each, what its removal would free, and its layer for painting."""
PLAYER = struct(
    collection=list_of(PIECE, PIECES),
    tokens=list_of(integer(), len(COLOURS) * len(TOKENS)),
    powers=bitset(POWERS),
    points=struct(tokens=integer(), powers=integer(), pieces=integer()),
    score=integer(),
    partner=integer_or_none(),
    face_down=boolean(),
)
"""`powers`: the unused Power tokens. `points`: the parts of the score. `face_down`: whether the tokens won are face
down for the viewer."""
VIEW = struct(
    stage=enum(STAGES),
    turn=integer_or_none(),
    first=integer_or_none(),
    last_round=enum_or_none(rules.END_REASONS),
    box=optional(BOX),
    chain=list_of(struct(id=integer(), shape=enum(SHAPES), colour=enum(COLOURS), link=enum_or_none(LINKS)), MOST_TAKEN),
    most_taken=integer(),
    power_used=boolean(),
    power_earned=boolean(),
    piles=map_of(COLOURS, list_of(integer(), len(TOKENS))),
    players=list_of(PLAYER, SEATS),
    teams=list_of(struct(seats=bitset(), score=integer()), 2),
    powers=bitset(POWERS),
    why_power=map_of(POWERS, enum_or_none(ILLEGAL_REASONS[1:])),
    tie_broken=boolean(),
)
"""`chain`: the pieces taken this turn, each with what it shares with the one before. `powers`: those that exist at this
table. `why_power`: why the viewer cannot use a power now, for each that cannot be used. `tie_broken`: at the end,
whether fewer pieces left decided between equal scores."""

DERIVED = {
    "box.pieces.shape": "the box",
    "box.pieces.colour": "the box",
    "box.pieces.above": "the box",
    "box.pieces.frees": "rules.freed_by",
    "box.pieces.level": "show_levels",
    "box.unseen_kinds": "masking.unseen_of",
    "most_taken": "a constant",
    "players.points": "rules.token_points, power_points, piece_points",
    "players.score": "rules.score",
    "players.partner": "rules.partner",
    "players.face_down": "masking.face_down",
    "teams": "rules.seats_of, side_score",
    "powers": "the options",
    "why_power": "rules.why_power",
    "tie_broken": "rules.tie_broken",
}
"""The fields, or parts of fields, that follow from the others, and how. Everything else changes only by effects."""

CORNERS = list_of(array(integer(), 2), MOST_CORNERS)
PICTURE = struct(size=array(integer(), 2), pieces=list_of(struct(id=integer(), outline=CORNERS, face=CORNERS), PIECES))
"""How the box is drawn: its width and height, and the outline and upper face of each seen piece, in the box or not."""


@rule
def power_names(setup: Setup, powers: int) -> int:
    """Return a set of powers as a set of indices into ``POWERS``."""
    first_power = 2 if rules.gives(setup) else 1
    return first_power * (powers & FIRST_POWER) | (powers & ~FIRST_POWER) << 1


@rule
def show_kind(kind: int, shown: Any) -> None:
    """Shape and colour."""
    shown.shape = kind // len(COLOURS)
    shown.colour = kind % len(COLOURS)


@rule
def show_piece(setup: Setup, piece: int, shown: Any) -> None:
    """A piece that has been seen."""
    shown.id = piece
    show_kind(setup.kinds[piece], shown)


@rule
def show_box(setup: Setup, state: State, box: Any) -> None:
    """The box from above."""
    box.left = rules.box_size(state)
    low, high = state.box[0] & state.seen[0], state.box[1] & state.seen[1]
    count = 0
    for piece in range(PIECES):
        if has(state.box, piece) and has(state.seen, piece):
            shown = box.pieces.items[count]
            count += 1
            show_piece(setup, piece, shown)
            shown.above[0] = setup.above[piece, 0] & low
            shown.above[1] = setup.above[piece, 1] & high
            if has(state.accessible, piece):
                shown.accessible = 1
                freed_low, freed_high = rules.freed_by(setup, state, piece)
                shown.frees[0] = freed_low & low
                shown.frees[1] = freed_high & high
    box.pieces.count = count
    show_levels(setup, box.pieces, low, high)
    box.unseen = masking.unseen(state)
    count = 0
    for kind in range(KINDS):
        unseen = masking.unseen_of(setup, state, kind)
        if unseen > 0:
            show_kind(kind, box.unseen_kinds.items[count])
            box.unseen_kinds.items[count].count = unseen
            count += 1
    box.unseen_kinds.count = count


@rule
def show_levels(setup: Setup, pieces: Any, low: int, high: int) -> None:
    """Write the order of painting, layer by layer from the bottom: 1 for pieces that lie on none of the shown pieces
    (low, high)."""
    level = 0
    while low | high != 0:
        level += 1
        left_low, left_high = low, high
        for place in range(int(pieces.count)):
            piece = int(pieces.items[place].id)
            half, member = piece // HALF, 1 << piece % HALF
            left = left_low if half == 0 else left_high
            lies_on = setup.below[piece, 0] & left_low | setup.below[piece, 1] & left_high
            if left & member != 0 and lies_on == 0:
                pieces.items[place].level = level
                if half == 0:
                    low &= ~member
                else:
                    high &= ~member


@rule
def show_player(setup: Setup, state: State, seat: int, other: int, player: Any) -> None:
    """Write what lies before a player."""
    count = 0
    for half in range(2):
        pieces = state.collection[other, half]
        while pieces != 0:
            show_piece(setup, half * HALF + first(pieces), player.collection.items[count])
            pieces &= pieces - 1
            count += 1
    player.collection.count = count
    count = 0
    for place in range(len(TOKENS)):
        for _ in range(state.won[other, place]):
            player.tokens.items[count] = TOKENS[place]
            count += 1
    player.tokens.count = count
    player.powers = power_names(setup, state.powers[other])
    player.points.tokens = rules.token_points(state, other)
    player.points.powers = rules.power_points(state, other)
    player.points.pieces = rules.piece_points(state, other)
    player.score = rules.score(setup, state, other)
    player.partner = 1 + rules.partner(setup, other)
    player.face_down = masking.face_down(setup, state, seat, other)


@rule
def show(setup: Setup, state: State, seat: int, view: View) -> None:
    """See ``engine.contract.Viewer``."""
    view.stage = state.stage
    if state.stage == TAKE_STAGE or state.stage == AFTER_STAGE:
        view.turn = 1 + state.seat
    if state.stage >= TAKE_STAGE:
        view.first = 1 + state.starter
    view.last_round = state.ending
    if state.stage > WAITS_FOR_BOX:
        view.box.there = 1
        show_box(setup, state, view.box.it)
    view.chain.count = state.taken
    for place in range(state.taken):
        piece, taken = state.chain[place], view.chain.items[place]
        taken.id = piece
        taken["shape"] = setup.kinds[piece] // len(COLOURS)
        taken.colour = setup.kinds[piece] % len(COLOURS)
        if place > 0:
            taken.link = rules.link(setup, state.chain[place - 1], piece)
    view.most_taken = MOST_TAKEN
    view.power_used = state.power_used
    view.power_earned = state.pending
    for colour in range(len(COLOURS)):
        pile = view.piles[colour]
        pile.count = state.piles[colour]
        for place in range(state.piles[colour]):
            pile.items[place] = rules.token_in_pile(state, colour, place)
    view.players.count = setup.seats
    for other in range(setup.seats):
        show_player(setup, state, seat, other, view.players.items[other])
    if setup.teams != 0:
        view.teams.count = rules.sides(setup)
        for side in range(rules.sides(setup)):
            view.teams.items[side].seats = rules.seats_of(setup, side)
            view.teams.items[side].score = rules.side_score(setup, state, side)
    view.powers = power_names(setup, ALL_POWERS)
    for power in range(len(POWERS)):
        view.why_power[power] = rules.why_power(setup, state, seat, power)
    if state.stage == OVER:
        view.tie_broken = rules.tie_broken(setup, state)


@rule
def drawing_data(scene: Scene, state: State, picture: Picture) -> None:
    """Write how the seen pieces are drawn. If the box has no size, the size is that of the seen outlines."""
    count = 0
    widest, highest = 0, 0
    for piece in range(PIECES):
        if has(state.seen, piece):
            drawn = picture.pieces.items[count]
            count += 1
            drawn.id = piece
            drawn.outline.count = scene.outline_corners[piece]
            for corner in range(int(scene.outline_corners[piece])):
                x, y = int(scene.outlines[piece, corner, 0]), int(scene.outlines[piece, corner, 1])
                drawn.outline.items[corner, 0], drawn.outline.items[corner, 1] = x, y
                widest, highest = max(widest, x), max(highest, y)
            drawn.face.count = scene.face_corners[piece]
            for corner in range(int(scene.face_corners[piece])):
                for axis in range(2):
                    drawn.face.items[corner, axis] = scene.faces[piece, corner, axis]
    picture.pieces.count = count
    sized = scene.extent[0] > 0
    picture["size"][0] = scene.extent[0] if sized else widest  # `picture.size` is NumPy's own
    picture["size"][1] = scene.extent[1] if sized else highest


EXPORTS = (rules.why_power,)
"""What programs that run the rules may ask besides."""
