"""Bringing matches in: a report first, all or nothing, and twice changes nothing."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.book import deletion
from scorekeeper.book.columns import table_of
from scorekeeper.book.database import Database
from scorekeeper.book.exchange import bringing
from scorekeeper.book.exchange.bringing import Refused
from scorekeeper.book.exchange.showing import show
from scorekeeper.book.models import Match, MatchSide, Played, Player, Total
from scorekeeper.book.quotas import Enough
from scorekeeper.book.rebuild import rebuild
from scorekeeper.book.statistics import waiting
from scorekeeper.book.statistics.renewing import renew, set_season
from scorekeeper.rules import Taken, facts
from scorekeeper.rules.lines import HandScore
from scorekeeper.rules.scoring import score_hand
from tests.book.exchange.files import (
    book_with,
    brought,
    codes,
    counts,
    everything,
    lines,
    looked_at,
    named,
    new_book,
    played,
    sent,
    written,
)
from tests.book.keeping import NOON, Scorer, bid

ONE, TWO = played(1), played(2, "two-player")
FILE = lines(written(ONE, named(1)), written(TWO, named(2)))


def hands(file: bytes) -> list[Any]:
    return [json.loads(line)["hands"] for line in file.splitlines()]


def test_a_report_tells_what_is_new_and_writes_nothing(database: Database) -> None:
    book = new_book(database)
    before = everything(database)
    report = looked_at(database, book, FILE)
    assert counts(report) == (2, 0, 0, 0, 0)
    assert report.people == 4
    assert everything(database) == before


def test_what_was_brought_in_is_sent_out_in_the_same_order(database: Database) -> None:
    book = new_book(database)
    brought(database, book, FILE)
    first, second = sent(database, book).splitlines()
    assert named(1).encode() in first
    assert named(2).encode() in second


def test_tricks_that_are_noted_one_by_one_come_along(database: Database) -> None:
    book, begun = new_book(database), bid(played(1, hands=0))
    one = begun.note_trick(Taken(0, 0), NOON)
    two = one.note_trick(Taken(1, asked=True), NOON)
    file = lines(written(one, named(1)), written(TWO, named(2)), written(two, named(3)))
    brought(database, book, file)
    assert hands(sent(database, book)) == hands(file)


def test_twice_changes_nothing(database: Database) -> None:
    book = new_book(database)
    brought(database, book, FILE)
    before = everything(database)
    assert counts(looked_at(database, book, FILE)) == (0, 2, 0, 0, 0)
    brought(database, book, FILE)
    assert everything(database) == before


def test_without_an_id_start_players_and_hands_make_a_match_known(database: Database) -> None:
    ann = Scorer(database)
    started = ann.start(match=ONE)
    book = book_with(database, ann.look(started))
    nameless = lines(written(ONE))
    assert counts(looked_at(database, book, nameless)) == (0, 1, 0, 0, 0)


@pytest.mark.parametrize(
    "nameless",
    [
        written(ONE),
        written(ONE, started=None),
        written(ONE, started=None, ended=None, format="spades-match/1"),
    ],
    ids=["with its start", "without", "of the first format"],
)
def test_without_an_id_twice_changes_nothing_either(
    database: Database, nameless: dict[str, object]
) -> None:
    book = new_book(database)
    brought(database, book, lines(nameless))
    before = everything(database)
    brought(database, book, lines(nameless))
    assert everything(database) == before


def test_an_id_of_another_scorebook_becomes_a_new_one_here(database: Database) -> None:
    mine, yours = new_book(database), new_book(database)
    brought(database, mine, FILE)
    theirs = sent(database, mine)
    brought(database, yours, FILE)
    assert sent(database, mine) == theirs
    assert named(1).encode() not in sent(database, yours)
    before = everything(database)
    brought(database, yours, FILE)
    assert everything(database) == before


def test_where_a_match_is_otherwise_the_one_here_stays(database: Database) -> None:
    book = new_book(database)
    brought(database, book, FILE)
    before = everything(database)
    other = lines(written(played(9), named(1)))
    report = looked_at(database, book, other)
    assert counts(report) == (0, 0, 1, 0, 0)
    assert [(one.line, one.public_id) for one in report.some_different] == [(1, named(1))]
    brought(database, book, other)
    assert everything(database) == before


def test_that_of_the_file_takes_its_place_if_chosen(database: Database) -> None:
    ann = Scorer(database)
    started = ann.start(match=ONE)
    stored = ann.load(started)
    book = book_with(database, ann.look(started))
    longer = played(1, hands=5)
    report = brought(database, book, lines(written(longer, started)), theirs=True)
    assert counts(report) == (0, 0, 1, 0, 0)
    found = ann.load(started)
    assert len(found.match.hands) == 5
    assert (found.version, found.shown) > (stored.version, stored.shown)
    assert found.may_write


def test_a_deleted_match_comes_back(database: Database) -> None:
    ann = Scorer(database)
    started = ann.start(match=ONE)
    file = lines(written(ann.load(started).match, started))
    book = book_with(database, ann.look(started))
    with database.write() as session:
        deletion.mark(session, ann.secret, started)
    assert counts(looked_at(database, book, file)) == (0, 0, 0, 1, 0)
    brought(database, book, file)
    assert ann.load(started).match.hands


def test_one_broken_match_keeps_all_out(database: Database) -> None:
    book = new_book(database)
    before = everything(database)
    some = [written(played(number), named(number)) for number in range(250)]
    file = lines(*some, '{"format": "spades-match/2"', written(ONE, named(300), first=9))
    report = looked_at(database, book, file)
    assert counts(report)[-1] == 2
    assert codes(report) == [(251, "not JSON"), (252, "no such seat")]
    with pytest.raises(Refused):
        brought(database, book, file)
    assert everything(database) == before


def test_imported_matches_count_among_those_of_a_day(database: Database) -> None:
    book = new_book(database)
    database.quotas = {"matches": 1}
    before = everything(database)
    with pytest.raises(Enough):
        brought(database, book, lines(*(written(played(number)) for number in (1, 2))))

    assert everything(database) == before
    brought(database, book, lines(written(played(1))))


def test_a_match_twice_in_a_file_is_one_unless_it_is_different(database: Database) -> None:
    book = new_book(database)
    one = written(ONE, named(1))
    assert counts(looked_at(database, book, lines(one, one))) == (1, 0, 0, 0, 0)
    report = looked_at(database, book, lines(one, {**one, "note": "rainy"}))
    assert codes(report) == [(2, "match twice")]
    behind = [
        {**one, "opening": [{"points": points, "bags": 0}, {"points": 0, "bags": 0}]}
        for points in (-1, -2)
    ]
    assert codes(looked_at(database, book, lines(*behind))) == [(2, "match twice")]


def test_names_of_a_file_are_people_who_were_there(database: Database) -> None:
    book = new_book(database)
    brought(database, book, lines(written(ONE, named(1))))
    file = lines(written(ONE, named(2), players=["ANN", "Bén", "Cleo", "Dan"]))
    assert looked_at(database, book, file).people == 0
    brought(database, book, file)
    assert b"ANN" not in sent(database, book)
    assert counts(looked_at(database, book, file)) == (0, 1, 0, 0, 0)


def test_two_spellings_of_a_file_stay_two_people(database: Database) -> None:
    book = new_book(database)
    both = written(ONE, named(1), players=["Zoe", "Zoë", "Cleo", "Dan"])
    alone = written(ONE, named(2), players=["Zoë", "Ben", "Cleo", "Dan"])
    brought(database, book, lines(alone, both))
    with database.read() as session:
        names = set(session.scalars(select(table_of(Player).c.name)))
    assert {"Zoe", "Zoë"} <= names


def test_results_are_kept_with_finished_matches(database: Database) -> None:
    book = new_book(database)
    finished = played(3, hands=40)
    assert finished.outcome is not None
    brought(database, book, lines(written(finished, named(1))))
    with database.read() as session:
        winner = session.scalar(select(Match.winner))
        points = list(session.scalars(select(MatchSide.points).order_by(MatchSide.side)))
    assert winner == finished.outcome.winner
    assert points == [standing.points for standing in finished.standings]


def test_what_a_killed_import_left_is_seen_by_nobody_and_taken_up_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = new_book(database)

    class Killed(BaseException):
        pass

    def kill(*_: object) -> bool:
        raise Killed

    monkeypatch.setattr(bringing, "show", kill)
    monkeypatch.setattr(bringing, "_take_away", lambda *_: None)
    with pytest.raises(Killed):
        brought(database, book, FILE)
    monkeypatch.undo()
    assert sent(database, book) == b""
    assert deletion.forget(database) == 0
    assert counts(looked_at(database, book, FILE)) == (0, 0, 0, 2, 0)
    brought(database, book, FILE)
    assert sent(database, book).count(b"\n") == 2


@pytest.mark.parametrize(
    "meanwhile",
    [rebuild, lambda database: renew(database) or 0, lambda _: 0],
    ids=["rebuilt", "added up", "left alone"],
)
def test_what_nobody_sees_yet_counts_for_nobody(
    database: Database, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Database], int]
) -> None:
    book = new_book(database)
    finished = lines(written(played(3, hands=40), named(1)))
    with monkeypatch.context() as killed:
        killed.setattr(bringing, "show", lambda *_: False)
        killed.setattr(bringing, "_take_away", lambda *_: None)
        with pytest.raises(bringing.Changed):
            brought(database, book, finished)
    assert meanwhile(database) in (0, 1)
    assert totals(database) == 0
    brought(database, book, finished)
    counted = totals(database)
    rebuild(database)
    assert totals(database) == counted > 0


def test_matches_that_were_counted_anew_meanwhile_stay_out(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = new_book(database)

    def disturbed(session: Session, *about: Any) -> bool:
        session.execute(delete(table_of(Played)))
        return show(session, *about)

    monkeypatch.setattr(bringing, "show", disturbed)
    with pytest.raises(bringing.Changed):
        brought(database, book, lines(written(played(3, hands=40), named(1))))
    assert (sent(database, book), totals(database)) == (b"", 0)


@pytest.mark.parametrize(("together", "at_once"), [(1, 0), (2, 30), (500, 5_000)])
def test_what_is_counted_in_pieces_is_what_is_counted_anew(
    database: Database, monkeypatch: pytest.MonkeyPatch, together: int, at_once: int
) -> None:
    monkeypatch.setattr(waiting, "TOGETHER", together)
    monkeypatch.setattr(waiting, "AT_ONCE", at_once)
    book = new_book(database)
    with database.write() as session:
        set_season(session, book.id, 20260801)
    begun = [NOON - timedelta(days=45 * seed) for seed in range(12)]
    matches = [played(seed, hands=40, started=moment) for seed, moment in enumerate(begun)]
    brought(database, book, lines(*map(written, matches)))
    counted = everything(database)["totals"]
    renew(database)
    assert everything(database)["totals"] == counted != []


def test_a_hand_is_scored_once_and_only_as_it_is_written(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, scored = new_book(sqlite_database), []

    def score(*hand: Any) -> HandScore:
        scored.append(hand)
        return score_hand(*hand)

    monkeypatch.setattr(facts, "score_hand", score)
    looked_at(sqlite_database, book, FILE)
    assert len(scored) == 0
    brought(sqlite_database, book, FILE)
    assert len(scored) == len(ONE.hands) + len(TWO.hands)


def totals(database: Database) -> int:
    """How many matches are counted, over all the sums that they are a part of."""
    with database.read() as session:
        return session.scalar(select(func.coalesce(func.sum(table_of(Total).c.matches), 0))) or 0


def test_what_a_killed_import_left_goes_after_a_day(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = new_book(database)
    before = everything(database)
    monkeypatch.setattr(bringing, "_take_away", lambda *_: None)
    monkeypatch.setattr(bringing, "show", lambda *_: False)
    with pytest.raises(bringing.Changed):
        brought(database, book, FILE)
    with database.write() as session:
        long_ago = NOON - timedelta(days=400)
        session.execute(update(Match).values(deleted_at=long_ago))
    assert deletion.forget(database) == 2
    assert everything(database) == before


def test_a_match_that_nobody_timed_is_timed_now(database: Database) -> None:
    book = new_book(database)
    untimed = replace(ONE, started=None, hands=tuple(replace(h, noted=None) for h in ONE.hands))
    brought(database, book, lines(written(untimed, named(1))))
    assert counts(looked_at(database, book, lines(written(untimed, named(1))))) == (0, 1, 0, 0, 0)
