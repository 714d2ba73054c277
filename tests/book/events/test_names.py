"""People of an event are players of the scorebook: renamed, merged, split, and not deleted."""

import pytest

from scorekeeper.book.access import event_grants
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import entrants
from scorekeeper.book.events.entrants import AlreadyEntered
from scorekeeper.book.matches import deletion, seats
from scorekeeper.book.models.tables import PLAYERS
from scorekeeper.book.players import player_names
from scorekeeper.rules.seating.event import EventKind
from tests.book.events.organisers import Organiser
from tests.book.player_queries import whom
from tests.book.scorers import Scorer
from tests.databases import count_rows


@pytest.fixture
def organiser(database: Database) -> Organiser:
    return Organiser(database)


def ids(organiser: Organiser) -> dict[str, str]:
    with organiser.database.read() as session:
        return {one.name: one.public_id for one in whom(session, organiser.secret)}


def rename(organiser: Organiser, name: str, new: str) -> None:
    with organiser.database.write() as session:
        player_names.rename(session, organiser.secret, ids(organiser)[name], new)


def merge(organiser: Organiser, name: str, into: str) -> None:
    known = ids(organiser)
    with organiser.database.write() as session:
        player_names.merge(session, organiser.secret, known[name], known[into])


def add(organiser: Organiser, public_id: str, *names: str) -> list[int]:
    with organiser.database.write() as session:
        return entrants.add_entrants(session, organiser.secret, public_id, [names])


def test_a_new_name_shows_in_the_event(organiser: Organiser) -> None:
    public_id = organiser.create()
    before = organiser.load(public_id)
    rename(organiser, "Ben", "Benjamin")
    after = organiser.load(public_id)
    assert after.names[2] == ("Benjamin",)
    assert after.players == before.players
    assert after.ref.revision > before.ref.revision


def test_both_names_of_a_pair_can_change(organiser: Organiser) -> None:
    public_id = organiser.create(kind=EventKind.SWISS)
    rename(organiser, "Ann", "Anna")
    rename(organiser, "Ben", "Benjamin")
    assert organiser.load(public_id).names[1] == ("Anna", "Benjamin")


def test_merged_spellings_show_as_one_and_split_again(organiser: Organiser) -> None:
    public_id = organiser.create()
    Scorer(organiser.database, organiser.secret).start(["Annie", "Bob", "Cy", "Di"])
    before = organiser.load(public_id).ref.revision
    spelling = ids(organiser)["Ann"]
    merge(organiser, "Ann", "Annie")
    merged = organiser.load(public_id)
    assert merged.names[1] == ("Annie",)
    assert merged.ref.revision > before
    with organiser.database.write() as session:
        player_names.split(session, organiser.secret, spelling)
    again = organiser.load(public_id)
    assert again.names[1] == ("Ann",)
    assert again.ref.revision > merged.ref.revision


def test_someone_who_takes_part_is_not_added_under_another_spelling(organiser: Organiser) -> None:
    public_id = organiser.create()
    Scorer(organiser.database, organiser.secret).start(["Annie", "Bob", "Cy", "Di"])
    merge(organiser, "Ann", "Annie")
    with pytest.raises(AlreadyEntered) as told:
        add(organiser, public_id, "Annie")
    assert told.value.name == "Annie"
    with pytest.raises(AlreadyEntered):
        add(organiser, public_id, "ANN")


@pytest.mark.parametrize("kind", [EventKind.SINGLES, EventKind.SWISS])
def test_two_who_take_part_in_one_event_are_not_one_person(
    organiser: Organiser, kind: EventKind
) -> None:
    organiser.create(kind=kind)
    for name, into in (("Ann", "Ben"), ("Dan", "Ann")):
        with pytest.raises(player_names.PlayersShareMatch):
            merge(organiser, name, into)


def test_two_in_different_events_can_be_one_person(organiser: Organiser) -> None:
    one, other = organiser.create(people=1), organiser.create(people=0)
    add(organiser, other, "Annie")
    merge(organiser, "Annie", "Ann")
    assert organiser.load(other).players[1] == organiser.load(one).players[1]


def test_entrants_are_not_deleted_with_their_last_match(
    organiser: Organiser, database: Database
) -> None:
    public_id = organiser.create(people=4)
    scorer = Scorer(database, organiser.secret)
    started = scorer.start()
    ref = scorer.look(started)
    with database.write() as session:
        deletion.purge(session, [ref.key])
    assert len(organiser.load(public_id).names) == 4
    assert count_rows(database, PLAYERS) == 4


@pytest.mark.parametrize("kind", [EventKind.SINGLES, EventKind.ROUND_ROBIN])
def test_an_entrant_who_is_removed_is_deleted_unless_known(
    organiser: Organiser, kind: EventKind
) -> None:
    Scorer(organiser.database, organiser.secret).start(["Ann", "Bob", "Cy", "Di"])
    public_id = organiser.create(people=4, kind=kind)
    known = ids(organiser).keys()
    with organiser.database.write() as session:
        names = entrants.remove_entrant(session, organiser.secret, public_id, 1)
    assert ids(organiser).keys() == known - ({*names} - {"Ann"})
    assert 1 not in organiser.load(public_id).names


def test_a_name_at_the_table_is_only_that_of_the_match(organiser: Organiser) -> None:
    public_id = organiser.create()
    stored = organiser.seat(public_id)
    match = organiser.score(public_id, 1)
    before = organiser.load(public_id)
    with organiser.database.write() as session:
        seats.name_seats(session, organiser.secret, match, {0: "Somebody else"})
    after = organiser.load(public_id)
    assert after.names == stored.names
    assert after.ref.revision == before.ref.revision


def test_another_spelling_at_the_table_shows_in_the_event(organiser: Organiser) -> None:
    public_id = organiser.create()
    stored = organiser.seat(public_id)
    match = organiser.score(public_id, 1)
    before = organiser.load(public_id).ref.revision
    first = stored.event.rounds[0].tables[0].seats[0]
    name = stored.names[first][0].upper()
    with organiser.database.write() as session:
        seats.name_seats(session, organiser.secret, match, {0: name})
    after = organiser.load(public_id)
    assert after.names[first] == (name,)
    assert after.ref.revision > before


def test_one_person_is_no_pair(organiser: Organiser) -> None:
    singles, pairs = organiser.create(people=0), organiser.create(0, EventKind.SWISS)
    with pytest.raises(AccessDenied):
        add(organiser, singles, "Ann", "Ben")
    with pytest.raises(AccessDenied):
        add(organiser, pairs, "Ann")
    with organiser.database.read() as session:
        assert event_grants.find_event(session, organiser.secret, pairs).revision == 1
