"""Season books: the matches, records and players of a period in one document.

A season book needs no other file and can send nothing, so it is also saved as a file or kept on a
phone. It reads without its script, which adds a search and opens all matches to print them.
"""

import gzip
import hashlib
import re
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import compress
from typing import Any
from urllib.parse import quote

from flask import Response, abort, current_app, get_template_attribute, render_template, request

from scorekeeper.book.access.grants import AccessDenied, GrantedAccess, find_current_scorebook
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.book.history import history
from scorekeeper.book.history.evenings import group_by_evening
from scorekeeper.book.history.history_entries import HistoryRow
from scorekeeper.book.players.clocks import convert_to_clock, make_clock
from scorekeeper.book.scorebooks.scorebooks import ScorebookAccess, find_all
from scorekeeper.book.statistics.results import day_number
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.web.charts import score_line
from scorekeeper.web.forms.filters import Period, list_book_periods
from scorekeeper.web.http import assets, current_device
from scorekeeper.web.http.responses import accepts_gzip
from scorekeeper.web.site import db
from scorekeeper.web.site.events import load_events
from scorekeeper.web.site.jobs import take_turn
from scorekeeper.web.site.statistics import MIN_MATCHES, TABLES, load_ranking, load_records
from scorekeeper.words.language import get_language
from scorekeeper.words.scorebooks.scorebook import name_scorebook

STYLE, SCRIPT = "season_book_alone.css", "season_book.js"
VERSION = 1
"""The version of the form of the document, which phones that keep one must know."""
BYTES_PER_MATCH, BYTES_OF_REST = 2_400, 25_000
"""The approximate size of a match in a season book, and of everything else."""
MAX_MATCHES = 2000
"""Matches in a season book; with more, the newest."""
MAX_UNQUEUED_MATCHES = 200
"""Matches of a season book that is made at once; one with more takes a turn with downloads."""
MAX_CACHED_BOOKS = 50
"""Season books in the cache, of 20 to 700 kB each; phones of one scorebook ask for the same."""
NO_WORD = re.compile(r"\W+")
Cache = LRUCache[tuple[int, str, str], tuple[str, bytes]]


@dataclass(frozen=True)
class SeasonBook:
    """The season book of a period: its scorebook, and its finished matches, the newest first.

    `has_others` says whether the phone has other scorebooks.
    """

    access: GrantedAccess
    scorebook: ScorebookAccess
    has_others: bool
    roster: Roster
    period: Period
    matches: tuple[HistoryRow, ...]

    @property
    def rows(self) -> tuple[HistoryRow, ...]:
        return self.matches[:MAX_MATCHES]

    @property
    def name(self) -> str:
        """The name of the scorebook; without one it is not named after players, who change."""
        return name_scorebook(self.scorebook.name, self.scorebook.is_home)

    @property
    def zone(self) -> str | None:
        """The time zone of the scorebook, if it has matches."""
        return self.matches[0].time_zone if self.matches else None

    @property
    def tag(self) -> str:
        """The tag of the document, which changes when something in it does."""
        guests = [one.id for one in self.roster.people.values() if one.guest and one.is_listed]
        matches = [(row.public_id, row.revision, row.event_revision) for row in self.matches]
        release = VERSION, assets.release_digest(), get_language()
        content = self.name, self.zone, self.period, guests, matches, release
        return hashlib.sha256(repr(content).encode()).hexdigest()[:16]


def show_periods() -> str:
    """Show the season books of the scorebook, to be saved or opened."""
    books = _load_books()
    name = books[0].name if books[0].has_others else None
    return render_template("season_book/periods.html", books=books, subtitle=name)


def list_volumes() -> dict[str, Any]:
    """List the years with their tags, for phones that keep season books."""
    books = _load_books()
    return {
        "v": VERSION,
        "scorebook": books[0].scorebook.public_id,
        "name": books[0].name,
        "volumes": [
            {
                "period": book.period.key,
                "tag": book.tag,
                "matches": len(book.rows),
                "bytes": BYTES_OF_REST + len(book.rows) * BYTES_PER_MATCH,
            }
            for book in books
            if book.period.key.isdecimal()
        ],
    }


def show(period: str) -> Response:
    """Show the season book of a period, or send it as a file."""
    book = next((one for one in _load_books() if one.period.key == period), None)
    if book is None:
        abort(404)
    cache: Cache = current_app.extensions.setdefault("season_books", LRUCache(MAX_CACHED_BOOKS))
    key = book.scorebook.id, period, get_language()
    made_for, content = cache.get(key) or ("", b"")
    if made_for != book.tag:
        is_long = len(book.matches) > MAX_UNQUEUED_MATCHES
        with take_turn(book.scorebook.id) if is_long else nullcontext():
            content = gzip.compress(_draw(book).encode(), mtime=0)
        cache.put(key, (book.tag, content))
    zips = accepts_gzip()
    response = Response(content if zips else gzip.decompress(content), mimetype="text/html")
    if zips:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Security-Policy"] = f"{_policy()}; frame-ancestors 'none'"
    if "save" in request.args:
        file = f"{NO_WORD.sub('-', f'Spades {book.name}').strip('-')}-{period}.html"
        named = {"filename*": f"UTF-8''{quote(file)}"}
        response.headers.set("Content-Disposition", "attachment", **named)
    return response


def _load_books() -> list[SeasonBook]:
    """Load the season books of the scorebook that the phone used last.

    Raises AccessDenied for a phone that sees no whole scorebook.
    """
    secret = current_device.read_secret()
    with db.read_with_access() as session:
        access = find_current_scorebook(session, secret)
        if access is None:
            raise AccessDenied("scorebook")
        scorebooks = find_all(session, secret)
        scorebook = next(one for one in scorebooks if one.id == access.scorebook_id)
        roster = db.load_statistics_book(session, access)
        rows = history.load_finished(session, scorebook.id)
    days = [day_number(row.began) for row in rows]
    periods = list_book_periods(roster, sorted({day // 10_000 for day in days}, reverse=True))
    about = access, scorebook, len(scorebooks) > 1, roster
    return [
        SeasonBook(*about, one, tuple(compress(rows, map(one.days.include, days))))
        for one in periods
    ]


def _draw(book: SeasonBook) -> str:
    draw_match = get_template_attribute("season_book/_match.html", "match_body")
    bodies = {
        stored.public_id: draw_match(stored.match, score_line(stored.match))
        for stored in map(db.localize_players, history.load_batches(db.database(), book.rows))
    }
    days = book.period.days
    with db.database().read() as session:
        db.use_statistics_cache(session)
        evenings = group_by_evening(session, history.HistoryPage(book.rows))
        records = load_records(session, book.roster, days)[1]
        standing, ranking = load_ranking(session, book.roster, "won", days)
        _standing, pairs = load_ranking(session, book.roster, "pairs", days)
    return render_template(
        "season_book/document.html",
        version=VERSION,
        book=book,
        made=convert_to_clock(make_clock(None, book.zone), now().replace(microsecond=0)),
        policy=_policy(),
        style=assets.read_text(STYLE),
        script=assets.read_text(SCRIPT),
        # In different time zones the same moment can be in different months.
        evenings=sorted(evenings, key=lambda one: (one.began.year, one.began.month), reverse=True),
        events=load_events(book.access, [one.event_id for one in evenings if one.event_id]),
        bodies=bodies,
        records=records,
        least=MIN_MATCHES,
        standing=standing,
        measure=TABLES["won"],
        ranking=ranking,
        pairs=pairs,
    )


def _policy() -> str:
    """Return a content security policy that allows the document its own style and script alone."""
    style, script = map(assets.integrity, (STYLE, SCRIPT))
    return (
        f"default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; "
        "form-action 'none'"
    )
