"""People of an event are players of the scorebook: renamed, merged, split, and not deleted."""

import pytest

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import entrants
from scorekeeper.book.events.entrants import AlreadyEntered
from scorekeeper.book.matches import deletion, seats
from scorekeeper.book.models.tables import PLAYERS
from scorekeeper.book.players import player_names
from scorekeeper.rules.seating.event import EventKind
from tests.book.player_queries import find_ids, merge, rename
from tests.book.scorers import Phone
from tests.databases import count_rows, do
from tests.evening import NINE, PAIRS, Entries, Evening

KINDS = pytest.mark.parametrize(
    ("names", "kind"),
    [(NINE, EventKind.SINGLES), (PAIRS, EventKind.SWISS)],
    ids=["people", "pairs"],
)


@pytest.fixture
def pairs(database: Database) -> Evening:
    return Evening.create(database, PAIRS, EventKind.SWISS)


def test_a_new_name_shows_in_the_event(evening: Evening, owner: Phone) -> None:
    before = evening.load()
    rename(owner, "Ben", "Benjamin")
    after = evening.load()
    assert after.names[2] == ("Benjamin",)
    assert after.players == before.players
    assert after.ref.revision > before.ref.revision


def test_merged_spellings_show_as_one_and_split_again(evening: Evening, owner: Phone) -> None:
    owner.start(["Annie", "Bob", "Cy", "Di"])
    before = evening.load().ref.revision
    spelling = find_ids(owner)["Ann"]
    merge(owner, "Ann", "Annie")
    merged = evening.load()
    assert merged.names[1] == ("Annie",)
    assert merged.ref.revision > before
    owner.do(player_names.split, spelling)
    again = evening.load()
    assert again.names[1] == ("Ann",)
    assert again.ref.revision > merged.ref.revision


def test_someone_who_takes_part_is_not_added_under_another_spelling(
    evening: Evening, owner: Phone
) -> None:
    owner.start(["Annie", "Bob", "Cy", "Di"])
    merge(owner, "Ann", "Annie")
    with pytest.raises(AlreadyEntered) as told:
        evening.add(("Annie",))
    assert told.value.name == "Annie"
    with pytest.raises(AlreadyEntered):
        evening.add(("ANN",))


@KINDS
def test_two_who_take_part_in_one_event_are_not_one_person(
    database: Database, names: Entries, kind: EventKind
) -> None:
    owner = Phone(database, Evening.create(database, names, kind).secret)
    for name, into in (("Ann", "Ben"), ("Dan", "Ann")):
        with pytest.raises(player_names.PlayersShareMatch):
            merge(owner, name, into)


def test_two_in_different_events_can_be_one_person(evening: Evening, owner: Phone) -> None:
    other = Evening.create(evening.database, [("Annie",)], secret=evening.secret)
    merge(owner, "Annie", "Ann")
    assert other.load().players[1] == evening.load().players[1]


def test_entrants_are_not_deleted_with_their_last_match(evening: Evening, owner: Phone) -> None:
    ref = owner.look(owner.start())
    do(evening.database, deletion.purge, [ref.key])
    assert len(evening.load().names) == 8
    assert count_rows(evening.database, PLAYERS) == 8


@KINDS
def test_an_entrant_who_is_removed_is_deleted_unless_known(
    database: Database, names: Entries, kind: EventKind
) -> None:
    owner = Phone(database)
    owner.start(["Ann", "Bob", "Cy", "Di"])
    evening = Evening.create(database, names, kind, secret=owner.secret)
    known = find_ids(owner).keys()
    removed = evening.do(entrants.remove_entrant, 1)
    assert find_ids(owner).keys() == known - ({*removed} - {"Ann"})
    assert 1 not in evening.load().names


def test_another_spelling_at_the_table_shows_in_the_event_and_another_name_does_not(
    evening: Evening, owner: Phone
) -> None:
    evening.seat()
    match = evening.score(1)
    before = evening.load()
    owner.do(seats.name_seats, match, {1: "Somebody else"})
    after = evening.load()
    assert after.names == before.names
    assert after.ref.revision == before.ref.revision
    first = evening.latest.tables[0].seats[0]
    name = before.names[first][0].upper()
    owner.do(seats.name_seats, match, {0: name})
    after = evening.load()
    assert after.names[first] == (name,)
    assert after.ref.revision > before.ref.revision


def test_one_person_is_no_pair_and_both_names_of_a_pair_can_change(
    evening: Evening, pairs: Evening
) -> None:
    with pytest.raises(AccessDenied):
        evening.add(("Zoë", "Zack"))
    before = pairs.find().revision
    with pytest.raises(AccessDenied):
        pairs.add(("Zoë",))
    assert pairs.find().revision == before
    owner = Phone(pairs.database, pairs.secret)
    rename(owner, "Ann", "Anna")
    rename(owner, "Ben", "Benjamin")
    assert pairs.load().names[1] == ("Anna", "Benjamin")
