"""The page of records: the highest figures of a scorebook, each with its match."""

from dataclasses import dataclass

from flask import Response, render_template, request, url_for

from scorekeeper.book.access.grants import find_current_scorebook
from scorekeeper.book.history import records
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.statistics import results, roster
from scorekeeper.rules.review.records import RecordKind, find_place
from scorekeeper.web.forms.periods import find_period, list_periods
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import render_cached_page
from scorekeeper.words.dates import format_day
from scorekeeper.words.language import ngettext
from scorekeeper.words.review import records as words

MIN_MATCHES = 3
"""Finished matches from which on there are records."""


@dataclass(frozen=True)
class HolderLine:
    """A holder of a record: the address of its match, its name, and details."""

    url: str
    name: str
    detail: str


@dataclass(frozen=True)
class Entry:
    """A record on the page: its kind, figure, a note about ties, and its holders."""

    kind: RecordKind
    figure: str
    ties: str
    lines: list[HolderLine]


def show() -> Response:
    """Show the records of a period and a game."""
    with db.database().read() as session:
        first = find_current_scorebook(session, current_device.read_secret())
        book = roster.Roster(0, results.EARLIEST_DAY)
        if first is not None:
            book = db.load_statistics_book(session, first)
        period = find_period(book, request.args.get("period"))
        game = request.args.get("game", "")

        def rendered() -> str:
            result = records.find_records(session, book, period.days, game)
            stored = db.load_all_stored(session, records.find_refs(session, book, result))
            matches = {one.id: db.localize_players(one) for one in stored}
            is_enough = result.matches >= MIN_MATCHES
            return render_template(
                "history/records.html",
                entries=[_describe(one, matches) for one in result.records] if is_enough else [],
                found=result,
                least=MIN_MATCHES,
                since=results.read_day(result.first_day or book.today),
                game=game if game in result.games else "",
                period=period,
                periods=list_periods(book),
            )

        return render_cached_page((book.revision, book.today), (first, period.key), rendered)


def _describe(record: records.ScorebookRecord, matches: dict[int, StoredMatch]) -> Entry:
    ties = ngettext("%(num)d time, last:", "%(num)d times, last:", record.times)
    return Entry(
        record.kind,
        words.format_figure(record.kind, record.figure),
        ties if record.times > len(record.holders) else "",
        [_describe_holder(record, one, matches[one.match_id]) for one in record.holders],
    )


def _describe_holder(
    record: records.ScorebookRecord, holder: records.Holder, stored: StoredMatch
) -> HolderLine:
    match, kind = stored.match, record.kind
    url = url_for("match.show", public_id=stored.public_id)
    if holder.person is not None:
        days = results.read_day(holder.first_day), results.read_day(holder.last_day)
        return HolderLine(url, holder.person.name, words.describe_run(record.figure, *days))
    place = find_place(match, kind, holder.side)
    if place:
        url = f"{url_for('review.show', public_id=stored.public_id)}#hand-{place}"
    detail = words.describe_record(match, kind, record.figure, holder.side, place)
    day = format_day(stored.to_local(match.started)) if match.started else ""
    name = words.name_holder(match, kind, holder.side, holder.seat)
    return HolderLine(url, name, " · ".join(filter(None, (detail, day))))
