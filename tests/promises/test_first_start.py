"""A first start survives being killed, and another start at the same time."""

import time
from pathlib import Path

import pytest

from tests.effort import KILLED_STARTS
from tests.postgres import Server as PostgreSQL
from tests.servers import ON_THIS_MACHINE, Server, serving


@pytest.fixture(params=["sqlite", "postgresql"])
def nothing(request: pytest.FixtureRequest) -> str:
    """The address of a scorebook that was never there; the usual place, or a database."""
    if request.param == "sqlite":
        return ""
    postgres: PostgreSQL = request.getfixturevalue("postgres")
    return postgres.url(postgres.create())


def test_two_servers_start_at_once_on_one_new_scorebook(tmp_path: Path, nothing: str) -> None:
    one, other = (
        Server(tmp_path / "data", *ON_THIS_MACHINE, SCOREKEEPER_DATABASE_URL=nothing)
        for _ in range(2)
    )
    one.launch()
    other.launch()
    with serving(one), serving(other):
        browser = one.browser()
        match = browser.start_match()
        browser.port = other.port
        browser.play_hand(match)

        assert len(browser.hands(match)) == 1


def test_a_first_start_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    whole_start = seconds_of_a_start(Server(tmp_path / "measured" / "data", *ON_THIS_MACHINE))
    answers = []
    for number in range(KILLED_STARTS):
        server = Server(tmp_path / str(number) / "data", *ON_THIS_MACHINE)
        server.launch()
        time.sleep(whole_start * (number + 1) / (KILLED_STARTS + 1))
        server.kill()

        with serving(server):
            answers.append(server.browser().start_match())

    assert len(answers) == KILLED_STARTS


def seconds_of_a_start(server: Server) -> float:
    began = time.monotonic()
    with serving(server):
        return time.monotonic() - began
