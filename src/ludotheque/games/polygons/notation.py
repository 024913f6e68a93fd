"""Polygons as text: ``box``, ``first 2``; ``take 17``, ``stop``, ``gift``, ``validate colour green``,
``validate shape triangle yellow``, ``end``, ``steal 42``, ``discard 17``, ``give 17 2``, ``exchange 17 42``."""

from __future__ import annotations

import re

from ...core.errors import Refusal
from ...core.game import By
from ...core.law import Setup, State
from . import rules
from .pieces import COLOURS, PIECES, SHAPES, colour_of, shape_of

_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")


def write(setup: Setup, state: State, by: By, action: int) -> str:
    """An action or outcome as text."""
    if by == "chance":
        return "box" if action == rules.BOX else f"first {action - rules.FIRST}"
    if action < rules.STOP:
        return f"take {action - rules.TAKE}"
    if action == rules.STOP:
        return "stop"
    if action == rules.GIFT:
        return "gift"
    if action < rules.VALIDATE_SHAPE:
        return f"validate colour {COLOURS[action - rules.VALIDATE_COLOUR]}"
    if action < rules.END:
        shape, pile = divmod(action - rules.VALIDATE_SHAPE, 5)
        return f"validate shape {SHAPES[shape]}" + (f" {COLOURS[pile - 1]}" if pile else "")
    if action == rules.END:
        return "end"
    if action < rules.DISCARD:
        return f"steal {action - rules.STEAL}"
    if action < rules.GIVE:
        return f"discard {action - rules.DISCARD}"
    if action < rules.EXCHANGE:
        mine, to = divmod(action - rules.GIVE, rules.SEATS)
        return f"give {mine} {to}"
    mine, theirs = divmod(action - rules.EXCHANGE, PIECES)
    return f"exchange {mine} {theirs}"


def read_number(text: str, end: int, code: str) -> int:
    """A whole number from 0 to end - 1, in its one spelling."""
    if not _NUMBER.fullmatch(text) or int(text) >= end:
        raise Refusal(code, f"{text!r:.20} is no number from 0 to {end - 1}")
    return int(text)


def read_piece(text: str) -> int:
    """A piece by its id."""
    return read_number(text, PIECES, "no_such_piece")


def read_name(text: str, names: tuple[str, ...]) -> int:
    """A shape or colour by its name."""
    if text not in names:
        raise Refusal("unknown_action", f"{text!r:.20} is none of {', '.join(names)}")
    return names.index(text)


def read(setup: Setup, state: State, by: By, text: str) -> int:
    """The number of the action or outcome that a text says."""
    match text.split(" "):
        case ["box"] if by == "chance":
            return rules.BOX
        case ["first", seat] if by == "chance":
            return rules.FIRST + read_number(seat, int(setup.seats), "impossible_chance")
        case _ if by == "chance":
            raise Refusal("unknown_action", f"{text!r:.40} is nothing that chance does; write box, or first SEAT")
        case ["take", piece]:
            return rules.TAKE + read_piece(piece)
        case ["stop"]:
            return rules.STOP
        case ["gift"]:
            return rules.GIFT
        case ["validate", "colour", colour]:
            return rules.VALIDATE_COLOUR + read_name(colour, COLOURS)
        case ["validate", "shape", shape]:
            return rules.VALIDATE_SHAPE + read_name(shape, SHAPES) * 5
        case ["validate", "shape", shape, pile]:
            return rules.VALIDATE_SHAPE + read_name(shape, SHAPES) * 5 + 1 + read_name(pile, COLOURS)
        case ["end"]:
            return rules.END
        case ["steal", piece]:
            return rules.STEAL + read_piece(piece)
        case ["discard", piece]:
            return rules.DISCARD + read_piece(piece)
        case ["give", piece, seat]:
            to = read_number(seat, int(setup.seats), "no_such_seat")
            return rules.GIVE + read_piece(piece) * rules.SEATS + to
        case ["exchange", mine, theirs]:
            return rules.EXCHANGE + read_piece(mine) * PIECES + read_piece(theirs)
    raise Refusal(
        "unknown_action",
        f"{text!r:.40} is no action; write take, stop, gift, validate, end, steal, discard, give or exchange",
    )


def name_piece(setup: Setup, piece: int) -> str:
    """A piece in words, for a sentence about pieces that everybody knows."""
    kind = int(setup.kinds[piece])
    return f"{COLOURS[colour_of(kind)]} {SHAPES[shape_of(kind)]} {piece}"


def pieces_of(action: int) -> list[int]:
    """The pieces that an action names, in order."""
    if action < rules.STOP:
        return [action - rules.TAKE]
    if action < rules.STEAL:
        return []
    if action < rules.DISCARD:
        return [action - rules.STEAL]
    if action < rules.GIVE:
        return [action - rules.DISCARD]
    if action < rules.EXCHANGE:
        return [(action - rules.GIVE) // rules.SEATS]
    return list(divmod(action - rules.EXCHANGE, PIECES))


def explain(setup: Setup, state: State, by: By, action: int, code: str) -> Refusal:
    """The sentence for a refusal. Nothing in it tells more of a piece than that it is not accessible (P-13)."""
    if by == "chance":
        wanted = "box" if state.stage == rules.WAITS_FOR_BOX else "first"
        return Refusal(code, f"what chance does now is {wanted}")
    pieces = pieces_of(action)
    piece = pieces[0] if pieces else None
    sentences = {
        "unknown_action": f"there is no action {action}",
        "take_over": "the take of this turn is over",
        "not_in_box": f"piece {piece} is not in the box",
        "not_accessible": f"another piece lies over piece {piece}",
        "four_taken": "four pieces are the most in a turn",
        "take_compulsory": "a piece must be taken in this turn",
        "nothing_taken": "no piece has been taken that could be given",
        "no_partner": "there are no partners at this table",
        "take_not_over": "the take is not over: stop first",
        "no_set": "the collection does not hold this set",
        "set_left": "the collection holds a complete set, which must be validated",
        "pile_unnamed": "several piles may give the token: name one of them",
        "pile_wrong": "the token does not come from a pile named here",
        "no_such_power": "no player has this power at this table",
        "no_power": "this Power token is used already",
        "power_used": "a Power token has been used in this turn already",
        "power_not_earned": "no pair of identical pieces was taken just now",
        "not_yours": f"piece {piece} is not in your collection",
        "not_theirs": "this is not another player's",
    }
    if code == "chain_broken":
        last = name_piece(setup, int(state.chain[int(state.taken) - 1]))
        sentences[code] = f"{name_piece(setup, pieces[0])} shares neither colour nor shape with {last}"
    if code == "not_theirs" and pieces and not rules.GIVE <= action < rules.EXCHANGE:
        sentences[code] = f"piece {pieces[-1]} is in no other player's collection"
    return Refusal(code, sentences[code], detail={"pieces": pieces})
