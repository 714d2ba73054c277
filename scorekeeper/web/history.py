"""The history: matches by evening, with search filters and bulk actions, and the records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NoReturn
from urllib.parse import parse_qsl, urlencode

from flask import Response, abort, flash, make_response, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied, find_current_scorebook
from scorekeeper.book.db.ids import now
from scorekeeper.book.history import history
from scorekeeper.book.history.evenings import Evening, group_by_evening
from scorekeeper.book.matches import deletion, notes
from scorekeeper.book.statistics import queries, results, roster
from scorekeeper.rules.review.remarkable import Tag
from scorekeeper.web.forms.base import VALID_YEARS, clean_note, clean_text
from scorekeeper.web.forms.filters import (
    MAX_TEXT_LENGTH,
    HistoryQuery,
    find_period,
    format_position,
    list_periods,
    read_query,
)
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db
from scorekeeper.web.site.events import load_events
from scorekeeper.web.site.page_cache import current_quarter_hour, render_cached_page
from scorekeeper.web.site.rendering import flash_deleted, redirect_to_url
from scorekeeper.web.site.statistics import MIN_MATCHES, load_records
from scorekeeper.words.dates import format_month
from scorekeeper.words.errors import describe_note_error
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.review.tags import describe_tag, find_tags, list_remarkable

MAX_MARKED = history.PAGE_SIZE + history.MAX_EXTRA_MATCHES
"""Matches of one bulk action, as many as a page can show; a form with more changes nothing."""

MAX_FIRST_TAGS = 3
"""Tags shown next to each other; the others are behind a key."""


@dataclass(frozen=True)
class TagChoices:
    """The tags to filter by, with their matches; choosing one removes the filter `without`."""

    first: Sequence[tuple[Tag, int]]
    more: Sequence[tuple[Tag, int]]
    without: str = ""


@dataclass(frozen=True)
class Marking:
    """The matches marked for a bulk action, the typed place, and an error message."""

    matches: tuple[str, ...] = ()
    place: str = ""
    error: str = ""


def show() -> Response:
    return _render_page(read_query(request.args), Marking() if "mark" in request.args else None)


def delete() -> Response:
    """Soft-delete the marked matches; the next page offers to undo it."""
    marked = _read_marking()
    with db.write() as (session, secret):
        for public_id in marked.matches:
            deletion.soft_delete(session, secret, public_id)
    message = ngettext("%(num)d match deleted", "%(num)d matches deleted", len(marked.matches))
    flash_deleted(message, " ".join(marked.matches))
    return redirect_to_url(_search_address())


def restore() -> Response:
    """Restore deleted matches."""
    marked = _read_marking()
    with db.write() as (session, secret):
        for public_id in marked.matches:
            deletion.restore(session, secret, public_id)
    flash(ngettext("%(num)d match restored", "%(num)d matches restored", len(marked.matches)))
    return redirect_to_url(_search_address())


def set_place() -> Response:
    """Set the place of the marked matches."""
    marked = _read_marking()
    if not marked.place:
        _refuse(marked, _("Enter a place."))
    try:
        with db.write() as (session, secret):
            notes.set_place(session, secret, marked.matches, marked.place)
    except rules.SetUpError as error:
        _refuse(marked, describe_note_error(error))
    flash(_("Place saved"))
    return redirect_to_url(_search_address())


def _read_marking() -> Marking:
    """Read an owner's marked matches from the form; respond with 422 if there are none."""
    with db.read() as (session, secret):
        first = find_current_scorebook(session, secret)
    if first is None or first.role != "owner":
        raise AccessDenied
    matches = dict.fromkeys(request.form.getlist("match"))
    if len(matches) > MAX_MARKED:
        raise RequestEntityTooLarge
    marked = Marking(tuple(matches), clean_note(request.form.get("put"), "place"))
    if not matches:
        _refuse(marked, _("Select some matches first."))
    return marked


def _read_search() -> HistoryQuery:
    return read_query(dict(parse_qsl(clean_text(request.form.get("asked"), 2000))))


def _search_address() -> str:
    texts: dict[str, Any] = {**_read_search().texts}
    return url_for("history.show", **texts)


def _refuse(marked: Marking, error: str) -> NoReturn:
    """Respond with 422: the marks, and what is wrong with them."""
    page = _render_page(_read_search(), replace(marked, error=error))
    page.status_code = 422
    abort(page)


def _render_page(query: HistoryQuery, marking: Marking | None) -> Response:
    with db.read_with_access() as session:
        secret = current_device.read_secret()
        page = history.load_page(
            session, secret, query.filters, before=query.before, spare=history.MAX_EXTRA_MATCHES
        )
        first = find_current_scorebook(session, secret)
        owns = first is None or first.role == "owner"
        marks = marking if owns and page.matches else None
        is_long = not query.texts and (page.older or query.before)

        def rendered() -> str:
            years: Sequence[int] = ()
            counts: Mapping[Tag, int] = {}
            if first:
                db.use_statistics_cache(session)
                scorebook = first.scorebook_id, first.statistics_revision
                years = queries.find_years(session, *scorebook, VALID_YEARS) if is_long else ()
                counts = {} if marks or query.before else queries.count_tags(session, *scorebook)
            evenings = group_by_evening(session, page)
            ids = [evening.event_id for evening in evenings if evening.event_id]
            events = load_events(first, ids) if first else {}
            running = [] if marks else db.load_all_stored(session, page.running)
            before = query.before and format_position(query.before)
            return render_template(
                "history/show.html",
                months=_group_by_month(evenings),
                events=events,
                now=now(),
                tags=_choose_tags(query, counts),
                reasons=_describe_reasons(query, evenings),
                running={stored.public_id: db.localize_players(stored) for stored in running},
                older=page.older and format_position(page.older),
                before=before,
                search=query,
                labels=query.list_labels(page.player, page.partner),
                query=urlencode(query.texts | ({"before": before} if before else {})),
                longest=MAX_TEXT_LENGTH,
                marks=marks,
                owns=owns,
                has_matches=bool(page.matches),
                years=years,
                has_season=first and first.has_finished_events,
            )

        if marks or request.method == "POST":
            return make_response(rendered())
        today = current_quarter_hour() if page.running else 0
        # Evenings have matches that are not listed, too; the revision changes with them.
        revision = first and first.statistics_revision
        content = (*page.shown, page.older, page.player, page.partner, revision, today)
        return render_cached_page(content, first, rendered)


def _choose_tags(query: HistoryQuery, counts: Mapping[Tag, int]) -> TagChoices:
    """Return the tags to filter by: those that fit the typed text first, then the remarkable."""
    wanted = find_tags(query.texts.get("name", ""))
    numbers = {} if query.texts and not wanted else counts
    choices = [
        (tag, numbers.get(tag, 0)) for tag in Tag if tag in counts and tag not in query.filters.tags
    ]
    matching = [choice for choice in choices if choice[0] in wanted]
    if matching:
        return TagChoices(matching, (), "name")
    first = 0 if query.filters.tags else MAX_FIRST_TAGS
    return TagChoices(choices[:first], choices[first:])


def _describe_reasons(
    query: HistoryQuery, evenings: Sequence[Evening]
) -> dict[int, tuple[str, ...]]:
    """Describe why each match is listed: the tags asked for, or else the most remarkable one."""
    reasons = {}
    for entry in (entry for evening in evenings for entry in evening.entries):
        wanted = [detail for detail in entry.tags if detail.tag in query.filters.tags]
        shown = wanted or list_remarkable(entry.tags)[:1]
        words = (describe_tag(entry.game, entry.players, one) for one in shown)
        reasons[entry.id] = tuple(words)
    return reasons


def _group_by_month(evenings: list[Evening]) -> list[tuple[str, list[Evening]]]:
    # In different time zones the same moment can be in different months.
    latest = sorted(evenings, key=lambda one: (one.began.year, one.began.month), reverse=True)
    return [
        (title, list(some)) for title, some in groupby(latest, lambda one: format_month(one.began))
    ]


def show_records() -> Response:
    with db.read() as (session, secret):
        first = find_current_scorebook(session, secret)
        book = roster.Roster(0, results.EARLIEST_DAY)
        if first is not None:
            book = db.load_statistics_book(session, first)
        period = find_period(book, request.args.get("period"))
        game = request.args.get("game", "")

        def rendered() -> str:
            result, entries = load_records(session, book, period.days, game)
            return render_template(
                "history/records.html",
                entries=entries,
                found=result,
                least=MIN_MATCHES,
                since=results.read_day(result.first_day or book.today),
                game=game if game in result.games else "",
                period=period,
                periods=list_periods(book),
                has_season=first and first.has_finished_events,
            )

        return render_cached_page((book.revision, book.today), (first, period.key), rendered)
