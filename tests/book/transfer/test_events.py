"""Import and export of events with their matches."""

import json
from itertools import islice
from typing import Any

import pytest
from sqlalchemy import select, update

from scorekeeper.book.access import quotas
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.models.tables import EVENTS, MATCHES, PLAYERS
from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.exporter import export_event, load_events
from scorekeeper.rules.seating.final import rank_finally
from tests.book.transfer.files import Book, codes, lines, named, played, written
from tests.databases import execute, fetch

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
        *(
            {
                **{"round": number, "started": f"2026-11-20T{at}:00+01:00"},
                **{"tables": [TABLES[number - 1]], "sits_out": [out]},
            }
            for number, at, out in ((1, "19:00", 5), (2, "19:40", 4), (3, "20:20", 2))
        ),
        {
            **{"round": 4, "lives": 1, "house": {"target": 350}},
            **{"started": "2026-11-20T21:00:00+01:00", "tables": [TABLES[3]]},
        },
    ],
    "at_end": [
        {"round": 1, "table": 1, "result": "played", "points": [312, 250], "winner": 0},
        {"round": 2, "table": 1, "result": "none"},
        # The other side gave up.
        {"round": 3, "table": 1, "result": "played", "points": [120, 160], "winner": 0},
        {"round": 4, "table": 1, "result": "walkover", "winner": 1},
    ],
}
MATCHES_OF_EVENT = [
    written(played(1, hands=30), named(1), players=["Ann", "Ben", "Cleo", "Dan"]),
    written(played(2, hands=30), named(2), players=["Ann", "Ben", "Dan", "Cleo"]),
]
FILE = lines(*MATCHES_OF_EVENT, EVENT)


def events(book: Book) -> list[Any]:
    return [*load_events(book.database, book.ref.id)]


def places(book: Book) -> list[tuple[int, int]]:
    statement = select(MATCHES.c.event_round, MATCHES.c.event_table).order_by(MATCHES.c.event_round)
    with book.database.read() as session:
        return [(row.event_round, row.event_table) for row in session.execute(statement)]


def test_an_event_comes_with_its_matches_and_their_results(book: Book) -> None:
    result = book.store(FILE)
    assert (result.imported, result.events, result.is_finished) == (2, 1, True)
    (stored,) = events(book)
    assert places(book) == [(1, 1), (4, 1)]
    assert [match.public_id for match in stored.matches.values()] == [named(1), named(2)]
    assert stored.event.rounds[0].tables[0].result is not None
    assert stored.name == "Friday club"
    assert stored.names[5] == ("Eve",)
    assert stored.event.find_house(4).target == 350


@pytest.mark.parametrize("game", ["two-player", "three-handed"])
def test_the_match_of_another_game_comes_to_no_table(book: Book, game: str) -> None:
    book.store(lines(written(played(1, game), named(1)), EVENT))
    (stored,) = events(book)
    assert stored.matches == {}


def test_ids_that_no_database_can_store_are_replaced(book: Book) -> None:
    odd = "a\0b\ud800"
    table = {**TABLES[0], "match": odd}
    event = {**EVENT, "id": odd, "rounds": [{**EVENT["rounds"][0], "tables": [table]}]}
    assert book.store(lines(event)).events == 1
    assert book.store(lines(event)).events == 0


def test_what_is_exported_is_imported_with_the_same_standings(database: Database) -> None:
    first, second = Book(database), Book(database)
    first.store(FILE)
    (one,) = events(first)
    second.store(b"".join(export_event(database, one)))
    (other,) = events(second)
    assert one.ref.public_id != other.ref.public_id
    assert rank_finally(other.event) == rank_finally(one.event) != []
    assert (other.event.typed, other.started_at, other.ended_at) == (
        *(one.event.typed, one.started_at, one.ended_at),
    )


def test_an_event_is_written_as_it_was_read_and_importing_it_twice_changes_nothing(
    book: Book,
) -> None:
    book.store(FILE)
    line = json.loads(book.export().splitlines()[-1])
    expected = event_file.write(event_file.read(EVENT))
    # A match that the scorebook doesn't have is not named.
    del expected["rounds"][2]["tables"][0]["match"]
    assert line == expected
    before = book.rows()
    report = book.check(FILE)
    assert (report.same, report.same_events, report.new_events) == (2, 1, 0)
    assert not report.is_importable(overwrite=True)
    book.store(FILE)
    assert book.rows() == before


def test_an_interrupted_import_is_finished_by_importing_again(book: Book) -> None:
    report = book.check(FILE)
    assert (report.new, report.new_events, report.new_players) == (2, 1, 5)
    steps = book.store_in_steps(FILE, report)
    assert [step.imported for step in islice(steps, 2)] == [0, 2]
    assert events(book) == []
    again = book.check(FILE)
    assert (again.same, again.new_events) == (2, 1)
    assert again.is_importable(overwrite=False)
    book.store(FILE)
    assert len(events(book)) == 1
    assert places(book) == [(1, 1), (4, 1)]


def test_a_typed_result_of_a_file_is_no_change_since_the_next_round(book: Book) -> None:
    typed = {**TABLES[0], "match": None, "result": "played", "points": [300, 200]}
    rounds = [{**EVENT["rounds"][0], "tables": [typed]}, *EVENT["rounds"][1:3]]
    book.store(lines({**EVENT, "rounds": rounds}))
    (stored,) = events(book)
    assert stored.event.typed[1, 1].winner == 0
    assert stored.list_changed_since_seating() == []


def test_a_match_stays_in_its_first_event_and_one_deleted_during_an_export_is_left_out(
    book: Book,
) -> None:
    book.store(FILE)
    book.store(lines({**EVENT, "id": "event-0000000000000002"}))
    first, second = events(book)
    assert (len(first.matches), len(second.matches)) == (2, 0)
    exported = load_events(book.database, book.ref.id)
    assert next(exported).name == "Friday club"
    execute(book.database, update(EVENTS).values(deleted_at=now()))
    assert list(exported) == []


def test_an_event_without_an_id_is_recognized_by_its_content(book: Book) -> None:
    nameless = lines({**EVENT, "id": None})
    book.store(nameless)
    assert book.check(nameless).same_events == 1


def test_a_deleted_event_is_restored(book: Book) -> None:
    book.store(FILE)
    execute(book.database, update(EVENTS).values(deleted_at=now()))
    assert events(book) == []
    assert book.check(FILE).new_events == 1
    revisions = select(MATCHES.c.revision).order_by(MATCHES.c.event_round)
    before = fetch(book.database, revisions)
    book.store(FILE)
    assert len(events(book)) == 1
    # Their pages lead to it again.
    assert fetch(book.database, revisions) == [one + 1 for one in before]


def test_an_event_alone_finds_the_matches_and_people_that_are_here(book: Book) -> None:
    book.store(lines(*MATCHES_OF_EVENT))
    book.store(lines(EVENT))
    assert places(book) == [(1, 1), (4, 1)]
    names = fetch(book.database, select(PLAYERS.c.name).order_by(PLAYERS.c.name))
    assert names == list(PEOPLE)


def test_a_broken_event_stops_the_import_of_its_file(book: Book) -> None:
    report = book.check(lines(*MATCHES_OF_EVENT, {**EVENT, "kind": "ladder"}))
    assert codes(report) == [(3, "not a choice")]
    assert not report.is_importable(overwrite=True)


def test_two_spellings_of_one_person_are_two_people(book: Book) -> None:
    entrants = [*EVENT["entrants"][:4], {**EVENT["entrants"][4], "players": ["Änn"]}]
    book.store(lines({**EVENT, "entrants": entrants}))
    (stored,) = events(book)
    assert (stored.names[1], stored.names[5]) == (("Ann",), ("Änn",))


def test_a_quota_of_players_stops_before_the_event(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "get_quotas", lambda _session: {"players": 4})
    result = book.store(FILE)
    assert (result.imported, result.events, result.is_finished) == (2, 0, False)
    assert result.enough is not None
