"""Polygons as text: ``box``, ``first 2``; ``take 17``, ``stop``, ``gift``, ``validate colour green``,
``validate shape triangle yellow``, ``end``, ``steal 42``, ``discard 17``, ``give 17 2``, ``exchange 17 42``."""

from __future__ import annotations

from ...engine.actions import Part, Verb, Verbs
from ...engine.contract import By, Setup, State
from ...engine.errors import Refusal
from . import rules
from .pieces import COLOURS, PIECES, SHAPES, colour_of, shape_of


def _piece(name: str) -> Part:
    return Part(name, PIECES, code="no_such_piece")


_PIECE, _MINE, _THEIRS = _piece("piece"), _piece("mine"), _piece("theirs")
_SEAT = Part("seat", rules.SEATS, code="no_such_seat")
_COLOUR = Part("colour", len(COLOURS), names=COLOURS)
_SHAPE = Part("shape", len(SHAPES), names=SHAPES)
_PILE = Part("pile", 1 + len(COLOURS), names=COLOURS, optional=True)

ACTIONS = Verbs(
    Verb("take", rules.TAKE, "{piece}", (_PIECE,)),
    Verb("stop", rules.STOP),
    Verb("gift", rules.GIFT),
    Verb("validate", rules.VALIDATE_COLOUR, "colour {colour}", (_COLOUR,)),
    Verb("validate", rules.VALIDATE_SHAPE, "shape {shape} {pile}", (_PILE, _SHAPE)),
    Verb("end", rules.END),
    Verb("steal", rules.STEAL, "{piece}", (_PIECE,)),
    Verb("discard", rules.DISCARD, "{piece}", (_PIECE,)),
    Verb("give", rules.GIVE, "{piece} {seat}", (_SEAT, _PIECE)),
    Verb("exchange", rules.EXCHANGE, "{mine} {theirs}", (_THEIRS, _MINE)),
)
OUTCOMES = Verbs(
    Verb("box", rules.BOX, masked="box"),
    Verb("first", rules.FIRST, "{seat}", (Part("seat", rules.SEATS, code="impossible_chance"),)),
)


def name_piece(setup: Setup, piece: int) -> str:
    """Return a piece in words, for a sentence about pieces that everybody knows."""
    kind = int(setup.kinds[piece])
    return f"{COLOURS[colour_of(kind)]} {SHAPES[shape_of(kind)]} {piece}"


def explain(setup: Setup, state: State, by: By, action: int, code: str) -> Refusal:
    """See ``engine.contract.Notation``. The sentence tells nothing of a hidden piece but that it is not accessible."""
    if by == "chance":
        wanted = "box" if state.stage == rules.WAITS_FOR_BOX else "first"
        return Refusal(code, f"the next random event must be {wanted}")
    parts = ACTIONS.parts(action)
    pieces = [int(parts[name]) for name in ("piece", "mine", "theirs") if name in parts]
    piece = pieces[0] if pieces else None
    sentences = {
        "take_over": "the take of this turn is over",
        "not_in_box": f"piece {piece} is not in the box",
        "not_accessible": f"another piece lies over piece {piece}",
        "four_taken": "at most four pieces can be taken in a turn",
        "take_compulsory": "a piece must be taken in this turn",
        "nothing_taken": "no piece has been taken yet",
        "no_partner": "there are no partners at this table",
        "take_not_over": "the take is not over: stop first",
        "no_set": "the collection does not hold this set",
        "set_left": "the collection holds a complete set, which must be validated",
        "pile_unnamed": "several piles may give the token: name one of them",
        "pile_wrong": "the token does not come from a pile named here",
        "no_such_power": "no player has this power at this table",
        "no_power": "this Power token has already been used",
        "power_used": "a Power token has already been used this turn",
        "power_not_earned": "no pair of identical pieces was taken just now",
        "not_yours": f"piece {piece} is not in your collection",
        "not_theirs": "this does not belong to another player",
        "no_such_seat": f"there is no seat {parts.get('seat')} at this table",
    }
    if code == "chain_broken":
        last = name_piece(setup, int(state.chain[int(state.taken) - 1]))
        sentences[code] = f"{name_piece(setup, pieces[0])} shares neither colour nor shape with {last}"
    if code == "not_theirs" and pieces and "seat" not in parts:
        sentences[code] = f"piece {pieces[-1]} is in no other player's collection"
    return Refusal(code, sentences[code], detail={"pieces": pieces})
