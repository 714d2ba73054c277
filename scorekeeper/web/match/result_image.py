"""The result of a match as an SVG image for a group chat, simple enough for any viewer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response, render_template

from scorekeeper import rules, words
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web import charts
from scorekeeper.web.http.security import CONTENT_SECURITY_POLICY
from scorekeeper.web.site import db, rendering
from scorekeeper.words.match import outcome
from scorekeeper.words.review.story import describe_end

WIDTH, HEIGHT = 1200, 900
MARGIN = 70
INNER_WIDTH = WIDTH - 2 * MARGIN
TITLE, SMALLEST, STORY, SMALL = 54, 34, 34, 28
TITLE_WIDTH = INNER_WIDTH - 80
"""The title leaves room for a spade at its end."""
ROW_SIZES = {2: 64, 3: 54, 4: 46}
"""Font sizes of names and points by number of sides."""
ROWS_TOP, ROWS_HEIGHT = 140, 230
CHART_WIDTH = 611
"""Minimum width of the score line; a wider one is scaled to it."""


@dataclass(frozen=True)
class SideRow:
    """A side's row in the image: its baseline, name and points."""

    side: int
    y: float
    name: str
    points: str


def show(public_id: str) -> Response:
    """Send the image of a match's final or current score."""
    stored = db.load_match(public_id)
    response = Response(_render_image(stored), mimetype="image/svg+xml")
    # Opened directly, an SVG is a page: the sandbox disables everything in it.
    response.headers["Content-Security-Policy"] = (
        f"{CONTENT_SECURITY_POLICY}; sandbox allow-same-origin"
    )
    return response


def show_page(public_id: str) -> str:
    """Show the image and the result as text, for browsers that cannot share."""
    stored = db.load_match(public_id)
    return render_template("match/result.html", stored=stored, match=stored.match)


def _render_image(stored: StoredMatch) -> str:
    size = _row_size(stored.match)
    match = _with_short_names(stored.match, size)
    title = words.table.name_hand(match.turn.hand)
    story: Sequence[str] = ()
    if match.outcome is not None:
        title = outcome.describe_winner(match)
        story = charts.wrap_lines(describe_end(match), STORY, INNER_WIDTH, 2)
    fitting = TITLE * TITLE_WIDTH / charts.text_width(title, TITLE * charts.BOLD_FACTOR)
    title_size = _round_down(min(TITLE, max(fitting, SMALLEST)))
    minutes = match.minutes_played if match.outcome else 0
    assert match.started is not None
    when = words.dates.format_evening(stored.to_local(match.started), minutes)
    game = words.table.name_game(match.house.game.key)
    house = f"{game} · {words.house_rules.summarize(match.house)}"
    return rendering.render_xml(
        "match/result.svg",
        match=match,
        title=charts.shorten(title, title_size * charts.BOLD_FACTOR, TITLE_WIDTH),
        title_size=title_size,
        rows=_rows(match, size),
        size=size,
        story=story,
        chart=charts.score_line(stored.match, CHART_WIDTH),
        when=charts.shorten(" · ".join(filter(None, (when, match.place))), SMALL, INNER_WIDTH),
        house=charts.shorten(house, SMALL, INNER_WIDTH),
    )


def _row_size(match: rules.Match) -> float:
    """Return the font size of names and points: smaller where a row would be too long."""
    pairs = ([match.players[seat] for seat in seats] for seats in match.house.game.sides)
    widest = max(charts.text_width(" & ".join(pair), 1) for pair in pairs)
    fitting = INNER_WIDTH / (2 + widest + charts.text_width("−1000", charts.BOLD_FACTOR))
    return _round_down(min(ROW_SIZES[len(match.sides)], max(fitting, SMALLEST)))


def _round_down(size: float) -> float:
    return int(10 * size) / 10


def _with_short_names(match: rules.Match, size: float) -> rules.Match:
    game = match.house.game
    names = list(match.players)
    for seats in game.sides:
        room = (
            INNER_WIDTH
            - 2 * size
            - charts.text_width("−1000", size * charts.BOLD_FACTOR)
            - (len(seats) - 1) * charts.text_width(" & ", size)
        )
        short = charts.shorten_all([names[seat] for seat in seats], size, room)
        for seat, name in zip(seats, short, strict=True):
            names[seat] = name
    players = tuple(names)
    sides = match.sides if game.has_partners else players
    return replace(match, players=players, sides=sides)


def _rows(match: rules.Match, size: float) -> list[SideRow]:
    ranked = outcome.rank_sides(match)
    step = ROWS_HEIGHT / len(ranked)
    return [
        SideRow(
            side,
            round(ROWS_TOP + step * (place + 0.5) + size * 0.35, 1),
            outcome.name_partners_of(match, side),
            words.table.format_number(match.standings[side].points),
        )
        for place, side in enumerate(ranked)
    ]
