"""Scripted players: each plays what the page offers, by mouse, touch or keyboard, without knowing the rules."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress

from playwright.sync_api import TimeoutError as Late

from tests.browser.server import Visitor

# What the page asks for now. A turn shows in the tab's title; the sheet with the ranking ends the game.
STATE = """
() => {
  if (document.querySelector("dialog[open] .ranking")) return "over";
  if (heard.open.size || heard.n < heard.done || document.querySelector("dialog[open], main[aria-busy]")) return null;
  if (document.querySelector(".pass-device button")) return "curtain";
  return document.title.startsWith("●") ? "turn" : null;
}
"""


PRIMARY = "main .primary:enabled"


class Player(ABC):
    """A visitor at a table, with or without a pointer."""

    def __init__(self, visitor: Visitor, by_keys: bool = False) -> None:
        self.visitor, self.page, self.by_keys = visitor, visitor.page, by_keys
        self.turns = 0

    def state(self) -> str | None:
        """What the page asks for now, if anything."""
        return self.page.evaluate(STATE)

    def wait(self) -> None:
        """Wait until the page asks for an action and the playback of earlier ones has ended."""
        self.visitor.until(f"({STATE})() === 'turn' && !document.querySelector('.skip')")

    def go_on(self, state: str) -> None:
        """Do what the page asks for: open the curtain, or take a turn."""
        if state == "curtain":  # it has the focus: Enter opens it
            self.visitor.keys("Enter") if self.by_keys else self.press(".pass-device button")
            self.page.locator(".pass-device").wait_for(state="detached")
            return
        self.turns += 1
        self.turn()
        self.visitor.settle()

    @abstractmethod
    def turn(self) -> None:
        """Play one action."""

    @abstractmethod
    def preview(self) -> bool:
        """Select an action without confirming it; return whether there was one."""

    def press(self, selector: str, at: int = 0) -> None:
        """Click or tap."""
        self.visitor.press(self.page.locator(selector).nth(at))

    def count(self, selector: str) -> int:
        """The number of matching elements."""
        return self.page.locator(selector).count()


class TakeItEasy(Player):
    """Lays each tile on one of the cells that are lit."""

    def turn(self) -> None:
        """Choose a cell; confirm by the button, or by choosing it again."""
        self.preview()
        if self.by_keys:
            self.visitor.keys("Enter")
        else:
            self.press(PRIMARY if self.turns % 2 else ".cell.held")

    def preview(self) -> bool:
        """By keys: the first free cell, the last, or one by its name."""
        if not self.by_keys:
            self.press(".cell.can", self.turns * 5 % self.count(".cell.can"))
            if self.turns == 2:  # another cell is chosen instead
                self.press(".cell.can:not(.held)")
        elif self.turns % 3:
            self.visitor.keys("Home" if self.turns % 3 == 1 else "End", "Enter")
        else:
            self.visitor.keys(*(self.page.locator(".cell.can").last.get_attribute("data-cell") or ""))
        return True


class Micropul(Player):
    """Lays the first tile that fits as it is or turned, claims a group twice, takes a tile if nothing fits; if there is
    none to take, claims."""

    HAND = ".hand button"
    MODES = ".segments button"

    def turn(self) -> None:
        """Pass if that is all there is; else a stone, a tile, or a tile from the supply."""
        if not self.count(PRIMARY):
            ways = [self.preview, self.take, self.claim]
            if self.turns in (3, 6):
                ways.insert(0, self.claim)
            assert any(way() for way in ways), "nothing can be done"
        self.confirm()

    def mode(self, segment: int, key: str) -> None:
        """Choose what to do in this turn."""
        if self.by_keys:
            self.visitor.keys(key)
        else:
            self.press(self.MODES, segment)

    def confirm(self) -> None:
        """Do what is previewed."""
        if self.by_keys:
            self.visitor.keys("Enter")
        else:
            self.press(PRIMARY)

    def take(self) -> bool:
        """A tile from the supply; whether there is one, and room for it."""
        self.mode(1, "t")
        return self.count(PRIMARY) > 0

    def claim(self) -> bool:
        """A stone on a group that is lit; whether there was one."""
        self.mode(2, "s")
        if not self.count(".group.can"):
            self.mode(0, "l")
            return False
        if self.by_keys:
            self.visitor.tab_to(self.page.locator(".group.can"))
            self.visitor.keys("Enter")
        else:
            self.see_all()
            while (
                True
            ):  # the table may have moved under the finger; a second press after a successful one would confirm it
                self.press(".group.can")
                with suppress(Late):
                    self.page.locator(PRIMARY).first.wait_for(timeout=3000)
                    break
        return True

    def preview(self) -> bool:
        """A tile on a place that is lit, turned if need be."""
        for tile in range(self.count(self.HAND)):
            if self.by_keys:
                self.visitor.keys(str(tile + 1))
            else:
                self.press(self.HAND, tile)
            if not self.count(".place.now, .place.turned"):
                continue
            while not self.count(".place.now"):
                if self.by_keys:
                    self.visitor.keys("r")
                else:
                    self.press(".confirm .icon:nth-child(2), div.turning button")
            self.choose_place()
            return True
        return False

    def see_all(self) -> None:
        """Zoom out: the enlarged part may hide the target."""
        if self.visitor.touch:
            self.press(".zoom button:last-child")

    def choose_place(self) -> None:
        """Choose a highlighted place. If tiles are small, the first tap only enlarges them."""
        if self.by_keys:
            self.visitor.tab_to(self.page.locator(".place.now"))
            self.visitor.keys("Enter")
            return
        self.see_all()
        key = self.page.locator(".place.now").first.get_attribute("data-place")
        while self.page.locator(f"[data-place='{key}']").get_attribute("aria-pressed") != "true":
            self.press(f"[data-place='{key}']")


class Polygons(Player):
    """Takes the pieces that are lit, stops when none is, validates what is complete; uses a power once."""

    LIT = ".piece.fits[aria-pressed=false]"  # a piece just taken fades out while still pressed

    def turn(self) -> None:
        """End the turn if nothing else is asked for; else validate, take, or stop."""
        if self.count(PRIMARY):
            self.button(PRIMARY)
        elif self.count(".sets .set"):
            self.button(".sets .set")
            if self.count(".sets .pile"):
                self.button(".sets .pile")
            self.button(PRIMARY)
        elif self.turns == 6 and self.count(".power:last-child[aria-disabled=false]"):
            self.button(".power:last-child[aria-disabled=false]")
            self.take()
        elif self.count(self.LIT):
            self.take()
        elif self.by_keys:
            self.visitor.keys("Space", "Space")
        else:
            self.press(".buttons .button:not(.primary)")

    def take(self) -> None:
        """A piece that is lit."""
        self.preview()
        if self.by_keys:
            self.visitor.keys("Enter")
        else:
            self.press(PRIMARY)

    def button(self, selector: str) -> None:
        """A button, by pointer or by Tab and Enter."""
        if self.by_keys:
            self.visitor.tab_to(self.page.locator(selector))
            self.visitor.keys("Enter")
        else:
            self.press(selector)

    def preview(self) -> bool:
        """Choose a highlighted piece. If a touch may mean several pieces, the page asks which."""
        if self.by_keys:
            self.visitor.keys("Home")  # the first piece, unless the keyboard is at a button
            self.visitor.tab_to(self.page.locator(self.LIT))
            self.visitor.keys(*["ArrowRight", "ArrowDown"][: self.turns % 3], "Enter")
            return True
        self.press(self.LIT, self.turns * 3 % self.count(self.LIT))
        if self.count(".loupe .option"):
            self.press(".loupe .option")
        return True


PLAYERS: dict[str, type[Player]] = {"take_it_easy": TakeItEasy, "micropul": Micropul, "polygons": Polygons}


def play(players: Sequence[Player], turns: int | None = None) -> None:
    """Play at the same table until every player sees the result (or until this many turns are played in all, and the
    table waits for the last of the players)."""
    idle = 0
    while not all(player.state() == "over" for player in players):
        for player in players:
            state = player.state()
            played = sum(each.turns for each in players)
            if turns is not None and played >= turns and player is players[-1] and state == "turn":
                return
            if state not in (None, "over"):
                player.go_on(state)
                idle = 0
        idle += 1
        assert idle < 3000, "nobody is asked for anything"
        players[0].page.wait_for_timeout(10)  # runs Playwright's event loop while polling
