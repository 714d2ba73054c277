import secrets
from datetime import UTC, datetime, timedelta, timezone

import pytest

from scorekeeper.book.access import grants
from scorekeeper.book.history import history
from scorekeeper.book.history.history_entries import load_entries
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.players.clocks import find_time_zone, load_time_zone
from scorekeeper.book.statistics.roster import set_time_zone
from scorekeeper.rules import Bid, HouseRules, Match
from tests.book.scorers import Scorer
from tests.databases import ask, do

WINTER = datetime(2026, 11, 21, 1, 5, tzinfo=UTC)
SUMMER = datetime(2026, 7, 4, 1, 5, tzinfo=UTC)


def start(
    scorer: Scorer,
    began: datetime = WINTER,
    *,
    utc_offset: int | None = None,
    zone: str | None = None,
) -> str:
    """Start a match as a phone does that says so much of its clock."""
    match = Match.start(
        HouseRules.of("two-player"), ["Ann", "Ben"], started=began, utc_offset=utc_offset
    )
    sent = Submission.of(secrets.token_urlsafe(16), [])
    return scorer.do(matches.start_match, sent, match, zone)


def choose(scorer: Scorer, zone: str) -> None:
    do(scorer.database, set_time_zone, *scorer.ask(grants.find_owned_scorebooks), zone)


def zone_of(scorer: Scorer) -> str | None:
    return ask(scorer.database, load_time_zone, *scorer.ask(grants.find_owned_scorebooks))


def began(scorer: Scorer, public_id: str) -> str:
    """Return the start of a match, which its page and the history agree on."""
    stored = scorer.load(public_id)
    assert stored.match.started is not None
    told = ask(scorer.database, load_entries, scorer.ask(history.load_page).rows)
    (entry,) = [entry for entry in told if entry.public_id == public_id]
    on_page = stored.to_local(stored.match.started)
    assert entry.began == on_page
    assert entry.began.utcoffset() == on_page.utcoffset()
    return f"{on_page:%d %b %H:%M}"


def test_a_match_has_the_clock_of_its_phone(ann: Scorer) -> None:
    chicago, karachi = start(ann, utc_offset=-360), start(ann, utc_offset=300)
    choose(ann, "Europe/Berlin")
    assert [began(ann, match) for match in (chicago, karachi)] == ["20 Nov 19:05", "21 Nov 06:05"]
    assert ann.load(chicago).match.utc_offset == -360


def test_the_first_phone_sets_the_scorebooks_time_zone(ann: Scorer) -> None:
    silent = start(ann)
    start(ann, utc_offset=60, zone="Europe/Berlin")
    start(ann, utc_offset=-360, zone="America/Chicago")
    assert zone_of(ann) == "Europe/Berlin"
    assert began(ann, silent) == "21 Nov 02:05"


def test_a_phone_without_a_clock_takes_the_scorebooks(ann: Scorer) -> None:
    start(ann, zone="America/Chicago")
    winter, summer = start(ann), start(ann, SUMMER)
    choose(ann, "Asia/Tokyo")
    assert (began(ann, winter), began(ann, summer)) == ("20 Nov 19:05", "03 Jul 20:05")


def test_a_match_without_a_clock_follows_the_setting(ann: Scorer) -> None:
    winter, summer = start(ann), start(ann, SUMMER)
    assert ann.load(winter).match.utc_offset is None
    for zone, told in [
        ("America/Chicago", ["20 Nov 19:05", "03 Jul 20:05"]),
        ("Asia/Tokyo", ["21 Nov 10:05", "04 Jul 10:05"]),
    ]:
        choose(ann, zone)
        assert [began(ann, match) for match in (winter, summer)] == told


def test_an_unknown_time_zone_or_none_is_the_servers(ann: Scorer) -> None:
    assert began(ann, start(ann)) == f"{WINTER.astimezone():%d %b %H:%M}"
    match = start(ann)
    choose(ann, "Mars/Olympus")
    assert began(ann, match) == f"{WINTER.astimezone():%d %b %H:%M}"


def test_a_new_time_zone_changes_the_revision(ann: Scorer) -> None:
    own, silent = start(ann, utc_offset=60), start(ann)
    before = [ann.look(match).revision for match in (own, silent)]
    choose(ann, "Asia/Tokyo")
    after = [ann.look(match) for match in (own, silent)]
    assert [look.revision for look in after] == [before[0], before[1] + 1]
    assert [look.version for look in after] == [1, 1]


@pytest.mark.parametrize(
    "name",
    [
        *(None, "", "Mars/Olympus", "Europe", "../../etc/passwd", "/etc/passwd", "Eüropa"),
        pytest.param("Europe/Berlin\0", id="NUL"),
        pytest.param("x" * 100_000, id="endless"),
        pytest.param("\udcff", id="half a character"),
    ],
)
def test_an_invalid_time_zone_is_ignored(ann: Scorer, name: str | None) -> None:
    assert find_time_zone(name) is None
    start(ann, zone=name)
    assert zone_of(ann) is None


@pytest.mark.parametrize("zone", ["America/Chicago", "Asia/Tokyo", None])
def test_extreme_dates_have_a_local_time(ann: Scorer, zone: str | None) -> None:
    ends = (datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC))
    silent = [start(ann, moment) for moment in ends]
    if zone:
        choose(ann, zone)
    assert [began(ann, match) for match in silent]


def test_a_list_contains_the_length_of_matches_without_pauses(ann: Scorer) -> None:
    noon = datetime(2026, 11, 20, 11, 0, tzinfo=UTC)  # the hands of Scorer are noted an hour later
    public_id = start(ann, noon, utc_offset=60)
    first, second = noon + timedelta(minutes=50), noon + timedelta(days=2)
    bids = [Bid(6), Bid(6)]
    ann.record(public_id, lambda match: match.bid(bids).record_tricks([7, 6], noted=first))
    ann.record(public_id, lambda match: match.bid(bids).record_tricks([7, 6], noted=second))
    ann.record(public_id, lambda match: match.end(noon + timedelta(days=7)))
    (entry,) = ask(ann.database, load_entries, ann.ask(history.load_page).rows)
    assert entry.minutes == 50
    assert entry.last_noted == datetime(2026, 11, 22, 12, 0, tzinfo=timezone(timedelta(hours=1)))
    assert entry.last_noted.utcoffset() == timedelta(hours=1)
