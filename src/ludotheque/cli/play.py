"""The terminal game, the same for all games.

It is for terminals, remote shells and screen readers: all output is text that makes sense without colour, and input is
read line by line, so that a pipe can play as well as a person.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from rich.markup import escape

from ..engine.actions import completed, meant_by
from ..engine.contract import Effects
from ..engine.errors import Failure
from ..engine.game import Game
from ..engine.position import Event, Position
from ..engine.registry import games
from ..engine.rng import generator
from ..files import data_folder, write_atomically
from ..locale import words
from ..search.bots import bot
from ..search.game_loop import play_with
from ..search.opponents import level_of, names
from .errors import sentence
from .screen import Screen

LISTED = 40
"""The largest number of legal actions that are listed."""


class Left(Exception):
    """The people at the keyboard have left the table."""


def ask(prompt: str, suggestions: list[str] | None = None) -> str:
    """Read a line from the keyboard, with completion in a terminal; raise ``Left`` at the end of the input."""
    try:
        if suggestions and sys.stdin.isatty() and sys.stdout.isatty():
            return _ask_with_completion(prompt, suggestions)
        return input(prompt)
    except EOFError:
        raise Left from None


def _ask_with_completion(prompt: str, suggestions: list[str]) -> str:
    from prompt_toolkit import prompt as read
    from prompt_toolkit.completion import WordCompleter

    return read(prompt, completer=WordCompleter(suggestions, sentence=True, match_middle=True))


def choose_game(language: str) -> Game:
    """Ask which game to play."""
    console = Screen(highlight=False)
    say = words(language)
    all_games = list(games().values())
    console.print(f"[bold]Ludothèque[/bold]  {say('play-choose')}")
    for number, game in enumerate(all_games, 1):
        its = words(language, game.package)
        console.print(f"  [bold]{number}[/bold]  {its('game-name')} - {its('game-tagline')}")
    while True:
        try:
            answer = ask(f"{say('play-number')}> ").strip().lower()
        except Left:
            raise Failure(say("play-no-input")) from None
        for number, game in enumerate(all_games, 1):
            if answer in (str(number), game.id):
                return game


class Terminal:
    """A table at which all people share one keyboard."""

    def __init__(
        self,
        game: Game,
        language: str,
        seats: int,
        people: int,
        options: Mapping[str, object],
        bots: list[str],
        seed: int,
        settings: Mapping[str, str],
    ) -> None:
        self.game = game
        self.say = words(language, game.package)
        self.console = Screen(highlight=False)
        self.people = people
        self.position = game.start(seats, options)
        self.options = game.non_default_options(options)
        self.bots = {people + at: bot(game, name) for at, name in enumerate(bots)}
        self.names = names(game, [*[None] * people, *(name if level_of(game, name) else None for name in bots)])
        self.rngs = [generator(seed, stream) for stream in range(1 + seats)]
        self.settings = settings
        self.at_keyboard: int | None = None
        self.not_narrated: list[Effects] = []
        """The effects of events that were not narrated yet, because some are hidden."""

    def name(self, seat: int) -> str:
        """Return the name of a seat: the character's, or the seat's number."""
        return self.names[seat] or self.say("seat", number=seat + 1)

    def play(self) -> None:
        """Play to the end, or until the people leave."""
        say = self.say
        table = say("play-table", people=self.people, seats=self.seats)
        self.console.print(f"[bold]{say('game-name')}[/bold]  {table}")
        try:
            for event, after in play_with(self.position, lambda now: now.draw(self.rngs[0], self.settings), self.act):
                self.happen(event, after)
        except Left:
            self.console.print(say("play-left"))
            return
        self.show_end()

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        return self.position.seats

    def act(self, position: Position) -> Event:
        """Let a bot or a person act; bots do not wait for people who act at the same time."""
        seats = [seat for seat in position.to_act if seat != "chance"]
        seat = next((seat for seat in seats if seat in self.bots), seats[0])
        if seat not in self.bots:
            return Event(seat, self.ask_person(seat))
        masked = position.mask(seat)
        return Event(seat, masked.action_text(seat, self.bots[seat].choose(masked, self.rngs[1 + seat])))

    def happen(self, event: Event, after: Position) -> None:
        """Enter the position after an event, and print what happened unless it is hidden from a person."""
        before, self.position = self.position, after
        hidden = any(before.hides(event, seat) for seat in range(self.people))
        self.not_narrated.append(before.play_with_effects(event)[1])
        lines = [] if hidden and not after.is_open else self.narrate()
        self.pause()
        for text in lines:
            self.console.print(escape(text), style="bold" if event.by == "chance" else "dim")
        if lines or (event.by == "chance" and hidden):
            return
        if event.by == "chance":
            self.console.print(f"[bold]{escape(event.do)}[/bold]")
        elif event.by in self.bots:
            message = "play-bot-chose" if hidden else "play-bot-did"
            self.console.print(self.say(message, player=self.name(event.by), action=event.do), style="dim")

    def narrate(self) -> list[str]:
        """Return what the rules report of the last event, and of earlier ones that were hidden until now, in sentences:
        to a single person as far as their seat may know it, to several as far as everybody may."""
        seat = 0 if self.people == 1 else None
        known = [one for effects in self.not_narrated for one in self.position.mask_effects(effects, seat)]
        self.not_narrated = []
        return self.game.narrate(known, self.name, self.say)

    def pause(self) -> None:
        """Show the score sheet and wait where the game pauses (``Game.pause_field``)."""
        if self.game.pause_field is None or self.position.is_over:
            return
        view = self.position.view(self.at_keyboard)
        if view[self.game.pause_field]:
            self.console.print(self.game.text_renderer.sheet(view, self.say))
            ask(self.say("play-continue"))

    def hand_over(self, seat: int) -> None:
        """Clear the screen and wait for the next person, if the game has hidden information."""
        if self.game.hidden_information and self.people > 1 and self.at_keyboard != seat:
            self.console.clear()
            ask(self.say("play-pass-device", player=self.name(seat)))
            self.console.clear()
        self.at_keyboard = seat

    def ask_person(self, seat: int) -> str:
        """Ask the person at a seat for a legal action."""
        self.hand_over(seat)
        position, say = self.position, self.say
        self.console.print(self.game.text_renderer.draw(position.view(seat), say))
        legal = position.legal_texts(seat)
        if self.people > 1:
            self.console.print(say("play-your-turn", player=self.name(seat)), style="bold")
        while True:
            line = ask(f"{say('play-prompt')}> ", legal)
            typed = " ".join(line.split())
            if typed == "?":
                self.show_help()
            elif typed == "l":
                self.show_list(legal)
            elif typed == "s":
                self.console.print(self.game.text_renderer.sheet(position.view(seat), say))
            elif typed == "q":
                raise Left
            elif typed:
                action = self.understand(seat, typed, legal)
                if action is not None:
                    return action

    def understand(self, seat: int, typed: str, legal: list[str]) -> str | None:
        """Return the legal action that was typed: as its text, its number, or its end or beginning if that is unique.

        Otherwise say why not and return None."""
        say = self.say
        if typed in legal:
            return typed
        meant = meant_by(typed, legal)
        if len(meant) == 1:
            return meant[0]
        number = "" if meant else typed  # typed numbers that end an action (a piece's) are not indices of the list
        number = typed[1:] if typed.startswith("#") else number
        if number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= len(legal):
            return legal[int(number) - 1]
        if meant:
            self.console.print(say("play-unclear", text=escape(typed), count=len(meant)))
            self.show_list(meant)
            return None
        refusal = self.position.mask(seat).illegal_reason(typed)
        if refusal is not None and refusal.code == "unknown_action":
            meant_so = self.position.mask(seat).illegal_reason(completed(typed, legal))
            refusal = meant_so if meant_so is not None and not meant_so.code.startswith("no_such") else refusal
        if refusal is None or refusal.code == "unknown_action":
            self.console.print(say("play-unknown", text=escape(typed)))
        else:
            self.console.print(say("play-refused", reason=escape(sentence(refusal, say)), code=refusal.code))
        return None

    def show_help(self) -> None:
        """Print the keys and the rules."""
        say = self.say
        self.console.print(say("play-help"))
        self.console.print(say("play-rules"), style="bold")
        self.console.print(say("game-rules"))
        for name, value in self.position.options().items():
            if value is True:
                self.console.print(say(f"game-rules-{name.replace('_', '-')}"))

    def show_list(self, actions: list[str]) -> None:
        """Print legal actions with their numbers, in columns."""
        from rich.columns import Columns

        say = self.say
        self.console.print(say("play-list", count=len(actions)))
        legal = self.position.legal_texts(self.at_keyboard) if self.at_keyboard is not None else actions
        numbers = {action: number for number, action in enumerate(legal, 1)}
        rows = [f"{f'#{numbers[action]}':>4} {escape(action)}" for action in actions[:LISTED]]
        self.console.print(Columns(rows, padding=(0, 3)))
        if len(actions) > LISTED:
            self.console.print(say("play-list-more", count=len(actions) - LISTED))

    def show_end(self) -> None:
        """Print the score sheet and the winners; with one seat, the personal best."""
        say, result = self.say, self.position.result
        assert result is not None, "the game is over"
        self.console.print(say("play-over"), style="bold")
        self.console.print(self.game.text_renderer.sheet(self.position.view(None), say))
        if self.seats == 1:
            self.console.print(say("play-solo-score", score=result.scores[0]), style="bold")
            if result.winners:
                self.show_best(result.scores[0])
            return
        for seat, score in enumerate(result.scores):
            self.console.print(say("play-score", player=self.name(seat), score=score))
        if result.winners:
            names = ", ".join(map(self.name, result.winners))
            self.console.print(say("play-won", players=names, count=len(result.winners)), style="bold")
        else:
            self.console.print(say("play-nobody-won"), style="bold")

    def show_best(self, score: int) -> None:
        """Print the personal best, which is kept in the user's data folder for each game and set of options."""
        file = data_folder() / "bests.json"
        key = " ".join([self.game.id, *(f"{name}={value}" for name, value in sorted(self.options.items()))])
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            kept = None  # none yet, or no longer readable: start again
        bests = {name: best for name, best in kept.items() if isinstance(best, int)} if isinstance(kept, dict) else {}
        if bests.get(key, -1) >= score:
            self.console.print(self.say("play-best", score=bests[key]))
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, json.dumps({**bests, key: score}, indent=1, sort_keys=True))
        self.console.print(self.say("play-best-new"), style="bold")
