"""Tours through all screens. At each stop a test checks the screen, or a screenshot is taken."""

from collections.abc import Callable, Iterator

from tests.browser.players import PLAYERS, Player
from tests.browser.server import Server, Visitor

Stops = Iterator[tuple[Visitor, str]]
"""The visitor whose screen is shown, and the name of the screen."""
Come = Callable[[], Visitor]
"""Opens another visitor with the same kind of device."""

GAMES = {"take_it_easy": 14, "micropul": 8, "polygons": 14}
"""The games, and the number of actions before their tables are checked: no game is over by then."""
SHEETS = ("phrases", "events", "words", "menu", "settings")


def around(come: Come, server: Server) -> Stops:
    """The screens outside a table."""
    visitor = come()
    for path, name in [
        ("/", "home-empty"),
        *((f"/new/{game}", f"{game}-new") for game in GAMES),
        ("/rules", "rules"),
        *((f"/rules/{game}", f"{game}-lesson") for game in GAMES),
        *((f"/rules/{game}#reference", f"{game}-reference") for game in GAMES),
        ("/record", "record"),
        ("/me", "me-nobody"),
        ("/resume", "resume-nothing"),
        ("/credits", "credits"),
        ("/nowhere", "not-found"),
    ]:
        visitor.go(path)
        yield visitor, name
    visitor.go("/new/polygons?way=here")
    visitor.page.locator(".line select").last.select_option("own")
    yield visitor, "polygons-new-here"


def table(game: str) -> Callable[[Come, Server], Stops]:
    """A table of a game from its waiting room to its replay, and what can be opened there."""

    def tour(come: Come, server: Server) -> Stops:
        host, guest, watcher = come(), come(), come()
        if game == "micropul":
            host.new_table(game, [{"who": "here", "name": "Ann"}, {"who": "here", "name": "Zoé"}])
            host.page.locator(".pass-device").wait_for()
            yield host, f"{game}-curtain"
        options = {"rounds": 1} if game == "take_it_easy" else {}
        id_ = host.new_table(game, [{"who": "here"}, {"who": "open"}], options=options, listed=True)
        host.page.locator(".invite img").wait_for()
        yield host, f"{game}-room"
        watcher.go("/")
        yield watcher, f"{game}-home-open"
        guest.go(f"/t/{id_}")
        guest.page.locator("form input").fill("Zoé")
        yield guest, f"{game}-invited"
        guest.press(guest.page.locator("form .primary"))
        watcher.go(f"/t/{id_}")

        player, other = (PLAYERS[game](one) for one in (host, guest))
        advance([player, other], id_, GAMES[game])
        advance([other], id_, 99)
        host.until("document.title.startsWith('●')")
        yield host, f"{game}-turn"
        yield watcher, f"{game}-watching"
        player.preview()
        host.page.mouse.move(1, 1)
        yield host, f"{game}-preview"
        if game == "polygons":
            host.page.keyboard.press("Escape")
            if player.count(".power[aria-disabled=false]"):
                player.press(".power[aria-disabled=false]")
                yield host, f"{game}-power"
                host.page.keyboard.press("Escape")
        for sheet in SHEETS:
            open_menu(host)
            if sheet != "menu":
                host.press(host.page.locator(f"dialog [data-opens={sheet}]"))
            yield host, f"{game}-{sheet}"
            host.page.keyboard.press("Escape")
        host.page.keyboard.press("?")
        host.page.locator(".rules .reference").wait_for()
        for tab, name in enumerate(("lesson", "rules", "keys")):
            host.press(host.page.locator(".rules > .tabs button").nth(tab))
            if name == "lesson":
                host.page.locator(".rules .board svg[role]").first.wait_for()
            yield host, f"{game}-over-{name}"
        host.press(host.page.locator(".rules .head button"))
        advance([player], id_, 99)
        yield host, f"{game}-waiting"

        open_menu(guest)
        guest.press(guest.page.locator("dialog .row").nth(1).locator("button").first)  # leave; a bot plays on
        guest.page.wait_for_url("**/")
        host.hurry(id_)
        host.page.locator("dialog[open] .ranking").wait_for()
        host.page.locator("dialog[open] .fair").wait_for()
        yield host, f"{game}-over"
        host.page.keyboard.press("Escape")
        yield host, f"{game}-over-board"
        yield from records(game, id_, host, server)

    return tour


def open_menu(visitor: Visitor) -> None:
    """Open the menu of a table, from which everything else can be opened on every screen."""
    visitor.press(visitor.page.locator(".tools .tool").last)
    visitor.page.locator("dialog[open] .row").first.wait_for()


def records(game: str, id_: str, visitor: Visitor, server: Server) -> Stops:
    """What is left of a game: its replay, its record as a file, whether it was fair, the lists that name it."""
    page = visitor.page
    visitor.go(f"/replay/{id_}?step=36")
    page.locator("input[type=range]").wait_for()
    yield visitor, f"{game}-replay"
    if game != "take_it_easy":
        return
    good = server.get(f"/api/tables/{id_}/record").content
    open_record(visitor, good, "input[type=range]")
    yield visitor, "record-good"
    visitor.press(page.locator(".ways button[aria-pressed]"))
    page.locator(".figures[aria-busy=false]").wait_for()
    visitor.press(page.locator(".points .card").first)
    page.locator(".points .card[aria-current=step]").wait_for()
    yield visitor, "analysis"
    visitor.press(page.locator(".story details summary"))
    yield visitor, "analysis-all-moves"
    visitor.press(page.locator(".ways button[aria-pressed]"))
    visitor.press(page.locator("button.verdict"))
    page.locator("dialog[open]").wait_for()
    yield visitor, "verify"
    open_record(
        visitor, b"\n".join([*good.splitlines()[:6], b'{"by": 0, "do": "place 1-1-1 a1"}']), "input[type=range]"
    )
    page.locator("input[type=range]").press("End")
    page.locator(".stopped").wait_for()
    yield visitor, "record-broken"
    open_record(visitor, b"Ann 70, Bob 90", ".failed")
    yield visitor, "record-bad"
    visitor.go("/")
    yield visitor, "home"
    visitor.go("/me")
    visitor.press(page.locator("[aria-labelledby=link] button").first)
    page.locator(".qr").wait_for()
    yield visitor, "me"
    secret = page.locator("[aria-labelledby=link] input[readonly]").input_value().rsplit("#", 1)[1]
    visitor.go(f"/resume#{secret}")
    yield visitor, "resume"


def open_record(visitor: Visitor, record: bytes, shown: str) -> None:
    """Open a record in the page."""
    visitor.go("/record")
    file = {"name": "a.jsonl", "mimeType": "text/plain", "buffer": record}
    visitor.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    visitor.page.locator(shown).wait_for()


def reconnecting(come: Come, server: Server) -> Stops:
    """The server is killed and started again."""
    visitor = come()
    visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "random"}])
    with visitor.expecting("ERR_CONNECTION_REFUSED"):
        server.kill()
        visitor.page.locator(".banner.warn").wait_for()
        yield visitor, "reconnecting"
        server.start()
        visitor.page.locator(".banner.ok").wait_for()
    yield visitor, "reconnected"


def advance(players: list[Player], table: str, actions: int) -> None:
    """Play this many actions by the players to act; a single player stops when it is another's turn."""
    for _ in range(actions):
        while not (acting := [player for player in players if player.state() == "turn"]) and len(players) > 1:
            players[0].page.wait_for_timeout(10)  # runs Playwright's event loop while polling
        if not acting:
            return
        acting[0].visitor.hurry(table, 1)


TOURS: dict[str, Callable[[Come, Server], Stops]] = {"around": around, **{game: table(game) for game in GAMES}}
