from datetime import timedelta
from threading import Barrier, Thread

import pytest
from sqlalchemy import select, update

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.history import history
from scorekeeper.book.history.history import find_deleted
from scorekeeper.book.history.search import Filters
from scorekeeper.book.matches import deletion, matches, rematches
from scorekeeper.book.matches.matches import MatchDeleted, StaleMatch
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import ADDRESSES, IDEMPOTENCY_KEYS, MATCHES, PLAYERS
from tests.book.player_queries import whom
from tests.book.scorers import NOON, Scorer, bid, take
from tests.databases import count_rows, execute, fetch


def delete(scorer: Scorer, public_id: str, version: int | None = None) -> None:
    scorer.do(deletion.soft_delete, public_id, version)


def restore(scorer: Scorer, public_id: str) -> None:
    scorer.do(deletion.restore, public_id)


def listed(scorer: Scorer, name: str = "") -> list[str]:
    filters = Filters(names=(name,) if name else ())
    found = scorer.ask(history.load_page, filters).rows
    return [row.public_id for row in found]


def deleted(scorer: Scorer) -> list[str]:
    return [match.entry.public_id for match in scorer.ask(find_deleted)]


def rematch(
    scorer: Scorer, public_id: str, *, rotate: bool = False, key: str = "key"
) -> tuple[str, bool]:
    stored = scorer.load(public_id)
    sent = Submission.of(key, [("rotate", str(rotate))])
    again = stored.match.rematch(rotate=rotate)
    return scorer.do(rematches.start_rematch, stored, sent, again)


def over(scorer: Scorer) -> str:
    started = scorer.start()
    scorer.record(started, bid)
    scorer.record(started, lambda match: match.end(now()))
    return started


def age(database: Database, days: int) -> None:
    then = now() - timedelta(days=days)
    deleted = update(MATCHES).where(MATCHES.c.deleted_at.is_not(None))
    execute(database, deleted.values(deleted_at=then))


def test_a_deleted_match_is_listed_among_the_deleted_only(ann: Scorer) -> None:
    gone, there = ann.start(), ann.start()
    delete(ann, gone)
    assert listed(ann) == listed(ann, "ann") == [there]
    with ann.database.read() as session:
        assert [seen.public_id for seen in history.find_running(session, ann.secret)] == [there]
        assert [person.matches for person in whom(session, ann.secret)] == [1] * 4
    assert deleted(ann) == [gone]
    with pytest.raises(MatchDeleted):
        ann.look(gone)


def test_a_restored_match_is_unchanged_and_a_deleted_one_accepts_no_record(ann: Scorer) -> None:
    started = ann.start()
    ann.record(started, bid)
    before = ann.load(started)
    delete(ann, started)
    delete(ann, started)
    restore(ann, started)
    restore(ann, started)
    after = ann.load(started)
    assert (after.match, after.version, after.revision) == (before.match, 2, before.revision + 2)
    assert ann.record(started, take) == ann.load(started)
    assert deleted(ann) == []
    started = ann.start()
    stored = ann.load(started)
    delete(ann, started)
    sent = Submission.of("late", [])
    with pytest.raises(MatchDeleted):
        ann.do(matches.record, stored, bid(stored.match), sent)
    restore(ann, started)
    assert ann.load(started).match == stored.match


def test_only_writers_delete_and_spectators_learn_of_it(ann: Scorer, database: Database) -> None:
    started, eve, keeper = ann.start(), Scorer(database), Scorer(database)
    ann.let(eve, "spectator", started)
    ann.let(keeper, "scorer", started)
    with pytest.raises(AccessDenied):
        delete(eve, started)
    delete(keeper, started)
    with pytest.raises(MatchDeleted) as told:
        eve.look(started)
    assert not told.value.ref.can_write
    with pytest.raises(AccessDenied):
        restore(eve, started)
    restore(keeper, started)
    assert eve.look(started).can_write is False


def test_a_start_can_be_undone_before_the_first_record(ann: Scorer) -> None:
    started = ann.start()
    ann.record(started, bid)
    with pytest.raises(StaleMatch):
        delete(ann, started, version=1)
    assert listed(ann) == [started]


def test_a_deleted_match_is_purged_after_thirty_days(ann: Scorer, database: Database) -> None:
    gone, there = ann.start(["Bne", "Ann"], key="gone"), ann.start(["Ann", "Cleo"])
    ann.record(gone, lambda match: match.end(NOON))
    delete(ann, gone)
    age(database, 29)
    assert deletion.purge_expired(database) == 0
    age(database, 30)
    assert deleted(ann) == []
    assert deletion.purge_expired(database) == 0
    age(database, 31)
    assert deletion.purge_expired(database) == 1
    assert deletion.purge_expired(database) == 0
    with pytest.raises(AccessDenied):
        restore(ann, gone)
    assert fetch(database, select(ADDRESSES.c.public_id)) == [there]
    assert count_rows(database, IDEMPOTENCY_KEYS) == 1
    assert {*fetch(database, select(PLAYERS.c.name))} == {"Ann", "Cleo"}


def test_many_deleted_matches_are_purged_in_batches(
    ann: Scorer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        delete(ann, ann.start())
    age(database, 31)
    monkeypatch.setattr(deletion, "LIST_EXPIRED", deletion.LIST_EXPIRED.limit(2))
    assert deletion.purge_expired(database) == 3


def test_three_rematches_at_once_are_one_match(ann: Scorer, database: Database) -> None:
    finished = over(ann)
    together, found = Barrier(3), []

    def press(key: str) -> None:
        together.wait()
        found.append(rematch(ann, finished, key=key))

    phones = [Thread(target=press, args=[key]) for key in ("one", "two", "three")]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len({again for again, _ in found}) == 1
    assert sorted(was_there for _again, was_there in found) == [False, True, True]
    assert len(listed(ann)) == 2


def test_a_late_rematch_leads_to_the_running_one(ann: Scorer) -> None:
    finished = over(ann)
    first, _ = rematch(ann, finished)
    ann.record(first, bid)
    assert rematch(ann, finished, rotate=True, key="late") == (first, True)
    assert rematch(ann, finished) == (first, False)
    ann.record(first, lambda match: match.end(NOON))
    assert rematch(ann, finished, key="later")[1] is False


def test_a_deleted_rematch_can_be_started_again(ann: Scorer) -> None:
    finished = over(ann)
    delete(ann, rematch(ann, finished)[0])
    rotated, was_there = rematch(ann, finished, rotate=True, key="rotated")
    assert was_there is False
    with ann.database.read() as session:
        stored = ann.load(rotated)
        assert rematches.find_previous(session, ann.secret, stored) == finished
    delete(ann, finished)
    assert ann.ask(rematches.find_previous, stored) is None


def test_a_scorers_rematch_is_in_the_same_scorebook(ann: Scorer, database: Database) -> None:
    finished, keeper, watcher = over(ann), Scorer(database), Scorer(database)
    ann.let(keeper, "scorer", finished)
    ann.let(watcher, "spectator", finished)
    with pytest.raises(AccessDenied):
        rematch(watcher, finished)
    again, _ = rematch(keeper, finished)
    found = [scorer.look(again) for scorer in (ann, keeper, watcher)]
    assert {seen.scorebook_id for seen in found} == {ann.look(finished).scorebook_id}
    assert [seen.can_write for seen in found] == [True, True, False]
    assert not keeper.ask(history.load_page).rows


def started_again(scorer: Scorer, public_id: str) -> None:
    scorer.do(deletion.delete_unplayed, public_id)


def test_starting_again_deletes_the_empty_match(ann: Scorer) -> None:
    played, undone, others = ann.start(), ann.start(), ann.start(["Ann", "Ben"])
    ann.record(played, bid)
    ann.record(undone, bid)
    ann.undo(undone)
    empty = ann.start()
    new = ann.start(["Dan", "Cleo", "ben", "Ann"])
    started_again(ann, new)
    assert listed(ann) == [new, others, undone, played]
    assert deleted(ann) == [empty]


def test_nameless_players_may_have_two_empty_matches(ann: Scorer) -> None:
    nobody = ann.load(ann.start()).match.with_names([None] * 4)
    tables = [ann.start(match=nobody) for _ in range(2)]
    started_again(ann, tables[1])
    assert listed(ann)[:2] == tables[::-1]
