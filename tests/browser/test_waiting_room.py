"""Before the game: what starts it, who sits where, how to invite; and what is offered to whom at the table."""

from tests.browser.server import PHONE

STARTS, AWAITS = ".starts .what", ".starts"


def take_seat(visitor, name):
    """Write a name in the seat that is offered, and sit down."""
    visitor.page.locator("#your-name").fill(name)
    visitor.press(visitor.page.locator("form .primary"))


def test_everyone_reads_what_starts_the_game(visit):
    """By default the last seat does, however many are open; the host may choose to start it."""
    host, guest, watcher = visit(), visit(size=PHONE), visit()
    host.go("/new/take_it_easy?way=link")
    assert host.page.locator(".seats .seat").count() == 3
    host.press(host.page.locator("form .primary"))
    table = host.table
    # Nobody is asked for a name after sitting down; the host neither.
    assert "last seat is taken" in host.page.locator(STARTS).inner_text()
    take_seat(host, "Maëlle")
    host.page.get_by_text("Maëlle, host").wait_for()
    assert host.page.locator("#your-name").count() == 0
    assert host.page.locator(".invite .code").inner_text().isalnum()
    assert host.page.locator(".invite img").count() == 1
    assert table in host.page.locator(".invite input").input_value()
    guest.go(f"/t/{table}")
    assert guest.page.locator("#your-name").input_value() == "", "nobody is called Guest by oversight"
    assert "2 seats are still free" in guest.page.locator(AWAITS).inner_text()
    take_seat(guest, "Théo")
    guest.page.get_by_text("There is nothing else to do").wait_for()
    assert "last seat is taken" in guest.page.locator(STARTS).inner_text()
    assert "One seat is still free" in guest.page.locator(AWAITS).inner_text()
    watcher.go(f"/t/{table}")
    take_seat(watcher, "Zoé")
    for visitor in (host, guest, watcher):  # nobody had to press Start
        visitor.page.locator("main .play").wait_for()

    seats = [{"who": "here"}, {"who": "open"}, {"who": "open"}]
    table = host.new_table("take_it_easy", seats, start="host")
    assert host.page.locator(STARTS).inner_text() == "The game starts when you press Start."
    guest.go(f"/t/{table}")
    take_seat(guest, "Théo")
    guest.page.get_by_text("There is nothing else to do").wait_for()
    assert guest.page.locator(STARTS).inner_text() == "The game starts when Maëlle presses Start."


def test_a_seat_of_a_rematch_names_its_player(visit):
    ann, lea = visit(), visit()
    table = ann.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}])
    lea.go(f"/t/{table}")
    take_seat(lea, "Léa")
    ann.page.locator("main .play").wait_for()
    ann.press(ann.page.locator(".tools .tool").last)
    ann.press(ann.page.locator("dialog .danger").first)
    ann.press(ann.page.locator("dialog .danger"))
    panel = ann.page.locator("dialog[open]")
    panel.locator(".ranking").wait_for()
    panel.locator(".fair").wait_for()  # it comes last, and moves the button
    assert "Léa wins" in panel.inner_text()
    ann.settle()
    ann.press(panel.locator(".button.primary"))
    ann.page.wait_for_url(lambda url: table not in url)
    ann.page.locator("main .room").wait_for()
    assert "Seat 1 is kept for Léa." in ann.page.locator(AWAITS).inner_text()
    assert ann.page.locator("main .room li b").first.inner_text() == "Léa"
    assert ann.page.locator(".invite .code").inner_text()


def test_those_who_remain_after_a_resignation_may_end_the_game(visit):
    """They are told that somebody resigned and who wants to end it; the scores then are ranked."""
    ann, lea, theo = visit(size=(360, 640)), visit(), visit(language="fr")
    table = ann.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}, {"who": "open"}])
    for guest, name in ((lea, "Léa"), (theo, "Théo")):
        guest.go(f"/t/{table}")
        take_seat(guest, name)
    for visitor in (ann, lea, theo):
        visitor.page.locator("main .play").wait_for()
    lea.press(lea.page.locator(".tools .tool").last)
    lea.press(lea.page.locator("dialog .danger").first)
    lea.press(lea.page.locator("dialog .danger"))
    ann.page.get_by_text("Léa resigned; a bot plays on.").wait_for()
    theo.page.get_by_text("Léa abandonne ; un robot prend sa place.").wait_for()
    lea.page.get_by_text("You resigned; a bot plays on in your place.").wait_for()
    assert lea.page.get_by_role("button", name="End the game here").count() == 0
    theo.press(theo.page.locator("aside[role=status] .round"))
    theo.page.locator("aside[role=status]").wait_for(state="detached")
    ann.press(ann.page.get_by_role("button", name="End the game here"))
    ann.page.get_by_text("Waiting for the others to agree").wait_for()
    assert ann.page.locator("aside[role=status]").bounding_box()["height"] < 80, "it stays a line above the table"
    theo.page.get_by_text("Proposé par Ann").wait_for()
    theo.press(theo.page.get_by_role("button", name="Arrêter la partie ici"))
    for visitor, title in ((ann, "You share the win"), (lea, "Ann and Théo share the win"), (theo, "partagez")):
        visitor.page.locator("dialog[open] .ranking").wait_for()
        assert title in visitor.page.locator("dialog[open] h2").first.inner_text()
        last = visitor.page.locator("dialog[open] .ranking li").last.inner_text()
        assert "Léa" in last or visitor is lea, "the one who resigned is last"


def test_phrases_are_offered_where_somebody_hears_them(visit):
    """Not against bots alone. They can be hidden by player, and do not come back after a reload."""
    ann, lea = visit(), visit()
    ann.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "random"}])
    ann.page.locator("main .play").wait_for()
    ann.press(ann.page.locator(".tools .tool").last)
    ann.page.locator("dialog[open] [data-opens=events]").wait_for()
    assert ann.page.locator(".tool [d^='M4 4h16v12'], [data-opens=phrases]").count() == 0

    table = ann.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}])
    lea.go(f"/t/{table}")
    take_seat(lea, "Léa")
    ann.page.locator("main .play").wait_for()

    def say(visitor, phrase):
        visitor.press(visitor.page.get_by_role("button", name="Say").first)
        visitor.press(visitor.page.locator("dialog[open]").get_by_role("button", name=phrase))
        visitor.page.locator("dialog[open]").wait_for(state="detached")

    say(lea, "Good luck!")
    ann.page.locator(".bubble", has_text="Good luck!").wait_for(state="attached")
    ann.page.reload()
    ann.page.locator("main .play").wait_for()
    ann.rest()
    assert ann.page.locator(".bubble").count() == 0
    ann.press(ann.page.get_by_role("button", name="Say").first)
    ann.page.get_by_label("Hide what Léa says").check()
    ann.page.keyboard.press("Escape")
    ann.page.locator("dialog[open]").wait_for(state="detached")
    heard = ann.page.evaluate("heard.n")
    say(lea, "Hello!")
    ann.until(f"heard.n > {heard}")
    ann.rest()
    assert ann.page.locator(".bubble").count() == 0
