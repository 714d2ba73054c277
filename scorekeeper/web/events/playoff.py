"""The playoff: who plays, when a pair is out, how long a match is; and its bracket."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Response, make_response, render_template, request

from scorekeeper.book.events import rounds
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.events.events import StaleEvent
from scorekeeper.rules import HouseRules
from scorekeeper.rules.errors import SeatingError
from scorekeeper.rules.seating.bracket import (
    choose_seeds,
    list_playoff_sizes,
    plan_playoff,
    with_seeds,
)
from scorekeeper.rules.seating.next_round import seat_next_round
from scorekeeper.rules.seating.standings import rank
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.logs import count_event
from scorekeeper.web.site import events
from scorekeeper.web.site.db import database
from scorekeeper.web.site.rendering import flash_undo, redirect_to
from scorekeeper.words.events import organiser
from scorekeeper.words.events.tables import name_entrants
from scorekeeper.words.language import gettext as _

OFFERED_SIZES = (2, 4, 8, 16, 32)


class Draw(NamedTuple):
    """A size of the playoff: its pairs by seed, and people whose order the lot decided."""

    size: int
    teams: Sequence[tuple[int, str]]
    by_lot: Sequence[str]


class Choice(NamedTuple):
    """The values of the form: how many play, how many losses put a pair out, and the length."""

    size: int
    lives: int
    length: str


def show(event: str) -> Response:
    """Show the form of the playoff; if it has started, the bracket."""
    stored = events.load_owned_event(event)
    if stored.event.lives:
        return redirect_to("playoff.show_bracket", event=event)
    if stored.ended_at:
        return events.redirect_after_end(stored)
    sizes = [draw.size for draw in _list_draws(stored)]
    few = max(4, len(stored.event.entrants) // 2)
    size = max([size for size in sizes if size <= few] or [0])
    return make_response(_render(stored, Choice(size, 1, events.find_length(stored.event.house))))


def start(event: str) -> Response:
    """Start the playoff: keep the seeds, and seat its first tables."""
    stored, form = events.load_owned_event(event), request.form
    size, lives, revision = (parse_int(form.get(name)) for name in ("size", "lives", "revision"))
    chosen = Choice(size or 0, lives or 0, form.get("length", ""))
    if stored.event.lives:
        seeded = sum(entrant.seed is not None for entrant in stored.event.entrants)
        if (chosen.size, chosen.lives) == (seeded, stored.event.lives):
            # The second of two taps.
            return _redirect_started(event, stored.event.playoff_rounds[0].number)
        return redirect_to("playoff.show_bracket", event=event)
    if stored.ended_at:
        return events.redirect_after_end(stored)
    house = _list_houses(stored).get(chosen.length)
    is_offered = chosen.size in [draw.size for draw in _list_draws(stored)]
    if not is_offered or chosen.lives not in (1, 2) or house is None:
        return make_response(_render(stored, chosen, _("Answer every question.")), 422)
    number, seeds = stored.event.next_number, choose_seeds(stored.event, chosen.size)
    seating = seat_next_round(with_seeds(stored.event, seeds), lives=chosen.lives)
    if not seating.tables:
        message = _("No match of the playoff can start yet. Wait for a table to finish.")
        return make_response(_render(stored, chosen, message), 409)
    secret = current_device.read_secret()
    try:
        with database().write() as session:
            place = number, revision or 0
            rounds.start_round(
                session, secret, event, *place, seating, house, lives=chosen.lives, seeds=seeds
            )
    except (StaleEvent, SeatingError):
        count_event("conflict")
        message = _("The evening changed in the meantime. Check it and start the playoff again.")
        return make_response(_render(events.load_owned_event(event), chosen, message), 409)
    return _redirect_started(event, number)


def _redirect_started(event: str, number: int) -> Response:
    flash_undo(_("Playoff started"), "seating.undo_round", {}, event=event, number=number)
    return events.redirect_to_event(event)


def show_bracket(event: str) -> Response:
    """Show the playoff so far; before it starts, the standings."""
    stored = events.load_event(event, live=True)
    if not stored.event.lives:
        rate_limits.count_poll(None)
        return redirect_to("boards.show_standings", event=event)
    return events.render_polled_event_page(stored, lambda: _render_bracket(stored), live=True)


def _render(stored: StoredEvent, chosen: Choice, message: str = "") -> str:
    playing = organiser.list_unfinished(stored.event)
    return render_template(
        "events/playoff.html",
        stored=stored,
        chosen=chosen,
        choices=_list_draws(stored),
        lengths=events.describe_lengths(_list_houses(stored)),
        playing=organiser.describe_playing(playing) if playing else "",
        message=message,
    )


def _render_bracket(stored: StoredEvent) -> str:
    lines = events.describe_playoff(stored, events.load_live(stored))
    is_first = len(stored.event.playoff_rounds) == 1
    is_untouched = is_first and all(line.state == "open" for line in lines.values())
    return render_template(
        "events/bracket.html",
        stored=stored,
        plan=plan_playoff(stored.event, stored.event.lives or 1),
        lines=lines,
        can_take_back=stored.ref.is_owner and is_untouched,
    )


def _list_draws(stored: StoredEvent) -> list[Draw]:
    """Return the sizes to choose from, with the pairs of each."""
    sizes = list_playoff_sizes(stored.event)
    offered = sorted({size for size in sizes if size in OFFERED_SIZES} | set(sizes[-1:]))
    return [_make_draw(stored, size) for size in offered]


def _make_draw(stored: StoredEvent, size: int) -> Draw:
    event, names = stored.event, stored.names
    seeds = choose_seeds(event, size)
    teams = plan_playoff(with_seeds(event, seeds), 1).teams
    by_lot = [
        name_entrants([row.entrant], names)
        for row in rank(event)
        if row.is_shared and row.place <= size and row.entrant in seeds
    ]
    return Draw(size, [(seed, name_entrants(team, names)) for seed, team in teams.items()], by_lot)


def _list_houses(stored: StoredEvent) -> dict[str, HouseRules]:
    return events.list_playoff_houses(stored.event.house, stored.event.house)
