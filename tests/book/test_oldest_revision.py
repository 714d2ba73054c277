"""Scorebooks of the first revision, as they were played in, keep every score when migrated."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from scorekeeper.book.database import Database
from scorekeeper.book.schema import HEAD, SCRIPTS, prepare
from scorekeeper.rules import (
    Ending,
    Fact,
    Incident,
    Outcome,
    Record,
    Ruling,
    Standing,
    Step,
    Taken,
)
from tests.book.keeping import NOON, Scorer, hash_of
from tests.postgres import Server

SECRET = "the phone of Ann"
OVER, RUNNING = "over-over-over-over-ov", "running-running-runnin"
AT = "'2026-11-20 12:00:00'"
# Partners: 430 + 71 against 95 + 50, after a misdeal. Two players: a failed nil, then bids.
FILLED = f"""
INSERT INTO devices (id, secret_hash, created_at, seen_at) VALUES (1, :secret, {AT}, {AT});
INSERT INTO scorebooks (id, created_at) VALUES (1, {AT});
INSERT INTO grants (id, device_id, role, scorebook_id, match_id, created_at)
  VALUES (1, 1, 'owner', 1, NULL, {AT});
INSERT INTO players (id, public_id, scorebook_id, name, folded, created_at) VALUES
  (1, 'ann-ann-ann-ann-ann-an', 1, 'Ann', 'ann', {AT}),
  (2, 'ben-ben-ben-ben-ben-be', 1, 'Ben', 'ben', {AT}),
  (3, 'cleo-cleo-cleo-cleo-cl', 1, 'Cleo', 'cleo', {AT}),
  (4, 'dan-dan-dan-dan-dan-da', 1, 'Dan', 'dan', {AT});
INSERT INTO matches (id, public_id, scorebook_id, game, house, first, version, started_at, ended_at,
                     place, note, winner, ending) VALUES
  (1, '{OVER}', 1, 'partnership', '{{"failed_nil": "help"}}', 3, 7, {AT}, {AT}, 'kitchen', '',
   0, 'target'),
  (2, '{RUNNING}', 1, 'two-player', '{{}}', 0, 4, {AT}, NULL, '', 'by candle light', NULL, NULL);
INSERT INTO match_sides (match_id, side, name, opening_points, opening_bags, points) VALUES
  (1, 0, NULL, 430, 4, 501), (1, 1, NULL, 95, 9, 145),
  (2, 0, NULL, 0, 0, NULL), (2, 1, NULL, 0, 0, NULL);
INSERT INTO seats (match_id, seat, player_id) VALUES
  (1, 0, 1), (1, 1, 2), (1, 2, 3), (1, 3, 4), (2, 0, 1), (2, 1, 2);
INSERT INTO hands (id, match_id, number, redeal, noted_at) VALUES
  (101, 1, 1, 'misdeal', {AT}), (102, 1, 2, NULL, {AT}),
  (103, 2, 1, NULL, {AT}), (104, 2, 2, NULL, {AT});
INSERT INTO hand_seats (hand_id, seat, bid, blind, tricks) VALUES
  (102, 0, 4, :no, NULL), (102, 1, 3, :no, NULL), (102, 2, 3, :no, NULL), (102, 3, 2, :no, NULL),
  (103, 0, 5, :no, 11), (103, 1, 0, :no, 2),
  (104, 0, 0, :yes, NULL), (104, 1, 8, :no, NULL);
INSERT INTO hand_sides (hand_id, side, pile) VALUES (102, 0, 8), (102, 1, 5);
INSERT INTO corrections (id, match_id, number, before, after, reason, at, device_id) VALUES
  (1, 1, 2, '{{"hands": [{{"bids": [4, 3, 3, 2], "piles": {{"Gold": 9, "Blue": 4}}}}]}}',
   '{{"hands": [{{"bids": [4, 3, 3, 2], "piles": {{"Gold": 8, "Blue": 5}}}}]}}',
   'miscounted', {AT}, NULL);
"""


def given(statement: str) -> dict[str, object]:
    """The values of the places a statement has."""
    values = {"secret": hash_of(SECRET), "no": False, "yes": True}
    return {name: value for name, value in values.items() if f":{name}" in statement}


@pytest.fixture
def first_scripts(tmp_path: Path) -> Path:
    """The migrations as they were at first."""
    folder = tmp_path / "first"
    later = shutil.ignore_patterns("__pycache__", "000[2-9]*", "00[1-9]*")
    shutil.copytree(SCRIPTS, folder, ignore=later)
    return folder


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path, first_scripts: Path) -> str:
    """The address of a scorebook of the first revision with two matches in it."""
    url = f"sqlite:///{tmp_path}/scorebook.sqlite"
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgres")
        url = server.url(server.create())
    prepare(url, scripts=first_scripts, head="0001")
    with closing(Database(url)) as database, database.write() as session:
        for statement in FILLED.strip().removesuffix(";").split(";\n"):
            session.execute(text(statement.replace('":', '"\\:')), given(statement))
    return url


@pytest.fixture
def ann(old_url: str) -> Scorer:
    """The device of these matches after the migration."""
    prepare(old_url, lambda _sentence: None)
    return Scorer(Database(old_url), SECRET)


def test_a_finished_match_keeps_its_scores_and_its_winner(ann: Scorer) -> None:
    with closing(ann.database):
        stored = ann.load(OVER)
    match = stored.match
    assert (stored.version, stored.shown) == (7, 8)
    assert match.standings == (Standing(501, 5), Standing(145, 9))
    assert match.outcome == Outcome(0, Ending.TARGET)
    assert match.house.differences() == {"failed_nil": "help"}
    assert match.hands[0].redeal is not None
    assert (match.place, match.started) == ("kitchen", NOON)


def test_a_running_match_goes_on_where_it_stood(ann: Scorer) -> None:
    with closing(ann.database):
        match = ann.load(RUNNING).match
        assert match.standings == (Standing(56, 6), Standing(-100, 0))
        assert match.step is Step.TRICKS
        ann.record(RUNNING, lambda match: match.take([0, 13], None, NOON))
        # Ann's blind nil is made; Ben bid 8 and took 13.
        assert ann.load(RUNNING).match.standings == (Standing(256, 6), Standing(-15, 5))


def test_corrections_are_kept(ann: Scorer) -> None:
    with closing(ann.database):
        (found,) = ann.log(OVER)
    assert (found.record, found.reason) == (Record(Fact.CORRECTION, 2), "miscounted")
    assert not found.undone
    assert [hand.tricks and hand.tricks.piles for hand in found.change.before.hands] == [(9, 4)]


def test_old_hands_take_what_is_new(ann: Scorer) -> None:
    revoke = Ruling(Incident.REVOKE, 0, tricks=3, to=1)
    with closing(ann.database):
        ann.record(OVER, lambda match: match.rule(2, revoke))
        assert ann.load(OVER).match.standings == (Standing(360, 4), Standing(145, 9))
        assert ann.load(OVER).match.outcome is None
        ann.record(RUNNING, lambda match: match.note_trick(Taken(1, 1)))
        assert ann.load(RUNNING).match.tallied.left == 12


def test_every_row_is_still_there(old_url: str) -> None:
    counted = "SELECT (SELECT count(*) FROM hand_seats), (SELECT count(*) FROM changes)"
    prepare(old_url, lambda _sentence: None)
    with closing(Database(old_url)) as database, database.read() as session:
        assert tuple(session.execute(text(counted)).one()) == (8, 1)
        assert session.scalar(text("SELECT count(*) FROM hands WHERE tally IS NULL")) == 4


@pytest.mark.parametrize("old_url", ["sqlite"], indirect=True)
def test_the_scorebook_as_it_was_is_kept_beside_it(old_url: str, tmp_path: Path) -> None:
    told: list[str] = []
    prepare(old_url, told.append)
    beside = tmp_path / f"scorebook-before-{HEAD}.sqlite"
    assert str(beside) in told[0]
    with closing(sqlite3.connect(beside)) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert copy.execute("SELECT points FROM match_sides").fetchall()[:2] == [(501,), (145,)]
        assert copy.execute("SELECT name FROM pragma_table_info('hands')").fetchall()[-1] == (
            "noted_at",
        )
