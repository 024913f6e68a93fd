"""An analysis as a single HTML file that loads nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from itertools import pairwise
from typing import Any

from rich.console import Console

from ..engine.game import Game
from ..engine.position import Event, Position
from ..game_records import Header, Step
from ..locale import Words, words
from . import Account, Move
from .skill import Skill, skill
from .story import Figure, costliest, ending, figures, say_skill, told

LONGEST = 90
"""The longest reason for a better move, in characters."""
MINUS = "\N{MINUS SIGN}"
WIDTH, HEIGHT, LEFT, ABOVE, BELOW = 1000, 340, 58, 16, 40

STYLE = """
:root{color-scheme:light dark;--bg:#F4EFE5;--surface:#FFFDF8;--line:#DDD4C3;--text:#1E232A;--quiet:#555A61;
--accent:#0E5A62;--luck:#79CFC6;--luck-ink:#0E5A62;--choice:#C8493D;--choice-ink:#8C1D14;--ok:#24663B;--bad:#A8261C;
--others:#5B93DE;--others-ink:#1B49B8;--others-text:#1B49B8}
@media(prefers-color-scheme:dark){:root{--bg:#13171B;--surface:#1B2026;--line:#2D343C;--text:#F1EDE4;--quiet:#B4B6B6;
--accent:#74CEC8;--luck:#2F8C84;--luck-ink:#B9F1EB;--choice:#B8402F;--choice-ink:#FFC9C1;--ok:#86D49B;--bad:#FF9A8D;
--others:#5B93DE;--others-ink:#1B49B8;--others-text:#9DBBFF}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:16px/1.45 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px 64px;display:grid;gap:20px}
h1,h2,.big{font-family:Georgia,serif;font-weight:600;line-height:1.15;margin:0}h1{font-size:1.75rem}h2{font-size:1.4rem}
p{margin:0}.card{background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:20px}
.sum{display:flex;gap:24px;align-items:center;flex-wrap:wrap}.big{font-size:3.4rem}.quiet{color:var(--quiet)}
.figure .big{display:block}.figure svg{display:block;height:8px;margin:4px 0}.figure.luck .big{color:var(--accent)}
.figure.choice .big{color:var(--bad)}.figure.others .big{color:var(--others-text)}.scale{max-width:560px;width:100%}
.scale text{fill:var(--quiet);font-size:15px}
.key{display:flex;gap:18px;flex-wrap:wrap;font-size:.875rem}.key svg{vertical-align:-3px;margin-right:6px}
.curve{width:100%;min-width:600px;height:auto;display:block}.curve text{fill:var(--quiet);font-size:15px}
.moves{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,290px),1fr))}
.boards{display:grid;gap:12px}.boards svg{width:100%;height:auto;max-height:420px}
.board{overflow:auto;border-radius:10px}
.board pre{margin:0;padding:12px;background:#1f2329;color:#e8e6e1;font-size:11px;line-height:1.2}
.loss{color:var(--bad);font-weight:700}.ok{color:var(--ok)}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
details summary{cursor:pointer;min-height:44px;padding-top:10px}.wide{overflow-x:auto}
.ceiling{display:grid;grid-template-columns:minmax(160px,260px) 1fr;gap:20px;align-items:center}
@media(max-width:560px){.ceiling{grid-template-columns:1fr}}
"""
PATTERNS = (
    '<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs><pattern id="luck" '
    'width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="var(--luck)"/>'
    '<circle cx="2" cy="2" r="1.1" fill="var(--luck-ink)"/><circle cx="6" cy="6" r="1.1" '
    'fill="var(--luck-ink)"/></pattern><pattern id="choice" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="7" height="7" fill="var(--choice)"/><rect width="2" height="7" '
    'fill="var(--choice-ink)"/></pattern><pattern id="others" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<rect width="6" height="6" fill="var(--others)"/><path d="M0 0h3v6h3v-3h-6z" fill="var(--others-ink)"/></pattern>'
    "</defs></svg>"
)


def report(header: Header, steps: Sequence[Step], accounts: Sequence[Account], language: str) -> str:
    """Return the HTML report on some seats of a game."""
    game = header.game
    say = words(language, game.package)
    title = say("analysis-title", game=say("game-name"))
    parts = [f"<h1>{escape(title)}</h1>"]
    for account in accounts:
        name = header.players[account.seat]
        if len(accounts) > 1:
            parts.append(f"<h2>{escape(name)}</h2>")
        parts += _seat(game, steps, account, header.players, say)
    parts.append(f'<p class="quiet">{escape(say("story-how"))}</p>')
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def number(account: Account, value: float, signed: bool = False) -> str:
    """Return a value as text: points with one decimal, probabilities in per cent."""
    shown = f"{value:+.1f}" if signed else f"{value:.1f}"
    if account.unit == "wins":
        shown = f"{100 * value:+.1f} %" if signed else f"{100 * value:.1f} %"
    return shown.replace("-", MINUS)


def _seat(game: Game, steps: Sequence[Step], account: Account, players: Sequence[str], say: Words) -> list[str]:
    name, last = players[account.seat], steps[-1].position
    found = figures(account)
    winners = last.result.winners if last.result is not None else None
    shown = told(account, players, last.scores, ending(account, winners, len(players)), say)
    uncertain = "" if found.closes else f"<p>{escape(say('story-uncertain'))}</p>"
    percent = f'<p class="quiet">{escape(say("story-percent"))}</p>' if found.closes and account.unit == "wins" else ""
    parts = [
        f'<section class="card sum">{PATTERNS}{"".join(map(_figure, shown))}{uncertain}{percent}</section>',
        f'<section class="card"><p><b>{escape(say(f"story-curve-{account.unit}", own="no", name=name))}</b></p>'
        f"{_key(account, players, say) if found.closes else ''}"
        f'<div class="wide" tabindex="0">{_curve(account, found.closes, say)}</div></section>',
    ]
    costly = costliest(account)
    if costly:
        cards = "".join(_move(game, steps, account, move, found.closes, players, say) for move in costly)
        heading = say("story-points-points", count=len(costly))
        parts.append(f'<section class="card"><h2>{escape(heading)}</h2><div class="moves">{cards}</div></section>')
    level = skill(game, account)
    if level is not None:
        heading, between = say_skill(level, account, name, say)
        parts.append(
            f'<section class="card"><h2>{escape(heading)}</h2>{_scale(level, say)}<p>{escape(between)}</p></section>'
        )
    if account.ceiling is not None:
        parts.append(_ceiling(game, account, say))
    parts.append(_lists(account, say))
    return parts


def _figure(figure: Figure) -> str:
    line = f'<svg width="100%" height="8"><rect width="100%" height="8" fill="url(#{figure.kind})"/></svg>'
    return (
        f'<p class="figure {figure.kind}">{escape(figure.label)} <b class="big">{escape(figure.value)}</b>'
        f'{line if figure.kind else ""} <span class="quiet">{escape(figure.remark)}</span></p>'
    )


def _scale(found: Skill, say: Words) -> str:
    """Draw the levels, and the seat's place among them with its interval."""
    apart = 110

    def x(place: float) -> float:
        return 60 + apart * place

    width = x(len(found.levels) - 1) + 60
    names = "".join(
        f'<path d="M{x(place)} 8v16" stroke="var(--quiet)"/><text x="{x(place)}" y="48" text-anchor="middle">'
        f"{escape(say(f'level-{level}'))}</text>"
        for place, level in enumerate(found.levels)
    )
    return (
        f'<svg class="scale" viewBox="0 0 {width:.0f} 54" aria-hidden="true"><path d="M60 16H{width - 60:.0f}" '
        f'stroke="var(--quiet)" stroke-width="2"/>{names}<rect x="{x(found.low) - 9:.1f}" y="7" rx="9" height="18" '
        f'width="{x(found.high) - x(found.low) + 18:.1f}" fill="url(#luck)" fill-opacity=".6"/>'
        f'<circle cx="{x(found.at):.1f}" cy="16" r="7" fill="var(--accent)"/></svg>'
    )


def _key(account: Account, players: Sequence[str], say: Words) -> str:
    swatch = '<svg width="18" height="14"><rect width="18" height="14" fill="url(#{})"/></svg>'
    names = {
        "luck": say("story-legend-luck"),
        "choice": say("story-legend-choice", own="no", name=players[account.seat]),
    }
    return (
        '<p class="key">'
        + "".join(f"<span>{swatch.format(kind)}{escape(name)}</span>" for kind, name in names.items())
        + "</p>"
    )


def _curve(account: Account, parts_shown: bool, say: Words) -> str:
    """Draw the value after each line, and if `parts_shown` a bar where luck or a decision changed it."""
    values = account.values
    losses = {move.line: move.loss for move in account.moves}
    shown = [value for _, value in values]
    shown += [before - losses.get(line, 0) for (_, before), (line, _) in pairwise(values)]
    low, high = (0.0, 1.0) if account.unit == "wins" else (min(shown), max(shown))
    room = (high - low) * 0.08 or 1.0
    low, high = (low, high) if account.unit == "wins" else (low - room, high + room)
    first, last = values[0][0], max(values[-1][0], values[0][0] + 1)

    def x(line: float) -> float:
        return LEFT + (WIDTH - LEFT - 12) * (line - first) / (last - first)

    def y(value: float) -> float:
        return ABOVE + (HEIGHT - ABOVE - BELOW) * (high - value) / (high - low)

    parts = [
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(say("analysis-curve-label"))}">'
    ]
    for k in range(5):
        level = low + (high - low) * k / 4
        label = f"{100 * level:.0f} %" if account.unit == "wins" else f"{level:.0f}"
        parts.append(
            f'<path d="M{LEFT} {y(level):.1f}H{WIDTH}" stroke="var(--line)"/>'
            f'<text x="{LEFT - 8}" y="{y(level) + 5:.1f}" text-anchor="end">{label}</text>'
        )
    wide = max((WIDTH - LEFT) / (last - first) * 0.8, 4)
    lucks = {draw.line: draw.luck for draw in account.draws}
    before = values[0][1]
    for line, value in values[1:]:
        if parts_shown and lucks.get(line):
            top, bottom = max(value, value - lucks[line]), min(value, value - lucks[line])
            parts.append(_bar(x(line) - wide, wide, y(top), y(bottom), "luck"))
        if parts_shown and losses.get(line, 0) > 0:
            parts.append(_bar(x(line) - wide, wide, y(before), y(before - losses[line]), "choice"))
        before = value
    path = "L".join(f"{x(line):.1f} {y(value):.1f}" for line, value in values)
    parts.append(f'<path d="M{path}" fill="none" stroke="var(--text)" stroke-width="2" stroke-linejoin="round"/>')
    for rank, move in enumerate(costliest(account), 1):
        at = x(move.line)
        parts.append(
            f'<path d="M{at - 7:.1f} {HEIGHT - BELOW + 8}h14l-7 9z" fill="var(--bad)"/>'
            f'<text x="{at:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{rank}</text>'
        )
    return "".join([*parts, "</svg>"])


def _bar(x: float, wide: float, top: float, bottom: float, pattern: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{max(bottom - top, 0.5):.1f}" '
        f'fill="url(#{pattern})" opacity=".9"/>'
    )


def _move(
    game: Game, steps: Sequence[Step], account: Account, move: Move, sure: bool, players: Sequence[str], say: Words
) -> str:
    """A card of a costly move; what it cost only if luck and choices can be told apart (`sure`)."""
    position = next(step.position for step in steps if step.line == move.line)
    spread = say("analysis-between", low=number(account, move.low), high=number(account, move.high))
    cost = f'<span class="loss">{MINUS}{number(account, move.loss)}</span> <span class="quiet">{escape(spread)}</span>'
    return (
        f'<article class="boards"><p><b>{escape(say("analysis-line", line=move.line))}</b> {cost if sure else ""}</p>'
        f"<p>✗ {escape(say('analysis-played'))} <b>{escape(move.action)}</b><br>"
        f'<span class="ok">✓ {escape(say("analysis-better"))} <b>{escape(move.best)}</b></span><br>'
        f'<span class="quiet">{escape(say_reason(game, position, account.seat, move, players, say))}</span></p>'
        f'<div class="board">{draw_move(game, position, account.seat, move, say)}</div></article>'
    )


def say_reason(game: Game, position: Position, seat: int, move: Move, players: Sequence[str], say: Words) -> str:
    """Return why the better move is better, as far as its player may know it and as many sentences as fit; empty if
    there is nothing short to say. The sentences are those of ``reasons`` in the game's ``text`` module, or what the
    better move would have changed and the played one did not."""
    better, played = (
        after.mask_effects(effects, seat)
        for after, effects in (position.play_with_effects(Event(seat, action)) for action in (move.best, move.action))
    )
    own: Any = getattr(game.text_renderer, "reasons", None)
    if own is not None:
        sentences = own(better, played, say)
    else:
        # The first effect is the action itself, which stands above the reason.
        happened = [game.narrate(effects, players.__getitem__, say) for effects in (better, played)]
        itself = len(game.narrate(better[:1], players.__getitem__, say))
        sentences = [sentence for sentence in happened[0][itself:] if sentence not in happened[1]]
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if len(longer) <= LONGEST:
            text = longer
    return text


def draw_move(game: Game, position: Position, seat: int, move: Move, say: Words) -> str:
    """Draw the board before a move with the played and the better action: by the game's ``svg`` module, otherwise as
    the terminal shows it."""
    masked = position.mask(seat)
    if find_spec(f"{game.package}.svg") is not None:
        drawing: Any = import_module(f"{game.package}.svg")
        played, better = (masked.parts(seat, action) for action in (move.action, move.best))
        return str(drawing.draw(masked.view(), position.picture(), seat, played, better))
    console = Console(file=StringIO(), record=True, width=100, force_terminal=True, color_system="truecolor")
    console.print(game.text_renderer.draw(masked.view(), say))
    return console.export_html(inline_styles=True, code_format="<pre>{code}</pre>")


def _ceiling(game: Game, account: Account, say: Words) -> str:
    drawing: Any = import_module(f"{game.package}.svg")
    board: Mapping[str, str] = account.ceiling_board or {}
    share = f"{100 * account.score / account.ceiling:.0f}" if account.ceiling else "100"
    luck = (
        ""
        if account.ceiling_percentile is None
        else f'<p class="quiet">{escape(say("analysis-percentile", percent=round(account.ceiling_percentile)))}</p>'
    )
    return (
        f'<section class="card ceiling"><div>{drawing.draw_board(board)}</div><div>'
        f"<h2>{escape(say('analysis-nobody', ceiling=account.ceiling or 0))}</h2>"
        f"<p>{escape(say('analysis-ceiling', share=share))}</p>{luck}</div></section>"
    )


def _lists(account: Account, say: Words) -> str:
    def row(*cells: str) -> str:
        return "<tr>" + "".join(cells) + "</tr>"

    def cell(text: str, figure: bool = False) -> str:
        return f'<td class="n">{text}</td>' if figure else f"<td>{escape(text)}</td>"

    moves = "".join(
        row(
            cell(str(move.line), True), cell(move.action), cell(move.best), cell(number(account, move.loss), True),
            cell(f"{number(account, move.low)} … {number(account, move.high)}", True),
            cell(say("analysis-in-noise") if move.in_noise and move.loss > 0 else ""),
        )
        for move in account.moves
    )  # fmt: skip
    draws = "".join(
        row(cell(str(draw.line), True), cell(draw.outcome), cell(number(account, draw.luck, True), True))
        for draw in account.draws
    )
    heads = [say(f"analysis-head-{name}") for name in ("line", "played", "best", "loss", "interval", "noise")]
    return (
        f'<section class="card"><details><summary>{escape(say("analysis-all-moves"))}</summary>'
        f'<div class="wide"><table>'
        f"<tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr>{moves}</table></div></details>"
        f"<details><summary>{escape(say('analysis-all-draws'))}</summary>"
        f'<div class="wide"><table>{draws}</table></div></details></section>'
    )
