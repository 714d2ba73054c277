import pytest
from sqlalchemy import delete, func, select

from scorekeeper.book import history, players
from scorekeeper.book.access import NotYours
from scorekeeper.book.database import Database
from scorekeeper.book.models import Device, Grant, Scorebook
from tests.book.keeping import Scorer, bid, hash_of


@pytest.fixture
def ann(database: Database) -> Scorer:
    return Scorer(database)


@pytest.fixture
def ben(database: Database) -> Scorer:
    return Scorer(database)


def entries(scorer: Scorer) -> list[str]:
    with scorer.database.read() as session:
        return [entry.public_id for entry in history.page(session, scorer.secret).entries]


def test_the_first_match_of_a_device_opens_its_scorebook(ann: Scorer) -> None:
    ann.start()
    ann.start()
    with ann.database.read() as session:
        assert session.scalar(select(func.count()).select_from(Scorebook)) == 1
        assert session.scalars(select(Grant.role)).all() == ["owner"]


def test_only_the_hash_of_a_secret_is_kept(ann: Scorer) -> None:
    ann.start()
    with ann.database.read() as session:
        assert session.scalars(select(Device.secret_hash)).all() == [hash_of(ann.secret)]


def test_a_stranger_may_neither_read_nor_write(ann: Scorer, ben: Scorer) -> None:
    public_id = ann.start()
    ben.start()
    with pytest.raises(NotYours):
        ben.load(public_id)
    with pytest.raises(NotYours):
        ben.record(public_id, bid, version=1)
    assert ann.load(public_id).version == 1
    assert public_id not in entries(ben)


def test_a_watcher_may_read_but_not_write(ann: Scorer, ben: Scorer) -> None:
    public_id = ann.start()
    ann.let(ben, "watcher", public_id)
    assert ben.load(public_id).match.players[2] == "Cleo"
    with pytest.raises(NotYours):
        ben.record(public_id, bid)
    assert ann.load(public_id).version == 1


def test_a_keeper_may_read_and_write_that_match_alone(ann: Scorer, ben: Scorer) -> None:
    public_id, other = ann.start(), ann.start()
    ann.let(ben, "keeper", public_id)
    ben.record(public_id, bid)
    assert ann.load(public_id).version == 2
    with pytest.raises(NotYours):
        ben.load(other)


def test_neither_sees_the_rest_of_the_scorebook(ann: Scorer, ben: Scorer) -> None:
    public_id = ann.start()
    ann.let(ben, "keeper", public_id)
    assert entries(ben) == []
    with ben.database.read() as session:
        assert players.names(session, ben.secret) == []


def test_a_grant_that_is_taken_away_is_gone_at_once(ann: Scorer, ben: Scorer) -> None:
    public_id = ann.start()
    ann.let(ben, "keeper", public_id)
    ben.load(public_id)
    with ann.database.write() as session:
        session.execute(delete(Grant).where(Grant.role == "keeper"))
    with pytest.raises(NotYours):
        ben.load(public_id)
    with pytest.raises(NotYours):
        ben.record(public_id, bid, version=1)


def test_a_device_that_may_both_own_and_keep_sees_its_match_once(ann: Scorer, ben: Scorer) -> None:
    public_id = ann.start()
    ann.let(ben, "watcher", public_id)
    mine = ben.start()
    assert entries(ben) == [mine]
    assert ben.load(public_id).public_id == public_id


@pytest.mark.parametrize(
    "public_id",
    [
        "",
        "A" * 22,
        "A" * 23,
        "\0" * 22,
        "' OR 1=1 --",
        "٣" * 22,
        "\n" + "A" * 21,
        "A" * 22 + "\n",
        pytest.param("9" * 30, id="thirty digits"),
        pytest.param("x" * 10_000, id="very long"),
    ],
)
def test_an_id_of_nothing_is_not_yours(ann: Scorer, public_id: str) -> None:
    ann.start()
    with pytest.raises(NotYours):
        ann.load(public_id)


def test_without_a_secret_nothing_is_yours(ann: Scorer) -> None:
    ann.start()
    with ann.database.read() as session:
        assert history.page(session, None).entries == []
        assert history.running(session, None) == []
        assert players.names(session, None) == []
