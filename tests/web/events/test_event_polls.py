"""What polls and pages of an evening cost, whatever the number of tables."""

import pytest
from flask import Flask

from scorekeeper.book.statistics.roster import set_time_zone
from tests.table import Table
from tests.web.events.club import Club
from tests.web.test_cost import at_most

PAGES = ["", "/guide", "/board", "/standings", "/tables", "/tables/2"]
UNCHANGED = 304


@pytest.mark.parametrize("page", PAGES)
def test_an_unchanged_poll_takes_one_statement(
    club: Club, statements: list[str], by_flask: list[str], page: str
) -> None:
    club.seat()
    club.be(club.owner, "Ann")
    path = club.path + page
    known = {"If-None-Match": club.owner.open(path).headers["ETag"]}
    by_flask.clear()
    for _ in range(3):
        with at_most(statements, 1):
            assert club.owner.open(path, headers=known).status == UNCHANGED
    assert len(by_flask) == 1
    club.type_result(1, 312, 250)
    assert club.owner.open(path, headers=known).status == 200


def test_a_new_time_zone_is_seen_on_open_pages(club: Club) -> None:
    club.seat()
    known = {"If-None-Match": club.owner.open(club.path).headers["ETag"]}
    with club.database.write() as session:
        set_time_zone(session, club.find().scorebook_id, "Asia/Manila")
    assert club.owner.open(club.path, headers=known).status == 200


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_fifteen_tables_take_few_statements(
    app: Flask, statements: list[str], page: str
) -> None:
    club = Club.meet(app, [(f"Player {number:02}",) for number in range(60)])
    club.seat()
    club.be(club.owner, "Player 00")
    for table in (1, 3):
        Table.at_evening(club.owner, club.path, table)
    # The matches are read for the first time: three statements for all of them.
    with at_most(statements, 10):
        club.owner.open(club.path + page)
    club.type_result(4, 312, 250)
    with at_most(statements, 6):
        club.owner.open(club.path + page)
