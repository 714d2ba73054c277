"""The picture of a result for a group chat, drawn so that any program can show it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response

from scorekeeper import rules, words
from scorekeeper.book.matches.match_loader import Stored
from scorekeeper.web.charts.chart import score_line
from scorekeeper.web.charts.text_width import BOLD, all_shortened, lines, shortened, width
from scorekeeper.web.http.security import CONTENT_SECURITY_POLICY
from scorekeeper.web.site.db import load
from scorekeeper.web.site.rendering import xml

blueprint = Blueprint("picture", __name__)

WIDTH, HEIGHT = 1200, 900
MARGIN = 70
ROOM = WIDTH - 2 * MARGIN
TITLE, SMALLEST, STORY, SMALL = 54, 34, 34, 28
ROOM_OF_TITLE = ROOM - 80
"""A spade stands at its end."""
ROWS = {2: 64, 3: 54, 4: 46}
"""By the number of sides, how large the letters of their names and points are."""
TOP_OF_ROWS, HEIGHT_OF_ROWS = 140, 230
CHART = 611
"""Units of the score line, which is drawn so wide or scaled to it."""


@dataclass(frozen=True)
class Row:
    """A side on the picture: where its line is, and what stands in it."""

    side: int
    y: float
    name: str
    points: str


@blueprint.get("/matches/<public_id>/result.svg")
def show(public_id: str) -> Response:
    """Draw how a match ended, or how it stands."""
    stored = load(public_id)
    response = Response(_drawn(stored), mimetype="image/svg+xml")
    # Opened by itself, it is a page: one that can do nothing.
    response.headers["Content-Security-Policy"] = (
        f"{CONTENT_SECURITY_POLICY}; sandbox allow-same-origin"
    )
    return response


def _drawn(stored: Stored) -> str:
    match = _with_short_names(stored.match)
    size = ROWS[len(match.sides)]
    title = words.table.hand(match.turn.hand)
    story: Sequence[str] = ()
    if match.outcome is not None:
        title = words.outcome.wins(match)
        story = lines(words.story.sentence(match), STORY, ROOM, 2)
    fitting = TITLE * ROOM_OF_TITLE / width(title, TITLE * BOLD)
    title_size = round(min(TITLE, max(fitting, SMALLEST)), 1)
    minutes = match.minutes_at(match.last_noted) if match.outcome else 0
    assert match.started is not None
    when = words.dates.whole_evening(stored.at(match.started), minutes)
    return xml(
        "match/result.svg",
        match=match,
        title=shortened(title, title_size * BOLD, ROOM_OF_TITLE),
        title_size=title_size,
        rows=_rows(match, size),
        size=size,
        story=story,
        chart=score_line(stored.match, CHART),
        when=shortened(" · ".join(filter(None, (when, match.place))), SMALL, ROOM),
        house=shortened(_house(match), SMALL, ROOM),
    )


def _with_short_names(match: rules.Match) -> rules.Match:
    """Return the match with names that find room in a line with the points of their side."""
    game, size = match.house.game, ROWS[len(match.sides)]
    names = list(match.players)
    for seats in game.sides:
        room = ROOM - 2 * size - width("−1000", size * BOLD) - (len(seats) - 1) * width(" & ", size)
        short = all_shortened([names[seat] for seat in seats], size, room)
        for seat, name in zip(seats, short, strict=True):
            names[seat] = name
    players = tuple(names)
    sides = match.sides if game.has_partners else players
    return replace(match, players=players, sides=sides)


def _rows(match: rules.Match, size: int) -> list[Row]:
    ranked = words.outcome.best_first(match)
    step = HEIGHT_OF_ROWS / len(ranked)
    return [
        Row(
            side,
            round(TOP_OF_ROWS + step * (place + 0.5) + size * 0.35, 1),
            words.outcome.called(match, side),
            words.table.number(match.standings[side].points),
        )
        for place, side in enumerate(ranked)
    ]


def _house(match: rules.Match) -> str:
    return f"{words.table.game(match.house.game.key)} · {words.house.headline(match.house)}"
