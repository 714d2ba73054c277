"""Import and export of events with their matches."""

import json
from io import BytesIO
from itertools import islice
from typing import Any

import pytest
from sqlalchemy import select, update

from scorekeeper.book.access import quotas
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.models.tables import EVENTS, MATCHES, PLAYERS
from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.comparison import ScorebookRef
from scorekeeper.book.transfer.event_exporter import load_events
from scorekeeper.book.transfer.exporter import export_event
from scorekeeper.book.transfer.importer import import_matches
from scorekeeper.rules.seating.bracket import find_winners
from scorekeeper.rules.seating.standings import rank
from tests.book.transfer.files import (
    checked,
    codes,
    everything,
    imported,
    lines,
    named,
    new_book,
    played,
    sent,
    written,
)

DAY = "2026-11-20"
EVENING = "event-0000000000000001"
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve")
TABLES = [
    {"table": 1, "seats": [1, 2, 3, 4], "match": named(1)},
    {"table": 2, "seats": [1, 5, 3, 2], "result": "played", "points": [312, -40], "winner": 0},
    {"table": 1, "seats": [4, 3, 5, 1], "match": named(3), "result": "walkover", "winner": 1},
    {"table": 1, "seats": [1, 2, 4, 3], "match": named(2)},
]
EVENT: dict[str, Any] = {
    "format": "spades-event/1",
    "id": EVENING,
    "name": "Friday club",
    "kind": "singles",
    "house": {"game": "partnership", "target": 250},
    "rounds_planned": 3,
    "most_tables": 4,
    "started": "2026-11-20T18:40:00+01:00",
    "ended": "2026-11-20T22:40:00+01:00",
    "entrants": [
        {"number": 1, "players": ["Ann"], "lot": 3, "seed": 1},
        {"number": 2, "players": ["Ben"], "lot": 1, "seed": 2},
        {"number": 3, "players": ["Cleo"], "lot": 2, "seed": 2},
        {"number": 4, "players": ["Dan"], "lot": 5, "seed": 1},
        {"number": 5, "players": ["Eve"], "lot": 4, "left": True},
    ],
    "rounds": [
        {
            "round": 1,
            "started": "2026-11-20T19:00:00+01:00",
            "tables": [TABLES[0]],
            "sits_out": [5],
        },
        {
            "round": 2,
            "started": "2026-11-20T19:40:00+01:00",
            "tables": [TABLES[1]],
            "sits_out": [4],
        },
        {
            "round": 3,
            "started": "2026-11-20T20:20:00+01:00",
            "tables": [TABLES[2]],
            "sits_out": [2],
        },
        {
            **{"round": 4, "lives": 1, "house": {"target": 350}},
            **{"started": "2026-11-20T21:00:00+01:00", "tables": [TABLES[3]]},
        },
    ],
}
MATCHES_OF_EVENT = [
    written(played(1, hands=30), named(1), players=["Ann", "Ben", "Cleo", "Dan"]),
    written(played(2, hands=30), named(2), players=["Ann", "Ben", "Dan", "Cleo"]),
]
FILE = lines(*MATCHES_OF_EVENT, EVENT)


def events(database: Database, book: ScorebookRef) -> list[Any]:
    return [*load_events(database, book.id)]


def places(database: Database) -> list[tuple[int, int]]:
    statement = select(MATCHES.c.event_round, MATCHES.c.event_table).order_by(MATCHES.c.event_round)
    with database.read() as session:
        return [(row.event_round, row.event_table) for row in session.execute(statement)]


def test_an_event_comes_with_its_matches_and_their_results(database: Database) -> None:
    book = new_book(database)
    result = imported(database, book, FILE)
    assert (result.imported, result.events, result.is_finished) == (2, 1, True)
    (stored,) = events(database, book)
    assert places(database) == [(1, 1), (4, 1)]
    assert [match.public_id for match in stored.matches.values()] == [named(1), named(2)]
    assert stored.event.rounds[0].tables[0].result is not None
    assert stored.name == "Friday club"
    assert stored.names[5] == ("Eve",)
    assert stored.round_rules[4].target == 350


@pytest.mark.parametrize("game", ["two-player", "three-handed"])
def test_the_match_of_another_game_comes_to_no_table(database: Database, game: str) -> None:
    book = new_book(database)
    imported(database, book, lines(written(played(1, game), named(1)), EVENT))
    (stored,) = events(database, book)
    assert stored.matches == {}


def test_ids_that_no_database_can_store_are_replaced(database: Database) -> None:
    odd = "a\0b\ud800"
    table = {**TABLES[0], "match": odd}
    event = {**EVENT, "id": odd, "rounds": [{**EVENT["rounds"][0], "tables": [table]}]}
    book = new_book(database)
    assert imported(database, book, lines(event)).events == 1
    assert imported(database, book, lines(event)).events == 0


def test_what_is_exported_is_imported_with_the_same_standings(database: Database) -> None:
    first, second = new_book(database), new_book(database)
    imported(database, first, FILE)
    (one,) = events(database, first)
    imported(database, second, b"".join(export_event(database, one)))
    (other,) = events(database, second)
    assert one.ref.public_id != other.ref.public_id
    assert rank(other.event) == rank(one.event)
    assert find_winners(other.event) == find_winners(one.event) != ()
    assert (other.typed, other.started_at, other.ended_at) == (
        *(one.typed, one.started_at, one.ended_at),
    )


def test_an_event_is_written_as_it_was_read(database: Database) -> None:
    book = new_book(database)
    imported(database, book, FILE)
    line = json.loads(sent(database, book).splitlines()[-1])
    expected = event_file.write(event_file.read(EVENT))
    # A match that the scorebook doesn't have is not named.
    del expected["rounds"][2]["tables"][0]["match"]
    assert line == expected


def test_importing_twice_changes_nothing(database: Database) -> None:
    book = new_book(database)
    imported(database, book, FILE)
    before = everything(database)
    report = checked(database, book, FILE)
    assert (report.same, report.same_events, report.new_events) == (2, 1, 0)
    assert not report.is_importable(overwrite=True)
    imported(database, book, FILE)
    assert everything(database) == before


def test_an_interrupted_import_is_finished_by_importing_again(database: Database) -> None:
    book = new_book(database)
    report = checked(database, book, FILE)
    assert (report.new, report.new_events, report.new_players) == (2, 1, 5)
    steps = import_matches(database, book, BytesIO(FILE), report)
    assert [step.imported for step in islice(steps, 2)] == [0, 2]
    assert events(database, book) == []
    again = checked(database, book, FILE)
    assert (again.same, again.new_events) == (2, 1)
    assert again.is_importable(overwrite=False)
    imported(database, book, FILE)
    assert len(events(database, book)) == 1
    assert places(database) == [(1, 1), (4, 1)]


def test_an_event_alone_finds_the_matches_that_are_here(database: Database) -> None:
    book = new_book(database)
    imported(database, book, lines(*MATCHES_OF_EVENT))
    imported(database, book, lines(EVENT))
    assert places(database) == [(1, 1), (4, 1)]


def test_matches_that_come_after_their_event_get_their_tables(database: Database) -> None:
    book = new_book(database)
    imported(database, book, lines(EVENT))
    (before,) = events(database, book)
    imported(database, book, lines(*MATCHES_OF_EVENT))
    assert checked(database, book, lines(EVENT)).is_importable(overwrite=False)
    assert imported(database, book, lines(EVENT)).events == 1
    (after,) = events(database, book)
    assert places(database) == [(1, 1), (4, 1)]
    assert after.ref.revision > before.ref.revision
    assert checked(database, book, lines(EVENT)).same_events == 1


def test_a_match_comes_to_no_table_that_has_one_or_is_gone(database: Database) -> None:
    book = new_book(database)
    imported(database, book, FILE)
    other = written(played(4, hands=30), named(4), players=["Ann", "Ben", "Cleo", "Dan"])
    imported(database, book, lines(other))
    table, round_ = {**TABLES[0], "match": named(4)}, EVENT["rounds"][0]
    taken = {**EVENT, "rounds": [{**round_, "tables": [table]}]}
    gone = {**EVENT, "rounds": [{**round_, "round": 9, "tables": [table]}]}
    assert imported(database, book, lines(taken)).events == 0
    assert imported(database, book, lines(gone)).events == 0


def test_a_typed_result_of_a_file_is_no_change_since_the_next_round(database: Database) -> None:
    book = new_book(database)
    typed = {**TABLES[0], "match": None, "result": "played", "points": [300, 200]}
    rounds = [{**EVENT["rounds"][0], "tables": [typed]}, *EVENT["rounds"][1:3]]
    imported(database, book, lines({**EVENT, "rounds": rounds}))
    (stored,) = events(database, book)
    assert stored.typed[1, 1].winner == 0
    assert stored.list_changed_since_seating() == []


def test_an_event_deleted_during_an_export_is_left_out(database: Database) -> None:
    book = new_book(database)
    imported(database, book, FILE)
    imported(database, book, lines({**EVENT, "id": "event-0000000000000002"}))
    exported = load_events(database, book.id)
    assert next(exported).name == "Friday club"
    with database.write() as session:
        session.execute(update(EVENTS).values(deleted_at=now()))
    assert list(exported) == []


def test_a_match_stays_in_its_first_event(database: Database) -> None:
    book = new_book(database)
    imported(database, book, FILE)
    imported(database, book, lines({**EVENT, "id": "event-0000000000000002"}))
    first, second = events(database, book)
    assert (len(first.matches), len(second.matches)) == (2, 0)


def test_an_event_without_an_id_is_recognized_by_its_content(database: Database) -> None:
    book, nameless = new_book(database), lines({**EVENT, "id": None})
    imported(database, book, nameless)
    assert checked(database, book, nameless).same_events == 1


def test_a_deleted_event_is_restored(database: Database) -> None:
    book = new_book(database)
    imported(database, book, FILE)
    with database.write() as session:
        session.execute(update(EVENTS).values(deleted_at=now()))
    assert events(database, book) == []
    assert checked(database, book, FILE).new_events == 1
    revisions = select(MATCHES.c.revision).order_by(MATCHES.c.event_round)
    with database.read() as session:
        before = session.scalars(revisions).all()
    imported(database, book, FILE)
    assert len(events(database, book)) == 1
    # Their pages lead to it again.
    with database.read() as session:
        assert session.scalars(revisions).all() == [one + 1 for one in before]


def test_people_are_found_by_their_names(database: Database) -> None:
    book = new_book(database)
    imported(database, book, lines(*MATCHES_OF_EVENT))
    imported(database, book, lines(EVENT))
    with database.read() as session:
        names = session.scalars(select(PLAYERS.c.name).order_by(PLAYERS.c.name)).all()
    assert names == list(PEOPLE)


def test_a_broken_event_stops_the_import_of_its_file(database: Database) -> None:
    book = new_book(database)
    report = checked(database, book, lines(*MATCHES_OF_EVENT, {**EVENT, "kind": "ladder"}))
    assert codes(report) == [(3, "not a choice")]
    assert not report.is_importable(overwrite=True)


def test_two_spellings_of_one_person_are_two_people(database: Database) -> None:
    book = new_book(database)
    entrants = [*EVENT["entrants"][:4], {**EVENT["entrants"][4], "players": ["Änn"]}]
    imported(database, book, lines({**EVENT, "entrants": entrants}))
    (stored,) = events(database, book)
    assert (stored.names[1], stored.names[5]) == (("Ann",), ("Änn",))


def test_a_quota_of_players_stops_before_the_event(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = new_book(database)
    monkeypatch.setattr(quotas, "get_quotas", lambda _session: {"players": 4})
    result = imported(database, book, FILE)
    assert (result.imported, result.events, result.is_finished) == (2, 0, False)
    assert result.enough is not None
