"""The clock of a round: one end for everyone, moved by the organiser."""

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.book.db.ids import now
from scorekeeper.book.events import rounds
from scorekeeper.book.matches import match_writer, matches
from scorekeeper.rules.seating.event import EventKind
from scorekeeper.web.match import match as pages, recording
from scorekeeper.web.site import match_page, page_cache
from tests.evening import PAIRS, singles
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.events.club import Club
from tests.web.events.evening import find_undo
from tests.web.test_cost import at_most

MINUTE = timedelta(minutes=1)
UNCHANGED = 304
CONFLICT = 409


class Clock:
    """The time in every module that asks for it here, as the test sets it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.began = self.now = now()
        for module in (rounds, matches, match_writer, page_cache, match_page, pages, recording):
            patch.setattr(module, "now", lambda: self.now)

    def set(self, minutes: float) -> None:
        self.now = self.began + minutes * MINUTE


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def meet(app: Flask, names: Any = None, *about: Any, minutes: int = 5) -> Club:
    """Sixteen people in a round by the clock, if no others are given."""
    limits = {"hand_limit": None, "minutes": minutes, "floor": None, "sets_to_lose": 0}
    club = Club.meet(app, names or singles(16), *about, target=1000, **limits)
    club.seat()
    return club


def tap(club: Club, do: str, page: Page | None = None) -> Page:
    form, *_undo = (page or club.owner.open(club.path)).forms_to("/clock")[::-1]
    return club.owner.send(form, do=do)


def ends_of(club: Club) -> datetime:
    ends = club.load().ends
    assert ends is not None
    return ends


def clock_of(page: Page) -> dict[str, str]:
    [place] = page.root.all("time")
    return {**place.attributes, "text": place.text}


def file_of(table: Table) -> Any:
    return table.browser.open(f"{table.path}/file").json()


def end_of(table: Table) -> datetime:
    return datetime.fromisoformat(clock_of(table.show())["data-ends"])


def test_people_have_three_minutes_to_sit_down_and_a_file_keeps_the_clock(
    app: Flask, clock: Clock
) -> None:
    club = meet(app)
    assert ends_of(club) == clock.began + 8 * MINUTE
    clock.set(4)
    table = club.start_match(1)
    assert end_of(table) == clock.began + 8 * MINUTE
    assert file_of(table)["started"] != file_of(table)["clock"]
    clock.set(7.9)
    table.play((4, 3, 3, 2), 8, 5)
    assert file_of(table)["ended"] is None
    clock.set(8)
    table.play((4, 3, 3, 2), 9, 4)
    assert file_of(table)["ended"] is not None
    lines = club.owner.open(f"{club.path}/file").html.splitlines()
    match, evening = map(json.loads, lines)
    assert match["clock"] == file_of(table)["clock"] == evening["rounds"][0]["clock"]


@pytest.mark.parametrize(
    ("names", "kind"),
    [(singles(8), EventKind.SINGLES), (PAIRS, EventKind.SWISS), (PAIRS, EventKind.ROUND_ROBIN)],
    ids=lambda value: value if isinstance(value, EventKind) else "",
)
def test_each_kind_of_evening_shows_one_end(
    app: Flask, clock: Clock, names: Any, kind: EventKind
) -> None:
    club = meet(app, names, kind, minutes=25)
    club.be(club.owner, "Ann")
    table = club.start_match(1)
    pages = [club.owner.open(club.path + page) for page in ("", "/guide", "/board")]
    pages += [table.show(), table.browser.open(f"{table.path}/board")]
    ends = {clock_of(page)["data-ends"] for page in pages}
    assert ends == {(clock.began + 28 * MINUTE).isoformat()}


def test_the_texts_are_those_of_their_place(app: Flask, clock: Clock) -> None:
    club = meet(app)
    club.be(club.owner, "Ann")
    table = club.start_match(1)
    until = f"until {club.load().to_local(ends_of(club)):%H:%M}"
    for page, left, up in (
        (club.owner.open(club.path), "{time} left", "Time is up"),
        (club.owner.open(f"{club.path}/guide"), "{time} left", "Time is up"),
        (club.owner.open(f"{club.path}/board"), "{time}", "Last hand"),
        (table.browser.open(f"{table.path}/board"), "{time}", "Last hand"),
    ):
        shown = clock_of(page)
        assert (shown["text"], shown["data-far"]) == (until, f"{until} · {{n}} min")
        assert (shown["data-left"], shown["data-up"]) == (left, up)
    shown = clock_of(table.show())
    assert [shown[name] for name in ("text", "data-far", "data-left", "data-up")] == [
        *(until, until),
        *("{time} left", "last hand"),
    ]
    assert f"Table 1 · {until}" in table.show().text
    assert "Round 1" not in table.show().text


def test_when_time_is_up_the_match_page_changes_once_and_polls_stay_cheap(
    app: Flask, clock: Clock, statements: list[str]
) -> None:
    club = meet(app)
    table = club.start_match(1)
    club.be(club.owner, "Ann")
    pages = [(club.owner, club.path + page) for page in ("", "/guide", "/board")]
    pages += [(table.browser, table.path), (table.browser, f"{table.path}/board")]
    tags = [browser.open(path).headers["ETag"] for browser, path in pages]
    for minutes in (4, 7.9):
        clock.set(minutes)
        for (browser, path), tag in zip(pages, tags, strict=True):
            with at_most(statements, 1):
                assert browser.open(path, headers={"If-None-Match": tag}).status == UNCHANGED
    clock.set(8)
    assert "Table 1 · last hand" in table.show().text
    for (browser, path), tag in zip(pages[:3], tags, strict=False):
        assert browser.open(path, headers={"If-None-Match": tag}).status == UNCHANGED
    # Both sides are set by as much.
    table.play((5, 5, 5, 5), 6, 7)
    assert "Table 1 · one more hand" in table.show().text


def test_more_time_moves_three_ends_and_leaves_the_decided_match(app: Flask, clock: Clock) -> None:
    club = meet(app)
    tables = [club.start_match(number) for number in (1, 2, 3)]
    decided = club.start_match(4)
    decided.save("end", winner="0")
    clock.set(4)
    old, tag = ends_of(club), [table.show().headers["ETag"] for table in tables]
    before = file_of(decided)
    assert tap(club, "extend").status == SAVED
    assert [end_of(table) for table in tables] == [old + 5 * MINUTE] * 3
    for table, known in zip(tables, tag, strict=True):
        fresh = table.browser.open(table.path, headers={"If-None-Match": known})
        assert fresh.status == 200
    assert file_of(decided) == before
    page = club.owner.open(club.path)
    assert "5 minutes added" in page.text
    club.owner.send(find_undo(page))
    assert [end_of(table) for table in tables] == [old] * 3
    assert ends_of(club) == old
    assert file_of(decided) == before


def test_the_clock_is_started_early_and_stopped(app: Flask, clock: Clock) -> None:
    club = meet(app)
    table = club.start_match(1)
    clock.set(1)
    tap(club, "start")
    assert ends_of(club) == end_of(table) == clock.began + 6 * MINUTE
    assert "Clock started" in club.owner.open(club.path).text
    clock.set(2)
    tap(club, "start")
    assert ends_of(club) == clock.began + 6 * MINUTE
    tap(club, "stop")
    assert ends_of(club) == clock.now
    clock.set(3)
    tap(club, "extend")
    assert ends_of(club) == end_of(table) == clock.now + 5 * MINUTE


def test_no_change_of_the_clock_decides_a_match(app: Flask, clock: Clock) -> None:
    club = meet(app)
    table = club.start_match(1)
    clock.set(7)
    tap(club, "extend")
    undo = find_undo(club.owner.open(club.path))
    clock.set(9)
    table.play((4, 3, 3, 2), 8, 5)
    clock.set(10)
    club.owner.send(undo)
    assert ends_of(club) == clock.began + 8 * MINUTE
    # The hand at minute 9 was played; the next one is the last.
    assert "Table 1 · last hand" in table.show().text
    clock.set(11)
    table.play((4, 3, 3, 2), 8, 5)
    assert file_of(table)["ended"] is not None


def test_of_two_organisers_the_second_sees_the_new_end_and_a_result_is_no_conflict(
    app: Flask, clock: Clock
) -> None:
    club = meet(app)
    page = club.owner.open(club.path)
    club.type_result(1, 312, 250)
    assert tap(club, "extend", page).status == SAVED
    answer = tap(club, "extend", page)
    end = f"{club.load().to_local(ends_of(club)):%H:%M}"
    assert answer.status == CONFLICT
    assert f"The clock was just changed. It now ends at {end}." in answer.text
    assert ends_of(club) == clock.began + 13 * MINUTE


@pytest.mark.usefixtures("clock")
def test_a_clock_of_an_earlier_round_or_evening_is_not_changed(app: Flask) -> None:
    club = meet(app)
    form = club.owner.open(club.path).form("/clock")
    club.finish()
    assert not club.owner.open(club.path).forms_to("/clock")
    club.seat()
    assert "Round 2 was just seated" in club.owner.send(form, do="extend").text
    form = club.owner.open(club.path).form("/clock")
    club.end()
    assert club.owner.send(form, do="extend").location == club.path
    assert club.load().event.latest.clock is not None  # type: ignore[union-attr]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    "fields",
    [{}, {"do": "later"}, {"do": "extend", "shown": "soon"}, {"to": "9999-12-31T23:59:59Z0"}],
    ids=str,
)
def test_an_unknown_change_changes_nothing(app: Flask, fields: dict[str, str]) -> None:
    club = meet(app)
    before = ends_of(club)
    form = club.owner.open(club.path).form("/clock")
    assert club.owner.send(form, **fields).status == 422
    assert ends_of(club) == before


@pytest.mark.usefixtures("clock")
def test_a_clock_at_the_end_of_all_years_is_not_extended(app: Flask) -> None:
    club = meet(app)
    form = club.owner.open(club.path).form("/clock")
    club.owner.send(form, to="9999-12-31T23:53:00Z")
    last = ends_of(club)
    assert tap(club, "extend").status == CONFLICT
    assert ends_of(club) == last


def test_a_redo_of_an_ending_by_the_old_clock_is_gone(app: Flask, clock: Clock) -> None:
    club = meet(app)
    table = club.start_match(1)
    clock.set(8)
    table.play((4, 3, 3, 2), 8, 5)
    table.undo()
    tap(club, "extend")
    assert not table.show().forms_to("/redo")
    table.take(8, 5)
    assert file_of(table)["ended"] is None


def test_an_evening_without_minutes_shows_no_clock(club: Club) -> None:
    club.seat()
    club.be(club.owner, "Ann")
    table = club.start_match(1)
    for page in (*[club.owner.open(club.path + page) for page in ("", "/guide", "/board")],):
        assert not page.root.all("time")
        assert not page.forms_to("/clock")
        assert "Sound at the end" not in page.text
    assert not table.show().root.all("time")
    assert "Round 1 · Table 1 · Hand 1" in table.show().text
    assert "clock" not in file_of(table)


def test_a_match_outside_evenings_shows_its_end(table: Table) -> None:
    table.start("partnership", minutes="60")
    began = datetime.fromisoformat(file_of(table)["started"])
    assert end_of(table) == began + 60 * MINUTE
    assert "· Ann deals" in table.show().text or "· Dan deals" in table.show().text
    table.bid(4, 3, 3, 2)
    assert re.search(r"until \d\d:\d\d · Hand 1", table.show("?by=none").text)
