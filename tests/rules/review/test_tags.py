from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.rules.review.remarkable import Tag, TagDetail, find_tags
from tests.effort import tries
from tests.rules.review.test_story import after_each_hand, lead
from tests.rules.strategies import Story, stories
from tests.rules.table import Table

STOPPED = datetime(2026, 11, 22, tzinfo=UTC)


def lead_lost(table: Table) -> None:
    table.start(opening=[(120, 0), (0, 0)], target=300)
    table.play([4, 2, 4, 2], Gold=8, Blue=5)  # 200 : 41
    table.play([4, 1, 4, 1], Gold=9, Blue=4)  # 281 : 63
    table.play([4, 6, 4, 6], Gold=1, Blue=12)  # 201 : 183
    table.play([4, 6, 4, 6], Gold=1, Blue=12)  # 121 : 303


def low(table: Table) -> None:
    table.start(opening=[(-190, 0), (-40, 0)])
    table.play([4, 2, 4, 2], Gold=7, Blue=6)


def tie(table: Table) -> None:
    table.start(opening=[(470, 0), (447, 0)])
    table.record_misdeal()
    table.play([3, 3, 1, 3], Gold=4, Blue=9)  # 510 : 510
    table.play([3, 3, 3, 3], Gold=6, Blue=7)


def nils(table: Table) -> None:
    table.play(["nil", 5, "blind nil", 5], 0, None, 0, None, Blue=13)
    table.play(["nil", 5, 3, "nil"], 1, None, None, 0, Gold=4, Blue=8)


def both_nils_together(table: Table) -> None:
    table.start(two_nils="together")
    table.play(["nil", 5, "nil", 5], 0, None, 0, None, Blue=13)


def penalties(table: Table) -> None:
    table.start(opening=[(0, 8), (0, 0)])
    table.play([2, 3, 2, 3], Gold=7, Blue=6)
    table.bid(3, 3, 3, 3)
    table.rule("Ben", hand=2, tricks=1, to="Gold")
    table.take(Gold=6, Blue=7)


@pytest.mark.parametrize(
    ("play", "found"),
    [
        (lead_lost, [TagDetail(Tag.LEAD_LOST, 218, 2, 0), TagDetail(Tag.COMEBACK, 218, 2, 1),
                     TagDetail(Tag.LAST_HAND, 18, 4, 1)]),
        (low, [TagDetail(Tag.LOW, -270, 1, 0)]),
        (tie, [TagDetail(Tag.TIE, 510, 1)]),
        (nils, [TagDetail(Tag.BOTH_NILS, 1, 1, 0), TagDetail(Tag.BLIND_NIL, 1, 1, seat=2),
                TagDetail(Tag.NIL, 2, 2, seat=3), TagDetail(Tag.LAST_NIL, 1, 2, seat=3)]),
        (both_nils_together, [TagDetail(Tag.BOTH_NILS, 1, 1, 0), TagDetail(Tag.NIL, 2, 1, seat=2),
                              TagDetail(Tag.LAST_NIL, 2, 1, seat=0)]),
        (penalties, [TagDetail(Tag.BAG_PENALTY, 1, 1, 0), TagDetail(Tag.RULING, 1, 2, 1)]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)  # fmt: skip
def test_tags_say_what_happened(
    table: Table, play: Callable[[Table], None], found: list[TagDetail]
) -> None:
    play(table)
    match = table.match if table.match.outcome else table.match.end(STOPPED)
    assert list(find_tags(match)) == found


def test_a_running_match_has_no_tags(table: Table) -> None:
    nils(table)
    assert find_tags(table.match) == ()


@settings(max_examples=tries(240), deadline=None, suppress_health_check=list(HealthCheck))
@given(stories(most=30))
def test_what_tags_say_of_leads_is_true_of_all_sides(played: Story) -> None:
    match = played.match if played.match.outcome else played.match.end(STOPPED)
    rows, winner = after_each_hand(match), match.outcome.winner if match.outcome else None
    leads = [[lead(row, side) for side in range(len(row))] for row in rows]
    for tag, figure, hand, side, _ in find_tags(match):
        if tag is Tag.LEAD_LOST:
            lost = [by for row in leads for one, by in enumerate(row) if one != winner]
            assert leads[hand][side or 0] == figure == max(lost) >= 200
        if tag is Tag.COMEBACK:
            assert side == winner
            assert -leads[hand][side or 0] == figure >= 100
            assert any(row[side or 0] > 0 for row in leads[hand:])
        if tag is Tag.LAST_HAND:
            assert (side, -leads[-2][side or 0], hand) == (winner, figure, len(rows) - 1)
        if tag is Tag.LOW:
            others = [points for one, points in enumerate(rows[-1]) if one != winner]
            assert rows[-1][side or 0] == figure == min(others) <= -200
