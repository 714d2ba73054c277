from datetime import timedelta

import pytest
from sqlalchemy import delete, update

from scorekeeper.book.access import grants
from scorekeeper.book.db.database import Database
from scorekeeper.book.history import history
from scorekeeper.book.history.history import HistoryPage
from scorekeeper.book.history.history_entries import HistoryEntry, load_entries as entries_of
from scorekeeper.book.history.search import Filters, Position
from scorekeeper.book.matches import matches
from scorekeeper.book.models.tables import ADDRESSES, GRANTS
from scorekeeper.book.players import players
from scorekeeper.rules import Bid, HouseRules, Match
from tests.book.scorers import NOON, Scorer, bid, take
from tests.databases import ask, execute

LATER = NOON + timedelta(minutes=5)


def page(
    scorer: Scorer, before: Position | None = None, name: str = "", limit: int = 20
) -> HistoryPage:
    filters = Filters(names=(name,) if name else ())
    return scorer.ask(history.load_page, filters, before=before, limit=limit)


def entries(scorer: Scorer, listed: HistoryPage | None = None) -> list[HistoryEntry]:
    found = listed or scorer.ask(history.load_page)
    return ask(scorer.database, entries_of, found.rows)


def ids(listed: HistoryPage) -> list[str]:
    return [row.public_id for row in listed.rows]


def test_an_entry_contains_players_and_outcome(ann: Scorer) -> None:
    public_id = ann.start()
    ann.record(public_id, bid)
    ann.record(public_id, take)
    ann.record(public_id, lambda match: match.end(LATER))
    (entry,) = entries(ann)
    assert entry.players == ("Ann", "Ben", "Cleo", "Dan")
    assert entry.sides == ("Gold", "Blue")
    assert entry.points == (71, 50)
    assert (entry.winner, entry.ending, entry.ended) == (None, "early", LATER)


def test_a_running_match_has_no_result(ann: Scorer) -> None:
    ann.start(["Ann", "Ben"])
    (entry,) = entries(ann)
    assert entry.sides == ("Ann", "Ben")
    assert (entry.points, entry.winner, entry.ending, entry.ended) == (None, None, None, None)


def test_pages_neither_skip_nor_repeat_matches_also_if_one_starts(ann: Scorer) -> None:
    started = [ann.start(["Ann", "Ben"]) for _ in range(7)]
    first = page(ann, limit=3)
    ann.start(["Ann", "Ben"])
    second = page(ann, first.older, limit=3)
    third = page(ann, second.older, limit=3)
    assert ids(first) + ids(second) + ids(third) == started[::-1]
    assert third.older is page(ann, limit=8).older is None
    assert ids(page(ann, Position(NOON, 0))) == []


def test_matches_of_other_scorebooks_are_not_listed(ann: Scorer, database: Database) -> None:
    ben = Scorer(database)
    mine = [ann.start(["Ann", "Ben"])]
    ben.start(["Eve", "Mallory"])
    mine.append(ann.start(["Ann", "Ben"]))
    assert ids(page(ann)) == mine[::-1]
    assert ids(page(ann, name="eve")) == []


def test_an_old_match_is_listed_by_its_start(ann: Scorer) -> None:
    new = ann.start()
    start = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=NOON - timedelta(9))
    old = ann.start(match=start)
    newer = ann.start()
    assert ids(page(ann)) == [newer, new, old]
    assert ids(page(ann, name="ann")) == [newer, new, old]


def test_the_api_lists_matches_by_start_in_pages(ann: Scorer, database: Database) -> None:
    def begin(scorer: Scorer, hours: int) -> str:
        start = NOON + timedelta(hours=hours)
        house = HouseRules.of("two-player")
        return scorer.start(match=Match.start(house, ["Ann", "Ben"], started=start))

    late, early, late_too = (begin(ann, hours) for hours in (5, -400, 5))
    begin(Scorer(database), 6)
    [book] = ann.ask(grants.find_owned_scorebooks)
    first = ask(database, history.load_page_in, book, None, 2)
    rest = ask(database, history.load_page_in, book, first.older, 2)
    assert (ids(first), ids(rest), rest.older) == ([late_too, late], [early], None)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        *((name, [0]) for name in ("jürgen", "JÜRGEN", "u\u0308r")),
        *((name, [1]) for name in ("straße", "STRASSE")),
        *((name, [2]) for name in ("100%", "%")),
        *(("_", [3]), ("/", [4]), ("\\", [5])),
        *(("'", []), ("nobody", []), ("", [5, 4, 3, 2, 1, 0])),
    ],
)
def test_names_are_found_by_any_part(ann: Scorer, name: str, found: list[int]) -> None:
    names = ["Jürgen", "Straße", "100%", "snake_case", "and/or", "back\\slash"]
    started = [ann.start([typed, "Zed"]) for typed in names]
    assert ids(page(ann, name=name)) == [started[index] for index in found]


def bid_two(match: Match) -> Match:
    return match.bid([Bid(5), Bid(6)])


def test_running_matches_are_complete_and_the_last_played_first(ann: Scorer) -> None:
    older, newer, over = ann.start(), ann.start(["Ann", "Ben"]), ann.start()
    ann.record(older, bid)
    ann.record(over, lambda match: match.end(NOON))
    seen = ann.ask(history.find_running)
    found = ask(ann.database, matches.load_matches, seen)
    assert seen == [ann.look(older), ann.look(newer)]
    assert found == [ann.load(older), ann.load(newer)]
    ann.record(newer, bid_two)
    ann.undo(newer)
    assert ann.ask(history.find_running)[0].public_id == newer


def test_names_of_the_last_played_match_are_suggested_first(ann: Scorer) -> None:
    first = ann.start(["Ann", "Ben"])
    second = ann.start(["Cleo", "Ann"])
    for played, names in ((second, ["Ann", "Cleo", "Ben"]), (first, ["Ann", "Ben", "Cleo"])):
        ann.record(played, bid_two)
        assert ann.ask(players.list_names) == names


def test_an_entry_contains_its_cache_key(ann: Scorer) -> None:
    public_id = ann.start()
    ann.record(public_id, bid)
    (row,), (entry,), seen = page(ann).rows, entries(ann), ann.look(public_id)
    assert (row.scorebook_id, row.id, row.revision) == (seen.scorebook_id, seen.id, seen.revision)
    assert (entry.id, entry.revision) == (seen.id, 2)


def test_finished_matches_can_be_listed_alone(ann: Scorer) -> None:
    over, _running = ann.start(), ann.start()
    ann.record(over, lambda match: match.end(NOON))
    assert ids(ann.ask(history.load_page, Filters(finished=True))) == [over]


def test_the_scorebook_used_last_is_listed(ann: Scorer, database: Database) -> None:
    ben = Scorer(database)
    started = [scorer.start([name, "Zed"]) for scorer, name in ((ann, "Ann"), (ben, "Ben")) * 3]
    ben.share(ann)
    first = page(ann, limit=2)
    assert ids(first) + ids(page(ann, first.older)) == started[:-1][::-2]
    assert [entry.players[0] for entry in entries(ann)] == ["Ann"] * 3
    (theirs,) = ben.ask(grants.find_owned_scorebooks)
    used = update(GRANTS).where(GRANTS.c.scorebook_id == theirs)
    execute(database, used.values(use_order=1))
    assert [entry.players[0] for entry in entries(ann)] == ["Ben"] * 3
    assert [seen.public_id for seen in ann.ask(history.find_running)] == started[::-2]
    assert ann.ask(players.list_names) == ["Ben", "Zed"]
    assert ann.ask(players.list_names, limit=1) == ["Ben"]
    assert all(ann.look(public_id).can_write for public_id in started)


def test_matches_scored_or_watched_elsewhere_run_on_page_one(
    ann: Scorer, database: Database
) -> None:
    ben, kept, watched, over = Scorer(database), ann.start(), ann.start(), ann.start()
    ann.record(over, lambda match: match.end(NOON))
    own = ben.start()
    ann.let(ben, "scorer", kept)
    for public_id in (watched, over):
        ann.let(ben, "spectator", public_id)
    found = {one.public_id: one.can_write for one in ben.ask(history.find_running)}
    assert ids(ben.ask(history.load_page)) == [own]
    assert [*found.items()] == [(own, True), (watched, False), (kept, True)]


def test_a_match_deleted_in_between_is_left_out(ann: Scorer, database: Database) -> None:
    gone, there = ann.start(), ann.start()
    seen = ann.ask(history.find_running)
    execute(database, delete(ADDRESSES).where(ADDRESSES.c.public_id == gone))
    assert [one.public_id for one in ask(database, matches.load_matches, seen)] == [there]
