"""The home page: running matches, the link to a new match, and recent results."""

from collections.abc import Sequence
from functools import cache

from flask import Response, current_app, render_template
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import event_refs, grants
from scorekeeper.book.db.ids import now
from scorekeeper.book.history import history, history_entries, search
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.statistics.cache import load_cached
from scorekeeper.web.http import current_device
from scorekeeper.web.http.security import allow_indexing
from scorekeeper.web.site import db, page_cache, scorebook_pages

MAX_RECENT = 5
MAX_EVENINGS = 3
FINISHED = search.Filters(finished=True)
EXAMPLE: tuple[tuple[tuple[int | str, ...], tuple[int | None, ...], tuple[int, int]], ...] = (
    ((4, 2, 3, 2), (None, None, None, None), (8, 5)),
    ((4, 3, "nil", 3), (None, None, 0, None), (5, 8)),
    ((4, 3, 4, 2), (None, None, None, None), (6, 7)),
)
"""Bids by seat, nil bidders' own tricks by seat, and each side's pile."""


def show() -> Response:
    with db.read_with_access() as session:
        secret = current_device.read_secret()
        running = history.find_running(session, secret)
        first = grants.find_current_scorebook(session, secret)
        evenings = event_refs.list_current(session, secret)[:MAX_EVENINGS]
        recent = _list_recent(session, secret, first) if first else ()
        books = _list_scorebooks(session, secret)
        without_code = _find_unprotected(session, secret) if recent else None
        deleted = [] if running or recent or evenings else scorebooks.find_deleted(session, secret)
        writes = first.role == "owner" if first else not current_device.is_at_home()

        def rendered() -> str:
            return render_template(
                "home/show.html",
                running=[db.localize_players(one) for one in db.load_all_stored(session, running)],
                now=now(),
                evenings=evenings,
                recent=history_entries.load_entries(session, recent),
                books=books,
                without_code=without_code,
                deleted=deleted,
                writes=writes,
                joins=first is None and not current_device.is_at_home(),
                sample=_play_example(),
            )

        today = page_cache.current_quarter_hour() if running else 0
        matches = [(ref.id, ref.revision, ref.can_write) for ref in running]
        content = (*matches, *evenings, *recent, *deleted, *books, without_code, writes, today)
        page = page_cache.render_cached_page(
            content, (first, *grants.find_owned_scorebooks(session, secret)), rendered
        )
        return page if running or recent or evenings or deleted else allow_indexing(page)


def _list_recent(
    session: Session, secret: grants.Secret | None, first: grants.GrantedAccess
) -> Sequence[history_entries.HistoryRow]:
    """Return the last finished matches of a scorebook; without a query if nothing has changed."""
    db.use_statistics_cache(session)
    key = "recent", first.scorebook_id, first.statistics_revision
    return load_cached(
        session, key, lambda: history.load_page(session, secret, FINISHED, limit=MAX_RECENT).rows
    )


def _find_unprotected(session: Session, secret: grants.Secret | None) -> str | None:
    """Return the id of a scorebook that this device alone can open; None at home or in a demo."""
    if current_device.is_at_home() or current_app.config["DEMO_SECRET"]:
        return None
    first = next(iter(scorebooks.find_all(session, secret)), None)
    return first.public_id if first and first.is_owned and not first.has_recovery else None


def _list_scorebooks(
    session: Session, secret: grants.Secret | None
) -> list[scorebook_pages.NamedScorebook]:
    """Return the scorebooks to switch between; none, and no query, for a device with only one."""
    if sum(grant.sees_book for grant in grants.load_grants(session, secret)) < 2:
        return []
    return scorebook_pages.name_scorebooks(session, scorebooks.find_all(session, secret))


@cache
def _play_example() -> rules.Match:
    """Return an example: a contract made, a successful nil, a contract set."""
    played = rules.Match.start(rules.HouseRules.of("partnership"), ("Ann", "Ben", "Cleo", "Dan"))
    for bids, seats, piles in EXAMPLE:
        played = played.bid([rules.read_bid(bid) for bid in bids]).record_tricks(seats, piles)
    return played
