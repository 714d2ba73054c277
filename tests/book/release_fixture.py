"""Write the scorebook that a release leaves behind: `python -m tests.book.release_fixture 0.14.0`.

JSON Lines files next to it have the contents of each match, and an export of the scorebook of Ann.
Later releases must read the same.
"""

import json
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import MetaData, create_engine, create_mock_engine, select, text

from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.maintenance.schema import VERSION, prepare
from scorekeeper.book.matches import notes
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import metadata
from scorekeeper.book.scorebooks import saved_house_rules
from scorekeeper.book.statistics import roster
from scorekeeper.book.statistics.roster import set_season
from scorekeeper.book.transfer.exporter import export
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import (
    NIL,
    PARTNER,
    Bid,
    Fact,
    HouseRules,
    Incident,
    Match,
    Ruling,
    Standing,
    Taker,
    match_file,
)
from scorekeeper.rules.match_file import report, write_hand
from scorekeeper.rules.presets import COOKOUT
from scorekeeper.rules.seating.bracket import choose_seeds
from scorekeeper.rules.seating.event import EventKind, EventWay, TableResult
from tests.book.scorers import BIDS, NOON, Phone, Scorer, bid, take
from tests.evening import PAIRS, Evening

FOLDER = Path(__file__).parent / "released"
OLDEST = FOLDER / "0.14.0.sqlite"
"""The scorebook of the oldest release that can be upgraded."""
ONCE_OLDER = FOLDER / "upgraded" / "0.14.0.sqlite"
"""The scorebook of 0.1.0 that 0.7.0 and then 0.14.0 upgraded, with what 0.14.0 read there."""
IMPORTED = FOLDER / "imported" / "0.16.0.sqlite"
"""Matches that release imported, later changes to them, and how it undid them."""
ANN, BEN, CLEO = "the phone of Ann", "the phone of Ben", "the phone of Cleo"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Jürgen 小明")
SEATS = {"partnership": 4, "two-player": 2, "three-handed": 3, "solo": 4, "six-handed": 6}
AFTERWARDS = (Fact.CORRECTION, Fact.RULING, Fact.WITHDRAWAL, Fact.HOUSE_RULES)
REVOKE = Ruling(Incident.REVOKE, 0, tricks=3, to=1, note="club under ♥", noted=NOON)


def main(version: str) -> None:
    """Write a scorebook with some of everything, what its matches say, and an export."""
    path = FOLDER / f"{version}.sqlite"
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    prepare(f"sqlite:///{path}")
    with closing(Database(f"sqlite:///{path}")) as database:
        lines = [said(scorer, public_id) for scorer, public_id in fill(database)]
        lead_evenings(database)
        exported = b"".join(export(database, Phone(database, ANN).owned()[0]))
    fold(path)
    path.with_suffix(".export.jsonl").write_bytes(exported)
    written = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.with_suffix(".jsonl").write_text(written, encoding="utf-8")
    path.with_suffix(".sql").write_text(postgresql_tables(), encoding="utf-8")


def postgresql_tables() -> str:
    """Return the statements that make the tables of this version on PostgreSQL."""
    made: list[str] = []
    engine = create_mock_engine(
        "postgresql+psycopg://",
        lambda statement, *_: made.append(str(statement.compile(dialect=engine.dialect)).strip()),
    )
    metadata.create_all(engine, checkfirst=False)
    VERSION.create(engine, checkfirst=False)
    return ";\n".join(made) + ";\n"


def said(scorer: Scorer, public_id: str) -> dict[str, Any]:
    stored = scorer.load(public_id)
    match = stored.match
    return {
        "public_id": public_id,
        "secret": scorer.secret,
        "version": stored.version,
        "match": match_file.write(match),
        "report": report(match),
        "corrections": [
            {
                "hand": one.change.place,
                "before": [write_hand(match, hand) for hand in one.change.before.hands],
                "after": [write_hand(match, hand) for hand in one.change.after.hands],
                "reason": one.reason,
                "at": one.at.isoformat(),
            }
            for one in scorer.log(public_id, *AFTERWARDS)
            if one.change.after.hands
        ],
        "house_changes": [
            {
                "before": one.change.before.house.differences(),
                "after": one.change.after.house.differences(),
                "reason": one.reason,
                "at": one.at.isoformat(),
            }
            for one in scorer.log(public_id, Fact.HOUSE_RULES)
            if one.change.before.house and one.change.after.house
        ],
    }


def fill(database: Database) -> list[tuple[Scorer, str]]:
    """Keep score on three phones; return the matches with the phones that own them."""
    ann, ben, cleo = (Scorer(database, secret) for secret in (ANN, BEN, CLEO))
    kept = [(ann, public_id) for game in SEATS for public_id in games(ann, game)]
    kept += [(ann, public_id) for public_id in incidents(ann)]
    kept += [(ann, public_id) for public_id in changes(ann)]
    kept += [(ann, public_id) for public_id in rules_of_tables(ann)]
    remark(ann, kept[0][1])
    shared = ann.start(key="shared")
    kept += [(ann, shared), *((ben, public_id) for public_id in games(ben, "partnership"))]
    ann.let(ben, "scorer", shared)
    ann.let(cleo, "spectator", shared)
    ben.record(shared, bid, key="bids of Ben")
    for scorer, target in ((ann, 300), (ann, 250), (ben, 300)):
        with database.write() as session:
            house = HouseRules.of("partnership", target=target, floor=None)
            saved_house_rules.save(session, scorer.secret, f"Ours to {target}", house)
    return kept


def lead_evenings(database: Database) -> None:
    """Lead three evenings with the phone of Ann.

    One is over, with a typed result, a match, a leaver and a playoff; one of pairs goes on by the
    clock, and a table misses its second round; one is an elimination.
    """
    over = Evening.create(database, secret=ANN)
    over.seat()
    Scorer(database, ANN).record(over.score(1), bid)
    over.type({(1, 1): TableResult.of_points(312, -40), (1, 2): TableResult.walkover(1)})
    seeds = choose_seeds(over.load().event, 4)
    over.leave(9)
    over.start_playoff(seeds, lives=1)
    over.end()
    pairs = Evening.create(database, PAIRS, EventKind.SWISS, secret=ANN, minutes=60)
    pairs.seat()
    pairs.score(1)
    pairs.type_result(2, 312, 250)
    pairs.seat()
    drawn = Evening.create(
        database, PAIRS, EventKind.SWISS, secret=ANN, way=EventWay.ELIMINATION, target=250
    )
    drawn.start_playoff({number: number for number in range(1, 5)}, lives=2)
    drawn.finish()
    drawn.seat()


def remark(scorer: Scorer, public_id: str) -> None:
    """Add notes to a match and a hand, a season, a guest, and a player's colour."""
    sent = Submission.of("remark", [])
    was = {"place": "kitchen", "note": ""}
    with scorer.database.write() as session:
        said = {"place": "by the sea", "note": "a dog barked"}
        notes.save_notes(session, scorer.secret, public_id, sent, said, was)
    with scorer.database.write() as session:
        sent = Submission.of("remark on a hand", [])
        said, was = {"note": "so close"}, {"note": ""}
        notes.save_notes(session, scorer.secret, public_id, sent, said, was, hand=1)
    with scorer.database.write() as session:
        book = roster.load_roster(session, scorer.look(public_id).scorebook_id)
        ben, cleo = (one for one in book.people.values() if one.name in ("Ben", "Cleo"))
        roster.set_appearance(session, book, ben, guest=True, colour=None)
        roster.set_appearance(session, book, cleo, guest=False, colour=3)
        set_season(session, book.id, 20261101, best=6)


def games(scorer: Scorer, game: str) -> list[str]:
    house = HouseRules.of(game, target=300, failed_nil="help")
    start = Match.start(house, NAMES[: SEATS[game]], first=1, started=NOON, place="kitchen")
    over = play_match(start, Random(game))
    running = play_match(start, Random(f"{game} again"), hands=2)
    bids = play_match(running, Random(game), hands=3).hands[-1].bids or ()
    return [hand_by_hand(scorer, match) for match in (over, running.bid(bids, NOON))]


def incidents(scorer: Scorer) -> list[str]:
    start = partners(opening=[Standing(212, 4), Standing(187, 8)], sides=["Nord", "Süd"])
    tallied = start.record_misdeal(NOON)
    bids_first = tallied.bid(BIDS, NOON).record_misdeal(NOON).bid(BIDS, NOON)
    for seat in (0, 1, 1, 3):
        bids_first = bids_first.note_trick(Taker(seat % 2, seat), NOON)
    full = start.bid(BIDS, NOON)
    for number in range(13):
        full = full.note_trick(Taker(number % 2), NOON)
    ruled = full.add_ruling(1, REVOKE).add_ruling(1, Ruling(Incident.TABLE_TALK, 1, points=50))
    bids_itself = partners(first_hand="bids itself").record_tricks([None] * 4, [8, 5], NOON)
    ended = bids_itself.bid(BIDS, NOON).end(NOON)
    blind = partners(blind_minimum=6, minutes=60).bid(
        [replace(BIDS[0], blind=True), BIDS[1], replace(BIDS[2], blind=True), BIDS[3]], NOON
    )
    return [hand_by_hand(scorer, match) for match in (bids_first, full, ruled, ended, blind)]


def changes(scorer: Scorer) -> list[str]:
    """Matches that were corrected, undone, or continued with other house rules."""
    corrected = hand_by_hand(scorer, rounds(partners(), 3))
    scorer.correct(corrected, lambda match: match.correct(2, BIDS, None, [9, 4]), "miscounted")
    scorer.correct(corrected, lambda match: match.correct(1, BIDS[::-1], None, [6, 7]), "")

    fallen = hand_by_hand(scorer, rounds(partners(opening=[Standing(400), Standing()]), 2))
    fives = [Bid(5), Bid(3), Bid(5), Bid(2)]
    scorer.correct(fallen, lambda match: match.correct(1, fives, None, [10, 3]), "over at once")

    house = hand_by_hand(scorer, rounds(partners(opening=[Standing(390), Standing()]), 2))
    scorer.change_house(house, "as agreed", target=600, overtrick_points=0)
    scorer.record(house, bid)
    scorer.record(house, take)
    scorer.change_house(house, "it is late", target=450)

    undone = hand_by_hand(scorer, rounds(partners(), 1))
    scorer.undo(undone)
    return [corrected, fallen, house, undone]


def rules_of_tables(scorer: Scorer) -> list[str]:
    """Matches with bids of sides, jokers, a corrected dealer and a winner by giving up."""
    sides = partners(bids_by="side").set_dealer(2)
    sides = sides.bid([Bid(7), Bid(5), PARTNER, PARTNER], NOON).record_tricks(
        [None] * 4, [8, 5], NOON
    )
    given_up = sides.bid([Bid(4), NIL, PARTNER, Bid(4)], NOON).end(NOON, 1)
    jokers = Match.start(HouseRules.of("three-handed", deck="jokers"), NAMES[:3], started=NOON)
    jokers = jokers.bid([Bid(18), NIL, Bid(1)], NOON).record_tricks([18, 0, 0], noted=NOON)
    cookout = partners(**COOKOUT).bid([Bid(7), Bid(5), PARTNER, PARTNER], NOON)
    return [hand_by_hand(scorer, match) for match in (given_up, jokers, cookout)]


def partners(
    opening: list[Standing] | None = None, sides: list[str] | None = None, **house: Any
) -> Match:
    rules = HouseRules.of("partnership", **{"target": 500, **house})
    return Match.start(rules, NAMES[:4], opening=opening, sides=sides, started=NOON)


def rounds(match: Match, hands: int) -> Match:
    """Play on by a number of hands."""
    for _ in range(hands):
        match = take(bid(match))
    return match


def hand_by_hand(scorer: Scorer, match: Match) -> str:
    public_id = scorer.start(match=replace(match, hands=(), ended=None))
    for number in range(1, len(match.hands)):
        scorer.record(public_id, becomes(replace(match, hands=match.hands[:number], ended=None)))
    scorer.record(public_id, becomes(match))
    return public_id


def becomes(match: Match) -> Callable[[Match], Match]:
    return lambda _: match


def fold(path: Path) -> None:
    """Reduce the scorebook to one small file without a log or empty pages."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    path.with_name(f"{path.name}.lock").unlink(missing_ok=True)


def upgrade(folder: Path, release: str = "0.14.0") -> Path:
    """Return the file that a release left behind, upgraded in a folder of its own."""
    folder.mkdir(exist_ok=True)
    path = Path(shutil.copy(FOLDER / f"{release}.sqlite", folder / "scorebook.sqlite"))
    prepare(f"sqlite:///{path}", lambda _sentence: None)
    return path


def written_by(revision: str, number: int, path: Path) -> Path:
    """Make a file that says of itself which release made its tables, and has no others."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", [revision])
        connection.execute(f"PRAGMA user_version = {number}")
    return path


def pour(path: Path, url: str) -> None:
    """Put the scorebook that a release left behind into a new file or an empty database.

    On a server, the statements of that release make its tables.
    """
    if url.startswith("sqlite"):
        shutil.copy(path, url.removeprefix("sqlite:///"))
        return
    source, target = create_engine(f"sqlite:///{path}"), create_engine(parse_url(url))
    with source.connect() as reading:
        with target.begin() as writing:
            writing.exec_driver_sql((FOLDER / f"{path.stem}.sql").read_text(encoding="utf-8"))
        tables = MetaData()
        tables.reflect(target)
        with target.begin() as writing:
            writing.execute(text("SET LOCAL TIME ZONE 'UTC'"))
            for table in tables.sorted_tables:
                rows = [dict(row) for row in reading.execute(select(table)).mappings()]
                if rows:
                    writing.execute(table.insert(), rows)
                if "id" in table.c and table.c.id.server_default is not None:
                    sequence = f"pg_get_serial_sequence('{table}', 'id')"
                    writing.execute(text(f"SELECT setval({sequence}, max(id)) FROM {table}"))
    source.dispose()
    target.dispose()


if __name__ == "__main__":
    main(sys.argv[1])
