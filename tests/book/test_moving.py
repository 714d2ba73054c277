"""The matches of a phone move into the house's scorebook, and back."""

import shutil
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select, text, update

from scorekeeper import rules
from scorekeeper.book import (
    claims,
    deletion,
    house,
    houses,
    links,
    moving,
    naming,
    scorebooks,
)
from scorekeeper.book.access import NotYours
from scorekeeper.book.database import Database
from scorekeeper.book.models import Address, Base, Player, Scorebook
from scorekeeper.book.moving import Recorded
from scorekeeper.book.schema import prepare
from scorekeeper.book.statistics import persons
from tests.book.coming import Phone
from tests.book.coming import phones as some_phones
from tests.book.keeping import NOON
from tests.book.released import ANN, BEN, OLDEST, said
from tests.book.whom import whom
from tests.databases import change

KEY = "pV3kq9Zt7mB1xWc8Lr5sYd2fHj6nGa4E"


@pytest.fixture
def people(database: Database) -> Sequence[Phone]:
    """Ann, whose scorebook is the house's, and others."""
    found = some_phones(database, 3)
    found[0].start(["Ann", "Zoe"])
    with database.write() as session:
        session.execute(update(Scorebook).values(house=True))
    return found


def move(phone: Phone, public_id: str, into: str) -> None:
    phone.do(moving.move, public_id, into)


def own(phone: Phone) -> str:
    """The scorebook of a phone that is not the house's."""
    return next(one.public_id for one in phone.books() if not one.is_house)


def come_in(phone: Phone, ann: Phone) -> str:
    """Let a phone with a scorebook of its own be one of the house; return the house's."""
    phone.gain(ann.right("owner"))
    phone.here()
    return ann.book


def names(phone: Phone) -> list[tuple[str, int]]:
    with phone.database.read() as session:
        return [(one.name, one.matches) for one in whom(session, phone.secret)]


def called(phone: Phone, name: str) -> str:
    """The public id of a player."""
    mine = select(Player.public_id).where(Player.scorebook_id == phone.owned()[0])
    with phone.database.read() as session:
        return session.scalars(mine.where(Player.name == name)).one()


def moved(phone: Phone) -> list[moving.Moved]:
    with phone.database.read() as session:
        return moving.moved(session, phone.secret)


def offered(phone: Phone) -> list[int]:
    with phone.database.read() as session:
        return [one.matches for one in moving.offered(session, phone.secret)]


def everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Every row but those of the directory and the numbers of what is shown."""
    with database.read() as session:
        found = {}
        for table in Base.metadata.sorted_tables:
            columns = [column for column in table.c if column.name not in ("shown", "seen_at")]
            found[table.name] = sorted(map(tuple, session.execute(select(*columns))), key=str)
        return found


def test_all_matches_of_a_release_move_and_say_what_they_said(tmp_path: Path) -> None:
    url = f"sqlite:///{shutil.copy(OLDEST, tmp_path / 'old.sqlite')}"
    prepare(url, lambda _: None)
    change(url, "UPDATE scorebooks SET house = NULL")
    with closing(Database(url)) as database:
        ann, ben = Phone(database, ANN), Phone(database, BEN)
        house.settle(database, hosted=False, speaks_for_host=False)
        theirs, ours = matches_of(ann), matches_of(ben)
        kept, before = say(ann, theirs), say(ben, ours)
        into = come_in(ben, ann)
        source, untouched = own(ben), everything(database)
        move(ben, source, into)
        assert (say(ben, ours), say(ann, theirs)) == (before, kept)
        assert matches_of(ann) == {*theirs, *ours}
        ben.do(moving.take_back, source)
        assert everything(database) == untouched
        assert (say(ben, ours), matches_of(ann)) == (before, theirs)
        move(ben, source, into)
        assert say(ann, ours) == before


def matches_of(phone: Phone) -> set[str]:
    """The matches of the scorebook that a phone used last."""
    mine = select(Address.public_id).where(Address.scorebook_id == phone.owned()[0])
    with phone.database.read() as session:
        return set(session.scalars(mine))


def say(phone: Phone, public_ids: set[str]) -> dict[str, object]:
    """What matches say, whoever asks."""
    return {one: said(phone, one) | {"secret": ""} for one in public_ids}


def test_the_same_name_is_one_player(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    ben.start(["ANN", "Cleo"])
    ben.start(["ann", "Zoë"])
    into = come_in(ben, ann)
    assert offered(ben) == [2]
    move(ben, own(ben), into)
    assert names(ann) == [("Ann", 3), ("Cleo", 1), ("Zoe", 2)]
    assert offered(ben) == []
    assert len(ben.books()) == 1


def test_two_people_stay_two_whatever_they_are_called(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    match = ben.start(["Zoë", "Zoe"])
    into = come_in(ben, ann)
    move(ben, own(ben), into)
    assert ben.load(match).match.players == ("Zoë", "Zoe")
    assert names(ann) == [("Ann", 1), ("Zoe", 2), ("Zoë", 1)]


def test_one_person_there_is_two_people_here(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    house_match = ann.start(["Zoe Ann", "Ann"])
    ann.do(naming.merge, called(ann, "Zoe Ann"), called(ann, "Zoe"))
    match = ben.start(["Zoe Ann", "Zoe"])
    into = come_in(ben, ann)
    move(ben, own(ben), into)
    assert ben.load(match).match.players == ("Zoe", "Zoe 2")
    assert ann.load(house_match).match.players == ("Zoe", "Ann")


def test_who_was_merged_stays_so(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    matches = [ben.start([name, "Dan"]) for name in ("Elizabeth", "Liz", "Zoe")]
    liz = called(ben, "Liz")
    ben.do(naming.merge, liz, called(ben, "Elizabeth"))
    into = come_in(ben, ann)
    source = own(ben)
    move(ben, source, into)
    assert names(ann) == [("Ann", 1), ("Dan", 3), ("Elizabeth", 2), ("Zoe", 2)]
    ann.do(naming.part, liz)
    assert ben.load(matches[1]).match.players == ("Liz", "Dan")
    assert ben.load(matches[0]).match.players == ("Elizabeth", "Dan")


def test_guests_and_colours_come_along_with_who_is_new(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    ben.start(["Zoe", "Dan"])
    with ben.database.write() as session:
        book = persons.book(session, ben.owned()[0])
        for name in ("Zoe", "Dan"):
            persons.look_so(session, book, book.person(called(ben, name)), guest=True, colour=2)
    into = come_in(ben, ann)
    move(ben, own(ben), into)
    with ann.database.read() as session:
        there = persons.book(session, ann.owned()[0]).people.values()
    looks = {one.name: (one.guest, one.colour) for one in there}
    assert looks == {"Ann": (False, None), "Dan": (True, 2), "Zoe": (False, None)}


def test_a_seat_without_a_name_has_none_there_either(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    start = rules.Match.start(
        rules.HouseRules.of("two-player"), rules.USUAL_NAMES[:2], started=NOON
    )
    match = ben.start(match=start)
    into = come_in(ben, ann)
    move(ben, own(ben), into)
    assert ann.load(match).match.players == rules.USUAL_NAMES[:2]


def test_links_and_phones_of_a_match_go_along(people: Sequence[Phone]) -> None:
    ann, ben, cleo = people
    match = ben.start(["Ben", "Cleo"])
    cleo.gain(ben.right("watcher", match))
    cleo.do(claims.claim, match, 1)
    seen = ben.look(match)
    with ben.database.write() as session:
        text_ = links.of_match(session, KEY, "keeper", seen)
    into = come_in(ben, ann)
    source = own(ben)
    move(ben, source, into)
    for _ in range(2):
        assert (cleo.look(match).seat, cleo.look(match).may_write) == (1, False)
        with ann.database.read() as session:
            assert links.opened(session, KEY, "keeper", text_)
        if moved(ben):
            ben.do(moving.take_back, source)


def test_who_had_the_whole_scorebook_keeps_or_watches_its_matches(people: Sequence[Phone]) -> None:
    ann, ben, cleo = people
    dan = Phone(ann.database)
    match = ben.start(["Ben", "Cleo"])
    cleo.gain(ben.right("owner"))
    dan.gain(ben.right("reader"))
    into = come_in(ben, ann)
    move(ben, own(ben), into)
    assert [phone.look(match).may_write for phone in (ann, ben, cleo, dan)] == [
        True,
        True,
        True,
        False,
    ]
    assert cleo.books() == []


def test_what_was_recorded_since_holds_it_there(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    match = ben.start(["Ben", "Cleo"])
    into = come_in(ben, ann)
    source = own(ben)
    move(ben, source, into)
    assert [(one.public_id, one.matches) for one in moved(ben)] == [(source, 1)]
    assert moved(ann) == []
    with ann.database.write() as session:
        deletion.mark(session, ann.secret, match)
    with pytest.raises(Recorded):
        ben.do(moving.take_back, source)


def test_house_rules_go_along_and_come_back(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    ben.start(["Ben", "Cleo"])
    quick, slow = (rules.HouseRules.of("partnership", target=target) for target in (250, 600))
    for phone, name, kept in ((ann, "Ours", slow), (ben, "Ours", quick), (ben, "Quick", quick)):
        phone.do(houses.save, name, kept)
    into = come_in(ben, ann)
    source = own(ben)

    def saved() -> list[tuple[str, int]]:
        with ann.database.read() as session:
            found = houses.saved(session, ann.secret, "partnership")
        return [(one.name, one.house.target) for one in found]

    move(ben, source, into)
    assert saved() == [("Ours", 600), ("Quick", 250)]
    ben.do(moving.take_back, source)
    assert saved() == [("Ours", 600)]


def test_who_played_on_in_the_house_stays_there(people: Sequence[Phone]) -> None:
    ann, ben, _ = people
    ben.start(["Ben", "Cleo"])
    into = come_in(ben, ann)
    source = own(ben)
    move(ben, source, into)
    ann.start(["Ann", "Cleo"])
    ben.do(moving.take_back, source)
    assert names(ann) == [("Ann", 2), ("Cleo", 1), ("Zoe", 1)]
    ann.do(naming.rename, called(ann, "Cleo"), "Clio")
    move(ben, source, into)
    assert names(ann) == [("Ann", 2), ("Ben", 1), ("Clio", 2), ("Zoe", 1)]


def test_only_owners_of_both_move_and_take_back(people: Sequence[Phone]) -> None:
    ann, ben, cleo = people
    ben.start(["Ben", "Cleo"])
    source = own(ben)
    cleo.gain(ann.right("owner"))
    for phone, book, into in (
        (ben, source, ann.book),
        (cleo, source, ann.book),
        (ann, ann.book, source),
        (ann, ann.book, ann.book),
        (ben, source, "A" * 22),
    ):
        with pytest.raises(NotYours):
            move(phone, book, into)
    move(ben, source, come_in(ben, ann))
    for phone, book in ((ann, source), (ben, ann.book)):
        with pytest.raises(NotYours):
            phone.do(moving.take_back, book)
    with pytest.raises(NotYours):
        ben.do(scorebooks.take_back, source)
    with ann.database.read() as session:
        assert session.scalar(text("SELECT count(*) FROM matches")) == 3
        assert session.scalar(select(func.count()).select_from(Scorebook)) == 2
