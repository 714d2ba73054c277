from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.book.access.grants import AccessDenied, find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.history import evenings, history
from scorekeeper.book.history.history import HistoryPage
from scorekeeper.book.history.search import Filters
from scorekeeper.book.matches import notes
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import MATCHES, PLAYERS
from scorekeeper.book.players import player_names
from scorekeeper.book.statistics import roster
from scorekeeper.rules import Bid, HouseRules, Match, Standing
from scorekeeper.rules.review.remarkable import Tag
from tests.book.scorers import Scorer
from tests.databases import ask, fetch
from tests.plans import collect_plans, find_table_scans

FRIDAY = datetime(2026, 11, 20, 18, tzinfo=UTC)
FOUR = ("Ann", "Ben", "Cleo", "Dan")


def won(players: tuple[str, ...], began: datetime, by: int = 0, **about: Any) -> Match:
    """A match that one hand decided; `about` are place, utc_offset, and house rules."""
    facts = {key: about.pop(key) for key in ("place", "utc_offset") if key in about}
    game = {2: "two-player", 4: "partnership"}[len(players)]
    house, level = HouseRules.of(game, **about), (Standing(450), Standing(450))
    match = Match.start(house, players, started=began, opening=level, **facts)
    bids = [Bid(5)] * 2 if len(players) == 2 else [Bid(3), Bid(3), Bid(2), Bid(2)]
    piles = [8, 5] if by == 0 else [5, 8]
    seats = [*piles] if len(players) == 2 else [None] * 4
    return match.bid(bids, began).record_tricks(
        seats, [None] * 2 if len(players) == 2 else piles, began
    )


@pytest.fixture
def book(ann: Scorer, clock_of_computer: Callable[[str], None]) -> list[str]:
    """Some evenings: 0 and 1 on a Friday, 2 a week later by two, 3 a running one, 4 long ago."""
    clock_of_computer("UTC")
    matches = [
        won(FOUR, FRIDAY, place="Kitchen"),
        won(("Ann", "Cleo", "Ben", "Dan"), FRIDAY + timedelta(hours=1), by=1, place="Kitchen"),
        won(("Ann", "Eve"), FRIDAY + timedelta(days=7), target=600, place="Café"),
        Match.start(HouseRules.of("partnership"), FOUR, started=FRIDAY + timedelta(days=8)),
        won(("Zoë", "Eve"), FRIDAY - timedelta(days=700), utc_offset=600),
    ]
    return [ann.start(match=match) for match in matches]


def page(scorer: Scorer, filters: Filters, **options: Any) -> HistoryPage:
    return scorer.ask(history.load_page, filters, **options)


def player(scorer: Scorer, name: str) -> str:
    with scorer.database.read() as session:
        found: str = session.scalars(
            select(PLAYERS.c.public_id).where(PLAYERS.c.name == name)
        ).one()
        return found


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        pytest.param(Filters(), [3, 2, 1, 0, 4], id="all, by when they began"),
        pytest.param(Filters(names=("eve",)), [2, 4], id="a name"),
        pytest.param(Filters(names=("eve", "zo")), [4], id="two names"),
        pytest.param(Filters(names=("nobody",)), [], id="an unknown name"),
        pytest.param(Filters(names=("ann",), result="won"), [0], id="a name that won"),
        pytest.param(Filters(names=("dan",), result="won"), [1], id="a partner that won"),
        pytest.param(Filters(names=("ann",), result="lost"), [1], id="a name that lost"),
        pytest.param(Filters(names=("ann", "cleo"), result="won"), [0], id="two that won"),
        pytest.param(Filters(game="two-player"), [2, 4], id="a game"),
        pytest.param(Filters(preset="usual"), [3, 1, 0, 4], id="the usual house rules"),
        pytest.param(Filters(preset="own"), [2], id="house rules of their own"),
        pytest.param(Filters(result="target"), [1, 0, 4], id="an ending"),
        pytest.param(Filters(unfinished=True), [3, 2], id="still running"),
        pytest.param(Filters(place="KIT"), [1, 0], id="a part of a place"),
        pytest.param(Filters(place="cafe"), [2], id="a place without its accent"),
        pytest.param(Filters(place="moon"), [], id="an unknown place"),
        pytest.param(Filters(place="c", names=("ann",)), [2, 1, 0], id="several places, a name"),
        pytest.param(Filters(place="c"), [2, 1, 0], id="several places"),
        pytest.param(Filters(since=date(2026, 11, 27)), [3, 2], id="from a day on"),
        pytest.param(Filters(until=date(2026, 11, 20)), [1, 0, 4], id="until a day"),
        pytest.param(
            Filters(since=date(2026, 11, 20), until=date(2026, 11, 20), names=("dan",)),
            [1, 0],
            id="on a day, a name",
        ),
        # It began at 18:00 UTC, which was four in the morning there.
        pytest.param(Filters(until=date(2024, 12, 20)), [], id="not the day elsewhere"),
        pytest.param(
            Filters(since=date(2024, 12, 21), until=date(2024, 12, 21)), [4], id="its day"
        ),
        pytest.param(Filters(player="x"), [], id="no address at all"),
    ],
)
def test_filters_combine(ann: Scorer, book: list[str], filters: Filters, found: list[int]) -> None:
    rows = page(ann, filters).rows
    assert [book.index(row.public_id) for row in rows] == found


ALONE = [
    Filters(names=("ann",)),
    Filters(names=("eve", "e")),
    Filters(game="two-player"),
    Filters(preset="usual"),
    Filters(unfinished=True),
    Filters(finished=True),
    Filters(place="k"),
    Filters(since=date(2026, 11, 20)),
    Filters(until=date(2026, 11, 27)),
    Filters(tags=(Tag.LAST_HAND,)),
]


@pytest.mark.parametrize("one", ALONE, ids=repr)
def test_two_filters_find_what_both_find_alone(ann: Scorer, book: list[str], one: Filters) -> None:
    alone = {row.id for row in page(ann, one).rows}
    for other in ALONE:
        both = {key: vars(other)[key] or vars(one)[key] for key in vars(one)}
        both["names"], both["tags"] = one.names + other.names, one.tags + other.tags
        found = [row.id for row in page(ann, Filters(**both)).rows]
        assert {*found} == alone & {row.id for row in page(ann, other).rows}


def test_matches_without_a_clock_use_that_of_the_scorebook(ann: Scorer, book: list[str]) -> None:
    with ann.database.write() as session:
        [scorebook_id] = find_owned_scorebooks(session, ann.secret)
        roster.set_time_zone(session, scorebook_id, "Asia/Tokyo")
    rows = page(ann, Filters(since=date(2026, 11, 21), until=date(2026, 11, 21))).rows
    assert [book.index(row.public_id) for row in rows] == [1, 0]


def test_a_search_for_partners_needs_one_side(ann: Scorer, book: list[str]) -> None:
    people = {name: player(ann, name) for name in ("Ann", "Ben", "Cleo")}
    with_cleo = Filters(player=people["Ann"], partner=people["Cleo"])
    listed = page(ann, with_cleo)
    assert [book.index(row.public_id) for row in listed.rows] == [3, 0]
    assert (listed.player, listed.partner) == ("Ann", "Cleo")
    with_ben = Filters(player=people["Ben"], partner=people["Ann"], result="lost")
    assert [book.index(row.public_id) for row in page(ann, with_ben).rows] == [1]
    alone = Filters(player=people["Ann"], partner=people["Ann"])
    assert page(ann, alone).rows == ()


def test_a_player_is_found_under_every_spelling(ann: Scorer, book: list[str]) -> None:
    eve, zoe = player(ann, "Eve"), player(ann, "Zoë")
    ann.start(match=won(("Evelyn", "Ben"), FRIDAY))
    ann.do(player_names.merge, player(ann, "Evelyn"), eve)
    assert len(page(ann, Filters(player=player(ann, "Evelyn"))).rows) == 3
    assert len(page(ann, Filters(names=("evelyn",))).rows) == 3
    assert page(ann, Filters(player=zoe)).player == "Zoë"


def test_a_name_shared_by_players_finds_all(ann: Scorer) -> None:
    started = [ann.start(match=won((f"Guest {n}", "Ben"), FRIDAY)) for n in range(14)]
    listed = page(ann, Filters(names=("guest",), result="won"), limit=9)
    assert [row.public_id for row in listed.rows] == started[:4:-1]
    further = page(ann, Filters(names=("guest",)), before=listed.older)
    assert [row.public_id for row in further.rows] == started[4::-1]


def test_players_and_places_of_others_are_not_found(
    ann: Scorer, book: list[str], database: Database
) -> None:
    mallory = Scorer(database)
    mallory.start(["Mallory", "Ben"])
    assert page(mallory, Filters(player=player(ann, "Ann"))).rows == ()
    assert page(mallory, Filters(place="kitchen")).rows == ()


@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.parametrize("name", ["", "ann"])
def test_an_evening_split_by_pages_has_its_winner(ann: Scorer, limit: int, name: str) -> None:
    late = [won(FOUR, FRIDAY + timedelta(hours=hour), by=hour == 1) for hour in range(3)]
    for match in late:
        ann.start(match=match)
    filters, before, told = Filters(names=(name,) if name else ()), None, []
    for _ in range(4):
        listed = page(ann, filters, limit=limit, before=before)
        told += ask(ann.database, evenings.group_by_evening, listed)
        if (before := listed.older) is None:
            break
    assert sum(len(one.entries) for one in told) == 3
    assert {(one.began, one.winners, one.won, one.played) for one in told} == {
        (told[0].began, ("Ann", "Cleo"), 2, 3)
    }


def test_a_page_ends_between_evenings(ann: Scorer) -> None:
    for days, hours in [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0)]:
        ann.start(match=won(FOUR, FRIDAY + timedelta(days, hours=hours)))
    first = page(ann, Filters(), limit=2, spare=3)
    assert len(first.rows) == 4
    assert len(page(ann, Filters(), limit=2, spare=3, before=first.older).rows) == 1


def test_a_nameless_player_wins_no_evening(ann: Scorer) -> None:
    ann.start(match=won(("Player 1", "Ben"), FRIDAY))
    with ann.database.read() as session:
        (evening,) = evenings.group_by_evening(session, history.load_page(session, ann.secret))
    assert evening.winners == ()


def test_a_place_is_found_as_it_was_typed_last(ann: Scorer, book: list[str]) -> None:
    sent = Submission.of("key", ())
    ann.do(notes.save_notes, book[3], sent, {"place": "Zoë’s garden"}, {"place": ""})
    assert len(page(ann, Filters(place="zoe")).rows) == 1


def test_a_bulk_place_is_set_for_all_or_none(
    ann: Scorer, book: list[str], database: Database
) -> None:
    theirs = Scorer(database).start(["Mallory", "Ben"])
    ann.do(notes.set_place, book[:2], "Garden of Zoë")
    assert len(page(ann, Filters(place="zoe")).rows) == 2
    assert {row.place for row in page(ann, Filters(place="zoe")).rows} == {"Garden of Zoë"}
    with pytest.raises(AccessDenied):
        ann.do(notes.set_place, [book[2], theirs], "Nowhere")
    assert len(page(ann, Filters()).rows) == 5
    assert page(ann, Filters(place="nowhere")).rows == ()


def test_changed_house_rules_are_found_by_their_new_key(ann: Scorer, book: list[str]) -> None:
    ann.change_house(book[3], "agreed", target=250, bag_limit=5, bag_penalty=50)
    assert [row.public_id for row in page(ann, Filters(preset="quick-250")).rows] == [book[3]]
    kept = fetch(ann.database, select(MATCHES.c.preset))
    assert sorted(kept) == ["own", "quick-250", "usual", "usual", "usual"]


PLANS = [
    Filters(),
    Filters(finished=True),
    Filters(names=("ann",)),
    Filters(names=("ann", "ben"), result="won"),
    Filters(game="two-player"),
    Filters(preset="own"),
    Filters(result="target"),
    Filters(unfinished=True),
    Filters(place="kit"),
    Filters(tags=(Tag.NIL, Tag.TIE), names=("ann",), place="kit"),
    Filters(tags=(Tag.NIL,), since=FRIDAY.date()),
    Filters(since=date(2026, 11, 1), until=date(2026, 11, 30)),
]


def test_no_list_scans_a_whole_table_and_each_filter_uses_its_index(
    sqlite_database: Database,
) -> None:
    ann, steps = Scorer(sqlite_database), list[str]()
    for day in range(3):
        ann.start(match=won(FOUR, FRIDAY + timedelta(days=day), place="Kitchen"))
    for filters in PLANS:
        with collect_plans(sqlite_database) as told, sqlite_database.read() as session:
            first = history.load_page(session, ann.secret, filters, limit=1)
            second = history.load_page(session, ann.secret, filters, before=first.older, limit=1)
            evenings.group_by_evening(session, second)
            history.find_running(session, ann.secret)
        assert told
        assert find_table_scans(told) == [], filters
        steps += told
    text = "\n".join(steps)
    for index in ("started", "game", "preset", "ending", "running"):
        assert f"ix_matches_{index} " in text, index
    assert "ix_matches_last_played (scorebook_id=? AND ended_at=? AND deleted_at=?)" in text
