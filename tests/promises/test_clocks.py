"""Clocks may jump between opening a form and saving it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients import BIDS, TRICKS
from tests.promises.direct_queries import value
from tests.servers import ON_THIS_MACHINE, Server, serving
from tests.table import Table

HOUR = 60 * 60
DAY = 24 * HOUR


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that says by how many seconds the server's clock is wrong."""
    file = tmp_path_factory.mktemp("clock") / "clock"
    jump(file, 0)
    return file


@pytest.fixture(scope="module")
def clockwork(clock: Path) -> Iterator[Server]:
    command = (sys.executable, "-m", "tests.promises.shifted_clock", str(clock))
    with serving(Server(clock.with_name("data"), *ON_THIS_MACHINE, command=command)) as running:
        yield running


@pytest.fixture
def wrong_server(clockwork: Server, clock: Path) -> Iterator[Server]:
    """The server, whose clock is right until a test makes it jump."""
    yield clockwork
    jump(clock, 0)


@pytest.mark.parametrize(
    "seconds",
    [
        pytest.param(-DAY, id="back a day"),
        pytest.param(2 * HOUR, id="on two hours"),
        pytest.param(DAY, id="on a day"),
        pytest.param(40 * DAY, id="on forty days"),
    ],
)
def test_a_form_is_saved_although_the_clock_jumped(
    wrong_server: Server, clock: Path, seconds: int
) -> None:
    browser = wrong_server.browser()
    match = browser.start_match()
    browser.play_hand(match)
    new = browser.new_match_form()
    bids = browser.open(match).form("/bids").filled(**BIDS)
    preview = browser.open(f"{match}/hands/1/correction?side_0=5&side_1=8")
    correction = preview.changing[0]

    jump(clock, seconds)
    started = browser.send(new)
    saved = browser.send(bids)
    tricks = browser.send(browser.open(f"{match}?by=side").form("/tricks"), **TRICKS)
    corrected = browser.send(correction)
    ended = browser.send(browser.open(f"{match}?change=end").form("/end"))
    jump(clock, 0)
    rematch = browser.send(browser.open(match).form("/rematch"))

    answers = (started, saved, tricks, corrected, ended, rematch)
    assert [answer.status for answer in answers] == [303] * 6
    assert len(browser.hands(match)) == 2
    pages = (match, "/history", "/", rematch.headers["Location"])
    assert [browser.open(page).status for page in pages] == [200] * 4


def test_a_poll_sees_that_the_time_is_up(wrong_server: Server, clock: Path) -> None:
    table = Table(wrong_server.browser())
    table.start("partnership", minutes="60")

    def polled(seconds: int) -> list[int]:
        jump(clock, seconds)
        return [table.browser.open(table.path, known).status for _ in range(3)]

    table.show()
    known = {"If-None-Match": table.show().headers["ETag"]}

    assert polled(0) == polled(HOUR - 90) == polled(HOUR - 30) == [304] * 3
    assert polled(HOUR + 5) == [200] * 3


def jump(clock: Path, seconds: int) -> None:
    """Make the clock wrong by this many seconds."""
    file = clock.with_name("next")
    file.write_text(str(seconds))
    file.replace(clock)


def test_the_clock_of_the_test_server_is_wrong(wrong_server: Server, clock: Path) -> None:
    jump(clock, -300 * DAY)

    browser = wrong_server.browser()
    browser.start_match()

    days_ago = "SELECT max(julianday('now') - julianday(started_at)) FROM matches"
    assert value(wrong_server, days_ago) == pytest.approx(300, abs=0.1)
