"""The score of a match as data, as `scorekeeper score` prints it."""

from datetime import UTC, datetime

from scorekeeper.rules.match_file import report
from tests.rules.table import Table

MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)


def test_a_report_contains_every_line_of_every_hand(table: Table) -> None:
    table.start(opening=[(120, 4), (95, 9)])
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    assert report(table.match)["hands"] == [
        {
            "sides": [
                {
                    "lines": [["contract made", 70], ["overtricks", 1]],
                    "points": 71,
                    "bags": 1,
                    "standing": {"points": 191, "bags": 5},
                },
                {
                    "lines": [["contract made", 50]],
                    "points": 50,
                    "bags": 0,
                    "standing": {"points": 145, "bags": 9},
                },
            ]
        }
    ]


def test_a_report_contains_standings_dealer_bidder_and_leader(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    table.bid(4, 3, 3, 2)
    told = report(table.match)
    assert told["standings"] == [{"points": 71, "bags": 1}, {"points": 50, "bags": 0}]
    assert told["turn"] == {"hand": 2, "step": "tricks", "deals": 0, "bids": 1, "leads": 1}
    assert len(told["hands"]) == 1


def test_a_report_of_two_players_contains_who_draws(duel: Table) -> None:
    turn = {"hand": 1, "step": "bids", "draws": 0, "bids": 1, "leads": 1}
    assert report(duel.match)["turn"] == turn


def test_a_report_of_a_decided_match_has_no_turn(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (0, 0)])
    duel.play([6, 7], 6, 7)
    told = report(duel.match)
    assert (told["outcome"], told["turn"]) == ({"winner": 0, "ending": "target"}, None)


def test_a_report_contains_misdeals_and_an_early_end(table: Table) -> None:
    table.record_misdeal()
    told = report(table.match)
    assert (told["hands"], told["outcome"]) == ([{"redeal": "misdeal"}], None)
    told = report(table.match.end(MIDNIGHT))
    assert told["outcome"] == {"winner": None, "ending": "early"}
