import pytest
from sqlalchemy import delete, select, update

from scorekeeper.book.access.grants import AccessDenied, Secret, is_known
from scorekeeper.book.history import history
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import DEVICES, GRANTS, SCOREBOOKS
from scorekeeper.book.players import players
from tests.book.scorers import NOON, Scorer, bid, hash_of
from tests.databases import ask, count_rows, execute, fetch


def entries(scorer: Scorer) -> list[str]:
    return [row.public_id for row in scorer.ask(history.load_page).rows]


def written_by(scorer: Scorer, other: Scorer, public_id: str) -> None:
    """Write to a match that another device has loaded."""
    stored = other.load(public_id)
    sent = Submission.of("stolen", [])
    scorer.do(matches.record, stored, bid(stored.match), sent)


def test_the_first_match_of_a_device_creates_its_scorebook_and_only_the_hash_is_stored(
    ann: Scorer,
) -> None:
    ann.start()
    ann.start()
    assert count_rows(ann.database, SCOREBOOKS) == 1
    assert fetch(ann.database, select(GRANTS.c.role)) == ["owner"]
    assert fetch(ann.database, select(DEVICES.c.secret_hash)) == [hash_of(ann.secret)]


def test_a_stranger_can_neither_read_nor_write(ann: Scorer, ben: Scorer) -> None:
    public_id = ann.start()
    ben.start()
    with pytest.raises(AccessDenied):
        ben.load(public_id)
    with pytest.raises(AccessDenied):
        written_by(ben, ann, public_id)
    assert ann.load(public_id).version == 1
    assert public_id not in entries(ben)


def test_a_spectator_or_scorer_sees_only_their_match_and_a_spectator_cannot_write(
    ann: Scorer, ben: Scorer, cleo: Scorer
) -> None:
    public_id = ann.start()
    for other, role in ((ben, "spectator"), (cleo, "scorer")):
        ann.let(other, role, public_id)
        assert other.load(public_id).match.players[2] == "Cleo"
        assert entries(other) == other.ask(players.list_names) == []
    with pytest.raises(AccessDenied):
        ben.record(public_id, bid)
    assert ann.load(public_id).version == 1


def test_a_revoked_grant_ends_at_once(ann: Scorer, ben: Scorer) -> None:
    public_id = ann.start()
    ann.let(ben, "scorer", public_id)
    ben.load(public_id)
    execute(ann.database, delete(GRANTS).where(GRANTS.c.role == "scorer"))
    with pytest.raises(AccessDenied):
        ben.load(public_id)
    with pytest.raises(AccessDenied):
        written_by(ben, ann, public_id)


def test_an_owner_who_also_scores_sees_a_match_once(ann: Scorer, ben: Scorer) -> None:
    public_id = ann.start()
    ann.let(ben, "spectator", public_id)
    mine = ben.start()
    assert entries(ben) == [mine]
    assert ben.load(public_id).public_id == public_id


@pytest.mark.parametrize(
    "public_id",
    [
        *("", "A" * 22, "A" * 23, "\0" * 22, "' OR 1=1 --", "٣" * 22, "\n" + "A" * 21),
        *("A" * 22 + "\n", "9" * 30),
        pytest.param("x" * 10_000, id="very long"),
    ],
)
def test_an_unknown_id_is_denied(ann: Scorer, public_id: str) -> None:
    ann.start()
    with pytest.raises(AccessDenied):
        ann.load(public_id)


def test_a_missing_secret_is_denied_and_a_device_stored_when_it_first_writes(
    ann: Scorer, ben: Scorer
) -> None:
    ann.start()
    assert ask(ann.database, history.load_page, None).rows == ()
    assert ask(ann.database, history.find_running, None) == []
    assert ask(ann.database, players.list_names, None) == []
    secrets = (ann.secret, ben.secret, None, Secret(""))
    assert [ask(ann.database, is_known, one) for one in secrets] == [True, False, False, False]


def test_the_highest_role_counts(ann: Scorer) -> None:
    public_id = ann.start()
    ann.let(ann, "spectator", public_id)
    assert ann.look(public_id).can_write
    ann.record(public_id, bid)
    assert ann.load(public_id).version == 2


def test_a_write_updates_when_the_device_was_seen(ann: Scorer) -> None:
    ann.start()
    execute(ann.database, update(DEVICES).values(seen_at=NOON))
    ann.start()
    with ann.database.read() as session:
        device = session.execute(select(DEVICES)).one()
        assert (device.seen_at > NOON, device.created_at > NOON) == (True, True)
