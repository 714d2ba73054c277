"""The playoff: who plays, when a pair is out, how long a match is; and its bracket.

In an elimination all play who are here, and a draw decides who meets.
"""

from typing import NamedTuple

from flask import Response, make_response, render_template, request

from scorekeeper.book.events import rounds
from scorekeeper.book.events.entrants import draw_lots
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
from scorekeeper.rules.seating.event import Event
from scorekeeper.rules.seating.next_round import seat_next_round
from scorekeeper.web.forms.base import clean_text, parse_int, read_submission
from scorekeeper.web.forms.house_rules import OTHER
from scorekeeper.web.http import rate_limits
from scorekeeper.web.site import db, events
from scorekeeper.web.site.rendering import flash_undo, redirect_to
from scorekeeper.words.errors import describe_range
from scorekeeper.words.events import organiser
from scorekeeper.words.events.playoff import describe_size
from scorekeeper.words.events.tables import name_entrants
from scorekeeper.words.language import gettext as _

OFFERED_SIZES = (4, 8, 10, 12, 16)


class Choice(NamedTuple):
    """The values of the form: how many play, how many losses put a pair out, and the length."""

    size: str
    lives: str
    length: str
    other: str = ""


def show(event: str) -> Response:
    """Show the form of the playoff; if it has started, the bracket."""
    stored = events.load_owned_event(event)
    if stored.event.lives:
        return redirect_to("playoff.show_bracket", event=event)
    if stored.ended_at:
        return events.redirect_after_end(stored)
    few = max(4, len(stored.event.entrants) // 2)
    size = max([size for size in _list_sizes(stored.event) if size <= few], default=0)
    length = events.find_length(stored.event.house)
    return make_response(_render(stored, Choice(str(size), "1", length)))


def start(event: str) -> Response:
    """Start the playoff: keep the seeds, or draw them, and seat its first tables."""
    stored, form = events.load_owned_event(event), request.form
    chosen = Choice(*(clean_text(form.get(name), 20) for name in Choice._fields))
    size = parse_int(chosen.other if chosen.size == OTHER else chosen.size) or 0
    lives, revision = parse_int(chosen.lives), parse_int(form.get("revision"))
    drawn = _draw(stored.event) if stored.event.is_elimination else {}
    size = len(drawn) or size
    if stored.event.is_drawn:
        return _answer_again(stored)
    if stored.event.lives:
        seeded = sum(entrant.seed is not None for entrant in stored.event.entrants)
        if (size, lives) == (seeded, stored.event.lives):
            # The second of two taps.
            return _redirect_started(stored, stored.event.playoff_rounds[0].number)
        return redirect_to("playoff.show_bracket", event=event)
    if stored.ended_at:
        return events.redirect_after_end(stored)
    house = _list_houses(stored).get(chosen.length)
    sizes = list_playoff_sizes(stored.event)
    if chosen.size == OTHER and sizes and size not in sizes:
        message = describe_range(sizes[0], sizes[-1])
        return make_response(_render(stored, chosen, message), 422)
    if size not in sizes or lives not in (1, 2) or house is None:
        return make_response(_render(stored, chosen, _("Answer every question.")), 422)
    number, seeds = stored.event.next_number, drawn or choose_seeds(stored.event, size)
    seating = seat_next_round(with_seeds(stored.event, seeds), lives=lives)
    if not seating.tables:
        message = _("No match of the playoff can start yet. Wait for a table to finish.")
        return make_response(_render(stored, chosen, message), 409)
    try:
        with db.write() as (session, secret):
            asking = session, secret, event, number, revision or 0
            rounds.start_round(*asking, seating, house, lives=lives, seeds=seeds)
    except (StaleEvent, SeatingError):
        stored = events.load_owned_event(event)
        if stored.event.is_drawn:
            return _answer_again(stored)
        message = _("The evening changed in the meantime. Check it and try again.")
        return make_response(_render(stored, chosen, message), 409)
    return _redirect_started(stored, number)


def _draw(event: Event) -> dict[int, int]:
    """Return the seeds that the posted form draws for all who are here, or who were drawn."""
    drawn = [one for one in event.entrants if (one.seed if event.is_drawn else one.is_present)]
    lots = draw_lots(read_submission(), len(drawn))
    order = sorted(zip(lots, [one.number for one in drawn], strict=True))
    return {number: seed for seed, (_lot, number) in enumerate(order, start=1)}


def _answer_again(stored: StoredEvent) -> Response:
    """Answer a form of the draw after it: the one that drew, sent again, or another, too late."""
    drawn = {one.number: one.seed for one in stored.event.entrants if one.seed}
    if _draw(stored.event) != drawn:
        return events.render_stale_event(stored, 1)
    return _redirect_started(stored, 1)


def _redirect_started(stored: StoredEvent, number: int) -> Response:
    event = stored.ref.public_id
    done = _("The pairs are drawn") if stored.event.is_elimination else _("Playoff started")
    flash_undo(done, "seating.undo_round", {}, event=event, number=number)
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
        can_take_back=stored.ref.is_owner and is_untouched and not stored.ended_at,
    )


def _list_sizes(event: Event) -> list[int]:
    """Return the sizes to tap; the last one is as many as can play."""
    sizes = list_playoff_sizes(event)
    return sorted({*sizes}.intersection(OFFERED_SIZES).union(sizes[-1:]))


def _list_draws(stored: StoredEvent) -> list[tuple[str, str, list[tuple[int, str]]]]:
    """Return how many can play, as the value and in words, each with the pairs by seed."""
    event, sizes, draws = stored.event, _list_sizes(stored.event), []
    for size in sizes:
        plan = plan_playoff(with_seeds(event, choose_seeds(event, size)), 1)
        teams = [(seed, name_entrants(team, stored.names)) for seed, team in plan.teams.items()]
        draws.append((str(size), describe_size(event, size), teams))
    if event.is_pairs and len(list_playoff_sizes(event)) > len(sizes):
        draws.append((OTHER, _("other…"), draws[-1][2]))
    return draws


def _list_houses(stored: StoredEvent) -> dict[str, HouseRules]:
    return events.list_playoff_houses(stored.event.house, stored.event.house)
