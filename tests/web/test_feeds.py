"""What machines read behind a read link: they understand it, and learn when something is new."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID
from xml.etree import ElementTree

import pytest
from flask import Flask
from icalendar import Calendar
from sqlalchemy import event, update

from scorekeeper.book import deletion, scorebooks
from scorekeeper.book.access import Secret, owned
from scorekeeper.book.database import Database
from scorekeeper.book.models import Change, Match, Receipt
from scorekeeper.book.remembered import Remembered
from scorekeeper.rules import Bid, HouseRules
from scorekeeper.rules import Match as Played
from scorekeeper.web.site.rates import Rates
from tests.book.keeping import Scorer
from tests.people import PLAYERS
from tests.reading import Page
from tests.web.browser import Browser

ATOM = "{http://www.w3.org/2005/Atom}"
EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)
BOTH = ["feed.atom", "evenings.ics"]


@pytest.fixture
def ann(app: Flask) -> Scorer:
    """Somebody with an empty scorebook, from here on."""
    return Scorer(app.extensions["database"])


@pytest.fixture
def machine(app: Flask) -> Browser:
    """A program without cookies."""
    return Browser(app)


@pytest.fixture
def link(app: Flask, ann: Scorer) -> Callable[[], str]:
    """The way behind the link to Ann's scorebook, as its page shows it now."""

    def found() -> str:
        page = Browser(app, ann.secret).open(f"/scorebooks/{book(ann)}/reading")
        return f"/r/{page.form('/reading').fields['was']}/"

    return found


def book(ann: Scorer) -> str:
    with ann.database.read() as session:
        return scorebooks.mine(session, ann.secret)[0].public_id


def played(
    ann: Scorer,
    began: datetime = EIGHT,
    game: str = "partnership",
    players: tuple[str, ...] | None = None,
    **more: str,
) -> str:
    """A match of one hand that the table stopped after an hour."""
    start = Played.start(
        HouseRules.of(game), players or PLAYERS[game], started=began, first=0, **more
    )
    end = began + timedelta(hours=1)
    bids = [Bid(3)] * start.house.game.seats
    taken = {"partnership": [4, 3, 3, 3], "two-player": [10, 3]}[game]
    return ann.start(
        match=start.bid(bids, end).take(taken, noted=end).end(end + timedelta(minutes=5))
    )


def correct(ann: Scorer, public_id: str) -> None:
    ann.correct(
        public_id, lambda match: match.correct(1, match.hands[0].bids or (), [3, 4, 3, 3]), "why"
    )


def entries(page: Page) -> list[ElementTree.Element]:
    return ElementTree.fromstring(page.html).findall(f"{ATOM}entry")


def said(element: ElementTree.Element, tag: str) -> str:
    text = element.findtext(f"{ATOM}{tag}")
    assert text is not None
    return text


def events(page: Page) -> Any:
    return Calendar.from_ical(page.html).walk("VEVENT")


def test_a_feed_tells_of_finished_matches_the_newest_first(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    older = played(ann, place="Kitchen <3", note="a\x0bb")
    newer = played(ann, EIGHT + timedelta(days=1), "two-player")
    ann.start()
    page = machine.open(link() + "feed.atom")
    assert page.status == 200
    assert page.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    first, second = entries(page)
    assert said(first, "title") == "No winner"
    assert said(first, "published") == "2026-11-21T21:05:00+00:00"
    assert said(second, "content").splitlines() == [
        "Ended early: nobody has won.",
        "Ann & Cleo 61 · Ben & Dan 60",
        "Friday, 20 November 2026, 20:00 · 1 h",
        "Kitchen <3",
        "Partners · to 500 · lost at −200 · 10 bags −100",
        "a�b",
    ]
    ids = [UUID(said(entry, "id").removeprefix("urn:uuid:")) for entry in (first, second)]
    assert len(set(ids)) == 2
    pages = [entry.find(f"{ATOM}link").attrib["href"] for entry in (first, second)]
    assert pages == [f"http://localhost/matches/{one}/review" for one in (newer, older)]


def test_a_feed_has_all_that_a_reader_needs(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    played(ann)
    path = link() + "feed.atom"
    feed = ElementTree.fromstring(machine.open(path).html)
    assert UUID(said(feed, "id").removeprefix("urn:uuid:"))
    assert said(feed, "title") == "Scorebook"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Scorebook"
    assert said(feed, "updated") == said(entries(machine.open(path))[0], "updated")
    itself = feed.find(f"{ATOM}link")
    assert itself is not None
    assert itself.attrib["href"] == f"http://localhost{path}?language=en"


@pytest.mark.parametrize("name", BOTH)
def test_a_scorebook_without_matches_has_nothing_to_tell(
    ann: Scorer, machine: Browser, link: Callable[[], str], name: str
) -> None:
    ann.start()
    page = machine.open(link() + name)
    assert page.status == 200
    assert (entries(page) if name == "feed.atom" else events(page)) == []


def test_the_language_stands_in_the_address(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    played(ann)
    (entry,) = entries(machine.open(link() + "feed.atom?language=de"))
    assert said(entry, "title") == "Kein Sieger"
    machine.client.set_cookie("language", "de")
    (entry,) = entries(machine.open(link() + "feed.atom"))
    assert said(entry, "title") == "No winner"


def test_what_a_correction_changes_is_newer_and_so_is_what_its_undo_changes(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    public_id = played(ann)
    path, nine = link() + "feed.atom", EIGHT + timedelta(hours=1, minutes=5)

    def updated() -> datetime:
        (entry,) = entries(machine.open(path))
        assert said(entry, "published") == nine.isoformat()
        return datetime.fromisoformat(said(entry, "updated"))

    written_at(ann, EIGHT)
    assert updated() == nine
    for hours, change in enumerate((correct, Scorer.undo, Scorer.redo), start=2):
        change(ann, public_id)
        assert updated() > EIGHT + timedelta(hours=hours)
        written_at(ann, EIGHT + timedelta(hours=hours))
        show_anew(ann)
        assert updated() == EIGHT + timedelta(hours=hours)


def written_at(ann: Scorer, moment: datetime) -> None:
    """Let all that was recorded so far have been recorded then."""
    with ann.database.write() as session:
        for model in (Change, Receipt):
            session.execute(update(model).values(at=moment))


def show_anew(ann: Scorer) -> None:
    """Let something else of the matches be seen, as a new name of somebody."""
    with ann.database.write() as session:
        session.execute(update(Match).values(shown=Match.shown + 1))


@pytest.mark.parametrize("name", BOTH)
def test_who_comes_again_is_told_that_nothing_is_new(
    ann: Scorer, machine: Browser, link: Callable[[], str], name: str
) -> None:
    public_id = played(ann)
    path = link() + name
    first = machine.open(path)
    tag, since = first.headers["ETag"], first.headers["Last-Modified"]
    same = [
        machine.open(path, headers={"If-None-Match": tag}),
        machine.open(path, headers={"If-Modified-Since": since}),
        machine.open(path, headers={"If-None-Match": tag, "If-Modified-Since": since}),
    ]
    assert [(page.status, page.body) for page in same] == [(304, b"")] * 3
    assert {page.headers["ETag"] for page in same} == {tag}

    correct(ann, public_id)
    assert machine.open(path, headers={"If-None-Match": tag}).status == 200
    assert machine.open(path).headers["ETag"] != tag


@pytest.mark.parametrize("name", BOTH)
def test_it_is_new_since_it_was_first_seen_so(
    ann: Scorer,
    machine: Browser,
    link: Callable[[], str],
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    public_id = played(ann)
    path = link() + name
    monkeypatch.setattr("scorekeeper.web.doors.feeds.now", lambda: EIGHT)
    assert machine.open(path).headers["Last-Modified"] == "Fri, 20 Nov 2026 20:00:00 GMT"
    monkeypatch.setattr("scorekeeper.web.doors.feeds.now", lambda: EIGHT + timedelta(hours=1))
    assert machine.open(path).headers["Last-Modified"] == "Fri, 20 Nov 2026 20:00:00 GMT"
    correct(ann, public_id)
    page = machine.open(path, headers={"If-Modified-Since": "Fri, 20 Nov 2026 20:00:00 GMT"})
    assert page.status == 200
    assert page.headers["Last-Modified"] == "Fri, 20 Nov 2026 21:00:00 GMT"


@pytest.mark.parametrize("name", BOTH)
def test_what_is_still_the_same_takes_three_statements(
    app: Flask, ann: Scorer, machine: Browser, link: Callable[[], str], name: str
) -> None:
    for days in range(5):
        played(ann, EIGHT + timedelta(days=days))
    path, seen = link() + name, []
    database: Database = app.extensions["database"]

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    machine.open(path)
    whole = len(seen)
    machine.open(path)
    event.remove(database.engine, "before_cursor_execute", note)
    assert (whole, len(seen) - whole) == (7, 3)


def test_matches_of_an_evening_are_one_event(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    played(ann, place="Kitchen; upstairs")
    played(ann, EIGHT + timedelta(hours=5), "two-player", ("Ann", "Zoë"), place="Train, later")
    played(ann, EIGHT + timedelta(days=7))
    page = machine.open(link() + "evenings.ics")
    assert page.headers["Content-Type"] == "text/calendar; charset=utf-8"
    week_later, first = events(page)
    assert first.decoded("dtstart") == EIGHT
    assert first.decoded("dtend") == EIGHT + timedelta(hours=6)
    assert first["summary"] == "Spades: Ann, Ben, Cleo, Dan, Zoë"
    assert first["location"] == "Kitchen; upstairs, Train, later"
    assert first["description"] == "20:00 · No winner\n01:00 · No winner"
    assert UUID(first["uid"]) != UUID(week_later["uid"])
    assert first.decoded("dtstamp").tzinfo is not None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time it is written, a calendar is a second older."""
    ticks = (EIGHT + timedelta(days=30, seconds=second) for second in count())
    monkeypatch.setattr("scorekeeper.web.doors.feeds.now", lambda: next(ticks))


def deletion_of(ann: Scorer, public_id: str) -> None:
    with ann.database.write() as session:
        deletion.mark(session, ann.secret, public_id)


def restoration_of(ann: Scorer, public_id: str) -> None:
    with ann.database.write() as session:
        deletion.bring_back(session, ann.secret, public_id)


@pytest.mark.usefixtures("clock")
def test_an_evening_keeps_its_id_and_whatever_changes_raises_its_number(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    public_id = played(ann)
    path = link() + "evenings.ics"
    entry = entries(machine.open(link() + "feed.atom"))[0]
    told = events(machine.open(path))
    assert said(entry, "id") == f"urn:uuid:{told[0]['uid']}"
    later = played(ann, EIGHT + timedelta(hours=2))
    told += events(machine.open(path))
    changes = (correct, Scorer.undo, Scorer.redo, deletion_of, restoration_of, deletion_of)
    for change in changes:
        change(ann, later)
        told += events(machine.open(path))
    assert {one["uid"] for one in told} == {told[0]["uid"]}
    numbers = [one.decoded("sequence") for one in told]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == len(changes) + 2
    assert public_id != later


@pytest.mark.usefixtures("clock")
def test_an_evening_whose_first_match_goes_is_called_by_the_next_until_it_comes_back(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    first = played(ann)
    played(ann, EIGHT + timedelta(hours=2))
    path, told = link() + "evenings.ics", []
    for change in (deletion_of, restoration_of, deletion_of):
        told += events(machine.open(path))
        change(ann, first)
    told += events(machine.open(path))
    whole, rest, whole_again, rest_again = told
    assert whole["uid"] == whole_again["uid"] != rest["uid"] == rest_again["uid"]
    assert rest.decoded("dtstart") == EIGHT + timedelta(hours=2)
    numbers = [one.decoded("sequence") for one in told]
    assert numbers == sorted(set(numbers))


@pytest.mark.usefixtures("clock")
def test_an_evening_that_falls_apart_and_is_one_again_counts_on(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    _, between, _ = (played(ann, EIGHT + timedelta(hours=hours)) for hours in (0, 5, 10))
    path = link() + "evenings.ics"
    (whole,) = events(machine.open(path))
    deletion_of(ann, between)
    late, early = events(machine.open(path))
    restoration_of(ann, between)
    (again,) = events(machine.open(path))
    assert whole["uid"] == early["uid"] == again["uid"] != late["uid"]
    numbers = [one.decoded("sequence") for one in (whole, early, again)]
    assert numbers == sorted(set(numbers))


@pytest.mark.usefixtures("clock")
def test_it_is_the_same_calendar_whoever_wrote_it_and_when(
    app: Flask, ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    played(ann)
    path = link() + "evenings.ics"
    tag = machine.open(path).headers["ETag"]
    database: Database = app.extensions["database"]
    database.pages = Remembered(1)
    assert machine.open(path, headers={"If-None-Match": tag}).status == 304
    assert machine.open(f"{path}?language=de").headers["ETag"] != tag


def test_an_evening_that_took_no_time_has_no_end(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    start = Played.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=EIGHT)
    ann.start(match=start.end(EIGHT))
    (one,) = events(machine.open(link() + "evenings.ics"))
    assert "dtend" not in one


HARD = ("👩‍👩‍👧‍👦" * 5, "عبد الرحمن بن عبد الله بن محمد", "B;e,n\\n", "ก" * 40)


def test_a_calendar_is_written_to_the_letter(
    ann: Scorer, machine: Browser, link: Callable[[], str]
) -> None:
    played(ann, players=HARD, place="a\r\nb\x0b;c")
    body = machine.open(link() + "evenings.ics").body
    lines = body.split(b"\r\n")
    assert lines[-1] == b""
    assert not re.search(rb"[\r\n]", b"".join(lines))
    assert max(map(len, lines)) <= 75
    assert [line.decode() for line in lines]
    (one,) = Calendar.from_ical(body).walk("VEVENT")
    assert one["summary"] == f"Spades: {', '.join(HARD)}"
    assert one["location"] == "a\nb;c"


def test_the_oldest_evening_is_told_whole_or_not_at_all(
    ann: Scorer, machine: Browser, link: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.doors.feeds.IN_CALENDAR", 3)
    path = link_after(ann, link)
    for hours in (0, 1, 24, 25):
        played(ann, EIGHT + timedelta(hours=hours))
    (one,) = events(machine.open(path))
    assert one.decoded("dtstart") == EIGHT + timedelta(hours=24)


def link_after(ann: Scorer, link: Callable[[], str]) -> str:
    """The address of the calendar of a scorebook that is begun."""
    ann.start()
    return link() + "evenings.ics"


@pytest.mark.parametrize("name", BOTH)
def test_a_deleted_match_is_told_no_more(
    ann: Scorer, machine: Browser, link: Callable[[], str], name: str
) -> None:
    public_id = played(ann)
    path = link() + name
    tag = machine.open(path).headers["ETag"]
    seen = ann.look(public_id)
    with ann.database.write() as session:
        session.execute(update(Match).where(Match.id == seen.id).values(deleted_at=EIGHT, shown=99))
    page = machine.open(path, headers={"If-None-Match": tag})
    assert page.status == 200
    assert (entries(page) if name == "feed.atom" else events(page)) == []


@pytest.mark.parametrize("name", BOTH)
def test_new_links_end_it_and_what_never_was_looks_the_same(
    app: Flask, ann: Scorer, machine: Browser, link: Callable[[], str], name: str
) -> None:
    played(ann)
    path = link() + name
    owner = Browser(app, ann.secret)
    address = f"/scorebooks/{book(ann)}/reading"
    owner.send(owner.open(address).form("/reading"))
    ended = machine.open(path)
    never = [machine.open(f"/r/{wrong}/{name}") for wrong in ("x", "y" * 22, "z" * 22 + ".z")]
    assert [page.status for page in (ended, *never)] == [404] * 4
    assert len({page.body for page in (ended, *never)}) == 1
    assert machine.open(link() + name).status == 200


@pytest.mark.parametrize("name", BOTH)
def test_no_cookie_is_given_and_none_is_looked_at(
    app: Flask, ann: Scorer, machine: Browser, link: Callable[[], str], name: str
) -> None:
    played(ann)
    path = link() + name
    browser = Browser(app, ann.secret)
    browser.open("/settings")
    for who in (machine, browser):
        page = who.open(path)
        assert "Set-Cookie" not in page.headers
        assert "Cookie" not in page.headers["Vary"]
        assert page.headers["Cache-Control"] == "private, no-cache"
        assert page.headers["Referrer-Policy"] == "strict-origin"
    assert "Set-Cookie" not in machine.open(f"/r/wrong/{name}").headers
    with app.extensions["database"].read() as session:
        assert owned(session, Secret(ann.secret))


@pytest.mark.parametrize("name", [*BOTH, "nothing.xml"])
def test_what_goes_wrong_is_told_to_a_machine_and_its_token_is_not(
    machine: Browser, name: str
) -> None:
    page = machine.open(f"/r/a-secret-token/{name}")
    assert (page.status, page.headers["Content-Type"]) == (404, "application/problem+json")
    assert json.loads(page.body)["instance"] == f"/r/{name}"
    assert b"a-secret-token" not in page.body
    posted = machine.client.post(f"/r/a-secret-token/{name}")
    assert posted.status_code == (404 if name == "nothing.xml" else 405)
    assert posted.mimetype == "application/problem+json"


def test_nobody_tries_tokens_for_long(
    app: Flask, machine: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.extensions, "rates", Rates({"codes": 2}))
    tried = [machine.open("/r/a-secret-token/feed.atom") for _ in range(3)]
    assert [page.status for page in tried] == [404, 404, 429]
    assert int(tried[-1].headers["Retry-After"]) > 0
