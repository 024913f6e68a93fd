"""A preview is what the rules then do."""

import pytest

from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.search.bots import Greedy
from ludotheque.search.game_loop import play_on

NINES = [f"{left}-9-{right}" for left in (2, 6, 7) for right in (3, 4, 8)]


@pytest.mark.rule("T-41")
@pytest.mark.parametrize(
    ("seats", "options"), [(2, {"rounds": 2}), (1, {"rounds": 2, "pairs": True, "adjacent": True})]
)
def test_a_preview_is_what_the_rules_then_do(seats, options):
    states = set()
    position = game("take_it_easy").start(seats, options)
    for event, after in play_on(position, [Greedy()] * seats, seed=4):
        if event.by != "chance":
            before = position.view(event.by)
            for choice in position.mask(event.by).legal_with_previews():
                now = position.play(Event(event.by, choice["do"])).view(event.by)
                preview, tile, cell = choice["preview"], choice["parts"]["tile"], choice["parts"]["cell"]
                assert preview["points"] == now["scores"][event.by] - before["scores"][event.by]
                assert [line["direction"] for line in preview["lines"]] == ["left", "vertical", "right"]
                for line, digit in zip(preview["lines"], tile.split("-"), strict=True):
                    was, then = (view["lines"][event.by][line["line"]] for view in (before, now))
                    assert cell in then["cells"]
                    assert (line["digit"], line["length"]) == (int(digit), len(then["cells"]))
                    assert line["laid"] == then["digits"].count(line["digit"])
                    assert line["points"] == then["points"]
                    wanted = then["state"]
                    if wanted == "dead" and was["state"] != "dead":
                        wanted = "breaks"
                    elif wanted == "alive" and not then["within_reach"]:
                        wanted = "out_of_reach"
                    assert line["state"] == wanted
                    lost = was["digit"] * line["length"] if wanted == "breaks" and was["within_reach"] else 0
                    assert line["loses"] == lost
                    states.add(line["state"])
        position = after
    assert states >= {"complete", "alive", "breaks", "dead"}


@pytest.mark.rule("T-41")
def test_a_line_that_is_out_of_reach_loses_nothing_when_it_breaks():
    position = game("take_it_easy").start(1, {"rounds": 1})
    for tile, cell in zip(NINES, ("a1", "a2", "a3", "b1", "b2"), strict=False):
        position = position.play(Event("chance", f"draw {tile}")).play(Event(0, f"place {tile} {cell}"))
    # Five of the nine tiles with a 9 are laid elsewhere: a column of five cells cannot be filled with those left.
    position = position.play(Event("chance", f"draw {NINES[5]}"))
    assert column(position, f"place {NINES[5]} c1") == ("out_of_reach", 1, 0)
    position = position.play(Event(0, f"place {NINES[5]} c1")).play(Event("chance", "draw 2-1-3"))
    assert column(position, "place 2-1-3 c2") == ("breaks", 1, 0)
    assert column(position, "place 2-1-3 b3") == ("breaks", 1, 36)
    assert column(position, "place 2-1-3 d1") == ("alive", 1, 0)


def column(position, action):
    """What an action does to the column of its cell."""
    masked = position.mask(0)
    line = masked.preview(masked.parse_action(0, action))["lines"][1]
    return line["state"], line["laid"], line["loses"]
