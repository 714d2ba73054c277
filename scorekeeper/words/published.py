"""What machines carry on of matches: an entry of a feed, an evening in a calendar."""

from collections.abc import Sequence
from datetime import datetime

from scorekeeper import rules
from scorekeeper.words.dates import clock, whole_evening
from scorekeeper.words.house import headline
from scorekeeper.words.language import gettext as _
from scorekeeper.words.outcome import result, winner
from scorekeeper.words.story import sentence
from scorekeeper.words.table import game, player_names


def told(match: rules.Match, began: datetime) -> list[str]:
    """Return a finished match in some lines: how it came, who played, when, where and how."""
    points = [standing.points for standing in match.standings]
    sides = result(match.house.game, match.players, points)
    lines = [
        sentence(match),
        " · ".join(f"{names} {reached}" for names, reached in sides),
        whole_evening(began, match.minutes_at(match.last_noted)),
        match.place,
        f"{game(match.house.game.key)} · {headline(match.house)}",
        match.note,
    ]
    return [line for line in lines if line]


def evening(matches: Sequence[rules.Match]) -> str:
    """Return who played on an evening, each once."""
    names = (name for match in matches for name in player_names(match.players))
    return _("Spades: %(names)s", names=", ".join(dict.fromkeys(names)))


def of_evening(match: rules.Match, began: datetime) -> str:
    """Return how a match of an evening ended, with the time at which it began."""
    return f"{clock(began)} · {winner(match)}"
