import hashlib
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import select, update

from scorekeeper import rules
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.models.tables import CHANGES, MATCHES, PLAYERS
from scorekeeper.rules import Bid, Fact, Record, Standing, Taker, match_file
from tests.book.maintenance.test_released import RELEASES, lines
from tests.book.release_fixture import ANN, IMPORTED, ONCE_OLDER, pour, upgrade
from tests.book.scorers import BIDS, NOON, Scorer, bid, take
from tests.databases import opened
from tests.effort import THOROUGH, UNDO_SHARE, tries
from tests.rules.strategies import Story, courses

REVOKE = rules.Ruling(rules.Incident.REVOKE, 0, tricks=3, to=1, note="a club", noted=NOON)
FIVES = [Bid(5), Bid(3), Bid(5), Bid(2)]
slowly = settings(
    max_examples=tries(24),
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorer]:
    """A device whose scorebook all examples of a property share."""
    url = f"sqlite:///{tmp_path_factory.mktemp('undo')}/scorebook.sqlite"
    prepare(url)
    with closing(opened(url)) as database:
        yield Scorer(database)


def record_story(scorer: Scorer, story: Story) -> tuple[str, list[rules.Match]]:
    """Record a story; return its match as loaded after each record that changed it."""
    public_id = scorer.start(match=story.matches[0])
    states = [scorer.load(public_id).match]
    for match in story.matches[1:]:
        scorer.record(public_id, lambda _, match=match: match)
        if (after := scorer.load(public_id).match) != states[-1]:
            states.append(after)
    return public_id, states


def to_the_start(scorer: Scorer, public_id: str) -> list[rules.Match]:
    """Undo everything; return the match after each step, the last state first."""
    now = scorer.load(public_id)
    states = [now.match]
    while now.position.undoes:
        after = scorer.undo(public_id)
        now = scorer.load(public_id)
        assert after == now
        states.append(now.match)
    return states


def to_the_end(scorer: Scorer, public_id: str) -> list[rules.Match]:
    """Redo everything; return the match after each step, the first state first."""
    now = scorer.load(public_id)
    states = [now.match]
    while now.position.redoes:
        after = scorer.redo(public_id)
        now = scorer.load(public_id)
        assert after == now
        states.append(now.match)
    return states


@slowly
@given(courses())
def test_everything_can_be_undone_and_redone(keeper: Scorer, story: Story) -> None:
    public_id, states = record_story(keeper, story)
    assert to_the_start(keeper, public_id) == states[::-1]
    assert to_the_end(keeper, public_id) == states
    match = keeper.load(public_id).match
    assert match_file.write(match) == match_file.write(states[-1])
    assert match.scores == states[-1].scores


@slowly
@given(courses(most=8), st.lists(st.booleans(), max_size=16))
def test_undo_and_redo_in_any_order_are_consistent(
    keeper: Scorer, story: Story, forth: list[bool]
) -> None:
    public_id, states = record_story(keeper, story)
    place = len(states) - 1
    for on in forth:
        if on and place < len(states) - 1:
            keeper.redo(public_id)
            place += 1
        elif not on and place:
            keeper.undo(public_id)
            place -= 1
        stored = keeper.load(public_id)
        assert stored.match == states[place]
        assert (stored.position.undoes is None) == (place == 0)
        assert (stored.position.redoes is None) == (place == len(states) - 1)


@slowly
@given(courses(most=10))
def test_an_imported_match_is_undone_to_its_last_scored_hand(keeper: Scorer, story: Story) -> None:
    public_id = keeper.start(match=story.match)
    states = to_the_start(keeper, public_id)
    assert states[-1].scored_hands == states[0].scored_hands
    assert rules.Change.of_last_entry(states[-1]) is None
    assert to_the_end(keeper, public_id) == states[::-1]


def test_what_an_imported_match_began_with_is_undone_and_redone_in_order(ann: Scorer) -> None:
    start = rules.Match.start(rules.HouseRules.of("partnership"), ["Ann", "Ben", "Cleo", "Dan"])
    imported = bid(take(bid(start))).record_misdeal(NOON).end(NOON)
    public_id = ann.start(match=imported)
    began = [Record(Fact.BIDS, 2), Record(Fact.MISDEAL, 2), Record(Fact.END)]
    for record in began[:0:-1]:
        assert ann.load(public_id).position.undoes == record
        ann.undo(public_id)
    ann.record(public_id, take)
    assert ann.load(public_id).position.undoes == Record(Fact.TRICKS, 2)
    assert len(to_the_start(ann, public_id)) == 3
    assert ann.load(public_id).match.hands == take(bid(start)).hands[:1]
    with pytest.raises(rules.StepError, match="nothing to undo"):
        ann.undo(public_id)
    ann.redo(public_id)
    # The newest branch: the tricks that took the place of the misdeal.
    assert ann.load(public_id).position.redoes == Record(Fact.TRICKS, 2)
    undone = [one.record.fact for one in ann.log(public_id) if one.undone]
    assert undone == [Fact.END, Fact.MISDEAL, Fact.TRICKS]


def evening(scorer: Scorer) -> str:
    opening = [Standing(330), Standing()]
    start = rules.Match.start(
        rules.HouseRules.of("partnership"), ["Ann", "Ben", "Cleo", "Dan"], opening=opening
    )
    public_id = scorer.start(match=start)
    for change in (
        lambda match: match.record_misdeal(NOON),
        bid,
        lambda match: match.add_ruling(2, REVOKE),
        lambda match: match.change_bids(FIVES),
        take,
        bid,
        lambda match: match.note_trick(Taker(0), NOON),
        take,
        lambda match: match.correct(2, BIDS, None, [9, 4]),
        lambda match: match.withdraw_ruling(2, 0),
        lambda match: match.with_house_rules(rules.HouseRules.of("partnership", target=400)),
    ):
        scorer.record(public_id, change)
    return public_id


EVENING = [
    *(Record(Fact.MISDEAL, 1), Record(Fact.BIDS, 2), Record(Fact.RULING, 2)),
    *(Record(Fact.BIDS_CHANGED, 2), Record(Fact.TRICKS, 2), Record(Fact.BIDS, 3)),
    *(Record(Fact.TRICK, 3), Record(Fact.TRICKS, 3), Record(Fact.CORRECTION, 2)),
    *(Record(Fact.WITHDRAWAL, 2), Record(Fact.HOUSE_RULES)),
]


def test_each_fact_is_announced_and_undone_alone(ann: Scorer) -> None:
    public_id = evening(ann)
    assert len(ann.load(public_id).match.hands) == 2
    told = []
    while undoes := ann.load(public_id).position.undoes:
        told.append(undoes)
        ann.undo(public_id)
        assert ann.load(public_id).position.redoes == undoes
    assert told == EVENING[::-1]
    assert to_the_end(ann, public_id)[-1].house.target == 400


def test_redo_is_offered_until_something_is_recorded(ann: Scorer, database: Database) -> None:
    ben, public_id = Scorer(database), ann.start()
    ann.let(ben, "scorer", public_id)
    ann.record(public_id, bid)
    ann.undo(public_id)
    assert ben.load(public_id).position.redoes == Record(Fact.BIDS, 1)
    ben.record(public_id, lambda match: match.bid(FIVES, NOON))
    assert ann.load(public_id).position.redoes is None
    ann.undo(public_id)
    ann.redo(public_id)
    assert ann.load(public_id).match.hands[0].bids == tuple(FIVES)


def test_undone_changes_stay_in_the_log_with_their_phone(ann: Scorer, database: Database) -> None:
    public_id = ann.start()
    ann.record(public_id, bid)
    ann.undo(public_id)
    ann.record(public_id, lambda match: match.bid(FIVES, NOON))
    ann.record(public_id, take)
    ann.undo(public_id)
    found = [(one.record.fact, one.undone) for one in ann.log(public_id)]
    assert found == [(Fact.BIDS, True), (Fact.BIDS, False), (Fact.TRICKS, True)]
    with database.read() as session:
        assert {*session.scalars(select(CHANGES.c.device_id))} == {ann.device_id(session)}


def test_an_empty_record_is_not_a_change(ann: Scorer) -> None:
    public_id = ann.start()
    ann.record(public_id, bid)
    before = ann.load(public_id)
    after = ann.record(public_id, lambda match: match)
    assert after == ann.load(public_id)
    assert (after.version, after.position) == (before.version + 1, before.position)


def test_renamed_players_do_not_prevent_undo(ann: Scorer, database: Database) -> None:
    match = rules.Match.start(rules.HouseRules.of("solo"), ["Ann", "Ben", "Cleo", "Dan"])
    public_id = ann.start(match=match)
    ann.record(public_id, lambda match: match.bid(BIDS, NOON))
    ann.record(public_id, lambda match: match.record_tricks([4, 3, 3, 3], None, NOON))
    ann.record(public_id, lambda match: match.add_ruling(1, REVOKE))
    rename(database, "Ben", "Benno")
    assert len(to_the_start(ann, public_id)) == 4
    assert to_the_end(ann, public_id)[-1].hands[0].rulings == (REVOKE,)


def rename(database: Database, old: str, new: str) -> None:
    with database.write() as session:
        session.execute(update(PLAYERS).where(PLAYERS.c.name == old).values(name=new))
        session.execute(update(MATCHES).values(revision=MATCHES.c.revision + 1))


@pytest.fixture(params=RELEASES if THOROUGH else [RELEASES[0], RELEASES[-1]])
def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Database]]:
    with closing(opened(f"sqlite:///{upgrade(tmp_path, request.param)}")) as database:
        yield request.param, database


def test_matches_of_every_release_can_be_undone(upgraded: tuple[str, Database]) -> None:
    release, database = upgraded
    for line in lines(release):
        scorer, public_id = Scorer(database, line["secret"]), line["public_id"]
        states = to_the_start(scorer, public_id)
        assert (states[-1].hands, states[-1].ended) == ((), None)
        # A release with redo may have left something to redo.
        assert to_the_end(scorer, public_id)[: len(states)] == states[::-1]
        assert match_file.write(states[0]) == match_file.write(match_file.read(line["match"]))


@pytest.fixture
def imported(nothing_url: str) -> Iterator[Database]:
    """The matches that 0.7.0 imported and 0.16.0 upgraded, after a start of this program."""
    pour(IMPORTED, nothing_url)
    prepare(nothing_url, lambda _sentence: None)
    with closing(opened(nothing_url)) as database:
        yield database


def test_matches_imported_before_0_17_are_undone_as_before(imported: Database) -> None:
    ann = Scorer(imported, ANN)
    written = IMPORTED.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    for line in written[::UNDO_SHARE]:
        told = json.loads(line)
        public_id = told["public_id"]
        steps = [step(ann, public_id)]
        while ann.load(public_id).position.undoes:
            ann.undo(public_id)
            steps.append(step(ann, public_id))
        assert steps == told["undo"]
        steps = [step(ann, public_id)]
        while ann.load(public_id).position.redoes:
            ann.redo(public_id)
            steps.append(step(ann, public_id))
        assert steps == told["redo"]


def step(scorer: Scorer, public_id: str) -> list[Any]:
    """Return what undo and redo would do, the points, and a digest of the record."""
    stored = scorer.load(public_id)
    written = match_file.write(stored.match)
    recorded = [written["hands"], written.get("ended"), stored.match.house.target]
    digest = hashlib.sha256(json.dumps(recorded, sort_keys=True).encode()).hexdigest()[:12]
    records = [one and list(one) for one in (stored.position.undoes, stored.position.redoes)]
    return [*records, [side.points for side in stored.match.standings], digest]


@pytest.mark.parametrize(
    ("public_id", "reasons", "steps"),
    [
        pytest.param("pxHPmV2Od84CAiUDQxASMQ", ["miscounted", ""], 6, id="corrections"),
        pytest.param("loueJazggRbVYvtIK50q9Q", ["as agreed", "it is late"], 2, id="house rules"),
    ],
)
def test_a_change_from_before_0_3_is_not_undone(
    nothing_url: str, public_id: str, reasons: list[str], steps: int
) -> None:
    pour(ONCE_OLDER, nothing_url)
    prepare(nothing_url, lambda _sentence: None)
    with closing(opened(nothing_url)) as database:
        ann = Scorer(database, ANN)
        assert len(to_the_start(ann, public_id)) == steps + 1
        changes = ann.log(public_id, Fact.CORRECTION, Fact.HOUSE_RULES)
        assert [(one.reason, one.undone) for one in changes] == [(each, False) for each in reasons]
