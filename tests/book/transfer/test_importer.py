import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Table, select

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import Busy
from scorekeeper.book.matches import deletion
from scorekeeper.book.models.tables import MATCH_SIDES, MATCHES, PLAYERS
from scorekeeper.book.transfer import importer
from scorekeeper.book.transfer.importer import MAX_BROKEN
from scorekeeper.rules import Bid, HouseRules, Match, Taker, match_file
from scorekeeper.rules.lines import HandScore
from scorekeeper.rules.match import facts
from scorekeeper.rules.scoring.hand import score_hand
from scorekeeper.words.review.bg_stats import build_link
from tests.book.scorers import NOON, Scorer, bid
from tests.book.transfer.files import Book, codes, counts, lines, named, played, written
from tests.databases import fetch

ONE, TWO = played(1), played(2, "two-player")
FILE = lines(written(ONE, named(1)), written(TWO, named(2)))
MANY = lines(*(written(played(number % 7), named(number)) for number in range(250)))


def ids(file: bytes) -> list[str]:
    return [json.loads(line)["id"] for line in file.splitlines()]


def hands(file: bytes) -> list[Any]:
    return [json.loads(line)["hands"] for line in file.splitlines()]


def test_a_check_counts_matches_and_writes_nothing_nor_does_a_second_import(book: Book) -> None:
    before = book.rows()
    report = book.check(FILE)
    assert counts(report) == (2, 0, 0, 0, 0)
    assert report.new_players == 4
    assert book.rows() == before
    book.store(FILE)
    before = book.rows()
    assert counts(book.check(FILE)) == (0, 2, 0, 0, 0)
    book.store(FILE)
    assert book.rows() == before


def test_tallied_tricks_are_imported(book: Book) -> None:
    begun = bid(played(1, hands=0))
    one = begun.note_trick(Taker(0, 0), NOON)
    two = one.note_trick(Taker(1, asked=True), NOON)
    file = lines(written(one, named(1)), written(TWO, named(2)), written(two, named(3)))
    book.store(file)
    assert hands(book.export()) == hands(file)


def test_a_recorded_match_is_recognized_by_content_as_the_first_of_equal_ones(ann: Scorer) -> None:
    book = Book(ann.database, ann.look(ann.start(match=ONE)).scorebook_id)
    assert counts(book.check(lines(written(ONE)))) == (0, 1, 0, 0, 0)
    assert counts(book.check(lines(written(ONE, note="rainy")))) == (1, 0, 0, 0, 0)
    three = lines(*[written(ONE)] * 3)
    assert book.store(three).imported == 2
    assert counts(book.check(three)) == (0, 3, 0, 0, 0)


@pytest.mark.parametrize("started", [ONE.started, None], ids=["dated", "undated"])
def test_equal_matches_without_an_id_are_counted(book: Book, started: object) -> None:
    one = written(ONE) if started else written(ONE, started=None)
    assert book.store(lines(one, one)).imported == 2
    assert counts(book.check(lines(one, one, one))) == (1, 2, 0, 0, 0)
    assert book.store(lines(one, one, one)).imported == 1
    before = book.rows()
    book.store(lines(one))
    book.store(lines(one, one, one))
    assert book.rows() == before
    assert len(book.export().splitlines()) == 3


def test_equal_matches_with_and_without_id_are_imported_once(book: Book) -> None:
    both = lines(*[written(ONE, named(number)) for number in (1, 2)], *[written(ONE)] * 3)
    assert counts(book.check(both)) == (3, 0, 0, 0, 0)
    assert book.store(both).imported == 3
    assert counts(book.check(both)) == (0, 3, 0, 0, 0)


def test_an_undated_match_imported_by_0_7_is_recognized(book: Book) -> None:
    undated = written(ONE, started=None)
    name = json.dumps([undated[field] for field in ("started", "players", "hands")])
    book.store(lines({**undated, "id": book.ref.derive_id(name)}))
    assert counts(book.check(lines(undated, undated))) == (1, 1, 0, 0, 0)


def test_an_id_of_another_scorebook_is_replaced(database: Database) -> None:
    mine, yours = Book(database), Book(database)
    mine.store(FILE)
    theirs = mine.export()
    yours.store(FILE)
    assert mine.export() == theirs
    assert named(1).encode() not in yours.export()
    before = yours.rows()
    yours.store(FILE)
    assert yours.rows() == before


def test_a_different_match_is_kept_by_default(book: Book) -> None:
    book.store(FILE)
    before = book.rows()
    other = lines(written(played(9), named(1)))
    report = book.check(other)
    assert counts(report) == (0, 0, 1, 0, 0)
    assert [(one.incoming.line, one.public_id) for one in report.listed] == [(1, named(1))]
    book.store(other)
    assert book.rows() == before


def test_overwriting_replaces_a_different_match(ann: Scorer) -> None:
    started = ann.start(match=ONE)
    stored = ann.load(started)
    book = Book(ann.database, ann.look(started).scorebook_id)
    longer = written(played(1, hands=5), started, players=["Ann", "Ben", "Cleo", "Eve"])
    result = book.store(lines(longer), overwrite=True)
    assert (result.total, result.imported, result.is_finished) == (1, 1, True)
    found = ann.load(started)
    assert (found.id, len(found.match.hands)) == (stored.id, 5)
    assert found.version > stored.version
    assert found.revision > stored.revision
    assert found.can_write
    assert "Dan" not in fetch(ann.database, select(PLAYERS.c.name))
    before = book.rows()
    book.store(lines(longer), overwrite=True)
    assert book.rows() == before


def test_a_different_deleted_match_is_imported_as_new(ann: Scorer) -> None:
    started = ann.start(match=ONE)
    book = Book(ann.database, ann.look(started).scorebook_id)
    ann.do(deletion.soft_delete, started)
    file = lines(written(played(1, hands=5), started))
    assert counts(book.check(file)) == (1, 0, 0, 0, 0)
    assert book.store(file).imported == 1
    assert len(ann.load(started).match.hands) == 5


def test_importing_restores_an_equal_deleted_match(ann: Scorer) -> None:
    started = ann.start(match=ONE)
    file = lines(written(ann.load(started).match, started))
    book = Book(ann.database, ann.look(started).scorebook_id)
    ann.do(deletion.soft_delete, started)
    assert counts(book.check(file)) == (0, 0, 0, 1, 0)
    book.store(file)
    assert ann.load(started).match.hands


def test_a_file_with_a_broken_line_is_refused(book: Book) -> None:
    before = book.rows()
    file = MANY + lines('{"format": "spades-match/2"', written(ONE, named(300), first=9))
    report = book.check(file)
    assert report.count_importable(overwrite=True) == 0
    assert codes(report) == [(251, "not JSON"), (252, "no such seat")]
    with pytest.raises(ValueError, match="broken lines"):
        next(book.store_in_steps(file, report))
    assert book.rows() == before


def test_the_check_stops_after_a_hundred_broken_lines(sqlite_book: Book) -> None:
    report = sqlite_book.check(b"hello\n" * 1000 + MANY)
    assert codes(report) == [(number, "not JSON") for number in range(1, MAX_BROKEN + 1)]
    assert report.is_cut_short
    assert report.matches == MAX_BROKEN


def test_a_repeated_match_in_a_file_counts_once(book: Book) -> None:
    one = written(ONE, named(1))
    assert counts(book.check(lines(one, one))) == (1, 0, 0, 0, 0)
    report = book.check(lines(one, {**one, "note": "rainy"}))
    assert codes(report) == [(2, "match twice")]
    behind = [
        {**one, "opening": [{"points": points, "bags": 0}, {"points": 0, "bags": 0}]}
        for points in (-1, -2)
    ]
    assert codes(book.check(lines(*behind))) == [(2, "match twice")]


def test_imported_names_match_known_players(book: Book) -> None:
    book.store(lines(written(ONE, named(1))))
    file = lines(written(ONE, named(2), players=["ANN", "Bén", "Cleo", "Dan"]))
    assert book.check(file).new_players == 0
    book.store(file)
    assert b"ANN" not in book.export()
    assert counts(book.check(file)) == (0, 1, 0, 0, 0)


def test_two_spellings_in_a_file_stay_two_players(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "BATCH_SIZE", 1)
    both = written(ONE, named(1), players=["Zoe", "Zoë", "Cleo", "Dan"])
    alone = written(ONE, named(2), players=["Zoë", "Ben", "Cleo", "Dan"])
    book.store(lines(written(ONE, named(3), players=["ZOE", "Ben", "Cleo", "Dan"])))
    report = book.check(lines(alone, both))
    assert (report.alike, report.new_players) == ({}, 2)
    book.store(lines(alone, both))
    names = set(fetch(book.database, select(PLAYERS.c.name)))
    assert {"ZOE", "Zoe", "Zoë"} <= names


def test_an_import_stores_results(book: Book) -> None:
    finished = played(3, hands=40)
    assert finished.outcome is not None
    book.store(lines(written(finished, named(1))))
    with book.database.read() as session:
        winner = session.scalar(select(MATCHES.c.winner))
        points = list(session.scalars(select(MATCH_SIDES.c.points).order_by(MATCH_SIDES.c.side)))
    assert winner == finished.outcome.winner
    assert points == [standing.points for standing in finished.standings]


@contextmanager
def failing(database: Database, after: int) -> Iterator[None]:
    """Make the database busy for writers after some transactions."""
    write, left = database.write, iter(range(after))

    def busy() -> Any:
        if next(left, None) is None:
            raise Busy("other threads are writing")
        return write()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(database, "write", busy)
        yield


def test_an_interrupted_import_is_finished_by_repeating_it(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "BATCH_SIZE", 10)
    zoes = [
        written(played(number), named(number), players=[name, "Ben", "Cleo", "Dan"])
        for number, name in enumerate(["Zoe"] * 15 + ["Zoë"] * 15)
    ]
    file, steps = lines(*zoes), []
    report = book.check(file)
    with failing(book.database, after=2), suppress(Busy):
        steps.extend(
            (result.imported, len(book.export().splitlines()))
            for result in book.store_in_steps(file, report)
        )
    assert steps == [(0, 0), (10, 10), (20, 20)]
    assert counts(book.check(file)) == (10, 20, 0, 0, 0)
    assert book.store(file).imported == 10
    assert ids(book.export()) == ids(file)
    assert json.loads(book.export().splitlines()[-1])["players"][0] == "Zoë"


def test_a_file_imported_twice_at_once_is_stored_once(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "BATCH_SIZE", 10)
    file = FILE + lines(*[written(ONE, note="again")] * 48)
    report = book.check(file)

    def work(_: int) -> int:
        *_, result = book.store_in_steps(file, report)
        return result.imported

    with ThreadPoolExecutor(2) as both:
        assert sum(both.map(work, range(2))) == 50
    assert len(book.export().splitlines()) == 50


def test_a_quota_stops_an_import(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "BATCH_SIZE", 10)
    file = b"".join(MANY.splitlines(keepends=True)[:25])
    book.database.quotas = {"matches": 20}
    result = book.store(file)
    assert (result.imported, result.total, result.is_finished) == (18, 25, False)
    assert result.enough is not None
    assert result.enough.what == "matches"
    assert result.enough.seconds > 0
    assert ids(book.export()) == ids(file)[:18]
    assert book.store(file).imported == 0
    book.database.quotas = {"matches": 400}
    assert book.store(file).is_finished
    assert ids(book.export()) == ids(file)


def test_a_quota_filled_by_imports_leaves_some_matches(ann: Scorer) -> None:
    book = Book(ann.database, ann.look(ann.start()).scorebook_id)
    ann.database.quotas = {"matches": 10}
    assert book.store(MANY).imported == 8
    assert ann.start()


def test_the_player_quota_stops_an_import(book: Book) -> None:
    book.database.quotas = {"players": 4}
    third = written(ONE, named(3), players=["Ann", "Ben", "Cleo", "Eve"])
    result = book.store(FILE + lines(third) + lines(written(TWO, named(4))))
    assert (result.imported, result.total) == (2, 4)
    assert result.enough is not None
    assert result.enough.what == "players"
    assert "Eve" not in fetch(book.database, select(PLAYERS.c.name))


def merge(database: Database, one: str, into: str) -> None:
    with database.write() as session:
        people = session.execute(select(PLAYERS.c.name, PLAYERS.c.id)).all()
        ids = dict(map(tuple, people))
        session.execute(
            PLAYERS.update()
            .where(PLAYERS.c.id == ids[one])
            .values(canonical_id=ids[into], merged_into=ids[into])
        )


def test_two_players_who_became_one_replace_no_match(book: Book) -> None:
    book.store(FILE + lines(written(TWO, named(3), players=["Gus", "Ann"])))
    merge(book.database, "Gus", "Ben")
    file = lines(written(TWO, named(2), players=["Gus", "Ben"]), written(TWO, named(3), note="x"))
    report = book.check(file)
    assert counts(report) == (0, 0, 2, 0, 0)
    assert [(one.line, one.error.code) for one in report.refused] == [(1, "same name twice")]
    assert [one.differences for one in report.listed] == [("players",), ("players", "note")]
    result = book.store(file, overwrite=True)
    assert (result.imported, result.total, codes(result)) == (1, 1, [(1, "same name twice")])


def test_a_line_that_became_invalid_is_left_out(ann: Scorer) -> None:
    book = Book(ann.database, ann.look(ann.start(match=ONE)).scorebook_id)
    file = FILE + lines(written(played(3), named(3)))
    report = book.check(file)
    assert report.new == 3
    merge(ann.database, "Cleo", "Dan")
    *_, result = book.store_in_steps(file, report)
    assert codes(result) == [(1, "same name twice"), (3, "same name twice")]
    assert (result.imported, result.total, result.is_finished) == (1, 3, True)


def test_an_import_scores_each_hand_once(
    sqlite_book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored = []

    def score(*hand: Any) -> HandScore:
        scored.append(hand)
        return score_hand(*hand)

    monkeypatch.setattr(facts, "score_hand", score)
    sqlite_book.check(FILE)
    assert len(scored) == 0
    sqlite_book.store(FILE)
    assert len(scored) == len(ONE.hands) + len(TWO.hands)


def test_a_match_without_times_gets_the_current_time(book: Book) -> None:
    untimed = replace(ONE, started=None, hands=tuple(replace(h, noted=None) for h in ONE.hands))
    book.store(lines(written(untimed, named(1))))
    assert counts(book.check(lines(written(untimed, named(1))))) == (0, 1, 0, 0, 0)


def untimed(match: Match, **changes: Any) -> dict[str, Any]:
    """A match file as a person types it: with a start, and without any other time."""
    data = written(match, **{"ended": None, **changes})
    return {**data, "hands": [{**hand, "noted": None} for hand in data["hands"]]}


OLD = datetime(2024, 3, 1, 20, tzinfo=UTC)
WHOLE = played(3, hands=99, started=OLD)
UNTIMED = {
    "decided": untimed(WHOLE),
    "in play": untimed(played(4, started=OLD)),
    "ended early": untimed(played(4, started=OLD), ended="2024-03-01T20:00:00Z"),
    "by the clock": untimed(
        Match.start(HouseRules.of("two-player", minutes=5), ["Ann", "Ben"], started=OLD)
        .bid([Bid(5), Bid(6)])
        .record_tricks([7, 6])
    ),
    "no start": untimed(WHOLE, started=None, ended="2024-03-01T22:00:00Z"),
}


@pytest.mark.parametrize("one", UNTIMED.values(), ids=UNTIMED.keys())
def test_unknown_times_of_a_file_stay_on_the_day_of_its_match(
    database: Database, one: dict[str, Any]
) -> None:
    here, there = Book(database), Book(database)
    here.store(lines(one))
    exported = here.export()
    data = json.loads(exported)
    moments = [data["started"], *(hand["noted"] for hand in data["hands"]), data["ended"]]
    assert {str(moment)[:10] for moment in moments} <= {"2024-03-01", "None"}
    there.store(exported)
    copied = json.loads(there.export())
    assert {**copied, "id": ""} == {**data, "id": ""}
    assert b"2024-03-01" in here.export_results()
    assert str(NOON.year).encode() not in here.export_results()
    assert match_file.read(data).outcome == match_file.read(one).outcome
    assert [row.started_at.year for row in in_book(here, MATCHES)] == [2024]
    assert {row.last_played_at.date() for row in in_book(here, MATCHES)} == {OLD.date()}
    assert counts(here.check(lines(one))) == counts(here.check(exported)) == (0, 1, 0, 0, 0)


def test_a_hand_without_a_time_gets_that_of_the_hand_before(book: Book) -> None:
    one = untimed(WHOLE)
    one["hands"][1]["noted"] = "2024-03-01T20:30:00Z"
    book.store(lines(one))
    [data] = map(json.loads, book.export().splitlines())
    assert [hand["noted"][11:16] for hand in data["hands"]][:3] == ["20:00", "20:30", "20:30"]
    assert "2024-03-01%2020%3A30" in build_link(match_file.read(data), "x")


@pytest.mark.parametrize("name", ["decided", "in play", "ended early", "by the clock"])
def test_a_match_to_which_0_15_gave_the_day_of_its_import_keeps_it(book: Book, name: str) -> None:
    one = {**UNTIMED[name], "id": named(1)}
    noted = "2026-11-20T10:00:00Z"
    ended = {"decided": noted, "ended early": one["ended"]}.get(name)
    before = {**one, "hands": [{**hand, "noted": noted} for hand in one["hands"]], "ended": ended}
    book.store(lines(before))
    exported = book.export()
    assert counts(book.check(lines(one))) == (0, 1, 0, 0, 0)
    book.store(lines(one))
    assert book.export() == exported


def in_book(book: Book, table: Table) -> list[Any]:
    with book.database.read() as session:
        where = table.c.scorebook_id == book.ref.id
        return list(session.execute(select(table).where(where)).all())
