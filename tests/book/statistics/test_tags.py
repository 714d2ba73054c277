"""Tags and records equal a count by hand from the exported matches, after any change to them."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest
from sqlalchemy import delete, select, update

from scorekeeper import rules
from scorekeeper.book.access.grants import find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.history import history, records
from scorekeeper.book.history.history_entries import load_entries
from scorekeeper.book.history.search import Filters
from scorekeeper.book.maintenance import integrity
from scorekeeper.book.matches import deletion
from scorekeeper.book.models.tables import ADDRESSES, CHANGES, MATCH_TAGS, MATCHES
from scorekeeper.book.statistics import queries, roster
from scorekeeper.book.statistics.queries import ALL_TIME
from scorekeeper.book.transfer.exporter import export
from scorekeeper.demo import demo
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import match_file
from scorekeeper.rules.review.figures import RecordKind
from scorekeeper.rules.review.remarkable import Tag, TagDetail
from tests.book.scorers import NOON, Scorer
from tests.databases import ask, opened
from tests.people import PLAYERS

DEMO = Scorer.__name__
OTHER_GAMES = ("three-handed", "solo", "six-handed")


@pytest.fixture(scope="module")
def played(sqlite_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """The matches of the demo, and some of the other games."""
    file = tmp_path_factory.mktemp("demo") / "scorebook.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    with closing(opened(f"sqlite:///{file}")) as database:
        ann = Scorer(database, DEMO)
        ann.do(demo.add_matches, NOON)
        for seed in range(15):
            house = rules.HouseRules.of(OTHER_GAMES[seed % 3])
            start = rules.Match.start(house, PLAYERS[house.game.key], started=NOON)
            ann.start(match=play_match(start, Random(seed)))
        yield database


def exported(database: Database) -> list[dict[str, object]]:
    (scorebook,) = ask(database, find_owned_scorebooks, Scorer(database, DEMO).secret)
    return [json.loads(line) for line in b"".join(export(database, scorebook)).splitlines()]


def count_by_hand(match: rules.Match) -> set[Tag]:
    """The tags of a finished match, from its hands and running totals."""
    rows = [[one.points for one in match.opening]]
    rows += [[one.standing.points for one in score] for score in match.scores if score]
    hands = [hand for hand, score in zip(match.hands, match.scores, strict=True) if score]
    winner, found = match.outcome.winner if match.outcome else None, set()
    nils = [
        {seat for seat, bid in enumerate(hand.bids or ()) if bid.is_nil and taken[seat] == 0}
        for hand, taken in ((hand, hand.tricks.seats) for hand in hands if hand.tricks)
    ]
    blinds = [
        hand.bids[seat].blind
        for hand, made in zip(hands, nils, strict=True)
        for seat in made
        if hand.bids
    ]
    found |= {Tag.BLIND_NIL} if any(blinds) else set()
    found |= {Tag.NIL} if not all(blinds) else set()
    found |= {Tag.LAST_NIL} if nils[-1] else set()
    pairs = [set(seats) for seats in match.house.game.sides if len(seats) > 1]
    found |= {Tag.BOTH_NILS} if any(pair <= made for pair in pairs for made in nils) else set()
    reasons = {
        line.reason for score in match.scores if score for one in score for line in one.lines
    }
    found |= {Tag.BAG_PENALTY} if rules.Reason.BAG_PENALTY in reasons else set()
    found |= {Tag.RULING} if any(hand.rulings for hand in hands) else set()
    target, floor = match.house.target, match.house.floor
    for row in rows[1:-1]:
        best = max(row)
        over = best >= target or (floor is not None and min(row) <= floor)
        found |= {Tag.TIE} if over and row.count(best) > 1 else set()
    if winner is None:
        return found
    gaps = [row[winner] - max(row[:winner] + row[winner + 1 :]) for row in rows]
    found |= {Tag.COMEBACK} if min(gaps) <= -100 else set()
    found |= {Tag.LAST_HAND} if len(hands) >= 3 and gaps[-2] <= 0 else set()
    for side in set(range(len(rows[0]))) - {winner}:
        ahead = max(row[side] - max(row[:side] + row[side + 1 :]) for row in rows)
        found |= {Tag.LEAD_LOST} if ahead >= 200 else set()
        found |= {Tag.LOW} if rows[-1][side] <= -200 else set()
    return found


def test_tags_of_the_demo_equal_a_count_by_hand(played: Database) -> None:
    by_hand = {}
    for line in exported(played):
        match = match_file.read(line)
        if match.outcome:
            by_hand[str(line["id"])] = count_by_hand(match)
    with played.read() as session:
        stored = {public_id: set() for public_id in by_hand}
        statement = select(ADDRESSES.c.public_id, MATCH_TAGS.c.tag).join_from(ADDRESSES, MATCHES)
        for row in session.execute(statement.join(MATCH_TAGS)):
            stored[row.public_id].add(Tag(row.tag))
        counts = queries.count_tags(session, 1, 1)
    assert stored == by_hand
    assert counts == Counter(tag for found in by_hand.values() for tag in found)
    assert len(counts) >= 10


Figures = dict[RecordKind, list[tuple[int, str]]]
"""The figures of each kind, with the match of each."""


def count_set(score: rules.SideScore) -> int:
    return sum(line.points for line in score.lines if line.reason == rules.Reason.CONTRACT_SET)


def figures_by_hand(lines: list[dict[str, object]], game: str) -> Figures:
    """All figures that can be records, from the hands and running totals of the matches."""
    figures: Figures = {kind: [] for kind in RecordKind}
    present: dict[str, int] = Counter()
    matches = [(match_file.read(line), str(line["id"])) for line in lines]
    for match, id_ in sorted(matches, key=lambda one: str(one[0].started)):
        if match.outcome is None or game not in ("", match.house.game.key):
            continue
        scores = [score for score in match.scores if score]
        sides = [list(side) for side in zip(*scores, strict=True)]
        played = [
            (hand.bids, hand.tricks.seats) for hand in match.hands if hand.bids and hand.tricks
        ]
        found = {
            RecordKind.HIGHEST_SCORE: [side[-1].standing.points for side in sides],
            RecordKind.HIGHEST_HAND: [max(one.points for one in side) for side in sides],
            RecordKind.MOST_BAGS: [sum(one.bags for one in side) for side in sides],
            RecordKind.LONGEST_MATCH: [len(scores)],
            RecordKind.WORST_SET: [-min(count_set(one) for one in side) for side in sides],
            RecordKind.MOST_NILS: [
                sum(bids[seat].is_nil and taken[seat] == 0 for bids, taken in played)
                for seat in range(len(match.players))
            ],
        }
        winner = match.outcome.winner
        if winner is not None:
            rows = [[one.points for one in match.opening]]
            rows += [[one.standing.points for one in score] for score in scores]
            gaps = [row[winner] - max(row[:winner] + row[winner + 1 :]) for row in rows]
            found[RecordKind.CLEAREST_WIN] = [gaps[-1]]
            found[RecordKind.CLOSEST_FINISH] = [gaps[-1]]
            found[RecordKind.COMEBACK] = [-min(gaps)]
            for seat, name in enumerate(match.players):
                won = match.house.game.side_of[seat] == winner
                present[name] = present[name] + 1 if won else 0
                figures[RecordKind.WINNING_RUN].append((present[name], id_))
        for kind, values in found.items():
            figures[kind] += [(value, id_) for value in values]
    return figures


@pytest.mark.parametrize("game", ["", "partnership", "solo"])
def test_records_of_the_demo_equal_a_count_by_hand(played: Database, game: str) -> None:
    with played.read() as session:
        book = roster.load_roster(session, 1)
        found = records.find_records(session, book, ALL_TIME, game)
        refs = {ref.id: ref.public_id for ref in records.find_refs(session, book, found)}
    by_hand = figures_by_hand(exported(played), game)
    assert len(found.records) >= 9
    for record in found.records:
        best = min if record.kind is RecordKind.CLOSEST_FINISH else max
        figure = best(value for value, _ in by_hand[record.kind] if value > 0)
        holders = [id_ for value, id_ in by_hand[record.kind] if value == figure]
        assert (record.figure, record.times) == (figure, len(holders)), record.kind
        assert {refs[one.match_id] for one in record.holders} <= set(holders)
        assert len(record.holders) == (record.times if record.times <= 3 else 1)


def find(scorer: Scorer, *wanted: Tag, **filters: str) -> list[tuple[TagDetail, ...]]:
    """The tags of the matches that have the wanted ones."""
    with scorer.database.read() as session:
        page = history.load_page(session, scorer.secret, Filters(tags=wanted, **filters))
        return [entry.tags for entry in load_entries(session, page.rows)]


NIL_MADE = TagDetail(Tag.NIL, 1, 1, seat=0)
LAST_NIL = TagDetail(Tag.LAST_NIL, 1, 1, seat=0)
CORRECTED = TagDetail(Tag.CORRECTED, 1, 1)


def nil_made(match: rules.Match) -> rules.Match:
    bids = [rules.NIL, rules.Bid(5), rules.Bid(4), rules.Bid(3)]
    return match.bid(bids).record_tricks([0, None, None, None], [4, 9])


def test_tags_follow_each_change_of_a_match(ann: Scorer) -> None:
    public_id = ann.start()
    ann.record(public_id, nil_made)
    assert find(ann, Tag.NIL) == []
    ann.record(public_id, lambda match: match.end(NOON))
    assert find(ann, Tag.NIL, Tag.LAST_NIL) == [(LAST_NIL, NIL_MADE)]
    assert find(ann, Tag.NIL, names=("ann",), game="partnership") == [(LAST_NIL, NIL_MADE)]
    assert find(ann, Tag.NIL, Tag.TIE) == find(ann, Tag.NIL, names=("eve",)) == []

    correct = [[0, None, None, None], [5, 8]]
    ann.record(public_id, lambda match: match.correct(1, match.hands[0].bids or (), *correct))
    assert find(ann, Tag.CORRECTED) == [(LAST_NIL, CORRECTED, NIL_MADE)]
    ann.undo(public_id)
    assert find(ann, Tag.CORRECTED) == []
    ann.redo(public_id)
    ann.do(deletion.soft_delete, public_id)
    assert find(ann, Tag.NIL) == []
    with ann.database.write() as session:
        deletion.restore(session, ann.secret, public_id)
        session.execute(delete(MATCH_TAGS))
    assert integrity.recompute_in_batches(ann.database) == (1, 0)
    assert find(ann, Tag.CORRECTED) == [(LAST_NIL, CORRECTED, NIL_MADE)]
    ann.undo(public_id)
    ann.undo(public_id)
    assert find(ann, Tag.NIL) == []


def test_who_took_a_trick_stored_as_a_correction_by_older_releases_is_none(ann: Scorer) -> None:
    public_id, bids = ann.start(), [rules.Bid(5), rules.Bid(4), rules.Bid(2), rules.Bid(1)]
    ann.record(public_id, lambda match: match.bid(bids))
    ann.record(public_id, lambda match: match.note_trick(rules.Taker(0)))
    ann.record(public_id, lambda match: match.change_bids([rules.NIL, *bids[1:]]))
    ann.record(public_id, lambda match: match.note_trick(rules.Taker(0, 2)))
    ann.record(public_id, lambda match: match.record_tricks([0, None, None, None], [4, 9]))
    with ann.database.write() as session:
        taker = CHANGES.c.fact == str(rules.Fact.TAKER)
        session.execute(update(CHANGES).where(taker).values(fact=str(rules.Fact.CORRECTION)))
    ann.record(public_id, lambda match: match.end(NOON))
    assert find(ann, Tag.NIL) == [(LAST_NIL, NIL_MADE)]
    assert ann.log(public_id, rules.Fact.CORRECTION) == []
