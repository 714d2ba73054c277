"""Season books: the matches, records and players of a period in one document.

A season book needs no other file and can send nothing, so it is also saved as a file or kept on a
phone. It reads without its script, which adds a search and opens all matches to print them.
"""

import gzip
import re
from contextlib import nullcontext
from dataclasses import dataclass
from urllib.parse import quote

from flask import (
    Response,
    abort,
    current_app,
    get_template_attribute,
    jsonify,
    render_template,
    request,
)
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import AccessDenied, GrantedAccess, find_current_scorebook
from scorekeeper.book.db.ids import now
from scorekeeper.book.history import volumes
from scorekeeper.book.history.evenings import group_by_evening
from scorekeeper.book.history.history import HistoryPage
from scorekeeper.book.history.history_entries import HistoryRow
from scorekeeper.book.players.clocks import convert_to_clock, make_clock
from scorekeeper.book.scorebooks.scorebooks import ScorebookAccess, find_all
from scorekeeper.book.statistics import queries
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.rules.review.awards import find_awards
from scorekeeper.web.charts import score_line
from scorekeeper.web.forms.periods import Period, list_book_periods
from scorekeeper.web.http import assets, current_device
from scorekeeper.web.http.responses import accepts_gzip
from scorekeeper.web.site import db
from scorekeeper.web.site.events import load_events
from scorekeeper.web.site.exports import take_turn
from scorekeeper.web.site.rankings import TABLES, rank_players
from scorekeeper.web.site.record_lines import MIN_MATCHES, load_records
from scorekeeper.words.language import get_language
from scorekeeper.words.scorebooks.scorebook import name_scorebook

STYLE, SCRIPT = "season_book_alone.css", "season_book.js"
VERSION = 1
"""The version of the form of the document, which phones that keep one must know."""
BYTES_PER_MATCH, BYTES_OF_REST = 2_400, 25_000
"""The approximate size of a match in a season book, and of everything else."""
MAX_UNQUEUED_MATCHES = 200
"""Matches of a season book that is made at once; one with more takes a turn with downloads."""
NO_WORD = re.compile(r"[^\w]+")


@dataclass(frozen=True)
class Shelf:
    """The season books of the scorebook that the phone used last."""

    access: GrantedAccess
    book: ScorebookAccess
    roster: Roster
    matches: volumes.DatedRows

    @property
    def name(self) -> str:
        """The name of the scorebook; without one it is not named after players, who change."""
        return name_scorebook(self.book.name, self.book.is_home)

    @property
    def zone(self) -> str | None:
        """The time zone of the scorebook, if it has matches."""
        return self.matches[0][1].time_zone if self.matches else None

    @property
    def periods(self) -> list[Period]:
        return list_book_periods(self.roster, volumes.list_years(self.matches))

    def select(self, period: Period) -> tuple[HistoryRow, ...]:
        return volumes.select_days(self.matches, period.days)

    def tag(self, period: Period) -> str:
        """Return the tag of a season book, which changes when something in it does."""
        guests = tuple(one.id for one in self.roster.people.values() if one.guest and one.is_listed)
        about = self.name, self.zone, period.key, period.days, guests
        release = VERSION, assets.release_digest(), get_language()
        return volumes.make_tag(self.select(period), *about, *release)


def show_periods() -> str:
    """Show the season books of the scorebook, to be saved or opened."""
    with db.read_with_access() as session:
        shelf = _load_shelf(session)
    numbers = [(period, len(shelf.select(period))) for period in shelf.periods]
    return render_template("season_book/periods.html", periods=numbers)


def list_volumes() -> Response:
    """List the years with their tags, for phones that keep season books."""
    with db.read_with_access() as session:
        shelf = _load_shelf(session)
    years = [(one, len(shelf.select(one))) for one in shelf.periods if one.key.isdecimal()]
    return jsonify(
        v=VERSION,
        scorebook=shelf.book.public_id,
        name=shelf.name,
        volumes=[
            {
                "period": year.key,
                "tag": shelf.tag(year),
                "matches": min(matches, volumes.MAX_MATCHES),
                "bytes": BYTES_OF_REST + min(matches, volumes.MAX_MATCHES) * BYTES_PER_MATCH,
            }
            for year, matches in years
        ],
    )


def show(period: str) -> Response:
    """Show the season book of a period, or send it as a file."""
    with db.read_with_access() as session:
        shelf = _load_shelf(session)
    chosen = next((one for one in shelf.periods if one.key == period), None)
    if chosen is None:
        abort(404)
    tag = shelf.tag(chosen)
    key = "season book", shelf.book.id, shelf.book.role, period, get_language()
    pages = current_app.extensions["page_cache"]
    made_for, content = pages.get(key) or ("", b"")
    if made_for != tag:
        is_long = len(shelf.select(chosen)) > MAX_UNQUEUED_MATCHES
        with take_turn(shelf.book.id) if is_long else nullcontext():
            content = gzip.compress(_draw(shelf, chosen, tag).encode(), mtime=0)
        pages.put(key, (tag, content))
    zips = accepts_gzip()
    response = Response(content if zips else gzip.decompress(content), mimetype="text/html")
    if zips:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Content-Security-Policy"] = f"{_policy()}; frame-ancestors 'none'"
    if "save" in request.args:
        file = f"{NO_WORD.sub('-', f'Spades {shelf.name}').strip('-')}-{period}.html"
        named = {"filename*": f"UTF-8''{quote(file)}"}
        response.headers.set("Content-Disposition", "attachment", **named)
    return response


def _load_shelf(session: Session) -> Shelf:
    """Load the season books; raise AccessDenied for a phone that sees no whole scorebook."""
    secret = current_device.read_secret()
    access = find_current_scorebook(session, secret)
    if access is None:
        raise AccessDenied("scorebook")
    book = next(one for one in find_all(session, secret) if one.id == access.scorebook_id)
    roster = db.load_statistics_book(session, access)
    return Shelf(access, book, roster, volumes.load_finished(session, book.id))


def _draw(shelf: Shelf, period: Period, tag: str) -> str:
    """Return the document of a period."""
    found = shelf.select(period)
    rows = found[: volumes.MAX_MATCHES]
    draw_match = get_template_attribute("season_book/_match.html", "match_body")
    bodies = {
        stored.id: draw_match(stored, score_line(stored.match), find_awards(stored.match))
        for stored in map(db.localize_players, volumes.load_batches(db.database(), rows))
    }
    with db.database().read() as session:
        db.use_statistics_cache(session)
        evenings = group_by_evening(session, HistoryPage(rows))
        records = load_records(session, shelf.roster, period.days)[1]
        standing = queries.sum_by_player(session, shelf.roster, period.days)
        pairs = queries.sum_by_pair(session, shelf.roster, period.days)
    singles = {(one,): sums for one, sums in standing.people.items()}
    events = load_events(shelf.access, [one.event_id for one in evenings if one.event_id])
    return render_template(
        "season_book/document.html",
        version=VERSION,
        shelf=shelf,
        period=period,
        tag=tag,
        made=convert_to_clock(make_clock(None, shelf.zone), now().replace(microsecond=0)),
        policy=_policy(),
        style=assets.read_text(STYLE),
        script=assets.read_text(SCRIPT),
        found=len(found),
        rows=rows,
        # In different time zones the same moment can be in different months.
        evenings=sorted(evenings, key=lambda one: (one.began.year, one.began.month), reverse=True),
        bodies=bodies,
        listed={row.public_id for row in rows},
        events=events,
        records=records,
        least=MIN_MATCHES,
        standing=standing,
        measure=TABLES["won"],
        ranking=rank_players(shelf.roster, singles.items(), TABLES["won"]),
        pairs=rank_players(shelf.roster, pairs.items(), TABLES["pairs"]),
    )


def _policy() -> str:
    """Return a content security policy that allows the document its own style and script alone."""
    style, script = map(assets.integrity, (STYLE, SCRIPT))
    return (
        f"default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; "
        "form-action 'none'"
    )
